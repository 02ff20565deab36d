//! Holds what findings say against the numbers that are printed next to them: minimum and maximum, bytes, counts, seconds.
//!
//! A finding that contradicts its record is a mistake in a trap, never in the run. Every verdict of a debug build is checked, so every
//! real and simulated case of the tests is.

use fiord_job::plan::Ddir;
use fiord_stats::Latency;

use crate::case::{Case, JobRun};
use crate::finding::Finding;
use crate::trap::When;
use crate::traps::{
    Observed, cliff, few_samples, generator_bound, late_generator, mixed_medium, noise, short_run, stalls,
};

/// What rounding to the ends of a bucket may do.
const ROUNDING: f64 = 1.0 / 64.0;

/// What findings of a run say that its record does not bear out; sentences for the person who repairs the trap.
pub fn contradictions(case: &Case<'_>, findings: &[Finding]) -> Vec<String> {
    let mut out = Vec::new();
    for finding in findings.iter().filter(|finding| finding.when == When::Run) {
        for (name, value) in finding.values() {
            let is_amount = ["_ns", "_bytes", "_iops", "_s", "ios"]
                .iter()
                .any(|unit| name.ends_with(unit));
            let is_slope = name.ends_with("percent_per_s");
            if !value.is_finite() || (value < 0.0 && is_amount && !is_slope) {
                out.push(format!("{}: {name} is {value}", finding.trap().name()));
            }
        }
        let of_finding = |job: &&JobRun<'_>| finding.subject.jobs.contains(&job.index);
        for job in case.jobs.iter().filter(of_finding) {
            let mut held = Held {
                job,
                trap: finding.trap().name(),
                out: &mut out,
            };
            held.against(&finding.observed);
        }
    }
    out
}

/// One job that a finding is held against.
struct Held<'h, 'c> {
    job: &'h JobRun<'c>,
    trap: &'static str,
    out: &'h mut Vec<String>,
}

impl Held<'_, '_> {
    fn against(&mut self, observed: &Observed) {
        match observed {
            Observed::MixedMedium(mixed) => self.mixed(mixed),
            Observed::FewSamples(few_samples::Observed::Got { samples, beyond, .. }) => {
                self.at_most("samples", *samples as f64, self.job.stats.total_ios() as f64);
                self.at_most("beyond", *beyond as f64, *samples as f64);
            }
            Observed::ShortRun(short_run::Observed::Ran { runtime_s, ios }) => {
                self.at_most("ios", *ios as f64, self.job.stats.total_ios() as f64);
                self.at_most("runtime_s", *runtime_s, self.job.seconds());
            }
            Observed::Cliff(course) => self.course(course),
            Observed::LateGenerator(late_generator::Observed::Late(late)) => self.late(late),
            Observed::Noise(noise) => self.noise(noise),
            Observed::Stalls(found) => self.stalls(found),
            Observed::GeneratorBound(generator_bound::Observed::NeverSlept { ios, .. }) => {
                self.at_most("ios", *ios as f64, self.job.stats.total_ios() as f64);
            }
            _ => {}
        }
    }

    fn fails(&mut self, what: String) {
        self.out
            .push(format!("{} of {}: {what}", self.trap, self.job.plan.name));
    }

    fn at_most(&mut self, name: &str, value: f64, most: f64) {
        if value > most * (1.0 + ROUNDING) {
            self.fails(format!("{name} is {value}, and there are {most}"));
        }
    }

    /// A latency that a finding names must lie where that direction has latencies.
    fn within(&mut self, name: &str, ns: f64, latency: &Latency) {
        let (least, most) = (latency.moments.min_or_zero() as f64, latency.moments.max as f64);
        if ns < least * (1.0 - ROUNDING) || ns > most * (1.0 + ROUNDING) {
            self.fails(format!(
                "{name} is {ns} ns, and latencies lie from {least} to {most} ns"
            ));
        }
    }

    /// The latency that is printed for a direction: whole, or the completion's where nothing else was recorded.
    fn printed(&self, ddir: Ddir) -> Latency {
        crate::pace::service(self.job.ddir(ddir)).clone()
    }

    fn mixed(&mut self, mixed: &mixed_medium::Observed) {
        let latency = self.printed(mixed.ddir);
        self.within("fast_ns", mixed.fast_ns, &latency);
        self.within("slow_ns", mixed.slow_ns, &latency);
        self.at_most("fast_ns", mixed.fast_ns, mixed.slow_ns);
        self.at_most("fast_percent", mixed.fast_percent, 100.0);
    }

    fn course(&mut self, course: &cliff::Observed) {
        let series = self.job.whole_seconds();
        let most = series.iter().copied().fold(0.0, f64::max);
        let bytes: u64 = self.job.stats.ddirs.iter().map(|ddir| ddir.bytes).sum();
        match course {
            cliff::Observed::Cliff {
                at_s,
                before_iops,
                after_iops,
                at_bytes,
            } => {
                self.at_most("at_s", *at_s as f64, series.len() as f64);
                self.at_most("before_iops", *before_iops, most);
                self.at_most("after_iops", *after_iops, *before_iops);
                self.at_most("at_bytes", *at_bytes, bytes as f64);
            }
            cliff::Observed::Rise {
                at_s,
                before_iops,
                after_iops,
                ..
            } => {
                self.at_most("at_s", *at_s as f64, series.len() as f64);
                self.at_most("before_iops", *before_iops, *after_iops);
                self.at_most("after_iops", *after_iops, most);
            }
            cliff::Observed::Credits {
                at_s,
                burst_iops,
                baseline_iops,
                credit_ios,
                ..
            } => {
                self.at_most("at_s", *at_s as f64, series.len() as f64);
                self.at_most("burst_iops", *burst_iops, most);
                self.at_most("baseline_iops", *baseline_iops, *burst_iops);
                self.at_most("credit_ios", *credit_ios, self.job.stats.total_ios() as f64);
            }
            cliff::Observed::ByteCredits {
                at_s, credit_bytes, ..
            } => {
                self.at_most("at_s", *at_s as f64, series.len() as f64);
                self.at_most("credit_bytes", *credit_bytes, bytes as f64);
            }
            cliff::Observed::SawTooth { period_s } => {
                self.at_most("period_s", *period_s as f64, series.len() as f64);
            }
            _ => {}
        }
    }

    fn late(&mut self, late: &late_generator::Late) {
        let stats = self.job.ddir(late.ddir);
        if let Some(ns) = late.response_p99_ns {
            self.at_most("response_p99_ns", ns, stats.response.moments.max as f64);
        }
        if let Some(ns) = late.service_p99_ns {
            let latency = self.printed(late.ddir);
            self.within("service_p99_ns", ns, &latency);
        }
        if let Some(ns) = late.backlog_end_ns {
            if ns == 0 {
                self.fails("saturated, and nothing was behind at the end".to_owned());
            }
            self.at_most(
                "backlog_end_ns",
                ns as f64,
                stats.schedule.backlog_max_ns.max(stats.schedule.backlog_end_ns) as f64,
            );
        }
    }

    fn stalls(&mut self, found: &stalls::Observed) {
        self.at_most("stalls", found.stalls as f64, found.seconds as f64);
        self.at_most("seconds", found.seconds as f64, self.job.seconds());
        self.at_most("worst_s", found.worst_s as f64, found.seconds as f64);
        self.at_most("lost_percent", found.lost_percent, 100.0);
        self.at_most("worst_percent", found.worst_percent, 100.0);
        if let Some(period) = found.period_s {
            self.at_most("period_s", period, found.seconds as f64);
        }
    }

    fn noise(&mut self, noise: &noise::Observed) {
        self.at_most("least_iops", noise.least_iops, noise.median_iops);
        self.at_most("median_iops", noise.median_iops, noise.most_iops);
        if let Some(states) = noise.states {
            self.at_most(
                "runs",
                (states.low_runs + states.high_runs) as f64,
                noise.runs as f64,
            );
        }
    }
}
