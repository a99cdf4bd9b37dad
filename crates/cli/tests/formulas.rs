//! `lariat translate`, `classify`, `convert` and `generate`, as a user types them: answers, and
//! faults shown at their place.

mod common;

use common::check;

/// Checks that the fault of a formula is shown: what it is, its line and column, the line, a mark
/// below it, and what to do.
#[track_caller]
fn check_fault(command: &[&str], formula: &str, message: &str, place: &str, help: &str) {
    let (out, err) = check(&[command, &[formula]].concat(), "", 2);
    assert_eq!(out, "", "{formula}");
    for expected in [message, place, formula, "╰─", help] {
        assert!(err.contains(expected), "{expected:?} is missing:\n{err}");
    }
}

#[test]
fn faults_of_formulas_are_located_with_a_suggestion() {
    let quotes = "write it in double quotes";
    for command in [&["translate"], &["classify"]] {
        for (formula, message, place, help) in [
            ("(a U b", "`(` is never closed", ":1:1", "close it with `)`"),
            ("G(a))", "`)` closes nothing", ":1:5", "remove it"),
            ("a $ b", "unknown operator `$`", ":1:3", "double quotes"),
            ("a = b", "unknown operator `=`", ":1:3", "mean `==`"),
            ("a b", "an operator before `b`", ":1:3", "operators are"),
            ("a U", "a formula after `U`", ":1:4", quotes),
            ("a & | b", "a formula after `&`", ":1:5", "or remove it"),
            ("& b", "a formula before `&`", ":1:1", "or remove it"),
            ("", "found nothing", ":1:1", "such as G("),
            ("()", "between the parentheses", ":1:", "between them"),
            ("U & a", "a formula before `U`", ":1:1", quotes),
            ("G -> a", "a formula after `G`", ":1:3", quotes),
        ] {
            check_fault(command, formula, message, place, help);
        }
    }
}

#[test]
fn faults_of_prefix_notation_are_located_too() {
    let lbt = ["translate", "--syntax", "lbt"];
    let two = "`U` takes two operands, found one operand";
    check_fault(&lbt, "U p0", two, ":1:1", "U p0 p1");
    let none = "`G` takes one operand, found none";
    check_fault(&lbt, "& p0 G", none, ":1:6", "before its operands");
    let more = "the formula is complete before `p1`";
    check_fault(&lbt, "p0 p1", more, ":1:4", "join two formulas");
}

#[test]
fn a_proposition_may_be_named_like_an_operator_in_quotes() {
    let (out, _) = check(&["translate", r#"G("U" -> F "G")"#], "", 0);
    assert!(out.contains(r#"AP: 2 "U" "G""#), "{out}");
}

#[test]
fn a_file_with_bad_lines_is_answered_as_far_as_possible() {
    let file: &[u8] = b"G a\n# a comment\na U\n\n(b\nF c\nF \xff\n& d\nGF e";
    let (out, err) = check(&["translate", "--format", "stats", "-F", "-"], file, 2);
    let formulas: Vec<&str> = out
        .lines()
        .skip(1)
        .map(|row| &row[..row.find(',').expect("columns")])
        .collect();
    assert_eq!(formulas, ["G a", "F c", "GF e"]);
    for place in [":3:4", ":5:1", ":7:3", ":8:1"] {
        assert!(err.contains(&format!("<stdin>{place}")), "{place}:\n{err}");
    }
    assert_eq!(err.matches("Help").count(), 4, "{err}");
    let (out, _) = check(&["classify", "-F", "-", "--format", "json"], file, 2);
    assert_eq!(out.lines().count(), 3, "{out}");
}

#[test]
fn what_is_not_utf8_is_located() {
    let (out, err) = check(&["translate", "-F", "-"], &b"G a\nF b\xff"[..], 2);
    assert_eq!(
        out.matches("HOA: v1").count(),
        1,
        "the first line is answered"
    );
    assert!(
        err.contains("not UTF-8") && err.contains("<stdin>:2:4"),
        "{err}"
    );
    let (_, err) = check(&["convert", "-"], &b"HOA: v1\n\xff"[..], 2);
    assert!(
        err.contains("not UTF-8") && err.contains("<stdin>:2:1"),
        "{err}"
    );
}

#[test]
fn without_a_formula_there_is_a_word_of_advice() {
    for command in ["translate", "classify"] {
        let (_, err) = check(&[command], "", 2);
        assert!(err.contains("no formula given"), "{err}");
        let (_, err) = check(&[command, "-F", "no such file"], "", 2);
        assert!(err.contains("cannot read no such file"), "{err}");
    }
}

/// n pairs of strong fairness, each GF p -> GF q.
fn strong_fairness(n: usize) -> String {
    let pairs: Vec<String> = (0..n).map(|i| format!("(GF p{i} -> GF q{i})")).collect();
    pairs.join(" & ")
}

#[test]
fn fairness_beyond_the_limit_is_refused_in_words_and_the_rest_answered() {
    let file = format!("{}\n{}\nG a\n", strong_fairness(2), strong_fairness(20));
    let streett = ["translate", "--acceptance", "streett", "-F", "-"];
    let (out, err) = check(&streett, file.as_str(), 3);
    assert_eq!(out.matches("--END--").count(), 2, "{out}");
    assert!(err.contains("spelling out"), "{err}");
    assert!(err.contains("<stdin>:2:1"), "{err}");
    // Its figures need no spelling out.
    let stats = [&streett[..], &["--format", "stats"]].concat();
    let (out, _) = check(&stats, file.as_str(), 0);
    let row = out.lines().nth(2).expect("a row");
    assert!(row.contains(",1,1,40,true,strong,"), "{row}");
}

#[test]
fn strong_fairness_is_one_state_however_many_pairs() {
    let pairs: Vec<String> = (1..=200).step_by(13).map(strong_fairness).collect();
    let arguments = ["translate", "--acceptance", "streett", "--format", "stats"];
    let (out, _) = check(
        &[&arguments[..], &["-F", "-"]].concat(),
        pairs.join("\n"),
        0,
    );
    for (row, n) in out.lines().skip(1).zip((1..=200).step_by(13)) {
        assert!(row.contains(&format!(",1,1,{},", 2 * n)), "{n}: {row}");
    }
}

#[test]
fn both_routes_and_every_kind_of_automaton_come_back_through_convert() {
    let formula = "(GF a -> GF b) & (c U d)";
    for route in ["tableau", "alternating"] {
        for kind in ["tgba", "buchi", "gba", "streett"] {
            let translate = ["translate", "--translation", route, "--acceptance", kind];
            let (hoa, _) = check(&[&translate[..], &[formula]].concat(), "", 0);
            let (again, _) = check(&["convert", "-"], hoa.as_str(), 0);
            assert_eq!(again, hoa, "{route} {kind}");
            for to in ["tgba", "buchi", "gba", "streett"] {
                let (converted, _) = check(&["convert", "-", "--to", to], hoa.as_str(), 0);
                assert!(converted.ends_with("--END--\n"), "{kind} to {to}");
            }
        }
    }
}

#[test]
fn a_stream_of_a_thousand_automata_is_converted() {
    let formulas: Vec<String> = (0..1000)
        .map(|i| format!("G(p{i} -> F q{}) & GF r", i % 7))
        .collect();
    let (stream, _) = check(&["translate", "-F", "-"], formulas.join("\n"), 0);
    assert_eq!(stream.matches("HOA: v1").count(), 1000);
    let (again, _) = check(&["convert", "-"], stream.as_str(), 0);
    assert_eq!(again, stream);
}

#[test]
fn automata_that_cannot_be_read_are_reported_and_the_others_converted() {
    let (good, _) = check(&["translate", "GF a"], "", 0);
    let alternating = "HOA: v1\nStates: 1\nStart: 0&0\nAP: 0\nAcceptance: 0 t\n--BODY--\nState: 0\n[t] 0\n--END--\n";
    let stream = format!("{good}{alternating}{good}");
    let (out, err) = check(&["convert", "-"], stream.as_str(), 2);
    assert_eq!(out, format!("{good}{good}"));
    assert!(err.contains("alternat") && err.contains("╰─"), "{err}");
    let (_, err) = check(&["convert", "-"], "", 2);
    assert!(err.contains("holds no automaton"), "{err}");
}

#[test]
fn every_format_is_written() {
    for (format, beginning) in [
        ("hoa", "HOA: v1"),
        ("dot", "digraph"),
        ("svg", "<?xml"),
        ("never", "never {"),
        ("lbtt", ""),
        (
            "stats",
            "formula,states,edges,acceptance_sets,deterministic,strength,time_s",
        ),
    ] {
        let buchi = ["translate", "--acceptance", "buchi", "--format", format];
        let (out, _) = check(&[&buchi[..], &["a U b"]].concat(), "", 0);
        assert!(
            out.starts_with(beginning) && !out.is_empty(),
            "{format}: {out}"
        );
    }
    let stage = [
        "translate",
        "--stage",
        "alternating",
        "--format",
        "dot",
        "a U b",
    ];
    assert!(check(&stage, "", 0).0.starts_with("digraph"));
    let stage = ["translate", "--stage", "alternating", "a U b"];
    assert!(check(&stage, "", 2).1.contains("--format dot or svg"));
}

#[test]
fn classes_are_exact() {
    let (out, _) = check(&["classify", "--format", "json", "(a U b) | G a"], "", 0);
    let expected = r#"{"formula":"(a U b) | G a","syntactic":"obligation","exact":"safety","stutter_invariant":true,"simplified":"a W b"}"#;
    assert_eq!(out.trim_end(), expected);
    let (out, _) = check(&["classify", "X a"], "", 0);
    assert!(out.contains("stutter-invariant  no"), "{out}");
}

#[test]
fn what_is_generated_can_be_translated() {
    let (list, _) = check(&["generate"], "", 0);
    for line in list.lines() {
        let name = line.split_whitespace().next().expect("a name");
        let (formula, _) = check(&["generate", name, "2"], "", 0);
        check(
            &["translate", "--format", "stats", formula.trim_end()],
            "",
            0,
        );
    }
}

#[test]
fn families_that_there_are_not_are_faults() {
    for (arguments, message) in [
        (&["generate", "no-such", "2"][..], "no family `no-such`"),
        (&["generate", "and-gf"][..], "needs a number"),
        (&["generate", "and-gf", "minus"][..], "invalid"),
        (&["generate", "dac", "1000"][..], "1000"),
    ] {
        let (out, err) = check(arguments, "", 2);
        assert_eq!(out, "");
        assert!(err.contains(message), "{err}");
    }
}

#[test]
fn operators_of_ctl_and_names_of_files_get_advice() {
    let (_, err) = check(&["classify", "AG p"], "", 2);
    assert!(
        err.contains("`AG` is CTL") && err.contains("write `G`"),
        "{err}"
    );
    let (_, err) = check(&["translate", "q & EF(p)"], "", 2);
    assert!(
        err.contains("`EF` is CTL") && err.contains("`G !p` is violated"),
        "{err}"
    );
    let (_, err) = check(&["classify", "AG & p"], "", 0);
    assert_eq!(err, "", "it is a name there");
    let (_, err) = check(&["classify", "Cargo.toml"], "", 0);
    assert!(err.contains("did you mean `-F Cargo.toml`"), "{err}");
    let (_, err) = check(&["classify", "tests/formulas.rs"], "", 2);
    assert!(err.contains("did you mean `-F tests/formulas.rs`"), "{err}");
}
