//! Tests of what the rules rest on: classes of formulas, implications, the work limit.

use fastrand::Rng;

use super::Simplifier;
use super::lens::Lens;
use crate::random::{self, Shape};
use crate::semantics::holds;
use crate::{Formula, Formulas, Node, Notation, Syntax, parse, print};

fn read(formulas: &mut Formulas, text: &str) -> Formula {
    parse(formulas, text, Syntax::Spot).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(formulas: &Formulas, formula: Formula) -> String {
    print(formulas, formula, Notation::Spot).expect("small enough to print")
}

/// Whether the formula holds at every position of some random words.
fn always(rng: &mut Rng, formulas: &mut Formulas, formula: Formula) -> bool {
    let formula = formulas.make(Node::Globally(formula));
    (0..8).all(|_| {
        let word = random::word(rng, formulas, 2);
        holds(formulas, formula, &word)
    })
}

fn lens<'a>(simplifier: &'a Simplifier, formulas: &'a Formulas) -> Lens<'a> {
    Lens {
        formulas,
        facts: &simplifier.facts,
        implications: &simplifier.implications,
        dual: false,
    }
}

fn random_simplified(
    rng: &mut Rng,
    formulas: &mut Formulas,
    simplifier: &mut Simplifier,
) -> Formula {
    let nodes = rng.usize(1..=7);
    let past = rng.usize(..3) == 0;
    let shape = Shape {
        nodes,
        atoms: 2,
        past,
    };
    let formula = random::formula(rng, formulas, shape);
    simplifier.simplify_everywhere(formulas, formula)
}

#[test]
fn eventual_and_universal_formulas_are_so() {
    let mut found = [0, 0];
    for seed in 0..10_000 {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let mut simplifier = Simplifier::new();
        let formula = random_simplified(&mut rng, &mut formulas, &mut simplifier);
        let fact = simplifier.facts.get(formula);
        let claims = [
            (fact.eventual, Node::Finally(formula)),
            (fact.universal, Node::Globally(formula)),
        ];
        for (index, (claimed, node)) in claims.into_iter().enumerate() {
            if claimed && fact.measure.size > 0 {
                found[index] += 1;
                let wrapped = formulas.make(node);
                let same = formulas.make(Node::Iff(wrapped, formula));
                let right = always(&mut rng, &mut formulas, same);
                assert!(right, "seed {seed}: {}", text(&formulas, same));
            }
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?} found");
}

#[test]
fn proved_implications_hold() {
    let (mut proved, mut not) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Rng::with_seed(seed);
        let mut formulas = Formulas::new();
        let mut simplifier = Simplifier::new();
        let [a, b] = [(); 2].map(|()| random_simplified(&mut rng, &mut formulas, &mut simplifier));
        let lens = lens(&simplifier, &formulas);
        let [not_a, not_b] = [!lens.signed(a), !lens.signed(b)];
        let claims = [
            (lens.follows(!not_a, !not_b), false, false),
            (lens.follows(!not_a, not_b), false, true),
            (lens.follows(not_a, !not_b), true, false),
            (lens.follows(not_a, not_b), true, true),
        ];
        for (claimed, deny_a, deny_b) in claims {
            *(if claimed { &mut proved } else { &mut not }) += 1;
            if claimed {
                let left = if deny_a { formulas.not(a) } else { a };
                let right = if deny_b { formulas.not(b) } else { b };
                let implication = formulas.make(Node::Implies(left, right));
                let holds = always(&mut rng, &mut formulas, implication);
                assert!(holds, "seed {seed}: {}", text(&formulas, implication));
            }
        }
    }
    assert!(
        proved > 5000 && not > 5000,
        "lopsided: {proved} proved, {not} not"
    );
}

#[track_caller]
fn check_implication(from: &str, to: &str, expected: bool) {
    let mut formulas = Formulas::new();
    let mut simplifier = Simplifier::new();
    let [a, b] = [from, to].map(|text| {
        let formula = read(&mut formulas, text);
        simplifier.simplify_everywhere(&mut formulas, formula)
    });
    let proved = lens(&simplifier, &formulas).implies(a, b);
    assert_eq!(proved, expected, "{from} => {to}");
}

#[test]
fn implications_are_proved_operator_by_operator() {
    for (from, to) in [
        ("a & b", "a | c"),
        ("a & (!a | b)", "b"),
        ("Ga", "a U (a | b)"),
        ("Ga", "a W b"),
        ("Ga", "b R a"),
        ("Ga", "XXa"),
        ("a M b", "Fa"),
        ("a M b", "b U a"),
        ("a R b", "b W a"),
        ("a U b", "a W b"),
        ("a U (a & b)", "b R a"),
        ("a U Gb", "Fb"),
        ("XFa", "Fa"),
        ("GFa", "XGFa"),
        ("a U b", "(a | c) U (b | c)"),
        ("a R (b & c)", "(a | c) R b"),
        ("a S b", "O b"),
        ("a S b", "a | b"),
        ("Y H a", "O a"),
        ("!(a S b)", "!(a S (a & b))"),
        ("!Y(a | b)", "!Y a"),
        ("H a", "H(a | b)"),
    ] {
        check_implication(from, to, true);
    }
}

#[test]
fn implications_that_do_not_hold_are_not_proved() {
    for (from, to) in [
        ("a", "b"),
        ("a | b", "a"),
        ("Fa", "a"),
        ("a", "Ga"),
        ("a W b", "a U b"),
        ("a R b", "a M b"),
        ("Xa", "Fa & a"),
        ("Ga", "a U b"),
        ("O a", "a"),
        ("Y a", "Y(a & b)"),
        ("!Y a", "!Y(a | b)"),
        ("O a", "a S b"),
    ] {
        check_implication(from, to, false);
    }
}

#[test]
fn beyond_the_work_limit_there_is_the_negation_normal_form() {
    let mut formulas = Formulas::new();
    let goal = formulas.atom("goal");
    let depth = 1000;
    let mut formula = (0..depth).fold(goal, |f, _| formulas.make(Node::Next(f)));
    for name in 0..depth {
        let p = formulas.atom(&format!("p{name}"));
        let g = formulas.make(Node::Globally(p));
        let f = formulas.make(Node::Finally(g));
        formula = formulas.make(Node::Until(f, formula));
    }
    let mut simplifier = Simplifier::new();
    assert_eq!(simplifier.simplify(&mut formulas, formula), formula);
    assert_eq!(simplifier.fuel, 0);
    let mut afterwards = |text| {
        let formula = read(&mut formulas, text);
        simplifier.simplify(&mut formulas, formula)
    };
    assert_eq!(afterwards("FFa"), afterwards("Fa"));
}
