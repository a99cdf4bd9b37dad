//! Does every run of a model that counts satisfy a property?

use std::sync::{Arc, Mutex};

use lariat_automata::lasso::LassoStep;
use lariat_automata::{Acceptance, Automaton, Condition, Edge, Lasso, Letter};
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{Algorithm, Emptiness, KnownStrength, Refusal, Statistics};
use lariat_ltl::{Atom, Formula, Formulas, Node};
use lariat_models::{Model, StateSpace};
use rustc_hash::FxHashMap;

use crate::fairness::Fairness;
use crate::numbers::Runs;
use crate::product::Product;
use crate::run::{Run, Stop};
use crate::system::{Deadlock, Space, System};
use crate::violations::{Maker, NoAutomaton, Property, Translation, Violations};
use crate::vocabulary::{Proposition, Vocabulary};

/// What is asked of a model.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// What every run should be like.
    pub property: &'q Property,
    /// Only the runs that satisfy all of these count.
    pub assumptions: &'q [Formula],
    /// Only the runs that are fair to these events count.
    pub fairness: &'q Fairness,
    /// What becomes of deadlocked runs.
    pub deadlock: Deadlock,
    /// What the atoms of the formulas, and the propositions of automata, mean.
    pub vocabulary: &'q Vocabulary,
}

/// How to find the answer.
#[derive(Clone, Copy)]
pub struct Method<'w> {
    /// The check; by default the cheapest that is sound.
    pub algorithm: Option<Algorithm>,
    /// How formulas become automata.
    pub translation: Translation,
    /// What may be spent on making a counterexample short.
    pub effort: Effort,
    /// The most bytes of the state store.
    pub store_bytes: usize,
    /// The most states of the model.
    pub max_states: usize,
    /// Asked now and then; `true` ends the search.  Here a caller watches time, memory and the keyboard, and shows
    /// progress.
    pub watch: &'w dyn Fn(&Progress) -> bool,
    /// Ends the search as well, if there is one, between two questions to `watch`.
    pub budget: Option<&'w Budget>,
}

impl Default for Method<'_> {
    fn default() -> Self {
        Self {
            algorithm: None,
            translation: Translation::default(),
            effort: Effort::default(),
            store_bytes: usize::MAX,
            max_states: usize::MAX,
            watch: &|_| false,
            budget: None,
        }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// The states of the model that were met.
    pub states: usize,
    /// What was done in the product.
    pub product: Statistics,
    /// The bytes that are allocated for states, and for steps that are remembered.
    pub store_bytes: usize,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Every run that counts is as it should be.
    Holds {
        /// No run counts at all.
        vacuously: bool,
    },
    /// This run counts and is not as it should be.
    Violated(Run),
    /// The search ended before it could tell.
    Undecided(Obstacle),
}

/// Why a search ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Obstacle {
    /// The state store has no room.
    #[error(transparent)]
    Store(#[from] lariat_store::StoreFull),
    /// The model has more states than allowed.
    #[error("the limit of {0} states was reached")]
    States(usize),
    /// The caller asked for it.
    #[error("the search was stopped")]
    Asked,
    /// A search numbers product states with 32 bits.
    #[error("the states of the product do not fit into 32-bit numbers")]
    Numbers,
}

/// Why a question is not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no automaton of the violations.
    #[error(transparent)]
    NoAutomaton(#[from] NoAutomaton),
    /// The check cannot decide it.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// The answer, and what it took.
pub struct Outcome<'m> {
    /// The answer.
    pub answer: Answer,
    /// The check that gave it.
    pub algorithm: Algorithm,
    /// What was done in the product.
    pub product: Statistics,
    /// The Streett pairs of the condition.
    pub pairs: usize,
    pub(crate) system: System<'m>,
    /// The letters that were met.
    letters: Vec<Letter>,
}

impl<'m> Outcome<'m> {
    /// That of a search which never began.
    fn stopped(system: System<'m>, method: &Method<'_>) -> Self {
        Self {
            answer: Answer::Undecided(Obstacle::Asked),
            algorithm: method.algorithm.unwrap_or(Algorithm::Couvreur),
            product: Statistics::default(),
            pairs: 0,
            system,
            letters: Vec::new(),
        }
    }
}

impl Outcome<'_> {
    /// The states of the model that were met.
    pub fn states(&self) -> usize {
        self.system.state_count()
    }

    /// The steps of the model's states that were expanded.
    pub fn transitions(&self) -> u64 {
        self.system.transitions
    }

    /// The bytes that are allocated for states, and for steps that are remembered.
    pub fn store_bytes(&self) -> usize {
        self.system.store_bytes()
    }

    /// The trigger of a property G(trigger → …), if it is true nowhere in the model: the property then holds for want of an
    /// occasion.
    pub fn idle_trigger(
        &self,
        formulas: &Formulas,
        property: Formula,
        vocabulary: &Vocabulary,
    ) -> Option<Formula> {
        let Node::Globally(inner) = *formulas.node(property) else {
            return None;
        };
        let Node::Implies(trigger, _) = *formulas.node(inner) else {
            return None;
        };
        let place = |atom| place(&self.system, vocabulary, formulas.name(atom));
        let mut letters = self.letters.iter();
        let occurs =
            |letter: &Letter| evaluate(formulas, trigger, |atom| letter.contains(place(atom)));
        // A trigger that looks at more than one moment is not judged.
        let somewhere =
            letters.try_fold(false, |somewhere, letter| Some(somewhere | occurs(letter)?))?;
        (!somewhere).then_some(trigger)
    }
}

/// The value of a propositional formula under a letter; none if it is not propositional.
fn evaluate(formulas: &Formulas, formula: Formula, is_true: impl Fn(Atom) -> bool) -> Option<bool> {
    let mut values: FxHashMap<Formula, bool> = FxHashMap::default();
    for part in formulas.subformulas(formula) {
        let value = |operand: &Formula| values[operand];
        let holds = match formulas.node(part) {
            Node::True => true,
            Node::False => false,
            Node::Atom(atom) => is_true(*atom),
            Node::Not(a) => !value(a),
            Node::And(parts) => parts.iter().all(value),
            Node::Or(parts) => parts.iter().any(value),
            Node::Implies(a, b) => !value(a) | value(b),
            Node::Iff(a, b) => value(a) == value(b),
            Node::Xor(a, b) => value(a) != value(b),
            _ => return None,
        };
        values.insert(part, holds);
    }
    values.get(&formula).copied()
}

/// Answers a question.
///
/// The documentation of the crate opens with an example.
///
/// # Errors
/// When the check that was asked for cannot decide the question, or there is no automaton.
pub fn check<'m>(
    model: &'m (dyn Model + 'm),
    formulas: &mut Formulas,
    question: &Question<'_>,
    method: &Method<'_>,
) -> Result<Outcome<'m>, CheckError> {
    check_in(new_space(model, method), formulas, question, method)
}

/// Answers a question about the model of a space that others may have begun to explore.
pub(crate) fn check_in<'m>(
    space: Space<'m>,
    formulas: &mut Formulas,
    question: &Question<'_>,
    method: &Method<'_>,
) -> Result<Outcome<'m>, CheckError> {
    let model = space.model();
    let mut system = system(space, question);
    // A proposition without a value ends a run, whichever formula speaks of it.
    if !model.can_fail() {
        system.want_only(wanted(formulas, question));
    }
    let place = |name: &str| place(&system, question.vocabulary, name);
    let maker = Maker {
        translation: method.translation,
        algorithm: method.algorithm,
        has_pairs: has_pairs(model, question),
        place: &place,
        model,
        vocabulary: question.vocabulary,
        must_stop: &|| (method.watch)(&Progress::default()),
    };
    let violations = match maker.violations(formulas, question.property, question.assumptions) {
        Err(NoAutomaton::Stopped) => return Ok(Outcome::stopped(system, method)),
        violations => violations?,
    };
    let mut outcome = search(system, violations, method)?;
    // The condition of a property process is the property itself.
    let has_own_fairness = !matches!(question.property, Property::Own)
        && model.acceptance().condition != Condition::True;
    let may_be_vacuous =
        !question.assumptions.is_empty() || outcome.system.may_end() || has_own_fairness;
    if outcome.answer == (Answer::Holds { vacuously: false }) && may_be_vacuous {
        outcome.answer = Answer::Holds {
            vacuously: no_run_counts(model, formulas, question, method)?,
        };
    }
    Ok(outcome)
}

/// A space that nobody has begun to explore.
pub(crate) fn new_space<'m>(model: &'m (dyn Model + 'm), method: &Method<'_>) -> Space<'m> {
    StateSpace::new(model, method.store_bytes)
}

pub(crate) fn system<'m>(space: Space<'m>, question: &Question<'_>) -> System<'m> {
    let names = question.vocabulary.names();
    let used = names.map(|(_, proposition)| proposition);
    System::new(space, question.deadlock, question.fairness, used)
}

/// The model's propositions that a question speaks of.
fn wanted(formulas: &Formulas, question: &Question<'_>) -> Vec<usize> {
    let mut names: Vec<&str> = Vec::new();
    let mut read = question.assumptions.to_vec();
    match question.property {
        Property::Formula(formula) => read.push(*formula),
        Property::Never(automaton) | Property::Always(automaton) => {
            names.extend(automaton.labels.propositions.iter().map(String::as_str));
        }
        Property::Own => {}
    }
    for formula in read {
        for part in formulas.subformulas(formula) {
            if let Node::Atom(atom) = formulas.node(part) {
                names.push(formulas.name(*atom));
            }
        }
    }
    let propositions = names.into_iter().map(|name| question.vocabulary.get(name));
    let of_model = propositions.filter_map(|proposition| match proposition {
        Some(Proposition::OfModel(number)) => Some(number),
        _ => None,
    });
    of_model.collect()
}

/// Whether the model's own condition or its fairness has Streett pairs, or worse.
fn has_pairs(model: &dyn Model, question: &Question<'_>) -> bool {
    question.fairness.pairs() > 0 || model.acceptance().generalized_buchi_view().is_none()
}

fn place(system: &System<'_>, vocabulary: &Vocabulary, name: &str) -> usize {
    let proposition = vocabulary.get(name).expect("every name was learnt");
    system.layout().index(proposition)
}

/// Whether no run counts: the same search for a run, whatever the property says.
fn no_run_counts<'m>(
    model: &'m (dyn Model + 'm),
    formulas: &mut Formulas,
    question: &Question<'_>,
    method: &Method<'_>,
) -> Result<bool, CheckError> {
    let method = Method {
        algorithm: None,
        ..*method
    };
    let system = system(new_space(model, &method), question);
    let place = |name: &str| place(&system, question.vocabulary, name);
    let maker = Maker {
        translation: method.translation,
        algorithm: None,
        has_pairs: has_pairs(model, question),
        place: &place,
        model,
        vocabulary: question.vocabulary,
        must_stop: &|| (method.watch)(&Progress::default()),
    };
    let assumed = maker.assumptions(formulas, question.assumptions)?;
    let outcome = search(system, assumed, &method)?;
    Ok(matches!(outcome.answer, Answer::Holds { .. }))
}

/// Searches the product for an accepting run.
fn search<'m>(
    system: System<'m>,
    violations: Violations,
    method: &Method<'_>,
) -> Result<Outcome<'m>, CheckError> {
    let is_plain = system.acceptance().condition == Condition::True;
    let knowledge = match system.deadlock() {
        _ if !is_plain => KnownStrength::Nothing,
        // Where deadlocked runs are dropped, an accepting edge need not lead to an accepting cycle.
        Deadlock::Drop => violations.knowledge.min(KnownStrength::Weak),
        Deadlock::Stutter | Deadlock::Error => violations.knowledge,
    };
    let search = Search::new(Product::new(system, violations.reader), method);
    let acceptance = search.product.acceptance();
    let mut algorithm = method
        .algorithm
        .unwrap_or_else(|| Algorithm::auto(acceptance, knowledge));
    let mut verdict = search.run(algorithm, knowledge);
    if verdict.is_err() && method.algorithm.is_none() && algorithm == Algorithm::Terminal {
        // A step that fails ends its run behind an accepting edge.
        algorithm = Algorithm::Weak;
        verdict = search.run(algorithm, KnownStrength::Weak);
    }
    let verdict = verdict?;
    let pairs = acceptance
        .fairness_view()
        .map_or(0, |view| view.pairs.len());
    let answer = search.answer(verdict.answer);
    let (system, table) = search.product.into_parts();
    Ok(Outcome {
        answer,
        algorithm,
        product: verdict.statistics,
        pairs,
        letters: table.letters().cloned().collect(),
        system,
    })
}

struct Search<'m, 's> {
    product: Product<'m>,
    method: &'s Method<'s>,
    budget: Budget,
    /// What the search of the product has told the budget.
    told: Arc<Mutex<lariat_budget::Progress>>,
}

/// How many states are expanded between two questions to the one who watches.
const BETWEEN_QUESTIONS: u64 = 1024;

/// The product, whose budget ends when the one who watches says so.
struct Watched<'a, 'm, 's> {
    search: &'a Search<'m, 's>,
    product: &'a Product<'m>,
    expanded: u64,
}

impl Automaton for Watched<'_, '_, '_> {
    type State = ProductState;

    fn acceptance(&self) -> &Acceptance {
        self.search.product.acceptance()
    }

    fn initial(&mut self, out: &mut Vec<ProductState>) {
        self.search.ask();
        self.product.initial(out);
    }

    fn successors(&mut self, from: &ProductState, out: &mut Vec<Edge<ProductState>>) {
        self.expanded += 1;
        if self.expanded.is_multiple_of(BETWEEN_QUESTIONS) {
            self.search.ask();
        }
        self.product.successors(from, out);
    }
}

type ProductState = (u32, u32);

impl<'m, 's> Search<'m, 's> {
    fn new(product: Product<'m>, method: &'s Method<'s>) -> Self {
        let told = Arc::new(Mutex::new(lariat_budget::Progress::default()));
        let teller = Arc::clone(&told);
        let budget = method.budget.cloned().unwrap_or_default();
        let budget = budget.without_state_limit().with_observer(move |progress| {
            *teller.lock().expect("nobody panics with it") = *progress;
        });
        Self {
            product,
            method,
            budget,
            told,
        }
    }

    fn watched(&self) -> Watched<'_, 'm, 's> {
        Watched {
            search: self,
            product: &self.product,
            expanded: 0,
        }
    }

    fn run(
        &self,
        algorithm: Algorithm,
        knowledge: KnownStrength,
    ) -> Result<lariat_emptiness::Checked<ProductState>, Refusal> {
        algorithm.check(self.watched(), knowledge, Runs::default(), &self.budget)
    }

    /// Ends the budget if there is a reason to.
    fn ask(&self) {
        let system = self.product.system();
        let told = *self.told.lock().expect("nobody panics with it");
        let progress = Progress {
            states: system.state_count(),
            product: Statistics {
                states: told.visited,
                components: told.components,
                depth: told.depth,
                ..Statistics::default()
            },
            store_bytes: system.store_bytes(),
        };
        if system.full.is_some()
            || self.too_many_states(system.state_count())
            || (self.method.watch)(&progress)
        {
            self.budget.stop(Exhausted::Cancelled);
        }
    }

    fn too_many_states(&self, count: usize) -> bool {
        count > self.method.max_states
    }

    /// What an answer about the product says about the model.
    fn answer(&self, answer: Emptiness<ProductState>) -> Answer {
        let obstacle = self.obstacle();
        match (answer, obstacle) {
            (Emptiness::NonEmpty(component), _) => {
                let effort = self.method.effort;
                let lasso = lasso::find(self.watched(), &component, effort, &self.budget);
                let lasso = lasso.expect("an accepting component has an accepting cycle");
                Answer::Violated(self.run_of(&lasso))
            }
            (_, Some(obstacle)) => Answer::Undecided(obstacle),
            (Emptiness::Empty, None) => Answer::Holds { vacuously: false },
            (Emptiness::Stopped(Exhausted::SearchNumbers), None) => {
                Answer::Undecided(Obstacle::Numbers)
            }
            (Emptiness::Stopped(_), None) => Answer::Undecided(Obstacle::Asked),
        }
    }

    /// What kept the search from seeing everything.
    fn obstacle(&self) -> Option<Obstacle> {
        let system = self.product.system();
        if let Some(full) = system.full {
            return Some(full.into());
        }
        let is_large = self.too_many_states(system.state_count());
        is_large.then_some(Obstacle::States(self.method.max_states))
    }

    /// The run of the model behind a lasso of the product.
    fn run_of(&self, lasso: &Lasso<ProductState>) -> Run {
        let stops =
            |steps: &[LassoStep<ProductState>]| steps.iter().map(|step| self.stop(step)).collect();
        Run {
            prefix: stops(&lasso.stem),
            cycle: stops(&lasso.cycle),
        }
    }

    fn stop(&self, step: &LassoStep<ProductState>) -> Stop {
        let edge = Edge {
            to: step.to,
            marks: step.marks.clone(),
        };
        let taken = self.product.step_of(step.from, &edge);
        let state = self.product.system().plain(step.from.0);
        Stop { state, step: taken }
    }
}
