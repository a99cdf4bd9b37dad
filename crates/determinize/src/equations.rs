//! Deterministic automata as equation systems: the result of a determinization.
//!
//! A state is a valuation of the state variables.  Each variable has a first value and an equation for its next one
//! over the inputs and the variables; the acceptance marks of a step are equations, too.  So there is one step for
//! each state and letter: the automaton is deterministic and complete by its form.

use lariat_automata::{BitSet, Condition, Marks};
use lariat_bdd::{Bdd, Bdds, Var};
use rustc_hash::FxHashMap;

/// Variables of nondeterministic automata lie below this, inputs from it on, each followed by its memory.
pub(crate) const FIRST_INPUT: Var = 1 << 20;
/// How many variables there is room for behind an input.
pub(crate) const ROOM: Var = 1 << 8;
/// The variables that count the first steps lie from here on, each with room for one that is decided then.
pub(crate) const FIRST_AGE: Var = 1 << 30;
/// State variables that belong to no input lie from here on.
pub(crate) const FIRST_OTHER: Var = 1 << 31;

/// A state variable and its equations.
#[derive(Clone, Debug)]
pub struct StateVariable {
    /// Its name.
    pub name: String,
    /// What it stands for, in words.
    pub meaning: String,
    /// Its first value.
    pub initial: bool,
    /// Its number in [`Equations::bdds`].
    pub var: Var,
    /// Its next value.
    pub next: Bdd,
}

/// An input of the equations: a proposition of the formula.
#[derive(Clone, Debug)]
pub struct InputVariable {
    /// The proposition.
    pub name: String,
    /// Its number in [`Equations::bdds`].
    pub var: Var,
}

/// A deterministic automaton as a system of equations.
#[derive(Clone)]
pub struct Equations {
    /// The arena of all functions.
    pub bdds: Bdds,
    /// The propositions.
    pub inputs: Vec<InputVariable>,
    /// The state variables.
    pub variables: Vec<StateVariable>,
    /// When a step carries mark i.
    pub marks: Vec<Bdd>,
    /// The condition over the marks.
    pub condition: Condition,
    /// States, of those that are known for sure, in which no word is accepted any more.
    pub lost: Bdd,
    /// States, of those that are known for sure, in which every word is accepted.
    pub won: Bdd,
}

/// The state variables that are true.
pub type State = BitSet;

impl Equations {
    /// The first state.
    pub fn initial(&self) -> State {
        let variables = self.variables.iter().enumerate();
        let ones = variables.filter(|(_, variable)| variable.initial);
        ones.map(|(index, _)| index).collect()
    }

    /// The next state and the marks of the step, where `letter` holds the indices of the inputs that are true.
    pub fn step(&self, state: &State, letter: &BitSet) -> (State, Marks) {
        let values: FxHashMap<Var, bool> = self.valuation(state, letter);
        let holds = |function: Bdd| self.bdds.eval(function, |var| values[&var]);
        let variables = self.variables.iter().enumerate();
        let next = variables.filter(|(_, variable)| holds(variable.next));
        let marks = self.marks.iter().enumerate();
        (
            next.map(|(index, _)| index).collect(),
            marks
                .filter(|&(_, &mark)| holds(mark))
                .map(|(index, _)| index)
                .collect(),
        )
    }

    /// Whether all words are accepted from this state on, or none: `None` if that is not known.
    pub fn decided(&self, state: &State) -> Option<bool> {
        if self.lost.is_false() && self.won.is_false() {
            return None;
        }
        let values = self.valuation(state, &BitSet::EMPTY);
        let holds = |function: Bdd| self.bdds.eval(function, |var| values[&var]);
        if holds(self.lost) {
            return Some(false);
        }
        holds(self.won).then_some(true)
    }

    fn valuation(&self, state: &State, letter: &BitSet) -> FxHashMap<Var, bool> {
        let inputs = self.inputs.iter().enumerate();
        let inputs = inputs.map(|(index, input)| (input.var, letter.contains(index)));
        let variables = self.variables.iter().enumerate();
        let variables = variables.map(|(index, variable)| (variable.var, state.contains(index)));
        inputs.chain(variables).collect()
    }
}
