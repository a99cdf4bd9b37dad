//! Whether a property can tell a letter from the same letter repeated.
//!
//! A language is *stutter-invariant* if repeating letters of a word, or leaving out repetitions, never
//! changes whether it is accepted.  Two words that differ only so have a common word in which both
//! repeat more; so the language is stutter-invariant iff no word can be had both from an accepted and
//! from a rejected one by repeating letters [michaud.15.spin].  The product of an automaton of the
//! language and one of the complement is searched for such a word: each may read the letter that was
//! read last once more without moving.  A mark of its own for the moves of each keeps it from
//! repeating for ever.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use indexmap::IndexSet;
use lariat_automata::scc::{Components, components};
use lariat_automata::{Edge, Explicit, Letter, Marks, StateId};
use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::reduce::graph::Graph;
use crate::reduce::opposites::{Opposites, QuestionLimits, Undecided};

/// A lasso word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StutterLasso {
    /// What comes first.
    pub prefix: Vec<Letter>,
    /// What is repeated for ever; never empty.
    pub cycle: Vec<Letter>,
}

/// Two words that differ only in repeated letters, one accepted and one not.
///
/// Letters are over the propositions of the automaton, followed by those of the complement that it
/// lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinction {
    /// The accepted word.
    pub accepted: StutterLasso,
    /// The rejected word.
    pub rejected: StutterLasso,
}

/// Whether the formula has no operator that counts steps, so that it is stutter-invariant.
pub fn counts_no_steps(formulas: &Formulas, formula: Formula) -> bool {
    let counts = |part: Formula| matches!(formulas.node(part), Node::Next(_) | Node::Yesterday(_));
    !formulas.subformulas(formula).into_iter().any(counts)
}

/// What shows that the language of `automaton` is not stutter-invariant; `None` if it is.
/// `complement` accepts exactly the other words.
pub fn distinction(
    automaton: &Explicit,
    complement: &Explicit,
    limits: &QuestionLimits,
) -> Result<Option<Distinction>, Undecided> {
    let opposites = Opposites::new(automaton, complement, limits)?;
    let product = Product::new(&opposites, limits)?;
    Ok(product.fair_lasso().map(|lasso| lasso.words(&opposites)))
}

/// Which of the two automata moves in a step; at least one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Inside,
    Outside,
    Both,
}

/// The states of both automata and the letter that was read last.
type State = (StateId, StateId, Option<usize>);

/// A step of the product.
struct Step {
    letter: usize,
    mover: Mover,
    marks: Marks,
    to: StateId,
}

/// The product in which each automaton may stay on a repeated letter.
struct Product {
    steps: Vec<Vec<Step>>,
    roots: StateId,
    /// How many marks there are, those for moving included.
    marks: usize,
}

impl Product {
    /// The reachable product.
    fn new(opposites: &Opposites, limits: &QuestionLimits) -> Result<Self, Undecided> {
        let (inside, outside) = (&opposites.inside, &opposites.outside);
        let mut states: IndexSet<State, FxBuildHasher> = IndexSet::default();
        for &p in &inside.initial {
            states.extend(outside.initial.iter().map(|&q| (p, q, None)));
        }
        let roots = states.len() as StateId;
        let mut steps: Vec<Vec<Step>> = Vec::new();
        while steps.len() < states.len() {
            limits.budget.check()?;
            let state = states[steps.len()];
            let mut out = Vec::new();
            each_step(inside, outside, state, |(p, q, letter), mover, marks| {
                out.push(Step {
                    letter,
                    mover,
                    marks,
                    to: states.insert_full((p, q, Some(letter))).0 as StateId,
                });
            });
            steps.push(out);
            if states.len() > limits.product_states {
                return Err(Undecided::Product(limits.product_states));
            }
        }
        Ok(Self {
            steps,
            roots,
            marks: inside.marks + outside.marks + 2,
        })
    }

    /// A run with every mark infinitely often.
    fn fair_lasso(&self) -> Option<Run> {
        let found = components(self.steps.len(), 0..self.roots, |from, out| {
            out.extend(self.steps[from as usize].iter().map(|step| Edge {
                to: step.to,
                marks: step.marks.clone(),
            }));
        });
        let all = Marks::first(self.marks);
        let fair = (0..found.count).find(|&c| !found.trivial[c] && found.marks[c] == all)?;
        let is_inside = |state: StateId| found.of[state as usize] as usize == fair;
        let (prefix, entry) = match (0..self.roots).find(|&root| is_inside(root)) {
            Some(root) => (Vec::new(), root),
            None => self.path(0..self.roots, |_| true, |step| is_inside(step.to)),
        };
        Some(Run {
            prefix,
            cycle: self.cycle(entry, &found, all),
        })
    }

    /// A cycle through `entry`, within its component, with all the marks of `missing`.
    fn cycle(&self, entry: StateId, found: &Components, mut missing: Marks) -> Vec<Reading> {
        let within = |step: &Step| found.together(entry, step.to);
        let (mut cycle, mut state) = (Vec::new(), entry);
        while !missing.is_empty() {
            let helps = |step: &Step| !step.marks.is_disjoint(&missing);
            let (path, end) = self.path([state], within, helps);
            for reading in &path {
                missing = missing.difference(&reading.marks);
            }
            cycle.extend(path);
            state = end;
        }
        if state != entry {
            cycle.extend(self.path([state], within, |step| step.to == entry).0);
        }
        cycle
    }

    /// A shortest path over steps that are `allowed` whose last step satisfies `goal`, which exists.
    fn path(
        &self,
        from: impl IntoIterator<Item = StateId>,
        allowed: impl Fn(&Step) -> bool,
        goal: impl Fn(&Step) -> bool,
    ) -> (Vec<Reading>, StateId) {
        let mut queue: VecDeque<StateId> = from.into_iter().collect();
        let mut parents: FxHashMap<StateId, Option<(StateId, usize)>> =
            queue.iter().map(|&root| (root, None)).collect();
        while let Some(state) = queue.pop_front() {
            for (index, step) in self.steps[state as usize].iter().enumerate() {
                if !allowed(step) {
                    continue;
                }
                if goal(step) {
                    let path = self.unwind(&parents, (state, index));
                    return (path, step.to);
                }
                if let Entry::Vacant(unseen) = parents.entry(step.to) {
                    unseen.insert(Some((state, index)));
                    queue.push_back(step.to);
                }
            }
        }
        unreachable!("a component's marks and states are reachable within it")
    }

    /// What is read on the way that ends with the given step.
    fn unwind(
        &self,
        parents: &FxHashMap<StateId, Option<(StateId, usize)>>,
        last: (StateId, usize),
    ) -> Vec<Reading> {
        let mut readings = Vec::new();
        let mut next = Some(last);
        while let Some((state, index)) = next {
            let step = &self.steps[state as usize][index];
            readings.push(Reading {
                letter: step.letter,
                mover: step.mover,
                marks: step.marks.clone(),
            });
            next = parents[&state];
        }
        readings.reverse();
        readings
    }
}

/// Calls `visit` with every step that leaves `state`: where it leads, who moves, with what marks.
fn each_step(
    inside: &Graph,
    outside: &Graph,
    (p, q, last): State,
    mut visit: impl FnMut((StateId, StateId, usize), Mover, Marks),
) {
    let moved = inside.marks + outside.marks;
    let inside_marks = |marks: &Marks| -> Marks { marks.iter().chain([moved]).collect() };
    let outside_marks = |marks: &Marks| -> Marks {
        let shifted = marks.iter().map(|mark| mark + inside.marks);
        shifted.chain([moved + 1]).collect()
    };
    for a in &inside.moves[p as usize] {
        for b in &outside.moves[q as usize] {
            let marks = inside_marks(&a.marks).union(&outside_marks(&b.marks));
            for letter in a.letters.intersection(&b.letters).iter() {
                visit((a.to, b.to, letter), Mover::Both, marks.clone());
            }
        }
    }
    let Some(last) = last else {
        return;
    };
    for a in &inside.moves[p as usize] {
        if a.letters.contains(last) {
            visit((a.to, q, last), Mover::Inside, inside_marks(&a.marks));
        }
    }
    for b in &outside.moves[q as usize] {
        if b.letters.contains(last) {
            visit((p, b.to, last), Mover::Outside, outside_marks(&b.marks));
        }
    }
}

/// One step of a run: the letter, and who moved by it.
struct Reading {
    letter: usize,
    mover: Mover,
    marks: Marks,
}

/// A run of the product.
struct Run {
    prefix: Vec<Reading>,
    cycle: Vec<Reading>,
}

impl Run {
    /// The words that the two automata have read, each where it moved.
    fn words(&self, opposites: &Opposites) -> Distinction {
        let read = |readings: &[Reading], idle: Mover| -> Vec<Letter> {
            let own = readings.iter().filter(|reading| reading.mover != idle);
            own.map(|reading| opposites.example(reading.letter))
                .collect()
        };
        let word = |idle: Mover| StutterLasso {
            prefix: read(&self.prefix, idle),
            cycle: read(&self.cycle, idle),
        };
        Distinction {
            accepted: word(Mover::Outside),
            rejected: word(Mover::Inside),
        }
    }
}
