//! Reading what the user names: files, or standard input for `-`.

use std::io::Read;

use anyhow::{Context, Result, bail};

use crate::diagnostics::Located;

/// A text and what to call it in messages.
pub(crate) struct Input {
    /// The file's name as the user gave it, or `<stdin>`.
    pub(crate) origin: String,
    /// Its contents.
    pub(crate) text: String,
}

/// Reads the file named `path`, or standard input for `-`, as UTF-8.
pub(crate) fn read(path: &str) -> Result<Input> {
    let (origin, bytes) = read_bytes(path)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input { origin, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            bail!(not_utf8(origin, text, at))
        }
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
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Input { origin, text })
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
