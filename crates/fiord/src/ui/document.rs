//! Where a report goes: standard output, or a file that the user named.
//!
//! A file is opened before anything is measured, so that one that cannot be written is found out in time, and it is emptied only
//! when the first text is written. Regular files, pipes and terminals only: a report never goes onto a device.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fiord_formats::page::harmless;

/// The place of the report.
pub(crate) struct ReportOutput {
    path: Option<PathBuf>,
    sink: Mutex<Sink>,
}

enum Sink {
    Stdout,
    File {
        file: File,
        /// Whether what the file held before is still there.
        is_old: bool,
    },
}

/// Writes a whole document to standard output; `false` when its reader has gone (`| head`), which is not an error but ends endless work.
/// On a terminal control characters are escaped.
///
/// # Errors
/// What standard output says, a closed pipe excepted.
pub(crate) fn print(text: &str) -> io::Result<bool> {
    if io::stdout().is_terminal() {
        draw(&harmless(text))
    } else {
        draw(text)
    }
}

/// As [`print`], with the control characters that the text has.
///
/// # Errors
/// Likewise.
pub(crate) fn draw(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
        Ok(()) => Ok(true),
    }
}

impl ReportOutput {
    /// Opens the file, or standard output when there is none. What the file holds stays until the first [`ReportOutput::write`].
    ///
    /// # Errors
    /// It cannot be written, or it is a device or a directory.
    pub(crate) fn open(path: Option<&Path>) -> io::Result<Self> {
        let sink = match path {
            Some(path) => Sink::File {
                file: open_file(path)?,
                is_old: true,
            },
            None => Sink::Stdout,
        };
        Ok(Self {
            path: path.map(Path::to_owned),
            sink: Mutex::new(sink),
        })
    }

    /// Adds text. A reader that went away is not an error: it has seen enough.
    ///
    /// # Errors
    /// What the file or standard output says.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *sink {
            Sink::Stdout => print(text).map(|_| ()),
            Sink::File { file, is_old } => {
                if std::mem::take(is_old) && file.metadata()?.is_file() {
                    file.set_len(0)?;
                }
                match file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                    other => other,
                }
            }
        }
    }

    /// As [`ReportOutput::write`]; where the file takes it no more, the text goes to standard output, so that nothing measured is lost.
    ///
    /// # Errors
    /// What the file said; the text has been printed.
    pub(crate) fn write_or_print(&self, text: &str) -> io::Result<()> {
        let written = self.write(text);
        if written.is_err() && self.path.is_some() {
            let _ = draw(text);
        }
        written
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(
            *self.sink.lock().unwrap_or_else(PoisonError::into_inner),
            Sink::Stdout
        )
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
    Ok(file)
}

fn check_kind(meta: &std::fs::Metadata, file: Option<&File>) -> io::Result<()> {
    /// `/dev/null`, where a report may be thrown away.
    const NULL: (u32, u32) = (1, 3);
    let kind = meta.file_type();
    let is_null = (rustix::fs::major(meta.rdev()), rustix::fs::minor(meta.rdev())) == NULL;
    let is_fit = match () {
        () if kind.is_file() || kind.is_fifo() => true,
        () if kind.is_char_device() => is_null || file.is_none_or(File::is_terminal),
        () => false,
    };
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
        let document = ReportOutput::open(Some(&path)).unwrap();
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
        assert!(ReportOutput::open(Some(folder.path())).is_err());
        assert!(ReportOutput::open(Some(Path::new("/dev/zero"))).is_err());
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/full", &link).unwrap();
        assert!(ReportOutput::open(Some(&link)).is_err());
        assert!(ReportOutput::open(Some(Path::new("/dev/null"))).is_ok());
    }
}
