//! Saved counterexamples against the model again, by its definition.

use lariat_diagnostics::{Diagnostic, Diagnostics, Text};
use lariat_model::fairness::{alternatives, event_called};
use lariat_model::{Fairness, Strength};
use lariat_witness::{Doubt, confirm, confirm_fault};

use crate::Checker;
use crate::question::{Property, Question};
use crate::saved::{Saved, SavedProperty, SavedQuestion};
use crate::trace::retrace;
use crate::understanding::events_are;

impl Checker {
    /// Whether a saved trace is a counterexample to the question that it carries; if not, why not.
    ///
    /// # Errors
    /// When the question does not fit the model.
    pub fn replay(
        &mut self,
        saved: &Saved,
        origin: &str,
    ) -> Result<Result<(), String>, Diagnostics> {
        let question = &saved.question;
        let syntax = question.syntax.parse();
        let syntax = syntax.map_err(|error| Diagnostic::error(format!("{origin}: {error}")))?;
        self.set_syntax(syntax);
        let fairness = self.saved_fairness(question, origin)?;
        let mut assumptions = Vec::new();
        for assumed in &question.assume {
            assumptions.push(self.about().formula(&Text::new(origin, &**assumed))?);
        }
        let property = match &question.property {
            SavedProperty::Fault(kind) => {
                let model = self.about().source.model();
                let run = retrace(&*model, &saved.trace).map_err(|lost| lost.to_string());
                let confirmed = run.and_then(|run| {
                    let confirmed = confirm_fault(&*model, run, *kind, question.deadlock);
                    confirmed.map_err(|doubt| doubt.to_string())
                });
                return Ok(confirmed.map(|_| ()));
            }
            property => self.saved_property(property, origin)?,
        };
        let observed = match property {
            Property::Own => self.about().source.observed(question.deadlock),
            _ => None,
        };
        let model = observed.unwrap_or_else(|| self.about().source.model());
        let about = self.about();
        let claim = Question {
            property: &property,
            assumptions: &assumptions,
            fairness: &fairness,
            deadlock: property.deadlock(question.deadlock),
            formulas: &about.formulas,
            vocabulary: &about.vocabulary,
        }
        .claim();
        let run = match retrace(&*model, &saved.trace) {
            Ok(run) => run,
            Err(lost) => return Ok(Err(lost.to_string())),
        };
        let confirmed = confirm(&*model, run, &claim);
        Ok(confirmed.map(|_| ()).map_err(|doubt| match doubt {
            Doubt::Unfair(event) => format!("it is not fair to {}", model.schema().events[event]),
            other => other.to_string(),
        }))
    }

    /// The events that a saved question names.
    fn saved_fairness(
        &mut self,
        question: &SavedQuestion,
        origin: &str,
    ) -> Result<Fairness, Diagnostics> {
        let mut fairness = Fairness::default();
        let source = &mut *self.about().source;
        let weak = question.weak_fair.iter().map(|name| (name, Strength::Weak));
        let strong = question.strong_fair.iter();
        let strong = strong.map(|name| (name, Strength::Strong));
        for (name, strength) in weak.chain(strong) {
            let event = event_called(source, name).ok_or_else(|| {
                let which = events_are(name, &alternatives(source, name));
                Diagnostic::error(format!(
                    "{origin}: the model has no event `{name}`; {which}"
                ))
            })?;
            fairness.add_event(event, strength);
        }
        Ok(fairness)
    }

    fn saved_property(
        &mut self,
        property: &SavedProperty,
        origin: &str,
    ) -> Result<Property, Diagnostics> {
        let missing = |what: &str| Diagnostic::error(format!("{origin}: {what}"));
        let about = self.about();
        let first = |text: &str, about: &mut crate::Understanding| {
            let automata = about.automata(&Text::new(origin, text))?;
            let first = automata.into_iter().next();
            first.ok_or_else(|| Diagnostics::from(missing("there is no automaton")))
        };
        Ok(match property {
            SavedProperty::Ltl(text) => {
                Property::Formula(about.formula(&Text::new(origin, &**text))?)
            }
            SavedProperty::Process(name) => {
                if about.source.own_property() != Some(name) {
                    let what = format!("the model has no property named `{name}`");
                    return Err(missing(&what).into());
                }
                about.own_property()
            }
            SavedProperty::Never(text) => Property::Never(first(text, about)?),
            SavedProperty::Automaton(text) => Property::Always(first(text, about)?),
            SavedProperty::Fault(_) => Property::Own,
        })
    }
}
