//! Everything that a running worker holds. Built before the barrier, in parts that belong together.

use std::sync::atomic::AtomicU8;

use super::setup::AtDeadline;
use super::slots::Slots;
use super::turns::WorkerTurn;
use super::verifying::Verifier;
use crate::data::blocks::BlockMap;
use crate::data::buffers::SlotBuffers;
use crate::data::logger::Logger;
use crate::data::recorder::Recorder;
use crate::error::{IoErrorNote, WorkerError};
use crate::io::Completion;
use crate::iolog::{Playback, Recording};
use crate::live::LiveCell;
use crate::tap::IoLines;
use fiord_targets::locks::LockSeat;
use fiord_targets::zones::ZoneSeat;
use fiord_workload::content::Content;
use fiord_workload::depth_search::DepthSearch;
use fiord_workload::flow::FlowSeat;
use fiord_workload::io::{Io, Op};
use fiord_workload::pace::Pacer;
use fiord_workload::pattern::Pattern;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::ranges::Ranges;
use fiord_workload::steady::SteadySeat;
use fiord_workload::syncs::SyncRules;
use fiord_workload::wear_out::WearOut;

/// I/Os handed to a device at once while the queue is filled, unless `iodepth_batch_submit` says otherwise. One at a time
/// costs a system call each; all at once lets the device idle while they are prepared.
///
/// FIO-DIFF(submit-groups): fio submits one at a time by default. The depth map is counted as if we did too.
const TOGETHER: u32 = 4;

/// As [`TOGETHER`], where I/Os are done when the submit call returns (page cache, devices in memory): no device idles.
const TOGETHER_AT_ONCE: u32 = 16;

/// A running worker.
pub(super) struct Worker<'a, E, C> {
    pub(super) plan: &'a WorkerPlan,
    pub(super) outside: Outside<'a>,
    pub(super) clock: C,
    pub(super) engine: E,
    pub(super) pattern: Pattern,
    pub(super) pacer: Pacer,
    pub(super) syncs: SyncRules,
    pub(super) bytes: BlockBytes,
    pub(super) flight: Flight,
    pub(super) counts: Counts,
    pub(super) timeline: Timeline,
    pub(super) pass: Pass,
    pub(super) waiting: Waiting,
    pub(super) end: End,
}

/// What else than the pattern and the pace decides which I/O comes next, when, and how long.
#[derive(Default)]
pub(super) struct Steered {
    pub(super) flow: Option<FlowSeat>,
    pub(super) replay: Option<Box<Playback>>,
    pub(super) recording: Option<Box<Recording>>,
    /// `--debug=io`
    pub(super) lines: Option<Box<IoLines>>,
    pub(super) steady: Option<Box<SteadySeat>>,
    pub(super) search: Option<Box<DepthSearch>>,
    pub(super) locks: Option<Box<LockSeat>>,
    pub(super) zones: Option<Box<ZoneSeat>>,
    pub(super) ranges: Option<Box<Ranges>>,
}

/// What others write and read while the worker runs.
pub(super) struct Outside<'a> {
    pub(super) stop: &'a AtomicU8,
    pub(super) live: &'a LiveCell,
    /// Where this job wears out.
    pub(super) wear_out: Option<&'a WearOut>,
    /// `flow`, and what is replayed and recorded.
    pub(super) steered: Steered,
}

/// What is written into blocks, and what those that come back are held against.
pub(super) struct BlockBytes {
    pub(super) content: Content,
    pub(super) verifier: Option<Box<Verifier>>,
}

/// I/Os between the pattern and the recorder.
pub(super) struct Flight {
    pub(super) buffers: SlotBuffers,
    pub(super) slots: Slots,
    pub(super) batches: Batches,
    /// Slots whose transfer was short: the remainder is queued first.
    pub(super) requeue: Vec<u32>,
    /// Slots queued and not yet taken by a submit call, in order.
    pub(super) group: Vec<u32>,
    pub(super) completions: Box<[Completion]>,
    /// When the first write of a rated job was due that no sync has made safe yet.
    pub(super) unsynced_due_ns: Option<u64>,
}

/// What is counted.
pub(super) struct Counts {
    pub(super) recorder: Recorder,
    /// The recorder of the time after ramp, until it begins; then that of ramp, which is not reported. Of a worker in turns: see
    /// [`Worker::count_apart`].
    pub(super) other: Option<Box<Recorder>>,
    pub(super) logger: Option<Box<Logger>>,
    /// `block_error_percentiles`
    pub(super) blocks: Option<Box<BlockMap>>,
    /// Stamps before an I/O are wanted: some latency is recorded.
    pub(super) stamps: bool,
    /// I/Os and bytes of each direction that are not reported: those of a search before its last window.
    pub(super) set_aside: [(u64, u64); 3],
}

/// A pass over the data (`loops`, `time_based`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Pass {
    pub(super) number: u32,
    /// I/Os left in it by `number_ios`.
    pub(super) ios_left: u64,
    /// I/Os issued in all passes.
    pub(super) issued: u64,
    /// I/Os issued when it began.
    pub(super) issued_before: u64,
}

/// An I/O that was taken from the pattern and is not issued yet.
#[derive(Debug, Clone, Copy)]
pub(super) enum Waiting {
    Nothing,
    /// The pace wants it at `at_ns`.
    Due {
        io: Io,
        at_ns: u64,
    },
    /// The engine had no room. The pace had admitted it, with this intended start.
    Room {
        io: Io,
        intended_ns: u64,
    },
    /// One in flight overlaps it (`serialize_overlap`), or the run ended when it was due.
    Held {
        io: Io,
    },
}

impl Waiting {
    #[inline(always)]
    pub(super) const fn is_nothing(&self) -> bool {
        matches!(self, Waiting::Nothing)
    }

    /// When the pace wants it; `None` when it waits for something else than time.
    pub(super) const fn due_ns(&self) -> Option<u64> {
        match self {
            Waiting::Due { at_ns, .. } => Some(*at_ns),
            _ => None,
        }
    }
}

/// How the worker comes to its end.
pub(super) struct End {
    /// Nothing more is issued.
    pub(super) reached: bool,
    pub(super) error: Option<WorkerError>,
    pub(super) notes: Vec<RawNote>,
    pub(super) wear: Wear,
    pub(super) turn: WorkerTurn,
}

impl End {
    /// Before the first I/O, with room for what may go wrong.
    pub(super) fn ahead(turn: WorkerTurn) -> Self {
        Self {
            reached: false,
            error: None,
            notes: Vec::with_capacity(IoErrorNote::MAX),
            wear: Wear::default(),
            turn,
        }
    }
}

/// A runtime that is over for a job that wears out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wear {
    pub(super) at_deadline: Option<AtDeadline>,
    /// How far the job goes has still to be asked.
    pub(super) is_to_wait: bool,
    /// Since when it waited, if it had nothing more to do then.
    pub(super) rested_ns: Option<u64>,
}

/// Stamps at which something other than I/O happens.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeline {
    /// First stamp of the worker.
    pub(super) origin_ns: u64,
    /// End of ramp; `u64::MAX` when it is past or there is none.
    pub(super) ramp_end_ns: u64,
    /// `ramp_size` while it lasts; 0 when it is past or there is none.
    pub(super) ramp_bytes: u64,
    /// Nothing is issued after this; `u64::MAX` without a runtime.
    pub(super) end_ns: u64,
    /// The earliest of all that the loop must look up for: one comparison per stamp.
    pub(super) next_event_ns: u64,
    /// Last stamp seen.
    pub(super) last_ns: u64,
}

impl Timeline {
    /// Before the first stamp.
    pub(super) const fn new(ramp_bytes: u64) -> Self {
        Self {
            origin_ns: 0,
            ramp_end_ns: u64::MAX,
            ramp_bytes,
            end_ns: u64::MAX,
            next_event_ns: 0,
            last_ns: 0,
        }
    }

    /// Whether what is counted now will be thrown away.
    pub(super) const fn is_in_ramp(&self) -> bool {
        self.ramp_end_ns != u64::MAX || self.ramp_bytes > 0
    }
}

/// How the queue is filled and emptied, from `iodepth*`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batches {
    /// Most I/Os per submit call, now.
    pub(super) submit: u32,
    /// The bounds of `submit`.
    pub(super) submit_range: (u32, u32),
    /// `iodepth_batch_submit` was given: the depth map counts a batch at the depth it reached.
    pub(super) submit_given: bool,
    /// `iodepth_batch_complete_min`
    pub(super) min: u32,
    /// `iodepth_batch_complete_max`, or everything there is.
    pub(super) max: u32,
    /// A full queue is emptied to this before it is filled again.
    pub(super) low: u32,
}

impl Batches {
    pub(super) fn new(plan: &WorkerPlan, depth: u32, groups: bool) -> Self {
        let given = &plan.job.depth;
        let submit_given = plan.job.was_given("iodepth_batch_submit") || given.batch_submit != 1;
        let submit_range = match (submit_given, given.batch_submit) {
            (true, 0) => (depth, depth),
            (true, most) => (most.min(depth), most.min(depth)),
            // Half of a shallow queue, so that the device works on one half while the other is prepared.
            (false, _) if groups => (
                TOGETHER.min(depth.div_ceil(2)),
                TOGETHER_AT_ONCE.min(depth.div_ceil(2)),
            ),
            (false, _) => (depth, depth),
        };
        // FIO-DIFF(complete-min-0): with `iodepth_batch_complete_min=0` fio 3.33 still waits for one I/O each time; here it looks
        // without waiting, as the manual says, and waits only when the queue is full.
        let min = given.batch_complete_min.min(depth);
        // FIO-DIFF(complete-max): without `iodepth_batch_complete_*` fio takes one completion per call; here it takes all there
        // are, so that `complete` of a fast device has larger classes.
        let max = match given.batch_complete_max {
            Some(max) => max.max(min).clamp(1, depth),
            None if plan.job.was_given("iodepth_batch_complete_min") => min.max(1),
            None => depth,
        };
        let low = given.low.unwrap_or(depth).clamp(0, depth);
        Self {
            submit: submit_range.0,
            submit_range,
            submit_given,
            min,
            max,
            low: if low == 0 { depth } else { low },
        }
    }
}

/// An error as the loop notes it; the path is looked up at the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawNote {
    pub(super) io: Io,
    pub(super) errno: i32,
    pub(super) full_resid: bool,
}

impl RawNote {
    pub(super) fn with_path(self, plan: &WorkerPlan) -> IoErrorNote {
        IoErrorNote {
            op: self.io.op,
            path: plan
                .targets
                .get(self.io.file as usize)
                .map(|target| target.path.clone())
                .unwrap_or_default(),
            offset: self.io.offset,
            len: self.io.len,
            errno: self.errno,
            full_resid: self.full_resid,
            in_ranges: self.io.op == Op::Trim && plan.job.engine.passthrough.trim_ranges > 1,
        }
    }
}
