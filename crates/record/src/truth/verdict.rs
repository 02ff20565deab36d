//! What a run measured, in one line, and its grade. Made from the findings and the record; it judges nothing anew.
//!
//! Grades (method, E): D, a number that is not what it seems to be; C, a number that needs something beside it; B, every
//! check passed. A needs ten repeats on two days or boots, so a single run never has it.

use std::cmp::Reverse;
use std::fmt::Write;

use fiord_job::plan::{Ddir, EngineKind, RunPlan};

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

/// The rule whose silence after a run says nothing: blocks are not always counted, and its forecast is about merging too.
const ONLY_WHERE_COUNTED: &str = "overwrite-same";

/// Traps whose rules before and after a run are about different things: one does not answer the other. `unit-misread` is of
/// the job's numbers before, and of the result's after.
const TWO_THINGS: [&str; 1] = ["unit-misread"];

/// The verdict over a run. Of the predictions of the plan only those stay that no rule after a run can confirm or refute.
pub fn verdict(evidence: &Evidence<'_>) -> Option<Verdict> {
    let after = evidence.after?;
    let unheard = after.evidence().is_none();
    let predicted = super::judge(super::rules(When::Plan), evidence);
    let mut findings = super::judge(super::rules(When::Run), evidence);
    let seen: Vec<&str> = findings.iter().map(|finding| finding.rule).collect();
    let answered = |finding: &Finding| {
        let silent = unheard && NEEDS_COUNTERS.contains(&finding.rule)
            || TWO_THINGS.contains(&finding.rule)
            || finding.rule == ONLY_WHERE_COUNTED && !seen.contains(&finding.rule);
        !silent && super::rules(When::Run).iter().any(|rule| rule.id == finding.rule)
    };
    let open: Vec<Finding> = predicted
        .into_iter()
        .filter(|finding| !answered(finding))
        .collect();
    findings.extend(open);
    Some(from_findings(after, findings))
}

/// The verdict that these findings make.
pub fn from_findings(after: &After<'_>, mut findings: Vec<Finding>) -> Verdict {
    findings.sort_by_key(|finding| Reverse(finding.severity));
    let findings = said_once(findings, &after.record.plan);
    let (grade, reason) = grade(after, &findings);
    Verdict {
        line: line(after, &findings),
        grade,
        reason,
        findings,
    }
}

/// Each trap once: what was found alike of several jobs becomes one finding with all of them, and see [`once_with_machine`].
pub fn said_once(findings: Vec<Finding>, plan: &RunPlan) -> Vec<Finding> {
    let mut once: Vec<Finding> = Vec::with_capacity(findings.len());
    for finding in findings {
        let twin = once.iter_mut().find(|other| are_alike(other, &finding, plan));
        match twin {
            Some(twin) => {
                let more: Vec<usize> = finding
                    .jobs()
                    .filter(|job| twin.jobs().all(|known| known != *job))
                    .collect();
                twin.also.extend(more);
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
        if machine.when != When::Machine || machine.job.is_some() {
            continue;
        }
        for finding in &mut findings {
            if finding.when == When::Plan && finding.job.is_some() && is_same_matter(&machine, finding) {
                take_in(finding, &machine);
                *told = true;
            }
        }
    }
    let mut told = told.into_iter();
    findings.retain(|_| told.next() != Some(true));
    findings.sort_by_key(|finding| Reverse(finding.severity));
    findings
}

/// Whether two findings differ in nothing but the job, and the names of its own files.
fn are_alike(one: &Finding, other: &Finding, plan: &RunPlan) -> bool {
    let names = |finding: &Finding| -> Vec<String> {
        finding
            .jobs()
            .take(1)
            .filter_map(|job| Some(plan.jobs.get(job)?.name.clone()))
            .collect()
    };
    let same = one.rule == other.rule
        && one.when == other.when
        && one.severity == other.severity
        && one.job.is_some() == other.job.is_some()
        && one.why == other.why
        && one.attempt == other.attempt
        && one.values == other.values;
    same && (one.saw == other.saw || nameless(&one.saw, &names(one)) == nameless(&other.saw, &names(other)))
}

/// The words with the job's name, and that of files made for it (`name.0.0`), left out.
fn nameless(saw: &str, names: &[String]) -> Vec<String> {
    let own = |word: &str| {
        let file = word.rsplit('/').next().unwrap_or(word);
        names.iter().any(|name| {
            file.strip_prefix(name.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    saw.split(' ')
        .map(|word| if own(word) { String::new() } else { word.to_owned() })
        .collect()
}

/// Whether the machine and the plan speak of the same device, or of the same limit of the same control group.
fn is_same_matter(machine: &Finding, plan: &Finding) -> bool {
    if machine.rule != plan.rule {
        return false;
    }
    let words = |saw: &str| -> Vec<String> {
        saw.split([' ', ',', ';'])
            .map(|word| word.trim_end_matches(':').to_owned())
            .collect()
    };
    let (theirs, ours) = (words(&machine.saw), words(&plan.saw));
    // What is said of a layer begins with its name.
    let device = theirs
        .first()
        .is_some_and(|subject| ours.first() == Some(subject));
    let limit = machine
        .values
        .iter()
        .any(|(_, value)| plan.values.iter().any(|(_, other)| other == value));
    let shared = |word: &str| theirs.iter().any(|w| w == word) && ours.iter().any(|w| w == word);
    let group = theirs
        .iter()
        .any(|word| word.starts_with('/') && ours.contains(word));
    device || (limit && group && (shared("reads") || shared("writes")))
}

fn take_in(finding: &mut Finding, machine: &Finding) {
    if machine.severity > finding.severity {
        finding.severity = machine.severity;
        finding.why = machine.why.clone();
        finding.attempt = machine.attempt.clone();
    }
    let _ = write!(finding.saw, " ({})", machine.saw);
    for (name, value) in &machine.values {
        if finding.values.iter().all(|(known, _)| known != name) {
            finding.values.push((*name, *value));
        }
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
            let mut told = partly(what, finding);
            if told == what {
                let by_direction = by_direction(after, id, is_wrong("write-cached").is_some());
                told = by_direction.unwrap_or(what).to_owned();
            }
            return format!("Measured: {told}. {}.", sentence(&finding.saw, after));
        }
    }
    disk_line(after)
}

/// A cache that answered less than half did not make the whole number.
/// Of a run that reads and writes, when one direction met memory and the other is not accused: neither name fits the whole.
/// Findings about reads are looked for first, so that there is none when writes are asked about.
fn by_direction(after: &After<'_>, id: &str, are_writes_cached: bool) -> Option<&'static str> {
    let moves = |ddir| after.moving(ddir).count() > 0;
    match id {
        _ if !(moves(Ddir::Read) && moves(Ddir::Write)) => None,
        "write-cached" if read_shares(after).is_some() => {
            Some("memory for the writes, the disk for the reads")
        }
        "cache-read" if !are_writes_cached => Some("memory for the reads, the disk for the writes"),
        _ => None,
    }
}

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
        for alike in bundles(&self.findings) {
            let Some(first) = alike.first() else { continue };
            let forecast = if first.when == When::Plan {
                ", from the plan"
            } else {
                ""
            };
            let _ = write!(out, "\n{} ({}{forecast})", first.rule, first.severity.name());
            if alike.len() == 1 {
                let _ = writeln!(out, "{}: {}.", of_jobs(first, plan), first.saw);
            } else {
                out.push_str(":\n");
                for finding in alike.iter().take(NAMED) {
                    let _ = writeln!(out, " {} {}.", of_jobs(finding, plan), finding.saw);
                }
                if let more @ 1.. = alike.len().saturating_sub(NAMED) {
                    let _ = writeln!(out, "  and {more} more; --json has all.");
                }
            }
            let _ = writeln!(out, "  why: {}.", first.why);
            let _ = writeln!(out, "  try: {}.", first.attempt);
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
                let of_jobs = first.job.is_some() && finding.job.is_some();
                let told = (first.rule, first.when, first.severity)
                    == (finding.rule, finding.when, finding.severity);
                of_jobs && told && first.why == finding.why && first.attempt == finding.attempt
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

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::JobPlan;

    fn plan(names: &[&str]) -> RunPlan {
        RunPlan {
            jobs: names.iter().map(|name| JobPlan::new(name)).collect(),
            global_options: None,
        }
    }

    fn found(rule: &'static str, when: When, severity: Severity, job: Option<usize>, saw: &str) -> Finding {
        Finding {
            rule,
            when,
            severity,
            job,
            also: Vec::new(),
            saw: saw.to_owned(),
            why: format!("why of {}", when.name()),
            attempt: "attempt".to_owned(),
            values: Vec::new(),
        }
    }

    fn of_job(job: usize, saw: &str) -> Finding {
        found("stale-file", When::Plan, Severity::Care, Some(job), saw)
    }

    #[test]
    fn jobs_alike_are_told_together_and_others_are_not() {
        let once = said_once(
            vec![
                of_job(0, "a.0.0 exists already (1 MiB)"),
                of_job(1, "dir/b.0.0 exists already (1 MiB)"),
                of_job(2, "c.0.0 exists already (2 MiB)"),
                of_job(3, "a.0.0 exists already (1 MiB)"),
            ],
            &plan(&["a", "b", "c", "d"]),
        );
        // The one with another size is another finding; two that speak of one file are not.
        let jobs: Vec<Vec<usize>> = once.iter().map(|finding| finding.jobs().collect()).collect();
        assert_eq!(jobs, [vec![0, 1, 3], vec![2]]);
    }

    #[test]
    fn the_reason_stands_once_under_all_its_jobs() {
        let findings = vec![of_job(0, "40 of `a`"), of_job(1, "50 of `b`")];
        let verdict = Verdict {
            line: "Measured.".to_owned(),
            grade: Grade::C,
            reason: String::new(),
            findings,
        };
        let text = verdict.text(&plan(&["a", "b"]));
        assert!(
            text.contains("stale-file (care, from the plan):\n  [a] 40 of `a`.\n  [b] 50 of `b`.\n"),
            "{text}"
        );
        assert_eq!(
            (text.matches("  why: ").count(), text.matches("  try: ").count()),
            (1, 1),
            "{text}"
        );
    }

    #[test]
    fn numbers_that_differ_are_not_lost() {
        let with = |job, number| of_job(job, "the same words").value("number", number);
        let once = said_once(
            vec![with(0, 1.0), with(1, 2.0), with(2, 1.0)],
            &plan(&["a", "b", "c"]),
        );
        let jobs: Vec<Vec<usize>> = once.iter().map(|finding| finding.jobs().collect()).collect();
        assert_eq!(jobs, [vec![0, 2], vec![1]]);
    }

    #[test]
    fn what_machine_and_plan_both_see_is_told_with_the_job() {
        let machine = |severity, saw: &str| found("stack", When::Machine, severity, None, saw);
        let job = |saw: &str| found("stack", When::Plan, Severity::Note, Some(0), saw);
        let plan = plan(&["a"]);
        let once = said_once(
            vec![
                machine(Severity::Care, "dm-0 (crypt) over sda").value("parts", 2.0),
                machine(Severity::Note, "loop1 (loop over /f) over ext4"),
                job("dm-0 encrypts: its processor time is part of every I/O"),
            ],
            &plan,
        );
        assert_eq!(once.len(), 2, "{once:#?}");
        let told = &once[0];
        assert_eq!(
            (told.job, told.severity, told.when),
            (Some(0), Severity::Care, When::Plan)
        );
        assert!(
            told.saw.contains("dm-0 encrypts") && told.saw.ends_with(" (dm-0 (crypt) over sda)"),
            "{}",
            told.saw
        );
        assert_eq!(
            (told.why.as_str(), told.values.as_slice()),
            ("why of machine", &[("parts", 2.0)][..])
        );
        assert_eq!(once[1].saw, "loop1 (loop over /f) over ext4");
    }

    #[test]
    fn a_limit_is_the_same_by_group_direction_and_number() {
        let machine = |saw: &str, limit| {
            found("throttle", When::Machine, Severity::Care, None, saw).value("read_iops", limit)
        };
        let job = found(
            "throttle",
            When::Plan,
            Severity::Care,
            Some(0),
            "the control group /g allows 4200 I/Os per second of reads on this device",
        )
        .value("limit", 4200.0);
        let once = said_once(
            vec![
                machine("8:0: reads limited to 4,200 IOPS by /g", 4200.0),
                machine("8:0: writes limited to 4,200 IOPS by /g", 4200.0),
                machine("8:0: reads limited to 100 IOPS by /h", 100.0),
                job,
            ],
            &plan(&["a"]),
        );
        let left: Vec<&str> = once
            .iter()
            .filter(|one| one.job.is_none())
            .map(|one| one.saw.as_str())
            .collect();
        assert_eq!(
            left,
            [
                "8:0: writes limited to 4,200 IOPS by /g",
                "8:0: reads limited to 100 IOPS by /h"
            ]
        );
    }
}
