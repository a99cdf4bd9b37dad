//! The actions of a transition system: every label once, numbered in the order of appearance.
//!
//! Labels lie one after another in one text, and the table knows half of each hash, so that a label that was met before costs one look
//! into the table and one comparison.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Labels and their numbers.
#[derive(Default)]
pub(super) struct Actions {
    /// All labels.
    text: String,
    /// Where each label ends in the text.
    ends: Vec<usize>,
    numbers: HashTable<Entry>,
}

/// A label in the table.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    number: u32,
}

impl Actions {
    /// The number of a label, which is new or was met before.
    pub(super) fn intern(&mut self, label: &str) -> u32 {
        let hash = FxBuildHasher.hash_one(label);
        let is_same =
            |entry: &Entry| entry.hash == hash as u32 && self.label(entry.number as usize) == label;
        match self.numbers.find(hash, is_same) {
            Some(entry) => entry.number,
            None => self.add(label, hash),
        }
    }

    #[cold]
    fn add(&mut self, label: &str, hash: u64) -> u32 {
        let number = self.ends.len() as u32;
        self.text.push_str(label);
        self.ends.push(self.text.len());
        let entry = Entry {
            hash: hash as u32,
            number,
        };
        let Self {
            text,
            ends,
            numbers,
        } = self;
        let hash_again =
            |entry: &Entry| FxBuildHasher.hash_one(label_in(text, ends, entry.number as usize));
        numbers.insert_unique(hash, entry, hash_again);
        number
    }

    fn label(&self, number: usize) -> &str {
        label_in(&self.text, &self.ends, number)
    }

    /// The labels, by number.
    pub(super) fn names(&self) -> Vec<String> {
        let numbers = 0..self.ends.len();
        numbers
            .map(|number| self.label(number).to_owned())
            .collect()
    }
}

fn label_in<'t>(text: &'t str, ends: &[usize], number: usize) -> &'t str {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[number]]
}
