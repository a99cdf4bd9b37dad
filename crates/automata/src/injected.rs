//! Marks that depend on the letter alone, kept as conditions.
//!
//! A strong fairness assumption GF p → GF q is an automaton with one state whose loop carries l
//! under letters with p and u under letters with q.  Spelled out, n assumptions are 4ⁿ edges; kept
//! as conditions they are 2n labels.  The Streett paper calls this fairness *injected* into the
//! product [duret.09.atva].

use lariat_budget::{Budget, Exhausted};

use crate::{Acceptance, Acceptor, Edge, Explicit, Label, LabelledEdge, Letter, StateId};

/// A mark that every edge carries when it reads a letter that satisfies `when`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Injection {
    /// The letters, as a label of the base automaton.
    pub when: Label,
    /// The mark.
    pub mark: usize,
}

/// An explicit automaton and the marks that letters add to its edges.
#[derive(Clone, Debug)]
pub struct Injected {
    /// States and edges; its acceptance condition speaks of the injected marks too.
    pub base: Explicit,
    /// What letters add.
    pub injections: Vec<Injection>,
}

/// Spelling out would need more edges than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("spelling out the marks that depend on letters needs more than {limit} edges")]
pub struct TooManyEdges {
    /// The number of edges that was allowed.
    pub limit: usize,
}

/// Why marks were not spelled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpellOutError {
    /// It would need too many edges.
    #[error(transparent)]
    TooManyEdges(#[from] TooManyEdges),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl From<Explicit> for Injected {
    fn from(base: Explicit) -> Self {
        Self {
            base,
            injections: Vec::new(),
        }
    }
}

impl Injected {
    /// The same automaton with every mark on its edges, at most `limit` of them.
    pub fn spell_out(self, limit: usize, budget: &Budget) -> Result<Explicit, SpellOutError> {
        let mut explicit = self.base;
        explicit.labels.bdds.obey(budget);
        let mut count = explicit.transition_count();
        for Injection { when, mark } in self.injections {
            for edges in &mut explicit.transitions {
                budget.check()?;
                let mut split = Vec::with_capacity(edges.len());
                count -= edges.len();
                for edge in edges.drain(..) {
                    let with = explicit.labels.bdds.and(edge.label, when);
                    let without = explicit.labels.bdds.minus(edge.label, when);
                    let mut marks = edge.marks.clone();
                    marks.insert(mark);
                    for (label, marks) in [(without, edge.marks), (with, marks)] {
                        if !label.is_false() {
                            split.push(LabelledEdge {
                                label,
                                marks,
                                to: edge.to,
                            });
                        }
                    }
                }
                count += split.len();
                *edges = split;
                if count > limit {
                    return Err(TooManyEdges { limit }.into());
                }
            }
        }
        explicit.labels.bdds.release()?;
        Ok(explicit)
    }
}

impl Acceptor for Injected {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        &self.base.acceptance
    }

    fn propositions(&self) -> &[String] {
        &self.base.labels.propositions
    }

    fn initial(&self, out: &mut Vec<StateId>) {
        out.extend_from_slice(&self.base.initial);
    }

    fn successors(&self, from: &StateId, letter: &Letter, out: &mut Vec<Edge<StateId>>) {
        let first = out.len();
        Acceptor::successors(&self.base, from, letter, out);
        for injection in &self.injections {
            if self.base.labels.satisfies(letter, injection.when) {
                for edge in &mut out[first..] {
                    edge.marks.insert(injection.mark);
                }
            }
        }
    }
}
