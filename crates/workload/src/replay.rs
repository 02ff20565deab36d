//! A worker's I/Os once more, in their order, without doing them.
//!
//! Everything that [`Pattern`] draws comes from the seed, so the places of a run that is over can be made again and counted. What
//! depends on time cannot: [`Replay::of`] then has a reason. Passes begin here as in the worker loop (`worker/drive`, `next_io` and
//! `next_pass`). Nothing here runs while a worker measures.

use fiord_job::plan::Ddir;
use fiord_messages::{Fixed, run_errors as messages};

use crate::io::Io;
use crate::pattern::Pattern;
use crate::plan::WorkerPlan;

/// The I/Os of one worker from its first on, ramp included; syncs are not among them.
#[derive(Debug, Clone)]
pub struct Replay {
    pattern: Pattern,
    /// A pace asks the mix for a direction first, as the worker loop does.
    paced: bool,
    time_based: bool,
    loops: u32,
    /// I/Os of one pass (`number_ios`).
    per_pass: u64,
    left: u64,
    pass: u32,
    issued_in_pass: u64,
}

impl Replay {
    /// From the plan that the worker worked off.
    ///
    /// # Errors
    /// Why its order cannot be made again.
    pub fn of(plan: &WorkerPlan) -> Result<Self, Fixed> {
        let job = &*plan.job;
        let mode = job.access.mode;
        if !job.control.replay.read.is_empty() {
            return Err(messages::uncounted_replay);
        }
        if job.pace.flow.weight > 0 && mode.issues(Ddir::Read) && mode.issues(Ddir::Write) {
            return Err(messages::uncounted_flow);
        }
        if !job.engine.kind.moves_data() && !job.engine.kind.is_diskless() {
            return Err(messages::uncounted_engine);
        }
        if job.access.zbd().is_some() {
            return Err(messages::uncounted_zones);
        }
        if job.engine.passthrough.trim_ranges > 1 {
            return Err(messages::uncounted_ranges);
        }
        let mixed = mode.issues(Ddir::Read) && mode.issues(Ddir::Write);
        if mixed && job.pace.is_rated() {
            return Err(messages::uncounted_rates);
        }
        let durable = &job.durability;
        let syncs =
            durable.fsync_every > 0 || durable.fdatasync_every > 0 || durable.sync_file_range.is_some();
        // A sync at the very end of a loop takes one more direction from the mix.
        if mixed && syncs && job.control.loops > 1 && !job.control.time_based {
            return Err(messages::uncounted_loops);
        }
        let per_pass = job.access.most_ios();
        let mut pattern = Pattern::new(plan);
        pattern.begin_loop(0);
        Ok(Self {
            pattern,
            paced: crate::pace::Pacer::new(plan, 0).is_active(),
            time_based: job.control.time_based,
            loops: job.control.loops,
            per_pass,
            left: per_pass,
            pass: 0,
            issued_in_pass: 0,
        })
    }

    fn next_of_pass(&mut self) -> Option<Io> {
        if self.left == 0 {
            return None;
        }
        let io = match self.paced.then(|| self.pattern.draw_direction()).flatten() {
            Some(drawn) => self.pattern.next_in(drawn),
            None => self.pattern.next(),
        }?;
        self.left -= 1;
        self.issued_in_pass += 1;
        Some(io)
    }
}

impl Iterator for Replay {
    type Item = Io;

    fn next(&mut self) -> Option<Io> {
        if let Some(io) = self.next_of_pass() {
            return Some(io);
        }
        let again = self.time_based || self.pass.saturating_add(1) < self.loops;
        if !again || self.issued_in_pass == 0 {
            return None;
        }
        self.pass += 1;
        self.issued_in_pass = 0;
        self.left = self.per_pass;
        self.pattern.begin_loop(self.pass);
        self.next_of_pass()
    }
}
