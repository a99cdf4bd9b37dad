//! Any acceptance condition over letters and edges to generalized Büchi.
//!
//! The condition is a choice between modes ([`super::modes`]).  The automaton runs in a copy of its
//! own, the home, that restricts nothing, and at some time moves into the copy of a mode, which
//! keeps to the mode's letters and edges and has a mark for each of its requirements.  A mode that
//! forbids nothing serves as home itself.  This is the corrected §3.3 of the Streett paper
//! [duret.09.atva], one copy for each way to satisfy the pairs instead of one for each set of
//! pairs.
//!
//! What depends on the letter alone would split an edge into as many as there are sets of marks.
//! It is enough that each mark recurs: a run that reads letters with several marks may count one of
//! them now and the other ones later.  So beyond [`EXACT_LIMIT`] classes there is one edge for each
//! mark, n + 1 instead of 2ⁿ.

use indexmap::IndexSet;
use lariat_automata::{
    Acceptance, Explicit, Injected, Label, LabelledEdge, Labels, Marks, StateId,
};
use lariat_bdd::{Bdd, Bdds};
use rustc_hash::FxBuildHasher;

use super::modes::{Letters, Mode};
use crate::limit::{Limit, Unfinished};

/// An edge is split exactly into at most so many classes of letters.
const EXACT_LIMIT: usize = 4;

/// A generalized Büchi automaton of the same language, within the limit.
///
/// ```
/// use lariat_budget::Budget;
/// use lariat_ltl::{Formulas, Syntax, parse};
/// use lariat_translate::shapes;
/// let mut formulas = Formulas::new();
/// let f = parse(&mut formulas, "(GFa -> GFb) & (GFb -> GFa)", Syntax::Spot).expect("a formula");
/// let fair = shapes::boolean_fairness(&formulas, f, &Budget::unlimited())?;
/// let tgba = shapes::to_tgba(fair.expect("nothing but fairness"), 1000)?;
/// assert_eq!(tgba.state_count(), 2); // both for ever, or neither any more
/// # Ok::<(), lariat_translate::limit::Unfinished>(())
/// ```
pub fn to_tgba(automaton: Injected, limit: impl Into<Limit>) -> Result<Explicit, Unfinished> {
    let limit = limit.into();
    let Injected { base, injections } = automaton;
    let mut labels = base.labels;
    labels.bdds.obey(&limit.budget);
    let mut when = vec![Bdd::FALSE; base.acceptance.marks];
    for injection in &injections {
        when[injection.mark] = labels.bdds.or(when[injection.mark], injection.when);
    }
    let mut on_edges = Marks::EMPTY;
    for edge in base.transitions.iter().flatten() {
        on_edges.unite(&edge.marks);
    }
    let mut letters = Letters {
        bdds: &mut labels.bdds,
        when: &when,
        on_edges: &on_edges,
    };
    let modes = letters.modes(&base.acceptance.condition, &limit)?;
    let copies = Copies::new(modes, &mut letters);
    let acceptance = Acceptance::generalized_buchi(copies.marks);
    let mut result = Explicit::new(Labels::default(), acceptance);
    result.name = base.name;
    copies.fill(
        &mut result,
        letters.bdds,
        &base.initial,
        &base.transitions,
        &limit,
    )?;
    result.labels = labels;
    result.merge_transitions();
    result.labels.bdds.release()?;
    Ok(result)
}

/// A copy of the automaton: a mode with labels for its requirements, or a home that is no mode.
struct Copy {
    mode: Mode,
    /// The letters that meet the requirement, by requirement.
    meeting: Vec<Label>,
    accepting: bool,
}

/// The copies, home first.
struct Copies {
    list: Vec<Copy>,
    /// How many marks the result has.
    marks: usize,
}

impl Copies {
    fn new(mut modes: Vec<Mode>, letters: &mut Letters) -> Self {
        let free =
            |mode: &Mode| mode.allowed.is_true() && mode.forbidden.is_disjoint(letters.on_edges);
        let home = modes.iter().position(free).map(|home| modes.remove(home));
        let accepting = home.is_some();
        let home = home.unwrap_or(Mode {
            allowed: Bdd::TRUE,
            forbidden: Marks::EMPTY,
            required: Vec::new(),
        });
        let requirements = modes.iter().chain([&home]).map(|mode| mode.required.len());
        // A home that is no mode must lack a mark.
        let marks = requirements.fold(usize::from(!accepting), usize::max);
        let mut copy = |mode: Mode, accepting| Copy {
            meeting: mode.required.iter().map(|r| letters.bringing(r)).collect(),
            mode,
            accepting,
        };
        let mut list = vec![copy(home, accepting)];
        list.extend(modes.into_iter().map(|mode| copy(mode, true)));
        Copies { list, marks }
    }

    /// Adds what the initial states of the home reach.
    fn fill(
        &self,
        result: &mut Explicit,
        bdds: &mut Bdds,
        initial: &[StateId],
        transitions: &[Vec<LabelledEdge>],
        limit: &Limit,
    ) -> Result<(), Unfinished> {
        let mut states: IndexSet<(usize, StateId), FxBuildHasher> =
            initial.iter().map(|&state| (0, state)).collect();
        result.initial = (0..states.len() as StateId).collect();
        while let Some(&(copy, state)) = states.get_index(result.state_count()) {
            let from = result.add_state();
            for edge in &transitions[state as usize] {
                for (label, marks) in self.own_edges(bdds, copy, edge) {
                    let to = states.insert_full((copy, edge.to)).0 as StateId;
                    result.add_transition(from, label, marks, to);
                }
                if copy == 0 {
                    for mode in self.modes_open_to(bdds, &transitions[edge.to as usize]) {
                        let to = states.insert_full((mode, edge.to)).0 as StateId;
                        result.add_transition(from, edge.label, Marks::EMPTY, to);
                    }
                }
            }
            limit.allow(result.transition_count())?;
            limit.budget.check()?;
        }
        Ok(())
    }

    /// The modes, apart from home, in which one of the edges is left.
    fn modes_open_to(&self, bdds: &mut Bdds, edges: &[LabelledEdge]) -> Vec<usize> {
        let open = |&copy: &usize| {
            let mut edges = edges.iter();
            edges.any(|edge| self.list[copy].label(bdds, edge).is_some())
        };
        (1..self.list.len()).filter(open).collect()
    }

    /// The labels and marks of an edge inside a copy.
    fn own_edges(&self, bdds: &mut Bdds, copy: usize, edge: &LabelledEdge) -> Vec<(Label, Marks)> {
        let copy = &self.list[copy];
        let Some(label) = copy.label(bdds, edge) else {
            return Vec::new();
        };
        if !copy.accepting {
            return vec![(label, Marks::EMPTY)];
        }
        let mut always: Marks = (copy.meeting.len()..self.marks).collect();
        let mut at_times = Vec::new();
        for (mark, requirement) in copy.mode.required.iter().enumerate() {
            let part = bdds.and(label, copy.meeting[mark]);
            if part == label || !requirement.is_disjoint(&edge.marks) {
                always.insert(mark);
            } else if !part.is_false() {
                at_times.push((part, mark));
            }
        }
        let classes = classes(bdds, (label, always.clone()), &at_times);
        classes.unwrap_or_else(|| one_at_a_time(bdds, (label, always), &at_times))
    }
}

impl Copy {
    /// What is left of an edge's label, if anything is.
    fn label(&self, bdds: &mut Bdds, edge: &LabelledEdge) -> Option<Label> {
        let label = bdds.and(edge.label, self.mode.allowed);
        let open = edge.marks.is_disjoint(&self.mode.forbidden);
        (open && !label.is_false()).then_some(label)
    }
}

/// The edge split by the marks that its letters bring, if that is into few.
fn classes(
    bdds: &mut Bdds,
    edge: (Label, Marks),
    at_times: &[(Label, usize)],
) -> Option<Vec<(Label, Marks)>> {
    let mut classes = vec![edge];
    for &(part, mark) in at_times {
        let mut split = Vec::new();
        for (label, marks) in classes {
            let mut more = marks.clone();
            more.insert(mark);
            split.push((bdds.minus(label, part), marks));
            split.push((bdds.and(label, part), more));
        }
        split.retain(|(label, _)| !label.is_false());
        if split.len() > EXACT_LIMIT {
            return None;
        }
        classes = split;
    }
    Some(classes)
}

/// An edge for each mark that letters bring, and one for the letters that bring none.
fn one_at_a_time(
    bdds: &mut Bdds,
    (label, always): (Label, Marks),
    at_times: &[(Label, usize)],
) -> Vec<(Label, Marks)> {
    let mut edges = Vec::new();
    let mut none = label;
    for &(part, mark) in at_times {
        let mut marks = always.clone();
        marks.insert(mark);
        edges.push((part, marks));
        none = bdds.minus(none, part);
    }
    edges.push((none, always));
    edges
}
