//! What is wrong with a block that came back.

use fiord_messages::{Lang, run_errors as messages};

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

impl Damage {
    /// What is wrong, with the numbers.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Damage::NoHeader { zeros: true, .. } => messages::header_zeros(lang).to_owned(),
            Damage::NoHeader { magic, .. } => {
                let magic = &format_args!("{magic:#x}");
                messages::HeaderMagic { magic }.text(lang)
            }
            Damage::HeaderBits {
                expected,
                received,
                bits,
            } => {
                let (expected, received) = (&format_args!("{expected:#x}"), &format_args!("{received:#x}"));
                match *bits {
                    Some(bits) => messages::HeaderBits {
                        bits,
                        expected,
                        received,
                    }
                    .text(lang),
                    None => messages::HeaderDamaged { expected, received }.text(lang),
                }
            }
            Damage::Sum {
                expected,
                received,
                bits,
            } => messages::ChecksumBits {
                bits: *bits,
                expected,
                received,
            }
            .text(lang),
            Damage::NotTrimmed { at } => messages::TrimNotZero { at }.text(lang),
            Damage::HeaderField {
                field,
                expected,
                received,
            } => messages::HeaderField {
                field,
                expected,
                received,
            }
            .text(lang),
            Damage::Misdirected { belongs_at } => {
                messages::WriteMisdirected { offset: belongs_at }.text(lang)
            }
            Damage::Stale { expected, received } => messages::BlockStale { expected, received }.text(lang),
            Damage::Torn { good_bytes } => messages::WriteTorn { bytes: good_bytes }.text(lang),
            Damage::Content {
                received,
                expected,
                bits,
            } => match *bits {
                Some(bits) => messages::ContentBits {
                    bits,
                    expected,
                    received,
                }
                .text(lang),
                None => messages::ContentDamaged { expected, received }.text(lang),
            },
            Damage::Pattern {
                at,
                expected,
                received,
            } => messages::PatternDiffers {
                at,
                expected: &format_args!("{expected:#04x}"),
                received: &format_args!("{received:#04x}"),
            }
            .text(lang),
        }
    }

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
