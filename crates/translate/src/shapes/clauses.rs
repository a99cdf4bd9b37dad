//! Conditions as conjunctions of Streett pairs.
//!
//! Fin(a) ∧ Fin(b) is Fin(a ∪ b), and Inf(a) ∨ Inf(b) is Inf(a ∪ b); so a clause speaks of at most
//! one Inf, and it is a pair if it speaks of at most one Fin.

use lariat_automata::{Condition, Marks};

/// More clauses than this are not considered.
const CLAUSE_LIMIT: usize = 256;

/// Fin of the union of some marks, if any, or Inf of the union of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) fin: Option<Marks>,
    pub(super) inf: Marks,
}

/// The clauses whose conjunction is the condition; `None` if one of them would have two Fins.
///
/// Recursion is as deep as the condition, whose size is bounded where it is made.
pub(super) fn clauses(condition: &Condition) -> Option<Vec<Clause>> {
    match condition {
        Condition::True => Some(Vec::new()),
        Condition::False => Some(vec![Clause {
            fin: None,
            inf: Marks::EMPTY,
        }]),
        Condition::Inf(mark) => Some(vec![Clause {
            fin: None,
            inf: Marks::single(*mark),
        }]),
        Condition::Fin(mark) => Some(vec![Clause {
            fin: Some(Marks::single(*mark)),
            inf: Marks::EMPTY,
        }]),
        Condition::And(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(clauses(part)?);
            }
            Some(unite_fins(all))
        }
        Condition::Or(parts) => {
            let mut any = clauses(&Condition::False)?;
            for part in parts {
                any = either(&any, &clauses(part)?)?;
            }
            Some(any)
        }
    }
    .filter(|clauses| clauses.len() <= CLAUSE_LIMIT)
}

/// Makes one clause of all that are a Fin alone.
fn unite_fins(clauses: Vec<Clause>) -> Vec<Clause> {
    let mut fin: Option<Marks> = None;
    let mut others = Vec::new();
    for clause in clauses {
        match clause.fin {
            Some(marks) if clause.inf.is_empty() => fin.get_or_insert_default().unite(&marks),
            _ => others.push(clause),
        }
    }
    others.extend(fin.map(|marks| Clause {
        fin: Some(marks),
        inf: Marks::EMPTY,
    }));
    others
}

/// The clauses of the disjunction.
fn either(one: &[Clause], other: &[Clause]) -> Option<Vec<Clause>> {
    let mut found = Vec::new();
    for a in one {
        for b in other {
            let fin = match (&a.fin, &b.fin) {
                (Some(x), Some(y)) if x != y => return None,
                (x, y) => x.clone().or(y.clone()),
            };
            let inf = a.inf.union(&b.inf);
            found.push(Clause { fin, inf });
            if found.len() > CLAUSE_LIMIT {
                return None;
            }
        }
    }
    Some(found)
}
