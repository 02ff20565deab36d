//! What a device-mapper device is made of: its table.
//!
//! `sysfs` tells a mapped device's name, owner (`uuid`) and parts (`slaves/`), but not how the parts are put together; that
//! takes the `DM_TABLE_STATUS` ioctl (`linux/dm-ioctl.h`), which needs root. Without it [`crate::block::stack`] says what the names
//! allow. Arguments are parsed here and dropped at once, because a crypt table holds its key.

use serde::{Deserialize, Serialize};

use crate::root::Root;

/// One target of a table, in order of the device's sectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DmTarget {
    /// First byte on the mapped device.
    pub start_bytes: u64,
    /// Length.
    pub length_bytes: u64,
    /// `linear`, `striped`, `crypt`, `thin`, `thin-pool`, `cache`, `writecache`, `multipath`, `raid`, …
    pub kind: String,
    /// Number of stripes (`striped`), legs (`raid`).
    pub stripes: Option<u32>,
    /// Chunk of a stripe.
    pub chunk_bytes: Option<u64>,
    /// `aes-xts-plain64` (`crypt`).
    pub cipher: Option<String>,
    /// `raid1`, `raid5_ls`, … (`raid`).
    pub raid: Option<String>,
    /// Number of the part that a linear target lies on.
    pub on: Option<String>,
}

/// The table of a mapped device; `None` when it cannot be known.
pub fn table(root: &Root, name: &str, number: Option<(u32, u32)>) -> Option<Vec<DmTarget>> {
    if let Some(text) = root.captured_dm_table(name) {
        return Some(text.lines().filter_map(parse_line).collect());
    }
    if !root.is_live() {
        return None;
    }
    ioctl::table(number?)
}

/// Parses a line of `dmsetup table`: `0 8388608 striped 2 128 8:0 0 8:16 0`.
pub fn parse_line(line: &str) -> Option<DmTarget> {
    let mut words = line.split_whitespace();
    let start: u64 = words.next()?.parse().ok()?;
    let length: u64 = words.next()?.parse().ok()?;
    let kind = words.next()?;
    Some(target(start, length, kind, &words.collect::<Vec<_>>()))
}

fn target(start: u64, length: u64, kind: &str, args: &[&str]) -> DmTarget {
    let number = |at: usize| args.get(at).and_then(|a| a.parse::<u64>().ok());
    let sectors = |n: u64| n.saturating_mul(512);
    let mut target = DmTarget {
        start_bytes: sectors(start),
        length_bytes: sectors(length),
        kind: kind.to_owned(),
        stripes: None,
        chunk_bytes: None,
        cipher: None,
        raid: None,
        on: None,
    };
    match kind {
        "linear" => target.on = args.first().map(|s| (*s).to_owned()),
        "striped" => {
            target.stripes = number(0).map(|n| n as u32);
            target.chunk_bytes = number(1).map(sectors);
        }
        "crypt" => target.cipher = args.first().map(|s| (*s).to_owned()),
        "thin-pool" => target.chunk_bytes = number(2).map(sectors),
        "cache" => target.chunk_bytes = number(3).map(sectors),
        "raid" => {
            target.raid = args.first().map(|s| (*s).to_owned());
            // raid TYPE #params CHUNK …
            target.chunk_bytes = number(2).map(sectors);
        }
        _ => {}
    }
    target
}

mod ioctl {
    //! The one ioctl. `struct dm_ioctl` is 312 bytes, `struct dm_target_spec` 40, both fixed by the kernel's ABI.

    use std::fs::OpenOptions;
    use std::os::fd::AsRawFd;

    use super::DmTarget;

    const DM_TABLE_STATUS: libc::c_ulong = 0xc138_fd0c;
    const STATUS_TABLE_FLAG: u32 = 1 << 4;
    const BUFFER_FULL_FLAG: u32 = 1 << 8;
    const HEADER: usize = 312;
    const SPEC: usize = 40;
    const BUFFER: usize = 64 * 1024;

    pub(super) fn table((major, minor): (u32, u32)) -> Option<Vec<DmTarget>> {
        let control = OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/mapper/control")
            .ok()?;
        // Eight-byte words, because the kernel's struct holds a u64.
        let mut words = vec![0u64; BUFFER / 8];
        let dev = u64::from(minor & 0xff) | (u64::from(major) << 8) | (u64::from(minor & !0xff) << 12);
        words[0] = 4; // version 4.0
        words[1] = (BUFFER as u64) << 32; // version patch 0, data_size
        words[2] = HEADER as u64; // data_start, target_count 0
        words[3] = u64::from(STATUS_TABLE_FLAG) << 32; // open_count 0, flags
        words[5] = dev;
        // SAFETY: the buffer is at least `data_size` bytes, lives through the call, and is aligned for the struct; the kernel
        // writes no further than `data_size`.
        let done = unsafe { libc::ioctl(control.as_raw_fd(), DM_TABLE_STATUS as _, words.as_mut_ptr()) };
        if done != 0 {
            return None;
        }
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_ne_bytes()).collect();
        parse(&bytes)
    }

    fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
        Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    }

    fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
        Some(u64::from_ne_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
    }

    fn c_text(bytes: &[u8]) -> String {
        let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
        String::from_utf8_lossy(&bytes[..end]).into_owned()
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<Vec<DmTarget>> {
        let data = u32_at(bytes, 16)? as usize;
        let count = u32_at(bytes, 20)?;
        if u32_at(bytes, 28)? & BUFFER_FULL_FLAG != 0 {
            return None;
        }
        let mut at = data;
        let mut targets = Vec::new();
        for _ in 0..count {
            let spec = bytes.get(at..at + SPEC)?;
            let kind = c_text(&spec[24..]);
            let args = c_text(bytes.get(at + SPEC..)?);
            let words: Vec<&str> = args.split_whitespace().collect();
            targets.push(super::target(u64_at(spec, 0)?, u64_at(spec, 8)?, &kind, &words));
            // `next` counts from the start of the data, not from this target.
            at = data + u32_at(spec, 20)? as usize;
        }
        Some(targets)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_tables_that_dmsetup_prints() {
        let t = parse_line("0 8388608 striped 2 128 8:0 2048 8:16 2048").unwrap();
        assert_eq!(
            (t.kind.as_str(), t.stripes, t.chunk_bytes),
            ("striped", Some(2), Some(65536))
        );
        let t = parse_line("2048 4096 linear 259:0 384").unwrap();
        assert_eq!(
            (t.start_bytes, t.length_bytes, t.on.as_deref()),
            (1 << 20, 2 << 20, Some("259:0"))
        );
        assert_eq!(parse_line("nonsense"), None);
    }

    #[test]
    fn a_key_is_not_kept() {
        let t =
            parse_line("0 1000 crypt aes-xts-plain64 00112233445566778899aabbccddeeff 0 8:3 4096").unwrap();
        assert_eq!(t.cipher.as_deref(), Some("aes-xts-plain64"));
        assert!(!format!("{t:?}").contains("00112233"));
    }

    #[test]
    fn reads_what_the_ioctl_returns() {
        // Two targets laid out as the kernel does: spec, string, padding; `next` from the start of the data.
        let mut bytes = vec![0u8; 312];
        bytes[16..20].copy_from_slice(&312u32.to_ne_bytes());
        bytes[20..24].copy_from_slice(&2u32.to_ne_bytes());
        for (start, next, args) in [(0u64, 56u32, "8:0 2048\0"), (100, 112, "8:16 2048\0")] {
            let mut spec = Vec::new();
            spec.extend(start.to_ne_bytes());
            spec.extend(100u64.to_ne_bytes());
            spec.extend(0i32.to_ne_bytes());
            spec.extend(next.to_ne_bytes());
            spec.extend(b"linear\0\0\0\0\0\0\0\0\0\0");
            spec.extend(args.as_bytes());
            spec.resize(56, 0);
            bytes.extend(spec);
        }
        let targets = ioctl::parse(&bytes).unwrap();
        assert_eq!(targets.len(), 2);
        assert_eq!(targets[1].on.as_deref(), Some("8:16"));
        assert_eq!(targets[1].start_bytes, 51200);
        assert!(ioctl::parse(&bytes[..330]).is_none());
    }
}
