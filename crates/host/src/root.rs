//! Where the machine's facts are read: the running system, or a captured tree.
//!
//! Every other module asks a [`Root`] for paths, so that a tree written or captured elsewhere tests the same code that reads
//! the running system. This is the only file that knows where `sysfs` and `procfs` are mounted. It interprets nothing: a
//! file that is missing or unreadable is `None`, an absent directory is empty.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

const SYS: &str = "/sys";
const PROC: &str = "/proc";

/// The running system, or a directory that looks like one (`sys/`, `proc/`, and `dm/` with one file per device-mapper
/// table, as `dmsetup table` prints it; no `dev/`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    base: PathBuf,
    live: bool,
}

impl Root {
    /// The machine this process runs on.
    pub fn system() -> Root {
        Root {
            base: PathBuf::from("/"),
            live: true,
        }
    }

    /// A captured tree. Nothing outside `dir` is consulted: no system calls about paths, no ioctls.
    pub fn at(dir: impl Into<PathBuf>) -> Root {
        Root {
            base: dir.into(),
            live: false,
        }
    }

    /// Whether system calls about this machine answer the same questions as the files do.
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// A path below `sysfs`.
    pub fn sys(&self, below: impl AsRef<Path>) -> PathBuf {
        self.place(Path::new(SYS)).join(below)
    }

    /// A path below `procfs`.
    pub fn proc(&self, below: impl AsRef<Path>) -> PathBuf {
        self.place(Path::new(PROC)).join(below)
    }

    /// Where an absolute path that the machine itself names (a mount point, a backing file) lies under this root.
    pub fn place(&self, named: &Path) -> PathBuf {
        match named.strip_prefix("/") {
            Ok(below) => self.base.join(below),
            Err(_) => self.base.join(named),
        }
    }

    /// The reverse of [`Root::place`]: the path as the machine would name it.
    pub fn named(&self, placed: &Path) -> PathBuf {
        match placed.strip_prefix(&self.base) {
            Ok(below) => Path::new("/").join(below),
            Err(_) => placed.to_path_buf(),
        }
    }

    /// The directory of a block device or partition in `sysfs`, links unresolved.
    pub fn block(&self, device: &str) -> PathBuf {
        self.sys("class/block").join(device.replace('/', "!"))
    }

    /// The text of a captured device-mapper table; `None` on the running system, where an ioctl tells.
    pub fn captured_dm_table(&self, name: &str) -> Option<String> {
        if self.live {
            None
        } else {
            text(&self.base.join("dm").join(name))
        }
    }
}

/// The largest file that is read: ten times the mount table of a machine with 10,000 mounts.
pub const FILE_BYTES_AT_MOST: u64 = 16 << 20;

/// The most names that are read of one directory.
pub const NAMES_AT_MOST: usize = 1 << 16;

/// The bytes of a regular file of at most [`FILE_BYTES_AT_MOST`]. A pipe, a device or a larger file, which a captured tree
/// may hold, is as unknown as a missing file; opening one does not wait.
pub fn bytes(path: &Path) -> Option<Vec<u8>> {
    let mut options = fs::OpenOptions::new();
    let file = options
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)
        .ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_AT_MOST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= FILE_BYTES_AT_MOST).then_some(bytes)
}

/// A small file's text without the white space at its end.
pub fn text(path: &Path) -> Option<String> {
    let bytes = bytes(path)?;
    let text = String::from_utf8_lossy(&bytes);
    Some(text.trim_end_matches(['\n', ' ', '\0', '\t']).to_owned())
}

/// The most bytes of a file that is read at one go.
const SMALL: usize = 4096;

/// The text of a file of `procfs` that is at most 4 KiB long: three system calls, for those who read hundreds of them each second.
pub fn small_text(path: &Path) -> Option<String> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC | rustix::fs::OFlags::NONBLOCK;
    let file = rustix::fs::open(path, flags, rustix::fs::Mode::empty()).ok()?;
    let mut bytes = [0; SMALL];
    let count = rustix::io::read(&file, &mut bytes).ok()?;
    Some(String::from_utf8_lossy(bytes.get(..count)?).trim_end().to_owned())
}

/// A file that holds one path, which may be any bytes; the line end goes.
pub fn path(file: &Path) -> Option<PathBuf> {
    let mut bytes = bytes(file)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    (!bytes.is_empty()).then(|| OsString::from_vec(bytes).into())
}

/// A small file's text, unless it is empty.
pub fn word(path: &Path) -> Option<String> {
    text(path).map(|t| t.trim().to_owned()).filter(|t| !t.is_empty())
}

/// A file that holds one number.
pub fn number<T: FromStr>(path: &Path) -> Option<T> {
    text(path)?.trim().parse().ok()
}

/// A file that holds `0` or `1`.
pub fn flag(path: &Path) -> Option<bool> {
    match text(path)?.trim() {
        "0" | "N" | "n" => Some(false),
        "1" | "Y" | "y" => Some(true),
        _ => None,
    }
}

/// The choice in brackets: `none [mq-deadline] kyber` is `mq-deadline`. A lone word without brackets is the choice itself.
pub fn chosen(line: &str) -> Option<&str> {
    if let (Some(open), Some(close)) = (line.find('['), line.find(']')) {
        return line.get(open + 1..close);
    }
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The names in a directory, sorted; none when it cannot be read.
pub fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .take(NAMES_AT_MOST)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_by(|a, b| natural(a).cmp(&natural(b)));
    names
}

/// Sorts `sda10` after `sda9`.
fn natural(name: &str) -> (&str, u64, &str) {
    let digits = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (&name[..digits], name[digits..].parse().unwrap_or(0), name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_in_brackets() {
        assert_eq!(chosen("none [mq-deadline] kyber bfq"), Some("mq-deadline"));
        assert_eq!(chosen("none"), Some("none"));
        assert_eq!(chosen("none mq-deadline"), None);
        assert_eq!(chosen(""), None);
    }

    #[test]
    fn a_captured_tree_never_leaves_its_directory() {
        let root = Root::at("/tmp/tree");
        assert_eq!(root.sys("block"), Path::new("/tmp/tree/sys/block"));
        assert_eq!(root.place(Path::new("/sys/fs/cgroup")), root.sys("fs/cgroup"));
        assert_eq!(root.named(&root.proc("stat")), Path::new("/proc/stat"));
        assert_eq!(Root::system().proc("stat"), Path::new("/proc/stat"));
    }

    #[test]
    fn a_missing_file_is_unknown() {
        let root = Root::at("/nonexistent");
        assert_eq!(text(&root.sys("x")), None);
        assert_eq!(number::<u64>(&root.sys("x")), None);
        assert!(names(&root.sys("block")).is_empty());
    }

    #[test]
    fn what_is_no_small_regular_file_is_unknown() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        // Opening a FIFO for reading waits for a writer; a link to an endless device never ends.
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, at("fifo"), mode).unwrap();
        std::os::unix::fs::symlink("/dev/zero", at("zero")).unwrap();
        fs::create_dir(at("dir")).unwrap();
        fs::File::create(at("huge"))
            .unwrap()
            .set_len(FILE_BYTES_AT_MOST + 1)
            .unwrap();
        for name in ["fifo", "zero", "dir", "huge"] {
            assert_eq!(bytes(&at(name)), None, "{name}");
            assert_eq!(number::<u64>(&at(name)), None, "{name}");
        }
        fs::write(at("name"), b"/caf\xe9 \n").unwrap();
        assert_eq!(
            path(&at("name")),
            Some(OsString::from_vec(b"/caf\xe9 ".to_vec()).into())
        );
    }

    #[test]
    fn numbers_at_the_end_sort_as_numbers() {
        let mut v = vec!["sda10", "sda9", "sda"];
        v.sort_by(|a, b| natural(a).cmp(&natural(b)));
        assert_eq!(v, ["sda", "sda9", "sda10"]);
    }
}
