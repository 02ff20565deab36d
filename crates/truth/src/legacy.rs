//! Rules that are not yet a file in `traps/`: their sentences stand where they are judged. This module goes with the last of them.

use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::edit::Edit;
use crate::finding::Finding;
use crate::look::Look;
use crate::machine_view::MachineView;
use crate::rules::machine::{CHECKS, Check, Seen};
use crate::rules::plan::fix;
use crate::rules::{plan, run};
use crate::trap::{Checked, Family, Found, Headline, Need, Severity, Subject, Text, When, Words};
use crate::traps::{About, Observed, TrapId};

/// One trap, judged at one time.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub id: &'static str,
    pub family: Family,
    pub title: &'static str,
    pub why: &'static str,
    pub attempt: &'static str,
    pub example: &'static str,
    pub source: &'static str,
    pub when: When,
    pub judge: fn(&Case<'_>) -> Vec<Finding>,
}

/// An observation in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Legacy {
    pub trap: TrapId,
    pub saw: String,
    pub why: Option<String>,
    pub advice: Option<String>,
    pub values: Vec<(String, f64)>,
}

impl Legacy {
    pub fn share(&self) -> f64 {
        let share = self.values.iter().find(|(name, _)| name == "share_percent");
        share.map_or(1.0, |(_, percent)| percent / 100.0)
    }
}

impl Words for Legacy {
    fn saw(&self, _: &Subject) -> String {
        self.saw.clone()
    }

    fn why(&self) -> Option<String> {
        self.why.clone()
    }

    fn advice(&self) -> Option<String> {
        self.advice.clone()
    }
}

impl TrapId {
    pub fn find(name: &str) -> Option<TrapId> {
        TrapId::ALL.iter().copied().find(|trap| trap.name() == name)
    }
}

impl Rule {
    /// A finding of this rule with its usual words; add what was seen.
    pub fn finds(&self, severity: Severity, saw: String) -> Finding {
        // Every rule's id is in the list; a test holds that.
        let trap = TrapId::find(self.id).unwrap_or(TrapId::ALL[0]);
        Finding {
            when: self.when,
            severity,
            subject: Subject::whole(),
            observed: Observed::Legacy(Legacy {
                trap,
                saw,
                why: None,
                advice: None,
                values: Vec::new(),
            }),
            also: None,
        }
    }
}

impl Finding {
    fn legacy(&mut self) -> Option<&mut Legacy> {
        match &mut self.observed {
            Observed::Legacy(legacy) => Some(legacy),
            #[allow(unreachable_patterns)]
            _ => None,
        }
    }

    /// Of this job.
    #[must_use]
    pub fn of_job(mut self, job: usize) -> Self {
        self.subject.jobs = vec![job];
        self
    }

    /// About this thing.
    #[must_use]
    pub fn on(mut self, thing: crate::trap::Thing) -> Self {
        self.subject.thing = Some(thing);
        self
    }

    /// With other numbers.
    #[must_use]
    pub fn with_all(mut self, values: Vec<(&'static str, f64)>) -> Self {
        if let Some(legacy) = self.legacy() {
            legacy.values = values
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
        }
        self
    }

    /// With other words.
    pub fn say(&mut self, saw: String) {
        if let Some(legacy) = self.legacy() {
            legacy.saw = saw;
        }
    }

    /// With a number.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: f64) -> Self {
        if let Some(legacy) = self.legacy() {
            legacy.values.push((name.to_owned(), value));
        }
        self
    }

    /// With other advice than the rule's.
    #[must_use]
    pub fn attempt(mut self, advice: impl Into<String>) -> Self {
        if let Some(legacy) = self.legacy() {
            legacy.advice = Some(advice.into());
        }
        self
    }

    /// With another reason than the rule's.
    #[must_use]
    pub fn because(mut self, why: impl Into<String>) -> Self {
        if let Some(legacy) = self.legacy() {
            legacy.why = Some(why.into());
        }
        self
    }
}

fn rules() -> impl Iterator<Item = &'static Rule> {
    let checks = CHECKS.iter().map(|check| &check.rule);
    plan::RULES
        .iter()
        .copied()
        .chain(checks)
        .chain(run::RULES.iter().copied())
}

fn rule(trap: TrapId, when: When) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == trap.name() && rule.when == when)
}

fn check_of(trap: TrapId) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| check.rule.id == trap.name())
}

/// Least rank first.
const HEADLINES: &[(&str, u8, &str)] = &[
    ("stack", 4, "a cache below, not the disk"),
    ("throttle", 5, "a limit, not the disk"),
    ("generator-bound", 7, "the generator, not the disk"),
    ("foreign-io", 8, "the disk while others used it"),
];

pub(crate) fn about(trap: TrapId) -> About {
    let first = rules().find(|rule| rule.id == trap.name());
    let headline = HEADLINES.iter().find(|(id, ..)| *id == trap.name());
    About {
        family: first.map_or(Family::Machine, |rule| rule.family),
        sources: first.map_or("", |rule| rule.source),
        symptoms: &[],
        run_answers_plan: trap.name() != "unit-misread",
        headline: headline.map(|(_, rank, what)| Headline { rank: *rank, what }),
        fix: fix::stage(trap.name()),
        area: check_of(trap).map(|check| check.area),
    }
}

pub(crate) fn text(trap: TrapId, when: When) -> Option<Text> {
    rule(trap, when).map(|rule| Text {
        title: rule.title,
        why: rule.why,
        advice: rule.attempt,
        example: rule.example,
    })
}

pub(crate) fn needs(trap: TrapId, when: When) -> &'static [Need] {
    match trap.name() {
        _ if when != When::Run => &[],
        "cliff" | "not-steady" => &[Need::Series],
        "mixed-medium" => &[Need::Histogram],
        id if run::NEEDS_COUNTERS.contains(&id) => &[Need::Counters],
        _ => &[],
    }
}

pub(crate) fn judge(trap: TrapId, when: When, case: &Case<'_>) -> Vec<Found<Observed>> {
    let found = rule(trap, when)
        .map(|rule| (rule.judge)(case))
        .unwrap_or_default();
    found
        .into_iter()
        .map(|finding| Found::new(finding.severity, finding.subject, finding.observed))
        .collect()
}

pub(crate) fn check(trap: TrapId, machine: &MachineView<'_>) -> Option<Vec<Checked<Observed>>> {
    let check = check_of(trap)?;
    let one = |seen: Seen| Checked {
        state: seen.grade,
        subject: seen.on.map(Subject::device).unwrap_or_default(),
        observed: Observed::Legacy(Legacy {
            trap,
            saw: seen.saw,
            why: seen.why,
            advice: seen.attempt,
            values: seen
                .values
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        }),
        change: seen.change,
    };
    Some((check.look)(machine).into_iter().map(one).collect())
}

pub(crate) fn correct(legacy: &Legacy, edit: &mut Edit<'_>, look: &Look<'_>) {
    fix::mend(edit, legacy, look);
}
