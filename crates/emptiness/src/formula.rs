//! An acceptance condition laid out for evaluation, and where to split it.
//!
//! A component has every one of its marks infinitely often if all of its edges are taken for ever.
//! If that does not satisfy the condition, then some `Fin` in it asks for edges to be left out;
//! [`Formula::branches`] lists the ways to do so.

use lariat_automata::{BitSet, Condition, Marks};

use crate::mark_word::MarkWord;

enum Node {
    Constant(bool),
    Inf(usize),
    Fin(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
}

/// A condition as an array of nodes in which every node comes after its parts; the root is last.
pub(crate) struct Formula {
    nodes: Vec<Node>,
    /// The marks under a `Fin`.
    fin: Marks,
}

/// One way to look for an accepting cycle in a component that does not satisfy the condition as a
/// whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    /// Disjunctions, each with the part that this branch takes, as numbers of nodes.
    pub(crate) choices: Vec<(usize, usize)>,
    /// The disjuncts that it does without.
    pub(crate) dropped: BitSet,
    /// The marks that every cycle must then leave out.
    pub(crate) avoided: Marks,
}

impl Formula {
    pub(crate) fn new(condition: &Condition) -> Self {
        let mut pending = vec![(condition, None)];
        let mut nodes = Vec::new();
        let mut parents: Vec<Option<usize>> = Vec::new();
        while let Some((condition, parent)) = pending.pop() {
            let index = nodes.len();
            parents.push(parent);
            nodes.push(match condition {
                Condition::True => Node::Constant(true),
                Condition::False => Node::Constant(false),
                Condition::Inf(mark) => Node::Inf(*mark),
                Condition::Fin(mark) => Node::Fin(*mark),
                Condition::And(_) => Node::And(Vec::new()),
                Condition::Or(_) => Node::Or(Vec::new()),
            });
            if let Condition::And(parts) | Condition::Or(parts) = condition {
                pending.extend(parts.iter().map(|part| (part, Some(index))));
            }
        }
        // So far every node comes before its parts, and the last part is first.
        let last = nodes.len() - 1;
        for (index, parent) in parents.iter().enumerate().rev() {
            if let Some(parent) = parent
                && let Node::And(parts) | Node::Or(parts) = &mut nodes[*parent]
            {
                parts.push(last - index);
            }
        }
        nodes.reverse();
        let fin = nodes.iter().filter_map(|node| match node {
            Node::Fin(mark) => Some(*mark),
            _ => None,
        });
        let fin = fin.collect();
        Self { nodes, fin }
    }

    /// How many parts the condition has, itself included.
    pub(crate) fn size(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The marks under a `Fin`.
    pub(crate) fn fin(&self) -> &Marks {
        &self.fin
    }

    /// Whether the condition holds where exactly the marks `inside` occur infinitely often.
    pub(crate) fn accepts<M: MarkWord>(&self, inside: &M) -> bool {
        let values = self.evaluate(&BitSet::EMPTY, |node| match *node {
            Node::Inf(mark) => inside.contains(mark),
            Node::Fin(mark) => !inside.contains(mark),
            _ => false,
        });
        values[self.root()]
    }

    /// The ways to look for an accepting cycle among edges that carry the marks `inside`, where the
    /// disjuncts `dropped` are done without.  None if there cannot be one.
    ///
    /// An accepting cycle satisfies one of the branches.  All marks together must not be accepting.
    pub(crate) fn branches<M: MarkWord>(&self, dropped: &BitSet, inside: &M) -> Vec<Branch> {
        let mut branches = Vec::new();
        let mut pending = vec![(dropped.clone(), Vec::new())];
        while let Some((dropped, choices)) = pending.pop() {
            let possible = self.possible(&dropped, |mark| inside.contains(mark));
            if !possible[self.root()] {
                continue;
            }
            let (avoided, disjunction) = self.obstacles(&possible, inside);
            if !avoided.is_empty() {
                branches.push(Branch {
                    choices,
                    dropped,
                    avoided,
                });
            } else if let Some((node, parts)) = disjunction {
                for part in parts.into_iter().rev() {
                    let mut choices = choices.clone();
                    choices.push((node, part));
                    pending.push((dropped.union(&self.others(node, part)), choices));
                }
            }
        }
        branches
    }

    /// Marks that keep the condition from holding by their absence, as few as can be seen at once; none
    /// if it can hold where just the marks `inside` occur.
    pub(crate) fn missing(&self, dropped: &BitSet, inside: &Marks) -> Marks {
        let mut missing = self.absent(inside);
        for mark in missing.clone().iter() {
            missing.remove(mark);
            if self.possible(dropped, |mark| !missing.contains(mark))[self.root()] {
                missing.insert(mark);
            }
        }
        missing
    }

    /// The marks under an `Inf` that are not `inside`.
    pub(crate) fn absent(&self, inside: &Marks) -> Marks {
        let inf = self.nodes.iter().filter_map(|node| match node {
            Node::Inf(mark) => Some(*mark),
            _ => None,
        });
        inf.filter(|&mark| !inside.contains(mark)).collect()
    }

    /// The value of every node where the nodes `dropped` are false, every `Fin` holds, and `recurs`
    /// tells of every `Inf`.
    fn possible(&self, dropped: &BitSet, recurs: impl Fn(usize) -> bool) -> Vec<bool> {
        self.evaluate(dropped, |node| match *node {
            Node::Inf(mark) => recurs(mark),
            _ => true,
        })
    }

    /// The parts of a disjunction other than the given one.
    fn others(&self, disjunction: usize, part: usize) -> BitSet {
        match &self.nodes[disjunction] {
            Node::Or(parts) => parts.iter().copied().filter(|&p| p != part).collect(),
            _ => BitSet::EMPTY,
        }
    }

    /// What keeps the marks `inside` from satisfying the condition: the `Fin` marks that every
    /// accepting cycle must leave out, and the disjunction with the fewest possible parts of those
    /// of which every accepting cycle must satisfy a part.
    fn obstacles<M: MarkWord>(
        &self,
        possible: &[bool],
        inside: &M,
    ) -> (Marks, Option<(usize, Vec<usize>)>) {
        let satisfied = self.evaluate(&BitSet::EMPTY, |node| match *node {
            Node::Inf(mark) => inside.contains(mark),
            Node::Fin(mark) => !inside.contains(mark),
            _ => false,
        });
        let mut avoided = Marks::EMPTY;
        let mut disjunction: Option<(usize, Vec<usize>)> = None;
        let mut needed = vec![self.root()];
        while let Some(node) = needed.pop() {
            match &self.nodes[node] {
                Node::Fin(mark) => avoided.insert(*mark),
                Node::And(parts) => {
                    needed.extend(parts.iter().filter(|&&part| !satisfied[part]));
                }
                Node::Or(parts) => {
                    let parts: Vec<usize> =
                        parts.iter().copied().filter(|&p| possible[p]).collect();
                    let fewest = disjunction
                        .as_ref()
                        .map_or(usize::MAX, |(_, parts)| parts.len());
                    if parts.len() == 1 {
                        needed.extend(parts);
                    } else if parts.len() < fewest {
                        disjunction = Some((node, parts));
                    }
                }
                Node::Inf(_) | Node::Constant(_) => {}
            }
        }
        (avoided, disjunction)
    }

    /// The value of every node, where `literal` gives those of `Inf` and `Fin`, and the nodes
    /// `dropped` are false.
    fn evaluate(&self, dropped: &BitSet, literal: impl Fn(&Node) -> bool) -> Vec<bool> {
        let mut values = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let value = match node {
                _ if dropped.contains(index) => false,
                Node::Constant(value) => *value,
                Node::Inf(_) | Node::Fin(_) => literal(node),
                Node::And(parts) => parts.iter().all(|&part| values[part]),
                Node::Or(parts) => parts.iter().any(|&part| values[part]),
            };
            values.push(value);
        }
        values
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }
}
