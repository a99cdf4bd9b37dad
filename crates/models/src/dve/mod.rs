//! DVE, the modelling language of DiVinE and of the BEEM benchmark set.
//!
//! [`Dve::parse`] reads a model.  The result is a [`Model`]: its events are the processes, its
//! propositions any boolean expressions of the language ([`Dve::watch`]).

mod compiled;
mod describe;
mod error;
mod evaluate;
mod expression;
mod interpreter;
mod lexer;
#[cfg(feature = "jit")]
mod native;
mod parser;
mod program;
mod property;
mod proposition;
mod resolve;
mod synchronous;
mod syntax;
mod tokens;

pub use compiled::{Compiled, Obstacle};
pub use error::{Error, ErrorKind, Errors, Hint, Sort, Warning, WarningKind};
pub use property::{Observed, PropertyAutomaton};

use lariat_automata::Letter;

use crate::{FairnessComment, Model, RuntimeError, Step, Successors, Value};
use evaluate::{Machine, store};
use interpreter::{Interpreter, at};
use program::{Program, Variable};
use proposition::Propositions;
use resolve::Symbols;

/// A DVE model, run by the interpreter.
#[derive(Clone, Debug)]
pub struct Dve {
    text: String,
    program: Program,
    symbols: Symbols,
    events: Vec<String>,
    fairness: Vec<FairnessComment>,
    warnings: Vec<Warning>,
    propositions: Propositions,
    has_assertions: bool,
}

impl Dve {
    /// Reads a model.
    ///
    /// # Errors
    /// Syntax errors, of which the first is reported, or all other faults that were found.
    pub fn parse(text: &str) -> Result<Self, Errors> {
        let parsed = parser::parse_file(text)?;
        let resolved = resolve::resolve(text, &parsed.file)?;
        let program = resolved.program;
        let system = &program.processes[..program.system_processes()];
        let events = system.iter().map(|process| process.name.clone()).collect();
        let mut locations = system.iter().flat_map(|process| &process.locations);
        let has_assertions = locations.any(|location| !location.assertions.is_empty());
        let warnings = parsed.warnings.into_iter().chain(resolved.warnings);
        Ok(Self {
            text: text.to_owned(),
            events,
            fairness: parsed.fairness,
            warnings: warnings.collect(),
            symbols: resolved.symbols,
            propositions: Propositions::default(),
            has_assertions,
            program,
        })
    }

    /// What is odd about the text.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The fairness that the text's comments ask for.
    pub fn fairness(&self) -> &[FairnessComment] {
        &self.fairness
    }

    /// Every state of every process of the system, as a proposition: `P.q`.
    pub fn locations(&self) -> Vec<String> {
        let system = &self.program.processes[..self.program.system_processes()];
        let names = system.iter().flat_map(|process| {
            let locations = process.locations.iter();
            locations.map(|location| format!("{}.{}", process.name, location.name))
        });
        names.collect()
    }

    /// Adds a boolean expression to the propositions, and gives its number in letters.
    ///
    /// An expression with the same meaning as an earlier one gets the earlier one's number.  `P.x`
    /// names a state or a variable of process P.
    ///
    /// # Errors
    /// When the text is no expression over the names of the model.
    ///
    /// ```
    /// use lariat_models::dve::Dve;
    ///
    /// let mut model = Dve::parse("byte x; process P { state q; init q; } system async;")?;
    /// assert_eq!(model.watch("x == 3")?, 0);
    /// assert_eq!(model.watch("P.q and x < 2")?, 1);
    /// assert_eq!(model.watch("(3==x)")?, 0);
    /// assert!(model.watch("y == 3").is_err());
    /// # Ok::<(), lariat_models::dve::Errors>(())
    /// ```
    pub fn watch(&mut self, text: &str) -> Result<usize, Errors> {
        let code = resolve::resolve_proposition(text, &mut self.symbols, &mut self.program)?;
        Ok(self.propositions.add(&self.program, code))
    }
}

impl Model for Dve {
    fn width(&self) -> usize {
        self.program.width
    }

    fn initial(&self, out: &mut Vec<u32>) {
        let state = initial_state(&self.program);
        out.extend_from_slice(&state[..self.program.width]);
    }

    fn successors(&self, state: &[u32], out: &mut Successors) {
        let mut interpreter = Interpreter::new(&self.program);
        if self.program.synchronous {
            interpreter.synchronous_successors(state, out);
        } else {
            interpreter.successors(state, out);
        }
    }

    fn events(&self) -> &[String] {
        &self.events
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        if step == synchronous::EVERYBODY {
            return (0..self.events.len()).for_each(visit);
        }
        let process =
            |transition: u32| self.program.transitions[transition as usize].process as usize;
        visit(process(step.transition));
        if step.partner != Step::ALONE {
            visit(process(step.partner));
        }
    }

    fn describe(&self, state: &[u32]) -> Vec<(String, Value)> {
        describe::describe(&self.program, state, self.program.system_processes())
    }

    fn propositions(&self) -> usize {
        self.propositions.len()
    }

    fn letter(&self, state: &[u32], letter: &mut Letter) -> Result<(), RuntimeError> {
        let mut machine = Machine::new(&self.program.tables, self.program.stack);
        for (number, code) in self.propositions.iter().enumerate() {
            if machine.evaluate(self.program.code(code), state)? != 0 {
                letter.insert(number);
            }
        }
        Ok(())
    }

    fn failed_assertion(&self, state: &[u32]) -> Option<String> {
        if !self.has_assertions {
            return None;
        }
        let mut machine = Machine::new(&self.program.tables, self.program.stack);
        (0..self.program.system_processes()).find_map(|number| {
            let location = at(&self.program, state, number);
            let fails = |&&code: &&program::Code| {
                matches!(
                    machine.evaluate(self.program.code(code), state),
                    Ok(0) | Err(_)
                )
            };
            location.assertions.iter().find(fails).map(|_| {
                let process = &self.program.processes[number].name;
                format!(
                    "the assertion at state `{}` of process `{process}` fails",
                    location.name
                )
            })
        })
    }
}

/// The initial state of the system, with that of its property process behind it.
fn initial_state(program: &Program) -> Vec<u32> {
    let mut state = vec![0; program.observed_width];
    let set = |state: &mut [u32], variable: &Variable| {
        for (index, &value) in variable.initial.iter().enumerate() {
            store(state, variable.place.element(index as u32), value);
        }
    };
    for variable in &program.globals {
        set(&mut state, variable);
    }
    for process in &program.processes {
        if let Some(place) = process.place {
            store(&mut state, place, process.initial as i32);
        }
        for variable in &process.variables {
            set(&mut state, variable);
        }
    }
    state
}
