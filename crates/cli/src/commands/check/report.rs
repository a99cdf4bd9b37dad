//! The answers of `check` as sentences, as the contest's lines and as files.

use std::io::Write;

use anyhow::Result;
use lariat::{Answered, Report, Stats, Verdict};

use super::text;
use crate::exit::Exit;
use crate::files;
use crate::json;
use crate::terminal::{Screen, paint};

/// Every answer, with its trace.
pub(super) fn print(
    report: &Report,
    with_statistics: bool,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<()> {
    print_answers(&report.results, with_statistics, screen, out)
}

/// These answers, with their traces.
pub(super) fn print_answers(
    answers: &[Answered],
    with_statistics: bool,
    screen: &Screen,
    out: &mut dyn Write,
) -> Result<()> {
    // Why a question was refused is told among the messages.
    for answered in answers.iter().filter(|answered| answered.refused.is_none()) {
        let vacuous = if answered.vacuous {
            " (vacuously: every run is ruled out)"
        } else {
            ""
        };
        let is_good = match answered.verdict {
            Verdict::Holds => Some(true),
            Verdict::Violated => Some(false),
            Verdict::Undecided => None,
        };
        let colour = screen.colours.judgement(is_good);
        let verdict = paint(colour, answered.verdict.name());
        writeln!(out, "{}: {verdict}{vacuous}", answered.property)?;
        if let Some(told) = &answered.counterexample {
            text::write(told, screen, out)?;
        }
        if let Some(told) = &answered.bad_prefix {
            text::write(told, screen, out)?;
        }
        // They are all that is known of a search that was given up.
        if with_statistics || answered.verdict == Verdict::Undecided {
            print_statistics(answered, out)?;
        }
    }
    Ok(())
}

/// A line for each property that was asked about, as the Model Checking Contest requires.
pub(super) fn print_for_contest(
    report: &Report,
    names: &[String],
    out: &mut dyn Write,
) -> Result<()> {
    for name in names {
        let mut results = report.results.iter();
        let answered = results.find(|result| result.property == *name);
        let verdict = match answered.map(|answered| answered.verdict) {
            Some(Verdict::Holds) => "TRUE",
            Some(Verdict::Violated) => "FALSE",
            Some(Verdict::Undecided) | None => {
                writeln!(out, "FORMULA {name} CANNOT_COMPUTE")?;
                continue;
            }
        };
        writeln!(
            out,
            "FORMULA {name} {verdict} TECHNIQUES EXPLICIT SEQUENTIAL_PROCESSING"
        )?;
    }
    Ok(())
}

/// Every counterexample to a file of its own: the first under the name given, the n-th with n before the
/// extension.
pub(super) fn save_traces(report: &Report, path: &str) -> Result<Exit> {
    let results = report.results.iter();
    let saved = results.filter_map(|answered| answered.saved.as_ref());
    let mut exit = Exit::Done;
    for (place, saved) in saved.enumerate() {
        let path = numbered(path, place + 1);
        let text = json::text(&saved.document(&path))? + "\n";
        exit = exit.worst(files::save(&path, text));
    }
    Ok(exit)
}

fn numbered(path: &str, number: usize) -> String {
    let extensions = [".itf.json", ".json"];
    let stem = extensions
        .iter()
        .find_map(|extension| Some((path.strip_suffix(extension)?, extension)));
    match (number, stem) {
        (1, _) => path.to_owned(),
        (_, None) => format!("{path}.{number}"),
        (_, Some((stem, extension))) => format!("{stem}.{number}{extension}"),
    }
}

fn print_statistics(answered: &Answered, out: &mut dyn Write) -> Result<()> {
    let Stats {
        states,
        transitions,
        product_states,
        product_transitions,
        fairness_pairs,
        depth,
        store_bytes,
        time_s,
        peak_memory_bytes,
    } = &answered.stats;
    writeln!(out, "  by {}, in {time_s:.3} s", answered.algorithm)?;
    writeln!(out, "  model    {states} states, {transitions} transitions")?;
    writeln!(
        out,
        "  product  {product_states} states, {product_transitions} transitions, depth {depth}, {fairness_pairs} fairness pairs"
    )?;
    let peak = peak_memory_bytes.unwrap_or(0) >> 20;
    writeln!(
        out,
        "  memory   {} MiB in the state store, {peak} MiB at most in all",
        store_bytes >> 20
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn further_traces_get_numbers() {
        let names = [("t.json", 1), ("t.json", 2), ("t.itf.json", 3), ("t", 2)];
        let expected = ["t.json", "t.2.json", "t.3.itf.json", "t.2"];
        assert_eq!(names.map(|(path, number)| numbered(path, number)), expected);
    }
}
