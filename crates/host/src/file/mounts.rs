//! The mount table (`proc_pid_mountinfo(5)`) and which mount a path lies on. Not: what lies under the mount (see `stack`).

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// One line of `mountinfo`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mount {
    /// Identifies the mount in this namespace.
    pub id: u32,
    /// The mount it sits on.
    pub parent: u32,
    /// `st_dev` of files on it.
    pub major: u32,
    /// `st_dev` of files on it.
    pub minor: u32,
    /// Which directory of the file system is shown (`/` unless a bind mount or subvolume).
    #[serde(with = "crate::paths")]
    pub root: PathBuf,
    /// Where.
    #[serde(with = "crate::paths")]
    pub mount_point: PathBuf,
    /// Options of the mount.
    pub options: Vec<String>,
    /// `ext4`, `xfs`, `overlay`, `fuse.sshfs`, …
    pub fs_type: String,
    /// The device, or what the file system calls its source.
    pub source: String,
    /// Options of the file system itself.
    pub super_options: Vec<String>,
}

impl Mount {
    /// The value of `name=value` in either list of options.
    pub fn option(&self, name: &str) -> Option<&str> {
        let options = self.super_options.iter().chain(&self.options);
        options
            .filter_map(|o| o.split_once('='))
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Whether either list has the bare word.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().chain(&self.super_options).any(|o| o == name)
    }
}

/// The mounts that this process sees, in mount order.
pub fn read(root: &Root) -> Vec<Mount> {
    root::bytes(&root.proc("self/mountinfo"))
        .map(|table| parse(&table))
        .unwrap_or_default()
}

/// Parses `mountinfo`, which holds paths of any bytes; lines that are not understood are skipped.
pub fn parse(table: &[u8]) -> Vec<Mount> {
    table.split(|b| *b == b'\n').filter_map(parse_line).collect()
}

fn parse_line(line: &[u8]) -> Option<Mount> {
    let split = line.windows(3).position(|w| w == b" - ")?;
    let (before, after) = (line.get(..split)?, line.get(split + 3..)?);
    let mut before = before.split(|b| *b == b' ');
    let id = number(before.next()?)?;
    let parent = number(before.next()?)?;
    let (major, minor) = std::str::from_utf8(before.next()?).ok()?.split_once(':')?;
    let root = unescape(before.next()?);
    let mount_point = unescape(before.next()?);
    let options = list(before.next()?);
    let mut after = after.split(|b| *b == b' ');
    Some(Mount {
        id,
        parent,
        major: major.parse().ok()?,
        minor: minor.parse().ok()?,
        root: root.into(),
        mount_point: mount_point.into(),
        options,
        fs_type: lossy(after.next()?),
        source: lossy(after.next().unwrap_or(b"")),
        super_options: list(after.next().unwrap_or(b"")),
    })
}

fn number(field: &[u8]) -> Option<u32> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

fn lossy(field: &[u8]) -> String {
    unescape(field).to_string_lossy().into_owned()
}

fn list(options: &[u8]) -> Vec<String> {
    options
        .split(|b| *b == b',')
        .filter(|o| !o.is_empty())
        .map(lossy)
        .collect()
}

/// Undoes the octal escapes of mount tables and `swaps`: `\040` is a space.
pub fn unescape(field: &[u8]) -> OsString {
    let mut out = Vec::with_capacity(field.len());
    let mut at = 0;
    while at < field.len() {
        let octal = field
            .get(at + 1..at + 4)
            .filter(|d| field[at] == b'\\' && d.iter().all(|c| (b'0'..=b'7').contains(c)));
        match octal {
            Some(d) => {
                let value = d
                    .iter()
                    .fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
                out.push((value & 0xff) as u8);
                at += 4;
            }
            None => {
                out.push(field[at]);
                at += 1;
            }
        }
    }
    OsString::from_vec(out)
}

/// The mount that a path without links and `..` lies on: the longest mount point that is a prefix; of several on the same
/// point the last, which hides the others.
pub fn covering<'a>(mounts: &'a [Mount], path: &Path) -> Option<&'a Mount> {
    let mut best: Option<&Mount> = None;
    for mount in mounts.iter().filter(|m| path.starts_with(&m.mount_point)) {
        let depth = mount.mount_point.components().count();
        if best.is_none_or(|b| depth >= b.mount_point.components().count()) {
            best = Some(mount);
        }
    }
    best
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const TABLE: &str = "\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
30 27 8:1 / /mnt/my\\040disk rw,noatime shared:1 master:2 - xfs /dev/sda1 rw,attr2,sunit=1024
31 27 0:40 /@home /home rw - btrfs /dev/sdb rw,compress=zstd:3,space_cache=v2
32 27 8:2 / /home rw - ext4 /dev/sda2 rw
broken line
33 27 0:41 / /homework rw - tmpfs tmpfs rw";

    #[test]
    fn reads_escapes_optional_fields_and_options() {
        let mounts = parse(TABLE.as_bytes());
        assert_eq!(mounts.len(), 5);
        assert_eq!(mounts[1].mount_point, Path::new("/mnt/my disk"));
        assert_eq!(mounts[1].fs_type, "xfs");
        assert_eq!(mounts[1].option("sunit"), Some("1024"));
        assert_eq!(mounts[2].root, Path::new("/@home"));
        assert_eq!(mounts[2].option("compress"), Some("zstd:3"));
        assert!(mounts[0].has("discard") && !mounts[0].has("disc"));
    }

    #[test]
    fn the_longest_prefix_wins_by_whole_names_and_the_last_hides() {
        let mounts = parse(TABLE.as_bytes());
        let on = |path: &str| covering(&mounts, Path::new(path)).unwrap().id;
        assert_eq!(on("/var/x"), 27);
        assert_eq!(on("/mnt/my disk/a"), 30);
        assert_eq!(on("/home/me"), 32);
        assert_eq!(on("/homework/x"), 33);
        assert_eq!(on("/homewor"), 27);
        assert!(covering(&[], Path::new("/")).is_none());
    }

    #[test]
    fn odd_escapes_stay_as_they_are() {
        assert_eq!(unescape(br"a\040b\134c\011"), "a b\\c\t");
        assert_eq!(unescape(br"a\04"), r"a\04");
        assert_eq!(unescape(br"\998"), r"\998");
        assert_eq!(unescape(br"\777").into_vec(), [0xff]);
    }

    #[test]
    fn mount_points_are_bytes() {
        let mounts = parse(
            b"27 1 254:0 / / rw - ext4 /dev/vda rw\n28 27 8:1 / /caf\xe9\\040x rw - ext4 /dev/sda1 rw\n",
        );
        let at = |bytes: &[u8]| PathBuf::from(OsString::from_vec(bytes.to_vec()));
        assert_eq!(mounts[1].mount_point, at(b"/caf\xe9 x"));
        assert_eq!(covering(&mounts, &at(b"/caf\xe9 x/file")).unwrap().id, 28);
        assert_eq!(covering(&mounts, &at(b"/caf\xff x/file")).unwrap().id, 27);
    }
}
