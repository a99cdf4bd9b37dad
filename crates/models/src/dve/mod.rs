//! DVE, the modelling language of DiVinE and of the BEEM benchmark set.
//!
//! [`Dve::parse`] reads a model.  The result is a [`lariat_model::Model`]: its events are the processes, its
//! propositions any boolean expressions of the language ([`Dve::watch`]).

mod compiled;
mod describe;
mod error;
mod evaluate;
mod expression;
mod interpreter;
mod lexer;
mod model;
#[cfg(feature = "jit")]
mod native;
mod parser;
mod program;
mod property;
mod proposition;
mod resolve;
mod source;
mod synchronous;
mod syntax;
mod tokens;

pub use compiled::{Compiled, Obstacle};
pub use error::{Error, ErrorKind, Errors, Hint, Sort, Warning, WarningKind};
pub use property::{Observed, PropertyAutomaton};
pub(crate) use source::DveFormat;

use lariat_model::{FairnessComment, Schema};

use evaluate::store;
use program::{Program, Variable};
use proposition::Propositions;
use resolve::Symbols;

/// A DVE model, run by the interpreter.
#[derive(Clone, Debug)]
pub struct Dve {
    text: String,
    program: Program,
    symbols: Symbols,
    schema: Schema,
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
            schema: Schema::new(program.width, events, 0),
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
        let number = self.propositions.add(&self.program, code);
        let watched = self.propositions.len();
        self.schema.propositions.resize(watched, None);
        Ok(number)
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
