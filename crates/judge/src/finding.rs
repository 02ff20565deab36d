//! A finding: a trap that was met, with what was observed. Data; `words` has the sentences.

use crate::case::trap::{Instead, Severity, Subject, When};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::traps::{Observed, TrapId};

/// A trap that was met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub when: When,
    pub severity: Severity,
    pub subject: Subject,
    /// What was observed; it names the trap.
    #[serde(flatten)]
    pub observed: Observed,
    /// What the machine alone shows of the same thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Also>,
}

/// The machine's observation of what a finding of the plan is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Also {
    #[serde(flatten)]
    pub observed: Observed,
    /// Whether it is the more severe of the two: then it says why it matters and what to do.
    pub leads: bool,
}

impl Finding {
    pub fn trap(&self) -> TrapId {
        self.observed.trap()
    }

    /// Indices of the jobs that it is about; none: the whole run or the machine.
    pub fn jobs(&self) -> impl Iterator<Item = usize> + '_ {
        self.subject.jobs.iter().copied()
    }

    /// What was measured instead of the disk. Of traps with a headline.
    pub fn headline(&self) -> Option<Instead> {
        let usual = self.trap().about().headline?;
        Some(self.observed.instead().unwrap_or(usual.what))
    }

    /// The observation that says why it matters and what to do, and when it was judged.
    pub fn leading(&self) -> (&Observed, When) {
        match &self.also {
            Some(also) if also.leads => (&also.observed, When::Machine),
            _ => (&self.observed, self.when),
        }
    }

    /// The numbers of the observation by name with the unit last (`cached_bytes`, `share_percent`), in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        let mut values = self.observed.values();
        for (name, value) in self.also.iter().flat_map(|also| also.observed.values()) {
            if values.iter().all(|(known, _)| *known != name) {
                values.push((name, value));
            }
        }
        values
    }

    pub fn value(&self, name: &str) -> Option<f64> {
        let values = self.values();
        values
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }
}

impl Observed {
    /// The numbers by name, in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        values(self)
    }
}

/// The numbers of what a rule observed (the field `observed`) by name, in their order.
pub fn values(rule: &impl Serialize) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    if let Ok(value) = serde_json::to_value(rule) {
        numbers(&value["observed"], &mut out);
    }
    out
}

/// Numbers of an object and of the objects in it; those in lists are not named.
fn numbers(value: &Value, out: &mut Vec<(String, f64)>) {
    let Value::Object(fields) = value else { return };
    for (name, field) in fields {
        match field.as_f64() {
            Some(number) => out.push((name.clone(), number)),
            None => numbers(field, out),
        }
    }
}
