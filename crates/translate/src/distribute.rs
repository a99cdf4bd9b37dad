//! G over a conjunction, and F over a disjunction, taken apart where that leaves fairness.
//!
//! G(F a & F b & c) says the same as GF a & GF b & G c.  The simplifier prefers the first, which is
//! shorter.  But GF a is a mark for the tableau and a shape that acceptance conditions express, while n
//! eventualities below one G are 2ⁿ edges.  The dual holds for F(G a | G b | c).

use lariat_ltl::{Formula, Formulas, Node};
use rustc_hash::FxHashMap;

/// The formula, its conjunctions below G and disjunctions below F taken apart where some operand is an
/// eventuality, or an invariant.
///
/// Only what stands below conjunctions and disjunctions alone is looked at: there the formula does not
/// grow by more than an operator per operand.
pub(crate) fn distribute(formulas: &mut Formulas, formula: Formula) -> Formula {
    let mut done: FxHashMap<Formula, Formula> = FxHashMap::default();
    let mut stack = vec![formula];
    while let Some(&next) = stack.last() {
        let (Node::And(parts) | Node::Or(parts)) = formulas.node(next) else {
            let apart = taken_apart(formulas, next);
            done.insert(next, apart);
            stack.pop();
            continue;
        };
        let open: Vec<Formula> = parts
            .iter()
            .copied()
            .filter(|part| !done.contains_key(part))
            .collect();
        if !open.is_empty() {
            stack.extend(open);
            continue;
        }
        let same: Vec<Formula> = parts.iter().map(|part| done[part]).collect();
        let is_conjunction = matches!(formulas.node(next), Node::And(_));
        let joined = joined(formulas, same, is_conjunction);
        done.insert(next, joined);
        stack.pop();
    }
    done[&formula]
}

/// G of a conjunction, or F of a disjunction, as one of several.
fn taken_apart(formulas: &mut Formulas, formula: Formula) -> Formula {
    let (body, is_globally) = match formulas.node(formula) {
        Node::Globally(body) => (*body, true),
        Node::Finally(body) => (*body, false),
        _ => return formula,
    };
    let parts = match (formulas.node(body), is_globally) {
        (Node::And(parts), true) | (Node::Or(parts), false) => parts.to_vec(),
        _ => return formula,
    };
    let is_fair = |part: &Formula| match formulas.node(*part) {
        Node::Finally(_) => is_globally,
        Node::Globally(_) => !is_globally,
        _ => false,
    };
    let (mut apart, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_fair);
    if apart.is_empty() {
        return formula;
    }
    if !rest.is_empty() {
        apart.push(joined(formulas, rest, is_globally));
    }
    let operator = if is_globally {
        Node::Globally
    } else {
        Node::Finally
    };
    let apart = apart.into_iter().map(|part| formulas.make(operator(part)));
    let apart: Vec<Formula> = apart.collect();
    joined(formulas, apart, is_globally)
}

fn joined(formulas: &mut Formulas, parts: Vec<Formula>, is_conjunction: bool) -> Formula {
    match is_conjunction {
        true => formulas.all(parts),
        false => formulas.any(parts),
    }
}

#[cfg(test)]
mod tests {
    use lariat_ltl::{Notation, Syntax, parse, print};

    use super::*;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let mut formulas = Formulas::new();
        let formula = parse(&mut formulas, before, Syntax::Spot).expect("it is a formula");
        let distributed = distribute(&mut formulas, formula);
        let text = print(&formulas, distributed, Notation::Spot).expect("it is small");
        assert_eq!(text, after);
    }

    #[test]
    fn only_fairness_is_taken_apart() {
        check("G(F a & F b)", "GF a & GF b");
        check("G(F a & b & c)", "GF a & G(b & c)");
        check("F(G a | b)", "FG a | F b");
        check("c & (d | G(F a & b))", "c & (d | GF a & G b)");
        check("G(a & b)", "G(a & b)");
        check("F(F a | G b)", "FG b | FF a");
        check("X G(F a & F b)", "XG(F a & F b)");
    }
}
