//! The steps of states that have been expanded, so that nobody computes them again.
//!
//! The steps of a state are one record of bytes: their number, and for each of them how far the target's index is from the
//! state's, and how far the transition's number is from that of the step before; both are small more often than not, and
//! written in groups of seven bits.  So a step takes three or four bytes.  A record lies within one chunk, and a table has its place.
//!
//! This is a cache: what finds no room is not remembered, and a state with a step that fails never is.

use lariat_model::Step;
use lariat_store::StateIndex;

use crate::Target;

/// The bytes of a chunk; a longer record is not remembered.
const CHUNK: usize = 1 << 16;
/// How many states share a block of the table.
const BLOCK: usize = 1 << 12;
/// The most chunks: places are numbers of 32 bits.
const MOST_CHUNKS: usize = 1 << 16;

/// The steps of some of the states of a space.
#[derive(Clone, Debug)]
pub(crate) struct StepMemory {
    chunks: Vec<Vec<u8>>,
    /// For each state the place of its record plus one, or 0.
    places: Vec<Box<[u32; BLOCK]>>,
    /// The most bytes.
    budget: usize,
    /// The record that is being written.
    record: Vec<u8>,
}

impl StepMemory {
    /// An empty memory of at most `budget` bytes.
    pub(crate) fn new(budget: usize) -> Self {
        Self {
            chunks: Vec::new(),
            places: Vec::new(),
            budget,
            record: Vec::new(),
        }
    }

    /// The bytes that are allocated.
    pub(crate) fn bytes_allocated(&self) -> usize {
        self.chunks.len() * CHUNK + self.places.len() * size_of::<[u32; BLOCK]>()
    }

    /// Remembers all steps that leave a state, if there is room.
    pub(crate) fn remember(&mut self, state: StateIndex, targets: &[Target]) {
        let record = &mut self.record;
        record.clear();
        write(record, targets.len() as u64);
        let mut last = 0;
        for &Target {
            state: to, step, ..
        } in targets
        {
            write(record, zigzag(state.0, to.0));
            let is_joint = step.partner != Step::ALONE;
            write(
                record,
                zigzag(last, step.transition) << 1 | u64::from(is_joint),
            );
            if is_joint {
                write(record, step.partner.into());
            }
            last = step.transition;
        }
        if self.make_room(state) {
            self.append(state);
        }
    }

    /// Appends the steps that leave a state to `out`, if they are remembered; whether they are.
    pub(crate) fn recall(&self, state: StateIndex, out: &mut Vec<Target>) -> bool {
        let Some(mut record) = self.find(state) else {
            return false;
        };
        let mut transition = 0;
        for _ in 0..read(&mut record) {
            let to = StateIndex(unzigzag(state.0, read(&mut record)));
            let number = read(&mut record);
            transition = unzigzag(transition, number >> 1);
            let partner = match number & 1 {
                0 => Step::ALONE,
                _ => read(&mut record) as u32,
            };
            out.push(Target {
                state: to,
                is_new: false,
                step: Step {
                    transition,
                    partner,
                },
            });
        }
        true
    }

    /// The record of a state, and what lies behind it.
    fn find(&self, state: StateIndex) -> Option<&[u8]> {
        let block = self.places.get(state.place() / BLOCK)?;
        let place = block[state.place() % BLOCK].checked_sub(1)? as usize;
        Some(&self.chunks[place / CHUNK][place % CHUNK..])
    }

    /// Whether there is room for the record that was written.
    fn make_room(&mut self, state: StateIndex) -> bool {
        if self.record.len() > CHUNK {
            return false;
        }
        let blocks = (state.place() / BLOCK + 1).saturating_sub(self.places.len());
        let has_room = |chunk: &Vec<u8>| chunk.len() + self.record.len() <= CHUNK;
        let chunks = usize::from(!self.chunks.last().is_some_and(has_room));
        let added = chunks * CHUNK + blocks * size_of::<[u32; BLOCK]>();
        if self.chunks.len() + chunks >= MOST_CHUNKS || self.bytes_allocated() + added > self.budget
        {
            return false;
        }
        let blocks = std::iter::repeat_with(|| Box::new([0; BLOCK])).take(blocks);
        self.places.extend(blocks);
        if chunks > 0 {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        true
    }

    /// Puts the record behind the others.
    fn append(&mut self, state: StateIndex) {
        let chunk = self.chunks.len() - 1;
        let place = chunk * CHUNK + self.chunks[chunk].len();
        self.chunks[chunk].extend_from_slice(&self.record);
        self.places[state.place() / BLOCK][state.place() % BLOCK] = place as u32 + 1;
    }
}

/// How far it is from one number to another: small if they are near each other, whichever is greater.
fn zigzag(from: u32, to: u32) -> u64 {
    let difference = i64::from(to) - i64::from(from);
    (difference << 1 ^ difference >> 63) as u64
}

/// The number that is so far from another.
fn unzigzag(from: u32, way: u64) -> u32 {
    let difference = (way >> 1) as i64 ^ -((way & 1) as i64);
    (i64::from(from) + difference) as u32
}

/// Writes a number, seven bits a byte, the low ones first; the top bit says that more follow.
fn write(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number, and moves on behind it.
fn read(bytes: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return number;
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_targets(random: &mut fastrand::Rng) -> Vec<Target> {
        let count = random.usize(..9);
        let mut number = || random.u32(..) >> random.u32(..32);
        let target = |_| Target {
            state: StateIndex(number()),
            is_new: false,
            step: Step {
                transition: number(),
                partner: match number() % 2 {
                    0 => Step::ALONE,
                    _ => number(),
                },
            },
        };
        (0..count).map(target).collect()
    }

    #[test]
    fn what_is_remembered_is_recalled() {
        let mut random = fastrand::Rng::with_seed(20_260_601);
        let mut memory = StepMemory::new(usize::MAX);
        let mut twin = std::collections::HashMap::new();
        for _ in 0..20_000 {
            let state = StateIndex(random.u32(..40_000));
            twin.entry(state).or_insert_with(|| {
                let targets = random_targets(&mut random);
                memory.remember(state, &targets);
                targets
            });
        }
        for state in (0..50_000).map(StateIndex) {
            let mut recalled = Vec::new();
            let is_known = memory.recall(state, &mut recalled);
            assert_eq!(is_known.then_some(&recalled), twin.get(&state), "{state}");
        }
    }

    #[test]
    fn the_budget_is_kept_and_what_was_remembered_stays() {
        let budget = 20 * CHUNK;
        let mut random = fastrand::Rng::with_seed(20_260_602);
        let mut memory = StepMemory::new(budget);
        let states: Vec<Vec<Target>> = (0..100_000).map(|_| random_targets(&mut random)).collect();
        for (state, targets) in states.iter().enumerate() {
            memory.remember(StateIndex::at(state), targets);
            assert!(memory.bytes_allocated() <= budget);
        }
        let mut known = 0;
        for (state, targets) in states.iter().enumerate() {
            let mut recalled = Vec::new();
            if memory.recall(StateIndex::at(state), &mut recalled) {
                assert_eq!(recalled, *targets);
                known += 1;
            }
        }
        assert!(known > 10_000 && known < states.len(), "{known}");
    }

    #[test]
    fn a_record_longer_than_a_chunk_is_not_remembered() {
        let target = Target {
            state: StateIndex(1),
            is_new: false,
            step: Step::alone(0),
        };
        let mut memory = StepMemory::new(usize::MAX);
        memory.remember(StateIndex(0), &vec![target; CHUNK]);
        assert!(!memory.recall(StateIndex(0), &mut Vec::new()));
    }
}
