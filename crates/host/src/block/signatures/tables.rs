//! Partition tables that need more than a constant: MBR, GPT, Sun, Mac, Atari.

use crate::block::signatures::formats::fat_name;
use crate::block::signatures::found::{ByteReader, Signature, SignatureFamily, push};

pub(crate) fn tables(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    gpt(bytes, found);
    let Some(sector) = bytes.at(0, 512) else { return };
    mbr(&sector, found);
    sun(&sector, found);
    mac(bytes, found);
    atari(bytes, &sector, found);
}

/// A GPT keeps its header in the second and in the last sector. Looked for with both sector sizes, because a copy taken from
/// another disk still holds a table.
fn gpt(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for sector in [512, 4096] {
        let last = (bytes.size_bytes / sector).saturating_sub(1) * sector;
        for header in [sector, last] {
            if bytes.has(header, b"EFI PART") {
                let partitions = gpt_partitions(bytes, header, sector);
                if let Some(signature) = push(found, SignatureFamily::PartitionTable, "gpt", header) {
                    signature.partitions = partitions;
                }
            }
        }
    }
}

fn gpt_partitions(bytes: &mut ByteReader<'_, '_>, header: u64, sector: u64) -> Option<u32> {
    let head = bytes.at(header, 92)?;
    let u32_at = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
    let lba = u64::from_le_bytes(head.get(72..80)?.try_into().ok()?);
    let (count, size) = (u32_at(80)?.min(1024), u32_at(84)?.clamp(128, 4096));
    let table = bytes.at(lba.checked_mul(sector)?, (count * size) as usize)?;
    let used = table
        .chunks(size as usize)
        .filter(|e| e.get(..16).is_some_and(|kind| kind != [0; 16]))
        .count();
    Some(used as u32)
}

/// 55 AA at 510 and four entries that could be entries.
fn mbr(sector: &[u8], found: &mut Vec<Signature>) {
    let entries: Vec<&[u8]> = sector[446..510].chunks(16).collect();
    let plausible = entries.iter().all(|e| e[0] == 0 || e[0] == 0x80);
    let is_boot_record = fat_name(sector).is_some() || &sector[3..7] == b"NTFS" || &sector[3..8] == b"EXFAT";
    if sector[510..] != [0x55, 0xaa] || !plausible || is_boot_record {
        return;
    }
    let used = entries.iter().filter(|e| e[4] != 0 && e[4] != 0xee).count() as u32;
    if entries.iter().any(|e| e[4] == 0xee) && found.iter().any(|f| f.name == "gpt") {
        return; // The protective MBR belongs to the GPT.
    }
    if let Some(signature) = push(found, SignatureFamily::PartitionTable, "mbr", 510) {
        signature.partitions = Some(used);
    }
}

/// DA BE at 508, and all words of the sector cancel out.
fn sun(sector: &[u8], found: &mut Vec<Signature>) {
    let sum = sector
        .chunks_exact(2)
        .fold(0u16, |sum, pair| sum ^ u16::from_be_bytes([pair[0], pair[1]]));
    if sector[508..510] == [0xda, 0xbe] && sum == 0 {
        push(found, SignatureFamily::PartitionTable, "sun", 508);
    }
}

/// `ER` with the size of a block, and `PM` in the block after it.
fn mac(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let Some([b'E', b'R', high, low]) = bytes.array::<4>(0) else {
        return;
    };
    let block = u64::from(u16::from_be_bytes([high, low]));
    if block.is_power_of_two() && block >= 512 && bytes.has(block, b"PM") {
        push(found, SignatureFamily::PartitionTable, "mac", 0);
    }
}

/// Four entries of a flag, three letters, start and length, without a magic number: the letters must be known and the place
/// within the disk.
fn atari(bytes: &mut ByteReader<'_, '_>, sector: &[u8], found: &mut Vec<Signature>) {
    const KINDS: [&[u8]; 8] = [b"GEM", b"BGM", b"XGM", b"LNX", b"SWP", b"RAW", b"MIX", b"UNX"];
    let sectors = bytes.size_bytes / 512;
    let entries = sector[0x1c6..0x1f6].chunks_exact(12);
    let be = |b: &[u8]| u64::from(u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    let is_one = |e: &[u8]| {
        let (start, length) = (be(&e[4..8]), be(&e[8..12]));
        e[0] & 1 == 1 && KINDS.contains(&&e[1..4]) && start > 0 && length > 0 && start + length <= sectors
    };
    let used = entries.clone().filter(|e| is_one(e)).count() as u32;
    let only_known = entries.clone().all(|e| is_one(e) || e[0] & 1 == 0);
    if used > 0
        && only_known
        && let Some(signature) = push(found, SignatureFamily::PartitionTable, "atari", 0x1c6)
    {
        signature.partitions = Some(used);
    }
}
