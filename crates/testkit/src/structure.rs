//! What the structure of a model claims, checked against the model's definition, state by state.

use std::collections::{HashSet, VecDeque};

use fastrand::Rng;
use lariat_automata::{BitSet, Letter};
use lariat_model::structure::{Change, Group, GroupIndex, GuardIndex, GuardShape, Slot};
use lariat_model::{Failure, Model, RuntimeError, Structure, Successors};

/// What the checks have seen.
#[derive(Default, Debug)]
pub struct Seen {
    /// States.
    pub states: u64,
    /// Groups that could not fire.
    pub disabled: u64,
    /// Groups that fired.
    pub fired: u64,
    /// Groups that failed.
    pub failed: u64,
    /// Firings of groups that are said to be unable to fail.
    pub safe: u64,
    /// Firings of other groups.
    pub unsafe_fired: u64,
    /// Slots that were replaced because a group does not read them.
    pub replaced: u64,
    /// Guards of each shape that held: equals, at least, below, nowhere, other.
    pub held: [u64; 5],
    /// Guards of each shape that did not.
    pub not_held: [u64; 5],
    /// Guards whose evaluation failed.
    pub guard_errors: u64,
    /// Changes of each sort that were confirmed: set, add, send, receive, other.
    pub changes: [u64; 5],
    /// Values of propositions that were compared.
    pub propositions: u64,
}

/// Makes a state of a model, reachable or not.
pub type AnyState<'m> = Box<dyn Fn(&mut Rng) -> Vec<u32> + 'm>;

/// The structure of a model, with what is needed to check it.
pub struct Laws<'m> {
    name: String,
    model: &'m dyn Model,
    structure: &'m dyn Structure,
    any_state: AnyState<'m>,
    random: Rng,
}

impl<'m> Laws<'m> {
    /// The laws of a model.
    ///
    /// # Panics
    /// If it does not tell its structure.
    pub fn new(name: String, model: &'m dyn Model, any_state: AnyState<'m>, seed: u64) -> Self {
        Self {
            name,
            model,
            structure: model.structure().expect("the model tells its structure"),
            any_state,
            random: Rng::with_seed(seed),
        }
    }

    /// Checks the first states that are reached, and so many random ones.
    pub fn check(&mut self, reached: usize, random: usize, seen: &mut Seen) {
        self.check_tables();
        let mut initial = Vec::new();
        let mut stepper = self.model.reference();
        stepper.initial(&mut initial);
        let width = stepper.width();
        let mut waiting: VecDeque<Vec<u32>> =
            initial.chunks_exact(width).map(<[u32]>::to_vec).collect();
        let mut known: HashSet<Vec<u32>> = waiting.iter().cloned().collect();
        for _ in 0..reached {
            let Some(state) = waiting.pop_front() else {
                break;
            };
            let found = self.check_state(&state, seen);
            for target in found.states.chunks_exact(width) {
                if known.insert(target.to_vec()) {
                    waiting.push_back(target.to_vec());
                }
            }
            // The same state with a few slots of another one.
            let mut slots = self.unfolded(&state);
            let other = self.random_slots();
            for _ in 0..self.random.usize(1..4).min(slots.len()) {
                let slot = self.random.usize(..slots.len());
                slots[slot] = other[slot];
            }
            let perturbed = self.folded(&slots);
            self.check_state(&perturbed, seen);
        }
        for _ in 0..random {
            let state = (self.any_state)(&mut self.random);
            self.check_state(&state, seen);
        }
    }

    fn check_tables(&self) {
        let tables = self.structure.dependencies();
        for group in &tables.groups {
            for guard in &group.guards {
                for slot in &tables.guards[guard.0 as usize].reads {
                    assert!(
                        group.reads.contains(slot.0 as usize),
                        "{}: {group:?}",
                        self.name
                    );
                }
            }
            let changed: Vec<usize> = group.effects.iter().map(|e| e.slot.0 as usize).collect();
            assert_eq!(
                changed,
                group.writes.iter().collect::<Vec<_>>(),
                "{}",
                self.name
            );
            let mut events = BitSet::EMPTY;
            self.model
                .each_event(group.step, &mut |event| events.insert(event));
            assert_eq!(events, group.events, "{}", self.name);
        }
        let distinct: HashSet<_> = tables.guards.iter().collect();
        assert_eq!(distinct.len(), tables.guards.len(), "{}", self.name);
    }

    fn unfolded(&self, state: &[u32]) -> Vec<i64> {
        let mut slots = Vec::new();
        self.structure.unfold(state, &mut slots);
        slots
    }

    fn folded(&self, slots: &[i64]) -> Vec<u32> {
        let mut state = Vec::new();
        self.structure.fold(slots, &mut state);
        state
    }

    fn random_slots(&mut self) -> Vec<i64> {
        let state = (self.any_state)(&mut self.random);
        self.unfolded(&state)
    }

    fn check_state(&mut self, state: &[u32], seen: &mut Seen) -> Successors {
        let slots = self.unfolded(state);
        assert_eq!(self.folded(&slots), state, "{}", self.name);
        let expected = self.successors(state);
        let mut fired = Successors::default();
        let groups = self.structure.dependencies().groups.clone();
        for (number, group) in groups.iter().enumerate() {
            let index = GroupIndex(number as u32);
            let mut target = slots.clone();
            let outcome = self.structure.fire(index, &mut target);
            match outcome {
                Ok(true) => {
                    fired.steps.push(group.step);
                    fired.states.extend(self.folded(&target));
                    self.check_effects(group, &slots, &target, seen);
                }
                Ok(false) => assert_eq!(target, slots, "{}: {group:?}", self.name),
                Err(error) => {
                    assert_eq!(target, slots, "{}: {group:?}", self.name);
                    let step = group.step;
                    fired.failures.push(Failure { step, error });
                }
            }
            self.check_guards(group, &slots, outcome, seen);
            if self.random.u8(..4) == 0 || outcome != Ok(false) {
                self.check_reads(index, group, &slots, (outcome, &target), seen);
            }
        }
        assert_eq!(
            fired,
            expected,
            "{}: {:?}",
            self.name,
            self.model.describe(state)
        );
        seen.states += 1;
        seen.fired += fired.steps.len() as u64;
        seen.failed += fired.failures.len() as u64;
        seen.disabled += (groups.len() - fired.steps.len() - fired.failures.len()) as u64;
        self.check_propositions(&slots, seen);
        expected
    }

    /// Slots that are not written stay, and the others change as claimed.
    fn check_effects(&self, group: &Group, source: &[i64], target: &[i64], seen: &mut Seen) {
        for slot in (0..source.len()).filter(|&slot| !group.writes.contains(slot)) {
            assert_eq!(
                source[slot], target[slot],
                "{}: {group:?}, slot {slot}",
                self.name
            );
        }
        for effect in &group.effects {
            let slot = effect.slot.0 as usize;
            let (before, after) = (source[slot], target[slot]);
            let name = &self.structure.dependencies().slots[slot];
            let (sort, holds) = match effect.change {
                Change::Set(number) => (0, after == number),
                Change::Add(number) => (1, after == before + number),
                Change::Send => (2, self.is_sent(name, source, (before, after))),
                Change::Receive => (3, self.is_received(name, source, (before, after))),
                Change::Other => (4, true),
            };
            assert!(
                holds,
                "{}: {group:?}, {name}: {before} to {after}",
                self.name
            );
            seen.changes[sort] += 1;
        }
    }

    /// The value of the slot of this name.
    fn named(&self, name: &str, slots: &[i64]) -> Option<i64> {
        let mut names = self.structure.dependencies().slots.iter();
        names
            .position(|other| other == name)
            .map(|slot| slots[slot])
    }

    /// Whether a slot of a buffer changes as a sender makes it: `c.count` grows, and of `c[i].k`
    /// only those behind all items change.
    fn is_sent(&self, name: &str, source: &[i64], (before, after): (i64, i64)) -> bool {
        match item(name) {
            None => after == before + 1,
            Some((channel, position, _)) => {
                let waiting = self.named(&format!("{channel}.count"), source);
                after == before || waiting == Some(position)
            }
        }
    }

    /// Whether a slot of a buffer changes as a receiver makes it: every item takes the place of the
    /// one before it.
    fn is_received(&self, name: &str, source: &[i64], (before, after): (i64, i64)) -> bool {
        match item(name) {
            None => after == before - 1,
            Some((channel, position, component)) => {
                let next = format!("{channel}[{}].{component}", position + 1);
                after == self.named(&next, source).unwrap_or(0)
            }
        }
    }

    /// No guard is false where the group fires or fails, and it does one of the two where all hold.
    fn check_guards(
        &self,
        group: &Group,
        slots: &[i64],
        outcome: Result<bool, RuntimeError>,
        seen: &mut Seen,
    ) {
        let told = || format!("{}: {group:?} {outcome:?} {slots:?}", self.name);
        let guards = group.guards.iter();
        let values: Vec<_> = guards
            .map(|&guard| self.guard(guard, slots, seen))
            .collect();
        let none_false = !values.contains(&Ok(false));
        assert_eq!(none_false, outcome != Ok(false), "{}", told());
        if values.iter().all(|value| *value == Ok(true)) {
            assert!(group.can_fail || outcome == Ok(true), "{}", told());
        }
        if outcome.is_err() {
            assert!(group.can_fail, "{}", told());
        }
        if outcome == Ok(true) {
            *(if group.can_fail {
                &mut seen.unsafe_fired
            } else {
                &mut seen.safe
            }) += 1;
        }
    }

    /// The value of a guard, which must be that of its shape and depend on its slots alone.
    fn guard(
        &self,
        guard: GuardIndex,
        slots: &[i64],
        seen: &mut Seen,
    ) -> Result<bool, RuntimeError> {
        let value = self.structure.holds(guard, slots);
        let guard_data = &self.structure.dependencies().guards[guard.0 as usize];
        let of = |slot: Slot| slots[slot.0 as usize];
        let (sort, expected) = match &guard_data.shape {
            GuardShape::Equals(slot, number) => (0, Ok(of(*slot) == *number)),
            GuardShape::AtLeast(slot, number) => (1, Ok(of(*slot) >= *number)),
            GuardShape::Below(slot, number) => (2, Ok(of(*slot) < *number)),
            GuardShape::Nowhere(places) => {
                let is_there = |(slot, locations): &(_, Vec<i64>)| locations.contains(&of(*slot));
                (3, Ok(!places.iter().any(is_there)))
            }
            GuardShape::Other(_) => (4, value),
        };
        assert_eq!(value, expected, "{}: {guard_data:?}", self.name);
        let reads: HashSet<usize> = guard_data
            .reads
            .iter()
            .map(|slot| slot.0 as usize)
            .collect();
        let without: Vec<i64> = (0..slots.len())
            .map(|slot| {
                if reads.contains(&slot) {
                    slots[slot]
                } else {
                    i64::MIN
                }
            })
            .collect();
        assert_eq!(
            self.structure.holds(guard, &without),
            value,
            "{}: {guard_data:?}",
            self.name
        );
        match value {
            Ok(true) => seen.held[sort] += 1,
            Ok(false) => seen.not_held[sort] += 1,
            Err(_) => seen.guard_errors += 1,
        }
        value
    }

    /// Replaces what the group does not read, by values of another state and by nonsense: nothing
    /// else changes.
    fn check_reads(
        &mut self,
        index: GroupIndex,
        group: &Group,
        slots: &[i64],
        (outcome, target): (Result<bool, RuntimeError>, &[i64]),
        seen: &mut Seen,
    ) {
        let other = self.random_slots();
        let nonsense = self.random.bool();
        let mut replaced = slots.to_vec();
        for slot in (0..slots.len()).filter(|&slot| !group.reads.contains(slot)) {
            replaced[slot] = if nonsense { i64::MIN + 1 } else { other[slot] };
            seen.replaced += 1;
        }
        let mut expected = replaced.clone();
        if outcome == Ok(true) {
            for slot in group.writes.iter() {
                expected[slot] = target[slot];
            }
        }
        if !nonsense {
            let state = self.folded(&replaced);
            self.check_step(group, &state, outcome);
        }
        assert_eq!(
            self.structure.fire(index, &mut replaced),
            outcome,
            "{}: {group:?}",
            self.name
        );
        assert_eq!(replaced, expected, "{}: {group:?}", self.name);
        if outcome == Ok(true) {
            self.check_additions(index, group, slots, target);
        }
    }

    /// Whether the interpreter takes the step of the group as well, unless somebody else is
    /// committed.
    fn check_step(&self, group: &Group, state: &[u32], outcome: Result<bool, RuntimeError>) {
        let found = self.successors(state);
        let fails = |failure: &&Failure| failure.step == group.step;
        let failure = found
            .failures
            .iter()
            .find(fails)
            .map(|failure| failure.error);
        let expected = match failure {
            Some(error) => Err(error),
            None => Ok(found.steps.contains(&group.step)),
        };
        assert_eq!(outcome, expected, "{}: {group:?}", self.name);
    }

    /// Where a slot is only added to, other slots do not depend on its value.
    fn check_additions(&mut self, index: GroupIndex, group: &Group, slots: &[i64], target: &[i64]) {
        let other = self.random_slots();
        for effect in &group.effects {
            let added = effect.slot.0 as usize;
            if !matches!(effect.change, Change::Add(_)) {
                continue;
            }
            let mut moved = slots.to_vec();
            moved[added] = other[added];
            if self.structure.fire(index, &mut moved) == Ok(true) {
                for slot in (0..slots.len()).filter(|&slot| slot != added) {
                    assert_eq!(moved[slot], target[slot], "{}: {group:?}", self.name);
                }
            }
        }
    }

    /// Propositions depend on no other slots than those they are said to read.
    fn check_propositions(&mut self, slots: &[i64], seen: &mut Seen) {
        let other = self.random_slots();
        let tables = self.structure.dependencies();
        for (number, reads) in tables.propositions.iter().enumerate() {
            let Some(reads) = reads else { continue };
            let mut replaced = slots.to_vec();
            for slot in (0..slots.len()).filter(|&slot| !reads.contains(slot)) {
                replaced[slot] = other[slot];
            }
            let [here, there] = [slots, &replaced].map(|slots| self.observed(slots));
            // Where another proposition has no value, nothing is known of this one.
            if let (Ok(here), Ok(there)) = (here, there) {
                let values = [here, there].map(|letter| letter.contains(number));
                assert_eq!(values[0], values[1], "{}: proposition {number}", self.name);
                seen.propositions += 1;
            }
        }
    }

    fn observed(&self, slots: &[i64]) -> Result<Letter, RuntimeError> {
        let all: Vec<usize> = (0..self.model.schema().propositions.len()).collect();
        let mut letter = Letter::EMPTY;
        let mut stepper = self.model.reference();
        stepper.observe(&self.folded(slots), &all, &mut letter)?;
        Ok(letter)
    }

    /// The steps that the model's definition gives.
    fn successors(&self, state: &[u32]) -> Successors {
        let mut found = Successors::default();
        self.model.reference().successors(state, &mut found);
        found
    }
}

/// A name `c[i].k` in its parts.
fn item(name: &str) -> Option<(&str, i64, &str)> {
    let (channel, rest) = name.split_once('[')?;
    let (position, component) = rest.split_once("].")?;
    Some((channel, position.parse().ok()?, component))
}
