//! The product of an automaton with the bits of its monitors.
//!
//! A state of the product is a state of the automaton and the set of the bits that are 1.  Under
//! given bits the truth of each monitor is a function of the letter, so the labels lose their fresh
//! propositions by substitution.  An edge is split by what it leaves in the bits.  A bit that
//! nothing will ask for any more is kept 0, so that it does not tell states apart.

use std::rc::Rc;

use indexmap::IndexSet;
use lariat_automata::{BitSet, Explicit, Label, LabelledEdge, Labels, StateId};
use lariat_bdd::{Bdd, Bdds, Var};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::Formulas;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::separate::{Rule, Separated};
use crate::limit::{Limit, Unfinished};
use crate::propositional::LabelMaker;

/// The set of the monitors whose bit is 1.
type Bits = BitSet;

/// What the monitors say under some bits, as functions of the letter and of the guesses.
struct Values {
    /// Whether the monitor's formula holds now, by monitor.
    now: Vec<Label>,
    /// What it leaves in its bit, by monitor.
    next: Vec<Label>,
}

/// The automaton `future` under the monitors' meaning of its propositions.
pub(super) fn compose(
    formulas: &Formulas,
    future: Explicit,
    separated: &Separated,
    limit: &Limit,
) -> Result<Explicit, Unfinished> {
    let Explicit {
        name,
        mut labels,
        acceptance,
        initial,
        transitions,
    } = future;
    labels.bdds.obey(&limit.budget);
    let mut composer = Composer::new(formulas, labels, &transitions, separated, &limit.budget)?;
    let mut states: IndexSet<(StateId, Bits), FxBuildHasher> = initial
        .iter()
        .map(|&state| (state, composer.first_bits(state)))
        .collect();
    let mut product = Explicit::new(Labels::default(), acceptance);
    product.initial = (0..states.len() as StateId).collect();
    let mut left = limit.transitions;
    while let Some((state, bits)) = states.get_index(product.state_count()).cloned() {
        let from = product.add_state();
        for edge in &transitions[state as usize] {
            limit.budget.check()?;
            let parts = composer.step(edge.label, &bits, edge.to, left);
            let parts = parts.ok_or(limit.too_large())?;
            left -= parts.len();
            for (label, bits) in parts {
                let to = states.insert_full((edge.to, bits)).0 as StateId;
                product.add_transition(from, label, edge.marks.clone(), to);
            }
        }
    }
    product.labels = composer.finish(&mut product.transitions, &limit.budget);
    product.name = name;
    product.merge_transitions();
    product.labels.bdds.release()?;
    Ok(product)
}

/// A monitor's rule with labels for operands.
struct Monitor {
    rule: Rule<Label>,
    /// The monitors that its operands speak of.
    speaks_of: BitSet,
}

struct Composer {
    labels: Labels,
    monitors: Vec<Monitor>,
    /// The monitor that a proposition stands for, by proposition.
    monitor_of: FxHashMap<Var, usize>,
    /// The guesses, as [`Bdds::exists`] wants them.
    guesses: Label,
    /// The bits that matter in a state of the automaton, by state.
    asked: Vec<Bits>,
    values: FxHashMap<Bits, Rc<Values>>,
}

impl Composer {
    fn new(
        formulas: &Formulas,
        labels: Labels,
        transitions: &[Vec<LabelledEdge>],
        separated: &Separated,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut maker = LabelMaker::new(formulas, labels);
        let index_of = |maker: &mut LabelMaker, atom| maker.proposition(formulas.name(atom));
        let mut monitor_of = FxHashMap::default();
        let mut monitors = Vec::new();
        for monitor in &separated.monitors {
            let label = |operand| maker.label(operand).expect("operands are propositional");
            let rule = monitor.rule.map(label);
            let speaks_of = mentioned(maker.bdds(), rule.operands(), &monitor_of);
            monitor_of.insert(index_of(&mut maker, monitor.atom), monitors.len());
            monitors.push(Monitor { rule, speaks_of });
        }
        let guesses: Vec<Var> = separated
            .guesses
            .iter()
            .map(|&atom| index_of(&mut maker, atom))
            .collect();
        let mut labels = maker.finish();
        let asked = asked_bits(&labels.bdds, transitions, &monitors, &monitor_of, budget)?;
        Ok(Composer {
            guesses: labels.bdds.var_cube(guesses),
            labels,
            monitors,
            monitor_of,
            asked,
            values: FxHashMap::default(),
        })
    }

    fn first_bits(&self, state: StateId) -> Bits {
        let monitors = self.monitors.iter().enumerate();
        let ones = monitors.filter(|(_, m)| matches!(m.rule, Rule::Historically(_)));
        let ones: Bits = ones.map(|(index, _)| index).collect();
        ones.intersection(&self.asked[state as usize])
    }

    /// What an edge with the label, taken under the bits, reads and leaves in the bits that matter
    /// in `to`; `None` if that is more than `limit` edges.
    fn step(
        &mut self,
        label: Label,
        bits: &Bits,
        to: StateId,
        limit: usize,
    ) -> Option<Vec<(Label, Bits)>> {
        let values = self.values_under(bits);
        let monitor_of = &self.monitor_of;
        let bdds = &mut self.labels.bdds;
        let label = bdds.substitute(label, |bdds, var| match monitor_of.get(&var) {
            Some(&monitor) => values.now[monitor],
            None => bdds.var(var),
        });
        let mut parts = vec![(label, Bits::EMPTY)];
        parts.retain(|(label, _)| !label.is_false());
        for monitor in self.asked[to as usize].iter() {
            let mut split = Vec::new();
            for (label, bits) in parts {
                let mut with = bits.clone();
                with.insert(monitor);
                split.push((bdds.minus(label, values.next[monitor]), bits));
                split.push((bdds.and(label, values.next[monitor]), with));
            }
            split.retain(|(label, _)| !label.is_false());
            parts = split;
            if parts.len() > limit {
                return None;
            }
        }
        for (label, _) in &mut parts {
            *label = bdds.exists(*label, self.guesses);
        }
        (parts.len() <= limit).then_some(parts)
    }

    fn values_under(&mut self, bits: &Bits) -> Rc<Values> {
        if let Some(known) = self.values.get(bits) {
            return known.clone();
        }
        let mut values = Values {
            now: Vec::new(),
            next: Vec::new(),
        };
        let bdds = &mut self.labels.bdds;
        let monitor_of = &self.monitor_of;
        for (index, monitor) in self.monitors.iter().enumerate() {
            let bit = if bits.contains(index) {
                Bdd::TRUE
            } else {
                Bdd::FALSE
            };
            let rule = monitor.rule.map(|operand| {
                bdds.substitute(operand, |bdds, var| match monitor_of.get(&var) {
                    Some(&earlier) => values.now[earlier],
                    None => bdds.var(var),
                })
            });
            let (now, next) = match rule {
                Rule::Yesterday(a) => (bit, a),
                Rule::Once(a) => twice(bdds.or(a, bit)),
                Rule::Historically(a) => twice(bdds.and(a, bit)),
                Rule::Since(a, b) => {
                    let held = bdds.and(a, bit);
                    twice(bdds.or(b, held))
                }
            };
            values.now.push(now);
            values.next.push(next);
        }
        let values = Rc::new(values);
        self.values.insert(bits.clone(), values.clone());
        values
    }

    /// Labels over the propositions that remain, to which those of the edges are carried over.
    fn finish(self, transitions: &mut [Vec<LabelledEdge>], budget: &Budget) -> Labels {
        let guesses = self.labels.bdds.support(self.guesses);
        let mut kept = Labels {
            propositions: Vec::new(),
            bdds: Bdds::within(budget),
        };
        let mut index = vec![Var::MAX; self.labels.propositions.len()];
        for (var, name) in (0..).zip(&self.labels.propositions) {
            if !self.monitor_of.contains_key(&var) && !guesses.contains(&var) {
                index[var as usize] = kept.propositions.len() as Var;
                kept.propositions.push(name.clone());
            }
        }
        for edge in transitions.iter_mut().flatten() {
            let rename = |var: Var| index[var as usize];
            edge.label = kept.bdds.import(&self.labels.bdds, edge.label, rename);
        }
        kept
    }
}

fn twice(label: Label) -> (Label, Label) {
    (label, label)
}

/// The monitors that the labels speak of.
fn mentioned(
    bdds: &Bdds,
    labels: impl IntoIterator<Item = Label>,
    monitor_of: &FxHashMap<Var, usize>,
) -> BitSet {
    let mut mentioned = BitSet::EMPTY;
    for label in labels {
        let monitors = bdds.support(label).into_iter();
        mentioned.unite(
            &monitors
                .filter_map(|var| monitor_of.get(&var).copied())
                .collect(),
        );
    }
    mentioned
}

/// The monitors whose truth is asked for in a state of the automaton, by state.
///
/// Asked for is what the labels speak of, what is needed to compute that, and what is needed to
/// leave the right bits to the next state: the operand of Y, or the monitor's own truth.
fn asked_bits(
    bdds: &Bdds,
    transitions: &[Vec<LabelledEdge>],
    monitors: &[Monitor],
    monitor_of: &FxHashMap<Var, usize>,
    budget: &Budget,
) -> Result<Vec<Bits>, Exhausted> {
    let labels =
        |edges: &Vec<LabelledEdge>| edges.iter().map(|edge| edge.label).collect::<Vec<_>>();
    let mut asked: Vec<Bits> = transitions
        .iter()
        .map(|edges| mentioned(bdds, labels(edges), monitor_of))
        .collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for state in (0..transitions.len()).rev() {
            budget.check()?;
            let mut now = asked[state].clone();
            for edge in &transitions[state] {
                ask_to_leave(&asked[edge.to as usize], monitors, &mut now);
            }
            ask_to_compute(monitors, &mut now);
            changed |= now != asked[state];
            asked[state] = now;
        }
    }
    Ok(asked)
}

/// Adds what is needed to leave the right bits of `later`.
fn ask_to_leave(later: &Bits, monitors: &[Monitor], now: &mut Bits) {
    for monitor in later.iter() {
        match monitors[monitor].rule {
            Rule::Yesterday(_) => now.unite(&monitors[monitor].speaks_of),
            _ => now.insert(monitor),
        }
    }
}

/// Adds what is needed to compute what is in `now`; operands speak of earlier monitors only.
fn ask_to_compute(monitors: &[Monitor], now: &mut Bits) {
    for (index, monitor) in monitors.iter().enumerate().rev() {
        if now.contains(index) && !matches!(monitor.rule, Rule::Yesterday(_)) {
            now.unite(&monitor.speaks_of);
        }
    }
}
