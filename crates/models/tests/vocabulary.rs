//! What formulas say of models: globs over events, and propositions that mean the same.

use lariat_ltl::{Formula, Formulas, Notation, Syntax, parse, print};
use lariat_model::Vocabulary;
use lariat_model::vocabulary::spell_out;
use lariat_models::aut::Lts;
use lariat_models::dve::Dve;

fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_glob_over_events_is_spelled_out() {
    let text = "des (0,3,1)\n(0,send_a,0)\n(0,send_b,0)\n(0,ack,0)";
    let mut lts = Lts::parse(text).expect("a transition system");
    let mut formulas = Formulas::new();
    for (text, meant) in [
        (
            "G enabled(\"send_*\")",
            "G(\"enabled(send_a)\" | \"enabled(send_b)\")",
        ),
        ("F taken(ack)", "F \"taken(ack)\""),
    ] {
        let formula = read(&mut formulas, text);
        let spelled = spell_out(&mut lts, &mut formulas, formula);
        let meant = read(&mut formulas, meant);
        let shown = print(&formulas, spelled, Notation::Spot);
        assert_eq!(spelled, meant, "{text}: {shown:?}");
    }
}

#[test]
fn propositions_that_mean_the_same_are_one() {
    let text = "byte x; process P { state q; init q; } system async;";
    let mut model = Dve::parse(text).expect("a model");
    let mut vocabulary = Vocabulary::default();
    for name in ["x == 1", "1 == x"] {
        vocabulary.learn(&mut model, name).expect("it has an x");
    }
    let mut formulas = Formulas::new();
    let written = read(&mut formulas, "G(x == 1 -> \"1 == x\")");
    let meant = read(&mut formulas, "G(x == 1 -> x == 1)");
    assert_eq!(vocabulary.unify(&mut formulas, written), meant);
}
