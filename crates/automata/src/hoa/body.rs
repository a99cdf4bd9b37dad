//! The body: the states and their edges.

use std::ops::Range;

use indexmap::IndexMap;
use lariat_bdd::Cube;

use super::error::{HoaError, HoaErrorKind};
use super::header::Header;
use super::lexer::Token;
use super::parser::Parser;
use super::properties::check_properties;
use super::{HoaAutomaton, StateInfo};
use crate::quoting::unescape;
use crate::{Explicit, Label, Marks, StateId};

type Span = Range<usize>;

/// How the automaton was written.
#[derive(Default)]
pub(super) struct Usage {
    pub(super) state_labels: bool,
    pub(super) edge_labels: bool,
    pub(super) implicit_labels: bool,
    pub(super) state_marks: bool,
    pub(super) edge_marks: bool,
}

/// A state as it is read.
struct Definition {
    info: StateInfo,
    edges: Vec<RawEdge>,
    /// From `State:` to its last edge.
    span: Span,
}

struct RawEdge {
    label: Option<Label>,
    to: StateId,
    marks: Marks,
}

/// Reads a body with its `--END--`.
pub(super) fn read_body(parser: &mut Parser<'_>, header: Header) -> Result<HoaAutomaton, HoaError> {
    let mut body = Body {
        header,
        definitions: IndexMap::new(),
        forward: Vec::new(),
        usage: Usage::default(),
    };
    loop {
        match parser.peek()? {
            Token::Header("State") => body.read_state(parser)?,
            Token::End => break,
            _ => return Err(parser.expected("`State:` or `--END--`")),
        }
    }
    let end = parser.advance()?;
    parser.mark_complete();
    body.check_states(end)?;
    body.finish()
}

struct Body {
    header: Header,
    definitions: IndexMap<StateId, Definition>,
    /// Targets that were not defined yet when they were mentioned.
    forward: Vec<(StateId, Span)>,
    usage: Usage,
}

impl Body {
    fn read_state(&mut self, parser: &mut Parser<'_>) -> Result<(), HoaError> {
        let start = parser.advance()?.start;
        let label = self.read_label(parser)?;
        let (number, place) = parser.number("a state number")?;
        self.check_declared(number, &place)?;
        if self.definitions.contains_key(&number) {
            let kind = HoaErrorKind::DuplicateState(number);
            return Err(HoaError::new(kind, start..place.end));
        }
        let name = parser.string()?.map(|(text, _)| unescape(text));
        let marks = self.read_marks(parser)?;
        self.usage.state_labels |= label.is_some();
        self.usage.state_marks |= marks.is_some();
        let info = StateInfo {
            name,
            label,
            marks: marks.unwrap_or_default(),
            span: start..parser.consumed(),
        };
        let mut edges = Vec::new();
        while matches!(parser.peek()?, Token::Number(_) | Token::Sign('[')) {
            let edge = self.read_edge(parser, &info, &edges)?;
            edges.push(edge);
        }
        let span = start..parser.consumed();
        let definition = Definition { info, edges, span };
        self.check_implicit(&definition)?;
        self.definitions.insert(number, definition);
        Ok(())
    }

    fn read_edge(
        &mut self,
        parser: &mut Parser<'_>,
        state: &StateInfo,
        earlier: &[RawEdge],
    ) -> Result<RawEdge, HoaError> {
        let place = parser.span()?;
        let label = self.read_label(parser)?;
        let place = place.start..parser.consumed().max(place.end);
        if label.is_some() && state.label.is_some() {
            return Err(HoaError::new(
                HoaErrorKind::LabelOnEdgeOfLabelledState,
                place,
            ));
        }
        let differs = |edge: &RawEdge| edge.label.is_some() != label.is_some();
        if earlier.first().is_some_and(differs) {
            return Err(HoaError::new(HoaErrorKind::MissingLabel, place));
        }
        let (to, place) = parser.state("a state number")?;
        self.check_declared(to, &place)?;
        if self.header.states.is_none() && !self.definitions.contains_key(&to) {
            self.forward.push((to, place));
        }
        let marks = self.read_marks(parser)?;
        self.usage.edge_labels |= label.is_some();
        self.usage.edge_marks |= marks.is_some();
        Ok(RawEdge {
            label,
            to,
            marks: marks.unwrap_or_default(),
        })
    }

    fn read_label(&mut self, parser: &mut Parser<'_>) -> Result<Option<Label>, HoaError> {
        if !parser.accept('[')? {
            return Ok(None);
        }
        let label = self.header.labels.read_label(parser)?;
        parser.expect(']', "`&`, `|` or `]`")?;
        Ok(Some(label))
    }

    fn read_marks(&mut self, parser: &mut Parser<'_>) -> Result<Option<Marks>, HoaError> {
        if !parser.accept('{')? {
            return Ok(None);
        }
        let mut marks = Marks::EMPTY;
        while !parser.accept('}')? {
            if !matches!(parser.peek()?, Token::Number(_)) {
                return Err(parser.expected("the number of an acceptance set or `}`"));
            }
            marks.insert(self.header.sets.read_set(parser)?);
        }
        Ok(Some(marks))
    }

    fn check_declared(&self, number: StateId, place: &Span) -> Result<(), HoaError> {
        match self.header.states {
            Some((count, _)) if number >= count => {
                let kind = HoaErrorKind::UndeclaredState { number, count };
                Err(HoaError::new(kind, place.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Edges without any label must be one for each letter, or none at all.
    fn check_implicit(&mut self, definition: &Definition) -> Result<(), HoaError> {
        let implicit = |edge: &RawEdge| edge.label.is_none();
        if definition.info.label.is_some() || !definition.edges.first().is_some_and(implicit) {
            return Ok(());
        }
        self.usage.implicit_labels = true;
        let propositions = self.header.labels.labels.propositions.len() as u32;
        let found = definition.edges.len();
        if 1usize.checked_shl(propositions) == Some(found) {
            return Ok(());
        }
        let expected = match 1usize.checked_shl(propositions) {
            Some(letters) => letters.to_string(),
            None => format!("2^{propositions}"),
        };
        let kind = HoaErrorKind::ImplicitEdges { expected, found };
        Err(HoaError::new(kind, definition.span.clone()))
    }

    /// Every state that is declared or mentioned must be defined.
    fn check_states(&self, end: Span) -> Result<(), HoaError> {
        let defined = |number: &StateId| self.definitions.contains_key(number);
        let mentioned = self.header.start.iter().chain(&self.forward);
        let mut undefined = mentioned.filter(|(number, _)| !defined(number));
        if let Some((number, place)) = undefined.next() {
            let kind = HoaErrorKind::UndefinedState(*number);
            return Err(HoaError::new(kind, place.clone()));
        }
        let (count, place) = match &self.header.states {
            Some((count, place)) => (*count, place.clone()),
            None => {
                let last = self.definitions.keys().max();
                (last.map_or(0, |last| last + 1), end)
            }
        };
        match (0..count).find(|number| !defined(number)) {
            Some(number) => Err(HoaError::new(HoaErrorKind::UndefinedState(number), place)),
            None => Ok(()),
        }
    }

    fn finish(mut self) -> Result<HoaAutomaton, HoaError> {
        self.definitions.sort_unstable_keys();
        let acceptance = self.header.acceptance();
        let labels = std::mem::take(&mut self.header.labels.labels);
        let mut automaton = Explicit::new(labels, acceptance);
        automaton.name = self.header.name.take();
        automaton.initial = self.header.start.iter().map(|(state, _)| *state).collect();
        let mut states = Vec::with_capacity(self.definitions.len());
        for definition in std::mem::take(&mut self.definitions).into_values() {
            let from = automaton.add_state();
            let info = definition.info;
            for (letter, edge) in definition.edges.into_iter().enumerate() {
                let label = edge.label.or(info.label);
                let label = label.unwrap_or_else(|| letter_label(&mut automaton, letter));
                let marks = self
                    .header
                    .sets
                    .with_complements(edge.marks.union(&info.marks));
                automaton.add_transition(from, label, marks, edge.to);
            }
            let marks = self.header.sets.with_complements(info.marks);
            states.push(StateInfo { marks, ..info });
        }
        check_properties(&mut automaton, &self.header.properties, &self.usage)?;
        Ok(HoaAutomaton {
            automaton,
            sets: self.header.sets.declared,
            states,
            tool: self.header.tool,
            properties: self.header.properties.into_keys().collect(),
            warnings: self.header.warnings,
        })
    }
}

/// The label of the letter that is the given number in binary, the first proposition the lowest bit.
fn letter_label(automaton: &mut Explicit, letter: usize) -> Label {
    let propositions = 0..automaton.labels.propositions.len() as u32;
    let literals = propositions.map(|p| (p, letter >> p & 1 == 1)).collect();
    automaton.labels.bdds.cube(&Cube { literals })
}
