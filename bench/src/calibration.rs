//! How fast this machine's memory is, so that recorded figures of another one can be scaled.

use std::hint::black_box;

use anyhow::Result;

use crate::command::own_seconds;

/// The bytes of the table.
const TABLE: usize = 1 << 30;
/// What a look-up costs on the machine of the recorded figures, in nanoseconds.
const RECORDED: f64 = 57.0;
const LOOK_UPS: usize = 20_000_000;

/// Prints the price of a random look-up; gives how much faster this machine is than the recorded one.
pub(crate) fn report() -> Result<f64> {
    let mut price = f64::INFINITY;
    for _ in 0..3 {
        price = price.min(price_once()?);
    }
    let speed = RECORDED / price;
    println!(
        "calibration: a random look-up in a table of 1 GB costs {price:.0} ns here, {RECORDED:.0} ns on the machine of the recorded figures: ×{speed:.2}\n"
    );
    Ok(speed)
}

/// Nanoseconds a look-up, each of which depends on the one before.
fn price_once() -> Result<f64> {
    let table: Vec<u64> = (0..TABLE as u64 / 8).collect();
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
