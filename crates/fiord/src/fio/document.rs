//! Where a report goes: standard output, or the file that `--output` names. Written once, complete, and never half a document
//! silently: a failed write is an error.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;

/// The place of the report.
pub(crate) struct Document {
    sink: Mutex<Sink>,
}

enum Sink {
    Stdout,
    File(File),
}

impl Document {
    /// Opens the file, or standard output when there is none.
    pub(crate) fn open(path: Option<&str>) -> io::Result<Self> {
        let sink = match path {
            Some(path) => Sink::File(File::create(path)?),
            None => Sink::Stdout,
        };
        Ok(Self {
            sink: Mutex::new(sink),
        })
    }

    /// Adds text. A reader that went away is not an error: whoever reads our pipe has seen enough.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        let mut sink = self
            .sink
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = match &mut *sink {
            Sink::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            Sink::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(
            *self
                .sink
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner),
            Sink::Stdout
        )
    }
}
