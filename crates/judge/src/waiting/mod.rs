//! Why processes wait for storage now: the causes that samples of counters and looks at waiting tasks show.
//!
//! A cause is named only where tasks were seen to wait for it, and explains as many tasks as waited. A task that one cause explains
//! is not explained again: what is certain (the function of the kernel that a task waits in, a limit that is reached) comes before
//! what follows from a device's counters.

mod cause;
mod causes;
mod place;
#[cfg(test)]
mod tests;
mod window;

use std::collections::BTreeMap;

use fiord_host::waits::{Facts, Sample};
use serde::{Deserialize, Serialize};

pub use cause::WaitKind;
pub use place::WaitPlace;
pub use window::Waiter;

use causes::Search;
use window::Window;

/// Tasks that wait on average below which a cause is not worth a word: one task for a fifth of the time.
pub const LEAST_TASKS: f64 = 0.2;

/// A cause, and whom it keeps waiting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Explained {
    pub cause: WaitKind,
    /// How many tasks waited for it on average.
    pub tasks: f64,
    /// Name and id of the processes, the most first.
    pub processes: Vec<(String, u32)>,
}

/// What was seen of waiting.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Waits {
    /// How many tasks waited for storage on average.
    pub tasks: f64,
    pub waiters: Vec<Waiter>,
    /// The first explains the most.
    pub causes: Vec<Explained>,
    /// How many tasks waited on average without being seen where.
    pub hidden_tasks: f64,
}

impl Waits {
    /// Judges samples in the order of time. With `only`, names of devices, processes count that have files open on one of them.
    pub fn of(samples: &[Sample], facts: &Facts, only: &[String]) -> Waits {
        let Some(window) = Window::new(samples, facts) else {
            return Waits::default();
        };
        let mut waiters = window.waiters();
        if !only.is_empty() {
            let is_here = |pid| {
                let process = window.process(pid);
                process.is_some_and(|process| process.devices.iter().any(|device| only.contains(device)))
            };
            waiters.retain(|waiter| is_here(waiter.pid));
        }
        let hidden = waiters.iter().filter(|waiter| waiter.place == WaitPlace::Hidden);
        let hidden_tasks = hidden.fold(0.0, |sum, waiter| sum + waiter.tasks);
        let mut search = Search::new(&window, waiters);
        search.all();
        let mut causes = search.found;
        causes.sort_by(|a, b| b.tasks.total_cmp(&a.tasks));
        let mut by_process: BTreeMap<(u32, Option<String>), Waiter> = BTreeMap::new();
        for waiter in search.waiters {
            by_process
                .entry((waiter.pid, waiter.function.clone()))
                .and_modify(|known| known.tasks += waiter.tasks)
                .or_insert(waiter);
        }
        let mut waiters: Vec<Waiter> = by_process.into_values().collect();
        waiters.sort_by(|a, b| b.tasks.total_cmp(&a.tasks));
        Waits {
            tasks: waiters.iter().fold(0.0, |sum, waiter| sum + waiter.tasks),
            waiters,
            causes,
            hidden_tasks,
        }
    }
}
