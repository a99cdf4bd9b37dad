//! JSON for people and programs: one field per line, short lists on one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// A list whose text is longer than this has a line for each element.
const LONGEST_LINE: usize = 80;

/// Writes a document, and ends the line.
///
/// # Errors
/// When the output fails.
pub(crate) fn write(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", text(document)?)
}

/// A document as text.
///
/// # Errors
/// When it is no JSON.
pub(crate) fn text(document: &impl Serialize) -> io::Result<String> {
    let mut text = String::new();
    print(&serde_json::to_value(document)?, 0, &mut text);
    Ok(text)
}

/// Prints a value whose lines after the first are so far to the right.  Documents nest a few levels deep, and so does this.
fn print(value: &Value, indent: usize, out: &mut String) {
    let begin = |out: &mut String, more: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent + more));
    };
    match value {
        Value::Array(values) if !values.is_empty() => {
            let line = on_one_line(values).filter(|line| line.len() <= LONGEST_LINE);
            if let Some(line) = line {
                return out.push_str(&line);
            }
            out.push('[');
            for (number, value) in values.iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                begin(out, 2);
                print(value, indent + 2, out);
            }
            begin(out, 0);
            out.push(']');
        }
        Value::Object(fields) if !fields.is_empty() => {
            out.push('{');
            for (number, (name, value)) in fields.iter().enumerate() {
                out.push_str(if number > 0 { "," } else { "" });
                begin(out, 2);
                out.push_str(&format!("{}: ", Value::from(name.as_str())));
                print(value, indent + 2, out);
            }
            begin(out, 0);
            out.push('}');
        }
        simple => out.push_str(&simple.to_string()),
    }
}

/// The elements of a list side by side, if each of them is simple.
fn on_one_line(values: &[Value]) -> Option<String> {
    let is_simple = |value: &Value| !(value.is_array() || value.is_object());
    let texts: Vec<String> = values.iter().map(Value::to_string).collect();
    let line = format!("[{}]", texts.join(", "));
    values.iter().all(is_simple).then_some(line)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_lists_are_on_one_line() {
        let document = json!({"a": [1, 2, "x"], "b": [], "c": {}, "d": [[1], {"e": null}], "f": vec![1000; 30]});
        let text = text(&document).unwrap();
        assert!(
            text.contains("\n  \"a\": [1, 2, \"x\"],\n  \"b\": [],\n  \"c\": {},\n"),
            "{text}"
        );
        assert!(
            text.contains("\n  \"d\": [\n    [1],\n    {\n      \"e\": null\n    }\n  ],\n"),
            "{text}"
        );
        assert_eq!(
            text.lines().filter(|line| line.contains("1000")).count(),
            30
        );
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), document);
    }
}
