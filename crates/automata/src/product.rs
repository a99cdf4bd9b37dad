//! The synchronous product of explicit automata.
//!
//! A run of the product is a run of each part over the same word, and satisfies both conditions
//! ([`Acceptance::and`](crate::Acceptance::and)).

use indexmap::IndexSet;

use crate::{Explicit, StateId};

/// The automaton of the words that both accept: the reachable part of the product.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks, product, word};
/// let infinitely_often = |name: &str| {
///     let mut a = Explicit::new(Labels::new([name.to_owned()]), Acceptance::buchi());
///     let p = a.labels.bdds.var(0);
///     let state = a.add_state();
///     a.initial.push(state);
///     a.add_transition(state, p, Marks::single(0), state);
///     a.add_transition(state, !p, Marks::EMPTY, state);
///     a
/// };
/// let both = product::intersection(&infinitely_often("p"), &infinitely_often("q"));
/// let (p, q) = (Letter::single(0), Letter::single(1));
/// assert!(word::accepts(&both, &[], &[p.clone(), q]));
/// assert!(!word::accepts(&both, &[], &[p]));
/// ```
pub fn intersection(a: &Explicit, b: &Explicit) -> Explicit {
    let acceptance = a.acceptance.and(&b.acceptance);
    let mut product = Explicit::new(a.labels.clone(), acceptance);
    let labels = b.transitions.iter().flatten().map(|edge| edge.label);
    let mut imported = product.labels.import_all(&b.labels, labels).into_iter();
    let mut right_edges = b.transitions.clone();
    for edge in right_edges.iter_mut().flatten() {
        edge.label = imported.next().expect("one label an edge");
        edge.marks = edge.marks.shifted(a.acceptance.marks);
    }
    let pairs = a.initial.iter();
    let mut pairs: IndexSet<(StateId, StateId)> = pairs
        .flat_map(|&p| b.initial.iter().map(move |&q| (p, q)))
        .collect();
    product.initial.extend(0..pairs.len() as StateId);
    while product.state_count() < pairs.len() {
        let (p, q) = pairs[product.state_count()];
        let from = product.add_state();
        for left in &a.transitions[p as usize] {
            for right in &right_edges[q as usize] {
                let label = product.labels.bdds.and(left.label, right.label);
                if !label.is_false() {
                    let to = pairs.insert_full((left.to, right.to)).0 as StateId;
                    product.add_transition(from, label, left.marks.union(&right.marks), to);
                }
            }
        }
    }
    product
}
