//! Where runs end that should go on: steps that fail, assertions, deadlocks.
//!
//! A search of the product notes the faults that it meets.  Where the property prunes the model it may not meet all states, so
//! after a verdict *holds* the rest of the model is looked through as well ([`Outcome::sweep`]).  Of each kind of fault that
//! was met, a breadth-first search then finds the nearest ([`nearest_faults`]).

use std::collections::VecDeque;

use lariat_models::{Model, Step};

use crate::run::{Run, Stop};
use crate::search::{Method, Obstacle, Outcome, Progress, Question, new_space, system};
use crate::system::{Fault, FaultKind, Moves, System};

impl Outcome<'_> {
    /// The kinds of faults that the search met.
    pub fn faults(&self) -> impl Iterator<Item = FaultKind> {
        self.system.faults.iter().map(|(_, fault)| fault.kind())
    }

    /// Whether the search met every fault that there is.
    pub fn has_met_all_faults(&self) -> bool {
        !self.system.can_fail() || self.system.next_unexpanded(0).is_none()
    }

    /// Expands the states that the search did not expand; says why it stopped before the last of them.
    ///
    /// # Errors
    /// When a limit ends it.
    pub fn sweep(&mut self, method: &Method<'_>) -> Result<(), Obstacle> {
        if !self.system.can_fail() {
            return Ok(());
        }
        let mut moves = Moves::default();
        let mut next = 0;
        while let Some(state) = self.system.next_unexpanded(next) {
            self.system.moves(state, &mut moves);
            next = state + 1;
            check_limits(&self.system, state, method)?;
        }
        Ok(())
    }
}

/// Looks at the limits of a search that has just expanded a state.
fn check_limits(system: &System<'_>, state: u32, method: &Method<'_>) -> Result<(), Obstacle> {
    if let Some(full) = system.full {
        return Err(full.into());
    }
    if system.state_count() > method.max_states {
        return Err(Obstacle::States(method.max_states));
    }
    let progress = Progress {
        states: system.state_count(),
        store_bytes: system.store_bytes(),
        ..Progress::default()
    };
    match state.is_multiple_of(1024) && (method.watch)(&progress) {
        true => Err(Obstacle::Asked),
        false => Ok(()),
    }
}

/// Of each of these kinds the fault nearest to the initial states, with a run that leads there; the run's last step is the one that
/// fails, if it is a step that does.  If a limit ends the search, those that were found by then, and why it ended.
///
/// ```
/// use lariat::{Fairness, Fault, FaultKind, Method, Property, Question, Vocabulary, nearest_faults};
/// use lariat_models::dve::Dve;
///
/// let model = Dve::parse(
///     "byte x = 254; process P { state q; init q; trans q -> q { effect x = x + 1; }; } system async;",
/// )?;
/// let question = Question {
///     property: &Property::Own,
///     assumptions: &[],
///     fairness: &Fairness::default(),
///     deadlock: lariat::Deadlock::default(),
///     vocabulary: &Vocabulary::default(),
/// };
/// let (faults, obstacle) = nearest_faults(&model, &question, &Method::default(), &FaultKind::ALL);
/// let [(Fault::Step(_), run)] = &faults[..] else { panic!("x overflows, and that is all") };
/// assert_eq!(run.prefix.len(), 2);
/// assert!(obstacle.is_none());
/// # Ok::<(), lariat_models::dve::Errors>(())
/// ```
pub fn nearest_faults<'m>(
    model: &'m (dyn Model + 'm),
    question: &Question<'_>,
    method: &Method<'_>,
    kinds: &[FaultKind],
) -> (Vec<(Fault, Run)>, Option<Obstacle>) {
    let mut system = system(new_space(model, method), question);
    let mut moves = Moves::default();
    let mut ways = Ways::default();
    for state in system.initial() {
        ways.meet(state, Origin::Initial);
    }
    let mut obstacle = system.full.map(Obstacle::from);
    while obstacle.is_none()
        && !kinds.iter().all(|&kind| system.has_met(kind))
        && let Some(state) = ways.open.pop_front()
    {
        system.moves(state, &mut moves);
        for step in &moves.moves {
            ways.meet(step.to, Origin::Step(state, step.step));
        }
        obstacle = check_limits(&system, state, method).err();
    }
    let faults = std::mem::take(&mut system.faults).into_iter();
    let wanted = faults.filter(|(_, fault)| kinds.contains(&fault.kind()));
    let found = wanted.map(|(end, fault)| {
        let run = ways.to(&system, end, &fault);
        (fault, run)
    });
    (found.collect(), obstacle)
}

/// How a state was reached first.
#[derive(Clone, Copy)]
enum Origin {
    Unreached,
    Initial,
    Step(u32, Option<Step>),
}

/// The shortest ways to the states that were reached, and those that were not expanded yet.
#[derive(Default)]
struct Ways {
    origins: Vec<Origin>,
    open: VecDeque<u32>,
}

impl Ways {
    fn meet(&mut self, state: u32, origin: Origin) {
        let place = state as usize;
        if place >= self.origins.len() {
            self.origins.resize(place + 1, Origin::Unreached);
        }
        if matches!(self.origins[place], Origin::Unreached) {
            self.origins[place] = origin;
            self.open.push_back(state);
        }
    }

    /// The run to a fault.
    fn to(&self, system: &System<'_>, end: u32, fault: &Fault) -> Run {
        let last = match fault {
            Fault::Step(failure) => Some(failure.step),
            _ => None,
        };
        let mut prefix = vec![Stop {
            state: system.plain(end),
            step: last,
        }];
        let mut state = end;
        while let Origin::Step(from, step) = self.origins[state as usize] {
            prefix.push(Stop {
                state: system.plain(from),
                step,
            });
            state = from;
        }
        prefix.reverse();
        Run {
            prefix,
            cycle: Vec::new(),
        }
    }
}
