//! A public type has a name of its own: whoever reads it in one crate need not ask which of several is meant.

use std::collections::{BTreeMap, BTreeSet};

use crate::{assert_none, files, read, short, workspace};

/// Names that several modules may give, and why.
const SHARED: [(&str, &str); 8] = [
    ("Checker", "the face for texts, and the same for machines"),
    ("Error", "each format's own, behind its module"),
    ("ErrorKind", "each format's own, behind its module"),
    ("Errors", "each format's own, behind its module"),
    ("Sort", "each format's own, behind its module"),
    ("Warning", "each format's own, behind its module"),
    ("WarningKind", "each format's own, behind its module"),
    ("NativeCode", "what takes its place where it cannot be had"),
];

#[test]
fn public_types_have_names_of_their_own() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&workspace().join("crates"), &["rs"]) {
        if !path.components().any(|part| part.as_os_str() == "src") {
            continue;
        }
        for line in read(&path).lines() {
            if let Some(name) = public_type(line) {
                places.entry(name).or_default().insert(short(&path));
            }
        }
    }
    assert!(places.len() > 100, "few types were found: {places:?}");
    let is_shared = |name: &str| SHARED.iter().any(|&(shared, _)| shared == name);
    let wrong: Vec<String> = places
        .iter()
        .filter(|(name, files)| files.len() > 1 && !is_shared(name))
        .map(|(name, files)| format!("{name}: {files:?}"))
        .collect();
    assert_none(&wrong, "types of one name in several files");
}

/// The type that a line declares for everybody.
fn public_type(line: &str) -> Option<String> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(rest[..end.unwrap_or(rest.len())].to_owned())
}
