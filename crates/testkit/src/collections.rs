//! The literature's formulas, if they are on this machine.

use lariat_ltl::Formulas;

use crate::data;

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
pub fn literature() -> Vec<(String, Formulas)> {
    read(&COLLECTIONS)
}

/// Every formula with parameters, likewise.
pub fn parametrised() -> Vec<(String, Formulas)> {
    read(&PARAMETRISED)
}

fn read(collections: &[&str]) -> Vec<(String, Formulas)> {
    let Some(folder) = data("ltl/literature") else {
        return Vec::new();
    };
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
