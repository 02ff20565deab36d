//! What a caller wants of a run.

use std::path::PathBuf;
use std::sync::Arc;

use fiord_engine::live::LiveBoard;
use fiord_host::block::identity::Identity;
use fiord_record::run::RunRecord;
use fiord_targets::stop::StopFlag;
use fiord_workload::wear_out::WearOut;

use crate::layers::LayersRequest;
use crate::siblings::OtherProcesses;
use crate::turns::Turns;

/// How a plan is measured. It does not change while the run goes on.
pub struct RunSettings {
    /// Devices that may be overwritten, as the user named them.
    pub allow_destroy: Vec<PathBuf>,
    /// The only files that may be written, where the run made them itself: another file under their name is refused. Empty: no such limit.
    pub only: Vec<Identity>,
    /// Refuses every job that writes or trims, and makes or extends no file.
    pub readonly: bool,
    /// The other processes of the run, which may write the same files and block devices.
    pub others: OtherProcesses,
    /// Ends the run early: workers stop issuing, drain and report.
    pub stop: Arc<StopFlag>,
    /// Where workers publish what they do, made by [`crate::board`]; with evidence on a board with latencies, which the record then has by
    /// second. `None`: the run makes its own.
    pub live: Option<Arc<LiveBoard>>,
    /// Whether the kernel's counters are read before, during and after.
    pub evidence: bool,
    /// The directory with the states of verifying jobs (`--aux-path`); `None`: none are written or read.
    pub states: Option<PathBuf>,
    /// Whether the kernel is traced, with `evidence` and on a board of [`crate::layers::with_stamps`].
    pub layers: Option<LayersRequest>,
    /// Keeps the first gate of each wave shut until other processes are ready too.
    pub hold: Option<Hold>,
    /// Where workers say how far they are when their runtime is over, and hear how far they go.
    pub wear_out: Option<Arc<WearOut>>,
    /// The jobs take turns: the workers of one side rest while the workers of the other side do I/O.
    pub turns: Option<Arc<Turns>>,
    /// Is shown each second, with evidence, what was counted so far.
    pub watcher: Option<RunWatcher>,
}

/// Called once a second while workers run, in a thread that does nothing else, with the record so far: the counts of each job, those of its
/// workers in one, and the counters of the devices. What is looked at once, after the run, is missing.
pub type RunWatcher = Arc<dyn Fn(&RunRecord) + Send + Sync>;

/// Called in the thread that measures, once for each wave with its number ([`fiord_job::plan::RunPlan::waves`]), when the first workers of
/// the wave wait at their gate: it opens when this returns `true`, and not at all after `false`. It has to return soon after the stop flag
/// was set.
pub type Hold = Arc<dyn Fn(u32) -> bool + Send + Sync>;

impl RunSettings {
    /// A run without consent to destroy anything and without evidence.
    pub fn new(stop: Arc<StopFlag>) -> Self {
        Self {
            allow_destroy: Vec::new(),
            only: Vec::new(),
            readonly: false,
            others: OtherProcesses::default(),
            stop,
            live: None,
            evidence: false,
            states: None,
            layers: None,
            hold: None,
            wear_out: None,
            turns: None,
            watcher: None,
        }
    }
}
