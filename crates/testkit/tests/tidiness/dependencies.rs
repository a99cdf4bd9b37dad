//! Every dependency of a package is used by its sources, and every one of the workspace by a package, for a
//! reason that stands beside it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{assert_none, files, packages, read, short, workspace};

/// The lines of a section of a manifest.
fn section<'a>(manifest: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let head = format!("[{name}]");
    let lines = manifest.lines().skip_while(move |line| *line != head);
    lines.skip(1).take_while(|line| !line.starts_with('['))
}

/// The names of the dependencies in a section.
fn dependencies(manifest: &str, name: &str) -> Vec<String> {
    let entries = section(manifest, name).filter(|line| line.starts_with(char::is_alphabetic));
    let name = |entry: &str| {
        let end = entry.find(['.', ' ', '=']).expect("an entry has a value");
        entry[..end].to_owned()
    };
    entries.map(name).collect()
}

/// The code of the sources in some folders of a package, without comments.
fn code(package: &Path, folders: &[&str]) -> Vec<String> {
    let paths = folders.iter().map(|folder| package.join(folder));
    let paths: Vec<PathBuf> = paths.flat_map(|folder| files(&folder, &["rs"])).collect();
    let texts = paths.iter().map(|path| read(path));
    let code = |text: String| {
        let lines = text.lines().map(str::trim_start);
        let code: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
        code.join("\n")
    };
    texts.map(code).collect()
}

/// Whether a source names the library: as the first part of a path, or as all of one.
fn names(text: &str, library: &str) -> bool {
    text.match_indices(library).any(|(start, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let is_first = !text[..start].ends_with(is_part);
        let after = &text[start + library.len()..];
        let goes_on = ["::", " as "].iter().any(|next| after.starts_with(next));
        let is_all = text[..start].ends_with("use ") && after.starts_with(';');
        is_first && (goes_on || is_all)
    })
}

fn is_used(package: &Path, dependency: &str, folders: &[&str]) -> bool {
    let library = dependency.replace('-', "_");
    code(package, folders)
        .iter()
        .any(|text| names(text, &library))
}

#[test]
fn every_dependency_of_a_package_is_used_by_it() {
    let all = ["src", "tests", "benches", "examples", "fuzz_targets"];
    let shipped = ["src", "fuzz_targets"];
    let mut wrong = Vec::new();
    for package in packages() {
        let manifest = read(&package.join("Cargo.toml"));
        for (kind, folders) in [("dependencies", &shipped[..]), ("dev-dependencies", &all)] {
            for dependency in dependencies(&manifest, kind) {
                if !is_used(&package, &dependency, folders) {
                    wrong.push(format!("{}: {dependency} ({kind})", short(&package)));
                }
            }
        }
    }
    assert_none(&wrong, "dependencies that nothing uses");
}

#[test]
fn every_dependency_of_the_workspace_is_used_for_a_reason() {
    let manifest = read(&workspace().join("Cargo.toml"));
    let manifests = packages()
        .into_iter()
        .map(|package| read(&package.join("Cargo.toml")));
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let used: Vec<String> = manifests
        .flat_map(|manifest| kinds.map(|kind| dependencies(&manifest, kind)))
        .flatten()
        .collect();
    let all = dependencies(&manifest, "workspace.dependencies");
    assert!(all.len() > 10, "{all:?}");
    let unused: Vec<String> = all
        .into_iter()
        .filter(|name| !used.contains(name))
        .collect();
    assert_none(&unused, "dependencies of the workspace that no package has");
    // The workspace's own packages say in their manifests what they are for.
    let others = section(&manifest, "workspace.dependencies");
    let others = others.filter(|line| line.starts_with(char::is_alphabetic));
    let others = others.filter(|line| !line.contains("path ="));
    let silent = others.filter(|line| !line.contains(" # "));
    let silent: Vec<String> = silent.map(str::to_owned).collect();
    assert_none(&silent, "dependencies without a reason");
}

/// What a package depends on, as `cargo tree` tells.
fn tree(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--edges", "normal,build", "--offline", "--locked"])
        .args(arguments)
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).expect("cargo speaks UTF-8")
}

#[test]
fn without_default_features_no_compiler_and_no_server_is_built() {
    let full = tree(&["--package", "lariat-cli"]);
    for heavy in ["cranelift-codegen", "hyper", "tokio"] {
        assert!(full.contains(heavy), "{heavy} has another name now");
        for package in ["lariat", "lariat-cli"] {
            let lean = tree(&["--package", package, "--no-default-features"]);
            assert!(!lean.contains(heavy), "{package} needs {heavy}");
        }
    }
}
