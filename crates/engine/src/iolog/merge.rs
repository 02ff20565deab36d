//! `merge_blktrace_file`: joins block traces into one, in the order of their times.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use crate::iolog::blktrace::RawEvent;
use fiord_messages::{Fixed, Sentence, run_errors as messages};

/// A trace that is joined with others.
#[derive(Debug, Clone, Copy)]
pub(super) struct TracePace<'a> {
    pub(super) path: &'a Path,
    /// Its time in percent of the recorded one.
    pub(super) time_percent: f64,
    /// How often it is repeated, from 1 on.
    pub(super) repeats: u32,
}

/// A trace on its way into the joined one.
struct TraceReader<'a> {
    pace: TracePace<'a>,
    reader: BufReader<File>,
    passes_left: u32,
    /// Recorded time of the first event, and of the last one that was read.
    first_ns: Option<u64>,
    last_ns: u64,
    /// Recorded time of the passes before this one.
    before_ns: u64,
    /// The next event, with its time in the joined trace.
    next: Option<RawEvent>,
}

impl<'a> TraceReader<'a> {
    fn open(pace: TracePace<'a>) -> io::Result<Self> {
        let mut reader = Self {
            reader: BufReader::with_capacity(1 << 16, File::open(pace.path)?),
            passes_left: pace.repeats,
            pace,
            first_ns: None,
            last_ns: 0,
            before_ns: 0,
            next: None,
        };
        reader.advance()?;
        Ok(reader)
    }

    /// Reads the next event, at the end of a pass the first of the next one. Times count from the first event on, which is where a
    /// playback begins.
    fn advance(&mut self) -> io::Result<()> {
        self.next = RawEvent::read(&mut self.reader)?;
        if self.next.is_none() && self.first_ns.is_some() && self.passes_left > 1 {
            self.passes_left -= 1;
            self.before_ns = self.before_ns.saturating_add(self.last_ns);
            self.reader.rewind()?;
            self.next = RawEvent::read(&mut self.reader)?;
        }
        if let Some(event) = &mut self.next {
            let first_ns = *self.first_ns.get_or_insert(event.time_ns());
            self.last_ns = event.time_ns().saturating_sub(first_ns);
            let recorded_ns = self.before_ns.saturating_add(self.last_ns);
            event.set_time_ns((recorded_ns as f64 * self.pace.time_percent / 100.0) as u64);
        }
        Ok(())
    }
}

/// Joins the traces into the file `into`, which is made or emptied. Of events of the same time, that of the trace named first comes first.
///
/// # Errors
/// A trace that cannot be read or is none; a file that is not a regular one, or is one of the traces.
pub(super) fn merge(traces: &[TracePace<'_>], into: &Path) -> io::Result<()> {
    let named = |path: &Path, error: io::Error| {
        io::Error::new(error.kind(), Sentence::from(&error).after(path.display()))
    };
    let mut readers = Vec::new();
    for pace in traces {
        readers.push(TraceReader::open(*pace).map_err(|error| named(pace.path, error))?);
    }
    let out = open(into, &readers).map_err(|error| named(into, error))?;
    let mut writer = BufWriter::with_capacity(1 << 16, out);
    loop {
        let earliest = readers
            .iter_mut()
            .filter(|reader| reader.next.is_some())
            .min_by_key(|reader| reader.next.as_ref().map_or(u64::MAX, RawEvent::time_ns));
        let Some(reader) = earliest else { break };
        if let Some(event) = &reader.next {
            event.write(&mut writer).map_err(|error| named(into, error))?;
        }
        let path = reader.pace.path;
        reader.advance().map_err(|error| named(path, error))?;
    }
    writer.flush().map_err(|error| named(into, error))
}

/// Opens and empties a regular file that is none of the traces.
fn open(into: &Path, readers: &[TraceReader<'_>]) -> io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .custom_flags(libc::O_NONBLOCK)
        .open(into)?;
    let meta = file.metadata()?;
    let refuse = |words: Fixed| Err(io::Error::new(io::ErrorKind::InvalidInput, Sentence::new(words)));
    if !meta.is_file() {
        return refuse(messages::trace_not_regular);
    }
    for reader in readers {
        let trace = reader.reader.get_ref().metadata()?;
        if (trace.dev(), trace.ino()) == (meta.dev(), meta.ino()) {
            return refuse(messages::trace_is_input);
        }
    }
    file.set_len(0)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::iolog::blktrace::tests::event;
    use std::path::PathBuf;

    const READ: u32 = 1 | 1 << 16;

    fn trace(folder: &Path, name: &str, events: &[(u64, u64)]) -> PathBuf {
        let bytes: Vec<u8> = events
            .iter()
            .flat_map(|(time_ns, sector)| event(*time_ns, *sector, 4096, READ, b"pdu"))
            .collect();
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    fn events(path: &Path) -> Vec<(u64, u64)> {
        let mut reader = BufReader::new(File::open(path).unwrap());
        let mut found = Vec::new();
        while let Some(event) = RawEvent::read(&mut reader).unwrap() {
            found.push((event.time_ns(), event.queued().unwrap().offset / 512));
        }
        found
    }

    fn pace(path: &Path, time_percent: f64, repeats: u32) -> TracePace<'_> {
        TracePace {
            path,
            time_percent,
            repeats,
        }
    }

    #[test]
    fn events_come_in_the_order_of_their_scaled_times() {
        let folder = tempfile::tempdir().unwrap();
        let first = trace(folder.path(), "first", &[(1_000, 1), (1_100, 2), (1_200, 3)]);
        let second = trace(folder.path(), "second", &[(50, 11), (150, 12)]);
        let into = folder.path().join("joined");
        merge(&[pace(&first, 50.0, 1), pace(&second, 100.0, 2)], &into).unwrap();
        let wanted = [
            (0, 1),
            (0, 11),
            (50, 2),
            (100, 3),
            (100, 12),
            (100, 11),
            (200, 12),
        ];
        assert_eq!(events(&into), wanted);
    }

    #[test]
    fn a_trace_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = trace(folder.path(), "first", &[(1, 1)]);
        let before = std::fs::read(&first).unwrap();
        assert!(merge(&[pace(&first, 100.0, 1)], &first).is_err());
        assert_eq!(std::fs::read(&first).unwrap(), before);
        assert!(merge(&[pace(&first, 100.0, 1)], Path::new("/dev/null")).is_err());
        std::fs::write(folder.path().join("text"), "no trace").unwrap();
        let into = folder.path().join("joined");
        assert!(merge(&[pace(&folder.path().join("text"), 100.0, 1)], &into).is_err());
    }
}
