//! The replay of a run on its model: is it a run, is it fair, and does it violate the property?
//!
//! Everything is decided by definition: steps by asking the model's reference stepper (the interpreter, never compiled
//! code), propositions state by state, the formula on the lasso word by its semantics, fairness on the cycle.  Nothing here is
//! shared with the search that found the run.  A counterexample is a [`Confirmed`] run, and only this module makes one.

use lariat_automata::{BitSet, Condition, Explicit, Letter, Marks, word};
use lariat_ltl::semantics::TrueAtoms;
use lariat_ltl::{Atom, Formula, Formulas, semantics};
use lariat_model::{
    Deadlock, Fairness, Fault, FaultKind, Model, Proposition, Run, RuntimeError, Step, Stepper,
    Stop, Strength, Successors, Vocabulary,
};

use crate::prefix::confirm_prefix;

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

/// What is said of a run.  Who says it does not matter: nothing of it is believed.
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

/// A run that was replayed and is what it is said to be.
///
/// Nobody else can make one, so whoever has one need not ask where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmed {
    run: Run,
    facts: Vec<Facts>,
    reasons: Vec<Reason>,
    sets: Vec<SetReason>,
    fault: Option<Fault>,
}

impl Confirmed {
    /// A finite run that was confirmed.
    pub(crate) fn of_prefix(run: Run, facts: Vec<Facts>) -> Self {
        Self {
            run,
            facts,
            reasons: Vec::new(),
            sets: Vec::new(),
            fault: None,
        }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The facts at each stop.
    pub fn facts(&self) -> &[Facts] {
        &self.facts
    }

    /// For each event of the claim's fairness, in order, why the run is fair to it.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// Why the run satisfies the model's own condition, part by part.
    pub fn sets(&self) -> &[SetReason] {
        &self.sets
    }

    /// Whether the run is finite.
    pub fn is_finite(&self) -> bool {
        self.run.cycle.is_empty()
    }

    /// Whether it is not known if a proposition is true at the end of a finite run, because it speaks of the step that follows.
    pub fn is_open_at_end(&self, model: &dyn Model, proposition: Proposition) -> bool {
        let ends_in_state = self.run.prefix.last().is_some_and(|end| end.step.is_none());
        let is_dead = self.facts.last().is_some_and(|facts| facts.is_dead);
        self.is_finite() && ends_in_state && !is_dead && speaks_of_steps(model, proposition)
    }

    /// The fault that the run ends in, if it is one that does.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }
}

/// Whether a proposition may be different for two steps that leave one state.
pub(crate) fn speaks_of_steps(model: &dyn Model, proposition: Proposition) -> bool {
    match proposition {
        Proposition::OfModel(_) => model.schema().reads_steps,
        Proposition::Taken(_) => true,
        Proposition::Dead | Proposition::Enabled(_) => false,
    }
}

/// What is wrong with a run.  Positions count through the whole run, from 0.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Doubt {
    /// A run has at least one state.
    #[error("it has no state")]
    Empty,
    /// A finite run decides the property.
    #[error(
        "it does not go on for ever, and what it does until then need not violate the property"
    )]
    Open,
    /// A finite run begins one that counts.
    #[error("no run that counts is known to go on from its last state")]
    NoContinuation,
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
    /// A run to a fault ends in one.
    #[error("the model does nothing wrong in the last state")]
    NoFault,
}

/// Checks that a run is what it is said to be: a lasso, or a finite run of which every continuation violates the property, and that
/// some run which counts begins with.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn confirm(model: &dyn Model, run: Run, claim: &Claim<'_>) -> Result<Confirmed, Doubt> {
    if run.cycle.is_empty() {
        return confirm_prefix(model, run, claim);
    }
    let mut replay = Replay::new(model, claim.deadlock);
    replay.follow(&run)?;
    let reasons = fairness_reasons(&run, &replay.facts, claim.fairness)?;
    let sets = replay.set_reasons(&run).ok_or(Doubt::Rejected)?;
    let facts = replay.facts;
    let atoms = Atoms::new(claim);
    for (number, &assumption) in claim.assumptions.iter().enumerate() {
        if !atoms.satisfies(&run, &facts, assumption) {
            return Err(Doubt::Assumption(number));
        }
    }
    let violates = match claim.shows {
        Shows::Violates(formula) => !atoms.satisfies(&run, &facts, formula),
        Shows::AcceptedBy(automaton) => accepts(automaton, claim.vocabulary, &run, &facts),
        Shows::RejectedBy(automaton) => !accepts(automaton, claim.vocabulary, &run, &facts),
        Shows::IsRun => true,
    };
    match violates {
        false => Err(Doubt::NoViolation),
        true => Ok(Confirmed {
            run,
            facts,
            reasons,
            sets,
            fault: None,
        }),
    }
}

/// Checks that a finite run ends in a fault of this kind.
///
/// Where the run's last stop names a step, that step must fail.  Propositions may have no value in the last state, and then count
/// as false.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn confirm_fault(
    model: &dyn Model,
    run: Run,
    kind: FaultKind,
    deadlock: Deadlock,
) -> Result<Confirmed, Doubt> {
    let mut replay = Replay::new(model, deadlock);
    match replay.follow(&run) {
        Err(Doubt::NoValue(position, _)) if position + 1 == run.length() => {
            replay.facts.push(Facts::default());
        }
        followed => followed?,
    }
    let end = match (&run.cycle[..], run.prefix.last()) {
        ([], Some(end)) => end,
        _ => return Err(Doubt::NoFault),
    };
    let fault = replay.fault_at(end, kind).ok_or(Doubt::NoFault)?;
    Ok(Confirmed {
        facts: replay.facts,
        run,
        reasons: Vec::new(),
        sets: Vec::new(),
        fault: Some(fault),
    })
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

/// A walk along a run, by the model's definition.
pub(crate) struct Replay<'m> {
    model: &'m dyn Model,
    stepper: Box<dyn Stepper + 'm>,
    deadlock: Deadlock,
    /// All propositions of the model.
    wanted: Vec<usize>,
    steps: Successors,
    /// What is true at the stops so far.
    facts: Vec<Facts>,
}

impl<'m> Replay<'m> {
    pub(crate) fn new(model: &'m dyn Model, deadlock: Deadlock) -> Self {
        Self {
            model,
            stepper: model.reference(),
            deadlock,
            wanted: (0..model.schema().propositions.len()).collect(),
            steps: Successors::with_enabled(),
            facts: Vec::new(),
        }
    }

    /// Follows a run, finite or not, and notes what is true on the way, to the first place where the model does not behave so.
    pub(crate) fn follow(&mut self, run: &Run) -> Result<(), Doubt> {
        let first = run.stops().next().ok_or(Doubt::Empty)?;
        let mut initial = Vec::new();
        self.stepper.initial(&mut initial);
        let mut initial = initial.chunks_exact(self.stepper.width());
        if !initial.any(|state| state == first.state) {
            return Err(Doubt::NotInitial);
        }
        let start = run.cycle.first().map(|stop| &stop.state[..]);
        let mut stops = run.stops().peekable();
        while let Some(stop) = stops.next() {
            let next = stops.peek().map(|stop| &stop.state[..]).or(start);
            let facts = self.facts_at(stop, next)?;
            self.facts.push(facts);
        }
        Ok(())
    }

    /// What is true at the stops that were passed.
    pub(crate) fn into_facts(self) -> Vec<Facts> {
        self.facts
    }

    fn ask(&mut self, state: &[u32]) {
        self.steps.clear();
        self.stepper.successors(state, &mut self.steps);
    }

    fn facts_at(&mut self, stop: &Stop, next: Option<&[u32]>) -> Result<Facts, Doubt> {
        let position = self.facts.len();
        self.ask(&stop.state);
        let mut facts = Facts {
            is_dead: self.steps.steps.is_empty() && self.steps.failures.is_empty(),
            enabled: self.steps.enabled.clone(),
            ..Facts::default()
        };
        match (stop.step, next) {
            (Some(step), None) if self.steps.steps.contains(&step) => {
                self.take(step, &mut facts);
            }
            (_, None) => {}
            (None, Some(next)) => {
                let may_stay = facts.is_dead && self.deadlock != Deadlock::Drop;
                if !may_stay || next != stop.state {
                    return Err(Doubt::Stays(position));
                }
            }
            (Some(step), Some(next)) => {
                if !self.has_step(step, next) {
                    return Err(Doubt::NoStep(position));
                }
                self.take(step, &mut facts);
            }
        }
        let observed = self
            .stepper
            .observe(&stop.state, &self.wanted, &mut facts.own);
        observed.map_err(|error| Doubt::NoValue(position, error))?;
        Ok(facts)
    }

    /// Notes what is true of a step.
    fn take(&mut self, step: Step, facts: &mut Facts) {
        let mut take = |event| facts.taken.insert(event);
        self.model.each_event(step, &mut take);
        self.stepper.observe_step(step, &mut facts.own);
    }

    /// Whether the state that was asked about has this step, and it leads there.
    fn has_step(&self, step: Step, to: &[u32]) -> bool {
        let targets = self.steps.states.chunks_exact(self.stepper.width());
        let mut steps = targets.zip(&self.steps.steps);
        steps.any(|(target, &other)| target == to && other == step)
    }

    /// A fault of this kind at the end of a run.
    fn fault_at(&mut self, end: &Stop, kind: FaultKind) -> Option<Fault> {
        self.ask(&end.state);
        match kind {
            FaultKind::Assertion => {
                let sentence = self.stepper.failed_assertion(&end.state)?;
                Some(Fault::Assertion(sentence))
            }
            FaultKind::Deadlock => {
                let is_dead = self.steps.steps.is_empty() && self.steps.failures.is_empty();
                is_dead.then_some(Fault::Deadlock)
            }
            FaultKind::Error => {
                let mut failures = self.steps.failures.iter();
                let failure = match end.step {
                    Some(step) => failures.find(|failure| failure.step == step),
                    None => failures.next(),
                };
                let failure = failure.map(|&failure| Fault::Step(failure));
                failure.or_else(|| self.proposition_fault(end))
            }
        }
    }

    /// Whether a proposition has no value at the end of a run that no failing step ends.
    fn proposition_fault(&mut self, end: &Stop) -> Option<Fault> {
        let mut letter = Letter::EMPTY;
        let observed = self.stepper.observe(&end.state, &self.wanted, &mut letter);
        match end.step {
            Some(_) => None,
            None => observed.err().map(Fault::Proposition),
        }
    }

    /// Why the model's own condition holds on the cycle; none if it does not.
    fn set_reasons(&mut self, run: &Run) -> Option<Vec<SetReason>> {
        let marks = |stop: &Stop| {
            let mut marks = Marks::EMPTY;
            self.stepper.marks(&stop.state, &mut marks);
            marks
        };
        let marks: Vec<Marks> = run.cycle.iter().map(marks).collect();
        let condition = &self.model.schema().acceptance.condition;
        set_reasons(condition, &marks, run.prefix.len())
    }
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
pub(crate) struct Atoms<'a> {
    formulas: &'a Formulas,
    meaning: Vec<(Atom, Proposition)>,
}

impl<'a> Atoms<'a> {
    pub(crate) fn new(claim: &Claim<'a>) -> Self {
        let atoms = (0..claim.formulas.atom_count() as u32).map(Atom);
        let meaning = |atom| Some((atom, claim.vocabulary.get(claim.formulas.name(atom))?));
        Self {
            formulas: claim.formulas,
            meaning: atoms.filter_map(meaning).collect(),
        }
    }

    /// The atoms whose propositions are such.
    pub(crate) fn those(&self, are: impl Fn(Proposition) -> bool) -> TrueAtoms {
        let meaning = self.meaning.iter();
        meaning
            .filter(|(_, proposition)| are(*proposition))
            .map(|(atom, _)| *atom)
            .collect()
    }

    /// The letters that a formula reads along a run.
    pub(crate) fn letters(&self, facts: &[Facts]) -> Vec<TrueAtoms> {
        let letter = |facts: &Facts| self.those(|proposition| facts.satisfies(proposition));
        facts.iter().map(letter).collect()
    }

    /// The word that a formula reads along a run.
    fn word(&self, run: &Run, facts: &[Facts]) -> semantics::Word {
        let (prefix, cycle) = facts.split_at(run.prefix.len());
        semantics::Word::new(self.letters(prefix), self.letters(cycle))
    }

    fn satisfies(&self, run: &Run, facts: &[Facts], formula: Formula) -> bool {
        semantics::holds(self.formulas, formula, &self.word(run, facts))
    }
}

/// The letters that the formulas of a claim read along a run, and the atoms of which the last letter does not tell the truth: those that
/// speak of steps, where a finite run ends in a state.
pub fn letters_of(
    model: &dyn Model,
    claim: &Claim<'_>,
    confirmed: &Confirmed,
) -> (Vec<TrueAtoms>, TrueAtoms) {
    let atoms = Atoms::new(claim);
    let open = atoms.those(|proposition| confirmed.is_open_at_end(model, proposition));
    (atoms.letters(&confirmed.facts), open)
}

/// The word that the formulas of a claim read along a run.
pub fn word_of(claim: &Claim<'_>, confirmed: &Confirmed) -> semantics::Word {
    Atoms::new(claim).word(&confirmed.run, &confirmed.facts)
}

fn accepts(automaton: &Explicit, vocabulary: &Vocabulary, run: &Run, facts: &[Facts]) -> bool {
    let letters = letters(automaton, vocabulary, facts);
    let (prefix, cycle) = letters.split_at(run.prefix.len());
    word::accepts(automaton, prefix, cycle)
}

/// The letters that an automaton reads along a run.
pub fn letters(automaton: &Explicit, vocabulary: &Vocabulary, facts: &[Facts]) -> Vec<Letter> {
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
