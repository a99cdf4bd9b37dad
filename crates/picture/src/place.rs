//! Coordinates: layers one behind the other, and the vertices of a layer side by side.
//!
//! Along the layers' direction each layer is a band as thick as its largest vertex.  Across it, the squared lengths of all edges
//! are to be least, where neighbours in a layer keep their distance; edges between vertices of long edges weigh more, so
//! that these are straight ([gansner.93.tse] minimises plain lengths with the same weights).  Each layer alone, when the others stand still, is a
//! problem of isotonic regression, which pooling adjacent violators solves exactly [ayer.55.ams]; the layers take turns.

use crate::layers::Layering;

/// The free space between two vertices of a layer.
const BESIDE: f64 = 12.0;
/// The least free space between two layers, and how much of the steepest edge's width is added.
const BETWEEN: f64 = 20.0;
const SLOPE: f64 = 0.12;
const MOST_BETWEEN: f64 = 70.0;
/// No layer is asked more often.
const TURNS: usize = 400;
/// The layers stand still when none moves by more.
const STILL: f64 = 0.001;

/// Where everything is, across and along.
#[derive(Clone, Default, Debug)]
pub(crate) struct Places {
    /// Of each vertex, across.
    pub(crate) across: Vec<f64>,
    /// Of each layer: where its band begins, where its vertices have their anchors, where it ends.
    pub(crate) bands: Vec<(f64, f64, f64)>,
}

/// Finds the places of all vertices.
pub(crate) fn place(layering: &Layering) -> Places {
    let across = across(layering);
    let bands = bands(layering, &across);
    Places { across, bands }
}

fn bands(layering: &Layering, across: &[f64]) -> Vec<(f64, f64, f64)> {
    let mut bands = Vec::new();
    let mut begin = 0.0;
    for layer in &layering.layers {
        let extents = || layer.iter().map(|&vertex| layering.extents[vertex]);
        let back = extents().map(|it| it.back).fold(0.0, f64::max);
        let ahead = extents().map(|it| it.ahead).fold(0.0, f64::max);
        bands.push((begin, begin + back, begin + back + ahead));
        let widths = layer.iter().flat_map(|&vertex| {
            let below = layering.below[vertex].iter();
            below.map(move |&other| (across[vertex] - across[other]).abs())
        });
        let widest = widths.fold(0.0, f64::max);
        begin += back + ahead + (BETWEEN + SLOPE * widest).min(MOST_BETWEEN);
    }
    bands
}

/// Every vertex's neighbours above and below, with their weights.
fn weights(layering: &Layering) -> Vec<Vec<(usize, f64)>> {
    let is_node = |vertex: usize| vertex < layering.nodes;
    let weigh = |vertex: usize| {
        let all = layering.above[vertex].iter().chain(&layering.below[vertex]);
        let weight = |&other: &usize| match (is_node(vertex), is_node(other)) {
            (true, true) => (other, 1.0),
            (false, false) => (other, 8.0),
            _ => (other, 2.0),
        };
        all.map(weight).collect()
    };
    (0..layering.rank.len()).map(weigh).collect()
}

fn across(layering: &Layering) -> Vec<f64> {
    let weights = weights(layering);
    let mut across = vec![0.0; layering.rank.len()];
    let offsets: Vec<Vec<f64>> = layering
        .layers
        .iter()
        .map(|it| offsets(layering, it))
        .collect();
    for (layer, offsets) in layering.layers.iter().zip(&offsets) {
        let middle = offsets.last().map_or(0.0, |last| last / 2.0);
        for (&vertex, offset) in layer.iter().zip(offsets) {
            across[vertex] = offset - middle;
        }
    }
    let last = layering.layers.len();
    for turn in 0..TURNS {
        let mut moved: f64 = 0.0;
        for step in 0..last {
            let rank = if turn % 2 == 0 { step } else { last - 1 - step };
            let (layer, offsets) = (&layering.layers[rank], &offsets[rank]);
            let wishes = layer.iter().zip(offsets).map(|(&vertex, offset)| {
                let (mut sum, mut weight) = (0.0, 0.0);
                for &(other, share) in &weights[vertex] {
                    sum += share * across[other];
                    weight += share;
                }
                match weight {
                    // A vertex alone stays where it is, if nobody pushes it.
                    0.0 => (across[vertex] - offset, 1e-3),
                    weight => (sum / weight - offset, weight),
                }
            });
            let places = isotonic(wishes);
            for ((&vertex, offset), place) in layer.iter().zip(offsets).zip(places) {
                moved = moved.max((place + offset - across[vertex]).abs());
                across[vertex] = place + offset;
            }
        }
        if moved < STILL {
            break;
        }
    }
    across
}

/// The least distances of a layer's vertices from its first.
fn offsets(layering: &Layering, layer: &[usize]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = Vec::new();
    for (at, &vertex) in layer.iter().enumerate() {
        if let Some(&before) = at.checked_sub(1).and_then(|before| layer.get(before)) {
            offset += layering.extents[before].after + BESIDE + layering.extents[vertex].before;
        }
        offsets.push(offset);
    }
    offsets
}

/// The ascending numbers that are nearest to the given ones, by the sum of weighted squares.
fn isotonic(wishes: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    // Blocks of equal numbers: the number, the weight, how many.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (wish, weight) in wishes {
        let mut block = (wish, weight, 1);
        while let Some((mean, heavy, count)) = blocks.pop_if(|(mean, ..)| *mean > block.0) {
            let both = heavy + block.1;
            block = (
                (mean * heavy + block.0 * block.1) / both,
                both,
                count + block.2,
            );
        }
        blocks.push(block);
    }
    let numbers = blocks.iter();
    let numbers = numbers.flat_map(|&(mean, _, count)| std::iter::repeat_n(mean, count));
    numbers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violators_are_pooled() {
        let numbers = [3.0, 1.0, 2.0, 5.0, 4.0].map(|number| (number, 1.0));
        assert_eq!(isotonic(numbers.into_iter()), [2.0, 2.0, 2.0, 4.5, 4.5]);
        assert_eq!(isotonic([(4.0, 3.0), (0.0, 1.0)].into_iter()), [3.0, 3.0]);
    }
}
