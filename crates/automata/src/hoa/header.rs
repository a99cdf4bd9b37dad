//! The header: everything before `--BODY--`.

use std::ops::Range;

use indexmap::{IndexMap, IndexSet};
use lariat_bdd::{Bdd, Bdds};

use super::acceptance::{Sets, check_name, read_condition};
use super::error::{HoaError, HoaErrorKind};
use super::expression::{Algebra, read_expression};
use super::lexer::Token;
use super::parser::Parser;
use crate::label_text::MAX_NODES;
use crate::quoting::unescape;
use crate::{Acceptance, Label, Labels};

type Span = Range<usize>;

/// What a header says.
#[derive(Default)]
pub(super) struct Header {
    pub(super) states: Option<(u32, Span)>,
    pub(super) start: Vec<(u32, Span)>,
    pub(super) labels: LabelReader,
    pub(super) sets: Sets,
    pub(super) name: Option<String>,
    pub(super) tool: Option<String>,
    pub(super) properties: IndexMap<String, Span>,
    acceptance: Option<(Acceptance, Span)>,
    acceptance_name: Option<AcceptanceName>,
    /// What is odd, though the automaton's meaning is clear.
    pub(super) warnings: Vec<HoaError>,
    /// The items seen that may occur once.
    seen: IndexSet<String>,
}

/// The symbolic name of an acceptance condition, with its parameters.
pub(super) struct AcceptanceName {
    pub(super) words: Vec<String>,
    pub(super) span: Span,
}

impl Header {
    pub(super) fn acceptance(&self) -> Acceptance {
        let found = self.acceptance.as_ref();
        found.map_or_else(Acceptance::all, |(acceptance, _)| acceptance.clone())
    }
}

/// Reads a header with its `--BODY--`.
pub(super) fn read_header(parser: &mut Parser<'_>) -> Result<Header, HoaError> {
    parser.advance()?; // `HOA:`
    read_version(parser)?;
    let mut header = Header::default();
    loop {
        match parser.peek()? {
            Token::Header("HOA") => return Err(parser.expected("`--BODY--` or a header item")),
            Token::Header(name) => header.read_item(parser, name)?,
            Token::Body => break,
            _ => return Err(parser.expected("`--BODY--` or a header item")),
        }
    }
    let whole = parser.beginning()..parser.consumed();
    parser.advance()?; // `--BODY--`
    header.check(whole)?;
    Ok(header)
}

/// Any `v1` is taken, also `v1.1` or `v1a`, which promise to be compatible.
fn read_version(parser: &mut Parser<'_>) -> Result<(), HoaError> {
    let Some((version, span)) = parser.identifier()? else {
        return Err(parser.expected("the version of the format"));
    };
    let compatible = version
        .strip_prefix("v1")
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    if compatible {
        return Ok(());
    }
    let kind = HoaErrorKind::Version(version.to_owned());
    Err(HoaError::new(kind, span))
}

impl Header {
    fn read_item(&mut self, parser: &mut Parser<'_>, name: &str) -> Result<(), HoaError> {
        let start = parser.advance()?;
        if !matches!(name, "Start" | "Alias" | "properties") && !self.seen.insert(name.to_owned()) {
            let kind = HoaErrorKind::Repeated(name.to_owned());
            return Err(HoaError::new(kind, start));
        }
        match name {
            "States" => {
                let (count, span) = parser.number("the number of states")?;
                self.states = Some((count, start.start..span.end));
            }
            "Start" => {
                let (state, span) = parser.state("a state number")?;
                if self.start.iter().all(|(known, _)| *known != state) {
                    self.start.push((state, span));
                }
            }
            "AP" => self.labels.read_propositions(parser)?,
            "Alias" => self.labels.read_alias(parser, start.start)?,
            "Acceptance" => {
                let acceptance = read_condition(parser, &mut self.sets)?;
                self.acceptance = Some((acceptance, start.start..parser.consumed()));
            }
            "acc-name" => self.acceptance_name = Some(read_acceptance_name(parser)?),
            "tool" => self.tool = Some(read_tool(parser)?),
            "name" => match parser.string()? {
                Some((text, _)) => self.name = Some(unescape(text)),
                None => return Err(parser.expected("a name in quotes")),
            },
            "properties" => {
                while let Some((property, span)) = parser.identifier()? {
                    self.properties.entry(property.to_owned()).or_insert(span);
                }
            }
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let kind = HoaErrorKind::UnknownHeader(name.to_owned());
                return Err(HoaError::new(kind, start));
            }
            _ => skip_item(parser)?,
        }
        Ok(())
    }

    /// What can be said only when the header is complete.
    fn check(&mut self, whole: Span) -> Result<(), HoaError> {
        self.labels.check_aliases()?;
        if let Some((count, _)) = self.states {
            for (number, span) in &self.start {
                if *number >= count {
                    let number = *number;
                    let kind = HoaErrorKind::UndeclaredState { number, count };
                    return Err(HoaError::new(kind, span.clone()));
                }
            }
        }
        let Some((acceptance, _)) = &self.acceptance else {
            return Err(HoaError::new(HoaErrorKind::Missing("Acceptance"), whole));
        };
        if let Some(name) = &self.acceptance_name {
            self.warnings
                .extend(check_name(name, &self.sets, acceptance)?);
        }
        Ok(())
    }
}

fn read_acceptance_name(parser: &mut Parser<'_>) -> Result<AcceptanceName, HoaError> {
    let Some((name, mut span)) = parser.identifier()? else {
        return Err(parser.expected("the name of an acceptance condition"));
    };
    let mut words = vec![name.to_owned()];
    loop {
        words.push(match parser.peek()? {
            Token::Identifier(word) => word.to_owned(),
            Token::Number(number) => number.to_string(),
            _ => return Ok(AcceptanceName { words, span }),
        });
        span.end = parser.advance()?.end;
    }
}

/// The tool's name and version, in one.
fn read_tool(parser: &mut Parser<'_>) -> Result<String, HoaError> {
    let Some((name, _)) = parser.string()? else {
        return Err(parser.expected("the name of a tool in quotes"));
    };
    let mut tool = unescape(name);
    if let Some((version, _)) = parser.string()? {
        tool.push(' ');
        tool.push_str(&unescape(version));
    }
    Ok(tool)
}

/// Passes the words of an item that means nothing to us.
fn skip_item(parser: &mut Parser<'_>) -> Result<(), HoaError> {
    while matches!(
        parser.peek()?,
        Token::Identifier(_) | Token::Number(_) | Token::String(_)
    ) {
        parser.advance()?;
    }
    Ok(())
}

/// Labels and what they speak of.
#[derive(Default)]
pub(super) struct LabelReader {
    pub(super) labels: Labels,
    declared: bool,
    aliases: IndexMap<String, Label>,
    /// The propositions used before their number is known.
    unchecked: Vec<(u32, Span)>,
    /// How large the arena was when the label began that is being read.
    size_before: usize,
}

impl LabelReader {
    fn read_propositions(&mut self, parser: &mut Parser<'_>) -> Result<(), HoaError> {
        let (announced, mut span) = parser.number("the number of atomic propositions")?;
        let mut names = IndexSet::new();
        while let Some((text, place)) = parser.string()? {
            span.end = place.end;
            let name = unescape(text);
            if !names.insert(name.clone()) {
                let kind = HoaErrorKind::DuplicateProposition(name);
                return Err(HoaError::new(kind, place));
            }
        }
        let found = names.len();
        if found != announced as usize {
            let kind = HoaErrorKind::PropositionCount { announced, found };
            return Err(HoaError::new(kind, span));
        }
        self.labels.propositions = names.into_iter().collect();
        self.declared = true;
        Ok(())
    }

    fn read_alias(&mut self, parser: &mut Parser<'_>, start: usize) -> Result<(), HoaError> {
        let Token::Alias(name) = parser.peek()? else {
            return Err(parser.expected("an alias such as `@a`"));
        };
        parser.advance()?;
        let label = self.read_label(parser)?;
        if self.aliases.insert(name.to_owned(), label).is_some() {
            let kind = HoaErrorKind::DuplicateAlias(name.to_owned());
            return Err(HoaError::new(kind, start..parser.consumed()));
        }
        Ok(())
    }

    fn check_aliases(&mut self) -> Result<(), HoaError> {
        self.declared = true;
        let unchecked = std::mem::take(&mut self.unchecked);
        unchecked
            .into_iter()
            .try_for_each(|(number, span)| self.check_proposition(number, span))
    }

    fn check_proposition(&mut self, number: u32, span: Span) -> Result<(), HoaError> {
        let count = self.labels.propositions.len();
        if !self.declared {
            self.unchecked.push((number, span));
        } else if number as usize >= count {
            let kind = HoaErrorKind::UndeclaredProposition { number, count };
            return Err(HoaError::new(kind, span));
        }
        Ok(())
    }

    /// Reads a label, without brackets.
    pub(super) fn read_label(&mut self, parser: &mut Parser<'_>) -> Result<Label, HoaError> {
        self.size_before = self.labels.bdds.size();
        read_expression(parser, self)
    }
}

impl Algebra for LabelReader {
    type Value = Label;

    const NOT: Option<fn(Label) -> Label> = Some(|label| !label);

    fn operand(&mut self, parser: &mut Parser<'_>) -> Result<Label, HoaError> {
        match parser.peek()? {
            Token::Identifier(constant @ ("t" | "f")) => {
                parser.advance()?;
                Ok(if constant == "t" {
                    Bdd::TRUE
                } else {
                    Bdd::FALSE
                })
            }
            Token::Number(number) => {
                let span = parser.advance()?;
                self.check_proposition(number, span)?;
                Ok(self.labels.bdds.var(number))
            }
            Token::Alias(name) => {
                let span = parser.advance()?;
                let known = self.aliases.get(name).copied();
                known
                    .ok_or_else(|| HoaError::new(HoaErrorKind::UnknownAlias(name.to_owned()), span))
            }
            _ => Err(parser.expected("a proposition's number, an alias, `t`, `f`, `!` or `(`")),
        }
    }

    fn and(&mut self, labels: Vec<Label>) -> Result<Label, HoaErrorKind> {
        self.fold(labels, Bdd::TRUE, Bdds::and)
    }

    fn or(&mut self, labels: Vec<Label>) -> Result<Label, HoaErrorKind> {
        self.fold(labels, Bdd::FALSE, Bdds::or)
    }
}

impl LabelReader {
    fn fold(
        &mut self,
        labels: Vec<Label>,
        neutral: Label,
        join: fn(&mut Bdds, Label, Label) -> Label,
    ) -> Result<Label, HoaErrorKind> {
        let bdds = &mut self.labels.bdds;
        let mut result = neutral;
        for label in labels.into_iter().rev() {
            result = join(bdds, label, result);
            if bdds.size() > self.size_before + MAX_NODES {
                return Err(HoaErrorKind::LabelTooLarge { limit: MAX_NODES });
            }
        }
        Ok(result)
    }
}
