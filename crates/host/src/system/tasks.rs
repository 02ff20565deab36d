//! Tasks that wait for I/O at one moment, and in which function of the kernel (`proc_pid_stat(5)`, `proc_pid_wchan(5)`, `proc_pid_stack(5)`).
//!
//! The kernel shows the place of a task to root and to the task's own user; the whole stack to root alone.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};
use crate::system::processes::{KERNEL_THREAD, ProcessIo};

/// What a task was doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskState {
    /// It ran, or waited for a CPU.
    Running,
    /// It waited and could not be interrupted: as a rule for a device.
    Waiting,
    /// It waited for I/O and could be interrupted, as readers of FUSE and of completion queues do.
    Sleeping,
}

/// A task that waited for I/O, or a running thread of the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub pid: u32,
    pub tid: u32,
    /// Of a worker of the kernel with the queue it works for: `kworker/u8:3+loop5`.
    pub name: String,
    pub is_kernel: bool,
    pub state: TaskState,
    /// Functions of the kernel, the innermost first; one alone without the right to see the stack; none without any.
    pub places: Vec<String>,
}

/// The tasks of one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskSnapshot {
    /// Whether sleeping tasks were looked at too.
    pub is_deep: bool,
    pub tasks: Vec<Task>,
}

/// Functions in which tasks sleep for I/O.
const SLEEPS: [&str; 5] = [
    "request_wait_answer",
    "fuse_",
    "io_cqring_wait",
    "read_events",
    "do_io_getevents",
];

/// Which sleeping tasks are looked at too; each costs a few microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth<'a> {
    /// None.
    Waiting,
    /// Those of these processes, in the order of their ids; on a machine that has mounted FUSE all.
    Of(&'a [u32]),
    All,
}

/// Looks at all tasks but those of this process. What a glance a moment ago knew of processes is not read again.
pub fn look(root: &Root, known: &[ProcessIo], depth: Depth<'_>) -> TaskSnapshot {
    let mut looking = Looking {
        root,
        depth: match depth {
            Depth::Of(_) if has_fuse(root) => Depth::All,
            depth => depth,
        },
        tasks: Vec::new(),
    };
    for pid in numbers(&root.proc("")) {
        if pid != std::process::id() {
            let at = known.binary_search_by_key(&pid, |process| process.pid).ok();
            looking.process(pid, at.and_then(|at| known.get(at)));
        }
    }
    TaskSnapshot {
        is_deep: depth != Depth::Waiting,
        tasks: looking.tasks,
    }
}

fn has_fuse(root: &Root) -> bool {
    let mounts = root::text(&root.proc("self/mountinfo")).unwrap_or_default();
    mounts.contains(" - fuse")
}

struct Looking<'a> {
    root: &'a Root,
    depth: Depth<'a>,
    tasks: Vec<Task>,
}

impl Looking<'_> {
    fn process(&mut self, pid: u32, known: Option<&ProcessIo>) {
        let dir = self.root.proc(pid.to_string());
        let stat = match known {
            Some(process) => Some(Stat::known(process)),
            None => read_stat(&dir),
        };
        let Some(stat) = stat else { return };
        if stat.threads <= 1 {
            return self.add(pid, pid, stat, &dir);
        }
        let threads = dir.join("task");
        for tid in numbers(&threads) {
            let dir = threads.join(tid.to_string());
            if let Some(stat) = read_stat(&dir) {
                self.add(pid, tid, stat, &dir);
            }
        }
    }

    fn is_deep(&self, pid: u32) -> bool {
        match self.depth {
            Depth::Waiting => false,
            Depth::Of(pids) => pids.binary_search(&pid).is_ok(),
            Depth::All => true,
        }
    }

    fn add(&mut self, pid: u32, tid: u32, stat: Stat, dir: &Path) {
        let (state, places) = match stat.state {
            b'D' => (TaskState::Waiting, places(dir)),
            b'R' if stat.is_kernel => (TaskState::Running, Vec::new()),
            b'S' if !stat.is_kernel && self.is_deep(pid) => {
                let Some(place) = innermost(dir) else { return };
                if !SLEEPS.iter().any(|sleep| place.starts_with(sleep)) {
                    return;
                }
                (TaskState::Sleeping, vec![place])
            }
            _ => return,
        };
        self.tasks.push(Task {
            pid,
            tid,
            name: stat.name,
            is_kernel: stat.is_kernel,
            state,
            places,
        });
    }
}

/// The functions in which a task waits, the innermost first.
fn places(dir: &Path) -> Vec<String> {
    let stack = line(&dir.join("stack"));
    let functions: Vec<String> = stack.lines().filter_map(function).map(str::to_owned).collect();
    if !functions.is_empty() {
        return functions;
    }
    innermost(dir).into_iter().collect()
}

/// The function in which a task waits; `None`: the kernel does not tell. `0` is none, and so is a return thunk, at which the kernel's
/// unwinder ends where a mitigation replaces the return of a function.
fn innermost(dir: &Path) -> Option<String> {
    let place = line(&dir.join("wchan"));
    let is_function = !place.is_empty() && place != "0" && !place.ends_with("_thunk");
    is_function.then_some(place)
}

fn line(path: &Path) -> String {
    root::small_text(path).unwrap_or_default()
}

fn read_stat(dir: &Path) -> Option<Stat> {
    Stat::parse(&root::small_text(&dir.join("stat"))?)
}

/// `[<0>] blk_mq_get_tag+0x11a/0x2c0` is `blk_mq_get_tag`; parts that the compiler split off (`.isra.0`) bear the name too.
fn function(line: &str) -> Option<&str> {
    let (_, name) = line.split_once("] ")?;
    name.split(['+', '.', ' ']).next().filter(|name| !name.is_empty())
}

fn numbers(dir: &Path) -> Vec<u32> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

/// The fields of a `stat` file that matter here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    name: String,
    state: u8,
    is_kernel: bool,
    threads: u64,
}

impl Stat {
    fn known(process: &ProcessIo) -> Stat {
        Stat {
            name: process.name.clone(),
            state: process.state,
            is_kernel: process.is_kernel,
            threads: process.threads,
        }
    }

    fn parse(stat: &str) -> Option<Stat> {
        let (open, close) = (stat.find('(')?, stat.rfind(')')?);
        let mut fields = stat.get(close + 1..)?.split_whitespace();
        let state = *fields.next()?.as_bytes().first()?;
        Some(Stat {
            name: stat.get(open + 1..close)?.to_owned(),
            state,
            is_kernel: fields.nth(5)?.parse::<u64>().ok()? & KERNEL_THREAD != 0,
            threads: fields.nth(10)?.parse().ok()?,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const STAT: &str = "42 (a) (b) D 1 1 1 0 -1 4194560 11 2 33 4 5 6 7 8 20 0 3 0 777 1 2";

    #[test]
    fn a_stat_file_is_read_with_any_name() {
        let stat = Stat::parse(STAT).unwrap();
        assert_eq!(
            (stat.name.as_str(), stat.state, stat.is_kernel, stat.threads),
            ("a) (b", b'D', false, 3)
        );
        assert_eq!(Stat::parse("42 (a"), None);
    }

    #[test]
    fn functions_of_a_stack_are_read() {
        assert_eq!(
            function("[<0>] blk_mq_get_tag+0x11a/0x2c0"),
            Some("blk_mq_get_tag")
        );
        assert_eq!(function("[<0>] do_sys.isra.0+0x1/0x2"), Some("do_sys"));
        assert_eq!(function(""), None);
    }

    #[test]
    fn a_place_that_is_no_function_is_not_told() {
        let dir = tempfile::tempdir().unwrap();
        for (wchan, told) in [
            ("0", None),
            ("", None),
            ("srso_alias_return_thunk", None),
            ("__x86_return_thunk", None),
            ("folio_wait_bit_common", Some("folio_wait_bit_common")),
        ] {
            fs::write(dir.path().join("wchan"), wchan).unwrap();
            assert_eq!(
                places(dir.path()),
                Vec::from_iter(told.map(str::to_owned)),
                "{wchan}"
            );
        }
    }

    #[test]
    fn waiting_tasks_and_busy_threads_of_the_kernel_are_seen() {
        let dir = tempfile::tempdir().unwrap();
        let put = |pid: &str, name: &str, text: &str| {
            let dir = dir.path().join("proc").join(pid);
            fs::create_dir_all(&dir).unwrap();
            fs::write(dir.join(name), text).unwrap();
        };
        let stat = |name: &str, state: &str, flags: u64, threads: u32| {
            format!("7 ({name}) {state} 1 1 1 0 -1 {flags} 1 2 3 4 5 6 7 8 20 0 {threads} 0 7 1 2")
        };
        put("7", "stat", &stat("db", "D", 0x400000, 1));
        put(
            "7",
            "stack",
            "[<0>] io_schedule+0x1/0x2\n[<0>] blk_mq_get_tag+0x1/0x2\n",
        );
        put("8", "stat", &stat("ls", "S", 0x400000, 1));
        put("8", "wchan", "request_wait_answer");
        put("9", "stat", &stat("kworker/u8:3+loop5", "R", KERNEL_THREAD, 1));
        put("10", "stat", &stat("sh", "S", 0x400000, 1));
        put("10", "wchan", "do_wait");
        let root = Root::at(dir.path());
        let seen = |depth| {
            let mut tasks = look(&root, &[], depth).tasks;
            tasks.sort_by_key(|task| task.pid);
            let short = |task: Task| {
                (
                    task.pid,
                    task.state,
                    task.places.last().cloned().unwrap_or_default(),
                )
            };
            tasks.into_iter().map(short).collect::<Vec<_>>()
        };
        let db = (7, TaskState::Waiting, "blk_mq_get_tag".to_owned());
        let ls = (8, TaskState::Sleeping, "request_wait_answer".to_owned());
        let worker = (9, TaskState::Running, String::new());
        assert_eq!(seen(Depth::Waiting), [db.clone(), worker.clone()]);
        assert_eq!(seen(Depth::Of(&[10])), [db.clone(), worker.clone()]);
        assert_eq!(
            seen(Depth::Of(&[8, 10])),
            [db.clone(), ls.clone(), worker.clone()]
        );
        assert_eq!(seen(Depth::All), [db, ls, worker]);
    }
}
