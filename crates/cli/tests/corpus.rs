//! Every property of every model in `corpus/`, without, with weak and with strong fairness of all
//! processes, against the verdicts that the model's header gives and justifies.
//!
//! A header has lines `// property: FORMULA`, each followed by a line
//! `// verdict: none V, weak V, strong V -- reason`, where V is `holds` or `violated`.  The .aut format knows no comments,
//! and those of XML cannot hold `--`, so the lines stand beside them, in a file .verdicts.  A Kripke structure has the fairness that it has: `verdict: V -- reason`.

mod common;

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The fairness of the three verdicts, as options.
const FAIRNESS: [&[&str]; 3] = [&[], &["--weak-fair", "*"], &["--strong-fair", "*"]];

/// A property with its verdicts without, with weak and with strong fairness.
struct Expected {
    property: String,
    holds: [bool; 3],
}

/// The models with events.
fn models() -> Vec<PathBuf> {
    ["dve", "aut", "pnml"].map(with_extension).concat()
}

fn with_extension(extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let files = std::fs::read_dir(folder).expect("the corpus is there");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let mut models: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|name| name == extension))
        .collect();
    models.sort();
    models
}

/// What a model's header promises.
fn expectations(model: &Path) -> Vec<Expected> {
    let promises = promises(model).into_iter();
    let expected = promises.map(|(property, verdicts)| Expected {
        property,
        holds: verdicts_of(&verdicts),
    });
    expected.collect()
}

/// The properties of a header, each with the verdict and the reason.
fn promises(model: &Path) -> Vec<(String, String)> {
    let header = match model
        .extension()
        .is_some_and(|name| name == "aut" || name == "pnml")
    {
        true => model.with_extension("verdicts"),
        false => model.to_owned(),
    };
    let text = std::fs::read_to_string(header).expect("the header can be read");
    let mut found = Vec::new();
    let mut property = None;
    for line in text.lines() {
        let line = line.strip_prefix("// ").unwrap_or(line);
        if let Some(formula) = line.strip_prefix("property: ") {
            assert!(
                property.is_none(),
                "{formula}: the one before lacks verdicts"
            );
            property = Some(formula.to_owned());
        } else if let Some(verdicts) = line.strip_prefix("verdict: ") {
            let property = property.take().expect("a verdict follows its property");
            found.push((property, verdicts.to_owned()));
        }
    }
    assert!(
        property.is_none() && !found.is_empty(),
        "{}",
        model.display()
    );
    found
}

fn verdicts_of(line: &str) -> [bool; 3] {
    let (verdicts, reason) = line.split_once(" -- ").expect("a verdict has its reason");
    assert!(!reason.trim().is_empty(), "{line}");
    let mut holds = [false; 3];
    let named = verdicts.split(", ").zip(["none", "weak", "strong"]);
    for ((verdict, name), holds) in named.zip(&mut holds) {
        *holds = match verdict.strip_prefix(name) {
            Some(" holds") => true,
            Some(" violated") => false,
            _ => panic!("`{verdict}` is no verdict for {name}: {line}"),
        };
    }
    holds
}

/// The exit code, and what was said on standard output and on standard error.
fn lariat(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = common::lariat(arguments, "");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Asks one question; a counterexample is saved and replayed.
#[track_caller]
fn check(model: &Path, property: &str, options: &[&str], holds: bool) {
    let name = model.to_str().expect("the path is UTF-8");
    // One file a thread: tests run at the same time.
    let trace = format!("corpus-{:?}.json", std::thread::current().id());
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join(trace);
    let trace = trace.to_str().expect("the path is UTF-8");
    let mut arguments = vec!["check", name, "--ltl", property, "--format", "json"];
    arguments.extend(["--trace", trace]);
    arguments.extend(options);
    let (code, out, err) = lariat(&arguments);
    let context = format!("{name}: {property} {options:?}\n{out}{err}");
    assert_eq!(code, Some(i32::from(!holds)), "{context}");
    let report: Value = serde_json::from_str(&out).expect("one JSON document");
    let results = report["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "no faults beside the verdict: {context}");
    let verdict = if holds { "holds" } else { "violated" };
    assert_eq!(results[0]["verdict"], verdict, "{context}");
    if !holds {
        let (code, out, err) = lariat(&["replay", trace, name]);
        assert_eq!(code, Some(0), "{context}\n{out}{err}");
    }
}

#[test]
fn every_model_keeps_the_promises_of_its_header() {
    let mut seen = [[0; 2]; 3];
    let models = models();
    assert!(models.len() >= 12, "only {} models", models.len());
    for model in &models {
        for expected in expectations(model) {
            for ((options, holds), seen) in FAIRNESS.iter().zip(expected.holds).zip(&mut seen) {
                check(model, &expected.property, options, holds);
                seen[usize::from(holds)] += 1;
            }
        }
    }
    println!("violated and held, by fairness: {seen:?}");
    assert!(seen.iter().flatten().all(|&count| count >= 5), "{seen:?}");
}

#[test]
fn every_kripke_structure_keeps_the_promises_of_its_header() {
    let ways: [&[&str]; 3] = [&[], &["--algorithm", "generic"], &["--translation", "lazy"]];
    let mut seen = [0; 2];
    for model in with_extension("hoa") {
        for (property, verdict) in promises(&model) {
            let holds = match verdict.split_once(" -- ") {
                Some(("holds", _)) => true,
                Some(("violated", _)) => false,
                _ => panic!("`{verdict}` is no verdict with a reason"),
            };
            for way in ways {
                check(&model, &property, way, holds);
            }
            seen[usize::from(holds)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count >= 4), "{seen:?}");
}

#[test]
fn fairness_only_ever_helps() {
    for model in models() {
        for Expected { property, holds } in expectations(&model) {
            assert!(holds.is_sorted(), "{}: {property}", model.display());
        }
    }
}

#[test]
fn every_way_to_decide_it_gives_the_same_verdicts() {
    let ways = [
        ["--translation", "alternating"],
        ["--algorithm", "generic"],
        ["--translation", "lazy"],
        ["--algorithm", "streett"],
        ["--algorithm", "latvala"],
    ];
    let all = lariat_testkit::is_full();
    for (number, model) in models().iter().enumerate() {
        // Otherwise each model has its turn with one of them.
        let chosen = ways.iter().enumerate();
        let chosen = chosen.filter(|&(way, _)| all || number % ways.len() == way);
        for (_, way) in chosen {
            for expected in expectations(model) {
                for (fairness, holds) in FAIRNESS.iter().zip(expected.holds) {
                    let options = [&way[..], fairness].concat();
                    check(model, &expected.property, &options, holds);
                }
            }
        }
    }
}
