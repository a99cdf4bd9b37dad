//! Acceptance conditions: formulas over "infinitely often" and "finitely often" (Emerson, Lei).
//!
//! Everything is a [`Condition`].  The shapes that cheaper checks understand are *views* of it:
//! [`Acceptance::generalized_buchi_view`] and [`Acceptance::fairness_view`] (generalized Büchi marks
//! and Streett pairs together).

use crate::Marks;

/// Which sets of infinitely repeated marks are good.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Acceptance {
    /// Marks are the numbers below this.
    pub marks: usize,
    /// The condition over them.
    pub condition: Condition,
}

/// A positive boolean formula over "infinitely often m" and "finitely often m".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Every run is accepting.
    True,
    /// No run is accepting.
    False,
    /// The mark occurs infinitely often.
    Inf(usize),
    /// The mark occurs finitely often.
    Fin(usize),
    /// All of them hold.
    And(Vec<Condition>),
    /// One of them holds.
    Or(Vec<Condition>),
}

/// A Streett pair: if `l` occurs infinitely often, so does `u`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The mark that obliges.
    pub l: usize,
    /// The mark that fulfils.
    pub u: usize,
}

/// Generalized Büchi and Streett together: all of `inf` infinitely often, and every pair kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct FairnessView {
    /// Marks that must occur infinitely often.
    pub inf: Marks,
    /// Marks that must occur finitely often: pairs whose `u` is on no edge.
    pub fin: Marks,
    /// The Streett pairs proper.
    pub pairs: Vec<Pair>,
}

impl Acceptance {
    /// Every infinite run is accepting.
    pub fn all() -> Self {
        Self::generalized_buchi(0)
    }

    /// Marks 0, …, n − 1 each infinitely often.
    pub fn generalized_buchi(n: usize) -> Self {
        let condition = Condition::all((0..n).map(Condition::Inf));
        Self {
            marks: n,
            condition,
        }
    }

    /// Mark 0 infinitely often.
    pub fn buchi() -> Self {
        Self::generalized_buchi(1)
    }

    /// HOA's Streett condition with n pairs: pair i is l = 2i, u = 2i + 1.
    pub fn streett(n: usize) -> Self {
        let pairs = (0..n)
            .map(|i| Pair {
                l: 2 * i,
                u: 2 * i + 1,
            })
            .collect();
        Self::fair(
            2 * n,
            &FairnessView {
                pairs,
                ..FairnessView::default()
            },
        )
    }

    /// Generalized Büchi marks and pairs together, over the marks below `marks`.
    pub fn fair(marks: usize, fairness: &FairnessView) -> Self {
        let inf = fairness.inf.iter().map(Condition::Inf);
        let fin = fairness.fin.iter().map(Condition::Fin);
        let pair = |p: &Pair| Condition::any([Condition::Fin(p.l), Condition::Inf(p.u)]);
        let condition = Condition::all(inf.chain(fin).chain(fairness.pairs.iter().map(pair)));
        Self { marks, condition }
    }

    /// Both conditions: the marks of the second are those behind the marks of the first.
    ///
    /// ```
    /// use lariat_automata::{Acceptance, Condition, Marks};
    /// let both = Acceptance::buchi().and(&Acceptance::streett(1));
    /// let pair = Condition::any([Condition::Fin(1), Condition::Inf(2)]);
    /// assert_eq!(both.marks, 3);
    /// assert_eq!(both.condition, Condition::all([Condition::Inf(0), pair]));
    /// assert!(both.accepts(&Marks::single(0)));
    /// assert!(!both.accepts(&Marks::first(2)));
    /// ```
    #[must_use]
    pub fn and(&self, second: &Acceptance) -> Acceptance {
        let shifted = second.condition.renamed(|mark| mark + self.marks);
        Acceptance {
            marks: self.marks + second.marks,
            condition: Condition::all([self.condition.clone(), shifted]),
        }
    }

    /// Whether a run that repeats exactly `marks` infinitely often is accepting.
    pub fn accepts(&self, marks: &Marks) -> bool {
        self.condition.accepts(marks)
    }

    /// The marks that must all recur, if the condition is generalized Büchi (or true).
    pub fn generalized_buchi_view(&self) -> Option<Marks> {
        let view = self.fairness_view()?;
        (view.fin.is_empty() && view.pairs.is_empty()).then_some(view.inf)
    }

    /// The condition as Inf marks, Fin marks and Streett pairs, if it is a conjunction of such.
    pub fn fairness_view(&self) -> Option<FairnessView> {
        let mut view = FairnessView::default();
        let single = std::slice::from_ref(&self.condition);
        let conjuncts = match &self.condition {
            Condition::And(conjuncts) => conjuncts,
            _ => single,
        };
        for conjunct in conjuncts {
            match conjunct {
                Condition::True => {}
                Condition::Inf(mark) => view.inf.insert(*mark),
                Condition::Fin(mark) => view.fin.insert(*mark),
                Condition::Or(parts) => match parts[..] {
                    [Condition::Fin(l), Condition::Inf(u)]
                    | [Condition::Inf(u), Condition::Fin(l)] => {
                        view.pairs.push(Pair { l, u });
                    }
                    _ => return None,
                },
                Condition::False | Condition::And(_) => return None,
            }
        }
        Some(view)
    }
}

impl Condition {
    /// The conjunction, flattened, with constants absorbed.
    pub fn all(parts: impl IntoIterator<Item = Condition>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Condition::True => {}
                Condition::False => return Condition::False,
                Condition::And(inner) if flat.is_empty() => flat = inner,
                Condition::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Condition::True,
            1 => flat.remove(0),
            _ => Condition::And(flat),
        }
    }

    /// The disjunction, flattened, with constants absorbed.
    pub fn any(parts: impl IntoIterator<Item = Condition>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Condition::False => {}
                Condition::True => return Condition::True,
                Condition::Or(inner) if flat.is_empty() => flat = inner,
                Condition::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Condition::False,
            1 => flat.remove(0),
            _ => Condition::Or(flat),
        }
    }

    /// Whether the condition holds where exactly `marks` occur infinitely often.
    pub fn accepts(&self, marks: &Marks) -> bool {
        match self {
            Condition::True => true,
            Condition::False => false,
            Condition::Inf(mark) => marks.contains(*mark),
            Condition::Fin(mark) => !marks.contains(*mark),
            Condition::And(parts) => parts.iter().all(|part| part.accepts(marks)),
            Condition::Or(parts) => parts.iter().any(|part| part.accepts(marks)),
        }
    }

    /// The condition with every mark replaced by the one that `by` names for it.
    pub fn renamed(&self, by: impl Fn(usize) -> usize + Copy) -> Condition {
        match self {
            Condition::True => Condition::True,
            Condition::False => Condition::False,
            Condition::Inf(mark) => Condition::Inf(by(*mark)),
            Condition::Fin(mark) => Condition::Fin(by(*mark)),
            Condition::And(parts) => {
                Condition::And(parts.iter().map(|part| part.renamed(by)).collect())
            }
            Condition::Or(parts) => {
                Condition::Or(parts.iter().map(|part| part.renamed(by)).collect())
            }
        }
    }

    /// The marks that it mentions.
    pub fn mentioned(&self) -> Marks {
        let mut marks = Marks::EMPTY;
        let mut stack = vec![self];
        while let Some(condition) = stack.pop() {
            match condition {
                Condition::Inf(mark) | Condition::Fin(mark) => marks.insert(*mark),
                Condition::And(parts) | Condition::Or(parts) => stack.extend(parts),
                Condition::True | Condition::False => {}
            }
        }
        marks
    }
}
