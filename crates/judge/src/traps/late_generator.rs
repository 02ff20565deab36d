//! `late-generator`: a rated job that could not keep its schedule, whose latency hides the wait.

use crate::case::job_view::JobView;
use crate::case::pace::{Pace, service};
use crate::case::planned::{is_about_syncs, issues};
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::late_generator as messages;
use fiord_record::number::{Bytes, Count, Nanos, Rate};
use fiord_stats::Latency;
use serde::{Deserialize, Serialize};

/// Waiting as a share of the reported latency above which the reported one hides something.
const HIDDEN: f64 = 0.05;
/// Wait that no schedule of the system avoids, in nanoseconds: timer slack and waking up.
const WAKING_NS: f64 = 200_000.0;
/// Responses from which their p99 is compared.
const LEAST_RESPONSES: u64 = 100;

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    fix: Some(Fix {
        stage: Stage::Engine,
        least: Severity::Care,
        apply: correct,
    }),
    topics: &[&topics::COORDINATED_OMISSION],
    quantity: Some(compare::quantity_generator),
    ..Trap::new(
        Family::Latency,
        "fio #635; fio manual, `io_submit_mode`; Schroeder et al. 2006",
        &[Symptom::LatencyTooLow],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Planned { rates: Vec<Asked>, depth: u32 },
    Late(Late),
}

/// A rate that was asked for; one of the two is 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    pub ddir: Ddir,
    pub iops: u32,
    pub bytes_s: u64,
}

/// The direction with the worst delay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Late {
    pub ddir: Ddir,
    pub asked_iops: f64,
    pub reached_iops: f64,
    /// The backlog at the end, where it was saturated.
    pub backlog_end_ns: Option<u64>,
    /// Counted from the intended start.
    pub response_p99_ns: Option<f64>,
    /// Counted from the real start.
    pub service_p99_ns: Option<f64>,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let pace = &view.job.pace;
        let rates: Vec<Asked> = Ddir::ALL
            .into_iter()
            .filter(|ddir| issues(view.job, *ddir))
            .map(|ddir| match pace.rate_bytes[ddir] {
                0 => Asked {
                    ddir,
                    iops: pace.rate_iops[ddir],
                    bytes_s: 0,
                },
                bytes_s => Asked {
                    ddir,
                    iops: 0,
                    bytes_s,
                },
            })
            .filter(|asked| asked.iops > 0 || asked.bytes_s > 0)
            .collect();
        if rates.is_empty() {
            return Vec::new();
        }
        let depth = view.planned.depth;
        let severity = if depth == 1 {
            Severity::Care
        } else {
            Severity::Note
        };
        let observed = Observed::Planned { rates, depth };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let rated = |(ddir, stats)| Some((ddir, Pace::of(job, ddir)?, stats));
        // The worst of the directions: a saturated one, if there is one.
        let (ddir, pace, stats) = job
            .directions()
            .filter_map(rated)
            .max_by_key(|(_, pace, _)| pace.saturated)?;
        // Without a histogram percentiles are unknown, and unknown is not 0.
        let p99 = |latency: &Latency| latency.percentile(99.0).map(|ns| ns as f64);
        let (served, responded) = (p99(service(stats)), p99(&stats.response));
        let known = served.zip(responded);
        let hidden = stats.response.moments.count >= LEAST_RESPONSES
            && known.is_some_and(|(served, responded)| responded > served * (1.0 + HIDDEN) + WAKING_NS);
        let is_saturated = pace.saturated == Some(true);
        if !is_saturated && !hidden {
            return None;
        }
        let severity = if is_saturated {
            Severity::Wrong
        } else {
            Severity::Care
        };
        let late = Late {
            ddir,
            asked_iops: pace.asked_iops,
            reached_iops: pace.reached_iops,
            backlog_end_ns: is_saturated.then_some(stats.schedule.backlog_end_ns),
            response_p99_ns: known.and(responded),
            service_p99_ns: known.and(served),
        };
        Some((severity, Observed::Late(late)))
    })
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, _: &Observed) {
    // A job that syncs its writes is about one write at a time, and so is one that asks for a synchronous engine or a depth of 1.
    let one_by_one =
        view.given("iodepth") == Some("1") || view.given("ioengine").is_some() && view.job.is_synchronous();
    if view.may_be_direct() && !is_about_syncs(view.job) && !one_by_one && view.job.engine.kind.may_queue() {
        edit.set("direct", "1");
        if view.job.is_synchronous() {
            edit.set("ioengine", "libaio");
        }
        edit.set("iodepth", "32");
    }
}

/// The sentences of `late-generator`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Planned { rates, depth } => {
                let rates: Vec<String> = rates.iter().map(|rate| rate.text(lang)).collect();
                messages::Planned {
                    rates: &lang.list(&rates),
                    depth: u64::from(*depth),
                }
                .text(lang)
            }
            Observed::Late(late) => late.text(lang),
        }
    }
}

impl Asked {
    fn text(&self, lang: Lang) -> String {
        let ddir = ddir_word(self.ddir);
        match self.bytes_s {
            0 => {
                let ios = &Count(u64::from(self.iops));
                messages::RateIos { ios, ddir }.text(lang)
            }
            bytes => {
                let bytes = &Bytes(bytes);
                messages::RateBytes { bytes, ddir }.text(lang)
            }
        }
    }
}

impl Late {
    fn text(&self, lang: Lang) -> String {
        let (reached, asked) = (&Rate(self.reached_iops), &Rate(self.asked_iops));
        let pace = match self.backlog_end_ns {
            Some(backlog) => {
                let backlog = &Nanos(backlog as f64);
                messages::Saturated {
                    reached,
                    asked,
                    backlog,
                }
                .text(lang)
            }
            None => messages::Late { asked, reached }.text(lang),
        };
        let percentiles = self.response_p99_ns.zip(self.service_p99_ns);
        let percentiles = percentiles.map(|(response, service)| {
            let (response, service) = (&Nanos(response), &Nanos(service));
            messages::Percentiles { response, service }.text(lang)
        });
        let sentences: Vec<String> = [pace].into_iter().chain(percentiles).collect();
        lang.sentences(&sentences)
    }
}
