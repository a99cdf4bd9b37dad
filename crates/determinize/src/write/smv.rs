//! A module in the language of NuSMV and nuXmv.
//!
//! Propositions are unconstrained variables, state variables have `init` and `next` assignments, marks are definitions, and the
//! acceptance condition is a specification over them: it holds iff the automaton accepts every word.

use std::fmt::{self, Write};

use lariat_automata::Condition;
use lariat_bdd::Var;
use rustc_hash::{FxHashMap, FxHashSet};

use super::expressions::Expressions;
use crate::Equations;

impl Equations {
    /// The automaton as the module `main`.
    pub fn to_smv(&mut self) -> String {
        let mut text = String::new();
        self.write_smv(&mut text).expect("strings can be written");
        text
    }

    fn write_smv(&mut self, out: &mut String) -> fmt::Result {
        let names = self.smv_names();
        writeln!(out, "MODULE main\nVAR")?;
        for input in &self.inputs {
            let comment = input.name.replace(['\n', '\r'], " ");
            writeln!(
                out,
                "  {} : boolean; -- the proposition {comment}",
                names[&input.var]
            )?;
        }
        for variable in &self.variables {
            let comment = variable.meaning.replace(['\n', '\r'], " ");
            writeln!(out, "  {} : boolean; -- {comment}", names[&variable.var])?;
        }
        let decision = |c: &str, yes: &str, no: &str| format!("({c} ? {yes} : {no})");
        let name = |var: Var| names[&var].clone();
        let mut expressions = Expressions::new(&mut self.bdds, name, ["FALSE", "TRUE"], decision);
        let mut assignments = String::new();
        for variable in &self.variables {
            let name = &names[&variable.var];
            let initial = if variable.initial { "TRUE" } else { "FALSE" };
            let next = expressions.expression(variable.next, "lariat_n");
            writeln!(
                assignments,
                "  init({name}) := {initial};\n  next({name}) := {next};"
            )?;
        }
        let mut marks = String::new();
        for (index, &mark) in self.marks.iter().enumerate() {
            let mark = expressions.expression(mark, "lariat_n");
            writeln!(marks, "  lariat_mark{index} := {mark};")?;
        }
        if !self.variables.is_empty() {
            write!(out, "ASSIGN\n{assignments}")?;
        }
        if !expressions.definitions.is_empty() || !self.marks.is_empty() {
            writeln!(out, "DEFINE")?;
        }
        for (name, definition) in &expressions.definitions {
            writeln!(out, "  {name} := {definition};")?;
        }
        write!(out, "{marks}")?;
        writeln!(out, "-- accepting:\nLTLSPEC {}", ltl(&self.condition))
    }

    /// Identifiers of the language, no two alike and none of them a keyword: `i_` and what the name has of letters and
    /// digits for inputs, `s_` and the name for state variables.
    fn smv_names(&self) -> FxHashMap<Var, String> {
        let mut taken = FxHashSet::default();
        let mut names = FxHashMap::default();
        for input in &self.inputs {
            let plain = |c: char| {
                if c.is_ascii_alphanumeric() || c == '_' {
                    c
                } else {
                    '_'
                }
            };
            let mut name: String =
                format!("i_{}", input.name.chars().map(plain).collect::<String>());
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            names.insert(input.var, name);
        }
        let variables = self.variables.iter();
        names.extend(variables.map(|variable| (variable.var, format!("s_{}", variable.name))));
        names
    }
}

/// The condition in the language's LTL.
fn ltl(condition: &Condition) -> String {
    let joined = |parts: &[Condition], with: &str| {
        let parts: Vec<String> = parts.iter().map(ltl).collect();
        format!("({})", parts.join(with))
    };
    match condition {
        Condition::True => "TRUE".to_owned(),
        Condition::False => "FALSE".to_owned(),
        Condition::Inf(mark) => format!("G F lariat_mark{mark}"),
        Condition::Fin(mark) => format!("F G !lariat_mark{mark}"),
        Condition::And(parts) => joined(parts, " & "),
        Condition::Or(parts) => joined(parts, " | "),
    }
}
