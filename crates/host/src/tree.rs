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
use std::os::unix::fs::{MetadataExt, symlink};
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
    // A link made by an earlier line may lead anywhere: nothing is written through one.
    let through_link = || {
        let above = below.ancestors().skip(1);
        above
            .filter(|a| !a.as_os_str().is_empty())
            .any(|a| dir.join(a).is_symlink())
    };
    if inside && !dir.join(below).is_symlink() && !through_link() {
        Ok(dir.join(below))
    } else {
        Err(invalid(format!("{}: outside the tree", below.display())))
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

/// What of a machine is worth keeping: what this crate reads.
const KEEP_PROC: &[&str] = &[
    "self/mountinfo",
    "self/cgroup",
    "self/limits",
    "self/schedstat",
    "swaps",
    "diskstats",
    "meminfo",
    "stat",
    "cpuinfo",
    "mdstat",
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
    "devices/virtual/bdi",
    "class/dmi/id",
    "hypervisor",
    "fs/btrfs",
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
/// Long, and read by nobody here.
const NOISE: &[&str] = &[
    "uevent",
    "tasks",
    "cgroup.procs",
    "cgroup.threads",
    "vmstat",
    "numastat",
    "memory.stat",
];
const FILES_AT_MOST: usize = 4000;

/// Captures what this crate reads of a machine as one text, without serial numbers and unique identifiers. Names of mounts,
/// volumes and groups stay: read it before it is given away.
pub fn capture(root: &Root, made: &str) -> String {
    let mut out = Writer {
        root,
        text: format!("# made: {made}\n"),
        at: PathBuf::new(),
        left: 0,
    };
    for name in KEEP_PROC {
        out.file(&root.proc(name));
    }
    let blocks = root.sys("class/block");
    for name in crate::root::names(&blocks) {
        out.link(&blocks.join(&name));
        if let Ok(dir) = fs::canonicalize(blocks.join(&name)) {
            out.left = FILES_AT_MOST;
            out.directory(&dir, 4);
            out.hardware_queues(&dir);
            // The device that the disk is, and what that hangs on (an NVMe controller, its PCI function).
            for above in ["device", "device/device"] {
                if let Ok(device) = fs::canonicalize(dir.join(above)) {
                    out.directory(&device, 0);
                }
            }
        }
    }
    let numbers = root.sys("dev/block");
    for name in crate::root::names(&numbers) {
        out.link(&numbers.join(&name));
    }
    for name in KEEP_SYS {
        out.left = FILES_AT_MOST;
        out.directory(&root.sys(name), 5);
    }
    out.file(&root.sys("kernel/mm/transparent_hugepage/enabled"));
    for group in crate::system::cgroup::directories(root) {
        out.left = FILES_AT_MOST;
        out.directory(&group, 0);
    }
    out.text
}

struct Writer<'a> {
    root: &'a Root,
    text: String,
    at: PathBuf,
    left: usize,
}

impl Writer<'_> {
    /// Begins an entry: names the directory, unless it is that of the entry before.
    fn entry(&mut self, path: &Path) {
        let named = self.root.named(path);
        let below = named.strip_prefix("/").unwrap_or(&named);
        let dir = below.parent().unwrap_or(Path::new(""));
        if dir != self.at {
            self.at = dir.to_path_buf();
            self.text.push_str(&format!("@ {}\n", dir.display()));
        }
        self.text
            .push_str(&below.file_name().unwrap_or_default().to_string_lossy());
    }

    fn link(&mut self, path: &Path) {
        if let Ok(target) = fs::read_link(path) {
            self.entry(path);
            self.text.push_str(&format!(" -> {}\n", target.display()));
        }
    }

    fn file(&mut self, path: &Path) {
        let name = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        if PRIVATE.iter().any(|private| name.contains(private)) {
            return;
        }
        let Some(text) = crate::root::bytes(path).and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return;
        };
        if text.len() > 64 * 1024 || text.contains('\0') {
            return;
        }
        self.entry(path);
        let text = text.trim_end();
        if text.contains('\n') {
            self.text.push_str(&format!(" <<\n{text}\n>>\n"));
        } else {
            self.text.push_str(&format!(" = {text}\n"));
        }
    }

    /// Hardware queues are only counted.
    fn hardware_queues(&mut self, dir: &Path) {
        for queue in crate::root::names(&dir.join("mq")) {
            self.entry(&dir.join("mq").join(queue));
            self.text.push_str(" /\n");
        }
    }

    fn directory(&mut self, dir: &Path, depth: usize) {
        let mut below = Vec::new();
        for name in crate::root::names(dir) {
            if self.left == 0 {
                return;
            }
            let path = dir.join(&name);
            let Ok(meta) = fs::symlink_metadata(&path) else {
                continue;
            };
            if meta.is_symlink() {
                self.link(&path);
                self.left -= 1;
            } else if meta.is_dir() {
                below.push((name, path));
            } else if meta.is_file() && !NOISE.contains(&name.as_str()) && meta.mode() & 0o444 != 0 {
                self.file(&path);
                self.left -= 1;
            }
        }
        for (name, path) in below {
            // Attributes only: neither the per-queue directories nor partitions, which come by their own links.
            let wanted = depth > 0
                && !matches!(
                    name.as_str(),
                    "mq" | "power" | "trace" | "cache" | "vulnerabilities"
                );
            if wanted && !path.join("partition").exists() {
                self.directory(&path, depth - 1);
            }
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
        let elsewhere = tempfile::tempdir().unwrap();
        let link = format!("sys/a -> {}\n", elsewhere.path().display());
        for through in ["sys/a/x = 1", "sys/a/b/x = 1", "sys/a/d /", "sys/a = 1"] {
            let dir = tempfile::tempdir().unwrap();
            assert!(
                unpack(&format!("{link}{through}\n"), dir.path()).is_err(),
                "{through}"
            );
        }
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
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
        assert!(first.contains("size = 8") && !first.contains("secret"), "{first}");
        unpack(&first, two.path()).unwrap();
        assert_eq!(capture(&Root::at(two.path()), "test"), first);
    }
}
