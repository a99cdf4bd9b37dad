//! From a diagram to places: layers, orders, coordinates, curves.
//!
//! Labels stand beside their arrows: above them if arrows go from left to right, on their right if they go down.  Loops
//! are on the same side of their nodes, and the room for both is part of what is laid out.

use crate::PictureError;
use crate::diagram::{Diagram, DiagramEdge, Shape};
use crate::layers::{Extents, Layering, Link, layered};
use crate::order::order;
use crate::place::{Places, place};
use crate::route::{Cubic, Obstacle, Place, cut, route, turned};
use crate::text;

/// A rectangle, by its corners at the top left and at the bottom right.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// The left upper corner.
    pub low: (f64, f64),
    /// The right lower corner.
    pub high: (f64, f64),
}

/// An arrow as it is drawn.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The pieces of its line: each a cubic curve, given by its ends and the control points between them.
    pub line: Vec<[(f64, f64); 4]>,
    /// Where its label stands.
    pub label: Option<Area>,
}

/// The distance of a label from its arrow.
const BESIDE_ARROW: f64 = 3.0;
/// The room for a line.
const LINE_WIDTH: f64 = 2.0;
/// How far a loop reaches out.
const LOOP: f64 = 22.0;
/// Half of the distance between a loop's ends, and how far it swings beyond them.
const LOOP_FOOT: f64 = 7.0;
const LOOP_SWING: f64 = 13.0;

/// Where nodes (by their middles) and arrows are.
pub(crate) fn layout(diagram: &Diagram) -> Result<(Vec<Place>, Vec<Arrow>), PictureError> {
    let frame = Frame { diagram };
    let rooms: Vec<Extents> = (0..diagram.nodes.len()).map(|it| frame.room(it)).collect();
    let links: Vec<Link> = frame.links().map(|edge| frame.link(edge)).collect();
    let mut layering = layered(&rooms, &links)?;
    order(&mut layering);
    let places = place(&layering);
    let middle = |node: usize| {
        let (_, along, _) = places.bands[layering.rank[node]];
        frame.turn((along, places.across[node]))
    };
    let middles: Vec<Place> = (0..diagram.nodes.len()).map(middle).collect();
    let obstacles = frame.obstacles(&layering, &places, &middles);
    let mut chains = layering.chains.iter();
    let mut arrows = Vec::new();
    for edge in &diagram.edges {
        let arrow = match edge.from == edge.to {
            true => frame.loop_at(edge, middles[edge.from]),
            false => {
                let chain = chains.next().expect("every link has its chain");
                let line = route(chain, &layering, &places, &obstacles);
                let line = line.iter().map(|piece| piece.map(|it| frame.turn(it)));
                let line: Vec<Cubic> = match chain.is_reversed {
                    true => turned(line.collect()),
                    false => line.collect(),
                };
                let line = cut(line, |it| {
                    frame.is_inside(edge.from, middles[edge.from], it)
                });
                let line = cut(turned(line), |it| {
                    frame.is_inside(edge.to, middles[edge.to], it)
                });
                let label = chain
                    .label
                    .map(|vertex| frame.label(edge, vertex, &layering, &places));
                Arrow {
                    line: turned(line),
                    label,
                }
            }
        };
        arrows.push(arrow);
    }
    Ok((middles, arrows))
}

/// Knows which way the arrows go.
struct Frame<'d> {
    diagram: &'d Diagram,
}

impl Frame<'_> {
    /// From along and across to right and down, or back.
    fn turn(&self, (along, across): Place) -> Place {
        match self.diagram.sideways {
            true => (along, across),
            false => (across, along),
        }
    }

    /// The edges between different nodes.
    fn links(&self) -> impl Iterator<Item = &DiagramEdge> {
        self.diagram
            .edges
            .iter()
            .filter(|edge| edge.from != edge.to)
    }

    fn loop_of(&self, node: usize) -> Option<&DiagramEdge> {
        let is_loop = |edge: &&DiagramEdge| edge.from == node && edge.to == node;
        self.diagram.edges.iter().find(is_loop)
    }

    /// Half of a node's size, along and across.
    fn half_size(&self, node: usize) -> Place {
        self.turn(self.diagram.nodes[node].half_size())
    }

    /// What a node takes with its loop and that loop's label.
    fn room(&self, node: usize) -> Extents {
        let (along, across) = self.half_size(node);
        let mut room = Extents {
            before: across,
            after: across,
            back: along,
            ahead: along,
        };
        if let Some(edge) = self.loop_of(node) {
            let (long, deep) = self.turn(text::size(&edge.label));
            let reach = across + LOOP + BESIDE_ARROW + deep;
            let side = along.max(long / 2.0).max(LOOP_FOOT + LOOP_SWING);
            (room.back, room.ahead) = (side, side);
            match self.diagram.sideways {
                true => room.before = reach,
                false => room.after = reach,
            }
        }
        room
    }

    fn link(&self, edge: &DiagramEdge) -> Link {
        let (along, across) = self.turn(text::size(&edge.label));
        let label = (!edge.label.is_empty()).then(|| {
            let (mut before, mut after) = (LINE_WIDTH, across + BESIDE_ARROW);
            if self.diagram.sideways {
                (before, after) = (after, before);
            }
            Extents {
                before,
                after,
                back: along / 2.0,
                ahead: along / 2.0,
            }
        });
        Link {
            from: edge.from,
            to: edge.to,
            length: match self.diagram.nodes[edge.from].shape {
                Shape::Start if label.is_none() => 1,
                _ => 2,
            },
            label,
        }
    }

    /// Where the label at a vertex stands.
    fn label(
        &self,
        edge: &DiagramEdge,
        vertex: usize,
        layering: &Layering,
        places: &Places,
    ) -> Area {
        let (_, along, _) = places.bands[layering.rank[vertex]];
        let (x, y) = self.turn((along, places.across[vertex]));
        self.beside((x, y), text::size(&edge.label), BESIDE_ARROW)
    }

    /// The area of a text at a distance from a place, on the side of labels.
    fn beside(&self, (x, y): Place, (width, height): Place, distance: f64) -> Area {
        match self.diagram.sideways {
            true => Area {
                low: (x - width / 2.0, y - distance - height),
                high: (x + width / 2.0, y - distance),
            },
            false => Area {
                low: (x + distance, y - height / 2.0),
                high: (x + distance + width, y + height / 2.0),
            },
        }
    }

    /// A loop at a node: round, on the side of labels.
    fn loop_at(&self, edge: &DiagramEdge, middle: Place) -> Arrow {
        let (_, across) = self.half_size(edge.from);
        let foot = match self.diagram.nodes[edge.from].is_round() {
            true => (across * across - LOOP_FOOT * LOOP_FOOT).max(0.0).sqrt(),
            false => across,
        };
        let out = if self.diagram.sideways { -1.0 } else { 1.0 };
        let point = |aside: f64, reach: f64| {
            let (x, y) = self.turn((aside, out * reach));
            (middle.0 + x, middle.1 + y)
        };
        let swing = LOOP_FOOT + LOOP_SWING;
        // A cubic curve reaches three quarters of the way to its control points.
        let far = foot + (across + LOOP - foot) * 4.0 / 3.0;
        let curve = [
            point(-LOOP_FOOT, foot),
            point(-swing, far),
            point(swing, far),
            point(LOOP_FOOT, foot),
        ];
        let label = (!edge.label.is_empty()).then(|| {
            let distance = across + LOOP + BESIDE_ARROW;
            self.beside(middle, text::size(&edge.label), distance)
        });
        Arrow {
            line: vec![curve],
            label,
        }
    }

    fn is_inside(&self, node: usize, (x, y): Place, place: Place) -> bool {
        let node = &self.diagram.nodes[node];
        let (width, height) = node.half_size();
        let (right, down) = ((place.0 - x) / width, (place.1 - y) / height);
        match node.is_round() {
            true => right.hypot(down) < 1.0,
            false => right.abs() < 1.0 && down.abs() < 1.0,
        }
    }

    /// What edges must not touch, by layers.
    fn obstacles(
        &self,
        layering: &Layering,
        places: &Places,
        middles: &[Place],
    ) -> Vec<Vec<Obstacle>> {
        let mut obstacles = vec![Vec::new(); layering.layers.len()];
        let mut add = |rank: usize, node: Option<usize>, area: Area| {
            let (low, high) = (self.turn(area.low), self.turn(area.high));
            obstacles[rank].push(Obstacle { node, low, high });
        };
        for (node, &(x, y)) in middles.iter().enumerate() {
            let (width, height) = self.diagram.nodes[node].half_size();
            let area = Area {
                low: (x - width, y - height),
                high: (x + width, y + height),
            };
            add(layering.rank[node], Some(node), area);
            if let Some(edge) = self.loop_of(node) {
                let (_, across) = self.half_size(node);
                let (width, height) = self.turn((2.0 * (LOOP_FOOT + LOOP_SWING * 0.7), LOOP));
                add(
                    layering.rank[node],
                    None,
                    self.beside((x, y), (width, height), across),
                );
                let label = self.loop_at(edge, (x, y)).label;
                label
                    .into_iter()
                    .for_each(|it| add(layering.rank[node], None, it));
            }
        }
        for (edge, chain) in self.links().zip(&layering.chains) {
            if let Some(vertex) = chain.label {
                let area = self.label(edge, vertex, layering, places);
                add(layering.rank[vertex], None, area);
            }
        }
        obstacles
    }
}
