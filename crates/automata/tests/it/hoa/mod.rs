//! The Hanoi format: the published examples, faults and their places, and round trips.

mod faults;
mod limits;
mod published;
mod reading;
mod writing;

use std::path::PathBuf;

use lariat_automata::hoa::{self, HoaAutomaton, HoaError};

pub(super) fn read_all(text: &str) -> Vec<Result<HoaAutomaton, HoaError>> {
    hoa::read(text).collect()
}

#[track_caller]
pub(super) fn read_one(text: &str) -> HoaAutomaton {
    let mut results = read_all(text);
    assert_eq!(results.len(), 1, "{results:?}");
    results
        .remove(0)
        .unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// An automaton with one proposition and the given header items and body.
pub(super) fn text(items: &str, body: &str) -> String {
    format!("HOA: v1 {items} --BODY-- {body} --END--")
}

/// Checks that the text has one fault, with the given words, at the given part of it.
#[track_caller]
pub(super) fn check_fault(text: &str, place: &str, words: &str) {
    let results = read_all(text);
    let errors: Vec<_> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert_eq!(errors.len(), 1, "{results:?}");
    assert_eq!(&text[errors[0].span.clone()], place, "{}", errors[0]);
    assert_eq!(errors[0].to_string(), words);
}

pub(super) fn line(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// The examples that others published, if they are there.
pub(super) fn data(folder: &str) -> Option<Vec<PathBuf>> {
    let folder = lariat_testkit::data(&format!("hoa/{folder}"))?;
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    Some(paths)
}

pub(super) fn file_name(path: &std::path::Path) -> String {
    path.file_name()
        .expect("a file")
        .to_string_lossy()
        .into_owned()
}

pub(super) fn read_file(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).expect("readable text")
}
