//! Writing LBTT's format.

use std::fmt::{self, Write};

use lariat_bdd::Cube;

use crate::quoting::quote;
use crate::{Explicit, Label, LabelledEdge, Labels, Marks, StateId};

/// The automaton's acceptance is not generalized Büchi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("LBTT's format has generalized Büchi conditions only")]
pub struct NotInLbtt;

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
    let view = automaton.acceptance.generalized_buchi_view();
    let demanded: Vec<usize> = view.ok_or(NotInLbtt)?.iter().collect();
    let mut source = automaton.clone();
    source.single_initial();
    let mut text = String::new();
    let mut writer = Writer {
        labels: source.labels.clone(),
        demanded: &demanded,
        out: &mut text,
    };
    writer.write(&source).expect("a string takes any text");
    Ok(text)
}

struct Writer<'a> {
    labels: Labels,
    /// The marks of the condition; the format numbers them from 0.
    demanded: &'a [usize],
    out: &'a mut String,
}

impl Writer<'_> {
    fn write(&mut self, automaton: &Explicit) -> fmt::Result {
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

    fn edge(&mut self, edge: &LabelledEdge) -> fmt::Result {
        write!(self.out, "{}", edge.to)?;
        self.sets(&edge.marks)?;
        let guard = self.guard(edge.label);
        writeln!(self.out, " -1 {guard}")
    }

    fn sets(&mut self, marks: &Marks) -> fmt::Result {
        for (set, &mark) in self.demanded.iter().enumerate() {
            if marks.contains(mark) {
                write!(self.out, " {set}")?;
            }
        }
        Ok(())
    }

    /// The label in prefix notation.
    fn guard(&mut self, label: Label) -> String {
        if label.is_true() {
            return "t".to_owned();
        }
        let mut cubes = self.labels.bdds.cover(label);
        cubes.sort_unstable();
        let cubes: Vec<String> = cubes.iter().map(|cube| self.cube(cube)).collect();
        prefix("|", &cubes)
    }

    fn cube(&self, cube: &Cube) -> String {
        let literal = |&(var, positive): &(u32, bool)| {
            let name = quote(&self.labels.propositions[var as usize]);
            let sign = if positive { "" } else { "! " };
            format!("{sign}{name}")
        };
        let literals: Vec<String> = cube.literals.iter().map(literal).collect();
        prefix("&", &literals)
    }
}

/// Operands joined by a binary operator in front of them.
fn prefix(operator: &str, operands: &[String]) -> String {
    let operators = format!("{operator} ").repeat(operands.len() - 1);
    format!("{operators}{}", operands.join(" "))
}
