//! A regular file that is replaced as a whole: its readers see the old text or the new one.
//!
//! It is checked before anything is measured. The new text goes to a file of its own in the same folder, which then takes the name.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use fiord_host::root::Root;
use fiord_messages::{Lang, session as messages};

use crate::safety::check_unused;

/// Names that are tried for the new text; one that is taken was left by a process that was killed.
const MOST_TRIES: u32 = 100;

/// The file, which need not exist yet.
#[derive(Debug)]
pub struct WholeFile {
    /// Without links, so that the file is replaced and not a link to it.
    path: PathBuf,
}

impl WholeFile {
    /// Checks that the file can be replaced. What it holds stays until [`WholeFile::write`].
    ///
    /// # Errors
    /// It is not a regular file or is in use as a device, or no file can be created in its directory.
    pub fn open(path: &Path) -> io::Result<Self> {
        let path = match path.canonicalize() {
            // A link that leads nowhere is refused, for it would be replaced.
            Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                path.to_owned()
            }
            other => other?,
        };
        check_replaceable(&path)?;
        // Gone again at once: it shows that the folder takes one.
        drop(NewText::create(&path)?);
        Ok(Self { path })
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// What the folder or the new file says; the old file is as it was.
    pub fn write(&self, text: &str) -> io::Result<()> {
        let mut new = NewText::create(&self.path)?;
        new.file.write_all(text.as_bytes())?;
        new.file.sync_data()?;
        // Another file may have the name by now.
        check_replaceable(&self.path)?;
        fs::rename(&new.path, &self.path)?;
        new.has_its_name = true;
        Ok(())
    }
}

/// A file that a loop device or swap uses must not be replaced: its data would lose its name, and be deleted when that use ends.
fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => {
            // With O_PATH: the file need not be readable.
            let place = OpenOptions::new()
                .read(true)
                .custom_flags(libc::O_PATH)
                .open(path)?;
            check_unused(&Root::system(), &place)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::new(
            ErrorKind::InvalidInput,
            messages::not_replaceable(Lang::current()),
        )),
    }
}

/// The new text before it has its name; removed unless it was renamed.
struct NewText {
    path: PathBuf,
    file: File,
    has_its_name: bool,
}

impl NewText {
    fn create(of: &Path) -> io::Result<Self> {
        let name = of.file_name().ok_or_else(|| {
            let problem = messages::no_file_name(Lang::current());
            io::Error::new(ErrorKind::InvalidInput, problem)
        })?;
        let mut taken = io::Error::from(ErrorKind::AlreadyExists);
        for number in 0..MOST_TRIES {
            // Hidden, and with an ending that no collector reads.
            let mut hidden = std::ffi::OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{number}.part", std::process::id()));
            let path = of.with_file_name(hidden);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    return Ok(Self {
                        path,
                        file,
                        has_its_name: false,
                    });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => taken = error,
                Err(error) => return Err(error),
            }
        }
        Err(taken)
    }
}

impl Drop for NewText {
    fn drop(&mut self) {
        if !self.has_its_name {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_reader_keeps_the_old_text_and_finds_the_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.prom");
        fs::write(&path, "old").unwrap();
        let whole = WholeFile::open(&path).unwrap();
        assert_eq!(names(folder.path()), ["m.prom"]);
        let old = File::open(&path).unwrap();
        whole.write("new").unwrap();
        assert_eq!(io::read_to_string(old).unwrap(), "old");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["m.prom"]);
    }

    #[test]
    fn the_file_behind_a_link_is_replaced_and_the_link_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "old").unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("file", &link).unwrap();
        WholeFile::open(&link).unwrap().write("new").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "new");
    }

    #[test]
    fn what_is_not_a_regular_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("nowhere");
        std::os::unix::fs::symlink("missing", &nowhere).unwrap();
        let zero = folder.path().join("zero");
        std::os::unix::fs::symlink("/dev/zero", &zero).unwrap();
        for path in [
            folder.path(),
            &nowhere,
            &zero,
            Path::new("/dev/null"),
            Path::new("/dev/zero"),
            &folder.path().join("none/m.prom"),
            Path::new("/"),
        ] {
            assert!(WholeFile::open(path).is_err(), "{}", path.display());
        }
        assert_eq!(names(folder.path()), ["nowhere", "zero"]);
    }

    #[test]
    fn a_file_that_became_something_else_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.prom");
        let whole = WholeFile::open(&path).unwrap();
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        assert!(whole.write("new").is_err());
        assert_eq!(names(folder.path()), ["m.prom"]);
        assert!(path.symlink_metadata().unwrap().is_symlink());
    }
}
