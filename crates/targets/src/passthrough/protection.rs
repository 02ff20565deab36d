//! Protection information of NVMe blocks with guards of 16 or 64 bits (NVM Command Set 1.0, 5.2): made, and checked.

use crc::{CRC_16_T10_DIF, CRC_64_NVME, Crc, Table};
use fiord_messages::{Lang, run_errors as messages};

static SHORT: Crc<u16, Table<16>> = Crc::<u16, Table<16>>::new(&CRC_16_T10_DIF);
static LONG: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_NVME);

/// The guard of a block, and with it the form of its protection information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuardWidth {
    /// 16 bits, with a reference tag of 32.
    Short,
    /// 64 bits, with a reference tag of 48 and no storage tag.
    Long,
}

impl GuardWidth {
    /// Bytes of protection information of one block.
    pub const fn tuple_bytes(self) -> usize {
        match self {
            GuardWidth::Short => 8,
            GuardWidth::Long => 16,
        }
    }

    /// The reference tag of a block.
    pub const fn reference(self, lba: u64) -> u64 {
        match self {
            GuardWidth::Short => lba & 0xffff_ffff,
            GuardWidth::Long => lba & 0xffff_ffff_ffff,
        }
    }
}

/// Protection information of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tuple {
    guard: u64,
    application: u16,
    reference: u64,
}

impl Tuple {
    /// From as many bytes as the guard's form has.
    fn read(bytes: &[u8], width: GuardWidth) -> Self {
        let number = |range: std::ops::Range<usize>| {
            let bytes = bytes.get(range).unwrap_or_default().iter();
            bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        };
        let (guard, reference) = match width {
            GuardWidth::Short => (2, 4),
            GuardWidth::Long => (8, 10),
        };
        Self {
            guard: number(0..guard),
            application: number(guard..guard + 2) as u16,
            reference: number(reference..width.tuple_bytes()),
        }
    }

    fn write(self, bytes: &mut [u8], width: GuardWidth) {
        let application = self.application.to_be_bytes();
        let reference = self.reference.to_be_bytes();
        match width {
            GuardWidth::Short => {
                bytes[..2].copy_from_slice(&(self.guard as u16).to_be_bytes());
                bytes[2..4].copy_from_slice(&application);
                bytes[4..].copy_from_slice(&reference[4..]);
            }
            GuardWidth::Long => {
                bytes[..8].copy_from_slice(&self.guard.to_be_bytes());
                bytes[8..10].copy_from_slice(&application);
                bytes[10..].copy_from_slice(&reference[2..]);
            }
        }
    }
}

/// How the blocks of a namespace are protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protection {
    pub guard: GuardWidth,
    /// 1 and 2: the reference tag is the number of the block. 3: it is not checked.
    pub kind: u8,
    /// Bytes of data in a block.
    pub block_bytes: usize,
    /// Bytes of metadata in a block, protection information among them.
    pub metadata_bytes: usize,
    /// It is at the beginning of the metadata, not at their end.
    pub is_first: bool,
}

/// What is expected of a block, and what of that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checks {
    pub guard: bool,
    pub reference: bool,
    pub application: bool,
    pub application_tag: u16,
    /// Bits of the application tag that count.
    pub application_mask: u16,
}

/// A block whose protection information is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unprotected {
    /// `GUARD`, `APPTAG` or `REFTAG`.
    pub what: &'static str,
    /// The block.
    pub lba: u64,
    pub expected: u64,
    pub received: u64,
}

impl Unprotected {
    pub fn text(&self, lang: Lang) -> String {
        messages::ProtectionWrong {
            field: &self.what,
            block: &self.lba,
            received: &format_args!("{:#x}", self.received),
            expected: &format_args!("{:#x}", self.expected),
        }
        .text(lang)
    }
}

impl Protection {
    fn place(&self) -> usize {
        if self.is_first {
            0
        } else {
            self.metadata_bytes.saturating_sub(self.guard.tuple_bytes())
        }
    }

    /// Over the data, and over metadata in front of the protection information.
    fn guard(&self, data: &[u8], metadata: &[u8]) -> u64 {
        let before = &metadata[..self.place()];
        match self.guard {
            GuardWidth::Short => {
                let mut digest = SHORT.digest();
                digest.update(data);
                digest.update(before);
                digest.finalize().into()
            }
            GuardWidth::Long => {
                let mut digest = LONG.digest();
                digest.update(data);
                digest.update(before);
                digest.finalize()
            }
        }
    }

    fn blocks<'a>(
        &self,
        data: &'a [u8],
        metadata: &'a [u8],
    ) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        data.chunks_exact(self.block_bytes)
            .zip(metadata.chunks_exact(self.metadata_bytes))
    }

    /// Writes the protection information of the blocks from `lba` on into their metadata.
    pub fn make(&self, data: &[u8], metadata: &mut [u8], lba: u64, application_tag: u16) {
        let blocks = data
            .chunks_exact(self.block_bytes)
            .zip(metadata.chunks_exact_mut(self.metadata_bytes));
        for (index, (data, metadata)) in blocks.enumerate() {
            let tuple = Tuple {
                guard: self.guard(data, metadata),
                application: application_tag,
                reference: self.guard.reference(lba.wrapping_add(index as u64)),
            };
            let place = &mut metadata[self.place()..][..self.guard.tuple_bytes()];
            tuple.write(place, self.guard);
        }
    }

    /// # Errors
    /// The first block that is not what is expected.
    pub fn check(&self, data: &[u8], metadata: &[u8], lba: u64, checks: &Checks) -> Result<(), Unprotected> {
        for (index, (data, metadata)) in self.blocks(data, metadata).enumerate() {
            self.check_block(data, metadata, lba.wrapping_add(index as u64), checks)?;
        }
        Ok(())
    }

    fn check_block(
        &self,
        data: &[u8],
        metadata: &[u8],
        lba: u64,
        checks: &Checks,
    ) -> Result<(), Unprotected> {
        let tuple = Tuple::read(&metadata[self.place()..][..self.guard.tuple_bytes()], self.guard);
        // Nothing is to be checked in such a block, as in one that nobody has written.
        let all_ones = self.guard.reference(u64::MAX);
        if tuple.application == u16::MAX && (self.kind != 3 || tuple.reference == all_ones) {
            return Ok(());
        }
        let wrong = |what, expected, received| {
            Err(Unprotected {
                what,
                lba,
                expected,
                received,
            })
        };
        let expected = self.guard(data, metadata);
        if checks.guard && tuple.guard != expected {
            return wrong("GUARD", expected, tuple.guard);
        }
        let mask = checks.application_mask;
        if checks.application && tuple.application & mask != checks.application_tag & mask {
            return wrong("APPTAG", checks.application_tag.into(), tuple.application.into());
        }
        let reference = self.guard.reference(lba);
        if checks.reference && self.kind != 3 && tuple.reference != reference {
            return wrong("REFTAG", reference, tuple.reference);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const ALL: Checks = Checks {
        guard: true,
        reference: true,
        application: true,
        application_tag: 0x1234,
        application_mask: 0xffff,
    };

    fn protection(kind: u8, metadata_bytes: usize, is_first: bool) -> Protection {
        Protection {
            guard: GuardWidth::Short,
            kind,
            block_bytes: 512,
            metadata_bytes,
            is_first,
        }
    }

    #[test]
    fn the_guard_is_the_crc_of_t10() {
        assert_eq!(SHORT.checksum(b"123456789"), 0xd0db);
        let mut metadata = [0; 8];
        let mut data = [0; 512];
        data[..9].copy_from_slice(b"123456789");
        protection(1, 8, false).make(&data, &mut metadata, 0x1_0000_0007, 0xabcd);
        assert_eq!(metadata[2..], [0xab, 0xcd, 0, 0, 0, 7]);
        assert_eq!(metadata[..2], SHORT.checksum(&data).to_be_bytes());
    }

    #[test]
    fn a_long_guard_is_the_crc_of_nvme_and_has_a_longer_tag() {
        // NVM Command Set 1.0, 5.2.1.3.5: of 4 KiB of zeros and of ones.
        assert_eq!(LONG.checksum(&[0; 4096]), 0x6482_d367_eb22_b64e);
        assert_eq!(LONG.checksum(&[0xff; 4096]), 0xc0dd_ba73_02ec_a3ac);
        let long = Protection {
            guard: GuardWidth::Long,
            ..protection(1, 16, false)
        };
        let (data, mut metadata) = ([7; 512], [0; 16]);
        long.make(&data, &mut metadata, 0xabcd_0123_4567_89ab, 0xabcd);
        assert_eq!(metadata[..8], LONG.checksum(&data).to_be_bytes());
        assert_eq!(metadata[8..], [0xab, 0xcd, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab]);
    }

    #[test]
    fn what_was_made_is_right_and_each_change_is_named() {
        let short = [(8, false), (8, true), (64, false), (64, true)].map(|at| (GuardWidth::Short, at));
        let long = [(16, false), (16, true), (64, false), (64, true)].map(|at| (GuardWidth::Long, at));
        for (guard, (metadata_bytes, is_first)) in short.into_iter().chain(long) {
            let protection = Protection {
                guard,
                ..protection(1, metadata_bytes, is_first)
            };
            let tag_at = if guard == GuardWidth::Short { 3 } else { 9 };
            let data: Vec<u8> = (0..1024).map(|at| (at * 7) as u8).collect();
            let mut metadata = vec![0x5a; 2 * metadata_bytes];
            protection.make(&data, &mut metadata, 40, 0x1234);
            let check = |data: &[u8], metadata: &[u8], lba| protection.check(data, metadata, lba, &ALL);
            assert_eq!(check(&data, &metadata, 40), Ok(()));
            let mut flipped = data.clone();
            flipped[700] ^= 1;
            let wrong = check(&flipped, &metadata, 40).unwrap_err();
            assert_eq!((wrong.what, wrong.lba), ("GUARD", 41));
            assert_eq!(check(&data, &metadata, 41).unwrap_err().what, "REFTAG");
            let mut other = metadata.clone();
            let place = protection.place();
            other[place + tag_at] ^= 1;
            let wrong = check(&data, &other, 40).unwrap_err();
            assert_eq!((wrong.what, wrong.received), ("APPTAG", 0x1235));
            assert_eq!(
                wrong.text(Lang::En),
                "protection information: APPTAG of block 40 is 0x1235, expected 0x1234"
            );
            let masked = Checks {
                application_mask: 0xfffe,
                ..ALL
            };
            assert_eq!(protection.check(&data, &other, 40, &masked), Ok(()));
        }
    }

    #[test]
    fn blocks_that_nobody_wrote_and_other_types_are_checked_less() {
        let unwritten = [0xff; 8];
        assert_eq!(
            protection(1, 8, false).check(&[0; 512], &unwritten, 9, &ALL),
            Ok(())
        );
        let third = protection(3, 8, false);
        let mut metadata = [0; 8];
        third.make(&[1; 512], &mut metadata, 5, 0x1234);
        assert_eq!(third.check(&[1; 512], &metadata, 99, &ALL), Ok(()));
        metadata[2..4].fill(0xff);
        assert_eq!(
            third.check(&[1; 512], &metadata, 99, &ALL).unwrap_err().what,
            "APPTAG"
        );
    }
}
