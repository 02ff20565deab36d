//! Ends a step that does not end by itself, with everything it has started.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// As long as this exists, the process ends with exit code 1 when the time is up.
pub(crate) struct Deadline {
    /// Closed by the drop, which ends the watcher.
    _open: Sender<()>,
}

impl Deadline {
    pub(crate) fn new(step: &str, longest: Duration) -> Deadline {
        let (open, closed) = channel::<()>();
        let step = step.to_owned();
        std::thread::spawn(move || {
            if closed.recv_timeout(longest) == Err(RecvTimeoutError::Timeout) {
                println!(
                    "{step}: did not end within {} minutes; these run:",
                    longest.as_secs() / 60
                );
                for (id, command) in descendants() {
                    println!("    {id} {command}");
                    let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
                }
                std::process::exit(1);
            }
        });
        Deadline { _open: open }
    }
}

/// Process numbers and command lines of everything below this process.
fn descendants() -> Vec<(u32, String)> {
    let mut parents = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse::<u32>().ok())
        else {
            continue;
        };
        // After the name, which may hold anything: state, then the parent.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        parents.insert(id, parent.unwrap_or(0_u32));
    }
    let is_below = |id: u32| {
        let mut at = id;
        while let Some(parent) = parents.get(&at).copied().filter(|parent| *parent != at) {
            if parent == std::process::id() {
                return true;
            }
            at = parent;
        }
        false
    };
    let below = parents.keys().copied().filter(|id| is_below(*id));
    let command = |id: u32| {
        let words = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).replace('\0', " ")
    };
    below.map(|id| (id, command(id))).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn children_of_children_are_found() {
        let mut shell = Command::new("sh")
            .args(["-c", "sleep 60 & wait"])
            .spawn()
            .unwrap();
        let sleeps = || {
            descendants()
                .into_iter()
                .find(|(_, words)| words.starts_with("sleep 60"))
        };
        let found = (0..10_000).find_map(|_| sleeps()).unwrap();
        assert!(found.0 != shell.id());
        for id in [found.0, shell.id()] {
            Command::new("kill")
                .args(["-KILL", &id.to_string()])
                .status()
                .unwrap();
        }
        shell.wait().unwrap();
    }
}
