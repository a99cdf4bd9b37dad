//! DVE, the modelling language of DiVinE and of the BEEM benchmark set.
//!
//! [`Dve::parse`] reads a model.  The result is a [`lariat_model::Model`]: its events are the processes, its
//! propositions any boolean expressions of the language ([`Dve::watch`]).

mod compiled;
mod error;
mod expression;
mod lexer;
mod model;
mod parser;
mod property;
mod resolve;
mod source;
mod syntax;
mod tokens;

pub use compiled::Compiled;
pub use error::{Error, ErrorKind, Errors, Hint, Sort, Warning, WarningKind};
pub use property::{Observed, PropertyAutomaton};
pub(crate) use source::DveFormat;

pub use lariat_program::Obstacle;

use std::sync::{Arc, OnceLock};

use lariat_model::{FairnessComment, Schema};
use lariat_program::{Program, ProgramStructure, Propositions};

use lexer::Span;
use resolve::Symbols;

/// A DVE model, run by the interpreter.
#[derive(Clone, Debug)]
pub struct Dve {
    text: String,
    program: Program,
    symbols: Symbols,
    /// Where the guard of each transition stands in the text.
    guard_spans: Vec<Span>,
    schema: Schema,
    fairness: Vec<FairnessComment>,
    warnings: Vec<Warning>,
    propositions: Propositions,
    has_assertions: bool,
    /// What its transitions read and write, once somebody has asked.
    structure: OnceLock<Option<ProgramStructure>>,
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
        let system = program.system().iter();
        let events = system.map(|process| process.name.clone()).collect();
        let warnings = parsed.warnings.into_iter().chain(resolved.warnings);
        Ok(Self {
            text: text.to_owned(),
            schema: Schema::new(program.width, events, 0),
            fairness: parsed.fairness,
            warnings: warnings.collect(),
            symbols: resolved.symbols,
            guard_spans: resolved.guard_spans,
            propositions: Propositions::default(),
            has_assertions: program.has_assertions(),
            structure: OnceLock::new(),
            program,
        })
    }

    /// What the text means.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The propositions that are watched, in the order of their numbers.
    pub fn watched(&self) -> &Propositions {
        &self.propositions
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
        let names = self.program.system().iter().flat_map(|process| {
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
        self.note_propositions();
        Ok(number)
    }

    /// What its transitions read and write; none if it is synchronous.
    fn structure(&self) -> Option<&ProgramStructure> {
        let structure = self.structure.get_or_init(|| {
            let program = Arc::new(self.program.clone());
            ProgramStructure::new(program, &self.propositions)
        });
        structure.as_ref()
    }

    /// Tells the schema how many propositions are watched.
    fn note_propositions(&mut self) {
        self.structure = OnceLock::new();
        let watched = self.propositions.len();
        self.schema.propositions.resize(watched, None);
    }
}
