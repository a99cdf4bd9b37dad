//! One feature of DVE a model, with the counts that DiVinE 2.4 gives.
//!
//! DiVinE counts a reachable error state as one state, and each failing step as a transition.

mod common;

use lariat_models::dve::Dve;
use lariat_models::{Limits, explore};

#[test]
fn every_feature_has_the_counts_of_divine() {
    let Some(folder) = common::data("dve-features") else {
        return;
    };
    let mut compared = 0;
    for row in common::rows(&folder.join("expected.tsv")) {
        let [file, states, transitions, _, property, ..] = &row[..] else {
            panic!("a short row: {row:?}");
        };
        if property != "-" {
            continue; // its counts are those of the product with the property process
        }
        let text = std::fs::read_to_string(folder.join(file)).expect("the model can be read");
        let model = Dve::parse(&text).unwrap_or_else(|errors| panic!("{file}: {errors}"));
        let found = explore(&model, Limits::default(), |_| true);
        let as_divine = (
            found.states + usize::from(found.errors > 0),
            found.transitions + found.errors,
        );
        let expected = (states.parse().unwrap(), transitions.parse().unwrap());
        assert_eq!(as_divine, expected, "{file}: {found:?}");
        compared += 1;
    }
    assert_eq!(compared, 26);
}
