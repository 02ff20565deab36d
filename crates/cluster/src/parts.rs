//! Which part of the data each rank works on, and what that makes of a plan.
//!
//! Ranks of one host share its page cache, and a client that reads what it wrote may read its own memory. So the reading jobs of a
//! rank can take the part of a rank on the next host.

use std::fmt;

use fiord_job::plan::{Amount, Ddir, JobPlan, RunPlan};
use fiord_messages::{Lang, hosts as messages};
use fiord_record::hosts::DataSpread;

/// The parts of a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankParts {
    /// What it writes, and what it reads unless that is shifted: its own number.
    pub own: usize,
    /// What its jobs read that do nothing else.
    pub read: usize,
}

/// Why data cannot be divided like this.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartsError {
    OneHost,
    Uneven { fewest: usize, most: usize },
    NothingToShift,
    Verifies { job: String },
    NoSize { job: String },
    NoFile { job: String },
    NotBytes { job: String },
    NotAFile { job: String, name: String },
    Found { job: String },
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lang = Lang::current();
        f.write_str(&match self {
            Self::OneHost => messages::shift_on_one_host(lang).to_owned(),
            Self::Uneven { fewest, most } => messages::ShiftUneven { fewest, most }.text(lang),
            Self::NothingToShift => messages::shift_same_data(lang).to_owned(),
            Self::Verifies { job } => messages::ShiftVerifies { job }.text(lang),
            Self::NoSize { job } => messages::StripesNoSize { job }.text(lang),
            Self::NoFile { job } => messages::StripesNoFile { job }.text(lang),
            Self::NotBytes { job } => messages::StripesOffset { job }.text(lang),
            Self::NotAFile { job, name } => messages::FilesNotAFile { job, path: name }.text(lang),
            Self::Found { job } => messages::FilesFound { job }.text(lang),
        })
    }
}

impl std::error::Error for PartsError {}

/// The parts of one rank, given the hosts of all.
///
/// # Errors
/// Reads cannot be shifted over these hosts.
pub fn of(hosts: &[String], rank: usize, shift_reads: bool) -> Result<RankParts, PartsError> {
    if !shift_reads {
        return Ok(RankParts {
            own: rank,
            read: rank,
        });
    }
    let mut by_host: Vec<(&str, Vec<usize>)> = Vec::new();
    for (rank, host) in hosts.iter().enumerate() {
        match by_host.iter_mut().find(|(known, _)| known == host) {
            Some((_, ranks)) => ranks.push(rank),
            None => by_host.push((host, vec![rank])),
        }
    }
    if by_host.len() < 2 {
        return Err(PartsError::OneHost);
    }
    let counts = || by_host.iter().map(|(_, ranks)| ranks.len());
    let (fewest, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    if fewest != most {
        return Err(PartsError::Uneven { fewest, most });
    }
    let mut read = rank;
    for (at, (_, ranks)) in by_host.iter().enumerate() {
        if let Some(place) = ranks.iter().position(|known| *known == rank) {
            let (_, next) = &by_host[(at + 1) % by_host.len()];
            read = next[place];
        }
    }
    Ok(RankParts { own: rank, read })
}

/// Gives the jobs of a plan their parts, and each rank seeds of its own: with the same seeds all would draw the same blocks at the same
/// time, and what one reads is in the next one's cache.
///
/// # Errors
/// The data of a job cannot be divided like this.
pub fn apply(
    plan: &mut RunPlan,
    spread: DataSpread,
    parts: RankParts,
    is_other: &dyn Fn(&str) -> bool,
) -> Result<(), PartsError> {
    if spread == DataSpread::Same && parts.own != parts.read {
        return Err(PartsError::NothingToShift);
    }
    vary(plan, parts.own as u64);
    for job in &mut plan.jobs {
        if job.engine.kind.is_diskless() {
            continue;
        }
        let mode = job.access.mode;
        let only_reads = mode.issues(Ddir::Read) && !mode.issues(Ddir::Write) && !mode.issues(Ddir::Trim);
        let is_shifted = only_reads && parts.own != parts.read;
        if is_shifted && job.verify.kind.is_on() {
            return Err(PartsError::Verifies {
                job: job.name.clone(),
            });
        }
        let part = if is_shifted { parts.read } else { parts.own };
        match spread {
            DataSpread::Same => {}
            DataSpread::Files => own_file(job, part, is_other)?,
            DataSpread::Stripes => stripe(job, part)?,
        }
    }
    Ok(())
}

/// Gives the jobs of a plan other seeds; with 0 they stay as they are.
pub fn vary(plan: &mut RunPlan, steps: u64) {
    /// The golden ratio in 64 bits, so that neighbouring ranks and runs get distant seeds.
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    let by = steps.wrapping_mul(STEP);
    for job in &mut plan.jobs {
        job.access.randseed = job.access.randseed.wrapping_add(by);
        job.engine.sim.seed = job.engine.sim.seed.wrapping_add(by);
    }
}

/// `$clientuid` is fio's word for what tells clients apart in a file name; its default format in that mode begins with it.
fn own_file(job: &mut JobPlan, part: usize, is_other: &dyn Fn(&str) -> bool) -> Result<(), PartsError> {
    const CLIENT: &str = "$clientuid";
    let name = job.name.clone();
    let files = &mut job.files;
    if files.opendir.is_some() {
        return Err(PartsError::Found { job: name });
    }
    for file in &mut files.filenames {
        if is_other(file) {
            return Err(PartsError::NotAFile {
                job: name,
                name: file.clone(),
            });
        }
        file.push_str(&format!(".{part}"));
    }
    let format = &files.filename_format;
    files.filename_format = if format.contains(CLIENT) {
        format.replace(CLIENT, &part.to_string())
    } else {
        format!("{part}.{format}")
    };
    Ok(())
}

/// A rank's stripe begins where that of the rank before ends: `size` further on, or `offset_increment` for each of its workers.
fn stripe(job: &mut JobPlan, part: usize) -> Result<(), PartsError> {
    let name = || job.name.clone();
    if job.files.filenames.is_empty() {
        return Err(PartsError::NoFile { job: name() });
    }
    let Some(Amount::Bytes(size)) = job.access.size else {
        return Err(PartsError::NoSize { job: name() });
    };
    let (Amount::Bytes(offset), Amount::Bytes(increment)) = (job.access.offset, job.access.offset_increment)
    else {
        return Err(PartsError::NotBytes { job: name() });
    };
    let stride = match increment {
        0 => size,
        each => each.saturating_mul(u64::from(job.numjobs)),
    };
    job.access.offset = Amount::Bytes(offset.saturating_add(stride.saturating_mul(part as u64)));
    Ok(())
}

/// The number of ranks of each host, the most first.
pub fn ranks_of_each(hosts: &[String]) -> Vec<usize> {
    let mut names: Vec<&String> = hosts.iter().collect();
    names.sort_unstable();
    names.dedup();
    let count = |name: &&String| hosts.iter().filter(|host| host == name).count();
    let mut counts: Vec<usize> = names.iter().map(count).collect();
    counts.sort_unstable_by_key(|count| std::cmp::Reverse(*count));
    counts
}
