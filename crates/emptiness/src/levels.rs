//! Which states are live, which wait to be visited again, and which are done with.
//!
//! A check that visits a component again, with some edges left out, needs the component's states as
//! starting points: the *seeds* of a *level*.  Levels nest, each inside one component of the level
//! around it.  All of them share one array, in which every level has a segment of three parts:
//!
//! ```text
//! level 0:  | live ………………………………………………… |
//! level 1:              | live …………… | seeds … | finished … |
//! level 2:                    | live | seeds | finished |
//! ```
//!
//! A state knows its place, so it moves between parts by swaps.  The cost is a place for every state
//! (four bytes) and one element of the array for every state that is live or in a level (four more),
//! however deep the levels nest.

use crate::Stop;
use crate::slots::Slots;

const NEW: u32 = 0;
const DEAD: u32 = u32::MAX;

/// What a search knows of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Never visited.
    New,
    /// To be visited again in the current level.
    Seed,
    /// In the component that is `order`-th or below on the stack of live states.
    Live(u32),
    /// In no accepting cycle of the current level.
    Dead,
}

/// The part of the array that belongs to a level, cut at its three ends.
#[derive(Clone, Copy, Default)]
struct Segment {
    start: usize,
    live_end: usize,
    seeds_end: usize,
    end: usize,
}

/// The states of a search that visits components again.
pub(crate) struct Levels {
    /// For each state: `NEW`, `DEAD`, or its index in `states` plus one.
    place: Slots,
    states: Vec<u32>,
    current: Segment,
    outer: Vec<Segment>,
}

impl Levels {
    /// Level 0, without states.
    pub(crate) fn new() -> Self {
        Self {
            place: Slots::default(),
            states: Vec::new(),
            current: Segment::default(),
            outer: Vec::new(),
        }
    }

    pub(crate) fn status(&self, state: u32) -> Status {
        match self.place.get(state) {
            NEW => Status::New,
            DEAD => Status::Dead,
            place if place as usize <= self.current.live_end => Status::Live(place),
            _ => Status::Seed,
        }
    }

    /// Makes a new state, or a seed, the last of the live states; returns its order among them.
    pub(crate) fn enter(&mut self, state: u32) -> Result<u32, Stop> {
        let end = self.current.live_end;
        let order = u32::try_from(end + 1).map_err(|_| Stop::Numbers)?;
        match self.place.get(state) {
            NEW => {
                debug_assert!(
                    self.outer.is_empty(),
                    "a component has no way out to a new state"
                );
                self.states.push(state);
                self.place.set(state, order);
            }
            place => self.swap(end, place as usize - 1),
        }
        self.current.live_end += 1;
        Ok(order)
    }

    /// A new state, or a seed, is in no cycle of this level.
    pub(crate) fn bury(&mut self, state: u32) {
        let place = self.place.get(state);
        if place != NEW {
            self.current.seeds_end -= 1;
            self.swap(place as usize - 1, self.current.seeds_end);
        }
        self.place.set(state, DEAD);
    }

    /// The live states of order `first` or above.
    pub(crate) fn component(&self, first: u32) -> &[u32] {
        &self.states[first as usize - 1..self.current.live_end]
    }

    /// No state of order `first` or above is in an accepting cycle of this level.
    pub(crate) fn finish(&mut self, first: u32) {
        let start = first as usize - 1;
        for &state in &self.states[start..self.current.live_end] {
            self.place.set(state, DEAD);
        }
        self.move_to_finished(start);
    }

    /// The states of order `first` or above become the seeds of a new level.
    pub(crate) fn open_level(&mut self, first: u32) {
        let end = self.current.live_end;
        let level = Segment {
            start: first as usize - 1,
            live_end: first as usize - 1,
            seeds_end: end,
            end,
        };
        self.outer.push(std::mem::replace(&mut self.current, level));
    }

    /// A state of the current level that waits to be visited.
    pub(crate) fn next_seed(&self) -> Option<u32> {
        let Segment {
            live_end,
            seeds_end,
            ..
        } = self.current;
        (live_end < seeds_end).then(|| self.states[live_end])
    }

    /// All states of the current level become seeds again.
    pub(crate) fn restart_level(&mut self) {
        let level = &mut self.current;
        level.live_end = level.start;
        level.seeds_end = level.end;
        for index in level.start..level.end {
            self.place.set(self.states[index], index as u32 + 1);
        }
    }

    /// Ends the current level, all of whose states are finished.
    pub(crate) fn close_level(&mut self) {
        let start = self.current.start;
        self.current = self.outer.pop().expect("level 0 is never closed");
        self.move_to_finished(start);
    }

    /// Moves the dead states from `start` to the end of the live ones behind the seeds; in level 0,
    /// which nobody visits again, they are dropped.
    fn move_to_finished(&mut self, start: usize) {
        let level = self.current;
        let dead = level.live_end - start;
        self.current.live_end = start;
        if self.outer.is_empty() {
            self.states.truncate(start);
            return;
        }
        self.current.seeds_end -= dead;
        let seeds = level.seeds_end - level.live_end;
        for i in 0..dead.min(seeds) {
            let (hole, seed) = (start + i, level.seeds_end - 1 - i);
            self.states.swap(hole, seed);
            self.place.set(self.states[hole], hole as u32 + 1);
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.states.swap(a, b);
        self.place.set(self.states[a], a as u32 + 1);
        self.place.set(self.states[b], b as u32 + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_visited_again_inside_another() {
        let mut levels = Levels::new();
        for state in 10..16 {
            levels.enter(state).unwrap();
        }
        levels.open_level(2); // 11, …, 15
        assert_eq!(levels.status(10), Status::Live(1));
        for state in [14, 12, 11] {
            assert_eq!(levels.status(state), Status::Seed);
            levels.enter(state).unwrap();
        }
        assert_eq!(levels.component(2), [14, 12, 11]);
        levels.open_level(3); // 12, 11
        levels.bury(12);
        assert_eq!(levels.status(12), Status::Dead);
        assert_eq!(levels.next_seed(), Some(11));
        levels.enter(11).unwrap();
        levels.finish(3);
        assert_eq!(levels.next_seed(), None);
        levels.restart_level();
        assert_eq!(levels.status(12), Status::Seed);
        levels.enter(11).unwrap();
        levels.enter(12).unwrap();
        levels.finish(3);
        levels.close_level();
        assert_eq!(levels.component(2), [14]);
        let mut rest = [levels.next_seed().unwrap(), 0];
        levels.enter(rest[0]).unwrap();
        rest[1] = levels.next_seed().unwrap();
        levels.enter(rest[1]).unwrap();
        rest.sort_unstable();
        assert_eq!(rest, [13, 15]);
        assert_eq!(levels.next_seed(), None);
        levels.finish(2);
        levels.close_level();
        assert_eq!(levels.component(1), [10]);
        assert_eq!(levels.status(14), Status::Dead);
        assert_eq!(levels.status(99), Status::New);
    }
}
