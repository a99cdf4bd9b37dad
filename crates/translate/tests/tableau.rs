//! The tableau against the paper's tables and against the definition.

mod switches;

use lariat_automata::product::intersection;
use lariat_automata::{Acceptor, Automaton, Letter};
use lariat_emptiness::is_empty;
use lariat_ltl::families::family;
use lariat_ltl::{Formulas, Node};
use lariat_testkit::rounds;
use lariat_testkit::words::{Verdicts, random_formula, read};
use lariat_translate::tableau::{self, LIMIT, Lazy, OnTheFly, TableauError, TableauOptions};
use switches::SWITCHES;

const MERGED: TableauOptions = TableauOptions {
    merge: true,
    ..TableauOptions::RAW
};

#[track_caller]
fn check(text: &str, options: TableauOptions, nodes: usize, transitions: usize) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let automaton = tableau::translate(&formulas, formula, options, LIMIT).expect("it is small");
    let size = (automaton.state_count(), automaton.transition_count());
    assert_eq!(size, (nodes, transitions), "{text}\n{automaton:?}");
}

#[test]
fn fm99_table_1() {
    check("p U q", TableauOptions::RAW, 2, 3);
    check("p U (q U s)", TableauOptions::RAW, 3, 6);
    check("GFp -> GFq", TableauOptions::RAW, 5, 11);
    check("Fp U Gq", TableauOptions::RAW, 4, 10);
    check("Gp U q", TableauOptions::RAW, 4, 6);
    check("!(FFp <-> Fp)", TableauOptions::RAW, 3, 5);
    // The paper's 3/6 does not follow from its Theorem 1.
    check("!(p U (q U s))", TableauOptions::RAW, 4, 11);
}

#[test]
fn fm99_example_2() {
    check("GXFp", TableauOptions::RAW, 2, 3);
}

#[test]
fn fm99_table_1_has_a_mark_for_each_until() {
    for (text, marks) in [
        ("p U q", 1),
        ("p U (q U s)", 2),
        ("!(p U (q U s))", 0),
        ("GFp -> GFq", 2),
        ("Fp U Gq", 2),
        ("Gp U q", 1),
        ("!(FFp <-> Fp)", 2),
    ] {
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, text);
        let raw = tableau::translate(&formulas, formula, TableauOptions::RAW, LIMIT).unwrap();
        assert_eq!(raw.acceptance.marks, marks, "{text}");
    }
}

#[test]
fn fm99_table_2() {
    check("GFp -> GFq", MERGED, 4, 9);
    check("!(FFp <-> Fp)", MERGED, 2, 3);
    check("!(p U (q U s))", MERGED, 3, 7);
}

#[test]
fn merging_and_subsumption_reach_the_last_row_of_table_1() {
    let options = TableauOptions {
        subsumption: true,
        ..MERGED
    };
    check("!(p U (q U s))", options, 3, 6);
}

#[test]
fn fairness_has_one_node_with_the_gf_identity_only() {
    let identity = TableauOptions {
        gf_identity: true,
        ..MERGED
    };
    let fair: Vec<String> = (0..5).map(|i| format!("GF p{i}")).collect();
    let mut formulas = Formulas::new();
    for n in 2..=5 {
        let formula = read(&mut formulas, &fair[..n].join(" & "));
        let nodes = |options| {
            let automaton = tableau::translate(&formulas, formula, options, LIMIT);
            automaton.expect("it is small").state_count()
        };
        assert_eq!(nodes(TableauOptions::RAW), (1 << n) + 1);
        assert_eq!(nodes(identity), 1);
        assert_eq!(nodes(TableauOptions::default()), 1);
    }
}

#[test]
fn the_gf_identity_covers_until_and_strong_release_under_always() {
    let identity = TableauOptions {
        gf_identity: true,
        ..TableauOptions::RAW
    };
    check("G(p U q)", identity, 1, 2);
    check("G(p M q)", identity, 1, 2);
}

#[test]
fn what_starts_finitely_often_shares_one_mark_or_needs_none() {
    let shared = TableauOptions {
        share_acceptance: true,
        ..TableauOptions::RAW
    };
    for (text, marks) in [
        ("p U (q U s)", 1),
        ("Fp & Fq & (p U q)", 1),
        ("(Fp U Fq) & GFs", 1),
        ("G(p -> Fq) & G(r -> s U q)", 1),
        ("G(p -> Fq) & G(r -> Fs)", 2),
        ("(p W Fq) & (p R Fq)", 1),
        ("Gp", 0),
    ] {
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, text);
        let automaton = tableau::translate(&formulas, formula, shared, LIMIT).unwrap();
        assert_eq!(automaton.acceptance.marks, marks, "{text}");
    }
}

#[test]
fn suspension_keeps_the_far_future_out_of_the_prefix() {
    let without = TableauOptions {
        suspension: false,
        ..TableauOptions::default()
    };
    let text = "(p U (q U r)) & (GF s | FG t)";
    check(text, without, 8, 27);
    check(text, TableauOptions::default(), 5, 16);
}

/// Every switch alone, all but one, and all of them together.
fn every_option() -> Vec<(String, TableauOptions)> {
    let mut options = vec![
        ("raw".to_owned(), TableauOptions::RAW),
        ("all".to_owned(), TableauOptions::default()),
    ];
    for (name, switch) in SWITCHES {
        let (mut alone, mut without) = (TableauOptions::RAW, TableauOptions::default());
        *switch(&mut alone) = true;
        *switch(&mut without) = false;
        options.push((format!("only {name}"), alone));
        options.push((format!("all but {name}"), without));
    }
    options
}

#[test]
fn automata_accept_what_the_definition_says() {
    for (name, options) in every_option() {
        let mut verdicts = Verdicts::default();
        for seed in 0..rounds(1500, 30_000) {
            let (formulas, formula, mut rng) = random_formula(seed, 14, false);
            let Ok(automaton) = tableau::translate(&formulas, formula, options, 1 << 12) else {
                continue;
            };
            let context = format!("{name}, seed {seed}");
            verdicts.compare(&automaton, &formulas, formula, &mut rng, &context);
        }
        verdicts.assert_balanced();
    }
}

/// Conjunctions in which something is suspended, more often than in random formulas.
fn suspended_formula(seed: u64) -> (Formulas, lariat_ltl::Formula, fastrand::Rng) {
    let (mut formulas, near, mut rng) = random_formula(seed, 8, false);
    let mut far = Vec::new();
    for _ in 0..rng.usize(1..=2) {
        let shape = lariat_ltl::random::Shape {
            nodes: rng.usize(1..=4),
            atoms: 3,
            past: false,
        };
        let inner = lariat_ltl::random::formula(&mut rng, &mut formulas, shape);
        let (eventually, always) = (Node::Finally(inner), Node::Globally(inner));
        let formula = if rng.bool() {
            let eventually = formulas.make(eventually);
            formulas.make(Node::Globally(eventually))
        } else {
            let always = formulas.make(always);
            formulas.make(Node::Finally(always))
        };
        far.push(formula);
    }
    let far = if rng.bool() {
        formulas.all(far)
    } else {
        formulas.any(far)
    };
    let both = formulas.and(near, far);
    (formulas, both, rng)
}

#[test]
fn suspended_formulas_mean_what_the_definition_says() {
    let suspension = TableauOptions {
        suspension: true,
        ..TableauOptions::RAW
    };
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(3000, 60_000) {
        for options in [suspension, TableauOptions::default()] {
            let (formulas, formula, mut rng) = suspended_formula(seed);
            let Ok(automaton) = tableau::translate(&formulas, formula, options, 1 << 12) else {
                continue;
            };
            let context = format!("seed {seed}");
            verdicts.compare(&automaton, &formulas, formula, &mut rng, &context);
        }
    }
    assert!(verdicts.accepted > 1000 && verdicts.rejected > 1000);
}

#[test]
fn suspension_needs_choices() {
    // A prime implicant may start F !c and keep b W … too, again and again, with FG b left waiting.
    let suspension = TableauOptions {
        suspension: true,
        ..TableauOptions::RAW
    };
    let mut formulas = Formulas::new();
    let [formula, contrary] =
        ["(b W (b xor F !c)) & FGG b", "GF !b"].map(|text| read(&mut formulas, text));
    let translate = |formula| tableau::translate(&formulas, formula, suspension, LIMIT).unwrap();
    let both = intersection(&translate(formula), &translate(contrary));
    assert!(is_empty(&both));
}

#[test]
fn a_formula_and_its_negation_have_no_word_in_common() {
    let (mut satisfiable, mut contradictory) = (0, 0);
    for seed in 0..rounds(2000, 40_000) {
        let (mut formulas, formula, _) = random_formula(seed, 12, false);
        let negation = formulas.not(formula);
        let translate = |formula| {
            tableau::translate(&formulas, formula, TableauOptions::default(), LIMIT)
                .expect("it is small")
        };
        let (positive, negative) = (translate(formula), translate(negation));
        assert!(is_empty(&intersection(&positive, &negative)), "seed {seed}");
        match (is_empty(&positive), is_empty(&negative)) {
            (false, false) => satisfiable += 1,
            (true, true) => panic!("seed {seed}: no word satisfies the formula or its negation"),
            _ => contradictory += 1,
        }
    }
    assert!(satisfiable > 100 && contradictory > 100);
}

#[test]
fn lazy_expansion_accepts_what_the_definition_says() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(1500, 30_000) {
        let (formulas, formula, mut rng) = if seed % 2 == 0 {
            random_formula(seed, 14, false)
        } else {
            suspended_formula(seed)
        };
        for options in [TableauOptions::RAW, TableauOptions::default()] {
            let lazy = Lazy::within(
                &formulas,
                formula,
                options,
                &lariat_budget::Budget::unlimited(),
            )
            .expect("no past");
            let context = format!("seed {seed}");
            verdicts.compare(&lazy, &formulas, formula, &mut rng, &context);
        }
    }
    assert!(verdicts.accepted > 1000 && verdicts.rejected > 1000);
}

#[test]
fn lazy_fairness_has_one_edge_for_each_letter() {
    let text = family("and-gf").unwrap().generate(20).unwrap();
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, &text);
    let lazy = Lazy::new(&formulas, formula).expect("no past");
    let mut initial = Vec::new();
    lazy.initial(&mut initial);
    let mut rng = fastrand::Rng::with_seed(20);
    for _ in 0..100 {
        let letter: Letter = (0..20).filter(|_| rng.bool()).collect();
        let mut edges = Vec::new();
        lazy.successors(&initial[0], &letter, &mut edges);
        assert_eq!(edges.len(), 1);
        assert_eq!(edges[0].to, initial[0]);
        assert_eq!(edges[0].marks.len(), letter.len());
    }
}

#[test]
fn without_letters_a_formula_is_satisfiable_iff_its_automaton_is_not_empty() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..rounds(4000, 80_000) {
        let (mut formulas, formula, _) = if seed % 2 == 0 {
            random_formula(seed, 20, false)
        } else {
            suspended_formula(seed)
        };
        for formula in [formula, formulas.not(formula)] {
            let raw = tableau::translate(&formulas, formula, TableauOptions::RAW, LIMIT);
            let Ok(automaton) = raw else {
                continue;
            };
            let expected = is_empty(&automaton);
            let on_the_fly = OnTheFly::new(&formulas, formula).expect("no past");
            assert_eq!(is_empty(on_the_fly), expected, "seed {seed}");
            if expected { no += 1 } else { yes += 1 }
        }
    }
    assert!(yes > 400 && no > 400, "{yes} satisfiable, {no} not");
}

#[test]
fn without_letters_edges_demand_no_more_than_they_need() {
    // Two ways: X b, or X a and X c.
    for text in ["(X a | X b) & (X b | X c)", "(X b | X c) & (X a | X b)"] {
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, text);
        let mut automaton = OnTheFly::new(&formulas, formula).expect("no past");
        let (mut initial, mut edges) = (Vec::new(), Vec::new());
        automaton.initial(&mut initial);
        automaton.successors(&initial[0], &mut edges);
        assert_eq!(edges.len(), 2, "{text}: {edges:?}");
    }
}

#[test]
fn of_equivalent_formulas_one_is_kept() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "X p & X(p | (q & p)) & X !p");
    let automaton = OnTheFly::new(&formulas, formula).expect("no past");
    assert!(is_empty(automaton));
}

#[test]
fn families_that_are_hard_elsewhere_stay_small() {
    for (name, n, states, edges) in [
        ("gh-r", 6, 730, 6321),
        ("tv-uu", 9, 89, 4552),
        ("sejk-k", 5, 244, 2259),
        ("and-gf", 16, 1, 1 << 16),
    ] {
        let mut formulas = Formulas::new();
        let formula = read(&mut formulas, &family(name).unwrap().generate(n).unwrap());
        let formula = lariat_ltl::simplify::simplify(&mut formulas, formula);
        let options = TableauOptions::default();
        let automaton = tableau::translate(&formulas, formula, options, LIMIT).unwrap();
        let size = (automaton.state_count(), automaton.transition_count());
        assert!(size.0 <= states && size.1 <= edges, "{name} {n}: {size:?}");
    }
}

#[test]
fn the_past_is_refused() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "G (p -> O q)");
    let once = read(&mut formulas, "O q");
    let refused = TableauError::Past(once);
    let automaton = tableau::translate(&formulas, formula, TableauOptions::RAW, LIMIT);
    assert_eq!(automaton.err(), Some(refused));
    assert_eq!(Lazy::new(&formulas, formula).err(), Some(refused));
    assert_eq!(OnTheFly::new(&formulas, formula).err(), Some(refused));
}

#[test]
fn too_many_edges_are_an_error() {
    let mut formulas = Formulas::new();
    let formula = read(
        &mut formulas,
        &family("and-gf").unwrap().generate(10).unwrap(),
    );
    for options in [TableauOptions::RAW, TableauOptions::default()] {
        let automaton = tableau::translate(&formulas, formula, options, 1000);
        let limit = lariat_translate::limit::TooLarge { limit: 1000 };
        assert_eq!(automaton.err(), Some(TableauError::TooLarge(limit)));
    }
}

/// Operators to nest a formula in.
const NESTINGS: [fn(lariat_ltl::Formula, lariat_ltl::Formula) -> Node; 9] = [
    |a, _| Node::Next(a),
    |a, _| Node::Finally(a),
    |a, _| Node::Globally(a),
    |a, _| Node::Not(a),
    |a, b| Node::Until(b, a),
    |a, b| Node::Until(a, b),
    |a, b| Node::Release(a, b),
    |a, b| Node::StrongRelease(b, a),
    |a, b| Node::Implies(a, b),
];

#[test]
fn deep_formulas_need_no_deep_stack() {
    for (index, nest) in NESTINGS.into_iter().enumerate() {
        let mut formulas = Formulas::new();
        let (mut formula, other) = (formulas.atom("p"), formulas.atom("q"));
        for _ in 0..20_000 {
            formula = formulas.make(nest(formula, other));
        }
        let options = TableauOptions::default();
        match tableau::translate(&formulas, formula, options, 1 << 10) {
            Ok(automaton) => assert!(automaton.state_count() > 0),
            Err(error) => assert!(matches!(error, TableauError::TooLarge(_)), "{index}"),
        }
    }
}
