//! What a worker does with zones that have write pointers (`zonemode=zbd`), see [`fiord_targets::zones`].

use fiord_job::plan::Ddir;
use fiord_workload::io::{Io, Op};

use super::state::{Waiting, Worker};
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::io::Queued;
use fiord_targets::zones::Entered;

impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// The next I/O of the pattern. As in fio, a mixed job writes where it would read and no zone has data.
    #[inline(never)]
    pub(super) fn next_in_zones(&mut self) -> Option<Io> {
        let Some(drawn) = self.pattern.draw_direction() else {
            return self.pattern.next();
        };
        let zones = self.outside.steered.zones.as_ref();
        let is_empty = drawn == Op::Read && zones.is_some_and(|zones| !zones.has_data());
        self.pattern.next_in(if is_empty { Op::Write } else { drawn })
    }

    /// What is counted outside of the recorder begins now, or once more after a ramp.
    pub(super) fn begin_counting(&mut self) {
        self.engine.begin_counting();
        if let Some(zones) = &mut self.outside.steered.zones {
            zones.resets = 0;
        }
    }

    /// As in fio, who verifies begins with empty zones, so that none has to be reset under what it has written; so does a pass that has
    /// not enough room.
    ///
    /// FIO-DIFF(zbd-verify-pass): fio goes on in the room that is left, and resets all zones when there is none.
    pub(super) fn empty_zones(&mut self) {
        let writes = self.plan.job.access.mode.issues(Ddir::Write);
        if !writes || self.bytes.verifier.is_none() || self.flight.slots.held() > 0 {
            return;
        }
        let bytes = self.pattern.bytes_of_loop();
        let Some(zones) = &mut self.outside.steered.zones else {
            return;
        };
        if self.pass.number > 0 && zones.has_room_for(bytes) {
            return;
        }
        if let Err((file, errno)) = zones.empty(&self.plan.targets) {
            let io = Io {
                op: Op::Trim,
                file,
                offset: 0,
                len: 0,
            };
            self.fail(&io, errno, false);
        }
    }

    /// Gives the I/O of an in-place worker its place. `false`: it is not done.
    #[inline(always)]
    pub(super) fn enter_zone(&mut self, io: &mut Io) -> bool {
        self.outside.steered.zones.is_none() || self.enter_zone_now(io) == Some(true)
    }

    /// Gives the I/O of a queued worker its place. `Some(false)`: it is not done; `None`: it waits for one in flight.
    #[inline(always)]
    pub(super) fn enter_zone_or_wait(&mut self, io: &mut Io, intended_ns: u64) -> Option<bool> {
        if self.outside.steered.zones.is_none() {
            return Some(true);
        }
        let entered = self.enter_zone_now(io);
        if entered.is_none() {
            self.waiting = Waiting::Room { io: *io, intended_ns };
        }
        entered
    }

    #[inline(never)]
    fn enter_zone_now(&mut self, io: &mut Io) -> Option<bool> {
        let may_wait = self.flight.slots.held() == 0;
        let asked = *io;
        let zones = self.outside.steered.zones.as_mut()?;
        let is_known = zones.is_known && io.op == Op::Read;
        let entered = zones.enter(&self.plan.targets, io, may_wait);
        if let (Some(verifier), Some(lost)) = (&mut self.bytes.verifier, zones.take_lost()) {
            verifier.forget_zone(&lost);
        }
        match entered {
            Entered::Yes => {
                if io.op.ddir().is_some() && !is_known {
                    self.pattern.moved(&asked, io);
                }
                Some(true)
            }
            Entered::Later => None,
            // It was written and is lost: others have reset its zone.
            Entered::Never if is_known => Some(false),
            Entered::Never => {
                self.pattern.dropped(&asked);
                self.pass.ios_left = self.pass.ios_left.saturating_add(1);
                Some(false)
            }
            Entered::Failed { errno } => {
                self.fail(io, errno, false);
                Some(false)
            }
        }
    }

    /// A trim resets its zone; the engine has no part in it.
    #[inline(always)]
    pub(super) fn trim_zone(&mut self, io: &Io) -> Option<Queued> {
        let zones = self.outside.steered.zones.as_mut()?;
        (io.op == Op::Trim).then(|| Queued::Done(zones.trim(&self.plan.targets, io)))
    }

    /// An I/O with a place ended.
    #[inline(always)]
    pub(super) fn leave_zone(&mut self, io: &Io, result: Result<(), i32>) {
        let (Some(zones), Some(target)) = (
            self.outside.steered.zones.as_mut(),
            self.plan.targets.get(io.file as usize),
        ) else {
            return;
        };
        let recovers = result.is_err_and(|errno| errno != libc::EAGAIN)
            && self
                .plan
                .job
                .access
                .zbd()
                .is_some_and(|zones| zones.recover_write_error);
        if recovers {
            zones.recover(target, io);
        }
        zones.ended(target, io, result);
    }
}
