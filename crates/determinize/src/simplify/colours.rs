//! Marks where the components alone decide.
//!
//! An edge that leaves its component is taken finitely often, so its marks do not matter; nor do those in a component all of
//! whose cycles accept, or none.  All of these edges get one of two sets of marks, "good" and "bad".  Which of the
//! two an edge outside all cycles gets is free: as for weak automata [loding.01.ipl], components are numbered from below,
//! even where cycles accept and odd where they do not, as small as the successors allow; where there is no cycle the
//! number is that of the successors.  States with the same language then have the same colour, if no component is mixed.

use lariat_automata::scc::Components;
use lariat_automata::{Condition, Edge, Marks, StateId};

use super::table::Table;

/// What the cycles of a component are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cycles {
    /// There are none.
    None,
    Accepting,
    Rejecting,
    Mixed,
}

/// Gives the edges whose marks do not matter one of two sets of marks; where all do not, the condition may become Büchi's.
pub(super) fn colour(table: &mut Table, keep_condition: bool) {
    let components = table.components();
    let cycles = cycles(table, &components);
    let weak = !cycles.contains(&Cycles::Mixed);
    if weak && !keep_condition {
        table.condition = Condition::Inf(0);
    }
    let Some((good, bad)) = good_and_bad(&table.condition) else {
        return;
    };
    let (good, bad) = (table.marks(good), table.marks(bad));
    let numbers = numbers(table, &components, &cycles);
    for state in 0..table.states() {
        let own = components.of[state] as usize;
        for letter in 0..table.rows[state].len() {
            let to = table.rows[state][letter].to as usize;
            let target = components.of[to] as usize;
            if own == target && cycles[own] == Cycles::Mixed {
                continue;
            }
            // Edges out of a mixed component look like those of where they lead.
            let deciding = if cycles[own] == Cycles::Mixed {
                target
            } else {
                own
            };
            let marks = if numbers[deciding].is_multiple_of(2) {
                good
            } else {
                bad
            };
            table.rows[state][letter].marks = marks;
        }
    }
}

/// Marks that the condition accepts, and marks that it rejects, where they alone recur; if there are both.
fn good_and_bad(condition: &Condition) -> Option<(Marks, Marks)> {
    let mentioned: Vec<usize> = condition.mentioned().iter().collect();
    if mentioned.len() > 12 {
        return None;
    }
    let sets = (0..1usize << mentioned.len()).map(|bits| -> Marks {
        let chosen = mentioned
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 == 1);
        chosen.map(|(_, &mark)| mark).collect()
    });
    let sets: Vec<Marks> = sets.collect();
    let good = sets.iter().find(|set| condition.accepts(set))?;
    let bad = sets.iter().find(|set| !condition.accepts(set))?;
    Some((good.clone(), bad.clone()))
}

/// What the cycles of each component are.
pub(super) fn cycles(table: &Table, components: &Components) -> Vec<Cycles> {
    let negation = table.condition.negated();
    let classify = |(component, states): (usize, &Vec<StateId>)| {
        if components.trivial[component] {
            return Cycles::None;
        }
        let inside = inside(table, components, states);
        let accepting = table.has_accepting_cycle(&inside, &table.condition);
        match (accepting, table.has_accepting_cycle(&inside, &negation)) {
            (true, true) => Cycles::Mixed,
            (true, false) => Cycles::Accepting,
            (false, _) => Cycles::Rejecting,
        }
    };
    components
        .members()
        .iter()
        .enumerate()
        .map(classify)
        .collect()
}

/// The edges inside a component, its states numbered in order.
fn inside(table: &Table, components: &Components, states: &[StateId]) -> Vec<Vec<Edge<StateId>>> {
    let edges = |&from: &StateId| {
        let mut entries = table.rows[from as usize].clone();
        entries.retain(|entry| components.together(from, entry.to));
        entries.sort_unstable();
        entries.dedup();
        let edge = |entry: super::table::Entry| {
            let to = states
                .binary_search(&entry.to)
                .expect("it is in the component");
            Edge {
                to: to as StateId,
                marks: table.mark_sets[entry.marks as usize].clone(),
            }
        };
        entries.into_iter().map(edge).collect()
    };
    states.iter().map(edges).collect()
}

/// The number of each component.
fn numbers(table: &Table, components: &Components, cycles: &[Cycles]) -> Vec<usize> {
    let members = components.members();
    let mut numbers = vec![0; components.count];
    // Components are numbered from below.
    for (component, states) in members.iter().enumerate() {
        let entries = states.iter().flat_map(|&state| &table.rows[state as usize]);
        let below = entries.filter(|entry| components.of[entry.to as usize] as usize != component);
        let highest = below
            .map(|entry| numbers[components.of[entry.to as usize] as usize])
            .max();
        let highest = highest.unwrap_or(0);
        numbers[component] = match cycles[component] {
            Cycles::Accepting => highest + highest % 2,
            Cycles::Rejecting => highest + 1 - highest % 2,
            Cycles::None | Cycles::Mixed => highest,
        };
    }
    numbers
}
