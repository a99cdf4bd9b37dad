//! Several questions about one model: each gets the answer, by the same way and with the same figures, that it gets alone.
//!
//! The models are random: DVE with steps that fail, and nets whose slots widen on the way.  Whatever the questions differ in is random as
//! well: formula, assumption, fairness, what becomes of deadlocks, and the limit of states.  That questions asked alone are
//! answered rightly is checked elsewhere, against the definition.

use std::sync::Arc;

use fastrand::Rng;
use lariat::engine::{Answer, Cost, ENGINES, Finding, Session, check};
use lariat::question::{Method, Property, Question};
use lariat_budget::Budget;
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas, Syntax, parse};
use lariat_model::{Deadlock, Fairness, Model, Source, Strength, Vocabulary};
use lariat_models::dve::{Compiled, Dve};
use lariat_models::pnml::Net;
use lariat_space::explore;
use lariat_testkit::random_net::Plain;
use lariat_testkit::{random_dve, rounds};

/// How many questions are asked of one model.
const QUESTIONS: usize = 6;
const MOST_STATES: u64 = 400;

/// A model, and what formulas call its propositions.
struct Subject {
    model: Arc<dyn Model>,
    vocabulary: Vocabulary,
    atoms: usize,
}

impl Subject {
    /// The model of a source, unless it is too large or lacks one of these propositions.
    fn new(mut source: impl Source, names: &[String], rng: &mut Rng) -> Option<Self> {
        let limits = Budget::unlimited().with_states(MOST_STATES);
        if explore(&*source.model(), &limits).stopped.is_some() {
            return None;
        }
        let events = source.events();
        let event = &events[rng.usize(..events.len())];
        let of_events = [
            "dead".to_owned(),
            format!("enabled({event})"),
            format!("taken({event})"),
        ];
        let mut vocabulary = Vocabulary::default();
        let names = names.iter().chain(&of_events);
        for (number, name) in names.clone().enumerate() {
            let proposition = vocabulary.learn(&mut source, name).ok()?;
            vocabulary.name(&atom_name(number), proposition);
        }
        Some(Self {
            model: source.model(),
            atoms: names.count(),
            vocabulary,
        })
    }

    fn dve(seed: u64, rng: &mut Rng) -> Option<Self> {
        let model = Dve::parse(&random_dve::model(seed)).expect("the generator writes models");
        let names = [0, 1].map(|number| random_dve::proposition(seed, number));
        Self::new(model, &names, rng)
    }

    fn net(_seed: u64, rng: &mut Rng) -> Option<Self> {
        let plain = Plain::random(rng);
        let net = Net::parse(&plain.pnml()).expect("the generator writes nets");
        let place = |rng: &mut Rng| rng.usize(..plain.initial.len());
        let names = [
            format!("p-{} > p-{}", place(rng), place(rng)),
            format!("fireable(t.{})", rng.usize(..plain.transitions.len())),
        ];
        Self::new(net, &names, rng)
    }
}

/// What is asked.
struct Case {
    property: Property,
    assumptions: Vec<Formula>,
    fairness: Fairness,
    deadlock: Deadlock,
    max_states: u64,
}

impl Case {
    fn random(subject: &Subject, formulas: &mut Formulas, rng: &mut Rng) -> Self {
        let mut formula = |nodes, past| {
            let shape = Shape {
                nodes,
                atoms: subject.atoms,
                past,
            };
            random::formula(rng, formulas, shape)
        };
        let (property, assumption) = (formula(8, true), formula(3, false));
        let mut fairness = Fairness::default();
        for event in 0..subject.model.schema().events.len().min(3) {
            match rng.u8(..5) {
                0 => fairness.add_event(event, Strength::Weak),
                1 => fairness.add_event(event, Strength::Strong),
                _ => {}
            }
        }
        let deadlocks = [Deadlock::Stutter, Deadlock::Drop, Deadlock::Error];
        Self {
            property: Property::Formula(property),
            assumptions: (0..rng.usize(..4) / 3).map(|_| assumption).collect(),
            fairness,
            deadlock: deadlocks[rng.usize(..deadlocks.len())],
            max_states: match rng.u8(..3) {
                0 => rng.usize(1..8) as u64,
                _ => u64::MAX,
            },
        }
    }

    fn question<'q>(&'q self, subject: &'q Subject, formulas: &'q Formulas) -> Question<'q> {
        Question {
            property: &self.property,
            assumptions: &self.assumptions,
            fairness: &self.fairness,
            deadlock: self.deadlock,
            formulas,
            vocabulary: &subject.vocabulary,
        }
    }

    fn is_limited(&self) -> bool {
        self.max_states < u64::MAX
    }
}

/// What a finding tells of the search for an answer, and of the product.
fn figures(finding: &Finding) -> String {
    let Finding {
        answer, algorithm, ..
    } = finding;
    let Cost {
        product_states,
        product_transitions,
        fairness_pairs,
        depth,
        ..
    } = finding.cost;
    format!(
        "{answer:?} by {algorithm:?}, {product_states} and {product_transitions} to depth {depth}, {fairness_pairs} pairs"
    )
}

/// What a finding tells of the model's states, and which faults were met there.
fn met(finding: &Finding) -> String {
    let Cost {
        states,
        transitions,
        ..
    } = finding.cost;
    let mut faults: Vec<String> = finding.faults.iter().map(|k| format!("{k:?}")).collect();
    faults.sort_unstable();
    let (are_all, ended) = (finding.has_met_all_faults, finding.sweep_ended);
    let (trigger, automaton) = (finding.idle_trigger, finding.automaton.is_some());
    format!(
        "{states} states, {transitions} transitions, faults {faults:?}, all {are_all}, {ended:?}, {trigger:?}, {automaton}"
    )
}

/// How often something happened.
#[derive(Default, Debug)]
struct Counts {
    held: usize,
    violated: usize,
    undecided: usize,
    fair: usize,
    faults: usize,
    widened: usize,
}

impl Counts {
    fn note(&mut self, finding: &Finding, case: &Case) {
        match finding.answer {
            Answer::Holds { .. } => self.held += 1,
            Answer::Violated(_) => self.violated += 1,
            Answer::Undecided(_) => self.undecided += 1,
        }
        self.fair += usize::from(!case.fairness.events.is_empty());
        self.faults += usize::from(!finding.faults.is_empty());
    }
}

/// Asks several questions together, and each alone; behind the last one the rest of the model is searched for faults.
fn compare(subject: &Subject, seed: u64, rng: &mut Rng, counts: &mut Counts) {
    let mut formulas = Formulas::new();
    let session = |questions| ENGINES[0].session(Arc::clone(&subject.model), questions);
    let mut shared = session(QUESTIONS);
    for number in 0..QUESTIONS {
        let case = Case::random(subject, &mut formulas, rng);
        let question = case.question(subject, &formulas);
        let is_last = number + 1 == QUESTIONS;
        // A limit that ends the search for faults hides the figures of the search before it: only half of those are swept.
        let sweeps = is_last && (!case.is_limited() || seed.is_multiple_of(2));
        let budget = Budget::unlimited().with_states(case.max_states);
        let context = format!("seed {seed}, question {number}");
        let answer = |session: &mut dyn Session| {
            let finding = session.answer(&question, &Method::default(), &|_| sweeps, &budget);
            finding.unwrap_or_else(|error| panic!("{context}: {error}"))
        };
        // A search of its own may change the encoding of a net meanwhile.
        let alone = answer(&mut *session(1));
        let together = answer(&mut *shared);
        counts.note(&together, &case);
        assert_eq!(figures(&together), figures(&alone), "{context}");
        // Where a limit ends the search for faults depends on the states that others have met.
        if !(sweeps && case.is_limited()) {
            assert_eq!(met(&together), met(&alone), "{context}");
        }
    }
    counts.widened += usize::from(subject.model.stepper().encoding() > 0);
}

fn count() -> u64 {
    rounds(1_000, 20_000)
}

/// Asks about many models; how often what happened.
fn compare_all(start: u64, count: u64, subject: fn(u64, &mut Rng) -> Option<Subject>) -> Counts {
    println!("seeds from {start}");
    let mut counts = Counts::default();
    for seed in start..start + count {
        let mut rng = Rng::with_seed(seed);
        if let Some(subject) = subject(seed, &mut rng) {
            compare(&subject, seed, &mut rng, &mut counts);
        }
    }
    println!("{counts:?}");
    let all = [
        counts.held,
        counts.violated,
        counts.undecided,
        counts.fair,
        counts.faults,
    ];
    let least = count as usize / 40;
    assert!(
        all.iter().all(|&number| number > least),
        "lopsided: {counts:?}"
    );
    counts
}

#[test]
fn questions_about_one_dve_model_are_answered_as_if_alone() {
    compare_all(20_261_118, count(), Subject::dve);
}

#[test]
fn questions_about_one_net_are_answered_as_if_alone() {
    let counts = compare_all(20_261_119, 2 * count(), Subject::net);
    assert!(counts.widened > 100, "{counts:?}");
}

/// Two counters, one of which is chosen first: a question may look at one of them only.
const BRANCHES: &str = "
    int x; int y;
    process P {
        state choose, few, many; init choose;
        trans choose -> few {}, choose -> many {},
            few -> few { guard x < 4000; effect x = x + 1; },
            few -> few { guard y < 1; effect y = y + 1; },
            many -> many { guard x < 20000; effect x = x + 1; },
            many -> many { guard y < 1; effect y = y + 1; };
    }
    system async;";

/// Only the small counter matters, only the large one, neither.
const QUESTIONS_ABOUT_BRANCHES: [&str; 3] = [
    "X P.many | G !\"x < 0\"",
    "X P.few | G !\"x < 0\"",
    "P.choose",
];

/// Asks about the counters with so many bytes for states; how many states each of the questions met, unless there was no room, and how
/// many bytes were taken.
fn sizes(store_bytes: usize, together: bool) -> [(Option<u64>, usize); 3] {
    let mut model = Dve::parse(BRANCHES).expect("a model");
    let mut vocabulary = Vocabulary::default();
    for name in ["P.choose", "P.few", "P.many", "x < 0"] {
        vocabulary.learn(&mut model, name).expect("a proposition");
    }
    let model: Arc<dyn Model> = Arc::new(Compiled::new(model));
    let mut formulas = Formulas::new();
    let mut session = ENGINES[0].session(Arc::clone(&model), 3);
    let method = Method::default();
    let budget = Budget::unlimited().with_bytes(store_bytes);
    QUESTIONS_ABOUT_BRANCHES.map(|text| {
        let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
        let question = Question {
            property: &Property::Formula(formula),
            assumptions: &[],
            fairness: &Fairness::default(),
            deadlock: Deadlock::default(),
            formulas: &formulas,
            vocabulary: &vocabulary,
        };
        let finding = match together {
            true => session.answer(&question, &method, &|_| false, &budget),
            false => check(&model, &question, &method, &budget),
        };
        let finding = finding.expect("a decidable question");
        let states = match finding.answer {
            Answer::Holds { .. } => Some(finding.cost.states),
            Answer::Undecided(_) => None,
            Answer::Violated(_) => panic!("{text} is violated"),
        };
        (states, finding.cost.store_bytes as usize)
    })
}

#[test]
fn what_is_kept_never_takes_the_room_of_a_question() {
    let mut decided = [0; 4];
    for kilobytes in (10..1000).step_by(12) {
        let states = |together| sizes(kilobytes << 10, together).map(|(states, _)| states);
        let alone = states(false);
        assert_eq!(states(true), alone, "{kilobytes} KiB");
        decided[alone.into_iter().flatten().count()] += 1;
    }
    println!("with so much room none, one, two or three are decided: {decided:?}");
    assert!(decided[1..].iter().all(|&number| number > 2), "{decided:?}");
}

#[test]
fn states_and_steps_are_kept_unless_they_are_many() {
    let [.., (_, large), (_, last)] = sizes(usize::MAX, true);
    assert!(
        last == large,
        "the last question adds nothing: {last} {large}"
    );
    let [.., (_, alone)] = sizes(usize::MAX, false);
    assert!(
        alone < large / 10,
        "it needs next to nothing: {alone} {large}"
    );
    for budget in [large * 3, large * 5] {
        let [.., (states, bytes)] = sizes(budget, true);
        assert_eq!(states, Some(3), "the first, and those next to it");
        assert_eq!(bytes == alone, budget < large * 4, "{bytes} of {budget}");
    }
}
