//! Why a formula is false on a run: which part of it breaks where.
//!
//! Every subformula has a truth value at every position of the run, by definition.  From the formula's own value at the
//! first position the reasons are followed downwards: G a is false because of the first position where a is false, F a
//! because a is never true from here on, a conjunction because of its first false part.  What is left at the end are a few facts
//! about small formulas at certain positions.

use lariat_ltl::semantics::{Decided, Truth};
use lariat_ltl::{Formula, Formulas, Node};
use lariat_model::Model;
use lariat_witness::{Claim, Confirmed, letters_of, word_of};

/// A fact that makes a formula false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// What it is about.
    pub formula: Formula,
    /// The stop of the run, counted from 0, that it speaks of or starts from.
    pub position: usize,
    /// What is the case.
    pub what: What,
}

/// What is the case with a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// It is true at the position.
    Holds,
    /// It is false at the position.
    Fails,
    /// It is true at the position and all later ones.
    AlwaysHolds,
    /// It is false at the position and all later ones.
    NeverHolds,
}

/// The truth of a formula along a run, and why it is what it is.
pub struct Explanation {
    /// Each subformula, smaller ones first, with its truth at each stop of the run; none where a finite run leaves it open.
    pub timelines: Vec<(Formula, Vec<Option<bool>>)>,
    /// Why the formula is false, in the order of discovery.
    pub findings: Vec<Evidence>,
}

/// No more facts than this make an explanation.
const MOST_FINDINGS: usize = 6;

/// Explains why a formula is false on a run that violates it.
pub fn explain(
    model: &dyn Model,
    claim: &Claim<'_>,
    confirmed: &Confirmed,
    formula: Formula,
) -> Explanation {
    let truth = match confirmed.is_finite() {
        false => {
            let word = word_of(claim, confirmed);
            Values::OfLasso(Truth::new(claim.formulas, formula, &word))
        }
        true => {
            let (letters, open) = letters_of(model, claim, confirmed);
            Values::OfPrefix(Decided::new(claim.formulas, formula, &letters, &open))
        }
    };
    let run = confirmed.run();
    let timeline = |part| {
        let values = (0..run.length()).map(|position| truth.at(part, position));
        (part, values.collect())
    };
    let parts = claim.formulas.subformulas(formula);
    let mut search = Search {
        formulas: claim.formulas,
        truth: &truth,
        start: run.prefix.len(),
        cycle: run.cycle.len(),
        pending: vec![(formula, 0)],
        findings: Vec::new(),
    };
    while search.findings.len() < MOST_FINDINGS
        && let Some((part, position)) = search.pending.pop()
    {
        search.follow(part, position);
    }
    Explanation {
        findings: search.findings,
        timelines: parts.into_iter().map(timeline).collect(),
    }
}

/// The truth of formulas along a run.
enum Values {
    OfLasso(Truth),
    OfPrefix(Decided),
}

impl Values {
    /// Whether a formula is true at a position; none if a finite run leaves that open.
    fn at(&self, formula: Formula, position: usize) -> Option<bool> {
        match self {
            Values::OfLasso(truth) => Some(truth.at(formula, position)),
            Values::OfPrefix(decided) => decided.at(formula, position),
        }
    }

    /// How many positions from any one on show all that will ever happen.
    fn horizon(&self) -> usize {
        match self {
            // Two rounds of everything.
            Values::OfLasso(truth) => 2 * truth.horizon() + 1,
            Values::OfPrefix(decided) => decided.length(),
        }
    }
}

struct Search<'a> {
    formulas: &'a Formulas,
    truth: &'a Values,
    /// Where the cycle starts, and its length.
    start: usize,
    cycle: usize,
    /// Formulas whose truth at a position is to be explained.
    pending: Vec<(Formula, usize)>,
    findings: Vec<Evidence>,
}

impl Search<'_> {
    /// Finds the reason for the truth of one formula at a position: a fact, or other formulas.
    fn follow(&mut self, formula: Formula, position: usize) {
        let Some(value) = self.truth.at(formula, position) else {
            return;
        };
        let fact = if value { What::Holds } else { What::Fails };
        match self.formulas.node(formula).clone() {
            Node::Not(a) => self.explain(a, position),
            Node::And(parts) => self.junction(&parts, (position, value), value),
            Node::Or(parts) => self.junction(&parts, (position, value), !value),
            Node::Implies(a, b) => match (self.is(a, position, false), value) {
                (true, _) => self.explain(a, position),
                (false, true) => self.explain(b, position),
                (false, false) => {
                    self.explain(b, position);
                    self.explain(a, position);
                }
            },
            Node::Next(a) => self.explain(a, position + 1),
            Node::Finally(a) => self.first(a, position, true, What::NeverHolds),
            Node::Globally(a) => self.first(a, position, false, What::AlwaysHolds),
            Node::Until(a, b) | Node::WeakUntil(a, b) => {
                self.until(a, b, (position, value));
            }
            Node::Release(a, b) | Node::StrongRelease(a, b) => {
                // Its negation is an until of the negations.
                match self.find(position, |at| self.is(b, at, false)) {
                    Some(broken) if !value => self.explain(b, broken),
                    None if !value => self.find_out(a, position, What::NeverHolds),
                    _ => self.find_out(formula, position, fact),
                }
            }
            _ => self.find_out(formula, position, fact),
        }
    }

    /// Whether a formula has this value for sure.
    fn is(&self, formula: Formula, position: usize, value: bool) -> bool {
        self.truth.at(formula, position) == Some(value)
    }

    fn explain(&mut self, formula: Formula, position: usize) {
        self.pending.push((formula, position));
    }

    /// A conjunction or disjunction has its value because of all its parts, or because of one with the same value.
    fn junction(&mut self, parts: &[Formula], (position, value): (usize, bool), all: bool) {
        let decides = |&&part: &&Formula| self.is(part, position, value);
        let decisive = parts.iter().filter(decides).rev();
        let count = if all { parts.len() } else { 1 };
        let decisive: Vec<_> = decisive.map(|&part| (part, position)).collect();
        let skipped = decisive.len().saturating_sub(count);
        self.pending.extend(&decisive[skipped..]);
    }

    /// The first position from here on where `a` has the value decides; if there is none, it is `otherwise` for ever.
    fn first(&mut self, a: Formula, position: usize, value: bool, otherwise: What) {
        match self.find(position, |at| self.is(a, at, value)) {
            Some(decisive) => self.explain(a, decisive),
            None => self.find_out(a, position, otherwise),
        }
    }

    fn until(&mut self, a: Formula, b: Formula, (position, value): (usize, bool)) {
        let met = self.find(position, |at| self.is(b, at, true));
        let broken = self.find(position, |at| {
            self.is(a, at, false) && self.is(b, at, false)
        });
        match (value, met, broken) {
            (true, Some(met), _) => self.explain(b, met),
            (true, None, _) => self.find_out(a, position, What::AlwaysHolds),
            (false, _, Some(broken)) => {
                self.explain(a, broken);
                self.explain(b, broken);
            }
            (false, _, None) => self.find_out(b, position, What::NeverHolds),
        }
    }

    fn find(&self, from: usize, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        (from..from + self.truth.horizon()).find(|&at| is_it(at))
    }

    /// Notes a fact, once, at the stop of the run that the position falls on.
    fn find_out(&mut self, formula: Formula, position: usize, what: What) {
        let beyond = position.saturating_sub(self.start);
        let finding = Evidence {
            formula,
            position: position - beyond + beyond % self.cycle.max(1),
            what,
        };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use lariat_ltl::semantics::{TrueAtoms, Word};
    use lariat_ltl::{Syntax, parse};

    use super::*;

    /// The findings about a formula on `{}{p}({q}{})^ω`, as text.
    fn findings(text: &str) -> Vec<String> {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
        let [p, q] = ["p", "q"].map(|name| formulas.atom_named(name));
        let prefix = vec![TrueAtoms::new(), TrueAtoms::from([p])];
        let cycle = vec![TrueAtoms::from([q]), TrueAtoms::new()];
        let truth = Truth::new(&formulas, formula, &Word::new(prefix, cycle));
        explained(&formulas, formula, Values::OfLasso(truth), (2, 2))
    }

    /// The findings about a formula after `{}{p}{q}`, as text.
    fn findings_of_prefix(text: &str) -> Vec<String> {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
        let [p, q] = ["p", "q"].map(|name| formulas.atom_named(name));
        let letters = [TrueAtoms::new(), TrueAtoms::from([p]), TrueAtoms::from([q])];
        let decided = Decided::new(&formulas, formula, &letters, &TrueAtoms::new());
        explained(&formulas, formula, Values::OfPrefix(decided), (3, 0))
    }

    fn explained(
        formulas: &Formulas,
        formula: Formula,
        truth: Values,
        (start, cycle): (usize, usize),
    ) -> Vec<String> {
        assert_eq!(truth.at(formula, 0), Some(false), "it is violated");
        let mut search = Search {
            formulas,
            truth: &truth,
            start,
            cycle,
            pending: vec![(formula, 0)],
            findings: Vec::new(),
        };
        while let Some((part, position)) = search.pending.pop() {
            search.follow(part, position);
        }
        let findings = search.findings.iter().map(|finding| {
            let shown = lariat_ltl::print(formulas, finding.formula, lariat_ltl::Notation::Spot);
            let shown = shown.expect("it can be printed");
            format!("{shown} {:?} {}", finding.what, finding.position)
        });
        findings.collect()
    }

    #[test]
    fn what_a_prefix_leaves_open_is_no_reason() {
        assert_eq!(findings_of_prefix("F r & G !p"), ["p Holds 1"]);
        assert_eq!(
            findings_of_prefix("G(p -> X(!q | r))"),
            ["p Holds 1", "q Holds 2", "r Fails 2"]
        );
        assert_eq!(findings_of_prefix("!q W p & G !q"), ["q Holds 2"]);
        assert_eq!(
            findings_of_prefix("F p -> (!p U q)"),
            ["p Holds 1", "q Fails 1"]
        );
    }

    #[test]
    fn a_response_that_never_comes() {
        assert_eq!(findings("G(p -> X F p)"), ["p Holds 1", "p NeverHolds 2"]);
        assert_eq!(findings("G(q -> X q)"), ["q Holds 2", "q Fails 3"]);
    }

    #[test]
    fn the_first_part_that_breaks() {
        assert_eq!(findings("F q & G !p & X p & G !q"), ["p Holds 1"]);
        assert_eq!(findings("p | q"), ["p Fails 0", "q Fails 0"]);
        assert_eq!(findings("!F q"), ["q Holds 2"]);
    }

    #[test]
    fn untils_and_releases() {
        assert_eq!(findings("!p U q"), ["q Fails 1", "p Holds 1"]);
        assert_eq!(findings("!q U (p & q)"), ["p Fails 2", "q Holds 2"]);
        assert_eq!(findings("1 U (p & q)"), ["p & q NeverHolds 0"]);
        assert_eq!(findings("G F p"), ["p NeverHolds 2"]);
        assert_eq!(findings("p R q"), ["q Fails 0"]);
        assert_eq!(findings("(p & q) M !(p & q)"), ["p & q NeverHolds 0"]);
    }
}
