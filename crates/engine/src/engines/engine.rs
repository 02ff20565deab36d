//! What an I/O engine is: five methods between the worker loop and the kernel.
//!
//! The loop is compiled once per engine; those whose calls take far longer than a jump share a copy ([`super::pointed`]). Engines
//! move bytes and report results, they keep no time and no statistics.

use crate::io::{Completion, Queued, Request};
use fiord_messages::Sentence;
use fiord_stats::CpuUse;
use fiord_workload::io::Io;

/// How long [`Engine::reap`] may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Not at all.
    Poll,
    /// Until this many are there (or as many as fit in the output).
    AtLeast(u32),
    /// Until one is there, or this many nanoseconds have passed.
    ForNs(u64),
}

/// A submit or reap call that failed as a whole. One failed I/O is a [`Completion`] instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallError {
    /// Name of the call.
    pub call: &'static str,
    pub errno: i32,
}

/// What the loop must know about an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether there is a device behind it that works while more is submitted, so that small groups reach it sooner.
    pub groups: bool,
    /// Whether fio counts batches (`submit`, `complete`) for this engine; its `null` at depth 1 does not.
    pub counts_batches: bool,
}

/// One I/O engine, set up for one worker.
///
/// The methods behind [`Engine::queue`] are those of an engine that is done when `queue` returns ([`Engine::IN_PLACE`]); one that
/// holds requests writes all of them itself.
pub trait Engine {
    /// Every request is done when [`Engine::queue`] returns: the loop needs no slots, and submission cannot be told from
    /// completion.
    const IN_PLACE: bool;

    /// Data arrives from elsewhere (a device, the kernel, a mapping): the stamp that ends a latency must wait for it, see
    /// [`crate::data::clock::Clock::after_ns`].
    const MOVES_DATA: bool = true;

    /// I/Os are done by the time [`Engine::submit`] returns: handing over takes no time of its own, and all of it is completion.
    const DONE_BY_SUBMIT: bool = false;

    /// Whether it trims in `queue` already, although it queues all else: a trim is not handed over and has no time for that.
    const TRIMS_IN_PLACE: bool = false;

    /// I/Os can carry priorities of their own (`cmdprio_*`), see [`Engine::priority`].
    const PRIORITIES: bool = false;

    /// The places of a trim of several ranges (`num_range`), which comes next in this slot. Its offset is that of the first, its length
    /// that of all. They hold until the slot completes, also where the request has to be queued again.
    fn take_ranges(&mut self, _slot: u32, _places: &[Io]) {}

    /// Takes one request. The buffer must stay valid until its slot completes.
    fn queue(&mut self, request: &Request) -> Queued;

    /// Hands over what was queued, in order. Returns how many the kernel took; the rest stays queued for the next call. None at
    /// all means that the kernel is short of something at the moment: the loop tries again, see `Worker::insist`.
    ///
    /// # Errors
    /// When the call itself is refused and nothing was taken.
    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(0)
    }

    /// Collects finished I/Os into `out`; returns how many.
    ///
    /// # Errors
    /// When the call itself is refused.
    fn reap(&mut self, _wait: Wait, _out: &mut [Completion]) -> Result<u32, CallError> {
        Ok(0)
    }

    /// Whether everything handed over is already done, as far as can be seen without a call: asked after a submission, to
    /// learn whether the engine finishes I/Os while it submits them.
    #[inline(always)]
    fn all_done(&mut self) -> bool {
        false
    }

    /// The priority that the I/O of this slot was queued with; 0: the worker's own.
    fn priority(&self, _slot: u32) -> u16 {
        0
    }

    /// What is counted begins now, or once more after a ramp: see [`Engine::helpers_used`].
    fn begin_counting(&mut self) {}

    /// What threads of the engine's own have used of processors since [`Engine::begin_counting`]. Called once nothing is queued any more,
    /// and ends them.
    fn helpers_used(&mut self) -> CpuUse {
        CpuUse::default()
    }

    /// What is known of a failed I/O besides its errno, for the error that ends the job.
    fn take_reason(&mut self) -> Option<Sentence> {
        None
    }

    /// The most I/Os it holds at once.
    fn depth(&self) -> u32 {
        1
    }

    /// What the loop must know.
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: false,
            counts_batches: true,
        }
    }
}
