//! Binary block traces, as `blkparse -d` writes them (linux/blktrace_api.h).

use std::io::{self, Read, Write};

use fiord_messages::{Fixed, Sentence, run_errors as messages};
use fiord_workload::io::Op;

/// The upper 24 bits of `magic`; the lower 8 are the version.
const MAGIC: u32 = 0x6561_7400;
const VERSION: u32 = 7;
const HEADER_BYTES: usize = 48;
const SECTOR_BYTES: u64 = 512;

/// The lower half of `action`: the request was queued.
const QUEUED: u32 = 1;
/// Categories, in the upper half.
const WRITE: u32 = 1 << (16 + 1);
const FLUSH: u32 = 1 << (16 + 2);
const NOTIFY: u32 = 1 << (16 + 10);
const DISCARD: u32 = 1 << (16 + 13);

/// One queued request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TraceEvent {
    pub(super) time_ns: u64,
    pub(super) op: Op,
    pub(super) offset: u64,
    pub(super) bytes: u32,
}

/// Whether a file that begins with these bytes is such a trace.
pub(super) fn is_trace(start: &[u8]) -> bool {
    start
        .first_chunk()
        .is_some_and(|bytes| u32::from_le_bytes(*bytes) & !0xff == MAGIC)
}

/// One event as it stands in a trace, whatever it is about.
#[derive(Debug, Clone)]
pub(super) struct RawEvent {
    header: [u8; HEADER_BYTES],
    payload: Vec<u8>,
}

impl RawEvent {
    /// The next event; `None` at the end of the trace.
    ///
    /// # Errors
    /// The trace is cut off, of another version, or none.
    pub(super) fn read(reader: &mut impl Read) -> io::Result<Option<Self>> {
        let wrong = |what: Fixed| io::Error::new(io::ErrorKind::InvalidData, Sentence::new(what));
        let mut header = [0_u8; HEADER_BYTES];
        if reader.read(&mut header[..1])? == 0 {
            return Ok(None);
        }
        reader.read_exact(&mut header[1..])?;
        let mut event = Self {
            header,
            payload: Vec::new(),
        };
        match event.word(0) {
            magic if magic == MAGIC | VERSION => {}
            magic if magic & !0xff == MAGIC => return Err(wrong(messages::trace_version)),
            _ => return Err(wrong(messages::trace_none)),
        }
        let payload = event.word(44) >> 16;
        if reader
            .by_ref()
            .take(u64::from(payload))
            .read_to_end(&mut event.payload)?
            != payload as usize
        {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(event))
    }

    /// # Errors
    /// The writer's.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        writer.write_all(&self.header)?;
        writer.write_all(&self.payload)
    }

    pub(super) fn time_ns(&self) -> u64 {
        self.long(8)
    }

    pub(super) fn set_time_ns(&mut self, time_ns: u64) {
        self.header[8..16].copy_from_slice(&time_ns.to_le_bytes());
    }

    fn word(&self, at: usize) -> u32 {
        let header = &self.header;
        u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    }

    fn long(&self, at: usize) -> u64 {
        u64::from(self.word(at)) | u64::from(self.word(at + 4)) << 32
    }

    /// The request, where one was queued.
    pub(super) fn queued(&self) -> Option<TraceEvent> {
        let action = self.word(28);
        if action & 0xffff != QUEUED || action & NOTIFY != 0 {
            return None;
        }
        let bytes = self.word(24);
        let op = if bytes == 0 {
            if action & FLUSH == 0 {
                return None;
            }
            Op::Fsync
        } else if action & DISCARD != 0 {
            Op::Trim
        } else if action & WRITE != 0 {
            Op::Write
        } else {
            Op::Read
        };
        Some(TraceEvent {
            time_ns: self.time_ns(),
            op,
            offset: self.long(16).saturating_mul(SECTOR_BYTES),
            bytes,
        })
    }
}

/// The next queued request; `None` at the end of the trace.
///
/// # Errors
/// As [`RawEvent::read`].
pub(super) fn next(reader: &mut impl Read) -> io::Result<Option<TraceEvent>> {
    while let Some(event) = RawEvent::read(reader)? {
        if let Some(queued) = event.queued() {
            return Ok(Some(queued));
        }
    }
    Ok(None)
}

#[cfg(test)]
pub(crate) mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    pub(crate) fn event(time_ns: u64, sector: u64, bytes: u32, action: u32, payload: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend((MAGIC | VERSION).to_le_bytes());
        out.extend(1_u32.to_le_bytes());
        out.extend(time_ns.to_le_bytes());
        out.extend(sector.to_le_bytes());
        for word in [bytes, action, 42, 0x0080_0000, 1] {
            out.extend(word.to_le_bytes());
        }
        out.extend(0_u16.to_le_bytes());
        out.extend((payload.len() as u16).to_le_bytes());
        out.extend(payload);
        out
    }

    #[test]
    fn only_what_was_queued_is_read() {
        const COMPLETE: u32 = 8;
        let trace = [
            event(5, 0, 0, NOTIFY, b"fiord"),
            event(10, 8, 4096, QUEUED | 1 << 16, b""),
            event(20, 8, 4096, COMPLETE | 1 << 16, b""),
            event(30, 16, 8192, QUEUED | WRITE, b"xyz"),
            event(40, 32, 4096, QUEUED | WRITE | DISCARD, b""),
            event(50, 0, 0, QUEUED | FLUSH, b""),
        ]
        .concat();
        assert!(is_trace(&trace));
        let mut reader = trace.as_slice();
        let mut found = Vec::new();
        while let Some(event) = next(&mut reader).unwrap() {
            found.push((event.time_ns, event.op, event.offset, event.bytes));
        }
        let wanted = [
            (10, Op::Read, 4096, 4096),
            (30, Op::Write, 8192, 8192),
            (40, Op::Trim, 16_384, 4096),
            (50, Op::Fsync, 0, 0),
        ];
        assert_eq!(found, wanted);
        assert!(next(&mut &trace[..60]).is_err(), "cut off");
        assert!(next(&mut &b"no trace at all, but long enough for the header of one ..."[..]).is_err());
    }
}
