//! Completion: every state gets an edge for every letter, those that lacked one to a rejecting sink.
//!
//! The sink's loop carries marks that the acceptance condition rejects.  If none are found, because the
//! condition rejects nothing, the automaton gets one more mark, on all of its own edges, and must
//! see it infinitely often.

use lariat_bdd::Bdd;

use crate::{Acceptance, Condition, Explicit, Label, LabelledEdge, Marks, StateId};

/// Adds a rejecting sink and edges to it, unless the automaton is complete already.
///
/// ```
/// use lariat_automata::complete::complete;
/// use lariat_automata::strength::is_complete;
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks};
/// let mut always_p = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::all());
/// let p = always_p.labels.bdds.var(0);
/// let state = always_p.add_state();
/// always_p.initial.push(state);
/// always_p.add_transition(state, p, Marks::EMPTY, state);
/// complete(&mut always_p);
/// assert!(is_complete(&mut always_p));
/// assert_eq!(always_p.acceptance, Acceptance::buchi());
/// ```
pub fn complete(automaton: &mut Explicit) {
    let missing: Vec<(StateId, Label)> = (0..automaton.state_count() as StateId)
        .map(|state| (state, !automaton.covered(state)))
        .filter(|(_, missing)| !missing.is_false())
        .collect();
    if missing.is_empty() && !automaton.initial.is_empty() {
        return;
    }
    let marks = make_rejectable(automaton);
    let sink = existing_sink(automaton).unwrap_or_else(|| {
        let sink = automaton.add_state();
        automaton.add_transition(sink, Bdd::TRUE, marks.clone(), sink);
        sink
    });
    for (state, label) in missing {
        if state != sink {
            automaton.add_transition(state, label, marks.clone(), sink);
        }
    }
    if automaton.initial.is_empty() {
        automaton.initial.push(sink);
    }
}

/// Marks that the condition rejects where they alone recur; the condition is changed if need be.
fn make_rejectable(automaton: &mut Explicit) -> Marks {
    if let Some(marks) = rejected_marks(&automaton.acceptance.condition) {
        return marks;
    }
    let mark = automaton.acceptance.marks;
    for edge in automaton.transitions.iter_mut().flatten() {
        edge.marks.insert(mark);
    }
    let condition = automaton.acceptance.condition.clone();
    automaton.acceptance = Acceptance {
        marks: mark + 1,
        condition: Condition::all([condition, Condition::Inf(mark)]),
    };
    Marks::EMPTY
}

/// A state that is a rejecting sink already.
fn existing_sink(automaton: &Explicit) -> Option<StateId> {
    let is_sink = |&state: &StateId| match &automaton.transitions[state as usize][..] {
        [LabelledEdge { label, marks, to }] => {
            label.is_true() && *to == state && !automaton.acceptance.accepts(marks)
        }
        _ => false,
    };
    (0..automaton.state_count() as StateId).find(is_sink)
}

/// Marks that the condition rejects, as far as a search without backtracking finds some.
fn rejected_marks(condition: &Condition) -> Option<Marks> {
    let choice = falsify(condition, Choice::default())?;
    debug_assert!(!condition.accepts(&choice.present));
    Some(choice.present)
}

/// Marks that must recur, and marks that must not.
#[derive(Clone, Default)]
struct Choice {
    present: Marks,
    absent: Marks,
}

/// The choice, extended so that the condition is false.
fn falsify(condition: &Condition, mut choice: Choice) -> Option<Choice> {
    match condition {
        Condition::True => None,
        Condition::False => Some(choice),
        Condition::Inf(mark) => {
            choice.absent.insert(*mark);
            (!choice.present.contains(*mark)).then_some(choice)
        }
        Condition::Fin(mark) => {
            choice.present.insert(*mark);
            (!choice.absent.contains(*mark)).then_some(choice)
        }
        Condition::And(parts) => parts.iter().find_map(|part| falsify(part, choice.clone())),
        Condition::Or(parts) => parts
            .iter()
            .try_fold(choice, |choice, part| falsify(part, choice)),
    }
}
