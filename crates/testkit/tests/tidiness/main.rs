//! What is easily forgotten and no compiler sees: citations, dependencies, names, and the length of functions.

mod bibliography;
mod dependencies;
mod functions;
mod names;

use std::path::{Path, PathBuf};

/// The root of the workspace.
fn workspace() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let workspace = crates.and_then(Path::parent);
    workspace.expect("crates/testkit").to_owned()
}

/// A text of the workspace.
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below a folder whose names have one of the extensions, in order; none if there is no folder.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if extensions.contains(&&*extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The folders of the workspace's packages.
fn packages() -> Vec<PathBuf> {
    let manifests =
        ["crates", "bench", "fuzz"].map(|part| files(&workspace().join(part), &["toml"]));
    let manifests = manifests.into_iter().flatten();
    let manifests = manifests.filter(|path| path.ends_with("Cargo.toml"));
    manifests
        .map(|path| path.parent().expect("a folder").to_owned())
        .collect()
}

/// A path as it is written in messages: from the workspace on.
fn short(path: &Path) -> String {
    let path = path.strip_prefix(workspace()).unwrap_or(path);
    path.display().to_string()
}

/// Fails with the list of what is wrong, if anything is.
#[track_caller]
fn assert_none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n  {}", wrong.join("\n  "));
}
