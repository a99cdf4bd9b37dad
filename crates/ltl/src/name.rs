//! Names of propositions in the text of a formula: bare where that reads back, else quoted.

use crate::parse::is_plain_name;

/// Appends the name, in double quotes unless it is an identifier or a dotted name that no dialect
/// takes for an operator.
pub(crate) fn push_name(text: &mut String, name: &str) {
    if is_plain_name(name) {
        text.push_str(name);
    } else {
        push_quoted(text, name);
    }
}

/// Appends the name in double quotes.
pub(crate) fn push_quoted(text: &mut String, name: &str) {
    text.push('"');
    for letter in name.chars() {
        if matches!(letter, '"' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push('"');
}

/// The name that a quoted text, quotation marks included, stands for.
pub(crate) fn unquote(quoted: &str) -> String {
    let mut name = String::with_capacity(quoted.len());
    let mut letters = quoted[1..quoted.len() - 1].chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => name.extend(letters.next()),
            _ => name.push(letter),
        }
    }
    name
}
