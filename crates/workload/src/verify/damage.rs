//! What is wrong with a block that came back.

use std::fmt;

/// What is wrong, by kind. Offsets and lengths in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Damage {
    /// A header is missing: nothing was ever written there, or something else was.
    NoHeader {
        /// What stands in the place of 0xacca.
        magic: u16,
        /// The whole chunk is zeros.
        zeros: bool,
    },
    /// The header does not agree with its own checksum.
    HeaderBits {
        /// What the header's bytes give.
        expected: u32,
        /// What is stored.
        received: u32,
        /// How many of its bits are wrong, where the header is known.
        bits: Option<u64>,
    },
    /// The content is as written, its checksum is not.
    Sum {
        /// The checksum of the content, in hexadecimal.
        expected: String,
        /// What is stored.
        received: String,
        /// How many of its bits are wrong.
        bits: u64,
    },
    /// The header is sound, and says something else than the job.
    HeaderField {
        /// Which field.
        field: &'static str,
        /// What the job says.
        expected: u64,
        /// What the header says.
        received: u64,
    },
    /// The chunk of another place.
    Misdirected {
        /// Where it belongs.
        belongs_at: u64,
    },
    /// The chunk of an earlier write: the last one is lost.
    Stale {
        /// Number of the write that should be there.
        expected: u64,
        /// Number of the one that is there, as far as its header can say.
        received: u64,
    },
    /// The chunk begins as written and ends with something else.
    Torn {
        /// Bytes that are as written.
        good_bytes: u64,
    },
    /// The content does not agree with its checksum.
    Content {
        /// The checksum of what came back, in hexadecimal.
        received: String,
        /// The checksum that was stored with it.
        expected: String,
        /// How many bits are wrong, where the content is known.
        bits: Option<u64>,
    },
    /// A trimmed block does not read as zeros.
    NotTrimmed {
        /// The first byte that is not zero, from the start of the chunk.
        at: u64,
    },
    /// The content is not the pattern.
    Pattern {
        /// The first byte that differs, from the start of the chunk.
        at: u64,
        /// What it should be.
        expected: u8,
        /// What it is.
        received: u8,
    },
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::NoHeader { zeros: true, .. } => {
                write!(
                    f,
                    "zeros where a header should be (expected 0xacca, received 0): never written, or lost"
                )
            }
            Damage::NoHeader { magic, .. } => {
                write!(f, "bad magic header (expected 0xacca, received {magic:#x})")
            }
            Damage::HeaderBits {
                expected,
                received,
                bits,
            } => {
                write!(f, "damaged header{}: its checksum is wrong ", Bits(*bits))?;
                write!(f, "(expected {expected:#x}, received {received:#x})")
            }
            Damage::Sum {
                expected,
                received,
                bits,
            } => write!(
                f,
                "damaged checksum{}: the content is as written (expected {expected}, received {received})",
                Bits(Some(*bits))
            ),
            Damage::NotTrimmed { at } => {
                write!(f, "a trimmed block does not read as zeros from its byte {at} on")
            }
            Damage::HeaderField {
                field,
                expected,
                received,
            } => write!(f, "bad header {field} (expected {expected}, received {received})"),
            Damage::Misdirected { belongs_at } => {
                write!(f, "misdirected write: this is the block of offset {belongs_at}")
            }
            Damage::Stale { expected, received } => write!(
                f,
                "stale block: the last write is lost (expected write {expected}, received write {received})"
            ),
            Damage::Torn { good_bytes } => {
                write!(
                    f,
                    "torn write: the first {good_bytes} bytes are as written, the rest is not"
                )
            }
            Damage::Content {
                received,
                expected,
                bits,
            } => {
                write!(f, "damaged content{} ", Bits(*bits))?;
                write!(f, "(expected {expected}, received {received})")
            }
            Damage::Pattern {
                at,
                expected,
                received,
            } => write!(
                f,
                "content differs from the pattern at byte {at} (expected {expected:#04x}, received {received:#04x})"
            ),
        }
    }
}

/// `, 3 bits wrong`, or nothing.
struct Bits(Option<u64>);

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => Ok(()),
            Some(1) => write!(f, ", 1 bit wrong"),
            Some(bits) => write!(f, ", {bits} bits wrong"),
        }
    }
}

impl Damage {
    /// Whether fio calls it a wrong header rather than wrong content.
    pub const fn is_of_header(&self) -> bool {
        matches!(
            self,
            Damage::NoHeader { .. }
                | Damage::HeaderBits { .. }
                | Damage::HeaderField { .. }
                | Damage::Misdirected { .. }
                | Damage::Stale { .. }
        )
    }
}
