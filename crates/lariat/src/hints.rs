//! Which fairness would help, tried before it is advised.
//!
//! A run that violates a liveness property may do so only because some event waits for ever.  Whether fairness to that event repairs the
//! property is asked of the engine, within a small budget, from the weakest assumption to the strongest; what was not tried to the
//! end is not advised.

use std::time::Duration;

use lariat_budget::Budget;
use lariat_model::{Fairness, Model, Strength};
use lariat_witness::{Confirmed, Facts};

use crate::engine::{Answer, Session};
use crate::question::{Method, Question};
use crate::understanding::listed;

/// As many questions are tried.
pub(crate) const MOST_TRIALS: usize = 4;
/// More options than this are not spelled out.
const MOST_NAMED: usize = 4;
/// The time that trying may take, unless the search itself took longer.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// The states that trying may meet, unless the search itself met more.
const LEAST_STATES: u64 = 10_000;

/// A search that may be repeated under more fairness.
pub(crate) struct Trial<'t> {
    pub(crate) session: Box<dyn Session>,
    pub(crate) model: &'t dyn Model,
    pub(crate) method: &'t Method,
    /// What the search has taken.
    pub(crate) time: Duration,
    pub(crate) states: u64,
    /// What all answers together may take.
    pub(crate) budget: &'t Budget,
}

impl Trial<'_> {
    /// What would exclude a run such as this one and make the property hold, in a sentence.
    pub(crate) fn hint(
        &mut self,
        question: &Question<'_>,
        confirmed: &Confirmed,
    ) -> Option<String> {
        let events = &self.model.schema().events;
        let all: Vec<usize> = (0..events.len()).collect();
        let cycle = &confirmed.facts()[confirmed.run().prefix.len()..];
        let waiting = those(cycle, events.len(), Strength::Weak);
        let again = those(cycle, events.len(), Strength::Strong);
        let names = |these: &[usize]| -> Vec<&str> {
            these.iter().map(|&event| events[event].as_str()).collect()
        };
        let ladder = [
            (waiting.clone(), Strength::Weak),
            (all.clone(), Strength::Weak),
            (again.clone(), Strength::Strong),
            (all, Strength::Strong),
        ];
        let budget = self.small_budget();
        for (number, (these, strength)) in ladder.into_iter().enumerate() {
            let fairness = with(question.fairness, &these, strength);
            if these.is_empty() || fairness == *question.fairness {
                continue;
            }
            if self.holds(question, &fairness, &budget)? {
                let (names, these) = (listed(&names(&these)), names(&these));
                let are = if these.len() == 1 { "is" } else { "are" };
                return Some(match number {
                    0 => format!(
                        "{names} {are} always enabled but never taken: holds with {}",
                        options("--weak-fair", &these)
                    ),
                    1 => "holds with --weak-fair '*'".to_owned(),
                    2 => format!(
                        "{names} {are} enabled again and again but never taken: holds with {}, not with weak fairness",
                        options("--strong-fair", &these)
                    ),
                    _ => "holds with --strong-fair '*', not with weak fairness".to_owned(),
                });
            }
        }
        None
    }

    fn small_budget(&self) -> Budget {
        let question = self.budget.for_question();
        let states = self.states.max(LEAST_STATES).min(self.budget.states());
        question
            .with_states(states)
            .with_time((2 * self.time).max(LEAST_TIME))
    }

    /// Whether the property holds under some fairness; none if that is not found out.
    fn holds(
        &mut self,
        question: &Question<'_>,
        fairness: &Fairness,
        budget: &Budget,
    ) -> Option<bool> {
        let question = Question {
            fairness,
            ..*question
        };
        let method = Method {
            algorithm: None,
            ..*self.method
        };
        let finding = self.session.answer(&question, &method, &|_| false, budget);
        match finding.ok()?.answer {
            Answer::Holds { vacuously } => Some(!vacuously),
            Answer::Violated(_) => Some(false),
            Answer::Undecided(_) => None,
        }
    }
}

/// The options that ask for fairness to these events.
fn options(option: &str, names: &[&str]) -> String {
    if names.len() > MOST_NAMED {
        return format!("{option} for each of them");
    }
    let is_word = |name: &str| {
        name.chars()
            .all(|c| c.is_alphanumeric() || "_-.".contains(c))
    };
    let quoted = |&name: &&str| match is_word(name) {
        true => format!("{option} {name}"),
        false => format!("{option} '{name}'"),
    };
    names.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The events that a cycle is not fair to.
fn those(cycle: &[Facts], count: usize, strength: Strength) -> Vec<usize> {
    let waits = |&event: &usize| {
        let mut enabled = cycle.iter().map(|facts| facts.enabled.contains(event));
        let waits = match strength {
            Strength::Weak => enabled.all(|is_enabled| is_enabled),
            Strength::Strong => enabled.any(|is_enabled| is_enabled),
        };
        waits && !cycle.iter().any(|facts| facts.taken.contains(event))
    };
    (0..count).filter(waits).collect()
}

/// The fairness, and more of it.
fn with(fairness: &Fairness, events: &[usize], strength: Strength) -> Fairness {
    let mut fairness = fairness.clone();
    for &event in events {
        fairness.add_event(event, strength);
    }
    fairness
}
