//! Little's law: how a rate, a mean latency and the depth that was asked for go together.

use crate::case::planned::open_sync;
use fiord_job::plan::{Ddir, JobPlan, OpenSync, PlanPart};
use fiord_record::claims::Spread;
use serde::{Deserialize, Serialize};

/// In flight per worker below which a worker that never waits for anything but its I/Os cannot be.
pub const IDLE: f64 = 0.5;
/// Part of the asked depth from which a corrected latency explains the rate.
const EXPLAINS: f64 = 0.3;
/// Asked depth per worker from which a nearly empty queue is strange by itself.
const DEEP: f64 = 8.0;

/// What a job can have in flight, and whether its workers may be idle between their I/Os.
pub struct AskedQueue {
    /// I/Os in flight at most, as latencies count them: a buffered I/O of libaio is done when it is submitted, but its latency ends
    /// when it is collected, and up to `iodepth` wait for that. What the device sees is [`crate::case::planned::real_depth`].
    pub asked: f64,
    pub workers: f64,
    /// Whether the page cache is left out.
    pub direct: bool,
    /// Something that lets a worker wait for other things than its I/Os: then few in flight prove nothing.
    pub waits: Option<Waits>,
}

impl AskedQueue {
    pub fn of(job: &JobPlan, workers: f64) -> Self {
        let per_worker = if job.is_synchronous() {
            1
        } else {
            job.depth.iodepth.max(1)
        };
        Self {
            asked: f64::from(per_worker) * workers,
            workers,
            direct: job.durability.direct,
            waits: waits(job),
        }
    }
}

/// Why the workers of a job may have nothing in flight for most of the time.
fn waits(job: &JobPlan) -> Option<Waits> {
    let durability = &job.durability;
    let syncs = durability.fsync_every > 0
        || durability.fdatasync_every > 0
        || durability.sync_file_range.is_some()
        || durability.syncs_at_end()
        || open_sync(job) != OpenSync::None
        || !job.tells(PlanPart::Syncs) && job.access.mode.issues(Ddir::Write);
    if job.pace.is_held_back() {
        Some(Waits::HeldBack)
    } else if syncs {
        Some(Waits::Syncs)
    } else if job.files.nrfiles > 1 {
        Some(Waits::OpensFiles)
    } else if ["verify", "read_iolog", "flow", "latency_target", "zonemode"]
        .iter()
        .any(|option| job.was_given(option))
    {
        Some(Waits::OtherWork)
    } else if !job.engine.kind.moves_data() {
        Some(Waits::NoDevice)
    } else {
        None
    }
}

/// How a rate and a latency go together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fit {
    /// They may both be true.
    Agrees,
    /// More in flight than was asked for; divided by this it fits.
    TooLong(Option<f64>),
    /// Next to nothing in flight; times this it fits.
    TooShort(Option<f64>),
}

/// Judges by Little's law. `most` is what in flight ÷ asked may be.
pub fn fit(iops: Spread, ns: Spread, queue: &AskedQueue, most: f64) -> Fit {
    let in_flight = in_flight(iops, ns);
    let explains = |factor: f64| {
        let scaled = in_flight.times(factor);
        scaled.low <= most * queue.asked && scaled.high >= EXPLAINS * queue.asked
    };
    if in_flight.low > most * queue.asked {
        return Fit::TooLong([1e3, 1e6].into_iter().find(|factor| explains(1.0 / factor)));
    }
    if in_flight.high >= IDLE * queue.workers || queue.waits.is_some() {
        return Fit::Agrees;
    }
    match [1e3, 1e6].into_iter().find(|factor| explains(*factor)) {
        Some(factor) => Fit::TooShort(Some(factor)),
        // I/Os of a microsecond leave a worker busy with other things; a deep queue to a device does not stay empty.
        None if queue.direct && queue.asked >= DEEP * queue.workers => Fit::TooShort(None),
        None => Fit::Agrees,
    }
}

/// Mean I/Os in flight at this rate and this mean latency in nanoseconds.
pub fn in_flight(iops: Spread, ns: Spread) -> Spread {
    Spread {
        low: iops.low * ns.low / 1e9,
        high: iops.high * ns.high / 1e9,
    }
}

/// Why the workers of a job may have nothing in flight for most of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waits {
    HeldBack,
    Syncs,
    OpensFiles,
    OtherWork,
    NoDevice,
    /// Buffered I/O is done inside submit, which the completion latency leaves out.
    InSubmit,
}
