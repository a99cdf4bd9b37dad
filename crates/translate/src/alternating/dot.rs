//! A drawing of the alternating automaton itself.
//!
//! States bear their formulas; accepting ones have a double border.  A clause that leads to several
//! states at once passes a dot, one that leads to none ends in a small box.

use std::fmt::Write;

use lariat_ltl::{Formulas, Notation, PrintError, print};

use super::clause::{Cube, States};
use super::{AlternatingAutomaton, Signed};

impl AlternatingAutomaton {
    /// The automaton as a graph in DOT.
    ///
    /// `formulas` is the arena that the automaton was built from.
    pub fn to_dot(&self, formulas: &mut Formulas) -> Result<String, PrintError> {
        let mut drawing = Drawing::default();
        for (number, state) in self.states.iter().enumerate() {
            let text = text(formulas, state.formula)?;
            drawing.state(number, &text, state.accepting);
        }
        if let Some(initial) = &self.initial {
            drawing.line("start [shape=point, style=invis]");
            drawing.clause("start", "start_", "", initial);
        }
        for (number, state) in self.states.iter().enumerate() {
            for (index, clause) in state.transitions.clauses().iter().enumerate() {
                let letters = self.letters(formulas, &clause.letters)?;
                let (from, via) = (format!("q{number}"), format!("q{number}_{index}"));
                drawing.clause(&from, &via, &letters, &clause.to);
            }
        }
        Ok(drawing.finish())
    }

    fn letters(&self, formulas: &mut Formulas, cube: &Cube) -> Result<String, PrintError> {
        let mut literals = Vec::new();
        for (side, positive) in [(&cube.positive, true), (&cube.negative, false)] {
            for proposition in side.iter() {
                let atom = formulas.atom(&self.propositions[proposition]);
                literals.push(if positive { atom } else { formulas.not(atom) });
            }
        }
        let conjunction = formulas.all(literals);
        print(formulas, conjunction, Notation::Spot)
    }
}

fn text(formulas: &mut Formulas, signed: Signed) -> Result<String, PrintError> {
    let formula = if signed.negated {
        formulas.not(signed.formula)
    } else {
        signed.formula
    };
    print(formulas, formula, Notation::Spot)
}

#[derive(Default)]
struct Drawing {
    body: String,
    ends: usize,
}

impl Drawing {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line};");
    }

    fn state(&mut self, number: usize, text: &str, accepting: bool) {
        let borders = if accepting { 2 } else { 1 };
        let text = quoted(text);
        self.line(&format!("q{number} [label={text}, peripheries={borders}]"));
    }

    /// The edges of a clause, through the node `via` if there are several.
    fn clause(&mut self, from: &str, via: &str, letters: &str, to: &States) {
        let letters = quoted(letters);
        match to.iter().collect::<Vec<_>>()[..] {
            [] => {
                let end = format!("end{}", self.ends);
                self.ends += 1;
                self.line(&format!(
                    "{end} [shape=box, label=\"\", width=0.1, height=0.1]"
                ));
                self.line(&format!("{from} -> {end} [label={letters}]"));
            }
            [single] => self.line(&format!("{from} -> q{single} [label={letters}]")),
            ref several => {
                self.line(&format!("{via} [shape=point]"));
                self.line(&format!("{from} -> {via} [label={letters}, dir=none]"));
                for state in several {
                    self.line(&format!("{via} -> q{state}"));
                }
            }
        }
    }

    fn finish(self) -> String {
        format!(
            "digraph alternating {{\n  rankdir=LR;\n  node [shape=box, style=rounded];\n{}}}\n",
            self.body
        )
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
