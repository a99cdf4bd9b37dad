//! `lariat demo`: a property that fails, and holds under strong fairness, on a built-in example.

use std::io::Write;

use anyhow::{Context, Result, bail};
use lariat_automata::lasso::Step;
use lariat_automata::product::intersection;
use lariat_automata::{Acceptance, Explicit, StateId, hoa};
use lariat_emptiness::lasso::{self, Effort};
use lariat_emptiness::{Algorithm, Answer, Identity, Knowledge, Limits};
use lariat_ltl::{Formulas, Syntax, parse};
use lariat_translate::{Options, translate};

use crate::exit::Exit;

/// Two processes and a semaphore; its acceptance condition is strong fairness.
const SYSTEM: &str = include_str!("../../../../corpus/semaphore.hoa");
const PROPERTY: &str = "G(wait0 -> F critical0)";

/// Asks the same question without and with fairness.
pub(crate) fn run(out: &mut dyn Write) -> Result<Exit> {
    let system = hoa::read(SYSTEM).next().context("the example is there")??;
    let violations = automaton_of_violations()?;
    writeln!(
        out,
        "Two processes share a semaphore: each is idle, waits, is critical, is idle again."
    )?;
    writeln!(out, "Does process 0, when it waits, always get in?")?;
    writeln!(out, "\n  property     {PROPERTY}")?;
    writeln!(
        out,
        "  violations   an automaton with {} states",
        violations.state_count()
    )?;
    writeln!(
        out,
        "  system       {} states\n",
        system.automaton.state_count()
    )?;

    let mut unfair = system.automaton.clone();
    forget_fairness(&mut unfair);
    writeln!(out, "Over all runs:")?;
    answer(&intersection(&unfair, &violations), out)?;
    writeln!(
        out,
        "\nOver runs that are strongly fair to both processes (whoever can move again and"
    )?;
    writeln!(out, "again does move again and again):")?;
    answer(&intersection(&system.automaton, &violations), out)?;
    writeln!(
        out,
        "\nThe files behind this: `lariat translate '!({PROPERTY})'`, corpus/semaphore.hoa."
    )?;
    Ok(Exit::Done)
}

fn automaton_of_violations() -> Result<Explicit> {
    let mut formulas = Formulas::new();
    let property = parse(&mut formulas, PROPERTY, Syntax::Spot)?;
    let negation = formulas.not(property);
    Ok(translate(&mut formulas, negation, &Options::default())?.base)
}

fn forget_fairness(system: &mut Explicit) {
    system.acceptance = Acceptance::all();
    for edge in system.transitions.iter_mut().flatten() {
        edge.marks = lariat_automata::Marks::EMPTY;
    }
}

/// Says whether a run of the product is accepting, and shows it.
fn answer(product: &Explicit, out: &mut dyn Write) -> Result<()> {
    let knowledge = Knowledge::Nothing;
    let algorithm = Algorithm::auto(&product.acceptance, knowledge);
    let verdict = algorithm.check(product, knowledge, Identity, &Limits::default())?;
    let name = algorithm.name();
    match verdict.answer {
        Answer::Empty => writeln!(
            out,
            "  holds (check `{name}`, {} states)",
            verdict.statistics.states
        )?,
        Answer::Stopped(stop) => bail!("{stop}"),
        Answer::NonEmpty(component) => {
            writeln!(out, "  violated (check `{name}`), by this run:")?;
            let lasso = lasso::find(product, &component, Effort::default());
            let lasso = lasso.context("an accepting component has an accepting cycle")?;
            lariat_witness::replay(product, &lasso)?;
            write_steps(product, &lasso.stem, "   ", out)?;
            write_steps(product, &lasso.cycle, " ↻ ", out)?;
        }
    }
    Ok(())
}

/// One line a step: the propositions that are true.
fn write_steps(
    product: &Explicit,
    steps: &[Step<StateId>],
    gutter: &str,
    out: &mut dyn Write,
) -> Result<()> {
    for step in steps {
        let mut edges = product.transitions[step.from as usize].iter();
        let edge = edges.find(|edge| edge.to == step.to && edge.marks == step.marks);
        let label = edge.context("the lasso was replayed")?.label;
        let cube = product.labels.bdds.cubes(label).next().unwrap_or_default();
        let positive = cube.literals.iter().filter(|(_, positive)| *positive);
        let names: Vec<&str> = positive
            .map(|&(var, _)| product.labels.propositions[var as usize].as_str())
            .collect();
        let text = if names.is_empty() {
            "both idle".to_owned()
        } else {
            names.join(", ")
        };
        writeln!(out, "  {gutter}{text}")?;
    }
    Ok(())
}
