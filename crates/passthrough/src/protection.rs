//! Protection information of NVMe blocks with a guard of 16 bits (NVM Command Set 1.0, 5.2): made, and checked.

use crc::{CRC_16_T10_DIF, Crc, Table};

static GUARD: Crc<u16, Table<16>> = Crc::<u16, Table<16>>::new(&CRC_16_T10_DIF);

/// Bytes of protection information of one block.
pub const TUPLE_BYTES: usize = 8;

/// How the blocks of a namespace are protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protection {
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
    pub expected: u32,
    pub received: u32,
}

impl std::fmt::Display for Unprotected {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "protection information: {} of block {} is {:#x}, expected {:#x}",
            self.what, self.lba, self.received, self.expected
        )
    }
}

impl Protection {
    fn place(&self) -> usize {
        if self.is_first {
            0
        } else {
            self.metadata_bytes.saturating_sub(TUPLE_BYTES)
        }
    }

    /// Over the data, and over metadata in front of the protection information.
    fn guard(&self, data: &[u8], metadata: &[u8]) -> u16 {
        let mut digest = GUARD.digest();
        digest.update(data);
        digest.update(&metadata[..self.place()]);
        digest.finalize()
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
            let guard = self.guard(data, metadata);
            let reference = lba.wrapping_add(index as u64) as u32;
            let tuple = &mut metadata[self.place()..][..TUPLE_BYTES];
            tuple[..2].copy_from_slice(&guard.to_be_bytes());
            tuple[2..4].copy_from_slice(&application_tag.to_be_bytes());
            tuple[4..].copy_from_slice(&reference.to_be_bytes());
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
        let tuple = &metadata[self.place()..][..TUPLE_BYTES];
        let guard = u16::from_be_bytes([tuple[0], tuple[1]]);
        let application = u16::from_be_bytes([tuple[2], tuple[3]]);
        let reference = u32::from_be_bytes([tuple[4], tuple[5], tuple[6], tuple[7]]);
        // Nothing is to be checked in such a block, as in one that nobody has written.
        if application == u16::MAX && (self.kind != 3 || reference == u32::MAX) {
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
        if checks.guard && guard != expected {
            return wrong("GUARD", expected.into(), guard.into());
        }
        let mask = checks.application_mask;
        if checks.application && application & mask != checks.application_tag & mask {
            return wrong("APPTAG", checks.application_tag.into(), application.into());
        }
        if checks.reference && self.kind != 3 && reference != lba as u32 {
            return wrong("REFTAG", lba as u32, reference);
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
            kind,
            block_bytes: 512,
            metadata_bytes,
            is_first,
        }
    }

    #[test]
    fn the_guard_is_the_crc_of_t10() {
        assert_eq!(GUARD.checksum(b"123456789"), 0xd0db);
        let mut metadata = [0; 8];
        let mut data = [0; 512];
        data[..9].copy_from_slice(b"123456789");
        protection(1, 8, false).make(&data, &mut metadata, 0x1_0000_0007, 0xabcd);
        assert_eq!(metadata[2..], [0xab, 0xcd, 0, 0, 0, 7]);
        assert_eq!(metadata[..2], GUARD.checksum(&data).to_be_bytes());
    }

    #[test]
    fn what_was_made_is_right_and_each_change_is_named() {
        for (metadata_bytes, is_first) in [(8, false), (8, true), (64, false), (64, true)] {
            let protection = protection(1, metadata_bytes, is_first);
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
            other[place + 3] ^= 1;
            let wrong = check(&data, &other, 40).unwrap_err();
            assert_eq!((wrong.what, wrong.received), ("APPTAG", 0x1235));
            assert_eq!(
                wrong.to_string(),
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
