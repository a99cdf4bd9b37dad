//! Every check against the definition, on small random automata of every kind of acceptance.

mod common;

use common::{KINDS, Kind, Plain, Size, is_empty_by_definition, random, run};
use fastrand::Rng;
use lariat_automata::{Acceptance, Marks};
use lariat_budget::Budget;
use lariat_emptiness::{Algorithm, KnownStrength};
use lariat_testkit::rounds;

const SMALL: Size = Size {
    states: (1, 6),
    degree: 1.7,
    density: 0.3,
};

/// Where the published Streett check goes wrong.
const SPARSE: Size = Size {
    states: (8, 100),
    degree: 1.2,
    density: 0.15,
};

/// Compares every check that decides the kind, and sees to it that both verdicts are frequent.
fn compare(kind: Kind, size: Size, count: u64) {
    let mut empty = 0;
    for seed in 0..count {
        let automaton = random(kind, size, &mut Rng::with_seed(seed));
        let expected = is_empty_by_definition(&automaton);
        for &check in kind.checks() {
            let verdict = run(check, &automaton, KnownStrength::Nothing);
            assert_eq!(
                verdict.is_empty(),
                expected,
                "{check}, seed {seed}: {automaton:?}"
            );
        }
        empty += u64::from(expected);
    }
    let both = empty > count / 20 && empty < count - count / 20;
    assert!(both, "{kind:?}: {empty} of {count} are empty: lopsided");
}

#[test]
fn agree_with_the_definition_on_small_automata() {
    for kind in KINDS {
        compare(kind, SMALL, rounds(10_000, 100_000));
    }
}

#[test]
fn agree_with_the_definition_on_sparse_automata() {
    for kind in KINDS {
        compare(kind, SPARSE, rounds(1_000, 10_000));
    }
}

/// Makes all edges of a component carry the same marks.
fn weaken(automaton: &mut Plain, rng: &mut Rng) {
    let components = automaton.explicit().components();
    let marks = automaton.acceptance.marks;
    let uniform: Vec<Marks> = (0..components.count)
        .map(|_| (0..marks).filter(|_| rng.u8(0..3) == 0).collect())
        .collect();
    for (from, edges) in automaton.edges.iter_mut().enumerate() {
        for edge in edges {
            if components.together(from as u32, edge.to) {
                edge.marks = uniform[components.of[from] as usize].clone();
            }
        }
    }
}

#[test]
fn weak_and_terminal_agree_with_the_definition_where_they_are_sound() {
    for kind in KINDS {
        let (mut terminal, mut empty) = ([0, 0], [0, 0]);
        let mut seed = 0;
        while empty.iter().chain(&terminal).sum::<u64>() < 2 * rounds(10_000, 100_000) {
            let rng = &mut Rng::with_seed(seed);
            let mut automaton = random(kind, SMALL, rng);
            weaken(&mut automaton, rng);
            let expected = is_empty_by_definition(&automaton);
            let knowledge = KnownStrength::of(&automaton.explicit());
            assert!(knowledge >= KnownStrength::Weak);
            let verdict = run(Algorithm::Weak, &automaton, knowledge);
            assert_eq!(
                verdict.is_empty(),
                expected,
                "weak, seed {seed}: {automaton:?}"
            );
            empty[usize::from(expected)] += 1;
            if knowledge == KnownStrength::Terminal {
                let verdict = run(Algorithm::Terminal, &automaton, knowledge);
                assert_eq!(
                    verdict.is_empty(),
                    expected,
                    "terminal, seed {seed}: {automaton:?}"
                );
                terminal[usize::from(expected)] += 1;
            }
            seed += 1;
        }
        let [some, none] = terminal;
        let least = rounds(100, 1000);
        assert!(
            some > least && none > least,
            "{kind:?}: {terminal:?}: lopsided"
        );
        assert!(
            empty[0] > least && empty[1] > least,
            "{kind:?}: {empty:?}: lopsided"
        );
    }
}

#[test]
fn a_fair_continuation_is_needed_where_terminal_would_stop() {
    // An accepting prefix (mark 0) whose only continuation starves mark 1.
    let automaton = Plain::new(
        Acceptance::generalized_buchi(2),
        &[(0, &[0, 1], 1), (1, &[0], 1)],
    );
    assert_eq!(
        KnownStrength::of(&automaton.explicit()),
        KnownStrength::Weak
    );
    assert!(run(Algorithm::Couvreur, &automaton, KnownStrength::Nothing).is_empty());
}

#[test]
fn a_broken_promise_is_refused() {
    let automaton = Plain::new(Acceptance::buchi(), &[(0, &[0], 1)]);
    let budget = Budget::unlimited();
    let refusal = lariat_emptiness::terminal::check(&automaton, KnownStrength::Terminal, &budget);
    assert!(refusal.is_err(), "the accepting edge leads nowhere");
}
