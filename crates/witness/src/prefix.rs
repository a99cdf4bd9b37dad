//! Finite counterexamples: a prefix after which nothing can be well again, and after which a run that counts goes on.
//!
//! That every continuation violates the property is decided by what the prefix decides ([`Decided`]), or by where it leads an
//! automaton.  That there *is* a continuation which counts needs no search as a rule: deadlocked runs stay where they are, and a
//! scheduler that always takes the enabled event which has waited longest makes every finite run strongly fair to
//! finitely many events.  Fairness of events is *feasible* [apt.88.dc], in other words the model with it is *machine closed* [abadi.91.tcs].
//! Neither is true of assumptions, of deadlocks that are dropped, and of a model's own condition.  Where steps may fail a prefix may
//! run into failures only; then a continuation is looked for.

use std::collections::HashMap;

use lariat_automata::{Acceptor, Condition, Explicit, Label, Letter};
use lariat_ltl::semantics::{Decided, TrueAtoms};
use lariat_model::{Deadlock, Model, Run, Step, Stepper, Stop, Successors};

use crate::condition;
use crate::confirm::{
    Atoms, Claim, Confirmed, Doubt, Facts, Replay, Shows, letters, speaks_of_steps,
};
use crate::scheduler::goes_on_fairly;

/// So many states are looked at for a way to go on.
const MOST_STATES: usize = 1_000_000;

/// Checks that a finite run is what it is said to be.
pub(crate) fn confirm_prefix(
    model: &dyn Model,
    run: Run,
    claim: &Claim<'_>,
) -> Result<Confirmed, Doubt> {
    let (facts, is_counted) = follow_prefix(model, &run, claim)?;
    match is_counted {
        true => Ok(Confirmed::of_prefix(run, facts)),
        false => Err(Doubt::NoContinuation),
    }
}

/// Checks that every continuation of a finite run violates the property; whether there is one that counts is left open.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn confirm_bad_prefix(
    model: &dyn Model,
    run: Run,
    claim: &Claim<'_>,
) -> Result<Confirmed, Doubt> {
    let (facts, _) = follow_prefix(model, &run, claim)?;
    Ok(Confirmed::of_prefix(run, facts))
}

/// Follows a finite run that decides the property; what is true on the way, and whether a run that counts goes on from there.
fn follow_prefix(
    model: &dyn Model,
    run: &Run,
    claim: &Claim<'_>,
) -> Result<(Vec<Facts>, bool), Doubt> {
    let mut replay = Replay::new(model, claim.deadlock);
    replay.follow(run)?;
    let facts = replay.into_facts();
    let (Some(end), Some(last)) = (run.prefix.last(), facts.last()) else {
        return Err(Doubt::Empty);
    };
    let first = steps_like(model, end);
    if end.step.is_some() && first.is_empty() {
        return Err(Doubt::NoStep(facts.len() - 1));
    }
    let knows_step = end.step.is_some() || last.is_dead;
    if !is_decided(model, claim, &facts, knows_step) {
        return Err(Doubt::Open);
    }
    let is_counted = is_counted(
        model,
        claim,
        &Ending {
            state: &end.state,
            first,
        },
    );
    Ok((facts, is_counted))
}

/// Where a finite run ends.
pub(crate) struct Ending<'r> {
    pub(crate) state: &'r [u32],
    /// The steps that may come next; all of them, if none is named.
    pub(crate) first: Vec<Step>,
}

impl Ending<'_> {
    pub(crate) fn allows(&self, step: Step) -> bool {
        self.first.is_empty() || self.first.contains(&step)
    }
}

/// The steps of a stop of which the same is true as of the one that it names, if that can be taken.
fn steps_like(model: &dyn Model, stop: &Stop) -> Vec<Step> {
    let mut steps = Successors::default();
    let mut stepper = model.reference();
    stepper.successors(&stop.state, &mut steps);
    let Some(named) = stop.step.filter(|step| steps.steps.contains(step)) else {
        return Vec::new();
    };
    let mut truth = |step: Step| {
        let (mut taken, mut own) = (Letter::EMPTY, Letter::EMPTY);
        model.each_event(step, &mut |event| taken.insert(event));
        stepper.observe_step(step, &mut own);
        (taken, own)
    };
    let wanted = truth(named);
    let steps = steps.steps.into_iter();
    steps.filter(|&step| truth(step) == wanted).collect()
}

/// Whether every word that begins like this violates the property.
fn is_decided(model: &dyn Model, claim: &Claim<'_>, facts: &[Facts], knows_step: bool) -> bool {
    let is_open = |proposition| !knows_step && speaks_of_steps(model, proposition);
    match claim.shows {
        Shows::Violates(formula) => {
            let atoms = Atoms::new(claim);
            let open: TrueAtoms = atoms.those(is_open);
            let letters = atoms.letters(facts);
            let decided = Decided::new(claim.formulas, formula, &letters, &open);
            decided.at(formula, 0) == Some(false)
        }
        Shows::AcceptedBy(automaton) | Shows::RejectedBy(automaton) => {
            let mut names = automaton.labels.propositions.iter();
            let asks = |name: &String| claim.vocabulary.get(name).is_some_and(is_open);
            if names.any(asks) {
                return false;
            }
            let reached = read(automaton, &letters(automaton, claim.vocabulary, facts));
            match claim.shows {
                Shows::RejectedBy(_) => reached.iter().all(|&state| is_lost(automaton, state)),
                _ => reached.iter().any(|&state| accepts_all(automaton, state)),
            }
        }
        Shows::IsRun => false,
    }
}

/// The states that an automaton may be in after these letters.
fn read(automaton: &Explicit, letters: &[Letter]) -> Vec<u32> {
    let mut states = automaton.initial.clone();
    let mut edges = Vec::new();
    for letter in letters {
        edges.clear();
        for state in &states {
            automaton.successors(state, letter, &mut edges);
        }
        states = edges.iter().map(|edge| edge.to).collect();
        states.sort_unstable();
        states.dedup();
    }
    states
}

/// Whether a state has an accepting loop for every letter.
fn accepts_all(automaton: &Explicit, state: u32) -> bool {
    let mut edges = automaton.transitions[state as usize].iter();
    edges.any(|edge| {
        let accepts = condition::holds(&automaton.acceptance.condition, &edge.marks);
        edge.to == state && edge.label == Label::TRUE && accepts
    })
}

/// Whether nothing leaves a state but perhaps a loop that accepts nothing.
fn is_lost(automaton: &Explicit, state: u32) -> bool {
    match &automaton.transitions[state as usize][..] {
        [] => true,
        [edge] => {
            let accepts = condition::holds(&automaton.acceptance.condition, &edge.marks);
            edge.to == state && !accepts
        }
        _ => false,
    }
}

/// Whether some run that counts begins with a run that ends like this.
fn is_counted(model: &dyn Model, claim: &Claim<'_>, end: &Ending<'_>) -> bool {
    let schema = model.schema();
    let is_free = claim.assumptions.is_empty()
        && claim.deadlock != Deadlock::Drop
        && schema.acceptance.condition == Condition::True;
    match schema.can_fail {
        false => is_free,
        true if claim.fairness.events.is_empty() => is_free && goes_on(model, end),
        true => is_free && goes_on_fairly(model, end, claim.fairness),
    }
}

/// Whether some infinite run goes on from a stop, by a depth-first search for a cycle or a deadlock.
fn goes_on(model: &dyn Model, end: &Ending<'_>) -> bool {
    let mut search = Continuation {
        stepper: model.reference(),
        wanted: (0..model.schema().propositions.len()).collect(),
        steps: Successors::default(),
        on_path: HashMap::new(),
        path: Vec::new(),
    };
    search.run(end)
}

/// A search for an infinite run.
struct Continuation<'m> {
    stepper: Box<dyn Stepper + 'm>,
    wanted: Vec<usize>,
    steps: Successors,
    /// The states that were met, and whether the path leads through them.
    on_path: HashMap<Vec<u32>, bool>,
    /// Each state of the path with those of its successors that are still to be looked at.
    path: Vec<(Vec<u32>, Vec<Vec<u32>>)>,
}

impl Continuation<'_> {
    fn run(&mut self, end: &Ending<'_>) -> bool {
        if self.enter(end.state.to_vec()) {
            return true;
        }
        if let Some((_, targets)) = self.path.first_mut() {
            let steps = self.steps.states.chunks_exact(self.stepper.width());
            let steps = steps.zip(&self.steps.steps);
            let allowed = steps.filter(|(_, step)| end.allows(**step));
            *targets = allowed.map(|(target, _)| target.to_vec()).collect();
        }
        while let Some((_, targets)) = self.path.last_mut() {
            match targets.pop() {
                Some(target) => match self.on_path.get(&target).copied() {
                    Some(true) => return true,
                    Some(false) => {}
                    None if self.on_path.len() >= MOST_STATES => return false,
                    None if self.enter(target) => return true,
                    None => {}
                },
                None => {
                    if let Some((state, _)) = self.path.pop() {
                        self.on_path.insert(state, false);
                    }
                }
            }
        }
        false
    }

    /// Puts a state on the path; whether a run stays there for ever.
    fn enter(&mut self, state: Vec<u32>) -> bool {
        self.steps.clear();
        self.stepper.successors(&state, &mut self.steps);
        let mut letter = Letter::EMPTY;
        let has_values = self
            .stepper
            .observe(&state, &self.wanted, &mut letter)
            .is_ok();
        self.on_path.insert(state.clone(), has_values);
        if !has_values {
            return false;
        }
        if self.steps.steps.is_empty() && self.steps.failures.is_empty() {
            return true;
        }
        let targets = self.steps.states.chunks_exact(self.stepper.width());
        self.path
            .push((state, targets.map(<[u32]>::to_vec).collect()));
        false
    }
}
