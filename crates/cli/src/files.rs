//! Files that a command writes.
//!
//! A file is written beside its place and then put there, so that whoever looks sees the older file or
//! the whole new one: a disk that is full, or a limit, leaves the older one as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::diagnostics;
use crate::exit::Exit;

/// The file that is being written, under its name for the time being.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes a file; says why if that is impossible.
pub(crate) fn save(path: &str, text: impl AsRef<[u8]>) -> Exit {
    match put(Path::new(path), |file| file.write_all(text.as_ref())) {
        Ok(()) => Exit::Done,
        Err(reason) => unwritten(path, &reason),
    }
}

/// Says why a file cannot be written.
pub(crate) fn unwritten(path: &str, reason: &io::Error) -> Exit {
    diagnostics::error(&format!("cannot write {path}: {reason}"));
    Exit::Unwritten
}

/// Removes what is left of a file that will not be finished.
pub(crate) fn abandon() {
    if let Some(path) = note(None) {
        // Nobody is left to hear of a failure.
        let _ = fs::remove_file(path);
    }
}

fn note(unfinished: Option<PathBuf>) -> Option<PathBuf> {
    let mut noted = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut noted, unfinished)
}

/// Writes a file piece by piece, or leaves everything as it was.
pub(crate) fn put<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    // Behind a link, the file itself is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older = fs::metadata(&path).ok();
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        // A device or a pipe has no older content, and is not replaced.
        return fill(OpenOptions::new().write(true).open(&path)?, write);
    }
    if older.is_some() {
        // What may not be written is not replaced either.
        OpenOptions::new().append(true).open(&path)?;
    }
    let beside = beside(&path)?;
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)?;
    note(Some(beside.clone()));
    let written = fill(file, write).and_then(|()| {
        if let Some(older) = older {
            fs::set_permissions(&beside, older.permissions())?;
        }
        Ok(fs::rename(&beside, &path)?)
    });
    match written {
        Ok(()) => drop(note(None)),
        Err(_) => abandon(),
    }
    written
}

/// A name for the time being, in the same folder.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    let mut beside = name.to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    Ok(path.with_file_name(beside))
}

fn fill<E: From<io::Error>>(
    file: File,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut file = BufWriter::new(file);
    write(&mut file)?;
    Ok(file.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lariat-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    #[test]
    fn an_older_file_survives_a_failure() {
        let folder = folder("files");
        let path = folder.join("a");
        put(&path, |file| file.write_all(b"old")).unwrap();
        let full = |file: &mut dyn Write| {
            file.write_all(b"new")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        };
        assert!(put(&path, full).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        put(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let left = fs::read_dir(&folder).unwrap().count();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, 1, "nothing is left beside");
    }

    #[test]
    #[cfg(unix)]
    fn links_lead_to_what_is_written_and_its_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("links");
        let (path, link) = (folder.join("a"), folder.join("b"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        put(&link, |file| file.write_all(b"new")).unwrap();
        let (text, mode) = (fs::read(&path), fs::metadata(&path).unwrap().permissions());
        let is_link = fs::symlink_metadata(&link).unwrap().is_symlink();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text.unwrap(), b"new");
        assert_eq!(mode.mode() & 0o777, 0o640);
        assert!(is_link);
    }
}
