//! What the test files share: the reference data, which is not part of the project, and random models.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod random;

use std::path::{Path, PathBuf};

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
pub(crate) fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("the table can be read");
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

/// The DVE models of a folder, by name.
pub(crate) fn models(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    let mut models: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "dve"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned();
            (
                name,
                std::fs::read_to_string(&path).expect("the model can be read"),
            )
        })
        .collect();
    models.sort();
    models
}
