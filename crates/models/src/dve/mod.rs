//! DVE, the modelling language of DiVinE and of the BEEM benchmark set.
//!
//! [`Dve::parse`] reads a model.  The result is a [`lariat_model::Model`]: its events are the processes, and transitions where
//! somebody speaks of them; its propositions are any boolean expressions of the language ([`Dve::watch`]).

mod actions;
mod error;
mod expression;
mod lexer;
mod parser;
mod precedence;
mod property;
mod resolve;
mod source;
mod syntax;
mod tokens;

pub use error::{Error, ErrorKind, Errors, Hint, Sort, Warning, WarningKind};
pub use property::PropertyAutomaton;
pub(crate) use source::DveFormat;

pub use lariat_program::{Compiled, Observed, Obstacle};

use std::sync::Arc;

use lariat_model::{Comments, Model, Schema, Step, Stepper, Structure, Value};
use lariat_program::{Program, ProgramModel};

use actions::ActionTable;
use lexer::Span;
use resolve::Symbols;

/// A DVE model, run by the interpreter; [`Compiled`] runs it as native code, and [`Observed`] with its property process.
///
/// ```
/// use lariat_budget::Budget;
/// use lariat_models::dve::{Compiled, Dve};
/// use lariat_space::explore;
///
/// let model = Dve::parse("byte x; process P { state q; init q;
///     trans q -> q { guard x < 9; effect x = x + 1; }; } system async;")?;
/// let compiled = Compiled::new(model.clone());
/// let (slow, fast) = (
///     explore(&model, &Budget::unlimited()),
///     explore(&compiled, &Budget::unlimited()),
/// );
/// assert_eq!(slow, fast);
/// # Ok::<(), lariat_models::dve::Errors>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dve {
    text: String,
    model: ProgramModel,
    symbols: Symbols,
    /// Where the guard of each transition stands in the text.
    guard_spans: Vec<Span>,
    actions: Arc<ActionTable>,
    /// The actions that are events, in the order of these.
    declared: Vec<usize>,
    comments: Comments,
    warnings: Vec<Warning>,
}

impl From<Dve> for ProgramModel {
    fn from(dve: Dve) -> Self {
        dve.model
    }
}

/// By interpretation.
impl Model for Dve {
    fn schema(&self) -> &Schema {
        self.model.schema()
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.model.stepper()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        self.model.reference()
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.model.each_event(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.model.describe(plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        self.model.structure()
    }
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
        let warnings = parsed.warnings.into_iter().chain(resolved.warnings);
        Ok(Self {
            text: text.to_owned(),
            actions: Arc::new(ActionTable::new(&program, &resolved.labels)),
            declared: Vec::new(),
            model: ProgramModel::new(program),
            comments: parsed.comments,
            warnings: warnings.collect(),
            symbols: resolved.symbols,
            guard_spans: resolved.guard_spans,
        })
    }

    /// What the text means.
    pub fn program(&self) -> &Program {
        self.model.program()
    }

    /// What is odd about the text.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Every state of every process of the system, as a proposition: `P.q`.
    pub fn locations(&self) -> Vec<String> {
        let names = self.program().system().iter().flat_map(|process| {
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
        let expressions = self.model.expressions_mut();
        let code = resolve::resolve_proposition(text, &mut self.symbols, expressions)?;
        Ok(self.model.watch(code))
    }

    /// The number of the event that an action is, which is one from now on.
    fn declare_action(&mut self, action: usize) -> usize {
        let processes = self.program().system_processes();
        let known = self.declared.iter().position(|&other| other == action);
        known.map_or_else(
            || {
                self.declared.push(action);
                let actions = &self.actions;
                let (name, transitions) = (&actions.names[action], &actions.transitions[action]);
                self.model.declare(name, transitions)
            },
            |place| processes + place,
        )
    }
}
