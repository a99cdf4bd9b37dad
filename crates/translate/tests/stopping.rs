//! A translation whose budget ends, ends: soon, in whatever phase it is, and with a typed error.
//!
//! Each test has work for one phase that takes minutes, or would if nothing else stopped it, and gives
//! it a moment.

use std::time::{Duration, Instant};

use lariat_automata::random::{Conditions, Shape, automaton};
use lariat_automata::{Explicit, word};
use lariat_budget::{Budget, Exhausted};
use lariat_ltl::families::family;
use lariat_ltl::simplify::simplify_within;
use lariat_ltl::{Formula, Formulas, Syntax, parse};
use lariat_translate::hierarchy::exact_class;
use lariat_translate::limit::{Limit, Unfinished};
use lariat_translate::reduce::{
    Knowledge, QuestionLimits, ReduceOptions, Undecided, minimize, minimize_obligation, reduce,
    reduce_buchi,
};
use lariat_translate::stutter::distinction;
use lariat_translate::tableau::{self, TableauError, TableauOptions};
use lariat_translate::{
    Options, Route, Target, TranslateError, alternating, past, shapes, translate, unreduced,
};

/// What the work is given.
const MOMENT: Duration = Duration::from_millis(20);

/// What it may take to notice, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(2);

/// Runs work that must not end by itself, and gives what it says when its time is up.
#[track_caller]
fn stopped<T, E>(work: impl FnOnce(&Budget) -> Result<T, E>) -> E {
    let budget = Budget::unlimited().with_time(MOMENT);
    let begin = Instant::now();
    let error = work(&budget).err();
    let taken = begin.elapsed();
    eprintln!("{taken:?}");
    assert!(taken < PATIENCE, "it ended after {taken:?} only");
    error.expect("the work takes longer than it was given")
}
fn read(text: &str) -> (Formulas, Formula) {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    (formulas, formula)
}
fn join(n: usize, glue: &str, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..n).map(|i| format!("({})", part(i))).collect();
    parts.join(glue)
}
fn time(name: &str, f: impl FnOnce() -> String) {
    let begin = Instant::now();
    let r = f();
    eprintln!("{name}: {:?} {r}", begin.elapsed());
}
#[test]
fn explore() {
    let cap = || Budget::unlimited().with_time(Duration::from_secs(8));
    for n in [20000, 100000] {
        let t = join(n, " & ", |i| format!("G(a{} -> F(b{} & X c{}))", i % 977, i % 31, i % 1013));
        let (mut f, x) = read(&t);
        time(&format!("simp conj {n}"), || format!("{:?}", simplify_within(&mut f, x, &cap()).map(|_| ())));
    }
    for n in [30, 32, 60] {
        let t = join(n, " & ", |i| format!("G(a{} | F(b{} & (c{} U d{})))", i % 7, i % 5, i % 3, i % 11));
        let (mut f, x) = read(&format!("(({t}) U ({t})) W (({t}) M X ({t}))"));
        time(&format!("simp nest {n}"), || format!("{:?}", simplify_within(&mut f, x, &cap()).map(|_| ())));
    }
    for (fam, n) in [("rv-counter", 8), ("gh-q", 14), ("u-left", 20), ("tv-uu", 20), ("ccj-beta", 12), ("ccj-alpha", 20), ("go-theta", 12), ("ms-phi-h", 8)] {
        let Some(fm) = family(fam) else { eprintln!("no {fam}"); continue };
        let Ok(text) = fm.generate(n) else { eprintln!("range {fam}"); continue };
        for route in [Route::default(), Route::Alternating] {
            let (mut f, x) = read(&text);
            time(&format!("{fam} {n} unreduced {}", matches!(route, Route::Alternating)), || format!("{:?}", unreduced(&mut f, x, route, &cap()).map(|a| a.state_count())));
        }
        let (mut f, x) = read(&text);
        let o = Options { budget: cap(), ..Options::default() };
        time(&format!("{fam} {n} translate"), || format!("{:?}", translate(&mut f, x, &o).map(|a| a.base.state_count())));
    }
}
