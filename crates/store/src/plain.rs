//! A table that keeps every word of every state: slow on memory, too simple to be wrong.

use hashbrown::HashTable;
use std::hash::Hasher;

use crate::{Exhausted, StateIndex, StateStore};

/// A store that keeps states as they are.
#[derive(Clone, Debug)]
pub struct PlainStore {
    width: usize,
    words: Vec<u32>,
    len: usize,
    index: HashTable<StateIndex>,
    budget: usize,
}

fn hash(state: &[u32]) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for &word in state {
        hasher.write_u32(word);
    }
    hasher.finish()
}

impl PlainStore {
    /// An empty store for states of `width` words that takes at most `budget` bytes.
    ///
    /// # Panics
    /// If `width` is 0: a state has at least one word.
    pub fn new(width: usize, budget: usize) -> Self {
        assert!(width > 0, "a state has at least one word");
        Self {
            width,
            words: Vec::new(),
            len: 0,
            index: HashTable::new(),
            budget,
        }
    }

    fn state(&self, index: StateIndex) -> &[u32] {
        let start = index.place() * self.width;
        &self.words[start..start + self.width]
    }

    fn enter(&mut self, state: &[u32]) -> Result<(StateIndex, bool), Exhausted> {
        let hash_of_state = hash(state);
        let is_same = |&index: &StateIndex| self.state(index) == state;
        if let Some(&index) = self.index.find(hash_of_state, is_same) {
            return Ok((index, false));
        }
        self.check_room()?;
        let index = StateIndex::at(self.len);
        self.words.extend_from_slice(state);
        self.len += 1;
        let (words, width) = (&self.words, self.width);
        let rehash = |&index: &StateIndex| hash(&words[index.place() * width..][..width]);
        self.index.insert_unique(hash_of_state, index, rehash);
        Ok((index, true))
    }

    fn check_room(&self) -> Result<(), Exhausted> {
        if self.len >= u32::MAX as usize {
            return Err(Exhausted::Entries);
        }
        let grows = self.words.len() + self.width > self.words.capacity()
            || self.len == self.index.capacity();
        let after = self.bytes_allocated() * if grows { 2 } else { 1 };
        if after > self.budget {
            return Err(Exhausted::Bytes(self.budget));
        }
        Ok(())
    }
}

impl StateStore for PlainStore {
    type Unfolded = Vec<u32>;
    /// States on their way into the store.
    type Writer = Vec<u32>;

    fn width(&self) -> usize {
        self.width
    }

    fn len(&self) -> usize {
        self.len
    }

    fn intern(
        &mut self,
        _writer: &mut Vec<u32>,
        state: &[u32],
    ) -> Result<(StateIndex, bool), Exhausted> {
        self.enter(state)
    }

    fn get(&self, index: StateIndex, out: &mut [u32]) {
        out.copy_from_slice(self.state(index));
    }

    fn unfold(&self, index: StateIndex, out: &mut Vec<u32>) {
        out.clear();
        out.extend_from_slice(self.state(index));
    }

    fn words<'u>(&self, unfolded: &'u Vec<u32>) -> &'u [u32] {
        unfolded
    }

    fn stage_near(
        &mut self,
        writer: &mut Vec<u32>,
        _near: &Vec<u32>,
        states: &[u32],
    ) -> Result<(), Exhausted> {
        writer.extend_from_slice(states);
        Ok(())
    }

    fn complete_staged(
        &mut self,
        writer: &mut Vec<u32>,
        out: &mut Vec<(StateIndex, bool)>,
    ) -> Result<(), Exhausted> {
        for state in std::mem::take(writer).chunks_exact(self.width) {
            out.push(self.enter(state)?);
        }
        Ok(())
    }

    fn rewrite(
        &mut self,
        width: usize,
        rewrite: &mut dyn FnMut(&[u32], &mut Vec<u32>),
    ) -> Result<(), Exhausted> {
        let mut rewritten = Self::new(width, self.budget);
        let mut state = Vec::new();
        for index in 0..self.len {
            state.clear();
            rewrite(self.state(StateIndex::at(index)), &mut state);
            rewritten.enter(&state)?;
        }
        *self = rewritten;
        Ok(())
    }

    fn bytes_used(&self) -> usize {
        (self.words.len() + self.len) * size_of::<u32>()
    }

    fn bytes_allocated(&self) -> usize {
        self.words.capacity() * size_of::<u32>() + self.index.allocation_size()
    }
}
