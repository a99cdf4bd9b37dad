//! The shape of the tree that a state is folded into.
//!
//! Every node of the tree cuts the words below it into a left and a right part.  The values of a
//! state are numbered: its words first, then the inner nodes, children before their parents, the root last.

/// The tree over the words of a state, which are at least two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// How many words a state has.
    pub(crate) words: usize,
    /// The two values below each inner node, children before parents, the root last.
    pub(crate) nodes: Vec<(u32, u32)>,
    /// For each word the inner nodes above it but for the root, as a set of bits in `blocks` blocks.
    above: Vec<u64>,
    /// How many blocks a set of nodes takes.
    pub(crate) blocks: usize,
}

/// What is left to do while a tree is built.
enum Task {
    /// Build the tree over the words from the first up to the second.
    Cut(usize, usize),
    /// Make a node of the two trees that were finished last.
    Join,
}

impl Shape {
    /// The tree in which every node halves the words below it.
    pub(crate) fn balanced(words: usize) -> Self {
        Self::cut_by(words, |start, end| start + (end - start) / 2)
    }

    /// The tree in which the words from `start` up to `end` are cut at `choose(start, end)`.
    pub(crate) fn cut_by(words: usize, mut choose: impl FnMut(usize, usize) -> usize) -> Self {
        let mut nodes = Vec::with_capacity(words - 1);
        let mut finished = Vec::new();
        let mut tasks = vec![Task::Cut(0, words)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Cut(start, end) if end - start == 1 => finished.push(start as u32),
                Task::Cut(start, end) => {
                    let cut = choose(start, end);
                    tasks.push(Task::Join);
                    tasks.push(Task::Cut(cut, end));
                    tasks.push(Task::Cut(start, cut));
                }
                Task::Join => {
                    let right = finished.pop().expect("two parts are finished");
                    let left = finished.pop().expect("two parts are finished");
                    finished.push((words + nodes.len()) as u32);
                    nodes.push((left, right));
                }
            }
        }
        let blocks = nodes.len().div_ceil(64);
        let above = nodes_above(words, &nodes, blocks);
        Self {
            words,
            nodes,
            above,
            blocks,
        }
    }

    /// How many values a state has, the root aside.
    pub(crate) fn values(&self) -> usize {
        self.words + self.nodes.len() - 1
    }

    /// The two values below the root.
    pub(crate) fn root(&self) -> (u32, u32) {
        self.nodes[self.nodes.len() - 1]
    }

    /// The inner nodes of a block that lie above the words in which two states differ.
    pub(crate) fn changed(&self, block: usize, state: &[u32], other: &[u32]) -> u64 {
        let unite = |changed: u64, ((word, other), above): ((&u32, &u32), &u64)| {
            changed | if word == other { 0 } else { *above }
        };
        let words = state.iter().zip(other);
        if self.blocks == 1 {
            return words.zip(&self.above).fold(0, unite);
        }
        let above = self.above.iter().skip(block).step_by(self.blocks);
        words.zip(above).fold(0, unite)
    }
}

fn nodes_above(words: usize, nodes: &[(u32, u32)], blocks: usize) -> Vec<u64> {
    let mut above = vec![0; (words + nodes.len()) * blocks];
    for (node, &(left, right)) in nodes.iter().enumerate().rev() {
        for block in 0..blocks {
            let is_here = node / 64 == block && node + 1 < nodes.len();
            let own = u64::from(is_here) << (node % 64);
            let path = above[(words + node) * blocks + block] | own;
            above[left as usize * blocks + block] = path;
            above[right as usize * blocks + block] = path;
        }
    }
    above.truncate(words * blocks);
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_come_before_their_parents() {
        for words in 2..200 {
            let shape = Shape::balanced(words);
            assert_eq!(shape.nodes.len(), words - 1);
            for (node, &(left, right)) in shape.nodes.iter().enumerate() {
                assert!(left.max(right) < (words + node) as u32, "{words} words");
            }
        }
    }

    #[test]
    fn a_changed_word_changes_the_nodes_above_it_and_no_other() {
        for words in 2..200 {
            let shape = Shape::cut_by(words, |start, _| start + 1);
            for changed in 0..words {
                let mut state = vec![7; words];
                state[changed] = 8;
                let mut is_changed: Vec<bool> = (0..words).map(|word| word == changed).collect();
                for (node, &(left, right)) in shape.nodes.iter().enumerate() {
                    let below = is_changed[left as usize] || is_changed[right as usize];
                    is_changed.push(below);
                    let set = shape.changed(node / 64, &state, &vec![7; words]);
                    let is_root = node + 1 == shape.nodes.len();
                    assert_eq!(set >> (node % 64) & 1 == 1, below && !is_root);
                }
            }
        }
    }
}
