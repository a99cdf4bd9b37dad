//! Never claims, LBTT's format, and pictures.

use crate::common::Verdicts;
use fastrand::Rng;
use lariat_automata::random::{self, AutomatonShape, Conditions};
use lariat_automata::word::accepts;
use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks, dot, lbtt, never};
use lariat_bdd::Bdd;
use lariat_testkit::rounds;

fn random_automaton(rng: &mut Rng) -> Explicit {
    let shape = AutomatonShape {
        states: 4,
        degree: 2.0,
        marks: 3,
        conditions: Conditions::GeneralizedBuchi,
        ..AutomatonShape::default()
    };
    let mut automaton = random::automaton(&shape, rng);
    let names = ["p", "q_1", "x == 3", "P[0]@cs", "a b", "true", "F \"p\\"];
    let start = rng.usize(0..names.len() - 1);
    automaton.labels.propositions = names[start..start + 2]
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    automaton
}

/// The letters over `whole`'s propositions as `part` numbers them.
fn renumbered(whole: &Explicit, part: &Explicit, letters: &[Letter]) -> Vec<Letter> {
    let index = |name: &String| {
        let names = &whole.labels.propositions;
        names
            .iter()
            .position(|other| other == name)
            .expect("a known name")
    };
    let translate = |letter: &Letter| {
        let names = part.labels.propositions.iter().enumerate();
        names
            .filter(|(_, name)| letter.contains(index(name)))
            .map(|(own, _)| own)
            .collect()
    };
    letters.iter().map(translate).collect()
}

#[test]
fn claims_and_lbtt_texts_keep_the_language() {
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(2_000, 40_000) {
        let mut rng = Rng::with_seed(seed);
        let automaton = random_automaton(&mut rng);
        let claim = never::write(&automaton).expect("generalized Büchi");
        let lbtt = lbtt::write(&automaton).expect("generalized Büchi");
        let from_claim =
            never::read(&claim).unwrap_or_else(|e| panic!("seed {seed}: {e}: {claim}"));
        let from_lbtt = lbtt::read(&lbtt).unwrap_or_else(|e| panic!("seed {seed}: {e}: {lbtt}"));
        for _ in 0..5 {
            let (prefix, cycle) = random::lasso(2, &mut rng);
            let expected = accepts(&automaton, &prefix, &cycle);
            for (text, read) in [(&claim, &from_claim), (&lbtt, &from_lbtt)] {
                let renumber = |letters: &[Letter]| renumbered(&automaton, read, letters);
                let found = accepts(read, &renumber(&prefix), &renumber(&cycle));
                assert_eq!(found, expected, "seed {seed}: {automaton:?} as {text}");
            }
            verdicts.count(expected);
        }
        let again = never::read(&never::write(&from_claim).unwrap()).unwrap();
        assert_eq!(again.state_count(), from_claim.state_count(), "seed {seed}");
    }
    verdicts.assert_both();
}

#[track_caller]
fn check_word(automaton: &Explicit, word: &[&[&str]], expected: bool) {
    let letter = |names: &&[&str]| {
        let index = |name: &&str| {
            let known = automaton.labels.propositions.iter().position(|p| p == name);
            known.unwrap_or_else(|| panic!("{name} in {:?}", automaton.labels.propositions))
        };
        names.iter().map(index).collect::<Letter>()
    };
    let letters: Vec<Letter> = word.iter().map(letter).collect();
    let (cycle, prefix) = letters.split_last().expect("a word");
    assert_eq!(
        accepts(automaton, prefix, std::slice::from_ref(cycle)),
        expected,
        "{word:?}"
    );
}

#[test]
fn claims_as_spin_writes_them_are_read() {
    let automaton = never::read(
        "never  {    /* []<>p */
T0_init:
\tdo
\t:: ((p)) -> goto accept_S9
\t:: (1) -> goto T0_init
\tod;
accept_S9:
\tdo
\t:: (1) -> goto T0_init
\tod;
}
",
    )
    .unwrap();
    check_word(&automaton, &[&[], &["p"]], true);
    check_word(&automaton, &[&["p"], &[]], false);
    let automaton = never::read(
        "never { /* <>p */
T0_init: do
  :: atomic { ((p)) -> assert(!((p))) }
  :: (1) -> goto T0_init
od;
accept_all: skip }",
    )
    .unwrap();
    check_word(&automaton, &[&[], &["p"], &[]], true);
    check_word(&automaton, &[&[]], false);
}

#[test]
fn claims_by_hand_are_read() {
    // Statements without label or goto, several labels, else, comments of both kinds, strings.
    let automaton = never::read(
        "never claim { // a name
           do :: !x && (len(c) > 2 || \"odd name\") ; goto next :: else od;
           accept_one: next: if :: x == 1 -> skip fi
           accept_two: do :: (P[0].y + 1) * 2 != 4 od }",
    )
    .unwrap();
    let names = [
        "x",
        "len(c) > 2",
        "odd name",
        "x == 1",
        "(P[0].y + 1) * 2 != 4",
    ];
    assert_eq!(automaton.labels.propositions, names);
    assert_eq!(automaton.state_count(), 3);
    let (c, one, y) = (names[1], names[3], names[4]);
    check_word(&automaton, &[&["x"], &[c], &[one], &[y]], true);
    check_word(&automaton, &[&["x"], &[c], &[one], &[]], false);
    check_word(&automaton, &[&["x", c]], false);
}

#[test]
fn conditions_follow_the_precedence_of_c() {
    let check = |condition: &str, letters: [bool; 4]| {
        let claim = format!("never {{ accept_init: do :: {condition} od }}");
        let automaton = never::read(&claim).unwrap_or_else(|e| panic!("{e}: {condition}"));
        for (number, expected) in letters.into_iter().enumerate() {
            let names = ["a", "b"];
            let letter = (0..automaton.labels.propositions.len())
                .filter(|&own| {
                    let index = names
                        .iter()
                        .position(|n| *n == automaton.labels.propositions[own]);
                    number >> index.expect("a or b") & 1 == 1
                })
                .collect();
            assert_eq!(
                accepts(&automaton, &[], &[letter]),
                expected,
                "{condition} {number}"
            );
        }
    };
    check("a && b", [false, false, false, true]);
    check("a || b && !a", [false, true, true, true]);
    check("(a || b) && !a", [false, false, true, false]);
    check("!(a || b)", [true, false, false, false]);
    check("!!a && !!!b", [false, true, false, false]);
    check("((((a))))", [false, true, false, true]);
    check("(true) && !false && !0", [true; 4]);
}

#[track_caller]
fn check_claim_fault(claim: &str, place: &str, words: &str) {
    let error = never::read(claim).expect_err("a fault");
    assert_eq!(&claim[error.span.clone()], place, "{error}");
    assert_eq!(error.to_string(), words);
}

#[test]
fn faults_of_claims_are_told_with_their_place() {
    let check = |body: &str, place: &str, words: &str| {
        check_claim_fault(&format!("never {{ {body} }}"), place, words);
    };
    check("a: if :: p -> goto b fi", "b", "there is no label `b`");
    check(
        "a: skip; a: skip",
        "a",
        "the label `a` is defined a second time",
    );
    check(
        "a: if :: p && -> goto a fi",
        "->",
        "expected a condition, found `->`",
    );
    check(
        "a: if :: (p -> goto a fi",
        "->",
        "expected `&&`, `||` or `)`, found `->`",
    );
    check(
        "a: if :: p) -> goto a fi",
        ")",
        "expected `->`, `::` or the end of the choice, found `)`",
    );
    check(
        "a: if :: p -> fi2 fi",
        "fi2",
        "expected `goto` or `skip`, found `fi2`",
    );
    check(
        "a: if :: p -> goto a od",
        "od",
        "expected `::` or the end of the choice, found `od`",
    );
    check(
        "a: while",
        "while",
        "expected `if`, `do`, `skip`, `false` or `goto`, found `while`",
    );
    check(
        "a: if :: p fi",
        "fi",
        "this leads beyond the last statement of the claim",
    );
    check(
        "a: if :: !x == 1 -> goto a fi",
        "==",
        "expected parentheses around what is negated, found `==`",
    );
    check(
        "",
        "}",
        "expected `if`, `do`, `skip`, `false` or `goto`, found `}`",
    );
    check("a: #", "#", "unexpected character `#`");
    check(
        "a: skip } b",
        "b",
        "expected the end of the text, found `b`",
    );
    check("a: /* skip", "/*", "this comment is not closed");
    check_claim_fault(
        "never { a: skip",
        "",
        "expected `if`, `do`, `skip`, `false` or `goto`, found the end of the text",
    );
    check_claim_fault("HOA: v1", "HOA", "expected `never`, found `HOA`");
}

#[test]
fn claims_are_told_apart_from_other_formats() {
    assert!(never::looks_like_claim("/* GF a */ never {"));
    assert!(!never::looks_like_claim("HOA: v1"));
    assert!(!never::looks_like_claim(""));
}

#[test]
fn nesting_in_claims_needs_no_call_stack() {
    let n = 100_000;
    for (before, after) in [
        ("(", ")"),
        ("!", ""),
        ("!(a && ", ")"),
        ("(a || ", ")"),
        ("x[", "]"),
    ] {
        let condition = format!("{}b{}", before.repeat(n), after.repeat(n));
        let claim = format!("never {{ a: do :: {condition} -> goto a od }}");
        assert!(never::read(&claim).is_ok(), "{before}");
        assert!(never::read(&claim[..claim.len() / 2]).is_err(), "{before}");
    }
}

#[test]
fn lbtt_texts_of_others_are_read() {
    // Sets on states, sets on edges, and both.
    let automaton = lbtt::read("2 1 0 1 -1 1 \"a\" 0 t -1 1 0 0 -1 1 | p0 ! f -1").unwrap();
    check_word(&automaton, &[&["a"], &[]], true);
    check_word(&automaton, &[&[]], false);
    let automaton =
        lbtt::read("4 2ts\n0 1 -1\n1 -1 \"c\"\n-1\n1 0 1 -1\n1 0 -1 t\n-1\n2 0 -1\n-1\n3 0 -1\n-1")
            .unwrap();
    assert_eq!(automaton.acceptance, Acceptance::generalized_buchi(2));
    check_word(&automaton, &[&["c"], &[]], true);
    check_word(&automaton, &[&[]], false);
}

#[test]
fn faults_of_lbtt_texts_are_told_with_their_place() {
    let check = |text: &str, place: &str, words: &str| {
        let error = lbtt::read(text).expect_err("a fault");
        assert_eq!(&text[error.span.clone()], place, "{error}");
        assert_eq!(error.to_string(), words);
    };
    check("x", "x", "expected the number of states, found `x`");
    check(
        "1 y",
        "y",
        "expected the number of acceptance sets, `t` or `s` behind it, found `y`",
    );
    check(
        "1 70000t",
        "70000t",
        "70000 acceptance sets are more than the 65536 that are supported",
    );
    check("1 1t 0 2", "2", "expected `0` or `1`, found `2`");
    check(
        "1 1t 0 1 0 -1 & p0 -1",
        "-1",
        "expected a guard, found `-1`",
    );
    check("1 1t 0 1 0 -1 \"p", "\"", "this string is not closed");
    check(
        "1 1t 0 1 0 -1",
        "",
        "expected a guard, found the end of the text",
    );
    check("1 1t 0 1 7 -1 t -1", "7", "state 7 is not defined");
    check(
        "2 1t 0 1 -1 0 0 -1",
        "0",
        "state 0 is defined a second time",
    );
    check(
        "1 1t 0 1 -1 5",
        "5",
        "expected the end of the text, found `5`",
    );
    let deep = format!("1 0t 0 1 0 -1 {}t -1", "& t ".repeat(100_000));
    assert!(lbtt::read(&deep).is_ok());
}

#[test]
fn lbtt_refuses_other_conditions() {
    let automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
    assert_eq!(lbtt::write(&automaton), Err(lbtt::NotInLbtt));
    assert!(never::write(&automaton).is_err());
}

#[test]
fn pictures_show_initial_states_marks_and_labels() {
    let names = ["p", "say \"hi\""].map(str::to_owned);
    let mut automaton = Explicit::new(Labels::new(names), Acceptance::generalized_buchi(30));
    automaton.name = Some("a \"name\"\nin two lines".to_owned());
    let (zero, one) = (automaton.add_state(), automaton.add_state());
    automaton.initial.extend([one, zero]);
    let (p, q) = (automaton.labels.bdds.var(0), automaton.labels.bdds.var(1));
    let marks: Marks = [0, 1, 10, 11, 20, 21].into_iter().collect();
    let both = automaton.labels.bdds.and(p, !q);
    automaton.add_transition(zero, both, marks.clone(), one);
    automaton.add_transition(zero, q, marks, one);
    automaton.add_transition(zero, Bdd::TRUE, Marks::EMPTY, zero);
    let drawn = dot::write(&automaton);
    for expected in [
        "digraph \"a \\\"name\\\"\\nin two lines\" {",
        "I0 -> 1",
        "I1 -> 0",
        "0 -> 1 [label=\"p | \\\"say \\\\\\\"hi\\\\\\\"\\\" {0,1,10,11,20,21}\"]",
        "0 -> 0 [label=\"1\"]",
    ] {
        assert!(drawn.contains(expected), "{expected} in {drawn}");
    }
}

#[test]
fn pictures_show_state_marks_on_states() {
    let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
    let state = automaton.add_state();
    automaton.initial.push(state);
    automaton.add_transition(state, Bdd::TRUE, Marks::single(0), state);
    assert!(dot::write(&automaton).contains("0 [label=\"0\", shape=doublecircle]"));
    automaton.acceptance = Acceptance::generalized_buchi(2);
    assert!(dot::write(&automaton).contains("0 [label=\"0\\n{0}\"]"));
}
