//! Reading what the user names: files, or standard input for `-`.

use std::io::Read;

use anyhow::{Context, Result, bail};

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
            let line = error.as_bytes()[..at]
                .iter()
                .filter(|&&b| b == b'\n')
                .count()
                + 1;
            bail!(
                "{origin} is not UTF-8 text: byte {at}, in line {line}, is not part of a character"
            )
        }
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
