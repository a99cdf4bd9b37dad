//! What must be true of any text that is given to a reader of models, and of any model it gives back.

use std::fmt;

use lariat_diagnostics::{Located, Text};
use lariat_ltl::Formulas;
use lariat_model::{Format, Model, Successors};
use lariat_models::aut::Lts;
use lariat_models::dve::Dve;
use lariat_models::kripke::Kripke;
use lariat_models::mcc;
use lariat_models::pnml::{Errors, Net};

/// No more states than this are looked at.
const MOST_STATES: usize = 30;
/// Models whose states have more steps than this are left alone: in a synchronous system they multiply.
const MOST_STEPS: usize = 1000;

/// Reads a text in some language of models: either every fault is located in it, or the model takes its first steps.
/// Says whether the text was a model.
pub fn check(format: &dyn Format, text: &str) -> bool {
    match format.read(&Text::new("any", text)) {
        Err(faults) => {
            assert!(!faults.0.is_empty(), "no fault, no model");
            for fault in &faults.0 {
                let place = fault.place.as_ref().expect("faults of a text have places");
                assert!(text.get(place.span.clone()).is_some(), "{fault}");
                assert!(!fault.message.is_empty());
            }
            false
        }
        Ok(mut read) => {
            read.source.declare(&|_| true);
            take_steps(&*read.source.model());
            true
        }
    }
}

/// Reads a DVE text: either every fault is located in it, or the model takes its first steps.
/// Says whether the text was a model.
pub fn check_dve(text: &str) -> bool {
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

/// The same for an Aldebaran text; a model is also written and read again.
pub fn check_aut(text: &str) -> bool {
    let Some(model) = read(Lts::parse(text), text) else {
        return false;
    };
    let written = aldebaran(&model);
    let again = Lts::parse(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(aldebaran(&again), written, "{text}");
    true
}

/// The same for a Kripke structure in the Hanoi format.
pub fn check_kripke(text: &str) -> bool {
    read(Kripke::parse(text), text).is_some()
}

/// The model that was read from a text, which takes its first steps; none if a fault was found, which must stand in the text.
fn read<M: Model, E: fmt::Display>(parsed: Result<M, Located<E>>, text: &str) -> Option<M> {
    match parsed {
        Err(error) => {
            let place = text.get(error.span.clone());
            assert!(
                place.is_some(),
                "{} at {:?}: {text}",
                error.kind,
                error.span
            );
            None
        }
        Ok(model) => {
            take_steps(&model);
            Some(model)
        }
    }
}

/// The same for a net.
pub fn check_net(text: &str) -> bool {
    match Net::parse(text) {
        Err(errors) => located(&errors, text),
        Ok(net) => {
            for warning in net.warnings() {
                assert!(text.get(warning.span.clone()).is_some(), "{warning}");
            }
            take_steps(&net);
            true
        }
    }
}

/// The net that [`check_contest`] asks about, with the places `idle` and `busy` and the transition `work`.
const ASKED: &str = "<pnml><net id=\"n\" type=\"ptnet\"><place id=\"idle\"/><place id=\"busy\"/><transition id=\"work\"/>\
    <arc source=\"work\" target=\"busy\"/></net></pnml>";

/// The same for the contest's formulas.
pub fn check_contest(text: &str) -> bool {
    let mut net = Net::parse(ASKED).expect("a net");
    match mcc::read(text, &mut net, &mut Formulas::new()) {
        Err(errors) => located(&errors, text),
        Ok(_) => {
            take_steps(&net);
            true
        }
    }
}

/// False, for a text whose faults all stand in it.
fn located(errors: &Errors, text: &str) -> bool {
    assert!(!errors.0.is_empty(), "no fault, nothing read");
    for error in &errors.0 {
        let place = text.get(error.span.clone());
        assert!(place.is_some(), "{error} at {:?}: {text}", error.span);
    }
    false
}

fn aldebaran(model: &Lts) -> String {
    let mut text = Vec::new();
    model.write(&mut text).expect("memory can be written to");
    String::from_utf8(text).expect("labels are texts")
}

fn take_steps(model: &dyn Model) {
    let mut stepper = model.reference();
    let width = stepper.width();
    let mut states = Vec::new();
    stepper.initial(&mut states);
    let mut next = 0;
    let mut found = Successors::with_enabled();
    while next < states.len() && next / width < MOST_STATES {
        let state = states[next..next + width].to_vec();
        model.describe(&state);
        found.clear();
        stepper.successors(&state, &mut found);
        assert_eq!(found.states.len(), found.steps.len() * width);
        let events = model.schema().events.len();
        assert!(found.enabled.iter().all(|event| event < events));
        if found.steps.len() > MOST_STEPS {
            return;
        }
        states.extend_from_slice(&found.states);
        next += width;
    }
}
