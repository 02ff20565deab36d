//! A file that the user named for a report or a log. Regular files, pipes and terminals only: a report never goes onto a device.
//!
//! It is opened before anything is measured, so that one that cannot be written is found out in time, and it is emptied only when the
//! first text is written.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use fiord_host::root::Root;

use crate::safety::check_unused;

/// The open file.
pub struct ReportFile {
    file: File,
    /// Whether what the file held before is still there.
    is_old: bool,
}

impl ReportFile {
    /// Opens the file. What it holds stays until the first [`ReportFile::write`].
    ///
    /// # Errors
    /// It cannot be written, it is a device or a directory, or it is in use as a device.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = open_file(path)?;
        Ok(Self { file, is_old: true })
    }

    /// Adds text or bytes. A reader that went away is not an error: it has seen enough.
    ///
    /// # Errors
    /// What the file says.
    pub fn write(&mut self, text: impl AsRef<[u8]>) -> io::Result<()> {
        if std::mem::take(&mut self.is_old) && self.file.metadata()?.is_file() {
            // A loop device may have been made of it while the job ran.
            check_unused(&Root::system(), &self.file)?;
            self.file.set_len(0)?;
        }
        match self
            .file
            .write_all(text.as_ref())
            .and_then(|()| self.file.flush())
        {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

impl Write for ReportFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::write(self, bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    // A device is not even opened: some do things when they are. The descriptor is judged again, for the path may have changed.
    if let Ok(meta) = std::fs::metadata(path) {
        check_kind(&meta, None)?;
    }
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    check_kind(&file.metadata()?, Some(&file))?;
    check_unused(&Root::system(), &file)?;
    Ok(file)
}

fn check_kind(meta: &std::fs::Metadata, file: Option<&File>) -> io::Result<()> {
    /// `/dev/null`, where a report may be thrown away.
    const NULL: (u32, u32) = (1, 3);
    let kind = meta.file_type();
    let is_null = (rustix::fs::major(meta.rdev()), rustix::fs::minor(meta.rdev())) == NULL;
    let is_terminal = kind.is_char_device() && (is_null || file.is_none_or(File::is_terminal));
    let is_fit = kind.is_file() || kind.is_fifo() || is_terminal;
    if is_fit {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        "a report goes to a regular file, a pipe or a terminal",
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_emptied_by_its_first_text_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report");
        std::fs::write(&path, "an older and longer report").unwrap();
        let mut document = ReportFile::open(&path).unwrap();
        assert_eq!(
            std::fs::read_to_string(&path).unwrap(),
            "an older and longer report"
        );
        document.write("new ").unwrap();
        document.write("one").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new one");
    }

    #[test]
    fn devices_and_folders_are_not_written() {
        let folder = tempfile::tempdir().unwrap();
        assert!(ReportFile::open(folder.path()).is_err());
        assert!(ReportFile::open(Path::new("/dev/zero")).is_err());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
        assert!(ReportFile::open(&link).is_err());
        assert!(ReportFile::open(Path::new("/dev/null")).is_ok());
    }
}
