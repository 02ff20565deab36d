//! What lies at the end of a device or in copies: RAID members, DRBD, backup superblocks and headers.

use crate::block::signatures::found::{ByteReader, Signature, SignatureFamily, push};

const SECTOR: u64 = 512;

pub(crate) fn raid(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    md(bytes, found);
    let sectors = bytes.size_bytes / SECTOR;
    // Sectors from the end, bytes into the sector, constant.
    let constants: &[(&str, u64, u64, &[u8])] = &[
        ("DDF RAID", 1, 0, &[0xde, 0x11, 0xde, 0x11]),
        ("DDF RAID", 1, 0, &[0x11, 0xde, 0x11, 0xde]),
        ("DDF RAID", 257, 0, &[0xde, 0x11, 0xde, 0x11]),
        ("DDF RAID", 257, 0, &[0x11, 0xde, 0x11, 0xde]),
        ("Intel RAID", 2, 0, b"Intel Raid ISM Cfg Sig. "),
        ("Intel RAID", 16, 0, b"Intel Raid ISM Cfg Sig. "),
        ("LSI RAID", 1, 0, b"$XIDE$"),
        ("NVIDIA RAID", 2, 0, b"NVIDIA"),
        ("Adaptec RAID", 1, 0, b"DPTM"),
        ("HighPoint 45x RAID", 11, 0, &[0xf3, 0x16, 0x78, 0x5a]),
        ("HighPoint 45x RAID", 11, 0, &[0xfd, 0x16, 0x78, 0x5a]),
    ];
    for (name, back, offset, constant) in constants {
        let at = sectors.checked_sub(*back).map(|sector| sector * SECTOR + offset);
        if let Some(at) = at.filter(|at| bytes.has(*at, constant)) {
            push(found, SignatureFamily::Raid, name, at);
        }
    }
    for back in [16, 63, 255, 256, 399, 591, 675, 735, 911, 951, 974, 991, 3087] {
        let at = sectors.checked_sub(back).map(|sector| sector * SECTOR);
        if let Some(at) = at.filter(|at| bytes.has(*at, b"Promise Technology, Inc.")) {
            push(found, SignatureFamily::Raid, "Promise RAID", at);
        }
    }
    if let Some(at) = sectors.checked_sub(1).map(|sector| sector * SECTOR)
        && let Some(last) = bytes.at(at, 512)
        && let Some(name) = summed(&last)
    {
        push(found, SignatureFamily::Raid, name, at);
    }
}

/// Vendors whose constant is short: their sums must be right, too.
fn summed(last: &[u8]) -> Option<&'static str> {
    let word = |at: usize| u16::from_le_bytes([last[at], last[at + 1]]);
    let bytes_sum = last[..50].iter().fold(0u8, |sum, b| sum.wrapping_add(*b));
    if word(0) == 0xaa55 && last[2] <= 2 && bytes_sum == last[50] {
        return Some("VIA RAID");
    }
    if last[0x60..0x64] == [0, 0, 0, 0x2f] && last[0x116] < 8 {
        return Some("Silicon Image RAID");
    }
    let words_sum = (0..64).fold(0u16, |sum, at| sum.wrapping_add(word(at * 2)));
    (last[..2] == *b"JM" && words_sum <= 1).then_some("JMicron RAID")
}

/// md 1.0 and 0.90 count their place from the end; 0.90 in the byte order of the machine that made it.
fn md(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let size = bytes.size_bytes;
    let little = [0xfc, 0x4e, 0x2b, 0xa9];
    let big = [0xa9, 0x2b, 0x4e, 0xfc];
    let v10 = (size / 512).checked_sub(16).map(|sector| (sector & !7) * 512);
    if let Some(at) = v10.filter(|at| bytes.has(*at, &little)) {
        push(found, SignatureFamily::Raid, "md 1.0", at);
    }
    let v09 = (size & !0xffff).checked_sub(0x10000);
    if let Some(at) = v09.filter(|at| bytes.has(*at, &little) || bytes.has(*at, &big)) {
        push(found, SignatureFamily::Raid, "md 0.90", at);
    }
}

/// DRBD keeps its header 4 KiB before the end; versions 8.3, 8.4 (unclean) and 9.
pub(crate) fn drbd(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for end in [bytes.size_bytes, bytes.size_bytes & !4095] {
        let Some(at) = end.checked_sub(4096 - 60) else {
            continue;
        };
        if matches!(bytes.u32_be(at), Some(0x8374_026b..=0x8374_026d)) {
            push(found, SignatureFamily::Volume, "DRBD", at);
        }
    }
}

/// Copies of superblocks, for a device that lost its first blocks.
pub(crate) fn copies(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    let size = bytes.size_bytes;
    let back = |from_end: u64| size.checked_sub(from_end);
    // A file system, where its copy is, the constant.
    let places: &[(&str, Option<u64>, &[u8])] = &[
        ("btrfs", Some((64 << 20) + 0x40), b"_BHRfS_M"),
        ("btrfs", Some((256 << 30) + 0x40), b"_BHRfS_M"),
        ("ntfs", back(512).map(|at| at + 3), b"NTFS    "),
        ("fat32", Some(6 * 512 + 82), b"FAT32   "),
        ("hfsplus", back(1024), b"H+\0\x04"),
        ("hfsx", back(1024), b"HX\0\x05"),
        (
            "nilfs2",
            (size / 4096).checked_sub(1).map(|block| block * 4096),
            &[2, 0, 0, 0, 0, 0, 0x34, 0x34],
        ),
        ("ldm", back(512), b"PRIVHEAD"),
        ("vhd", back(512), b"conectix"),
        ("refs", back(512).map(|at| at + 3), b"ReFS\0\0\0\0"),
    ];
    for (name, place, constant) in places {
        if let Some(at) = place.filter(|at| bytes.has(*at, constant)) {
            let family = match *name {
                "ldm" => SignatureFamily::PartitionTable,
                "vhd" => SignatureFamily::Image,
                _ => SignatureFamily::FileSystem,
            };
            push(found, family, name, at);
        }
    }
    ext_copies(bytes, found);
    xfs_copies(bytes, found);
}

/// ext keeps copies at the start of groups 1, 3, 5, 7 and their powers; a group has eight times as many blocks as a block
/// has bytes. A copy names its group and its block size.
fn ext_copies(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    if found.iter().any(|f| f.name.starts_with("ext")) {
        return;
    }
    for log in 0..=6u32 {
        let block = 1024u64 << log;
        let first = u64::from(log == 0);
        for group in [1u64, 3, 5, 7, 9, 25, 27, 49] {
            let at = (group * 8 * block + first) * block;
            let is_copy = bytes.u16_le(at + 0x38) == Some(0xef53)
                && bytes.u32_le(at + 0x18) == Some(log)
                && bytes.u16_le(at + 0x5a) == Some(group as u16);
            if is_copy {
                let name = match bytes.u32_le(at + 0x60) {
                    Some(incompatible) if incompatible & 0x2c0 != 0 => "ext4",
                    _ => "ext2",
                };
                push(found, SignatureFamily::FileSystem, name, at + 0x38);
                return;
            }
        }
    }
}

/// The headers of the first allocation group lie in the sectors after the superblock; every other group starts with a copy of
/// it. The size of a group is lost with the superblock: the even divisions that mkfs makes are tried.
fn xfs_copies(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    if found.iter().any(|f| f.name == "xfs") {
        return;
    }
    for sector in [512u64, 1024, 2048, 4096] {
        for (index, constant) in [(1, b"XAGF"), (2, b"XAGI")] {
            if bytes.has(index * sector, constant) {
                push(found, SignatureFamily::FileSystem, "xfs", index * sector);
            }
        }
    }
    const GROUP_AT_MOST: u64 = 1 << 40;
    for block in [4096u64, 1024, 512, 65536] {
        let blocks = bytes.size_bytes / block;
        let sizes = (2..=32u64)
            .flat_map(|groups| [blocks.div_ceil(groups), blocks / groups])
            .chain([GROUP_AT_MOST / block - 1, GROUP_AT_MOST / block]);
        for group in sizes.filter(|group| *group > 0) {
            if bytes.has(group * block, b"XFSB") {
                push(found, SignatureFamily::FileSystem, "xfs", group * block);
                return;
            }
        }
    }
}
