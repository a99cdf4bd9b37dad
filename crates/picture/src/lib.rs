//! Pictures of graphs without Graphviz: a layered layout with labels beside their arrows, as SVG.
//!
//! Automata, alternating automata and state spaces come as DOT, in the part of it that Lariat writes.  Labels take part in the layout, as
//! in [gansner.93.tse]: each has a place of its own in a layer, so it stands beside its arrow and covers nothing.
//! Marks are numbers on coloured discs, as Spot draws them.  A picture follows the reader's colour scheme, and every state is a
//! group with its name (`data-state`), which a page can highlight.
//!
//! ```
//! use lariat_picture::Picture;
//! let picture = Picture::of("digraph { rankdir=LR; 0 -> 1 [label=\"a {0}\"]; 1 -> 1 [label=\"!a\"] }")?;
//! assert!(picture.arrows().iter().all(|arrow| arrow.label.is_some()));
//! assert!(picture.svg("a title").starts_with("<?xml"));
//! # Ok::<(), lariat_picture::PictureError>(())
//! ```

mod diagram;
mod dot;
mod layers;
mod layout;
mod order;
mod place;
mod route;
mod svg;
mod text;

pub use layout::{Area, Arrow};

use diagram::{Diagram, Shape};
use route::Place;

/// A picture of more nodes than this shows nothing.
pub const MOST_NODES: usize = 200;

/// Why a graph is not drawn.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The text is not a graph.
    #[error("this is not a graph in DOT, or not in the part of it that is read here")]
    Syntax,
    /// There are so many long edges that nobody could follow them.
    #[error("too many arrows would cross in this picture; as DOT, Graphviz may draw it")]
    Tangled,
}

/// A graph that has been laid out.
#[derive(Debug)]
pub struct Picture {
    diagram: Diagram,
    middles: Vec<Place>,
    arrows: Vec<Arrow>,
}

impl Picture {
    /// Lays out a graph that is given in DOT.
    ///
    /// # Errors
    /// When the text is no graph, or the graph too tangled.
    pub fn of(dot: &str) -> Result<Self, PictureError> {
        let diagram = dot::read(dot)?;
        let (middles, arrows) = layout::layout(&diagram)?;
        Ok(Self {
            diagram,
            middles,
            arrows,
        })
    }

    /// The arrows, in the order of the text; loops at one state are one arrow.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The rectangles around the nodes that are seen.
    pub fn outlines(&self) -> Vec<Area> {
        let nodes = self.diagram.nodes.iter().zip(&self.middles);
        let seen = nodes.filter(|(node, _)| node.shape != Shape::Start);
        let outline = |(node, &(x, y)): (&diagram::DiagramNode, &Place)| {
            let (width, height) = node.half_size();
            Area {
                low: (x - width, y - height),
                high: (x + width, y + height),
            }
        };
        seen.map(outline).collect()
    }

    /// The picture under a title of some lines.
    pub fn svg(&self, title: &str) -> String {
        svg::draw(self, title)
    }
}
