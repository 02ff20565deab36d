//! A machine's files as one text: captured from a running system, unpacked for a test.
//!
//! The text is meant to be read and written by people. It holds nothing but small text files, links and empty directories.
//!
//! ```text
//! # made: captured | written — and from what
//! @ sys/class/block              the directory that the following names are in
//! sda -> ../../devices/…/sda     a symbolic link
//! queue/rotational = 0           a file of one line
//! queue/iosched /                an empty directory
//! proc/mounts <<                 a file of several lines, up to a line that holds only >>
//! …
//! >>
//! ```

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use crate::root::Root;

/// Writes the files of `archive` under `dir`.
///
/// # Errors
/// A line that is none of the forms above, a path that would leave `dir`, or an error of the file system.
pub fn unpack(archive: &str, dir: &Path) -> io::Result<()> {
    let mut at = PathBuf::new();
    let mut lines = archive.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(place) = trimmed.strip_prefix('@') {
            at = PathBuf::from(place.trim());
        } else if let Some(name) = trimmed.strip_suffix(" <<") {
            let mut body = String::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| line.trim() != ">>") {
                body.push_str(line);
                body.push('\n');
            }
            write(dir, &at.join(name), &body)?;
        } else if let Some((name, target)) = trimmed.split_once(" -> ") {
            let path = checked(dir, &at.join(name.trim()))?;
            parents(&path)?;
            symlink(target.trim(), path)?;
        } else if let Some((name, value)) = trimmed.split_once(" =") {
            write(dir, &at.join(name.trim()), &format!("{}\n", value.trim()))?;
        } else if let Some(name) = trimmed.strip_suffix(" /") {
            fs::create_dir_all(checked(dir, &at.join(name))?)?;
        } else {
            return Err(invalid(format!(
                "line {}: not a file, link or directory: {line}",
                number + 1
            )));
        }
    }
    Ok(())
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn checked(dir: &Path, below: &Path) -> io::Result<PathBuf> {
    let inside = below
        .components()
        .all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if inside {
        Ok(dir.join(below))
    } else {
        Err(invalid(format!("{} leaves the tree", below.display())))
    }
}

fn parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn write(dir: &Path, below: &Path, body: &str) -> io::Result<()> {
    let path = checked(dir, below)?;
    parents(&path)?;
    fs::write(path, body)
}

/// What of a machine is worth keeping: all that this crate reads, and nothing that identifies its owner (serial numbers and
/// unique names are left out).
const KEEP_PROC: &[&str] = &[
    "self/mountinfo",
    "self/cgroup",
    "self/limits",
    "swaps",
    "diskstats",
    "meminfo",
    "stat",
    "cpuinfo",
    "mdstat",
    "cmdline",
    "version",
    "filesystems",
    "pressure/io",
    "pressure/cpu",
    "pressure/memory",
    "sys/kernel/osrelease",
    "sys/kernel/ostype",
    "sys/vm/dirty_ratio",
    "sys/vm/dirty_background_ratio",
    "sys/vm/dirty_bytes",
    "sys/vm/dirty_background_bytes",
    "sys/vm/dirty_expire_centisecs",
    "sys/vm/dirty_writeback_centisecs",
    "sys/vm/swappiness",
    "sys/vm/nr_hugepages",
    "sys/fs/aio-max-nr",
    "sys/fs/aio-nr",
    "sys/kernel/io_uring_disabled",
];
const KEEP_SYS: &[&str] = &[
    "devices/system/clocksource/clocksource0",
    "devices/system/cpu",
    "devices/system/node",
    "class/dmi/id",
    "hypervisor",
    "fs/cgroup",
    "fs/btrfs",
    "kernel/mm/transparent_hugepage",
    "module/nvme/parameters",
];
const PRIVATE: &[&str] = &[
    "serial",
    "uuid",
    "wwid",
    "wwn",
    "asset_tag",
    "product_uuid",
    "nguid",
    "eui",
];
const FILES_AT_MOST: usize = 4000;

/// Captures what this crate reads of a machine as one text, without serial numbers and unique identifiers.
pub fn capture(root: &Root, made: &str) -> String {
    let mut out = format!("# made: {made}\n");
    for name in KEEP_PROC {
        put_file(root, &root.proc(name), &mut out);
    }
    let mut left = FILES_AT_MOST;
    let blocks = root.sys("class/block");
    for name in crate::root::names(&blocks) {
        put_link(root, &blocks.join(&name), &mut out);
        if let Ok(dir) = fs::canonicalize(blocks.join(&name)) {
            put_dir(root, &dir, 4, &mut out, &mut left);
        }
    }
    let numbers = root.sys("dev/block");
    for name in crate::root::names(&numbers) {
        put_link(root, &numbers.join(&name), &mut out);
    }
    for name in KEEP_SYS {
        let mut left = FILES_AT_MOST;
        put_dir(root, &root.sys(name), 5, &mut out, &mut left);
    }
    out
}

fn below(root: &Root, path: &Path) -> String {
    root.named(path)
        .to_string_lossy()
        .trim_start_matches('/')
        .to_owned()
}

fn put_link(root: &Root, path: &Path, out: &mut String) {
    if let Ok(target) = fs::read_link(path) {
        out.push_str(&format!("{} -> {}\n", below(root, path), target.display()));
    }
}

fn put_file(root: &Root, path: &Path, out: &mut String) {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    if PRIVATE.iter().any(|private| name.contains(private)) {
        return;
    }
    let Ok(bytes) = fs::read(path) else { return };
    let Ok(text) = String::from_utf8(bytes) else {
        return;
    };
    if text.len() > 64 * 1024 || text.contains('\0') {
        return;
    }
    let text = text.trim_end();
    if text.contains('\n') {
        out.push_str(&format!("{} <<\n{text}\n>>\n", below(root, path)));
    } else {
        out.push_str(&format!("{} = {text}\n", below(root, path)));
    }
}

fn put_dir(root: &Root, dir: &Path, depth: usize, out: &mut String, left: &mut usize) {
    for name in crate::root::names(dir) {
        if *left == 0 {
            return;
        }
        let path = dir.join(&name);
        let Ok(meta) = fs::symlink_metadata(&path) else {
            continue;
        };
        if meta.is_symlink() {
            put_link(root, &path, out);
            *left -= 1;
        } else if meta.is_dir() {
            // Attributes only: neither the per-queue directories nor partitions, which come by their own links.
            let wanted = depth > 0
                && !matches!(
                    name.as_str(),
                    "mq" | "power" | "trace" | "cache" | "vulnerabilities"
                );
            if wanted && !path.join("partition").exists() {
                put_dir(root, &path, depth - 1, out, left);
            }
        } else if meta.is_file() && name != "uevent" {
            put_file(root, &path, out);
            *left -= 1;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn unpacks_every_form() {
        let dir = tempfile::tempdir().unwrap();
        let text = "# made: written\n@ sys/a\nb = 1 \nc -> b\nd /\ne =\n@ proc\nm <<\n one\n\ntwo\n>>\n";
        unpack(text, dir.path()).unwrap();
        let read = |p: &str| fs::read_to_string(dir.path().join(p)).unwrap();
        assert_eq!(read("sys/a/b"), "1\n");
        assert_eq!(read("sys/a/c"), "1\n");
        assert_eq!(read("sys/a/e"), "\n");
        assert!(dir.path().join("sys/a/d").is_dir());
        assert_eq!(read("proc/m"), " one\n\ntwo\n");
    }

    #[test]
    fn refuses_to_leave_the_tree_and_names_a_bad_line() {
        let dir = tempfile::tempdir().unwrap();
        assert!(unpack("../x = 1", dir.path()).is_err());
        assert!(unpack("/etc/x = 1", dir.path()).is_err());
        let error = unpack("a = 1\nnonsense\n", dir.path()).unwrap_err();
        assert!(error.to_string().contains("line 2"), "{error}");
    }

    #[test]
    fn a_captured_tree_captures_to_the_same_text() {
        let one = tempfile::tempdir().unwrap();
        let two = tempfile::tempdir().unwrap();
        let text = "proc/swaps = Filename\nsys/class/block/sda -> ../../devices/x/sda\n\
                    sys/devices/x/sda/size = 8\nsys/devices/x/sda/serial = secret\n";
        unpack(text, one.path()).unwrap();
        let first = capture(&Root::at(one.path()), "test");
        assert!(
            first.contains("sda/size = 8") && !first.contains("secret"),
            "{first}"
        );
        unpack(&first, two.path()).unwrap();
        assert_eq!(capture(&Root::at(two.path()), "test"), first);
    }
}
