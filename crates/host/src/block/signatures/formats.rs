//! File systems and volumes whose recognition takes more than one constant: versions, labels, plausible sizes.

use crate::block::signatures::found::{ByteReader, Signature, SignatureFamily, push};

/// ext2 to ext4 share a magic number; features tell them apart.
pub(crate) fn ext(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    if !bytes.has(0x438, &[0x53, 0xef]) {
        return;
    }
    // Two bytes stand in random data once in 65,536 times: block size and revision must make sense, too.
    let plausible =
        bytes.u32_le(0x418).is_some_and(|log| log <= 6) && bytes.u32_le(0x44c).is_some_and(|r| r <= 1);
    if !plausible {
        return;
    }
    let compatible = bytes.u32_le(0x45c).unwrap_or(0);
    let incompatible = bytes.u32_le(0x460).unwrap_or(0);
    let name = if incompatible & 0x8 != 0 {
        "ext journal"
    } else if incompatible & 0x2c0 != 0 {
        "ext4" // extents, 64bit, flex_bg
    } else if compatible & 0x4 != 0 {
        "ext3"
    } else {
        "ext2"
    };
    let label = bytes.label(Some((0x478, 16)));
    if let Some(signature) = push(found, SignatureFamily::FileSystem, name, 0x438) {
        signature.label = label;
    }
}

/// The kind of a FAT boot sector, by the name in it.
pub(crate) fn fat_name(sector: &[u8]) -> Option<&'static str> {
    let jumps = matches!(sector[0], 0xeb | 0xe9);
    if &sector[82..90] == b"FAT32   " {
        Some("fat32")
    } else if &sector[54..62] == b"FAT16   " {
        Some("fat16")
    } else if &sector[54..62] == b"FAT12   " || (jumps && &sector[54..59] == b"FAT  ") {
        Some("fat12")
    } else {
        None
    }
}

pub(crate) fn fat(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let Some(sector) = bytes.at(0, 512) else { return };
    let Some(name) = fat_name(&sector) else { return };
    let (offset, label) = if name == "fat32" { (82, 71) } else { (54, 43) };
    let label = bytes.label(Some((label, 11))).filter(|l| l != "NO NAME");
    if let Some(signature) = push(found, SignatureFamily::FileSystem, name, offset) {
        signature.label = label;
    }
}

/// A label in little-endian UTF-16 that ends with its field or a zero.
pub(crate) fn utf16(bytes: &[u8]) -> Option<String> {
    let units = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    let text = String::from_utf16_lossy(&units);
    Some(text).filter(|t| !t.is_empty() && t.chars().all(|c| !c.is_control()))
}

/// NTFS keeps its label in a file: the name attribute (0x60) of record 3 of the master file table, in UTF-16.
pub(crate) fn ntfs_label(bytes: &mut ByteReader<'_, '_>) -> Option<String> {
    const VOLUME: u64 = 3;
    const NAME: u32 = 0x60;
    const LAST: u32 = 0xffff_ffff;
    let boot = bytes.at(0, 512)?;
    let sector = u64::from(u16::from_le_bytes([boot[11], boot[12]]));
    // Sizes above 128 of a unit are written as powers of two: 0xf6 is 2^10 bytes per record, 0xf5 is 2^11 sectors per cluster.
    let per_cluster = match boot[13] {
        few @ 0..=128 => u64::from(few),
        power => 1u64.checked_shl(u32::from(power.wrapping_neg()))?,
    };
    let cluster = sector.checked_mul(per_cluster)?;
    let record = match boot[64] {
        few @ 0..=127 => cluster.checked_mul(u64::from(few))?,
        power => 1u64.checked_shl(u32::from(power.wrapping_neg()))?,
    };
    if !(512..=65536).contains(&record) {
        return None;
    }
    let table = u64::from_le_bytes(boot.get(48..56)?.try_into().ok()?).checked_mul(cluster)?;
    let file = bytes.at(table.checked_add(VOLUME * record)?, usize::try_from(record).ok()?)?;
    let u16_at = |at: usize| Some(u16::from_le_bytes(file.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?));
    if !file.starts_with(b"FILE") {
        return None;
    }
    let mut at = usize::from(u16_at(20)?);
    loop {
        let (kind, length) = (u32_at(at)?, u32_at(at + 4)? as usize);
        if kind == NAME {
            let from = at + usize::from(u16_at(at + 20)?);
            let name = file.get(from..from.checked_add(u32_at(at + 16)? as usize)?)?;
            return utf16(name);
        }
        if kind == LAST || length == 0 {
            return None;
        }
        at = at.checked_add(length)?;
    }
}

/// LVM2 keeps its label in one of the first four sectors.
pub(crate) fn lvm(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for sector in 0..4 {
        if bytes.has(sector * 512, b"LABELONE") && bytes.has(sector * 512 + 24, b"LVM2 001") {
            push(found, SignatureFamily::Volume, "LVM2", sector * 512);
        }
    }
}

/// ZFS keeps four labels of 256 KiB, two at each end; the second half of each is a ring of uberblocks, in either byte order.
pub(crate) fn zfs(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    const LABEL: u64 = 256 * 1024;
    let aligned = bytes.size_bytes & !(LABEL - 1);
    let labels = [
        Some(0),
        Some(LABEL),
        aligned.checked_sub(2 * LABEL),
        aligned.checked_sub(LABEL),
    ];
    for label in labels.into_iter().flatten() {
        let Some(ring) = bytes.at(label + LABEL / 2, (LABEL / 2) as usize) else {
            continue;
        };
        let is_uberblock =
            |b: &[u8]| b[..8] == 0x00ba_b10c_u64.to_le_bytes() || b[..8] == 0x00ba_b10c_u64.to_be_bytes();
        if let Some(slot) = ring.chunks_exact(1024).position(is_uberblock) {
            push(
                found,
                SignatureFamily::Volume,
                "ZFS",
                label + LABEL / 2 + slot as u64 * 1024,
            );
            return;
        }
    }
}

/// minix has 16-bit constants, so that its sizes must make sense, too.
pub(crate) fn minix(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let Some(block) = bytes.array::<32>(1024) else {
        return;
    };
    for big in [false, true] {
        let u16_at = |at: usize| {
            let pair = [block[at], block[at + 1]];
            if big {
                u16::from_be_bytes(pair)
            } else {
                u16::from_le_bytes(pair)
            }
        };
        let u32_at = |at: usize| {
            let word = [block[at], block[at + 1], block[at + 2], block[at + 3]];
            if big {
                u32::from_be_bytes(word)
            } else {
                u32::from_le_bytes(word)
            }
        };
        // Inodes, blocks of both bit maps, first data zone, zone size, bytes per block.
        let (version, inodes, maps, first, log, unit) = if u16_at(24) == 0x4d5a {
            (
                3,
                u32_at(0),
                [u16_at(6), u16_at(8)],
                u16_at(10),
                u16_at(12),
                u16_at(28),
            )
        } else {
            let version = match u16_at(16) {
                0x137f | 0x138f => 1,
                0x2468 | 0x2478 => 2,
                _ => continue,
            };
            let maps = [u16_at(4), u16_at(6)];
            (version, u32::from(u16_at(0)), maps, u16_at(8), u16_at(10), 1024)
        };
        let bits = u32::from(maps[0]) * u32::from(unit) * 8;
        let plausible = log == 0
            && inodes > 0
            && inodes <= bits
            && maps[1] > 0
            && u32::from(first) >= u32::from(maps[0]) + u32::from(maps[1]);
        if plausible {
            let at = if version == 3 { 1024 + 24 } else { 1024 + 16 };
            push(found, SignatureFamily::FileSystem, "minix", at);
        }
    }
}

/// HFS has two letters: allocation blocks and the length of the name must make sense, too.
pub(crate) fn hfs(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for at in [Some(1024), bytes.size_bytes.checked_sub(1024)]
        .into_iter()
        .flatten()
    {
        let Some(block) = bytes.array::<64>(at) else {
            continue;
        };
        let unit = u32::from_be_bytes([block[20], block[21], block[22], block[23]]);
        let count = u16::from_be_bytes([block[18], block[19]]);
        if block[..2] == *b"BD" && unit > 0 && unit.is_multiple_of(512) && count > 0 && block[36] <= 27 {
            push(found, SignatureFamily::FileSystem, "hfs", at);
        }
    }
}

/// UFS: its superblock may start at 0, 8, 64 or 256 KiB and is in the byte order of the machine that made it.
pub(crate) fn ufs(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    const CONSTANTS: [u32; 6] = [
        0x0001_1954,
        0x1954_0119,
        0x0009_5014,
        0x0019_5612,
        0x0523_1994,
        0x0061_2195,
    ];
    for start in [0u64, 8 << 10, 64 << 10, 256 << 10] {
        let at = start + 1372;
        let Some(word) = bytes.array::<4>(at) else {
            continue;
        };
        if CONSTANTS.contains(&u32::from_le_bytes(word)) || CONSTANTS.contains(&u32::from_be_bytes(word)) {
            push(found, SignatureFamily::FileSystem, "ufs", at);
        }
    }
}

/// UDF is announced after 32 KiB in a row of descriptors, one per 2 KiB or block.
pub(crate) fn udf(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for step in [2048u64, 4096] {
        for index in 0..32 {
            let at = 0x8000 + index * step + 1;
            let Some(name) = bytes.array::<5>(at) else { break };
            if matches!(&name, b"NSR02" | b"NSR03" | b"BEA01") {
                push(found, SignatureFamily::FileSystem, "udf", at);
                return;
            }
        }
    }
}

/// System V: a superblock of 512 bytes that ends with its constant, after boot blocks of four lengths.
pub(crate) fn sysv(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for block in [0u64, 9, 15, 18] {
        let at = block * 1024 + 512 + 504;
        let is_it = bytes.u32_le(at) == Some(0xfd18_7e20) || bytes.u32_be(at) == Some(0xfd18_7e20);
        if is_it {
            push(found, SignatureFamily::FileSystem, "sysv", at);
        }
    }
}

/// FAT without its name: boot code, a plausible table of parameters, and 55 AA.
pub(crate) fn bare_fat(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let Some(sector) = bytes.at(0, 512) else { return };
    let u16_at = |at: usize| u16::from_le_bytes([sector[at], sector[at + 1]]);
    let jumps = matches!(sector[0], 0xeb | 0xe9);
    let plausible = [512, 1024, 2048, 4096].contains(&u16_at(11))
        && sector[13].is_power_of_two()
        && u16_at(14) > 0
        && matches!(sector[16], 1 | 2)
        && (sector[21] == 0xf0 || sector[21] >= 0xf8)
        && sector[510..] == [0x55, 0xaa];
    let known = found
        .iter()
        .any(|f| f.name.starts_with("fat") || matches!(f.name.as_str(), "ntfs" | "exfat"));
    if jumps && plausible && !known {
        push(found, SignatureFamily::FileSystem, "fat", 11);
    }
}

/// The external log of an XFS: records that start a sector within its first 256 KiB.
pub(crate) fn xfs_log(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let length = bytes.size_bytes.min(256 << 10) & !511;
    let Some(start) = bytes.at(0, length as usize) else {
        return;
    };
    if found.iter().any(|f| f.name == "xfs") {
        return; // Its own log.
    }
    let is_record = |sector: &[u8]| {
        let word =
            |at: usize| u32::from_be_bytes([sector[at], sector[at + 1], sector[at + 2], sector[at + 3]]);
        word(0) == 0xfeed_babe && matches!(word(8), 1 | 2) && word(12) <= (1 << 20)
    };
    if let Some(sector) = start.chunks_exact(512).position(is_record) {
        push(found, SignatureFamily::FileSystem, "xfs log", sector as u64 * 512);
    }
}

/// The swap magic ends the first page, whatever the page of the machine that made it.
pub(crate) fn swap(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    const CONSTANTS: [&[u8]; 6] = [
        b"SWAPSPACE2",
        b"SWAP-SPACE",
        b"S1SUSPEND\0",
        b"S2SUSPEND\0",
        b"ULSUSPEND\0",
        b"LINHIB0001",
    ];
    for page in [4096u64, 8192, 16384, 32768, 65536] {
        for magic in CONSTANTS {
            if bytes.has(page - 10, magic) {
                let label = bytes.label(Some((1052, 16)));
                if let Some(signature) = push(found, SignatureFamily::Swap, "swap", page - 10) {
                    signature.label = label;
                }
            }
        }
    }
}
