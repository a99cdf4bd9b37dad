//! What others published.

use lariat_automata::hoa::{self, HoaErrorKind};

use super::{data, file_name, line, read_all, read_file, read_one};

#[test]
fn the_examples_of_the_format_are_read_but_the_alternating_one() {
    for path in data("spec").unwrap_or_default() {
        let results = read_all(&read_file(&path));
        assert_eq!(results.len(), 1, "{path:?}");
        match &results[0] {
            Ok(automaton) => {
                let again = read_one(&hoa::write(automaton));
                assert_eq!(again.automaton, automaton.automaton, "{path:?}");
            }
            Err(error) => {
                assert_eq!(file_name(&path), "v1-aut11.hoa", "{error}");
                assert_eq!(error.kind, HoaErrorKind::Alternating);
            }
        }
    }
}

/// Cases with line directives, of other formats, or of later versions.
const NOT_OURS: [&str; 7] = ["002", "003", "004", "012", "013", "018", "019"];

#[test]
fn the_parser_cases_of_others_agree() {
    let mut checked = 0;
    for path in data("parse").unwrap_or_default() {
        let name = file_name(&path);
        if !name.ends_with(".aut") || NOT_OURS.contains(&&name[..3]) {
            continue;
        }
        let text = read_file(&path);
        let expected = read_file(&path.with_extension("expected"));
        let results = read_all(&text);
        if name.contains(".err.") {
            let first = results.iter().find_map(|result| result.as_ref().err());
            let first = first.unwrap_or_else(|| panic!("{name} has a fault"));
            let place = expected.trim_start_matches("input:");
            let expected_line: usize = place.split('.').next().unwrap().parse().unwrap();
            assert_eq!(
                line(&text, first.span.start),
                expected_line,
                "{name}: {first}"
            );
        } else if expected.starts_with("HOA:") {
            let expected = read_all(&expected);
            assert_eq!(results.len(), expected.len(), "{name}");
            for (found, expected) in results.iter().zip(&expected) {
                let [found, expected] = [found, expected].map(|r| r.as_ref().expect("valid"));
                assert_eq!(found.automaton, expected.automaton, "{name}");
            }
        } else {
            assert!(results.iter().all(Result::is_ok), "{name}");
            assert_eq!(results.len(), expected.lines().count(), "{name}");
        }
        checked += 1;
    }
    assert!(checked == 0 || checked == 13, "{checked}");
}

#[test]
fn the_survivor_of_aborted_automata_is_read() {
    let text = "HOA: v1 --ABORT-- HOA: v1 Acceptance: 1 Inf(0) --BODY-- State: 0 {--ABORT--
        HOA: v1 name: \"survivor\" Acceptance: 0 t --BODY-- --END--";
    let results = read_all(text);
    let kinds: Vec<_> = results
        .iter()
        .map(|r| r.as_ref().err().map(|e| &e.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            Some(&HoaErrorKind::Aborted),
            Some(&HoaErrorKind::Aborted),
            None
        ]
    );
    let survivor = results[2].as_ref().unwrap();
    assert_eq!(survivor.automaton.name.as_deref(), Some("survivor"));
}
