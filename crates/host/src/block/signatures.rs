//! What a device's own bytes say it holds: partition tables, file systems, RAID members, volumes, encrypted data.
//!
//! Reads a few places where formats keep their magic numbers and judges nothing but those: a signature found means that
//! somebody put something there, not that it is whole. Offsets follow each format's published on-disk layout.

use std::io;

use serde::{Deserialize, Serialize};

/// What family a signature is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Family {
    /// MBR or GPT.
    PartitionTable,
    /// A file system.
    FileSystem,
    /// A swap area.
    Swap,
    /// A member of a RAID.
    Raid,
    /// A member of a volume group, pool or cache.
    Volume,
    /// Encrypted data.
    Crypto,
    /// A database or store that takes whole devices.
    Store,
}

/// One signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// Its family.
    pub family: Family,
    /// `ext4`, `xfs`, `gpt`, `LVM2`, …; blkid's words in plain spelling.
    pub name: String,
    /// Where the magic number stands.
    pub offset_bytes: u64,
    /// The label, if the format has one and it is set.
    pub label: Option<String>,
    /// How many partitions (partition tables).
    pub partitions: Option<u32>,
}

/// Reads bytes at an offset into a whole buffer.
pub type ReadAt<'a> = dyn FnMut(u64, &mut [u8]) -> io::Result<()> + 'a;

struct Magic {
    family: Family,
    name: &'static str,
    offset: u64,
    bytes: &'static [u8],
    /// Offset and length of the label.
    label: Option<(u64, usize)>,
}

const fn magic(family: Family, name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    Magic {
        family,
        name,
        offset,
        bytes,
        label: None,
    }
}

const fn labelled(name: &'static str, offset: u64, bytes: &'static [u8], label: (u64, usize)) -> Magic {
    Magic {
        family: Family::FileSystem,
        name,
        offset,
        bytes,
        label: Some(label),
    }
}

/// Formats known by a constant at a constant place.
const FIXED: &[Magic] = &[
    labelled("xfs", 0, b"XFSB", (108, 12)),
    labelled("btrfs", 0x10040, b"_BHRfS_M", (0x1012b, 255)),
    magic(Family::FileSystem, "f2fs", 1024, &[0x10, 0x20, 0xf5, 0xf2]),
    magic(Family::FileSystem, "ntfs", 3, b"NTFS    "),
    magic(Family::FileSystem, "exfat", 3, b"EXFAT   "),
    magic(Family::FileSystem, "refs", 3, b"ReFS\0\0\0\0"),
    magic(Family::FileSystem, "iso9660", 0x8001, b"CD001"),
    magic(Family::FileSystem, "udf", 0x8001, b"BEA01"),
    magic(Family::FileSystem, "squashfs", 0, b"hsqs"),
    magic(Family::FileSystem, "erofs", 1024, &[0xe2, 0xe1, 0xf5, 0xe0]),
    magic(Family::FileSystem, "reiserfs", 0x10034, b"ReIsErFs"),
    magic(Family::FileSystem, "reiserfs", 0x10034, b"ReIsEr2Fs"),
    magic(Family::FileSystem, "jfs", 0x8000, b"JFS1"),
    magic(
        Family::FileSystem,
        "nilfs2",
        1024,
        &[2, 0, 0, 0, 0, 0, 0x34, 0x34],
    ),
    magic(
        Family::FileSystem,
        "gfs2",
        0x10000,
        &[0x01, 0x16, 0x19, 0x70, 0, 0, 0, 1],
    ),
    magic(Family::FileSystem, "ocfs2", 0x2000, b"OCFSV2"),
    magic(Family::FileSystem, "apfs", 32, b"NXSB"),
    magic(Family::FileSystem, "hfsplus", 1024, b"H+\0\x04"),
    magic(Family::FileSystem, "hfsx", 1024, b"HX\0\x05"),
    magic(Family::FileSystem, "vmfs", 0x20_0000, &[0x5e, 0xf1, 0xab, 0x2f]),
    magic(
        Family::FileSystem,
        "bcachefs",
        0x1018,
        &[
            0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9, 0xd9, 0x6a, 0x60, 0xcf, 0x80, 0x3d, 0xf7, 0xef,
        ],
    ),
    magic(
        Family::Volume,
        "bcache",
        0x1018,
        &[
            0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca, 0x82, 0x65, 0xf5, 0x7f, 0x48, 0xba, 0x6d, 0x81,
        ],
    ),
    magic(
        Family::Volume,
        "stratis",
        512 + 4,
        b"!Stra0tis\x86\xff\x02^\x41rh",
    ),
    magic(Family::Volume, "vdo", 0, b"dmvdo001"),
    magic(Family::Volume, "LVM1", 0, b"HM\x01\0"),
    magic(
        Family::Volume,
        "vmfs volume",
        0x10_0000,
        &[0x0d, 0xd0, 0x01, 0xc0],
    ),
    magic(Family::Crypto, "LUKS", 0, b"LUKS\xba\xbe"),
    magic(Family::Crypto, "LUKS", 0x4000, b"SKUL\xba\xbe"),
    magic(Family::Crypto, "BitLocker", 3, b"-FVE-FS-"),
    magic(Family::Raid, "integrity", 0, b"integrt\0"),
    magic(Family::Raid, "md 1.1", 0, &[0xfc, 0x4e, 0x2b, 0xa9]),
    magic(Family::Raid, "md 1.2", 4096, &[0xfc, 0x4e, 0x2b, 0xa9]),
    magic(Family::Store, "Ceph BlueStore", 0, b"bluestore block device"),
    magic(Family::Store, "Oracle ASM", 32, b"ORCLDISK"),
];

/// Every signature found, each format once. Places that cannot be read are passed over, except the first sector.
///
/// # Errors
/// The first sector cannot be read: then nothing is known of the device.
pub fn scan(read: &mut ReadAt<'_>, size_bytes: u64) -> io::Result<Vec<Signature>> {
    let mut bytes = Bytes { read, size_bytes };
    if size_bytes >= 512 {
        (bytes.read)(0, &mut [0; 512])?;
    }
    let mut found = Vec::new();
    partition_tables(&mut bytes, &mut found);
    fixed(&mut bytes, &mut found);
    ext(&mut bytes, &mut found);
    fat(&mut bytes, &mut found);
    swap(&mut bytes, &mut found);
    lvm(&mut bytes, &mut found);
    raid_at_the_end(&mut bytes, &mut found);
    zfs(&mut bytes, &mut found);
    Ok(found)
}

struct Bytes<'a, 'b> {
    read: &'a mut ReadAt<'b>,
    size_bytes: u64,
}

impl Bytes<'_, '_> {
    /// Bytes at an offset; `None` past the end or where reading fails.
    fn at(&mut self, offset: u64, length: usize) -> Option<Vec<u8>> {
        if offset.checked_add(length as u64)? > self.size_bytes {
            return None;
        }
        let mut buffer = vec![0; length];
        (self.read)(offset, &mut buffer).ok()?;
        Some(buffer)
    }

    fn has(&mut self, offset: u64, bytes: &[u8]) -> bool {
        self.at(offset, bytes.len()).is_some_and(|b| b == bytes)
    }

    fn u32_le(&mut self, offset: u64) -> Option<u32> {
        Some(u32::from_le_bytes(self.at(offset, 4)?.try_into().ok()?))
    }

    fn label(&mut self, place: Option<(u64, usize)>) -> Option<String> {
        let (offset, length) = place?;
        let bytes = self.at(offset, length)?;
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]).trim().to_owned();
        Some(text).filter(|t| !t.is_empty() && t.chars().all(|c| !c.is_control()))
    }
}

fn push<'a>(
    found: &'a mut Vec<Signature>,
    family: Family,
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

fn fixed(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    for magic in FIXED {
        if bytes.has(magic.offset, magic.bytes) {
            let label = match magic.name {
                "ntfs" => ntfs_label(bytes),
                // 512 characters behind the identifier in the superblock.
                "f2fs" => bytes.at(1024 + 124, 1024).and_then(|name| utf16(&name)),
                _ => bytes.label(magic.label),
            };
            if let Some(signature) = push(found, magic.family, magic.name, magic.offset) {
                signature.label = label;
            }
        }
    }
}

/// MBR: 55 AA at 510 and four entries that could be entries. GPT: its header in the second or the last sector, for both
/// sector sizes, because a copy taken from another disk still holds a table.
fn partition_tables(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    for sector in [512, 4096] {
        let last = (bytes.size_bytes / sector).saturating_sub(1) * sector;
        for header in [sector, last] {
            if bytes.has(header, b"EFI PART") {
                let partitions = gpt_partitions(bytes, header, sector);
                if let Some(signature) = push(found, Family::PartitionTable, "gpt", header) {
                    signature.partitions = partitions;
                }
            }
        }
    }
    let Some(sector) = bytes.at(0, 512) else { return };
    let entries: Vec<&[u8]> = sector[446..510].chunks(16).collect();
    let plausible = entries.iter().all(|e| e[0] == 0 || e[0] == 0x80);
    let is_boot_record = fat_name(&sector).is_some() || &sector[3..7] == b"NTFS" || &sector[3..8] == b"EXFAT";
    if sector[510..] != [0x55, 0xaa] || !plausible || is_boot_record {
        return;
    }
    let used = entries.iter().filter(|e| e[4] != 0 && e[4] != 0xee).count() as u32;
    if entries.iter().any(|e| e[4] == 0xee) && found.iter().any(|f| f.name == "gpt") {
        return; // The protective MBR belongs to the GPT.
    }
    if let Some(signature) = push(found, Family::PartitionTable, "mbr", 510) {
        signature.partitions = Some(used);
    }
}

fn gpt_partitions(bytes: &mut Bytes<'_, '_>, header: u64, sector: u64) -> Option<u32> {
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

/// ext2 to ext4 share a magic number; features tell them apart.
fn ext(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
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
    let name = match () {
        _ if incompatible & 0x8 != 0 => "ext journal",
        _ if incompatible & 0x2c0 != 0 => "ext4", // extents, 64bit, flex_bg
        _ if compatible & 0x4 != 0 => "ext3",
        _ => "ext2",
    };
    let label = bytes.label(Some((0x478, 16)));
    if let Some(signature) = push(found, Family::FileSystem, name, 0x438) {
        signature.label = label;
    }
}

fn fat_name(sector: &[u8]) -> Option<&'static str> {
    let jumps = matches!(sector[0], 0xeb | 0xe9);
    match () {
        _ if &sector[82..90] == b"FAT32   " => Some("fat32"),
        _ if &sector[54..62] == b"FAT16   " => Some("fat16"),
        _ if &sector[54..62] == b"FAT12   " || (jumps && &sector[54..59] == b"FAT  ") => Some("fat12"),
        _ => None,
    }
}

fn fat(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    let Some(sector) = bytes.at(0, 512) else { return };
    let Some(name) = fat_name(&sector) else { return };
    let (offset, label) = if name == "fat32" { (82, 71) } else { (54, 43) };
    let label = bytes.label(Some((label, 11))).filter(|l| l != "NO NAME");
    if let Some(signature) = push(found, Family::FileSystem, name, offset) {
        signature.label = label;
    }
}

/// A label in little-endian UTF-16 that ends with its field or a zero.
fn utf16(bytes: &[u8]) -> Option<String> {
    let units = bytes
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let units: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
    let text = String::from_utf16_lossy(&units);
    Some(text).filter(|t| !t.is_empty() && t.chars().all(|c| !c.is_control()))
}

/// NTFS keeps its label in a file: the name attribute (0x60) of record 3 of the master file table, in UTF-16.
fn ntfs_label(bytes: &mut Bytes<'_, '_>) -> Option<String> {
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

/// The swap magic ends the first page, whatever the page of the machine that made it.
fn swap(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    for page in [4096u64, 8192, 16384, 32768, 65536] {
        for magic in [b"SWAPSPACE2", b"SWAP-SPACE", b"S1SUSPEND\0", b"S2SUSPEND\0"] {
            if bytes.has(page - 10, magic) {
                let label = bytes.label(Some((1052, 16)));
                if let Some(signature) = push(found, Family::Swap, "swap", page - 10) {
                    signature.label = label;
                }
            }
        }
    }
}

/// LVM2 keeps its label in one of the first four sectors.
fn lvm(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    for sector in 0..4 {
        if bytes.has(sector * 512, b"LABELONE") && bytes.has(sector * 512 + 24, b"LVM2 001") {
            push(found, Family::Volume, "LVM2", sector * 512);
        }
    }
}

/// RAID formats that count their place from the end: md 1.0 and 0.90, DDF, Intel's matrix RAID.
fn raid_at_the_end(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
    let size = bytes.size_bytes;
    let little = [0xfc, 0x4e, 0x2b, 0xa9];
    let big = [0xa9, 0x2b, 0x4e, 0xfc];
    let v10 = (size / 512).checked_sub(16).map(|sector| (sector & !7) * 512);
    if let Some(at) = v10.filter(|at| bytes.has(*at, &little)) {
        push(found, Family::Raid, "md 1.0", at);
    }
    let v09 = (size & !0xffff).checked_sub(0x10000);
    if let Some(at) = v09.filter(|at| bytes.has(*at, &little) || bytes.has(*at, &big)) {
        push(found, Family::Raid, "md 0.90", at);
    }
    if let Some(at) = size
        .checked_sub(512)
        .filter(|at| bytes.has(*at, &[0xde, 0x11, 0xde, 0x11]))
    {
        push(found, Family::Raid, "DDF RAID", at);
    }
    if let Some(at) = size
        .checked_sub(1024)
        .filter(|at| bytes.has(*at, b"Intel Raid ISM Cfg Sig. "))
    {
        push(found, Family::Raid, "Intel RAID", at);
    }
}

/// ZFS keeps four labels of 256 KiB, two at each end; the second half of each is a ring of uberblocks, in either byte order.
fn zfs(bytes: &mut Bytes<'_, '_>, found: &mut Vec<Signature>) {
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
                Family::Volume,
                "ZFS",
                label + LABEL / 2 + slot as u64 * 1024,
            );
            return;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const SIZE: usize = 4 << 20;

    fn names(image: &[u8]) -> Vec<String> {
        let mut read = |offset: u64, out: &mut [u8]| {
            let at = offset as usize;
            let bytes = image
                .get(at..at + out.len())
                .ok_or(io::ErrorKind::UnexpectedEof)?;
            out.copy_from_slice(bytes);
            Ok(())
        };
        scan(&mut read, image.len() as u64)
            .unwrap()
            .into_iter()
            .map(|s| s.name)
            .collect()
    }

    fn with(places: &[(usize, &[u8])]) -> Vec<String> {
        let mut image = vec![0; SIZE];
        for (at, bytes) in places {
            image[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        names(&image)
    }

    #[test]
    fn zeros_and_tiny_devices_hold_nothing() {
        assert!(names(&vec![0; SIZE]).is_empty());
        for size in [0, 1, 511, 512, 1024, 4095, 65536, 65537] {
            assert!(names(&vec![0; size]).is_empty(), "{size}");
        }
    }

    #[test]
    fn every_fixed_magic_is_found_by_itself() {
        for magic in FIXED {
            let found = with(&[(magic.offset as usize, magic.bytes)]);
            assert_eq!(found, [magic.name], "{}", magic.name);
        }
    }

    #[test]
    fn formats_at_the_end_of_the_device() {
        assert_eq!(with(&[(SIZE - 8192, &[0xfc, 0x4e, 0x2b, 0xa9])]), ["md 1.0"]);
        assert_eq!(with(&[(SIZE - 65536, &[0xfc, 0x4e, 0x2b, 0xa9])]), ["md 0.90"]);
        assert_eq!(with(&[(SIZE - 512, b"EFI PART")]), ["gpt"]);
        assert_eq!(with(&[(SIZE - 512, &[0xde, 0x11, 0xde, 0x11])]), ["DDF RAID"]);
        let uberblock = 0x00ba_b10c_u64.to_be_bytes();
        assert_eq!(with(&[(SIZE - 128 * 1024 + 5 * 1024, &uberblock)]), ["ZFS"]);
        assert_eq!(with(&[(128 * 1024, &0x00ba_b10c_u64.to_le_bytes())]), ["ZFS"]);
    }

    #[test]
    fn tables_and_boot_sectors_are_told_apart() {
        let entry: &[u8] = &[0x80, 0, 0, 0, 0x83, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
        assert_eq!(with(&[(446, entry), (510, &[0x55, 0xaa])]), ["mbr"]);
        assert_eq!(
            with(&[(0, &[0xeb, 0x58, 0x90]), (82, b"FAT32   "), (510, &[0x55, 0xaa])]),
            ["fat32"]
        );
        assert_eq!(with(&[(3, b"NTFS    "), (510, &[0x55, 0xaa])]), ["ntfs"]);
        let protective: &[u8] = &[0, 0, 0, 0, 0xee];
        assert_eq!(
            with(&[(446, protective), (510, &[0x55, 0xaa]), (512, b"EFI PART")]),
            ["gpt"]
        );
    }

    #[test]
    fn ext_is_named_by_its_features_and_labelled() {
        assert_eq!(with(&[(0x438, &[0x53, 0xef])]), ["ext2"]);
        assert_eq!(with(&[(0x438, &[0x53, 0xef]), (0x45c, &[4])]), ["ext3"]);
        assert_eq!(
            with(&[(0x438, &[0x53, 0xef]), (0x45c, &[4]), (0x460, &[0x42])]),
            ["ext4"]
        );
        assert_eq!(with(&[(4096 - 10, b"SWAPSPACE2")]), ["swap"]);
        assert_eq!(with(&[(512, b"LABELONE"), (536, b"LVM2 001")]), ["LVM2"]);
    }

    #[test]
    fn random_data_is_no_file_system() {
        // Two bytes of magic among noise, as a random write test leaves them.
        let noise = vec![0xa5; SIZE];
        assert!(names(&noise).is_empty());
        for (at, magic) in [
            (0x438, [0x53, 0xef]),
            (1024, *b"H+"),
            (1030, [0x34, 0x34]),
            (510, [0x55, 0xaa]),
        ] {
            let mut image = noise.clone();
            image[at..at + 2].copy_from_slice(&magic);
            assert!(names(&image).is_empty(), "{at}");
        }
    }

    #[test]
    fn an_unreadable_device_is_an_error() {
        let mut read = |_: u64, _: &mut [u8]| Err(io::Error::from_raw_os_error(libc::EIO));
        assert!(scan(&mut read, 1 << 20).is_err());
    }
}
