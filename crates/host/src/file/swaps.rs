//! Swap areas in use (`/proc/swaps`): files and devices that nobody else may write.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::file::mounts::unescape;
use crate::root::{self, Root};

/// One swap area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap {
    /// Device or file.
    #[serde(with = "crate::paths")]
    pub path: PathBuf,
    /// `partition` or `file`.
    pub kind: String,
    /// Its size.
    pub size_bytes: u64,
    /// How much of it is in use.
    pub used_bytes: u64,
}

/// The swap areas in use.
pub fn read(root: &Root) -> Vec<Swap> {
    root::bytes(&root.proc("swaps"))
        .map(|table| parse(&table))
        .unwrap_or_default()
}

/// Parses `/proc/swaps`, whose numbers are KiB.
pub fn parse(table: &[u8]) -> Vec<Swap> {
    table
        .split(|b| *b == b'\n')
        .skip(1)
        .filter_map(parse_line)
        .collect()
}

fn parse_line(line: &[u8]) -> Option<Swap> {
    let mut fields = line
        .split(u8::is_ascii_whitespace)
        .filter(|field| !field.is_empty());
    let path = unescape(fields.next()?).into();
    let mut word = || std::str::from_utf8(fields.next()?).ok();
    Some(Swap {
        path,
        kind: word()?.to_owned(),
        size_bytes: word()?.parse::<u64>().ok()?.saturating_mul(1024),
        used_bytes: word()?.parse::<u64>().ok()?.saturating_mul(1024),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn reads_devices_and_files_with_spaces() {
        let text = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n\
                    /dev/sda2                               partition\t1048572\t\t12\t\t-2\n\
                    /swap\\040file                            file\t\t1024\t\t0\t\t-3\n";
        let swaps = parse(text.as_bytes());
        assert_eq!(swaps.len(), 2);
        assert_eq!(swaps[0].size_bytes, 1_048_572 * 1024);
        assert_eq!(swaps[1].path, PathBuf::from("/swap file"));
        assert!(parse(b"").is_empty());
    }
}
