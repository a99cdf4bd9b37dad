//! Simplification: an equivalent formula, in negation normal form, that translates into a smaller
//! automaton.
//!
//! Negations are pushed to the propositions, abbreviations are expanded, and then every operator is
//! rebuilt over simplified operands until no rule applies to it.  The operators F, G, W and M are
//! kept, and introduced where they say the same in less.
//!
//! | rules | file |
//! |---|---|
//! | constants, X, operators that absorb one another | `basic` |
//! | eventual, universal and suspendable operands | `suspension`, `facts` |
//! | operands of a conjunction or disjunction that merge | `junction`, `boolean` |
//! | operands that imply or exclude one another | `context`, `implication` |
//! | past operators, everywhere and at the start of a word | `past`, `start` |
//!
//! Each rule is written for one operator and holds for the dual one, too: `lens` says how, and
//! `rules` why it ends.
//!
//! # What is promised
//! * The result holds on the same words, and is never larger than the formula ([`size`]).
//! * Simplifying a result changes nothing.
//! * It ends: every rule decreases a measure, and a work limit in proportion to the formula's size
//!   turns pathological cases into their plain negation normal form.
//!
//! # What is not
//! * Equivalent formulas need not become equal.
//! * A subformula is simplified for the place where it stands: see
//!   [`Simplifier::simplify_everywhere`].

mod basic;
mod boolean;
mod build;
mod by_formula;
mod context;
mod facts;
mod implication;
mod junction;
mod lens;
mod normal;
mod past;
mod rules;
mod start;
mod suspension;
#[cfg(test)]
mod tests;
mod truth;

use lariat_budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use crate::{Formula, Formulas};

pub use facts::size;

use by_formula::ByFormula;
use facts::Facts;
use implication::Implications;
use lens::{Op, Sketch};
use normal::{Plan, Request};
use rules::Table;

/// An equivalent formula in negation normal form, no larger and often much smaller.
///
/// Negation remains in front of propositions, and of `Y` and `S`, which have no dual.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, parse, simplify::simplify};
///
/// let mut formulas = Formulas::new();
/// let roundabout = parse(&mut formulas, "!(true U !(p -> (p U q) | G p))", Syntax::Spot)?;
/// let direct = parse(&mut formulas, "G(!p | (p W q))", Syntax::Spot)?;
/// assert_eq!(simplify(&mut formulas, roundabout), direct);
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub fn simplify(formulas: &mut Formulas, formula: Formula) -> Formula {
    Simplifier::new().simplify(formulas, formula)
}

/// The same, unless the budget ends before.
///
/// # Errors
/// If the budget has ended.
pub fn simplify_within(
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Formula, Exhausted> {
    let simple = Simplifier::within(budget).simplify(formulas, formula);
    budget.check().map(|()| simple)
}

/// Simplifies the formulas of one arena, and remembers what it has found out about them.
///
/// ```
/// use lariat_ltl::{Formulas, Syntax, parse, simplify::Simplifier};
///
/// let mut formulas = Formulas::new();
/// let mut simplifier = Simplifier::new();
/// let first = parse(&mut formulas, "FG a & FG b", Syntax::Spot)?;
/// let second = parse(&mut formulas, "FG(a & X b)", Syntax::Spot)?;
/// assert_eq!(
///     simplifier.simplify(&mut formulas, first),
///     simplifier.simplify(&mut formulas, second),
/// );
/// # Ok::<(), lariat_ltl::ParseError>(())
/// ```
pub struct Simplifier {
    rules: Table,
    facts: Facts,
    implications: Implications,
    /// What each formula built so far became; itself if no rule applies.
    settled: ByFormula<Formula>,
    negations: ByFormula<Formula>,
    simplified: FxHashMap<Request, Formula>,
    /// How many operands may still be looked at before rules are given up.
    fuel: u64,
    /// When it ends, rules are given up, too.
    budget: Budget,
    /// How often each rule was applied.
    applied: Vec<u64>,
}

/// How often a rule was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Application {
    /// The rule's name.
    pub rule: &'static str,
    /// An instance of the rule: a formula and what it becomes.  The dual of the law is a law, too.
    pub law: (&'static str, &'static str),
    /// How often the rule was applied.
    pub count: u64,
}

impl Default for Simplifier {
    fn default() -> Self {
        Self::new()
    }
}

/// How many operands may be looked at for any formula, and how many more for each of its
/// subformulas: several times of what formulas need that are not made to be difficult.
const FUEL: u64 = 1 << 18;
const FUEL_PER_PLAN: u64 = 64;

impl Simplifier {
    /// A simplifier that knows nothing yet.
    ///
    /// It must always be used with the same arena.
    pub fn new() -> Self {
        Self::within(&Budget::unlimited())
    }

    /// A simplifier that gives up rules when the budget ends: results are right, but not simple.
    pub fn within(budget: &Budget) -> Self {
        Simplifier {
            rules: Table::new(),
            facts: Facts::default(),
            implications: Implications::default(),
            settled: ByFormula::default(),
            negations: ByFormula::default(),
            simplified: FxHashMap::default(),
            fuel: 0,
            budget: budget.clone(),
            applied: vec![0; rules::all().count()],
        }
    }

    /// How often each rule was applied so far, in the order in which rules are tried.
    pub fn applications(&self) -> impl Iterator<Item = Application> {
        rules::all()
            .zip(&self.applied)
            .map(|(rule, &count)| Application {
                rule: rule.name,
                law: rule.law,
                count,
            })
    }

    /// A simpler formula that holds on the same words: at their first position, that is.
    pub fn simplify(&mut self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let everywhere = self.simplify_everywhere(formulas, formula);
        if self.fuel == 0 {
            return everywhere;
        }
        let simple = self.at_start(formulas, everywhere);
        if self.fuel == 0 {
            self.forget();
            return everywhere;
        }
        simple
    }

    /// A simpler formula that holds at the same positions of the same words.
    ///
    /// It may replace the formula wherever that stands.  Without past operators there is no
    /// difference to [`simplify`](Self::simplify).
    pub fn simplify_everywhere(&mut self, formulas: &mut Formulas, formula: Formula) -> Formula {
        let root = normal::request(formulas, formula, false);
        let plans = normal::plans(formulas, root);
        self.fuel = FUEL + FUEL_PER_PLAN * plans.len() as u64;
        for (request, plan) in plans {
            if !self.simplified.contains_key(&request) {
                let formula = self.follow(formulas, request, plan);
                self.simplified.insert(request, formula);
            }
            if self.fuel == 0 {
                self.forget();
                return normal::unsimplified(formulas, root);
            }
        }
        self.simplified[&root]
    }

    /// Forgets what was built, some of it after the work limit had been reached.
    fn forget(&mut self) {
        self.settled = ByFormula::default();
        self.negations = ByFormula::default();
        self.simplified.clear();
    }

    fn follow(&mut self, formulas: &mut Formulas, request: Request, plan: Plan) -> Formula {
        let sketch = match plan {
            Plan::Literal => {
                self.facts.note(formulas, request.formula);
                let sign = if request.negated { Op::Not } else { Op::And };
                Sketch::Apply(sign, vec![request.formula.into()])
            }
            Plan::Build(sketch) => sketch.map(&mut |operand| self.simplified[&operand]),
        };
        self.build(formulas, sketch)
    }
}
