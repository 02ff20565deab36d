//! What a run measured, in one line, and its grade. Made from the findings and the record; it judges nothing anew.
//!
//! Grades (method, E): D, a number that is not what it seems to be; C, a number that needs something beside it; B, every
//! check passed. A needs ten repeats on two days or boots, so a single run never has it.

use std::cmp::Reverse;
use std::fmt::Write;

use fiord_job::plan::{Ddir, EngineKind, RunPlan};

use crate::case::Case;
use crate::finding::{Also, Finding};
use crate::judge::{is_met, judge};
use crate::shares::read_shares;
use crate::trap::{Severity, Thing, When};
use crate::traps::TrapId;
use fiord_record::evidence::RunEvidence;
use fiord_record::number::{Bytes, Share, plural};

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

/// The verdict over a run. Of the predictions of the plan only those stay that the run neither confirms nor refutes.
pub fn verdict(case: &Case<'_>) -> Verdict {
    let mut findings = judge(When::Run, case);
    let open = judge(When::Plan, case);
    let open: Vec<Finding> = open
        .into_iter()
        .filter(|finding| {
            !is_answered(finding, case) && !findings.iter().any(|run| is_confirmed(finding, run))
        })
        .collect();
    findings.extend(open);
    from_findings(case, findings)
}

/// Whether the run's own judgement of the same trap knew enough to confirm or refute a prediction.
fn is_answered(finding: &Finding, case: &Case<'_>) -> bool {
    let trap = finding.trap();
    trap.text(When::Run).is_some()
        && trap.about().run_answers_plan
        && trap.needs(When::Run).iter().all(|need| is_met(*need, case))
}

/// Whether a judgement of the run, of the same trap and job, has come to a finding of its own.
fn is_confirmed(plan: &Finding, run: &Finding) -> bool {
    let same_jobs = run.subject.jobs.is_empty() || plan.jobs().any(|job| run.subject.jobs.contains(&job));
    plan.trap() == run.trap() && plan.trap().about().run_answers_plan && same_jobs
}

/// The verdict that these findings make.
pub fn from_findings(after: &Case<'_>, mut findings: Vec<Finding>) -> Verdict {
    findings.sort_by_key(|finding| Reverse(finding.severity));
    let findings = said_once(findings);
    let (grade, reason) = grade(after, &findings);
    Verdict {
        line: line(after, &findings),
        grade,
        reason,
        findings,
    }
}

/// Each trap once: what was found alike of several jobs becomes one finding with all of them, and see [`once_with_machine`].
pub fn said_once(findings: Vec<Finding>) -> Vec<Finding> {
    let mut once: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        let twin = once.iter_mut().find(|other| are_alike(other, &finding));
        match twin {
            Some(twin) => {
                let known = twin.subject.jobs.clone();
                let more = finding.jobs().filter(|job| !known.contains(job));
                twin.subject.jobs.extend(more);
            }
            None => once.push(finding),
        }
    }
    once_with_machine(once)
}

/// What the machine shows as well as the plan is told with the job, by the more severe of the two and with the numbers of both.
/// The worst come first, as before.
pub fn once_with_machine(mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut told = vec![false; findings.len()];
    for (at, told) in told.iter_mut().enumerate() {
        let machine = findings[at].clone();
        if machine.when != When::Machine || !machine.subject.jobs.is_empty() {
            continue;
        }
        for finding in &mut findings {
            if finding.when == When::Plan
                && !finding.subject.jobs.is_empty()
                && is_same_matter(&machine, finding)
            {
                finding.also = Some(Also {
                    observed: machine.observed.clone(),
                    leads: machine.severity > finding.severity,
                });
                finding.severity = finding.severity.max(machine.severity);
                *told = true;
            }
        }
    }
    let mut told = told.into_iter();
    findings.retain(|_| told.next() != Some(true));
    findings.sort_by_key(|finding| Reverse(finding.severity));
    findings
}

/// Whether two findings differ in nothing but the job, and the files that were made for it.
fn are_alike(one: &Finding, other: &Finding) -> bool {
    let is_file = |finding: &Finding| matches!(finding.subject.thing, None | Some(Thing::File(_)));
    one.when == other.when
        && one.severity == other.severity
        && one.observed == other.observed
        && one.subject.jobs.is_empty() == other.subject.jobs.is_empty()
        && (one.subject.thing == other.subject.thing || is_file(one) && is_file(other))
}

/// Whether the machine and the plan speak of the same thing.
fn is_same_matter(machine: &Finding, plan: &Finding) -> bool {
    machine.trap() == plan.trap()
        && machine.subject.thing.is_some()
        && machine.subject.thing == plan.subject.thing
}

fn ids<'f>(findings: impl Iterator<Item = &'f Finding>) -> String {
    let mut ids: Vec<&str> = Vec::new();
    for finding in findings {
        if !ids.contains(&finding.trap().name()) {
            ids.push(finding.trap().name());
        }
    }
    ids.join(", ")
}

fn grade(after: &Case<'_>, findings: &[Finding]) -> (Grade, String) {
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

fn line(after: &Case<'_>, findings: &[Finding]) -> String {
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
    let leading = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Wrong && finding.when == When::Run)
        .filter_map(|finding| Some((finding.trap().about().headline?, finding)))
        .min_by_key(|(headline, _)| headline.rank);
    match leading {
        Some((headline, finding)) => {
            let what = partly(headline.what, finding)
                .or_else(|| by_direction(after, finding.trap(), findings).map(str::to_owned))
                .unwrap_or_else(|| headline.what.to_owned());
            let whose = whose(finding, findings, after);
            format!("Measured: {what}{whose}. {}.", sentence(&finding.saw(), after))
        }
        None => disk_line(after),
    }
}

/// Of a run of several jobs: which of them a headline is about, where no other headline is about the rest.
fn whose(leading: &Finding, findings: &[Finding], after: &Case<'_>) -> String {
    let mut covered: Vec<usize> = Vec::new();
    for finding in findings {
        let leads = finding.severity == Severity::Wrong && finding.when == When::Run;
        if leads && finding.trap().about().headline.is_some() {
            if finding.subject.jobs.is_empty() {
                return String::new();
            }
            covered.extend(finding.jobs());
        }
    }
    let names = |jobs: &[usize]| -> String {
        let of = after.jobs.iter().filter(|job| jobs.contains(&job.index));
        of.map(|job| job.plan.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let rest: Vec<usize> = after
        .jobs
        .iter()
        .map(|job| job.index)
        .filter(|job| !covered.contains(job))
        .collect();
    let by = format!(", by {}", names(&leading.subject.jobs));
    match after.witnessed() {
        _ if leading.subject.jobs.len() == after.jobs.len() => String::new(),
        Some(evidence) if !rest.is_empty() && evidence.leaves().next().is_some() => {
            format!("{by}; {} by {}", device_words(evidence), names(&rest))
        }
        _ => by,
    }
}

/// The devices at the bottom, and what they are.
fn device_words(evidence: &RunEvidence) -> String {
    let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
    let what = if evidence.leaves().all(|leaf| leaf.in_memory) {
        "memory shown as a disk"
    } else {
        "the disk"
    };
    format!("{what} ({})", names.join(", "))
}

/// Of a run that reads and writes, when one direction met memory and the other did not: neither name fits the whole.
fn by_direction(after: &Case<'_>, trap: TrapId, findings: &[Finding]) -> Option<&'static str> {
    let moves = |ddir| after.moving(ddir).count() > 0;
    let are_writes_cached = findings.iter().any(|finding| {
        finding.trap() == TrapId::WriteCached
            && finding.severity == Severity::Wrong
            && finding.when == When::Run
    });
    match trap {
        _ if !(moves(Ddir::Read) && moves(Ddir::Write)) => None,
        TrapId::WriteCached if read_shares(after).is_some() => {
            Some("memory for the writes, the disk for the reads")
        }
        TrapId::CacheRead if !are_writes_cached => Some("memory for the reads, the disk for the writes"),
        _ => None,
    }
}

/// A cache that answered less than half did not make the whole number.
fn partly(what: &str, finding: &Finding) -> Option<String> {
    let source = what.strip_suffix(", not the disk")?;
    let partial = finding.observed.headline_share() < 0.5 && matches!(source, "memory" | "a cache" | "holes");
    partial.then(|| format!("partly {source}, partly the disk"))
}

/// With a capital, unless it begins with the name of a device.
fn sentence(saw: &str, after: &Case<'_>) -> String {
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

fn disk_line(after: &Case<'_>) -> String {
    let Some(evidence) = after.witnessed() else {
        return "Measured: unknown. No counters of the kernel were read beside this run.".to_owned();
    };
    let names: Vec<&str> = evidence.leaves().map(|leaf| leaf.name.as_str()).collect();
    if names.is_empty() {
        return "Measured: unknown. No block device is known under the target.".to_owned();
    }
    let mut out = format!("Measured: {}.", device_words(evidence));
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
        for alike in bundles(&self.findings) {
            let Some(first) = alike.first() else { continue };
            let forecast = if first.when == When::Plan {
                ", from the plan"
            } else {
                ""
            };
            let _ = write!(
                out,
                "\n{} ({}{forecast})",
                first.trap().name(),
                first.severity.name()
            );
            if alike.len() == 1 {
                let _ = writeln!(out, "{}: {}.", of_jobs(first, plan), first.saw());
            } else {
                out.push_str(":\n");
                for finding in alike.iter().take(NAMED) {
                    let _ = writeln!(out, " {} {}.", of_jobs(finding, plan), finding.saw());
                }
                if let more @ 1.. = alike.len().saturating_sub(NAMED) {
                    let _ = writeln!(out, "  and {more} more; --json has all.");
                }
            }
            let _ = writeln!(out, "  why: {}.", first.why());
            let _ = writeln!(out, "  try: {}.", first.advice());
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

/// Findings that differ in the job and its numbers only, put together at the place of the first.
fn bundles(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut all: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let fits = |bundle: &&mut Vec<&Finding>| {
            bundle.first().is_some_and(|first| {
                let of_jobs = !first.subject.jobs.is_empty() && !finding.subject.jobs.is_empty();
                let told = (first.trap(), first.when, first.severity)
                    == (finding.trap(), finding.when, finding.severity);
                of_jobs && told && first.why() == finding.why() && first.advice() == finding.advice()
            })
        };
        match all.iter_mut().find(fits) {
            Some(bundle) => bundle.push(finding),
            None => all.push(vec![finding]),
        }
    }
    all
}

/// Jobs named in full; of more than these the rest is counted.
const NAMED: usize = 8;

/// ` [a, b]`: the jobs of a finding, where there are several to choose from.
fn of_jobs(finding: &Finding, plan: &RunPlan) -> String {
    let names: Vec<&str> = finding
        .jobs()
        .filter_map(|job| plan.jobs.get(job))
        .map(|job| job.name.as_str())
        .collect();
    if names.is_empty() || plan.jobs.len() < 2 {
        return String::new();
    }
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(" [{}{more}]", names.get(..NAMED).unwrap_or(&names).join(", "))
}
