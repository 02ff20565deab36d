//! What a run measured, and its grade. Made from the findings and the record; it judges nothing anew. Its sentences: `sentences`.
//!
//! Grades: D, a number that is not what it seems to be; C, a number that needs something said with it; B, every
//! check passed. A needs ten repeats on two days or boots, so a single run never has it.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use crate::case::shares::{read_shares, whole_part};
use crate::case::{Case, SeriesOf};
use crate::terms::Headline;
use crate::traps::{Observed, TrapId, stack};
use crate::{Also, Finding, Severity, Thing, When, judge};
use fiord_job::plan::{Backend, Ddir, EngineKind};
use fiord_record::evidence::RunEvidence;
use fiord_record::imported::ImportFacts;
use serde::{Deserialize, Serialize};

mod sentences;
mod so_far;

pub use so_far::so_far;

/// How far a number may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    /// Repeated, on more than one day, and every check passed.
    A,
    /// Every check passed.
    B,
    /// Something has to be said with the number.
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

/// What was measured, how far the number may be used, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub measured: Measured,
    pub grade: Grade,
    pub reason: Reason,
    /// What was found after the run, and of the plan what a run does not answer; the worst first.
    pub findings: Vec<Finding>,
}

impl Verdict {
    /// The grade of a part of the run: of the findings about one of its jobs, and about its direction, where they are known. Without counters of the
    /// kernel it is C at best.
    pub fn grade_of(&self, jobs: &[usize], ddir: Option<Ddir>, has_counters: bool) -> Grade {
        if self.reason == Reason::NothingDone {
            return self.grade;
        }
        let is_about = |finding: &&Finding| {
            let of = finding.headline().and_then(|headline| headline.ddir);
            let is_of_job = finding.subject.jobs.is_empty() || finding.jobs().any(|job| jobs.contains(&job));
            is_of_job && of.zip(ddir).is_none_or(|(of, ddir)| of == ddir)
        };
        let worst = self
            .findings
            .iter()
            .filter(is_about)
            .map(|finding| finding.severity)
            .max();
        match worst {
            Some(Severity::Wrong) => Grade::D,
            Some(Severity::Care) => Grade::C,
            _ if !has_counters => Grade::C,
            _ => self.grade.min(Grade::B),
        }
    }
}

/// What the numbers are of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Measured {
    /// No I/O was completed.
    Nothing,
    /// A simulated device, in virtual time.
    Simulated,
    /// The generator itself: ioengine=null.
    Generator,
    /// Operations on files, directories or the CPU, without data.
    Operations,
    /// Something that the finding of this trap names, and not the disk.
    Instead {
        trap: TrapId,
        part: PartOfRun,
        /// None: all jobs.
        whose: Option<Whose>,
    },
    Unknown(Unknown),
    /// The devices below the targets.
    Disk {
        bottom: Bottom,
        read: Option<Delivered>,
        written: Option<Written>,
        /// The other users of the disk or the CPUs during the run, the worst first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        disturbed: Vec<Disturbance>,
    },
}

/// Something else that used the disk or the CPUs during a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Disturbance {
    pub trap: TrapId,
    /// Of the traffic, or of the time of the workers; `None`: not measured as a share.
    pub share_percent: Option<f64>,
}

impl Disturbance {
    fn of(finding: &Finding) -> Option<Self> {
        let trap = finding.trap();
        let counts = trap.about().disturbs && finding.when == When::Run && finding.severity >= Severity::Care;
        counts.then(|| Self {
            trap,
            share_percent: finding.observed.disturbed_percent(),
        })
    }
}

/// What disturbed a run, each rule once, with the largest share.
fn disturbances(findings: &[Finding]) -> Vec<Disturbance> {
    let mut all: Vec<Disturbance> = Vec::new();
    for one in findings.iter().filter_map(Disturbance::of) {
        match all.iter_mut().find(|known| known.trap == one.trap) {
            Some(known) => {
                known.share_percent = match (known.share_percent, one.share_percent) {
                    (Some(left), Some(right)) => Some(left.max(right)),
                    (left, right) => left.or(right),
                }
            }
            None => all.push(one),
        }
    }
    all
}

/// The devices at the bottom, and what they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bottom {
    pub devices: Vec<String>,
    /// Memory shown as a disk.
    pub in_memory: bool,
}

/// The jobs that a headline is about, and the others, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whose {
    pub jobs: Vec<String>,
    pub rest: Vec<String>,
    /// What the others were on; none: unknown, or there are none.
    pub rest_on: Option<Bottom>,
}

/// How much of the run a headline speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartOfRun {
    Whole,
    /// Less than half of the bytes.
    Partly,
    /// The writes; the reads were the disk's.
    Writes,
    /// The reads; the writes were the disk's.
    Reads,
}

/// Why nothing is known of what was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unknown {
    NoCounters,
    /// I/Os were commands to a device, which the kernel does not count among those of the disk.
    Commands,
    /// I/Os were CPU copies to persistent memory.
    Copies,
    /// I/Os went to raw flash.
    Flash,
    NoDevice,
    /// The writes may be in the page cache of a loop device's file, and the disks wrote for others.
    LoopCache,
}

/// What the devices delivered of what was read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Delivered {
    /// Of the bytes read, 0 to 1.
    pub share: f64,
    pub issued_bytes: u64,
}

/// What the devices wrote for what was written.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// For this run.
    pub device_bytes: u64,
    pub issued_bytes: u64,
    /// The devices wrote more, which this run does not explain.
    #[serde(default)]
    pub others_wrote: bool,
}

/// Why a grade is what it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Reason {
    NothingDone,
    /// The traps that cost the better grade, each once.
    Traps(Vec<TrapId>),
    /// No counters of the kernel say what the run did.
    NoCounters,
    AllPassed,
}

/// The verdict over a run. Of the predictions of the plan only those stay that the run neither confirms nor refutes.
pub fn verdict(case: &Case<'_>) -> Verdict {
    let mut findings = judge(When::Run, case);
    let confirmed: HashSet<(TrapId, Option<usize>)> = findings.iter().flat_map(matters).collect();
    let open: Vec<Finding> = judge(When::Plan, case)
        .into_iter()
        .filter(|finding| !is_answered(finding, case) && !is_confirmed(finding, &confirmed))
        .collect();
    findings.extend(open);
    findings.sort_by_key(|finding| Reverse(finding.severity));
    let findings = said_once(findings);
    let (grade, reason) = grade(case, &findings);
    Verdict {
        measured: measured(case, &findings),
        grade,
        reason,
        findings,
    }
}

/// Whether the run's own judgement of the same trap knew enough to confirm or refute a prediction.
fn is_answered(finding: &Finding, case: &Case<'_>) -> bool {
    let trap = finding.trap();
    !case.jobs.is_empty()
        && trap.text(When::Run).is_some()
        && trap.about().run_answers_plan
        && trap.needs(When::Run).iter().all(|need| need.is_met(case))
}

/// The trap with each of a finding's jobs; none: the whole run.
fn matters(finding: &Finding) -> Vec<(TrapId, Option<usize>)> {
    let trap = finding.trap();
    if finding.subject.jobs.is_empty() {
        return vec![(trap, None)];
    }
    finding.jobs().map(|job| (trap, Some(job))).collect()
}

/// Whether the judgement of the run has a finding of the same trap and job.
fn is_confirmed(plan: &Finding, run: &HashSet<(TrapId, Option<usize>)>) -> bool {
    let trap = plan.trap();
    let same_jobs = run.contains(&(trap, None)) || plan.jobs().any(|job| run.contains(&(trap, Some(job))));
    trap.about().run_answers_plan && same_jobs
}

/// Each trap once: what was found alike of several jobs becomes one finding with all of them, and see [`once_with_machine`].
pub fn said_once(findings: Vec<Finding>) -> Vec<Finding> {
    let mut once: Vec<(Finding, HashSet<usize>)> = Vec::new();
    let mut places: HashMap<(TrapId, When, Severity, String), usize> = HashMap::new();
    for finding in findings {
        let place = *places.entry(likeness(&finding)).or_insert(once.len());
        match once.get_mut(place) {
            Some((twin, known)) => {
                let more = finding.jobs().filter(|job| known.insert(*job));
                twin.subject.jobs.extend(more);
            }
            None => once.push((finding.clone(), finding.jobs().collect())),
        }
    }
    let once = once.into_iter().map(|(finding, _)| finding).collect();
    once_with_machine(once)
}

/// What the machine shows as well as the plan becomes one finding, that of the job, with the severity of the worse and the numbers of
/// both. The worst come first, as before.
pub fn once_with_machine(mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut merged = vec![false; findings.len()];
    for (at, merged) in merged.iter_mut().enumerate() {
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
                *merged = true;
            }
        }
    }
    let mut merged = merged.into_iter();
    findings.retain(|_| merged.next() != Some(true));
    findings.sort_by_key(|finding| Reverse(finding.severity));
    findings
}

/// The same for findings that differ in nothing but the job, and the files that were made for it.
fn likeness(finding: &Finding) -> (TrapId, When, Severity, String) {
    let thing = match &finding.subject.thing {
        None | Some(Thing::File(_)) => None,
        other => other.as_ref(),
    };
    let is_of_jobs = !finding.subject.jobs.is_empty();
    let rest = (&finding.observed, is_of_jobs, thing);
    // What JSON cannot hold is like nothing else.
    let rest = serde_json::to_string(&rest).unwrap_or_else(|_| format!("{finding:p}"));
    (finding.trap(), finding.when, finding.severity, rest)
}

/// Whether the machine and the plan speak of the same thing.
fn is_same_matter(machine: &Finding, plan: &Finding) -> bool {
    machine.trap() == plan.trap()
        && machine.subject.thing.is_some()
        && machine.subject.thing == plan.subject.thing
}

fn ids<'f>(findings: impl Iterator<Item = &'f Finding>) -> Reason {
    let mut ids: Vec<TrapId> = Vec::new();
    for finding in findings {
        if !ids.contains(&finding.trap()) {
            ids.push(finding.trap());
        }
    }
    Reason::Traps(ids)
}

/// A prediction that no run answers counts like a finding of the run: the job is the same one.
fn grade(after: &Case<'_>, findings: &[Finding]) -> (Grade, Reason) {
    if did_nothing(after) {
        return (Grade::D, Reason::NothingDone);
    }
    let least = |severity| {
        findings
            .iter()
            .filter(move |finding| finding.severity >= severity)
    };
    if least(Severity::Wrong).next().is_some() {
        (Grade::D, ids(least(Severity::Wrong)))
    } else if least(Severity::Care).next().is_some() {
        (Grade::C, ids(least(Severity::Care)))
    } else if after.witnessed_in_turns().is_none() {
        (Grade::C, Reason::NoCounters)
    } else {
        (Grade::B, Reason::AllPassed)
    }
}

/// Whether no I/O was completed. The count may be unknown: of an imported run that has figures alone, and where only bytes or
/// mean latencies are known, as of a log.
fn did_nothing(after: &Case<'_>) -> bool {
    let has_figures = |import: &ImportFacts| after.jobs.is_empty() && !import.figures.is_empty();
    let has_series = after.jobs.iter().any(|job| job.series_of() != SeriesOf::Ios);
    after.total_ios() == 0 && !has_series && !after.record.context.import.as_deref().is_some_and(has_figures)
}

fn measured(after: &Case<'_>, findings: &[Finding]) -> Measured {
    if did_nothing(after) {
        return Measured::Nothing;
    }
    let kinds = || after.jobs.iter().map(|job| job.plan.engine.kind);
    if kinds().any(|kind| kind.backend() == Backend::Simulated) {
        return Measured::Simulated;
    }
    if !after.jobs.is_empty() && kinds().all(|kind| kind.backend() == Backend::Null) {
        return Measured::Generator;
    }
    if !after.jobs.is_empty() && kinds().all(|kind| !kind.moves_data()) {
        return Measured::Operations;
    }
    let with_headline = findings
        .iter()
        .filter(|finding| is_wrong_run(finding))
        .filter_map(|finding| Some((finding.headline()?, finding)));
    let Some((headline, finding)) = with_headline.min_by_key(|(headline, _)| headline.rank) else {
        return disk(after, findings);
    };
    Measured::Instead {
        trap: finding.trap(),
        part: partly(finding)
            .or_else(|| by_direction(after, headline, findings))
            .unwrap_or(PartOfRun::Whole),
        whose: whose(finding, findings, after),
    }
}

/// Of a run of several jobs: which of them a headline is about, where no other headline is about the rest.
fn whose(leading: &Finding, findings: &[Finding], after: &Case<'_>) -> Option<Whose> {
    let mut covered: Vec<usize> = Vec::new();
    for finding in findings {
        if is_wrong_run(finding) && finding.headline().is_some() {
            if finding.subject.jobs.is_empty() {
                return None;
            }
            covered.extend(finding.jobs());
        }
    }
    if leading.subject.jobs.len() == after.jobs.len() {
        return None;
    }
    let names = |is_meant: &dyn Fn(usize) -> bool| -> Vec<String> {
        let jobs = after.jobs.iter().filter(|job| is_meant(job.index));
        jobs.map(|job| job.plan.name.clone()).collect()
    };
    let rest = names(&|job| !covered.contains(&job));
    Some(Whose {
        jobs: names(&|job| leading.subject.jobs.contains(&job)),
        rest_on: after
            .witnessed_in_turns()
            .filter(|_| !rest.is_empty())
            .and_then(Bottom::of),
        rest,
    })
}

impl Bottom {
    fn of(evidence: &RunEvidence) -> Option<Self> {
        let devices: Vec<String> = evidence.leaves().map(|leaf| leaf.name.clone()).collect();
        (!devices.is_empty()).then(|| Self {
            devices,
            in_memory: evidence.leaves().all(|leaf| leaf.in_memory),
        })
    }
}

/// Of a run that reads and writes, when one direction met memory and the other did not: neither name fits the whole.
fn by_direction(after: &Case<'_>, headline: Headline, findings: &[Finding]) -> Option<PartOfRun> {
    let moves = |ddir| after.moving(ddir).count() > 0;
    let about = |finding: &Finding| finding.headline()?.ddir;
    let of_writes = |finding: &Finding| is_wrong_run(finding) && about(finding) == Some(Ddir::Write);
    match headline.ddir? {
        _ if !(moves(Ddir::Read) && moves(Ddir::Write)) => None,
        Ddir::Write if read_shares(after).is_some() => Some(PartOfRun::Writes),
        Ddir::Read if !findings.iter().any(of_writes) => Some(PartOfRun::Reads),
        _ => None,
    }
}

/// Whether the run was found to be something else than it seems.
fn is_wrong_run(finding: &Finding) -> bool {
    finding.severity == Severity::Wrong && finding.when == When::Run
}

/// A cache that answered less than half did not make the whole number.
fn partly(finding: &Finding) -> Option<PartOfRun> {
    let headline = finding.headline()?;
    let partial = headline.share < 0.5 && headline.what.may_be_part();
    partial.then_some(PartOfRun::Partly)
}

fn disk(after: &Case<'_>, findings: &[Finding]) -> Measured {
    let Some(evidence) = after.witnessed_in_turns() else {
        let kinds = || after.jobs.iter().map(|job| job.plan.engine.kind);
        return Measured::Unknown(if kinds().any(EngineKind::sends_commands) {
            Unknown::Commands
        } else if kinds().any(EngineKind::copies_to_memory) {
            Unknown::Copies
        } else if kinds().any(EngineKind::goes_past_blocks) {
            Unknown::Flash
        } else {
            Unknown::NoCounters
        });
    };
    let Some(bottom) = Bottom::of(evidence) else {
        return Measured::Unknown(Unknown::NoDevice);
    };
    let may_be_kept = |finding: &Finding| match &finding.observed {
        Observed::Stack(stack::Observed::ThroughFile(through)) => through.foreign_bytes.is_some(),
        _ => false,
    };
    if evidence.read_issued() == 0 && findings.iter().any(may_be_kept) {
        return Measured::Unknown(Unknown::LoopCache);
    }
    Measured::Disk {
        bottom,
        read: read_shares(after).map(|shares| Delivered {
            share: 1.0 - shares.elsewhere,
            issued_bytes: shares.issued,
        }),
        written: whole_part(after, evidence)
            .device_written()
            .filter(|_| evidence.write_issued() > 0)
            .map(|device_bytes| Written {
                device_bytes,
                issued_bytes: evidence.write_issued(),
                others_wrote: evidence
                    .device_written_bytes()
                    .is_some_and(|all| all > device_bytes),
            }),
        disturbed: disturbances(findings),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::traps::{clock, failed, short_run};

    fn found(when: When, severity: Severity, subject: Subject, observed: Observed) -> Finding {
        Finding::new(when, severity, subject, observed)
    }

    /// A finding of the run about one job and its file.
    fn of_job(job: usize, file: &str, ios: u64) -> Finding {
        let observed = short_run::Observed::Ran {
            runtime_s: 2.0,
            ios,
            wears_out: false,
        };
        let subject = Subject::job(job).on(Thing::File(file.into()));
        found(When::Run, Severity::Care, subject, Observed::ShortRun(observed))
    }

    fn jobs_of(findings: &[Finding]) -> Vec<Vec<usize>> {
        findings.iter().map(|finding| finding.jobs().collect()).collect()
    }

    #[test]
    fn jobs_alike_are_one_finding_and_others_are_not() {
        let once = said_once(vec![
            of_job(0, "a.0.0", 10),
            of_job(1, "dir/b.0.0", 10),
            of_job(2, "c.0.0", 20),
            of_job(3, "a.0.0", 10),
        ]);
        // The one with another number is another finding; a job is named once.
        assert_eq!(jobs_of(&once), [vec![0, 1, 3], vec![2]]);
        assert_eq!(once[1].value("ios"), Some(20.0));
        let device = |job, name: &str| {
            let mut finding = of_job(job, "", 10);
            finding.subject.thing = Some(Thing::Device(name.to_owned()));
            finding
        };
        let once = said_once(vec![device(0, "sda"), device(1, "sdb"), device(2, "sda")]);
        assert_eq!(jobs_of(&once), [vec![0, 2], vec![1]]);
    }

    fn clock_of(when: When, severity: Severity, subject: Subject, read_ns: f64) -> Finding {
        let observed = clock::Observed::Source {
            source: "hpet".to_owned(),
            clock_read_ns: Some(read_ns),
            slow: true,
            better_offered: true,
        };
        found(when, severity, subject, Observed::Clock(observed))
    }

    #[test]
    fn what_machine_and_plan_both_see_is_a_finding_of_the_job() {
        let on = |name: &str| Subject::device(name);
        let job = Subject::job(0).on(Thing::Device("dm-0".to_owned()));
        let once = said_once(vec![
            clock_of(When::Machine, Severity::Care, on("dm-0"), 900.0),
            clock_of(When::Machine, Severity::Note, on("loop1"), 100.0),
            clock_of(When::Plan, Severity::Note, job, 800.0),
        ]);
        assert_eq!(once.len(), 2, "{once:#?}");
        let both = &once[0];
        assert_eq!(
            (jobs_of(&once[..1]), both.severity, both.when),
            (vec![vec![0]], Severity::Care, When::Plan)
        );
        assert_eq!(both.value("clock_read_ns"), Some(800.0));
        // The machine's is the worse: it gives the reason.
        let also = both.also.as_ref().unwrap();
        assert_eq!(both.leading(), (&also.observed, When::Machine));
        assert_eq!(once[1].value("clock_read_ns"), Some(100.0));
    }

    #[test]
    fn what_is_about_the_whole_machine_stays_apart() {
        let once = said_once(vec![
            clock_of(When::Machine, Severity::Care, Subject::whole(), 900.0),
            clock_of(When::Plan, Severity::Care, Subject::job(0), 900.0),
        ]);
        assert_eq!(once.len(), 2, "{once:#?}");
    }

    #[test]
    fn a_verdict_comes_back_from_json() {
        let observed = failed::Observed {
            workers: 1,
            all_workers: 2,
            error: fiord_messages::Sentence::verbatim("open(/x): Permission denied"),
        };
        let verdict = Verdict {
            measured: Measured::Disk {
                bottom: Bottom {
                    devices: vec!["sda".to_owned()],
                    in_memory: false,
                },
                read: Some(Delivered {
                    share: 0.5,
                    issued_bytes: 4096,
                }),
                written: None,
                disturbed: Vec::new(),
            },
            grade: Grade::D,
            reason: Reason::Traps(vec![TrapId::Failed]),
            findings: vec![found(
                When::Run,
                Severity::Wrong,
                Subject::job(1),
                Observed::Failed(observed),
            )],
        };
        let text = serde_json::to_string(&verdict).unwrap();
        assert_eq!(serde_json::from_str::<Verdict>(&text).unwrap(), verdict);
    }
}
