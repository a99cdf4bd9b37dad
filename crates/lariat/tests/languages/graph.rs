//! Random systems: graphs whose edges bear actions and whose states bear valuations.

use fastrand::Rng;

pub(crate) const ACTIONS: [&str; 3] = ["send", "receive", "tau"];

/// What formulas speak of: the first six of states, the last three of steps.
pub(crate) const ATOMS: [Meaning; 9] = [
    Meaning::Valued(0),
    Meaning::Valued(1),
    Meaning::Dead,
    Meaning::Enabled(0),
    Meaning::Enabled(1),
    Meaning::Enabled(2),
    Meaning::Taken(0),
    Meaning::Taken(1),
    Meaning::Taken(2),
];

#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    /// One of the two valuations.
    Valued(usize),
    Dead,
    Enabled(usize),
    Taken(usize),
}

/// A system; runs start in state 0.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Source, action, target.
    pub(crate) edges: Vec<(u8, usize, u8)>,
    /// What is true in each state.
    pub(crate) values: Vec<[bool; 2]>,
}

impl Graph {
    /// A system of up to five states; a third of them have one edge at most for each action.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let states = rng.u8(1..6);
        let edge = |rng: &mut Rng, action| (rng.u8(..states), action, rng.u8(..states));
        let edges = match rng.u8(..3) {
            0 => (0..rng.usize(1..=ACTIONS.len()))
                .map(|action| edge(rng, action))
                .collect(),
            _ => (0..rng.usize(1..10))
                .map(|_| {
                    let action = rng.usize(..ACTIONS.len());
                    edge(rng, action)
                })
                .collect(),
        };
        let values = (0..states).map(|_| [rng.bool(), rng.bool()]).collect();
        Self { edges, values }
    }

    pub(crate) fn leaving(&self, state: u8) -> impl Iterator<Item = &(u8, usize, u8)> {
        self.edges.iter().filter(move |edge| edge.0 == state)
    }

    /// Whether something is true of a step from a state, or where a dead state's run stays.
    pub(crate) fn holds(&self, meaning: Meaning, state: u8, action: Option<usize>) -> bool {
        match meaning {
            Meaning::Valued(which) => self.values[state as usize][which],
            Meaning::Dead => self.leaving(state).next().is_none(),
            Meaning::Enabled(wanted) => self.leaving(state).any(|edge| edge.1 == wanted),
            Meaning::Taken(wanted) => action == Some(wanted),
        }
    }

    /// Whether no action stands on two edges.
    pub(crate) fn has_distinct_actions(&self) -> bool {
        let on_edges = |wanted| {
            self.edges
                .iter()
                .filter(move |edge| edge.1 == wanted)
                .count()
        };
        (0..ACTIONS.len()).all(|action| on_edges(action) <= 1)
    }

    /// The states with this value.
    pub(crate) fn valued(&self, which: usize) -> impl Iterator<Item = usize> {
        (0..self.values.len()).filter(move |&state| self.values[state][which])
    }
}
