//! Which processes have done I/O, and how much, by the kernel's counters of each. Processes of other users are invisible without root.

use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};
use crate::system::counters::IoCounters;

/// One process and its counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessIo {
    /// Process id.
    pub pid: u32,
    /// The process that waits for its end.
    #[serde(default)]
    pub parent: Option<u32>,
    /// Its name, at most 15 bytes as the kernel keeps it.
    pub name: String,
    /// When it started, in clock ticks since boot: tells a reused id.
    pub started: Option<u64>,
    /// Its counters since then.
    pub io: IoCounters,
    /// Faults on pages that were in memory, and on pages that were read for it, since then.
    #[serde(default)]
    pub faults: (u64, u64),
    /// State of its main thread (`D`: it waits for a device).
    #[serde(default)]
    pub state: u8,
    #[serde(default)]
    pub threads: u64,
    /// Whether it is the kernel's.
    #[serde(default)]
    pub is_kernel: bool,
}

/// `PF_KTHREAD`
pub(super) const KERNEL_THREAD: u64 = 0x0020_0000;

/// Every process whose counters this user may read, and how many processes of other users there are at least besides. Threads of the
/// kernel are not among these.
pub fn read_all(root: &Root) -> (Vec<ProcessIo>, u64) {
    read_all_as(root, rustix::process::geteuid().as_raw())
}

fn read_all_as(root: &Root, user: u32) -> (Vec<ProcessIo>, u64) {
    let (mut seen, mut hidden) = (Vec::new(), 0);
    // The first process is not even listed where /proc is mounted with hidepid.
    let is_listed = root.proc("1").exists() || !root.proc("self").exists();
    hidden += u64::from(!is_listed);
    for name in root::names(&root.proc("")) {
        let Ok(pid) = name.parse() else { continue };
        match read(root, pid) {
            Ok(process) => seen.push(process),
            Err(stat) => hidden += u64::from(stat.is_some_and(|stat| is_hidden(root, pid, &stat, user))),
        }
    }
    (seen, hidden)
}

/// Whether the counters of a process that runs are those of another user and may not be read. One that has just ended has none for
/// anybody, and the first process of a container may keep its own even from its own user.
fn is_hidden(root: &Root, pid: u32, stat: &Stat, user: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = std::fs::metadata(root.proc(pid.to_string())).map(|process| process.uid());
    if owner.is_ok_and(|owner| owner == user) {
        return false;
    }
    let has_ended = |error: &std::io::Error| {
        error.kind() == std::io::ErrorKind::NotFound
            || error.raw_os_error() == Some(rustix::io::Errno::SRCH.raw_os_error())
    };
    let counters = std::fs::read(root.proc(format!("{pid}/io")));
    counters.is_err_and(|error| !has_ended(&error))
        && stat.flags & KERNEL_THREAD == 0
        && !matches!(stat.state, b'Z' | b'X')
}

/// A process; where its counters are not readable, its `stat`, unless it has ended.
fn read(root: &Root, pid: u32) -> Result<ProcessIo, Option<Stat>> {
    let stat = || {
        let text = root::small_text(&root.proc(format!("{pid}/stat")));
        text.as_deref().and_then(parse_stat)
    };
    let io = IoCounters::of(root, pid).ok_or_else(stat)?;
    let stat = stat().unwrap_or_default();
    Ok(ProcessIo {
        pid,
        parent: stat.parent,
        name: stat.name,
        started: stat.started,
        io,
        faults: stat.faults,
        state: stat.state,
        threads: stat.threads,
        is_kernel: stat.flags & KERNEL_THREAD != 0,
    })
}

/// Open files that are looked at, of one process.
const FILES_AT_MOST: usize = 1024;

/// One path for each file system, and for each block device, on which a process has files open. None: it has ended, is not visible,
/// has no files at all as threads of the kernel, or has them where paths mean something else (another mount namespace).
pub fn open_places(root: &Root, pid: u32) -> Option<Vec<(u64, PathBuf)>> {
    places_of(root, pid, &root::names(&root.proc(format!("{pid}/fd"))))
}

/// The same without standard input, output and error, which are on other file systems than what a process works on; unless it has
/// nothing else open.
pub fn working_places(root: &Root, pid: u32) -> Option<Vec<(u64, PathBuf)>> {
    let names = root::names(&root.proc(format!("{pid}/fd")));
    let own: Vec<String> = names
        .iter()
        .filter(|name| !["0", "1", "2"].contains(&name.as_str()))
        .cloned()
        .collect();
    let places = places_of(root, pid, &own).filter(|places| !places.is_empty());
    places.or_else(|| places_of(root, pid, &names))
}

fn places_of(root: &Root, pid: u32, names: &[String]) -> Option<Vec<(u64, PathBuf)>> {
    let folder = root.proc(format!("{pid}/fd"));
    let mut places: Vec<(u64, PathBuf)> = Vec::new();
    let mut is_hidden = names.is_empty() || names.len() > FILES_AT_MOST;
    for name in names.iter().take(FILES_AT_MOST) {
        let link = folder.join(name);
        let Ok(meta) = std::fs::metadata(&link) else {
            continue;
        };
        let device = match meta.file_type() {
            kind if kind.is_file() => meta.dev(),
            kind if kind.is_block_device() => meta.rdev(),
            _ => continue,
        };
        if places.iter().any(|(known, _)| *known == device) {
            continue;
        }
        let named = std::fs::read_link(&link).ok();
        let there = named.filter(|path| match std::fs::metadata(path) {
            Ok(there) => (there.dev(), there.ino()) == (meta.dev(), meta.ino()),
            // A file without a name: its folder says as much.
            Err(_) => path
                .parent()
                .and_then(|folder| std::fs::metadata(folder).ok())
                .is_some_and(|folder| folder.dev() == meta.dev()),
        });
        match there {
            Some(path) => places.push((device, path)),
            None => is_hidden = true,
        }
    }
    (!is_hidden || !places.is_empty()).then_some(places)
}

/// `/proc/PID/stat`; the name is in parentheses and may hold any character, parentheses too.
#[derive(Debug, Default, PartialEq)]
struct Stat {
    name: String,
    parent: Option<u32>,
    started: Option<u64>,
    faults: (u64, u64),
    state: u8,
    flags: u64,
    threads: u64,
}

fn parse_stat(stat: &str) -> Option<Stat> {
    let (open, close) = (stat.find('(')?, stat.rfind(')')?);
    let after: Vec<&str> = stat.get(close + 1..)?.split_whitespace().take(20).collect();
    let number = |at: usize| after.get(at).and_then(|field| field.parse::<u64>().ok());
    Some(Stat {
        name: stat.get(open + 1..close)?.to_owned(),
        parent: number(1).and_then(|pid| pid.try_into().ok()),
        started: number(19),
        faults: (number(7).unwrap_or(0), number(9).unwrap_or(0)),
        state: after.first().and_then(|state| state.bytes().next()).unwrap_or(0),
        flags: number(6).unwrap_or(0),
        threads: number(17).unwrap_or(0),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_parentheses() {
        let stat = "42 (a) (b) S 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 777 1 2";
        let read = Stat {
            name: "a) (b".to_owned(),
            parent: Some(1),
            started: Some(777),
            faults: (1, 3),
            state: b'S',
            flags: 4_194_560,
            threads: 1,
        };
        assert_eq!(parse_stat(stat), Some(read));
        assert_eq!(parse_stat("no"), None);
    }

    #[test]
    fn finds_this_process() {
        let me = std::process::id();
        let (all, _) = read_all(&Root::system());
        assert!(
            all.iter().any(|p| p.pid == me && p.started.is_some()),
            "{me} is not among {}",
            all.len()
        );
    }

    #[test]
    fn processes_whose_counters_are_not_readable_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let stat = |pid: u32, flags: u64, io: Option<&str>| {
            let process = dir.path().join("proc").join(pid.to_string());
            std::fs::create_dir_all(&process).unwrap();
            let stat = format!("{pid} (p) S 1 1 1 0 -1 {flags} 1 2 3 4 5 6 7 8 20 0 1 0 777 1 2");
            std::fs::write(process.join("stat"), stat).unwrap();
            if let Some(io) = io {
                std::fs::write(process.join("io"), io).unwrap();
            }
        };
        // A file that cannot be read, also by root.
        for (pid, flags) in [(1, 4_194_560), (2, 4_194_560 | KERNEL_THREAD)] {
            stat(pid, flags, None);
            std::fs::create_dir(dir.path().join(format!("proc/{pid}/io"))).unwrap();
        }
        stat(3, 4_194_560, Some("read_bytes: 1\nwrite_bytes: 2\n"));
        // Two that have ended meanwhile: before the look, and after it.
        std::fs::create_dir(dir.path().join("proc/4")).unwrap();
        stat(5, 4_194_560, None);
        let owner = rustix::process::geteuid().as_raw();
        let counted = |user| {
            let (seen, hidden) = read_all_as(&Root::at(dir.path()), user);
            (seen.len(), hidden)
        };
        assert_eq!((counted(owner + 1), counted(owner)), ((1, 1), (1, 0)));
    }

    #[test]
    fn open_files_name_their_file_systems() {
        use std::os::unix::fs::MetadataExt;
        let folder = tempfile::tempdir().unwrap();
        let file = std::fs::File::create(folder.path().join("held")).unwrap();
        let unnamed = tempfile::tempfile_in(folder.path()).unwrap();
        let places = open_places(&Root::system(), std::process::id()).unwrap();
        let wanted = file.metadata().unwrap().dev();
        assert!(places.iter().any(|(device, _)| *device == wanted), "{places:?}");
        assert_eq!(unnamed.metadata().unwrap().dev(), wanted);
        // Process 2 is the kernel's.
        assert_eq!(open_places(&Root::system(), 2), None);
    }
}
