//! A picture as SVG.

use std::fmt::Write;

use crate::Picture;
use crate::diagram::{BORDER, DiagramNode, Shape};
use crate::layout::{Area, Arrow};
use crate::route::Place;
use crate::text::{DISC, LINE, SIZE, with_marks};

/// Dark on light, or light on dark where the reader prefers that.  There are no variables in it: programs for slides do not know
/// them.
const STYLE: &str = "\
.lariat { color: #1d2733; background: #fff }
.lariat text { fill: currentColor; text-anchor: middle }
.lariat ellipse, .lariat rect { fill: #fffdf5; stroke: currentColor; stroke-width: 1.3 }
.lariat path { fill: none; stroke: currentColor; stroke-width: 1.3 }
.lariat .head { fill: currentColor; stroke: none }
.lariat .hollow { fill: none }
.lariat .grey { fill: #d9d6cc }
.lariat .before { text-anchor: end }
.lariat .mark { fill: #fff; font-size: 11px; font-weight: bold }
.lariat .title { font-weight: bold; text-anchor: start }
@media (prefers-color-scheme: dark) {
.lariat { color: #e8e6e1; background: #171b21 }
.lariat ellipse, .lariat rect { fill: #2b3440 }
.lariat .head { fill: currentColor }
.lariat .hollow { fill: none }
.lariat .grey { fill: #55606c }
}
";

/// The colours of marks, as Spot has them.
const COLOURS: [&str; 8] = [
    "#1f78b4", "#ff4da0", "#ff7f00", "#6a3d9a", "#33a02c", "#e31a1c", "#c4c400", "#4d4d4d",
];

/// White space around the picture.
const MARGIN: f64 = 12.0;
/// The length of an arrow's head, and half of its width.
const HEAD: f64 = 9.0;
const HEAD_WIDTH: f64 = 3.6;
/// How far the base of letters is from the top of their line.
const BASE: f64 = 0.75 * LINE;
/// Bold letters are wider.
const BOLD: f64 = 1.12;

/// Draws a picture under a title.
pub(crate) fn draw(picture: &Picture, title: &str) -> String {
    let mut body = String::new();
    for (edge, arrow) in picture.diagram.edges.iter().zip(&picture.arrows) {
        draw_line(&mut body, arrow, edge.has_head);
    }
    for (node, &middle) in picture.diagram.nodes.iter().zip(&picture.middles) {
        draw_node(&mut body, node, middle);
    }
    for (edge, arrow) in picture.diagram.edges.iter().zip(&picture.arrows) {
        if let Some(area) = arrow.label {
            body.push_str("<g class=\"label\">\n");
            draw_lines(&mut body, &edge.label, area);
            body.push_str("</g>\n");
        }
    }
    framed(&body, title, around(picture))
}

/// The rectangle around everything.
fn around(picture: &Picture) -> Area {
    let mut corners: Vec<Place> = Vec::new();
    let labels = picture.arrows.iter().filter_map(|arrow| arrow.label);
    for area in picture.outlines().into_iter().chain(labels) {
        corners.extend([area.low, area.high]);
    }
    for arrow in &picture.arrows {
        corners.extend(arrow.line.iter().flatten());
    }
    let Some(&first) = corners.first() else {
        return Area {
            low: (0.0, 0.0),
            high: (0.0, 0.0),
        };
    };
    let (mut low, mut high) = (first, first);
    for (x, y) in corners {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    Area { low, high }
}

fn framed(body: &str, title: &str, area: Area) -> String {
    let lines: Vec<&str> = title.lines().collect();
    let longest = lines.iter().map(|line| BOLD * crate::text::width(line));
    let longest = longest.fold(0.0, f64::max);
    let above = match lines.len() {
        0 => 0.0,
        count => LINE * (count as f64 + 0.7),
    };
    let (left, top) = (area.low.0 - MARGIN, area.low.1 - MARGIN - above);
    let width = (area.high.0 - area.low.0).max(longest) + 2.0 * MARGIN;
    let height = area.high.1 - area.low.1 + above + 2.0 * MARGIN;
    let mut svg = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg class=\"lariat\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\" \
         color=\"#1d2733\" font-family=\"'DejaVu Sans', 'Segoe UI', sans-serif\" font-size=\"{SIZE}\" xmlns=\"http://www.w3.org/2000/svg\">\n<style>\n{STYLE}</style>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let (x, y) = (area.low.0, top + MARGIN + LINE * number as f64 + BASE);
        let line = escaped(line);
        let _ = writeln!(
            svg,
            "<text class=\"title\" x=\"{x:.1}\" y=\"{y:.1}\">{line}</text>"
        );
    }
    svg + body + "</svg>\n"
}

fn draw_line(body: &mut String, arrow: &Arrow, has_head: bool) {
    let (Some(first), Some(last)) = (arrow.line.first(), arrow.line.last()) else {
        return;
    };
    let mut way = format!("M {:.1} {:.1}", first[0].0, first[0].1);
    for [_, a, b, c] in &arrow.line {
        let _ = write!(
            way,
            " C {:.1} {:.1}, {:.1} {:.1}, {:.1} {:.1}",
            a.0, a.1, b.0, b.1, c.0, c.1
        );
    }
    let _ = writeln!(body, "<path d=\"{way}\"/>");
    if has_head {
        let tip = last[3];
        let before =
            crate::route::samples(last).filter(|it| (it.0 - tip.0).hypot(it.1 - tip.1) >= HEAD);
        draw_head(body, before.last().unwrap_or(last[0]), tip);
    }
}

fn draw_head(body: &mut String, from: Place, tip: Place) {
    let (x, y) = (tip.0 - from.0, tip.1 - from.1);
    let length = x.hypot(y).max(1e-6);
    let (x, y) = (x / length, y / length);
    let base = (tip.0 - x * HEAD, tip.1 - y * HEAD);
    let _ = writeln!(
        body,
        "<path class=\"head\" d=\"M {:.1} {:.1} L {:.1} {:.1} L {:.1} {:.1} Z\"/>",
        tip.0,
        tip.1,
        base.0 - y * HEAD_WIDTH,
        base.1 + x * HEAD_WIDTH,
        base.0 + y * HEAD_WIDTH,
        base.1 - x * HEAD_WIDTH
    );
}

fn draw_node(body: &mut String, node: &DiagramNode, (x, y): Place) {
    let (width, height) = node.half_size();
    let ellipse = |class: &str, less: f64| {
        let (width, height) = (width - less, height - less);
        format!(
            "<ellipse{class} cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{width:.1}\" ry=\"{height:.1}\"/>\n"
        )
    };
    let rectangle = |class: &str, less: f64, corner: f64| {
        let (left, top) = (x - width + less, y - height + less);
        let (width, height) = (2.0 * (width - less), 2.0 * (height - less));
        format!(
            "<rect{class} x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"{corner}\"/>\n"
        )
    };
    let outline = match node.shape {
        Shape::Start => return,
        Shape::Fork => ellipse(" class=\"head\"", 0.0),
        Shape::End => rectangle("", 0.0, 1.0),
        Shape::Circle => ellipse("", 0.0),
        Shape::DoubleCircle => ellipse("", 0.0) + &ellipse(" class=\"hollow\"", BORDER),
        Shape::Box => rectangle("", 0.0, 8.0),
        Shape::AcceptingBox => {
            rectangle(" class=\"grey\"", 0.0, 8.0) + &rectangle(" class=\"hollow\"", BORDER, 5.0)
        }
    };
    if node.label.is_empty() {
        return body.push_str(&outline);
    }
    let half = LINE * node.label.len() as f64 / 2.0;
    let area = Area {
        low: (x - width, y - half),
        high: (x + width, y + half),
    };
    let name = escaped(&node.name);
    let _ = write!(body, "<g data-state=\"{name}\">\n{outline}");
    draw_lines(body, &node.label, area);
    body.push_str("</g>\n");
}

/// The lines of a label in an area, each in its middle; marks are discs behind the text.
fn draw_lines(body: &mut String, lines: &[String], area: Area) {
    let middle = (area.low.0 + area.high.0) / 2.0;
    for (number, line) in lines.iter().enumerate() {
        let top = area.low.1 + LINE * number as f64;
        let (line, y) = (with_marks(line), top + BASE);
        let text = escaped(line.text);
        if line.marks.is_empty() {
            let _ = writeln!(body, "<text x=\"{middle:.1}\" y=\"{y:.1}\">{text}</text>");
            continue;
        }
        let end = middle + line.width() / 2.0;
        let x = end - line.discs_width();
        if !text.is_empty() {
            let _ = writeln!(
                body,
                "<text class=\"before\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
            );
        }
        let apart = line.discs_width() / line.marks.len() as f64;
        for (place, &mark) in line.marks.iter().enumerate() {
            let x = x + apart * (place as f64 + 1.0) - DISC;
            draw_mark(body, mark, (x, top + LINE / 2.0));
        }
    }
}

fn draw_mark(body: &mut String, mark: u32, (x, y): Place) {
    let colour = COLOURS[mark as usize % COLOURS.len()];
    let base = y + 4.0;
    let _ = writeln!(
        body,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{DISC}\" fill=\"{colour}\"/><text class=\"mark\" x=\"{x:.1}\" y=\"{base:.1}\">{mark}</text>"
    );
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

    fn drawn(dot: &str, title: &str) -> String {
        Picture::of(dot).expect("it is a graph").svg(title)
    }

    #[test]
    fn marks_become_coloured_discs() {
        let svg = drawn("digraph { 0 -> 1 [label=\"a < b {0,12}\"] }", "");
        assert_eq!(svg.matches("class=\"mark\"").count(), 2, "{svg}");
        assert!(
            svg.contains(">0</text>") && svg.contains(">12</text>"),
            "{svg}"
        );
        assert!(svg.contains(">a &lt; b</text>"), "{svg}");
    }

    #[test]
    fn nothing_is_a_picture_too() {
        let svg = drawn("digraph { rankdir=LR; }", "nothing");
        assert!(svg.contains(">nothing</text>"), "{svg}");
    }

    #[test]
    fn the_picture_covers_all_that_is_drawn() {
        let dot = "digraph { rankdir=LR; 0 -> 0 [label=\"a very long label indeed {0}\"]; }";
        let svg = drawn(dot, "");
        let view = svg.split("viewBox=\"").nth(1).expect("it has a view");
        let numbers: Vec<f64> = view
            .split(['"', ' '])
            .take(4)
            .map(|number| number.parse().expect("a number"))
            .collect();
        let width = crate::text::width("a very long label indeed");
        assert!(numbers[2] > width + 2.0 * MARGIN, "{numbers:?}");
        assert!(svg.contains("data-state=\"0\""), "{svg}");
    }
}
