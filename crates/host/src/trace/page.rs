//! A page of the kernel's trace ring buffer: records with their times.

use super::format::{Field, field};

/// What the header of a page looks like on this kernel (`events/header_page`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLayout {
    timestamp: Field,
    commit: Field,
    data: Field,
}

/// Events were lost before this page; bits of `commit`, whose lower bits are the length of the data.
const MISSED_EVENTS: u64 = 1 << 31;
const COMMIT_MASK: u64 = (1 << 30) - 1;

const PADDING: u32 = 29;
const TIME_EXTEND: u32 = 30;
const TIME_STAMP: u32 = 31;
/// Bits of the time in the first word of a record.
const DELTA_BITS: u32 = 27;

impl PageLayout {
    /// Reads `header_page`. `None`: it does not look like one.
    pub fn parse(text: &str) -> Option<Self> {
        let find = |name: &str| {
            let mut fields = text
                .lines()
                .filter_map(|line| field(&line.replacen("field: ", "field:", 1)));
            fields.find(|(known, _)| known == name).map(|(_, field)| field)
        };
        Some(Self {
            timestamp: find("timestamp")?,
            commit: find("commit")?,
            data: find("data")?,
        })
    }

    /// Bytes of a whole page.
    pub fn page_bytes(&self) -> usize {
        self.data.offset.saturating_add(self.data.size)
    }

    /// Calls `each` with the time and the bytes of every record. Whether the kernel marked that events were lost before this page.
    /// `None`: the page contradicts itself; what came before was handed over.
    pub fn records(&self, page: &[u8], mut each: impl FnMut(u64, &[u8])) -> Option<bool> {
        let mut time_ns = self.timestamp.number(page)?;
        let commit = self.commit.number(page)?;
        let length = usize::try_from(commit & COMMIT_MASK).ok()?;
        let mut rest = page.get(self.data.offset..)?.get(..length)?;
        while rest.len() >= 4 {
            let head = word(rest, 0)?;
            let (kind, delta) = (head & 31, u64::from(head >> 5));
            let used = match kind {
                // The rest of the page is unused.
                PADDING if delta == 0 => break,
                PADDING => {
                    time_ns = time_ns.wrapping_add(delta);
                    4 + word(rest, 4)? as usize
                }
                TIME_EXTEND => {
                    let more = u64::from(word(rest, 4)?) << DELTA_BITS;
                    time_ns = time_ns.wrapping_add(delta | more);
                    8
                }
                TIME_STAMP => {
                    let low = delta | u64::from(word(rest, 4)?) << DELTA_BITS;
                    // The upper five bits are those of the time before.
                    time_ns = time_ns & !((1 << 59) - 1) | low;
                    8
                }
                0 => {
                    time_ns = time_ns.wrapping_add(delta);
                    let length = word(rest, 4)? as usize;
                    each(time_ns, rest.get(8..length.checked_add(4)?)?);
                    4 + length
                }
                words => {
                    time_ns = time_ns.wrapping_add(delta);
                    let length = words as usize * 4;
                    each(time_ns, rest.get(4..length + 4)?);
                    4 + length
                }
            };
            rest = rest.get(used..)?;
        }
        Some(commit & MISSED_EVENTS != 0)
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_ne_bytes(four.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const HEADER: &str = "\
\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;
\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;
\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;
\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;
";

    fn page(time_ns: u64, flags: u64, words: &[u32]) -> Vec<u8> {
        let mut page = Vec::new();
        page.extend(time_ns.to_ne_bytes());
        page.extend(((words.len() as u64 * 4) | flags).to_ne_bytes());
        page.extend(words.iter().flat_map(|word| word.to_ne_bytes()));
        page.resize(4096, 0xaa);
        page
    }

    fn read(page: &[u8]) -> (Option<bool>, Vec<(u64, Vec<u8>)>) {
        let layout = PageLayout::parse(HEADER).unwrap();
        assert_eq!(layout.page_bytes(), 4096);
        let mut records = Vec::new();
        let missed = layout.records(page, |time, bytes| records.push((time, bytes.to_vec())));
        (missed, records)
    }

    fn head(kind: u32, delta: u32) -> u32 {
        kind | delta << 5
    }

    #[test]
    fn every_kind_of_record_moves_the_time() {
        let words = [
            // One word of data.
            [head(1, 5), 0x11].as_slice(),
            // A longer time: 3 << 27 more.
            &[head(TIME_EXTEND, 7), 3],
            // The length in a word of its own: 8 bytes of data.
            &[head(0, 0), 12, 0x22, 0x33],
            // Thrown away: 4 + 8 bytes, and its time.
            &[head(PADDING, 2), 8, 0],
            &[head(1, 1), 0x44],
            // From here on absolute.
            &[head(TIME_STAMP, 9), 1],
            &[head(1, 1), 0x55],
            &[head(PADDING, 0), 77],
            &[head(1, 1), 0x66],
        ]
        .concat();
        let (missed, records) = read(&page(1000, 0, &words));
        let long = 3_u64 << 27;
        let expected = [
            (1005, vec![0x11]),
            (1012 + long, vec![0x22, 0x33]),
            (1015 + long, vec![0x44]),
            ((1 << 27) + 10, vec![0x55]),
        ]
        .map(|(time, data): (u64, Vec<u32>)| {
            (
                time,
                data.iter()
                    .flat_map(|word| word.to_ne_bytes())
                    .collect::<Vec<u8>>(),
            )
        });
        assert_eq!((missed, records), (Some(false), expected.to_vec()));
    }

    #[test]
    fn lost_events_are_marked_before_the_page() {
        let (missed, records) = read(&page(1, MISSED_EVENTS | 1 << 30, &[head(1, 1), 0]));
        assert_eq!((missed, records.len()), (Some(true), 1));
    }

    #[test]
    fn no_page_makes_it_read_beyond_its_end() {
        for words in [
            vec![head(28, 1), 1],
            vec![head(0, 1), u32::MAX],
            vec![head(0, 1), 0],
            vec![head(PADDING, 1), u32::MAX - 3],
            vec![head(TIME_EXTEND, 1)],
        ] {
            assert_eq!(read(&page(1, 0, &words)), (None, Vec::new()), "{words:x?}");
        }
        let mut short = page(1, 0, &[head(1, 1), 0]);
        short.truncate(20);
        assert_eq!(read(&short).0, None);
        assert_eq!(read(&[]).0, None);
        assert_eq!(PageLayout::parse("nothing"), None);
    }
}
