//! Conditions restricted, split, and without Fin in conjunctive form.

use crate::{Condition, Marks};

impl Condition {
    /// The condition where no other marks than `present` occur.
    pub(super) fn within(&self, present: &Marks) -> Condition {
        match self {
            Condition::Inf(mark) if !present.contains(*mark) => Condition::False,
            Condition::Fin(mark) if !present.contains(*mark) => Condition::True,
            Condition::And(parts) => Condition::all(parts.iter().map(|p| p.within(present))),
            Condition::Or(parts) => Condition::any(parts.iter().map(|p| p.within(present))),
            other => other.clone(),
        }
    }

    /// The condition where `mark` recurs, as far as Fin is concerned.
    pub(super) fn where_recurring(&self, mark: usize) -> Condition {
        match self {
            Condition::Fin(fin) if *fin == mark => Condition::False,
            Condition::And(parts) => Condition::all(parts.iter().map(|p| p.where_recurring(mark))),
            Condition::Or(parts) => Condition::any(parts.iter().map(|p| p.where_recurring(mark))),
            other => other.clone(),
        }
    }

    /// A mark that the condition mentions under Fin.
    pub(super) fn some_fin(&self) -> Option<usize> {
        match self {
            Condition::Fin(mark) => Some(*mark),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().find_map(Condition::some_fin)
            }
            _ => None,
        }
    }

    /// A condition without Fin as a conjunction of at most `most` disjunctions of Inf.
    pub(super) fn clauses(&self, most: usize) -> Option<Vec<Marks>> {
        let clauses = match self {
            Condition::True => Vec::new(),
            Condition::False => vec![Marks::EMPTY],
            Condition::Inf(mark) | Condition::Fin(mark) => vec![Marks::single(*mark)],
            Condition::And(parts) => {
                let each: Option<Vec<_>> = parts.iter().map(|part| part.clauses(most)).collect();
                minimal_clauses(each?.concat())
            }
            Condition::Or(parts) => {
                let mut product = vec![Marks::EMPTY];
                for part in parts {
                    let clauses = part.clauses(most)?;
                    let joined = product
                        .iter()
                        .flat_map(|one| clauses.iter().map(|other| one.union(other)));
                    product = minimal_clauses(joined.collect());
                    if product.len() > most {
                        return None;
                    }
                }
                product
            }
        };
        Some(clauses)
    }

    /// The condition as several whose disjunction it is, cut at a disjunction.
    pub(super) fn alternatives(&self) -> Vec<Condition> {
        match self {
            Condition::Or(parts) => parts.clone(),
            Condition::And(parts) => {
                let cut = parts
                    .iter()
                    .position(|part| matches!(part, Condition::Or(_)));
                let Some(cut) = cut else {
                    return vec![self.clone()];
                };
                let choose = |choice: Condition| {
                    let mut chosen = parts.clone();
                    chosen[cut] = choice;
                    Condition::all(chosen)
                };
                parts[cut].alternatives().into_iter().map(choose).collect()
            }
            other => vec![other.clone()],
        }
    }
}

/// The clauses that no other clause implies.
fn minimal_clauses(mut clauses: Vec<Marks>) -> Vec<Marks> {
    clauses.sort_unstable_by_key(|clause| (clause.len(), clause.clone()));
    let mut minimal: Vec<Marks> = Vec::new();
    for clause in clauses {
        if !minimal.iter().any(|smaller| smaller.is_subset(&clause)) {
            minimal.push(clause);
        }
    }
    minimal
}
