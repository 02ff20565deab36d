//! Pace, duration and start of a job, and the jobs that run at the same time.

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
        let blocks = u64::from(pace.thinktime_blocks.max(1));
        sentences.push(if is_of_each {
            messages::PauseEach { pause, blocks }.text(lang)
        } else {
            messages::Pause { pause, blocks }.text(lang)
        });
    }
    sentences
}

/// The duration, or its forecast.
pub(super) fn time(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let control = &view.job.control;
    let Some((fast, slow)) = view.planned.seconds else {
        return vec![messages::unknown_time(lang).to_owned()];
    };
    let time = &Micros((fast * 1e6).round().max(1.0) as u64);
    let has_runtime = control.runtime_us > 0;
    let limit = &Micros(control.runtime_us);
    let mut sentences = Vec::new();
    if view.planned.time_is_certain {
        sentences.push(messages::RunsFor { time }.text(lang));
    } else if has_runtime && fast >= control.runtime_us as f64 / 1e6 {
        sentences.push(messages::RunsForBeforeEnd { time }.text(lang));
    } else if view.job.engine.kind.is_diskless() {
        sentences.push(if has_runtime {
            messages::EndsWithBytesOrTime { limit }.text(lang)
        } else {
            messages::ends_with_bytes(lang).to_owned()
        });
    } else {
        let (fast, slow) = (&About(fast), &About(slow));
        sentences.push(if syncs_every(view.job).is_some() {
            messages::ForecastWithSyncs { fast, slow }.text(lang)
        } else {
            messages::Forecast { fast, slow }.text(lang)
        });
        if has_runtime {
            sentences.push(messages::RuntimeLimit { limit }.text(lang));
        }
    }
    if control.ramp_time_us > 0 {
        let ramp = &Micros(control.ramp_time_us);
        sentences.push(messages::Ramp { ramp }.text(lang));
    }
    sentences
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
    let others = together(view);
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

/// The other jobs that start with this one: no job between them waits for another (`stonewall`, `wait_for`).
fn together<'a>(view: &JobView<'a>) -> Vec<&'a JobPlan> {
    let mut wave: Vec<&JobPlan> = Vec::new();
    let mut has_job = false;
    for (_, job) in view.case.plans() {
        let waits = job.control.stonewall || job.control.wait_for.is_some();
        if waits && has_job {
            break;
        }
        if waits {
            wave.clear();
        }
        if std::ptr::eq(job, view.job) {
            has_job = true;
        } else {
            wave.push(job);
        }
    }
    wave
}
