//! The formulas that others wrote are read, printed and read back.

use lariat_ltl::{Formulas, Notation, Syntax, parse, print};
use lariat_testkit::data;

fn check(text: &str) {
    let mut formulas = Formulas::new();
    let f = parse(&mut formulas, text, Syntax::Spot).unwrap_or_else(|error| {
        panic!("{error} at {:?}: {text:.200}", error.span);
    });
    for (notation, syntax) in [
        (Notation::Spot, Syntax::Spot),
        (Notation::Unicode, Syntax::Spot),
        (Notation::Lbt, Syntax::Lbt),
    ] {
        let printed = print(&formulas, f, notation).expect("a formula without past");
        assert_eq!(parse(&mut formulas, &printed, syntax), Ok(f), "{text:.200}");
    }
}

#[test]
fn every_formula_of_the_collections_is_read() {
    let Some(folder) = data("ltl") else { return };
    let mut count = 0;
    for collection in ["literature", "amba", "genbuf"] {
        for entry in std::fs::read_dir(folder.join(collection)).expect(collection) {
            let path = entry.expect(collection).path();
            if path.extension().is_some_and(|extension| extension == "ltl") {
                let text = std::fs::read_to_string(&path).expect(collection);
                text.lines().filter(|line| !line.is_empty()).for_each(check);
                count += text.lines().count();
            }
        }
    }
    let table = std::fs::read_to_string(folder.join("sat/expected.csv")).expect("a table");
    for row in table.lines().skip(1) {
        check(
            row.splitn(3, ',')
                .nth(2)
                .expect("three columns")
                .trim_matches('"'),
        );
        count += 1;
    }
    assert!(count > 300, "only {count} formulas");
}
