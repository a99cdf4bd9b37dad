//! The words of a DVE text, each with its place, and the comments that speak to Lariat.
//!
//! Two habits of DiVinE are kept: only the first 63 characters of a name count, and inside a block
//! comment `//` swallows the rest of its line, so that `/* see // here */` does not end there.
//! Two are not: a carriage return or form feed is white space like any other.

use super::error::{Error, ErrorKind, Warning, WarningKind};
use lariat_model::{Comments, UnknownRequest};

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// From the start of this one to the end of the other.
    pub(crate) fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.start),
        }
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

/// Declares the words with a fixed spelling.
macro_rules! words {
    ($($kind:ident $spelling:literal),* $(,)?) => {
        /// What a word is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Token {
            /// A name.
            Name,
            /// A number, wrapped to 32 bits.
            Number(i32),
            /// The end of the text.
            End,
            $(#[doc = concat!("`", $spelling, "`")] $kind,)*
        }

        const SPELLINGS: &[(&str, Token)] = &[$(($spelling, Token::$kind)),*];
    };
}

words! {
    Guard "guard", Sync "sync", Async "async", Effect "effect", Process "process", State "state",
    Init "init", Accept "accept", Commit "commit", Trans "trans", System "system", True "true",
    False "false", And "and", Or "or", Not "not", Imply "imply", Int "int", Byte "byte",
    Const "const", Channel "channel", Property "property", Buchi "buchi", Genbuchi "genbuchi",
    Streett "streett", Rabin "rabin", Muller "muller", Assert "assert",
    // Longer spellings stand before their prefixes.
    Arrow "->", DoubleArrow "=>", EqualEqual "==", NotEqual "!=", LessEqual "<=", GreaterEqual ">=",
    ShiftLeft "<<", ShiftRight ">>", AndAnd "&&", OrOr "||", PlusPlus "++", MinusMinus "--",
    OpenBrace "{", CloseBrace "}", OpenParen "(", CloseParen ")", OpenBracket "[",
    CloseBracket "]", Comma ",", Semicolon ";", Colon ":", Dot ".", Exclaim "!", Ask "?",
    Equal "=", Less "<", Greater ">", Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
    Ampersand "&", Bar "|", Caret "^", Tilde "~",
}

impl Token {
    /// The word's spelling, if it has only one.
    pub(crate) fn spelling(self) -> Option<&'static str> {
        SPELLINGS
            .iter()
            .find(|&&(_, token)| token == self)
            .map(|&(spelling, _)| spelling)
    }
}

/// The part of a name that counts.
pub(crate) fn significant(name: &str) -> &str {
    name.get(..63).unwrap_or(name)
}

/// Splits a text into words, on demand.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    position: usize,
    /// What the comments met so far ask for.
    pub(crate) comments: Comments,
    /// What was odd so far.
    pub(crate) warnings: Vec<Warning>,
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#')
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, Error> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::new(ErrorKind::TextTooLong, Span::default()));
        }
        Ok(Self {
            text,
            position: 0,
            comments: Comments::default(),
            warnings: Vec::new(),
        })
    }

    /// The next word and its place.
    pub(crate) fn next(&mut self) -> Result<(Token, Span), Error> {
        self.skip_blanks()?;
        let start = self.position;
        let token = match self.text.as_bytes().get(start) {
            None => Token::End,
            Some(byte) if byte.is_ascii_digit() => self.number(),
            Some(&byte) if starts_name(byte) => self.name(),
            Some(_) => self.symbol()?,
        };
        Ok((token, Span::new(start, self.position)))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !wanted(byte));
        let taken = &rest[..length.unwrap_or(rest.len())];
        self.position += taken.len();
        taken
    }

    fn number(&mut self) -> Token {
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        let append =
            |value: i32, digit: u8| value.wrapping_mul(10).wrapping_add(i32::from(digit - b'0'));
        Token::Number(digits.bytes().fold(0, append))
    }

    fn name(&mut self) -> Token {
        let name = self.take_while(continues_name);
        let keyword = SPELLINGS.iter().find(|(spelling, _)| *spelling == name);
        keyword.map_or(Token::Name, |&(_, token)| token)
    }

    fn symbol(&mut self) -> Result<Token, Error> {
        let rest = self.rest();
        let symbol = SPELLINGS
            .iter()
            .find(|(spelling, _)| rest.starts_with(spelling));
        if let Some(&(spelling, token)) = symbol {
            self.position += spelling.len();
            return Ok(token);
        }
        let character = rest.chars().next().unwrap_or_default();
        let span = Span::new(self.position, self.position + character.len_utf8());
        Err(Error::new(ErrorKind::UnexpectedCharacter(character), span))
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c'));
            let rest = self.rest();
            if rest.starts_with("//") {
                self.line_comment();
            } else if rest.starts_with("/*") {
                self.block_comment()?;
            } else if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") {
                self.position += 1;
            } else {
                return Ok(());
            }
        }
    }

    /// Skips a comment up to the end of its line, and notes what it asks of Lariat.
    fn line_comment(&mut self) {
        let start = self.position;
        let comment = self.take_while(|byte| byte != b'\n');
        self.note_requests(&comment[2..], start + 2);
    }

    /// Notes what a line of a comment, which starts at `start`, asks of Lariat.
    fn note_requests(&mut self, line: &str, start: usize) {
        if let Err(UnknownRequest) = self.comments.note(line, start) {
            let span = start..start + line.len();
            self.warnings
                .push(Warning::new(WarningKind::UnknownRequest, span));
        }
    }

    /// Skips a comment of several lines, which may begin with stars, and notes what each asks of Lariat.
    fn block_comment(&mut self) -> Result<(), Error> {
        let start = self.position;
        self.skip_block()?;
        let text = self.text;
        let mut end = start + 2;
        for line in text[end..self.position - 2].split_inclusive('\n') {
            let inside = line.trim_start_matches([' ', '\t', '*']);
            end += line.len();
            self.note_requests(inside.trim_end(), end - inside.len());
        }
        Ok(())
    }

    fn skip_block(&mut self) -> Result<(), Error> {
        let start = self.position;
        self.position += 2;
        loop {
            self.take_while(|byte| byte != b'*' && byte != b'/');
            let rest = self.rest();
            if rest.starts_with("*/") {
                self.position += 2;
                return Ok(());
            } else if rest.starts_with("//") {
                self.take_while(|byte| byte != b'\n');
            } else if rest.is_empty() {
                let span = Span::new(start, start + 2);
                return Err(Error::new(ErrorKind::UnterminatedComment, span));
            } else {
                self.position += 1;
            }
        }
    }
}

/// Whether a text is one name.
pub(crate) fn is_name(text: &str) -> bool {
    let keyword = SPELLINGS.iter().any(|(spelling, _)| *spelling == text);
    !keyword && text.bytes().next().is_some_and(starts_name) && text.bytes().all(continues_name)
}
