//! Obligations as minimal weak deterministic automata.
//!
//! A language is an obligation iff a weak deterministic Büchi automaton recognises it, and then there
//! is a smallest one, as for finite words.  Following [dax.07.atva]: the subset construction gives
//! the states; whether one of its components accepts is read off any single loop in it, because in a
//! weak automaton all loops of a component agree; the result is minimised as a finite automaton after
//! colouring its components [loding.01.ipl].
//!
//! All that is right only if the language is an obligation.  Either the caller knows, from the syntax
//! of a formula, or the original is weak and deterministic itself, or the result is checked: the
//! original may accept nothing outside it, and an automaton of the complement nothing in it.  A
//! deterministic automaton that is not weak has no weak deterministic equivalent [landweber.69.mst].

use lariat_automata::scc::{Components, components};
use lariat_automata::{BitSet, Edge, Explicit, Marks, StateId};
use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::effort::Effort;
use super::graph::{Graph, Move};
use super::intersection::{has_fair_component, intersect};
use super::letters::{LetterSet, Letters};
use super::minimize::Complement;
use super::powerset::Powerset;
use super::{Knowledge, ReduceOptions, graph_of, released, tidy};

/// The minimal weak deterministic automaton of the same language, without its rejecting sink.
///
/// `None` if the language is no obligation, or a limit of `options` came first, or the automaton is
/// not generalized Büchi.
pub fn minimize_obligation(
    automaton: &Explicit,
    knowledge: Knowledge<'_>,
    options: &ReduceOptions,
    budget: &Budget,
) -> Result<Option<Explicit>, Exhausted> {
    let mut automaton = automaton.clone();
    automaton.labels.bdds.obey(budget);
    let minimal = minimal(automaton, knowledge, options, budget);
    budget.check()?;
    minimal.map(released).transpose()
}

fn minimal(
    mut automaton: Explicit,
    knowledge: Knowledge<'_>,
    options: &ReduceOptions,
    budget: &Budget,
) -> Option<Explicit> {
    let (mut graph, letters) = graph_of(&automaton, options, budget)?;
    tidy(&mut graph);
    let candidate = Candidate::new(&graph, &letters, knowledge.obligation, options, budget)?;
    let mut complement = Complement::new(knowledge, &letters, budget);
    let is_right = candidate.is_certain()
        || complement.avoids(candidate.graph(), &mut automaton.labels, options);
    is_right.then(|| {
        let graph = candidate.into_graph();
        graph.into_explicit(automaton.name, automaton.labels, &letters)
    })
}

/// A minimal weak deterministic automaton that accepts at least what the original does.
pub(crate) struct Candidate {
    graph: Graph,
    certain: bool,
}

impl Candidate {
    /// The candidate for a tidy automaton; `None` if its language is no obligation for sure.
    pub(crate) fn new(
        graph: &Graph,
        letters: &Letters,
        obligation: bool,
        options: &ReduceOptions,
        budget: &Budget,
    ) -> Option<Self> {
        if !letters.is_exact() {
            return None;
        }
        let deterministic = graph.is_deterministic();
        if deterministic && !graph.is_weak() {
            return None;
        }
        let effort = Effort::new(options.comparisons, budget);
        let weak = WeakAutomaton::of_loops(graph, options.subsets, &effort)?;
        let weak = weak.minimized(effort)?;
        let certain = obligation || deterministic;
        if !certain {
            let outside = weak.graph(|accepting| !accepting);
            if intersect(&outside, graph, options.product_states, budget) != Some(false) {
                return None;
            }
        }
        let mut graph = weak.graph(|accepting| accepting);
        tidy(&mut graph);
        Some(Self { graph, certain })
    }

    /// Whether it is known to accept no more than the original.
    pub(crate) fn is_certain(&self) -> bool {
        self.certain
    }

    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(crate) fn into_graph(self) -> Graph {
        self.graph
    }
}

/// A complete deterministic automaton, from state 0; a run is accepting if it stays in accepting
/// states.
struct WeakAutomaton {
    next: Vec<Box<[StateId]>>,
    accepting: Vec<bool>,
}

impl WeakAutomaton {
    /// The subset automaton in which a component accepts if one of its loops is accepted.
    fn of_loops(graph: &Graph, subsets: usize, effort: &Effort) -> Option<Self> {
        let powerset = Powerset::new(graph, subsets, effort)?;
        let found = components(powerset.len(), [0], |from, out| {
            out.extend(powerset.next[from as usize].iter().map(|&to| Edge {
                to,
                marks: Marks::EMPTY,
            }));
        });
        let colors = colors(graph, &powerset, &found, effort.budget())?;
        let accepting = found
            .of
            .iter()
            .map(|&c| colors[c as usize].is_multiple_of(2));
        Some(Self {
            accepting: accepting.collect(),
            next: powerset.next,
        })
    }

    /// The quotient by the coarsest partition that respects acceptance and letters (Moore); `None` if
    /// looking at edges takes more than the effort.
    fn minimized(&self, mut effort: Effort) -> Option<Self> {
        let edges = self.next.iter().map(|next| next.len() as u64).sum();
        let mut class: Vec<StateId> = self.accepting.iter().map(|&a| a.into()).collect();
        let mut count = 0;
        loop {
            effort.spend(edges)?;
            effort.budget().check().ok()?;
            let mut numbers: FxHashMap<Vec<StateId>, StateId> = FxHashMap::default();
            let mut refined = Vec::with_capacity(class.len());
            for (state, next) in self.next.iter().enumerate() {
                let targets = next.iter().map(|&to| class[to as usize]);
                let signature = std::iter::once(class[state]).chain(targets).collect();
                let fresh = numbers.len() as StateId;
                refined.push(*numbers.entry(signature).or_insert(fresh));
            }
            class = refined;
            if numbers.len() == count {
                break;
            }
            count = numbers.len();
        }
        let mut minimal = Self {
            next: Vec::with_capacity(count),
            accepting: Vec::with_capacity(count),
        };
        for (state, next) in self.next.iter().enumerate() {
            // Classes are numbered by their first states, so that state 0 stays the first.
            if class[state] as usize == minimal.next.len() {
                minimal.accepting.push(self.accepting[state]);
                let next = next.iter().map(|&to| class[to as usize]);
                minimal.next.push(next.collect());
            }
        }
        Some(minimal)
    }

    /// The automaton as a graph, with the mark on every edge that leaves a state that is `good`.
    fn graph(&self, good: impl Fn(bool) -> bool) -> Graph {
        let moves = self.next.iter().zip(&self.accepting).map(|(next, &state)| {
            let mut by_target: FxHashMap<StateId, LetterSet> = FxHashMap::default();
            for (letter, &to) in next.iter().enumerate() {
                by_target.entry(to).or_default().insert(letter);
            }
            let marks: Marks = good(state).then_some(0).into_iter().collect();
            let edge = |(to, letters)| Move {
                letters,
                marks: marks.clone(),
                to,
            };
            let mut moves: Vec<Move> = by_target.into_iter().map(edge).collect();
            moves.sort_unstable_by_key(|edge| edge.to);
            moves
        });
        Graph {
            letters: self.next[0].len(),
            marks: 1,
            initial: vec![0],
            moves: moves.collect(),
        }
    }
}

/// A colour for each component, even where accepting, not below those that it leads to, and smallest
/// with that: the normal form under which equal languages mean equal colours.  `None` if the budget
/// ends before.
fn colors(
    graph: &Graph,
    powerset: &Powerset,
    found: &Components,
    budget: &Budget,
) -> Option<Vec<u32>> {
    let mut colors: Vec<u32> = Vec::with_capacity(found.count);
    for (component, members) in found.members().iter().enumerate() {
        budget.check().ok()?;
        let successors = members.iter().flat_map(|&s| &powerset.next[s as usize]);
        let reached = successors.map(|&to| found.of[to as usize] as usize);
        let least = reached.filter(|&c| c != component).map(|c| colors[c]).max();
        let least = least.unwrap_or(0);
        let color = if found.trivial[component] {
            least
        } else {
            let (state, word) = shortest_loop(powerset, found, members);
            let rejecting = !accepts_loop(graph, &powerset.sets[state as usize], &word);
            least + ((least & 1) ^ u32::from(rejecting))
        };
        colors.push(color);
    }
    Some(colors)
}

/// A state of the component and a word that leads back to it.
fn shortest_loop(
    powerset: &Powerset,
    found: &Components,
    members: &[StateId],
) -> (StateId, Vec<usize>) {
    for &state in members {
        let mut next = powerset.next[state as usize].iter();
        if let Some(letter) = next.position(|&to| to == state) {
            return (state, vec![letter]);
        }
    }
    let start = members[0];
    let mut parent: FxHashMap<StateId, (StateId, usize)> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([start]);
    'search: while let Some(state) = queue.pop_front() {
        for (letter, &to) in powerset.next[state as usize].iter().enumerate() {
            if found.together(start, to) && !parent.contains_key(&to) {
                parent.insert(to, (state, letter));
                if to == start {
                    break 'search;
                }
                queue.push_back(to);
            }
        }
    }
    let mut word = Vec::new();
    let mut state = start;
    loop {
        let (before, letter) = parent[&state];
        word.push(letter);
        state = before;
        if state == start {
            break;
        }
    }
    word.reverse();
    (start, word)
}

/// Whether the automaton accepts `word`^ω from one of the states.
fn accepts_loop(graph: &Graph, states: &BitSet, word: &[usize]) -> bool {
    let count = graph.state_count();
    let mut edges = Vec::with_capacity(count * word.len());
    for (position, &letter) in word.iter().enumerate() {
        let next = (position + 1) % word.len() * count;
        for moves in &graph.moves {
            let reading = moves.iter().filter(|edge| edge.letters.contains(letter));
            let edge = |edge: &Move| Edge {
                to: next as StateId + edge.to,
                marks: edge.marks.clone(),
            };
            edges.push(reading.map(edge).collect());
        }
    }
    has_fair_component(&edges, states.iter().map(|s| s as StateId), graph.marks)
}
