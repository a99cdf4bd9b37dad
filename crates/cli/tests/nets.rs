//! Nets as a user meets them: faults at their place, the contest's lines, undecided where a limit comes first.

mod common;

use std::path::{Path, PathBuf};

const NET: &str = r#"<pnml><net id="n" type="ptnet">
<place id="left"><initialMarking><text>2</text></initialMarking></place><place id="right"/>
<transition id="go"/><arc source="left" target="go"/><arc source="go" target="right"/>
</net></pnml>"#;

const UNBOUNDED: &str = r#"<pnml><net id="n" type="ptnet">
<place id="p"/><transition id="t"/><arc source="t" target="p"/></net></pnml>"#;

/// A formula of the contest: in all paths, the operators around "tokens of this place are at most the number".
fn formula(id: &str, operators: [&str; 2], place: &str, number: u32) -> String {
    let [outer, inner] = operators;
    format!(
        "<property><id>{id}</id><formula><all-paths><{outer}><{inner}><integer-le>
         <tokens-count><place>{place}</place></tokens-count><integer-constant>{number}</integer-constant>
         </integer-le></{inner}></{outer}></all-paths></formula></property>"
    )
}

/// A file of this name and text.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the file can be written");
    path
}

#[track_caller]
fn lariat(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = common::lariat(arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let code = output.status.code().expect("no signal ended it");
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn the_contest_gets_a_line_for_each_formula() {
    let formulas = [
        formula("f-0", ["globally", "finally"], "left", 0),
        formula("f-1", ["globally", "negation"], "right", 1),
        formula("f-2", ["next", "globally"], "left", 1),
    ];
    let set = file(
        "three.xml",
        &format!("<property-set>{}</property-set>", formulas.concat()),
    );
    let set = set.to_str().expect("the path is UTF-8");
    let lines = |more: &[&str]| {
        let mut arguments = vec![
            "check", "-", "--input", "pnml", "--mcc", set, "--format", "mcc",
        ];
        arguments.extend(more);
        lariat(&arguments, NET)
    };
    let (code, out, _) = lines(&[]);
    let verdicts: Vec<String> = out
        .lines()
        .map(|line| {
            line.split_whitespace()
                .take(4)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let expected = [
        "FORMULA f-0 TRUE TECHNIQUES",
        "FORMULA f-1 FALSE TECHNIQUES",
        "FORMULA f-2 TRUE TECHNIQUES",
    ];
    assert_eq!((code, &verdicts[..]), (1, &expected.map(str::to_owned)[..]));
    let (code, out, _) = lines(&["--property", "f-2"]);
    assert_eq!((code, out.lines().count()), (0, 1), "{out}");
    let (code, out, _) = lines(&["--property", "f-0", "--max-states", "1"]);
    assert_eq!((code, out.as_str()), (3, "FORMULA f-0 CANNOT_COMPUTE\n"));
    let (code, _, err) = lines(&["--property", "f-3"]);
    assert!(code == 2 && err.contains("f-3"), "{err}");
}

#[test]
fn an_unbounded_net_is_undecided_at_the_memory_limit() {
    let limit = ["--input", "pnml", "--memory", "60M"];
    let (code, _, err) = lariat(&[&["explore", "-"], &limit[..]].concat(), UNBOUNDED);
    assert_eq!(code, 3, "{err}");
    let question = ["check", "-", "--ltl", "G \"p >= 0\" & G(p < 4000000000)"];
    let (code, out, err) = lariat(&[&question[..], &limit].concat(), UNBOUNDED);
    assert!(code == 3 && out.contains("undecided"), "{out}{err}");
}

#[test]
fn faults_are_shown_at_their_place() {
    let cases = [
        (NET.replace("\"ptnet\"", "\"symmetricnet\""), "", "coloured"),
        (NET.replace("<text>2", "<text>-2"), "", "-2"),
        (NET.to_owned(), "G(lefft >= 1)", "did you mean `left`?"),
        (NET.to_owned(), "F fireable(og)", "did you mean `go`?"),
    ];
    for (net, ltl, said) in cases {
        let ltl = if ltl.is_empty() { "GF left" } else { ltl };
        let (code, _, err) = lariat(&["check", "-", "--input", "pnml", "--ltl", ltl], &net);
        assert!(code == 2 && err.contains(said), "{code}: {err}");
    }
    let set = file(
        "unknown.xml",
        &format!(
            "<property-set>{}</property-set>",
            formula("f", ["next", "next"], "rihgt", 1)
        ),
    );
    let set = set.to_str().expect("the path is UTF-8");
    let (code, _, err) = lariat(&["check", "-", "--input", "pnml", "--mcc", set], NET);
    assert!(code == 2 && err.contains("did you mean `right`?"), "{err}");
    let (code, _, err) = lariat(
        &["check", "-", "--input", "dve", "--mcc", set],
        "process P { state q; init q; } system async;",
    );
    assert!(code == 2 && err.contains("about nets"), "{err}");
}

#[test]
fn exploration_tells_the_bounds() {
    let (code, out, _) = lariat(
        &["explore", "-", "--input", "pnml", "--format", "json"],
        NET,
    );
    assert_eq!(code, 0, "{out}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("it is JSON");
    let expected = serde_json::json!({"place": 2, "marking": 2});
    assert_eq!(report["bounds"], expected);
    let text = lariat(&["explore", "-", "--input", "pnml"], NET).1;
    assert!(
        text.contains("2 tokens in a place, 2 in a marking"),
        "{text}"
    );
}
