//! DVE files to their [`File`], by recursive descent; only expressions nest, and those go through a
//! parser with an explicit stack.
//!
//! The grammar is DiVinE 2.4's with one relaxation: the sections `init`, `accept` and `commit` of a
//! process may stand in any order.

use lariat_program::Kind;

use super::error::{Error, ErrorKind, Warning};
use super::expression::{self, Precedence};
use super::lexer::{Span, Token, is_name};
use super::syntax::{
    Accepting, BYTE, Channels, Declaration, Declarator, Effect, Expression, File, INT, Initialiser,
    Process, Size, Sync, System, Transition, Variables,
};
use super::tokens::Tokens;
use lariat_model::{Comments, Remark};

/// A file, what its comments ask for, and what was odd about it.
pub(crate) struct Parsed {
    pub(crate) file: File,
    pub(crate) comments: Comments,
    pub(crate) warnings: Vec<Warning>,
}

/// Reads a whole file.
pub(crate) fn parse_file(text: &str) -> Result<Parsed, Error> {
    let mut parser = Parser {
        tokens: Tokens::new(text)?,
    };
    let file = parser.file()?;
    parser.no_labels()?;
    let lexer = parser.tokens.lexer;
    Ok(Parsed {
        file,
        comments: lexer.comments,
        warnings: lexer.warnings,
    })
}

/// Reads a text that is one expression and nothing else.
pub(crate) fn parse_expression(text: &str) -> Result<Expression, Error> {
    parse_with(text, Precedence::Dve)
}

/// Reads a text that is one expression, whose operators bind so, and nothing else.
pub(crate) fn parse_with(text: &str, precedence: Precedence) -> Result<Expression, Error> {
    let mut tokens = Tokens::new(text)?;
    let expression = expression::parse_with(&mut tokens, precedence)?;
    if tokens.peek() != Token::End {
        return Err(tokens.expected("an operator or the end of the expression"));
    }
    Ok(expression)
}

struct Parser<'t> {
    tokens: Tokens<'t>,
}

/// The sections between the states and the transitions of a process.
#[derive(Default)]
struct Heads {
    initial: Option<Span>,
    committed: Option<Vec<Span>>,
    accepting: Option<Accepting>,
    assertions: Option<Vec<(Span, Expression)>>,
}

impl Parser<'_> {
    fn file(&mut self) -> Result<File, Error> {
        let globals = self.globals()?;
        let mut processes = Vec::new();
        while self.tokens.take(Token::Process)? {
            processes.push(self.process()?);
        }
        if processes.is_empty() {
            return Err(self.tokens.expected("a declaration or a process"));
        }
        if self.tokens.peek() != Token::System {
            return Err(self.tokens.expected("another process or `system`"));
        }
        let system = self.system()?;
        if self.tokens.peek() != Token::End {
            return Err(self.tokens.expected("nothing after the `system` line"));
        }
        Ok(File {
            globals,
            processes,
            system,
        })
    }

    fn globals(&mut self) -> Result<Vec<Declaration>, Error> {
        let mut globals = Vec::new();
        loop {
            if self.tokens.take(Token::Channel)? {
                globals.push(Declaration::Channels(self.channels()?));
            } else if let Some(variables) = self.variables()? {
                globals.push(Declaration::Variables(variables));
            } else {
                return Ok(globals);
            }
        }
    }

    fn system(&mut self) -> Result<System, Error> {
        self.tokens.expect(Token::System)?;
        let synchronous = self.tokens.take(Token::Sync)?;
        if !synchronous && !self.tokens.take(Token::Async)? {
            return Err(self.tokens.expected("`async` or `sync`"));
        }
        let property = if self.tokens.take(Token::Property)? {
            Some(self.tokens.name("the name of the property process")?)
        } else {
            None
        };
        self.tokens.expect(Token::Semicolon)?;
        Ok(System {
            synchronous,
            property,
        })
    }

    fn kind(&mut self) -> Result<Option<Kind>, Error> {
        Ok(if self.tokens.take(Token::Byte)? {
            Some(BYTE)
        } else if self.tokens.take(Token::Int)? {
            Some(INT)
        } else {
            None
        })
    }

    fn variables(&mut self) -> Result<Option<Variables>, Error> {
        let constant = self.tokens.take(Token::Const)?;
        let Some(kind) = self.kind()? else {
            return if constant {
                Err(self.tokens.expected("`byte` or `int`"))
            } else {
                Ok(None)
            };
        };
        let mut declarators = vec![self.declarator()?];
        while self.tokens.take(Token::Comma)? {
            declarators.push(self.declarator()?);
        }
        self.tokens.expect(Token::Semicolon)?;
        Ok(Some(Variables {
            constant,
            kind,
            declarators,
        }))
    }

    fn declarator(&mut self) -> Result<Declarator, Error> {
        let name = self.tokens.name("a variable's name")?;
        let size = self.size()?;
        let initialiser = if self.tokens.take(Token::Equal)? {
            Some(self.initialiser()?)
        } else {
            None
        };
        Ok(Declarator {
            name,
            size,
            initialiser,
        })
    }

    fn size(&mut self) -> Result<Option<Size>, Error> {
        if !self.tokens.take(Token::OpenBracket)? {
            return Ok(None);
        }
        let Token::Number(value) = self.tokens.peek() else {
            return Err(self.tokens.expected("a number (a size cannot be computed)"));
        };
        let span = self.tokens.advance()?;
        self.tokens.expect(Token::CloseBracket)?;
        Ok(Some(Size { value, span }))
    }

    fn initialiser(&mut self) -> Result<Initialiser, Error> {
        if self.tokens.peek() != Token::OpenBrace {
            return Ok(Initialiser::Scalar(self.expression()?));
        }
        let open = self.tokens.advance()?;
        if self.tokens.peek() == Token::CloseBrace {
            let span = open.to(self.tokens.advance()?);
            return Err(Error::new(ErrorKind::EmptyInitialiser, span));
        }
        let values = self.expressions()?;
        let close = self.tokens.expect(Token::CloseBrace)?;
        Ok(Initialiser::List(values, open.to(close)))
    }

    fn channels(&mut self) -> Result<Channels, Error> {
        let items = if self.tokens.take(Token::OpenBrace)? {
            Some(self.items()?)
        } else {
            None
        };
        let mut names = Vec::new();
        loop {
            let name = self.tokens.name("a channel's name")?;
            let size = if items.is_some() { self.size()? } else { None };
            if items.is_some() && size.is_none() {
                return Err(self
                    .tokens
                    .expected("`[` and the size of the typed channel"));
            }
            names.push((name, size));
            if !self.tokens.take(Token::Comma)? {
                break;
            }
        }
        self.tokens.expect(Token::Semicolon)?;
        Ok(Channels { items, names })
    }

    fn items(&mut self) -> Result<Vec<Kind>, Error> {
        let mut items = Vec::new();
        loop {
            match self.kind()? {
                Some(kind) => items.push(kind),
                None => return Err(self.tokens.expected("`byte` or `int`")),
            }
            if !self.tokens.take(Token::Comma)? {
                self.tokens.expect(Token::CloseBrace)?;
                return Ok(items);
            }
        }
    }

    fn expression(&mut self) -> Result<Expression, Error> {
        expression::parse(&mut self.tokens)
    }

    fn expressions(&mut self) -> Result<Vec<Expression>, Error> {
        let mut all = vec![self.expression()?];
        while self.tokens.take(Token::Comma)? {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    fn process(&mut self) -> Result<Process, Error> {
        let name = self.tokens.name("the process's name")?;
        self.tokens.expect(Token::OpenBrace)?;
        let mut locals = Vec::new();
        while let Some(variables) = self.variables()? {
            locals.push(variables);
        }
        self.tokens.expect(Token::State)?;
        let states = self.tokens.names("a state's name")?;
        self.tokens.expect(Token::Semicolon)?;
        let heads = self.heads()?;
        let Some(initial) = heads.initial else {
            return Err(self.tokens.expected("`init` and the initial state"));
        };
        let transitions = self.transitions()?;
        if self.tokens.peek() != Token::CloseBrace {
            return Err(self.tokens.expected("`}` to end the process"));
        }
        self.tokens.advance()?;
        Ok(Process {
            name,
            locals,
            states,
            initial,
            committed: heads.committed.unwrap_or_default(),
            accepting: heads.accepting,
            assertions: heads.assertions.unwrap_or_default(),
            transitions,
        })
    }

    fn heads(&mut self) -> Result<Heads, Error> {
        let mut heads = Heads::default();
        loop {
            let (token, span) = (self.tokens.peek(), self.tokens.span());
            let repeated = match token {
                Token::Init => heads.initial.is_some(),
                Token::Commit => heads.committed.is_some(),
                Token::Accept => heads.accepting.is_some(),
                Token::Assert => heads.assertions.is_some(),
                _ => return Ok(heads),
            };
            if repeated {
                let section = token.spelling().unwrap_or_default();
                return Err(Error::new(ErrorKind::RepeatedSection(section), span));
            }
            self.tokens.advance()?;
            match token {
                Token::Init => heads.initial = Some(self.tokens.name("the initial state's name")?),
                Token::Commit => heads.committed = Some(self.tokens.names("a state's name")?),
                Token::Accept => heads.accepting = Some(self.accepting()?),
                _ => heads.assertions = Some(self.assertions()?),
            }
            self.tokens.expect(Token::Semicolon)?;
        }
    }

    fn assertions(&mut self) -> Result<Vec<(Span, Expression)>, Error> {
        let mut assertions = Vec::new();
        loop {
            let state = self.tokens.name("a state's name")?;
            self.tokens.expect(Token::Colon)?;
            assertions.push((state, self.expression()?));
            if !self.tokens.take(Token::Comma)? {
                return Ok(assertions);
            }
        }
    }

    fn accepting(&mut self) -> Result<Accepting, Error> {
        let token = self.tokens.peek();
        if matches!(
            token,
            Token::Buchi | Token::Genbuchi | Token::Muller | Token::Rabin | Token::Streett
        ) {
            self.tokens.advance()?;
        }
        Ok(match token {
            Token::Genbuchi => Accepting::Genbuchi(self.groups(Self::set)?),
            Token::Muller => Accepting::Muller(self.groups(Self::set)?),
            Token::Rabin => Accepting::Rabin(self.groups(Self::pair)?),
            Token::Streett => Accepting::Streett(self.groups(Self::pair)?),
            _ => Accepting::Buchi(self.tokens.names("a state's name")?),
        })
    }

    /// Reads `(…), (…)`.
    fn groups<T>(&mut self, inside: fn(&mut Self) -> Result<T, Error>) -> Result<Vec<T>, Error> {
        let mut groups = Vec::new();
        loop {
            self.tokens.expect(Token::OpenParen)?;
            groups.push(inside(self)?);
            self.tokens.expect(Token::CloseParen)?;
            if !self.tokens.take(Token::Comma)? {
                return Ok(groups);
            }
        }
    }

    fn set(&mut self) -> Result<Vec<Span>, Error> {
        self.tokens.names("a state's name")
    }

    /// Reads `a, b; c`; either half may be empty.
    fn pair(&mut self) -> Result<[Vec<Span>; 2], Error> {
        let first = match self.tokens.peek() {
            Token::Semicolon => Vec::new(),
            _ => self.set()?,
        };
        self.tokens.expect(Token::Semicolon)?;
        let second = match self.tokens.peek() {
            Token::CloseParen => Vec::new(),
            _ => self.set()?,
        };
        Ok([first, second])
    }

    fn transitions(&mut self) -> Result<Vec<Transition>, Error> {
        let mut transitions: Vec<Transition> = Vec::new();
        if !self.tokens.take(Token::Trans)? {
            return Ok(transitions);
        }
        loop {
            let source = transitions.last().map(|step| step.from);
            transitions.push(self.transition(source)?);
            if !self.tokens.take(Token::Comma)? {
                self.tokens.expect(Token::Semicolon)?;
                return Ok(transitions);
            }
        }
    }

    /// Reads a transition; without a source of its own it leaves `source`.
    fn transition(&mut self, source: Option<Span>) -> Result<Transition, Error> {
        let start = self.tokens.span();
        let from = match (self.tokens.peek(), source) {
            (Token::Arrow, Some(source)) => source,
            (Token::Arrow, None) => return Err(Error::new(ErrorKind::ShortFirstTransition, start)),
            _ => self.tokens.name("a transition")?,
        };
        if self.tokens.peek() == Token::DoubleArrow {
            return Err(Error::new(ErrorKind::Probabilistic, self.tokens.span()));
        }
        self.tokens.expect(Token::Arrow)?;
        let to = self.tokens.name("the state it leads to")?;
        self.no_labels()?;
        self.tokens.expect(Token::OpenBrace)?;
        let guard = self.guard()?;
        let sync = self.sync()?;
        let effects = self.effects()?;
        if self.tokens.peek() != Token::CloseBrace {
            return Err(self
                .tokens
                .expected(match (&guard, &sync, effects.is_empty()) {
                    (None, None, true) => "`guard`, `sync`, `effect` or `}`",
                    (_, None, true) => "`sync`, `effect` or `}`",
                    (_, _, true) => "`effect` or `}`",
                    _ => "`}`",
                }));
        }
        let labels = self.labels()?;
        self.tokens.advance()?;
        Ok(Transition {
            from,
            to,
            guard,
            sync,
            effects,
            labels,
        })
    }

    /// Refuses labels that stand outside the braces of a transition.
    fn no_labels(&self) -> Result<(), Error> {
        let labels = &self.tokens.lexer.comments.labels;
        labels.first().map_or(Ok(()), |label| {
            Err(Error::new(ErrorKind::MisplacedLabel, label.span.clone()))
        })
    }

    /// The labels since the braces were opened, which are about to be closed: the lexer has not looked further.
    fn labels(&mut self) -> Result<Vec<String>, Error> {
        let labels = std::mem::take(&mut self.tokens.lexer.comments.labels);
        let checked = labels
            .into_iter()
            .map(|Remark { text, span }| match is_name(&text) {
                true => Ok(text),
                false => Err(Error::new(ErrorKind::BadLabel(text), span)),
            });
        checked.collect()
    }

    fn guard(&mut self) -> Result<Option<Expression>, Error> {
        if !self.tokens.take(Token::Guard)? {
            return Ok(None);
        }
        let guard = self.expression()?;
        self.end_of_clause()?;
        Ok(Some(guard))
    }

    fn end_of_clause(&mut self) -> Result<(), Error> {
        if self.tokens.take(Token::Semicolon)? {
            return Ok(());
        }
        Err(self.tokens.expected("an operator or `;`"))
    }

    fn sync(&mut self) -> Result<Option<Sync>, Error> {
        if !self.tokens.take(Token::Sync)? {
            return Ok(None);
        }
        let channel = self.tokens.name("a channel's name")?;
        let sends = self.tokens.take(Token::Exclaim)?;
        if !sends && !self.tokens.take(Token::Ask)? {
            return Err(self.tokens.expected("`!` or `?`"));
        }
        let values = match self.tokens.peek() {
            Token::Semicolon => Vec::new(),
            Token::OpenBrace => {
                self.tokens.advance()?;
                let values = self.expressions()?;
                self.tokens.expect(Token::CloseBrace)?;
                values
            }
            _ => vec![self.expression()?],
        };
        let span = channel.to(self.tokens.last);
        self.end_of_clause()?;
        Ok(Some(Sync {
            channel,
            sends,
            values,
            span,
        }))
    }

    fn effects(&mut self) -> Result<Vec<Effect>, Error> {
        let mut effects = Vec::new();
        if !self.tokens.take(Token::Effect)? {
            return Ok(effects);
        }
        loop {
            effects.push(self.effect()?);
            if !self.tokens.take(Token::Comma)? {
                self.end_of_clause()?;
                return Ok(effects);
            }
        }
    }

    fn effect(&mut self) -> Result<Effect, Error> {
        let name = self.tokens.name("a variable's name")?;
        let index = if self.tokens.take(Token::OpenBracket)? {
            let index = self.expression()?;
            self.tokens.expect(Token::CloseBracket)?;
            Some(index)
        } else {
            None
        };
        self.tokens.expect(Token::Equal)?;
        let value = self.expression()?;
        Ok(Effect { name, index, value })
    }
}
