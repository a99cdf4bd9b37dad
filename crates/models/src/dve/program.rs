//! A DVE model with every name looked up and every variable at its place in the state.
//!
//! This is what both the interpreter and the compiler to native code read.  Expressions are code of
//! a stack machine ([`Op`]), all of it in one array; an expression is a range of that array.

use super::lexer::Span;
use super::syntax::{Binary, Type, Unary};
use lariat_automata::{Acceptance, Marks};

impl Type {
    pub(crate) fn bytes(self) -> u32 {
        match self {
            Type::Byte => 1,
            Type::Int => 2,
        }
    }

    /// The smallest and the largest value.
    pub(crate) fn range(self) -> (i32, i32) {
        match self {
            Type::Byte => (0, 255),
            Type::Int => (-32768, 32767),
        }
    }

    pub(crate) fn holds(self, value: i32) -> bool {
        let (least, most) = self.range();
        (least..=most).contains(&value)
    }

    /// The value cut to this type without complaint.
    pub(crate) fn cut(self, value: i32) -> i32 {
        match self {
            Type::Byte => i32::from(value as u8),
            Type::Int => i32::from(value as i16),
        }
    }

    pub(crate) fn range_in_words(self) -> &'static str {
        match self {
            Type::Byte => "a byte holds 0 to 255",
            Type::Int => "an int holds -32768 to 32767",
        }
    }
}

/// The place of a value in the state: an offset in bytes, aligned to its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Cell {
    pub(crate) offset: u32,
    pub(crate) kind: Type,
}

/// The place of an array in the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Array {
    pub(crate) first: Cell,
    pub(crate) length: u32,
}

impl Array {
    /// The place of an element; the index must be inside.
    pub(crate) fn element(self, index: u32) -> Cell {
        Cell {
            offset: self.first.offset + index * self.first.kind.bytes(),
            kind: self.first.kind,
        }
    }
}

/// How the left operand of a logical operator may decide alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Test {
    /// 0 decides for 0.
    And,
    /// Anything but 0 decides for 1.
    Or,
    /// Anything but 0 decides for itself: DiVinE's other evaluator, for sent values.
    OrItself,
    /// 0 decides for 1.
    Imply,
}

/// Which right operands of a logical operator count as true.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Truth {
    /// Those above 0: in guards and effects.
    Positive,
    /// Those that are not 0: in sent values, initialisers and assertions.
    NonZero,
}

/// An instruction of the stack machine that evaluates expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Op {
    /// Pushes a number.
    Constant(i32),
    /// Pushes a variable's value.
    Load(Cell),
    /// Replaces an index by the element of an array.
    Element(Array),
    /// Replaces an index by the element of a table of constants.
    TableElement { start: u32, length: u32 },
    /// Applies an operator to the top.
    Unary(Unary),
    /// Applies an operator to the two topmost values.
    Binary(Binary),
    /// Implication whose operands are both evaluated.
    StrictImply,
    /// Takes the left operand of a logical operator: where it decides alone, pushes the result and goes
    /// on after the matching [`Op::Close`], so many instructions ahead.
    Test { test: Test, skip: u32 },
    /// Replaces the right operand of a logical operator by its truth.
    Close(Truth),
}

/// An expression: a range of the program's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Code {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// What an assignment or a receipt stores into.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Cell(Cell),
    Element { array: Array, index: Code },
}

/// `target = value`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assignment {
    pub(crate) target: Target,
    pub(crate) value: Code,
}

/// What a transition does on a channel.
#[derive(Clone, Debug)]
pub(crate) enum Communication {
    None,
    Send { channel: u32, values: Vec<Code> },
    Receive { channel: u32, targets: Vec<Target> },
}

/// A transition of a process.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub(crate) process: u32,
    pub(crate) to: u32,
    pub(crate) guard: Option<Code>,
    /// Where the guard stands in the text.
    pub(crate) guard_span: Span,
    pub(crate) communication: Communication,
    pub(crate) effects: Vec<Assignment>,
    /// The global variables that the effects assign, in ascending order.
    pub(crate) assigned_globals: Vec<u32>,
}

/// A variable that is part of the state.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) place: Array,
    /// Whether it was declared with a size.
    pub(crate) is_array: bool,
    /// The values that were given, from element 0; the rest are 0.
    pub(crate) initial: Vec<i32>,
}

/// How a channel hands values over.
#[derive(Clone, Debug)]
pub(crate) enum Transport {
    /// Sender and receiver move together; a typed channel cuts the values.
    Handshake { items: Option<Vec<Type>> },
    /// The values wait in the state.
    Buffered(Buffer),
}

/// The places of a buffered channel.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    /// How many items wait.
    pub(crate) count: Cell,
    /// The cells of the first slot.
    pub(crate) first: Vec<Cell>,
    /// The distance from slot to slot, in bytes.
    pub(crate) stride: u32,
    pub(crate) capacity: u32,
}

impl Buffer {
    /// The place of an item's component in a slot.
    pub(crate) fn cell(&self, slot: u32, component: usize) -> Cell {
        let first = self.first[component];
        Cell {
            offset: first.offset + slot * self.stride,
            kind: first.kind,
        }
    }
}

/// A channel.
#[derive(Clone, Debug)]
pub(crate) struct Channel {
    pub(crate) name: String,
    pub(crate) transport: Transport,
    /// The processes that receive on it, in their order; the property process is not among them.
    pub(crate) receivers: Vec<u32>,
}

/// A state of a process.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) name: String,
    pub(crate) committed: bool,
    pub(crate) assertions: Vec<Code>,
    /// The transitions that leave it, in their order.
    pub(crate) outgoing: Vec<u32>,
}

/// A process.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    /// Where the state keeps its location; a process with one location needs no place.
    pub(crate) place: Option<Cell>,
    pub(crate) initial: u32,
    pub(crate) locations: Vec<Location>,
    pub(crate) variables: Vec<Variable>,
    /// Whether some location is committed.
    pub(crate) has_committed: bool,
}

/// The acceptance condition of a property process, as marks on its locations.
#[derive(Clone, Debug)]
pub(crate) struct Accepting {
    pub(crate) acceptance: Acceptance,
    pub(crate) marks: Vec<Marks>,
}

/// A resolved model.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Vec<Op>,
    /// The elements of all constant arrays.
    pub(crate) tables: Vec<i32>,
    pub(crate) globals: Vec<Variable>,
    pub(crate) channels: Vec<Channel>,
    /// The processes of the system, and last the property process, if there is one.
    pub(crate) processes: Vec<Process>,
    pub(crate) transitions: Vec<Transition>,
    pub(crate) synchronous: bool,
    /// The acceptance condition of the property process, if there is one.
    pub(crate) property: Option<Accepting>,
    /// The words of a state of the system alone.
    pub(crate) width: usize,
    /// The words of a state of the system with its property process behind it.
    pub(crate) observed_width: usize,
    /// The deepest stack that any expression needs.
    pub(crate) stack: usize,
}

impl Program {
    pub(crate) fn code(&self, code: Code) -> &[Op] {
        &self.code[code.start as usize..code.end as usize]
    }

    /// How many processes the system has, its property process aside.
    pub(crate) fn system_processes(&self) -> usize {
        self.processes.len() - usize::from(self.property.is_some())
    }
}
