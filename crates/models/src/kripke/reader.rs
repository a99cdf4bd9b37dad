//! From the Hanoi format to a Kripke structure: what an automaton must be like to be one.

use std::ops::Range;

use lariat_automata::hoa::{self, HoaAutomaton, StateInfo};
use lariat_automata::{Label, LabelledEdge, Labels, Letter, Marks};
use rustc_hash::FxHashMap;

use super::States;
use super::error::{Error, ErrorKind, not_hoa};

pub(super) fn read(text: &str) -> Result<States, Error> {
    let mut automata = hoa::read(text);
    let end = text.len()..text.len();
    let Some(first) = automata.next() else {
        return Err(Error::new(ErrorKind::Nothing, end));
    };
    let structure = structure(first.map_err(not_hoa)?, text)?;
    match automata.next() {
        None => Ok(structure),
        Some(Err(error)) => Err(not_hoa(error)),
        Some(Ok(second)) => {
            let place = second
                .states
                .first()
                .map_or(end, |state| state.span.clone());
            Err(Error::new(ErrorKind::Several, place))
        }
    }
}

fn structure(read: HoaAutomaton, text: &str) -> Result<States, Error> {
    let HoaAutomaton {
        automaton,
        states,
        warnings,
        ..
    } = read;
    if automaton.initial.is_empty() {
        let header = text
            .find("--BODY--")
            .map_or(0..0, |at| at..at + "--BODY--".len());
        return Err(Error::new(ErrorKind::NoInitialState, header));
    }
    let mut valuations = Valuations {
        labels: &automaton.labels,
        known: FxHashMap::default(),
    };
    let copies = Copies::new(&states, &automaton.transitions);
    let mut structure = States {
        initial: copies.of_all(automaton.initial.iter().copied()),
        first: vec![0],
        targets: Vec::new(),
        valuations: Vec::with_capacity(copies.marks.len()),
        marks: copies.marks.clone(),
        numbers: Vec::with_capacity(copies.marks.len()),
        has_copies: copies.marks.len() > states.len(),
        oddities: warnings.into_iter().map(not_hoa).collect(),
        propositions: automaton.labels.propositions.clone(),
        acceptance: automaton.acceptance,
    };
    for ((number, info), edges) in (0..).zip(states).zip(&automaton.transitions) {
        let valuation = valuations.of(number, &info);
        let valuation = valuation.map_err(|kind| Error::new(kind, info.span))?;
        for copy in copies.of(number) {
            structure.valuations.push(valuation.clone());
            structure.numbers.push(number);
            let marks = &copies.marks[copy as usize];
            let leaving = edges.iter().filter(|edge| edge.marks == *marks);
            let targets = copies.of_all(leaving.map(|edge| edge.to));
            structure.targets.extend(targets);
            structure.first.push(structure.targets.len());
        }
    }
    Ok(structure)
}

/// The states that the states of the text become, one for each set of marks that its edges carry.
struct Copies {
    /// For each state of the text its first copy; behind the last one, how many there are.
    first: Vec<u32>,
    /// The marks of each copy.
    marks: Vec<Marks>,
}

impl Copies {
    fn new(states: &[StateInfo], transitions: &[Vec<LabelledEdge>]) -> Self {
        let mut copies = Self {
            first: vec![0],
            marks: Vec::new(),
        };
        for (info, edges) in states.iter().zip(transitions) {
            let mut marks: Vec<&Marks> = Vec::new();
            for edge in edges {
                if !marks.contains(&&edge.marks) {
                    marks.push(&edge.marks);
                }
            }
            if marks.is_empty() {
                marks.push(&info.marks);
            }
            copies.marks.extend(marks.into_iter().cloned());
            copies.first.push(copies.marks.len() as u32);
        }
        copies
    }

    /// The copies of a state.
    fn of(&self, state: u32) -> Range<u32> {
        self.first[state as usize]..self.first[state as usize + 1]
    }

    fn of_all(&self, states: impl Iterator<Item = u32>) -> Vec<u32> {
        states.flat_map(|state| self.of(state)).collect()
    }
}

/// The letters that labels stand for, each found out once.
struct Valuations<'a> {
    labels: &'a Labels,
    known: FxHashMap<Label, Letter>,
}

impl Valuations<'_> {
    fn of(&mut self, state: u32, info: &StateInfo) -> Result<Letter, ErrorKind> {
        let label = info.label.ok_or(ErrorKind::NoLabel(state))?;
        if let Some(known) = self.known.get(&label) {
            return Ok(known.clone());
        }
        let letter = self.only_letter(state, label)?;
        self.known.insert(label, letter.clone());
        Ok(letter)
    }

    /// The one letter that satisfies a label.
    fn only_letter(&self, state: u32, label: Label) -> Result<Letter, ErrorKind> {
        let mut cubes = self.labels.bdds.cubes(label);
        let cube = cubes.next().ok_or(ErrorKind::FalseLabel(state))?;
        let variable = |place: usize| cube.literals.get(place).map(|literal| literal.0 as usize);
        let missing =
            (0..self.labels.propositions.len()).find(|&number| variable(number) != Some(number));
        let parting = cubes.next().and_then(|second| {
            let mut both = cube.literals.iter().zip(&second.literals);
            both.find(|(one, other)| one != other)
                .map(|(literal, _)| literal.0 as usize)
        });
        if let Some(number) = missing.or(parting) {
            let open = self.labels.propositions[number].clone();
            return Err(ErrorKind::OpenLabel { state, open });
        }
        let positive = cube.literals.iter().filter(|literal| literal.1);
        Ok(positive.map(|literal| literal.0 as usize).collect())
    }
}
