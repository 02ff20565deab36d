//! `gtod-reduce`: a latency that was switched off.

use crate::case::job_view::JobView;
use crate::case::{Case, JobRun};
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job, per_run};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::gtod_reduce as messages;
use serde::{Deserialize, Serialize};

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
        stage: Stage::Source,
        least: Severity::Care,
        apply: correct,
    }),
    ..Trap::new(
        Family::Latency,
        "GitLab, kubestr, Google Cloud",
        &[Symptom::OtherSetting],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    /// gtod_reduce=1: none will be taken.
    Reduced,
    /// These options switch off all latencies of whole I/Os.
    Disabled { options: Vec<String> },
    /// These options switch off some; others are recorded.
    DisabledInPart { options: Vec<String> },
    /// These options switch off some, and with them the percentiles; others are recorded.
    WithoutPercentiles { options: Vec<String> },
    /// After the run: completion latency is unknown.
    Unrecorded,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let report = &view.job.report;
        let options: Vec<String> = [
            ("disable_clat", report.disable_clat),
            ("disable_lat", report.disable_lat),
            ("disable_slat", report.disable_slat),
        ]
        .into_iter()
        .filter(|(_, on)| *on)
        .map(|(name, _)| name.to_owned())
        .collect();
        let all = report.disable_clat && report.disable_lat;
        let has_percentiles = report.clat_percentiles || report.lat_percentiles || report.slat_percentiles;
        let (severity, observed) = match (report.gtod_reduce, options.is_empty()) {
            (true, _) => (Severity::Care, Observed::Reduced),
            (false, true) => return Vec::new(),
            (false, false) if all => (Severity::Care, Observed::Disabled { options }),
            (false, false) if report.disable_clat && !has_percentiles => {
                (Severity::Care, Observed::WithoutPercentiles { options })
            }
            (false, false) => (Severity::Note, Observed::DisabledInPart { options }),
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    per_run(case, |job: &JobRun<'_>| {
        let report = &job.plan.report;
        let silent = job.directions().next().is_some()
            && job.directions().all(|(_, stats)| stats.clat.moments.count == 0);
        let off = report.gtod_reduce || report.disable_clat;
        (silent && off).then_some((Severity::Care, Observed::Unrecorded))
    })
}

fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, _: &Observed) {
    for name in ["gtod_reduce", "disable_clat", "disable_lat", "disable_slat"] {
        edit.remove(name);
    }
}

/// The sentences of `gtod-reduce`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        match self {
            Observed::Reduced => messages::reduced(lang).to_owned(),
            Observed::Disabled { options } => {
                let options = &lang.list(options);
                messages::Disabled { options }.text(lang)
            }
            Observed::DisabledInPart { options } => {
                let (latencies, options) = (&latencies(options, lang), &lang.list(options));
                messages::DisabledInPart { latencies, options }.text(lang)
            }
            Observed::WithoutPercentiles { options } => {
                let (latencies, options) = (&latencies(options, lang), &lang.list(options));
                messages::WithoutPercentiles { latencies, options }.text(lang)
            }
            Observed::Unrecorded => messages::unrecorded(lang).to_owned(),
        }
    }
}

/// The latencies that the options switch off.
fn latencies(options: &[String], lang: Lang) -> String {
    let names: Vec<String> = options
        .iter()
        .map(|option| option.trim_start_matches("disable_").to_owned())
        .collect();
    lang.list(&names)
}
