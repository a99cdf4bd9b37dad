//! Expressions to code: names become places, and operators become instructions.
//!
//! DiVinE 2.4 has two evaluators that differ on logical operators; which one an expression meets
//! depends on where it stands ([`Reading`]).

use lariat_program::{Binary, Code, Draft, Op, Test, TruthRule};

use super::super::error::{ErrorKind, Sort, WarningKind, closest};
use super::super::lexer::Span;
use super::super::precedence::{Readings, readings};
use super::super::syntax::{Expression, Logical, Term};
use super::{Names, Resolver, Symbol};

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// In a guard, an effect, an index.
    Guard,
    /// In a sent value or an assertion.
    Value,
    /// In an initialiser, where a variable stands for its initial value.
    Initial,
    /// In a proposition: like a guard, and `P.x` may also name a variable.
    Proposition,
}

/// A variable or constant that an expression reads.
#[derive(Clone, Copy)]
enum Readable {
    Variable(usize),
    Constant(usize),
}

/// The state of one expression's translation.
struct Lowering {
    process: Option<usize>,
    reading: Reading,
    draft: Draft,
}

/// The names of variables and constants.
fn readable_names(names: &Names) -> impl Iterator<Item = &str> {
    let is_readable = |symbol: &Symbol| matches!(symbol, Symbol::Variable(_) | Symbol::Constant(_));
    let names = names.iter();
    names.filter_map(move |(name, symbol)| is_readable(symbol).then_some(name.as_str()))
}

impl Resolver<'_> {
    /// Translates an expression that stands in `process`, or outside of any.
    pub(crate) fn lower(
        &mut self,
        expression: &Expression,
        process: Option<usize>,
        reading: Reading,
    ) -> Option<Code> {
        if let Some(Readings { ours, usual }) = readings(self.text, expression)
            && self.misread.insert(ours.clone())
        {
            self.warn(WarningKind::Precedence { ours, usual }, expression.span);
        }
        self.lower_terms(&expression.terms, process, reading)
    }

    pub(super) fn lower_terms(
        &mut self,
        terms: &[(Term, Span)],
        process: Option<usize>,
        reading: Reading,
    ) -> Option<Code> {
        let mut lowering = Lowering {
            process,
            reading,
            draft: self.expressions.begin(),
        };
        let mut sound = true;
        for &(term, span) in terms {
            sound &= self.lower_term(term, span, &mut lowering).is_some();
        }
        if !sound {
            self.expressions.abandon(lowering.draft);
            return None;
        }
        Some(self.expressions.finish(lowering.draft))
    }

    /// Translates one term; a fault leaves a constant in its place.
    fn lower_term(&mut self, term: Term, span: Span, lowering: &mut Lowering) -> Option<()> {
        match term {
            Term::Number(value) => self.push(Op::Constant(value), lowering),
            Term::Unary(operator) => self.expressions.unary(&mut lowering.draft, operator),
            Term::Binary(operator) => self.expressions.binary(&mut lowering.draft, operator),
            Term::Left(logical) => self.emit_left(logical, lowering),
            Term::Logical(logical) => self.emit_logical(logical, lowering),
            Term::Name => {
                let found = self.readable(span, lowering);
                return self.emit_read(found, span, lowering);
            }
            Term::Index => {
                let found = self.readable(span, lowering);
                return self.emit_indexed(found, span, lowering);
            }
            Term::Dotted { process, member } => {
                return self.emit_dotted(process, member, lowering);
            }
            Term::DottedIndex { process, member } => {
                let found = self.dotted_variable(process, member, lowering);
                return self.emit_indexed(found, span, lowering);
            }
            Term::Foreign { process, member } => {
                let found = self.foreign(process, member, lowering);
                return self.emit_read(found, span, lowering);
            }
            Term::ForeignIndex { process, member } => {
                let found = self.foreign(process, member, lowering);
                return self.emit_indexed(found, span, lowering);
            }
        }
        Some(())
    }

    /// Appends an instruction that pushes a value.
    fn push(&mut self, op: Op, lowering: &mut Lowering) {
        self.expressions.push(&mut lowering.draft, op);
    }

    /// Ends the left operand of a logical operator.
    fn emit_left(&mut self, logical: Logical, lowering: &mut Lowering) {
        let exact = matches!(lowering.reading, Reading::Value | Reading::Initial);
        let test = match (logical, exact) {
            (Logical::And, _) => Test::And,
            (Logical::Or, false) => Test::Or,
            (Logical::Or, true) => Test::OrItself,
            (Logical::Imply, false) => Test::Imply,
            (Logical::Imply, true) => return,
        };
        self.expressions.left(&mut lowering.draft, test);
    }

    /// Ends the right operand of a logical operator.
    fn emit_logical(&mut self, logical: Logical, lowering: &mut Lowering) {
        let exact = matches!(lowering.reading, Reading::Value | Reading::Initial);
        if logical == Logical::Imply && exact {
            return self.expressions.strict_imply(&mut lowering.draft);
        }
        let truth = if exact {
            TruthRule::NonZero
        } else {
            TruthRule::Positive
        };
        self.expressions.right(&mut lowering.draft, truth);
    }

    /// The variable or constant that a bare name stands for.
    fn readable(&mut self, span: Span, lowering: &Lowering) -> Option<Readable> {
        let symbol = self.lookup(span, lowering.process);
        self.as_readable(symbol, span, lowering.process)
    }

    /// What a bare name stands for: the process's own names hide the global ones.
    pub(super) fn lookup(&self, span: Span, process: Option<usize>) -> Option<Symbol> {
        let name = self.name(span);
        let local = process.and_then(|number| self.symbols.processes[number].names.get(name));
        local.or_else(|| self.symbols.globals.get(name)).copied()
    }

    /// A symbol as a variable or constant, where one is looked for that `process` sees.
    fn as_readable(
        &mut self,
        symbol: Option<Symbol>,
        span: Span,
        process: Option<usize>,
    ) -> Option<Readable> {
        let is = match symbol {
            Some(Symbol::Variable(variable)) => return Some(Readable::Variable(variable)),
            Some(Symbol::Constant(constant)) => return Some(Readable::Constant(constant)),
            Some(symbol) => symbol.sort(),
            None => {
                let suggestion = self.similar_variable(span, process);
                self.undeclared(Sort::Variable, span, suggestion);
                return None;
            }
        };
        self.wrong_sort(span, is, Sort::Variable);
        None
    }

    /// Faults a name of the wrong sort.
    pub(super) fn wrong_sort(&mut self, span: Span, is: Sort, wanted: Sort) {
        let name = self.name(span).to_owned();
        self.fault(ErrorKind::WrongSort { name, is, wanted }, span);
    }

    /// A variable or constant whose name is close: one that `process` sees, or that of another, as one writes it here.
    fn similar_variable(&self, span: Span, process: Option<usize>) -> Option<String> {
        let name = self.name(span);
        let processes = &self.symbols.processes;
        let own = process.map(|number| &processes[number].names);
        let seen = own.into_iter().chain([&self.symbols.globals]);
        closest(name, seen.flat_map(readable_names)).or_else(|| {
            let arrow = if process.is_some() { "->" } else { "." };
            processes.iter().find_map(|other| {
                let close = closest(name, readable_names(&other.names))?;
                Some(format!("{}{arrow}{close}", other.name))
            })
        })
    }

    /// The process that stands before `.` or `->`.
    fn process(&mut self, span: Span, lowering: &Lowering) -> Option<usize> {
        let number = match self.symbols.globals.get(self.name(span)) {
            Some(&Symbol::Process(number)) => number,
            Some(symbol) => {
                let is = symbol.sort();
                self.wrong_sort(span, is, Sort::Process);
                return None;
            }
            None => {
                let processes = self.symbols.processes.iter();
                let names = processes.map(|process| process.name.as_str());
                let suggestion = closest(self.name(span), names);
                self.undeclared(Sort::Process, span, suggestion);
                return None;
            }
        };
        let is_own = lowering.process == Some(number);
        if self.symbols.processes[number].is_property && !is_own {
            let name = self.name(span).to_owned();
            self.fault(ErrorKind::ReadsProperty(name), span);
            return None;
        }
        Some(number)
    }

    /// The variable that `P->x` names: as the process sees it.
    fn foreign(&mut self, process: Span, member: Span, lowering: &Lowering) -> Option<Readable> {
        let number = self.process(process, lowering)?;
        let symbol = self.lookup(member, Some(number));
        self.as_readable(symbol, member, Some(number))
    }

    /// The variable that `P.x` names in a proposition: one of the process's own.
    fn dotted_variable(
        &mut self,
        process: Span,
        member: Span,
        lowering: &Lowering,
    ) -> Option<Readable> {
        let number = self.process(process, lowering)?;
        let own = self.symbols.processes[number]
            .names
            .get(self.name(member))
            .copied();
        if lowering.reading == Reading::Proposition {
            return self.as_readable(own, member, Some(number));
        }
        self.dotted_fault(number, member, own.is_some());
        None
    }

    fn dotted_fault(&mut self, number: usize, member: Span, is_variable: bool) {
        if is_variable {
            let process = self.symbols.processes[number].name.clone();
            let variable = self.name(member).to_owned();
            self.fault(ErrorKind::DottedVariable { process, variable }, member);
        } else {
            self.state(number, member);
        }
    }

    /// Translates `P.q`, and in a proposition `P.x`.
    fn emit_dotted(&mut self, process: Span, member: Span, lowering: &mut Lowering) -> Option<()> {
        let Some(number) = self.process(process, lowering) else {
            self.push(Op::Constant(0), lowering);
            return None;
        };
        let entry = &self.symbols.processes[number];
        let name = self.name(member);
        if let Some(&location) = entry.states.get(name) {
            self.emit_location(number, location, lowering);
            return Some(());
        }
        let own = entry.names.get(name).copied();
        if own.is_some() && lowering.reading == Reading::Proposition {
            let found = self.as_readable(own, member, Some(number));
            return self.emit_read(found, member, lowering);
        }
        self.dotted_fault(number, member, own.is_some());
        self.push(Op::Constant(0), lowering);
        None
    }

    /// Pushes whether a process is at a location.
    fn emit_location(&mut self, process: usize, location: u32, lowering: &mut Lowering) {
        let entry = &self.symbols.processes[process];
        match entry.place {
            _ if lowering.reading == Reading::Initial => {
                let holds = i32::from(entry.initial == location);
                self.push(Op::Constant(holds), lowering);
            }
            None => self.push(Op::Constant(1), lowering),
            Some(place) => {
                self.push(Op::Load(place), lowering);
                self.push(Op::Constant(location as i32), lowering);
                self.expressions.binary(&mut lowering.draft, Binary::Equal);
            }
        }
    }

    /// Pushes a variable's value; an array's name stands for its first element.
    fn emit_read(
        &mut self,
        found: Option<Readable>,
        span: Span,
        lowering: &mut Lowering,
    ) -> Option<()> {
        let initial = lowering.reading == Reading::Initial;
        let op = match found {
            Some(Readable::Constant(constant)) => {
                let entry = &self.symbols.constants[constant];
                let name = || entry.name.clone();
                let value = entry.values.first().copied();
                value
                    .map(Op::Constant)
                    .ok_or_else(|| ErrorKind::ConstantWithoutValue(name()))
            }
            Some(Readable::Variable(variable)) if initial => {
                let variable = &self.symbols.variables[variable].variable;
                let value = variable.initial.first().copied();
                value
                    .map(Op::Constant)
                    .ok_or_else(|| ErrorKind::Uninitialised(variable.name.clone()))
            }
            Some(Readable::Variable(variable)) => Ok(Op::Load(self.place_of(variable).first)),
            None => {
                self.push(Op::Constant(0), lowering);
                return None;
            }
        };
        self.push_or_fault(op, span, lowering)
    }

    fn push_or_fault(
        &mut self,
        op: Result<Op, ErrorKind>,
        span: Span,
        lowering: &mut Lowering,
    ) -> Option<()> {
        match op {
            Ok(op) => {
                self.push(op, lowering);
                Some(())
            }
            Err(fault) => {
                self.fault(fault, span);
                self.push(Op::Constant(0), lowering);
                None
            }
        }
    }

    /// Replaces the index on top by an element.
    fn emit_indexed(
        &mut self,
        found: Option<Readable>,
        span: Span,
        lowering: &mut Lowering,
    ) -> Option<()> {
        match found? {
            Readable::Constant(constant) => {
                let entry = &self.symbols.constants[constant];
                if !entry.is_array {
                    return self.indexed_scalar(span);
                }
                if entry.values.is_empty() {
                    let fault = ErrorKind::ConstantWithoutValue(entry.name.clone());
                    self.fault(fault, span);
                    return None;
                }
                let (start, length) = (entry.table, entry.length);
                self.check_index(span, length, lowering)?;
                self.expressions
                    .table_element(&mut lowering.draft, start, length);
            }
            Readable::Variable(variable) => {
                if !self.symbols.variables[variable].variable.is_array {
                    return self.indexed_scalar(span);
                }
                if lowering.reading == Reading::Initial {
                    let (start, length) = self.initial_table(variable);
                    self.expressions
                        .table_element(&mut lowering.draft, start, length);
                } else {
                    let array = self.place_of(variable);
                    self.check_index(span, array.length, lowering)?;
                    self.expressions.element(&mut lowering.draft, array);
                }
            }
        }
        Some(())
    }

    /// Faults an index on top that is a constant outside its array, unless it stands where nothing is ever evaluated.
    fn check_index(&mut self, span: Span, length: u32, lowering: &Lowering) -> Option<()> {
        let index = self.expressions.top_constant(&lowering.draft);
        if self.expressions.is_unreachable(&lowering.draft) {
            return Some(());
        }
        index.map_or(Some(()), |index| self.constant_index(span, index, length))
    }

    /// Faults a constant index outside its array, unless nothing here ever happens.
    pub(super) fn constant_index(&mut self, span: Span, index: i32, length: u32) -> Option<()> {
        let is_inside = u32::try_from(index).is_ok_and(|index| index < length);
        if is_inside || self.is_dead {
            return Some(());
        }
        let name = self.name(span).to_owned();
        let fault = ErrorKind::ConstantIndex {
            name,
            index,
            length,
        };
        self.fault(fault, span);
        None
    }

    fn indexed_scalar(&mut self, span: Span) -> Option<()> {
        let name = self.name(span).to_owned();
        self.fault(ErrorKind::IndexedScalar(name), span);
        None
    }

    /// The initial values of a variable, as a table.
    fn initial_table(&mut self, variable: usize) -> (u32, u32) {
        let entry = &mut self.symbols.variables[variable];
        let values = &entry.variable.initial;
        let expressions = &mut self.expressions;
        let add = || expressions.add_table(values.iter().copied());
        let start = *entry.table.get_or_insert_with(add);
        (start, values.len() as u32)
    }
}
