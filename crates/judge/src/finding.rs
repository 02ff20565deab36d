//! A finding: a trap that was met, with what was observed.

use std::cmp::Reverse;
use std::path::PathBuf;

use crate::case::{Case, MachineView};
use crate::trap::{Instead, Text};
use crate::traps::{Observed, TrapId};
use crate::words::phrases::set;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// When a trap can be judged: what has to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// From the plan, with the target's facts where there are any: before anything runs.
    Plan,
    /// From the machine alone.
    Machine,
    /// From what happened.
    Run,
}

impl When {
    pub const ALL: [When; 3] = [When::Plan, When::Machine, When::Run];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            When::Plan => "plan",
            When::Machine => "machine",
            When::Run => "run",
        }
    }
}

/// How much a finding matters, the mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Good to know; the number stands.
    Note,
    /// The number needs this said with it.
    Care,
    /// The number is not what it seems to be.
    Wrong,
}

impl Severity {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Care => "care",
            Severity::Wrong => "wrong",
        }
    }
}

/// What a finding is about. Findings of the same trap about the same thing are one matter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Indices of jobs in the plan; none: the whole run or the machine.
    pub jobs: Vec<usize>,
    /// The device, file or control group.
    pub thing: Option<Thing>,
}

/// A thing on the machine that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// A block device or layer by its kernel name.
    Device(String),
    /// A file by its path.
    #[serde(with = "fiord_host::paths")]
    File(PathBuf),
    /// A control group by its path below the mount.
    Group(String),
}

impl Subject {
    /// The whole run, or the machine.
    pub fn whole() -> Self {
        Self::default()
    }

    pub fn job(job: usize) -> Self {
        Self {
            jobs: vec![job],
            thing: None,
        }
    }

    pub fn device(name: impl Into<String>) -> Self {
        Self::default().on(Thing::Device(name.into()))
    }

    #[must_use]
    pub fn on(mut self, thing: Thing) -> Self {
        self.thing = Some(thing);
        self
    }
}

/// What a check of the machine came to, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// As it should be, or a plain fact.
    Fine,
    /// Could not be known.
    Unknown,
    Note,
    Care,
    Wrong,
}

impl State {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            State::Fine => "fine",
            State::Unknown => "unknown",
            State::Note => "note",
            State::Care => "care",
            State::Wrong => "wrong",
        }
    }

    /// How much it matters as a finding; what is fine or unknown is none.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            State::Fine | State::Unknown => None,
            State::Note => Some(Severity::Note),
            State::Care => Some(Severity::Care),
            State::Wrong => Some(Severity::Wrong),
        }
    }
}

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
    pub fn new(when: When, severity: Severity, subject: Subject, observed: impl Into<Observed>) -> Self {
        Self {
            when,
            severity,
            subject,
            observed: observed.into(),
            also: None,
        }
    }

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

    /// What was seen, with its numbers: a clause without a full stop.
    pub fn saw(&self) -> String {
        let saw = self.observed.saw(&self.subject);
        match &self.also {
            Some(also) => format!("{saw} ({})", also.observed.saw(&self.subject)),
            None => saw,
        }
    }

    /// Why it matters.
    pub fn why(&self) -> String {
        let (observed, when) = self.leading();
        observed.why(when)
    }

    /// What to do about it.
    pub fn advice(&self) -> String {
        let (observed, when) = self.leading();
        observed.advice(when)
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

    fn why(&self, when: When) -> String {
        let usual = |text: Text| text.why.to_owned();
        let own = self.own_reason();
        own.or_else(|| self.trap().text(when).map(usual))
            .unwrap_or_default()
    }

    fn advice(&self, when: When) -> String {
        let usual = |text: Text| text.advice.to_owned();
        let own = self.own_advice().or_else(|| self.change().map(set));
        own.or_else(|| self.trap().text(when).map(usual))
            .unwrap_or_default()
    }
}

/// The numbers of what a rule observed (the field `observed`) by name, in their order.
pub(crate) fn values(rule: &impl Serialize) -> Vec<(String, f64)> {
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

/// What a check of the machine saw of one thing. Most of it is fine or unknown, and no finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    pub state: State,
    pub subject: Subject,
    pub observed: Observed,
}

impl Checked {
    pub fn new(state: State, subject: Subject, observed: impl Into<Observed>) -> Self {
        Self {
            state,
            subject,
            observed: observed.into(),
        }
    }

    /// What was seen: a clause without a full stop.
    pub fn saw(&self) -> String {
        self.observed.saw(&self.subject)
    }

    /// Why it matters.
    pub fn why(&self) -> String {
        self.observed.why(When::Machine)
    }

    /// What to do about it.
    pub fn advice(&self) -> String {
        self.observed.advice(When::Machine)
    }
}

/// What all traps that are judged at `when` show, the worst first; equal ones in the order of the documentation.
pub fn judge(when: When, case: &Case<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = TrapId::ALL
        .iter()
        .flat_map(|trap| judge_one(*trap, when, case))
        .collect();
    found.sort_by_key(|finding| (Reverse(finding.severity), finding.trap().about().family));
    found
}

/// As [`judge`], one trap only.
pub fn judge_one(trap: TrapId, when: When, case: &Case<'_>) -> Vec<Finding> {
    let about = trap.about();
    let found = match when {
        When::Plan => about.plan.map(|plan| (plan.judge)(case)).unwrap_or_default(),
        When::Machine => of_machine(trap, case),
        When::Run => about.run.map(|run| (run.judge)(case)).unwrap_or_default(),
    };
    debug_assert!(
        found
            .iter()
            .all(|finding| (finding.trap(), finding.when) == (trap, when))
    );
    found
}

/// The machine's findings on a case. What is only good to know about a machine is doctor's to show: next to a job's own findings it
/// would bury them.
fn of_machine(trap: TrapId, case: &Case<'_>) -> Vec<Finding> {
    let checked = MachineView::of(case).map(|machine| trap.check(&machine));
    let matters = |one: Checked| {
        let severity = one
            .state
            .severity()
            .filter(|severity| *severity > Severity::Note)?;
        Some(Finding::new(When::Machine, severity, one.subject, one.observed))
    };
    checked.into_iter().flatten().filter_map(matters).collect()
}

/// Everything that a record shows: plan, machine and run.
pub fn judge_all(case: &Case<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = When::ALL.iter().flat_map(|when| judge(*when, case)).collect();
    found.sort_by_key(|finding| Reverse(finding.severity));
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use crate::traps::clock;

    use super::*;

    fn clock(read_ns: f64) -> Observed {
        Observed::Clock(clock::Observed::Source {
            source: "hpet".to_owned(),
            clock_read_ns: Some(read_ns),
            slow: true,
            better_offered: true,
        })
    }

    #[test]
    fn what_machine_and_plan_both_see_is_one_sentence() {
        let mut both = Finding {
            when: When::Plan,
            severity: Severity::Care,
            subject: Subject::job(0),
            observed: clock(800.0),
            also: Some(Also {
                observed: clock(900.0),
                leads: true,
            }),
        };
        assert_eq!(
            both.saw(),
            "clock source hpet, 800 ns per read (clock source hpet, 900 ns per read)"
        );
        // The machine's is the worse: it gives the reason.
        assert_eq!(both.why(), TrapId::Clock.text(When::Machine).unwrap().why);
        both.also = None;
        assert_eq!(both.saw(), "clock source hpet, 800 ns per read");
    }
}
