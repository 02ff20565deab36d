//! What a device's own bytes say it holds: partition tables, file systems, RAID members, volumes, encrypted data.
//!
//! Reads the places where formats keep their constants, at the start, at the end and in copies, and judges nothing but those:
//! a signature found means that somebody put something there, not that it is whole. Recognises what libblkid does and more.

mod ends;
mod formats;
mod found;
mod magics;
mod tables;

use std::io;

use found::{ByteReader, push};
pub use found::{ReadAt, Scan, Signature, SignatureFamily, UnknownData};
use magics::FIXED;

/// Every signature found, each format once, and where none is, the first byte that is not zero. Places that cannot be read are
/// passed over, except the first sector.
///
/// # Errors
/// The first sector cannot be read: then nothing is known of the device.
pub fn scan(read: &mut ReadAt<'_>, size_bytes: u64) -> io::Result<Scan> {
    let mut bytes = ByteReader { read, size_bytes };
    if size_bytes >= 512 {
        (bytes.read)(0, &mut [0; 512])?;
    }
    let mut found = Vec::new();
    for look in [
        tables::tables,
        fixed,
        formats::ext,
        formats::fat,
        formats::bare_fat,
        formats::swap,
        formats::lvm,
        formats::minix,
        formats::hfs,
        formats::ufs,
        formats::udf,
        formats::sysv,
        formats::xfs_log,
        ends::raid,
        ends::drbd,
        formats::zfs,
        ends::copies,
    ] {
        look(&mut bytes, &mut found);
    }
    let unknown = if found.is_empty() {
        unknown_data(&mut bytes)
    } else {
        None
    };
    Ok(Scan {
        signatures: found,
        unknown,
    })
}

fn fixed(bytes: &mut ByteReader<'_, '_>, found: &mut Vec<Signature>) {
    for magic in FIXED {
        if bytes.has(magic.offset, magic.bytes) {
            let label = match magic.name {
                "ntfs" => formats::ntfs_label(bytes),
                // 512 characters behind the identifier in the superblock.
                "f2fs" => bytes.at(1024 + 124, 1024).and_then(|name| formats::utf16(&name)),
                _ => bytes.label(magic.label),
            };
            if let Some(signature) = push(found, magic.family, magic.name, magic.offset) {
                signature.label = label;
            }
        }
    }
}

/// Bytes read at the start and the end, and at places evenly spaced between: enough to see that a device is in use, little enough
/// for a disk of any size.
const START_BYTES: u64 = 4 << 20;
const END_BYTES: u64 = 1 << 20;
const SAMPLES: u64 = 32;
const SAMPLE_BYTES: u64 = 4096;

fn unknown_data(bytes: &mut ByteReader<'_, '_>) -> Option<UnknownData> {
    const STEP: u64 = 64 << 10;
    let size = bytes.size_bytes;
    let steps = |from: u64, to: u64| {
        (0..(to.saturating_sub(from)).div_ceil(STEP)).map(move |i| {
            let at = from + i * STEP;
            (at, STEP.min(to - at))
        })
    };
    let start = START_BYTES.min(size);
    let end = size.saturating_sub(END_BYTES).max(start);
    let samples = (0..SAMPLES)
        .map(|i| (start + (end - start) / SAMPLES * i) & !(SAMPLE_BYTES - 1))
        .filter(|at| *at >= start && at + SAMPLE_BYTES <= end)
        .map(|at| (at, SAMPLE_BYTES));
    for (at, length) in steps(0, start).chain(samples).chain(steps(end, size)) {
        let Some(block) = bytes.at(at, length as usize) else {
            continue;
        };
        if let Some(first) = block.iter().position(|b| *b != 0) {
            return Some(UnknownData {
                offset_bytes: at + first as u64,
                bytes: block[first..].iter().take(16).copied().collect(),
            });
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const SIZE: usize = 8 << 20;

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
            .signatures
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

    fn scanned(image: &[u8]) -> Scan {
        let mut read = |offset: u64, out: &mut [u8]| {
            let at = offset as usize;
            let bytes = image.get(at..at + out.len());
            out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        };
        scan(&mut read, image.len() as u64).unwrap()
    }

    #[test]
    fn unknown_data_are_named_by_their_first_byte() {
        assert_eq!(scanned(&vec![0; SIZE]).unknown, None);
        for at in [0, 1, 511, 70_001, (4 << 20) - 1, SIZE - (1 << 20), SIZE - 1] {
            let mut image = vec![0; SIZE];
            image[at] = 7;
            let unknown = scanned(&image).unknown.unwrap();
            assert_eq!(unknown.offset_bytes, at as u64);
            assert_eq!(unknown.bytes[0], 7);
            assert!(unknown.bytes.len() <= 16);
        }
        let mut image = vec![0; SIZE];
        image[..4].copy_from_slice(b"XFSB");
        assert_eq!(scanned(&image).unknown, None, "known data are a signature");
    }

    #[test]
    fn raid_of_vendors_at_the_end() {
        let last = SIZE - 512;
        for (at, constant, name) in [
            (last, &b"$XIDE$"[..], "LSI RAID"),
            (SIZE - 1024, b"NVIDIA", "NVIDIA RAID"),
            (SIZE - 1024, b"Intel Raid ISM Cfg Sig. ", "Intel RAID"),
            (last, b"DPTM", "Adaptec RAID"),
            (SIZE - 11 * 512, &[0xf3, 0x16, 0x78, 0x5a], "HighPoint 45x RAID"),
            (SIZE - 63 * 512, b"Promise Technology, Inc.", "Promise RAID"),
            (SIZE - 257 * 512, &[0xde, 0x11, 0xde, 0x11], "DDF RAID"),
            (last + 0x60, &[0, 0, 0, 0x2f], "Silicon Image RAID"),
            (SIZE - 4096 + 60, &[0x83, 0x74, 0x02, 0x6d], "DRBD"),
        ] {
            assert_eq!(with(&[(at, constant)]), [name]);
        }
        // Their sums: 0x55 + 0xaa in the first two bytes make 0xff; "JM" is 0x4d4a, whose complement ends the sum.
        assert_eq!(with(&[(last, &[0x55, 0xaa]), (last + 50, &[0xff])]), ["VIA RAID"]);
        assert!(with(&[(last, &[0x55, 0xaa])]).is_empty());
        assert_eq!(
            with(&[(last, b"JM"), (last + 2, &[0xb6, 0xb2])]),
            ["JMicron RAID"]
        );
        assert!(with(&[(last, b"JM")]).is_empty());
    }

    #[test]
    fn tables_of_other_systems() {
        assert_eq!(with(&[(508, &[0xda, 0xbe]), (0, &[0xda, 0xbe])]), ["sun"]);
        assert!(with(&[(508, &[0xda, 0xbe])]).is_empty(), "the sum is wrong");
        assert_eq!(with(&[(0, b"ER\x02\0"), (512, b"PM")]), ["mac"]);
        let entry: &[u8] = &[1, b'G', b'E', b'M', 0, 0, 0, 2, 0, 0, 0, 9];
        assert_eq!(with(&[(0x1c6, entry)]), ["atari"]);
        let outside: &[u8] = &[1, b'G', b'E', b'M', 0, 0, 0, 2, 0xff, 0, 0, 9];
        assert!(with(&[(0x1c6, outside)]).is_empty());
    }

    #[test]
    fn short_constants_need_plausible_sizes() {
        let minix: &[u8] = &[32, 0, 100, 0, 1, 0, 1, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x8f, 0x13];
        assert_eq!(with(&[(1024, minix)]), ["minix"]);
        assert!(with(&[(1024 + 16, &[0x8f, 0x13])]).is_empty());
        let count: &[u8] = &[0, 9, 0, 0, 2, 0];
        assert_eq!(with(&[(1024, b"BD"), (1024 + 18, count)]), ["hfs"]);
        assert!(with(&[(1024, b"BD")]).is_empty());
        assert_eq!(with(&[(8192 + 1372, &[0x19, 0x01, 0x54, 0x19])]), ["ufs"]);
        assert_eq!(
            with(&[(0x8001, b"CD001"), (0x8801, b"BEA01")]),
            ["iso9660", "udf"]
        );
        assert_eq!(with(&[(9 * 1024 + 1016, &[0x20, 0x7e, 0x18, 0xfd])]), ["sysv"]);
        let record: &[u8] = &[0xfe, 0xed, 0xba, 0xbe, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 2, 0];
        assert_eq!(with(&[(512 * 7, record)]), ["xfs log"]);
        let boot: &[u8] = &[
            0xeb, 0x3c, 0x90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 1, 0, 2, 0, 2, 0, 0, 0xf8,
        ];
        assert!(with(&[(0, boot), (510, &[0x55, 0xaa])]).contains(&"fat".to_owned()));
    }

    #[test]
    fn copies_tell_of_a_file_system_that_lost_its_start() {
        // Group 1 of ext with blocks of 1 KiB is block 8193, outside this image; that of 4 KiB lies at 128 MiB.
        assert_eq!(with(&[(512, b"XAGF")]), ["xfs"]);
        assert_eq!(with(&[(8192, b"XAGI")]), ["xfs"]);
        assert_eq!(with(&[(SIZE / 4, b"XFSB")]), ["xfs"]);
        assert_eq!(with(&[(SIZE - 1024, b"H+\0\x04")]), ["hfsplus"]);
        assert_eq!(with(&[(SIZE - 512 + 3, b"NTFS    ")]), ["ntfs"]);
        assert_eq!(with(&[(0x4_0000, b"SKUL\xba\xbe")]), ["LUKS"]);
    }

    #[test]
    fn an_unreadable_device_is_an_error() {
        let mut read = |_: u64, _: &mut [u8]| Err(io::Error::from_raw_os_error(libc::EIO));
        assert!(scan(&mut read, 1 << 20).is_err());
    }
}
