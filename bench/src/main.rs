//! Measures the `lariat` command, as a user runs it, and prints one table per question.
//!
//! ```sh
//! cargo build --release -p lariat-cli && cargo run --release -p lariat-bench
//! cargo run --release -p lariat-bench -- --large 10000000   # BEEM up to ten million states: counts and verdicts
//! cargo run --release -p lariat-bench -- --contest medium   # the contest's formulas, a minute and 4 GiB each: the share answered
//! ```
//!
//! Times are user CPU seconds of the whole command, the best of a few runs.  The recorded figures of LTSmin come
//! from another machine of the same size; the first lines say how this one compares, by the cost of
//! a random look-up in a table of 1 GB and by Spin's time for a model that was measured there too.  Spin, if it is
//! installed, also runs beside Lariat on an equivalent model.

mod beem;
mod calibration;
mod check;
mod command;
mod explore;
mod nets;
mod peterson;
mod philosophers;
mod spin;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

use command::Lariat;

/// Measures the lariat command.
#[derive(Parser)]
struct Args {
    /// The command to measure [default: the one beside this program]
    #[arg(long)]
    lariat: Option<PathBuf>,

    /// The BEEM models [default: $LARIAT_DATA/beem, or ../shared/data/beem beside the workspace]
    #[arg(long)]
    beem: Option<PathBuf>,

    /// The contest's nets [default: $LARIAT_DATA/mcc, or ../shared/data/mcc beside the workspace]
    #[arg(long)]
    nets: Option<PathBuf>,

    /// How often to run each command; the best time counts
    #[arg(long, default_value_t = 3)]
    runs: usize,

    /// Compare counts and verdicts of all BEEM models up to this many states, and measure nothing
    #[arg(long, value_name = "STATES")]
    large: Option<u64>,

    /// Ask every formula of this set of the contest (small, medium, huge_onthefly), and measure nothing
    #[arg(long, value_name = "SET")]
    contest: Option<String>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let lariat = Lariat::new(args.lariat, args.runs)?;
    let beem = beem::folder(args.beem);
    if let Some(most) = args.large {
        return beem::compare(&lariat, &beem?, most);
    }
    let nets = nets::folder(args.nets);
    if let Some(set) = args.contest {
        return nets::answer(&lariat, &nets?, &set);
    }
    let spin = spin::Spin::new(args.runs)?;
    let speed = calibration::report(spin.as_ref())?;
    match beem {
        Ok(beem) => {
            explore::report(&lariat, &beem, speed)?;
            explore::report_growth(&lariat, &beem)?;
            check::report(&lariat, &beem, speed)?;
            check::report_fairness(&lariat, &beem)?;
        }
        Err(absent) => println!("{absent}\n"),
    }
    match nets {
        Ok(nets) => nets::report(&lariat, &nets, speed)?,
        Err(absent) => println!("{absent}\n"),
    }
    match spin {
        Some(spin) => spin.report(&lariat),
        None => {
            println!("spin is not installed: nothing to compare with");
            Ok(())
        }
    }
}
