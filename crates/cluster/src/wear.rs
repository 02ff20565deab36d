//! Wear-out over all ranks: which jobs go on behind their runtime, and which read what those wrote.
//!
//! Every worker of such a job does the same number of bytes in the end, so its I/Os have one size and nothing else ends them.

use std::fmt;

use fiord_job::plan::{AccessMode, JobPlan, RunPlan, Sequencer};
use fiord_messages::{Lang, hosts as messages};
use fiord_workload::wear_out::WearPlan;

/// Why jobs cannot wear out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WearError {
    NoDeadline,
    TimeBased { job: String },
    Mode { job: String, mode: &'static str },
    Sizes { job: String },
    Files { job: String },
    NoData { job: String },
    Option { job: String, option: &'static str },
}

impl fmt::Display for WearError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        f.write_str(&match self {
            Self::NoDeadline => messages::wear_no_runtime(lang).to_owned(),
            Self::TimeBased { job } => messages::WearTimeBased { job }.text(lang),
            Self::Mode { job, mode } => messages::WearMode { job, mode }.text(lang),
            Self::Sizes { job } => messages::WearSizes { job }.text(lang),
            Self::Files { job } => messages::WearFiles { job }.text(lang),
            Self::NoData { job } => messages::WearNoData { job }.text(lang),
            Self::Option { job, option } => messages::WearOption { job, option }.text(lang),
        })
    }
}

impl std::error::Error for WearError {}

/// Options that end or begin a job otherwise, or say when and where its I/Os are.
const UNFIT: [&str; 27] = [
    "ramp_time",
    "ramp_size",
    "loops",
    "number_ios",
    "io_size",
    "fill_device",
    "sprandom",
    "verify",
    "do_verify",
    "rate",
    "rate_min",
    "rate_iops",
    "rate_iops_min",
    "thinktime",
    "flow",
    "steadystate",
    "latency_target",
    "read_iolog",
    "exitall",
    "exitall_on_error",
    "startdelay",
    "wait_for",
    "zonemode",
    "zonesize",
    "percentage_random",
    "unlink_each_loop",
    "serialize_overlap",
];

/// Which jobs of a plan wear out: those with a runtime.
///
/// # Errors
/// One of them cannot.
pub fn plan(run: &RunPlan) -> Result<WearPlan, WearError> {
    let wears: Vec<bool> = run.jobs.iter().map(|job| job.control.runtime_us > 0).collect();
    for (job, _) in run.jobs.iter().zip(&wears).filter(|(_, wears)| **wears) {
        check(job)?;
    }
    if !wears.contains(&true) {
        return Err(WearError::NoDeadline);
    }
    let waves = run.waves();
    let writer_of = |reader: usize| {
        let before = (0..reader).filter(|writer| wears[*writer] && waves[*writer] < waves[reader]);
        let mut before = before.rev();
        before.find(|writer| reads_what(&run.jobs[reader], &run.jobs[*writer]))
    };
    Ok(WearPlan {
        reads: (0..run.jobs.len()).map(writer_of).collect(),
        wears,
    })
}

fn check(job: &JobPlan) -> Result<(), WearError> {
    let name = || job.name.clone();
    let (access, files) = (&job.access, &job.files);
    if job.control.time_based {
        return Err(WearError::TimeBased { job: name() });
    }
    let one_way = [
        AccessMode::Read,
        AccessMode::Write,
        AccessMode::RandRead,
        AccessMode::RandWrite,
    ];
    if !one_way.contains(&access.mode) || access.sequencer != Sequencer::None {
        return Err(WearError::Mode {
            job: name(),
            mode: access.mode.name(),
        });
    }
    if !job.engine.kind.moves_data() {
        return Err(WearError::NoData { job: name() });
    }
    if let Some(option) = UNFIT.into_iter().find(|option| job.was_given(option)) {
        return Err(WearError::Option { job: name(), option });
    }
    if access.bs_unaligned || access.min_block_bytes() != access.max_block_bytes() {
        return Err(WearError::Sizes { job: name() });
    }
    if files.nrfiles > 1 || files.filenames.len() > 1 || files.opendir.is_some() {
        return Err(WearError::Files { job: name() });
    }
    Ok(())
}

/// Whether a job only reads, and each of its workers finds a region that a worker of the other one wrote from its beginning on.
fn reads_what(reader: &JobPlan, writer: &JobPlan) -> bool {
    let only_reads = matches!(reader.access.mode, AccessMode::Read | AccessMode::RandRead);
    let (theirs, its) = (&reader.files, &writer.files);
    let same_files = !theirs.filenames.is_empty()
        && theirs.filenames == its.filenames
        && theirs.directories == its.directories;
    let region = |job: &JobPlan| {
        let access = &job.access;
        (
            access.size,
            access.offset,
            access.offset_increment,
            access.offset_align_bytes,
            job.numjobs,
        )
    };
    only_reads && writer.access.mode == AccessMode::Write && same_files && region(reader) == region(writer)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_job::plan::{Amount, OptionEcho};

    fn job(name: &str, mode: AccessMode, change: impl FnOnce(&mut JobPlan)) -> JobPlan {
        let mut job = JobPlan::new(name);
        job.access.mode = mode;
        job.access.size = Some(Amount::Bytes(1 << 20));
        job.files.filenames = vec!["/shared/f".to_owned()];
        change(&mut job);
        job
    }

    fn writer(change: impl FnOnce(&mut JobPlan)) -> JobPlan {
        job("w", AccessMode::Write, |job| {
            job.control.runtime_us = 10_000_000;
            change(job);
        })
    }

    fn plan_of(jobs: Vec<JobPlan>) -> Result<WearPlan, WearError> {
        plan(&RunPlan {
            jobs,
            ..RunPlan::default()
        })
    }

    #[test]
    fn a_later_phase_reads_what_was_written_of_the_same_region() {
        let behind = |job: &mut JobPlan| job.control.stonewall = true;
        let reader = |change: fn(&mut JobPlan)| {
            job("r", AccessMode::RandRead, |job| {
                behind(job);
                change(job);
            })
        };
        let reads = |reader: JobPlan| plan_of(vec![writer(|_| ()), reader]).unwrap().reads;
        assert_eq!(reads(reader(|_| ())), [None, Some(0)]);
        for other in [
            reader(|job| job.files.filenames = vec!["/shared/g".to_owned()]),
            reader(|job| job.access.offset = Amount::Bytes(4096)),
            reader(|job| job.access.mode = AccessMode::Write),
            reader(|job| job.numjobs = 2),
            // It reads while the other one writes.
            reader(|job| job.control.stonewall = false),
        ] {
            assert_eq!(reads(other), [None, None]);
        }
        // Where random writes went, nobody can say.
        let scattered = writer(|job| job.access.mode = AccessMode::RandWrite);
        let wear = plan_of(vec![scattered, reader(|_| ())]).unwrap();
        assert_eq!((wear.wears, wear.reads), (vec![true, false], vec![None, None]));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let refused = |change: fn(&mut JobPlan)| plan_of(vec![writer(change)]).unwrap_err().to_string();
        let given = |job: &mut JobPlan, name: &str| {
            job.given.push(OptionEcho {
                name: name.to_owned(),
                value: "1".to_owned(),
            });
        };
        assert!(refused(|job| job.control.time_based = true).contains("job `w` is time_based"));
        assert!(refused(|job| job.control.runtime_us = 0).contains("no job has a runtime"));
        assert!(refused(|job| job.access.mode = AccessMode::RandRw).contains("rw=randrw"));
        assert!(refused(|job| job.files.nrfiles = 2).contains("several files"));
        for option in UNFIT {
            let mut unfit = writer(|_| ());
            given(&mut unfit, option);
            let said = plan_of(vec![unfit]).unwrap_err().to_string();
            assert!(said.contains(&format!("job `w` has {option},")), "{said}");
        }
    }
}
