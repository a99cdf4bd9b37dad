//! The literature's formulas, if they are on this machine.

#![allow(dead_code, reason = "each test file uses its own part")]

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

/// Collections of formulas with parameters, of which sizes are not recorded.
const PARAMETRISED: [&str; 3] = ["Parametrised", "Parametrised-Hardness", "SickertEJK16"];

/// Every formula, each with an arena of its own; none where the collections are absent.
pub(crate) fn literature() -> Vec<(String, Formulas)> {
    read(&COLLECTIONS)
}

/// Every formula with parameters, likewise.
pub(crate) fn parametrised() -> Vec<(String, Formulas)> {
    read(&PARAMETRISED)
}

fn read(collections: &[&str]) -> Vec<(String, Formulas)> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("LARIAT_DATA").map_or(beside, PathBuf::from);
    let folder = data.join("ltl/literature");
    if !folder.is_dir() {
        println!("no formulas at {}: nothing is tested", folder.display());
        return Vec::new();
    }
    let text_of = |name: &&str| {
        let path = folder.join(name).with_extension("ltl");
        std::fs::read_to_string(path).expect("the collection is whole")
    };
    let texts: Vec<String> = collections.iter().map(text_of).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    lines
        .map(|line| (line.to_owned(), Formulas::new()))
        .collect()
}
