//! One small random system in every language: the same questions get the same answers, those of the definition.
//!
//! A system is a graph whose edges bear actions and whose states bear valuations.  It is written as a labelled
//! transition system, as a DVE model with a process for each action, as a machine in Rust, and as a Kripke
//! structure whose states are the edges, whose labels tell the action that comes next, and whose acceptance condition is the
//! fairness.  What can be written down again is written down, read, and asked once more.
//!
//! The oracle sees none of these, only the graph: it puts fairness into the formula, translates that by the
//! alternating route without any reduction, and looks for an accepting cycle in the whole product by definition.

use std::collections::HashMap;
use std::fmt::Write;

use fastrand::Rng;
use lariat::machine::{Machine, Numbered, Observation};
use lariat::replay::{Claim, Shows, confirm};
use lariat::{
    Answer, Deadlock, Fairness, Method, Property, Question, Source, Strength, Vocabulary, check,
};
use lariat_automata::{Acceptor, Edge, Letter, word};
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_models::aut::Lts;
use lariat_models::dve::Dve;
use lariat_models::kripke::Kripke;
use lariat_models::{Limits, StateSpace, explore_in, export};
use lariat_translate::{Route, unreduced};

const ACTIONS: [&str; 3] = ["send", "receive", "tau"];

/// What formulas speak of: the first six of states, the last three of steps.
const ATOMS: [Meaning; 9] = [
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
enum Meaning {
    /// One of the two valuations.
    Valued(usize),
    Dead,
    Enabled(usize),
    Taken(usize),
}

/// A system; runs start in state 0.
#[derive(Clone, Debug)]
struct Graph {
    /// Source, action, target.
    edges: Vec<(u8, usize, u8)>,
    /// What is true in each state.
    values: Vec<[bool; 2]>,
}

impl Graph {
    fn random(rng: &mut Rng) -> Self {
        let states = rng.u8(1..6);
        let edges = (0..rng.usize(1..10))
            .map(|_| (rng.u8(..states), rng.usize(..3), rng.u8(..states)))
            .collect();
        let values = (0..states).map(|_| [rng.bool(), rng.bool()]).collect();
        Self { edges, values }
    }

    fn leaving(&self, state: u8) -> impl Iterator<Item = &(u8, usize, u8)> {
        self.edges.iter().filter(move |edge| edge.0 == state)
    }

    /// Whether something is true of a step from a state, or where a dead state's run stays.
    fn holds(&self, meaning: Meaning, state: u8, action: Option<usize>) -> bool {
        match meaning {
            Meaning::Valued(which) => self.values[state as usize][which],
            Meaning::Dead => self.leaving(state).next().is_none(),
            Meaning::Enabled(wanted) => self.leaving(state).any(|edge| edge.1 == wanted),
            Meaning::Taken(wanted) => action == Some(wanted),
        }
    }

    fn as_lts(&self) -> Lts {
        let mut text = format!("des (0,{},{})\n", self.edges.len(), self.values.len());
        for (from, action, to) in &self.edges {
            writeln!(text, "({from},{},{to})", ACTIONS[*action]).unwrap();
        }
        Lts::parse(&text).expect("a transition system")
    }

    fn as_dve(&self) -> Dve {
        let mut text = "byte s;\n".to_owned();
        for (number, action) in ACTIONS.iter().enumerate() {
            let mine = self.edges.iter().filter(|edge| edge.1 == number);
            let steps: Vec<String> = mine
                .map(|(from, _, to)| format!("q -> q {{ guard s == {from}; effect s = {to}; }}"))
                .collect();
            let steps = match steps.is_empty() {
                true => String::new(),
                false => format!("trans {};", steps.join(", ")),
            };
            writeln!(text, "process {action} {{ state q; init q; {steps} }}").unwrap();
        }
        Dve::parse(&(text + "system async;")).expect("a model")
    }

    /// A DVE expression that is true in the states with this value.
    fn value_in_dve(&self, which: usize) -> String {
        let states = (0..self.values.len()).filter(|&state| self.values[state][which]);
        let states: Vec<String> = states.map(|state| format!("s == {state}")).collect();
        match states.is_empty() {
            true => "s == 99".to_owned(),
            false => states.join(" || "),
        }
    }

    /// The structure whose states are the edges, and the dead states; its runs are fair to the actions as asked.
    fn as_kripke(&self, fairness: &[(usize, Strength)]) -> Kripke {
        let edges = self
            .edges
            .iter()
            .map(|&(from, action, to)| (from, Some((action, to))));
        let dead =
            (0..self.values.len() as u8).filter(|&state| self.holds(Meaning::Dead, state, None));
        let states: Vec<_> = edges.chain(dead.map(|state| (state, None))).collect();
        let starting_at = |wanted: u8| {
            let numbers = 0..states.len();
            numbers
                .filter(|&number| states[number].0 == wanted)
                .collect::<Vec<usize>>()
        };
        let mut text = "HOA: v1\n".to_owned();
        for state in starting_at(0) {
            writeln!(text, "Start: {state}").unwrap();
        }
        text += "AP: 8 \"p\" \"q\" \"can send\" \"can receive\" \"can tau\" \"send\" \"receive\" \"tau\"\n";
        let mut marks = 0;
        let conditions: Vec<String> = fairness
            .iter()
            .map(|(_, strength)| match strength {
                Strength::Weak => {
                    marks += 1;
                    format!("Inf({})", marks - 1)
                }
                Strength::Strong => {
                    marks += 2;
                    format!("(Fin({}) | Inf({}))", marks - 2, marks - 1)
                }
            })
            .collect();
        let condition = match conditions.is_empty() {
            true => "t".to_owned(),
            false => conditions.join(" & "),
        };
        writeln!(text, "Acceptance: {marks} {condition}\n--BODY--").unwrap();
        for (number, &(state, step)) in states.iter().enumerate() {
            let action = step.map(|(action, _)| action);
            let meanings = ATOMS
                .iter()
                .filter(|meaning| !matches!(meaning, Meaning::Dead));
            let literals: Vec<String> = meanings
                .enumerate()
                .map(
                    |(place, &meaning)| match self.holds(meaning, state, action) {
                        true => place.to_string(),
                        false => format!("!{place}"),
                    },
                )
                .collect();
            let mut sets: Vec<String> = Vec::new();
            let mut next = 0;
            for &(event, strength) in fairness {
                let is_enabled = self.holds(Meaning::Enabled(event), state, action);
                let is_taken = action == Some(event);
                let here: Vec<usize> = match strength {
                    Strength::Weak if is_taken || !is_enabled => vec![next],
                    Strength::Weak => vec![],
                    Strength::Strong => [(is_enabled, next), (is_taken, next + 1)]
                        .into_iter()
                        .filter_map(|(holds, set)| holds.then_some(set))
                        .collect(),
                };
                sets.extend(here.iter().map(ToString::to_string));
                next += if strength == Strength::Weak { 1 } else { 2 };
            }
            let targets: Vec<String> = match step {
                Some((_, to)) => starting_at(to).iter().map(ToString::to_string).collect(),
                None => Vec::new(),
            };
            let label = literals.join("&");
            let (sets, targets) = (sets.join(" "), targets.join(" "));
            writeln!(text, "State: [{label}] {number} {{{sets}}} {targets}").unwrap();
        }
        text += "--END--\n";
        Kripke::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

impl Machine for Graph {
    type State = u8;
    type Action = (usize, u8);

    fn init_states(&self) -> Vec<u8> {
        vec![0]
    }

    fn actions(&self, _: &u8, actions: &mut Vec<(usize, u8)>) {
        // Also those that are not possible here.
        actions.extend(self.edges.iter().map(|&(_, action, to)| (action, to)));
        actions.sort_unstable();
        actions.dedup();
    }

    fn next_state(&self, &state: &u8, &(action, to): &(usize, u8)) -> Option<u8> {
        self.edges.contains(&(state, action, to)).then_some(to)
    }

    fn observations(&self) -> Vec<Observation<u8>> {
        let observation = |name: &str, which: usize| {
            let values = self.values.clone();
            Observation::new(name, move |state: &u8| values[*state as usize][which])
        };
        vec![observation("p", 0), observation("q", 1)]
    }

    fn events(&self) -> Vec<String> {
        ACTIONS.map(str::to_owned).to_vec()
    }

    fn events_of(&self, action: &(usize, u8)) -> Vec<usize> {
        vec![action.0]
    }
}

/// A question about a system.
struct Case {
    graph: Graph,
    formulas: Formulas,
    property: Formula,
    fairness: Vec<(usize, Strength)>,
    deadlock: Deadlock,
}

impl Case {
    fn random(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let graph = Graph::random(&mut rng);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(1..10),
            atoms: ATOMS.len(),
            past: rng.bool(),
        };
        let property = random::formula(&mut rng, &mut formulas, shape);
        let mut fairness = Vec::new();
        let kind = rng.u8(..4);
        for event in 0..3 {
            match (kind, rng.bool()) {
                (1, _) | (3, true) => fairness.push((event, Strength::Weak)),
                (2, _) | (3, false) => fairness.push((event, Strength::Strong)),
                _ => {}
            }
        }
        let deadlock = [Deadlock::Stutter, Deadlock::Drop][rng.usize(..2)];
        Self {
            graph,
            formulas,
            property,
            fairness,
            deadlock,
        }
    }

    /// Which atoms the property mentions.
    fn mentions(&self, wanted: impl Fn(Meaning) -> bool) -> bool {
        self.formulas
            .subformulas(self.property)
            .into_iter()
            .any(|part| match self.formulas.node(part) {
                Node::Atom(atom) => {
                    let name = self.formulas.name(*atom);
                    let mut numbers = 0..ATOMS.len();
                    numbers.any(|number| atom_name(number) == name && wanted(ATOMS[number]))
                }
                _ => false,
            })
    }

    /// Whether the property holds, by the definition; none if the oracle's automaton is too large.
    fn expected(&self) -> Option<bool> {
        let mut formulas = self.formulas.clone();
        let mut parts = vec![formulas.not(self.property)];
        for &(event, strength) in &self.fairness {
            let (enabled, taken) = (atom_name(3 + event), atom_name(6 + event));
            let text = match strength {
                Strength::Weak => format!("FG {enabled} -> GF {taken}"),
                Strength::Strong => format!("GF {enabled} -> GF {taken}"),
            };
            let fair = lariat_ltl::parse(&mut formulas, &text, lariat_ltl::Syntax::Spot);
            parts.push(fair.expect("a formula"));
        }
        let violating = formulas.all(parts);
        let automaton = unreduced(&mut formulas, violating, Route::Alternating).ok()?;
        let meaning: Vec<Meaning> = automaton
            .labels
            .propositions
            .iter()
            .map(|name| ATOMS[(0..ATOMS.len()).find(|&n| atom_name(n) == *name).unwrap()])
            .collect();
        let letter = |state: u8, action: Option<usize>| -> Letter {
            let numbers = 0..meaning.len();
            numbers
                .filter(|&n| self.graph.holds(meaning[n], state, action))
                .collect()
        };
        let mut numbers: HashMap<(u8, u32), u32> = HashMap::new();
        let mut nodes: Vec<(u8, u32)> = Vec::new();
        let mut number = |node: (u8, u32), nodes: &mut Vec<(u8, u32)>| {
            *numbers.entry(node).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            })
        };
        for &reader in &automaton.initial {
            number((0, reader), &mut nodes);
        }
        let mut product: Vec<Vec<Edge<u32>>> = Vec::new();
        while product.len() < nodes.len() {
            let (state, reader) = nodes[product.len()];
            let mut steps: Vec<(Option<usize>, u8)> = self
                .graph
                .leaving(state)
                .map(|&(_, action, to)| (Some(action), to))
                .collect();
            if steps.is_empty() && self.deadlock != Deadlock::Drop {
                steps.push((None, state));
            }
            let mut edges = Vec::new();
            for (action, to) in steps {
                let mut read = Vec::new();
                automaton.successors(&reader, &letter(state, action), &mut read);
                edges.extend(read.into_iter().map(|edge| Edge {
                    to: number((to, edge.to), &mut nodes),
                    marks: edge.marks,
                }));
            }
            product.push(edges);
        }
        Some(!word::has_accepting_cycle(
            &product,
            &automaton.acceptance.condition,
        ))
    }

    /// Whether the property holds of a model that calls the atoms so, and is fair by itself or not.
    fn verdict(
        &self,
        language: &str,
        model: &mut dyn Source,
        names: [String; 9],
        fair: bool,
    ) -> bool {
        let mut vocabulary = Vocabulary::default();
        let says_values = names[0].is_empty();
        for (number, name) in names
            .iter()
            .enumerate()
            .skip(if says_values { 2 } else { 0 })
        {
            let proposition = vocabulary
                .learn(model, name)
                .unwrap_or_else(|unknown| panic!("{language}: {name}: {unknown:?}"));
            vocabulary.name(&atom_name(number), proposition);
        }
        let mut fairness = Fairness::default();
        for &(event, strength) in self.fairness.iter().filter(|_| !fair) {
            let events = model.events();
            // An action that occurs nowhere is not enabled: every run is fair to it.
            if let Some(number) = events.iter().position(|name| name == ACTIONS[event]) {
                fairness.add_event(number, strength);
            }
        }
        let property = Property::Formula(self.property);
        let question = Question {
            property: &property,
            assumptions: &[],
            fairness: &fairness,
            deadlock: self.deadlock,
            vocabulary: &vocabulary,
        };
        let mut formulas = self.formulas.clone();
        let compiled = model.compiled();
        let outcome = check(&*compiled, &mut formulas, &question, &Method::default());
        match outcome
            .unwrap_or_else(|error| panic!("{language}: {error}"))
            .answer
        {
            Answer::Holds { .. } => true,
            Answer::Undecided(obstacle) => panic!("{language}: {obstacle}"),
            Answer::Violated(run) => {
                let claim = Claim {
                    formulas: &formulas,
                    vocabulary: &vocabulary,
                    shows: Shows::Violates(self.property),
                    assumptions: &[],
                    fairness: &fairness,
                    deadlock: self.deadlock,
                };
                confirm(model, &run, &claim).unwrap_or_else(|doubt| panic!("{language}: {doubt}"));
                false
            }
        }
    }

    /// The verdicts in all languages that can tell the property.
    fn verdicts(&self) -> Vec<(&'static str, bool)> {
        let graph = &self.graph;
        let of_events = |p: String, q: String| {
            let [enabled, taken] =
                ["enabled", "taken"].map(|word| ACTIONS.map(|action| format!("{word}({action})")));
            let [a, b, c] = enabled;
            let [d, e, f] = taken;
            [p, q, "dead".to_owned(), a, b, c, d, e, f]
        };
        let plain = || of_events("p".to_owned(), "q".to_owned());
        let in_dve = of_events(graph.value_in_dve(0), graph.value_in_dve(1));
        let of_edges = [
            "p",
            "q",
            "dead",
            "can send",
            "can receive",
            "can tau",
            "send",
            "receive",
            "tau",
        ]
        .map(str::to_owned);
        let mut kripke = graph.as_kripke(&self.fairness);
        let mut verdicts = vec![
            (
                "DVE",
                self.verdict("DVE", &mut graph.as_dve(), in_dve, false),
            ),
            (
                "Rust",
                self.verdict("Rust", &mut Numbered::new(graph.clone()), plain(), false),
            ),
            (
                "HOA",
                self.verdict("HOA", &mut kripke, of_edges.clone(), true),
            ),
            (
                "HOA again",
                self.verdict("HOA again", &mut written_as_hoa(&kripke), of_edges, true),
            ),
        ];
        if !self.mentions(|meaning| matches!(meaning, Meaning::Valued(_))) {
            let mut lts = graph.as_lts();
            let mut names = of_events(String::new(), String::new());
            for (place, action) in ACTIONS.iter().enumerate() {
                names[6 + place] = (*action).to_owned();
            }
            verdicts.push(("AUT", self.verdict("AUT", &mut lts, names.clone(), false)));
            let mut again = written_as_aut(&lts);
            verdicts.push((
                "AUT again",
                self.verdict("AUT again", &mut again, names, false),
            ));
        }
        verdicts
    }
}

/// The reachable part, written down and read.
fn written_as_hoa(model: &Kripke) -> Kripke {
    let mut model = model.clone();
    let names = model.proposition_names().to_vec();
    for name in &names {
        model.watch(name).expect("its own");
    }
    let mut space = StateSpace::new(&model, usize::MAX);
    let counts = explore_in(&mut space, Limits::default(), |_| true);
    let mut text = Vec::new();
    export::kripke_structure(&mut space, &names, &mut text).expect("memory can be written to");
    let again =
        Kripke::parse(&String::from_utf8(text).expect("text")).expect("what is written is read");
    assert_eq!(again.state_count(), counts.states);
    again
}

fn written_as_aut(model: &Lts) -> Lts {
    let mut space = StateSpace::new(model, usize::MAX);
    let counts = explore_in(&mut space, Limits::default(), |_| true);
    let mut text = Vec::new();
    export::aldebaran(&mut space, counts.transitions, &mut text).expect("memory can be written to");
    let again =
        Lts::parse(&String::from_utf8(text).expect("text")).expect("what is written is read");
    assert_eq!(again.state_count(), counts.states);
    assert_eq!(again.transition_count() as u64, counts.transitions);
    again
}

#[test]
fn all_languages_agree_with_the_definition() {
    let count = match std::env::var_os("LARIAT_FULL") {
        Some(_) => 40_000,
        None => 1_000,
    };
    let start = 5_000_000;
    println!("seeds from {start}");
    // Held and violated, without fairness, with weak, with strong, with mixed.
    let mut counts = [[0; 2]; 4];
    let mut as_lts = 0;
    for seed in start..start + count {
        let case = Case::random(seed);
        let Some(expected) = case.expected() else {
            continue;
        };
        let verdicts = case.verdicts();
        for (language, holds) in &verdicts {
            assert_eq!(
                *holds, expected,
                "seed {seed}, {language}: {:?}",
                case.graph
            );
        }
        as_lts += usize::from(verdicts.len() == 6);
        let weak = case
            .fairness
            .iter()
            .any(|(_, strength)| *strength == Strength::Weak);
        let strong = case
            .fairness
            .iter()
            .any(|(_, strength)| *strength == Strength::Strong);
        counts[usize::from(weak) + 2 * usize::from(strong)][usize::from(!expected)] += 1;
    }
    println!("held and violated, by fairness: {counts:?}; {as_lts} also as a transition system");
    let least = count as usize / 40;
    assert!(
        counts.iter().flatten().all(|&count| count > least),
        "lopsided: {counts:?}"
    );
    assert!(as_lts > least, "{as_lts}");
}
