//! Logs as `log_store_compressed` writes them: fio's entries in binary, as one or more zlib streams (RFC 1950) in a row.
//!
//! ```text
//! bytes 0-7    milliseconds
//!       8-15   value
//!      16-19   direction; bit 31: an offset follows; bit 30: the priority was logged
//!      20-21   priority, two bytes of nothing
//!      24-31   size of the I/O
//!      32-39   its offset, where bit 31 says so
//! ```
//!
//! All numbers are little-endian, as fio writes them on the machines that fiord runs on.

use std::io::{self, BufRead, BufWriter, Read, Write};

use fiord_stats::log::{LogColumns, LogEntry};
use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// Bytes of an entry without its offset.
const SHORT_BYTES: usize = 32;
const OFFSET_BYTES: usize = 8;
const HAS_OFFSET: u32 = 1 << 31;
const HAS_PRIORITY: u32 = 1 << 30;

/// Writes the entries as one stream; without entries it writes nothing.
///
/// # Errors
/// Those of the writer.
pub(crate) fn pack(
    entries: impl Iterator<Item = LogEntry>,
    columns: &LogColumns,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut entries = entries.peekable();
    if entries.peek().is_none() {
        return Ok(());
    }
    // The compressor takes several times as long where it gets each field by itself.
    let mut stream = BufWriter::with_capacity(1 << 16, ZlibEncoder::new(out, Compression::default()));
    for entry in entries {
        let flag = |on: bool, bit: u32| if on { bit } else { 0 };
        let flags = flag(columns.offset, HAS_OFFSET) | flag(columns.priority, HAS_PRIORITY);
        stream.write_all(&entry.time_ms.to_le_bytes())?;
        stream.write_all(&entry.value.to_le_bytes())?;
        stream.write_all(&(u32::from(entry.ddir) | flags).to_le_bytes())?;
        stream.write_all(&entry.priority.to_le_bytes())?;
        stream.write_all(&[0; 2])?;
        stream.write_all(&entry.block_bytes.to_le_bytes())?;
        if columns.offset {
            stream.write_all(&entry.offset.to_le_bytes())?;
        }
    }
    stream.into_inner()?.finish()?;
    Ok(())
}

/// The lines of a compressed log, one by one, into `out`. An empty file is a log without entries.
///
/// # Errors
/// The reader's and the writer's; it is not a compressed log, or ends within an entry.
pub fn inflate(mut reader: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut line = String::new();
    while !reader.fill_buf()?.is_empty() {
        let mut stream = ZlibDecoder::new(&mut reader);
        while let Some((entry, columns)) = next(&mut stream)? {
            line.clear();
            entry.write_line(&columns, &mut line);
            out.write_all(line.as_bytes())?;
        }
    }
    out.flush()
}

fn next(stream: &mut impl Read) -> io::Result<Option<(LogEntry, LogColumns)>> {
    let mut bytes = [0_u8; SHORT_BYTES];
    if stream.read(&mut bytes[..1])? == 0 {
        return Ok(None);
    }
    stream.read_exact(&mut bytes[1..])?;
    let long = |at: usize| bytes[at..].first_chunk().copied().map_or(0, u64::from_le_bytes);
    let flags = bytes[16..].first_chunk().copied().map_or(0, u32::from_le_bytes);
    let mut offset = [0_u8; OFFSET_BYTES];
    if flags & HAS_OFFSET != 0 {
        stream.read_exact(&mut offset)?;
    }
    let columns = LogColumns {
        offset: flags & HAS_OFFSET != 0,
        priority: flags & HAS_PRIORITY != 0,
        ..LogColumns::default()
    };
    let entry = LogEntry {
        time_ms: long(0),
        value: long(8),
        ddir: flags as u8,
        priority: u16::from_le_bytes([bytes[20], bytes[21]]),
        block_bytes: long(24),
        offset: u64::from_le_bytes(offset),
        ..LogEntry::default()
    };
    Ok(Some((entry, columns)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn entries(count: u64) -> impl Iterator<Item = LogEntry> {
        (0..count).map(|number| LogEntry {
            time_ms: number / 3,
            value: number * 1_000_003,
            ddir: (number % 3) as u8,
            block_bytes: 4096,
            offset: number * 4096,
            priority: 0x4003,
            ..LogEntry::default()
        })
    }

    fn inflated(bytes: &[u8]) -> io::Result<String> {
        let mut out = Vec::new();
        inflate(bytes, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn packed(count: u64, columns: &LogColumns) -> Vec<u8> {
        let mut bytes = Vec::new();
        pack(entries(count), columns, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_packed_comes_back_line_by_line() {
        for (offset, priority) in [(false, false), (true, false), (false, true), (true, true)] {
            let columns = LogColumns {
                offset,
                priority,
                ..LogColumns::default()
            };
            let mut lines = String::new();
            entries(1_000).for_each(|entry| entry.write_line(&columns, &mut lines));
            let once = packed(1_000, &columns);
            assert_eq!(inflated(&once).unwrap(), lines);
            assert_eq!(inflated(&[once.clone(), once].concat()).unwrap(), lines.repeat(2));
        }
        assert!(packed(0, &LogColumns::default()).is_empty());
        assert_eq!(inflated(b"").unwrap(), "");
    }

    #[test]
    fn what_is_no_log_or_was_cut_is_an_error() {
        let whole = packed(50, &LogColumns::default());
        assert!(inflated(&whole[..whole.len() - 20]).is_err());
        assert!(inflated(b"0, 1, 0, 4096, 0\n").is_err());
        let mut odd = ZlibEncoder::new(Vec::new(), Compression::default());
        odd.write_all(&[0; 40]).unwrap();
        assert!(inflated(&odd.finish().unwrap()).is_err(), "a piece of an entry");
    }
}
