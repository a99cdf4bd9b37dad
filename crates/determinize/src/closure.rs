//! Boolean closure: one automaton of the parts' automata and their acceptance signals.
//!
//! Each part becomes a signal about its own state variables, made once however often the part
//! occurs.  A signal that is constant from some point on, such as "no superstate has died", can be put into any other, so a
//! whole boolean combination of safety and guarantee formulas is one signal; of the others, disjunctions of
//! "infinitely often" and conjunctions of "finitely often" are one.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;

use lariat_automata::Condition;
use lariat_bdd::{Bdd, Bdds};
use lariat_ltl::{Formula, Formulas};
use rustc_hash::FxHashMap;

use crate::bounded::delayed;
use crate::breakpoint::breakpoints;
use crate::decompose::{Combination, Decomposition, Part, decompose};
use crate::equations::Equations;
use crate::error::{DeterminizeError, Limits, text};
use crate::formulas::bounded_depth;
use crate::lag::lagged;
use crate::memory::Memory;
use crate::merge::merge_invariants;
use crate::nondeterministic::{Listed, Nondeterministic};
use crate::obligations::obliging;
use crate::predictions::predicting;
use crate::separate::separate;
use crate::subset::{some, subset};

/// What decides acceptance, as functions of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Signal {
    /// The function is constant from some point on, and true then.
    Settled(Bdd),
    /// True infinitely often.
    Inf(Bdd),
    /// True finitely often.
    Fin(Bdd),
    All(Vec<Signal>),
    Any(Vec<Signal>),
}

impl Signal {
    fn negated(self) -> Signal {
        match self {
            Signal::Settled(function) => Signal::Settled(!function),
            Signal::Inf(function) => Signal::Fin(function),
            Signal::Fin(function) => Signal::Inf(function),
            other => unreachable!("parts are not combined: {other:?}"),
        }
    }
}

/// The states in which acceptance is decided, whatever comes.
#[derive(Clone, Copy)]
struct Fate {
    /// Nothing is accepted any more.
    lost: Bdd,
    /// Everything is.
    won: Bdd,
}

impl Fate {
    const OPEN: Fate = Fate {
        lost: Bdd::FALSE,
        won: Bdd::FALSE,
    };

    fn negated_if(self, negate: bool) -> Fate {
        let Fate { lost, won } = self;
        if negate {
            Fate {
                lost: won,
                won: lost,
            }
        } else {
            self
        }
    }

    /// Of what accepts nothing once the function is false, as it then stays.
    fn lost_unless(alive: Bdd) -> Fate {
        Fate {
            lost: !alive,
            ..Fate::OPEN
        }
    }

    /// Of a conjunction.
    fn all(bdds: &mut Bdds, operands: &[Fate]) -> Fate {
        let mut lost: Vec<Bdd> = operands.iter().map(|fate| !fate.lost).collect();
        let mut won: Vec<Bdd> = operands.iter().map(|fate| fate.won).collect();
        Fate {
            lost: !conjunction(bdds, &mut lost),
            won: conjunction(bdds, &mut won),
        }
    }
}

/// The conjunction, made from the last variable on, so that each operand adds a node on top.
fn conjunction(bdds: &mut Bdds, operands: &mut [Bdd]) -> Bdd {
    operands.sort_by_key(|&function| Reverse(bdds.top(function)));
    operands
        .iter()
        .fold(Bdd::TRUE, |all, &function| bdds.and(function, all))
}

/// A part with its nondeterministic automaton, for those who want to see it.
pub struct PartAutomaton {
    /// The part's formula.
    pub formula: Formula,
    /// Its automaton.
    pub automaton: Nondeterministic,
}

/// A deterministic automaton, and what it was made of.
pub struct Determinized {
    /// The automaton.
    pub equations: Equations,
    /// The nondeterministic automata of the parts that needed one.
    pub parts: Vec<PartAutomaton>,
    /// How many state variables there were before determinization.
    pub nondeterministic_variables: usize,
}

/// The deterministic automaton of a formula.
pub fn determinize(
    formulas: &mut Formulas,
    formula: Formula,
    limits: &Limits,
) -> Result<Equations, DeterminizeError> {
    Ok(determinize_in_stages(formulas, formula, limits)?.equations)
}

/// The deterministic automaton of a formula, with the nondeterministic ones of its parts.
pub fn determinize_in_stages(
    formulas: &mut Formulas,
    formula: Formula,
    limits: &Limits,
) -> Result<Determinized, DeterminizeError> {
    let made = made(formulas, formula, limits);
    made.map_err(|error| error.at_work_on(|| text(formulas, formula)))
}

fn made(
    formulas: &mut Formulas,
    formula: Formula,
    limits: &Limits,
) -> Result<Determinized, DeterminizeError> {
    let mut memory = Memory::new(&limits.budget);
    memory.declare_inputs(formulas, formula);
    let formula = separate(&mut memory, formulas, formula, limits)?;
    let mut decomposition = decompose(formulas, formula, limits)?;
    merge_invariants(formulas, &mut decomposition, &limits.budget)?;
    let mut maker = Maker {
        formulas,
        limits,
        memory,
        parts: Vec::new(),
        determinized: 0,
    };
    let (signal, fate) = maker.put_together(&decomposition)?;
    let (mut marks, parts) = (Vec::new(), maker.parts);
    let condition = condition(signal, &mut marks);
    let automata = parts.iter().map(|part| part.automaton.rules.len());
    let nondeterministic_variables =
        automata.sum::<usize>() + maker.memory.variables.len() - maker.determinized;
    let (bdds, inputs, variables) = maker.memory.finish()?;
    Ok(Determinized {
        equations: Equations {
            bdds,
            inputs,
            variables,
            marks,
            condition,
            lost: fate.lost,
            won: fate.won,
        },
        parts,
        nondeterministic_variables,
    })
}

struct Maker<'a> {
    formulas: &'a mut Formulas,
    limits: &'a Limits,
    memory: Memory,
    parts: Vec<PartAutomaton>,
    /// How many variables come from the constructions.
    determinized: usize,
}

impl Maker<'_> {
    /// The signal of the whole; parts that it does not need are not made.
    fn put_together(
        &mut self,
        decomposition: &Decomposition,
    ) -> Result<(Signal, Fate), DeterminizeError> {
        let used = used(decomposition);
        let mut parts: FxHashMap<usize, (Signal, Fate)> = FxHashMap::default();
        let mut made: Vec<(Signal, Fate)> = Vec::new();
        let mut depths: Vec<usize> = Vec::new();
        for (number, combination) in decomposition.combinations.iter().enumerate() {
            self.limits.budget.check()?;
            let signals = |numbers: &[usize]| {
                numbers
                    .iter()
                    .map(|&number| made[number].0.clone())
                    .collect()
            };
            let fates = |numbers: &[usize], negate: bool| -> Vec<Fate> {
                numbers
                    .iter()
                    .map(|&number| made[number].1.negated_if(negate))
                    .collect()
            };
            let bdds = &mut self.memory.bdds;
            let signal = match combination {
                _ if !used[number] => (Signal::Settled(Bdd::FALSE), Fate::OPEN),
                Combination::Constant(value) => {
                    let won = if *value { Bdd::TRUE } else { Bdd::FALSE };
                    (Signal::Settled(won), Fate { lost: !won, won })
                }
                &Combination::Part { index, negated } => {
                    let (signal, fate) = match parts.entry(index) {
                        Entry::Occupied(known) => known.get().clone(),
                        Entry::Vacant(new) => {
                            let part = decomposition.parts[index];
                            let made = self.part(part).map_err(|error| {
                                error.at_work_on(|| text(self.formulas, part.body()))
                            })?;
                            new.insert(made).clone()
                        }
                    };
                    let signal = if negated { signal.negated() } else { signal };
                    (signal, fate.negated_if(negated))
                }
                Combination::All(numbers) => {
                    let fate = Fate::all(bdds, &fates(numbers, false));
                    (all(bdds, signals(numbers)), fate)
                }
                Combination::Any(numbers) => {
                    let fate = Fate::all(bdds, &fates(numbers, true));
                    (any(bdds, signals(numbers)), fate.negated_if(true))
                }
            };
            depths.push(depth(&signal.0, combination, &depths)?);
            made.push(signal);
        }
        Ok(made.swap_remove(decomposition.root))
    }

    fn part(&mut self, part: Part) -> Result<(Signal, Fate), DeterminizeError> {
        match part {
            Part::At { steps, body } => {
                let first = self.memory.age(steps);
                let later = self.memory.age(steps + 1);
                let now = self.memory.bdds.minus(first, later);
                let holds = self.memory.value(self.formulas, body);
                let good = self.memory.bdds.implies(now, holds);
                let flag = self.flag(good, body, Some(steps));
                let won = self.memory.bdds.and(flag, later);
                Ok((Signal::Settled(flag), Fate { lost: !flag, won }))
            }
            Part::Always { steps, body } => {
                let depth = bounded_depth(self.formulas, body).expect("the body is bounded");
                let holds = delayed(&mut self.memory, self.formulas, body, depth)?;
                let complete = self.memory.age(steps + depth);
                let good = self.memory.bdds.implies(complete, holds);
                let flag = self.flag(good, body, None);
                Ok((Signal::Settled(flag), Fate::lost_unless(flag)))
            }
            Part::Recurring { body } => {
                let depth = bounded_depth(self.formulas, body).expect("the body is bounded");
                let holds = delayed(&mut self.memory, self.formulas, body, depth)?;
                Ok((Signal::Inf(holds), Fate::OPEN))
            }
            Part::Safety(formula) => {
                let (formula, lag) = lagged(&mut self.memory, self.formulas, formula)?;
                let automaton = predicting(&mut self.memory, self.formulas, formula)?;
                let listed = self.list(&automaton, formula)?;
                let before = self.memory.variables.len();
                let superstate = subset(&mut self.memory, &listed, describe)?;
                let alive = some(&mut self.memory.bdds, &superstate.present);
                self.keep(formula, automaton, before, lag);
                Ok((Signal::Settled(alive), Fate::lost_unless(alive)))
            }
            Part::Persistence(formula) => {
                let (formula, lag) = lagged(&mut self.memory, self.formulas, formula)?;
                let automaton = obliging(&mut self.memory, self.formulas, formula)?;
                let listed = self.list(&automaton, formula)?;
                let before = self.memory.variables.len();
                let superstate = subset(&mut self.memory, &listed, describe)?;
                let breakpoint = breakpoints(&mut self.memory, &listed, &superstate, describe)?;
                let alive = some(&mut self.memory.bdds, &superstate.present);
                self.keep(formula, automaton, before, lag);
                Ok((Signal::Fin(breakpoint), Fate::lost_unless(alive)))
            }
        }
    }

    /// A variable that is true as long as all has been good; `decided` is the step that decides it, if one does.
    fn flag(&mut self, good: Bdd, body: Formula, decided: Option<usize>) -> Bdd {
        let name = self.memory.fresh_name("s");
        let meaning = format!("so far {}", text(self.formulas, body));
        let (index, flag) = match decided {
            Some(steps) => self.memory.variable_of_age(steps, name, meaning),
            None => self.memory.variable(name, meaning, true),
        };
        let next = self.memory.bdds.and(flag, good);
        self.memory.set_next(index, next);
        flag
    }

    fn list(
        &mut self,
        automaton: &Nondeterministic,
        formula: Formula,
    ) -> Result<Listed, DeterminizeError> {
        let listed = automaton.list(&mut self.memory.bdds, self.limits)?;
        listed.ok_or_else(|| DeterminizeError::PartTooLarge {
            part: text(self.formulas, formula),
            limit: self.limits.part_states,
        })
    }

    /// Takes note of an automaton whose variables were made from number `before` on, and lets them wait for `lag`
    /// steps.
    fn keep(&mut self, formula: Formula, automaton: Nondeterministic, before: usize, lag: usize) {
        let last = self.memory.variables.len();
        self.determinized += last - before;
        self.parts.push(PartAutomaton { formula, automaton });
        let begun = self.memory.age(lag);
        for index in before..last {
            let variable = self.memory.variables[index].clone();
            let bdds = &mut self.memory.bdds;
            let present = bdds.var(variable.var);
            let next = bdds.ite(begun, variable.next, present);
            self.memory.set_next(index, next);
        }
    }
}

/// The deepest that signals may be nested.
const DEEPEST: usize = 500;

/// How deep a combination's signal is nested at most.
fn depth(
    signal: &Signal,
    combination: &Combination,
    depths: &[usize],
) -> Result<usize, DeterminizeError> {
    let (Signal::All(_) | Signal::Any(_), Combination::All(operands) | Combination::Any(operands)) =
        (signal, combination)
    else {
        return Ok(0);
    };
    let deepest = operands.iter().map(|&operand| depths[operand]).max();
    let depth = deepest.map_or(0, |depth| depth + 1);
    if depth > DEEPEST {
        return Err(DeterminizeError::TooDeep { limit: DEEPEST });
    }
    Ok(depth)
}

/// Which combinations the whole is made of.
fn used(decomposition: &Decomposition) -> Vec<bool> {
    let mut used = vec![false; decomposition.combinations.len()];
    used[decomposition.root] = true;
    for (number, combination) in decomposition.combinations.iter().enumerate().rev() {
        if let (true, Combination::All(operands) | Combination::Any(operands)) =
            (used[number], combination)
        {
            operands.iter().for_each(|&operand| used[operand] = true);
        }
    }
    used
}

/// A state of a nondeterministic automaton, as the set of its state variables.
fn describe(state: &[bool]) -> String {
    let members = (0..).zip(state).filter(|&(_, &value)| value);
    let members: Vec<String> = members.map(|(index, _)| format!("q{index}")).collect();
    format!("{{{}}}", members.join(", "))
}

/// The operands of a conjunction, sorted.
struct Sorted {
    settled: Bdd,
    inf: Vec<Bdd>,
    fin: Bdd,
    other: Vec<Signal>,
}

impl Sorted {
    fn new(bdds: &mut Bdds, operands: Vec<Signal>) -> Self {
        let mut sorted = Self {
            settled: Bdd::TRUE,
            inf: Vec::new(),
            fin: Bdd::FALSE,
            other: Vec::new(),
        };
        let (mut pending, mut settled) = (operands, Vec::new());
        while let Some(operand) = pending.pop() {
            match operand {
                Signal::Settled(function) => settled.push(function),
                Signal::Inf(function) if !sorted.inf.contains(&function) => {
                    sorted.inf.push(function);
                }
                Signal::Inf(_) => {}
                Signal::Fin(function) => sorted.fin = bdds.or(function, sorted.fin),
                Signal::All(inner) => pending.extend(inner),
                other => sorted.other.push(other),
            }
        }
        sorted.settled = conjunction(bdds, &mut settled);
        sorted.inf.reverse();
        sorted.other.reverse();
        sorted
    }
}

/// The conjunction.
fn all(bdds: &mut Bdds, operands: Vec<Signal>) -> Signal {
    let mut sorted = Sorted::new(bdds, operands);
    if sorted.settled.is_false() {
        return Signal::Settled(Bdd::FALSE);
    }
    let mut result = Vec::new();
    if !sorted.settled.is_true() {
        if !sorted.fin.is_false() {
            sorted.fin = bdds.or(sorted.fin, !sorted.settled);
        } else if let Some(first) = sorted.inf.first_mut() {
            *first = bdds.and(*first, sorted.settled);
        } else {
            result.push(Signal::Settled(sorted.settled));
        }
    }
    result.extend(sorted.inf.into_iter().map(Signal::Inf));
    if !sorted.fin.is_false() {
        result.push(Signal::Fin(sorted.fin));
    }
    result.extend(sorted.other);
    match result.len() {
        0 => Signal::Settled(Bdd::TRUE),
        1 => result.remove(0),
        _ => Signal::All(result),
    }
}

/// The disjunction: the conjunction of the negations, negated.
fn any(bdds: &mut Bdds, operands: Vec<Signal>) -> Signal {
    let operands = operands.into_iter().map(dual).collect();
    dual(all(bdds, operands))
}

/// The negation.
fn dual(signal: Signal) -> Signal {
    match signal {
        Signal::All(parts) => Signal::Any(parts.into_iter().map(dual).collect()),
        Signal::Any(parts) => Signal::All(parts.into_iter().map(dual).collect()),
        other => other.negated(),
    }
}

/// The condition that a signal amounts to; its functions become marks.
fn condition(signal: Signal, marks: &mut Vec<Bdd>) -> Condition {
    let mut mark = |function: Bdd| {
        let known = marks.iter().position(|&other| other == function);
        known.unwrap_or_else(|| {
            marks.push(function);
            marks.len() - 1
        })
    };
    match signal {
        Signal::Settled(Bdd::TRUE) => Condition::True,
        Signal::Settled(Bdd::FALSE) => Condition::False,
        Signal::Settled(function) | Signal::Inf(function) => Condition::Inf(mark(function)),
        Signal::Fin(function) => Condition::Fin(mark(function)),
        Signal::All(parts) => Condition::all(parts.into_iter().map(|part| condition(part, marks))),
        Signal::Any(parts) => Condition::any(parts.into_iter().map(|part| condition(part, marks))),
    }
}
