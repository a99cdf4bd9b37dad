//! Random small models, formulas and fairness: every check against the explicit product by definition.
//!
//! The oracle shares nothing with the search but the model's interpreter.  It builds all states, puts fairness into the
//! formula (FG enabled → GF taken, GF enabled → GF taken), translates that by the alternating route without any
//! reduction, and looks for an accepting cycle in the whole product by definition.

use std::sync::Arc;

use lariat::engine::{Answer, CheckError, ENGINES, NoAutomaton, check};
use lariat::question::{Method, Property, Question, Translation};
use lariat::shorten;
use lariat::trace::{Trace, retrace};
use lariat_automata::{Acceptance, Letter, Marks};
use lariat_budget::Budget;
use lariat_emptiness::Algorithm;
use lariat_ltl::random::{self, Shape, atom_name};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_model::{
    Deadlock, Fairness, Model, Proposition, Source, Strength, Successors, Vocabulary,
};
use lariat_models::dve::{Compiled, Dve};
use lariat_space::explore;
use lariat_translate::{Route, unreduced};
use lariat_witness::confirm;

use lariat_testkit::product::{ReadStep, has_run};
use lariat_testkit::{random_dve, rounds};

/// A question about a random model.
struct Case {
    seed: u64,
    interpreted: Dve,
    compiled: Arc<dyn Model>,
    vocabulary: Vocabulary,
    formulas: Formulas,
    property: Formula,
    assumptions: Vec<Formula>,
    fairness: Fairness,
    /// Whether fairness speaks of actions.
    has_fair_actions: bool,
    deadlock: Deadlock,
}

/// More states than this are too many for the oracle.
const MOST_STATES: u64 = 150;

impl Case {
    /// The case with this seed, unless the model is too large.
    fn new(seed: u64) -> Option<Self> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut model = Dve::parse(&random_dve::model(seed)).expect("the generator writes models");
        let limits = Budget::unlimited().with_states(MOST_STATES);
        if explore(&model, &limits).stopped.is_some() {
            return None;
        }
        let actions = model.actions().to_vec();
        for _ in 0..random.usize(..3) {
            let wanted = random.choice(&actions);
            model.declare(&|action| Some(action) == wanted.map(String::as_str));
        }
        let mut events: Vec<(usize, String)> =
            model.schema().events.iter().cloned().enumerate().collect();
        random.shuffle(&mut events);
        let mut names: Vec<String> = (0..2)
            .map(|number| random_dve::proposition(seed, number))
            .collect();
        names.push("dead".to_owned());
        let (_, event) = random.choice(&events).expect("a model has a process");
        names.push(format!("enabled({event})"));
        names.push(format!("taken({event})"));
        let mut vocabulary = Vocabulary::default();
        for (number, name) in names.iter().enumerate() {
            let proposition = vocabulary.learn(&mut model, name).ok()?;
            vocabulary.name(&atom_name(number), proposition);
        }
        let mut formulas = Formulas::new();
        let shape = Shape {
            nodes: random.usize(1..9),
            atoms: names.len(),
            past: random.bool(),
        };
        let property = random::formula(&mut random, &mut formulas, shape);
        let assumptions = (0..random.usize(0..6) / 4)
            .map(|_| assumption(&mut formulas, names.len(), &mut random))
            .collect();
        let mut fairness = Fairness::default();
        for &(event, _) in events.iter().take(3) {
            match random.u8(..4) {
                0 => fairness.add_event(event, Strength::Weak),
                1 => fairness.add_event(event, Strength::Strong),
                _ => {}
            }
        }
        let deadlock = *random.choice(&[Deadlock::Stutter, Deadlock::Stutter, Deadlock::Drop])?;
        let processes = model.program().system_processes();
        let mut fair = fairness.events.iter();
        Some(Self {
            seed,
            has_fair_actions: fair.any(|&(event, _)| event >= processes),
            compiled: Arc::new(Compiled::new(model.clone())),
            interpreted: model,
            vocabulary,
            formulas,
            property,
            assumptions,
            fairness,
            deadlock,
        })
    }

    fn question<'q>(&'q self, property: &'q Property, fairness: &'q Fairness) -> Question<'q> {
        Question {
            property,
            assumptions: &self.assumptions,
            fairness,
            deadlock: self.deadlock,
            formulas: &self.formulas,
            vocabulary: &self.vocabulary,
        }
    }

    /// Whether the property holds, by the definition; none if the oracle's automaton is too large.
    fn expected(&self) -> Option<bool> {
        let mut formulas = self.formulas.clone();
        let mut parts = self.assumptions.clone();
        parts.push(formulas.not(self.property));
        for &(event, strength) in &self.fairness.events {
            let name = &self.interpreted.schema().events[event];
            let enabled = formulas.atom(&format!("enabled({name})"));
            let taken = formulas.atom(&format!("taken({name})"));
            let often = |formulas: &mut Formulas, f| {
                let f = formulas.make(Node::Finally(f));
                formulas.make(Node::Globally(f))
            };
            let condition = match strength {
                Strength::Strong => often(&mut formulas, enabled),
                Strength::Weak => {
                    let always = formulas.make(Node::Globally(enabled));
                    formulas.make(Node::Finally(always))
                }
            };
            let taken = often(&mut formulas, taken);
            parts.push(formulas.make(Node::Implies(condition, taken)));
        }
        let violating = formulas.all(parts);
        let automaton = unreduced(
            &mut formulas,
            violating,
            Route::Alternating,
            &Budget::unlimited(),
        )
        .ok()?;
        Some(!self.has_run(&automaton))
    }

    /// Whether some run of the model is accepted.
    fn has_run(&self, automaton: &lariat_automata::Explicit) -> bool {
        let model = &self.interpreted;
        let meaning: Vec<Proposition> = automaton
            .labels
            .propositions
            .iter()
            .map(|name| self.meaning(name))
            .collect();
        let mut words = Vec::new();
        model.reference().initial(&mut words);
        let initial = words.chunks_exact(model.schema().width);
        let initial = initial.map(<[u32]>::to_vec);
        let steps = |state: &Vec<u32>| {
            let letters = self.letters(state, &meaning).into_iter();
            let steps = letters.map(|(letter, to)| ReadStep {
                letter,
                marks: Marks::EMPTY,
                to,
            });
            steps.collect()
        };
        has_run(initial, steps, &Acceptance::all(), automaton)
    }

    fn meaning(&self, name: &str) -> Proposition {
        if let Some(known) = self.vocabulary.get(name) {
            return known;
        }
        let event = |name: &str| {
            let mut events = self.interpreted.schema().events.iter();
            events.position(|event| event == name).unwrap()
        };
        match name.strip_prefix("enabled(") {
            Some(rest) => Proposition::Enabled(event(rest.trim_end_matches(')'))),
            None => Proposition::Taken(event(name["taken(".len()..].trim_end_matches(')'))),
        }
    }

    /// The letter of every step that leaves a state, and where the step leads.
    fn letters(&self, state: &[u32], meaning: &[Proposition]) -> Vec<(Letter, Vec<u32>)> {
        let model = &self.interpreted;
        let mut stepper = model.reference();
        let all: Vec<usize> = (0..model.schema().propositions.len()).collect();
        let mut own = Letter::EMPTY;
        if stepper.observe(state, &all, &mut own).is_err() {
            return Vec::new();
        }
        let mut steps = Successors::default();
        stepper.successors(state, &mut steps);
        let events = |step| {
            let mut events = Vec::new();
            model.each_event(step, &mut |event| events.push(event));
            events
        };
        let enabled: Vec<usize> = steps.steps.iter().flat_map(|&step| events(step)).collect();
        let is_dead = steps.steps.is_empty() && steps.failures.is_empty();
        let letter = |taken: &[usize]| -> Letter {
            let holds = |proposition: &Proposition| match *proposition {
                Proposition::OfModel(number) => own.contains(number),
                Proposition::Dead => is_dead,
                Proposition::Enabled(event) => enabled.contains(&event),
                Proposition::Taken(event) => taken.contains(&event),
            };
            (0..meaning.len())
                .filter(|&place| holds(&meaning[place]))
                .collect()
        };
        let targets = steps.states.chunks_exact(stepper.width()).zip(&steps.steps);
        let mut out: Vec<_> = targets
            .map(|(to, &step)| (letter(&events(step)), to.to_vec()))
            .collect();
        if is_dead && self.deadlock != Deadlock::Drop {
            out.push((letter(&[]), state.to_vec()));
        }
        out
    }
}

/// A fairness shape, or anything.
fn assumption(formulas: &mut Formulas, atoms: usize, random: &mut fastrand::Rng) -> Formula {
    let [p, q] = [
        atom_name(random.usize(..atoms)),
        atom_name(random.usize(..atoms)),
    ];
    let shapes = [
        format!("GF {p}"),
        format!("GF {p} -> GF {q}"),
        format!("FG {p} -> GF {q}"),
        format!("FG {p}"),
    ];
    match random.usize(..5) {
        4 => random::formula(
            random,
            formulas,
            Shape {
                nodes: 4,
                atoms,
                past: false,
            },
        ),
        shape => lariat_ltl::parse(formulas, &shapes[shape], lariat_ltl::Syntax::Spot)
            .expect("a formula"),
    }
}

/// Asks the question in every way, alone and after the other ways; compares the answers with `expected`, replays every
/// counterexample.
fn check_case(case: &Case, expected: bool) {
    let property = Property::Formula(case.property);
    let ways: Vec<(Option<Algorithm>, Translation)> = [None]
        .into_iter()
        .chain(Algorithm::ALL.map(Some))
        .map(|algorithm| (algorithm, Translation::Tableau))
        .chain([(None, Translation::Alternating), (None, Translation::Lazy)])
        .collect();
    let mut session = ENGINES[0].session(Arc::clone(&case.compiled), ways.len());
    let budget = Budget::unlimited();
    for (algorithm, translation) in ways {
        let context = format!("seed {}, {algorithm:?}, {translation:?}", case.seed);
        let question = case.question(&property, &case.fairness);
        let method = Method {
            algorithm,
            translation,
            ..Method::default()
        };
        let alone = match check(&case.compiled, &question, &method, &budget) {
            Ok(finding) => finding,
            Err(CheckError::Refused(_)) if algorithm.is_some() => continue,
            Err(CheckError::NoAutomaton(NoAutomaton::Lazy(_))) => continue,
            Err(error) => panic!("{context}: {error}"),
        };
        let finding = session.answer(&question, &method, &|_| false, &budget);
        let finding = finding.unwrap_or_else(|error| panic!("{context}: {error}"));
        assert_eq!(
            finding.answer, alone.answer,
            "{context}: the ways before it"
        );
        match finding.answer {
            Answer::Holds { .. } => assert!(expected, "{context}: holds"),
            Answer::Undecided(obstacle) => panic!("{context}: {obstacle}"),
            Answer::Violated(run) => {
                assert!(!expected, "{context}: violated");
                let (model, claim, length) = (&case.interpreted, question.claim(), run.length());
                let shortened = shorten(model, run, &claim);
                let shorter = shortened.unwrap_or_else(|doubt| panic!("{context}: {doubt}"));
                // A second round of a short cycle may be what decides a finite run.
                let is_short = shorter.run().length() <= length || shorter.is_finite();
                assert!(is_short, "{context}");
                let names: Vec<_> = case.vocabulary.names().collect();
                let trace = Trace::new(model, &names, &shorter);
                let again =
                    retrace(model, &trace).unwrap_or_else(|lost| panic!("{context}: {lost}"));
                confirm(model, again, &claim).unwrap_or_else(|doubt| panic!("{context}: {doubt}"));
            }
        }
    }
}

/// More fairness never turns *holds* into *violated*.
fn check_monotony(case: &Case) {
    let property = Property::Formula(case.property);
    let events = case.interpreted.schema().events.len();
    let all = |strength| {
        let mut fairness = Fairness::default();
        (0..events).for_each(|event| fairness.add_event(event, strength));
        fairness
    };
    let ladder = [
        Fairness::default(),
        all(Strength::Weak),
        all(Strength::Strong),
    ];
    let holds = ladder.each_ref().map(|fairness| {
        let question = case.question(&property, fairness);
        let (method, budget) = (Method::default(), Budget::unlimited());
        let finding = check(&case.compiled, &question, &method, &budget);
        matches!(finding.expect("decidable").answer, Answer::Holds { .. })
    });
    assert!(
        holds.is_sorted(),
        "seed {}: none, weak, strong: {holds:?}",
        case.seed
    );
}

#[test]
fn every_check_agrees_with_the_definition() {
    let count = rounds(1_500, 20_000);
    let start = 20_261_116;
    println!("seeds from {start}");
    let (mut held, mut violated, mut fair) = (0, 0, 0);
    let mut with_actions = [0, 0];
    for seed in start..start + count {
        let Some(case) = Case::new(seed) else {
            continue;
        };
        let Some(expected) = case.expected() else {
            continue;
        };
        match expected {
            true => held += 1,
            false => violated += 1,
        }
        fair += usize::from(!case.fairness.events.is_empty());
        with_actions[usize::from(expected)] += usize::from(case.has_fair_actions);
        check_case(&case, expected);
        check_monotony(&case);
    }
    println!("{held} hold, {violated} are violated, {fair} with fairness");
    println!("with fairness to actions {with_actions:?}");
    assert!(
        with_actions
            .iter()
            .all(|&cases| cases > count as usize / 60)
    );
    let least = count as usize / 10;
    assert!(
        held > least && violated > least && fair > least,
        "{held} {violated} {fair}"
    );
}
