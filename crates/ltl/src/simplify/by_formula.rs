//! A table indexed by formulas, whose cost does not depend on how many others the arena holds.

use crate::Formula;

const PAGE: usize = 64;

/// Something for each of some formulas, in pages.
#[derive(Clone)]
pub(super) struct ByFormula<T> {
    pages: Vec<Option<Box<[Option<T>; PAGE]>>>,
}

impl<T> Default for ByFormula<T> {
    fn default() -> Self {
        ByFormula { pages: Vec::new() }
    }
}

impl<T: Copy> ByFormula<T> {
    pub(super) fn get(&self, formula: Formula) -> Option<T> {
        let index = formula.index();
        self.pages.get(index / PAGE)?.as_ref()?[index % PAGE]
    }

    pub(super) fn insert(&mut self, formula: Formula, value: T) {
        let index = formula.index();
        if self.pages.len() <= index / PAGE {
            self.pages.resize_with(index / PAGE + 1, || None);
        }
        let page = self.pages[index / PAGE].get_or_insert_with(|| Box::new([None; PAGE]));
        page[index % PAGE] = Some(value);
    }
}
