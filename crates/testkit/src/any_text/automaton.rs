//! What must hold of the readers on any text; the fuzz targets check the same.

use std::ops::Range;

use lariat_automata::{Explicit, hoa, lbtt, never};

/// Checks the reader of the Hanoi format: errors lie in the text, what is read can be written and read
/// back, and nothing is read twice.  Tells how many automata were read and how many had a fault.
pub fn check_hoa(text: &str) -> (usize, usize) {
    let (mut read, mut faulty) = (0, 0);
    for result in hoa::read(text) {
        match result {
            Ok(automaton) => {
                read += 1;
                let written = hoa::write(&automaton);
                let mut again = hoa::read(&written);
                let same = again.next().expect("an automaton").expect("no fault");
                assert_eq!(same.automaton, automaton.automaton, "{written}");
                assert!(again.next().is_none(), "{written}");
            }
            Err(error) => {
                faulty += 1;
                check_span(text, &error.span, &error.to_string());
            }
        }
    }
    assert!(
        read + faulty <= text.len() / 4 + 1,
        "more automata than the text has room for"
    );
    (read, faulty)
}

/// The same for never claims; tells whether the text was read.
pub fn check_never(text: &str) -> bool {
    match never::read(text) {
        Ok(automaton) => {
            let written = never::write(&automaton).expect("a Büchi automaton");
            let again = never::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
            check_same_shape(&automaton, &again, &written);
            true
        }
        Err(error) => {
            check_span(text, &error.span, &error.to_string());
            false
        }
    }
}

/// The same for LBTT's format.
pub fn check_lbtt(text: &str) -> bool {
    match lbtt::read(text) {
        Ok(automaton) => {
            let written = lbtt::write(&automaton).expect("generalized Büchi");
            let again = lbtt::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
            if automaton.initial.len() == 1 {
                check_same_shape(&automaton, &again, &written);
            }
            true
        }
        Err(error) => {
            check_span(text, &error.span, &error.to_string());
            false
        }
    }
}

fn check_span(text: &str, span: &Range<usize>, message: &str) {
    assert!(
        text.get(span.clone()).is_some(),
        "{span:?} of {} bytes: {message}",
        text.len()
    );
    assert!(!message.is_empty());
}

/// Formats that number states and propositions anew keep how many there are.
fn check_same_shape(one: &Explicit, other: &Explicit, written: &str) {
    assert_eq!(one.state_count(), other.state_count(), "{written}");
    assert_eq!(
        one.transition_count(),
        other.transition_count(),
        "{written}"
    );
}
