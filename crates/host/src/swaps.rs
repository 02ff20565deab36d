//! Swap areas in use (`/proc/swaps`): files and devices that nobody else may write.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::mounts::unescape;
use crate::root::{self, Root};

/// One swap area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap {
    /// Device or file.
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
    root::text(&root.proc("swaps"))
        .map(|text| parse(&text))
        .unwrap_or_default()
}

/// Parses `/proc/swaps`, whose numbers are KiB.
pub fn parse(text: &str) -> Vec<Swap> {
    text.lines().skip(1).filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Swap> {
    let mut fields = line.split_whitespace();
    Some(Swap {
        path: unescape(fields.next()?).into(),
        kind: fields.next()?.to_owned(),
        size_bytes: fields.next()?.parse::<u64>().ok()?.saturating_mul(1024),
        used_bytes: fields.next()?.parse::<u64>().ok()?.saturating_mul(1024),
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
        let swaps = parse(text);
        assert_eq!(swaps.len(), 2);
        assert_eq!(swaps[0].size_bytes, 1_048_572 * 1024);
        assert_eq!(swaps[1].path, PathBuf::from("/swap file"));
        assert!(parse("").is_empty());
    }
}
