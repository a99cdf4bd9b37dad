//! Random models with random property processes: the search against the product by definition.
//!
//! The oracle shares nothing with the search but the interpreter of the model without its property process, whose moves the
//! test makes itself.

use std::collections::HashMap;
use std::sync::Arc;

use lariat::engine::{Answer, check};
use lariat::question::{Method, Property, Question};
use lariat::shorten;
use lariat_automata::{Condition, Edge, Letter, Marks, word};
use lariat_budget::Budget;
use lariat_ltl::Formulas;
use lariat_model::{Deadlock, Fairness, Model, Source, Strength, Successors, Vocabulary};
use lariat_models::dve::{Compiled, Dve};
use lariat_space::explore;
use lariat_testkit::{random_dve, rounds};
use lariat_witness::confirm;

/// More states than this are too many for the oracle.
const MOST_STATES: u64 = 120;
/// A counter of a property process stays below this.
const COUNTER: u32 = 3;

/// A transition of a property process.
struct Move {
    from: u32,
    to: u32,
    /// The system is, or is not, as the proposition of this number says.
    guard: Option<(usize, bool)>,
    /// The counter has this value.
    at: Option<u32>,
    counts: bool,
}

/// A property process: locations from 0, where it starts.
struct Observer {
    locations: u32,
    accepting: Vec<u32>,
    moves: Vec<Move>,
    has_counter: bool,
}

impl Observer {
    fn random(propositions: usize, random: &mut fastrand::Rng) -> Self {
        let locations = random.u32(1..4);
        let has_counter = random.bool();
        let guard = |random: &mut fastrand::Rng| {
            let number = random.usize(..propositions);
            (random.u8(..4) > 0).then(|| (number, random.bool()))
        };
        let moves = (0..random.usize(locations as usize..8)).map(|_| Move {
            from: random.u32(..locations),
            to: random.u32(..locations),
            guard: guard(random),
            at: (has_counter && random.bool()).then(|| random.u32(..COUNTER)),
            counts: has_counter && random.bool(),
        });
        Self {
            moves: moves.collect(),
            accepting: (0..locations).filter(|_| random.bool()).collect(),
            locations,
            has_counter,
        }
    }

    fn dve(&self, propositions: &[String]) -> String {
        let names = |locations: &mut dyn Iterator<Item = u32>| {
            let names: Vec<String> = locations.map(|number| format!("q{number}")).collect();
            names.join(", ")
        };
        let mut text = "process Observer {\n".to_owned();
        if self.has_counter {
            text += "byte n = 0;\n";
        }
        text += &format!("state {};\ninit q0;\n", names(&mut (0..self.locations)));
        if !self.accepting.is_empty() {
            text += &format!("accept {};\n", names(&mut self.accepting.iter().copied()));
        }
        let moves: Vec<String> = self.moves.iter().map(|m| m.dve(propositions)).collect();
        text + &format!("trans\n  {};\n}}\n", moves.join(",\n  "))
    }
}

impl Move {
    fn dve(&self, propositions: &[String]) -> String {
        let mut guards = Vec::new();
        if let Some((number, wanted)) = self.guard {
            let not = if wanted { "" } else { "not " };
            guards.push(format!("{not}({})", propositions[number]));
        }
        guards.extend(self.at.map(|value| format!("n == {value}")));
        let mut text = format!("q{} -> q{} {{ ", self.from, self.to);
        if !guards.is_empty() {
            text += &format!("guard {}; ", guards.join(" && "));
        }
        if self.counts {
            text += &format!("effect n = (n + 1) % {COUNTER}; ");
        }
        text + "}"
    }
}

/// A model with and without a property process, and the fairness under which it runs.
struct Case {
    seed: u64,
    plain: Dve,
    watched: Vec<usize>,
    observer: Observer,
    text: String,
    fairness: Fairness,
    deadlock: Deadlock,
}

impl Case {
    fn new(seed: u64) -> Option<Self> {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = random_dve::model(seed);
        let before = text.strip_suffix("system async;\n")?;
        let mut plain = Dve::parse(&text).expect("the generator writes models");
        let limits = Budget::unlimited().with_states(MOST_STATES);
        if explore(&plain, &limits).stopped.is_some() {
            return None;
        }
        let is_array = text.contains("g0[");
        let global = if is_array { "g0[0]" } else { "g0" };
        let propositions = [
            "P0.s0".to_owned(),
            "P1.s1".to_owned(),
            format!("{global} == {}", random.u8(..3)),
        ];
        let watch = |text: &String| plain.watch(text).expect("the model has these names");
        let watched = propositions.iter().map(watch).collect();
        let observer = Observer::random(propositions.len(), &mut random);
        let process = observer.dve(&propositions);
        let mut fairness = Fairness::default();
        for event in 0..plain.schema().events.len() {
            match random.u8(..5) {
                0 => fairness.add_event(event, Strength::Weak),
                1 => fairness.add_event(event, Strength::Strong),
                _ => {}
            }
        }
        Some(Self {
            seed,
            text: format!("{before}{process}system async property Observer;\n"),
            plain,
            watched,
            observer,
            fairness,
            deadlock: *random.choice(&[Deadlock::Stutter, Deadlock::Stutter, Deadlock::Drop])?,
        })
    }

    /// Whether the property process accepts no fair run, by definition.
    fn expected(&self) -> bool {
        let mut stepper = self.plain.reference();
        let mut words = Vec::new();
        stepper.initial(&mut words);
        let mut numbers = HashMap::new();
        let mut nodes = Vec::new();
        let mut number = |node: (Vec<u32>, u32, u32), nodes: &mut Vec<_>| {
            *numbers.entry(node.clone()).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u32 - 1
            })
        };
        for state in words.chunks_exact(stepper.width()) {
            number((state.to_vec(), 0, 0), &mut nodes);
        }
        let mut graph: Vec<Vec<Edge<u32>>> = Vec::new();
        while graph.len() < nodes.len() {
            let (state, location, counter) = nodes[graph.len()].clone();
            let mut letter = Letter::EMPTY;
            let observed = stepper.observe(&state, &self.watched, &mut letter);
            observed.expect("these propositions have values");
            let is_open = |m: &&Move| {
                m.from == location
                    && m.at.is_none_or(|value| value == counter)
                    && m.guard
                        .is_none_or(|(p, wanted)| letter.contains(self.watched[p]) == wanted)
            };
            let mut edges = Vec::new();
            for (to, mut marks) in self.steps(&state) {
                if self.observer.accepting.contains(&location) {
                    marks.insert(0);
                }
                for m in self.observer.moves.iter().filter(is_open) {
                    let counter = (counter + u32::from(m.counts)) % COUNTER;
                    edges.push(Edge {
                        to: number((to.clone(), m.to, counter), &mut nodes),
                        marks: marks.clone(),
                    });
                }
            }
            graph.push(edges);
        }
        let fair = self.fairness.events.iter().map(|&(event, strength)| {
            let (enabled, idle, taken) = (3 * event + 1, 3 * event + 2, 3 * event + 3);
            match strength {
                Strength::Weak => Condition::any([Condition::Inf(idle), Condition::Inf(taken)]),
                Strength::Strong => {
                    Condition::any([Condition::Fin(enabled), Condition::Inf(taken)])
                }
            }
        });
        let condition = Condition::all(fair.chain([Condition::Inf(0)]));
        !word::has_accepting_cycle(&graph, &condition)
    }

    /// Where a step leads, and its marks: 3e + 1 where event e is enabled, 3e + 2 where it is not, 3e + 3 if it is taken.
    fn steps(&self, state: &[u32]) -> Vec<(Vec<u32>, Marks)> {
        let mut stepper = self.plain.reference();
        let mut found = Successors::default();
        stepper.successors(state, &mut found);
        let events = |step| {
            let mut events = Vec::new();
            self.plain.each_event(step, &mut |event| events.push(event));
            events
        };
        let enabled: Vec<usize> = found.steps.iter().flat_map(|&step| events(step)).collect();
        let here: Marks = (0..self.plain.schema().events.len())
            .map(|event| 3 * event + if enabled.contains(&event) { 1 } else { 2 })
            .collect();
        let targets = found.states.chunks_exact(stepper.width());
        let mut steps: Vec<_> = targets
            .zip(&found.steps)
            .map(|(to, &step)| {
                let taken: Marks = events(step)
                    .into_iter()
                    .map(|event| 3 * event + 3)
                    .collect();
                (to.to_vec(), here.union(&taken))
            })
            .collect();
        let is_dead = found.steps.is_empty() && found.failures.is_empty();
        if is_dead && self.deadlock == Deadlock::Stutter {
            steps.push((state.to_vec(), here));
        }
        steps
    }

    /// Asks about a model and compares the answer.
    fn ask(
        &self,
        searched: &Arc<dyn Model>,
        trusted: &dyn Model,
        property: &Property,
        vocabulary: &Vocabulary,
        expected: bool,
    ) {
        let is_own = matches!(property, Property::Own);
        let context = format!("seed {}, own {is_own}:\n{}", self.seed, self.text);
        let formulas = Formulas::new();
        let question = Question {
            property,
            assumptions: &[],
            fairness: &self.fairness,
            // The product does by itself what is to become of deadlocked runs.
            deadlock: match is_own {
                true => Deadlock::Drop,
                false => self.deadlock,
            },
            formulas: &formulas,
            vocabulary,
        };
        let (method, budget) = (Method::default(), Budget::unlimited());
        let finding = check(searched, &question, &method, &budget);
        match finding.expect("decidable").answer {
            Answer::Holds { .. } => assert!(expected, "holds: {context}"),
            Answer::Undecided(obstacle) => panic!("{obstacle}: {context}"),
            Answer::Violated(run) => {
                assert!(!expected, "violated: {context}");
                let claim = question.claim();
                let shortened = shorten(trusted, run, &claim);
                let shorter = shortened.unwrap_or_else(|doubt| panic!("{doubt}: {context}"));
                confirm(trusted, shorter.run().clone(), &claim)
                    .unwrap_or_else(|doubt| panic!("{doubt}: {context}"));
            }
        }
    }
}

#[test]
fn property_processes_agree_with_the_definition() {
    let count = rounds(2_000, 40_000);
    let start = 20_261_117;
    println!("seeds from {start}");
    let (mut verdicts, mut counting, mut fair) = ([0; 2], 0, 0);
    for seed in start..start + count {
        let Some(case) = Case::new(seed) else {
            continue;
        };
        let expected = case.expected();
        verdicts[usize::from(expected)] += 1;
        fair += usize::from(!case.fairness.events.is_empty());
        let mut model =
            Dve::parse(&case.text).unwrap_or_else(|errors| panic!("{errors}: {}", case.text));
        let observed = model.observed(case.deadlock);
        let observed = observed.expect("it has a property process");
        let vocabulary = Vocabulary::default();
        case.ask(&observed, &*observed, &Property::Own, &vocabulary, expected);
        match model.own_automaton() {
            None => counting += 1,
            Some((automaton, propositions)) => {
                let mut vocabulary = Vocabulary::default();
                for (name, proposition) in automaton.labels.propositions.iter().zip(propositions) {
                    vocabulary.name(name, proposition);
                }
                let compiled: Arc<dyn Model> = Arc::new(Compiled::new(model.clone()));
                let property = Property::Never(automaton);
                case.ask(&compiled, &model, &property, &vocabulary, expected);
            }
        }
    }
    println!("{verdicts:?} violated and hold, {counting} count, {fair} with fairness");
    let least = count as usize / 20;
    let all = [verdicts[0], verdicts[1], counting, fair];
    assert!(
        all.iter().all(|&number| number > least),
        "lopsided: {all:?}"
    );
}
