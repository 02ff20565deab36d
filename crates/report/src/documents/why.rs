//! What `fiord why --json` prints.

use fiord_judge::waiting::{Explained, Waiter, Waits};
use fiord_messages::{Lang, waiting as messages};
use fiord_record::number::short;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Body;

/// WhyDocument processes wait for storage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WhyDocument {
    /// When the look ended (RFC 3339).
    pub time: String,
    pub seconds: f64,
    /// The devices that were asked for; none: all.
    pub devices: Vec<String>,
    /// How many tasks waited for storage on average.
    pub waiting_tasks: f64,
    /// The first explains the most.
    pub causes: Vec<WaitCause>,
    /// The processes whose tasks waited most.
    pub waiters: Vec<WaitingProcess>,
    /// What was not visible.
    pub unseen: Vec<String>,
}

/// A cause of waiting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WaitCause {
    /// Its name: `group-limit`, `writeback`, …
    pub cause: String,
    /// The device that it is about.
    pub device: Option<String>,
    /// How many tasks waited for it on average.
    pub waiting_tasks: f64,
    pub processes: Vec<NamedProcess>,
    /// What was seen, with its numbers.
    pub saw: String,
    /// What can be done.
    pub advice: String,
    /// The numbers. The fields differ by cause, and may change with the version of the program.
    #[schemars(with = "Map<String, Value>")]
    pub observed: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedProcess {
    pub name: String,
    pub pid: u32,
}

/// Tasks of a process that waited at one place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WaitingProcess {
    pub name: String,
    pub pid: u32,
    /// How many of its tasks waited there on average.
    pub waiting_tasks: f64,
    /// The innermost function of the kernel; null: not visible.
    pub function: Option<String>,
}

impl Body for WhyDocument {
    const NAME: &'static str = "why";
    const TITLE: &'static str = "fiord why --json";
}

impl WaitCause {
    pub fn of(explained: &Explained, lang: Lang) -> Self {
        let named = |(name, pid): &(String, u32)| NamedProcess {
            name: name.clone(),
            pid: *pid,
        };
        Self {
            cause: explained.cause.name().to_owned(),
            device: explained.cause.device().map(str::to_owned),
            waiting_tasks: explained.tasks,
            processes: explained.processes.iter().map(named).collect(),
            saw: explained.cause.saw(lang),
            advice: explained.cause.advice(lang).to_owned(),
            observed: serde_json::to_value(&explained.cause).unwrap_or_default(),
        }
    }
}

/// Processes that are listed.
const WAITERS: usize = 8;

/// What the user may not see, besides places of tasks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sight {
    pub is_root: bool,
    /// Processes whose I/O is not visible.
    pub hidden_processes: u64,
    pub has_pressure: bool,
}

impl WhyDocument {
    pub fn of(
        waits: &Waits,
        sight: Sight,
        seconds: f64,
        time: String,
        devices: Vec<String>,
        lang: Lang,
    ) -> Self {
        let listed = |waiter: &Waiter| WaitingProcess {
            name: waiter.name.clone(),
            pid: waiter.pid,
            waiting_tasks: waiter.tasks,
            function: waiter.function.clone(),
        };
        Self {
            time,
            seconds,
            devices,
            waiting_tasks: waits.tasks,
            causes: waits
                .causes
                .iter()
                .map(|cause| WaitCause::of(cause, lang))
                .collect(),
            waiters: waits.waiters.iter().take(WAITERS).map(listed).collect(),
            unseen: unseen(waits, sight, lang),
        }
    }
}

fn unseen(waits: &Waits, sight: Sight, lang: Lang) -> Vec<String> {
    let mut out = Vec::new();
    let is_hidden = |tasks: f64| tasks >= 0.05;
    if !sight.is_root && is_hidden(waits.hidden_tasks) {
        let tasks = &short(waits.hidden_tasks);
        out.push(messages::UnseenPlaces { tasks }.text(lang));
    }
    if !sight.is_root && is_hidden(waits.tasks - waits.hidden_tasks) {
        out.push(messages::unseen_stacks(lang).to_owned());
    }
    if sight.hidden_processes > 0 {
        let processes = sight.hidden_processes;
        out.push(messages::UnseenProcesses { processes }.text(lang));
    }
    if !sight.has_pressure {
        out.push(messages::unseen_pressure(lang).to_owned());
    }
    out
}
