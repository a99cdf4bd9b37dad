//! Equation systems: the paper's example, and runs of them on words against the definition and the explicit automaton.

mod oracle;

use fastrand::Rng;
use lariat_automata::{Letter, Marks};
use lariat_budget::Budget;
use lariat_determinize::{AcceptanceKind, Equations, Limits, State, determinize, simplify_states};
use lariat_ltl::families::family;
use lariat_ltl::semantics::{self, Word};
use lariat_ltl::{Formula, Formulas};

use lariat_testkit::words::{Verdicts, letters};
use lariat_testkit::{rounds, words};
use oracle::random_formula;

fn made(text: &str) -> (Formulas, Formula, Equations) {
    let mut formulas = Formulas::new();
    let formula = words::read(&mut formulas, text);
    let equations = determinize(&mut formulas, formula, &Limits::default()).expect(text);
    (formulas, formula, equations)
}

/// Equation by equation: the system at the end of section 3.3, with p₁ and p₃ at first.
#[test]
fn the_example_of_the_paper_is_reproduced() {
    let (_, _, mut equations) = made("X(a W b)");
    let names: Vec<&str> = equations
        .variables
        .iter()
        .map(|v| v.name.as_str())
        .collect();
    assert_eq!(names, ["p0", "p1", "p2", "p3"]);
    let meanings: Vec<&str> = equations
        .variables
        .iter()
        .map(|v| v.meaning.as_str())
        .collect();
    assert_eq!(meanings, ["{}", "{q1}", "{q0}", "{q0, q1}"]);
    assert_eq!(equations.initial(), [1, 3].into_iter().collect::<State>());
    let inputs: Vec<_> = equations.inputs.iter().map(|input| input.var).collect();
    let vars: Vec<_> = equations.variables.iter().map(|v| v.var).collect();
    let bdds = &mut equations.bdds;
    let [a, b] = [0, 1].map(|i| bdds.var(inputs[i]));
    let p = [0, 1, 2, 3].map(|i| bdds.var(vars[i]));
    let either = bdds.or(a, b);
    let first = (bdds.minus(p[0], b), bdds.and(p[2], b));
    let first = bdds.or(first.0, first.1);
    let second = (bdds.minus(p[1], either), bdds.and(p[3], either));
    let second = bdds.or(second.0, second.1);
    let next: Vec<_> = equations.variables.iter().map(|v| v.next).collect();
    assert_eq!(next, [first, first, second, second]);
}

/// Whether the equations accept a lasso word: run until a state repeats at the beginning of the cycle.
fn accepts(equations: &Equations, [prefix, cycle]: &[Vec<Letter>; 2]) -> bool {
    let mut state = equations.initial();
    for letter in prefix {
        state = equations.step(&state, letter).0;
    }
    let mut rounds: Vec<(State, Marks)> = Vec::new();
    loop {
        if let Some(start) = rounds.iter().position(|(old, _)| *old == state) {
            let mut recurring = Marks::EMPTY;
            rounds[start..]
                .iter()
                .for_each(|(_, marks)| recurring.unite(marks));
            return equations.condition.accepts(&recurring);
        }
        let begin = state.clone();
        let mut seen = Marks::EMPTY;
        for letter in cycle {
            let (next, marks) = equations.step(&state, letter);
            state = next;
            seen.unite(&marks);
        }
        rounds.push((begin, seen));
    }
}

#[track_caller]
fn check_word(
    equations: &Equations,
    formulas: &Formulas,
    formula: Formula,
    word: &Word,
    context: &str,
) -> bool {
    let names: Vec<String> = equations.inputs.iter().map(|i| i.name.clone()).collect();
    let expected = semantics::holds(formulas, formula, word);
    let found = accepts(equations, &letters(&names, formulas, word));
    assert_eq!(found, expected, "{context}: {word:?}");
    expected
}

#[test]
fn runs_agree_with_the_definition_for_each_kind_of_acceptance() {
    let mut rng = Rng::with_seed(7);
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(600, 10_000) {
        let (mut formulas, formula, context) = random_formula(seed, 12, seed % 2 == 0);
        let equations = determinize(&mut formulas, formula, &Limits::default()).expect(&context);
        for kind in [
            AcceptanceKind::Generic,
            AcceptanceKind::Rabin,
            AcceptanceKind::Streett,
        ] {
            let mut equations = equations.clone();
            equations.with_acceptance(kind).expect(&context);
            for _ in 0..4 {
                let (word, _) = verdicts.word(&formulas, formula, &mut rng);
                check_word(&equations, &formulas, formula, &word, &context);
            }
        }
    }
    verdicts.assert_balanced();
}

/// Step by step on random words, marks and all.
#[test]
fn the_explicit_automaton_does_what_the_equations_do() {
    let mut rng = Rng::with_seed(8);
    let (mut marked, mut sinks) = (0, [0; 2]);
    for seed in 0..rounds(400, 10_000) {
        let (mut formulas, formula, context) = random_formula(seed, 12, false);
        let mut equations =
            determinize(&mut formulas, formula, &Limits::default()).expect(&context);
        let automaton = equations.explore(&Limits::default()).expect(&context);
        let mut state = equations.initial();
        let mut explicit = automaton.initial[0];
        for _ in 0..30 {
            let letter: Letter = (0..equations.inputs.len()).filter(|_| rng.bool()).collect();
            let (next, marks) = equations.step(&state, &letter);
            let edges = &automaton.transitions[explicit as usize];
            let edge = edges
                .iter()
                .find(|e| automaton.labels.satisfies(&letter, e.label));
            let edge = edge.expect("the automaton is complete");
            assert_eq!(edge.marks, marks, "{context}");
            marked += usize::from(!marks.is_empty());
            (state, explicit) = (next, edge.to);
            if let Some(won) = equations.decided(&state) {
                let edges = &automaton.transitions[explicit as usize];
                let condition = &automaton.acceptance.condition;
                let decided = edges
                    .iter()
                    .all(|e| e.to == explicit && condition.accepts(&e.marks) == won);
                assert!(decided, "{context}: a sink whose loops are {won}");
                sinks[usize::from(won)] += 1;
                break;
            }
        }
    }
    assert!(marked > 1_000, "{marked} steps had marks");
    assert!(
        sinks[0] > 50 && sinks[1] > 50,
        "lopsided: {sinks:?} were decided"
    );
}

/// Simplification that keeps the condition keeps the language too.
#[test]
fn pairs_survive_simplification() {
    let mut rng = Rng::with_seed(9);
    let mut verdicts = Verdicts::default();
    for seed in 0..rounds(300, 5_000) {
        let (mut formulas, formula, context) = random_formula(seed, 10, false);
        let mut equations =
            determinize(&mut formulas, formula, &Limits::default()).expect(&context);
        let kind = if seed % 2 == 0 {
            AcceptanceKind::Rabin
        } else {
            AcceptanceKind::Streett
        };
        equations.with_acceptance(kind).expect(&context);
        let condition = equations.condition.clone();
        let automaton = equations.explore(&Limits::default()).expect(&context);
        let automaton = simplify_states(automaton, &Budget::unlimited()).expect("no limit");
        assert_eq!(automaton.acceptance.condition, condition, "{context}");
        verdicts.compare(&automaton, &formulas, formula, &mut rng, &context);
    }
    verdicts.assert_balanced();
}

/// Marks that take turns go on doing so where all is lost: the state that stands for all of these must not accept.
#[test]
fn a_sink_of_pairs_rejects() {
    let mut rng = Rng::with_seed(12);
    let mut verdicts = Verdicts::default();
    let (formulas, formula, mut equations) = made("c W GX(a U G c)");
    equations
        .with_acceptance(AcceptanceKind::Streett)
        .expect("few pairs");
    let automaton = equations.explore(&Limits::default()).expect("few states");
    for _ in 0..50 {
        verdicts.compare(&automaton, &formulas, formula, &mut rng, "Streett");
    }
    verdicts.assert_balanced();
}

/// The word with a few propositions, somewhere, turned over.
fn disturbed(formulas: &Formulas, formula: Formula, word: &Word, rng: &mut Rng) -> Word {
    let atoms = words::atoms(formulas, formula);
    let mut prefix = word.prefix().to_vec();
    let mut cycle = [word.cycle(), word.cycle()].concat();
    for _ in 0..rng.usize(0..=3) {
        let part = if rng.bool() { &mut prefix } else { &mut cycle };
        let position = rng.usize(..part.len());
        let atom = atoms[rng.usize(..atoms.len())];
        if !part[position].remove(&atom) {
            part[position].insert(atom);
        }
    }
    Word::new(prefix, cycle)
}

/// A run in which nothing happens satisfies each specification; words near it satisfy it or just do not.
#[test]
fn the_papers_families_agree_with_the_definition() {
    let quiet = [
        ("amba", "decide start hgrant0", "hready decide hgrant0"),
        ("genbuf", "EMPTY", "EMPTY"),
    ];
    for (name, first, always) in quiet {
        let text = family(name)
            .expect("a family")
            .generate(3)
            .expect("in range");
        let (mut formulas, formula, equations) = made(&text);
        let mut letter = |names: &str| -> semantics::TrueAtoms {
            names
                .split(' ')
                .map(|name| formulas.atom_named(name))
                .collect()
        };
        let (first, always) = (letter(first), letter(always));
        let word = Word::new(vec![first, always.clone(), always.clone()], vec![always]);
        assert!(check_word(&equations, &formulas, formula, &word, name));
        let mut rng = Rng::with_seed(10);
        let mut satisfied = 0;
        for _ in 0..500 {
            let word = disturbed(&formulas, formula, &word, &mut rng);
            satisfied += usize::from(check_word(&equations, &formulas, formula, &word, name));
        }
        assert!(
            (50..450).contains(&satisfied),
            "{name}: {satisfied} of 500 satisfied"
        );
    }
}
