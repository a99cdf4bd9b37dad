//! Finite counterexamples: a safety property is violated where every continuation is bad, and where a run that counts goes on.

use lariat::{Answered, Budget, Checker, Deadlock, Method, Verdict};
use lariat_emptiness::Algorithm;

const COUNTERS: &str = "
    int a, b;
    process A { state q; init q; trans q -> q { guard a < 300; effect a = a + 1; }; }
    process B { state q; init q; trans q -> q { guard b < 300; effect b = b + 1; }; }
    system async;";

/// Q loops; P may go to `t`, from where every step fails.
const DEAD_END: &str = "
    byte x;
    process P { state s, t, u; init s; trans s -> t {}, t -> u { effect x = 1 / x; }; }
    process Q { state q; init q; trans q -> q { guard P.s; }; }
    system async;";

fn dve(text: &str) -> Checker {
    Checker::parse("dve", text).expect("a model")
}

/// A net whose only transition adds tokens.
fn unbounded() -> Checker {
    let net = r#"<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n"
        type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g"><place id="q"/>
        <transition id="t"/><arc id="a" source="t" target="q"/></page></net></pnml>"#;
    Checker::parse("pnml", net).expect("a net")
}

/// How many states the finite counterexample has, which is confirmed once more from its trace.
#[track_caller]
fn length_of_prefix(checker: &mut Checker, answered: &Answered) -> usize {
    assert_eq!(answered.verdict, Verdict::Violated);
    let told = answered.counterexample.as_ref().expect("there is one");
    assert!(told.trace.finite && told.trace.cycle.is_empty());
    let saved = answered.saved.as_ref().expect("it can be saved");
    let replayed = checker.replay(saved, "<saved>").expect("it fits the model");
    assert_eq!(replayed, Ok(()));
    let mut longer = saved.clone();
    longer.trace.prefix.pop();
    let replayed = checker.replay(&longer, "<saved>");
    assert!(
        replayed.expect("it fits the model").is_err(),
        "it is the shortest"
    );
    told.trace.prefix.len()
}

#[test]
fn the_bad_state_is_the_last() {
    for fair in [None, Some("*")] {
        let mut checker = dve(COUNTERS);
        if let Some(glob) = fair {
            checker.strong_fair(glob).unwrap();
        }
        let answered = checker.check("G a <= 5").unwrap();
        assert_eq!(length_of_prefix(&mut checker, &answered), 7);
        assert!(answered.stats.states < 100, "{}", answered.stats.states);
        let answered = checker.check("G(a == 2 -> X X (a != 4 & b != 2))").unwrap();
        assert_eq!(length_of_prefix(&mut checker, &answered), 5);
    }
}

#[test]
fn whichever_search_has_found_it() {
    for algorithm in Algorithm::ALL {
        let mut checker = dve(COUNTERS);
        checker.set_method(Method {
            algorithm: Some(algorithm),
            ..Method::default()
        });
        let answered = checker.check("G a <= 5").unwrap();
        assert!(
            length_of_prefix(&mut checker, &answered) >= 7,
            "{algorithm}"
        );
    }
}

#[test]
fn an_unbounded_net_is_no_obstacle() {
    let mut checker = unbounded();
    checker.set_budget(Budget::unlimited().with_states(1000));
    let answered = checker.check("G \"q <= 2\"").unwrap();
    assert_eq!(length_of_prefix(&mut checker, &answered), 4);
}

#[test]
fn where_a_step_decides_it_is_shown() {
    let mut checker = dve(COUNTERS);
    let answered = checker.check("G !taken(B)").unwrap();
    assert_eq!(length_of_prefix(&mut checker, &answered), 1);
    let told = answered.counterexample.expect("there is one");
    assert_eq!(told.trace.prefix[0].event, ["B"]);
}

#[test]
fn a_step_that_changes_nothing_decides_under_fairness() {
    let mut checker = dve("int x;
         process P { state s; init s; trans s -> s { effect x = x + 1 - 1; }; }
         process Q { state s; init s; trans s -> s { effect x = x + 2 - 2; }; }
         system async;");
    checker.weak_fair("*").unwrap();
    let answered = checker.check("G !taken(Q)").unwrap();
    assert_eq!(length_of_prefix(&mut checker, &answered), 1);
}

#[test]
fn a_prefix_that_only_failures_follow_is_none() {
    let mut checker = dve(DEAD_END);
    assert!(checker.check("G P.s").unwrap().holds());
    // The bad state can be left, but only for one from where every step fails.
    let mut later = dve(&DEAD_END
        .replace("t, u;", "r, t, u;")
        .replace("s -> t {}", "s -> r {}, r -> t {}"));
    assert!(later.check("G !P.r").unwrap().holds());
    let mut checker = dve(&DEAD_END.replace("t -> u {", "t -> t { guard x == 0; }, t -> u {"));
    let answered = checker.check("G P.s").unwrap();
    assert_eq!(length_of_prefix(&mut checker, &answered), 2);
}

#[test]
fn a_prefix_that_no_fair_run_follows_is_none() {
    let mut checker = dve(DEAD_END);
    let answered = checker.check("G x == 1").unwrap();
    assert_eq!(length_of_prefix(&mut checker, &answered), 1);
    checker.strong_fair("P").unwrap();
    let answered = checker.check("G x == 1").unwrap();
    assert!(
        answered.holds() && answered.vacuous,
        "P must move, and then everything fails"
    );
}

#[test]
fn where_more_is_asked_of_a_run_it_goes_on() {
    let mut assuming = dve(COUNTERS);
    assuming.assume("F b == 3").unwrap();
    let mut dropping = dve("
        process P { state s, t; init s; trans s -> s {}, s -> t {}, t -> t {}; }
        process Q { state s; init s; }
        system async;");
    dropping.set_deadlock(Deadlock::Drop);
    for (mut checker, formula) in [(assuming, "G a <= 5"), (dropping, "G P.s")] {
        let answered = checker.check(formula).unwrap();
        let told = answered.counterexample.expect("it is violated");
        assert!(
            !told.trace.finite && !told.trace.cycle.is_empty(),
            "{formula}"
        );
    }
}

#[test]
fn a_limit_does_not_hide_a_bad_prefix() {
    let mut checker = unbounded();
    checker.set_budget(Budget::unlimited().with_states(1000));
    checker.assume("F \"q >= 5000\"").unwrap();
    let answered = checker.check("G \"q <= 2\"").unwrap();
    assert_eq!(answered.verdict, Verdict::Undecided);
    let prefix = answered.bad_prefix.expect("it is bad whatever follows");
    assert_eq!(prefix.trace.prefix.len(), 4);
}
