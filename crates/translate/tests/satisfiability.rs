//! Formulas whose satisfiability others have decided, by the tableau expanded on the fly.
//!
//! The usual run gives every formula a few thousand states and must decide most of them; with
//! `LARIAT_FULL` it gives as many as a minute may take.  No answer may be wrong.

use std::path::{Path, PathBuf};

use lariat_emptiness::{Answer, Limits, couvreur};
use lariat_ltl::simplify::simplify;
use lariat_ltl::{Formulas, Syntax, parse};
use lariat_translate::tableau::OnTheFly;

/// A formula, and whether it can be satisfied.
struct Question {
    text: String,
    satisfiable: bool,
}

/// The questions, if they are on this machine.
fn questions() -> Vec<Question> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("LARIAT_DATA").map_or(beside, PathBuf::from);
    let path = data.join("ltl/sat/expected.csv");
    let Ok(table) = std::fs::read_to_string(&path) else {
        println!("no formulas at {}: nothing is tested", path.display());
        return Vec::new();
    };
    let question = |line: &str| {
        let mut columns = line.splitn(3, ',').skip(1);
        let satisfiable = match columns.next() {
            Some("SAT") => true,
            Some("UNSAT") => false,
            other => panic!("neither SAT nor UNSAT: {other:?}"),
        };
        let text = columns.next().expect("a formula").trim_matches('"');
        Question {
            text: text.to_owned(),
            satisfiable,
        }
    };
    table.lines().skip(1).map(question).collect()
}

/// Whether the formula can be satisfied; `None` if that takes more than `limit` states.
fn is_satisfiable(text: &str, limit: u64) -> Option<bool> {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    let formula = simplify(&mut formulas, formula);
    let automaton = OnTheFly::new(&formulas, formula).expect("no past");
    let limits = Limits {
        max_states: Some(limit),
        ..Limits::default()
    };
    let verdict = couvreur::check(&automaton, &limits).expect("generalized Büchi");
    match verdict.answer {
        Answer::Empty => Some(false),
        Answer::NonEmpty(_) => Some(true),
        Answer::Stopped(_) => None,
    }
}

#[test]
fn the_search_agrees_with_other_solvers() {
    let full = std::env::var_os("LARIAT_FULL").is_some();
    // Beyond these sizes a single state may take seconds.
    let (longest, limit) = if full {
        (usize::MAX, 300_000)
    } else {
        (5000, 1000)
    };
    let questions = questions();
    let mut undecided = 0;
    for (row, question) in questions.iter().enumerate() {
        if question.text.len() > longest {
            undecided += 1;
            continue;
        }
        match is_satisfiable(&question.text, limit) {
            Some(answer) => assert_eq!(answer, question.satisfiable, "row {row}"),
            None => undecided += 1,
        }
    }
    assert!(undecided * 5 <= questions.len(), "{undecided} undecided");
}

#[test]
fn many_propositions_are_no_trouble() {
    let clauses: Vec<String> = (0..2000).map(|i| format!("(a{i} | b{i})")).collect();
    let either = clauses.join(" & ");
    assert_eq!(
        is_satisfiable(&format!("{either} & G c & F !c"), 10),
        Some(false)
    );
    assert_eq!(
        is_satisfiable(&format!("{either} & G F c & G F !c"), 10),
        Some(true)
    );
}

#[test]
fn edges_are_not_listed_before_they_are_needed() {
    // Each node of this formula has 2^40 edges, of which the first will do.
    let choices: Vec<String> = (0..40)
        .map(|i| format!("G((X a{i} & X b{i}) | (X !a{i} & X c{i}))"))
        .collect();
    assert_eq!(is_satisfiable(&choices.join(" & "), 10_000), Some(true));
}
