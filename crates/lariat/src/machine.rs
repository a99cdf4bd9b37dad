//! Models written in Rust: implement [`Machine`], and ask a [`Checker`].
//!
//! A machine says where runs start, which actions are possible in a state, and where they lead.  States and actions are
//! values of the machine's own types; each is kept once, and searches handle their numbers.  Formulas speak of
//! [`Observation`]s of states, by name; fairness speaks of events, such as processes, that actions belong to.
//!
//! Whoever knows the crate `stateright` will recognise the three methods.  What is different is what is asked: any LTL
//! formula, under weak and strong fairness, and a liveness property that fails gives a run that goes on for ever.
//!
//! ```
//! use lariat::machine::{Checker, Machine, Observation, PathVerdict};
//!
//! /// A lamp that can be switched, and can be stared at.
//! struct Lamp;
//!
//! impl Machine for Lamp {
//!     type State = bool;
//!     type Action = &'static str;
//!
//!     fn init_states(&self) -> Vec<bool> {
//!         vec![false]
//!     }
//!
//!     fn actions(&self, _: &bool, actions: &mut Vec<&'static str>) {
//!         actions.extend(["switch", "stare"]);
//!     }
//!
//!     fn next_state(&self, lit: &bool, action: &&'static str) -> Option<bool> {
//!         Some(if *action == "switch" { !lit } else { *lit })
//!     }
//!
//!     fn observations(&self) -> Vec<Observation<bool>> {
//!         vec![Observation::new("lit", |lit| *lit)]
//!     }
//!
//!     fn events(&self) -> Vec<String> {
//!         vec!["switch".to_owned()]
//!     }
//!
//!     fn events_of(&self, action: &&'static str) -> Vec<usize> {
//!         if *action == "switch" { vec![0] } else { vec![] }
//!     }
//! }
//!
//! let PathVerdict::Violated(path) = Checker::new(Lamp).check("GF lit")? else {
//!     panic!("it can be stared at for ever");
//! };
//! assert_eq!(path.cycle, [(false, Some("stare"))]);
//! assert!(Checker::new(Lamp).weak_fair("switch")?.check("GF lit")?.holds());
//! # Ok::<(), lariat::CheckFailure>(())
//! ```

mod checker;
mod path;

pub use checker::{Checker, PathVerdict};
pub use path::Path;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

use indexmap::{IndexMap, IndexSet};
use lariat_automata::Letter;
use lariat_diagnostics::Located;
use lariat_model::{
    Misunderstanding, Model, Proposition, RuntimeError, Schema, Source, Step, Stepper, Successors,
    Value,
};
use rustc_hash::FxBuildHasher;

/// A model written in Rust.
///
/// # Contract
/// * Equal states have equal actions, in equal order, that lead to equal states.
pub trait Machine: Send + Sync {
    /// A state; states that are equal have the same future.
    type State: Clone + Eq + Hash + Debug + Send + Sync;

    /// What can be done in a state.
    type Action: Clone + Eq + Hash + Debug + Send + Sync;

    /// The states in which runs start.
    fn init_states(&self) -> Vec<Self::State>;

    /// Appends the actions that may be possible in a state to `actions`.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Where an action leads; `None` if it is not possible after all.
    fn next_state(&self, state: &Self::State, action: &Self::Action) -> Option<Self::State>;

    /// What formulas can say of states.
    fn observations(&self) -> Vec<Observation<Self::State>>;

    /// The names of the events that fairness speaks of, such as processes; none if nobody asks for fairness.
    fn events(&self) -> Vec<String> {
        Vec::new()
    }

    /// The numbers of the events that take part in an action.
    fn events_of(&self, _action: &Self::Action) -> Vec<usize> {
        Vec::new()
    }

    /// The state as named values, for people and for traces.
    fn describe(&self, state: &Self::State) -> Vec<(String, Value)> {
        vec![("state".to_owned(), Value::Name(format!("{state:?}")))]
    }
}

/// Something that is true in some states, and what formulas call it.
pub struct Observation<S> {
    name: String,
    holds: Box<dyn Fn(&S) -> bool + Send + Sync>,
}

impl<S> Observation<S> {
    /// What is true where `holds` says so.
    pub fn new(
        name: impl Into<String>,
        holds: impl Fn(&S) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            holds: Box::new(holds),
        }
    }
}

/// A machine as a [`Model`]: its states are the numbers of those that were met.  Clones share them.
pub struct MachineModel<M: Machine> {
    shared: Arc<Shared<M>>,
    schema: Schema,
    /// The observations that letters keep, in their order there.
    watched: Vec<usize>,
}

struct Shared<M: Machine> {
    machine: M,
    observations: Vec<Observation<M::State>>,
    states: RwLock<IndexSet<M::State, FxBuildHasher>>,
    /// The actions that were met, each with its events.
    actions: RwLock<IndexMap<M::Action, Vec<usize>, FxBuildHasher>>,
}

impl<M: Machine> Clone for MachineModel<M> {
    fn clone(&self) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            schema: self.schema.clone(),
            watched: self.watched.clone(),
        }
    }
}

impl<M: Machine> MachineModel<M> {
    /// The machine, of which nothing has been asked yet.
    pub fn new(machine: M) -> Self {
        let schema = Schema {
            can_fail: false,
            ..Schema::new(1, machine.events(), 0)
        };
        let shared = Shared {
            observations: machine.observations(),
            machine,
            states: RwLock::default(),
            actions: RwLock::default(),
        };
        Self {
            shared: Arc::new(shared),
            schema,
            watched: Vec::new(),
        }
    }

    /// The machine's state behind the words of a state.
    pub fn state(&self, words: &[u32]) -> M::State {
        let states = self.shared.states.read();
        let states = states.unwrap_or_else(PoisonError::into_inner);
        states[words[0] as usize].clone()
    }

    /// The machine's action behind a step.
    pub fn action(&self, step: Step) -> M::Action {
        let actions = self.shared.actions.read();
        let actions = actions.unwrap_or_else(PoisonError::into_inner);
        let (action, _) = actions
            .get_index(step.transition as usize)
            .expect("steps are numbers of actions");
        action.clone()
    }

    fn number_of_state(&self, state: M::State) -> u32 {
        let states = self.shared.states.write();
        let mut states = states.unwrap_or_else(PoisonError::into_inner);
        let number = states.insert_full(state).0;
        u32::try_from(number).expect("fewer than 2^32 states")
    }

    fn number_of_action(&self, action: M::Action) -> u32 {
        let actions = self.shared.actions.read();
        let known = actions
            .unwrap_or_else(PoisonError::into_inner)
            .get_index_of(&action);
        let number = known.unwrap_or_else(|| self.add_action(action));
        u32::try_from(number).expect("fewer than 2^32 actions")
    }

    fn add_action(&self, action: M::Action) -> usize {
        let events = self.shared.machine.events_of(&action);
        assert!(
            events.iter().all(|&event| event < self.schema.events.len()),
            "{action:?} takes one of the events {events:?}, which `events` does not name"
        );
        let actions = self.shared.actions.write();
        let mut actions = actions.unwrap_or_else(PoisonError::into_inner);
        actions.insert_full(action, events).0
    }
}

impl<M: Machine> Model for MachineModel<M> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(Walk {
            model: self,
            actions: Vec::new(),
        })
    }

    fn reference(&self) -> Box<dyn Stepper + '_> {
        self.stepper()
    }

    fn each_event(&self, step: Step, visit: &mut dyn FnMut(usize)) {
        let actions = self.shared.actions.read();
        let actions = actions.unwrap_or_else(PoisonError::into_inner);
        let events = &actions[step.transition as usize];
        events.iter().for_each(|&event| visit(event));
    }

    fn describe(&self, plain: &[u32]) -> Vec<(String, Value)> {
        self.shared.machine.describe(&self.state(plain))
    }
}

/// One thread's way through a machine.
struct Walk<'m, M: Machine> {
    model: &'m MachineModel<M>,
    actions: Vec<M::Action>,
}

impl<M: Machine> Stepper for Walk<'_, M> {
    fn width(&self) -> usize {
        1
    }

    fn initial(&mut self, out: &mut Vec<u32>) {
        let states = self.model.shared.machine.init_states().into_iter();
        out.extend(states.map(|state| self.model.number_of_state(state)));
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) {
        let (model, first) = (self.model, out.steps.len());
        let machine = &model.shared.machine;
        let state = model.state(state);
        machine.actions(&state, &mut self.actions);
        for action in self.actions.drain(..) {
            if let Some(next) = machine.next_state(&state, &action) {
                out.states.push(model.number_of_state(next));
                out.steps.push(Step::alone(model.number_of_action(action)));
            }
        }
        out.note_enabled(model, first);
    }

    fn observe(
        &mut self,
        state: &[u32],
        wanted: &[usize],
        letter: &mut Letter,
    ) -> Result<(), RuntimeError> {
        let MachineModel {
            shared, watched, ..
        } = self.model;
        let states = shared.states.read();
        let states = states.unwrap_or_else(PoisonError::into_inner);
        let state = &states[state[0] as usize];
        for &number in wanted {
            if (shared.observations[watched[number]].holds)(state) {
                letter.insert(number);
            }
        }
        Ok(())
    }
}

impl<M: Machine + 'static> Source for MachineModel<M> {
    fn events(&self) -> &[String] {
        &self.schema.events
    }

    fn watch(&mut self, text: &str) -> Result<Proposition, Vec<Misunderstanding>> {
        let mut known = self.shared.observations.iter();
        let observation = known.position(|known| known.name == text).ok_or_else(|| {
            let names = self.telling_propositions().join(", ");
            let message = format!("nothing is called `{text}`; what can be observed: {names}");
            vec![Located::new(message, 0..text.len())]
        })?;
        let watched = self.watched.iter().position(|&known| known == observation);
        Ok(Proposition::OfModel(watched.unwrap_or_else(|| {
            self.watched.push(observation);
            self.schema.propositions.push(None);
            self.watched.len() - 1
        })))
    }

    fn is_name(&self, word: &str) -> bool {
        let mut known = self.shared.observations.iter();
        known.any(|known| known.name == word)
    }

    fn telling_propositions(&self) -> Vec<String> {
        let observations = self.shared.observations.iter();
        observations.map(|known| known.name.clone()).collect()
    }

    fn model(&self) -> Arc<dyn Model> {
        Arc::new(self.clone())
    }
}
