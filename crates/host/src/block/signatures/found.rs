//! What a scan finds, and the bytes that it reads.

use std::io;

use serde::{Deserialize, Serialize};

/// What family a signature is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SignatureFamily {
    PartitionTable,
    FileSystem,
    Swap,
    /// A member of a RAID.
    Raid,
    /// A member of a volume group, pool or cache.
    Volume,
    /// Encrypted data.
    Crypto,
    /// A database or store that takes whole devices.
    Store,
    /// The image of a virtual disk.
    Image,
}

/// One signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    pub family: SignatureFamily,
    /// `ext4`, `xfs`, `gpt`, `LVM2`, …; blkid's names in plain spelling.
    pub name: String,
    /// Where the magic number stands.
    pub offset_bytes: u64,
    /// The label, if the format has one and it is set.
    pub label: Option<String>,
    /// How many partitions (partition tables).
    pub partitions: Option<u32>,
}

/// Bytes that are neither zeros nor anything known, such as what another write test left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownData {
    /// The first byte that is not zero among those that were read.
    pub offset_bytes: u64,
    /// The bytes there, at most 16.
    pub bytes: Vec<u8>,
}

/// What a scan found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scan {
    /// Each format once.
    pub signatures: Vec<Signature>,
    /// Only where no signature was found.
    pub unknown: Option<UnknownData>,
}

/// Reads bytes at an offset into a whole buffer.
pub type ReadAt<'a> = dyn FnMut(u64, &mut [u8]) -> io::Result<()> + 'a;

pub(crate) struct ByteReader<'a, 'b> {
    pub(crate) read: &'a mut ReadAt<'b>,
    pub(crate) size_bytes: u64,
}

impl ByteReader<'_, '_> {
    /// Bytes at an offset; `None` past the end or where reading fails.
    pub(crate) fn at(&mut self, offset: u64, length: usize) -> Option<Vec<u8>> {
        if offset.checked_add(length as u64)? > self.size_bytes {
            return None;
        }
        let mut buffer = vec![0; length];
        (self.read)(offset, &mut buffer).ok()?;
        Some(buffer)
    }

    pub(crate) fn has(&mut self, offset: u64, bytes: &[u8]) -> bool {
        self.at(offset, bytes.len()).is_some_and(|b| b == bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self, offset: u64) -> Option<[u8; N]> {
        self.at(offset, N)?.try_into().ok()
    }

    pub(crate) fn u16_le(&mut self, offset: u64) -> Option<u16> {
        self.array(offset).map(u16::from_le_bytes)
    }

    pub(crate) fn u32_le(&mut self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_le_bytes)
    }

    pub(crate) fn u32_be(&mut self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_be_bytes)
    }

    pub(crate) fn label(&mut self, place: Option<(u64, usize)>) -> Option<String> {
        let (offset, length) = place?;
        let bytes = self.at(offset, length)?;
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]).trim().to_owned();
        Some(text).filter(|t| !t.is_empty() && t.chars().all(|c| !c.is_control()))
    }
}

/// Adds a signature, unless one of that name is there already.
pub(crate) fn push<'a>(
    found: &'a mut Vec<Signature>,
    family: SignatureFamily,
    name: &str,
    offset_bytes: u64,
) -> Option<&'a mut Signature> {
    if found.iter().any(|f| f.name == name) {
        return None;
    }
    found.push(Signature {
        family,
        name: name.to_owned(),
        offset_bytes,
        label: None,
        partitions: None,
    });
    found.last_mut()
}
