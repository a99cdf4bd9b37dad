//! Formulas whose satisfiability others have decided, by the tableau expanded on the fly.
//!
//! The usual run gives every formula a thousand states and must decide most of them; with
//! `LARIAT_FULL` it gives each a minute and lists what stays undecided.  No answer may be wrong.

use std::time::{Duration, Instant};

use lariat_automata::{Acceptance, Automaton, Edge, StateId};
use lariat_budget::Budget;
use lariat_emptiness::{Emptiness, couvreur};
use lariat_ltl::simplify::simplify;
use lariat_ltl::{Formulas, Syntax, parse};
use lariat_testkit::{data, is_full};
use lariat_translate::tableau::OnTheFly;

/// A formula, and whether it can be satisfied.
struct Question {
    family: String,
    text: String,
    satisfiable: bool,
}

/// The questions, if they are on this machine.
fn questions() -> Vec<Question> {
    let Some(folder) = data("ltl/sat") else {
        return Vec::new();
    };
    let table = std::fs::read_to_string(folder.join("expected.csv")).expect("a table");
    let question = |line: &str| {
        let mut columns = line.splitn(3, ',');
        let family = columns.next().expect("a family");
        let satisfiable = match columns.next() {
            Some("SAT") => true,
            Some("UNSAT") => false,
            other => panic!("neither SAT nor UNSAT: {other:?}"),
        };
        let text = columns.next().expect("a formula").trim_matches('"');
        Question {
            family: family.to_owned(),
            text: text.to_owned(),
            satisfiable,
        }
    };
    table.lines().skip(1).map(question).collect()
}

/// What a formula may cost.
#[derive(Clone, Copy)]
struct Effort {
    states: u64,
    time: Duration,
}

const USUAL: Effort = Effort {
    states: 1_000,
    time: Duration::MAX,
};

const FULL: Effort = Effort {
    states: u64::MAX,
    time: Duration::from_secs(60),
};

/// An automaton that has no more edges when its time is over.
struct Timed {
    automaton: OnTheFly,
    start: Instant,
    time: Duration,
    is_over: bool,
}

impl Automaton for Timed {
    type State = StateId;

    fn acceptance(&self) -> &Acceptance {
        self.automaton.acceptance()
    }

    fn initial(&mut self, out: &mut Vec<StateId>) {
        self.automaton.initial(out);
    }

    fn successors(&mut self, from: &StateId, out: &mut Vec<Edge<StateId>>) {
        if self.start.elapsed() > self.time {
            self.is_over = true;
        } else {
            self.automaton.successors(from, out);
        }
    }
}

/// Whether the formula can be satisfied; `None` if that takes more effort than is allowed.
fn is_satisfiable(text: &str, effort: Effort) -> Option<bool> {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    let formula = simplify(&mut formulas, formula);
    let mut automaton = Timed {
        automaton: OnTheFly::new(&formulas, formula).expect("no past"),
        start: Instant::now(),
        time: effort.time,
        is_over: false,
    };
    let budget = Budget::unlimited().with_states(effort.states);
    let verdict = couvreur::check(&mut automaton, &budget).expect("generalized Büchi");
    match verdict.answer {
        Emptiness::NonEmpty(_) => Some(true),
        Emptiness::Empty if !automaton.is_over => Some(false),
        Emptiness::Empty | Emptiness::Stopped(_) => None,
    }
}

#[test]
fn the_search_agrees_with_other_solvers() {
    let full = is_full();
    let effort = if full { FULL } else { USUAL };
    let questions = questions();
    let mut undecided = 0;
    for (row, question) in questions.iter().enumerate() {
        let start = Instant::now();
        let answer = is_satisfiable(&question.text, effort);
        let (family, length) = (&question.family, question.text.len());
        if full {
            let time = start.elapsed();
            println!("row {row} ({family}, {length} characters): {answer:?} in {time:.2?}");
        }
        match answer {
            Some(answer) => assert_eq!(answer, question.satisfiable, "row {row} ({family})"),
            None => undecided += 1,
        }
    }
    println!("{undecided} of {} undecided", questions.len());
    assert!(undecided * 5 <= questions.len(), "{undecided} undecided");
}

#[test]
fn many_propositions_are_no_trouble() {
    let clauses: Vec<String> = (0..2000).map(|i| format!("(a{i} | b{i})")).collect();
    let either = clauses.join(" & ");
    assert_eq!(
        is_satisfiable(&format!("{either} & G c & F !c"), USUAL),
        Some(false)
    );
    assert_eq!(
        is_satisfiable(&format!("{either} & G F c & G F !c"), USUAL),
        Some(true)
    );
}

#[test]
fn edges_are_not_listed_before_they_are_needed() {
    // Each node of this formula has 2^40 edges, of which the first will do.
    let choices: Vec<String> = (0..40)
        .map(|i| format!("G((X a{i} & X b{i}) | (X !a{i} & X c{i}))"))
        .collect();
    assert_eq!(is_satisfiable(&choices.join(" & "), USUAL), Some(true));
}
