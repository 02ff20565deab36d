//! How far the writes of a job came, as fio 3.33 stores it for a later verification.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | 3, the version |
//! | 8..16 | bytes from 24 on |
//! | 16..24 | CRC-32C of those, as in headers |
//! | 24..32 | how many of the listed writes count |
//! | 32..40 | `iodepth`, number of files |
//! | 40..48 | writes that have ended |
//! | 48..56 | number of the worker, from 0 |
//! | 56..112 | fio's random generator; of ours a mark and the worker's seed |
//! | 112..176 | name of the job, zeros behind it |
//! | from 176 | the last writes that ended: file and offset, 8 bytes each |

use super::checksum::crc32c;
use fiord_messages::{Lang, run_errors as messages};

const VERSION: u64 = 3;
const HEAD_BYTES: usize = 24;
const LIST_AT: usize = 176;
const NAME: std::ops::Range<usize> = 112..176;
const GENERATOR: std::ops::Range<usize> = 56..112;
/// Stands where fio keeps its generator, which never begin like this.
const OUR_MARK: [u8; 8] = *b"fiord\0\0\x01";
/// Longest file that is read: 4096 I/Os in flight in each of 1024 files.
pub const STATE_BYTES_MOST: u64 = 64 << 20;

/// How far the writes of one worker came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WriteState {
    /// `iodepth` of the job that wrote.
    pub depth: u32,
    /// Files of the job.
    pub files: u32,
    /// Writes of the job that have ended, in all. Those up to `depth` before this are on the target without exception.
    pub ios: u64,
    /// Number of the worker over the whole run, from 0.
    pub worker: u64,
    /// Name of the job; at most 63 bytes of it are stored.
    pub name: String,
    /// The last writes that ended, as file and offset, the latest first.
    pub ended: Vec<(u64, u64)>,
    /// Whose random order it is.
    pub order: OrderOf,
}

/// Whose random order the writes have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OrderOf {
    /// Nobody's: the writes were sequential.
    #[default]
    Nobody,
    /// fiord's, from this seed.
    Seed(u64),
    /// Another program's, which cannot be repeated here.
    Foreign,
}

/// Why bytes are not a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoState {
    /// Shorter or longer than it says.
    Length,
    /// Another version than 3.
    Version(u64),
    /// The checksum is wrong.
    Sum {
        /// Of the bytes that are there.
        expected: u32,
        /// As stored.
        received: u32,
    },
}

impl NoState {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            NoState::Length => messages::state_length(lang).to_owned(),
            NoState::Version(version) => messages::StateVersion {
                version,
                expected: &VERSION,
            }
            .text(lang),
            NoState::Sum { expected, received } => messages::StateDamaged {
                expected: &format_args!("{expected:#x}"),
                received: &format_args!("{received:#x}"),
            }
            .text(lang),
        }
    }
}

/// fio's name of the file that holds the state of a worker.
pub fn file_name(job: &str, worker: u64) -> String {
    let name = stored_name(job).replace('/', ".");
    format!("local-{name}-{worker}-verify.state")
}

/// As much of a name as has room.
fn stored_name(job: &str) -> &str {
    let mut end = job.len().min(NAME.len() - 1);
    while !job.is_char_boundary(end) {
        end -= 1;
    }
    &job[..end]
}

impl WriteState {
    /// The bytes of the file.
    pub fn encode(&self) -> Vec<u8> {
        let room = (self.depth as usize).saturating_mul(self.files as usize);
        let mut out = vec![0; LIST_AT + 16 * room.max(self.ended.len())];
        let mut put = |at: usize, bytes: &[u8]| out[at..at + bytes.len()].copy_from_slice(bytes);
        put(24, &(self.ended.len() as u64).to_le_bytes());
        put(32, &self.depth.to_le_bytes());
        put(36, &self.files.to_le_bytes());
        put(40, &self.ios.to_le_bytes());
        put(48, &self.worker.to_le_bytes());
        if let OrderOf::Seed(seed) = self.order {
            put(GENERATOR.start + 8, &OUR_MARK);
            put(GENERATOR.start + 16, &seed.to_le_bytes());
        }
        put(NAME.start, stored_name(&self.name).as_bytes());
        for (index, (file, offset)) in self.ended.iter().enumerate() {
            put(LIST_AT + 16 * index, &file.to_le_bytes());
            put(LIST_AT + 16 * index + 8, &offset.to_le_bytes());
        }
        let sum = crc32c(&out[HEAD_BYTES..]);
        let len = (out.len() - HEAD_BYTES) as u64;
        out[..8].copy_from_slice(&VERSION.to_le_bytes());
        out[8..16].copy_from_slice(&len.to_le_bytes());
        out[16..24].copy_from_slice(&u64::from(sum).to_le_bytes());
        out
    }

    /// Reads the bytes of a file that this program or fio 3.33 wrote.
    ///
    /// # Errors
    /// When they are another kind of file, or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, NoState> {
        let u64_at = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        if bytes.len() < LIST_AT {
            return Err(NoState::Length);
        }
        if u64_at(0) != VERSION {
            return Err(NoState::Version(u64_at(0)));
        }
        if u64_at(8) != (bytes.len() - HEAD_BYTES) as u64 {
            return Err(NoState::Length);
        }
        let (expected, received) = (crc32c(&bytes[HEAD_BYTES..]), u64_at(16) as u32);
        if expected != received {
            return Err(NoState::Sum { expected, received });
        }
        let count = usize::try_from(u64_at(24)).unwrap_or(usize::MAX);
        if count > (bytes.len() - LIST_AT) / 16 {
            return Err(NoState::Length);
        }
        let name = &bytes[NAME];
        let name = &name[..name.iter().position(|byte| *byte == 0).unwrap_or(name.len())];
        let generator = &bytes[GENERATOR];
        let order = if generator[8..16] == OUR_MARK {
            OrderOf::Seed(u64_at(GENERATOR.start + 16))
        } else if generator.iter().all(|byte| *byte == 0) {
            OrderOf::Nobody
        } else {
            OrderOf::Foreign
        };
        Ok(Self {
            depth: u64_at(32) as u32,
            files: (u64_at(32) >> 32) as u32,
            ios: u64_at(40),
            worker: u64_at(48),
            name: String::from_utf8_lossy(name).into_owned(),
            ended: (0..count)
                .map(|index| (u64_at(LIST_AT + 16 * index), u64_at(LIST_AT + 16 * index + 8)))
                .collect(),
            order,
        })
    }
}

/// What of a job's I/Os a stored state says to be on the target.
#[derive(Debug, Clone)]
pub struct Resume {
    sure: u64,
    end: u64,
    ended: Vec<(u64, u64)>,
    next: u64,
}

impl Resume {
    /// From the state that a worker left.
    pub fn new(state: &WriteState) -> Self {
        let depth = u64::from(state.depth.max(1));
        let mut ended = state.ended.clone();
        ended.sort_unstable();
        Self {
            sure: state.ios.saturating_sub(depth),
            end: state.ios.saturating_add(depth),
            ended,
            next: 0,
        }
    }

    /// Whether the job's next I/O was done; `None`: neither it nor any behind it.
    pub fn was_done(&mut self, file: u32, offset: u64) -> Option<bool> {
        let index = self.next;
        self.next += 1;
        if index >= self.end {
            return None;
        }
        Some(index < self.sure || self.ended.binary_search(&(u64::from(file), offset)).is_ok())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// fio 3.33 wrote this: `--name=j --rw=write --verify=crc32c --number_ios=5`.
    fn of_fio() -> Vec<u8> {
        let mut bytes = vec![0; 192];
        bytes[0] = 3;
        bytes[8] = 168;
        bytes[16..20].copy_from_slice(&[0xf6, 0x7a, 0x67, 0xe4]);
        for (at, byte) in [(24, 1), (32, 1), (36, 1), (40, 5), (112, b'j'), (185, 0x40)] {
            bytes[at] = byte;
        }
        bytes
    }

    #[test]
    fn a_state_is_byte_for_byte_that_of_fio() {
        let state = WriteState::decode(&of_fio()).unwrap();
        let expected = WriteState {
            depth: 1,
            files: 1,
            ios: 5,
            worker: 0,
            name: "j".to_owned(),
            ended: vec![(0, 16_384)],
            order: OrderOf::Nobody,
        };
        assert_eq!(state, expected);
        assert_eq!(state.encode(), of_fio());
        assert_eq!(file_name("a/b", 3), "local-a.b-3-verify.state");
        assert_eq!(file_name(&"ä".repeat(80), 0).matches('ä').count(), 31);
    }

    #[test]
    fn our_order_comes_back_and_that_of_fio_is_known_as_such() {
        let state = WriteState {
            depth: 4,
            files: 2,
            ios: 9,
            order: OrderOf::Seed(0xfeed),
            ended: vec![(1, 4096), (0, 0)],
            ..WriteState::default()
        };
        assert_eq!(WriteState::decode(&state.encode()), Ok(state));
        let mut bytes = of_fio();
        bytes[64..72].copy_from_slice(&[0xcc, 0x62, 0x88, 0x69, 0x0d, 0xdc, 0x97, 0x89]);
        let sum = crc32c(&bytes[24..]).to_le_bytes();
        bytes[16..20].copy_from_slice(&sum);
        assert_eq!(WriteState::decode(&bytes).unwrap().order, OrderOf::Foreign);
    }

    #[test]
    fn every_flipped_bit_and_every_other_length_is_refused() {
        for bit in 0..192 * 8 {
            let mut bytes = of_fio();
            bytes[bit / 8] ^= 1 << (bit % 8);
            // The upper half of the checksum's word is not used.
            if !(160..192).contains(&bit) {
                assert!(WriteState::decode(&bytes).is_err(), "bit {bit}");
            }
        }
        for len in 0..192 {
            assert!(WriteState::decode(&of_fio()[..len]).is_err(), "{len} bytes");
        }
    }

    #[test]
    fn what_was_in_flight_is_checked_only_where_it_ended() {
        // Written in order at depth 2: 4 ended before 3, which did not.
        let mut resume = Resume::new(&WriteState {
            depth: 2,
            files: 1,
            ios: 4,
            ended: vec![(0, 4), (0, 2)],
            ..WriteState::default()
        });
        let done: Vec<_> = (0..7).map(|index| resume.was_done(0, index)).collect();
        let expected = [
            Some(true),
            Some(true),
            Some(true),
            Some(false),
            Some(true),
            Some(false),
            None,
        ];
        assert_eq!(done, expected);
    }
}
