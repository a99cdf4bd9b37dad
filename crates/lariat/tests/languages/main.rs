//! One small random system in every language: the same questions get the same answers, those of the definition.
//!
//! A system is a graph whose edges bear actions and whose states bear valuations.  It is written as a labelled
//! transition system, as a DVE model with a process for each action, as a machine in Rust, as a net with a transition for each
//! action (if none stands on two edges), and as a Kripke structure whose states are the edges, whose labels tell the action that
//! comes next, and whose acceptance condition is the fairness.  What can be written down again is written down, read, and asked
//! once more.
//!
//! The oracle sees none of these, only the graph: it puts fairness into the formula, translates that by the
//! alternating route without any reduction, and looks for an accepting cycle in the whole product by definition.

mod graph;
mod written;

use fastrand::Rng;
use lariat::engine::{Answer, check};
use lariat::machine::MachineModel;
use lariat::question::{Method, Property, Question};
use lariat_automata::{Acceptance, Letter, Marks};
use lariat_budget::Budget;
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_model::{Deadlock, Fairness, Model, Source, Strength, Vocabulary};
use lariat_translate::{Route, unreduced};
use lariat_witness::confirm;

use graph::{ACTIONS, ATOMS, Graph, Meaning};
use lariat_testkit::product::{ReadStep, has_run};
use lariat_testkit::rounds;
use written::{written_as_aut, written_as_hoa};

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

    /// Whether the property mentions such an atom.
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
        let automaton = unreduced(
            &mut formulas,
            violating,
            Route::Alternating,
            &Budget::unlimited(),
        )
        .ok()?;
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
        let step = |state: u8, action: Option<usize>, to: u8| ReadStep {
            letter: letter(state, action),
            marks: Marks::EMPTY,
            to,
        };
        let steps = |&state: &u8| {
            let leaving = self.graph.leaving(state);
            let mut steps: Vec<ReadStep<u8>> = leaving
                .map(|&(_, action, to)| step(state, Some(action), to))
                .collect();
            if steps.is_empty() && self.deadlock != Deadlock::Drop {
                steps.push(step(state, None, state));
            }
            steps
        };
        Some(!has_run([0], steps, &Acceptance::all(), &automaton))
    }

    /// Whether the property holds of a model that calls the atoms so, and is fair by itself or not.
    fn verdict<M: Source + Model>(
        &self,
        language: &str,
        model: &mut M,
        names: [String; 9],
        fair: bool,
    ) -> bool {
        let mut vocabulary = Vocabulary::default();
        let lacks_values = names[0].is_empty();
        for (number, name) in names
            .iter()
            .enumerate()
            .skip(if lacks_values { 2 } else { 0 })
        {
            let proposition = vocabulary
                .learn(model, name)
                .unwrap_or_else(|unknown| panic!("{language}: {name}: {unknown:?}"));
            vocabulary.name(&atom_name(number), proposition);
        }
        let mut fairness = Fairness::default();
        for &(event, strength) in self.fairness.iter().filter(|_| !fair) {
            let events = Source::events(model);
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
            formulas: &self.formulas,
            vocabulary: &vocabulary,
        };
        let (searched, budget) = (model.model(), Budget::unlimited());
        let finding = check(&searched, &question, &Method::default(), &budget);
        match finding
            .unwrap_or_else(|error| panic!("{language}: {error}"))
            .answer
        {
            Answer::Holds { .. } => true,
            Answer::Undecided(obstacle) => panic!("{language}: {obstacle}"),
            Answer::Violated(run) => {
                confirm(model, run, &question.claim())
                    .unwrap_or_else(|doubt| panic!("{language}: {doubt}"));
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
                self.verdict(
                    "Rust",
                    &mut MachineModel::new(graph.clone()),
                    plain(),
                    false,
                ),
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
        if graph.has_distinct_actions() {
            let in_net = of_events(graph.value_in_net(0), graph.value_in_net(1));
            let holds = self.verdict("PNML", &mut graph.as_net(), in_net, false);
            verdicts.push(("PNML", holds));
        }
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

#[test]
fn all_languages_agree_with_the_definition() {
    let count = rounds(1_000, 40_000);
    let start = 5_000_000;
    println!("seeds from {start}");
    // Held and violated, without fairness, with weak, with strong, with mixed.
    let mut counts = [[0; 2]; 4];
    let (mut as_lts, mut as_net) = (0, 0);
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
        let is_in = |wanted: &str| usize::from(verdicts.iter().any(|(name, _)| *name == wanted));
        as_lts += is_in("AUT");
        as_net += is_in("PNML");
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
    println!(
        "held and violated, by fairness: {counts:?}; {as_lts} also as a transition system, {as_net} as a net"
    );
    let least = count as usize / 40;
    assert!(
        counts.iter().flatten().all(|&count| count > least),
        "lopsided: {counts:?}"
    );
    assert!(as_lts > least && as_net > least, "{as_lts} {as_net}");
}
