//! Looks up every name of a file, gives every variable its place in the state, and checks what the
//! grammar cannot: the way from a [`File`] to a [`Program`].
//!
//! Faults are collected, so that one reading reports many of them.  The state is laid out in the
//! order of the declarations: globals and buffers, then for each process its location and its variables, and last
//! the property process, on a word of its own, so that the system's part is a prefix.

mod acceptance;
mod declarations;
mod expressions;
mod processes;

use lariat_diagnostics::AllLocated;
use lariat_program::{
    Cell, Channel, Code, Expressions, Layout, Process, Program, Transition, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{Error, ErrorKind, Errors, Hint, Sort, Warning, WarningKind, closest};
use super::lexer::{Span, significant};
use super::parser::parse_expression;
use super::syntax::File;

pub(crate) use expressions::Reading;

/// The largest state, in bytes.
const LARGEST_STATE: u32 = 1 << 20;
/// More faults than this are not collected.
const MOST_ERRORS: usize = 20;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    Variable(usize),
    Constant(usize),
    Channel(usize),
    Process(usize),
}

impl Symbol {
    fn sort(self) -> Sort {
        match self {
            Symbol::Variable(_) | Symbol::Constant(_) => Sort::Variable,
            Symbol::Channel(_) => Sort::Channel,
            Symbol::Process(_) => Sort::Process,
        }
    }
}

type Names = FxHashMap<String, Symbol>;

/// A variable while names are looked up.
#[derive(Clone, Debug)]
pub(crate) struct VariableEntry {
    variable: Variable,
    /// Its number among the globals, if it is one.
    global: Option<u32>,
    /// Where its initial values stand among the tables, once an initialiser has indexed it.
    table: Option<u32>,
}

/// A constant; it takes no part in the state.
#[derive(Clone, Debug)]
pub(crate) struct ConstantEntry {
    name: String,
    /// The values that were given, from element 0.
    values: Vec<i32>,
    length: u32,
    is_array: bool,
    /// Where its elements stand among the tables, if it is an array.
    table: u32,
}

/// The names of a process, and what must be known of it before its transitions are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessEntry {
    name: String,
    names: Names,
    states: FxHashMap<String, u32>,
    initial: u32,
    place: Option<Cell>,
    is_property: bool,
}

/// All names of a model: what propositions are resolved against.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    globals: Names,
    variables: Vec<VariableEntry>,
    constants: Vec<ConstantEntry>,
    processes: Vec<ProcessEntry>,
}

/// What a resolver produces.
pub(crate) struct Resolved {
    pub(crate) program: Program,
    pub(crate) symbols: Symbols,
    /// Where the guard of each transition stands in the text.
    pub(crate) guard_spans: Vec<Span>,
    /// The labels of each transition.
    pub(crate) labels: Vec<Vec<String>>,
    pub(crate) warnings: Vec<Warning>,
}

/// Resolves a file.
pub(crate) fn resolve(text: &str, file: &File) -> Result<Resolved, Errors> {
    let mut resolver = Resolver::new(text, Symbols::default());
    let program = resolver.file(file);
    match program {
        Some(program) if resolver.errors.is_empty() => Ok(Resolved {
            program,
            symbols: resolver.symbols,
            guard_spans: resolver.guard_spans,
            labels: resolver.labels,
            warnings: resolver.warnings,
        }),
        _ => Err(AllLocated(resolver.errors)),
    }
}

/// Resolves a proposition against a model, and appends its code to the expressions.
pub(crate) fn resolve_proposition(
    text: &str,
    symbols: &mut Symbols,
    expressions: &mut Expressions,
) -> Result<Code, Errors> {
    let expression = parse_expression(text)?;
    let mut resolver = Resolver::new(text, std::mem::take(symbols));
    resolver.expressions = std::mem::take(expressions);
    let code = resolver.lower(&expression, None, Reading::Proposition);
    *symbols = resolver.symbols;
    *expressions = resolver.expressions;
    code.ok_or(AllLocated(resolver.errors))
}

/// The state of the resolution.
pub(crate) struct Resolver<'t> {
    text: &'t str,
    pub(crate) symbols: Symbols,
    pub(crate) errors: Vec<Error>,
    warnings: Vec<Warning>,
    pub(crate) expressions: Expressions,
    channels: Vec<Channel>,
    /// How many values each untyped channel carries, once a use has fixed it.
    arities: Vec<Option<usize>>,
    global_count: u32,
    transitions: Vec<Transition>,
    guard_spans: Vec<Span>,
    labels: Vec<Vec<String>>,
    layout: Layout,
    /// The expressions that a warning about precedence has shown.
    misread: FxHashSet<String>,
    /// Whether what is being read can never happen, since a guard is constantly false.
    is_dead: bool,
}

impl<'t> Resolver<'t> {
    pub(crate) fn new(text: &'t str, symbols: Symbols) -> Self {
        Self {
            text,
            symbols,
            errors: Vec::new(),
            warnings: Vec::new(),
            expressions: Expressions::default(),
            channels: Vec::new(),
            arities: Vec::new(),
            global_count: 0,
            transitions: Vec::new(),
            guard_spans: Vec::new(),
            labels: Vec::new(),
            layout: Layout::new(LARGEST_STATE),
            misread: FxHashSet::default(),
            is_dead: false,
        }
    }

    fn file(&mut self, file: &File) -> Option<Program> {
        let property = self.property_position(file);
        let order = |position: usize| Some(position) != property;
        let positions = (0..file.processes.len())
            .filter(|&p| order(p))
            .chain(property);
        let sources: Vec<_> = positions
            .map(|position| &file.processes[position])
            .collect();
        self.declare_processes(&sources, property.is_some());
        self.declare_globals(&file.globals);
        let system = sources.len() - usize::from(property.is_some());
        for (number, source) in sources[..system].iter().enumerate() {
            self.declare_locals(number, source);
        }
        let width = self.layout.words();
        self.layout.end_word();
        if property.is_some() {
            self.declare_locals(system, sources[system]);
        }
        let processes = self.processes(&sources);
        let accepting = property.map(|_| self.accepting(system, sources[system]));
        if self.layout.is_too_large() {
            let largest = LARGEST_STATE as usize;
            self.fault(ErrorKind::StateTooLarge(largest), Span::default());
            return None;
        }
        Some(Program {
            expressions: std::mem::take(&mut self.expressions),
            globals: self.global_variables(),
            channels: std::mem::take(&mut self.channels),
            processes,
            transitions: std::mem::take(&mut self.transitions),
            actions: Vec::new(),
            synchronous: file.system.synchronous,
            property: accepting,
            width,
            observed_width: self.layout.words(),
        })
    }

    /// The position of the property process in the file.
    fn property_position(&mut self, file: &File) -> Option<usize> {
        let wanted = file.system.property?;
        let named = |name: Span| significant(name.of(self.text));
        let is_wanted = |process: &super::syntax::Process| named(process.name) == named(wanted);
        let position = file.processes.iter().position(is_wanted);
        if position.is_none() {
            let names = file.processes.iter().map(|process| named(process.name));
            let suggestion = closest(named(wanted), names);
            self.undeclared(Sort::Process, wanted, suggestion);
        }
        position
    }

    fn global_variables(&self) -> Vec<Variable> {
        let globals = self.symbols.variables.iter();
        globals
            .filter(|entry| entry.global.is_some())
            .map(|entry| entry.variable.clone())
            .collect()
    }

    pub(crate) fn name(&self, span: Span) -> &'t str {
        significant(span.of(self.text))
    }

    pub(crate) fn fault(&mut self, kind: ErrorKind, span: Span) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(Error::new(kind, span));
        }
    }

    fn warn(&mut self, kind: WarningKind, span: Span) {
        self.warnings.push(Warning::new(kind, span));
    }

    fn undeclared(&mut self, sort: Sort, span: Span, similar: Option<String>) {
        self.undeclared_with_hint(sort, span, similar.map(Hint::Similar));
    }

    fn undeclared_with_hint(&mut self, sort: Sort, span: Span, hint: Option<Hint>) {
        let name = self.name(span).to_owned();
        self.fault(ErrorKind::Undeclared { sort, name, hint }, span);
    }
}

/// The processes as the program keeps them.
type Processes = Vec<Process>;
