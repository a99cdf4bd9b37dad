//! The published answers to the action-based LTL formulas of the RERS challenge.

mod common;

use std::path::Path;

use lariat_testkit::data;
use serde_json::Value;

/// Each formula with the answer of a column, where there is one.
fn expected(problem: &Path, column: &str) -> Vec<(String, bool)> {
    let mut table = csv::Reader::from_path(problem.join("expected.csv")).expect("a table");
    let place = |name: &str| {
        let header = std::fs::read_to_string(problem.join("expected.csv")).expect("a table");
        let mut names = header.lines().next().expect("a header").split(',');
        names
            .position(|known| known.starts_with(name))
            .expect("a column")
    };
    let (formula, answer) = (place("formula"), place(column));
    let rows = table.records().map(|row| row.expect("a row"));
    rows.filter_map(|row| {
        let holds = match row[answer].trim() {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        // Weak until is `WU` there.
        Some((row[formula].replace(" WU ", " W "), holds))
    })
    .collect()
}

/// How many formulas hold, and how many do not, all as expected.
#[track_caller]
fn compare(model: &Path, expected: &[(String, bool)]) -> [usize; 2] {
    let mut arguments = vec!["check", model.to_str().expect("UTF-8"), "--format", "json"];
    for (formula, _) in expected {
        arguments.extend(["--ltl", formula]);
    }
    let output = common::lariat(&arguments, "");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let results = report["results"].as_array().expect("results");
    assert_eq!(results.len(), expected.len());
    let mut counts = [0; 2];
    for ((formula, holds), result) in expected.iter().zip(results) {
        let verdict = if *holds { "holds" } else { "violated" };
        assert_eq!(result["verdict"], verdict, "{}: {formula}", model.display());
        counts[usize::from(*holds)] += 1;
    }
    counts
}

#[test]
fn every_formula_of_every_problem_has_its_published_answer() {
    let Some(folder) = data("rers") else { return };
    let mut counts = [0; 2];
    for number in [1, 2, 3, 4, 6] {
        let problem = folder.join(format!("Problem{number}"));
        let mut models = vec![(
            problem.join(format!("p{number}.aut")),
            "nusmv_on_learned_model",
        )];
        if number <= 2 {
            models.push((
                problem.join(format!("Problem{number}_exact.aut")),
                "own_check_exact",
            ));
        }
        for (model, column) in models {
            let expected = expected(&problem, column);
            assert_eq!(expected.len(), 100, "{}", model.display());
            let found = compare(&model, &expected);
            counts = [counts[0] + found[0], counts[1] + found[1]];
        }
    }
    println!("{} violated, {} hold", counts[0], counts[1]);
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
