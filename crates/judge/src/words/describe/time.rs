//! Pace, duration and start of a job, and the jobs that run at the same time.

use crate::case::company;
use crate::case::job_view::JobView;
use crate::case::planned::{block_size, issues, syncs_every};
use crate::terms::ddir_word;
use crate::words::describe::does_operations;
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
    if pace.has_minimum() {
        sentences.push(messages::rate_minimum(lang).to_owned());
    }
    if pace.flow.weight > 0 {
        let (flow, weight) = (&pace.flow.id, &pace.flow.weight);
        sentences.push(messages::SharesFlow { flow, weight }.text(lang));
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
    if does_operations(view.job) {
        let time = &Micros(control.runtime_us);
        return match (time.0, control.time_based && !has_other_end) {
            (0, _) => vec![messages::unknown_time(lang).to_owned()],
            (_, true) => vec![messages::RunsFor { time }.text(lang)],
            (_, false) => vec![messages::RuntimeLimit { limit: time }.text(lang)],
        };
    }
    let Some((fast, slow)) = view.planned.seconds else {
        return vec![messages::unknown_time(lang).to_owned()];
    };
    let time = &Micros((fast * 1e6).round().max(1.0) as u64);
    let has_runtime = control.runtime_us > 0;
    let runs_whole = ends_by_time(view);
    if has_other_end && (view.planned.time_is_certain || runs_whole) {
        let limit = time;
        return vec![messages::RuntimeLimit { limit }.text(lang)];
    }
    if runs_whole && !control.time_based {
        return vec![messages::RunsForBeforeEnd { time }.text(lang)];
    }
    if view.planned.time_is_certain {
        return vec![messages::RunsFor { time }.text(lang)];
    }
    // The runtime begins after the ramp.
    let limit = &Micros(control.runtime_us.saturating_add(control.ramp_time_us));
    if view.job.engine.kind.is_diskless() {
        return vec![if has_runtime {
            messages::EndsWithBytesOrTime { limit }.text(lang)
        } else {
            messages::ends_with_bytes(lang).to_owned()
        }];
    }
    let (fast, slow) = (&About(fast), &About(slow));
    let forecast = if fast.to_string() == slow.to_string() {
        messages::ForecastAlike { time: fast }.text(lang)
    } else if syncs_every(view.job).is_some() {
        messages::ForecastWithSyncs { fast, slow }.text(lang)
    } else {
        messages::Forecast { fast, slow }.text(lang)
    };
    let limit = has_runtime.then(|| messages::RuntimeLimit { limit }.text(lang));
    std::iter::once(forecast).chain(limit).collect()
}

/// Whether the runtime ends the job on any device, and not its bytes.
fn ends_by_time(view: &JobView<'_>) -> bool {
    let control = &view.job.control;
    let limit = control.runtime_us.saturating_add(control.ramp_time_us) as f64 / 1e6;
    let free = view.planned.unbounded_seconds(view.job);
    control.runtime_us > 0
        && (control.time_based || free.map_or(view.planned.seconds.is_some(), |(fast, _)| fast >= limit))
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
    let jobs = company::ended_by(view.case, view.index);
    if jobs.len() > MOST_NAMED {
        let jobs = jobs.len() as u64;
        sentences.push(messages::EndsWithJobs { jobs }.text(lang));
    } else if !jobs.is_empty() {
        let names = names(&jobs);
        let ends = messages::EndsWithJob {
            jobs: &lang.list(&names),
            count: names.len() as u64,
        };
        sentences.push(ends.text(lang));
    }
    sentences
}

/// The names of jobs, each once.
fn names(jobs: &[&JobPlan]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for job in jobs {
        if !names.contains(&job.name) {
            names.push(job.name.clone());
        }
    }
    names
}

/// I/O that is not measured. Of a job that ends with its bytes it is part of them, and all that is reported of one that ends first.
fn ramp(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let ramp_s = view.job.control.ramp_time_us as f64 / 1e6;
    let ramp = &Micros(view.job.control.ramp_time_us);
    let free = view.planned.unbounded_seconds(view.job);
    match free.filter(|_| !view.planned.unlimited) {
        _ if ramp.0 == 0 => Vec::new(),
        None => vec![messages::Ramp { ramp }.text(lang)],
        Some(_) if ends_by_time(view) => vec![messages::Ramp { ramp }.text(lang)],
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
    let exec = &view.job.control.exec;
    sentences.extend(
        exec.prerun
            .as_ref()
            .map(|command| messages::RunsBefore { command }.text(lang)),
    );
    sentences.extend(
        exec.postrun
            .as_ref()
            .map(|command| messages::RunsAfter { command }.text(lang)),
    );
    sentences.extend(company(view, lang));
    sentences
}

fn start_time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    let waits = if control.stonewall {
        Some(messages::waits_for_all(lang).to_owned())
    } else {
        let job = control.wait_for.as_ref();
        job.map(|job| messages::WaitsForJob { job }.text(lang))
    };
    let (least, most) = control.startdelay_us;
    let (least, most) = (&Micros(least), &Micros(most));
    // The delay counts from the start of the first job.
    let is_later = waits.is_some() || view.case.record.plan.waves().get(view.index) > Some(&0);
    let delay = match (most.0, is_later) {
        (0, _) => None,
        (_, true) => Some(messages::StartsNoEarlier { delay: least }.text(lang)),
        (_, false) if least == most => Some(messages::StartsAfter { delay: most }.text(lang)),
        (_, false) => Some(messages::StartsAfterRange { least, most }.text(lang)),
    };
    waits.into_iter().chain(delay).collect()
}

/// Most other jobs that are named. More are counted, so that similar jobs have the same description.
const MOST_NAMED: usize = 3;

/// Jobs that run at the same time, and those of other block sizes in the same reporting group.
fn company(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let others: Vec<&JobPlan> = company::together(view.case, view.index)
        .into_iter()
        .map(|(_, job)| job)
        .collect();
    let list = |jobs: &[&JobPlan]| lang.list(&names(jobs));
    let mut sentences = Vec::new();
    if others.len() > MOST_NAMED {
        let jobs = others.len() as u64;
        sentences.push(messages::TogetherMany { jobs }.text(lang));
    } else if !others.is_empty() {
        let jobs = &list(&others);
        sentences.push(messages::Together { jobs }.text(lang));
    }
    let other_blocks: Vec<&JobPlan> = others
        .into_iter()
        .filter(|job| job.report.group_reporting && view.job.report.group_reporting)
        .filter(|job| job.group == view.job.group)
        .filter(|job| {
            Ddir::ALL
                .iter()
                .any(|ddir| issues(job, *ddir) && block_size(job, *ddir) != block_size(view.job, *ddir))
        })
        .collect();
    if other_blocks.len() > MOST_NAMED {
        let jobs = other_blocks.len() as u64;
        sentences.push(messages::GroupOfBlocksMany { jobs }.text(lang));
    } else if !other_blocks.is_empty() {
        let jobs = &list(&other_blocks);
        sentences.push(messages::GroupOfBlocks { jobs }.text(lang));
    }
    sentences
}
