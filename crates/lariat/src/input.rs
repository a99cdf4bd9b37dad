//! Reading what the user names: files, or standard input for `-`.

use std::io::Read;

use lariat_diagnostics::{Diagnostic, Diagnostics, Text};

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The name of what is read from standard input.
pub const STDIN: &str = "<stdin>";

/// A text that was read, without a byte order mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Input {
    /// The text; its origin is the file's name as the user gave it, or `<stdin>`.
    pub text: Text,
    /// Where a [`char::REPLACEMENT_CHARACTER`] stands for what is not UTF-8.
    pub not_utf8: Vec<usize>,
}

/// Reads the file named `path`, or standard input for `-`, as UTF-8.
///
/// # Errors
/// When it cannot be read, or is no such text.
pub fn read(path: &str) -> Result<Input, Diagnostics> {
    let input = read_lossily(path)?;
    match input.not_utf8.first() {
        None => Ok(input),
        Some(&at) => Err(not_utf8(&input.text, at).into()),
    }
}

/// The fault of a text in which a [`char::REPLACEMENT_CHARACTER`] stands for what is no character.
pub fn not_utf8(text: &Text, at: usize) -> Diagnostic {
    let span = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
    let fault = text.error(span, "this is not UTF-8 text");
    fault.with_help("save the file in the encoding UTF-8")
}

/// Reads like [`read`], with [`char::REPLACEMENT_CHARACTER`] for whatever is not UTF-8.
///
/// # Errors
/// When it cannot be read.
pub fn read_lossily(path: &str) -> Result<Input, Diagnostics> {
    let (origin, bytes) = read_bytes(path)?;
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes);
    let mut text = String::with_capacity(bytes.len());
    let mut not_utf8 = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            not_utf8.push(text.len());
            text.push(char::REPLACEMENT_CHARACTER);
        }
    }
    Ok(Input {
        text: Text::new(origin, text),
        not_utf8,
    })
}

fn read_bytes(path: &str) -> Result<(&str, Vec<u8>), Diagnostics> {
    if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().read_to_end(&mut bytes);
        return match read {
            Ok(_) => Ok((STDIN, bytes)),
            Err(error) => {
                Err(Diagnostic::error(format!("cannot read standard input: {error}")).into())
            }
        };
    }
    let cannot = |error| Diagnostic::error(format!("cannot read {path}: {error}"));
    Ok((path, std::fs::read(path).map_err(cannot)?))
}
