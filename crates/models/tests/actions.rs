//! Actions, the events of DVE models that are finer than processes: their names, what selects them, and on random models which steps take
//! them, by a definition that looks at states alone.

use std::collections::BTreeSet;

use lariat_model::fairness::select;
use lariat_model::{GlobError, Model, Source, Step, Successors, Value};
use lariat_models::dve::Dve;
use lariat_program::{Communication, Program};
use lariat_testkit::{random_dve, rounds};

const LINK: &str = "channel c, cx; byte x;
    process P { state q, r; init q; trans
        q -> r { guard x == 0; sync c!; /* lariat: label deliver */ },
        q -> r { guard x == 1; // lariat: label lose
        },
        r -> q { sync cx?; /* lariat: label lose */ /* lariat: label again */ },
        -> r { sync c?; }; }
    process P_1 { state q; init q; trans q -> q { sync c?; }, q -> q { sync cx!; }; }
    system async;";

fn names(model: &Dve, events: &[usize]) -> Vec<String> {
    let of = |&event: &usize| model.schema().events[event].clone();
    events.iter().map(of).collect()
}

#[track_caller]
fn selects(model: &mut Dve, pattern: &str, expected: &[&str]) {
    let selected = select(model, pattern).expect("it selects something");
    assert_eq!(names(model, &selected), expected, "{pattern}");
}

#[test]
fn a_pattern_without_a_dot_selects_processes_only() {
    let mut model = Dve::parse(LINK).expect("a model");
    selects(&mut model, "*", &["P", "P_1"]);
    assert_eq!(model.schema().events, ["P", "P_1"], "nothing was declared");
    selects(&mut model, "P_1.*", &["P_1.q->q", "P_1.c?", "P_1.cx!"]);
    selects(&mut model, "*", &["P", "P_1"]);
    selects(&mut model, "P*", &["P", "P_1"]);
    selects(&mut model, "*.lo?e", &["P.lose"]);
    selects(&mut model, "*.c[?]", &["P_1.c?", "P.c?"]);
}

#[test]
fn a_name_to_the_letter_selects_that_event_only() {
    let text = LINK.replace("label again", "label cx");
    let mut model = Dve::parse(&text).expect("a model");
    selects(&mut model, "P.c?", &["P.c?"]);
    selects(&mut model, "P.c[?x]", &["P.c?", "P.cx"]);
    selects(&mut model, "P", &["P"]);
    selects(&mut model, "P.q->r", &["P.q->r"]);
}

#[test]
fn a_name_that_no_event_has_gets_the_actions_of_its_process() {
    let mut model = Dve::parse(LINK).expect("a model");
    let error = select(&mut model, "P_1.lose").expect_err("there is no such action");
    let events = ["P_1.q->q", "P_1.c?", "P_1.cx!"]
        .map(str::to_owned)
        .to_vec();
    let glob = "P_1.lose".to_owned();
    assert_eq!(error, GlobError::MatchesNothing { glob, events });
    let error = select(&mut model, "Q.lose").expect_err("there is no such process");
    let events = ["P", "P_1"].map(str::to_owned).to_vec();
    let glob = "Q.lose".to_owned();
    assert_eq!(error, GlobError::MatchesNothing { glob, events });
}

/// The transitions of an action, by the steps that take it.
#[track_caller]
fn taken_by(action: &str, transitions: &[u32]) {
    let mut model = Dve::parse(LINK).expect("a model");
    let event = select(&mut model, action).expect("an action")[0];
    let takes = |&number: &u32| {
        let mut events = Vec::new();
        model.each_event(Step::alone(number), &mut |event| events.push(event));
        events.contains(&event)
    };
    let all = 0..model.program().transitions.len() as u32;
    let found: Vec<u32> = all.filter(takes).collect();
    assert_eq!(found, transitions, "{action}");
}

#[test]
fn transitions_that_share_a_name_are_one_action() {
    taken_by("P.q->r", &[0, 1]);
    taken_by("P.deliver", &[0]);
    taken_by("P.lose", &[1, 2]);
    taken_by("P.again", &[2]);
    taken_by("P.c!", &[0]);
    taken_by("P.c?", &[3]);
    taken_by("P.r->q", &[2]);
    taken_by("P.r->r", &[3]);
    taken_by("P_1.q->q", &[4, 5]);
}

#[track_caller]
fn refused(text: &str, place: &str, message: &str) {
    let errors = Dve::parse(text).expect_err(text);
    assert_eq!(&text[errors.0[0].span.clone()], place, "{text}");
    assert_eq!(errors.to_string(), message, "{text}");
}

#[test]
fn labels_stand_inside_transitions_and_are_names() {
    let misplaced = "a label stands between the braces of the transition that it names";
    let model = |before: &str, inside: &str, after: &str| {
        format!(
            "process P {{ state q; init q; trans {before} q -> q {{ {inside} }} {after}; }} system async;"
        )
    };
    refused(&model("/* lariat: label a1 */", "", ""), "a1", misplaced);
    refused(&model("", "", "/* lariat: label a1 */"), "a1", misplaced);
    refused(
        &model(
            "",
            "",
            "; } // lariat: label a1\n process Q { state q; init q; trans q -> q {}",
        ),
        "a1",
        misplaced,
    );
    for bad in ["a b", "1a", "a-b", "guard"] {
        let message = format!("a label is one name of letters, digits and `_`, not `{bad}`");
        refused(
            &model("", &format!("/* lariat: label {bad} */"), ""),
            bad,
            &message,
        );
    }
    let inside = model("", "effect x = 1; /* lariat: label a1 */", "");
    assert!(Dve::parse(&format!("byte x; {inside}")).is_ok());
}

#[test]
fn property_processes_and_synchronous_systems_have_no_actions() {
    let processes = "process P { state q; init q; trans q -> q {}; }
        process N { state a; init a; accept a; trans a -> a {}; }";
    let model = |system: &str| Dve::parse(&format!("{processes} {system}")).expect("a model");
    assert_eq!(model("system async property N;").actions(), ["P.q->q"]);
    assert_eq!(model("system async;").actions(), ["P.q->q", "N.a->a"]);
    assert_eq!(model("system sync;").actions(), [""; 0]);
}

/// The location of every process, by its name.
fn locations(model: &Dve, state: &[u32]) -> Vec<(String, String)> {
    let processes: Vec<&str> = model
        .program()
        .system()
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    let described = model.describe(state).into_iter();
    let located = described.filter_map(|(name, value)| match value {
        Value::Name(location) if processes.contains(&name.as_str()) => Some((name, location)),
        _ => None,
    });
    located.collect()
}

/// The actions of a step without labels, by the states that it joins and what it does on channels.
fn by_definition(model: &Dve, from: &[u32], to: &[u32], step: Step) -> BTreeSet<String> {
    let program: &Program = model.program();
    let mut actions = BTreeSet::new();
    for number in [step.transition, step.partner] {
        let Some(transition) = program.transitions.get(number as usize) else {
            continue;
        };
        let name = &program.processes[transition.process as usize].name;
        let at = |state: &[u32]| {
            let here = locations(model, state).into_iter();
            here.filter(|(process, _)| process == name)
                .map(|(_, location)| location)
                .next()
                .unwrap_or_else(|| {
                    program.processes[transition.process as usize].locations[0]
                        .name
                        .clone()
                })
        };
        actions.insert(format!("{name}.{}->{}", at(from), at(to)));
        let (channel, mark) = match transition.communication {
            Communication::None => continue,
            Communication::Send { channel, .. } => (channel, "!"),
            Communication::Receive { channel, .. } => (channel, "?"),
        };
        let channel = &program.channels[channel as usize].name;
        actions.insert(format!("{name}.{channel}{mark}"));
    }
    actions
}

#[test]
fn steps_take_their_actions_on_random_models() {
    let last = rounds(200, 5_000);
    let (mut steps, mut meetings, mut disabled) = (0, 0, 0);
    for seed in 0..last {
        let mut model = Dve::parse(&random_dve::model(seed)).expect("a model");
        let actions = model.declare(&|_| true);
        let mut stepper = model.stepper();
        let (mut states, mut next) = (Vec::new(), 0);
        stepper.initial(&mut states);
        let width = stepper.width();
        while next < states.len().min(60 * width) {
            let from = states[next..next + width].to_vec();
            let mut out = Successors::with_enabled();
            stepper.successors(&from, &mut out);
            let mut enabled = BTreeSet::new();
            for (to, &step) in out.states.chunks_exact(width).zip(&out.steps) {
                let expected = by_definition(&model, &from, to, step);
                let mut taken = Vec::new();
                model.each_event(step, &mut |event| taken.push(event));
                taken.retain(|event| actions.contains(event));
                let taken: BTreeSet<String> = names(&model, &taken).into_iter().collect();
                if !model.program().synchronous {
                    assert_eq!(taken, expected, "seed {seed}, {step:?}");
                    enabled.extend(expected);
                }
                steps += 1;
                meetings += u64::from(step.partner != Step::ALONE);
            }
            let events = actions.iter().copied();
            let found: Vec<usize> = events
                .filter(|&event| out.enabled.contains(event))
                .collect();
            let found: BTreeSet<String> = names(&model, &found).into_iter().collect();
            assert_eq!(found, enabled, "seed {seed}");
            disabled += u64::from(found.len() < actions.len());
            states.extend_from_slice(&out.states);
            next += width;
        }
    }
    println!("{steps} steps, {meetings} handshakes, {disabled} states where an action is disabled");
    assert!(steps > 20 * last && meetings > last && disabled > 10 * last);
}
