//! What the structure of a program claims, against the interpreter, on random programs.

mod common;

use std::sync::Arc;

use lariat_automata::Letter;
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Structure, Successors, Value};
use lariat_program::{Interpreter, Program, ProgramStructure, Propositions};
use lariat_testkit::structure::{Laws, Seen};
use lariat_testkit::{rounds, states};

/// A program as a model that is run by its definition.
struct Defined {
    schema: Schema,
    program: Arc<Program>,
    propositions: Propositions,
    structure: ProgramStructure,
}

impl Defined {
    fn new(program: Program, propositions: Propositions) -> Self {
        let program = Arc::new(program);
        let processes = program.system().iter();
        let events = processes.map(|process| process.name.clone()).collect();
        let structure = ProgramStructure::new(Arc::clone(&program), &propositions);
        Self {
            schema: Schema::new(program.width, events, propositions.len()),
            structure: structure.expect("the program is asynchronous"),
            program,
            propositions,
        }
    }
}

impl Model for Defined {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.reference()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        Box::new(Walk {
            model: self,
            interpreter: Interpreter::new(&self.program),
        })
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.program.each_process(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.program.describe(plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        Some(&self.structure)
    }
}

struct Walk<'m> {
    model: &'m Defined,
    interpreter: Interpreter<'m>,
}

impl Stepper for Walk<'_> {
    fn width(&self) -> usize {
        self.model.program.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend(self.model.program.initial());
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        self.interpreter.successors(state, out);
    }

    fn observe(
        &mut self,
        state: &[u32],
        _wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let propositions = &self.model.propositions;
        self.interpreter.observe(propositions, state, letter)
    }
}

#[test]
fn every_claim_holds_on_random_programs() {
    let last = rounds(300, 9_000);
    let mut seen = Seen::default();
    for seed in 0..last {
        let (program, propositions) = common::program(seed);
        let model = Defined::new(program, propositions);
        let any_state = |random: &mut fastrand::Rng| states::state(&model.program, random);
        let name = format!("seed {seed}");
        Laws::new(name, &model, Box::new(any_state), seed).check(15, 25, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.fired > 20 * last && seen.failed > 5 * last && seen.disabled > 20 * last);
    assert!(seen.safe > last && seen.unsafe_fired > last, "{seen:?}");
    assert!(
        seen.replaced > 100 * last && seen.propositions > 10 * last,
        "{seen:?}"
    );
    assert!(seen.guard_errors > last, "{seen:?}");
    for counts in [seen.held, seen.not_held, seen.changes] {
        assert!(counts.iter().all(|&count| count > last), "{seen:?}");
    }
}
