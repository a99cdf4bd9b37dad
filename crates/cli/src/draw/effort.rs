//! How much work it would be to lay a graph out.
//!
//! `layout` turns the edges round that would close a cycle, and finds them by following every single path down from
//! an edge's end.  Then it puts nodes into rows, each below the lowest of those that lead to it, with a node in every row that
//! an edge passes, and looks at all pairs in a row again and again.  So a tangled graph of a hundred states would take it hours;
//! whether one does is seen here beforehand, by doing the cheap part of the same.

use std::collections::HashMap;

use layout::gv::parser::ast::{Graph, Stmt};

/// A graph with more edges is not even looked at.
const MOST_EDGES: usize = 1000;
/// What following an edge costs, beside looking at a pair in a row.
const A_STEP: f64 = 0.005;

/// What a layout costs: the cubes of the rows' lengths, and the paths that are followed.
pub(super) fn effort(graph: &Graph) -> f64 {
    let (nodes, edges) = edges(graph);
    if edges.len() > MOST_EDGES {
        return f64::INFINITY;
    }
    let mut below = vec![Vec::new(); nodes];
    let mut followed = 0.0;
    for (from, to) in edges {
        let paths = paths_from(&below, to);
        followed += paths.iter().sum::<f64>();
        match paths[from] > 0.0 {
            true => below[to].push(from),
            false => below[from].push(to),
        }
    }
    followed * A_STEP + crowd(&below)
}

/// The number of nodes that edges touch, and the edges but for those from a node to itself.
fn edges(graph: &Graph) -> (usize, Vec<(usize, usize)>) {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut edges = Vec::new();
    for statement in &graph.list.list {
        let Stmt::Edge(edge) = statement else {
            continue;
        };
        let mut number = |name| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        };
        let from = number(edge.from.name.as_str());
        let to = edge.to.iter().map(|(to, _)| number(&to.name));
        edges.extend(to.filter(|&to| to != from).map(|to| (from, to)));
    }
    (numbers.len(), edges)
}

/// The nodes, each before those below it.
fn downwards(below: &[Vec<usize>]) -> Vec<usize> {
    let mut waits_for = vec![0; below.len()];
    for &to in below.iter().flatten() {
        waits_for[to] += 1;
    }
    let is_free = |&node: &usize| waits_for[node] == 0;
    let mut order: Vec<usize> = (0..below.len()).filter(is_free).collect();
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        for &to in &below[node] {
            waits_for[to] -= 1;
            if waits_for[to] == 0 {
                order.push(to);
            }
        }
    }
    order
}

/// How many paths lead down from a node to each.
fn paths_from(below: &[Vec<usize>], from: usize) -> Vec<f64> {
    let mut paths = vec![0.0; below.len()];
    paths[from] = 1.0;
    for node in downwards(below) {
        for &to in &below[node] {
            paths[to] += paths[node];
        }
    }
    paths
}

/// The cubes of the rows' lengths, added up.
fn crowd(below: &[Vec<usize>]) -> f64 {
    let mut rows = vec![0; below.len()];
    for node in downwards(below) {
        for &to in &below[node] {
            rows[to] = rows[to].max(rows[node] + 1);
        }
    }
    let mut lengths = vec![0.0_f64; rows.iter().max().map_or(0, |last| last + 1)];
    for (node, targets) in below.iter().enumerate() {
        lengths[rows[node]] += 1.0;
        for &to in targets {
            let passed = rows[node] + 1..rows[to];
            lengths[passed].iter_mut().for_each(|length| *length += 1.0);
        }
    }
    lengths.iter().map(|length| length.powi(3)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout::gv::DotParser;

    fn of(dot: &str) -> f64 {
        effort(&DotParser::new(dot).process().expect("it is a graph"))
    }

    #[test]
    fn an_edge_is_in_every_row_that_it_passes() {
        assert_eq!(of("digraph { a -> b; b -> c; }").floor(), 3.0);
        let round = of("digraph { a -> b; b -> c; c -> a; }");
        assert_eq!(
            round.floor(),
            10.0,
            "the last edge is turned round, and passes b"
        );
        assert_eq!(
            of("digraph { a -> b; a -> c; a -> d; d -> d; }").floor(),
            28.0
        );
    }

    #[test]
    fn every_path_is_followed() {
        let ladder = |length: usize| -> f64 {
            let step = |n: usize| {
                format!(
                    "a{n} -> b{n}; a{n} -> c{n}; b{n} -> a{0}; c{n} -> a{0};",
                    n + 1
                )
            };
            let steps: String = (0..length).rev().map(step).collect();
            of(&format!("digraph {{ {steps} }}"))
        };
        let (short, long) = (ladder(20), ladder(25));
        assert!(
            long > 20.0 * short,
            "{short} {long}: a path more for each choice"
        );
    }
}
