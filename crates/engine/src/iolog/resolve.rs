//! Looks through recordings before a run: which files they name, how long those must be, what is done to them.
//!
//! FIO-DIFF(replay-names): fio works on whatever files a recording names; here they must be files of the job, or the one of
//! `replay_redirect`, before anything is opened.

use std::path::Path;
use std::{fmt, io};

use fiord_job::plan::{AccessMode, BlockSize, JobPlan, PerDdir, ReplayPlan, RunPlan};
use fiord_messages::{Lang, Sentence, run_errors as messages};
use fiord_targets::files::names;
use fiord_workload::io::Op;

use crate::iolog::merge::{TracePace, merge};
use crate::iolog::replay::{length, skipped};
use crate::iolog::source::{IologNames, IologSource};

/// A recording that cannot be played as the job says.
#[derive(Debug)]
pub struct RecordingError {
    /// Name of the job.
    pub job: String,
    pub option: &'static str,
    /// What is wrong, and what to do.
    pub message: Sentence,
}

impl RecordingError {
    pub fn text(&self, lang: Lang) -> String {
        messages::Recording {
            job: &self.job,
            option: &self.option,
            problem: &self.message.text(lang),
        }
        .text(lang)
    }
}

/// In the language of error messages.
impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::current()))
    }
}

impl std::error::Error for RecordingError {}

/// What a recording holds.
#[derive(Debug, Default)]
struct IologScan {
    names: Vec<String>,
    /// Reads, writes, trims.
    issues: [bool; 3],
    end_bytes: u64,
    longest: u32,
}

impl IologNames for Vec<String> {
    fn index(&mut self, name: &str) -> Result<u32, Sentence> {
        let index = self.iter().position(|known| known == name).unwrap_or_else(|| {
            self.push(name.to_owned());
            self.len() - 1
        });
        u32::try_from(index).map_err(|_| Sentence::new(messages::too_many_files))
    }
}

/// The plan with the files, directions and sizes of its recordings (`read_iolog`). A plan without any is returned as it is.
///
/// # Errors
/// A recording that cannot be read, or names files that the job does not name.
pub fn resolve(plan: &RunPlan) -> Result<RunPlan, RecordingError> {
    let mut plan = plan.clone();
    for job in &mut plan.jobs {
        let replay = &job.control.replay;
        if replay.read.is_empty() || replay.resolved {
            continue;
        }
        if replay.merge.into.is_some() {
            let joined = joined(job)?;
            job.control.replay.read = vec![joined];
        }
        let scan = scan(job).map_err(|error| wrong(job, Sentence::from(&error)))?;
        apply(job, scan)?;
        job.control.replay.resolved = true;
    }
    Ok(plan)
}

/// `--merge-blktrace-only`: joins the block traces of all jobs that ask for it.
///
/// FIO-DIFF(merge-nothing): fio ends well where no job asks.
///
/// # Errors
/// A trace that cannot be read, a file that cannot be written, or nobody asks.
pub fn merge_traces(plan: &RunPlan) -> Result<(), RecordingError> {
    let asks = |job: &&JobPlan| {
        let replay = &job.control.replay;
        replay.merge.into.is_some() && !replay.read.is_empty()
    };
    let mut count = 0;
    for job in plan.jobs.iter().filter(asks) {
        joined(job)?;
        count += 1;
    }
    match plan.jobs.first() {
        Some(job) if count == 0 => Err(RecordingError {
            job: job.name.clone(),
            option: "merge_blktrace_file",
            message: Sentence::new(messages::merge_needs_option),
        }),
        _ => Ok(()),
    }
}

fn joined(job: &JobPlan) -> Result<String, RecordingError> {
    join(&job.control.replay).map_err(|error| RecordingError {
        job: job.name.clone(),
        option: "merge_blktrace_file",
        message: Sentence::from(&error),
    })
}

fn wrong(job: &JobPlan, message: Sentence) -> RecordingError {
    RecordingError {
        job: job.name.clone(),
        option: "read_iolog",
        message,
    }
}

/// `merge_blktrace_file`: joins the traces; the name of the file that holds them all.
fn join(replay: &ReplayPlan) -> io::Result<String> {
    let into = replay.merge.into.clone().unwrap_or_default();
    let traces: Vec<TracePace<'_>> = replay
        .read
        .iter()
        .enumerate()
        .map(|(index, path)| TracePace {
            path: Path::new(path),
            time_percent: replay.merge.time_percent.get(index).copied().unwrap_or(100.0),
            repeats: replay.merge.repeats.get(index).copied().unwrap_or(1),
        })
        .collect();
    merge(&traces, Path::new(&into))?;
    Ok(into)
}

fn scan(job: &JobPlan) -> io::Result<IologScan> {
    let replay = &job.control.replay;
    let mut scan = IologScan::default();
    for path in &replay.read {
        let named = |error: io::Error| io::Error::new(error.kind(), Sentence::from(&error).after(path));
        let mut source = IologSource::open(Path::new(path)).map_err(named)?;
        if source.is_nameless() && replay.redirect.is_none() {
            return Err(named(io::Error::new(
                io::ErrorKind::InvalidInput,
                Sentence::new(messages::trace_needs_redirect),
            )));
        }
        while let Some(entry) = source.next(&mut scan.names).map_err(named)? {
            if skipped(replay, &entry) {
                continue;
            }
            match entry.op {
                Op::Read => scan.issues[0] = true,
                Op::Write => scan.issues[1] = true,
                Op::Trim => scan.issues[2] = true,
                _ => continue,
            }
            let len = length(replay, &source, &entry);
            let end = replay.place(entry.offset).saturating_add(u64::from(len));
            scan.end_bytes = scan.end_bytes.max(end);
            scan.longest = scan.longest.max(len);
        }
    }
    Ok(scan)
}

/// Names that are no files of the job: neither given nor generated for one of its clones.
fn unnamed<'n>(job: &JobPlan, names: &'n [String]) -> Result<Vec<&'n String>, RecordingError> {
    let is_given = |name: &&String| job.files.filenames.contains(name);
    let mut left: Vec<&String> = names.iter().filter(|name| !is_given(name)).collect();
    for clone in 0..job.numjobs.max(1) {
        if left.is_empty() || !job.files.filenames.is_empty() {
            break;
        }
        let own = names::of_clone(job, clone).map_err(|error| wrong(job, Sentence::from(&error)))?;
        left.retain(|name| !own.iter().any(|path| path.as_os_str() == name.as_str()));
    }
    Ok(left)
}

fn apply(job: &mut JobPlan, scan: IologScan) -> Result<(), RecordingError> {
    let names = match &job.control.replay.redirect {
        Some(one) => vec![one.clone()],
        None => scan.names,
    };
    let unnamed = unnamed(job, &names)?;
    match unnamed[..] {
        [] => {}
        [one] => {
            let message = Sentence::new(|lang| messages::RecordingOtherFile { file: one }.text(lang));
            return Err(wrong(job, message));
        }
        [first, ..] => {
            let (count, file) = (&unnamed.len(), first);
            let message = Sentence::new(|lang| messages::RecordingOtherFiles { count, file }.text(lang));
            return Err(wrong(job, message));
        }
    }
    if names.is_empty() {
        return Err(wrong(job, Sentence::new(messages::recording_empty)));
    }
    job.files.filenames = names;
    job.files.directories.clear();
    // Set before the run, so that a read-only run and the guard of devices see it.
    job.access.mode = match scan.issues {
        [true, false, false] | [false, false, false] => AccessMode::Read,
        [false, true, false] => AccessMode::Write,
        [false, false, true] => AccessMode::Trim,
        [false, true, true] => AccessMode::TrimWrite,
        [true, ..] => AccessMode::RandRw,
    };
    let longest = u64::from(scan.longest).max(1);
    job.access.block_size = PerDdir::all(BlockSize::Fixed(longest));
    // FIO-DIFF(replay-layout): fio fails where a recording only reads and the file is missing; here it is laid out, as for any job.
    let end_bytes = scan.end_bytes.max(longest);
    job.files.filesize_bytes = Some((end_bytes, end_bytes));
    job.access.size = None;
    job.access.io_size = None;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::iolog::blktrace::tests::event;

    const READ: u32 = 1 | 1 << 16;

    fn plan_of(trace: &Path) -> RunPlan {
        let mut job = JobPlan::new("a");
        job.control.replay.read = vec![trace.to_str().unwrap().to_owned()];
        job.control.replay.redirect = Some("disk".to_owned());
        job.files.filenames = vec!["disk".to_owned()];
        RunPlan {
            jobs: vec![job],
            ..RunPlan::default()
        }
    }

    #[test]
    fn replay_align_rounds_what_a_trace_transfers_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        std::fs::write(&path, event(0, 1, 4096, READ, b"")).unwrap();
        for (align_bytes, longest) in [(0, 4096), (512, 4096), (4096, 4096), (16_384, 16_384)] {
            let mut plan = plan_of(&path);
            plan.jobs[0].control.replay.align_bytes = align_bytes;
            assert_eq!(scan(&plan.jobs[0]).unwrap().longest, longest);
        }
    }

    #[test]
    fn traces_are_joined_without_a_run_where_a_job_asks() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        std::fs::write(&path, event(0, 1, 4096, READ, b"")).unwrap();
        let mut plan = plan_of(&path);
        assert!(merge_traces(&plan).is_err());
        let into = folder.path().join("joined");
        plan.jobs[0].control.replay.merge.into = Some(into.to_str().unwrap().to_owned());
        merge_traces(&plan).unwrap();
        assert_eq!(std::fs::read(&into).unwrap(), std::fs::read(&path).unwrap());
    }
}
