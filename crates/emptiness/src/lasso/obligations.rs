//! What a cycle must carry to be accepting, read off the acceptance condition.

use lariat_automata::{Condition, Marks, Pair};

/// Marks to be carried in any case, and marks to be carried if another one is.
///
/// A cycle that meets them is accepting, provided that it stays in a part whose marks satisfy the
/// condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Obligations {
    pub(crate) inf: Marks,
    pub(crate) pairs: Vec<Pair>,
}

impl Obligations {
    /// What the condition demands in a part with the marks `inside`, which satisfy it.
    pub(crate) fn new(condition: &Condition, inside: &Marks) -> Self {
        let mut obligations = Self {
            inf: Marks::EMPTY,
            pairs: Vec::new(),
        };
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            match condition {
                Condition::Inf(mark) => obligations.inf.insert(*mark),
                Condition::And(parts) => pending.extend(parts),
                Condition::Or(parts) => match parts[..] {
                    [Condition::Fin(l), Condition::Inf(u)]
                    | [Condition::Inf(u), Condition::Fin(l)]
                        if inside.contains(l) && inside.contains(u) =>
                    {
                        obligations.pairs.push(Pair { l, u });
                    }
                    _ => pending.extend(easiest(parts, inside)),
                },
                // No edge of the part carries the mark.
                Condition::Fin(_) => {}
                Condition::True | Condition::False => {}
            }
        }
        let Self { inf, pairs } = &mut obligations;
        pairs.retain(|pair| !inf.contains(pair.u));
        obligations
    }

    /// The marks that are still to be carried by a cycle that carries `marks`.
    pub(crate) fn open(&self, marks: &Marks) -> Marks {
        let pairs = self.pairs.iter();
        let obliging = pairs.filter(|pair| marks.contains(pair.l));
        let due: Marks = obliging.map(|pair| pair.u).collect();
        self.inf.union(&due).difference(marks)
    }

    /// The marks that would oblige a cycle that carries `marks` to carry more.
    pub(crate) fn obliging(&self, marks: &Marks) -> Marks {
        let pairs = self.pairs.iter();
        let kept = pairs.filter(|pair| !marks.contains(pair.l) && !marks.contains(pair.u));
        kept.map(|pair| pair.l).collect()
    }
}

/// The part of a disjunction that holds with the fewest marks.
fn easiest<'c>(parts: &'c [Condition], inside: &Marks) -> Option<&'c Condition> {
    let satisfied = parts.iter().filter(|part| part.accepts(inside));
    satisfied.min_by_key(|part| match part {
        Condition::Inf(_) | Condition::Fin(_) => 1,
        part => part.mentioned().len(),
    })
}
