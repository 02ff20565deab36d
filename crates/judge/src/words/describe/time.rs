//! Pace, duration and start of a job, and the jobs that run at the same time.

use crate::case::company;
use crate::case::job_view::JobView;
use crate::case::planned::{issues, syncs_every};
use crate::terms::ddir_word;
use fiord_job::plan::{Ddir, JobPlan, RateProcess};
use fiord_messages::{Lang, job_description as messages};
use fiord_record::number::{About, Bytes, Count, Micros};

/// Rates and pauses.
pub(super) fn pace(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let pace = &view.job.pace;
    let is_of_each = view.job.numjobs > 1;
    let mut sentences = Vec::new();
    for issued in Ddir::ALL.into_iter().filter(|ddir| issues(view.job, *ddir)) {
        let ddir = ddir_word(issued);
        let bytes = &Bytes(pace.rate_bytes[issued]);
        let iops = &Count(u64::from(pace.rate_iops[issued]));
        match (bytes.0, iops.0, is_of_each) {
            (0, 0, _) => {}
            (0, _, true) => sentences.push(messages::IopsLimitEach { ddir, iops }.text(lang)),
            (0, _, false) => sentences.push(messages::IopsLimit { ddir, iops }.text(lang)),
            (_, _, true) => sentences.push(messages::BandwidthLimitEach { ddir, bytes }.text(lang)),
            (_, _, false) => sentences.push(messages::BandwidthLimit { ddir, bytes }.text(lang)),
        }
    }
    if !sentences.is_empty() && pace.process == RateProcess::Poisson {
        sentences.push(messages::random_intervals(lang).to_owned());
    }
    if pace.thinktime_us > 0 {
        let pause = &Micros(pace.thinktime_us);
        if pace.thinktime_iotime_us > 0 {
            let work = &Micros(pace.thinktime_iotime_us);
            sentences.push(if is_of_each {
                messages::PauseByTimeEach { pause, work }.text(lang)
            } else {
                messages::PauseByTime { pause, work }.text(lang)
            });
        }
        // A time of I/O replaces the default of one block.
        if pace.thinktime_iotime_us == 0 || view.job.was_given("thinktime_blocks") {
            let blocks = u64::from(pace.thinktime_blocks.max(1));
            sentences.push(if is_of_each {
                messages::PauseEach { pause, blocks }.text(lang)
            } else {
                messages::Pause { pause, blocks }.text(lang)
            });
        }
    }
    sentences
}

/// The duration or its forecast, and the other conditions that end the job.
pub(super) fn time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let ends = other_ends(view, lang);
    let mut sentences = duration(view, !ends.is_empty(), lang);
    sentences.extend(ends);
    sentences.extend(ramp(view, lang));
    sentences
}

fn duration(view: &JobView<'_>, has_other_end: bool, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    let Some((fast, slow)) = view.planned.seconds else {
        return vec![messages::unknown_time(lang).to_owned()];
    };
    let time = &Micros((fast * 1e6).round().max(1.0) as u64);
    let has_runtime = control.runtime_us > 0;
    let limit = &Micros(control.runtime_us);
    let runs_whole = has_runtime && fast >= control.runtime_us as f64 / 1e6;
    if has_other_end && (view.planned.time_is_certain || runs_whole) {
        let limit = time;
        return vec![messages::RuntimeLimit { limit }.text(lang)];
    }
    if view.planned.time_is_certain {
        return vec![messages::RunsFor { time }.text(lang)];
    }
    if runs_whole {
        return vec![messages::RunsForBeforeEnd { time }.text(lang)];
    }
    if view.job.engine.kind.is_diskless() {
        return vec![if has_runtime {
            messages::EndsWithBytesOrTime { limit }.text(lang)
        } else {
            messages::ends_with_bytes(lang).to_owned()
        }];
    }
    let (fast, slow) = (&About(fast), &About(slow));
    let forecast = if syncs_every(view.job).is_some() {
        messages::ForecastWithSyncs { fast, slow }.text(lang)
    } else {
        messages::Forecast { fast, slow }.text(lang)
    };
    let limit = has_runtime.then(|| messages::RuntimeLimit { limit }.text(lang));
    std::iter::once(forecast).chain(limit).collect()
}

/// What ends the job besides its bytes and its runtime: a steady state, the depth that it searches for, the end of another job.
pub(super) fn other_ends(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (steady, target) = (&view.job.control.steady, &view.job.depth.target);
    let mut sentences = Vec::new();
    if steady.is_on() {
        let unit = if steady.percent { "%" } else { "" };
        let ends = messages::EndsSteady {
            rule: &format!("{}:{}{unit}", steady.name(), steady.limit),
            window: &Micros(steady.window_us),
        };
        sentences.push(ends.text(lang));
    }
    if target.is_on() && !target.run {
        sentences.push(messages::ends_at_depth(lang).to_owned());
    }
    let mut jobs: Vec<String> = company::ended_by(view.case, view.index)
        .into_iter()
        .map(|job| job.name.clone())
        .collect();
    jobs.dedup();
    if !jobs.is_empty() {
        let ends = messages::EndsWithJob {
            jobs: &lang.list(&jobs),
            count: jobs.len() as u64,
        };
        sentences.push(ends.text(lang));
    }
    sentences
}

/// I/O that is not measured. Of a job that ends with its bytes it is part of them, and all that is reported of one that ends first.
fn ramp(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let ramp_s = view.job.control.ramp_time_us as f64 / 1e6;
    let ramp = &Micros(view.job.control.ramp_time_us);
    let free = view.planned.unbounded_seconds(view.job);
    match free.filter(|_| !view.planned.unlimited) {
        _ if ramp.0 == 0 => Vec::new(),
        None => vec![messages::Ramp { ramp }.text(lang)],
        Some((_, slow)) if slow <= ramp_s => vec![messages::RampIsResult { ramp }.text(lang)],
        Some((fast, _)) => {
            let result = (fast <= ramp_s).then(|| messages::ramp_may_be_result(lang).to_owned());
            let first = messages::RampFirst { ramp }.text(lang);
            std::iter::once(first).chain(result).collect()
        }
    }
}

/// The start of the job, and the jobs that run at the same time.
pub(super) fn start(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let mut sentences = start_time(view, lang);
    sentences.extend(company(view, lang));
    sentences
}

fn start_time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    if control.stonewall {
        return vec![messages::waits_for_all(lang).to_owned()];
    }
    if let Some(job) = &control.wait_for {
        return vec![messages::WaitsForJob { job }.text(lang)];
    }
    let (least, most) = control.startdelay_us;
    let (least, most) = (&Micros(least), &Micros(most));
    if most.0 == 0 {
        return Vec::new();
    }
    vec![if least == most {
        messages::StartsAfter { delay: most }.text(lang)
    } else {
        messages::StartsAfterRange { least, most }.text(lang)
    }]
}

/// Most other jobs that are named. More are counted, so that similar jobs have the same description.
const MOST_NAMED: usize = 3;

/// Jobs that run at the same time, and those of other block sizes in the same reporting group.
fn company(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let others: Vec<&JobPlan> = company::together(view.case, view.index)
        .into_iter()
        .map(|(_, job)| job)
        .collect();
    let list = |jobs: &[&JobPlan]| {
        let mut names: Vec<String> = jobs.iter().map(|job| job.name.clone()).collect();
        names.dedup();
        lang.list(&names)
    };
    let mut sentences = Vec::new();
    if others.len() > MOST_NAMED {
        let jobs = others.len() as u64;
        sentences.push(messages::TogetherMany { jobs }.text(lang));
    } else if !others.is_empty() {
        let jobs = &list(&others);
        sentences.push(messages::Together { jobs }.text(lang));
    }
    let sizes = &view.job.access.block_size;
    let other_blocks: Vec<&JobPlan> = others
        .into_iter()
        .filter(|job| job.report.group_reporting && view.job.report.group_reporting)
        .filter(|job| job.group == view.job.group)
        .filter(|job| {
            Ddir::ALL
                .iter()
                .any(|ddir| issues(job, *ddir) && job.access.block_size[*ddir] != sizes[*ddir])
        })
        .collect();
    if !other_blocks.is_empty() {
        let jobs = &list(&other_blocks);
        sentences.push(messages::GroupOfBlocks { jobs }.text(lang));
    }
    sentences
}
