//! A way to a fault is believed only where the model's definition has that fault, of that kind, at its end.

use lariat_model::{Deadlock, Fault, FaultKind, Model, Run, RuntimeError, Stop, Successors, Value};
use lariat_models::dve::Dve;
use lariat_witness::{Confirmed, Doubt, confirm_fault};

/// From `start` one step leads to each place where something is wrong, and to `fine`, where nothing is.
const MODEL: &str = "
    byte x = 1;
    process P {
        state start, fine, broken, cliff, wrong, stuck, silent;
        init start;
        assert fine: x == 1, wrong: x == 3;
        trans
            start -> fine {}, start -> broken { effect x = 0; }, start -> cliff { effect x = 2; },
            start -> wrong { effect x = 4; }, start -> stuck {}, start -> silent { effect x = 0; },
            fine -> fine {}, wrong -> wrong {}, wrong -> fine { effect x = 1; }, silent -> silent {},
            broken -> broken {}, broken -> fine { effect x = 1 / x; }, broken -> fine { effect x = x - 1; },
            cliff -> fine { effect x = x - 3; };
    }
    system async;";

/// The locations, and the kind of fault that each of them has.
const PLACES: [(&str, Option<FaultKind>); 7] = [
    ("start", None),
    ("fine", None),
    ("broken", Some(FaultKind::Error)),
    ("cliff", Some(FaultKind::Error)),
    ("wrong", Some(FaultKind::Assertion)),
    ("stuck", Some(FaultKind::Deadlock)),
    ("silent", None),
];

fn model() -> Dve {
    Dve::parse(MODEL).expect("a model")
}

/// The model, of which somebody asks what has no value where x is 0.
fn dividing_model() -> Dve {
    let mut model = model();
    model.watch("4 / x == 1").expect("a proposition");
    model
}

fn steps(model: &Dve, state: &[u32]) -> Successors {
    let mut steps = Successors::default();
    model.reference().successors(state, &mut steps);
    steps
}

/// The finite run from the initial state through these locations of P.
fn way(model: &Dve, places: &[&str]) -> Run {
    let mut state = Vec::new();
    model.reference().initial(&mut state);
    let mut prefix = Vec::new();
    for &place in places {
        let found = steps(model, &state);
        let is_there = |to: &[u32]| {
            let location = Value::Name(place.to_owned());
            model.describe(to).contains(&("P".to_owned(), location))
        };
        let targets = found.states.chunks_exact(model.schema().width);
        let (to, &step) = targets
            .zip(&found.steps)
            .find(|(to, _)| is_there(to))
            .unwrap_or_else(|| panic!("no step to {place}"));
        prefix.push(Stop {
            state: std::mem::replace(&mut state, to.to_vec()),
            step: Some(step),
        });
    }
    prefix.push(Stop { state, step: None });
    Run {
        prefix,
        cycle: Vec::new(),
    }
}

/// The run from the initial state to this location of P, in one step unless it starts there.
fn way_to(model: &Dve, place: &str) -> Run {
    match place {
        "start" => way(model, &[]),
        place => way(model, &[place]),
    }
}

fn judge(model: &Dve, run: Run, kind: FaultKind) -> Result<Confirmed, Doubt> {
    confirm_fault(model, run, kind, Deadlock::Stutter)
}

fn doubt(model: &Dve, run: Run, kind: FaultKind) -> Option<Doubt> {
    judge(model, run, kind).err()
}

#[test]
fn each_kind_is_found_where_it_is_and_nowhere_else() {
    let model = model();
    for (place, has) in PLACES {
        for kind in FaultKind::ALL {
            let run = way_to(&model, place);
            let judged = judge(&model, run.clone(), kind);
            let context = format!("{kind:?} at {place}");
            if has != Some(kind) {
                assert_eq!(judged, Err(Doubt::NoFault), "{context}");
                continue;
            }
            let confirmed = judged.unwrap_or_else(|doubt| panic!("{context}: {doubt}"));
            assert_eq!(confirmed.run(), &run, "{context}");
            assert_eq!(confirmed.facts().len(), run.length(), "{context}");
            let fault = confirmed.fault().expect("it ends in one");
            assert_eq!(fault.kind(), kind, "{context}");
        }
    }
}

#[test]
fn what_fails_is_told() {
    let model = model();
    let told = |place, kind| {
        let confirmed = judge(&model, way_to(&model, place), kind).expect("there is a fault");
        confirmed.fault().expect("it ends in one").clone()
    };
    let sentence = "the assertion at state `wrong` of process `P` fails".to_owned();
    let wrong = told("wrong", FaultKind::Assertion);
    assert_eq!(wrong, Fault::Assertion(sentence));
    assert_eq!(told("stuck", FaultKind::Deadlock), Fault::Deadlock);
    let Fault::Step(failure) = told("cliff", FaultKind::Error) else {
        panic!("a step fails");
    };
    assert_eq!(failure.error, RuntimeError::ValueOutOfRange);
}

#[test]
fn the_step_that_a_run_names_at_its_end_is_the_one_that_fails() {
    let model = model();
    let run = way_to(&model, "broken");
    let naming = |step| {
        let mut run = run.clone();
        run.prefix[1].step = Some(step);
        run
    };
    let found = steps(&model, &run.prefix[1].state);
    assert_eq!((found.steps.len(), found.failures.len()), (1, 2));
    for failure in found.failures {
        let confirmed = judge(&model, naming(failure.step), FaultKind::Error);
        let confirmed = confirmed.expect("this step fails");
        assert_eq!(confirmed.fault(), Some(&Fault::Step(failure)));
    }
    let taken = naming(found.steps[0]);
    assert_eq!(
        doubt(&model, taken, FaultKind::Error),
        Some(Doubt::NoFault),
        "this one is taken"
    );
    let elsewhere = naming(run.prefix[0].step.expect("the run goes on"));
    assert_eq!(
        doubt(&model, elsewhere, FaultKind::Error),
        Some(Doubt::NoFault),
        "this one leaves another state"
    );
}

#[test]
fn what_leads_to_a_fault_must_be_a_run() {
    let model = model();
    let (run, kind) = (way_to(&model, "wrong"), FaultKind::Assertion);
    assert_eq!(
        doubt(&model, Run::default(), kind),
        Some(Doubt::Empty),
        "it has to be somewhere"
    );
    let mut headless = run.clone();
    headless.prefix.remove(0);
    assert_eq!(doubt(&model, headless, kind), Some(Doubt::NotInitial));
    let mut astray = run.clone();
    astray.prefix[0].step = way_to(&model, "fine").prefix[0].step;
    assert_eq!(doubt(&model, astray, kind), Some(Doubt::NoStep(0)));
    let mut still = run.clone();
    still.prefix[0].step = None;
    assert_eq!(doubt(&model, still, kind), Some(Doubt::Stays(0)));
    // The fault is passed by, and the run goes on for ever.
    let Run { mut prefix, cycle } = way(&model, &["wrong", "wrong"]);
    assert_eq!(cycle, []);
    prefix.pop();
    let cycle = prefix.split_off(1);
    let endless = Run { prefix, cycle };
    assert_eq!(doubt(&model, endless, kind), Some(Doubt::NoFault));
    // Behind the fault nothing is wrong any more.
    let beyond = way(&model, &["wrong", "fine"]);
    assert_eq!(doubt(&model, beyond, kind), Some(Doubt::NoFault));
}

#[test]
fn a_run_stays_in_a_deadlock_only_where_such_runs_count() {
    let model = model();
    let mut run = way_to(&model, "stuck");
    run.prefix.push(run.prefix[1].clone());
    for (deadlock, expected) in [
        (Deadlock::Stutter, None),
        (Deadlock::Error, None),
        (Deadlock::Drop, Some(Doubt::Stays(1))),
    ] {
        let judged = confirm_fault(&model, run.clone(), FaultKind::Deadlock, deadlock);
        assert_eq!(judged.err(), expected, "{deadlock:?}");
    }
}

#[test]
fn a_proposition_without_a_value_is_an_error_at_the_end_and_nowhere_before() {
    let model = dividing_model();
    let silent = way_to(&model, "silent");
    let confirmed = judge(&model, silent.clone(), FaultKind::Error).expect("4 / 0 has no value");
    let division = RuntimeError::DivisionByZero;
    assert_eq!(confirmed.fault(), Some(&Fault::Proposition(division)));
    assert_eq!(confirmed.facts().len(), 2);
    for kind in [FaultKind::Assertion, FaultKind::Deadlock] {
        let other = doubt(&model, silent.clone(), kind);
        assert_eq!(other, Some(Doubt::NoFault), "{kind:?}");
    }
    // A step that is taken is no fault, whatever has no value.
    let mut naming = silent;
    naming.prefix[1].step = way(&model, &["silent", "silent"]).prefix[1].step;
    assert_eq!(
        doubt(&model, naming, FaultKind::Error),
        Some(Doubt::NoFault)
    );
    let late = way(&model, &["silent", "silent"]);
    assert_eq!(
        doubt(&model, late, FaultKind::Error),
        Some(Doubt::NoValue(1, division))
    );
    // A step that fails is told before what has no value.
    let broken = judge(&model, way_to(&model, "broken"), FaultKind::Error);
    let broken = broken.expect("two of its steps fail");
    assert!(matches!(broken.fault(), Some(Fault::Step(_))));
    // Where everything has a value, there is no such fault.
    for place in ["start", "fine", "wrong", "stuck"] {
        let error = doubt(&model, way_to(&model, place), FaultKind::Error);
        assert_eq!(error, Some(Doubt::NoFault), "{place}");
    }
}
