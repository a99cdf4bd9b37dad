//! The shape of the tree that a state is folded into: a balanced binary tree over its words.
//!
//! The values of a state are numbered: its words first, then the inner nodes, children before their
//! parents, and last the root, which is not among them.

/// The tree over the words of a state.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// How many words a state has.
    pub(crate) words: usize,
    /// The two values below each inner node, children before parents, the root last.
    pub(crate) nodes: Vec<(u32, u32)>,
    /// For each word the inner nodes above it, as a set of bits; empty if there are too many nodes.
    pub(crate) above: Vec<u64>,
}

impl Shape {
    /// The balanced tree over at least two words.
    pub(crate) fn balanced(words: usize) -> Self {
        let mut nodes = Vec::with_capacity(words - 1);
        let mut values: Vec<u32> = (0..words as u32).collect();
        while values.len() > 1 {
            let mut above = Vec::with_capacity(values.len().div_ceil(2));
            for children in values.chunks(2) {
                match *children {
                    [left, right] => {
                        above.push((words + nodes.len()) as u32);
                        nodes.push((left, right));
                    }
                    _ => above.extend_from_slice(children),
                }
            }
            values = above;
        }
        let above = nodes_above(words, &nodes);
        Self {
            words,
            nodes,
            above,
        }
    }

    /// How many values a state has, the root aside.
    pub(crate) fn values(&self) -> usize {
        self.words + self.nodes.len() - 1
    }

    pub(crate) fn root(&self) -> (u32, u32) {
        self.nodes[self.nodes.len() - 1]
    }
}

fn nodes_above(words: usize, nodes: &[(u32, u32)]) -> Vec<u64> {
    if nodes.len() > 64 {
        return Vec::new();
    }
    let mut above = vec![0; words + nodes.len()];
    for (node, &(left, right)) in nodes.iter().enumerate().rev() {
        let path = above[words + node] | 1 << node;
        above[left as usize] = path;
        above[right as usize] = path;
    }
    above.truncate(words);
    above
}
