//! What is drawn: nodes with shapes and labels, and arrows between them.

use crate::text;

/// How a node looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Circle,
    /// A state that accepts.
    DoubleCircle,
    Box,
    /// An alternating state that accepts.
    AcceptingBox,
    /// Where an arrow forks to several states at once.
    Fork,
    /// Where nothing more is asked.
    End,
    /// Where a run starts; only the arrow is seen.
    Start,
}

#[derive(Clone, Debug)]
pub(crate) struct DiagramNode {
    pub(crate) name: String,
    pub(crate) label: Vec<String>,
    pub(crate) shape: Shape,
}

#[derive(Clone, Debug)]
pub(crate) struct DiagramEdge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: Vec<String>,
    pub(crate) has_head: bool,
}

/// A graph to draw.
#[derive(Clone, Default, Debug)]
pub(crate) struct Diagram {
    /// Arrows go from left to right, not downwards.
    pub(crate) sideways: bool,
    pub(crate) nodes: Vec<DiagramNode>,
    pub(crate) edges: Vec<DiagramEdge>,
}

/// The radius of a circle around a digit or two.
const RADIUS: f64 = 17.0;
/// The distance of two lines around a state.
pub(crate) const BORDER: f64 = 4.0;

impl DiagramNode {
    /// Half of its width and of its height.
    pub(crate) fn half_size(&self) -> (f64, f64) {
        let (width, height) = text::size(&self.label);
        let (half_width, half_height) = (width / 2.0, height / 2.0);
        let radius = half_width.hypot(half_height * 0.6).max(RADIUS - 5.0) + 5.0;
        match self.shape {
            Shape::Circle => (radius, radius),
            Shape::DoubleCircle => (radius + BORDER, radius + BORDER),
            Shape::Box => (half_width + 9.0, half_height + 6.0),
            Shape::AcceptingBox => (half_width + 9.0 + BORDER, half_height + 6.0 + BORDER),
            Shape::Fork => (4.0, 4.0),
            Shape::End => (5.0, 5.0),
            Shape::Start => (1.0, 1.0),
        }
    }

    pub(crate) fn is_round(&self) -> bool {
        use Shape::{Circle, DoubleCircle, Fork, Start};
        matches!(self.shape, Circle | DoubleCircle | Fork | Start)
    }
}
