//! No function is longer than a screen.
//!
//! The sources are formatted by rustfmt, so a function begins on a line that says `fn` and ends with the
//! next brace that is indented as that line is: there is no need for a parser.

use crate::{assert_none, files, packages, read, short};

/// The most lines that a function may have, from its name to its last brace.
const MOST: usize = 60;

/// Words that may stand before `fn`.
const QUALIFIERS: [&str; 5] = ["const", "async", "unsafe", "extern", "default"];

/// The name of the function that begins on this line.
fn name(line: &str) -> Option<&str> {
    let (before, after) = line.trim_start().split_once("fn ")?;
    let is_qualifier =
        |word: &str| QUALIFIERS.contains(&word) || word.starts_with("pub") || word.starts_with('"');
    if !before.split_whitespace().all(is_qualifier) {
        return None;
    }
    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some(&after[..end]).filter(|name| !name.is_empty())
}

/// The functions of a source: names, numbers of their first lines, counts of their lines.
fn functions(text: &str) -> Vec<(&str, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let Some(name) = name(line) else { continue };
        let count = if line.ends_with(['}', ';']) {
            1
        } else {
            let indent = &line[..line.len() - line.trim_start().len()];
            let is_last = |line: &&str| {
                let rest = line.strip_prefix(indent);
                rest.is_some_and(|rest| rest == "}" || rest.starts_with(')') && rest.ends_with(';'))
            };
            let rest = lines[first..].iter().position(is_last);
            1 + rest.unwrap_or_else(|| panic!("{name} does not end"))
        };
        found.push((name, first + 1, count));
    }
    found
}

#[test]
fn the_lines_of_functions_are_counted() {
    let text = "\
impl A {
    pub(crate) const fn one(&self) -> u8 { 1 }
    fn declared(
        &self,
    ) -> u8;
    async fn three() {
        if true {}
    }
    const FUNCTION: fn() = three;
    unsafe extern \"C\" fn of_five<T>()
    where
        T: Copy,
    {
    }
}
";
    let found = functions(text);
    let expected = [
        ("one", 2, 1),
        ("declared", 3, 3),
        ("three", 6, 3),
        ("of_five", 10, 5),
    ];
    assert_eq!(found, expected);
}

#[test]
fn no_function_is_longer_than_a_screen() {
    let (mut count, mut wrong) = (0, Vec::new());
    for package in packages() {
        for path in files(&package.join("src"), &["rs"]) {
            let text = read(&path);
            for (name, line, lines) in functions(&text) {
                count += 1;
                if lines > MOST {
                    wrong.push(format!("{}:{line}: {name}, {lines} lines", short(&path)));
                }
            }
        }
    }
    assert!(count > 1000, "only {count} functions were found");
    assert_none(&wrong, &format!("functions of more than {MOST} lines"));
}
