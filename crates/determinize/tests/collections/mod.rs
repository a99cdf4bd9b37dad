//! The literature's formulas, if they are on this machine.

use std::path::{Path, PathBuf};

/// The collections whose sizes are compared, by the names of their files.
pub(crate) const LITERATURE: [&str; 5] = [
    "DwyerAC98",
    "EtessamiH00",
    "SomenziB00",
    "Pelanek07",
    "Liberouter04",
];

/// Every formula of the collections; none where they are absent.
pub(crate) fn read(collections: &[&str]) -> Vec<String> {
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
    lines.map(str::to_owned).collect()
}
