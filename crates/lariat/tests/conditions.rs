//! Random Kripke structures under random Emerson–Lei conditions: every check against the explicit product by definition.
//!
//! The oracle reads the random structure itself, not the text that was written of it.

use std::fmt::Write;

use fastrand::Rng;
use lariat::engine::{Answer, CheckError, check};
use lariat::question::{Method, Property, Question};
use lariat_automata::{Acceptance, Condition, Letter, Marks, hoa};
use lariat_budget::Budget;
use lariat_emptiness::Algorithm;
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas};
use lariat_model::{Deadlock, Fairness, Source, Vocabulary};
use lariat_models::kripke::Kripke;
use lariat_translate::{Route, unreduced};
use lariat_witness::confirm;

use lariat_testkit::product::{ReadStep, has_run};
use lariat_testkit::rounds;

const SETS: usize = 4;

struct Structure {
    initial: Vec<u32>,
    targets: Vec<Vec<u32>>,
    values: Vec<[bool; 2]>,
    marks: Vec<Marks>,
    condition: Condition,
}

impl Structure {
    fn random(rng: &mut Rng) -> Self {
        let states = rng.u32(1..7);
        let numbers =
            |rng: &mut Rng, most: u32| (0..rng.u32(..most)).map(|_| rng.u32(..states)).collect();
        let marks = |rng: &mut Rng| (0..SETS).filter(|_| rng.u8(..3) == 0).collect();
        let mut initial: Vec<u32> = numbers(rng, 3);
        initial.push(rng.u32(..states));
        Self {
            initial,
            targets: (0..states).map(|_| numbers(rng, 4)).collect(),
            values: (0..states).map(|_| [rng.bool(), rng.bool()]).collect(),
            marks: (0..states).map(|_| marks(rng)).collect(),
            condition: condition(rng, 3),
        }
    }

    fn acceptance(&self) -> Acceptance {
        Acceptance {
            marks: SETS,
            condition: self.condition.clone(),
        }
    }

    fn text(&self) -> String {
        let mut text = "HOA: v1\n".to_owned();
        for state in &self.initial {
            writeln!(text, "Start: {state}").unwrap();
        }
        text += "AP: 2 \"p\" \"q\"\n";
        text += hoa::acceptance_lines(&self.acceptance())
            .lines()
            .last()
            .expect("the condition");
        text += "\n--BODY--\n";
        for (state, targets) in self.targets.iter().enumerate() {
            let [p, q] = self.values[state].map(|holds| if holds { "" } else { "!" });
            let sets: Vec<String> = self.marks[state]
                .iter()
                .map(|set| set.to_string())
                .collect();
            writeln!(text, "State: [{p}0&{q}1] {state} {{{}}}", sets.join(" ")).unwrap();
            let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
            writeln!(text, "{}", targets.join(" ")).unwrap();
        }
        text + "--END--\n"
    }

    /// Whether some run is fair and accepted by the automaton, by definition.
    fn has_run(&self, automaton: &lariat_automata::Explicit, deadlock: Deadlock) -> bool {
        let letter = |state: u32| -> Letter {
            let holds = |name: &String| match (0..3).find(|&n| atom_name(n) == *name) {
                Some(2) => self.targets[state as usize].is_empty(),
                Some(which) => self.values[state as usize][which],
                None => panic!("{name} is no atom"),
            };
            let names = automaton.labels.propositions.iter().enumerate();
            names
                .filter(|(_, name)| holds(name))
                .map(|(number, _)| number)
                .collect()
        };
        let steps = |&state: &u32| {
            let mut targets = self.targets[state as usize].clone();
            if targets.is_empty() && deadlock != Deadlock::Drop {
                targets.push(state);
            }
            let step = |to| ReadStep {
                letter: letter(state),
                marks: self.marks[state as usize].clone(),
                to,
            };
            targets.into_iter().map(step).collect()
        };
        has_run(
            self.initial.iter().copied(),
            steps,
            &self.acceptance(),
            automaton,
        )
    }
}

fn condition(rng: &mut Rng, depth: usize) -> Condition {
    let set = rng.usize(..SETS);
    match rng.u8(..if depth == 0 { 4 } else { 8 }) {
        0 | 1 => Condition::Inf(set),
        2 | 3 => Condition::Fin(set),
        4 | 5 => Condition::all([condition(rng, depth - 1), condition(rng, depth - 1)]),
        _ => Condition::any([condition(rng, depth - 1), condition(rng, depth - 1)]),
    }
}

/// The answers of all checks that decide the question; each counterexample is replayed.
fn answers(
    model: &mut Kripke,
    formulas: &Formulas,
    property: Formula,
    deadlock: Deadlock,
) -> Vec<(Option<Algorithm>, bool)> {
    let mut vocabulary = Vocabulary::default();
    for (number, name) in ["p", "q", "dead"].iter().enumerate() {
        let proposition = vocabulary.learn(model, name).expect("its own");
        vocabulary.name(&atom_name(number), proposition);
    }
    let fairness = Fairness::default();
    let question = Question {
        property: &Property::Formula(property),
        assumptions: &[],
        fairness: &fairness,
        deadlock,
        formulas,
        vocabulary: &vocabulary,
    };
    let searched = model.model();
    let mut found = Vec::new();
    for algorithm in [None].into_iter().chain(Algorithm::ALL.map(Some)) {
        let method = Method {
            algorithm,
            ..Method::default()
        };
        let holds = match check(&searched, &question, &method, &Budget::unlimited()) {
            Err(CheckError::Refused(_)) if algorithm.is_some() => continue,
            Err(error) => panic!("{algorithm:?}: {error}"),
            Ok(finding) => match finding.answer {
                Answer::Undecided(obstacle) => panic!("{algorithm:?}: {obstacle}"),
                Answer::Holds { .. } => true,
                Answer::Violated(run) => {
                    confirm(model, run, &question.claim())
                        .unwrap_or_else(|doubt| panic!("{algorithm:?}: {doubt}"));
                    false
                }
            },
        };
        found.push((algorithm, holds));
    }
    found
}

#[test]
fn every_check_agrees_with_the_definition() {
    let count = rounds(3_000, 60_000);
    let start = 7_000_000;
    println!("seeds from {start}");
    // Violated and held; and how many only the generic check decides.
    let (mut counts, mut generic) = ([0; 2], 0);
    for seed in start..start + count {
        let mut rng = Rng::with_seed(seed);
        let structure = Structure::random(&mut rng);
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: rng.usize(1..9),
            atoms: 3,
            past: rng.bool(),
        };
        let property = random::formula(&mut rng, &mut formulas, shape);
        let deadlock = [Deadlock::Stutter, Deadlock::Drop][rng.usize(..2)];
        let negation = formulas.not(property);
        let Ok(automaton) = unreduced(
            &mut formulas,
            negation,
            Route::Alternating,
            &Budget::unlimited(),
        ) else {
            continue;
        };
        let expected = !structure.has_run(&automaton, deadlock);
        let text = structure.text();
        let mut model = Kripke::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let answers = answers(&mut model, &formulas, property, deadlock);
        for (algorithm, holds) in &answers {
            assert_eq!(*holds, expected, "seed {seed}, {algorithm:?}: {text}");
        }
        counts[usize::from(expected)] += 1;
        generic += usize::from(answers.len() == 2);
    }
    println!("{counts:?} violated and held, {generic} by the generic check alone");
    let least = count as usize / 10;
    assert!(
        counts.iter().all(|&count| count > least) && generic > least,
        "{counts:?} {generic}"
    );
}
