//! The binary operators and how tightly each dialect binds them.

use crate::Syntax;

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    And,
    Or,
    Xor,
    Implies,
    Iff,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
    Since,
}

/// How an operator competes with its neighbours for an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Binding {
    /// The higher, the tighter; at least 1.
    pub(crate) strength: u8,
    /// Whether the left one of two equally strong operators takes the operand between them.
    pub(crate) left: bool,
}

impl Binary {
    /// The operator's precedence, as the dialect's own tool reads it.  Unary operators bind
    /// tighter than all of these in every dialect.
    ///
    /// * Spot (`parsetl.yy`): `->` and `<->` loosest and to the right, then `|`, `xor`, `&`, and
    ///   `U R W M` tightest and to the right.
    /// * Spin (`tl_parse.c`, what `spin -f` reads): two levels, both to the left: `U` and its
    ///   like, then all boolean operators alike.
    /// * LTSmin (`ltsmin-tl.c`, `ltsmin-grammar.lemon`): all to the left; `&&`, `||`, `xor`,
    ///   `<->`, `->`, and loosest of all `U R W`.
    pub(crate) fn binding(self, syntax: Syntax) -> Binding {
        use Binary::{And, Iff, Implies, Or, Xor};
        let (strength, left) = match (syntax, self) {
            (Syntax::Spin, And | Or | Xor | Implies | Iff) => (1, true),
            (Syntax::Spin, _) => (2, true),
            (Syntax::Ltsmin, And) => (6, true),
            (Syntax::Ltsmin, Or) => (5, true),
            (Syntax::Ltsmin, Xor) => (4, true),
            (Syntax::Ltsmin, Iff) => (3, true),
            (Syntax::Ltsmin, Implies) => (2, true),
            (Syntax::Ltsmin, _) => (1, true),
            (_, Implies | Iff) => (1, false),
            (_, Or) => (2, true),
            (_, Xor) => (3, true),
            (_, And) => (4, true),
            (_, _) => (5, false),
        };
        Binding { strength, left }
    }
}
