//! NVMe commands as io_uring takes them (`linux/nvme_ioctl.h`; NVM Express Base 2.0 and NVM Command Set 1.0), and what answers say.

use crate::passthrough::protection::GuardWidth;
use crate::passthrough::scsi::BlockRun;
use fiord_messages::{Fixed, Sentence, run_errors as messages};

/// `struct nvme_uring_cmd`
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NvmeCommand {
    pub opcode: u8,
    pub flags: u8,
    pub reserved: u16,
    /// The namespace.
    pub nsid: u32,
    pub cdw2: u32,
    pub cdw3: u32,
    /// Address of metadata.
    pub metadata: u64,
    /// Address of the buffer.
    pub addr: u64,
    pub metadata_len: u32,
    /// Bytes of the buffer, or how many vectors there are.
    pub data_len: u32,
    /// Command dwords 10 to 15.
    pub cdw: [u32; 6],
    /// 0: the kernel's own limit.
    pub timeout_ms: u32,
    pub reserved_too: u32,
}

/// `NVME_URING_CMD_IO`: one buffer.
pub const URING_IO: u32 = 0xc048_4e80;
/// `NVME_URING_CMD_IO_VEC`: a list of buffers.
pub const URING_IO_VEC: u32 = 0xc048_4e81;

const FUA: u32 = 1 << 30;
const DEALLOCATE: u32 = 1 << 25;

/// Most blocks of one command.
pub const MOST_BLOCKS: u32 = 1 << 16;

/// What a write is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteKind {
    Write,
    /// WRITE UNCORRECTABLE
    Uncorrectable,
    /// WRITE ZEROES, with or without leave to deallocate.
    Zeroes {
        deallocate: bool,
    },
    /// VERIFY
    Verify,
}

impl WriteKind {
    /// Whether the data of the I/O go with it.
    pub const fn moves_data(self) -> bool {
        matches!(self, WriteKind::Write)
    }
}

/// Status of a COMPARE of blocks that hold other data, without its flags: media and data integrity errors, 85h.
const COMPARE_FAILURE: u32 = 0x285;

/// Whether a status says that the device found other data.
pub const fn found_other_data(status: u32) -> bool {
    status & 0x7ff == COMPARE_FAILURE
}

/// A directive of a write: where the device is to put it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directive {
    /// Type: 1 streams, 2 data placement.
    pub kind: u8,
    /// Stream, or placement identifier.
    pub specific: u16,
}

/// PRINFO of a READ or WRITE, and the tags that go with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProtectionField {
    pub by_device: bool,
    pub check_guard: bool,
    pub check_application: bool,
    pub check_reference: bool,
    pub application_tag: u16,
    pub application_mask: u16,
    pub guard: GuardWidth,
}

impl NvmeCommand {
    fn on_blocks(opcode: u8, nsid: u32, place: BlockRun) -> Self {
        Self {
            opcode,
            nsid,
            cdw: [
                place.lba as u32,
                (place.lba >> 32) as u32,
                place.count.saturating_sub(1) & 0xffff,
                0,
                0,
                0,
            ],
            ..Self::default()
        }
    }

    /// READ
    pub fn read(nsid: u32, place: BlockRun, fua: bool) -> Self {
        let mut command = Self::on_blocks(0x02, nsid, place);
        command.cdw[2] |= if fua { FUA } else { 0 };
        command
    }

    /// COMPARE
    pub fn compare(nsid: u32, place: BlockRun, fua: bool) -> Self {
        Self {
            opcode: 0x05,
            ..Self::read(nsid, place, fua)
        }
    }

    /// A write of this kind. Only a plain write has a directive.
    pub fn write(kind: WriteKind, nsid: u32, place: BlockRun, fua: bool, to: Option<Directive>) -> Self {
        let opcode = match kind {
            WriteKind::Write => 0x01,
            WriteKind::Uncorrectable => 0x04,
            WriteKind::Zeroes { .. } => 0x08,
            WriteKind::Verify => 0x0c,
        };
        let mut command = Self::on_blocks(opcode, nsid, place);
        if fua && kind != WriteKind::Uncorrectable {
            command.cdw[2] |= FUA;
        }
        if kind == (WriteKind::Zeroes { deallocate: true }) {
            command.cdw[2] |= DEALLOCATE;
        }
        if let Some(to) = to.filter(|_| kind == WriteKind::Write) {
            command.cdw[2] |= u32::from(to.kind & 0xf) << 20;
            command.cdw[3] = u32::from(to.specific) << 16;
        }
        command
    }

    /// Says what the device does with the protection information of a READ or WRITE.
    pub fn protect(&mut self, how: &ProtectionField, lba: u64) {
        let flag = |set: bool, bit: u32| u32::from(set) << bit;
        self.cdw[2] |= flag(how.by_device, 29)
            | flag(how.check_guard, 28)
            | flag(how.check_application, 27)
            | flag(how.check_reference, 26);
        // The tag of the first block, the application tag and which of its bits count.
        let reference = how.guard.reference(lba);
        self.cdw3 = (reference >> 32) as u32;
        self.cdw[4] = reference as u32;
        self.cdw[5] = u32::from(how.application_mask) << 16 | u32::from(how.application_tag);
    }

    /// FLUSH
    pub fn flush(nsid: u32) -> Self {
        Self {
            opcode: 0x00,
            nsid,
            ..Self::default()
        }
    }

    /// DATASET MANAGEMENT that deallocates 1 to 256 ranges, see [`range`].
    pub fn deallocate(nsid: u32, ranges: u32) -> Self {
        const DEALLOCATE_THEM: u32 = 1 << 2;
        Self {
            opcode: 0x09,
            nsid,
            // 0 stands for one.
            cdw: [ranges.saturating_sub(1) & 0xff, DEALLOCATE_THEM, 0, 0, 0, 0],
            data_len: ranges * RANGE_BYTES as u32,
            ..Self::default()
        }
    }

    /// IDENTIFY of what the controller says of the NVM command set; an admin command.
    pub fn identify_limits() -> Self {
        Self {
            cdw: [6, 0, 0, 0, 0, 0],
            ..Self::identify(0)
        }
    }

    /// IDENTIFY of what the NVM command set says of a namespace; an admin command.
    pub fn identify_blocks(nsid: u32) -> Self {
        Self {
            cdw: [5, 0, 0, 0, 0, 0],
            ..Self::identify(nsid)
        }
    }

    /// IDENTIFY of a namespace; an admin command.
    pub fn identify(nsid: u32) -> Self {
        Self {
            opcode: 0x06,
            nsid,
            data_len: IDENTIFY_BYTES as u32,
            ..Self::default()
        }
    }

    /// I/O MANAGEMENT RECEIVE of the reclaim unit handles' status: which placement identifiers a namespace has.
    pub fn placement_handles(nsid: u32) -> Self {
        Self {
            opcode: 0x12,
            nsid,
            cdw: [1, HANDLES_BYTES as u32 / 4 - 1, 0, 0, 0, 0],
            data_len: HANDLES_BYTES as u32,
            ..Self::default()
        }
    }

    /// As the bytes of a submission entry.
    pub fn bytes(&self) -> [u8; 80] {
        let mut bytes = [0; 80];
        let mut at = 0;
        let mut put = |field: &[u8]| {
            bytes[at..at + field.len()].copy_from_slice(field);
            at += field.len();
        };
        put(&[self.opcode, self.flags]);
        put(&self.reserved.to_ne_bytes());
        for word in [self.nsid, self.cdw2, self.cdw3] {
            put(&word.to_ne_bytes());
        }
        put(&self.metadata.to_ne_bytes());
        put(&self.addr.to_ne_bytes());
        let words = [self.metadata_len, self.data_len];
        let last = [self.timeout_ms, self.reserved_too];
        for word in words.into_iter().chain(self.cdw).chain(last) {
            put(&word.to_ne_bytes());
        }
        bytes
    }
}

/// Bytes of a range of [`NvmeCommand::deallocate`].
pub const RANGE_BYTES: usize = 16;

/// A range that is deallocated.
pub fn range(place: BlockRun) -> [u8; RANGE_BYTES] {
    let mut bytes = [0; RANGE_BYTES];
    bytes[4..8].copy_from_slice(&place.count.to_le_bytes());
    bytes[8..].copy_from_slice(&place.lba.to_le_bytes());
    bytes
}

/// How much one command deallocates at most, by what the controller says; 0: it sets no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeallocationLimits {
    /// Ranges of a command (DMRL).
    pub ranges: u8,
    /// Blocks of a range (DMRSL).
    pub range_blocks: u32,
    /// Blocks of all ranges of a command (DMSL).
    pub blocks: u64,
}

impl DeallocationLimits {
    /// From the answer to [`NvmeCommand::identify_limits`].
    pub fn read(answer: &[u8; IDENTIFY_BYTES]) -> Self {
        let mut blocks = [0; 8];
        blocks.copy_from_slice(&answer[8..16]);
        Self {
            ranges: answer[3],
            range_blocks: u32::from_le_bytes([answer[4], answer[5], answer[6], answer[7]]),
            blocks: u64::from_le_bytes(blocks),
        }
    }

    /// Why the device does not accept a command of so many ranges of so many blocks each.
    pub fn refuses(&self, ranges: u32, blocks: u64) -> Option<Sentence> {
        let above = |wanted: u64, limit: u64| limit > 0 && wanted > limit;
        let all = u64::from(ranges).saturating_mul(blocks);
        let given = &ranges;
        Some(if above(u64::from(ranges), u64::from(self.ranges)) {
            let most = &self.ranges;
            Sentence::new(|lang| messages::RangesInCommand { given, most }.text(lang))
        } else if above(blocks, u64::from(self.range_blocks)) {
            let most = &self.range_blocks;
            Sentence::new(|lang| messages::BlocksInRange { given, most }.text(lang))
        } else if above(all, self.blocks) {
            let most = &self.blocks;
            Sentence::new(|lang| messages::BlocksInCommand { given, most }.text(lang))
        } else {
            return None;
        })
    }
}

/// Bytes of the answer to [`NvmeCommand::identify`].
pub const IDENTIFY_BYTES: usize = 4096;

/// What a namespace says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Namespace {
    /// Logical blocks.
    pub blocks: u64,
    /// Bytes of data in one.
    pub block_bytes: u32,
    /// Bytes of metadata of each.
    pub metadata_bytes: u16,
    /// They stand behind the data of each block, not in a buffer of their own.
    pub is_interleaved: bool,
    /// Type of the protection information among them, 0: none.
    pub protection: u8,
    /// It is at the beginning of the metadata, not at their end.
    pub protection_first: bool,
    /// Number of the format.
    pub format: u8,
}

/// The guards of this format, from the answer to [`NvmeCommand::identify_blocks`]; zeros, as older devices answer, stand for short ones.
///
/// # Errors
/// Why its protection information is not supported.
pub fn guard_of(answer: &[u8; IDENTIFY_BYTES], format: u8) -> Result<GuardWidth, Fixed> {
    const FORMATS_AT: usize = 12;
    let at = FORMATS_AT + 4 * usize::from(format & 0x3f);
    let word = u32::from_le_bytes([answer[at], answer[at + 1], answer[at + 2], answer[at + 3]]);
    let (storage_tag_bits, guard) = (word & 0x7f, word >> 7 & 3);
    match guard {
        _ if storage_tag_bits > 0 => Err(messages::protection_storage_tags),
        0 => Ok(GuardWidth::Short),
        1 => Err(messages::protection_guards_32),
        2 => Ok(GuardWidth::Long),
        _ => Err(messages::protection_guards_unknown),
    }
}

impl Namespace {
    /// Of all data.
    pub fn bytes(&self) -> u64 {
        self.blocks.saturating_mul(u64::from(self.block_bytes))
    }

    /// From the answer to IDENTIFY; `None` where it describes no blocks.
    pub fn read(answer: &[u8; IDENTIFY_BYTES]) -> Option<Self> {
        const FORMATS_AT: usize = 128;
        let mut size = [0; 8];
        size.copy_from_slice(&answer[..8]);
        let flbas = answer[26];
        let format = usize::from(flbas & 0xf | (flbas >> 1 & 0x30));
        let at = FORMATS_AT + 4 * format;
        let shift = u32::from(answer[at + 2]);
        let blocks = u64::from_le_bytes(size);
        (blocks > 0 && (9..32).contains(&shift)).then(|| Self {
            blocks,
            block_bytes: 1 << shift,
            metadata_bytes: u16::from_le_bytes([answer[at], answer[at + 1]]),
            is_interleaved: flbas & 0x10 != 0,
            protection: answer[29] & 7,
            protection_first: answer[29] & 8 != 0,
            format: format as u8,
        })
    }
}

/// Bytes of the answer to [`NvmeCommand::placement_handles`]: its header and 127 handles.
pub const HANDLES_BYTES: usize = 4096;

/// The placement identifiers of a namespace, in the device's order.
pub fn placement_ids(answer: &[u8; HANDLES_BYTES]) -> Vec<u16> {
    const HEADER: usize = 16;
    const HANDLE: usize = 32;
    let count = usize::from(u16::from_le_bytes([answer[14], answer[15]]));
    let handles = answer[HEADER..].chunks_exact(HANDLE).take(count);
    handles
        .map(|handle| u16::from_le_bytes([handle[0], handle[1]]))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use fiord_messages::Lang;

    use super::*;

    const PLACE: BlockRun = BlockRun {
        lba: 0x1_0203_0405,
        count: 8,
    };

    fn words(command: NvmeCommand) -> [u32; 6] {
        command.cdw
    }

    #[test]
    fn a_command_is_the_kernels() {
        assert_eq!(size_of::<NvmeCommand>(), 72);
        assert_eq!(std::mem::offset_of!(NvmeCommand, addr), 24);
        assert_eq!(std::mem::offset_of!(NvmeCommand, cdw), 40);
        let mut command = NvmeCommand::read(7, PLACE, true);
        (command.addr, command.data_len) = (0x1122_3344_5566_7788, 4096);
        let bytes = command.bytes();
        assert_eq!(
            (bytes[0], bytes[4..8].to_vec()),
            (2, 7_u32.to_ne_bytes().to_vec())
        );
        assert_eq!(bytes[24..32], 0x1122_3344_5566_7788_u64.to_ne_bytes());
        assert_eq!(bytes[36..40], 4096_u32.to_ne_bytes());
        assert_eq!(bytes[40..44], 0x0203_0405_u32.to_ne_bytes());
        assert_eq!(bytes[44..48], 1_u32.to_ne_bytes());
        assert_eq!(bytes[48..52], (FUA | 7).to_ne_bytes());
        assert_eq!(bytes[52..], [0; 28]);
    }

    #[test]
    fn each_kind_of_write_has_its_command() {
        let write = |kind, fua| NvmeCommand::write(kind, 1, PLACE, fua, None);
        let plain = write(WriteKind::Write, false);
        assert_eq!((plain.opcode, words(plain)), (1, [0x0203_0405, 1, 7, 0, 0, 0]));
        assert_eq!(write(WriteKind::Write, true).cdw[2], 0x4000_0007);
        let kinds = [
            (WriteKind::Uncorrectable, 0x04, 7),
            (WriteKind::Zeroes { deallocate: false }, 0x08, 0x4000_0007),
            (WriteKind::Zeroes { deallocate: true }, 0x08, 0x4200_0007),
            (WriteKind::Verify, 0x0c, 0x4000_0007),
        ];
        for (kind, opcode, cdw12) in kinds {
            let command = write(kind, true);
            assert_eq!((command.opcode, command.cdw[2]), (opcode, cdw12), "{kind:?}");
            assert!(!kind.moves_data());
        }
        let largest = BlockRun {
            lba: 0,
            count: MOST_BLOCKS,
        };
        assert_eq!(NvmeCommand::read(1, largest, false).cdw[2], 0xffff);
        let compare = NvmeCommand::compare(1, PLACE, true);
        assert_eq!(
            (compare.opcode, compare.cdw[2], compare.cdw[0]),
            (5, 0x4000_0007, 0x0203_0405)
        );
        assert!(
            found_other_data(0x285) && found_other_data(0x4285),
            "with and without DNR"
        );
        assert!(!found_other_data(0x281) && !found_other_data(0x85) && !found_other_data(0));
    }

    #[test]
    fn a_directive_stands_in_a_write_alone() {
        let to = |kind| {
            Some(Directive {
                kind,
                specific: 0x0102,
            })
        };
        let placed = NvmeCommand::write(WriteKind::Write, 1, PLACE, false, to(2));
        assert_eq!((placed.cdw[2], placed.cdw[3]), (2 << 20 | 7, 0x0102_0000));
        let stream = NvmeCommand::write(WriteKind::Write, 1, PLACE, true, to(1));
        assert_eq!((stream.cdw[2], stream.cdw[3]), (FUA | 1 << 20 | 7, 0x0102_0000));
        let zeroes = NvmeCommand::write(WriteKind::Zeroes { deallocate: false }, 1, PLACE, false, to(2));
        assert_eq!((zeroes.cdw[2], zeroes.cdw[3]), (7, 0));
    }

    #[test]
    fn protection_stands_behind_the_length_and_in_the_last_words() {
        let how = ProtectionField {
            by_device: true,
            check_guard: false,
            check_application: false,
            check_reference: false,
            application_tag: 0x1234,
            application_mask: 0xff0f,
            guard: GuardWidth::Short,
        };
        let mut write = NvmeCommand::write(WriteKind::Write, 1, PLACE, true, None);
        write.protect(&how, PLACE.lba);
        assert_eq!(
            words(write),
            [0x0203_0405, 1, 0x6000_0007, 0, 0x0203_0405, 0xff0f_1234]
        );
        let bits = |guard, application, reference| {
            let mut read = NvmeCommand::read(1, PLACE, false);
            let how = ProtectionField {
                by_device: false,
                check_guard: guard,
                check_application: application,
                check_reference: reference,
                ..how
            };
            read.protect(&how, 3);
            (read.cdw[2] >> 26, read.cdw[4])
        };
        assert_eq!(bits(true, false, false), (0b0100, 3));
        assert_eq!(bits(false, true, false), (0b0010, 3));
        assert_eq!(bits(false, false, true), (0b0001, 3));
        let (command, nsid) = (NvmeCommand::identify_blocks(2), 2);
        assert_eq!((command.opcode, command.nsid, command.cdw[0]), (6, nsid, 5));
        let mut long = NvmeCommand::read(1, PLACE, false);
        let far = ProtectionField {
            guard: GuardWidth::Long,
            ..how
        };
        long.protect(&far, 0xabcd_0123_4567_89ab);
        assert_eq!((long.cdw3, long.cdw[4]), (0x0123, 0x4567_89ab));
        let mut answer = [0; IDENTIFY_BYTES];
        assert_eq!(guard_of(&answer, 1).ok(), Some(GuardWidth::Short));
        for (low, high, expected) in [
            (0x80, 0, Err(messages::protection_guards_32 as Fixed)),
            (0, 1, Ok(GuardWidth::Long)),
            (0x80, 1, Err(messages::protection_guards_unknown)),
            (0x20, 1, Err(messages::protection_storage_tags)),
        ] {
            answer[16..18].copy_from_slice(&[low, high]);
            let english = |why: Fixed| why(Lang::En);
            assert_eq!(guard_of(&answer, 1).map_err(english), expected.map_err(english));
            assert_eq!(guard_of(&answer, 0).map_err(english), Ok(GuardWidth::Short));
        }
    }

    #[test]
    fn flush_and_deallocation_name_what_they_are_for() {
        let flush = NvmeCommand::flush(3);
        assert_eq!((flush.opcode, flush.nsid, words(flush)), (0, 3, [0; 6]));
        for (ranges, cdw10, bytes) in [(1, 0, 16), (8, 7, 128), (256, 255, 4096)] {
            let trim = NvmeCommand::deallocate(3, ranges);
            assert_eq!(
                (trim.opcode, words(trim), trim.data_len),
                (9, [cdw10, 4, 0, 0, 0, 0], bytes)
            );
        }
        assert_eq!(range(PLACE), [0, 0, 0, 0, 8, 0, 0, 0, 5, 4, 3, 2, 1, 0, 0, 0]);
    }

    #[test]
    fn a_device_takes_as_much_in_one_command_as_it_says() {
        let asked = NvmeCommand::identify_limits();
        assert_eq!(
            (asked.opcode, asked.nsid, words(asked)),
            (6, 0, [6, 0, 0, 0, 0, 0])
        );
        let mut answer = [0; IDENTIFY_BYTES];
        assert_eq!(DeallocationLimits::read(&answer), DeallocationLimits::default());
        assert_eq!(
            DeallocationLimits::default().refuses(256, u64::from(u32::MAX)),
            None
        );
        answer[..16].copy_from_slice(&[1, 2, 3, 8, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0]);
        let limits = DeallocationLimits::read(&answer);
        assert_eq!(
            (limits.ranges, limits.range_blocks, limits.blocks),
            (8, 256, 1024)
        );
        assert_eq!(limits.refuses(8, 128), None);
        for (ranges, blocks, name) in [
            (9, 1, "8 ranges"),
            (1, 257, "256 blocks"),
            (8, 129, "1024 blocks"),
        ] {
            let said = limits.refuses(ranges, blocks).unwrap().to_string();
            assert!(said.contains(name), "{said}");
        }
    }

    #[test]
    fn a_namespace_has_the_format_that_it_says() {
        let mut answer = [0; IDENTIFY_BYTES];
        answer[1] = 1;
        answer[26] = 1;
        answer[128..136].copy_from_slice(&[0, 0, 9, 0, 8, 0, 12, 0]);
        let namespace = Namespace::read(&answer).unwrap();
        assert_eq!(
            (namespace.blocks, namespace.block_bytes, namespace.metadata_bytes),
            (256, 4096, 8)
        );
        assert_eq!(namespace.bytes(), 1 << 20);
        // Formats above 15 have two bits more.
        answer[26] = 0b010_0000;
        answer[192..196].copy_from_slice(&[0, 0, 9, 0]);
        assert_eq!(Namespace::read(&answer).unwrap().block_bytes, 512);
        assert_eq!(Namespace::read(&[0; IDENTIFY_BYTES]), None);
        assert_eq!(
            (NvmeCommand::identify(2).opcode, NvmeCommand::identify(2).nsid),
            (6, 2)
        );
    }

    #[test]
    fn placement_identifiers_come_in_the_devices_order() {
        let mut answer = [0; HANDLES_BYTES];
        answer[14] = 2;
        answer[16] = 5;
        answer[48] = 3;
        answer[80] = 9;
        assert_eq!(placement_ids(&answer), [5, 3]);
        answer[15] = 0xff;
        assert_eq!(placement_ids(&answer).len(), 127);
        let asked = NvmeCommand::placement_handles(1);
        assert_eq!((asked.opcode, asked.cdw[0], asked.cdw[1]), (0x12, 1, 1023));
    }
}
