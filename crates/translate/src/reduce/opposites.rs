//! An automaton and one of its complement, over common classes of letters.
//!
//! What questions about a property need beside its automaton: another of all the words that the
//! first does not accept.

use lariat_automata::{Explicit, Label, Labels, Letter};
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::letters::Letters;
use super::trim::trim;

/// How much may be spent on a question about a property.
#[derive(Clone, Debug)]
pub struct QuestionLimits {
    /// How many classes of letters the labels may tell apart.
    pub letter_classes: usize,
    /// How many sets of states a subset construction may have.
    pub subsets: usize,
    /// How many states a product may have.
    pub product_states: usize,
    /// What ends the question whatever is spent.
    pub budget: Budget,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self {
            letter_classes: 4_096,
            subsets: 20_000,
            product_states: 1_000_000,
            budget: Budget::unlimited(),
        }
    }
}

/// Why a question about a property has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// An automaton is not generalized Büchi.
    #[error("the question is answered for generalized Büchi automata only")]
    Acceptance,
    /// The labels tell too many letters apart.
    #[error("the labels tell more than {0} classes of letters apart")]
    Letters(usize),
    /// A subset construction grew too large.
    #[error("a subset construction has more than {0} states")]
    Subsets(usize),
    /// A product grew too large.
    #[error("a product has more than {0} states")]
    Product(usize),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// A property and its complement, trimmed.
pub(crate) struct Opposites {
    pub(crate) inside: Graph,
    pub(crate) outside: Graph,
    letters: Letters,
}

impl Opposites {
    pub(crate) fn new(
        automaton: &Explicit,
        complement: &Explicit,
        limits: &QuestionLimits,
    ) -> Result<Self, Undecided> {
        let mut labels = automaton.labels.clone();
        labels.bdds.obey(&limits.budget);
        let complement = with_labels(complement, &mut labels);
        let both = [automaton, &complement];
        let used = both.iter().flat_map(|a| a.transitions.iter().flatten());
        let used = used.map(|edge| edge.label);
        let letters = Letters::new(&labels.bdds, used, limits.letter_classes, &limits.budget);
        limits.budget.check()?;
        let letters = letters
            .filter(Letters::is_exact)
            .ok_or(Undecided::Letters(limits.letter_classes))?;
        let graph = |automaton: &Explicit| -> Result<Graph, Undecided> {
            let mut graph = Graph::new(automaton, &letters).ok_or(Undecided::Acceptance)?;
            trim(&mut graph);
            Ok(graph)
        };
        Ok(Self {
            inside: graph(automaton)?,
            outside: graph(&complement)?,
            letters,
        })
    }

    /// A letter of the class, over the propositions of both automata: the first one's come first.
    pub(crate) fn example(&self, class: usize) -> Letter {
        self.letters.example(class).expect("the classes are exact")
    }
}

/// The automaton with its labels carried over into `labels`.
fn with_labels(automaton: &Explicit, labels: &mut Labels) -> Explicit {
    let mut known: FxHashMap<Label, Label> = FxHashMap::default();
    let mut moved = automaton.clone();
    for edge in moved.transitions.iter_mut().flatten() {
        edge.label = *known
            .entry(edge.label)
            .or_insert_with_key(|&label| labels.import(&automaton.labels, label));
    }
    moved
}
