//! The order within layers, with few crossings: weighted medians and transpositions [gansner.93.tse].
//!
//! A sweep goes through the layers and sorts each by the medians of its vertices' neighbours in the layer before; then
//! neighbours change places as long as that removes crossings.  The best order that was seen is kept.

use crate::layers::Layering;

/// How often the layers are swept; the paper's figure.
const SWEEPS: usize = 24;
/// So many sweeps in vain are enough.
const PATIENCE: usize = 6;
/// How often neighbours may change places in one sweep.
const TRANSPOSITIONS: usize = 12;

/// Orders the layers.
pub(crate) fn order(layering: &mut Layering) {
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    for upwards in [false, true] {
        layering.layers = initial(layering, upwards);
        let mut in_vain = 0;
        for sweep in 0..SWEEPS {
            let crossings = crossings(layering);
            if best.as_ref().is_none_or(|(fewest, _)| crossings < *fewest) {
                best = Some((crossings, layering.layers.clone()));
                in_vain = 0;
            }
            in_vain += 1;
            if in_vain > PATIENCE || crossings == 0 {
                break;
            }
            sort_by_medians(layering, sweep % 2 == 1);
            transpose(layering);
        }
    }
    if let Some((_, layers)) = best {
        layering.layers = layers;
    }
}

/// The layers in the order of a search from the first layer downwards, or from the last upwards.
fn initial(layering: &Layering, upwards: bool) -> Vec<Vec<usize>> {
    let next = if upwards {
        &layering.above
    } else {
        &layering.below
    };
    let before = if upwards {
        &layering.below
    } else {
        &layering.above
    };
    let mut layers = vec![Vec::new(); layering.layers.len()];
    let mut seen = vec![false; layering.rank.len()];
    for root in (0..layering.rank.len()).filter(|&vertex| before[vertex].is_empty()) {
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            if !std::mem::replace(&mut seen[vertex], true) {
                layers[layering.rank[vertex]].push(vertex);
                stack.extend(next[vertex].iter().rev());
            }
        }
    }
    layers
}

/// The places of vertices in their layers.
fn places(layering: &Layering) -> Vec<usize> {
    let mut places = vec![0; layering.rank.len()];
    for layer in &layering.layers {
        for (place, &vertex) in layer.iter().enumerate() {
            places[vertex] = place;
        }
    }
    places
}

fn sort_by_medians(layering: &mut Layering, upwards: bool) {
    let mut places = places(layering);
    let ranks = 0..layering.layers.len();
    let ranks: Vec<usize> = match upwards {
        true => ranks.rev().collect(),
        false => ranks.collect(),
    };
    for rank in ranks {
        let neighbours = match upwards {
            true => &layering.below,
            false => &layering.above,
        };
        let layer = &mut layering.layers[rank];
        let medians = layer.iter().map(|&vertex| {
            let places = neighbours[vertex].iter().map(|&other| places[other]);
            median(places.collect())
        });
        let mut medians: Vec<Option<f64>> = medians.collect();
        // What has no neighbours stays where it is.
        let sorted: Vec<usize> = (0..layer.len())
            .filter(|&at| medians[at].is_some())
            .collect();
        let mut movable: Vec<(f64, usize)> = sorted
            .iter()
            .filter_map(|&at| Some((medians[at].take()?, layer[at])))
            .collect();
        movable.sort_by(|(left, _), (right, _)| left.total_cmp(right));
        for (&at, (_, vertex)) in sorted.iter().zip(movable) {
            layer[at] = vertex;
        }
        for (place, &vertex) in layer.iter().enumerate() {
            places[vertex] = place;
        }
    }
}

/// The weighted median: of an even number of places, nearer to the side where they are closer together.
fn median(mut places: Vec<usize>) -> Option<f64> {
    places.sort_unstable();
    let at = |place: usize| places[place] as f64;
    let middle = places.len() / 2;
    match places.len() {
        0 => None,
        length if length % 2 == 1 => Some(at(middle)),
        2 => Some((at(0) + at(1)) / 2.0),
        length => {
            let left = at(middle - 1) - at(0);
            let right = at(length - 1) - at(middle);
            match left + right {
                0.0 => Some((at(middle - 1) + at(middle)) / 2.0),
                both => Some((at(middle - 1) * right + at(middle) * left) / both),
            }
        }
    }
}

/// Lets neighbours change places while that removes crossings.
fn transpose(layering: &mut Layering) {
    let mut places = places(layering);
    for _ in 0..TRANSPOSITIONS {
        let mut is_better = false;
        for rank in 0..layering.layers.len() {
            for at in 1..layering.layers[rank].len() {
                let (left, right) = (layering.layers[rank][at - 1], layering.layers[rank][at]);
                let between = |one: usize, other: usize| {
                    pair_crossings(&layering.above, one, other, &places)
                        + pair_crossings(&layering.below, one, other, &places)
                };
                if between(left, right) > between(right, left) {
                    layering.layers[rank].swap(at - 1, at);
                    places.swap(left, right);
                    is_better = true;
                }
            }
        }
        if !is_better {
            return;
        }
    }
}

/// How often edges of two vertices cross, the first of which stands on the left.
fn pair_crossings(neighbours: &[Vec<usize>], left: usize, right: usize, places: &[usize]) -> usize {
    let pairs = neighbours[left].iter().map(|&one| {
        let right = neighbours[right].iter();
        right.filter(|&&other| places[other] < places[one]).count()
    });
    pairs.sum()
}

/// The number of crossings: of each two edges between two layers whether their ends are in opposite order.
fn crossings(layering: &Layering) -> usize {
    let places = places(layering);
    let between = |layer: &Vec<usize>| {
        let mut ends = Vec::new();
        for &vertex in layer {
            let mut below: Vec<usize> = layering.below[vertex]
                .iter()
                .map(|&it| places[it])
                .collect();
            below.sort_unstable();
            ends.extend(below);
        }
        inversions(&ends)
    };
    layering.layers.iter().map(between).sum()
}

/// How many pairs of numbers are in descending order; by a tree of counts.
fn inversions(numbers: &[usize]) -> usize {
    let size = numbers.iter().max().map_or(0, |most| most + 1);
    let mut counts = vec![0; size + 1];
    let mut inversions = 0;
    for (seen, &number) in numbers.iter().enumerate() {
        let (mut not_larger, mut at) = (0, number + 1);
        while at > 0 {
            not_larger += counts[at];
            at &= at - 1;
        }
        inversions += seen - not_larger;
        at = number + 1;
        while at <= size {
            counts[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inversions_are_counted_by_definition() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in 0..40 {
            let numbers: Vec<usize> = (0..length).map(|_| random.usize(0..10)).collect();
            let pairs = (0..length).flat_map(|right| (0..right).map(move |left| (left, right)));
            let expected = pairs
                .filter(|&(left, right)| numbers[left] > numbers[right])
                .count();
            assert_eq!(inversions(&numbers), expected, "{numbers:?}");
        }
    }

    #[test]
    fn medians_lean_to_the_denser_side() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3, 1, 2]), Some(2.0));
        assert_eq!(median(vec![1, 2]), Some(1.5));
        let leaning = median(vec![0, 1, 5, 9]).expect("it has numbers");
        assert!(leaning < 3.0, "{leaning}");
    }

    #[test]
    fn a_crossing_that_need_not_be_is_removed() {
        let extents = vec![crate::layers::Extents::default(); 6];
        let link = |(from, to)| crate::layers::Link {
            from,
            to,
            length: 1,
            label: None,
        };
        let links: Vec<_> = [(0, 5), (1, 4), (2, 3), (0, 4)].map(link).into();
        let mut layering = crate::layers::layered(&extents, &links).expect("it is small");
        order(&mut layering);
        assert_eq!(crossings(&layering), 0, "{:?}", layering.layers);
    }
}
