//! The shape of a DVE file as it was written: names are not yet looked up.
//!
//! An expression is kept in postfix order, the form that every later pass reads from front to back:
//! no pass recurses, however deep an expression is nested.

use lariat_program::{Binary, Kind, Overflow, Unary};

use super::lexer::Span;

/// `byte`
pub(crate) const BYTE: Kind = Kind::new(8, false, Overflow::Fail);
/// `int`
pub(crate) const INT: Kind = Kind::new(16, true, Overflow::Fail);

/// A logical operator; its left operand may decide alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Logical {
    And,
    Or,
    Imply,
}

/// An element of an expression in postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Number(i32),
    /// `x`
    Name,
    /// `x[…]`, after its index; the place is that of `x`.
    Index,
    /// `P.q`: the place is that of both, the fields are those of each.
    Dotted {
        process: Span,
        member: Span,
    },
    /// `P.x[…]`, after its index; only propositions may say so.
    DottedIndex {
        process: Span,
        member: Span,
    },
    /// `P->x`
    Foreign {
        process: Span,
        member: Span,
    },
    /// `P->x[…]`, after its index.
    ForeignIndex {
        process: Span,
        member: Span,
    },
    Unary(Unary),
    Binary(Binary),
    /// Stands between the operands of a logical operator.
    Left(Logical),
    /// Stands after both operands of a logical operator.
    Logical(Logical),
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expression {
    pub(crate) terms: Vec<(Term, Span)>,
    pub(crate) span: Span,
}

/// A whole file.
pub(crate) struct File {
    pub(crate) globals: Vec<Declaration>,
    pub(crate) processes: Vec<Process>,
    pub(crate) system: System,
}

/// The last line of a file.
pub(crate) struct System {
    pub(crate) synchronous: bool,
    pub(crate) property: Option<Span>,
}

/// A declaration of variables or channels.
pub(crate) enum Declaration {
    Variables(Variables),
    Channels(Channels),
}

/// `const byte x, y[2] = {1, 2};`
pub(crate) struct Variables {
    pub(crate) constant: bool,
    pub(crate) kind: Kind,
    pub(crate) declarators: Vec<Declarator>,
}

/// One name of a declaration of variables.
pub(crate) struct Declarator {
    pub(crate) name: Span,
    pub(crate) size: Option<Size>,
    pub(crate) initialiser: Option<Initialiser>,
}

/// A literal between brackets.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) value: i32,
    pub(crate) span: Span,
}

/// What follows `=` in a declaration.
pub(crate) enum Initialiser {
    Scalar(Expression),
    List(Vec<Expression>, Span),
}

/// `channel {byte, int} c[2], d[0];`
pub(crate) struct Channels {
    pub(crate) items: Option<Vec<Kind>>,
    pub(crate) names: Vec<(Span, Option<Size>)>,
}

/// A process.
pub(crate) struct Process {
    pub(crate) name: Span,
    pub(crate) locals: Vec<Variables>,
    pub(crate) states: Vec<Span>,
    pub(crate) initial: Span,
    pub(crate) committed: Vec<Span>,
    pub(crate) accepting: Option<Accepting>,
    pub(crate) assertions: Vec<(Span, Expression)>,
    pub(crate) transitions: Vec<Transition>,
}

/// The acceptance condition of a process.
pub(crate) enum Accepting {
    Buchi(Vec<Span>),
    Genbuchi(Vec<Vec<Span>>),
    Muller(Vec<Vec<Span>>),
    Rabin(Vec<[Vec<Span>; 2]>),
    Streett(Vec<[Vec<Span>; 2]>),
}

/// `q -> r { guard …; sync …; effect …; }`
pub(crate) struct Transition {
    pub(crate) from: Span,
    pub(crate) to: Span,
    pub(crate) guard: Option<Expression>,
    pub(crate) sync: Option<Sync>,
    pub(crate) effects: Vec<Effect>,
    /// What the comments inside call it.
    pub(crate) labels: Vec<String>,
}

/// `c!{e, f}` or `c?{x, y}`
pub(crate) struct Sync {
    pub(crate) channel: Span,
    pub(crate) sends: bool,
    pub(crate) values: Vec<Expression>,
    pub(crate) span: Span,
}

/// `x = e` or `a[i] = e`
pub(crate) struct Effect {
    pub(crate) name: Span,
    pub(crate) index: Option<Expression>,
    pub(crate) value: Expression,
}
