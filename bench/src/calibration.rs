//! How fast this machine is, so that recorded figures of another one can be scaled: by the time of Spin on a model whose time
//! was recorded there too, or, where Spin is not installed, by the cost of a random look-up in memory.

use std::hint::black_box;

use anyhow::Result;

use crate::command::own_seconds;
use crate::spin::Spin;

/// The bytes of the table that was used there.
const TABLE: usize = 1 << 30;
/// What a look-up costs on the machine of the recorded figures, in nanoseconds.
const LOOK_UP: f64 = 57.0;
const LOOK_UPS: usize = 5_000_000;
/// The states and the seconds of Spin 6.5.2 on Peterson's algorithm for four processes, on the machine of the recorded figures.
const PETERSON: (u64, f64) = (1_067_376, 0.81);

/// Prints how this machine compares with that of the recorded figures; gives how many times faster this one is.
pub(crate) fn report(spin: Option<&Spin>) -> Result<f64> {
    let price = price_of_look_up(TABLE)?;
    let mut speed = LOOK_UP / price;
    println!(
        "calibration: a random look-up in a table of 1 GB costs {price:.0} ns here, {LOOK_UP:.0} ns on the machine of the recorded figures: ×{speed:.2}"
    );
    if let Some(spin) = spin {
        let run = spin.peterson()?;
        let (states, seconds) = PETERSON;
        assert_eq!(run.states, states, "states of Peterson's algorithm in Spin");
        speed = seconds / run.seconds;
        println!(
            "calibration: Spin needs {:.2} s for Peterson's algorithm here, {seconds:.2} s there: ×{speed:.2}, by which the tables scale",
            run.seconds
        );
    }
    println!();
    Ok(speed)
}

/// Nanoseconds per random look-up in a table of this many bytes, a power of two; the best of three.
pub(crate) fn price_of_look_up(bytes: usize) -> Result<f64> {
    let table: Vec<u64> = (0..bytes as u64 / 8).collect();
    let mut price = f64::INFINITY;
    for _ in 0..3 {
        price = price.min(price_once(&table)?);
    }
    Ok(price)
}

/// Nanoseconds per look-up, each of which depends on the one before.
fn price_once(table: &[u64]) -> Result<f64> {
    let mask = table.len() as u64 - 1;
    let mut random = fastrand::Rng::with_seed(1);
    let mut at = random.u64(..);
    let begin = own_seconds()?;
    for _ in 0..LOOK_UPS {
        let found = table[(at >> 20 & mask) as usize];
        at = at
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(found | 1);
    }
    black_box(at);
    Ok((own_seconds()? - begin) * 1e9 / LOOK_UPS as f64)
}
