//! Several questions about one model: each gets the answer, by the same way and with the same figures, that it gets alone.
//!
//! The models are random: DVE with steps that fail, and nets whose slots widen on the way.  Whatever the questions differ in is random as
//! well: formula, assumption, fairness, what becomes of deadlocks, and the limit of states.  That questions asked alone are
//! answered rightly is checked elsewhere, against the definition.

use fastrand::Rng;
use lariat::{
    Answer, Deadlock, Explored, Fairness, Method, Outcome, Property, Question, Source, Strength,
    Vocabulary, check,
};
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas, Syntax, parse};
use lariat_models::dve::{Compiled, Dve};
use lariat_models::pnml::Net;
use lariat_models::{Limits, Model, explore};
use lariat_testkit::random_net::Plain;
use lariat_testkit::{random_dve, rounds};

/// How many questions are asked of one model.
const QUESTIONS: usize = 6;
const MOST_STATES: usize = 400;

/// A model, and what formulas call its propositions.
struct Subject {
    compiled: Box<dyn Model>,
    vocabulary: Vocabulary,
    atoms: usize,
}

impl Subject {
    /// The model of a source, unless it is too large or lacks one of these propositions.
    fn new(mut source: impl Source, names: &[String], rng: &mut Rng) -> Option<Self> {
        let limits = Limits {
            states: MOST_STATES,
            ..Limits::default()
        };
        if explore(&*source.compiled(), limits, |_| true)
            .stopped
            .is_some()
        {
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
            compiled: source.compiled(),
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
    max_states: usize,
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
        for event in 0..subject.compiled.events().len().min(3) {
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
                0 => rng.usize(1..8),
                _ => usize::MAX,
            },
        }
    }

    fn question<'q>(&'q self, subject: &'q Subject) -> Question<'q> {
        Question {
            property: &self.property,
            assumptions: &self.assumptions,
            fairness: &self.fairness,
            deadlock: self.deadlock,
            vocabulary: &subject.vocabulary,
        }
    }

    fn method(&self) -> Method<'static> {
        Method {
            max_states: self.max_states,
            ..Method::default()
        }
    }
}

/// All that an outcome tells, and which faults the model has.
fn told(mut outcome: Outcome<'_>, method: &Method<'_>) -> String {
    let figures = figures(&outcome);
    let swept = outcome.sweep(method);
    // Where a limit ends it depends on the states that others have met.
    let rest = swept.is_ok().then(|| faults(&outcome));
    format!(
        "{figures}, {:?}",
        rest.filter(|_| method.max_states == usize::MAX)
    )
}

fn figures(outcome: &Outcome<'_>) -> String {
    let (answer, product) = (&outcome.answer, &outcome.product);
    format!(
        "{answer:?} by {:?}, {product:?}, {} pairs, {} states, {} transitions, faults {:?}",
        outcome.algorithm,
        outcome.pairs,
        outcome.states(),
        outcome.transitions(),
        faults(outcome)
    )
}

/// The kinds of faults that were met.
fn faults(outcome: &Outcome<'_>) -> Vec<String> {
    let mut kinds: Vec<String> = outcome.faults().map(|kind| format!("{kind:?}")).collect();
    kinds.sort_unstable();
    kinds
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
    fn note(&mut self, outcome: &Outcome<'_>, case: &Case) {
        match outcome.answer {
            Answer::Holds { .. } => self.held += 1,
            Answer::Violated(_) => self.violated += 1,
            Answer::Undecided(_) => self.undecided += 1,
        }
        self.fair += usize::from(!case.fairness.events.is_empty());
        self.faults += usize::from(outcome.faults().next().is_some());
    }
}

/// Asks several questions together, and each alone.
fn compare(subject: &Subject, seed: u64, rng: &mut Rng, counts: &mut Counts) {
    let mut formulas = Formulas::new();
    let mut explored = Explored::new(&*subject.compiled, QUESTIONS);
    for number in 0..QUESTIONS {
        let case = Case::random(subject, &mut formulas, rng);
        let (question, method) = (case.question(subject), case.method());
        // A search of its own may change the encoding of a net meanwhile.
        let alone = check(&*subject.compiled, &mut formulas, &question, &method);
        let alone = alone.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let together = explored.check(&mut formulas, &question, &method);
        let together = together.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let context = format!("seed {seed}, question {number}");
        counts.note(&together, &case);
        if number + 1 < QUESTIONS {
            assert_eq!(figures(&together), figures(&alone), "{context}");
            explored.keep(together);
        } else {
            assert_eq!(told(together, &method), told(alone, &method), "{context}");
        }
    }
    counts.widened += usize::from(subject.compiled.encoding() > 0);
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
fn sizes(store_bytes: usize, together: bool) -> [(Option<usize>, usize); 3] {
    let mut model = Dve::parse(BRANCHES).expect("a model");
    let mut vocabulary = Vocabulary::default();
    for name in ["P.choose", "P.few", "P.many", "x < 0"] {
        vocabulary.learn(&mut model, name).expect("a proposition");
    }
    let model = Compiled::new(model);
    let mut formulas = Formulas::new();
    let mut explored = Explored::new(&model, 3);
    let method = Method {
        store_bytes,
        ..Method::default()
    };
    QUESTIONS_ABOUT_BRANCHES.map(|text| {
        let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
        let question = Question {
            property: &Property::Formula(formula),
            assumptions: &[],
            fairness: &Fairness::default(),
            deadlock: Deadlock::default(),
            vocabulary: &vocabulary,
        };
        let outcome = match together {
            true => explored.check(&mut formulas, &question, &method),
            false => check(&model, &mut formulas, &question, &method),
        };
        let outcome = outcome.expect("a decidable question");
        let states = match outcome.answer {
            Answer::Holds { .. } => Some(outcome.states()),
            Answer::Undecided(_) => None,
            Answer::Violated(_) => panic!("{text} is violated"),
        };
        let bytes = outcome.store_bytes();
        if together {
            explored.keep(outcome);
        }
        (states, bytes)
    })
}

#[test]
fn what_is_kept_never_takes_the_room_of_a_question() {
    let mut decided = [0; 4];
    for kilobytes in (10..1000).step_by(30) {
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
