//! The actions of a transition system: every label once, numbered in the order of appearance.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Labels and their numbers.
#[derive(Default)]
pub(super) struct Actions {
    names: Vec<String>,
    numbers: HashTable<u32>,
}

impl Actions {
    /// The number of a label, which is new or was met before.
    pub(super) fn intern(&mut self, label: &str) -> u32 {
        let hash = |name: &str| FxBuildHasher.hash_one(name);
        let Self { names, numbers } = self;
        let entry = numbers.entry(
            hash(label),
            |&number| names[number as usize] == label,
            |&number| hash(&names[number as usize]),
        );
        *entry
            .or_insert_with(|| {
                names.push(label.to_owned());
                names.len() as u32 - 1
            })
            .get()
    }

    /// The labels, by number.
    pub(super) fn into_names(self) -> Vec<String> {
        self.names
    }
}
