//! In every picture, labels stand beside their arrows and cover nothing, and arrows touch nothing but their ends.

use std::path::Path;

use lariat_automata::dot;
use lariat_budget::Budget;
use lariat_diagnostics::Text;
use lariat_ltl::Formulas;
use lariat_models::format_of;
use lariat_picture::{Area, Arrow, Picture, PictureError};
use lariat_space::{StateSpace, explore_in, export};
use lariat_testkit::collections::literature;
use lariat_testkit::rounds;
use lariat_testkit::words::{random_formula, read};
use lariat_translate::{AutomatonForm, Options, alternating};

/// A label is no farther from its arrow.
const BESIDE: f64 = 4.0;

fn overlap(one: &Area, other: &Area) -> bool {
    let side = |low: f64, high: f64, from: f64, to: f64| low < to && from < high;
    side(one.low.0, one.high.0, other.low.0, other.high.0)
        && side(one.low.1, one.high.1, other.low.1, other.high.1)
}

/// How far a point is from an area; 0 inside.
fn distance(area: &Area, (x, y): (f64, f64)) -> f64 {
    let right = (area.low.0 - x).max(x - area.high.0).max(0.0);
    let down = (area.low.1 - y).max(y - area.high.1).max(0.0);
    right.hypot(down)
}

/// Points on an arrow's line.
fn points(arrow: &Arrow) -> Vec<(f64, f64)> {
    let at = |piece: &[(f64, f64); 4], time: f64| {
        let rest = 1.0 - time;
        let shares = [
            rest * rest * rest,
            3.0 * rest * rest * time,
            3.0 * rest * time * time,
            time * time * time,
        ];
        let all = || piece.iter().zip(shares);
        let x: f64 = all().map(|(point, share)| point.0 * share).sum();
        let y: f64 = all().map(|(point, share)| point.1 * share).sum();
        (x, y)
    };
    let times = || (0..=60).map(|step| f64::from(step) / 60.0);
    let pieces = arrow.line.iter();
    pieces
        .flat_map(|it| times().map(move |time| at(it, time)))
        .collect()
}

/// Checks a picture; the number of its labels.
#[track_caller]
fn check(name: &str, dot: &str) -> usize {
    let picture = match Picture::of(dot) {
        Err(PictureError::Tangled) => return 0,
        picture => picture.unwrap_or_else(|error| panic!("{name}: {error}\n{dot}")),
    };
    let nodes = picture.outlines();
    let arrows = picture.arrows();
    let labels: Vec<&Area> = arrows
        .iter()
        .filter_map(|arrow| arrow.label.as_ref())
        .collect();
    for (number, label) in labels.iter().enumerate() {
        let mut others = nodes.iter().chain(labels[..number].iter().copied());
        assert!(
            !others.any(|it| overlap(label, it)),
            "{name}: a label covers something\n{dot}"
        );
    }
    for (number, node) in nodes.iter().enumerate() {
        let mut others = nodes[..number].iter();
        assert!(
            !others.any(|it| overlap(node, it)),
            "{name}: a node covers another\n{dot}"
        );
    }
    for arrow in arrows {
        check_arrow(name, arrow, &nodes, &labels);
    }
    labels.len()
}

#[track_caller]
fn check_arrow(name: &str, arrow: &Arrow, nodes: &[Area], labels: &[&Area]) {
    let points = points(arrow);
    let (first, last) = (points[0], points[points.len() - 1]);
    if let Some(label) = &arrow.label {
        let nearest = points.iter().map(|&point| distance(label, point));
        let nearest = nearest.fold(f64::MAX, f64::min);
        assert!(
            nearest <= BESIDE,
            "{name}: a label is {nearest} away from its arrow"
        );
    }
    // A circle's corners may be crossed on the way to it.
    let is_end = |node: &Area| distance(node, first) < 0.1 || distance(node, last) < 0.1;
    let others = nodes.iter().filter(|node| !is_end(node));
    for area in others.chain(labels.iter().copied()) {
        let is_touched = points.iter().any(|&point| distance(area, point) < 0.1);
        assert!(!is_touched, "{name}: an arrow runs over a node or a label");
    }
}

#[test]
fn state_spaces_of_the_corpus_are_legible() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut labels = 0;
    for file in std::fs::read_dir(corpus).expect("the corpus is there") {
        let path = file.expect("it can be listed").path();
        let name = path.display().to_string();
        let content = std::fs::read_to_string(&path).expect("it is a text");
        let text = Text::new(name.as_str(), content.as_str());
        let Ok(Ok(read)) = format_of(&name).map(|format| format.read(&text)) else {
            continue;
        };
        let model = read.source.model();
        let mut space = StateSpace::new(&*model, usize::MAX);
        if explore_in(&mut space, &Budget::unlimited()).states > 200 {
            continue;
        }
        let mut dot = Vec::new();
        export::drawing(&mut space, &mut dot).expect("it is explored");
        labels += check(&name, &String::from_utf8(dot).expect("it is a text"));
    }
    assert!(labels > 500, "only {labels} labels");
}

/// Checks the pictures of a formula's automata; the number of their labels.
fn check_formula(text: &str, mut formulas: Formulas) -> usize {
    let formula = read(&mut formulas, text);
    let mut labels = 0;
    for form in [AutomatonForm::Tgba, AutomatonForm::Buchi] {
        let options = Options {
            form,
            ..Options::default()
        };
        let Ok(automaton) = lariat_translate::translate(&mut formulas, formula, &options) else {
            continue;
        };
        if automaton.base.state_count() <= 200 {
            labels += check(text, &dot::write(&automaton.base));
        }
    }
    if let Ok(automaton) = alternating::build(&formulas, formula, alternating::LIMIT) {
        let dot = automaton.to_dot(&mut formulas).expect("it can be written");
        labels += check(text, &dot);
    }
    labels
}

#[test]
fn automata_are_legible() {
    let known = [
        "a U (b U c)",
        "GF a & GF b -> G(p -> F q)",
        "G(request -> F (grant & !\"x < 1\")) | FG \"a \\\\ b\"",
        "(GF a -> GF b) & (GF c -> GF d)",
    ];
    let known = known
        .iter()
        .map(|text| ((*text).to_owned(), Formulas::new()));
    let mut labels = 0;
    for (text, formulas) in known.chain(literature()) {
        labels += check_formula(&text, formulas);
    }
    for seed in 0..rounds(60, 1000) {
        let (mut formulas, formula, _) = random_formula(seed, 12, false);
        let options = Options::default();
        let automaton = lariat_translate::translate(&mut formulas, formula, &options);
        let automaton = automaton.expect("it is small").base;
        if automaton.state_count() <= 200 {
            labels += check(&format!("seed {seed}"), &dot::write(&automaton));
        }
    }
    assert!(labels > 200, "only {labels} labels");
}

/// A graph with shapes and labels of all kinds.
fn random_graph(random: &mut fastrand::Rng) -> String {
    let mut text = String::from("digraph {");
    if random.bool() {
        text += " rankdir=LR;";
    }
    let nodes = random.usize(1..14);
    let shapes = [
        "circle",
        "doublecircle",
        "box",
        "point",
        "box, peripheries=2",
    ];
    for node in 0..nodes {
        let shape = shapes[random.usize(0..shapes.len())];
        let label = ["", "1", "some\\nlines", "a long one"][random.usize(0..4)];
        text += &format!(" {node} [shape={shape}, label=\"{label}\"];");
    }
    for _ in 0..random.usize(0..3 * nodes) {
        let (from, to) = (random.usize(0..nodes), random.usize(0..nodes));
        let label = ["", "a", "a & b {0,1}", "x\\ny\\nz", "a very long label"][random.usize(0..5)];
        text += &format!(" {from} -> {to} [label=\"{label}\"];");
    }
    for start in 0..random.usize(0..3) {
        let to = random.usize(0..nodes);
        text += &format!(" I{start} [label=\"\", shape=point, style=invis]; I{start} -> {to};");
    }
    text + " }"
}

#[test]
fn random_graphs_are_legible() {
    let mut labels = 0;
    for seed in 0..rounds(1500, 30_000) {
        let mut random = fastrand::Rng::with_seed(seed);
        labels += check(&format!("seed {seed}"), &random_graph(&mut random));
    }
    assert!(labels > 5000, "only {labels} labels");
}

#[test]
fn a_tangled_graph_is_refused() {
    let complete = |nodes: usize| {
        let pairs = (0..nodes).flat_map(|from| (from + 1..nodes).map(move |to| (from, to)));
        let arrows: String = pairs.map(|(from, to)| format!("{from} -> {to};")).collect();
        Picture::of(&format!("digraph {{ {arrows} }}"))
    };
    assert!(complete(12).is_ok());
    assert_eq!(complete(150).map(|_| ()), Err(PictureError::Tangled));
}
