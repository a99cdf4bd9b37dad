//! The first two steps of a layered layout [sugiyama.81.smc]: edges that close a cycle are turned round, and every
//! node gets a layer, below all that lead to it.
//!
//! Which edges are turned round is found by a search, so that what is reached from the start comes after it: depth-first, as in
//! [gansner.93.tse], which suits automata, or breadth-first, which suits state spaces; that with the shorter edges is
//! kept.  Nodes then sink towards their successors where that makes no edge longer in sum; the paper solves that
//! exactly by network simplex, which graphs of some hundred nodes do not need.  An edge that passes a layer has a vertex
//! there, and one of these vertices is as large as the edge's label.

use crate::PictureError;

/// How far something reaches from its anchor: across the layers' direction (`before`, `after`) and along it (`back`, `ahead`).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extents {
    pub(crate) before: f64,
    pub(crate) after: f64,
    pub(crate) back: f64,
    pub(crate) ahead: f64,
}

/// An edge between two different nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// The least distance of its layers.
    pub(crate) length: usize,
    /// The room for its label.
    pub(crate) label: Option<Extents>,
}

/// The vertices of a link, from the upper layer to the lower.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) vertices: Vec<usize>,
    /// The link leads upwards.
    pub(crate) is_reversed: bool,
    /// Which of the vertices has its label.
    pub(crate) label: Option<usize>,
}

/// A graph in layers, in which every edge leads from a layer to the next.  The first vertices are the nodes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Layering {
    /// How many of the vertices are nodes.
    pub(crate) nodes: usize,
    pub(crate) rank: Vec<usize>,
    pub(crate) extents: Vec<Extents>,
    pub(crate) chains: Vec<Chain>,
    /// The vertices of each layer.
    pub(crate) layers: Vec<Vec<usize>>,
    /// The neighbours of each vertex in the layer above, and below.
    pub(crate) above: Vec<Vec<usize>>,
    pub(crate) below: Vec<Vec<usize>>,
}

/// More vertices than this take too long, and nobody could follow their edges.
const MOST_VERTICES: usize = 12_000;

/// How far a line keeps from what stands beside it.
const LINE_WIDTH: f64 = 2.0;

/// Puts nodes and links into layers.
pub(crate) fn layered(nodes: &[Extents], links: &[Link]) -> Result<Layering, PictureError> {
    let searches = [depth_first, breadth_first].map(|search| search(nodes.len(), links));
    let candidates = searches.map(|is_reversed| Draft::new(nodes.len(), links, is_reversed));
    let [deep, broad] = candidates;
    let draft = if broad.size < deep.size { broad } else { deep };
    if draft.size > MOST_VERTICES {
        return Err(PictureError::Tangled);
    }
    let mut layering = Layering {
        nodes: nodes.len(),
        ..Layering::default()
    };
    for (extents, &rank) in nodes.iter().zip(&draft.ranks) {
        layering.add(rank, *extents);
    }
    for (number, &(from, to, _)) in draft.edges.iter().enumerate() {
        layering.add_chain(from, to, draft.is_reversed[number], links[number].label);
    }
    Ok(layering)
}

/// Layers for the nodes, if some links are turned round.
struct Draft {
    is_reversed: Vec<bool>,
    edges: Vec<(usize, usize, usize)>,
    ranks: Vec<usize>,
    /// How many vertices there would be.
    size: usize,
}

impl Draft {
    fn new(nodes: usize, links: &[Link], is_reversed: Vec<bool>) -> Self {
        let downward = |(link, &is_reversed): (&Link, &bool)| match is_reversed {
            true => (link.to, link.from, link.length),
            false => (link.from, link.to, link.length),
        };
        let edges: Vec<_> = links.iter().zip(&is_reversed).map(downward).collect();
        let ranks = ranks(nodes, &edges);
        let lengths = edges.iter().map(|&(from, to, _)| ranks[to] - ranks[from]);
        let size = nodes + lengths.sum::<usize>();
        Self {
            is_reversed,
            edges,
            ranks,
            size,
        }
    }
}

impl Layering {
    fn add(&mut self, rank: usize, extents: Extents) -> usize {
        let vertex = self.rank.len();
        self.rank.push(rank);
        self.extents.push(extents);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        if self.layers.len() <= rank {
            self.layers.resize(rank + 1, Vec::new());
        }
        self.layers[rank].push(vertex);
        vertex
    }

    fn add_chain(&mut self, from: usize, to: usize, is_reversed: bool, label: Option<Extents>) {
        let length = self.rank[to] - self.rank[from];
        // Layers at odd distances have no nodes, as a rule.
        let labelled = (length / 2).saturating_sub(1) | 1;
        let mut vertices = vec![from];
        for distance in 1..length {
            let room = label.filter(|_| distance == labelled);
            let line = Extents {
                before: LINE_WIDTH,
                after: LINE_WIDTH,
                ..Extents::default()
            };
            let vertex = self.add(self.rank[from] + distance, room.unwrap_or(line));
            vertices.push(vertex);
        }
        vertices.push(to);
        for pair in vertices.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        self.chains.push(Chain {
            label: label.map(|_| vertices[labelled]),
            vertices,
            is_reversed,
        });
    }
}

/// Which links lead back to a node on the path of a depth-first search.
fn depth_first(nodes: usize, links: &[Link]) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        New,
        Open,
        Done,
    }
    let leaving = leaving(nodes, links);
    let mut visits = vec![Visit::New; nodes];
    let mut reversed = vec![false; links.len()];
    for root in roots(nodes, links) {
        if visits[root] != Visit::New {
            continue;
        }
        visits[root] = Visit::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&link) = leaving[*node].get(*next) else {
                visits[*node] = Visit::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let to = links[link].to;
            match visits[to] {
                Visit::New => {
                    visits[to] = Visit::Open;
                    path.push((to, 0));
                }
                Visit::Open => reversed[link] = true,
                Visit::Done => {}
            }
        }
    }
    reversed
}

/// Which links lead back to a node that a breadth-first search met before.
fn breadth_first(nodes: usize, links: &[Link]) -> Vec<bool> {
    let leaving = leaving(nodes, links);
    let mut met = vec![usize::MAX; nodes];
    let mut queue = Vec::new();
    let mut next = 0;
    for root in roots(nodes, links) {
        if met[root] == usize::MAX {
            met[root] = queue.len();
            queue.push(root);
        }
        while let Some(&node) = queue.get(next) {
            next += 1;
            for &link in &leaving[node] {
                let to = links[link].to;
                if met[to] == usize::MAX {
                    met[to] = queue.len();
                    queue.push(to);
                }
            }
        }
    }
    links
        .iter()
        .map(|link| met[link.to] < met[link.from])
        .collect()
}

/// The links that leave each node.
fn leaving(nodes: usize, links: &[Link]) -> Vec<Vec<usize>> {
    let mut leaving = vec![Vec::new(); nodes];
    for (number, link) in links.iter().enumerate() {
        leaving[link.from].push(number);
    }
    leaving
}

/// All nodes, those first that nothing leads to.
fn roots(nodes: usize, links: &[Link]) -> impl Iterator<Item = usize> {
    let mut is_target = vec![false; nodes];
    links.iter().for_each(|link| is_target[link.to] = true);
    let sources: Vec<usize> = (0..nodes).filter(|&node| !is_target[node]).collect();
    sources.into_iter().chain(0..nodes)
}

/// The layers of nodes, of edges without cycles that have least lengths.
fn ranks(nodes: usize, edges: &[(usize, usize, usize)]) -> Vec<usize> {
    let (mut leaving, mut entering) = (vec![Vec::new(); nodes], vec![0; nodes]);
    for &(from, to, length) in edges {
        leaving[from].push((to, length));
        entering[to] += 1;
    }
    let mut waits_for = entering.clone();
    let mut order: Vec<usize> = (0..nodes).filter(|&node| entering[node] == 0).collect();
    let mut ranks = vec![0; nodes];
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for &(to, length) in &leaving[node] {
            ranks[to] = ranks[to].max(ranks[node] + length);
            waits_for[to] -= 1;
            if waits_for[to] == 0 {
                order.push(to);
            }
        }
    }
    for &node in order.iter().rev() {
        let latest = leaving[node].iter().map(|&(to, length)| ranks[to] - length);
        if let Some(latest) = latest.min()
            && leaving[node].len() >= entering[node]
        {
            ranks[node] = latest;
        }
    }
    let first = ranks.iter().min().copied().unwrap_or(0);
    ranks.iter().map(|rank| rank - first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(nodes: usize, pairs: &[(usize, usize)]) -> Layering {
        let link = |&(from, to): &(usize, usize)| Link {
            from,
            to,
            length: 2,
            label: Some(Extents::default()),
        };
        let links: Vec<Link> = pairs.iter().map(link).collect();
        layered(&vec![Extents::default(); nodes], &links).expect("it is small")
    }

    #[test]
    fn an_edge_that_closes_a_cycle_is_turned_round() {
        let layering = layers(3, &[(0, 1), (1, 2), (2, 0)]);
        assert_eq!(layering.rank[..3], [0, 2, 4]);
        let reversed: Vec<bool> = layering.chains.iter().map(|it| it.is_reversed).collect();
        assert_eq!(reversed, [false, false, true]);
        assert_eq!(layering.chains[2].vertices.len(), 5);
    }

    #[test]
    fn sources_stand_near_to_what_they_lead_to() {
        let layering = layers(5, &[(0, 1), (1, 2), (2, 3), (4, 3)]);
        assert_eq!(layering.rank[4], 4);
    }

    #[test]
    fn every_edge_has_a_vertex_for_its_label() {
        let layering = layers(4, &[(0, 1), (0, 1), (1, 2), (2, 3), (0, 3)]);
        for chain in &layering.chains {
            let label = chain.label.expect("it has a label");
            assert!(label >= layering.nodes && chain.vertices.contains(&label));
            assert_eq!(
                layering.rank[label] % 2,
                1,
                "nodes are not pushed apart by it"
            );
        }
    }
}
