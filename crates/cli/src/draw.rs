//! Pictures of automata without Graphviz: `layout` finds the places, and the [`Canvas`] draws them.
//!
//! Marks are numbers on coloured discs, as Spot draws them.  The picture follows the reader's colour scheme, and every
//! state is a group with its name (`data-state`), which a page can highlight.

mod effort;

use std::fmt::Write;

use anyhow::{Result, anyhow, bail};
use lariat_automata::{Explicit, dot};
use lariat_budget::Budget;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::gv::{DotParser, GraphBuilder};

use effort::effort;

/// A picture of more nodes than this shows nothing.
pub(crate) const MOST_NODES: usize = 200;

/// More than this takes more than a few seconds.
const MOST_EFFORT: f64 = 1e6;

/// Draws an automaton as SVG.
///
/// # Errors
/// When it is too large to be looked at, or the budget has ended.
pub(crate) fn automaton(automaton: &Explicit, budget: &Budget) -> Result<String> {
    let states = automaton.state_count();
    if states > MOST_NODES {
        bail!(
            "a picture of {states} states would show nothing (the most is {MOST_NODES}); there is --format dot"
        );
    }
    svg(
        &dot::write_within(automaton, budget)?,
        &dot::title(automaton),
    )
}

/// Draws a graph, given in DOT, as SVG, under a title of some lines.
pub(crate) fn svg(dot: &str, title: &str) -> Result<String> {
    let graph = DotParser::new(dot)
        .process()
        .map_err(|error| anyhow!("cannot draw this automaton: {error}"))?;
    if effort(&graph) > MOST_EFFORT {
        bail!("this graph is too tangled for a picture; as DOT, Graphviz may draw it");
    }
    let mut builder = GraphBuilder::new();
    builder.visit_graph(&graph);
    let mut canvas = Canvas::default();
    let mut layout = builder.get();
    // It would check after every edge that there is no cycle.
    layout.dag.set_validate(false);
    // There is no layout of nothing.
    if layout.num_nodes() > 0 {
        layout.do_it(false, false, false, &mut canvas);
    }
    Ok(canvas.finish(title))
}

/// Dark on light, or light on dark where the reader prefers that.
const STYLE: &str = "\
.lariat { color: #1d2733; --disc: #fffdf5; --grey: #d9d6cc; --paper: #ffffffd0; font: 14px 'DejaVu Sans', 'Segoe UI', sans-serif }
@media (prefers-color-scheme: dark) { .lariat { color: #e8e6e1; --disc: #2b3440; --grey: #55606c; --paper: #12181fd0 } }
.lariat text { fill: currentColor; text-anchor: middle }
.lariat ellipse, .lariat rect { fill: #fffdf5; fill: var(--disc); stroke: currentColor; stroke-width: 1.2 }
.lariat path { fill: none; stroke: currentColor; stroke-width: 1.2 }
.lariat .head { fill: currentColor; stroke: none }
.lariat .hollow { fill: none }
.lariat .grey { fill: #d3d3d3; fill: var(--grey); stroke-width: 3 }
.lariat .label { paint-order: stroke; stroke: #ffffffd0; stroke: var(--paper); stroke-width: 5px; stroke-linejoin: round }
.lariat .mark { fill: #fff; font-size: 11px; font-weight: bold; paint-order: stroke; stroke-width: 7px; stroke-linejoin: round }
.lariat .title { font-weight: bold; text-anchor: start }
";

/// The colours of marks, as Spot has them.
const COLOURS: [&str; 8] = [
    "#1f78b4", "#ff4da0", "#ff7f00", "#6a3d9a", "#33a02c", "#e31a1c", "#c4c400", "#4d4d4d",
];

/// The height of a line of text; one with marks needs as much.
const LINE: f64 = 17.0;
/// The height of a line in a state, for which `layout` has made room.
const STATE_LINE: f64 = 15.0;
/// The width of a character, roughly.
const CHARACTER: f64 = 8.0;
/// The radius of a node where an edge forks.
const FORK: f64 = 8.0;
/// White space around the picture.
const MARGIN: f64 = 12.0;

/// What is drawn so far, and the box around it.
struct Canvas {
    body: String,
    /// The outlines of a state whose name has not come yet.
    outlines: String,
    /// The boxes around the labels of edges, by their corners.
    labels: Vec<(Point, Point)>,
    /// These labels, which come last, so that no line runs over them.
    captions: String,
    low: Point,
    high: Point,
}

impl Default for Canvas {
    fn default() -> Self {
        Self {
            body: String::new(),
            outlines: String::new(),
            labels: Vec::new(),
            captions: String::new(),
            low: Point::splat(f64::MAX),
            high: Point::splat(f64::MIN),
        }
    }
}

impl Canvas {
    fn cover(&mut self, low: Point, high: Point) {
        self.low = Point::new(self.low.x.min(low.x), self.low.y.min(low.y));
        self.high = Point::new(self.high.x.max(high.x), self.high.y.max(high.y));
    }

    fn finish(mut self, title: &str) -> String {
        if self.low.x > self.high.x {
            self.cover(Point::zero(), Point::zero());
        }
        let lines: Vec<&str> = title.lines().collect();
        let longest = lines.iter().map(|line| width(line)).fold(0.0, f64::max);
        let top = self.low.y - LINE * (lines.len() as f64 + 0.5);
        self.cover(
            Point::new(self.low.x, top),
            Point::new(self.low.x + longest, top),
        );
        let (left, top) = (self.low.x - MARGIN, self.low.y - MARGIN);
        let right = self.high.x - left + MARGIN;
        let bottom = self.high.y - top + MARGIN;
        let mut svg = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg class=\"lariat\" width=\"{right:.0}\" height=\"{bottom:.0}\" \
             viewBox=\"{left:.1} {top:.1} {right:.1} {bottom:.1}\" xmlns=\"http://www.w3.org/2000/svg\">\n<style>\n{STYLE}</style>\n"
        );
        for (number, line) in lines.iter().enumerate() {
            let y = self.low.y + LINE * (number as f64 + 0.8);
            let (x, line) = (self.low.x, escaped(line));
            let _ = writeln!(
                svg,
                "<text class=\"title\" x=\"{x:.1}\" y=\"{y:.1}\">{line}</text>"
            );
        }
        svg + &self.body + &self.captions + "</svg>\n"
    }

    /// The free place for a label that is nearest to where it should stand, above or below; the layout puts the labels of
    /// edges in opposite directions at one place.
    fn free_place(&mut self, middle: Point, half: Point) -> Point {
        let steps = (0..).flat_map(|step| [f64::from(step), -f64::from(step)]);
        let places = steps.map(|step| middle.add(Point::new(0.0, step * LINE / 2.0)));
        let is_free = |place: &Point| {
            let (low, high) = (place.sub(half), place.add(half));
            !self.labels.iter().any(|(from, to)| {
                low.x < to.x && from.x < high.x && low.y < to.y && from.y < high.y
            })
        };
        let mut free = places.filter(is_free);
        let place = free.next().expect("no label is endless");
        self.labels.push((place.sub(half), place.add(half)));
        place
    }

    /// A black node is where an edge forks, a box where nothing more is asked; where runs start there is an arrow only.
    fn draw_nameless(&mut self, xy: Point, outlines: &str, look: &StyleAttr) {
        if is_filled(look, "#000000") {
            let _ = writeln!(
                self.body,
                "<circle class=\"head\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{FORK}\"/>",
                xy.x, xy.y
            );
        } else if outlines.contains("<rect") {
            self.body.push_str(outlines);
        }
    }

    fn head(&mut self, from: Point, to: Point) {
        let direction = to.sub(from);
        let length = direction.length().max(1e-6);
        let along = direction.scale(9.0 / length);
        let across = Point::new(-along.y, along.x).scale(0.4);
        let (left, right) = (to.sub(along).add(across), to.sub(along).sub(across));
        let _ = writeln!(
            self.body,
            "<path class=\"head\" d=\"M {:.1} {:.1} L {:.1} {:.1} L {:.1} {:.1} Z\"/>",
            to.x, to.y, left.x, left.y, right.x, right.y
        );
    }
}

impl RenderBackend for Canvas {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        look: &StyleAttr,
        _: Option<String>,
        _: Option<ClipHandle>,
    ) {
        self.cover(xy, xy.add(size));
        let class = match is_filled(look, "#d3d3d3") {
            true => " class=\"grey\"",
            false => "",
        };
        let _ = writeln!(
            self.outlines,
            "<rect{class} x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"8\"/>",
            xy.x, xy.y, size.x, size.y
        );
    }

    fn draw_line(&mut self, start: Point, stop: Point, _: &StyleAttr, _: Option<String>) {
        self.cover(start, stop);
        let _ = writeln!(
            self.body,
            "<path d=\"M {:.1} {:.1} L {:.1} {:.1}\"/>",
            start.x, start.y, stop.x, stop.y
        );
    }

    fn draw_circle(&mut self, xy: Point, size: Point, _: &StyleAttr, _: Option<String>) {
        let radius = size.scale(0.5);
        self.cover(xy.sub(radius), xy.add(radius));
        // A second circle must not cover the first.
        let hollow = if self.outlines.is_empty() {
            ""
        } else {
            " class=\"hollow\""
        };
        let _ = writeln!(
            self.outlines,
            "<ellipse{hollow} cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{:.1}\" ry=\"{:.1}\"/>",
            xy.x, xy.y, radius.x, radius.y
        );
    }

    /// A state's name follows its outlines; other texts stand on edges.
    fn draw_text(&mut self, xy: Point, text: &str, look: &StyleAttr) {
        let outlines = std::mem::take(&mut self.outlines);
        let lines: Vec<&str> = text.lines().collect();
        let (name, is_state) = (lines.first().copied(), !outlines.is_empty());
        let Some(name) = name else {
            return self.draw_nameless(xy, &outlines, look);
        };
        let half_width = lines.iter().map(|line| width(line)).fold(0.0, f64::max) / 2.0;
        let height = if is_state { STATE_LINE } else { LINE };
        let half = Point::new(half_width, height * lines.len() as f64 / 2.0);
        let xy = match is_state {
            true => xy,
            false => self.free_place(xy, half),
        };
        self.cover(xy.sub(half), xy.add(half));
        let target = match is_state {
            true => {
                let name = escaped(name);
                let _ = writeln!(self.body, "<g data-state=\"{name}\">\n{outlines}");
                &mut self.body
            }
            false => {
                self.captions.push_str("<g class=\"label\">\n");
                &mut self.captions
            }
        };
        for (number, line) in lines.iter().enumerate() {
            let y = xy.y - half.y + height * (number as f64 + 0.75);
            let (x, line) = (xy.x, with_marks(line));
            let _ = writeln!(target, "<text x=\"{x:.1}\" y=\"{y:.1}\">{line}</text>");
        }
        target.push_str("</g>\n");
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        dashed: bool,
        head: (bool, bool),
        _: &StyleAttr,
        _: Option<String>,
        _: &str,
    ) {
        let [(start, leaving), (control, first), rest @ ..] = path else {
            return;
        };
        path.iter().for_each(|&(from, to)| self.cover(from, to));
        let mut way = format!(
            "M {:.1} {:.1} C {:.1} {:.1}, {:.1} {:.1}, {:.1} {:.1}",
            start.x, start.y, leaving.x, leaving.y, control.x, control.y, first.x, first.y
        );
        for (control, to) in rest {
            let _ = write!(
                way,
                " S {:.1} {:.1}, {:.1} {:.1}",
                control.x, control.y, to.x, to.y
            );
        }
        let dash = if dashed {
            " stroke-dasharray=\"5 4\""
        } else {
            ""
        };
        let _ = writeln!(self.body, "<path d=\"{way}\"{dash}/>");
        let (control, end) = rest.last().copied().unwrap_or((*control, *first));
        if head.1 {
            self.head(control, end);
        }
        if head.0 {
            self.head(*leaving, *start);
        }
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

fn is_filled(look: &StyleAttr, colour: &str) -> bool {
    let fill = look.fill_color;
    fill.is_some_and(|fill| fill.to_web_color().starts_with(colour))
}

fn width(line: &str) -> f64 {
    CHARACTER * line.chars().count() as f64
}

/// A line of a label; the marks in braces at its end become discs.
fn with_marks(line: &str) -> String {
    let marks = line
        .strip_suffix('}')
        .and_then(|line| line.rsplit_once('{'));
    let numbers: Option<(&str, Vec<u32>)> = marks.and_then(|(label, marks)| {
        let numbers: Result<Vec<u32>, _> = marks.split(',').map(str::parse).collect();
        Some((label, numbers.ok()?))
    });
    let Some((label, numbers)) = numbers else {
        return escaped(line);
    };
    let label = escaped(label.trim_end());
    let discs = numbers.iter().enumerate().map(|(place, &number)| {
        let colour = COLOURS[number as usize % COLOURS.len()];
        let distance = if place == 0 && label.is_empty() { 0 } else { 7 };
        format!(
            "<tspan class=\"mark\" dx=\"{distance}\" style=\"stroke:{colour}\">{number}</tspan>"
        )
    });
    let discs: String = discs.collect();
    label + &discs
}

fn escaped(text: &str) -> String {
    let escape = |c| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c => String::from(c),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_coloured_discs() {
        let drawn = with_marks("a < b {0,12}");
        assert!(drawn.starts_with("a &lt; b<tspan"), "{drawn}");
        assert_eq!(drawn.matches("class=\"mark\"").count(), 2, "{drawn}");
        assert!(drawn.contains(">0<") && drawn.contains(">12<"), "{drawn}");
        assert_eq!(with_marks("{x}"), "{x}");
        assert!(
            with_marks("{0}").contains("dx=\"0\""),
            "it is in the middle"
        );
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let drawn = svg("digraph { rankdir=LR; }", "nothing").expect("it is a graph");
        assert!(drawn.contains(">nothing</text>"), "{drawn}");
    }

    #[test]
    fn a_tangled_graph_is_refused() {
        let graph = |nodes: usize, reach: usize| {
            let from_each = (0..nodes).map(|from| {
                let to = (from + 1..nodes).take(reach);
                to.map(|to| format!("{from} -> {to};")).collect::<String>()
            });
            svg(
                &format!("digraph {{ {} }}", from_each.collect::<String>()),
                "",
            )
        };
        assert!(graph(50, 1).is_ok() && graph(8, 8).is_ok());
        assert!(graph(40, 40).is_err());
    }

    #[test]
    fn labels_of_opposite_edges_stand_apart() {
        let dot = "digraph { rankdir=LR; 0 -> 1 [label=\"there\"]; 1 -> 0 [label=\"back\"]; }";
        let drawn = svg(dot, "").expect("it is a graph");
        let height = |label: &str| -> f64 {
            let text = drawn.split("<text").find(|text| text.contains(label));
            let y = text.and_then(|text| text.split("y=\"").nth(1)?.split('"').next());
            y.expect("it is drawn").parse().expect("a number")
        };
        let distance = (height(">there<") - height(">back<")).abs();
        assert!(distance >= LINE, "{drawn}");
    }

    #[test]
    fn the_picture_covers_all_that_is_drawn() {
        let dot = "digraph { rankdir=LR; 0 -> 0 [label=\"a very long label indeed {0}\"]; }";
        let drawn = svg(dot, "").expect("it is a graph");
        let view = drawn.split("viewBox=\"").nth(1).expect("it has a view");
        let numbers: Vec<f64> = view
            .split(['"', ' '])
            .take(4)
            .map(|number| number.parse().expect("a number"))
            .collect();
        assert!(numbers[2] > 29.0 * CHARACTER, "{numbers:?}");
        assert!(drawn.contains("data-state=\"0\""), "{drawn}");
    }
}
