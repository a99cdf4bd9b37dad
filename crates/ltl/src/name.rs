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

/// The name that a quoted text, quotation marks included, stands for; none if it has none.
///
/// ```
/// use lariat_ltl::unquote;
/// assert_eq!(unquote(r#""say \"a\"""#).as_deref(), Some(r#"say "a""#));
/// assert_eq!(unquote("a"), None);
/// ```
pub fn unquote(quoted: &str) -> Option<String> {
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let mut name = String::with_capacity(inside.len());
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => name.extend(letters.next()),
            _ => name.push(letter),
        }
    }
    Some(name)
}
