//! The room that the files of jobs need on a file system, together.

use std::collections::HashMap;
use std::hash::Hash;

use fiord_host::stack::FileSystem;
use fiord_record::{FileKind, TargetFacts};

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::planned::span_bytes;

/// What the files of one job need beyond what they hold already.
#[derive(Debug, Clone, Copy)]
pub struct Demand<'a> {
    pub file_system: &'a FileSystem,
    /// The number of the file system among those of the plan.
    place: usize,
    /// The number of the first file among the first files of the jobs.
    first: usize,
    /// `None`: unknown, or without limit.
    pub bytes: Option<u64>,
    /// The wave after which its files are removed (`unlink`).
    gone_after: Option<u32>,
}

impl<'a> Demand<'a> {
    /// Of each job of a plan whose first file is, or will be, on a file system.
    pub fn of_all(case: &'a Case<'a>) -> Vec<Option<Self>> {
        let waves = case.record.plan.waves();
        // Numbers, because the demands of many jobs are compared with each other.
        let (mut places, mut files) = (HashMap::new(), HashMap::new());
        let is_file = |target: &&TargetFacts| matches!(target.kind, FileKind::Missing | FileKind::Regular);
        let of = |view: &JobView<'a>| {
            let first: &'a TargetFacts = view.targets.iter().copied().find(is_file)?;
            let file_system = first.file_system()?;
            let mount = &file_system.mount;
            let wave = waves.get(view.index).copied();
            // Files that exist are counted as their own room: many file systems keep what is there apart from what grows.
            let length = span_bytes(view.job, &view.planned, &view.targets);
            Some(Self {
                file_system,
                place: number(&mut places, (mount.major, mount.minor, &mount.mount_point)),
                first: number(&mut files, &first.path),
                bytes: length.map(|bytes| bytes.saturating_sub(view.there_bytes())),
                gone_after: wave.filter(|_| view.job.files.unlink),
            })
        };
        JobView::all(case).iter().map(of).collect()
    }
}

/// The number of a key: a new one, unless it has one.
fn number<K: Eq + Hash>(numbers: &mut HashMap<K, usize>, key: K) -> usize {
    let next = numbers.len();
    *numbers.entry(key).or_insert(next)
}

/// What jobs need, by their first file. Jobs that share it need its room once.
fn needs<'a>(demands: impl Iterator<Item = &'a Demand<'a>>) -> HashMap<usize, u64> {
    let mut needs: HashMap<usize, u64> = HashMap::new();
    for demand in demands {
        let need = needs.entry(demand.first).or_default();
        *need = (*need).max(demand.bytes.unwrap_or(0));
    }
    needs
}

fn sum(needs: &HashMap<usize, u64>) -> u64 {
    needs.values().fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

/// Bytes that earlier jobs need on the file system of a job: for other files, and for the files that they share with the job.
pub fn before(demands: &[Option<Demand<'_>>], index: usize, wave: u32) -> (u64, u64) {
    let Some(Some(own)) = demands.get(index) else {
        return (0, 0);
    };
    let earlier = demands.iter().take(index).flatten();
    let is_there =
        |demand: &&Demand<'_>| demand.place == own.place && demand.gone_after.is_none_or(|gone| gone >= wave);
    let mut needs = needs(earlier.filter(is_there));
    let shared = needs.remove(&own.first).unwrap_or(0);
    (sum(&needs), shared)
}

/// Bytes that a job may add to what its files hold: nine tenths of what is free, without what the other jobs need, and no more than an equal
/// part for each job.
pub fn left(demands: &[Option<Demand<'_>>], index: usize) -> Option<u64> {
    let own = (*demands.get(index)?)?;
    let room = own.file_system.available_bytes? / 10 * 9;
    let others = demands.iter().flatten();
    let mut needs = needs(others.filter(|demand| demand.place == own.place && demand.first != own.first));
    needs.retain(|_, bytes| *bytes > 0);
    Some(
        room.saturating_sub(sum(&needs))
            .min(room / (needs.len() as u64 + 1)),
    )
}
