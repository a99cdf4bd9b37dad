//! From an accepting component to a short accepting lasso.
//!
//! A check hands out a component; the length of the lasso is a matter of this search.  [`find`] tries, and
//! takes the shortest of:
//!
//! * in the component, and in parts of it that stay away from marks which oblige to others: tours from
//!   one obligation to the nearest next, from several starts, with all shortcuts removed;
//! * the cycles of the two published methods, also with shortcuts removed;
//! * the same in other accepting components near the initial states, as far as the [`Effort`] allows;
//! * near the initial states, an exhaustive search for anything shorter.
//!
//! The stem is a shortest way to the cycle.  To find a shortest accepting cycle is NP-hard
//! [clarke.95.dac]; on small automata the exhaustive search finds a shortest lasso nevertheless.
//!
//! A component far away, in an automaton too large to be searched breadth first, is approached on the path of the search that
//! found it; the lasso is then the shortest among the states on that path and in the component.
//!
//! [`find_by`] runs one of the methods by itself, for comparison.

mod exhaustive;
mod kesten_pnueli_raviv;
mod latvala_heljanko;
mod neighbourhood;
mod obligations;
mod part;
mod paths;
mod patience;
mod restricted;
mod shortcuts;
mod tour;

use std::hash::Hash;

use lariat_automata::graph::Graph;
use lariat_automata::{Automaton, Condition, Edge, Lasso, Marks, lasso::LassoStep};
use lariat_budget::Budget;

use crate::formula::Formula;
use crate::{AcceptingComponent, Interned, Numbering};
use neighbourhood::Neighbourhood;
use obligations::Obligations;
use part::{Cycle, Part, Selection, accepting_parts};
use paths::Paths;
use patience::Patience;
use restricted::Restricted;
use shortcuts::{remove_shortcuts, rotate};
use tour::{Care, tour};

/// How much a search may do beyond what it must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many states near the initial ones are looked at for a shorter lasso.
    pub states: usize,
    /// How many edges are looked at in search of it.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            states: 1 << 16,
            steps: 1 << 22,
        }
    }
}

impl Effort {
    /// Whatever it takes to find a shortest lasso.
    pub const UNLIMITED: Effort = Effort {
        states: usize::MAX,
        steps: u64::MAX,
    };
}

/// A way to find a cycle in a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CycleMethod {
    /// One careful tour from the component's nearest state, with shortcuts removed.
    Tour,
    /// The breadth-first search with locks of Latvala and Heljanko.
    LatvalaHeljanko,
    /// The cycle through every u of Kesten, Pnueli and Raviv.
    KestenPnueliRaviv,
}

/// A short accepting lasso; `None` if the component is not accepting.
///
/// Once the budget is exhausted, a lasso that is known, or the first that is found, has to do.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
/// use lariat_budget::Budget;
/// use lariat_emptiness::{Emptiness, couvreur, lasso};
///
/// let mut automaton = Explicit::new(Labels::default(), Acceptance::buchi());
/// let (first, second) = (automaton.add_state(), automaton.add_state());
/// automaton.initial.push(first);
/// automaton.add_transition(first, Label::TRUE, Marks::EMPTY, second);
/// automaton.add_transition(second, Label::TRUE, Marks::single(0), second);
/// let budget = Budget::unlimited();
/// let verdict = couvreur::check(&automaton, &budget).unwrap();
/// let Emptiness::NonEmpty(component) = verdict.answer else { panic!() };
/// let lasso = lasso::find(&automaton, &component, lasso::Effort::default(), &budget).unwrap();
/// assert_eq!((lasso.stem.len(), lasso.cycle.len()), (1, 1));
/// ```
pub fn find<A: Automaton>(
    mut automaton: A,
    component: &AcceptingComponent<A::State>,
    effort: Effort,
    budget: &Budget,
) -> Option<Lasso<A::State>> {
    let means = Means { effort, budget };
    let (near, part) = surroundings(&mut automaton, component, means);
    if let Some(part) = part {
        return find_in(&mut automaton, &near, &part, component, means);
    }
    let unaided = component.without_way();
    if let Some(way) = near.way_to(&mut automaton, &component.way) {
        let known = &mut Restricted::new(&mut automaton, component, way);
        let (near, part) = surroundings(known, &unaided, means);
        if let Some(part) = part {
            return find_in(known, &near, &part, component, means);
        }
    }
    // The path of the search does not lead there: whatever it takes.
    let (near, part) = surroundings(&mut automaton, &unaided, means);
    find_in(&mut automaton, &near, &part?, component, means)
}

/// What may be spent on a short lasso.
#[derive(Clone, Copy)]
struct Means<'b> {
    effort: Effort,
    budget: &'b Budget,
}

/// A short accepting lasso whose stem is near.
fn find_in<A: Automaton>(
    automaton: &mut A,
    near: &Neighbourhood<A::State>,
    part: &Part,
    component: &AcceptingComponent<A::State>,
    means: Means<'_>,
) -> Option<Lasso<A::State>> {
    let mut search = Search::new(&automaton.acceptance().condition, means);
    search.component(part);
    let mut best = search.best.take()?;
    best.name_states(|number| component.states[number as usize].clone());
    if let Some(mut nearer) = search.neighbourhood(near) {
        nearer.name_states(|number| near.state(number));
        best = nearer;
    }
    best.lasso(automaton, near)
}

/// The lasso whose cycle is found by one method alone; `None` if the component is not accepting.
pub fn find_by<A: Automaton>(
    method: CycleMethod,
    mut automaton: A,
    component: &AcceptingComponent<A::State>,
) -> Option<Lasso<A::State>> {
    let component = &component.without_way();
    let budget = &Budget::unlimited();
    let effort = Effort {
        states: 0,
        steps: 0,
    };
    let (near, part) = surroundings(&mut automaton, component, Means { effort, budget });
    let part = part?;
    let condition = &automaton.acceptance().condition;
    let obligations = Obligations::new(condition, &part.graph.all_marks());
    let root = *part.nearest_first().first()?;
    let cycle = match method {
        CycleMethod::Tour => {
            let paths = &mut Paths::new(&part.graph);
            let cycle = tour(&part, &obligations, root, Care::Careful, paths)?;
            let endless = &mut Patience::new(u64::MAX, budget);
            shortened(&part, &Formula::new(condition), cycle, endless)
        }
        CycleMethod::LatvalaHeljanko => latvala_heljanko::cycle(&part, &obligations, root)?,
        CycleMethod::KestenPnueliRaviv => kesten_pnueli_raviv::cycle(&part, &obligations, root)?,
    };
    let mut found = Found::new(&part, cycle);
    found.name_states(|number| component.states[number as usize].clone());
    found.lasso(&mut automaton, &near)
}

/// What is near the initial states, and the component as a graph; only the former if the component is not near.
fn surroundings<A: Automaton>(
    automaton: &mut A,
    component: &AcceptingComponent<A::State>,
    means: Means<'_>,
) -> (Neighbourhood<A::State>, Option<Part>) {
    let mut numbers = Interned::default();
    for state in &component.states {
        numbers.number(state);
    }
    let is_inside = |state: &A::State| numbers.find(state).is_some();
    let near = Neighbourhood::explore(automaton, means, is_inside, &component.way);
    if !near.reached {
        return (near, None);
    }
    let mut graph = Graph::default();
    let mut edges: Vec<Edge<A::State>> = Vec::new();
    for state in &component.states {
        automaton.successors(state, &mut edges);
        for edge in edges.drain(..) {
            if let Some(to) = numbers.find(&edge.to)
                && edge.marks.is_disjoint(&component.shunned)
            {
                graph.add_edge(to, &edge.marks);
            }
        }
        graph.end_state();
    }
    let part = Part {
        origin: (0..graph.state_count()).collect(),
        distance: component
            .states
            .iter()
            .map(|state| near.distance_of(state).unwrap_or(u32::MAX))
            .collect(),
        graph,
    };
    (near, Some(part))
}

/// The shortest cycle so far: states by their numbers in the graph that it was looked for in.
struct Found<S> {
    numbers: Vec<u32>,
    states: Vec<S>,
    marks: Vec<Marks>,
}

impl<S: Clone + Eq + Hash> Found<S> {
    /// A cycle, from its state that is nearest to the initial ones.
    fn new(part: &Part, mut cycle: Cycle) -> Self {
        let states: Vec<u32> = part.states_of(&cycle).collect();
        let nearest = (0..states.len()).min_by_key(|&i| part.distance[states[i] as usize]);
        rotate(part, &mut cycle, nearest.unwrap_or(0));
        let states = part.states_of(&cycle);
        let edges = cycle.edges.iter();
        Self {
            numbers: states.map(|state| part.origin[state as usize]).collect(),
            states: Vec::new(),
            marks: edges.map(|&edge| part.graph.marks(edge).clone()).collect(),
        }
    }

    fn name_states(&mut self, state: impl Fn(u32) -> S) {
        self.states = self.numbers.iter().map(|&number| state(number)).collect();
    }

    fn lasso<A: Automaton<State = S>>(
        self,
        automaton: &mut A,
        near: &Neighbourhood<S>,
    ) -> Option<Lasso<S>> {
        let stem = near.stem(automaton, self.states.first()?)?;
        let next = self.states.iter().cycle().skip(1);
        let steps = self.states.iter().zip(next).zip(self.marks);
        let cycle = steps.map(|((from, to), marks)| LassoStep {
            from: from.clone(),
            marks,
            to: to.clone(),
        });
        let cycle = cycle.collect();
        Some(Lasso { stem, cycle })
    }
}

/// The cycle without its shortcuts, unless these would cost more stem than they save.
fn shortened(part: &Part, formula: &Formula, cycle: Cycle, patience: &mut Patience<'_>) -> Cycle {
    let mut shorter = cycle.clone();
    remove_shortcuts(part, formula, &mut shorter, patience);
    match part.lasso_length(&shorter) < part.lasso_length(&cycle) {
        true => shorter,
        false => cycle,
    }
}

/// A search for the shortest of several lassos.
struct Search<'c, S> {
    condition: &'c Condition,
    formula: Formula,
    /// How many edges may still be looked at.
    patience: Patience<'c>,
    best: Option<Found<S>>,
    /// The length of the best lasso.
    length: u64,
}

impl<'c, S: Clone + Eq + Hash> Search<'c, S> {
    fn new(condition: &'c Condition, means: Means<'c>) -> Self {
        Self {
            condition,
            formula: Formula::new(condition),
            patience: Patience::new(means.effort.steps, means.budget),
            best: None,
            length: u64::MAX,
        }
    }

    /// Looks in the component that the check has found.
    fn component(&mut self, part: &Part) {
        let obligations = Obligations::new(self.condition, &part.graph.all_marks());
        for root in part.nearest_first().into_iter().take(1) {
            for published in [latvala_heljanko::cycle, kesten_pnueli_raviv::cycle] {
                if let Some(cycle) = published(part, &obligations, root) {
                    self.consider(part, cycle);
                }
            }
        }
        self.accepting_part(part);
    }

    /// Looks near the initial states for something shorter.
    fn neighbourhood(&mut self, near: &Neighbourhood<S>) -> Option<Found<S>> {
        let graph = &near.graph;
        // The edges of the last states are not known, and no cycle is looked for there.
        let known = graph.state_count();
        let mut inner = Graph::default();
        for from in 0..known {
            let edges = graph.edges(from).filter(|&(to, _)| to < known);
            edges.for_each(|(to, marks)| inner.add_edge(to, marks));
            inner.end_state();
        }
        let parts = self.accepting_parts(&inner, &Marks::EMPTY);
        let mut parts: Vec<Part> = parts
            .into_iter()
            .map(|found| {
                Part::new(
                    &inner,
                    |state| near.distance(state),
                    found.states,
                    &found.avoided,
                )
            })
            .collect();
        parts.sort_by_key(|part| part.distance.iter().min().copied());
        for part in &parts {
            self.accepting_part(part);
        }
        for part in &parts {
            let relevant = self.condition.mentioned();
            let (formula, length) = (&self.formula, self.length);
            let shorter =
                exhaustive::shortest(part, formula, &relevant, length, &mut self.patience);
            if let Some(cycle) = shorter {
                self.consider(part, cycle);
            }
        }
        self.best.take()
    }

    /// The accepting parts of a graph without the `avoided` marks, as many as a share of the steps shows.
    fn accepting_parts(&mut self, graph: &Graph, avoided: &Marks) -> Vec<Selection> {
        let aside = self.patience.set_aside();
        let parts = accepting_parts(graph, &self.formula, avoided, &mut self.patience);
        self.patience.give_back(aside);
        parts
    }

    /// Looks in a part that is accepting as a whole, and in parts of it that stay away from marks which
    /// oblige to others.
    fn accepting_part(&mut self, part: &Part) {
        self.tours(part);
        let inside = part.graph.all_marks();
        let mut avoided = Marks::EMPTY;
        let mut smaller = None;
        for mark in self.formula.fin().intersection(&inside).iter() {
            let mut more = avoided.clone();
            more.insert(mark);
            let parts = self.accepting_parts(&part.graph, &more);
            let distance = |state: &u32| part.distance[*state as usize];
            let nearest = parts
                .into_iter()
                .min_by_key(|found| found.states.iter().map(distance).min());
            if let Some(found) = nearest {
                smaller = Some(part.restrict(&found.states, &found.avoided));
                avoided = more;
            }
            if self.patience.is_spent() {
                break;
            }
        }
        if let Some(smaller) = smaller {
            self.tours(&smaller);
        }
    }

    /// Tours from several starts, the nearest first.
    fn tours(&mut self, part: &Part) {
        let obligations = Obligations::new(self.condition, &part.graph.all_marks());
        let mut paths = Paths::new(&part.graph);
        let aside = self.patience.set_aside();
        for start in part.nearest_first() {
            let reachable = u64::from(part.distance[start as usize]) + 1 < self.length;
            if !reachable || self.patience.is_spent() {
                break;
            }
            for care in [Care::Careful, Care::Careless] {
                if let Some(cycle) = tour(part, &obligations, start, care, &mut paths) {
                    self.consider(part, cycle);
                }
            }
            self.patience.spend(std::mem::take(&mut paths.steps));
        }
        self.patience.give_back(aside);
    }

    /// Keeps a cycle if, without its shortcuts, it makes the shortest lasso so far.
    fn consider(&mut self, part: &Part, cycle: Cycle) {
        if !self.formula.accepts(&part.marks_of(&cycle)) {
            return;
        }
        let cycle = shortened(part, &self.formula, cycle, &mut self.patience);
        let length = part.lasso_length(&cycle);
        if length < self.length {
            self.length = length;
            self.best = Some(Found::new(part, cycle));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Emptiness, generic};
    use lariat_automata::{Acceptance, Explicit, Label, Labels};

    /// A ring of 40 states with shortcuts.  Each of its clauses Fin(2i) ∨ Fin(2i + 1) can be met in
    /// two ways, and near the initial state all of them are open.
    fn clauses() -> Explicit {
        let (clauses, states) = (24, 40);
        let clause = |i| Condition::any([Condition::Fin(2 * i), Condition::Fin(2 * i + 1)]);
        let acceptance = Acceptance {
            marks: 2 * clauses,
            condition: Condition::all((0..clauses).map(clause)),
        };
        let mut random = fastrand::Rng::with_seed(1);
        let mut automaton = Explicit::new(Labels::default(), acceptance);
        automaton.initial.push(0);
        for _ in 0..states {
            automaton.add_state();
        }
        for state in 0..states {
            let mut add = |marks, to| automaton.add_transition(state, Label::TRUE, marks, to);
            add(Marks::single(state as usize), (state + 1) % states);
            add(Marks::EMPTY, random.u32(..states));
            let mark = random.usize(..2 * clauses);
            add(Marks::single(mark), random.u32(..states));
        }
        automaton
    }

    #[test]
    fn a_condition_with_exponentially_many_branches_costs_no_more_than_the_effort() {
        let automaton = &mut &clauses();
        let budget = &Budget::unlimited();
        let Emptiness::NonEmpty(component) = generic::check(&mut *automaton, budget).answer else {
            panic!("it is accepting");
        };
        let effort = Effort::default();
        let means = Means { effort, budget };
        let (near, part) = surroundings(automaton, &component, means);
        let mut search = Search::new(&automaton.acceptance.condition, means);
        search.component(&part.expect("it is near"));
        assert!(search.best.is_some() && !search.patience.is_spent());
        search.neighbourhood(&near);
        assert!(search.patience.is_spent(), "the search was too easy");
    }
}
