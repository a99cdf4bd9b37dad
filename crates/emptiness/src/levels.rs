//! Which states are live, which wait to be visited again, and which are done with.
//!
//! A check that visits a component again, with some edges left out, needs the component's states as
//! starting points: the *seeds* of a *level*.  Levels nest, each inside one component of the level
//! around it.  All of them share one array of states, in which every level has the part that was its
//! component:
//!
//! ```text
//! level 0:  | live ………………………………………………………… |
//! level 1:              | live ………………… | passed | seeds … |
//! level 2:                    | live | passed | seeds |
//! ```
//!
//! A state knows its place.  A seed that is reached through an edge becomes live before its turn; it changes
//! places with the state at the end of the live ones, unless that is its own.  A state that is done with
//! stays where it is, but is known to be dead; so the seeds are those states of the last part that know the
//! place where they are found.  Nothing is moved when a component or a level ends, and the states of a
//! level are always those of its part, so that it can be visited once more.
//!
//! A search may also find out that a live state is *idle*, which is for it to define; a bit of the place
//! remembers that until the state is entered again.  A level may drop the idle states: to it they are dead, and it
//! buries them when it comes to their places.
//!
//! The cost is a place for every state (four bytes) and one element of the array for every state that is
//! live or in a level (four more), however deep the levels nest.

use crate::slots::Slots;
use lariat_budget::Exhausted;

const NEW: u32 = 0;
const DEAD: u32 = u32::MAX;
/// Set beside the place of a state that is idle.
const IDLE: u32 = 1 << 31;

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

/// The part of the array that belongs to a level, by places.
#[derive(Clone, Copy, Default)]
struct Part {
    /// The last place before it.
    before: u32,
    /// The last live one.
    live: u32,
    /// From here on seeds may wait.
    seeds: u32,
    /// The last place of all.
    last: u32,
    /// Whether seeds that are idle are dead.
    drops_idle: bool,
}

/// The states of a search that visits components again.
#[derive(Default)]
pub(crate) struct Levels {
    /// For each state: `NEW`, `DEAD`, or its place, from 1 on, and perhaps `IDLE`.
    place: Slots,
    /// For each place its state; in level 0 a place beyond the live ones means nothing.
    states: Slots,
    current: Part,
    outer: Vec<Part>,
}

impl Part {
    /// Whether a seed whose place is written so is dead.
    #[inline]
    fn drops(&self, word: u32) -> bool {
        self.drops_idle && word & IDLE != 0
    }
}

impl Levels {
    #[inline]
    pub(crate) fn status(&self, state: u32) -> Status {
        match self.place.get(state) {
            NEW => Status::New,
            DEAD => Status::Dead,
            word => match word & !IDLE {
                place if place <= self.current.live => Status::Live(place),
                _ if self.current.drops(word) => Status::Dead,
                _ => Status::Seed,
            },
        }
    }

    /// Whether a live state is known to be idle.
    #[inline]
    pub(crate) fn is_idle(&self, state: u32) -> bool {
        self.place.get(state) & IDLE != 0
    }

    /// A live state is idle.
    #[inline]
    pub(crate) fn set_idle(&mut self, state: u32) {
        let word = self.place.get(state);
        self.place.set(state, word | IDLE);
    }

    /// Whether the state is in no accepting cycle of the current level.
    #[inline]
    pub(crate) fn is_dead(&self, state: u32) -> bool {
        self.status(state) == Status::Dead
    }

    /// Makes a new state, or a seed, the last of the live states; returns its order among them.
    #[inline]
    pub(crate) fn enter(&mut self, state: u32) -> Result<u32, Exhausted> {
        let order = self.current.live + 1;
        if order == DEAD & !IDLE {
            return Err(Exhausted::SearchNumbers);
        }
        match self.place_of(state) {
            NEW => {
                debug_assert!(
                    self.outer.is_empty(),
                    "a component has no way out to a new state"
                );
                self.put(order, state);
            }
            place => self.move_seed(state, place, order),
        }
        self.current.live = order;
        Ok(order)
    }

    /// Moves a seed to the end of the live states, and what was there to the place of the seed.
    #[inline]
    fn move_seed(&mut self, seed: u32, place: u32, order: u32) {
        let displaced = self.states.get(order);
        self.states.set(place, displaced);
        if order == self.current.seeds {
            let word = self.place.get(displaced);
            if word & !IDLE == order {
                self.place.set(displaced, place | word & IDLE);
            }
            self.current.seeds += 1;
        }
        self.put(order, seed);
    }

    /// A state is in no accepting cycle of this level.
    #[inline]
    pub(crate) fn bury(&mut self, state: u32) {
        self.place.set(state, DEAD);
    }

    /// The live states of order `first` or above.
    pub(crate) fn component(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        (first..=self.current.live).map(|place| self.states.get(place))
    }

    /// No state of order `first` or above is in an accepting cycle of this level.
    pub(crate) fn finish(&mut self, first: u32) {
        for place in first..=self.current.live {
            self.place.set(self.states.get(place), DEAD);
        }
        self.current.live = first - 1;
    }

    /// The states of order `first` or above become the seeds of a new level, unless they are dead; if the level
    /// drops idle states, these are dead from now on.
    pub(crate) fn open_level(&mut self, first: u32, drops_idle: bool) {
        let level = Part {
            before: first - 1,
            live: first - 1,
            seeds: first,
            last: self.current.live,
            drops_idle,
        };
        self.outer.push(std::mem::replace(&mut self.current, level));
    }

    /// A state of the current level that waits to be visited.
    #[inline]
    pub(crate) fn next_seed(&mut self) -> Option<u32> {
        while self.current.seeds <= self.current.last {
            let place = self.current.seeds;
            let state = self.states.get(place);
            let word = self.place.get(state);
            if word & !IDLE == place {
                if !self.current.drops(word) {
                    return Some(state);
                }
                self.bury(state);
            }
            self.current.seeds += 1;
        }
        None
    }

    /// The state that may be a seed `distance` places behind the next one.
    #[inline]
    pub(crate) fn seed_ahead(&self, distance: u32) -> Option<u32> {
        let place = self.current.seeds.checked_add(distance)?;
        (place <= self.current.last).then(|| self.states.get(place))
    }

    /// Hints that the status of a state may be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, state: u32) {
        self.place.prefetch(state);
    }

    /// All states of the current level become seeds again.
    pub(crate) fn restart_level(&mut self) {
        let level = &mut self.current;
        level.live = level.before;
        level.seeds = level.before + 1;
        for place in level.seeds..=level.last {
            self.place.set(self.states.get(place), place);
        }
    }

    /// Ends the current level, all of whose states are dead.
    pub(crate) fn close_level(&mut self) {
        let before = self.current.before;
        self.current = self.outer.pop().expect("level 0 is never closed");
        self.current.live = before;
    }

    /// The place of a state that has one.
    #[inline]
    fn place_of(&self, state: u32) -> u32 {
        self.place.get(state) & !IDLE
    }

    #[inline]
    fn put(&mut self, place: u32, state: u32) {
        self.states.set(place, state);
        self.place.set(state, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(levels: &Levels, first: u32) -> Vec<u32> {
        levels.component(first).collect()
    }

    #[test]
    fn a_component_is_visited_again_inside_another() {
        let mut levels = Levels::default();
        for state in 10..16 {
            levels.enter(state).unwrap();
        }
        levels.open_level(2, false); // 11, …, 15
        assert_eq!(levels.status(10), Status::Live(1));
        for state in [14, 12, 11] {
            assert_eq!(levels.status(state), Status::Seed);
            levels.enter(state).unwrap();
        }
        assert_eq!(states(&levels, 2), [14, 12, 11]);
        levels.open_level(3, false); // 12, 11
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
        assert_eq!(states(&levels, 2), [14]);
        let mut rest = [levels.next_seed().unwrap(), 0];
        levels.enter(rest[0]).unwrap();
        rest[1] = levels.next_seed().unwrap();
        levels.enter(rest[1]).unwrap();
        rest.sort_unstable();
        assert_eq!(rest, [13, 15]);
        assert_eq!(levels.next_seed(), None);
        levels.finish(2);
        levels.close_level();
        assert_eq!(states(&levels, 1), [10]);
        assert_eq!(levels.status(14), Status::Dead);
        assert_eq!(levels.status(99), Status::New);
    }

    #[test]
    fn a_level_may_drop_idle_states_wherever_they_are_moved() {
        let mut levels = Levels::default();
        for state in 10..15 {
            levels.enter(state).unwrap();
        }
        levels.set_idle(10);
        levels.set_idle(12);
        levels.open_level(1, true);
        for state in [10, 12] {
            assert_eq!(levels.status(state), Status::Dead);
        }
        // Before its turn, 14 becomes live and changes places with 10.
        levels.enter(14).unwrap();
        assert_eq!(levels.status(10), Status::Dead);
        levels.finish(1);
        assert_eq!(levels.next_seed(), Some(11));
        levels.enter(11).unwrap();
        levels.finish(1);
        assert_eq!(levels.next_seed(), Some(13));
        levels.enter(13).unwrap();
        levels.finish(1);
        assert_eq!(levels.next_seed(), None);
        levels.close_level();
        for state in 10..15 {
            assert_eq!(levels.status(state), Status::Dead);
        }
        levels.enter(20).unwrap();
        assert_eq!(levels.status(20), Status::Live(1));
        assert_eq!(levels.status(10), Status::Dead);
    }
}
