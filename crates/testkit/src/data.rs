//! The reference data: models, formulas and automata that others published, with their verdicts.
//!
//! It is not part of the project.  It lies in the folder that `LARIAT_DATA` names, or else in
//! `../shared/data` beside the workspace.  A test without its data is skipped, and says so; with
//! `LARIAT_DATA=required` it looks in the usual place, and fails where there is nothing.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::skipped;

/// A folder of the reference data; none, which is said, where it is absent.
///
/// # Panics
/// If the folder is absent and `LARIAT_DATA` is `required`.
#[track_caller]
pub fn data(folder: &str) -> Option<PathBuf> {
    let path = data_path(folder);
    if path.is_dir() {
        return Some(path);
    }
    let absent = format!("no data at {}", path.display());
    assert!(!is_required(), "{absent}, and LARIAT_DATA=required");
    skipped(&absent);
    None
}

/// Where a folder of the reference data is, if it is there at all.
pub fn data_path(folder: &str) -> PathBuf {
    let given = std::env::var_os("LARIAT_DATA").filter(|_| !is_required());
    let root = given.map_or_else(usual_place, PathBuf::from);
    root.join(folder)
}

fn is_required() -> bool {
    std::env::var_os("LARIAT_DATA").as_deref() == Some(OsStr::new("required"))
}

fn usual_place() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let workspace = crates.and_then(Path::parent).expect("crates/testkit");
    let around = workspace.parent().unwrap_or(workspace);
    around.join("shared/data")
}

/// The rows of a table with a header line, each as its fields.
///
/// # Panics
/// If the table cannot be read.
pub fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path).expect("the table can be read");
    let row = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

/// The DVE models of a folder with the names of their files, in order.
///
/// # Panics
/// If the folder or a model cannot be read.
pub fn models(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    let mut models: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "dve"))
        .map(|path| {
            let name = path.file_name().expect("it has a name");
            let text = std::fs::read_to_string(&path).expect("the model can be read");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect();
    models.sort();
    models
}
