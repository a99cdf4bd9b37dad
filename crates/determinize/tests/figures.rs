//! Figures that must not get worse: state variables of the paper's families, states of the literature's automata, and
//! what ends at a limit.

mod oracle;

use lariat_budget::{Budget, Exhausted};
use lariat_determinize::{
    DeterminizeError, Determinized, Limits, determinize, determinize_in_stages, simplify,
};
use lariat_ltl::Formulas;
use lariat_ltl::families::family;
use lariat_testkit::{collections, words};

fn figures(name: &str, n: usize) -> Determinized {
    let text = family(name)
        .expect("a family")
        .generate(n)
        .expect("in range");
    let mut formulas = Formulas::new();
    let formula = words::read(&mut formulas, &text);
    determinize_in_stages(&mut formulas, formula, &Limits::default()).expect(name)
}

/// The closed forms of the paper's table, from above.
#[test]
fn the_papers_families_need_fewer_variables_than_published() {
    for n in [2, 4, 8, 16] {
        for name in ["amba", "amba-unsplit"] {
            let made = figures(name, n);
            assert!(made.nondeterministic_variables <= 17 * n + 20, "{name} {n}");
            assert!(made.equations.variables.len() <= 16 * n + 36, "{name} {n}");
        }
    }
    for n in [2, 4, 8, 16, 32, 64] {
        let made = figures("genbuf", n);
        let most = n * n / 2 + 25 * n / 2 + 31;
        assert!(made.nondeterministic_variables <= most, "genbuf {n}");
        assert!(
            made.equations.variables.len() <= n * n / 2 + 9 * n + 60,
            "genbuf {n}"
        );
    }
}

/// What b leads to has no infinite path: no variable is spent on it.
#[test]
fn states_without_infinite_paths_are_dropped() {
    let mut formulas = Formulas::new();
    let formula = words::read(&mut formulas, "a W (b & G(c & X !c))");
    let equations = determinize(&mut formulas, formula, &Limits::default()).expect("small");
    assert_eq!(equations.variables.len(), 2);
}

/// The larger half of the marks is one for each fairness formula.
#[test]
fn a_conjunction_of_invariants_is_one_mark() {
    let made = figures("genbuf", 8);
    assert_eq!(made.equations.marks.len(), 8 + 2 + 1);
}

#[test]
fn the_literature_has_small_automata() {
    let (mut states, mut count) = (0, 0);
    for (text, mut formulas) in collections::literature() {
        let formula = words::read(&mut formulas, &text);
        let mut equations = determinize(&mut formulas, formula, &Limits::default()).expect(&text);
        let automaton = equations.explore(&Limits::default()).expect(&text);
        let automaton = simplify(automaton, &Budget::unlimited()).expect("no limit");
        states += automaton.state_count();
        count += 1;
    }
    assert!(count == 0 || count == 169, "{count} formulas");
    assert!(states <= 678, "{states} states");
}

#[track_caller]
fn refusal(text: &str, limits: &Limits) -> DeterminizeError {
    let mut formulas = Formulas::new();
    let formula = words::read(&mut formulas, text);
    let explored = determinize(&mut formulas, formula, limits).and_then(|mut e| e.explore(limits));
    explored
        .err()
        .unwrap_or_else(|| panic!("{text} was not refused"))
}

/// What was too large is named.
#[test]
fn limits_are_typed_and_say_which_part() {
    let few_states = Limits {
        part_states: 3,
        ..Limits::default()
    };
    let large = DeterminizeError::PartTooLarge {
        part: "X(a W b)".to_owned(),
        limit: 3,
    };
    assert_eq!(refusal("GFc & X(a W b)", &few_states), large);
    let few_steps = Limits {
        rewriting_steps: 0,
        ..Limits::default()
    };
    let found = refusal("GFc & G(p -> (q U (G r | G s)))", &few_steps);
    assert!(
        matches!(found, DeterminizeError::NormalFormTooLarge { limit: 0, .. }),
        "{found}"
    );
    let small = Limits {
        max_states: 4,
        ..Limits::default()
    };
    let found = refusal("G(a -> XXXX b)", &small);
    assert!(
        matches!(found, DeterminizeError::TooManyStates { limit: 4, .. }),
        "{found}"
    );
    let cancelled = Limits::default();
    cancelled.budget.cancel();
    let found = refusal("a W b", &cancelled);
    assert_eq!(found.end(), Some(Exhausted::Cancelled));
    assert!(found.to_string().contains(", at work on a W b"), "{found}");
    let untils = (0..20).map(|n| format!("(a{n} U b{n})"));
    let many = untils.collect::<Vec<_>>().join(" | ");
    let found = refusal(&format!("GF(({many}) S c)"), &Limits::default());
    assert!(
        matches!(&found, DeterminizeError::MonitorsTooLarge { part, limit: 64 } if part.starts_with("(a0 U b0")),
        "{found}"
    );
}

/// No recursion as deep as a formula is nested, and nothing cubic.
#[test]
fn deep_formulas_end() {
    let nested =
        |begin: &str, end: &str, depth: usize| begin.repeat(depth) + "a" + &end.repeat(depth);
    let determinize = |text: &str| {
        let mut formulas = Formulas::new();
        let formula = words::read(&mut formulas, text);
        determinize(&mut formulas, formula, &Limits::default())
    };
    assert!(determinize(&nested("X(b | ", ")", 300)).is_ok());
    assert!(determinize(&format!("G({})", nested("X(b | ", ")", 300))).is_ok());
    assert!(determinize(&nested("(c & (b | ", "))", 5_000)).is_ok());
    // Different propositions, so that nothing is simplified away.
    let chain = |n: usize| format!("(GF b{n} | (FG c{n} & ");
    let deep = (0..1_200).map(chain).collect::<String>() + "GF a" + &"))".repeat(1_200);
    let deep = determinize(&deep);
    assert_eq!(deep.err(), Some(DeterminizeError::TooDeep { limit: 500 }));
}
