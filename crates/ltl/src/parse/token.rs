//! The tokens that the infix dialects share, before words are told apart.

use logos::Logos;

/// A token of an infix dialect.  What a [`Token::Word`] means is decided by the lexer.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\u{a0}]+")]
pub(super) enum Token {
    #[regex(r"!|~|¬")]
    Not,
    #[regex(r"&&?|/\\|∧")]
    And,
    #[regex(r"\|\|?|\\/|∨")]
    Or,
    #[regex(r"\^|⊕|⊻")]
    Xor,
    #[regex(r"--?>|=>|→|⇒")]
    Implies,
    #[regex(r"<--?>|<=>|↔|⇔")]
    Iff,
    #[regex(r"\[\]|□|◻")]
    Globally,
    #[regex(r"<>|◇|◊|⋄")]
    Finally,
    #[regex(r"○|◯")]
    Next,
    #[token("⊤")]
    True,
    #[token("⊥")]
    False,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[regex(r"\.\.|:")]
    To,
    #[regex(r"==|!=|<=|>=|<|>")]
    Compare,
    #[regex(r"[-+*/%]")]
    Arithmetic,
    #[regex(r"[0-9]+")]
    Number,
    #[regex(r"[\p{XID_Start}_]\p{XID_Continue}*(\.\p{XID_Continue}+)*")]
    Word,
    #[regex(r#""([^"\\]|\\.)*""#)]
    Quoted,
}
