//! The events that are read, and their records as one type.

use super::format::{Field, Format};

/// What happened. In the order in which a direct I/O of a file meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// The file system begins a direct I/O.
    FsBegin,
    /// A bio reaches the block layer: behind the limits of control groups, before the wait for a request.
    BioQueue,
    /// A bio is split; the part behind [`Event::split_at`] follows by itself.
    BioSplit,
    /// A bio joins a request at its end.
    BackMerge,
    /// A bio joins a request at its beginning.
    FrontMerge,
    /// A bio has a request of its own.
    GetRequest,
    /// Two requests become one; the event is of the one that goes.
    RequestMerge,
    /// A request is given to the scheduler.
    Insert,
    /// A request is given to the driver.
    Issue,
    /// The driver gives it back.
    Requeue,
    /// The driver is done with a request, or with its first part.
    Complete,
    /// A bio of a device without requests is done.
    BioComplete,
    /// The file system is done with a direct I/O.
    FsDone,
}

impl EventKind {
    pub const ALL: [EventKind; 13] = [
        Self::FsBegin,
        Self::BioQueue,
        Self::BioSplit,
        Self::BackMerge,
        Self::FrontMerge,
        Self::GetRequest,
        Self::RequestMerge,
        Self::Insert,
        Self::Issue,
        Self::Requeue,
        Self::Complete,
        Self::BioComplete,
        Self::FsDone,
    ];

    /// Its folder below `events`.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::FsBegin => "iomap/iomap_dio_rw_begin",
            Self::BioQueue => "block/block_bio_queue",
            Self::BioSplit => "block/block_split",
            Self::BackMerge => "block/block_bio_backmerge",
            Self::FrontMerge => "block/block_bio_frontmerge",
            Self::GetRequest => "block/block_getrq",
            Self::RequestMerge => "block/block_rq_merge",
            Self::Insert => "block/block_rq_insert",
            Self::Issue => "block/block_rq_issue",
            Self::Requeue => "block/block_rq_requeue",
            Self::Complete => "block/block_rq_complete",
            Self::BioComplete => "block/block_bio_complete",
            Self::FsDone => "iomap/iomap_dio_complete",
        }
    }

    /// Whether it is of a file, with an inode and a position, and not of a device.
    pub const fn is_of_file(self) -> bool {
        matches!(self, Self::FsBegin | Self::FsDone)
    }
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// `CLOCK_MONOTONIC`.
    pub time_ns: u64,
    /// The thread that ran on the processor; at an interruption anybody's.
    pub pid: u32,
    pub kind: EventKind,
    /// The disk, or of a file its file system, as the kernel packs it: see [`packed`].
    pub dev: u32,
    /// The file; 0 of a device.
    pub ino: u64,
    /// The first sector of 512 bytes; of a file the first byte.
    pub at: u64,
    /// Sectors; of a file bytes.
    pub len: u64,
    /// Of [`EventKind::BioSplit`]: the first sector of the second part.
    pub split_at: u64,
    /// 0 read, 1 write, 2 discard; `None`: something else, or not known.
    pub ddir: Option<u8>,
    /// It ended with an error.
    pub failed: bool,
}

/// A device number as it stands in events and filters.
pub const fn packed(major: u32, minor: u32) -> u32 {
    major << 20 | minor
}

/// Reads the records of one event.
#[derive(Debug, Clone)]
pub struct Decoder {
    id: u16,
    kind: EventKind,
    pid: Field,
    dev: Field,
    at: Field,
    len: Option<Field>,
    ino: Option<Field>,
    rwbs: Option<Field>,
    new_sector: Option<Field>,
    result: Option<Field>,
}

impl Decoder {
    /// `None`: a field that is needed is missing on this kernel.
    pub fn new(kind: EventKind, format: &Format) -> Option<Self> {
        let of_file = kind.is_of_file();
        let len = match kind {
            EventKind::FsBegin => Some(format.field("count")?),
            EventKind::FsDone | EventKind::BioSplit => None,
            _ => Some(format.field("nr_sector")?),
        };
        let result = match kind {
            EventKind::FsDone => Some(format.field("ret")?),
            _ => format.field("error"),
        };
        Some(Self {
            id: format.id,
            kind,
            pid: format.field("common_pid")?,
            dev: format.field("dev")?,
            at: format.field(if of_file { "pos" } else { "sector" })?,
            len,
            ino: if of_file { Some(format.field("ino")?) } else { None },
            rwbs: format.field("rwbs"),
            new_sector: format.field("new_sector"),
            result,
        })
    }

    /// What [`id_of`] says of its records.
    pub fn id(&self) -> u16 {
        self.id
    }

    pub fn decode(&self, time_ns: u64, record: &[u8]) -> Option<Event> {
        let number = |field: Option<Field>| field.and_then(|field| field.number(record)).unwrap_or(0);
        let result = number(self.result) as i64;
        let (mut at, mut len) = (self.at.number(record)?, number(self.len));
        if self.kind == EventKind::FsDone {
            // The position is that behind what was moved.
            len = result.max(0) as u64;
            at = at.wrapping_sub(len);
        }
        Some(Event {
            time_ns,
            pid: self.pid.number(record)? as u32,
            kind: self.kind,
            dev: self.dev.number(record)? as u32,
            ino: number(self.ino),
            at,
            len,
            split_at: number(self.new_sector),
            ddir: self.rwbs.and_then(|field| direction(field.bytes(record)?)),
            failed: result < 0,
        })
    }
}

/// `common_type`, the first field of every record.
pub fn id_of(record: &[u8]) -> Option<u16> {
    Some(u16::from_ne_bytes(record.get(..2)?.try_into().ok()?))
}

/// `rwbs`: a letter for the operation, behind an F where a flush goes before it; then flags.
fn direction(rwbs: &[u8]) -> Option<u8> {
    let rest = rwbs.strip_prefix(b"F").unwrap_or(rwbs);
    match rest.first()? {
        b'R' => Some(0),
        b'W' => Some(1),
        b'D' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn directions_are_read_past_flush_and_flags() {
        for (rwbs, ddir) in [
            ("R", Some(0)),
            ("RA", Some(0)),
            ("WS", Some(1)),
            ("FWFS", Some(1)),
            ("D", Some(2)),
            ("F", None),
            ("N", None),
            ("", None),
        ] {
            let mut bytes = rwbs.as_bytes().to_vec();
            bytes.resize(10, 0);
            assert_eq!(direction(&bytes), ddir, "{rwbs}");
        }
    }

    fn format(fields: &[(&str, usize, usize)]) -> Format {
        let mut text = "ID: 7\n".to_owned();
        for (name, offset, size) in fields {
            text += &format!("\tfield:x {name};\toffset:{offset};\tsize:{size};\tsigned:1;\n");
        }
        Format::parse(&text).unwrap()
    }

    #[test]
    fn the_position_at_the_end_of_a_file_s_io_lies_behind_it() {
        let fields = [
            ("common_pid", 4, 4),
            ("dev", 8, 4),
            ("ino", 16, 8),
            ("pos", 24, 8),
            ("ret", 32, 8),
        ];
        let decoder = Decoder::new(EventKind::FsDone, &format(&fields)).unwrap();
        let mut record = vec![0; 40];
        record[8..12].copy_from_slice(&packed(7, 2).to_ne_bytes());
        record[24..32].copy_from_slice(&12_288_u64.to_ne_bytes());
        record[32..40].copy_from_slice(&4096_u64.to_ne_bytes());
        let event = decoder.decode(5, &record).unwrap();
        assert_eq!((event.at, event.len, event.dev), (8192, 4096, 7 << 20 | 2));
        record[32..40].copy_from_slice(&(-5_i64).to_ne_bytes());
        let failed = decoder.decode(5, &record).unwrap();
        assert!(failed.failed && failed.at == 12_288);
        assert_eq!(decoder.decode(5, &record[..30]), None);
    }

    #[test]
    fn fields_may_move_between_kernels_and_one_that_is_missing_is_noticed() {
        for moved in [0, 2, 8] {
            let fields = [
                ("common_pid", 4, 4),
                ("dev", 8, 4),
                ("sector", 16 + moved, 8),
                ("nr_sector", 24 + moved, 4),
                ("rwbs", 28 + moved, 8),
            ];
            let decoder = Decoder::new(EventKind::BioQueue, &format(&fields)).unwrap();
            let mut record = vec![0; 64];
            record[16 + moved] = 9;
            record[24 + moved] = 8;
            record[28 + moved] = b'W';
            let event = decoder.decode(1, &record).unwrap();
            assert_eq!((event.at, event.len, event.ddir), (9, 8, Some(1)));
            assert!(Decoder::new(EventKind::BioQueue, &format(&fields[..3])).is_none());
        }
    }
}
