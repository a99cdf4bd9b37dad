//! What must be true of any text that is given to the reader of DVE, and of any model it gives back.

use lariat_models::dve::Dve;
use lariat_models::{Model, Successors};

/// No more states than this are looked at.
const MOST_STATES: usize = 30;
/// Models whose states have more steps than this are left alone: in a synchronous system they multiply.
const MOST_STEPS: usize = 1000;

/// Reads a text: either every fault is located in it, or the model takes its first steps.
/// Says whether the text was a model.
pub(crate) fn check(text: &str) -> bool {
    match Dve::parse(text) {
        Err(errors) => {
            assert!(!errors.0.is_empty(), "no fault, no model");
            for error in &errors.0 {
                let place = text.get(error.span.clone());
                assert!(place.is_some(), "{error} at {:?}", error.span);
                assert!(!error.to_string().is_empty());
            }
            false
        }
        Ok(model) => {
            for warning in model.warnings() {
                assert!(text.get(warning.span.clone()).is_some(), "{warning}");
            }
            take_steps(&model);
            true
        }
    }
}

fn take_steps(model: &Dve) {
    let mut states = Vec::new();
    model.initial(&mut states);
    let mut next = 0;
    let mut found = Successors::default();
    while next < states.len() && next / model.width() < MOST_STATES {
        let state = states[next..next + model.width()].to_vec();
        assert!(!model.describe(&state).is_empty());
        found.clear();
        model.successors(&state, &mut found);
        assert_eq!(found.states.len(), found.steps.len() * model.width());
        if found.steps.len() > MOST_STEPS {
            return;
        }
        states.extend_from_slice(&found.states);
        next += model.width();
    }
}
