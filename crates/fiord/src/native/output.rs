//! Writing the requested document to stdout. A reader that has gone (`| head`) is not an error, but it ends endless work.

use std::io::{self, Write};

/// Writes and flushes; `false` when nobody reads any more.
///
/// # Errors
/// What stdout says, a closed pipe excepted.
pub(crate) fn write(text: &str) -> io::Result<bool> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error),
        Ok(()) => Ok(true),
    }
}
