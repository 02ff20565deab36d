//! Doctor's document: the stack under a path, every check with what it saw, and a verdict; as text and as JSON.
//!
//! Built from facts that somebody else gathered; pure functions, nothing here looks at a machine. The checks themselves are
//! [`crate::truth::machine`]. Called by `fiord doctor`.

mod json;
mod page;
mod tree;

use std::time::Duration;

use fiord_host::Machine;
use fiord_host::changes::Change;
use fiord_host::look::Activity;

use crate::truth::machine::{CHECKS, Check, Facts, Grade, Seen};

pub use page::Style;

/// Whether a machine is fit to be measured on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing speaks against measuring.
    Ready,
    /// Numbers need something beside them.
    Care,
    /// Numbers would not be what they seem to be.
    NotReady,
}

impl Verdict {
    /// The words in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Ready => "ready",
            Verdict::Care => "usable with care",
            Verdict::NotReady => "not ready",
        }
    }
}

/// One thing that a check saw.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The check.
    pub check: &'static Check,
    /// What it saw.
    pub seen: Seen,
}

impl Checked {
    /// Id of its rule.
    pub fn id(&self) -> &'static str {
        self.check.rule.id
    }

    /// Why it matters.
    pub fn why(&self) -> &str {
        self.seen.why.as_deref().unwrap_or(self.check.rule.why)
    }

    /// What to do.
    pub fn attempt(&self) -> &str {
        self.seen.attempt.as_deref().unwrap_or(self.check.rule.attempt)
    }
}

/// The whole document.
#[derive(Debug, Clone)]
pub struct Doctor {
    /// The machine as it was seen.
    pub machine: Machine,
    /// What it did over a short look; `None`: nobody looked.
    pub activity: Option<Activity>,
    /// Median of a few direct reads per disk.
    pub read_latency: Vec<(String, Duration)>,
    /// All that was seen, in the order of the checks.
    pub checked: Vec<Checked>,
}

impl Doctor {
    /// Judges the facts.
    pub fn examine(
        machine: Machine,
        activity: Option<Activity>,
        read_latency: Vec<(String, Duration)>,
    ) -> Doctor {
        let facts = Facts {
            machine: &machine,
            activity: activity.as_ref(),
            read_latency: &read_latency,
        };
        let look = |check: &&'static Check| {
            let check: &'static Check = check;
            (check.look)(&facts)
                .into_iter()
                .map(move |seen| Checked { check, seen })
        };
        let checked = CHECKS.iter().flat_map(look).collect();
        Doctor {
            machine,
            activity,
            read_latency,
            checked,
        }
    }

    /// The worst that was seen decides.
    pub fn verdict(&self) -> Verdict {
        match self.checked.iter().map(|c| c.seen.grade).max() {
            Some(Grade::Wrong) => Verdict::NotReady,
            Some(Grade::Care) => Verdict::Care,
            _ => Verdict::Ready,
        }
    }

    /// How many were seen of one grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.checked.iter().filter(|c| c.seen.grade == grade).count()
    }

    /// The settings that would put right what can be put right and undone, each once.
    pub fn changes(&self) -> Vec<Change> {
        let mut out: Vec<Change> = Vec::new();
        for change in self.checked.iter().filter_map(|c| c.seen.change.as_ref()) {
            if !out.contains(change) {
                out.push(change.clone());
            }
        }
        out
    }

    /// The document for people.
    pub fn to_text(&self, style: &Style) -> String {
        page::text(self, style)
    }

    /// The document for programs, version 1 (`docs/schema/doctor-1.json`).
    pub fn to_json(&self) -> serde_json::Value {
        json::document(self)
    }
}
