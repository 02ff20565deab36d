//! Reads a result file, a pipe or standard input (`-`), up to a bound.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use anyhow::{Result, bail};
use fiord_import::utf16;
use fiord_messages::{Lang, explain as messages};
use rustix::event::{PollFd, PollFlags, poll};

/// The largest result that is read. 100,000 jobs of fio take about half of it.
pub(in crate::verbs) const MOST_BYTES: u64 = 1 << 30;

/// The text of a result; what is not UTF-8 in it is replaced.
pub(super) fn text(path: &Path) -> Result<String> {
    let bytes = if path == Path::new("-") {
        bytes(&mut io::stdin().lock(), MOST_BYTES)?
    } else {
        bytes(&mut open(path)?, MOST_BYTES)?
    };
    if let Some(decoded) = utf16(&bytes) {
        return Ok(decoded);
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

pub(in crate::verbs) fn open(path: &Path) -> Result<Pipe> {
    let kind = std::fs::metadata(path)?.file_type();
    if !(kind.is_file() || kind.is_fifo()) {
        bail!(messages::not_a_result(Lang::current()));
    }
    // Opened so, a pipe without a writer does not wait for one: it is empty.
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)?;
    Ok(Pipe(file))
}

/// A file or a pipe; a pipe that is empty for now is waited for as long as somebody may write into it.
pub(in crate::verbs) struct Pipe(File);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    poll(&mut [PollFd::new(&self.0, PollFlags::IN)], None)?;
                }
                outcome => return outcome,
            }
        }
    }
}

/// All bytes, unless there are too many or one that no text of this encoding has.
fn bytes(from: &mut impl Read, most: u64) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => return Ok(all),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        let first = if all.is_empty() { &buffer[..read] } else { &all };
        let has_zeros = utf16(&first[..first.len().min(4)]).is_some();
        if !has_zeros && let Some(at) = buffer[..read].iter().position(|byte| *byte == 0) {
            let offset = &(all.len() + at);
            bail!(messages::ZeroByte { offset }.text(Lang::current()));
        }
        all.extend_from_slice(&buffer[..read]);
        if all.len() as u64 > most {
            let limit = &(most >> 20);
            bail!(messages::TooLarge { limit }.text(Lang::current()));
        }
    }
}

/// A reader that ends with an error after a bound: what never ends must not fill the memory.
pub(in crate::verbs) struct Bounded<R> {
    from: R,
    left: u64,
}

impl<R: Read> Bounded<R> {
    pub(in crate::verbs) fn new(from: R, most: u64) -> Self {
        Self { from, left: most }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                let limit = &(MOST_BYTES >> 20);
                let too_large = messages::PipeTooLarge { limit }.text(Lang::current());
                return Err(io::Error::other(too_large));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_ends_with_the_bound_in_the_message() {
        let said = bytes(&mut io::repeat(b' '), 3 << 20).unwrap_err().to_string();
        assert!(said.starts_with("larger than 3 MiB"), "{said}");
        let said = bytes(&mut io::repeat(0), 3 << 20).unwrap_err().to_string();
        assert!(said.starts_with("byte 0 is zero"), "{said}");
        assert_eq!(bytes(&mut &b"{}"[..], 2).unwrap(), b"{}");
    }

    #[test]
    fn a_bounded_reader_gives_what_there_is_and_then_an_error() {
        let mut all = Vec::new();
        let said = Bounded::new(io::repeat(b'a'), 1 << 20)
            .read_to_end(&mut all)
            .unwrap_err()
            .to_string();
        assert!(said.contains("larger than"), "{said}");
        assert_eq!(
            Bounded::new(&b"abc"[..], 3).read_to_end(&mut Vec::new()).unwrap(),
            3
        );
    }

    #[test]
    fn devices_and_pipes_without_a_writer_do_not_hang() {
        assert!(
            text(Path::new("/dev/zero"))
                .unwrap_err()
                .to_string()
                .contains("expected a file")
        );
        let folder = tempfile::tempdir().unwrap();
        assert!(text(folder.path()).is_err());
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .unwrap();
        assert_eq!(text(&pipe).unwrap(), "");
    }
}
