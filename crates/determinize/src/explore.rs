//! The explicit automaton of an equation system: what its first state reaches.
//!
//! In a state every equation is a function of the letter, the same wherever the state variables it speaks of have the
//! same values, so it is looked up.  The letters are split by these functions into those with the same next state and marks.
//! Where acceptance is decided, one state stands for all that are decided alike.

use indexmap::{IndexMap, IndexSet};
use lariat_automata::word::has_accepting_cycle_within;
use lariat_automata::{Acceptance, BitSet, Edge, Explicit, Labels, Marks, StateId};
use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::Budget;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::equations::{Equations, FIRST_INPUT, ROOM, State};
use crate::error::{DeterminizeError, Limits};

impl Equations {
    /// The explicit automaton, deterministic and complete.
    pub fn explore(&mut self, limits: &Limits) -> Result<Explicit, DeterminizeError> {
        let propositions = self.inputs.iter().map(|input| input.name.clone());
        let acceptance = Acceptance {
            marks: self.marks.len(),
            condition: self.condition.clone(),
        };
        let labels = Labels {
            propositions: propositions.collect(),
            bdds: Bdds::within(&limits.budget),
        };
        let mut automaton = Explicit::new(labels, acceptance);
        self.bdds.obey(&limits.budget);
        let explored = self.explore_into(&mut automaton, limits);
        let is_right = self.bdds.release();
        explored?;
        is_right?;
        limits.budget.check()?;
        automaton.labels.bdds.release()?;
        Ok(automaton)
    }

    fn explore_into(
        &mut self,
        automaton: &mut Explicit,
        limits: &Limits,
    ) -> Result<(), DeterminizeError> {
        let mut explorer = Explorer::new(self, &limits.budget);
        let mut states: IndexSet<State, FxBuildHasher> = IndexSet::default();
        let mut sinks: [Option<StateId>; 2] = [None; 2];
        states.insert(explorer.equations.initial());
        automaton.initial.push(0);
        while let Some(state) = states.get_index(automaton.state_count()).cloned() {
            let from = automaton.add_state();
            limits.budget.check()?;
            for ((next, marks), read) in explorer.steps(&state) {
                let decided = explorer.equations.decided(&next).map(usize::from);
                let to = match decided.and_then(|won| sinks[won]) {
                    Some(sink) => sink,
                    None => {
                        let is_sink = decided.filter(|&won| explorer.settles(&next, won == 1));
                        let to = states.insert_full(next).0 as StateId;
                        if let Some(won) = is_sink {
                            sinks[won] = Some(to);
                        }
                        to
                    }
                };
                let bdds = &explorer.equations.bdds;
                let label = automaton
                    .labels
                    .bdds
                    .import(bdds, read, |var| (var - FIRST_INPUT) / ROOM);
                automaton.add_transition(from, label, marks, to);
            }
            if states.len() > limits.max_states {
                return Err(DeterminizeError::TooManyStates {
                    limit: limits.max_states,
                    variables: self.variables.len(),
                });
            }
        }
        Ok(())
    }
}

/// A function of a step, and the state variables that it speaks of.
struct Function {
    function: Bdd,
    support: Vec<usize>,
    /// What it is in a state, by the values of those variables.
    known: FxHashMap<BitSet, Bdd>,
}

struct Explorer<'a> {
    budget: Budget,
    equations: &'a mut Equations,
    index_of: FxHashMap<Var, usize>,
    /// The next values of the state variables, then the marks.
    functions: Vec<Function>,
}

impl<'a> Explorer<'a> {
    fn new(equations: &'a mut Equations, budget: &Budget) -> Self {
        let variables = equations.variables.iter().enumerate();
        let index_of: FxHashMap<Var, usize> = variables
            .map(|(index, variable)| (variable.var, index))
            .collect();
        let next = equations.variables.iter().map(|variable| variable.next);
        let functions = next.chain(equations.marks.iter().copied());
        let functions = functions.map(|function| Function {
            function,
            support: {
                let support = equations.bdds.support(function).into_iter();
                support
                    .filter_map(|var| index_of.get(&var).copied())
                    .collect()
            },
            known: FxHashMap::default(),
        });
        Self {
            budget: budget.clone(),
            functions: functions.collect(),
            index_of,
            equations,
        }
    }

    /// Whether loops in place of the state's steps all accept, if it is won, or all do not.
    ///
    /// States that are decided alike may differ in marks that take turns, so not each of them can stand for all.
    fn settles(&mut self, state: &State, won: bool) -> bool {
        let steps = self.steps(state).into_keys();
        let loops: Vec<Edge<StateId>> = steps.map(|(_, marks)| Edge { to: 0, marks }).collect();
        let condition = &self.equations.condition;
        let opposite = if won {
            condition.negated()
        } else {
            condition.clone()
        };
        has_accepting_cycle_within(&[loops], &opposite, &self.budget) == Ok(false)
    }

    /// The next states and marks, each with the letters that lead there.
    fn steps(&mut self, state: &State) -> IndexMap<(State, Marks), Bdd> {
        let variables = self.equations.variables.len();
        let mut parts = vec![(Bdd::TRUE, State::EMPTY, Marks::EMPTY)];
        for (index, function) in self.functions.iter_mut().enumerate() {
            let bdds = &mut self.equations.bdds;
            let holds = function.in_state(bdds, &self.index_of, state);
            let set = |next: &mut State, marks: &mut Marks| {
                if index < variables {
                    next.insert(index);
                } else {
                    marks.insert(index - variables);
                }
            };
            let mut split = Vec::with_capacity(parts.len());
            for (read, next, marks) in parts {
                let (yes, no) = (bdds.and(read, holds), bdds.minus(read, holds));
                if !yes.is_false() {
                    let (mut next, mut marks) = (next.clone(), marks.clone());
                    set(&mut next, &mut marks);
                    split.push((yes, next, marks));
                }
                if !no.is_false() {
                    split.push((no, next, marks));
                }
            }
            parts = split;
        }
        let bdds = &mut self.equations.bdds;
        let mut steps = IndexMap::new();
        for (read, next, marks) in parts {
            let all = steps.entry((next, marks)).or_insert(Bdd::FALSE);
            *all = bdds.or(*all, read);
        }
        steps
    }
}

impl Function {
    fn in_state(
        &mut self,
        bdds: &mut Bdds,
        index_of: &FxHashMap<Var, usize>,
        state: &State,
    ) -> Bdd {
        let values: BitSet = self
            .support
            .iter()
            .copied()
            .filter(|&index| state.contains(index))
            .collect();
        let function = self.function;
        *self.known.entry(values).or_insert_with_key(|values| {
            bdds.restrict(function, |var| Some(values.contains(*index_of.get(&var)?)))
        })
    }
}
