//! The checks by name, and the automatic choice among them.

use std::fmt;
use std::str::FromStr;

use lariat_automata::{Acceptance, Automaton, Explicit, Marks, strength};
use lariat_budget::Budget;

use crate::{Checked, Interned, Numbering, Refusal};
use crate::{couvreur, generic, latvala, ndfs, streett, terminal, weak};

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [`terminal`]: reachability of an accepting sink.
    Terminal,
    /// [`weak`]: one depth-first search for a cycle.
    Weak,
    /// [`couvreur`]: generalized Büchi, by components.
    Couvreur,
    /// [`streett`]: Inf marks and pairs, by components that are visited again.
    Streett,
    /// [`latvala`]: Inf marks and pairs, component by component.
    Latvala,
    /// [`ndfs`]: nested depth-first search.
    Ndfs,
    /// [`generic`]: any condition.
    Generic,
}

/// What a caller knows of an automaton beyond its acceptance condition.
///
/// A product inherits it from the property only if the model is without fairness, because fairness
/// adds marks of its own; [`KnownStrength::Terminal`] moreover only if every state of the model has a
/// successor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownStrength {
    /// Nothing.
    #[default]
    Nothing,
    /// The edges inside a component all carry the same marks.
    Weak,
    /// That, and where an edge's marks by themselves satisfy the condition, its target leads to an
    /// accepting cycle.
    Terminal,
}

/// A name that no check has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no check is named `{0}`; there are {list}", list = names())]
pub struct UnknownAlgorithm(pub String);

fn names() -> String {
    Algorithm::ALL.map(Algorithm::name).join(", ")
}

impl Algorithm {
    /// Every check.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Terminal,
        Algorithm::Weak,
        Algorithm::Couvreur,
        Algorithm::Streett,
        Algorithm::Latvala,
        Algorithm::Ndfs,
        Algorithm::Generic,
    ];

    /// The check's name.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Terminal => "terminal",
            Algorithm::Weak => "weak",
            Algorithm::Couvreur => "couvreur",
            Algorithm::Streett => "streett",
            Algorithm::Latvala => "latvala",
            Algorithm::Ndfs => "ndfs",
            Algorithm::Generic => "generic",
        }
    }

    /// The cheapest check that decides the condition, given what is known of the automaton.
    ///
    /// ```
    /// use lariat_automata::Acceptance;
    /// use lariat_emptiness::{Algorithm, KnownStrength};
    ///
    /// let auto = |acceptance: &Acceptance| Algorithm::auto(acceptance, KnownStrength::Nothing);
    /// assert_eq!(auto(&Acceptance::generalized_buchi(3)), Algorithm::Couvreur);
    /// assert_eq!(auto(&Acceptance::streett(3)), Algorithm::Streett);
    /// let safety = Algorithm::auto(&Acceptance::buchi(), KnownStrength::Terminal);
    /// assert_eq!(safety, Algorithm::Terminal);
    /// ```
    pub fn auto(acceptance: &Acceptance, knowledge: KnownStrength) -> Self {
        match knowledge {
            KnownStrength::Terminal => Algorithm::Terminal,
            KnownStrength::Weak => Algorithm::Weak,
            KnownStrength::Nothing if acceptance.generalized_buchi_view().is_some() => {
                Algorithm::Couvreur
            }
            KnownStrength::Nothing if acceptance.fairness_view().is_some() => Algorithm::Streett,
            KnownStrength::Nothing => Algorithm::Generic,
        }
    }

    /// Runs the check.
    pub fn check<A: Automaton, N: Numbering<A::State>>(
        self,
        automaton: A,
        knowledge: KnownStrength,
        numbering: N,
        budget: &Budget,
    ) -> Result<Checked<A::State>, Refusal> {
        match self {
            Algorithm::Terminal => terminal::check_with(automaton, knowledge, numbering, budget),
            Algorithm::Weak => weak::check_with(automaton, knowledge, numbering, budget),
            Algorithm::Couvreur => couvreur::check_with(automaton, numbering, budget),
            Algorithm::Streett => streett::check_with(automaton, numbering, budget),
            Algorithm::Latvala => latvala::check_with(automaton, numbering, budget),
            Algorithm::Ndfs => ndfs::check_with(automaton, numbering, budget),
            Algorithm::Generic => Ok(generic::check_with(automaton, numbering, budget)),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|check| check.name() == name);
        known.ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

impl KnownStrength {
    /// What the graph of an explicit automaton tells.
    pub fn of(automaton: &Explicit) -> Self {
        if !strength::is_weak_as_marked(automaton) {
            KnownStrength::Nothing
        } else if accepting_edges_lead_to_accepting_cycles(automaton) {
            KnownStrength::Terminal
        } else {
            KnownStrength::Weak
        }
    }
}

/// Whether the target of every edge whose marks satisfy the condition reaches an accepting cycle, in an
/// automaton whose components carry the same marks on all their edges.
fn accepting_edges_lead_to_accepting_cycles(automaton: &Explicit) -> bool {
    let components = automaton.components();
    let accepts = |marks: &Marks| automaton.acceptance.accepts(marks);
    let mut good: Vec<bool> = (0..components.count)
        .map(|c| !components.trivial[c] && accepts(&components.marks[c]))
        .collect();
    // A component's successors come before it.
    for (component, states) in components.members().iter().enumerate() {
        let mut edges = states
            .iter()
            .flat_map(|&state| &automaton.transitions[state as usize]);
        let leads_on = edges.any(|edge| good[components.of[edge.to as usize] as usize]);
        good[component] |= leads_on;
    }
    let mut edges = automaton.transitions.iter().flatten();
    edges.all(|edge| !accepts(&edge.marks) || good[components.of[edge.to as usize] as usize])
}

/// Whether no run is accepting, by the cheapest check that needs no knowledge of the automaton.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels};
/// let nothing = Explicit::new(Labels::default(), Acceptance::all());
/// assert!(lariat_emptiness::is_empty(&nothing));
/// ```
///
/// # Panics
/// If the automaton has more than 2³² − 1 states.
pub fn is_empty<A: Automaton>(automaton: A) -> bool {
    let check = Algorithm::auto(automaton.acceptance(), KnownStrength::Nothing);
    let budget = Budget::unlimited();
    let verdict = check.check(
        automaton,
        KnownStrength::Nothing,
        Interned::default(),
        &budget,
    );
    let verdict = verdict.expect("the automatic choice decides the condition");
    assert!(
        verdict.is_empty() || verdict.is_nonempty(),
        "states are numbered with 32 bits"
    );
    verdict.is_empty()
}
