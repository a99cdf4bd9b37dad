//! Certificates of every empty automaton pass their check, and broken ones do not.

mod common;

use common::{KINDS, Plain, Size, is_empty_by_definition, random};
use fastrand::Rng;
use lariat_automata::{Acceptance, Condition};
use lariat_budget::Budget;
use lariat_emptiness::certificate;
use lariat_testkit::rounds;
use lariat_witness::certificate::{Certificate, ComponentReason, check, parse};

const SMALL: Size = Size {
    states: (1, 8),
    degree: 1.6,
    density: 0.35,
};

fn certify(automaton: &Plain) -> Option<String> {
    let (_, certificate) = certificate::certify(automaton, &Budget::unlimited());
    certificate.map(|certificate| certificate.to_string())
}

fn read(text: &str) -> Certificate {
    let certificates = parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    certificates.into_iter().next().expect("there is one")
}

#[test]
fn every_empty_automaton_has_a_certificate_that_passes() {
    for kind in KINDS {
        let mut certified = 0;
        for seed in 0..rounds(5_000, 50_000) {
            let automaton = random(kind, SMALL, &mut Rng::with_seed(seed));
            let text = certify(&automaton);
            let expected = is_empty_by_definition(&automaton);
            assert_eq!(text.is_some(), expected, "seed {seed}: {automaton:?}");
            if let Some(text) = text {
                let checked = check(&automaton, &read(&text));
                assert_eq!(checked, Ok(()), "seed {seed}: {automaton:?}\n{text}");
                certified += 1;
            }
        }
        assert!(certified > rounds(200, 2_000), "{kind:?}: {certified}");
    }
}

/// Changes one thing in a certificate.
fn tamper(certificate: &mut Certificate, rng: &mut Rng) {
    let number = rng.usize(0..certificate.levels.len());
    let level = &mut certificate.levels[number];
    let count = level.components.len();
    match rng.u8(0..6) {
        0 if count > 1 => level
            .components
            .swap(rng.usize(0..count), rng.usize(0..count)),
        1 if count > 0 => drop(level.components.remove(rng.usize(0..count))),
        2 => level.avoided.insert(rng.usize(0..6)),
        3 => drop(level.choices.pop()),
        4 if count > 0 => level.components[rng.usize(0..count)].reason = ComponentReason::Trivial,
        _ if count > 0 => {
            if let ComponentReason::Lacks { lacks, split } =
                &mut level.components[rng.usize(0..count)].reason
            {
                match rng.bool() {
                    true => lacks.insert(rng.usize(0..6)),
                    false => split.clear(),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn a_certificate_never_passes_for_an_automaton_that_is_not_empty() {
    // A certificate of one automaton, tampered with, against the same one with an edge more.
    for kind in KINDS {
        let (mut refused, mut accepted) = (0, 0);
        for seed in 0..rounds(10_000, 100_000) {
            let rng = &mut Rng::with_seed(seed);
            let mut automaton = random(kind, SMALL, rng);
            let Some(text) = certify(&automaton) else {
                continue;
            };
            let mut certificate = read(&text);
            for _ in 0..rng.usize(0..3) {
                tamper(&mut certificate, rng);
            }
            let states = automaton.edges.len();
            let marks = (0..automaton.acceptance.marks)
                .filter(|_| rng.u8(0..4) == 0)
                .collect();
            let to = rng.u32(0..states as u32);
            automaton.edges[rng.usize(0..states)].push(lariat_automata::Edge { to, marks });
            match check(&automaton, &certificate) {
                Ok(()) => {
                    let empty = is_empty_by_definition(&automaton);
                    assert!(empty, "seed {seed}: {automaton:?}\n{certificate:?}");
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        }
        let enough = rounds(100, 1000);
        assert!(
            refused > enough && accepted > enough,
            "{kind:?}: {refused}, {accepted}"
        );
    }
}

#[test]
fn the_reasons_of_a_streett_automaton() {
    // 0 ⇄ 1 keeps asking (l) in vain, and the loop on 1 lacks the Inf mark.
    let condition = Condition::all([
        Condition::any([Condition::Fin(0), Condition::Inf(1)]),
        Condition::Inf(2),
    ]);
    let acceptance = Acceptance {
        marks: 3,
        condition,
    };
    let edges: &[(u32, &[usize], u32)] = &[(0, &[0, 2], 1), (1, &[], 0), (1, &[], 1), (1, &[2], 2)];
    let text = certify(&Plain::new(acceptance, edges)).unwrap();
    let expected = "lariat certificate 1\nautomaton 1\nlevel 0\ncomponent trivial : 2\n\
         component lacks 1 split 1 : 0 1\nlevel 1 avoid 0\ncomponent trivial : 0\n\
         component lacks 2 : 1\nend\n";
    assert_eq!(text, expected);
}
