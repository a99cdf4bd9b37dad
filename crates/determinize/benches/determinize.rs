//! From formulas to equations, and from equations to small explicit automata.

use divan::{Bencher, black_box};
use lariat_determinize::{DeterminizeError, Limits, determinize, simplify};
use lariat_ltl::families::family;
use lariat_ltl::{Formula, Formulas, Syntax, parse};

fn main() {
    divan::main();
}

fn formula(text: &str) -> (Formulas, Formula) {
    let mut formulas = Formulas::new();
    let formula = parse(&mut formulas, text, Syntax::Spot).expect("a formula");
    (formulas, formula)
}

fn of_family(bencher: Bencher, name: &str, n: usize) {
    let text = family(name)
        .expect("a family")
        .generate(n)
        .expect("in range");
    bencher
        .with_inputs(|| formula(&text))
        .bench_values(|(mut formulas, formula)| {
            determinize(&mut formulas, black_box(formula), &Limits::default())
        });
}

#[divan::bench(args = [2, 16, 64])]
fn amba(bencher: Bencher, n: usize) {
    of_family(bencher, "amba", n);
}

#[divan::bench(args = [2, 16, 64])]
fn genbuf(bencher: Bencher, n: usize) {
    of_family(bencher, "genbuf", n);
}

/// A formula that needs normal form, both constructions and every simplification.
#[divan::bench]
fn small_explicit_automaton(bencher: Bencher) {
    let made = || formula("G(p -> (q U (G r | G s)))");
    bencher
        .with_inputs(made)
        .bench_values(|(mut formulas, formula)| {
            let mut equations = determinize(&mut formulas, formula, &Limits::default())?;
            let limits = Limits::default();
            let automaton = equations.explore(&limits)?;
            Ok::<_, DeterminizeError>(simplify(automaton, &limits.budget)?)
        });
}
