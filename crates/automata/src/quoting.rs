//! Texts between double quotes, in which a backslash stands for the character that follows it.

/// The text as it stands between quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text in quotes.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

/// What stands between quotes means.
pub(crate) fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        result.extend(if c == '\\' {
            characters.next()
        } else {
            Some(c)
        });
    }
    result
}

/// The string at the beginning of a text that begins with a quote: what stands between the quotes;
/// `None` if it is not closed.
pub(crate) fn leading_string(text: &str) -> Option<&str> {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return Some(&text[1..offset]),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}
