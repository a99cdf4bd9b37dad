//! The nondeterministic automata of the parts, as the paper prints them: A∃(Q, I, R, F).

use std::fmt::{self, Write};

use lariat_bdd::{Bdds, Var};
use lariat_ltl::Formulas;

use super::expressions::Expressions;
use crate::equations::FIRST_INPUT;
use crate::error::text;
use crate::{Determinized, Equations, PartAutomaton, Tie};

impl Determinized {
    /// The nondeterministic automata of the parts that needed one.  Inputs and memory go by the names of [`Equations::to_text`].
    pub fn nondeterministic_text(&self, formulas: &Formulas) -> String {
        let mut out = String::new();
        for part in &self.parts {
            write_part(&mut out, formulas, &self.equations, part).expect("strings can be written");
        }
        out
    }
}

fn write_part(
    out: &mut String,
    formulas: &Formulas,
    equations: &Equations,
    part: &PartAutomaton,
) -> fmt::Result {
    let names = equations.names();
    let name = |var: Var| match var {
        FIRST_INPUT.. => names[&var].clone(),
        _ if var.is_multiple_of(2) => format!("q{}", var / 2),
        _ => format!("q{}'", var / 2),
    };
    let decision = |c: &str, yes: &str, no: &str| format!("if {c} then {yes} else {no}");
    let mut bdds: Bdds = equations.bdds.clone();
    let mut expressions = Expressions::new(&mut bdds, name, ["0", "1"], decision);
    let automaton = &part.automaton;
    writeln!(out, "automaton of {}", text(formulas, part.formula))?;
    for (index, rule) in automaton.rules.iter().enumerate() {
        writeln!(out, "  q{index}    # {}", text(formulas, rule.formula))?;
    }
    writeln!(
        out,
        "initial:\n  {}",
        expressions.expression(automaton.initial, "n")
    )?;
    writeln!(out, "transitions:")?;
    for (index, rule) in automaton.rules.iter().enumerate() {
        let tie = match rule.tie {
            Tie::Equal => "<->",
            Tie::Implies => "->",
        };
        let expansion = expressions.expression(rule.expansion, "n");
        writeln!(out, "  q{index} {tie} {expansion}")?;
    }
    if automaton.rules.iter().any(|rule| rule.tie == Tie::Implies) {
        writeln!(out, "  and as few of the next ones as possible")?;
    }
    for (name, definition) in &expressions.definitions {
        writeln!(out, "  where {name} = {definition}")?;
    }
    let accepting = match automaton.accepting {
        set if set.is_true() => "1".to_owned(),
        set => format!("FG ({})", expressions.expression(set, "n")),
    };
    writeln!(out, "accept: {accepting}")
}
