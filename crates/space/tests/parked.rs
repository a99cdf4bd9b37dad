//! A space that is parked and resumed goes on as if nothing had happened, also where the model has changed its encoding meanwhile.

use lariat_budget::Budget;
use lariat_model::Model;
use lariat_models::dve::{Compiled, Dve};
use lariat_models::pnml::{Net, Packed};
use lariat_space::{StateSpace, Target, explore};
use lariat_store::{StateIndex, StateStore};

/// A place that fills, and two that tokens come and go between.
const NET: &str = r#"<pnml><net id="n" type="ptnet">
    <place id="full"/><place id="a"><initialMarking><text>1</text></initialMarking></place><place id="b"/>
    <place id="left"><initialMarking><text>9</text></initialMarking></place>
    <transition id="fill"/><arc source="left" target="fill"/><arc source="fill" target="full"/>
    <transition id="go"/><arc source="a" target="go"/><arc source="go" target="b"/>
    <transition id="come"/><arc source="b" target="come"/><arc source="come" target="a"/>
    </net></pnml>"#;

/// The steps of every state, parking the space after each; what is remembered need not be asked again.
fn steps(model: &dyn Model, parks: bool, remembers: bool) -> Vec<Vec<Target>> {
    let mut space = StateSpace::new(model, usize::MAX);
    if remembers {
        space.remember(usize::MAX);
    }
    space.initial(&mut Vec::new()).expect("there is room");
    let mut found = Vec::new();
    while found.len() < space.store().len() {
        let state = found.len() as u32;
        let mut targets = Vec::new();
        space
            .successors(StateIndex(state), &mut targets)
            .expect("there is room");
        if parks {
            let parked = space.park();
            // Somebody else walks through the model, and may widen its encoding.
            explore(model, &Budget::unlimited());
            space = StateSpace::resume(model, parked).expect("there is room");
        }
        if remembers {
            let mut again = Vec::new();
            space
                .successors(StateIndex(state), &mut again)
                .expect("there is room");
            let known = |targets: &[Target]| -> Vec<_> {
                let targets = targets.iter();
                targets.map(|target| (target.state, target.step)).collect()
            };
            assert_eq!(known(&again), known(&targets));
        }
        found.push(targets);
    }
    found
}

#[test]
fn what_is_parked_is_resumed() {
    let text = "byte x; process P { state q, r; init q;
        trans q -> r { guard x < 9; effect x = x + 1; }, r -> q {}; } system async;";
    let dve = Compiled::new(Dve::parse(text).expect("a model"));
    let net = || Packed::new(Net::parse(NET).expect("a net"));
    for remembers in [false, true] {
        let alone = steps(&dve, false, remembers);
        assert_eq!(steps(&dve, true, remembers), alone);
        assert_eq!(alone.len(), 19);
        let alone = steps(&net(), false, remembers);
        assert_eq!(steps(&net(), true, remembers), alone);
        assert_eq!(alone.len(), 20);
    }
}

#[test]
fn what_is_enabled_is_told_whether_steps_are_remembered_or_not() {
    let net = Packed::new(Net::parse(NET).expect("a net"));
    let mut space = StateSpace::new(&net, usize::MAX);
    space.remember(usize::MAX);
    space.ask_enabled(true);
    space.initial(&mut Vec::new()).expect("there is room");
    for _ in 0..2 {
        space
            .successors(StateIndex(0), &mut Vec::new())
            .expect("there is room");
        let enabled: Vec<usize> = space.enabled().iter().collect();
        assert_eq!(enabled, [0, 1], "`fill` and `go`");
    }
}
