//! A reader as a table: what it does under a letter is computed once.
//!
//! A model shows few different letters, and a search meets each of them very often.  So the edges under a letter are
//! kept, with the marks shifted behind those of the model.  The reader is shared by all threads, the table is one thread's own.

use std::sync::Arc;

use lariat_automata::{Edge, Letter};
use rustc_hash::FxHashMap;

use super::reader::{Reader, ReaderIndex};

pub(crate) struct Table {
    reader: Arc<dyn Reader>,
    /// How far marks are shifted.
    shift: usize,
    letters: FxHashMap<Letter, usize>,
    /// The letter that was asked for last, and its number.
    last: Option<(Letter, usize)>,
    /// For each letter, the edges of each state, as far as they were asked for.
    rows: Vec<Vec<Reactions>>,
}

/// The edges of a state under a letter, unless nobody has asked for them yet.
type Reactions = Option<Box<[Edge<ReaderIndex>]>>;

impl Table {
    pub(crate) fn new(reader: Arc<dyn Reader>, shift: usize) -> Self {
        Self {
            reader,
            shift,
            letters: FxHashMap::default(),
            last: None,
            rows: Vec::new(),
        }
    }

    /// The automaton.
    pub(crate) fn reader(&self) -> Arc<dyn Reader> {
        Arc::clone(&self.reader)
    }

    /// The letters that were met.
    pub(crate) fn letters(&self) -> impl Iterator<Item = &Letter> {
        self.letters.keys()
    }

    pub(crate) fn initial(&mut self) -> Vec<ReaderIndex> {
        self.reader.initial()
    }

    /// The edges that leave a state under a letter.
    pub(crate) fn reactions(
        &mut self,
        state: ReaderIndex,
        letter: &Letter,
    ) -> &[Edge<ReaderIndex>] {
        let number = self.number(letter);
        let (row, place) = (&mut self.rows[number], state.0 as usize);
        if row.len() <= place {
            row.resize(place + 1, None);
        }
        row[place].get_or_insert_with(|| {
            let mut edges = self.reader.reactions(state, letter);
            edges
                .iter_mut()
                .for_each(|edge| edge.marks = edge.marks.shifted(self.shift));
            edges.into_boxed_slice()
        })
    }

    fn number(&mut self, letter: &Letter) -> usize {
        if let Some((last, number)) = &self.last
            && last == letter
        {
            return *number;
        }
        let next = self.rows.len();
        let number = match self.letters.get(letter) {
            Some(&number) => number,
            None => {
                self.letters.insert(letter.clone(), next);
                self.rows.push(Vec::new());
                next
            }
        };
        self.last = Some((letter.clone(), number));
        number
    }
}
