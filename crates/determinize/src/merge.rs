//! Invariants about the same propositions as one.
//!
//! G a ∧ G b is G(a ∧ b), and one flag is enough for both.  That is good for invariants that speak of the same few
//! propositions, and over the same number of steps: together they are one small function.  Those of different
//! propositions stay apart, since the conjunction of them all may be a very large one.

use indexmap::IndexMap;
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::{Atom, Formula, Formulas, Node};

use crate::decompose::{Combination, Decomposition, Part};
use crate::formulas::bounded_depth;

/// Invariants of more propositions than this stay as they are.
const FEW: usize = 8;

/// What invariants must agree in: when they begin, how far they look ahead, and what they speak of.
type AcceptanceKind = (usize, usize, Vec<Atom>);

/// Merges the invariants of each conjunction.
pub(crate) fn merge_invariants(
    formulas: &mut Formulas,
    decomposition: &mut Decomposition,
    budget: &Budget,
) -> Result<(), Exhausted> {
    let old = std::mem::take(&mut decomposition.combinations);
    let mut number_of: Vec<usize> = Vec::new();
    for combination in &old {
        let renumbered =
            |numbers: &[usize]| numbers.iter().map(|&number| number_of[number]).collect();
        let made = match combination {
            Combination::All(numbers) => {
                let numbers = renumbered(numbers);
                Combination::All(merged(formulas, decomposition, numbers, budget)?)
            }
            Combination::Any(numbers) => Combination::Any(renumbered(numbers)),
            other => other.clone(),
        };
        number_of.push(decomposition.combinations.insert_full(made).0);
    }
    decomposition.root = number_of[decomposition.root];
    Ok(())
}

/// The operands of a conjunction, with invariants of one kind merged.
fn merged(
    formulas: &mut Formulas,
    decomposition: &mut Decomposition,
    numbers: Vec<usize>,
    budget: &Budget,
) -> Result<Vec<usize>, Exhausted> {
    let mut kinds: IndexMap<AcceptanceKind, Vec<(usize, Formula)>> = IndexMap::new();
    let mut result = Vec::new();
    for number in numbers {
        budget.check()?;
        match invariant(formulas, decomposition, number) {
            Some((kind, body)) => kinds.entry(kind).or_default().push((number, body)),
            None => result.push(number),
        }
    }
    for ((steps, ..), members) in kinds {
        if let [(number, _)] = members[..] {
            result.push(number);
            continue;
        }
        let body = formulas.all(members.into_iter().map(|(_, body)| body));
        let index = decomposition
            .parts
            .insert_full(Part::Always { steps, body })
            .0;
        let part = Combination::Part {
            index,
            negated: false,
        };
        result.push(decomposition.combinations.insert_full(part).0);
    }
    Ok(result)
}

/// The kind and the body of a combination that is an invariant of few propositions.
fn invariant(
    formulas: &Formulas,
    decomposition: &Decomposition,
    number: usize,
) -> Option<(AcceptanceKind, Formula)> {
    let Combination::Part {
        index,
        negated: false,
    } = decomposition.combinations[number]
    else {
        return None;
    };
    let Part::Always { steps, body } = decomposition.parts[index] else {
        return None;
    };
    let subformulas = formulas.subformulas(body).into_iter();
    let mut atoms: Vec<Atom> = subformulas
        .filter_map(|sub| match formulas.node(sub) {
            Node::Atom(atom) => Some(*atom),
            _ => None,
        })
        .collect();
    atoms.sort_unstable();
    let depth = bounded_depth(formulas, body)?;
    (atoms.len() <= FEW).then_some(((steps, depth, atoms), body))
}
