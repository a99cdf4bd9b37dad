//! A drawing of the alternating automaton itself.
//!
//! States bear their formulas; accepting ones are grey with a double border.  A clause that leads to
//! several states at once passes a dot, one that leads to none ends in a small box.  Clauses from one
//! state to another share an arrow, with a line for each.

use std::fmt::Write;

use indexmap::IndexMap;
use lariat_ltl::{Formulas, Notation, PrintError, print};

use super::clause::{ClauseCube, States};
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
            drawing.line("start [label=\"\", shape=point, style=invis, width=0]");
            drawing.clause("start", "start_", "", initial);
            drawing.arrows("start");
        }
        for (number, state) in self.states.iter().enumerate() {
            for (index, clause) in state.transitions.clauses().iter().enumerate() {
                let letters = self.letters(formulas, &clause.letters)?;
                let (from, via) = (format!("q{number}"), format!("q{number}_{index}"));
                drawing.clause(&from, &via, &letters, &clause.to);
            }
            drawing.arrows(&format!("q{number}"));
        }
        Ok(drawing.finish())
    }

    fn letters(&self, formulas: &mut Formulas, cube: &ClauseCube) -> Result<String, PrintError> {
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
    /// The lines of the arrows to single states that are still to be drawn.
    arrows: IndexMap<usize, Vec<String>>,
}

impl Drawing {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "  {line};");
    }

    fn state(&mut self, number: usize, text: &str, accepting: bool) {
        let border = match accepting {
            true => ", peripheries=2, style=\"rounded,filled\", fillcolor=lightgrey",
            false => "",
        };
        let text = quoted(text);
        self.line(&format!("q{number} [label={text}{border}]"));
    }

    /// The edges of a clause, through the node `via` if there are several.
    fn clause(&mut self, from: &str, via: &str, letters: &str, to: &States) {
        match to.iter().collect::<Vec<_>>()[..] {
            [] => {
                let end = format!("end{}", self.ends);
                self.ends += 1;
                self.line(&format!(
                    "{end} [shape=box, label=\"\", width=0.1, height=0.1]"
                ));
                self.line(&format!("{from} -> {end} [label={}]", quoted(letters)));
            }
            [single] => {
                let lines = self.arrows.entry(single).or_default();
                lines.push(letters.to_owned());
            }
            ref several => {
                self.line(&format!("{via} [label=\"\", shape=point, fillcolor=black]"));
                self.line(&format!(
                    "{from} -> {via} [label={}, dir=none]",
                    quoted(letters)
                ));
                for state in several {
                    self.line(&format!("{via} -> q{state}"));
                }
            }
        }
    }

    /// Draws the arrows from a node to single states.
    fn arrows(&mut self, from: &str) {
        for (to, lines) in std::mem::take(&mut self.arrows) {
            let label = quoted(&lines.join("\n"));
            self.line(&format!("{from} -> q{to} [label={label}]"));
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
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
