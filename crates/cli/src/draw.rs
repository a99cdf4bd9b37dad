//! Pictures of automata without Graphviz.

use anyhow::{Result, anyhow};
use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

/// Draws a graph, given in DOT, as SVG.
pub(crate) fn svg(dot: &str) -> Result<String> {
    let graph = DotParser::new(dot)
        .process()
        .map_err(|error| anyhow!("cannot draw this automaton: {error}"))?;
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&graph);
    let mut picture = SVGWriter::new();
    builder.get().do_it(false, false, false, &mut picture);
    Ok(picture.finalize())
}
