//! Reading what the user names: files, or standard input for `-`.

use std::io::Read;

use anyhow::{Context, Result, bail};

use crate::diagnostics::Located;

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text and what to call it in messages.
#[derive(Default)]
pub(crate) struct Input {
    /// The file's name as the user gave it, or `<stdin>`.
    pub(crate) origin: String,
    /// Its contents, without a byte order mark.
    pub(crate) text: String,
    /// Where a [`char::REPLACEMENT_CHARACTER`] stands for what is not UTF-8.
    pub(crate) not_utf8: Vec<usize>,
}

/// Reads the file named `path`, or standard input for `-`, as UTF-8.
pub(crate) fn read(path: &str) -> Result<Input> {
    let file = read_lossily(path)?;
    match file.not_utf8.first() {
        None => Ok(file),
        Some(&at) => bail!(not_utf8(file.origin, file.text, at)),
    }
}

/// The fault of a text in which a [`char::REPLACEMENT_CHARACTER`] stands for what is no character.
pub(crate) fn not_utf8(origin: String, text: String, at: usize) -> Located {
    Located {
        origin,
        text,
        span: at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
        message: "this is not UTF-8 text".to_owned(),
        help: Some("save the file in the encoding UTF-8".to_owned()),
    }
}

/// Reads like [`read`], with [`char::REPLACEMENT_CHARACTER`] for whatever is not UTF-8.
pub(crate) fn read_lossily(path: &str) -> Result<Input> {
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
        origin,
        text,
        not_utf8,
    })
}

fn read_bytes(path: &str) -> Result<(String, Vec<u8>)> {
    if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        return Ok(("<stdin>".to_owned(), bytes));
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
    Ok((path.to_owned(), bytes))
}
