//! Random automata and words, from a seed: what the tests of every crate compare answers on.
//!
//! The automata are small and sparse, with any acceptance condition that their [`AutomatonShape`]
//! allows, so that both verdicts are frequent.  Equal seeds give equal automata.

use fastrand::Rng;
use lariat_bdd::Bdd;

use crate::{Acceptance, Condition, Explicit, Label, Labels, Letter, Marks};

/// What random automata look like.
#[derive(Clone, Copy, Debug)]
pub struct AutomatonShape {
    /// At most so many states, at least one.
    pub states: usize,
    /// The mean number of edges that leave a state.
    pub degree: f64,
    /// How many propositions there are.
    pub propositions: usize,
    /// At most so many acceptance marks.
    pub marks: usize,
    /// How likely an edge carries a mark.
    pub mark_density: f64,
    /// The conditions.
    pub conditions: Conditions,
}

/// Which acceptance conditions random automata have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conditions {
    /// Every mark infinitely often.
    GeneralizedBuchi,
    /// Streett pairs over two marks each, as HOA numbers them.
    Streett,
    /// Conjunctions of Inf, Fin and pairs, of any marks.
    Fairness,
    /// Any Fin/Inf formula.
    EmersonLei,
}

impl Default for AutomatonShape {
    fn default() -> Self {
        Self {
            states: 6,
            degree: 1.6,
            propositions: 2,
            marks: 3,
            mark_density: 0.3,
            conditions: Conditions::EmersonLei,
        }
    }
}

/// A random automaton of the shape.
pub fn automaton(shape: &AutomatonShape, rng: &mut Rng) -> Explicit {
    let names = (0..shape.propositions).map(|i| format!("p{i}"));
    let acceptance = acceptance(shape, rng);
    let mut automaton = Explicit::new(Labels::new(names), acceptance);
    let count = rng.usize(1..=shape.states.max(1));
    for _ in 0..count {
        automaton.add_state();
    }
    for _ in 0..rng.usize(1..=count.min(2)) {
        let state = rng.u32(0..count as u32);
        if !automaton.initial.contains(&state) {
            automaton.initial.push(state);
        }
    }
    for from in 0..count as u32 {
        for _ in 0..rng.usize(0..=(2.0 * shape.degree).round() as usize) {
            let label = label(&mut automaton.labels, rng);
            let marks = marks(automaton.acceptance.marks, shape.mark_density, rng);
            automaton.add_transition(from, label, marks, rng.u32(0..count as u32));
        }
    }
    automaton
}

/// A random satisfiable label: mostly a cube, at times two of them.
pub fn label(labels: &mut Labels, rng: &mut Rng) -> Label {
    let one = cube(labels, rng);
    if rng.f64() < 0.7 {
        return one;
    }
    let other = cube(labels, rng);
    labels.bdds.or(one, other)
}

fn cube(labels: &mut Labels, rng: &mut Rng) -> Label {
    let mut label = Bdd::TRUE;
    for var in 0..labels.propositions.len() as u32 {
        if rng.f64() < 0.4 {
            let literal = labels.bdds.literal(var, rng.bool());
            label = labels.bdds.and(label, literal);
        }
    }
    label
}

fn marks(count: usize, density: f64, rng: &mut Rng) -> Marks {
    (0..count).filter(|_| rng.f64() < density).collect()
}

fn acceptance(shape: &AutomatonShape, rng: &mut Rng) -> Acceptance {
    let marks = rng.usize(0..=shape.marks);
    let condition = match shape.conditions {
        Conditions::GeneralizedBuchi => return Acceptance::generalized_buchi(marks),
        Conditions::Streett => return Acceptance::streett(marks / 2),
        _ if marks == 0 => Condition::True,
        Conditions::Fairness => Condition::all((0..rng.usize(0..=3)).map(|_| fairness(marks, rng))),
        Conditions::EmersonLei => condition(marks, rng.usize(0..=6), rng),
    };
    Acceptance { marks, condition }
}

fn fairness(marks: usize, rng: &mut Rng) -> Condition {
    let (l, u) = (rng.usize(0..marks), rng.usize(0..marks));
    match rng.u8(0..4) {
        0 => Condition::Inf(u),
        1 => Condition::Fin(l),
        _ => Condition::any([Condition::Fin(l), Condition::Inf(u)]),
    }
}

/// A random condition over the marks below `marks` with about `size` operators.
pub fn condition(marks: usize, size: usize, rng: &mut Rng) -> Condition {
    if size == 0 || marks == 0 {
        return match rng.u8(0..20) {
            0 => Condition::False,
            1 => Condition::True,
            _ if marks == 0 => Condition::True,
            n if n % 2 == 0 => Condition::Inf(rng.usize(0..marks)),
            _ => Condition::Fin(rng.usize(0..marks)),
        };
    }
    let left = rng.usize(0..size);
    let parts = [
        condition(marks, left, rng),
        condition(marks, size - 1 - left, rng),
    ];
    if rng.bool() {
        Condition::all(parts)
    } else {
        Condition::any(parts)
    }
}

/// A random lasso word u·v^ω over so many propositions: u of at most 3 letters, v of 1 to 4.
pub fn lasso(propositions: usize, rng: &mut Rng) -> (Vec<Letter>, Vec<Letter>) {
    let mut letters = |least: usize, most: usize| {
        let length = rng.usize(least..=most);
        let letter = |rng: &mut Rng| (0..propositions).filter(|_| rng.bool()).collect();
        (0..length).map(|_| letter(rng)).collect()
    };
    (letters(0, 3), letters(1, 4))
}
