//! Rules that need only the machine: how it is set, what lies under the path, who else is on it.
//!
//! A [`Check`] is a rule with a closer look: where a rule's finding is what is wrong, a check also says what is fine and what
//! could not be known, and which setting would put it right. `doctor` shows checks; `explain` and the verdict after a run
//! read the same ones as rules ([`RULES`]). One file per area; nothing here reads a file.

pub mod cgroup;
pub mod disk;
pub mod file_system;
pub mod memory;
pub mod now;
pub mod processor;
pub mod queue;
pub mod stack;
pub mod system;

use std::time::Duration;

use fiord_host::Machine;
use fiord_host::changes::Change;
use fiord_host::look::Activity;
use fiord_host::stack::{Layer, LayerKind};

use super::Evidence;
use super::rule::{Finding, Rule, Severity};

/// What is known of a machine before anything runs.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// How it is made and set.
    pub machine: &'a Machine,
    /// What it did over a short look; `None`: nobody looked.
    pub activity: Option<&'a Activity>,
    /// Median of a few direct 4 KiB reads per disk; of disks that could be read.
    pub read_latency: &'a [(String, Duration)],
}

/// What a check came to, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// As it should be, or a plain fact.
    Fine,
    /// Could not be known.
    Unknown,
    /// Good to know.
    Note,
    /// A number measured so needs this beside it.
    Care,
    /// A number measured so is not what it seems to be.
    Wrong,
}

impl Grade {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Fine => "fine",
            Grade::Unknown => "unknown",
            Grade::Note => "note",
            Grade::Care => "care",
            Grade::Wrong => "wrong",
        }
    }

    /// How much it matters as a finding; what is fine or unknown is none.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Grade::Fine | Grade::Unknown => None,
            Grade::Note => Some(Severity::Note),
            Grade::Care => Some(Severity::Care),
            Grade::Wrong => Some(Severity::Wrong),
        }
    }
}

/// What a check is about; the sections of doctor's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// A disk, its queue and its health.
    Disk,
    /// The layers between file and disk.
    Stack,
    /// The file system.
    FileSystem,
    /// Memory, dirty pages, swap.
    Memory,
    /// Processors and clock.
    Processor,
    /// Kernel, hypervisor, limits.
    System,
    /// What happens on the machine at this moment.
    Now,
}

impl Area {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Area::Disk => "disk",
            Area::Stack => "stack",
            Area::FileSystem => "file system",
            Area::Memory => "memory",
            Area::Processor => "processor",
            Area::System => "system",
            Area::Now => "now",
        }
    }
}

/// What a check saw, once per thing it looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// What it came to.
    pub grade: Grade,
    /// The device, where it is about one.
    pub on: Option<String>,
    /// What was seen, with numbers.
    pub saw: String,
    /// Why it matters, where that is not the rule's usual reason.
    pub why: Option<String>,
    /// What to do, where that is not the rule's usual advice.
    pub attempt: Option<String>,
    /// The numbers in `saw`, by name with the unit last.
    pub values: Vec<(&'static str, f64)>,
    /// The setting that would put it right and can be undone.
    pub change: Option<Change>,
}

impl Seen {
    fn new(grade: Grade, saw: impl Into<String>) -> Seen {
        Seen {
            grade,
            on: None,
            saw: saw.into(),
            why: None,
            attempt: None,
            values: Vec::new(),
            change: None,
        }
    }

    fn fine(saw: impl Into<String>) -> Seen {
        Seen::new(Grade::Fine, saw)
    }

    fn unknown(saw: impl Into<String>) -> Seen {
        Seen::new(Grade::Unknown, saw)
    }

    fn note(saw: impl Into<String>) -> Seen {
        Seen::new(Grade::Note, saw)
    }

    fn care(saw: impl Into<String>) -> Seen {
        Seen::new(Grade::Care, saw)
    }

    fn wrong(saw: impl Into<String>) -> Seen {
        Seen::new(Grade::Wrong, saw)
    }

    fn on(mut self, device: &str) -> Seen {
        self.on = Some(device.to_owned());
        self
    }

    fn why(mut self, why: impl Into<String>) -> Seen {
        self.why = Some(why.into());
        self
    }

    fn attempt(mut self, attempt: impl Into<String>) -> Seen {
        self.attempt = Some(attempt.into());
        self
    }

    fn value(mut self, name: &'static str, value: f64) -> Seen {
        self.values.push((name, value));
        self
    }

    fn change(mut self, change: Change) -> Seen {
        self.change = Some(change);
        self
    }
}

/// A rule with its closer look.
#[derive(Debug)]
pub struct Check {
    /// Id, reason, advice, source.
    pub rule: Rule,
    /// Where it is shown.
    pub area: Area,
    /// Looks; an empty list when there is nothing of the kind on this machine.
    pub look: fn(&Facts<'_>) -> Vec<Seen>,
}

/// Declares a check: the rule's words beside the function that looks.
macro_rules! check {
    ($name:ident, $area:ident, $look:path, id: $id:literal, family: $family:ident, title: $title:literal, why: $why:literal,
     attempt: $attempt:literal, example: $example:literal, source: $source:literal $(,)?) => {
        #[doc = $title]
        pub static $name: $crate::truth::machine::Check = $crate::truth::machine::Check {
            rule: $crate::truth::Rule {
                id: $id,
                family: $crate::truth::Family::$family,
                title: $title,
                why: $why,
                attempt: $attempt,
                example: $example,
                source: $source,
                when: $crate::truth::When::Machine,
                judge: |evidence| $crate::truth::machine::findings(&$name, evidence),
            },
            area: $crate::truth::machine::Area::$area,
            look: $look,
        };
    };
}
use check;

/// Lists the checks, and the same as rules.
macro_rules! checks {
    ($($name:path),* $(,)?) => {
        /// Every check, in the order in which doctor shows them.
        pub static CHECKS: &[&Check] = &[$(&$name),*];

        /// The same as rules.
        pub const RULES: &[&Rule] = &[$(&$name.rule),*];
    };
}

checks![
    queue::SCHEDULER,
    queue::ROTATIONAL,
    queue::READ_AHEAD,
    queue::NOMERGES,
    queue::WRITE_CACHE,
    queue::NR_REQUESTS,
    queue::RQ_AFFINITY,
    queue::WRITE_BACK_THROTTLING,
    queue::POLLING,
    queue::DISCARD,
    queue::IOSTATS,
    disk::BLOCK_SIZE,
    disk::LINK,
    disk::HEALTH,
    disk::CACHE_BELOW,
    disk::CLOUD_VOLUME,
    stack::STACK,
    file_system::FS_CLASS,
    file_system::COMPRESSION,
    file_system::MOUNT_OPTIONS,
    file_system::FREE_SPACE,
    file_system::QUOTA,
    memory::MEMORY,
    memory::DIRTY_LIMITS,
    memory::SWAP,
    memory::HUGE_PAGES,
    processor::GOVERNOR,
    processor::FREQUENCY,
    processor::IDLE_STATES,
    processor::SMT,
    processor::NUMA,
    processor::CPUS,
    processor::CLOCK,
    system::SYSTEM,
    system::LIMITS,
    cgroup::THROTTLE,
    cgroup::GROUP_MEMORY,
    now::FOREIGN_IO,
    now::LOAD,
    now::PRESSURE,
];

/// A check's findings on evidence that may lack a machine. What is only good to know about a machine is doctor's to tell: beside
/// a job's own findings it would bury them.
fn findings(check: &Check, evidence: &Evidence<'_>) -> Vec<Finding> {
    let Some(machine) = evidence.machine() else {
        return Vec::new();
    };
    let facts = Facts {
        machine,
        activity: None,
        read_latency: &[],
    };
    let found = |seen: Seen| {
        let severity = seen
            .grade
            .severity()
            .filter(|severity| *severity > Severity::Note)?;
        let mut finding = check.rule.finds(severity, seen.saw);
        finding.values = seen.values;
        finding.why = seen.why.unwrap_or(finding.why);
        finding.attempt = seen.attempt.unwrap_or(finding.attempt);
        Some(finding)
    };
    (check.look)(&facts).into_iter().filter_map(found).collect()
}

impl<'a> Facts<'a> {
    /// Layers with a queue of their own, each once.
    fn queues(&self) -> Vec<&'a Layer> {
        let mut out: Vec<&Layer> = Vec::new();
        for (_, layer) in self.machine.stack.layers() {
            if layer.queue.is_some() && out.iter().all(|l| l.name != layer.name) {
                out.push(layer);
            }
        }
        out
    }

    /// Of them those that are no combination of others: disks, loop devices, compressed memory.
    pub fn disks(&self) -> Vec<&'a Layer> {
        let own = |l: &&Layer| {
            matches!(
                l.kind,
                LayerKind::Disk(_) | LayerKind::Loop { .. } | LayerKind::Zram { .. }
            )
        };
        self.queues().into_iter().filter(own).collect()
    }

    /// The uppermost layers with a queue: those that a file's read-ahead comes from.
    pub fn heads(&self) -> Vec<&'a Layer> {
        fn collect<'a>(layer: &'a Layer, out: &mut Vec<&'a Layer>) {
            if layer.queue.is_some() {
                if out.iter().all(|l| l.name != layer.name) {
                    out.push(layer);
                }
            } else {
                layer.below.iter().for_each(|below| collect(below, out));
            }
        }
        let mut out = Vec::new();
        if let Some(top) = &self.machine.stack.top {
            collect(top, &mut out);
        }
        out
    }

    /// Median latency of a few direct reads of a disk.
    fn latency_of(&self, device: &str) -> Option<Duration> {
        let found = self.read_latency.iter().find(|(name, _)| name == device);
        found.map(|(_, median)| *median)
    }
}
