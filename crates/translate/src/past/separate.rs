//! A formula without past operators, and the monitors and guesses that it speaks of.

use indexmap::IndexMap;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::polarity::{Polarity, each_operand_with_polarity, polarities};
use lariat_ltl::{Atom, Formula, Formulas, Node};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::is_past;
use crate::propositional::is_boolean;

/// A past operator and its operands: propositional formulas, or their labels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule<T> {
    Yesterday(T),
    Once(T),
    Historically(T),
    Since(T, T),
}

impl<T: Copy> Rule<T> {
    /// The same operator over other operands.
    pub(super) fn map<U>(self, mut by: impl FnMut(T) -> U) -> Rule<U> {
        match self {
            Rule::Yesterday(a) => Rule::Yesterday(by(a)),
            Rule::Once(a) => Rule::Once(by(a)),
            Rule::Historically(a) => Rule::Historically(by(a)),
            Rule::Since(a, b) => Rule::Since(by(a), by(b)),
        }
    }

    /// The operands.
    pub(super) fn operands(self) -> impl Iterator<Item = T> {
        let (first, second) = match self {
            Rule::Yesterday(a) | Rule::Once(a) | Rule::Historically(a) => (a, None),
            Rule::Since(a, b) => (a, Some(b)),
        };
        std::iter::once(first).chain(second)
    }
}

/// A past subformula, by the proposition that stands for it.  Its operands speak of earlier
/// monitors only, and of guesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Monitor {
    pub(super) atom: Atom,
    pub(super) rule: Rule<Formula>,
}

/// A formula whose past is separated from its future.
#[derive(Debug)]
pub(super) struct Separated {
    /// Without past operators.
    pub(super) future: Formula,
    pub(super) monitors: Vec<Monitor>,
    /// The propositions that stand for operands that speak of the future.
    pub(super) guesses: Vec<Atom>,
}

/// Separates the past of `formula`.
pub(super) fn separate(
    formulas: &mut Formulas,
    formula: Formula,
    budget: &Budget,
) -> Result<Separated, Exhausted> {
    let formula = cancel_next_of_yesterday(formulas, formula);
    let formula = at_the_start(formulas, formula);
    let mut separator = Separator::new(formulas, formula);
    let future = separator.without_past(formula, budget)?;
    Ok(separator.finish(future))
}

/// X Y a is a.
fn cancel_next_of_yesterday(formulas: &mut Formulas, formula: Formula) -> Formula {
    let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
    for old in formulas.subformulas(formula) {
        let node = formulas.node(old).map(|operand| new[&operand]);
        let made = match node {
            Node::Next(a) => match *formulas.node(a) {
                Node::Yesterday(yesterday) => yesterday,
                _ => formulas.make(node),
            },
            node => formulas.make(node),
        };
        new.insert(old, made);
    }
    new[&formula]
}

/// The formula with those past operators resolved that are asked at the first position.
fn at_the_start(formulas: &mut Formulas, formula: Formula) -> Formula {
    let here = |node: &Node| is_boolean(node) || is_past(node);
    let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
    for old in context(formulas, formula, here) {
        let node = formulas.node(old).clone();
        let made = match node {
            Node::Yesterday(_) => formulas.falsity(),
            Node::Once(a) | Node::Historically(a) | Node::Since(_, a) => new[&a],
            node if is_boolean(&node) => formulas.make(node.map(|operand| new[&operand])),
            _ => old,
        };
        new.insert(old, made);
    }
    new[&formula]
}

/// The subformulas that are reached through nodes that are `open`, operands first.
fn context(formulas: &Formulas, formula: Formula, open: impl Fn(&Node) -> bool) -> Vec<Formula> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![formula];
    while let Some(next) = stack.pop() {
        let node = formulas.node(next);
        if seen.insert(next) && open(node) {
            node.each_operand(|operand| stack.push(operand));
        }
    }
    let mut found: Vec<_> = seen.into_iter().collect();
    found.sort_unstable();
    found
}

/// A proposition that stands for a future formula.
struct Guess {
    atom: Atom,
    polarity: Polarity,
}

struct Separator<'a> {
    formulas: &'a mut Formulas,
    /// The propositions of the formula, which fresh ones must not be named like.
    taken: FxHashSet<String>,
    fresh: usize,
    monitors: Vec<Monitor>,
    /// What is guessed, by the future formula.
    guesses: IndexMap<Formula, Guess, FxBuildHasher>,
}

impl<'a> Separator<'a> {
    fn new(formulas: &'a mut Formulas, formula: Formula) -> Self {
        let mut taken = FxHashSet::default();
        for part in formulas.subformulas(formula) {
            if let Node::Atom(atom) = formulas.node(part) {
                taken.insert(formulas.name(*atom).to_owned());
            }
        }
        Separator {
            formulas,
            taken,
            fresh: 0,
            monitors: Vec::new(),
            guesses: IndexMap::default(),
        }
    }

    fn finish(self, future: Formula) -> Separated {
        let mut conjuncts = vec![future];
        for (&meaning, guess) in &self.guesses {
            conjuncts.push(verified(self.formulas, meaning, guess));
        }
        Separated {
            future: self.formulas.all(conjuncts),
            monitors: self.monitors,
            guesses: self.guesses.values().map(|guess| guess.atom).collect(),
        }
    }

    /// A proposition that the formula does not mention.
    fn fresh_atom(&mut self) -> Atom {
        loop {
            let name = format!("past {}", self.fresh);
            self.fresh += 1;
            if !self.taken.contains(&name) {
                return self.formulas.atom_named(&name);
            }
        }
    }

    /// The formula with a fresh proposition for each past subformula.
    fn without_past(&mut self, formula: Formula, budget: &Budget) -> Result<Formula, Exhausted> {
        let polarities = polarities(self.formulas, &[formula]);
        let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
        for old in self.formulas.subformulas(formula) {
            budget.check()?;
            let node = self.formulas.node(old).map(|operand| new[&operand]);
            let made = if is_past(&node) {
                self.monitor(&node, polarities[&old])
            } else {
                self.formulas.make(node)
            };
            new.insert(old, made);
        }
        Ok(new[&formula])
    }

    /// The proposition of a past operator whose operands have no past.
    fn monitor(&mut self, node: &Node, polarity: Polarity) -> Formula {
        let mut operand = |formula| self.without_future(formula, polarity);
        let rule = match *node {
            Node::Yesterday(a) => Rule::Yesterday(operand(a)),
            Node::Once(a) => Rule::Once(operand(a)),
            Node::Historically(a) => Rule::Historically(operand(a)),
            Node::Since(a, b) => Rule::Since(operand(a), operand(b)),
            _ => unreachable!("only past operators are monitored"),
        };
        let atom = self.fresh_atom();
        self.monitors.push(Monitor { atom, rule });
        self.formulas.make(Node::Atom(atom))
    }

    /// The formula with a guessed proposition for each outermost future operator.
    fn without_future(&mut self, formula: Formula, polarity: Polarity) -> Formula {
        let context = context(self.formulas, formula, is_boolean);
        let mut polarities: FxHashMap<Formula, Polarity> = FxHashMap::default();
        polarities.insert(formula, polarity);
        for &part in context.iter().rev() {
            let node = self.formulas.node(part);
            if is_boolean(node) {
                each_operand_with_polarity(node, polarities[&part], |operand, polarity| {
                    polarities.entry(operand).or_default().add(polarity);
                });
            }
        }
        let mut new: FxHashMap<Formula, Formula> = FxHashMap::default();
        for old in context {
            let node = self.formulas.node(old);
            let made = if is_boolean(node) {
                let node = node.map(|operand| new[&operand]);
                self.formulas.make(node)
            } else {
                self.guess(old, polarities[&old])
            };
            new.insert(old, made);
        }
        new[&formula]
    }

    /// The proposition that stands for a future formula.
    fn guess(&mut self, future: Formula, polarity: Polarity) -> Formula {
        if !self.guesses.contains_key(&future) {
            let atom = self.fresh_atom();
            let polarity = Polarity::default();
            self.guesses.insert(future, Guess { atom, polarity });
        }
        let guess = &mut self.guesses[&future];
        guess.polarity.add(polarity);
        self.formulas.make(Node::Atom(guess.atom))
    }
}

/// That a guess is always right, as far as its polarity asks for it.
fn verified(formulas: &mut Formulas, meaning: Formula, guess: &Guess) -> Formula {
    let atom = formulas.make(Node::Atom(guess.atom));
    let right = formulas.make(match guess.polarity {
        Polarity {
            negative: false, ..
        } => Node::Implies(atom, meaning),
        Polarity {
            positive: false, ..
        } => Node::Implies(meaning, atom),
        _ => Node::Iff(atom, meaning),
    });
    formulas.make(Node::Globally(right))
}
