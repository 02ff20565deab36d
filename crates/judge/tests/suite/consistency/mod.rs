//! Holds what findings say against the numbers that are printed next to them: minimum and maximum, bytes, counts, seconds.
//!
//! A finding that contradicts its record is a mistake in a trap, never in the run. The suites of every crate that judges take their
//! verdicts from [`verdict`] here. Each number of each observation is taken apart by name in the files here: a new
//! one does not compile before the file says what it must agree with.
#![allow(clippy::unwrap_used, clippy::panic)]

mod bytes;
mod run;

use fiord_job::plan::Ddir;
use fiord_judge::Finding;
use fiord_judge::case::{Case, JobRun};
use fiord_judge::verdict::{Measured, Verdict};
use fiord_record::evidence::DeviceUse;
use fiord_stats::{DdirStats, Latency};

/// What rounding to the ends of a bucket may do.
const ROUNDING: f64 = 1.0 / 64.0;

/// The verdict over a run; fails where it contradicts the record.
pub(crate) fn verdict(case: &Case<'_>) -> Verdict {
    let verdict = fiord_judge::verdict::verdict(case);
    let mut wrong = contradictions(case, &verdict.findings);
    wrong.extend(headline(case, &verdict.measured));
    assert_eq!(wrong, [""; 0]);
    verdict
}

/// What findings say that their record does not bear out; sentences for the person who repairs the trap.
pub(crate) fn contradictions(case: &Case<'_>, findings: &[Finding]) -> Vec<String> {
    let mut out = Vec::new();
    if !coheres(case) {
        return out;
    }
    for finding in findings {
        for (name, value) in finding.values() {
            if !value.is_finite() {
                out.push(format!("{}: {name} is {value}", finding.trap().name()));
            }
        }
        let mut held = CheckedFinding {
            case,
            finding,
            out: &mut out,
        };
        held.observation(&finding.observed);
    }
    out
}

/// Whether the numbers of a record go together. A document from elsewhere may contradict itself: then no finding agrees with it.
fn coheres(case: &Case<'_>) -> bool {
    let is_latency = |latency: &Latency| {
        let moments = &latency.moments;
        let (least, most) = (moments.min_or_zero() as f64, moments.max as f64);
        let within = |ns: f64| ns >= least * (1.0 - ROUNDING) && ns <= most * (1.0 + ROUNDING);
        let median = latency.percentile(50.0).is_none_or(|ns| within(ns as f64));
        moments.count == 0 || (within(moments.mean()) && median)
    };
    let is_ddir = |ddir: &DdirStats| {
        let latencies = [&ddir.slat, &ddir.clat, &ddir.lat, &ddir.response];
        let samples = latencies.iter().map(|latency| latency.moments.count).max();
        (ddir.ios == 0) == (ddir.bytes == 0)
            && samples.is_none_or(|samples| samples <= ddir.ios)
            && latencies.into_iter().all(is_latency)
    };
    case.jobs
        .iter()
        .all(|job| is_latency(&job.stats.sync.lat) && job.stats.ddirs.iter().all(is_ddir))
}

/// As [`contradictions`], of what a headline says of a disk.
fn headline(case: &Case<'_>, measured: &Measured) -> Vec<String> {
    let mut out = Vec::new();
    let Measured::Disk { read, written, .. } = measured else {
        return out;
    };
    if !coheres(case) {
        return out;
    }
    let mut at_most = |name: &str, value: f64, most: f64| {
        if value > most * (1.0 + ROUNDING) {
            out.push(format!("headline: {name} is {value}, and there are {most}"));
        }
    };
    if let Some(read) = read {
        at_most("share", read.share, 1.0);
        at_most("read", read.issued_bytes as f64, issued(case, Ddir::Read));
    }
    if let Some(written) = written {
        at_most("written", written.issued_bytes as f64, issued(case, Ddir::Write));
        let devices = leaves(case).map(|leaf| leaf.delta().write_bytes());
        at_most("device", written.device_bytes as f64, devices.sum::<u64>() as f64);
    }
    out
}

/// A finding, and the record that it is held against.
struct CheckedFinding<'h, 'c> {
    case: &'h Case<'c>,
    finding: &'h Finding,
    out: &'h mut Vec<String>,
}

/// Bytes that the workers moved in a direction, ramp included where that was counted.
fn issued(case: &Case<'_>, ddir: Ddir) -> f64 {
    let d = ddir as usize;
    let window = case.evidence().map_or(0, |evidence| evidence.issued_bytes[d]);
    let measured: u64 = case.jobs.iter().map(|job| job.ddir(ddir).bytes).sum();
    let workers = case.jobs.iter().flat_map(|job| &job.workers);
    let used = workers
        .filter_map(|worker| worker.used.as_ref())
        .map(|used| used.issued_bytes[d]);
    window.max(measured).max(used.sum()) as f64
}

fn leaves<'h>(case: &'h Case<'_>) -> impl Iterator<Item = &'h DeviceUse> {
    case.evidence().into_iter().flat_map(|evidence| evidence.leaves())
}

impl<'h, 'c> CheckedFinding<'h, 'c> {
    /// The jobs that the finding is about; all of the run where it names none.
    fn jobs(&self) -> impl Iterator<Item = &'h JobRun<'c>> + use<'h, 'c> {
        let named = self.finding.subject.jobs.as_slice();
        let of_finding = move |job: &&JobRun<'c>| named.is_empty() || named.contains(&job.index);
        self.case.jobs.iter().filter(of_finding)
    }

    fn fails(&mut self, what: String) {
        let named = self.jobs().map(|job| job.plan.name.as_str());
        let named: Vec<&str> = named.collect();
        self.out.push(format!(
            "{} of {}: {what}",
            self.finding.trap().name(),
            named.join(", ")
        ));
    }

    fn at_most(&mut self, name: &str, value: f64, most: f64) {
        if value > most * (1.0 + ROUNDING) {
            self.fails(format!("{name} is {value}, and there are {most}"));
        }
    }

    fn at_least(&mut self, name: &str, value: f64, least: f64) {
        if value < least * (1.0 - ROUNDING) {
            self.fails(format!("{name} is {value}, and there are {least}"));
        }
    }

    fn equals(&mut self, name: &str, value: f64, other: f64) {
        self.at_most(name, value, other);
        self.at_least(name, value, other);
    }

    /// 0 to 100.
    fn percent(&mut self, name: &str, value: f64) {
        if !(0.0..=100.0 * (1.0 + ROUNDING)).contains(&value) {
            self.fails(format!("{name} is {value} %"));
        }
    }

    /// 0 to 1.
    fn share(&mut self, name: &str, value: f64) {
        self.percent(name, value * 100.0);
    }

    /// A part and its whole, and the share of the one in the other.
    fn part(&mut self, names: [&str; 2], part: u64, whole: u64, percent: f64) {
        self.at_most(names[0], part as f64, whole as f64);
        self.equals(names[1], percent, part as f64 / (whole as f64).max(1.0) * 100.0);
    }

    /// Amounts of bytes that are read or written in all.
    fn issued(&mut self, name: &str, value: u64, ddirs: &[Ddir]) {
        let most = ddirs.iter().map(|ddir| issued(self.case, *ddir)).sum();
        self.at_most(name, value as f64, most);
    }

    /// Bytes that the devices at the bottom moved, or one above them, or what the kernel fetched for this process where none is known.
    fn moved_by_devices(&mut self, name: &str, value: u64, ddir: Ddir) {
        let moved = leaves(self.case).map(|leaf| match ddir {
            Ddir::Read => leaf.delta().read_bytes(),
            _ => leaf.delta().write_bytes(),
        });
        let own = self.case.evidence().and_then(|evidence| evidence.own);
        let own = own.map_or(0, |own| match ddir {
            Ddir::Read => own.read_bytes,
            _ => own.write_bytes,
        });
        let workers = self.case.jobs.iter().flat_map(|job| &job.workers);
        let fetched = workers.filter_map(|worker| Some(worker.used.as_ref()?.own?.read_bytes));
        let all = self
            .case
            .evidence()
            .into_iter()
            .flat_map(|evidence| &evidence.devices);
        let above = all.map(|device| match ddir {
            Ddir::Read => device.delta().read_bytes(),
            _ => device.delta().write_bytes(),
        });
        let most = moved
            .sum::<u64>()
            .max(above.max().unwrap_or(0))
            .max(own)
            .max(fetched.sum());
        self.at_most(name, value as f64, most as f64);
    }

    /// A latency that a finding names must lie where one of these has latencies.
    fn within<'l>(&mut self, name: &str, ns: f64, latencies: impl IntoIterator<Item = &'l Latency>) {
        let bounds = latencies
            .into_iter()
            .filter(|latency| latency.moments.count > 0)
            .map(|latency| (latency.moments.min_or_zero() as f64, latency.moments.max as f64));
        let bounds: Vec<(f64, f64)> = bounds.collect();
        let is_in =
            |(least, most): &(f64, f64)| ns >= least * (1.0 - ROUNDING) && ns <= most * (1.0 + ROUNDING);
        if !bounds.iter().any(is_in) {
            self.fails(format!("{name} is {ns} ns, and latencies lie in {bounds:?}"));
        }
    }

    /// As [`CheckedFinding::within`], of the latencies that are printed: whole, or the completion's where nothing else was recorded.
    fn printed(&mut self, name: &str, ns: f64, ddir: Option<Ddir>) {
        let of = |job: &'h JobRun<'c>| {
            Ddir::ALL
                .into_iter()
                .filter(move |one| ddir.is_none_or(|ddir| *one == ddir))
                .flat_map(move |one| [&job.ddir(one).lat, &job.ddir(one).clat])
        };
        let latencies: Vec<&Latency> = self.jobs().flat_map(of).collect();
        self.within(name, ns, latencies);
    }

    fn ios(&self) -> f64 {
        self.jobs().map(|job| job.stats.total_ios()).sum::<u64>() as f64
    }

    /// The longest measured time of the jobs.
    fn seconds(&self) -> f64 {
        self.jobs().map(JobRun::seconds).fold(0.0, f64::max)
    }

    /// The largest rate of a second.
    fn most_iops(&self) -> f64 {
        let series = self.jobs().flat_map(JobRun::whole_seconds);
        series.fold(0.0, f64::max)
    }
}
