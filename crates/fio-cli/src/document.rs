//! Where a report goes: standard output, or a file that the user named.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use fiord_report::text::harmless;
use fiord_session::report_file::ReportFile;

/// The place of the report.
pub struct ReportOutput {
    /// `None`: standard output.
    file: Option<Mutex<ReportFile>>,
}

/// Writes a whole document to standard output; `false` when its reader has gone (`| head`), which is not an error but ends endless work.
/// On a terminal control characters are escaped.
///
/// # Errors
/// What standard output says, a closed pipe excepted.
pub fn print(text: &str) -> io::Result<bool> {
    draw(&printable(text))
}

/// A document as it may go to standard output.
pub fn printable(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() {
        harmless(text).into()
    } else {
        text.into()
    }
}

/// As [`print`], with the control characters that the text has.
///
/// # Errors
/// Likewise.
pub fn draw(text: &str) -> io::Result<bool> {
    write(text.as_bytes())
}

/// As [`draw`], of bytes that are not text.
///
/// # Errors
/// Likewise.
pub fn write(bytes: &[u8]) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(io::Error::new(error.kind(), format!("standard output: {error}"))),
        Ok(()) => Ok(true),
    }
}

impl ReportOutput {
    /// Opens the file, or standard output when there is none. What the file holds stays until the first [`ReportOutput::write`].
    ///
    /// # Errors
    /// It cannot be written, or it is a device or a directory.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(ReportFile::open).transpose()?;
        Ok(Self {
            file: file.map(Mutex::new),
        })
    }

    /// Adds text. A reader that went away is not an error: it has seen enough.
    ///
    /// # Errors
    /// What the file or standard output says.
    pub fn write(&self, text: &str) -> io::Result<()> {
        match &self.file {
            Some(file) => file.lock().unwrap_or_else(PoisonError::into_inner).write(text),
            None => print(text).map(|_| ()),
        }
    }

    /// As [`ReportOutput::write`]; where the file takes it no more, the text goes to standard output, so that nothing measured is lost.
    ///
    /// # Errors
    /// What the file said; the text has been printed.
    pub fn write_or_print(&self, text: &str) -> io::Result<()> {
        let written = self.write(text);
        if written.is_err() && self.file.is_some() {
            let _ = draw(text);
        }
        written
    }

    pub fn is_stdout(&self) -> bool {
        self.file.is_none()
    }
}

/// On a terminal control characters are escaped: names of jobs and files may come from somebody else.
pub(crate) fn for_stderr(words: &str) -> String {
    if std::io::stderr().is_terminal() {
        harmless(words)
    } else {
        words.to_owned()
    }
}
