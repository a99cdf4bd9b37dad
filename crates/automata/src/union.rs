//! The union of two automata as their sum, placed side by side: any run is a run of one of them.
//!
//! Two generalized Büchi automata share their marks, and equal conditions are kept as they are.
//! Otherwise the conditions are disjoined, and a part whose condition would accept a run without
//! marks, as runs of the other part look to it, gets one more mark to demand.

use crate::{Acceptance, Condition, Explicit, LabelledEdge, Marks, StateId};

/// The automaton of the words that one of the two accepts.
///
/// ```
/// use lariat_automata::{Acceptance, Explicit, Labels, Letter, Marks, union::union, word};
/// let always = |name: &str| {
///     let mut a = Explicit::new(Labels::new([name.to_owned()]), Acceptance::all());
///     let p = a.labels.bdds.var(0);
///     let state = a.add_state();
///     a.initial.push(state);
///     a.add_transition(state, p, Marks::EMPTY, state);
///     a
/// };
/// let either = union(&always("p"), &always("q"));
/// let (p, q) = (Letter::single(0), Letter::single(1));
/// assert!(word::accepts(&either, &[], &[p.clone()]));
/// assert!(!word::accepts(&either, &[], &[p, q]));
/// ```
pub fn union(a: &Explicit, b: &Explicit) -> Explicit {
    let Sum {
        acceptance,
        first,
        second,
    } = Sum::of(&a.acceptance, &b.acceptance);
    let mut sum = Explicit::new(a.labels.clone(), acceptance);
    append(&mut sum, a, &first);
    append(&mut sum, b, &second);
    sum
}

/// How the marks of one part appear in the sum.
#[derive(Clone, Default)]
struct Placement {
    shift: usize,
    /// Marks that every edge of the part gets beside its own.
    added: Marks,
}

struct Sum {
    acceptance: Acceptance,
    first: Placement,
    second: Placement,
}

impl Sum {
    fn of(a: &Acceptance, b: &Acceptance) -> Sum {
        if a == b {
            return Sum {
                acceptance: a.clone(),
                first: Placement::default(),
                second: Placement::default(),
            };
        }
        Self::of_generalized_buchi(a, b).unwrap_or_else(|| Self::of_any(a, b))
    }

    /// The marks are shared; the part with fewer gets the missing ones on every edge.
    fn of_generalized_buchi(a: &Acceptance, b: &Acceptance) -> Option<Sum> {
        let everything = |acceptance: &Acceptance| {
            let demanded = acceptance.generalized_buchi_view()?;
            (demanded.len() == acceptance.marks).then_some(acceptance.marks)
        };
        let (a, b) = (everything(a)?, everything(b)?);
        let marks = a.max(b);
        let padded = |own: usize| Placement {
            shift: 0,
            added: (own..marks).collect(),
        };
        Some(Sum {
            acceptance: Acceptance::generalized_buchi(marks),
            first: padded(a),
            second: padded(b),
        })
    }

    fn of_any(a: &Acceptance, b: &Acceptance) -> Sum {
        let mut marks = a.marks + b.marks;
        let mut part = |acceptance: &Acceptance, shift: usize| {
            let condition = acceptance.condition.renamed(|mark| mark + shift);
            if !condition.accepts(&Marks::EMPTY) {
                let placement = Placement {
                    shift,
                    added: Marks::EMPTY,
                };
                return (placement, condition);
            }
            let added = Marks::single(marks);
            let demanded = Condition::all([Condition::Inf(marks), condition]);
            marks += 1;
            (Placement { shift, added }, demanded)
        };
        let (first, left) = part(a, 0);
        let (second, right) = part(b, a.marks);
        let condition = Condition::any([left, right]);
        Sum {
            acceptance: Acceptance { marks, condition },
            first,
            second,
        }
    }
}

fn append(sum: &mut Explicit, part: &Explicit, placement: &Placement) {
    let offset = sum.state_count() as StateId;
    sum.initial
        .extend(part.initial.iter().map(|state| state + offset));
    let labels = part.transitions.iter().flatten().map(|edge| edge.label);
    let mut labels = sum.labels.import_all(&part.labels, labels).into_iter();
    for edges in &part.transitions {
        let place = |edge: &LabelledEdge| LabelledEdge {
            label: labels.next().expect("one label an edge"),
            marks: edge.marks.shifted(placement.shift).union(&placement.added),
            to: edge.to + offset,
        };
        sum.transitions.push(edges.iter().map(place).collect());
    }
}
