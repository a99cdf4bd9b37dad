//! Every way in which a certificate can be wrong is told apart.

use lariat_automata::{Acceptance, Explicit, Label, Labels, Marks};
use lariat_witness::certificate::{Flaw, check, parse};

/// 0 ⇄ 1 asks (mark 0) and is not granted (mark 1); 2 is a dead end.
fn starving() -> Explicit {
    let mut automaton = Explicit::new(Labels::default(), Acceptance::streett(1));
    for _ in 0..3 {
        automaton.add_state();
    }
    automaton.initial.push(0);
    let edges = [
        (0, Marks::single(0), 1),
        (1, Marks::EMPTY, 0),
        (1, Marks::EMPTY, 2),
    ];
    for (from, marks, to) in edges {
        automaton.add_transition(from, Label::TRUE, marks, to);
    }
    automaton
}

const LEVEL_0: &str = "level 0\ncomponent trivial : 2\ncomponent lacks 1 split 1 : 0 1\n";
const LEVEL_1: &str = "level 1 avoid 0\ncomponent trivial : 0\ncomponent trivial : 1\n";

fn verdict(levels: &str) -> Result<(), Flaw> {
    let text = format!("lariat certificate 1\nautomaton 1\n{levels}end\n");
    check(&starving(), &parse(&text).expect("it can be read")[0])
}

#[track_caller]
fn refused(find: &str, replace: &str, flaw: Flaw) {
    let levels = format!("{LEVEL_0}{LEVEL_1}");
    let changed = levels.replace(find, replace);
    assert_ne!(changed, levels, "there is no `{find}`");
    assert_eq!(verdict(&changed), Err(flaw));
}

#[test]
fn a_certificate_must_fit_in_every_respect() {
    assert_eq!(verdict(&format!("{LEVEL_0}{LEVEL_1}")), Ok(()));
    assert_eq!(verdict(""), Err(Flaw::NoLevel));
    refused("level 0\n", "level 0 avoid 0\n", Flaw::Restricted);
    refused("level 0\n", "level 0 choose 2:1\n", Flaw::Restricted);
    refused("split 1", "split 2", Flaw::StrayLevel(2));
    refused("split 1", "split 0", Flaw::StrayLevel(0));
    refused("split 1", "split 1 1", Flaw::StrayLevel(1));
    let (state, level) = (2, 0);
    refused(": 0 1", ": 0 1 2", Flaw::Twice { state, level });
    refused("trivial : 2", "trivial : 3", Flaw::Missing { state, level });
    let unfounded = |level, component| Flaw::Unfounded { level, component };
    refused("lacks 1 split 1 :", "lacks 1 :", unfounded(0, 1));
    refused("lacks 1 split", "lacks 0 split", unfounded(0, 1));
    refused("avoid 0", "avoid 1", unfounded(0, 1));
    refused("avoid 0", "choose 2:1 avoid 0", unfounded(0, 1));
    refused("avoid 0", "choose 9:9 avoid 0", unfounded(0, 1));
    let contradicted = |from, to, level| Flaw::Contradicted { from, to, level };
    refused(
        "component lacks 1 split 1",
        "component trivial",
        Flaw::StrayLevel(1),
    );
    let swapped = "level 1 avoid 0\ncomponent trivial : 1\ncomponent trivial : 0\n";
    let (from, to, level) = (1, 0, 1);
    refused(LEVEL_1, swapped, Flaw::Backwards { from, to, level });
    let united = "level 1 avoid 0\ncomponent trivial : 0 1\n";
    refused(LEVEL_1, united, contradicted(1, 0, 1));
}

#[test]
fn a_state_that_the_automaton_does_not_have_is_harmless() {
    let levels = format!("{LEVEL_0}{LEVEL_1}").replace("trivial : 2", "trivial : 2 4000000000");
    assert_eq!(verdict(&levels), Ok(()));
}
