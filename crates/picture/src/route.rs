//! Edges as smooth curves that touch nothing but their ends.
//!
//! An edge is a curve through the places that were kept free for it, one in each layer; between them it is a
//! monotone cubic [fritsch.84.sisc], so it never swings farther than it has to.  Where such a curve would touch a node or a label, it
//! runs straight through the whole band of that layer instead, in its own gap, and bends only between the layers.

use crate::layers::{Chain, Layering};
use crate::place::Places;

/// A place, along and across while edges are routed, to the right and down afterwards.
pub(crate) type Place = (f64, f64);
/// A cubic curve: its ends, with two control points between them.
pub(crate) type Cubic = [Place; 4];

/// What an edge must not touch, in the coordinates along and across.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle {
    /// The node that it is, if it is one: edges may touch their ends.
    pub(crate) node: Option<usize>,
    pub(crate) low: Place,
    pub(crate) high: Place,
}

/// How near an edge may come to an obstacle.
const NEAR: f64 = 1.5;
/// In how many points a curve is compared with the obstacles.
const SAMPLES: usize = 24;

/// A place that a curve passes, and whether it is level there.
struct Stop {
    along: f64,
    across: f64,
    is_level: bool,
}

/// The curve of a chain from its upper end to its lower, from middle to middle.
pub(crate) fn route(
    chain: &Chain,
    layering: &Layering,
    places: &Places,
    obstacles: &[Vec<Obstacle>],
) -> Vec<Cubic> {
    let first = layering.rank[chain.vertices[0]];
    let mut is_level = vec![false; chain.vertices.len()];
    loop {
        let curve = smooth(&stops(chain, layering, places, &is_level));
        let mut is_new = false;
        for (at, level) in is_level.iter_mut().enumerate() {
            let touched = &obstacles[first + at];
            let (begin, _, end) = places.bands[first + at];
            if !*level && touches(&curve, (begin, end), touched, chain) {
                *level = true;
                is_new = true;
            }
        }
        if !is_new {
            return curve;
        }
    }
}

fn stops(chain: &Chain, layering: &Layering, places: &Places, is_level: &[bool]) -> Vec<Stop> {
    let mut stops: Vec<Stop> = Vec::new();
    let last = chain.vertices.len() - 1;
    for (at, &vertex) in chain.vertices.iter().enumerate() {
        let (begin, anchor, end) = places.bands[layering.rank[vertex]];
        let all = match is_level[at] {
            false => [anchor; 2],
            true if at == 0 => [anchor, end],
            true if at == last => [begin, anchor],
            true => [begin, end],
        };
        for along in all {
            if stops.last().is_none_or(|last| last.along < along) {
                stops.push(Stop {
                    along,
                    across: places.across[vertex],
                    is_level: is_level[at],
                });
            }
        }
    }
    stops
}

/// The monotone cubic through some stops.
fn smooth(stops: &[Stop]) -> Vec<Cubic> {
    let rise = |at: usize| {
        let (from, to) = (&stops[at], &stops[at + 1]);
        (to.across - from.across) / (to.along - from.along)
    };
    let width = |at: usize| stops[at + 1].along - stops[at].along;
    let last = stops.len() - 1;
    let mut slopes = vec![0.0; stops.len()];
    for at in 1..last {
        let (before, after) = (rise(at - 1), rise(at));
        if !stops[at].is_level && before * after > 0.0 {
            let (narrow, wide) = (width(at - 1), width(at));
            let weighted = (2.0 * wide + narrow) / before + (wide + 2.0 * narrow) / after;
            slopes[at] = 3.0 * (narrow + wide) / weighted;
        }
    }
    for (end, inner, piece) in [(0, 1, 0), (last, last - 1, last - 1)] {
        if !stops[end].is_level {
            let slope = (3.0 * rise(piece) - slopes[inner]) / 2.0;
            slopes[end] = slope.clamp(-3.0 * rise(piece).abs(), 3.0 * rise(piece).abs());
        }
    }
    let piece = |at: usize| {
        let (from, to, third) = (&stops[at], &stops[at + 1], width(at) / 3.0);
        [
            (from.along, from.across),
            (from.along + third, from.across + third * slopes[at]),
            (to.along - third, to.across - third * slopes[at + 1]),
            (to.along, to.across),
        ]
    };
    (0..last).map(piece).collect()
}

fn touches(
    curve: &[Cubic],
    (begin, end): (f64, f64),
    obstacles: &[Obstacle],
    chain: &Chain,
) -> bool {
    let is_own =
        |node: usize| chain.vertices.first() == Some(&node) || chain.vertices.last() == Some(&node);
    let pieces = curve
        .iter()
        .filter(|piece| piece[3].0 >= begin && piece[0].0 <= end);
    let points: Vec<Place> = pieces.flat_map(samples).collect();
    let mut others = obstacles.iter().filter(|it| !it.node.is_some_and(is_own));
    others.any(|it| {
        points.windows(2).any(|pair| {
            let is_beside = |low: f64, high: f64, from: f64, to: f64| {
                low - NEAR < from.max(to) && from.min(to) < high + NEAR
            };
            is_beside(it.low.0, it.high.0, pair[0].0, pair[1].0)
                && is_beside(it.low.1, it.high.1, pair[0].1, pair[1].1)
        })
    })
}

/// Points on a curve, both ends among them.
pub(crate) fn samples(piece: &Cubic) -> impl Iterator<Item = Place> {
    (0..=SAMPLES).map(|step| at(piece, step as f64 / SAMPLES as f64))
}

/// The point of a curve at a time between 0 and 1.
pub(crate) fn at(piece: &Cubic, time: f64) -> Place {
    split(piece, time).0[3]
}

/// The two parts of a curve, before a time and after it, by de Casteljau's construction.
pub(crate) fn split(&[a, b, c, d]: &Cubic, time: f64) -> (Cubic, Cubic) {
    let between = |from: Place, to: Place| {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        (from.0 + x * time, from.1 + y * time)
    };
    let (ab, bc, cd) = (between(a, b), between(b, c), between(c, d));
    let (abc, bcd) = (between(ab, bc), between(bc, cd));
    let middle = between(abc, bcd);
    ([a, ab, abc, middle], [middle, bcd, cd, d])
}

/// What is left of a curve when its beginning, as far as it is inside of something, is cut off.
pub(crate) fn cut(mut curve: Vec<Cubic>, is_inside: impl Fn(Place) -> bool) -> Vec<Cubic> {
    let leaves = curve.iter().position(|piece| !is_inside(piece[3]));
    let Some(leaves) = leaves else {
        return curve;
    };
    curve.drain(..leaves);
    let (mut inside, mut outside) = (0.0, 1.0);
    if is_inside(curve[0][0]) {
        for _ in 0..30 {
            let middle = (inside + outside) / 2.0;
            match is_inside(at(&curve[0], middle)) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        curve[0] = split(&curve[0], outside).1;
    }
    curve
}

/// The same curve from its end to its beginning.
pub(crate) fn turned(mut curve: Vec<Cubic>) -> Vec<Cubic> {
    curve.reverse();
    curve.iter_mut().for_each(|piece| piece.reverse());
    curve
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_never_swings_beyond_its_stops() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let stop = |step: usize| Stop {
                along: step as f64 * 10.0,
                across: f64::from(random.u32(0..50)),
                is_level: false,
            };
            let stops: Vec<Stop> = (0..6).map(stop).collect();
            for piece in smooth(&stops) {
                let (low, high) = (piece[0].1.min(piece[3].1), piece[0].1.max(piece[3].1));
                let mut across = samples(&piece).map(|(_, across)| across);
                assert!(
                    across.all(|it| low - 1e-6 <= it && it <= high + 1e-6),
                    "{piece:?}"
                );
            }
        }
    }

    #[test]
    fn a_curve_begins_where_it_leaves_its_node() {
        let line = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)];
        let rest = cut(vec![line], |(x, y)| x.hypot(y) < 12.0);
        assert!((rest[0][0].0 - 12.0).abs() < 1e-6, "{rest:?}");
        assert_eq!(turned(rest)[0][0], (30.0, 0.0));
    }
}
