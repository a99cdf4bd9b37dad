//! What the test files share: the reference data, which is not part of the project.

use std::path::PathBuf;

/// A folder of the reference data, or nothing (said in words) where it is absent.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let root = std::env::var("LARIAT_DATA").unwrap_or_else(|_| default.to_owned());
    let path = PathBuf::from(root).join(folder);
    if path.is_dir() {
        return Some(path);
    }
    println!(
        "no reference data at {}: nothing is compared",
        path.display()
    );
    None
}

/// The rows of a table with a header line, each as its fields.
pub(crate) fn rows(path: &std::path::Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("the table can be read");
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}
