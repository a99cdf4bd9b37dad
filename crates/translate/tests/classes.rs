//! Exact classes and stutter-invariance of formulas: a table of known ones, and random ones against
//! what their syntax promises.

use lariat_automata::{Explicit, word};
use lariat_ltl::class::{self, Class, Class::*};
use lariat_ltl::{Formula, Formulas, Notation, print};
use lariat_translate::hierarchy::exact_class;
use lariat_translate::reduce::{QuestionLimits, Undecided};
use lariat_translate::stutter::{counts_no_steps, distinction};
use lariat_translate::{Options, translate};

use lariat_testkit::rounds;
use lariat_testkit::words::{random_formula, read};

/// Automata of the formula and of its negation.
fn opposites(formulas: &mut Formulas, formula: Formula) -> [Explicit; 2] {
    let negation = formulas.not(formula);
    [formula, negation].map(|formula| {
        let automaton = translate(formulas, formula, &Options::default());
        automaton.expect("a small formula").base
    })
}

#[track_caller]
fn check_class(text: &str, expected: Class) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let [automaton, complement] = opposites(&mut formulas, formula);
    let found = exact_class(&automaton, &complement, &QuestionLimits::default());
    assert_eq!(found, Ok(expected), "{text}");
}

#[track_caller]
fn check_invariant(text: &str, expected: bool) {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, text);
    let [automaton, complement] = opposites(&mut formulas, formula);
    let found = distinction(&automaton, &complement, &QuestionLimits::default());
    assert_eq!(found.map(|found| found.is_none()), Ok(expected), "{text}");
}

#[test]
fn decided_by_a_prefix_of_known_length() {
    check_class("true", Bottom);
    check_class("false", Bottom);
    check_class("a & X(b | X c)", Bottom);
    check_class("G a | F !a", Bottom);
    check_class("a & F a", Bottom);
}

#[test]
fn safety() {
    check_class("G a", Safety);
    check_class("a W b", Safety);
    check_class("a R b", Safety);
    check_class("G(a -> X b)", Safety);
    check_class("G a | G b", Safety);
    check_class("G(a -> O b)", Safety);
    check_class("(a U b) | G a", Safety);
}

#[test]
fn guarantee() {
    check_class("F a", Guarantee);
    check_class("a U b", Guarantee);
    check_class("F(a & X F b)", Guarantee);
    check_class("F a & F b", Guarantee);
    check_class("F(a & H b)", Guarantee);
    check_class("(a W b) & F b", Guarantee);
}

#[test]
fn obligation() {
    check_class("G a | F b", Obligation);
    check_class("G a & F b", Obligation);
    check_class("(G a | F b) & (G c | F d)", Obligation);
    check_class("F G a & G a | F b", Obligation);
}

#[test]
fn recurrence() {
    check_class("G F a", Recurrence);
    check_class("G(a -> F b)", Recurrence);
    check_class("G F a & G F b", Recurrence);
    check_class("G F a | G F b", Recurrence);
    check_class("G(a | F b) & F c", Recurrence);
    check_class("G F(a & X !a)", Recurrence);
}

#[test]
fn persistence() {
    check_class("F G a", Persistence);
    check_class("F(a & G b)", Persistence);
    check_class("F G a | F G b", Persistence);
    check_class("F G a & F G b", Persistence);
    check_class("F G(a | X b)", Persistence);
    check_class("a U G b", Persistence);
}

#[test]
fn reactivity() {
    check_class("G F a -> G F b", Reactivity);
    check_class("F G a | G F b", Reactivity);
    check_class("G F a & F G b", Reactivity);
    check_class("(G F a -> G F b) & (G F c -> G F d)", Reactivity);
}

/// Whether a language of class `exact` may come from a formula of class `syntactic`.
fn is_within(exact: Class, syntactic: Class) -> bool {
    match syntactic {
        Bottom => exact == Bottom,
        Safety => matches!(exact, Bottom | Safety),
        Guarantee => matches!(exact, Bottom | Guarantee),
        Obligation => matches!(exact, Bottom | Safety | Guarantee | Obligation),
        Recurrence => !matches!(exact, Persistence | Reactivity),
        Persistence => !matches!(exact, Recurrence | Reactivity),
        Reactivity => true,
    }
}

#[test]
fn exact_classes_lie_within_syntactic_ones() {
    let mut lower = 0;
    for seed in 0..rounds(1_500, 30_000) {
        let (mut formulas, formula, _) = random_formula(seed, 12, seed % 3 == 0);
        let [automaton, complement] = opposites(&mut formulas, formula);
        let limits = QuestionLimits::default();
        let exact = exact_class(&automaton, &complement, &limits).expect("a small formula");
        let syntactic = class::class(&formulas, formula);
        let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
        assert!(
            is_within(exact, syntactic),
            "seed {seed}: {exact} {syntactic} {text}"
        );
        lower += usize::from(exact != syntactic);
    }
    assert!(lower > 100, "the exact class is lower {lower} times only");
}

#[test]
fn stutter_invariance() {
    check_invariant("G(a -> F b)", true);
    check_invariant("a U b", true);
    check_invariant("X a", false);
    check_invariant("F(a & X a)", false);
    check_invariant("G(a -> X a)", true);
    check_invariant("F(a & X !a)", true);
    check_invariant("F(a & X(!a & b))", true);
    check_invariant("F(a & X b)", false);
    check_invariant("X F a", false);
    check_invariant("X F a | X !a", true);
    check_invariant("X F a | a", true);
    check_invariant("G F(a & X !a)", true);
}

#[test]
fn what_counts_no_steps_is_invariant_and_distinctions_are_real() {
    let (mut invariant, mut sensitive) = (0, 0);
    for seed in 0..rounds(1_500, 30_000) {
        let (mut formulas, formula, _) = random_formula(seed, 10, seed % 3 == 0);
        let [automaton, complement] = opposites(&mut formulas, formula);
        let text = print(&formulas, formula, Notation::Spot).expect("Spot has every operator");
        let found = distinction(&automaton, &complement, &QuestionLimits::default());
        match found.expect("a small formula") {
            Some(found) => {
                sensitive += 1;
                assert!(!counts_no_steps(&formulas, formula), "seed {seed}: {text}");
                let (yes, no) = (&found.accepted, &found.rejected);
                assert!(
                    word::accepts(&automaton, &yes.prefix, &yes.cycle),
                    "seed {seed}: {text}"
                );
                assert!(
                    !word::accepts(&automaton, &no.prefix, &no.cycle),
                    "seed {seed}: {text}"
                );
            }
            None => invariant += 1,
        }
    }
    assert!(
        invariant > 200 && sensitive > 200,
        "{invariant} {sensitive}"
    );
}

#[test]
fn limits_are_typed() {
    let mut formulas = Formulas::new();
    let formula = read(&mut formulas, "(F G a | G F b) & (F G c | G F d)");
    let [automaton, complement] = opposites(&mut formulas, formula);
    let generous = QuestionLimits::default();
    let check = |limits: QuestionLimits, expected: Undecided| {
        let found = exact_class(&automaton, &complement, &limits);
        assert_eq!(found, Err(expected));
    };
    let few = QuestionLimits {
        letter_classes: 3,
        ..generous.clone()
    };
    check(few, Undecided::Letters(3));
    let few = QuestionLimits {
        subsets: 1,
        ..generous.clone()
    };
    check(few, Undecided::Subsets(1));
    let few = QuestionLimits {
        product_states: 2,
        ..generous.clone()
    };
    check(few, Undecided::Product(2));
}
