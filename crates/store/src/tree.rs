//! Lossless tree compression: a state as a tree of pairs, each pair kept once.
//!
//! The recursive indexing of [laarman.11.spin] (after [blom.08.pdmc]): words are paired, every pair
//! is replaced by its number in a table, and so on up to the root, whose number is the state's index.
//! Two states that differ in one word share all pairs but those on the way from that word to the root.
//! So a successor costs only the look-ups of the pairs above the words that changed, if the
//! numbers of its predecessor's pairs are at hand: [`Unfolded`] keeps them.
//!
//! The shape of the tree is learned: it starts balanced, and when enough states are there the cuts are chosen
//! that suit them best (`learn.rs`).  Then the tables are built anew; indices stay what they are.
//!
//! The roots have a table of their own, because every state adds one; all other pairs share
//! another table, whatever their position in the tree.  That one is small and stays in the processor's cache,
//! so that interning a state costs about one look-up in memory; for a batch of states these are started
//! together (`pairs.rs`).

use crate::learn::Sample;
use crate::pairs::{PairTable, Request, pair};
use crate::recent::RecentPairs;
use crate::shape::Shape;
use crate::{Exhausted, StateIndex, StateStore};

/// A store that folds states into trees of pairs.
#[derive(Clone, Debug)]
pub struct TreeStore {
    width: usize,
    shape: Shape,
    inner: PairTable,
    roots: PairTable,
    budget: usize,
    /// How often the shape has changed: numbers of pairs from before are of no use.
    generation: u32,
    /// The number of states at which the shape is reconsidered.
    next_lesson: usize,
}

/// What one thread needs to put states into a [`TreeStore`]: its buffers, and what it remembers.
#[derive(Clone, Debug, Default)]
pub struct TreeWriter {
    /// The inner pairs that were numbered last, …
    recent: RecentPairs,
    /// … when the shape was that of this generation.
    generation: u32,
    /// The values of the state that is being interned.
    values: Vec<u32>,
    /// The roots of the staged states, on their way into the table.
    requests: Vec<Request>,
}

/// A state taken out of a [`TreeStore`]: its words, and the numbers of the pairs above them.
#[derive(Clone, Debug, Default)]
pub struct Unfolded {
    values: Vec<u32>,
    width: usize,
    generation: u32,
}

/// How many states are copied at once.
const COPY_BATCH: usize = 32;
/// The shape is reconsidered at the first of these numbers of states, …
const FIRST_LESSON: usize = 1 << 12;
/// … then at this multiple of it, and so on, …
const LESSON_FACTOR: usize = 8;
/// … the last time here.
const LAST_LESSON: usize = 1 << 18;

impl TreeStore {
    /// An empty store for states of `width` words that takes at most `budget` bytes.
    ///
    /// # Panics
    /// If `width` is 0: a state has at least one word.
    pub fn new(width: usize, budget: usize) -> Self {
        assert!(width > 0, "a state has at least one word");
        Self {
            width,
            shape: Shape::balanced(width.max(2)),
            inner: PairTable::new(),
            roots: PairTable::new(),
            budget,
            generation: 0,
            next_lesson: FIRST_LESSON,
        }
    }

    /// Numbers the pairs above the words that differ from `near`, whose values are at hand, and requests the root.
    fn fold_near(
        &mut self,
        writer: &mut TreeWriter,
        near: &Unfolded,
        state: &[u32],
    ) -> Result<Request, Exhausted> {
        for (value, &word) in writer.values.iter_mut().zip(state) {
            *value = word;
        }
        for block in 0..self.shape.blocks {
            let mut changed = self.shape.changed(block, state, &near.values);
            while changed != 0 {
                let node = block * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                writer.values[self.shape.words + node] = self.number(writer, node)?;
            }
        }
        Ok(self.request_root(&writer.values))
    }

    /// Folds states that differ little from `near`, one after another.
    fn fold_all_near(
        &mut self,
        writer: &mut TreeWriter,
        near: &Unfolded,
        states: &[u32],
    ) -> Result<(), Exhausted> {
        for state in states.chunks_exact(self.width) {
            writer.values.clone_from(&near.values);
            let request = self.fold_near(writer, near, state)?;
            writer.requests.push(request);
        }
        Ok(())
    }

    /// Folds states with no help.
    fn fold_all(&mut self, writer: &mut TreeWriter, states: &[u32]) -> Result<(), Exhausted> {
        for state in states.chunks_exact(self.width) {
            let request = self.fold(writer, state)?;
            writer.requests.push(request);
        }
        Ok(())
    }

    /// Requests states of two words, which are pairs themselves.
    fn request_all(&self, writer: &mut TreeWriter, states: &[u32]) {
        for state in states.chunks_exact(2) {
            let request = self.roots.request(state[0], state[1]);
            writer.requests.push(request);
        }
    }

    /// Numbers all pairs of a state, and requests the root.
    fn fold(&mut self, writer: &mut TreeWriter, state: &[u32]) -> Result<Request, Exhausted> {
        let words = self.shape.words;
        writer.values.clear();
        writer.values.extend_from_slice(state);
        writer.values.resize(self.shape.values(), 0);
        for node in 0..self.shape.nodes.len() - 1 {
            writer.values[words + node] = self.number(writer, node)?;
        }
        Ok(self.request_root(&writer.values))
    }

    fn request_root(&self, values: &[u32]) -> Request {
        let (left, right) = self.shape.root();
        self.roots
            .request(values[left as usize], values[right as usize])
    }

    /// The number of the pair at an inner node whose children are known.
    fn number(&mut self, writer: &mut TreeWriter, node: usize) -> Result<u32, Exhausted> {
        let (left, right) = self.shape.nodes[node];
        let TreeWriter { recent, values, .. } = writer;
        let (left, right) = (values[left as usize], values[right as usize]);
        let (roots, inner, budget) = (&self.roots, &mut self.inner, self.budget);
        recent.number(pair(left, right), |hash| {
            let allocated = roots.bytes_allocated() + inner.bytes_allocated();
            let room = |more| within(budget, allocated + more);
            inner.intern(pair(left, right), hash, room)
        })
    }

    /// Reconsiders the shape if it is time to, and builds the tables anew if another one is better.
    ///
    /// It waits while states are staged, whose requests speak of the pairs of the present shape.
    fn attend_lesson(&mut self, writer: &mut TreeWriter) {
        if self.len() < self.next_lesson || !writer.requests.is_empty() {
            return;
        }
        self.next_lesson = match self.next_lesson * LESSON_FACTOR {
            next if next <= LAST_LESSON => next,
            _ => usize::MAX,
        };
        if self.shape.words == 2 {
            return;
        }
        let shape = self.learned_shape();
        if shape != self.shape {
            self.rebuild(writer, shape);
        }
    }

    fn learned_shape(&self) -> Shape {
        let mut sample = Sample::new(self.len(), self.width);
        let mut unfolded = Unfolded::default();
        for index in 0..sample.size() {
            self.unfold(StateIndex::at(index), &mut unfolded);
            sample.add(self.words(&unfolded));
        }
        sample.learn()
    }

    /// An empty store of another width that takes no more than what this one leaves.
    fn beside(&self, width: usize) -> Self {
        Self::new(width, self.budget.saturating_sub(self.bytes_allocated()))
    }

    /// Folds all states into trees of another shape; where there is no room for that, nothing changes.
    fn rebuild(&mut self, writer: &mut TreeWriter, shape: Shape) {
        let mut rebuilt = self.beside(self.width);
        rebuilt.shape = shape;
        let copied = self.copy_into(&mut rebuilt, &mut |state, out| out.extend_from_slice(state));
        let Ok(copier) = copied else { return };
        self.shape = rebuilt.shape;
        self.inner = rebuilt.inner;
        self.roots = rebuilt.roots;
        self.generation += 1;
        *writer = TreeWriter {
            generation: self.generation,
            ..copier
        };
    }

    /// Forgets what a writer remembers of an older shape.
    #[inline]
    fn refresh(&self, writer: &mut TreeWriter) {
        if writer.generation != self.generation {
            writer.recent = RecentPairs::default();
            writer.generation = self.generation;
        }
    }

    /// Interns all states, rewritten, in an empty store; indices stay.  Gives the writer that did it.
    ///
    /// States that follow one another resemble one another, so each is folded with the help of the one before.
    fn copy_into(
        &self,
        copy: &mut Self,
        rewrite: &mut dyn FnMut(&[u32], &mut Vec<u32>),
    ) -> Result<TreeWriter, Exhausted> {
        let mut writer = TreeWriter::default();
        let mut unfolded = Unfolded::default();
        let mut state = Vec::new();
        let mut near: Option<Unfolded> = None;
        let mut copied = Vec::new();
        for index in (0..self.len()).map(StateIndex::at) {
            self.unfold(index, &mut unfolded);
            state.clear();
            rewrite(self.words(&unfolded), &mut state);
            let request = match &near {
                Some(near) => copy.fold_near(&mut writer, near, &state)?,
                None => copy.fold(&mut writer, &state)?,
            };
            let near = near.get_or_insert_default();
            near.values.clone_from(&writer.values);
            writer.requests.push(request);
            if writer.requests.len() == COPY_BATCH {
                copy.complete_staged(&mut writer, &mut copied)?;
                copied.clear();
            }
        }
        copy.complete_staged(&mut writer, &mut copied)?;
        debug_assert_eq!(copy.len(), self.len(), "different states stay different");
        Ok(writer)
    }

    fn complete(&mut self, request: Request) -> Result<(StateIndex, bool), Exhausted> {
        let (allocated, budget) = (self.bytes_allocated(), self.budget);
        let completed = self
            .roots
            .complete(request, |more| within(budget, allocated + more));
        completed.map(|(number, is_new)| (StateIndex(number), is_new))
    }
}

fn within(budget: usize, bytes: usize) -> Result<(), Exhausted> {
    if bytes > budget {
        return Err(Exhausted::Bytes(budget));
    }
    Ok(())
}

impl StateStore for TreeStore {
    type Unfolded = Unfolded;
    type Writer = TreeWriter;

    fn width(&self) -> usize {
        self.width
    }

    fn len(&self) -> usize {
        self.roots.len()
    }

    fn intern(
        &mut self,
        writer: &mut TreeWriter,
        state: &[u32],
    ) -> Result<(StateIndex, bool), Exhausted> {
        self.attend_lesson(writer);
        self.refresh(writer);
        let request = self.fold(writer, state)?;
        self.complete(request)
    }

    fn get(&self, index: StateIndex, out: &mut [u32]) {
        let mut unfolded = Unfolded::default();
        self.unfold(index, &mut unfolded);
        out.copy_from_slice(self.words(&unfolded));
    }

    fn unfold(&self, index: StateIndex, out: &mut Unfolded) {
        out.width = self.width;
        out.generation = self.generation;
        out.values.resize(self.shape.values(), 0);
        let (left, right) = self.shape.root();
        let root = self.roots.get(index.0);
        (out.values[left as usize], out.values[right as usize]) = root;
        let words = self.shape.words;
        for node in (0..self.shape.nodes.len() - 1).rev() {
            let (left, right) = self.shape.nodes[node];
            let pair = self.inner.get(out.values[words + node]);
            (out.values[left as usize], out.values[right as usize]) = pair;
        }
    }

    fn words<'u>(&self, unfolded: &'u Unfolded) -> &'u [u32] {
        &unfolded.values[..unfolded.width]
    }

    fn stage_near(
        &mut self,
        writer: &mut TreeWriter,
        near: &Unfolded,
        states: &[u32],
    ) -> Result<(), Exhausted> {
        self.attend_lesson(writer);
        self.refresh(writer);
        let folded = if self.width == 2 {
            self.request_all(writer, states);
            Ok(())
        } else if near.generation == self.generation {
            self.fold_all_near(writer, near, states)
        } else {
            self.fold_all(writer, states)
        };
        if folded.is_err() {
            writer.requests.clear();
        }
        folded
    }

    fn complete_staged(
        &mut self,
        writer: &mut TreeWriter,
        out: &mut Vec<(StateIndex, bool)>,
    ) -> Result<(), Exhausted> {
        for request in &writer.requests {
            self.roots.anticipate(request);
        }
        let mut requests = writer.requests.drain(..);
        requests.try_for_each(|request| {
            out.push(self.complete(request)?);
            Ok(())
        })
    }

    fn rewrite(
        &mut self,
        width: usize,
        rewrite: &mut dyn FnMut(&[u32], &mut Vec<u32>),
    ) -> Result<(), Exhausted> {
        let mut rewritten = self.beside(width);
        // What was learnt is of use as long as the words are those of before; otherwise the last lesson is repeated.
        rewritten.next_lesson = if width == self.width {
            rewritten.shape = self.shape.clone();
            self.next_lesson
        } else {
            self.len().max(FIRST_LESSON)
        };
        self.copy_into(&mut rewritten, rewrite)?;
        rewritten.budget = self.budget;
        rewritten.generation = self.generation + 1;
        *self = rewritten;
        Ok(())
    }

    fn bytes_used(&self) -> usize {
        self.inner.bytes_used() + self.roots.bytes_used()
    }

    fn bytes_allocated(&self) -> usize {
        self.inner.bytes_allocated() + self.roots.bytes_allocated()
    }
}
