//! From a formula to the smallest automaton that we know how to make in reasonable time.
//!
//! Simplify the formula; translate it by one of the two routes, past operators as monitors; reduce,
//! with an automaton of the negation at hand; then bring the result into the form that was asked
//! for.  A formula that is nothing but fairness goes through its acceptance condition
//! ([`crate::shapes`]) instead of the tableau, whose nodes would be sets of pending obligations.
//!
//! ```
//! use lariat_ltl::{Formulas, Syntax, parse};
//! use lariat_translate::{Options, translate};
//! let mut formulas = Formulas::new();
//! let f = parse(&mut formulas, "G(request -> F grant)", Syntax::Spot).expect("a formula");
//! let automaton = translate(&mut formulas, f, &Options::default())?.base;
//! assert_eq!((automaton.state_count(), automaton.transition_count()), (2, 4));
//! # Ok::<(), lariat_translate::TranslateError>(())
//! ```

use lariat_automata::degeneralize::{DegeneralizeError, degeneralize_to_states};
use lariat_automata::state_based::state_based;
use lariat_automata::{Explicit, Injected};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::class::{self, Class};
use lariat_ltl::simplify::simplify_within;
use lariat_ltl::{Formula, Formulas};

use crate::alternating::{self, AlternatingError};
use crate::distribute::distribute;
use crate::limit::{Limit, TooLarge, from_unfinished};
use crate::reduce::{Knowledge, ReduceOptions, minimize, reduce, reduce_buchi};
use crate::tableau::{self, TableauError, TableauOptions};
use crate::{past, shapes};

/// Which of the two independent constructions translates the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Couvreur's symbolic tableau, with these improvements.
    Tableau(TableauOptions),
    /// Self-loop alternating automata.
    Alternating,
}

impl Default for Route {
    fn default() -> Self {
        Route::Tableau(TableauOptions::default())
    }
}

/// The form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AutomatonForm {
    /// Generalized Büchi, marks on transitions.
    #[default]
    Tgba,
    /// Generalized Büchi, all edges that leave a state marked alike.
    Gba,
    /// Büchi, all edges that leave a state marked alike.
    Buchi,
    /// Fairness shapes as Streett pairs, marks of letters kept as conditions.
    Streett,
}

/// How to translate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The construction.
    pub route: Route,
    /// The form of the result.
    pub form: AutomatonForm,
    /// What reductions may spend.
    pub reduce: ReduceOptions,
    /// What ends the translation; it has no limit unless the caller sets one.
    pub budget: Budget,
}

/// Why there is no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// The tableau refused.
    #[error(transparent)]
    Tableau(TableauError),
    /// The alternating route refused.
    #[error(transparent)]
    Alternating(AlternatingError),
    /// The automaton would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The budget has ended.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

from_unfinished!(TranslateError);

impl From<TableauError> for TranslateError {
    fn from(error: TableauError) -> Self {
        match error {
            TableauError::Exhausted(reason) => Self::Exhausted(reason),
            other => Self::Tableau(other),
        }
    }
}

impl From<AlternatingError> for TranslateError {
    fn from(error: AlternatingError) -> Self {
        match error {
            AlternatingError::Exhausted(reason) => Self::Exhausted(reason),
            other => Self::Alternating(other),
        }
    }
}

/// The automaton of `formula`.
pub fn translate(
    formulas: &mut Formulas,
    formula: Formula,
    options: &Options,
) -> Result<Injected, TranslateError> {
    let formula = prepared(formulas, formula, &options.budget)?;
    if options.form == AutomatonForm::Streett {
        return shapes::streett(formulas, formula, &options.budget, |formulas, rest| {
            generalized_buchi(formulas, rest, options)
        });
    }
    let tgba = generalized_buchi(formulas, formula, options)?;
    let result = match options.form {
        AutomatonForm::Tgba | AutomatonForm::Streett => tgba,
        AutomatonForm::Gba => state_based(&tgba),
        AutomatonForm::Buchi => buchi(&tgba, options)?,
    };
    options.budget.check()?;
    Ok(result.into())
}

/// A simple formula that says the same, with as much of it as can be in the shape of fairness.
fn prepared(
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Formula, Exhausted> {
    let simple = simplify_within(formulas, formula, budget)?;
    Ok(distribute(formulas, simple))
}

/// The construction alone: no simplifier, no reductions.
pub fn unreduced(
    formulas: &mut Formulas,
    formula: Formula,
    route: Route,
    budget: &Budget,
) -> Result<Explicit, TranslateError> {
    let of_tableau = Limit::new(tableau::LIMIT, budget);
    past::translate(formulas, formula, of_tableau.clone(), |formulas, future| {
        Ok(match route {
            Route::Tableau(options) => tableau::translate(formulas, future, options, of_tableau)?,
            Route::Alternating => {
                let limit = Limit::new(alternating::LIMIT, budget);
                alternating::translate(formulas, future, limit)?
            }
        })
    })
}

/// A small generalized Büchi automaton of a simplified formula.
fn generalized_buchi(
    formulas: &mut Formulas,
    formula: Formula,
    options: &Options,
) -> Result<Explicit, TranslateError> {
    let automaton = constructed(formulas, formula, options)?;
    let class = class::class(formulas, formula);
    let mut complement = || {
        let negation = formulas.not(formula);
        let negation = prepared(formulas, negation, &options.budget).ok()?;
        let automaton = constructed(formulas, negation, options).ok()?;
        reduce(automaton, &options.reduce, &options.budget).ok()
    };
    let knowledge = Knowledge {
        obligation: is_obligation(class),
        complement: &mut complement,
    };
    let small = minimize(automaton, knowledge, &options.reduce, &options.budget)?;
    Ok(small)
}

fn is_obligation(class: Class) -> bool {
    match class {
        Class::Bottom | Class::Safety | Class::Guarantee | Class::Obligation => true,
        Class::Recurrence | Class::Persistence | Class::Reactivity => false,
    }
}

fn constructed(
    formulas: &mut Formulas,
    formula: Formula,
    options: &Options,
) -> Result<Explicit, TranslateError> {
    // The alternating route stays apart from this, so that the two can check one another.
    if options.route != Route::Alternating
        && let Some(fairness) = shapes::boolean_fairness(formulas, formula, &options.budget)?
    {
        let limit = Limit::new(tableau::LIMIT, &options.budget);
        return Ok(shapes::to_tgba(fairness, limit)?);
    }
    unreduced(formulas, formula, options.route, &options.budget)
}

fn buchi(tgba: &Explicit, options: &Options) -> Result<Explicit, Exhausted> {
    match degeneralize_to_states(tgba, &options.budget) {
        Ok(buchi) => reduce_buchi(buchi, &options.reduce, &options.budget),
        Err(DegeneralizeError::Exhausted(reason)) => Err(reason),
        Err(DegeneralizeError::NotGeneralizedBuchi(_)) => {
            unreachable!("the automaton is generalized Büchi")
        }
    }
}
