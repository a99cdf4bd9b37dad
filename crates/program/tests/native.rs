//! Native code against the interpreter on random programs with variables of every kind, in the
//! states that they reach and in states that nothing reaches.

#![cfg(feature = "jit")]

mod common;

use std::collections::{HashSet, VecDeque};

use lariat_automata::Letter;
use lariat_model::{Step, Successors};
use lariat_program::{Interpreter, NativeCode, Obstacle, Overflow, Program, Propositions};

/// What the comparison has seen.
#[derive(Default, Debug)]
struct Seen {
    states: u64,
    fine: u64,
    failing: u64,
    needless: u64,
    steps: u64,
    handshakes: u64,
    true_propositions: u64,
    failed_propositions: u64,
    /// Kinds of variables, by bits, sign and overflow.
    kinds: HashSet<(u8, bool, bool)>,
}

fn compare(
    seed: u64,
    program: &Program,
    propositions: &Propositions,
    code: &NativeCode,
    state: &[u32],
    seen: &mut Seen,
) -> Successors {
    let (mut slow, mut fast) = (Successors::default(), Successors::default());
    let mut interpreter = Interpreter::new(program);
    interpreter.successors(state, &mut slow);
    let is_fine = code.successors(program, state, &mut fast);
    let told = || format!("seed {seed}: {:?}\n{program:#?}", program.describe(state));
    if is_fine {
        assert_eq!(slow, fast, "{}", told());
    } else {
        assert_eq!(fast, Successors::default(), "{}", told());
    }
    let (mut slow_letter, mut fast_letter) = (Letter::EMPTY, Letter::EMPTY);
    let observed = interpreter.observe(propositions, state, &mut slow_letter);
    assert_eq!(
        code.letter(state, &mut fast_letter),
        observed.is_ok(),
        "{}",
        told()
    );
    if observed.is_ok() {
        assert_eq!(slow_letter, fast_letter, "{}", told());
        seen.true_propositions += slow_letter.len() as u64;
    }
    seen.failed_propositions += u64::from(observed.is_err());
    seen.states += 1;
    // Native code also gives up where a sender's guard fails, although nobody may be there to
    // receive.
    seen.needless += u64::from(!is_fine && slow.failures.is_empty());
    *(if is_fine {
        &mut seen.fine
    } else {
        &mut seen.failing
    }) += 1;
    seen.steps += slow.steps.len() as u64;
    let meets = |step: &&Step| step.partner != Step::ALONE;
    seen.handshakes += slow.steps.iter().filter(meets).count() as u64;
    slow
}

#[test]
fn native_code_takes_the_interpreters_steps_on_every_kind_of_variable() {
    let last = lariat_testkit::rounds(700, 21000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let (program, propositions) = common::program(seed);
        let code = NativeCode::compile(&program, &propositions).expect("it is small");
        let locals = program
            .processes
            .iter()
            .flat_map(|process| &process.variables);
        for variable in program.globals.iter().chain(locals) {
            let kind = variable.place.first.kind;
            let wraps = kind.overflow() == Overflow::Wrap;
            seen.kinds.insert((kind.bits(), kind.is_signed(), wraps));
        }
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..60 {
            let state = lariat_testkit::states::state(&program, &mut random);
            compare(seed, &program, &propositions, &code, &state, &mut seen);
        }
        let mut waiting = VecDeque::from([program.initial()]);
        let mut known: HashSet<Vec<u32>> = waiting.iter().cloned().collect();
        for _ in 0..100 {
            let Some(state) = waiting.pop_front() else {
                break;
            };
            let found = compare(seed, &program, &propositions, &code, &state, &mut seen);
            for target in found.states.chunks_exact(program.width) {
                if known.insert(target.to_vec()) {
                    waiting.push_back(target.to_vec());
                }
            }
        }
    }
    println!("{seen:?}");
    assert_eq!(seen.kinds.len(), 4 * 32, "some kind was never tried");
    assert!(seen.needless < seen.failing / 10, "{seen:?}");
    let often = [seen.fine, seen.failing, seen.steps, seen.true_propositions];
    assert!(
        often.iter().all(|&count| count > seen.states / 10),
        "{seen:?}"
    );
    assert!(
        seen.handshakes > last && seen.failed_propositions > last,
        "{seen:?}"
    );
}

#[test]
fn a_program_that_reaches_outside_its_state_is_not_compiled() {
    for seed in 0..50 {
        let (mut program, propositions) = common::program(seed);
        assert!(NativeCode::compile(&program, &propositions).is_ok());
        program.width = 0;
        let refused = NativeCode::compile(&program, &propositions).err();
        assert_eq!(refused, Some(Obstacle::OutsideState), "seed {seed}");
    }
}
