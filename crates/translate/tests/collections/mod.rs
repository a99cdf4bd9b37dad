//! The literature's formulas, if they are on this machine.

use std::path::{Path, PathBuf};

use lariat_ltl::Formulas;

/// The collections, by the names of their files.
const COLLECTIONS: [&str; 5] = [
    "DwyerAC98",
    "EtessamiH00",
    "SomenziB00",
    "Pelanek07",
    "Liberouter04",
];

/// Every formula, each with an arena of its own; none where the collections are absent.
pub(crate) fn literature() -> Vec<(String, Formulas)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("LARIAT_DATA").map_or(beside, PathBuf::from);
    let folder = data.join("ltl/literature");
    if !folder.is_dir() {
        println!("no formulas at {}: nothing is tested", folder.display());
        return Vec::new();
    }
    let read = |name: &str| {
        let path = folder.join(name).with_extension("ltl");
        std::fs::read_to_string(path).expect("the collection is whole")
    };
    let texts = COLLECTIONS.map(read);
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .map(|line| (line.to_owned(), Formulas::new()))
        .collect()
}
