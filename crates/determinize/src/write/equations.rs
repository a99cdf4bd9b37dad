//! Equations as the paper prints them.

use std::fmt::{self, Write};

use lariat_automata::Condition;
use lariat_bdd::Var;
use rustc_hash::FxHashMap;

use super::expressions::Expressions;
use crate::Equations;

impl Equations {
    /// The equations, for people: what each state variable stands for, its first value, and its next one.
    ///
    /// ```
    /// use lariat_determinize::{Limits, determinize};
    /// use lariat_ltl::{Formulas, Syntax, parse};
    /// let mut formulas = Formulas::new();
    /// let f = parse(&mut formulas, "X(a W b)", Syntax::Spot).expect("a formula");
    /// let text = determinize(&mut formulas, f, &Limits::default())?.to_text();
    /// assert!(text.contains("p0' = p0 & !b | p2 & b"), "{text}");
    /// # Ok::<(), lariat_determinize::DeterminizeError>(())
    /// ```
    pub fn to_text(&mut self) -> String {
        let mut text = String::new();
        self.write_text(&mut text).expect("strings can be written");
        text
    }

    fn write_text(&mut self, out: &mut String) -> fmt::Result {
        let names = self.names();
        let inputs: Vec<&str> = self.inputs.iter().map(|i| names[&i.var].as_str()).collect();
        writeln!(out, "inputs: {}", inputs.join(", "))?;
        writeln!(out, "initial:")?;
        for variable in &self.variables {
            let (name, value) = (&names[&variable.var], u8::from(variable.initial));
            writeln!(out, "  {name} = {value}    # {}", variable.meaning)?;
        }
        let decision = |c: &str, yes: &str, no: &str| format!("if {c} then {yes} else {no}");
        let name = |var: Var| names[&var].clone();
        let mut expressions = Expressions::new(&mut self.bdds, name, ["0", "1"], decision);
        let mut next = String::new();
        for variable in &self.variables {
            let expression = expressions.expression(variable.next, "n");
            writeln!(next, "  {}' = {expression}", names[&variable.var])?;
        }
        let mut marks = String::new();
        for (index, &mark) in self.marks.iter().enumerate() {
            writeln!(
                marks,
                "  mark{index} = {}",
                expressions.expression(mark, "n")
            )?;
        }
        if !expressions.definitions.is_empty() {
            writeln!(out, "where:")?;
        }
        for (name, definition) in &expressions.definitions {
            writeln!(out, "  {name} = {definition}")?;
        }
        writeln!(
            out,
            "next:\n{next}marks:\n{marks}accept: {}",
            in_words(&self.condition)
        )
    }

    /// The names of inputs and state variables, no two alike.
    pub(super) fn names(&self) -> FxHashMap<Var, String> {
        let inputs = self
            .inputs
            .iter()
            .map(|input| (input.var, input.name.clone()));
        let variables = self.variables.iter();
        let variables = variables.map(|variable| (variable.var, self.apart(&variable.name)));
        inputs.chain(variables).collect()
    }

    /// The name, with so many underscores behind its letter that no input has it.
    fn apart(&self, name: &str) -> String {
        let (letter, number) = name.split_at(1);
        let mut name = name.to_owned();
        while self.inputs.iter().any(|input| input.name == name) {
            let underscores = name.len() - number.len();
            name = format!("{letter}{}{number}", "_".repeat(underscores));
        }
        name
    }
}

/// The condition over `mark0`, `mark1`, …
pub(super) fn in_words(condition: &Condition) -> String {
    match condition {
        Condition::True => "1".to_owned(),
        Condition::False => "0".to_owned(),
        Condition::Inf(mark) => format!("GF mark{mark}"),
        Condition::Fin(mark) => format!("FG !mark{mark}"),
        Condition::And(parts) => joined(parts, " & "),
        Condition::Or(parts) => joined(parts, " | "),
    }
}

fn joined(parts: &[Condition], with: &str) -> String {
    let parts = parts.iter().map(|part| match part {
        Condition::And(_) | Condition::Or(_) => format!("({})", in_words(part)),
        _ => in_words(part),
    });
    parts.collect::<Vec<_>>().join(with)
}
