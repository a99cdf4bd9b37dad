//! Asks questions about a machine, and answers in its own states and actions.

use lariat_ltl::{Formula, Formulas, Node, ParseError, Parser, Syntax};
use lariat_models::Model;

use super::{Machine, Numbered};
use crate::fairness::GlobError;
use crate::replay::{Claim, Doubt, Shows};
use crate::source::Source;
use crate::vocabulary::{Unknown, spell_out};
use crate::{
    Answer, CheckError, Deadlock, Fairness, Method, Obstacle, Property, Question, Run, Stop,
    Strength, Vocabulary, check, shorten,
};

/// A machine, and which of its runs count.
pub struct Checker<M: Machine> {
    model: Numbered<M>,
    vocabulary: Vocabulary,
    formulas: Formulas,
    fairness: Fairness,
    assumptions: Vec<Formula>,
    deadlock: Deadlock,
    max_states: usize,
}

/// The answer to a question about a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<S, A> {
    /// Every run that counts satisfies the formula.
    Holds {
        /// No run counts at all.
        vacuously: bool,
    },
    /// This run counts and does not.
    Violated(Path<S, A>),
    /// The search ended before it could tell.
    Undecided(Obstacle),
}

impl<S, A> Verdict<S, A> {
    /// Whether every run that counts satisfies the formula.
    pub fn holds(&self) -> bool {
        matches!(self, Verdict::Holds { .. })
    }
}

/// A run that goes through `prefix` once, and then through `cycle` again and again.
///
/// Each state comes with the action by which the run leaves it: none where a deadlocked run stays.  The last action
/// leads back to the first state of the cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path<S, A> {
    /// From an initial state on.
    pub prefix: Vec<(S, Option<A>)>,
    /// What repeats for ever.
    pub cycle: Vec<(S, Option<A>)>,
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckerError {
    /// It is no formula.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// It speaks of something that the machine does not have.
    #[error("{0}")]
    Unknown(String),
    /// A pattern selects no event.
    #[error(transparent)]
    Glob(#[from] GlobError),
    /// The search was not begun.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The run that was found is not one of the machine: equal states of it behave differently, or this is a mistake of ours.
    #[error("the counterexample fails its replay: {0}")]
    Replay(#[from] Doubt),
}

impl From<Unknown> for CheckerError {
    fn from(unknown: Unknown) -> Self {
        Self::Unknown(match unknown {
            Unknown::Event(event) => format!("the machine has no event `{event}`"),
            Unknown::Events(name) => format!("{name} matches several events; name one"),
            Unknown::Proposition(reasons) => {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                reasons.join("; ")
            }
        })
    }
}

impl<M: Machine + 'static> Checker<M> {
    /// All runs of the machine count; deadlocked runs stay where they are.
    pub fn new(machine: M) -> Self {
        Self {
            model: Numbered::new(machine),
            vocabulary: Vocabulary::default(),
            formulas: Formulas::new(),
            fairness: Fairness::default(),
            assumptions: Vec::new(),
            deadlock: Deadlock::default(),
            max_states: usize::MAX,
        }
    }

    /// Only runs that are weakly fair to the events that match the glob count: an event that stays enabled is taken.
    ///
    /// # Errors
    /// When no event matches.
    pub fn weak_fair(self, glob: &str) -> Result<Self, CheckerError> {
        self.fair(glob, Strength::Weak)
    }

    /// Only runs that are strongly fair to the events that match the glob count: an event that is enabled again and again is
    /// taken again and again.
    ///
    /// # Errors
    /// When no event matches.
    pub fn strong_fair(self, glob: &str) -> Result<Self, CheckerError> {
        self.fair(glob, Strength::Strong)
    }

    fn fair(mut self, glob: &str, strength: Strength) -> Result<Self, CheckerError> {
        self.fairness.add(glob, strength, self.model.events())?;
        Ok(self)
    }

    /// Only runs that satisfy the formula count.
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the machine does not have.
    pub fn assume(mut self, ltl: &str) -> Result<Self, CheckerError> {
        let formula = self.formula(ltl)?;
        self.assumptions.push(formula);
        Ok(self)
    }

    /// What becomes of deadlocked runs.
    pub fn deadlock(mut self, deadlock: Deadlock) -> Self {
        self.deadlock = deadlock;
        self
    }

    /// Gives up beyond so many states.
    pub fn max_states(mut self, most: usize) -> Self {
        self.max_states = most;
        self
    }

    /// Does every run that counts satisfy the formula?
    ///
    /// # Errors
    /// When it is no formula, or speaks of something that the machine does not have.
    pub fn check(&mut self, ltl: &str) -> Result<Verdict<M::State, M::Action>, CheckerError> {
        let formula = self.formula(ltl)?;
        let property = Property::Formula(formula);
        let question = Question {
            property: &property,
            assumptions: &self.assumptions,
            fairness: &self.fairness,
            deadlock: self.deadlock,
            vocabulary: &self.vocabulary,
        };
        let method = Method {
            max_states: self.max_states,
            ..Method::default()
        };
        let outcome = check(&self.model, &mut self.formulas, &question, &method)?;
        Ok(match outcome.answer {
            Answer::Holds { vacuously } => Verdict::Holds { vacuously },
            Answer::Undecided(obstacle) => Verdict::Undecided(obstacle),
            Answer::Violated(run) => Verdict::Violated(self.confirmed(&run, formula)?),
        })
    }

    /// The run in the machine's own words, if it is one that counts and violates the formula.
    fn confirmed(
        &self,
        run: &Run,
        formula: Formula,
    ) -> Result<Path<M::State, M::Action>, CheckerError> {
        let claim = Claim {
            formulas: &self.formulas,
            vocabulary: &self.vocabulary,
            shows: Shows::Violates(formula),
            assumptions: &self.assumptions,
            fairness: &self.fairness,
            deadlock: self.deadlock,
        };
        let (run, _) = shorten(&self.model, run, &claim)?;
        let told = |stop: &Stop| {
            let action = stop.step.map(|step| self.model.action(step));
            (self.model.state(&stop.state), action)
        };
        Ok(Path {
            prefix: run.prefix.iter().map(told).collect(),
            cycle: run.cycle.iter().map(told).collect(),
        })
    }

    fn formula(&mut self, ltl: &str) -> Result<Formula, CheckerError> {
        let is_name = |word: &str| self.model.is_name(word);
        let parser = Parser::new(Syntax::Spot).with_names(&is_name);
        let formula = parser.parse(&mut self.formulas, ltl)?;
        let formula = spell_out(&self.model, &mut self.formulas, formula);
        for part in self.formulas.subformulas(formula) {
            if let Node::Atom(atom) = self.formulas.node(part) {
                let name = self.formulas.name(*atom);
                self.vocabulary.learn(&mut self.model, name)?;
            }
        }
        Ok(self.vocabulary.unify(&mut self.formulas, formula))
    }
}
