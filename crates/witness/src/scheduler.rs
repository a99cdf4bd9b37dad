//! A fair continuation of a finite run, by a scheduler.
//!
//! The scheduler always takes the enabled event that has waited longest.  Where steps cannot fail this goes on for ever, and the run
//! is strongly fair to every event: an event that is enabled again and again comes to the front of the queue and is taken.  Where
//! steps can fail the scheduler may have to let an event wait that would lead into failures only; so it is run until it
//! repeats itself, and the fairness of what it repeats is looked at.

use lariat_automata::{BitSet, Letter};
use lariat_model::{Fairness, Model, Step, Stepper, Strength, Successors};

use crate::prefix::Ending;

/// So many steps are tried.
const MOST_STEPS: usize = 1_000_000;

/// Whether the scheduler finds a run that goes on from a stop and is fair.
pub(crate) fn goes_on_fairly(model: &dyn Model, end: &Ending<'_>, fairness: &Fairness) -> bool {
    let mut scheduler = Scheduler {
        model,
        stepper: model.reference(),
        wanted: (0..model.schema().propositions.len()).collect(),
        now: Moment {
            state: end.state.to_vec(),
            queue: fairness.events.iter().map(|&(event, _)| event).collect(),
        },
        beginning: Some(end),
    };
    match scheduler.run() {
        Future::Stays => true,
        Future::Repeats(cycle) => is_fair(&cycle, fairness),
        Future::Fails => false,
    }
}

/// What becomes of a scheduled run.
enum Future {
    /// It comes to a deadlock, where nothing is enabled.
    Stays,
    /// It repeats these steps: what is enabled before each, and what it takes.
    Repeats(Vec<(BitSet, BitSet)>),
    /// It comes to where every step fails, or takes too long.
    Fails,
}

/// All that the future of a scheduled run depends on.
#[derive(Clone, PartialEq, Eq)]
struct Moment {
    state: Vec<u32>,
    /// The events, the one that has waited longest first.
    queue: Vec<usize>,
}

struct Scheduler<'m, 'e> {
    model: &'m dyn Model,
    stepper: Box<dyn Stepper + 'm>,
    wanted: Vec<usize>,
    now: Moment,
    /// What the first step must be.
    beginning: Option<&'e Ending<'e>>,
}

impl Scheduler<'_, '_> {
    /// Runs until a moment comes again, which Brent's algorithm notices without remembering them all.
    fn run(&mut self) -> Future {
        // The first step is given, so the moment before it may come again without it.
        match self.step() {
            Some(Some(_)) => {}
            Some(None) => return Future::Stays,
            None => return Future::Fails,
        }
        let mut mark = self.now.clone();
        let (mut power, mut length) = (1, 0);
        for _ in 0..MOST_STEPS {
            match self.step() {
                Some(Some(_)) => length += 1,
                Some(None) => return Future::Stays,
                None => return Future::Fails,
            }
            if self.now == mark {
                let steps = (0..length).filter_map(|_| self.step().flatten());
                return Future::Repeats(steps.collect());
            }
            if length == power {
                mark = self.now.clone();
                (power, length) = (2 * power, 0);
            }
        }
        Future::Fails
    }

    /// Takes a step: what was enabled, and what it takes.  Nothing inside if there is no step, none at all if every step fails.
    fn step(&mut self) -> Option<Option<(BitSet, BitSet)>> {
        let steps = self.ask(&self.now.state.clone());
        if is_dead(&steps) {
            return Some(None);
        }
        let width = self.stepper.width();
        let beginning = self.beginning.take();
        let candidates = steps.steps.iter().zip(steps.states.chunks_exact(width));
        let mut candidates: Vec<(usize, Step, &[u32])> = candidates
            .filter(|(step, _)| beginning.is_none_or(|end| end.allows(**step)))
            .map(|(&step, to)| (self.rank(step), step, to))
            .collect();
        candidates.sort_by_key(|&(rank, ..)| rank);
        let chosen = candidates.into_iter().find(|(.., to)| self.can_go_on(to));
        let (_, step, to) = chosen?;
        let taken = self.taken(step);
        self.now.state = to.to_vec();
        let queue = std::mem::take(&mut self.now.queue);
        let (done, waiting): (Vec<_>, Vec<_>) =
            queue.into_iter().partition(|&event| taken.contains(event));
        self.now.queue = [waiting, done].concat();
        Some(Some((steps.enabled, taken)))
    }

    fn ask(&mut self, state: &[u32]) -> Successors {
        let mut steps = Successors::with_enabled();
        self.stepper.successors(state, &mut steps);
        steps
    }

    fn taken(&self, step: Step) -> BitSet {
        let mut taken = BitSet::EMPTY;
        self.model
            .each_event(step, &mut |event| taken.insert(event));
        taken
    }

    /// How long the event of a step has waited.
    fn rank(&self, step: Step) -> usize {
        let taken = self.taken(step);
        let mut queue = self.now.queue.iter();
        let place = queue.position(|&event| taken.contains(event));
        place.unwrap_or(self.now.queue.len())
    }

    /// Whether a run may stay in a state or leave it.
    fn can_go_on(&mut self, state: &[u32]) -> bool {
        let steps = self.ask(state);
        let mut letter = Letter::EMPTY;
        let observed = self.stepper.observe(state, &self.wanted, &mut letter);
        observed.is_ok() && (is_dead(&steps) || !steps.steps.is_empty())
    }
}

fn is_dead(steps: &Successors) -> bool {
    steps.steps.is_empty() && steps.failures.is_empty()
}

/// Whether a cycle of steps, each with what is enabled before it and what it takes, is fair.
fn is_fair(cycle: &[(BitSet, BitSet)], fairness: &Fairness) -> bool {
    fairness.events.iter().all(|&(event, strength)| {
        let is_taken = cycle.iter().any(|(_, taken)| taken.contains(event));
        let mut enabled = cycle.iter().map(|(enabled, _)| enabled.contains(event));
        let waits = match strength {
            Strength::Strong => enabled.any(|is_enabled| is_enabled),
            Strength::Weak => enabled.all(|is_enabled| is_enabled),
        };
        is_taken || !waits
    })
}
