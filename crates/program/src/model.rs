//! A program as a model, by interpretation: the definition that its faster forms are measured
//! against.
//!
//! Its events are the processes of the system, and behind them the *actions* that somebody speaks
//! of: named sets of transitions ([`ProgramModel::declare`]).  A step takes the events of all its
//! transitions.

use std::sync::{Arc, OnceLock};

use lariat_automata::Letter;
use lariat_model::{Model, RuntimeError, Schema, Step, Stepper, Structure, Successors, Value};

use crate::{Code, Expressions, Interpreter, Program, ProgramStructure, Propositions};

/// A program, and the propositions and events that are watched.
#[derive(Clone, Debug)]
pub struct ProgramModel {
    program: Program,
    propositions: Propositions,
    schema: Schema,
    has_assertions: bool,
    /// What its transitions read and write, once somebody has asked.
    structure: OnceLock<Option<ProgramStructure>>,
}

impl ProgramModel {
    /// The model of a program; its events are the processes, and nothing is watched.
    pub fn new(program: Program) -> Self {
        let system = program.system().iter();
        let events = system.map(|process| process.name.clone()).collect();
        Self {
            schema: Schema::new(program.width, events, 0),
            propositions: Propositions::default(),
            has_assertions: program.has_assertions(),
            structure: OnceLock::new(),
            program,
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The propositions that are watched, in the order of their numbers.
    pub fn propositions(&self) -> &Propositions {
        &self.propositions
    }

    /// The program's expressions, to which propositions may be added.
    pub fn expressions_mut(&mut self) -> &mut Expressions {
        &mut self.program.expressions
    }

    /// Watches an expression, and gives its number in letters; one with the meaning of an earlier
    /// one gets the earlier one's number.
    pub fn watch(&mut self, code: Code) -> usize {
        let number = self.propositions.add(&self.program, code);
        let watched = self.propositions.len();
        self.schema.propositions.resize(watched, None);
        self.structure = OnceLock::new();
        number
    }

    /// Adds an event that the steps of these transitions take, and gives its number.
    pub fn declare(&mut self, name: &str, transitions: &[u32]) -> usize {
        let event = self.schema.events.len();
        self.schema.events.push(name.to_owned());
        let actions = &mut self.program.actions;
        actions.resize(self.program.transitions.len(), Vec::new());
        for &transition in transitions {
            actions[transition as usize].push(event as u32);
        }
        self.structure = OnceLock::new();
        event
    }
}

impl Model for ProgramModel {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        self.reference()
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        Box::new(Interpreted::new(self))
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        self.program.each_event(step, visit);
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.program.describe(plain)
    }

    fn structure(&self) -> Option<&dyn Structure> {
        let structure = self.structure.get_or_init(|| {
            let program = Arc::new(self.program.clone());
            ProgramStructure::new(program, &self.propositions)
        });
        let structure = structure.as_ref()?;
        Some(structure)
    }
}

/// The steps of a program, by interpretation.
pub(crate) struct Interpreted<'m> {
    pub(crate) model: &'m ProgramModel,
    pub(crate) interpreter: Interpreter<'m>,
}

impl<'m> Interpreted<'m> {
    pub(crate) fn new(model: &'m ProgramModel) -> Self {
        Self {
            model,
            interpreter: Interpreter::new(&model.program),
        }
    }
}

impl Stepper for Interpreted<'_> {
    fn width(&self) -> usize {
        self.model.program.width
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        out.extend(self.model.program.initial());
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let first = out.steps.len();
        self.interpreter.successors(state, out);
        out.note_enabled(self.model, first);
    }

    /// Whichever propositions are wanted, one that cannot be evaluated ends the run.
    fn observe(
        &mut self,
        state: &[u32],
        _wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let propositions = &self.model.propositions;
        self.interpreter.observe(propositions, state, letter)
    }

    fn failed_assertion(&mut self, state: &[u32]) -> Option<String> {
        if !self.model.has_assertions {
            return None;
        }
        let program = &self.model.program;
        let failed = program.failed_assertion(state)?;
        let process = &program.processes[failed.process];
        Some(format!(
            "the assertion at state `{}` of process `{}` fails",
            process.locations[failed.location].name, process.name
        ))
    }
}
