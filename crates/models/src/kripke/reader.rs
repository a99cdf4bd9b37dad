//! From the Hanoi format to a Kripke structure: what an automaton must be like to be one.

use lariat_automata::hoa::{self, HoaAutomaton, StateInfo};
use lariat_automata::{Label, LabelledEdge, Labels, Letter};
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
        automaton, states, ..
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
    let mut structure = States {
        initial: automaton.initial,
        first: vec![0],
        targets: Vec::new(),
        valuations: Vec::with_capacity(states.len()),
        marks: Vec::with_capacity(states.len()),
        propositions: automaton.labels.propositions.clone(),
        acceptance: automaton.acceptance,
    };
    for (number, (info, edges)) in states.into_iter().zip(automaton.transitions).enumerate() {
        let valuation = valuations
            .of(number as u32, &info)
            .and_then(|valuation| {
                check_marks(number as u32, &info, &edges)?;
                Ok(valuation)
            })
            .map_err(|kind| Error::new(kind, info.span))?;
        structure.valuations.push(valuation);
        structure.marks.push(info.marks);
        structure.targets.extend(edges.iter().map(|edge| edge.to));
        structure.first.push(structure.targets.len());
    }
    Ok(structure)
}

fn check_marks(state: u32, info: &StateInfo, edges: &[LabelledEdge]) -> Result<(), ErrorKind> {
    match edges.iter().all(|edge| edge.marks == info.marks) {
        true => Ok(()),
        false => Err(ErrorKind::MarkedEdge(state)),
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
