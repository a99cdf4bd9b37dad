//! Pairs of 32-bit numbers, each kept once: the table behind tree compression.
//!
//! The pairs lie in the order of their first appearance, 8 bytes each.  Beside them stands a hash
//! index of 32-bit slots, in lines of 16 slots: one line is one line of the processor's cache.  A slot holds a pair's
//! number, and in the bits above it as much of the hash as there is room for, so that a look-up that misses
//! rarely touches a pair.  A line that is full overflows into the next one, which keeps the index
//! small: fifteen of sixteen slots are taken before it grows, by a quarter.
//!
//! A large table is in memory, not in the cache, and what a look-up costs is two waits: for the line, and
//! for the pair that a slot of it names.  So look-ups are done in batches, in three passes: [`PairTable::request`]
//! starts to fetch the line, [`PairTable::anticipate`] the pair, and [`PairTable::complete`] finds both there.

use crate::Exhausted;
use crate::segments::Segments;

const SLOTS: usize = 16;
const EMPTY: u32 = u32::MAX;
/// How many lines are fetched at once while the index grows.
const GROWTH_BATCH: usize = 32;

/// The slots that share one line of the cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Line([u32; SLOTS]);

/// A set of pairs, each with a number.
#[derive(Clone, Debug)]
pub(crate) struct PairTable {
    pairs: Segments,
    len: usize,
    lines: Vec<Line>,
    /// How many pairs there may be before the index must grow.
    capacity: usize,
    /// The bits of a slot that hold a pair's number; the others hold a part of its hash.
    number_mask: u32,
}

/// A pair on its way into the table: its hash is known, and its line is being fetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pair: u64,
    hash: u64,
}

/// Two numbers as one.
pub(crate) fn pair(left: u32, right: u32) -> u64 {
    u64::from(right) << 32 | u64::from(left)
}

/// The 128-bit product of the mixed pair with an odd constant, folded.
pub(crate) fn hash(pair: u64) -> u64 {
    let mixed = pair ^ 0x9e37_79b9_7f4a_7c15;
    let product = u128::from(mixed) * 0xd6e8_feb8_6659_fd93_u128;
    (product >> 64) as u64 ^ product as u64
}

fn capacity(lines: usize) -> usize {
    lines * (SLOTS - 1)
}

/// The smallest mask of low ones that is above every number below `capacity`.
fn number_mask(capacity: usize) -> u32 {
    u32::try_from((capacity + 1).next_power_of_two() - 1).unwrap_or(u32::MAX)
}

impl PairTable {
    pub(crate) fn new() -> Self {
        let lines = 4;
        Self {
            pairs: Segments::default(),
            len: 0,
            lines: vec![Line([EMPTY; SLOTS]); lines],
            capacity: capacity(lines),
            number_mask: number_mask(capacity(lines)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn bytes_used(&self) -> usize {
        self.len * size_of::<u64>()
    }

    pub(crate) fn bytes_allocated(&self) -> usize {
        self.pairs.bytes_allocated() + self.lines.capacity() * size_of::<Line>()
    }

    pub(crate) fn get(&self, number: u32) -> (u32, u32) {
        let pair = self.pairs.get(number);
        (pair as u32, (pair >> 32) as u32)
    }

    /// Prepares a look-up and starts fetching what it will touch.
    pub(crate) fn request(&self, left: u32, right: u32) -> Request {
        let pair = pair(left, right);
        let request = Request {
            pair,
            hash: hash(pair),
        };
        prefetch(&self.lines[self.home(request.hash)]);
        request
    }

    /// Starts fetching the pair that a requested one will be compared with.
    pub(crate) fn anticipate(&self, request: &Request) {
        let slots = &self.lines[self.home(request.hash)].0;
        let wanted = request.hash as u32 & !self.number_mask;
        let matches = matching(slots, wanted, !self.number_mask);
        if matches != 0 {
            let number = slots[matches.trailing_zeros() as usize] & self.number_mask;
            if let Some(pair) = self.pairs.place(number) {
                prefetch(pair);
            }
        }
    }

    /// The number of a pair whose hash is known.
    pub(crate) fn intern(
        &mut self,
        pair: u64,
        hash: u64,
        room: impl Fn(usize) -> Result<(), Exhausted>,
    ) -> Result<u32, Exhausted> {
        Ok(self.complete(Request { pair, hash }, room)?.0)
    }

    /// The number of a requested pair, and whether it is new.
    pub(crate) fn complete(
        &mut self,
        request: Request,
        room: impl Fn(usize) -> Result<(), Exhausted>,
    ) -> Result<(u32, bool), Exhausted> {
        let mut at = self.home(request.hash);
        loop {
            let (found, is_full) = self.find_in(at, request);
            if let Some(number) = found {
                return Ok((number, false));
            }
            if !is_full {
                return Ok((self.append(request, at, room)?, true));
            }
            at = self.after(at);
        }
    }

    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.lines.len() as u64) >> 32) as usize
    }

    fn after(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }

    /// The number of the pair if it is in this line, and whether the line is full.
    fn find_in(&self, at: usize, request: Request) -> (Option<u32>, bool) {
        let slots = &self.lines[at].0;
        let wanted = request.hash as u32 & !self.number_mask;
        let mut matches = matching(slots, wanted, !self.number_mask);
        while matches != 0 {
            let number = slots[matches.trailing_zeros() as usize] & self.number_mask;
            if number != self.number_mask && self.pairs.get(number) == request.pair {
                return (Some(number), false);
            }
            matches &= matches - 1;
        }
        (None, slots[SLOTS - 1] != EMPTY)
    }

    fn append(
        &mut self,
        request: Request,
        at: usize,
        room: impl Fn(usize) -> Result<(), Exhausted>,
    ) -> Result<u32, Exhausted> {
        let number = u32::try_from(self.len)
            .ok()
            .filter(|&number| number < u32::MAX)
            .ok_or(Exhausted::Entries)?;
        let is_full = self.len == self.capacity;
        if is_full {
            self.grow(&room)?;
        }
        self.pairs.push(request.pair, &room)?;
        self.len += 1;
        let line = if is_full { self.home(request.hash) } else { at };
        self.enter(line, request.hash, number);
        Ok(number)
    }

    /// Puts a number into the first free slot at or after a line.
    fn enter(&mut self, mut line: usize, hash: u64, number: u32) {
        let slot = hash as u32 & !self.number_mask | number;
        loop {
            let slots = &mut self.lines[line].0;
            let free = matching(slots, EMPTY, u32::MAX);
            if free != 0 {
                slots[free.trailing_zeros() as usize] = slot;
                return;
            }
            line = self.after(line);
        }
    }

    fn grow(&mut self, room: impl Fn(usize) -> Result<(), Exhausted>) -> Result<(), Exhausted> {
        let lines = self.lines.len() + self.lines.len() / 4 + 1;
        // The old index is freed first, but the budget must have room for both: what an allocator got
        // back in a smaller piece it may keep beside the larger one.
        room(lines * size_of::<Line>())?;
        self.lines = Vec::new();
        self.lines.resize(lines, Line([EMPTY; SLOTS]));
        self.capacity = capacity(lines);
        self.number_mask = number_mask(self.capacity);
        let pairs = std::mem::take(&mut self.pairs);
        let mut number = 0;
        for batch in pairs.batches::<GROWTH_BATCH>() {
            let mut hashes = [0; GROWTH_BATCH];
            for (hashed, &pair) in hashes.iter_mut().zip(batch) {
                *hashed = hash(pair);
                prefetch(&self.lines[self.home(*hashed)]);
            }
            for &hash in &hashes[..batch.len()] {
                self.enter(self.home(hash), hash, number);
                number += 1;
            }
        }
        self.pairs = pairs;
        Ok(())
    }
}

/// The set of slots that agree with `wanted` in the bits of `mask`.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn matching(slots: &[u32; SLOTS], wanted: u32, mask: u32) -> u32 {
    use std::arch::x86_64::{
        _mm_and_si128, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
        _mm_packs_epi32, _mm_set1_epi32,
    };
    // SAFETY: every x86-64 processor has SSE2, and the four loads lie within the sixteen slots.
    unsafe {
        let (wanted, mask) = (_mm_set1_epi32(wanted as i32), _mm_set1_epi32(mask as i32));
        let quarter = |number: usize| {
            let four = _mm_loadu_si128(slots.as_ptr().add(4 * number).cast());
            _mm_cmpeq_epi32(_mm_and_si128(four, mask), wanted)
        };
        let low = _mm_packs_epi32(quarter(0), quarter(1));
        let high = _mm_packs_epi32(quarter(2), quarter(3));
        _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
    }
}

/// The set of slots that agree with `wanted` in the bits of `mask`.
#[cfg(not(target_arch = "x86_64"))]
fn matching(slots: &[u32; SLOTS], wanted: u32, mask: u32) -> u32 {
    let mut matches = 0;
    for (position, slot) in slots.iter().enumerate() {
        matches |= u32::from(slot & mask == wanted) << position;
    }
    matches
}

/// Starts to fetch a value into the processor's cache.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
fn prefetch<T>(value: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing; the address is that of a live reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
fn prefetch<T>(_value: &T) {}
