//! Texts that are no models: each fault is told at its place, and no text is too odd, too long or too deep.

use std::path::Path;

use lariat_budget::Budget;
use lariat_models::dve::{Compiled, Dve};
use lariat_space::explore;
use lariat_testkit::{any_text::model, random_dve, rounds};

/// Reads a text with one fault: what is said of it, and the words that it is said of.
#[track_caller]
fn check(text: &str, said: &str, of: &str) {
    let errors = Dve::parse(text).expect_err(text);
    let error = &errors.0[0];
    assert!(error.to_string().contains(said), "{text}: {error}");
    assert_eq!(&text[error.span.clone()], of, "{text}: {error}");
}

/// A model with one process of two states, one global, and this transition.
fn with_transition(transition: &str) -> String {
    format!(
        "byte count; byte many[3]; const byte K = 1; channel c; channel {{byte}} d[2];
         process Worker {{ byte own; state idle, busy; init idle; trans {transition}; }} system async;"
    )
}

#[test]
fn syntax_errors_say_what_was_expected() {
    check("", "expected", "");
    check("\n  \n", "expected", "");
    check("byte x", "expected", "");
    check("byte x; process P { state q; init q; }", "expected", "");
    check("byte 1x;", "expected", "1");
    check(
        "process P { state q; init q; } system fast;",
        "expected",
        "fast",
    );
    check("process P { init q; } system async;", "expected", "init");
    check("byte x = (1;", "expected an operator or `)`", ";");
    check("byte x = (1", "never closed", "(");
    check("byte x; \u{0} process", "unexpected character", "\u{0}");
    check("byte x = 1 § 2;", "unexpected character", "§");
    check("/* no end", "never ends", "/*");
    let step = with_transition("idle -> busy { effect count = 1 guard true; }");
    check(&step, "expected", "guard");
    check(&with_transition("-> busy {}"), "must name the state", "->");
}

#[test]
fn unknown_names_are_told_with_one_that_is_close() {
    let steps = [
        ("idle -> bussy {}", "did you mean `busy`?", "bussy"),
        (
            "idle -> busy { guard coutn > 0; }",
            "did you mean `count`?",
            "coutn",
        ),
        (
            "idle -> busy { effect onw = 1; }",
            "did you mean `own`?",
            "onw",
        ),
        (
            "idle -> busy { guard Wroker.idle; }",
            "did you mean `Worker`?",
            "Wroker",
        ),
        (
            "idle -> busy { guard Worker.ilde; }",
            "did you mean `idle`?",
            "ilde",
        ),
        (
            "idle -> busy { guard elsewhere > 0; }",
            "there is no variable",
            "elsewhere",
        ),
        ("idle -> busy { sync e!; }", "there is no channel", "e"),
    ];
    for (step, said, of) in steps {
        check(&with_transition(step), said, of);
    }
    check(
        "process P { state q; init r; } system async;",
        "there is no state `r`; `P` has the state q",
        "r",
    );
    check(
        "byte x; process P { state q, s; init q; trans q -> s { guard P.x == 1; }; } system async;",
        "there is no state `x`; `x` is global and stands alone",
        "x",
    );
    check(
        "process P { state q; init q; } system async property Q;",
        "there is no process `Q`",
        "Q",
    );
}

#[test]
fn what_the_types_forbid_is_refused() {
    let steps = [
        ("idle -> busy { effect K = 2; }", "is a constant", "K"),
        (
            "idle -> busy { guard count[0] > 0; }",
            "is no array",
            "count",
        ),
        (
            "idle -> busy { sync d!{1, 2}; }",
            "carries 1 value(s), not 2",
            "d!{1, 2}",
        ),
        ("idle -> busy { sync d?7; }", "can receive a value", "7"),
        ("idle -> busy { sync count!; }", "not a channel", "count"),
        ("idle -> busy { guard d > 0; }", "not a variable", "d"),
    ];
    for (step, said, of) in steps {
        check(&with_transition(step), said, of);
    }
    for (declaration, said, of) in [
        ("byte x = 256;", "does not fit", "256"),
        ("byte x[0];", "a size must be", "0"),
        ("byte x[2] = 3;", "must stand in braces", "3"),
        ("byte x = 1 / 0;", "division by zero", "1 / 0"),
        ("byte x; int x;", "declared twice", "x"),
    ] {
        let text = format!("{declaration} process P {{ state q; init q; }} system async;");
        check(&text, said, of);
    }
}

#[test]
fn every_fault_of_names_and_types_is_found_not_only_the_first() {
    let text = with_transition("idle -> bussy { guard coutn > 0; effect K = 1; }");
    let errors = Dve::parse(&text).expect_err("three faults");
    assert_eq!(errors.0.len(), 3, "{errors}");
}

#[test]
fn a_text_of_ten_megabytes_in_one_line_is_read() {
    let size = 10_000_000;
    let model = "process P { state q; init q; } system async;";
    assert!(Dve::parse(&(" ".repeat(size) + model)).is_ok());
    let sum = format!("byte x = {}0;{model}", "0+".repeat(size / 2));
    assert!(Dve::parse(&sum).is_ok());
    let error = Dve::parse(&"x".repeat(size)).expect_err("a long name");
    assert_eq!(error.0[0].span, 0..size);
    assert!(error.to_string().len() < 1000, "a message, not a book");
    assert!(Dve::parse(&"\u{1}".repeat(size)).is_err());
    let many = format!("byte x{};{model}", ", x".repeat(size / 30));
    assert!(Dve::parse(&many).is_err());
}

#[test]
fn nesting_a_hundred_thousand_deep_is_read() {
    // What is less deep becomes native code.
    for deep in [10_000, 100_000] {
        nesting_is_read(deep);
    }
}

fn nesting_is_read(deep: usize) {
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(deep), close.repeat(deep))
    };
    let valid = [
        nested("(", "1", ")"),
        nested("not ", "1", ""),
        nested("- ", "1", ""),
        nested("(1 + ", "count", ") % 3"),
        nested("many[", "0", "]"),
        nested("(count and ", "1", ")"),
        nested("(1 imply ", "1", ")"),
    ];
    for expression in &valid {
        let text = with_transition(&format!("idle -> busy {{ guard {expression}; }}"));
        let model = Dve::parse(&text).unwrap_or_else(|errors| panic!("{}", errors.0[0]));
        let model = Compiled::new(model);
        assert!(explore(&model, &Budget::unlimited()).states >= 1);
    }
    for faulty in ["(", "many[", "not "] {
        let text = with_transition(&format!("idle -> busy {{ guard {}", faulty.repeat(deep)));
        assert!(Dve::parse(&text).is_err(), "{faulty}");
    }
    let mut model = Dve::parse(&with_transition("idle -> busy {}")).expect("a model");
    assert!(model.watch(&valid[0]).is_ok() && model.watch(&"(".repeat(deep)).is_err());
}

fn kept() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let files = std::fs::read_dir(folder).expect("the kept texts are part of the project");
    let mut paths: Vec<_> = files
        .map(|file| file.expect("it can be listed").path())
        .collect();
    paths.sort();
    let read = |path| String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    paths.into_iter().map(read).collect()
}

/// Words of the language.
const WORDS: [&str; 40] = [
    "byte ",
    "int ",
    "const ",
    "channel ",
    "process ",
    "state ",
    "init ",
    "commit ",
    "accept ",
    "assert ",
    "trans ",
    "guard ",
    "sync ",
    "effect ",
    "system async;",
    "system sync;",
    "property ",
    "->",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ";",
    ",",
    "!",
    "?",
    "=",
    "==",
    "not ",
    " and ",
    " imply ",
    "255",
    "-1",
    "4294967295",
    "x",
    "é",
    "/*",
    "//",
];

/// A text with other digits in a few places, which mostly stays a model.
fn renumbered(texts: &[String], random: &mut fastrand::Rng) -> String {
    let mut bytes = texts[random.usize(..texts.len())].clone().into_bytes();
    let digits: Vec<usize> = (0..bytes.len())
        .filter(|&place| bytes[place].is_ascii_digit())
        .collect();
    for _ in 0..random.usize(1..4) {
        if !digits.is_empty() {
            bytes[digits[random.usize(..digits.len())]] = random.u8(b'0'..=b'9');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text changed in a few places, which is mostly no model any more.
fn mutated(texts: &[String], random: &mut fastrand::Rng) -> String {
    let mut bytes = texts[random.usize(..texts.len())].clone().into_bytes();
    for _ in 0..random.usize(1..4) {
        let place = random.usize(..=bytes.len());
        let end = (place + random.usize(..12)).min(bytes.len());
        let word = WORDS[random.usize(..WORDS.len())].bytes();
        match random.u8(..6) {
            0 => drop(bytes.drain(place..end)),
            1 => drop(bytes.splice(place..place, word)),
            2 => drop(bytes.splice(place..end, word)),
            3 => {
                let copied = bytes[place..end].to_vec();
                let target = random.usize(..=bytes.len());
                bytes.splice(target..target, copied);
            }
            4 if place < bytes.len() => bytes[place] = random.u8(b'0'..=b'9'),
            _ => drop(bytes.splice(place..end, [])),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn kept_texts_and_their_mutations_are_read_or_refused_at_a_place() {
    let mut texts = kept();
    assert!(texts.len() >= 8, "{}", texts.len());
    for text in &texts {
        model::check_dve(text);
    }
    texts.extend((0..40).map(random_dve::model));
    let rounds = rounds(20_000, 400_000);
    let mut read = [0; 2];
    for seed in 0..rounds {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = match seed % 2 {
            0 => renumbered(&texts, &mut random),
            _ => mutated(&texts, &mut random),
        };
        let outcome = std::panic::catch_unwind(|| model::check_dve(&text));
        let is_model = outcome.unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        read[usize::from(is_model)] += 1;
    }
    let enough = rounds / 10;
    assert!(
        read.iter().all(|&count| count > enough),
        "lopsided: {read:?}"
    );
}
