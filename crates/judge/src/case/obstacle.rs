//! Why a job cannot begin: nothing to do I/O on.

use std::path::{Path, PathBuf};

use fiord_host::stack::FileSystem;
use fiord_job::plan::{Amount, Ddir, JobPlan};
use fiord_record::{FileKind, TargetFacts, Unwritable};
use serde::{Deserialize, Serialize};

use crate::case::job_view::JobView;
use crate::case::planned::issues;

/// What keeps a job from its first I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    /// The job has a device's name and no file name.
    NamedLikeADevice,
    Directory,
    /// There, and this user may not read it.
    Unreadable,
    /// It would be written or made, and the file system is read-only.
    ReadOnly,
    /// It would be written or made, and this user may not.
    Unwritable,
    /// No device of this name, in the folder of the nodes of devices.
    NoDevice,
    /// Not there, and the job may not make it (`allow_file_create=0`).
    NotToBeMade,
    /// Not there, so the job makes it, and then verifies data that it did not write.
    NoDataToVerify,
    /// Not there, and no size is given.
    Missing,
    /// Not there, and its size is to be a percentage of what is there.
    PartOfNothing {
        percent: u32,
    },
    /// The offset is not before the end of the file, and no size is given.
    BehindEnd,
    /// The region, or the part of it in each file, has no room for one block.
    SmallerThanBlock,
    /// A file of no bytes, and no size is given.
    Empty,
    /// A device of no bytes: without a medium, or not attached.
    NoMedium,
}

/// The first obstacle and the path that it is about.
pub fn find(view: &JobView<'_>) -> Option<(Obstacle, PathBuf)> {
    let job = view.job;
    if named_like_a_device(job) {
        return Some((Obstacle::NamedLikeADevice, PathBuf::from(&job.name)));
    }
    let found = view
        .targets
        .iter()
        .copied()
        .find_map(|target| Some((in_the_way(target)?, target)))
        .or_else(|| not_to_be_made(view))
        .or_else(|| sizeless(view))
        .or_else(|| nothing_to_verify(view))
        .or_else(|| smaller_than_block(view));
    found.map(|(obstacle, target)| (obstacle, target.path.clone()))
}

/// Whether fio would take the job for one on the device of its name.
pub fn named_like_a_device(job: &JobPlan) -> bool {
    job.files.filenames.is_empty() && job.name.starts_with("/dev/")
}

fn in_the_way(target: &TargetFacts) -> Option<Obstacle> {
    let is_node =
        |fs: &FileSystem| fs.mount.fs_type == "devtmpfs" || fs.mount.mount_point == Path::new("/dev");
    match (target.kind, target.size_bytes) {
        (FileKind::Missing, _) if target.file_system().is_some_and(is_node) => Some(Obstacle::NoDevice),
        (FileKind::Directory, _) => Some(Obstacle::Directory),
        (FileKind::Regular | FileKind::Block, None) => Some(Obstacle::Unreadable),
        (FileKind::Block, Some(0)) => Some(Obstacle::NoMedium),
        _ => target.unwritable.map(|why| match why {
            Unwritable::ReadOnly => Obstacle::ReadOnly,
            Unwritable::Denied => Obstacle::Unwritable,
        }),
    }
}

/// A missing file that neither this job nor one before it makes.
fn not_to_be_made<'a>(view: &JobView<'a>) -> Option<(Obstacle, &'a TargetFacts)> {
    let makes = view.job.files.allow_create || view.job.engine.kind.works_on_names();
    let first = made_here(view).filter(|_| !makes)?;
    Some((Obstacle::NotToBeMade, first))
}

/// A job that reads and checks what it laid out itself.
fn nothing_to_verify<'a>(view: &JobView<'a>) -> Option<(Obstacle, &'a TargetFacts)> {
    let job = view.job;
    let checks = job.verify.kind.is_on() && job.verify.kind.has_header() && job.verify.read_back;
    let only_reads = issues(job, Ddir::Read) && !issues(job, Ddir::Write) && !issues(job, Ddir::Trim);
    let is_real = job.engine.kind.moves_data() && !job.engine.kind.is_diskless();
    let first = made_here(view).filter(|_| checks && only_reads && is_real)?;
    Some((Obstacle::NoDataToVerify, first))
}

/// The first file that is not there, and that no earlier job makes.
fn made_here<'a>(view: &JobView<'a>) -> Option<&'a TargetFacts> {
    let mut missing = view.targets.iter().copied().filter(|target| !target.exists());
    let earlier = |target: &&TargetFacts| {
        let mut others = view.case.record.before.targets.iter();
        others.any(|other| other.job < view.index && other.path == target.path)
    };
    missing.find(|target| !earlier(target))
}

fn smaller_than_block<'a>(view: &JobView<'a>) -> Option<(Obstacle, &'a TargetFacts)> {
    let has_none = view.planned.total_bytes == Some(0) && view.job.engine.kind.moves_data();
    let first = view.targets.first().copied().filter(|_| has_none)?;
    Some((Obstacle::SmallerThanBlock, first))
}

fn sizeless<'a>(view: &JobView<'a>) -> Option<(Obstacle, &'a TargetFacts)> {
    if view.planned.region_bytes.is_some() || view.job.access.fill_device {
        return None;
    }
    let targets = || view.targets.iter().copied();
    let missing = targets().find(|target| !target.exists());
    let empty = || targets().find(|target| target.size_bytes == Some(0));
    let why = match view.job.access.size {
        Some(Amount::Percent(percent)) => Obstacle::PartOfNothing { percent },
        _ => Obstacle::Missing,
    };
    let there = targets().find(|target| target.size_bytes > Some(0));
    missing
        .map(|target| (why, target))
        .or_else(|| Some((Obstacle::Empty, empty()?)))
        .or_else(|| Some((Obstacle::BehindEnd, there.filter(|_| starts_later(view))?)))
}

fn starts_later(view: &JobView<'_>) -> bool {
    !matches!(view.job.access.offset, Amount::Bytes(0) | Amount::Percent(0))
}
