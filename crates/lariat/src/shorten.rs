//! Shorter counterexamples, beyond the product.
//!
//! A lasso of the product repeats states of the model where only the automaton moves on: it guesses, say, at which of several equal
//! states the bad part begins.  The model's run need not.  So a part between two equal states is cut out, wherever what is
//! left is still a counterexample; that is decided by replaying it, not by the product.
//!
//! A run that violates a safety property is bad from some state on, whatever follows; it ends there, whichever search has found it.

use std::collections::HashMap;

use lariat_ltl::semantics::{Decided, TrueAtoms};
use lariat_model::{Model, Run, Stop};
use lariat_witness::{Claim, Confirmed, Doubt, Shows, confirm, letters_of};

/// How many cuts are tried.
const MOST_TRIALS: usize = 100;
/// Longer runs are left alone.
const LONGEST: usize = 2000;

/// The run, or a shorter one that shows the same.
///
/// # Errors
/// When the run itself is not what it is said to be.
pub fn shorten(model: &dyn Model, run: Run, claim: &Claim<'_>) -> Result<Confirmed, Doubt> {
    let mut best = confirm(model, run, claim)?;
    let mut trials = 0;
    while trials < MOST_TRIALS && best.run().length() <= LONGEST {
        let mut found = None;
        for candidate in candidates(best.run())
            .into_iter()
            .take(MOST_TRIALS - trials)
        {
            trials += 1;
            if let Ok(confirmed) = confirm(model, candidate, claim) {
                found = Some(confirmed);
                break;
            }
        }
        let Some(shorter) = found else { break };
        best = shorter;
    }
    Ok(bad_prefix(model, claim, &best).unwrap_or(best))
}

/// The shortest beginning of a run of which every continuation violates the property, if it is a counterexample by itself.
fn bad_prefix(model: &dyn Model, claim: &Claim<'_>, confirmed: &Confirmed) -> Option<Confirmed> {
    let Shows::Violates(formula) = claim.shows else {
        return None;
    };
    let (mut letters, open) = letters_of(model, claim, confirmed);
    let run = confirmed.run();
    // What a round of the cycle begins another one may decide.
    letters.extend_from_within(run.prefix.len()..);
    let is_bad = |length: usize| {
        let open = match length == run.length() {
            true => open.clone(),
            false => TrueAtoms::new(),
        };
        let decided = Decided::new(claim.formulas, formula, &letters[..length], &open);
        decided.at(formula, 0) == Some(false)
    };
    // A prefix of which every continuation is bad stays so as it grows.
    let lengths: Vec<usize> = (1..=letters.len()).collect();
    let length = 1 + lengths.partition_point(|&length| !is_bad(length));
    if length > letters.len() {
        return None;
    }
    let stops = run.stops().chain(&run.cycle).take(length);
    let mut prefix: Vec<Stop> = stops.cloned().collect();
    let whole = prefix.clone();
    if let Some(end) = prefix.last_mut() {
        end.step = None;
    }
    let confirmed = |prefix| {
        let cycle = Vec::new();
        confirm(model, Run { prefix, cycle }, claim)
    };
    match confirmed(prefix) {
        // Where the state does not decide, the step does.
        Err(Doubt::Open) => confirmed(whole).ok(),
        confirmed => confirmed.ok(),
    }
}

/// Every run that one cut makes of this one, the shortest first.
fn candidates(run: &Run) -> Vec<Run> {
    let mut candidates = Vec::new();
    for (from, to) in repetitions(&run.prefix) {
        let prefix = without(&run.prefix, from, to);
        candidates.push(Run {
            prefix,
            cycle: run.cycle.clone(),
        });
    }
    for (from, to) in repetitions(&run.cycle) {
        let cycle = without(&run.cycle, from, to);
        candidates.push(Run {
            prefix: run.prefix.clone(),
            cycle,
        });
    }
    for (length, stop) in run.prefix.iter().enumerate() {
        if let Some(start) = run.cycle.iter().position(|other| other.state == stop.state) {
            let mut cycle = run.cycle.clone();
            cycle.rotate_left(start);
            candidates.push(Run {
                prefix: run.prefix[..length].to_vec(),
                cycle,
            });
        }
    }
    candidates.sort_by_key(Run::length);
    candidates
}

/// The places of equal states, each with its nearest and with its last repetition.
fn repetitions(stops: &[Stop]) -> Vec<(usize, usize)> {
    let mut places: HashMap<&[u32], Vec<usize>> = HashMap::new();
    for (place, stop) in stops.iter().enumerate() {
        places.entry(&stop.state).or_default().push(place);
    }
    let mut found = Vec::new();
    for places in places.into_values().filter(|places| places.len() > 1) {
        found.extend(places.windows(2).map(|pair| (pair[0], pair[1])));
        found.push((places[0], places[places.len() - 1]));
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn without(stops: &[Stop], from: usize, to: usize) -> Vec<Stop> {
    [&stops[..from], &stops[to..]].concat()
}
