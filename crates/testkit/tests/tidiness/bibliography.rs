//! Papers are cited by the keys of `references.bib`, and it lists no others.
//!
//! A citation is a key in brackets, of the form author, year, venue, or, in tables, a key as a text of
//! its own.  Some entries (slides, manuals) have keys of another form; those are known by their entries.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::{assert_none, files, read, short, workspace};

/// The keys of the entries.
fn entries() -> BTreeSet<String> {
    let text = read(&workspace().join("references.bib"));
    let heads = text.lines().filter(|line| line.starts_with('@'));
    let key = |head: &str| {
        let (_, key) = head.split_once('{').expect("an entry has braces");
        key.trim_end_matches(',').to_owned()
    };
    heads.map(key).collect()
}

/// The files that may cite: sources and documents.
fn sources() -> Vec<PathBuf> {
    files(&workspace(), &["rs", "md"])
}

/// Whether this is a key of the usual form: an author, two digits of a year, a venue.
fn is_key(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9'))
    };
    let is_year = |part: &str| part.len() == 2 && part.chars().all(|c| c.is_ascii_digit());
    matches!(parts[..], [author, year, venue] if is_word(author) && is_year(year) && is_word(venue))
}

/// What stands in brackets, several things apart if commas are between them.
fn bracketed(line: &str) -> impl Iterator<Item = &str> {
    let inside = line.split('[').skip(1);
    let inside = inside.map(|rest| rest.split_once(']').map_or(rest, |(inner, _)| inner));
    inside.flat_map(|inner| inner.split(',').map(str::trim))
}

#[test]
fn every_citation_has_an_entry() {
    let entries = entries();
    let mut wrong = Vec::new();
    for path in sources() {
        for (number, line) in (1..).zip(read(&path).lines()) {
            let unknown = bracketed(line).filter(|key| is_key(key) && !entries.contains(*key));
            wrong.extend(unknown.map(|key| format!("{}:{number}: {key}", short(&path))));
        }
    }
    assert_none(&wrong, "cited, but not in references.bib");
}

#[test]
fn every_entry_is_cited() {
    let mut uncited = entries();
    assert!(uncited.len() > 10, "{uncited:?}");
    for path in sources() {
        for line in read(&path).lines() {
            let quoted = line.split('"').skip(1).step_by(2);
            for key in bracketed(line).chain(quoted) {
                uncited.remove(key);
            }
        }
    }
    let uncited: Vec<String> = uncited.into_iter().collect();
    assert_none(&uncited, "in references.bib, but cited nowhere");
}
