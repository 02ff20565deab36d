//! Reads a recording entry by entry: fio's logs of versions 2 and 3, and binary block traces.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::{Path, PathBuf};

use fiord_messages::{Sentence, run_errors as messages};
use fiord_workload::io::Op;

use crate::iolog::blktrace;

/// Shorter waits of version 2 are left out, in microseconds.
const SHORTEST_WAIT_US: u64 = 100;

/// One recorded I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordedIo {
    /// Nanoseconds since the recording began.
    pub(super) at_ns: u64,
    pub(super) op: Op,
    /// Index into the names that were given to [`IologSource::open`].
    pub(super) file: u32,
    pub(super) offset: u64,
    pub(super) len: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IologFormat {
    /// Waits between the I/Os.
    Version2,
    /// Microseconds since the start in front of each line.
    Version3,
    Blktrace,
}

/// A recording that is being read. Only one line of it is in memory.
#[derive(Debug)]
pub(super) struct IologSource {
    path: PathBuf,
    reader: BufReader<File>,
    format: IologFormat,
    line: String,
    number: u64,
    waited_us: u64,
    first_ns: Option<u64>,
}

/// Which file an entry is about.
pub(super) trait IologNames {
    /// The index of the name, or why it has none.
    fn index(&mut self, name: &str) -> Result<u32, Sentence>;
}

impl IologSource {
    /// # Errors
    /// It cannot be opened, or is not a recording.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut source = Self {
            path: path.to_owned(),
            reader: BufReader::with_capacity(1 << 16, File::open(path)?),
            format: IologFormat::Blktrace,
            line: String::new(),
            number: 0,
            waited_us: 0,
            first_ns: None,
        };
        source.begin()?;
        Ok(source)
    }

    /// From the beginning again.
    pub(super) fn rewind(&mut self) -> io::Result<()> {
        self.reader.rewind()?;
        self.begin()
    }

    fn begin(&mut self) -> io::Result<()> {
        (self.number, self.waited_us, self.first_ns) = (0, 0, None);
        if blktrace::is_trace(self.reader.fill_buf()?) {
            self.format = IologFormat::Blktrace;
            return Ok(());
        }
        self.read_line()?;
        self.format = match self.line.trim_end() {
            "fio version 2 iolog" => IologFormat::Version2,
            "fio version 3 iolog" => IologFormat::Version3,
            _ => {
                return Err(self.wrong(messages::recording_unknown));
            }
        };
        Ok(())
    }

    /// Whether its entries name no files.
    pub(super) fn is_nameless(&self) -> bool {
        self.format == IologFormat::Blktrace
    }

    /// The next I/O; `None` at the end.
    ///
    /// # Errors
    /// The file cannot be read, or a line is none of a recording.
    pub(super) fn next(&mut self, names: &mut dyn IologNames) -> io::Result<Option<RecordedIo>> {
        if self.format == IologFormat::Blktrace {
            return self.next_event(names);
        }
        while self.read_line()? {
            if let Some(entry) = self.entry(names)? {
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn next_event(&mut self, names: &mut dyn IologNames) -> io::Result<Option<RecordedIo>> {
        let Some(event) = blktrace::next(&mut self.reader)? else {
            return Ok(None);
        };
        let first_ns = *self.first_ns.get_or_insert(event.time_ns);
        let file = names.index("").map_err(|why| self.wrong(why))?;
        Ok(Some(RecordedIo {
            at_ns: event.time_ns.saturating_sub(first_ns),
            op: event.op,
            file,
            offset: event.offset,
            len: event.bytes,
        }))
    }

    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.number += 1;
        Ok(self.reader.read_line(&mut self.line)? > 0)
    }

    /// What the line says; `None` where that does no I/O.
    fn entry(&mut self, names: &mut dyn IologNames) -> io::Result<Option<RecordedIo>> {
        let line = std::mem::take(&mut self.line);
        let result = self.read_entry(&line, names);
        self.line = line;
        result
    }

    fn read_entry(&mut self, line: &str, names: &mut dyn IologNames) -> io::Result<Option<RecordedIo>> {
        let mut words = line.split_ascii_whitespace();
        let stamp = match self.format {
            IologFormat::Version3 => words.next(),
            _ => Some("0"),
        };
        let (Some(stamp), Some(name)) = (stamp, words.next()) else {
            // An empty line, or the header of another recording that was appended.
            return Ok(None);
        };
        if line.starts_with("fio version ") {
            return Ok(None);
        }
        let Some(action) = words.next() else {
            return Err(self.wrong(messages::entry_needs_file));
        };
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<u64>().ok());
        let (first, second) = (number(words.next()), number(words.next()));
        let op = match action {
            "add" | "open" | "close" => return Ok(None),
            "wait" if self.format == IologFormat::Version2 => {
                let wait_us = first.ok_or_else(|| self.wrong(messages::wait_needs_time))?;
                if wait_us >= SHORTEST_WAIT_US {
                    self.waited_us = self.waited_us.saturating_add(wait_us);
                }
                return Ok(None);
            }
            "read" => Op::Read,
            "write" => Op::Write,
            "trim" => Op::Trim,
            "sync" => Op::Fsync,
            "datasync" => Op::Fdatasync,
            _ => return Err(self.wrong(|lang| messages::EntryAction { action: &action }.text(lang))),
        };
        let at_us = match self.format {
            IologFormat::Version3 => {
                number(Some(stamp)).ok_or_else(|| self.wrong(messages::entry_needs_time))?
            }
            _ => self.waited_us,
        };
        let (Some(offset), Some(len)) = (first, second.and_then(|len| u32::try_from(len).ok())) else {
            return Err(self.wrong(messages::entry_needs_place));
        };
        let file = names.index(name).map_err(|why| self.wrong(why))?;
        Ok(Some(RecordedIo {
            at_ns: at_us.saturating_mul(1_000),
            op,
            file,
            offset,
            len,
        }))
    }

    fn wrong(&self, problem: impl Into<Sentence>) -> io::Error {
        let problem = problem.into();
        let words = Sentence::new(|lang| {
            let said = messages::RecordingLine {
                path: &self.path.display(),
                line: &self.number,
                problem: &problem.text(lang),
            };
            said.text(lang)
        });
        io::Error::new(io::ErrorKind::InvalidData, words)
    }
}
