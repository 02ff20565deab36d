//! The room that the files of jobs need on a file system, together.

use std::collections::HashMap;
use std::path::Path;

use fiord_host::stack::FileSystem;
use fiord_record::{FileKind, TargetFacts};

use crate::case::Case;
use crate::case::job_view::JobView;

/// What the files of one job need beyond what they hold already.
#[derive(Debug, Clone, Copy)]
pub struct Demand<'a> {
    pub file_system: &'a FileSystem,
    /// The first file. Jobs that share it need its room once.
    first: &'a Path,
    /// `None`: unknown, or without limit.
    pub bytes: Option<u64>,
    /// The wave after which its files are removed (`unlink`).
    gone_after: Option<u32>,
}

impl<'a> Demand<'a> {
    /// Of a job whose first file is, or will be, on a file system.
    pub fn of(view: &JobView<'a>, waves: &[u32]) -> Option<Self> {
        let is_file = |target: &&TargetFacts| matches!(target.kind, FileKind::Missing | FileKind::Regular);
        let first: &'a TargetFacts = view.targets.iter().copied().find(is_file)?;
        let wave = waves.get(view.index).copied();
        // Files that exist are counted as their own room: many file systems keep what is there apart from what grows.
        let footprint = view.planned.footprint_bytes;
        Some(Self {
            file_system: first.file_system()?,
            first: &first.path,
            bytes: footprint.map(|bytes| bytes.saturating_sub(view.there_bytes())),
            gone_after: wave.filter(|_| view.job.files.unlink),
        })
    }

    /// Of each job of a plan.
    pub fn of_all(case: &'a Case<'a>) -> Vec<Option<Self>> {
        let waves = case.record.plan.waves();
        let views = JobView::all(case);
        views.iter().map(|view| Self::of(view, &waves)).collect()
    }

    fn is_with(&self, other: &Self) -> bool {
        let place = |fs: &'a FileSystem| (fs.mount.major, fs.mount.minor, &fs.mount.mount_point);
        place(self.file_system) == place(other.file_system)
    }
}

/// Bytes that the files of the jobs before one need on its file system, without those that it has in common with them; and how much of its own
/// need they have met.
pub fn before(demands: &[Option<Demand<'_>>], index: usize, wave: u32) -> (u64, u64) {
    let Some(Some(own)) = demands.get(index) else {
        return (0, 0);
    };
    let mut needs: HashMap<&Path, u64> = HashMap::new();
    let earlier = demands.iter().take(index).flatten();
    for demand in
        earlier.filter(|demand| demand.is_with(own) && demand.gone_after.is_none_or(|gone| gone >= wave))
    {
        let need = needs.entry(demand.first).or_default();
        *need = (*need).max(demand.bytes.unwrap_or(0));
    }
    let shared = needs.remove(own.first).unwrap_or(0);
    (
        needs.values().fold(0, |sum, bytes| sum.saturating_add(*bytes)),
        shared,
    )
}

/// Bytes that a job may add to what its files hold: nine tenths of what is free, without what the other jobs need, and no more than an equal
/// part for each job.
pub fn left(view: &JobView<'_>) -> Option<u64> {
    let demands = Demand::of_all(view.case);
    let own = (*demands.get(view.index)?)?;
    let room = own.file_system.available_bytes? / 10 * 9;
    let mut needs: HashMap<&Path, u64> = HashMap::new();
    let others = demands.iter().flatten().filter(|demand| demand.is_with(&own));
    for demand in others.filter(|demand| demand.first != own.first) {
        let need = needs.entry(demand.first).or_default();
        *need = (*need).max(demand.bytes.unwrap_or(0));
    }
    needs.retain(|_, bytes| *bytes > 0);
    let others = needs.values().fold(0u64, |sum, bytes| sum.saturating_add(*bytes));
    Some(room.saturating_sub(others).min(room / (needs.len() as u64 + 1)))
}
