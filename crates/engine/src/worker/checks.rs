//! Verification in the loop: when it reads back, and what a wrong block means for the job.

use fiord_job::plan::{Ddir, VerifyKind};
use fiord_stats::JobStats;

use super::chunks::Wrong;
use super::renew::drop_all;
use super::state::Worker;
use super::verifying::Verifier;
use crate::data::clock::Clock;
use crate::engines::engine::Engine;
use crate::error::{VerifyNote, WorkerError};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::TargetKind;
impl<E: Engine, C: Clock> Worker<'_, E, C> {
    /// The next I/O of reading back. `Err(())`: there is nothing else to do in this pass.
    pub(super) fn next_verification(&mut self) -> Result<Option<Io>, ()> {
        let Some(verifier) = &mut self.bytes.verifier else {
            return Ok(None);
        };
        let read = verifier.next_read();
        if let Some(zones) = &mut self.outside.steered.zones {
            zones.is_known = read.is_some();
        }
        match read {
            Some(io) => Ok(Some(io)),
            None if verifier.is_reading() => Err(()),
            None => Ok(None),
        }
    }

    /// Whether what is issued now is reading back, which no pace holds up.
    pub(super) fn reads_back(&self) -> bool {
        self.bytes
            .verifier
            .as_ref()
            .is_some_and(|verifier| verifier.is_reading())
    }

    /// Whether the job checks what an earlier run wrote, in place of its writes (`verify_only`).
    pub(super) fn only_reads_back(&self) -> bool {
        self.plan.job.verify.only
            && self
                .bytes
                .verifier
                .as_deref()
                .is_some_and(Verifier::keeps_ledgers)
    }

    /// Whether what this pass wrote is read back when it ends.
    pub(super) fn will_read_back(&self) -> bool {
        let verify = &self.plan.job.verify;
        let keeps_ledgers = |verifier: &Verifier| verifier.keeps_ledgers();
        verify.read_back
            && !verify.only
            && !self.end.reached
            && self.pass.issued > self.pass.issued_before
            && self.bytes.verifier.as_deref().is_some_and(keeps_ledgers)
    }

    /// The writes of a pass are done and nothing is in flight: begins to read them back, or ends that.
    pub(super) fn begin_read_back(&mut self) -> bool {
        self.settle_checks();
        let now_ns = self.clock.now_ns();
        if self
            .bytes
            .verifier
            .as_mut()
            .is_none_or(|verifier| verifier.end_reading(now_ns))
            || !self.will_read_back()
        {
            return false;
        }
        // As in fio: what is read back shall come from the device.
        self.sync_written();
        if let Err(error) = drop_all(self.plan) {
            self.end_with(error);
        }
        let now_ns = self.clock.now_ns();
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.begin_reading(now_ns);
        }
        true
    }

    /// As in fio, reading back and writing have their own run times.
    ///
    /// FIO-DIFF(backlog-runtime): in fio the run time of reads is that of the last reading back, also where most were read before it.
    pub(super) fn part_run_times(&self, stats: &mut JobStats) {
        let Some(verifier) = &self.bytes.verifier else {
            return;
        };
        if self.plan.job.access.mode.issues(Ddir::Read) || !verifier.keeps_ledgers() {
            return;
        }
        let reading_ns = verifier.reading_ns();
        for ddir in Ddir::ALL {
            let of_ddir = &mut stats.ddirs[ddir as usize];
            of_ddir.runtime_ns = match ddir {
                Ddir::Read if verifier.has_mixed() => of_ddir.runtime_ns,
                Ddir::Read => reading_ns,
                _ => of_ddir.runtime_ns.saturating_sub(reading_ns),
            };
        }
    }

    fn sync_written(&mut self) {
        let mut all = true;
        for file in 0..self.plan.targets.len() as u32 {
            if matches!(
                self.plan.targets[file as usize].kind,
                TargetKind::File | TargetKind::Block
            ) {
                let io = Io {
                    op: Op::Fsync,
                    file,
                    offset: 0,
                    len: 0,
                };
                let result = self.sync_now(io);
                if result < 0 {
                    all = false;
                    self.fail(&io, -result, false);
                }
            }
        }
        if let (Some(verifier), true) = (&mut self.bytes.verifier, all) {
            verifier.all_synced();
        }
    }

    /// A read or write has ended well in `slot`; `io` is all of it.
    pub(super) fn verify(&mut self, io: &Io, slot: u32) {
        let Some(verifier) = &mut self.bytes.verifier else {
            return;
        };
        match io.op {
            Op::Write => verifier.wrote(io, slot),
            Op::Trim => verifier.trimmed(io),
            Op::Read => {
                let len = io.len as usize;
                let buffer = &mut self.flight.buffers.slot_mut(slot)[..len];
                let own = !self.plan.job.verify.only;
                let mut found = Vec::new();
                let checked = verifier.check(&self.bytes.content, buffer, io, own, |io, wrong| {
                    found.push((io, wrong));
                });
                // Read back once.
                let once = verifier.was_read_back(io) || !self.plan.job.access.mode.issues(Ddir::Read);
                match checked {
                    Ok(()) if once => verifier.forget(io),
                    Ok(()) => {}
                    Err(wrong) => found.push((*io, wrong)),
                }
                for (io, wrong) in found {
                    self.wrong_block(&io, wrong);
                }
            }
            _ => {}
        }
    }

    /// Waits for the threads that check (`verify_async`).
    pub(super) fn settle_checks(&mut self) {
        let mut found = Vec::new();
        if let Some(verifier) = &mut self.bytes.verifier {
            verifier.settle(|io, wrong| found.push((io, wrong)));
        }
        for (io, wrong) in found {
            self.wrong_block(&io, wrong);
        }
    }

    /// What is stored of the writes, where something is.
    pub(super) fn publish_state(&self) {
        let verify = &self.plan.job.verify;
        if let Some(verifier) = &self.bytes.verifier
            && verify.state.save
            && !verify.only
            && verifier.keeps_ledgers()
        {
            self.outside.live.publish_state(verifier.state(self.plan));
        }
    }

    #[cold]
    #[inline(never)]
    fn wrong_block(&mut self, io: &Io, wrong: Wrong) {
        let Wrong { offset, damage, dump } = wrong;
        let path = self
            .plan
            .targets
            .get(io.file as usize)
            .map(|target| target.path.clone())
            .unwrap_or_default();
        if let Some(dump) = dump {
            dump.store(&path, offset, damage.is_of_header());
        }
        let chunk = self
            .bytes
            .verifier
            .as_ref()
            .map_or(0, |verifier| verifier.chunk_bytes());
        let note = VerifyNote {
            method: method(self.plan.job.verify.kind),
            path,
            offset,
            len: chunk as u64,
            io_offset: io.offset,
            io_len: io.len,
            damage,
        };
        let control = &self.plan.job.control;
        // FIO-DIFF(verify-exit): fio exits with 0 where `continue_on_error` passes over wrong blocks, and `verify_fatal` has no effect
        // then; here the job has failed, and `verify_fatal` ends it at the first.
        let goes_on = control.continue_on_error.verify || control.ignore_error[2].contains(&libc::EILSEQ);
        if goes_on && !self.plan.job.verify.fatal {
            self.counts.recorder.error(libc::EILSEQ);
            self.end.error.get_or_insert(WorkerError::Verify(Box::new(note)));
            return;
        }
        self.end_with(WorkerError::Verify(Box::new(note)));
    }
}

const fn method(kind: VerifyKind) -> &'static str {
    match kind {
        VerifyKind::None => "0",
        VerifyKind::Md5 => "md5",
        VerifyKind::Crc64 => "crc64",
        VerifyKind::Crc32 => "crc32",
        VerifyKind::Crc32cIntel | VerifyKind::Crc32c => "crc32c",
        VerifyKind::Crc16 => "crc16",
        VerifyKind::Crc7 => "crc7",
        VerifyKind::Sha1 => "sha1",
        VerifyKind::Sha256 => "sha256",
        VerifyKind::Sha512 => "sha512",
        VerifyKind::Sha3_224 => "sha3-224",
        VerifyKind::Sha3_256 => "sha3-256",
        VerifyKind::Sha3_384 => "sha3-384",
        VerifyKind::Sha3_512 => "sha3-512",
        VerifyKind::Xxhash => "xxhash",
        VerifyKind::Meta => "meta",
        VerifyKind::Pattern => "pattern",
        VerifyKind::PatternHeader => "pattern_hdr",
        VerifyKind::Null => "null",
    }
}
