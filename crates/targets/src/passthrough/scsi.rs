//! SCSI commands as their bytes (SBC-4, SPC-5), and what capacity and sense data say.

use fiord_job::plan::SgWriteMode;

/// A command descriptor block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cdb {
    bytes: [u8; 16],
    len: u8,
}

impl Cdb {
    /// The bytes to send: 10 or 16 of them.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    fn ten(opcode: u8, flags: u8, lba: u32, blocks: u16) -> Self {
        let mut bytes = [0; 16];
        (bytes[0], bytes[1]) = (opcode, flags);
        bytes[2..6].copy_from_slice(&lba.to_be_bytes());
        bytes[7..9].copy_from_slice(&blocks.to_be_bytes());
        Self { bytes, len: 10 }
    }

    fn sixteen(opcode: u8, flags: u8, lba: u64, blocks: u32) -> Self {
        let mut bytes = [0; 16];
        (bytes[0], bytes[1]) = (opcode, flags);
        bytes[2..10].copy_from_slice(&lba.to_be_bytes());
        bytes[10..14].copy_from_slice(&blocks.to_be_bytes());
        Self { bytes, len: 16 }
    }

    /// The short form where place and length fit, as drives understand it longest.
    fn either(ten: u8, sixteen: u8, flags: u8, place: BlockRun) -> Self {
        match (u32::try_from(place.lba), u16::try_from(place.count)) {
            (Ok(lba), Ok(count)) => Self::ten(ten, flags, lba, count),
            _ => Self::sixteen(sixteen, flags, place.lba, place.count),
        }
    }
}

/// A run of logical blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockRun {
    /// The first.
    pub lba: u64,
    /// How many.
    pub count: u32,
}

impl BlockRun {
    /// The blocks of a range in bytes; `None` where it does not begin and end with one.
    pub fn of(offset: u64, len: u32, block_bytes: u32) -> Option<Self> {
        if block_bytes == 0
            || !len.is_multiple_of(block_bytes)
            || !offset.is_multiple_of(u64::from(block_bytes))
        {
            return None;
        }
        Some(Self {
            lba: offset / u64::from(block_bytes),
            count: len / block_bytes,
        })
    }
}

/// How much of a buffer goes with a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// Nothing.
    None,
    /// As much as the I/O is long.
    All,
    /// One logical block.
    OneBlock,
}

const FUA: u8 = 1 << 3;
const NO_DATA_OUT: u8 = 1;
const BYTCHK_ALL: u8 = 0b01 << 1;
const BYTCHK_ONE: u8 = 0b11 << 1;

/// READ(10) or READ(16).
pub fn read(place: BlockRun, fua: bool) -> Cdb {
    Cdb::either(0x28, 0x88, if fua { FUA } else { 0 }, place)
}

/// The command of a write, and what of the buffer goes with it. `fua` and `stream` count where the command has them.
pub fn write(mode: SgWriteMode, place: BlockRun, fua: bool, stream: u16) -> (Cdb, Data) {
    let fua = if fua { FUA } else { 0 };
    match mode {
        SgWriteMode::Write => (Cdb::either(0x2a, 0x8a, fua, place), Data::All),
        SgWriteMode::WriteAndVerify => (Cdb::either(0x2e, 0x8e, 0, place), Data::All),
        SgWriteMode::WriteSame => (Cdb::either(0x41, 0x93, 0, place), Data::OneBlock),
        SgWriteMode::WriteSameNoData => {
            let cdb = Cdb::sixteen(0x93, NO_DATA_OUT, place.lba, place.count);
            (cdb, Data::None)
        }
        SgWriteMode::VerifyMedium => (Cdb::either(0x2f, 0x8f, 0, place), Data::None),
        SgWriteMode::VerifyData => (Cdb::either(0x2f, 0x8f, BYTCHK_ALL, place), Data::All),
        SgWriteMode::VerifyOneBlock => (Cdb::either(0x2f, 0x8f, BYTCHK_ONE, place), Data::OneBlock),
        SgWriteMode::WriteStream => {
            let mut cdb = Cdb::sixteen(0x9a, fua, place.lba, 0);
            cdb.bytes[10..12].copy_from_slice(&stream.to_be_bytes());
            cdb.bytes[12..14].copy_from_slice(&(place.count as u16).to_be_bytes());
            (cdb, Data::All)
        }
    }
}

/// The most blocks that one command of this mode can name.
pub fn most_blocks(mode: SgWriteMode) -> u32 {
    match mode {
        SgWriteMode::WriteStream => u32::from(u16::MAX),
        _ => u32::MAX,
    }
}

/// SYNCHRONIZE CACHE(10) of the whole device.
pub fn synchronize() -> Cdb {
    Cdb::ten(0x35, 0, 0, 0)
}

/// Length of the list that goes with [`unmap`], in bytes.
pub const UNMAP_LIST_BYTES: usize = 24;

/// UNMAP of one run of blocks, and its parameter list.
pub fn unmap(place: BlockRun) -> (Cdb, [u8; UNMAP_LIST_BYTES]) {
    let mut list = [0; UNMAP_LIST_BYTES];
    list[..2].copy_from_slice(&(UNMAP_LIST_BYTES as u16 - 2).to_be_bytes());
    list[2..4].copy_from_slice(&16_u16.to_be_bytes());
    list[8..16].copy_from_slice(&place.lba.to_be_bytes());
    list[16..20].copy_from_slice(&place.count.to_be_bytes());
    (Cdb::ten(0x42, 0, 0, UNMAP_LIST_BYTES as u16), list)
}

/// Length of the answer to [`open_stream`] in bytes.
pub const STREAM_ANSWER_BYTES: usize = 8;

/// STREAM CONTROL: opens a stream; the device chooses its number.
pub fn open_stream() -> Cdb {
    stream_control(0b01, 0)
}

/// STREAM CONTROL: closes a stream.
pub fn close_stream(stream: u16) -> Cdb {
    stream_control(0b10, stream)
}

fn stream_control(what: u8, stream: u16) -> Cdb {
    let mut cdb = Cdb::sixteen(0x9e, what << 5 | 0x14, 0, 0);
    cdb.bytes[4..6].copy_from_slice(&stream.to_be_bytes());
    cdb.bytes[10..14].copy_from_slice(&(STREAM_ANSWER_BYTES as u32).to_be_bytes());
    cdb
}

/// The number of the stream that was opened.
pub fn opened_stream(answer: &[u8; STREAM_ANSWER_BYTES]) -> u16 {
    u16::from_be_bytes([answer[4], answer[5]])
}

/// Length of the answer to [`read_capacity`] in bytes.
pub const CAPACITY_BYTES: usize = 32;

/// READ CAPACITY(10), and READ CAPACITY(16) for devices that are larger than the first can say.
pub fn read_capacity(long: bool) -> Cdb {
    if !long {
        return Cdb::ten(0x25, 0, 0, 0);
    }
    let mut cdb = Cdb::sixteen(0x9e, 0x10, 0, 0);
    cdb.bytes[13] = CAPACITY_BYTES as u8;
    cdb
}

/// The size of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// Logical blocks.
    pub blocks: u64,
    /// Bytes of one.
    pub block_bytes: u32,
}

impl Capacity {
    /// Of the whole device.
    pub fn bytes(&self) -> u64 {
        self.blocks.saturating_mul(u64::from(self.block_bytes))
    }

    /// From the answer to READ CAPACITY; `None`: the short form cannot say it, or it says nothing.
    pub fn read(answer: &[u8; CAPACITY_BYTES], long: bool) -> Option<Self> {
        let word =
            |at: usize| u32::from_be_bytes([answer[at], answer[at + 1], answer[at + 2], answer[at + 3]]);
        let (last, block_bytes) = if long {
            (u64::from(word(0)) << 32 | u64::from(word(4)), word(8))
        } else {
            (u64::from(word(0)), word(4))
        };
        if block_bytes == 0 || (!long && last == u64::from(u32::MAX)) {
            return None;
        }
        Some(Self {
            blocks: last.checked_add(1)?,
            block_bytes,
        })
    }
}

/// What a device says of a command that it did not do as asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sense {
    /// The kind: 2 not ready, 3 medium, 4 hardware, 5 illegal request, 6 unit attention, 7 protected, 14 miscompare …
    pub key: u8,
    /// Additional code.
    pub code: u8,
    /// Its qualifier.
    pub qualifier: u8,
}

impl Sense {
    /// From sense data in fixed or descriptor format; `None` where there are none.
    pub fn read(data: &[u8]) -> Option<Self> {
        let at = |index: usize| data.get(index).copied();
        let (key, code, qualifier) = match at(0)? & 0x7f {
            0x70 | 0x71 => (at(2)?, at(12), at(13)),
            0x72 | 0x73 => (at(1)?, at(2), at(3)),
            _ => return None,
        };
        Some(Self {
            key: key & 0xf,
            code: code.unwrap_or(0),
            qualifier: qualifier.unwrap_or(0),
        })
    }

    /// Whether the command can be sent again because only the state of the device was news (unit attention).
    pub fn is_news(&self) -> bool {
        self.key == 6
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const NEAR: BlockRun = BlockRun {
        lba: 0x1234,
        count: 8,
    };
    const FAR: BlockRun = BlockRun {
        lba: 0x1_0203_0405,
        count: 8,
    };
    const LONG: BlockRun = BlockRun {
        lba: 0,
        count: 0x1_0000,
    };

    #[test]
    fn a_read_is_short_where_it_fits() {
        assert_eq!(read(NEAR, false).bytes(), [0x28, 0, 0, 0, 0x12, 0x34, 0, 0, 8, 0]);
        assert_eq!(read(NEAR, true).bytes()[1], 8);
        let far = [0x88, 8, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 8, 0, 0];
        assert_eq!(read(FAR, true).bytes(), far);
        assert_eq!(read(LONG, false).bytes()[..2], [0x88, 0]);
        assert_eq!(read(LONG, false).bytes()[10..14], [0, 1, 0, 0]);
    }

    #[test]
    fn each_mode_of_writing_has_its_command() {
        use SgWriteMode as M;
        let rows = [
            (M::Write, 0x2a, 0x8a, [0, 8], Data::All),
            (M::WriteAndVerify, 0x2e, 0x8e, [0, 0], Data::All),
            (M::WriteSame, 0x41, 0x93, [0, 0], Data::OneBlock),
            (M::VerifyMedium, 0x2f, 0x8f, [0, 0], Data::None),
            (M::VerifyData, 0x2f, 0x8f, [2, 2], Data::All),
            (M::VerifyOneBlock, 0x2f, 0x8f, [6, 6], Data::OneBlock),
        ];
        for (mode, ten, sixteen, flags, data) in rows {
            for (fua, flags) in [false, true].into_iter().zip(flags) {
                let (short, moved) = write(mode, NEAR, fua, 0);
                assert_eq!(
                    short.bytes(),
                    [ten, flags, 0, 0, 0x12, 0x34, 0, 0, 8, 0],
                    "{mode:?}"
                );
                let (far, _) = write(mode, FAR, fua, 0);
                assert_eq!(
                    (far.bytes()[0], far.bytes()[1], far.bytes()[13]),
                    (sixteen, flags, 8)
                );
                assert_eq!(moved, data);
            }
        }
        let (same, moved) = write(M::WriteSameNoData, NEAR, true, 0);
        assert_eq!(
            same.bytes(),
            [0x93, 1, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 0, 0, 0, 8, 0, 0]
        );
        assert_eq!(moved, Data::None);
        let (stream, moved) = write(M::WriteStream, NEAR, true, 0x0102);
        assert_eq!(
            stream.bytes(),
            [0x9a, 8, 0, 0, 0, 0, 0, 0, 0x12, 0x34, 1, 2, 0, 8, 0, 0]
        );
        assert_eq!((moved, most_blocks(M::WriteStream)), (Data::All, 65_535));
    }

    #[test]
    fn an_unmap_names_one_range() {
        let (cdb, list) = unmap(FAR);
        assert_eq!(cdb.bytes(), [0x42, 0, 0, 0, 0, 0, 0, 0, 24, 0]);
        assert_eq!(list[..8], [0, 22, 0, 16, 0, 0, 0, 0]);
        assert_eq!(list[8..], [0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0, 8, 0, 0, 0, 0]);
        assert_eq!(synchronize().bytes(), [0x35, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn streams_are_opened_and_closed() {
        assert_eq!(
            open_stream().bytes(),
            [0x9e, 0x34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0]
        );
        assert_eq!(close_stream(7).bytes()[..6], [0x9e, 0x54, 0, 0, 0, 7]);
        assert_eq!(opened_stream(&[7, 0, 0, 0, 1, 2, 0, 0]), 0x0102);
    }

    #[test]
    fn capacity_is_one_more_than_the_last_block() {
        let mut answer = [0; CAPACITY_BYTES];
        answer[2..8].copy_from_slice(&[0x7f, 0xff, 0, 0, 2, 0]);
        let capacity = Capacity::read(&answer, false).unwrap();
        assert_eq!(
            (capacity.blocks, capacity.block_bytes, capacity.bytes()),
            (0x8000, 512, 16 << 20)
        );
        answer[..4].fill(0xff);
        assert_eq!(Capacity::read(&answer, false), None);
        let mut answer = [0; CAPACITY_BYTES];
        answer[3..12].copy_from_slice(&[1, 0, 0, 0, 0, 0, 0, 0x10, 0]);
        let capacity = Capacity::read(&answer, true).unwrap();
        assert_eq!((capacity.blocks, capacity.block_bytes), (0x1_0000_0001, 4096));
        assert_eq!(read_capacity(true).bytes()[..2], [0x9e, 0x10]);
        assert_eq!(read_capacity(true).bytes()[13], 32);
        assert_eq!(read_capacity(false).bytes(), [0x25, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn sense_is_read_in_both_formats() {
        let mut fixed = [0; 18];
        (fixed[0], fixed[2], fixed[12], fixed[13]) = (0x70, 0xe, 0x1d, 1);
        let sense = Sense::read(&fixed).unwrap();
        assert_eq!((sense.key, sense.code, sense.qualifier), (0xe, 0x1d, 1));
        let sense = Sense::read(&[0x72, 6, 0x29, 0]).unwrap();
        assert!(sense.is_news());
        assert_eq!((Sense::read(&[0; 18]), Sense::read(&[])), (None, None));
    }

    #[test]
    fn places_are_whole_blocks() {
        assert_eq!(
            BlockRun::of(8192, 4096, 512),
            Some(BlockRun { lba: 16, count: 8 })
        );
        assert_eq!(
            (
                BlockRun::of(100, 4096, 512),
                BlockRun::of(0, 100, 512),
                BlockRun::of(0, 0, 0)
            ),
            (None, None, None)
        );
    }
}
