//! What a run measured, in one line, and its grade. Made from the findings and the record; it judges nothing anew.
//!
//! Grades (method, E): D, a number that is not what it seems to be; C, a number that needs something beside it; B, every
//! check passed. A needs ten repeats on two days or boots, so a single run never has it.

use std::cmp::Reverse;
use std::fmt::Write;

use fiord_spec::plan::{EngineKind, RunPlan};

use super::facts::Evidence;
use super::rule::{Finding, Severity, When};
use super::run::{After, NEEDS_COUNTERS, read_shares};
use super::words::{Bytes, Share, plural};

/// How far a number may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Repeated, on more than one day, and every check passed.
    A,
    /// Every check passed.
    B,
    /// Something has to be said beside the number.
    C,
    /// Exploratory: the number is not what it seems to be.
    D,
}

impl Grade {
    /// The letter.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::A => "A",
            Grade::B => "B",
            Grade::C => "C",
            Grade::D => "D",
        }
    }
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// One line: `Measured: …`.
    pub line: String,
    /// The grade.
    pub grade: Grade,
    /// Why this grade, a few words.
    pub reason: String,
    /// What was found after the run, and of the plan what a run does not answer; the worst first.
    pub findings: Vec<Finding>,
}

/// Traps whose rules before and after a run are about different things: one does not answer the other. `unit-misread` is of
/// the job's numbers before, and of the result's after.
const TWO_THINGS: [&str; 1] = ["unit-misread"];

/// The verdict over a run. Of the predictions of the plan only those stay that no rule after a run can confirm or refute.
pub fn verdict(evidence: &Evidence<'_>) -> Option<Verdict> {
    let after = evidence.after?;
    let unheard = after.evidence().is_none();
    let answered = |finding: &Finding| {
        let silent = unheard && NEEDS_COUNTERS.contains(&finding.rule) || TWO_THINGS.contains(&finding.rule);
        !silent && super::rules(When::Run).iter().any(|rule| rule.id == finding.rule)
    };
    let predicted = super::judge(super::rules(When::Plan), evidence);
    let mut findings = super::judge(super::rules(When::Run), evidence);
    findings.extend(predicted.into_iter().filter(|finding| !answered(finding)));
    Some(from_findings(after, findings))
}

/// The verdict that these findings make.
pub fn from_findings(after: &After<'_>, mut findings: Vec<Finding>) -> Verdict {
    findings.sort_by_key(|finding| Reverse(finding.severity));
    let (grade, reason) = grade(after, &findings);
    Verdict {
        line: line(after, &findings),
        grade,
        reason,
        findings,
    }
}

fn ids<'f>(findings: impl Iterator<Item = &'f Finding>) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for finding in findings {
        if !ids.contains(&finding.rule) {
            ids.push(finding.rule);
        }
    }
    ids.join(", ")
}

fn grade(after: &After<'_>, findings: &[Finding]) -> (Grade, String) {
    if after.total_ios() == 0 {
        return (Grade::D, "nothing was done".to_owned());
    }
    // A prediction is not evidence: it costs the B, but makes no D.
    let wrong = |finding: &&Finding| finding.severity == Severity::Wrong && finding.when == When::Run;
    let care = |finding: &&Finding| finding.severity >= Severity::Care;
    if findings.iter().any(|finding| wrong(&finding)) {
        (Grade::D, ids(findings.iter().filter(wrong)))
    } else if findings.iter().any(|finding| care(&finding)) {
        (Grade::C, ids(findings.iter().filter(care)))
    } else if after.witnessed().is_none() {
        (Grade::C, "no counters of the kernel were read".to_owned())
    } else {
        (
            Grade::B,
            "every check passed; one run, and A takes ten on two days".to_owned(),
        )
    }
}

fn line(after: &After<'_>, findings: &[Finding]) -> String {
    let is_wrong = |id: &str| {
        findings.iter().find(|finding| {
            finding.rule == id && finding.severity == Severity::Wrong && finding.when == When::Run
        })
    };
    if after.total_ios() == 0 {
        return "Measured: nothing. No I/O was completed.".to_owned();
    }
    let kinds = || after.jobs.iter().map(|job| job.plan.engine.kind);
    if kinds().any(|kind| kind == EngineKind::Sim) {
        return "Measured: a simulated device, in virtual time.".to_owned();
    }
    if kinds().all(|kind| kind == EngineKind::Null) {
        return "Measured: the generator itself. ioengine=null does no I/O.".to_owned();
    }
    for (id, what) in [
        ("cache-read", "memory, not the disk"),
        ("cache-below", "a cache, not the disk"),
        ("unwritten", "holes, not the disk"),
        ("write-cached", "memory, not the disk"),
        ("stack", "a cache below, not the disk"),
        ("throttle", "a limit, not the disk"),
        ("same-file-writers", "the same blocks several times"),
        ("generator-bound", "the generator, not the disk"),
        ("foreign-io", "the disk while others used it"),
    ] {
        if let Some(finding) = is_wrong(id) {
            return format!(
                "Measured: {}. {}.",
                partly(what, finding),
                sentence(&finding.saw, after)
            );
        }
    }
    disk_line(after)
}

/// A cache that answered less than half did not make the whole number.
fn partly(what: &str, finding: &Finding) -> String {
    let share = finding
        .values
        .iter()
        .find(|(name, _)| *name == "share_percent")
        .map_or(100.0, |(_, share)| *share);
    match what.strip_suffix(", not the disk") {
        Some(source) if share < 50.0 && matches!(source, "memory" | "a cache" | "holes") => {
            format!("partly {source}, partly the disk")
        }
        _ => what.to_owned(),
    }
}

/// With a capital, unless it begins with the name of a device.
fn sentence(saw: &str, after: &After<'_>) -> String {
    let first = saw.split([' ', ',']).next().unwrap_or_default();
    if after
        .evidence()
        .is_some_and(|evidence| evidence.devices.iter().any(|device| device.name == first))
    {
        return saw.to_owned();
    }
    let mut letters = saw.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

fn disk_line(after: &After<'_>) -> String {
    let Some(evidence) = after.witnessed() else {
        return "Measured: unknown. No counters of the kernel were read beside this run.".to_owned();
    };
    let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
    if names.is_empty() {
        return "Measured: unknown. No block device is known under the target.".to_owned();
    }
    let mut out = format!("Measured: the disk ({}).", names.join(", "));
    if let Some(shares) = read_shares(after) {
        let _ = write!(
            out,
            " It delivered {} of {} read.",
            Share(1.0 - shares.elsewhere),
            Bytes(shares.issued)
        );
    }
    if let Some(written) = evidence
        .device_written_bytes()
        .filter(|_| evidence.write_issued() > 0)
    {
        let _ = write!(
            out,
            " It wrote {} for {} issued.",
            Bytes(written),
            Bytes(evidence.write_issued())
        );
    }
    out
}

impl Verdict {
    /// The lines that stand over the tables: verdict, grade, findings.
    pub fn text(&self, plan: &RunPlan) -> String {
        let mut out = format!("{}\nGrade {}: {}.\n", self.line, self.grade.name(), self.reason);
        for finding in &self.findings {
            let job = finding
                .job
                .and_then(|job| plan.jobs.get(job))
                .filter(|_| plan.jobs.len() > 1);
            let of = job.map(|job| format!(" [{}]", job.name)).unwrap_or_default();
            let _ = writeln!(
                out,
                "\n{} ({}{}){of}: {}.",
                finding.rule,
                finding.severity.name(),
                if finding.when == When::Plan {
                    ", from the plan"
                } else {
                    ""
                },
                finding.saw
            );
            let _ = writeln!(out, "  why: {}.", finding.why);
            let _ = writeln!(out, "  try: {}.", finding.attempt);
        }
        if !self.findings.is_empty() {
            let count = |severity| {
                self.findings
                    .iter()
                    .filter(|finding| finding.severity == severity)
                    .count() as u64
            };
            let _ = writeln!(
                out,
                "\n{}: {} wrong, {} care, {}.",
                plural(self.findings.len() as u64, "finding"),
                count(Severity::Wrong),
                count(Severity::Care),
                plural(count(Severity::Note), "note")
            );
        }
        out
    }
}
