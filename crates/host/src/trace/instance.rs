//! An instance of tracefs of our own: its buffers, filters and events are nobody else's.
//!
//! tracefs is used where it is mounted; where it is not, it is mounted on nothing: the mount has a descriptor and no place, so nobody
//! else sees it, and it goes with this process. The instance's folder goes when the value is dropped; one that a killed process left
//! is removed by the next.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use fiord_messages::{Sentence, run_errors as messages};
use rustix::fs::{AtFlags, Dir, Mode, OFlags, mkdirat, openat, unlinkat};
use rustix::io::Errno;

use super::detached::mount_detached;
use super::event::{Decoder, Event, EventKind, id_of, packed};
use super::format::Format;
use super::page::PageLayout;
use crate::file::mounts;
use crate::root::{self, Root};

/// What is traced, by device number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceTarget {
    /// Disks whose requests are traced.
    pub disks: Vec<(u32, u32)>,
    /// File systems whose direct I/O is traced.
    pub file_systems: Vec<(u32, u32)>,
    /// What is traced of them.
    pub kinds: Vec<EventKind>,
    /// Buffer of each processor; what does not fit is lost and counted.
    pub buffer_kib: u32,
}

/// A running instance; removed when dropped.
#[derive(Debug)]
pub struct Instance {
    tracefs: OwnedFd,
    name: String,
    dir: OwnedFd,
    layout: PageLayout,
    /// What this kernel can say of what was asked for.
    decoders: Vec<Decoder>,
    kinds: Vec<EventKind>,
    pipes: Vec<Pipe>,
    page: Vec<u8>,
}

#[derive(Debug)]
struct Pipe {
    cpu: String,
    raw: File,
}

/// Instances are named so, with the process and its start behind.
const PREFIX: &str = "fiord-";
/// How often an instance in use is tried again before it stays, and the time between two tries.
const REMOVALS: usize = 100;
const REMOVAL_PAUSE: Duration = Duration::from_millis(2);

impl Instance {
    /// Makes an instance with the filters set and all events off. Stale ones are removed before.
    ///
    /// # Errors
    /// Why there is none.
    pub fn create(root: &Root, target: &TraceTarget) -> Result<Instance, Sentence> {
        let tracefs = open_tracefs(root)?;
        remove_stale(root, tracefs.as_fd());
        let header = read_at(tracefs.as_fd(), "events/header_page")
            .map_err(|why| Sentence::from(&why).after("header_page"))?;
        let layout = PageLayout::parse(&header).ok_or_else(|| Sentence::new(messages::tracefs_header))?;
        let name =
            free_name(root, tracefs.as_fd()).map_err(|why| Sentence::from(&why).after("tracefs instance"))?;
        let dir = open_folder(tracefs.as_fd(), format!("instances/{name}"));
        let dir = match dir {
            Ok(dir) => dir,
            Err(why) => {
                let _ = unlinkat(&tracefs, format!("instances/{name}"), AtFlags::REMOVEDIR);
                return Err(Sentence::from(&io::Error::from(why)).after("tracefs instance"));
            }
        };
        let mut instance = Instance {
            tracefs,
            name,
            dir,
            page: vec![0; layout.page_bytes()],
            layout,
            decoders: Vec::new(),
            kinds: Vec::new(),
            pipes: Vec::new(),
        };
        instance.set_up(target)?;
        Ok(instance)
    }

    fn set_up(&mut self, target: &TraceTarget) -> Result<(), Sentence> {
        let dir = self.dir.as_fd();
        let set = |name: &str, value: &str| {
            write_at(dir, name, value).map_err(|why| Sentence::from(&why).after(name))
        };
        set("trace_clock", "mono")?;
        // What does not fit is counted as lost, and what is there stays.
        set("options/overwrite", "0")?;
        set("buffer_size_kb", &target.buffer_kib.to_string())?;
        for kind in target.kinds.iter().copied() {
            let devices = if kind.is_of_file() {
                &target.file_systems
            } else {
                &target.disks
            };
            let folder = kind.folder();
            let format = read_at(dir, &format!("events/{folder}/format")).ok();
            let decoder = format.and_then(|text| Decoder::new(kind, &Format::parse(&text)?));
            let Some(decoder) = decoder.filter(|_| !devices.is_empty()) else {
                continue;
            };
            set(&format!("events/{folder}/filter"), &filter(devices))?;
            self.decoders.push(decoder);
            self.kinds.push(kind);
        }
        let cpus = names_in(dir, "per_cpu").map_err(|why| Sentence::from(&why).after("per_cpu"))?;
        for cpu in cpus.into_iter().filter(|name| name.starts_with("cpu")) {
            let raw = format!("per_cpu/{cpu}/trace_pipe_raw");
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let raw = openat(dir, &raw, flags, Mode::empty())
                .map_err(|why| Sentence::from(&io::Error::from(why)).after(&raw))?;
            self.pipes.push(Pipe {
                cpu,
                raw: File::from(raw),
            });
        }
        Ok(())
    }

    /// The events that this kernel can report of what was asked for.
    pub fn kinds(&self) -> &[EventKind] {
        &self.kinds
    }

    /// Its name among the instances of tracefs.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Switches all events on or off. Events that are off cost nothing.
    ///
    /// # Errors
    /// What the kernel refused; some events may have been switched.
    pub fn switch(&self, on: bool) -> io::Result<()> {
        for kind in &self.kinds {
            let name = format!("events/{}/enable", kind.folder());
            write_at(self.dir.as_fd(), &name, if on { "1" } else { "0" })?;
        }
        Ok(())
    }

    /// Appends what the processors noted since the last call, each processor's in its order, the processors one after the other.
    /// The number of pages that could not be read.
    ///
    /// # Errors
    /// When the kernel gives no more pages.
    pub fn drain(&mut self, into: &mut Vec<Event>) -> io::Result<u64> {
        let mut odd = 0;
        for pipe in &mut self.pipes {
            loop {
                let read = match pipe.raw.read(&mut self.page) {
                    Ok(0) => break,
                    Ok(read) => read,
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => return Err(error),
                };
                let decoders = &self.decoders;
                let each = |time_ns: u64, record: &[u8]| {
                    let id = id_of(record);
                    let decoder = decoders.iter().find(|decoder| Some(decoder.id()) == id);
                    into.extend(decoder.and_then(|decoder| decoder.decode(time_ns, record)));
                };
                odd += u64::from(self.layout.records(&self.page[..read], each).is_none());
            }
        }
        Ok(odd)
    }

    /// Events that found no room in the buffers so far, of all processors. `None`: the kernel does not say.
    pub fn lost(&self) -> Option<u64> {
        let of_cpu = |pipe: &Pipe| {
            let stats = read_at(self.dir.as_fd(), &format!("per_cpu/{}/stats", pipe.cpu)).ok()?;
            let number = |name: &str| {
                let line = stats.lines().find_map(|line| line.strip_prefix(name))?;
                line.trim_start_matches(':').trim().parse::<u64>().ok()
            };
            Some(number("dropped events")? + number("overrun")?)
        };
        self.pipes.iter().map(of_cpu).sum()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.switch(false);
        // An instance with open files stays, and a process that another thread starts holds them until it executes its program.
        self.pipes.clear();
        let name = format!("instances/{}", self.name);
        for _ in 0..REMOVALS {
            if unlinkat(&self.tracefs, &name, AtFlags::REMOVEDIR) != Err(Errno::BUSY) {
                break;
            }
            thread::sleep(REMOVAL_PAUSE);
        }
    }
}

/// The instances of all programs.
///
/// # Errors
/// Why tracefs cannot be read.
pub fn list(root: &Root) -> Result<Vec<String>, Sentence> {
    let tracefs = open_tracefs(root)?;
    names_in(tracefs.as_fd(), "instances")
        .map(|names| names.into_iter().filter(|name| !name.starts_with('.')).collect())
        .map_err(|why| Sentence::from(&why).after("tracefs instances"))
}

/// Removes the instances of processes of this program that are gone, by name, process and its start. The number removed. The kernel
/// keeps one that is in use.
fn remove_stale(root: &Root, tracefs: BorrowedFd<'_>) -> usize {
    let names = names_in(tracefs, "instances").unwrap_or_default();
    let stale = names.iter().filter(|name| is_stale(root, name) == Some(true));
    stale
        .filter(|name| unlinkat(tracefs, format!("instances/{name}"), AtFlags::REMOVEDIR).is_ok())
        .count()
}

/// `None`: not an instance of this program.
fn is_stale(root: &Root, name: &str) -> Option<bool> {
    let mut parts = name.strip_prefix(PREFIX)?.split('-');
    let (pid, started) = (
        parts.next()?.parse::<u32>().ok()?,
        parts.next()?.parse::<u64>().ok()?,
    );
    parts.next()?.parse::<u32>().ok()?;
    Some(started_ticks(root, &pid.to_string()) != Some(started))
}

/// When a process started, in ticks since the machine did (`proc_pid_stat(5)`).
fn started_ticks(root: &Root, pid: &str) -> Option<u64> {
    let stat = root::text(&root.proc(pid).join("stat"))?;
    // The name, in brackets, may hold anything.
    let (_, behind) = stat.rsplit_once(')')?;
    behind.split_whitespace().nth(19)?.parse().ok()
}

/// Makes an instance with a name that this process never had: its process, its start and a number.
fn free_name(root: &Root, tracefs: BorrowedFd<'_>) -> io::Result<String> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let started = started_ticks(root, "self").unwrap_or(0);
    let (pid, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let name = format!("{PREFIX}{pid}-{started}-{number}");
    mkdirat(tracefs, format!("instances/{name}"), Mode::RWXU)?;
    Ok(name)
}

/// tracefs where it is mounted, else mounted without a place.
fn open_tracefs(root: &Root) -> Result<OwnedFd, Sentence> {
    let table = mounts::read(root);
    let mounted = table.iter().filter(|mount| mount.fs_type == "tracefs");
    let opened = mounted
        .map(|mount| open_folder(rustix::fs::CWD, mount.mount_point.as_os_str()))
        .find_map(Result::ok);
    match opened {
        Some(tracefs) => Ok(tracefs),
        None => mount_detached().map_err(|why| match why.kind() {
            io::ErrorKind::PermissionDenied => Sentence::new(messages::tracefs_root),
            _ => {
                let error = Sentence::from(&why);
                Sentence::new(|lang| {
                    let error = &error.text(lang);
                    messages::TracefsNotMounted { error }.text(lang)
                })
            }
        }),
    }
}

fn open_folder(dir: impl AsFd, name: impl rustix::path::Arg) -> rustix::io::Result<OwnedFd> {
    openat(
        dir,
        name,
        OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC,
        Mode::empty(),
    )
}

/// Reads with one large buffer: `header_page` ends after the first piece that it gave, however small that was.
fn read_at(dir: BorrowedFd<'_>, name: &str) -> io::Result<String> {
    let file = openat(dir, name, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    let mut file = File::from(file).take(root::FILE_BYTES_AT_MOST);
    let (mut text, mut piece) = (Vec::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece)? {
            0 => break,
            read => text.extend_from_slice(&piece[..read]),
        }
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn write_at(dir: BorrowedFd<'_>, name: &str, value: &str) -> io::Result<()> {
    let file = openat(
        dir,
        name,
        OFlags::WRONLY | OFlags::TRUNC | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    File::from(file).write_all(value.as_bytes())
}

fn names_in(dir: BorrowedFd<'_>, name: &str) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(open_folder(dir, name)?)?.take(root::NAMES_AT_MOST) {
        names.extend(entry?.file_name().to_str().ok().map(str::to_owned));
    }
    Ok(names)
}

fn filter(devices: &[(u32, u32)]) -> String {
    let each = devices
        .iter()
        .map(|(major, minor)| format!("dev == {}", packed(*major, *minor)));
    each.collect::<Vec<_>>().join(" || ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn filters_name_every_device_as_the_kernel_packs_it() {
        assert_eq!(filter(&[(7, 0), (254, 3)]), "dev == 7340032 || dev == 266338307");
    }

    #[test]
    fn only_instances_of_processes_that_are_gone_are_stale() {
        let root = Root::system();
        let (pid, started) = (std::process::id(), started_ticks(&root, "self").unwrap());
        for (name, stale) in [
            (format!("fiord-{pid}-{started}-0"), Some(false)),
            // The number went to another process.
            (format!("fiord-{pid}-{}-0", started + 1), Some(true)),
            ("fiord-4294967295-1-0".to_owned(), Some(true)),
            ("fiord-mine".to_owned(), None),
            ("fiord-1-2".to_owned(), None),
            ("blktrace".to_owned(), None),
        ] {
            assert_eq!(is_stale(&root, &name), stale, "{name}");
        }
    }
}
