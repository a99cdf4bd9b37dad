//! `lariat determinize`, as a user types it: every format, and what is refused.

mod common;

use common::{check, lariat};

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    check(&[&["determinize"], arguments].concat(), "", 0).0
}

#[test]
fn every_format_is_printed() {
    let hoa = printed(&["G(a -> F b)"]);
    assert!(
        hoa.contains("States: 2") && hoa.contains("complete deterministic"),
        "{hoa}"
    );
    let equations = printed(&["X(a W b)", "--format", "equations"]);
    assert!(
        equations.contains("p0' = p0 & !b | p2 & b\n"),
        "{equations}"
    );
    let smv = printed(&["G(a -> F b)", "--format", "smv"]);
    assert!(
        smv.starts_with("MODULE main\n") && smv.contains("LTLSPEC G F lariat_mark0"),
        "{smv}"
    );
    let aiger = printed(&["G(a -> X b)", "--format", "aiger"]);
    assert!(
        aiger.starts_with("aag ") && aiger.contains("\ni0 a\ni1 b\n"),
        "{aiger}"
    );
    let binary = lariat(
        &["determinize", "G(a -> X b)", "--format", "aiger-binary"],
        "",
    );
    assert!(binary.stdout.starts_with(b"aig "));
    let stage = printed(&["X(a W b)", "--stage", "nondeterministic"]);
    assert!(
        stage.contains("q0 <-> a & q0' | b\n  q1 <-> q0'\n"),
        "{stage}"
    );
}

#[test]
fn pairs_are_made_where_they_are_asked_for() {
    for (kind, name) in [
        ("rabin", "acc-name: Rabin 2"),
        ("streett", "acc-name: Streett 1"),
    ] {
        let hoa = printed(&["GFa -> GFb", "--acceptance", kind]);
        assert!(hoa.contains(name), "{hoa}");
    }
}

#[test]
fn figures_are_one_row_a_formula() {
    let (out, _) = check(
        &["determinize", "-F", "-", "--format", "stats"],
        "Ga\nGFa & F b\n",
        0,
    );
    let lines: Vec<&str> = out.lines().collect();
    let header = "formula,class,nondeterministic_variables,deterministic_variables,acceptance_sets,bdd_nodes,time_s";
    assert!(lines[0].starts_with(header), "{out}");
    assert!(lines[1].starts_with("Ga,safety,1,1,1,"), "{out}");
    assert!(lines[2].starts_with("GFa & F b,recurrence,1,1,1,"), "{out}");
    assert_eq!(lines.len(), 3);
}

/// The part that was too large is named, and other formulas are answered.
#[test]
fn limits_end_with_exit_3() {
    let (out, err) = check(
        &["determinize", "G(a -> XXXX b)", "Ga", "--max-states", "5"],
        "",
        3,
    );
    assert!(err.contains("more than 5 states; "), "{err}");
    assert!(out.contains("name: \"Ga\""), "{out}");
    let (_, err) = check(&["determinize", "GFc & (a W b)", "--timeout", "0ms"], "", 3);
    let reason = "time limit of 0ns was reached, at work on ";
    assert!(err.contains(reason), "{err}");
}

#[test]
fn bad_input_ends_with_exit_2_and_its_place() {
    let (_, err) = check(&["determinize", "G(a"], "", 2);
    assert!(
        err.contains("`(` is never closed") && err.contains(":1:2"),
        "{err}"
    );
}

#[test]
fn past_over_much_future_ends_with_exit_3_and_its_place() {
    let untils = [
        "a U b", "c U d", "e U f", "g U h", "i U j", "k U l", "m U n",
    ];
    let many = format!("(({})) S o", untils.join(") | ("));
    let (_, err) = check(&["determinize", "-F", "-"], format!("Ga\nGF({many})\n"), 3);
    assert!(err.contains("more than 64 state variables"), "{err}");
    assert!(err.contains(":2:1"), "{err}");
}
