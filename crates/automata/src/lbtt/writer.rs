//! Writing LBTT's format.

use std::fmt::{self, Write};

use lariat_budget::{Budget, Exhausted};

use crate::label_expression::{Expression, Part};
use crate::label_text::CutShort;
use crate::quoting::quote;
use crate::{Explicit, Label, LabelledEdge, Labels, Marks, StateId};

/// The automaton's acceptance is not generalized Büchi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("LBTT's format has generalized Büchi conditions only")]
pub struct NotInLbtt;

/// Why an automaton was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LbttUnwritten {
    /// The format cannot express it.
    #[error(transparent)]
    NotInLbtt(#[from] NotInLbtt),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The automaton in LBTT's format, sets on edges.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Marks, lbtt};
/// let mut a = Explicit::new(Labels::new(["p".to_owned()]), Acceptance::buchi());
/// let p = a.labels.bdds.var(0);
/// let state = a.add_state();
/// a.initial.push(state);
/// a.add_transition(state, p, Marks::single(0), state);
/// assert_eq!(lbtt::write(&a).unwrap(), "1 1t\n0 1\n0 0 -1 \"p\"\n-1\n");
/// ```
pub fn write(automaton: &Explicit) -> Result<String, NotInLbtt> {
    let written = write_within(automaton, &Budget::unlimited());
    // A budget without a limit does not end.
    written.map_err(|_| NotInLbtt)
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the format cannot express the automaton, or the budget has ended.
pub fn write_within(automaton: &Explicit, budget: &Budget) -> Result<String, LbttUnwritten> {
    let view = automaton.acceptance.generalized_buchi_view();
    let demanded: Vec<usize> = view.ok_or(NotInLbtt)?.iter().collect();
    let mut source = automaton.clone();
    source.single_initial();
    let mut text = String::new();
    let mut writer = Writer {
        labels: source.labels.clone(),
        demanded: &demanded,
        budget,
        out: &mut text,
    };
    writer.write(&source).map_err(CutShort::end)?;
    Ok(text)
}

struct Writer<'a> {
    labels: Labels,
    /// The marks of the condition; the format numbers them from 0.
    demanded: &'a [usize],
    budget: &'a Budget,
    out: &'a mut String,
}

impl Writer<'_> {
    fn write(&mut self, automaton: &Explicit) -> Result<(), CutShort> {
        let sets = self.demanded.len();
        writeln!(self.out, "{} {sets}t", automaton.state_count())?;
        for (state, edges) in (0..).zip(&automaton.transitions) {
            let initial = automaton.initial.contains(&state);
            writeln!(self.out, "{state} {}", StateId::from(initial))?;
            for edge in edges {
                self.edge(edge)?;
            }
            writeln!(self.out, "-1")?;
        }
        Ok(())
    }

    fn edge(&mut self, edge: &LabelledEdge) -> Result<(), CutShort> {
        write!(self.out, "{}", edge.to)?;
        self.sets(&edge.marks)?;
        self.out.push_str(" -1");
        self.guard(edge.label)?;
        self.out.push('\n');
        Ok(())
    }

    fn sets(&mut self, marks: &Marks) -> fmt::Result {
        for (set, &mark) in self.demanded.iter().enumerate() {
            if marks.contains(mark) {
                write!(self.out, " {set}")?;
            }
        }
        Ok(())
    }

    /// The label in prefix notation, a blank before each word.
    fn guard(&mut self, label: Label) -> Result<(), Exhausted> {
        let expression = Expression::of(&mut self.labels, label, self.budget)?;
        let mut pulse = self.budget.pulse();
        let mut pending = vec![expression.root()];
        while let Some(part) = pending.pop() {
            pulse.beat()?;
            let (operator, parts) = match expression.part(part) {
                Part::Constant(value) => {
                    self.out.push_str(if *value { " t" } else { " f" });
                    continue;
                }
                Part::Literal(var, positive) => {
                    let sign = if *positive { " " } else { " ! " };
                    self.out.push_str(sign);
                    let name = &self.labels.propositions[*var as usize];
                    self.out.push_str(&quote(name));
                    continue;
                }
                Part::All(parts) => (" &", parts),
                Part::Any(parts) => (" |", parts),
            };
            // Operators are binary.
            self.out.push_str(&operator.repeat(parts.len() - 1));
            pending.extend(parts.iter().rev());
        }
        Ok(())
    }
}
