//! The replay of a run on its model: is it a run, is it fair, and does it violate the property?
//!
//! Everything is decided by definition: steps by asking the model (callers hand over the interpreter, never compiled
//! code), propositions state by state, the formula on the lasso word by its semantics, fairness on the cycle.  Nothing here is
//! shared with the search that found the run.

use std::collections::BTreeSet;

use lariat_automata::{BitSet, Condition, Explicit, Letter, Marks, word};
use lariat_ltl::{Atom, Formula, Formulas, semantics};
use lariat_models::{Model, RuntimeError, Successors};

use crate::fairness::{Fairness, Strength};
use crate::run::{Run, Stop};
use crate::system::Deadlock;
use crate::vocabulary::{Proposition, Vocabulary};

/// What a run is said to show.
#[derive(Clone, Copy)]
pub enum Shows<'a> {
    /// This formula is false on it.
    Violates(Formula),
    /// This automaton accepts it.
    AcceptedBy(&'a Explicit),
    /// This automaton, which is deterministic, does not accept it.
    RejectedBy(&'a Explicit),
    /// The model's own condition is all there is to show.
    IsRun,
}

/// What is said of a run.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    /// The arena of the formulas.
    pub formulas: &'a Formulas,
    /// What its atoms mean.
    pub vocabulary: &'a Vocabulary,
    /// What the run shows.
    pub shows: Shows<'a>,
    /// What else is true of it.
    pub assumptions: &'a [Formula],
    /// The events that it is fair to.
    pub fairness: &'a Fairness,
    /// Whether it may stay in a deadlock.
    pub deadlock: Deadlock,
}

/// What is true at a stop of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The model's own propositions, of the state and of the step.
    pub own: Letter,
    /// No step leaves the state.
    pub is_dead: bool,
    /// The events that are enabled in the state.
    pub enabled: BitSet,
    /// The events that the step takes.
    pub taken: BitSet,
}

/// Why a run is fair to an event.  Positions count through the whole run, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The event is enabled nowhere in the cycle.
    NeverEnabled,
    /// The step that leaves this stop of the cycle takes it.
    TakenAt(usize),
    /// It is not enabled at this stop of the cycle (weak fairness only).
    DisabledAt(usize),
}

/// Why a run satisfies a part of the model's own condition.  Positions count through the whole run, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetReason {
    /// This stop of the cycle is in the acceptance set, as it should be infinitely often.
    MetAt {
        /// The number of the set.
        set: usize,
        /// The stop.
        position: usize,
    },
    /// No stop of the cycle is in the acceptance set, as it should be finitely often.
    NeverMet {
        /// The number of the set.
        set: usize,
    },
}

/// What the replay of a run has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The facts at each stop.
    pub facts: Vec<Facts>,
    /// For each event of the claim's fairness, in order, why the run is fair to it.
    pub reasons: Vec<Reason>,
    /// Why the run satisfies the model's own condition, part by part.
    pub sets: Vec<SetReason>,
}

/// What is wrong with a run.  Positions count through the whole run, from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Doubt {
    /// A run has at least one state.
    #[error("it has no state")]
    Empty,
    /// A counterexample goes on for ever.
    #[error("it does not go on for ever")]
    Finite,
    /// Runs start in initial states.
    #[error("its first state is not initial")]
    NotInitial,
    /// Each step is one of the model.
    #[error("the model has no such step at state {0}")]
    NoStep(usize),
    /// A run stays only in deadlocks, and only where the question allows it.
    #[error("it stays in state {0}, which is no deadlock, or where deadlocked runs do not count")]
    Stays(usize),
    /// A proposition cannot be evaluated.
    #[error("a proposition has no value at state {0}: {1}")]
    NoValue(usize, RuntimeError),
    /// The property is not violated.
    #[error("it does not violate the property")]
    NoViolation,
    /// An assumption is not satisfied.
    #[error("it does not satisfy assumption {0}")]
    Assumption(usize),
    /// It is not fair to this event.
    #[error("it is not fair to event {0}")]
    Unfair(usize),
    /// The model's own acceptance condition is not satisfied.
    #[error("it does not satisfy the model's acceptance condition")]
    Rejected,
}

/// Checks that an infinite run is what it is said to be.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn confirm(model: &dyn Model, run: &Run, claim: &Claim<'_>) -> Result<Account, Doubt> {
    if run.cycle.is_empty() {
        return Err(Doubt::Finite);
    }
    let facts = walk(model, run, claim.deadlock)?;
    let reasons = fairness_reasons(run, &facts, claim.fairness)?;
    let atoms = Atoms::new(claim);
    for (number, &assumption) in claim.assumptions.iter().enumerate() {
        if !atoms.satisfies(run, &facts, assumption) {
            return Err(Doubt::Assumption(number));
        }
    }
    let violates = match claim.shows {
        Shows::Violates(formula) => !atoms.satisfies(run, &facts, formula),
        Shows::AcceptedBy(automaton) => accepts(automaton, claim.vocabulary, run, &facts),
        Shows::RejectedBy(automaton) => !accepts(automaton, claim.vocabulary, run, &facts),
        Shows::IsRun => true,
    };
    if !violates {
        return Err(Doubt::NoViolation);
    }
    let marks = marks_of_cycle(model, run);
    match set_reasons(&model.acceptance().condition, &marks, run.prefix.len()) {
        Some(sets) => Ok(Account {
            facts,
            reasons,
            sets,
        }),
        None => Err(Doubt::Rejected),
    }
}

/// The model's own marks at each stop of the cycle.
fn marks_of_cycle(model: &dyn Model, run: &Run) -> Vec<Marks> {
    let marks = |stop: &Stop| {
        let mut marks = Marks::EMPTY;
        model.marks(&stop.state, &mut marks);
        marks
    };
    run.cycle.iter().map(marks).collect()
}

/// Why a condition holds on a cycle with these marks, which begins at `start`; none if it does not hold.
fn set_reasons(condition: &Condition, cycle: &[Marks], start: usize) -> Option<Vec<SetReason>> {
    let met = |set: usize| cycle.iter().position(|marks| marks.contains(set));
    match condition {
        Condition::True => Some(Vec::new()),
        Condition::False => None,
        &Condition::Inf(set) => {
            let position = start + met(set)?;
            Some(vec![SetReason::MetAt { set, position }])
        }
        &Condition::Fin(set) => met(set)
            .is_none()
            .then(|| vec![SetReason::NeverMet { set }]),
        Condition::And(parts) => {
            let reasons: Option<Vec<_>> = parts
                .iter()
                .map(|part| set_reasons(part, cycle, start))
                .collect();
            Some(reasons?.concat())
        }
        Condition::Or(parts) => parts
            .iter()
            .find_map(|part| set_reasons(part, cycle, start)),
    }
}

/// Follows a run, finite or not, and notes what is true on the way.
///
/// # Errors
/// The first place where the model does not behave so.
pub fn walk(model: &dyn Model, run: &Run, deadlock: Deadlock) -> Result<Vec<Facts>, Doubt> {
    let mut facts = Vec::new();
    follow(model, run, deadlock, &mut facts)?;
    Ok(facts)
}

/// Follows a finite run to a fault of the model: in its last state propositions may have no value, and then count as false.
///
/// # Errors
/// The first place where the model does not behave so.
pub fn walk_to_fault(
    model: &dyn Model,
    run: &Run,
    deadlock: Deadlock,
) -> Result<Vec<Facts>, Doubt> {
    let mut facts = Vec::new();
    match follow(model, run, deadlock, &mut facts) {
        Err(Doubt::NoValue(position, _)) if position + 1 == run.stops().count() => {
            facts.push(Facts::default());
        }
        followed => followed?,
    }
    Ok(facts)
}

fn follow(
    model: &dyn Model,
    run: &Run,
    deadlock: Deadlock,
    facts: &mut Vec<Facts>,
) -> Result<(), Doubt> {
    let first = run.stops().next().ok_or(Doubt::Empty)?;
    let mut initial = Vec::new();
    model.initial(&mut initial);
    if !initial
        .chunks_exact(model.width())
        .any(|state| state == first.state)
    {
        return Err(Doubt::NotInitial);
    }
    for (position, stop) in run.stops().enumerate() {
        let next = run.next(position);
        facts.push(facts_at(model, position, stop, next, deadlock)?);
    }
    Ok(())
}

fn facts_at(
    model: &dyn Model,
    position: usize,
    stop: &Stop,
    next: Option<&[u32]>,
    deadlock: Deadlock,
) -> Result<Facts, Doubt> {
    let mut steps = Successors::default();
    model.successors(&stop.state, &mut steps);
    let mut facts = Facts {
        is_dead: steps.steps.is_empty() && steps.failures.is_empty(),
        ..Facts::default()
    };
    for &step in &steps.steps {
        model.each_event(step, &mut |event| facts.enabled.insert(event));
    }
    match (stop.step, next) {
        (_, None) => {}
        (None, Some(next)) => {
            if !facts.is_dead || deadlock == Deadlock::Drop || next != stop.state {
                return Err(Doubt::Stays(position));
            }
        }
        (Some(step), Some(next)) => {
            let targets = steps.states.chunks_exact(model.width());
            let mut same = targets
                .zip(&steps.steps)
                .filter(|&(target, &other)| target == next && other == step);
            same.next().ok_or(Doubt::NoStep(position))?;
            model.each_event(step, &mut |event| facts.taken.insert(event));
            model.letter_of_step(step, &mut facts.own);
        }
    }
    let letter = model.letter(&stop.state, &mut facts.own);
    letter.map_err(|error| Doubt::NoValue(position, error))?;
    Ok(facts)
}

impl Facts {
    /// Whether a proposition is true here.
    pub fn satisfies(&self, proposition: Proposition) -> bool {
        match proposition {
            Proposition::OfModel(number) => self.own.contains(number),
            Proposition::Dead => self.is_dead,
            Proposition::Enabled(event) => self.enabled.contains(event),
            Proposition::Taken(event) => self.taken.contains(event),
        }
    }
}

/// Why the run is fair to each event, by the definitions of weak and strong fairness.
fn fairness_reasons(run: &Run, facts: &[Facts], fairness: &Fairness) -> Result<Vec<Reason>, Doubt> {
    let start = run.prefix.len();
    let cycle = &facts[start..];
    let at =
        |holds: &dyn Fn(&Facts) -> bool| cycle.iter().position(holds).map(|place| start + place);
    let reason = |&(event, strength): &(usize, Strength)| {
        if let Some(position) = at(&|facts| facts.taken.contains(event)) {
            return Ok(Reason::TakenAt(position));
        }
        if at(&|facts| facts.enabled.contains(event)).is_none() {
            return Ok(Reason::NeverEnabled);
        }
        match at(&|facts| !facts.enabled.contains(event)) {
            Some(position) if strength == Strength::Weak => Ok(Reason::DisabledAt(position)),
            _ => Err(Doubt::Unfair(event)),
        }
    };
    fairness.events.iter().map(reason).collect()
}

/// The atoms of the formulas, with their meaning.
struct Atoms<'a> {
    formulas: &'a Formulas,
    meaning: Vec<(Atom, Proposition)>,
}

impl<'a> Atoms<'a> {
    fn new(claim: &Claim<'a>) -> Self {
        let atoms = (0..claim.formulas.atom_count() as u32).map(Atom);
        let meaning = |atom| Some((atom, claim.vocabulary.get(claim.formulas.name(atom))?));
        Self {
            formulas: claim.formulas,
            meaning: atoms.filter_map(meaning).collect(),
        }
    }

    /// The word that a formula reads along a run.
    fn word(&self, run: &Run, facts: &[Facts]) -> semantics::Word {
        let letter = |facts: &Facts| -> BTreeSet<Atom> {
            let meaning = self.meaning.iter();
            meaning
                .filter(|(_, proposition)| facts.satisfies(*proposition))
                .map(|(atom, _)| *atom)
                .collect()
        };
        let (prefix, cycle) = facts.split_at(run.prefix.len());
        semantics::Word::new(
            prefix.iter().map(letter).collect(),
            cycle.iter().map(letter).collect(),
        )
    }

    fn satisfies(&self, run: &Run, facts: &[Facts], formula: Formula) -> bool {
        semantics::holds(self.formulas, formula, &self.word(run, facts))
    }
}

/// The word that the formulas of a claim read along a run, with the facts that its replay has found.
pub(crate) fn word_of(claim: &Claim<'_>, run: &Run, facts: &[Facts]) -> semantics::Word {
    Atoms::new(claim).word(run, facts)
}

fn accepts(automaton: &Explicit, vocabulary: &Vocabulary, run: &Run, facts: &[Facts]) -> bool {
    let letters = letters(automaton, vocabulary, facts);
    let (prefix, cycle) = letters.split_at(run.prefix.len());
    word::accepts(automaton, prefix, cycle)
}

/// The letters that an automaton reads along a run.
pub(crate) fn letters(
    automaton: &Explicit,
    vocabulary: &Vocabulary,
    facts: &[Facts],
) -> Vec<Letter> {
    let names = automaton.labels.propositions.iter();
    let meaning: Vec<Option<Proposition>> = names.map(|name| vocabulary.get(name)).collect();
    let letter = |facts: &Facts| -> Letter {
        let is_true = |&number: &usize| {
            meaning[number].is_some_and(|proposition| facts.satisfies(proposition))
        };
        (0..meaning.len()).filter(is_true).collect()
    };
    facts.iter().map(letter).collect()
}
