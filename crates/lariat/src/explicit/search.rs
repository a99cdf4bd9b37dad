//! Does every run of a model that counts satisfy a property?

use std::sync::Arc;
use std::time::Duration;

use lariat_automata::lasso::LassoStep;
use lariat_automata::{Automaton, Condition, Edge, Injected, Lasso, Letter};
use lariat_budget::{Budget, Exhausted};
use lariat_emptiness::{Algorithm, Checked, Emptiness, KnownStrength, Refusal, Statistics, lasso};
use lariat_ltl::{Atom, Formula, Formulas, Node};
use lariat_model::{Deadlock, Model, Proposition, Run, Stop};
use lariat_space::StateSpace;
use lariat_translate::TranslateError;
use lariat_translate::tableau::TableauError;
use rustc_hash::FxHashMap;

use super::bad_prefix;
use super::numbers::Runs;
use super::product::{Product, ProductState};
use super::system::System;
use super::table::Table;
use super::violations::{Maker, NoAutomaton, Violations};
use crate::engine::{Answer, CheckError, Cost, Finding};
use crate::question::{Method, Property, Question};

/// How long a limit may be overrun for the sake of a bad prefix.
const A_MOMENT: Duration = Duration::from_millis(500);

/// The answer, and what it took.
pub(super) struct Outcome<'m> {
    pub(super) answer: Answer,
    algorithm: Algorithm,
    /// What was done in the product.
    product: Statistics,
    /// The Streett pairs of the condition.
    pairs: usize,
    pub(super) system: System<'m>,
    /// The letters that were met.
    letters: Vec<Letter>,
    automaton: Option<Injected>,
}

impl<'m> Outcome<'m> {
    /// An answer about a product, whose parts these are.
    fn new(
        (answer, algorithm, product): (Answer, Algorithm, Statistics),
        pairs: usize,
        (system, table): (System<'m>, Table),
        automaton: Option<Injected>,
    ) -> Self {
        Self {
            answer,
            algorithm,
            product,
            pairs,
            letters: table.letters().cloned().collect(),
            system,
            automaton,
        }
    }

    /// That of a search which never began.
    fn stopped(system: System<'m>, method: &Method, why: Exhausted) -> Self {
        Self {
            answer: Answer::Undecided(why),
            algorithm: method.algorithm.unwrap_or(Algorithm::Couvreur),
            product: Statistics::default(),
            pairs: 0,
            system,
            letters: Vec::new(),
            automaton: None,
        }
    }

    /// What there is to tell of it.
    pub(super) fn finding(
        &mut self,
        question: &Question<'_>,
        sweep_ended: Option<Exhausted>,
    ) -> Finding {
        let holds = matches!(self.answer, Answer::Holds { vacuously: false });
        Finding {
            answer: self.answer.clone(),
            algorithm: self.algorithm,
            cost: Cost {
                // The last expansion may have met more than the limit, which are not counted.
                states: (self.system.state_count() as u64).min(self.system.most_states()),
                transitions: self.system.transitions,
                product_states: self.product.states,
                product_transitions: self.product.edges,
                fairness_pairs: self.pairs,
                depth: self.product.depth,
                store_bytes: self.system.store_bytes() as u64,
            },
            faults: self
                .system
                .faults
                .iter()
                .map(|(_, fault)| fault.kind())
                .collect(),
            has_met_all_faults: self.has_met_all_faults(),
            sweep_ended,
            idle_trigger: if holds {
                self.idle_trigger(question)
            } else {
                None
            },
            bad_prefix: None,
            automaton: self.automaton.take(),
        }
    }

    /// The trigger of a property G(trigger → …), if it is true nowhere in the model: the property then holds for want of an
    /// occasion.
    fn idle_trigger(&self, question: &Question<'_>) -> Option<Formula> {
        let formulas = question.formulas;
        let Property::Formula(property) = question.property else {
            return None;
        };
        let Node::Globally(inner) = *formulas.node(*property) else {
            return None;
        };
        let Node::Implies(trigger, _) = *formulas.node(inner) else {
            return None;
        };
        let place = |atom| place(&self.system, question, formulas.name(atom));
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

/// Answers a question about the model of a space that others may have begun to explore.
pub(super) fn check_in<'m>(
    space: StateSpace<'m>,
    question: &Question<'_>,
    method: &Method,
    budget: &Budget,
) -> Result<Outcome<'m>, CheckError> {
    let model = space.model();
    let mut system = system(space, question, budget);
    // A proposition without a value ends a run, whichever formula speaks of it.
    if !model.schema().can_fail {
        system.want_only(wanted(question));
    }
    let violations = match violations(&system, question, method, budget) {
        Err(
            NoAutomaton::Translate(TranslateError::Exhausted(why))
            | NoAutomaton::Lazy(TableauError::Exhausted(why)),
        ) => return Ok(Outcome::stopped(system, method, why)),
        violations => violations?,
    };
    let prefixes = bad_prefix::may_end_in_prefix(question, model).then_some(question);
    let mut outcome = search(system, violations, prefixes, method, budget)?;
    // The condition of a property process is the property itself.
    let has_own_fairness = !matches!(question.property, Property::Own)
        && model.schema().acceptance.condition != Condition::True;
    let may_be_vacuous =
        !question.assumptions.is_empty() || outcome.system.may_end() || has_own_fairness;
    if outcome.answer == (Answer::Holds { vacuously: false }) && may_be_vacuous {
        outcome.answer = Answer::Holds {
            vacuously: no_run_counts(model, question, method, budget)?,
        };
    }
    Ok(outcome)
}

pub(super) fn system<'m>(
    space: StateSpace<'m>,
    question: &Question<'_>,
    budget: &Budget,
) -> System<'m> {
    let names = question.vocabulary.names();
    let used = names.map(|(_, proposition)| proposition);
    System::new(space, question.deadlock, question.fairness, used, budget)
}

/// The model's propositions that a question speaks of.
fn wanted(question: &Question<'_>) -> Vec<usize> {
    let names = question.names().into_iter();
    let propositions = names.map(|name| question.vocabulary.get(name));
    let of_model = propositions.filter_map(|proposition| match proposition {
        Some(Proposition::OfModel(number)) => Some(number),
        _ => None,
    });
    of_model.collect()
}

/// The automaton of the runs that count and violate the property.
fn violations(
    system: &System<'_>,
    question: &Question<'_>,
    method: &Method,
    budget: &Budget,
) -> Result<Violations, NoAutomaton> {
    let place = |name: &str| place(system, question, name);
    let maker = maker(system.model(), question, method, &place, budget);
    let mut formulas = question.formulas.clone();
    maker.violations(&mut formulas, question.property, question.assumptions)
}

fn maker<'p>(
    model: &'p dyn Model,
    question: &Question<'p>,
    method: &Method,
    place: &'p dyn Fn(&str) -> usize,
    budget: &'p Budget,
) -> Maker<'p> {
    let own = &model.schema().acceptance;
    Maker {
        translation: method.translation,
        algorithm: method.algorithm,
        has_pairs: question.fairness.pairs() > 0 || own.generalized_buchi_view().is_none(),
        place,
        model,
        vocabulary: question.vocabulary,
        budget,
    }
}

fn place(system: &System<'_>, question: &Question<'_>, name: &str) -> usize {
    let proposition = question
        .vocabulary
        .get(name)
        .expect("every name was learnt");
    system.layout().index(proposition)
}

/// A finite run that violates the property whatever follows, of a question that a limit has left open because more than that is asked of
/// a counterexample; found in a moment, or not.
pub(super) fn bad_prefix_at_once(
    model: &dyn Model,
    question: &Question<'_>,
    method: &Method,
    budget: &Budget,
) -> Option<Run> {
    let budget = Budget::unlimited()
        .with_states(budget.states())
        .with_bytes(budget.bytes() / 8)
        .with_time(A_MOMENT);
    if bad_prefix::may_end_in_prefix(question, model) || matches!(question.property, Property::Own)
    {
        return None;
    }
    let question = Question {
        assumptions: &[],
        ..*question
    };
    let space = StateSpace::new(model, budget.bytes());
    let system = system(space, &question, &budget);
    let violations = violations(&system, &question, method, &budget).ok()?;
    if violations.knowledge != KnownStrength::Terminal {
        return None;
    }
    let mut product = Product::new(system, Arc::from(violations.reader));
    bad_prefix::search(&mut product, &budget).0.ok()?
}

/// Whether no run counts: the same search for a run, whatever the property says.
fn no_run_counts(
    model: &dyn Model,
    question: &Question<'_>,
    method: &Method,
    budget: &Budget,
) -> Result<bool, CheckError> {
    let method = Method {
        algorithm: None,
        ..*method
    };
    let budget = budget.for_question();
    let space = StateSpace::new(model, budget.bytes());
    let system = system(space, question, &budget);
    let place = |name: &str| place(&system, question, name);
    let maker = maker(model, question, &method, &place, &budget);
    let mut formulas = question.formulas.clone();
    let assumed = match maker.assumptions(&mut formulas, question.assumptions) {
        Err(NoAutomaton::Translate(TranslateError::Exhausted(_))) => return Ok(false),
        assumed => assumed?,
    };
    let outcome = search(system, assumed, None, &method, &budget)?;
    Ok(matches!(outcome.answer, Answer::Holds { .. }))
}

/// Searches the product for an accepting run; where a question is given, a finite one will do whose every continuation is accepted.
fn search<'m>(
    system: System<'m>,
    violations: Violations,
    prefixes: Option<&Question<'_>>,
    method: &Method,
    budget: &Budget,
) -> Result<Outcome<'m>, CheckError> {
    let is_plain = system.acceptance().condition == Condition::True;
    let knowledge = match system.deadlock() {
        _ if !is_plain => KnownStrength::Nothing,
        // Where deadlocked runs are dropped, an accepting edge need not lead to an accepting cycle.
        Deadlock::Drop => violations.knowledge.min(KnownStrength::Weak),
        Deadlock::Stutter | Deadlock::Error => violations.knowledge,
    };
    let mut search = Search {
        method,
        budget,
        product: Product::new(system, Arc::from(violations.reader)),
    };
    let acceptance = search.product.acceptance();
    let pairs = acceptance
        .fairness_view()
        .map_or(0, |view| view.pairs.len());
    let mut algorithm = method
        .algorithm
        .unwrap_or_else(|| Algorithm::auto(acceptance, knowledge));
    if let Some(question) = prefixes
        && violations.knowledge == KnownStrength::Terminal
        && (method.algorithm.is_none() || algorithm == Algorithm::Terminal && is_plain)
        && let Some((answer, statistics)) =
            bad_prefix::answer(&mut search.product, question, budget)
    {
        let parts = search.product.into_parts();
        let answer = (answer, Algorithm::Terminal, statistics);
        return Ok(Outcome::new(answer, pairs, parts, violations.automaton));
    }
    let mut verdict = search.run(algorithm, knowledge);
    if verdict.is_err() && method.algorithm.is_none() && algorithm == Algorithm::Terminal {
        // A step that fails ends its run behind an accepting edge.
        algorithm = Algorithm::Weak;
        verdict = search.run(algorithm, KnownStrength::Weak);
    }
    let verdict = verdict?;
    let answer = (search.answer(verdict.answer), algorithm, verdict.statistics);
    let parts = search.product.into_parts();
    Ok(Outcome::new(answer, pairs, parts, violations.automaton))
}

struct Search<'m, 's> {
    product: Product<'m>,
    method: &'s Method,
    budget: &'s Budget,
}

impl Search<'_, '_> {
    fn run(
        &mut self,
        algorithm: Algorithm,
        knowledge: KnownStrength,
    ) -> Result<Checked<ProductState>, Refusal> {
        // The limit counts states of the model, which the system watches.
        let budget = self.budget.without_state_limit();
        algorithm.check(&mut self.product, knowledge, Runs::default(), &budget)
    }

    /// What an answer about the product says about the model.
    fn answer(&mut self, answer: Emptiness<ProductState>) -> Answer {
        match (answer, self.budget.end()) {
            (Emptiness::NonEmpty(component), _) => {
                let (effort, budget) = (self.method.effort, self.budget);
                let lasso = lasso::find(&mut self.product, &component, effort, budget);
                let lasso = lasso.expect("an accepting component has an accepting cycle");
                Answer::Violated(self.run_of(&lasso))
            }
            (_, Some(end)) | (Emptiness::Stopped(end), None) => Answer::Undecided(end),
            (Emptiness::Empty, None) => Answer::Holds { vacuously: false },
        }
    }

    /// The run of the model behind a lasso of the product.
    fn run_of(&mut self, lasso: &Lasso<ProductState>) -> Run {
        Run {
            prefix: lasso.stem.iter().map(|step| self.stop(step)).collect(),
            cycle: lasso.cycle.iter().map(|step| self.stop(step)).collect(),
        }
    }

    fn stop(&mut self, step: &LassoStep<ProductState>) -> Stop {
        let edge = Edge {
            to: step.to,
            marks: step.marks.clone(),
        };
        let taken = self.product.step_of(step.from, &edge);
        let state = self.product.system().plain(step.from.0);
        Stop { state, step: taken }
    }
}
