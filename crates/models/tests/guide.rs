//! The guide's lists of model formats, against the table of formats.

use std::path::Path;

use lariat_models::FORMATS;

fn chapter(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(docs.join(name)).expect("the guide is there")
}

/// Each format with the endings of its files, as a row of a table begins.
fn rows() -> Vec<String> {
    let row = |endings: &[&str], name: &str| {
        let endings: Vec<String> = endings
            .iter()
            .map(|ending| format!("`.{ending}`"))
            .collect();
        format!("| `{name}` | {} |", endings.join(", "))
    };
    let formats = FORMATS.iter();
    formats
        .map(|format| row(format.extensions(), format.name()))
        .collect()
}

#[test]
fn the_chapter_on_formats_lists_all_of_them() {
    let text = chapter("formats.md");
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("| `--input` | files |"));
    let table: Vec<&str> = lines
        .by_ref()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let rows = rows();
    assert_eq!(table.len(), rows.len(), "{table:?}");
    for (line, row) in table.iter().zip(rows) {
        assert!(line.starts_with(&row), "{line}: {row}");
    }
}

#[test]
fn the_chapter_on_questions_names_all_endings() {
    let text = chapter("check.md");
    let start = text
        .find("The model is in the language")
        .expect("it says what a model is");
    let paragraph = text[start..].split("\n\n").next().expect("a paragraph");
    let named = paragraph
        .split("(.")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'));
    let named: Vec<&str> = named.map(|(ending, _)| ending).collect();
    let formats = FORMATS.iter();
    let endings: Vec<&str> = formats
        .flat_map(|format| format.extensions().iter().copied())
        .collect();
    assert_eq!(named, endings);
}
