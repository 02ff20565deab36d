//! `write_iolog`: a line for each I/O that is issued, in fio's format of version 3.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

/// Bytes gathered before they are written.
const BUFFER_BYTES: usize = 1 << 18;
/// Room for the longest line beyond the name of its file.
const LINE_BYTES: usize = 128;

/// A recording that is being written.
#[derive(Debug)]
pub struct Recording {
    file: File,
    names: Box<[PathBuf]>,
    text: String,
    longest: usize,
    origin_ns: u64,
    failed: Option<io::Error>,
}

impl Recording {
    /// # Errors
    /// The file cannot be opened, or is not a regular one.
    pub fn open(plan: &WorkerPlan) -> io::Result<Option<Box<Self>>> {
        let Some(path) = &plan.job.control.replay.write else {
            return Ok(None);
        };
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        let names: Box<[PathBuf]> = plan.targets.iter().map(|target| target.path.clone()).collect();
        let longest = names.iter().map(|name| name.as_os_str().len()).max().unwrap_or(0);
        Ok(Some(Box::new(Self {
            file,
            names,
            text: String::with_capacity(BUFFER_BYTES + longest + LINE_BYTES),
            longest,
            origin_ns: 0,
            failed: None,
        })))
    }

    /// The first stamp.
    pub fn begin(&mut self, now_ns: u64) {
        self.origin_ns = now_ns;
        self.text.push_str("fio version 3 iolog\n");
        for action in ["add", "open"] {
            for index in 0..self.names.len() {
                let _ = writeln!(self.text, "0 {} {action}", self.names[index].display());
                self.make_room();
            }
        }
    }

    /// An I/O is issued.
    pub fn note(&mut self, io: &Io, now_ns: u64) {
        let action = match io.op {
            Op::Read => "read",
            Op::Write => "write",
            Op::Trim => "trim",
            Op::Fsync => "sync",
            Op::Fdatasync => "datasync",
            // No recording has it.
            Op::SyncFileRange => return,
        };
        let Some(name) = self.names.get(io.file as usize) else {
            return;
        };
        let at_us = now_ns.saturating_sub(self.origin_ns) / 1_000;
        let _ = writeln!(
            self.text,
            "{at_us} {} {action} {} {}",
            name.display(),
            io.offset,
            io.len
        );
        self.make_room();
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// The first error of all its writes.
    pub fn finish(&mut self, now_ns: u64) -> io::Result<()> {
        let at_us = now_ns.saturating_sub(self.origin_ns) / 1_000;
        for index in 0..self.names.len() {
            let _ = writeln!(self.text, "{at_us} {} close", self.names[index].display());
            self.make_room();
        }
        self.flush();
        self.failed.take().map_or(Ok(()), Err)
    }

    fn make_room(&mut self) {
        if self.text.capacity() - self.text.len() < self.longest + LINE_BYTES {
            self.flush();
        }
    }

    fn flush(&mut self) {
        // One call for whole lines: clones append to the same file.
        if let Err(error) = self.file.write_all(self.text.as_bytes()) {
            self.failed.get_or_insert(error);
        }
        self.text.clear();
    }
}
