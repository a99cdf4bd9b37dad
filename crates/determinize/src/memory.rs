//! Memory of letters read: deterministic monitors of the past.
//!
//! What the past says at a position is a function of the letters read so far, and one bit an operator is enough
//! to compute it [havelund.02.tacas]:
//! ```text
//! Y a    holds where the bit is set,     and leaves a               in the bit, at first 0
//! O a    holds where a or the bit,       and leaves its truth now   in the bit, at first 0
//! H a    holds where a and the bit,      and leaves its truth now   in the bit, at first 1
//! a S b  holds where b or (a and bit),   and leaves its truth now   in the bit, at first 0
//! ```
//! The paper does so for `rose` and `fell`.  Each bit is made once, whatever asks for it.  A bit that remembers a
//! proposition lies next to it in the order of the variables: comparisons of today with yesterday are then
//! small functions, many of them together, too.

use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Atom, Formula, Formulas, Node};
use rustc_hash::FxHashMap;

use crate::equations::{FIRST_AGE, FIRST_INPUT, FIRST_OTHER, InputVariable, ROOM, StateVariable};
use crate::error::text;
use crate::laws::boolean;

/// The state variables made so far, and what they remember.
pub(crate) struct Memory {
    /// What the functions, and whoever makes them, may take.
    pub(crate) budget: Budget,
    pub(crate) bdds: Bdds,
    pub(crate) variables: Vec<StateVariable>,
    inputs: Vec<InputVariable>,
    input_of: FxHashMap<Atom, Var>,
    /// The bit that holds what a function was a step ago.
    delayed: FxHashMap<Bdd, Bdd>,
    /// The truth of formulas without operators of the future.
    values: FxHashMap<Formula, Bdd>,
    /// The next free variable behind each input.
    behind: FxHashMap<Var, Var>,
    next_other: Var,
    /// Whether so many letters have been read, by their number.
    ages: Vec<Bdd>,
    /// How many variables have each letter for a name.
    names: FxHashMap<&'static str, usize>,
}

impl Memory {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            budget: budget.clone(),
            bdds: Bdds::within(budget),
            variables: Vec::new(),
            inputs: Vec::new(),
            input_of: FxHashMap::default(),
            delayed: FxHashMap::default(),
            values: FxHashMap::default(),
            behind: FxHashMap::default(),
            next_other: FIRST_OTHER,
            ages: vec![Bdd::TRUE],
            names: FxHashMap::default(),
        }
    }

    /// The functions, if all of them are right.
    pub(crate) fn finish(
        mut self,
    ) -> Result<(Bdds, Vec<InputVariable>, Vec<StateVariable>), Exhausted> {
        self.budget.check()?;
        self.bdds.release()?;
        Ok((self.bdds, self.inputs, self.variables))
    }

    /// Takes note of the formula's propositions, in the order in which they were first read.
    pub(crate) fn declare_inputs(&mut self, formulas: &Formulas, formula: Formula) {
        let subformulas = formulas.subformulas(formula).into_iter();
        let mut atoms: Vec<Atom> = subformulas
            .filter_map(|sub| match formulas.node(sub) {
                Node::Atom(atom) => Some(*atom),
                _ => None,
            })
            .collect();
        atoms.sort_unstable();
        for atom in atoms {
            let var = FIRST_INPUT + self.inputs.len() as Var * ROOM;
            let name = formulas.name(atom).to_owned();
            self.inputs.push(InputVariable { name, var });
            self.input_of.insert(atom, var);
        }
    }

    /// The letter with the next number behind it.
    pub(crate) fn fresh_name(&mut self, letter: &'static str) -> String {
        let count = self.names.entry(letter).or_default();
        *count += 1;
        format!("{letter}{}", *count - 1)
    }

    /// A new state variable, whose equation is still to come; with its number.
    pub(crate) fn variable(
        &mut self,
        name: String,
        meaning: String,
        initial: bool,
    ) -> (usize, Bdd) {
        let var = self.reserve();
        self.add(name, meaning, initial, var)
    }

    /// A variable that may become a state variable.
    pub(crate) fn reserve(&mut self) -> Var {
        self.next_other += 1;
        self.next_other - 1
    }

    /// Makes a state variable of one that was reserved.
    pub(crate) fn add_reserved(&mut self, var: Var, meaning: String, initial: bool, next: Bdd) {
        let name = self.fresh_name("m");
        let (index, _) = self.add(name, meaning, initial, var);
        self.set_next(index, next);
    }

    fn add(&mut self, name: String, meaning: String, initial: bool, var: Var) -> (usize, Bdd) {
        self.variables.push(StateVariable {
            name,
            meaning,
            initial,
            var,
            next: Bdd::FALSE,
        });
        (self.variables.len() - 1, self.bdds.var(var))
    }

    pub(crate) fn set_next(&mut self, variable: usize, next: Bdd) {
        self.variables[variable].next = next;
    }

    /// What `function` was one step ago; false at first.
    pub(crate) fn delay(&mut self, function: Bdd, meaning: impl FnOnce(&Memory) -> String) -> Bdd {
        if function.is_false() {
            return Bdd::FALSE;
        }
        if function.is_true() {
            return self.age(1);
        }
        if let Some(&known) = self.delayed.get(&function) {
            return known;
        }
        if let Some(&opposite) = self.delayed.get(&!function) {
            let not_first = self.age(1);
            return self.bdds.minus(not_first, opposite);
        }
        let name = self.fresh_name("m");
        let meaning = format!("Y({})", meaning(self));
        let (index, bit) = match self.room_near(function) {
            Some(var) => self.add(name, meaning, false, var),
            None => self.variable(name, meaning, false),
        };
        self.set_next(index, function);
        self.delayed.insert(function, bit);
        bit
    }

    /// What a function is, in few words.
    pub(crate) fn describe(&self, function: Bdd) -> String {
        match self.bdds.support(function)[..] {
            [var] => {
                let inputs = self.inputs.iter().map(|input| (input.var, &input.name));
                let memory = self.variables.iter().map(|v| (v.var, &v.meaning));
                let name = inputs.chain(memory).find(|&(known, _)| known == var);
                name.map_or_else(String::new, |(_, name)| name.clone())
            }
            _ => "…".to_owned(),
        }
    }

    /// Whether so many letters have been read before this one.
    pub(crate) fn age(&mut self, steps: usize) -> Bdd {
        while self.ages.len() <= steps {
            let step = self.ages.len();
            let last = self.ages[step - 1];
            let name = self.fresh_name("m");
            let meaning = format!("{step} steps were taken");
            let var = FIRST_AGE + 2 * step as Var;
            let (index, age) = self.add(name, meaning, false, var);
            self.set_next(index, last);
            self.delayed.insert(last, age);
            self.ages.push(age);
        }
        self.ages[steps]
    }

    /// A new state variable about what is decided after so many steps, next to the variable that counts them.
    pub(crate) fn variable_of_age(
        &mut self,
        steps: usize,
        name: String,
        meaning: String,
    ) -> (usize, Bdd) {
        let var = FIRST_AGE + 2 * steps as Var + 1;
        if self.variables.iter().any(|variable| variable.var == var) {
            return self.variable(name, meaning, true);
        }
        self.add(name, meaning, true, var)
    }

    /// A free variable next to the one that the function consists of.
    fn room_near(&mut self, function: Bdd) -> Option<Var> {
        let var = self.bdds.top(function)?;
        let (low, high) = self.bdds.branches(function);
        if !low.is_constant() || !high.is_constant() || var >= FIRST_AGE {
            return None;
        }
        let input = FIRST_INPUT + (var - FIRST_INPUT) / ROOM * ROOM;
        let free = self.behind.entry(input).or_insert(input + 1);
        if *free == input + ROOM {
            return None;
        }
        *free += 1;
        Some(*free - 1)
    }

    /// Lets a proposition stand for a function.
    pub(crate) fn define(&mut self, atom: Formula, value: Bdd) {
        self.values.insert(atom, value);
    }

    /// The truth now of a formula without operators of the future.
    pub(crate) fn value(&mut self, formulas: &Formulas, formula: Formula) -> Bdd {
        if let Some(&known) = self.values.get(&formula) {
            return known;
        }
        for sub in formulas.subformulas(formula) {
            if !self.values.contains_key(&sub) {
                let value = self.value_of_node(formulas, sub);
                self.values.insert(sub, value);
            }
        }
        self.values[&formula]
    }

    fn value_of_node(&mut self, formulas: &Formulas, formula: Formula) -> Bdd {
        let node = formulas.node(formula);
        if let Some(value) = boolean(&mut self.bdds, node, &self.values) {
            return value;
        }
        match node {
            Node::Atom(atom) => self.bdds.var(self.input_of[atom]),
            Node::Yesterday(a) => self.delay(self.values[a], |_| text(formulas, *a)),
            Node::Once(a) => self.running(formulas, formula, false, |bdds, values, bit| {
                bdds.or(values[a], bit)
            }),
            Node::Historically(a) => self.running(formulas, formula, true, |bdds, values, bit| {
                bdds.and(values[a], bit)
            }),
            Node::Since(a, b) => self.running(formulas, formula, false, |bdds, values, bit| {
                let held = bdds.and(values[a], bit);
                bdds.or(values[b], held)
            }),
            node => unreachable!("{node:?} looks ahead"),
        }
    }

    /// A past operator that leaves its own truth in its bit.
    fn running(
        &mut self,
        formulas: &Formulas,
        formula: Formula,
        initial: bool,
        now: impl Fn(&mut Bdds, &FxHashMap<Formula, Bdd>, Bdd) -> Bdd,
    ) -> Bdd {
        let name = self.fresh_name("m");
        let meaning = format!("Y({})", text(formulas, formula));
        let (index, bit) = self.variable(name, meaning, initial);
        let now = now(&mut self.bdds, &self.values, bit);
        self.set_next(index, now);
        now
    }
}
