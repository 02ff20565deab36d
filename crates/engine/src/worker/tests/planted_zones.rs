//! Verifying jobs of two workers in the same zones, on a device that does everything late and in any order.
//!
//! What is in flight has happened or not, so a block that is expected too early, or still expected after a reset, is found wrong.

use std::sync::{Arc, Barrier, Mutex};

use fiord_job::plan::{AccessMode, Amount, Backlog, JobPlan, PerDdir, ZbdPlan, Zones};
use fiord_workload::io::Op;
use fiord_workload::plan::WorkerPlan;
use fiord_workload::rng::mix64;

use super::handmade;
use super::planted::{Chance, job, kinds};
use crate::data::clock::WallClock;
use crate::engines::engine::{CallError, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use crate::worker::WorkerOutcome;
use fiord_targets::stop;
use fiord_targets::zones::ZonedFiles;

const ZONE_BYTES: u64 = 8 * 1024;
const ZONES: u64 = 6;

/// How many runs of two workers.
fn count() -> u64 {
    fiord_testbed::repeats(150, 2_000)
}

/// A device in memory that does an I/O when its end is asked for.
struct Late {
    bytes: Arc<Mutex<Vec<u8>>>,
    queued: Vec<Request>,
    taken: Vec<Request>,
    dice: Chance,
    depth: u32,
    /// After so many writes one of them is done with a wrong bit.
    flips: Option<u64>,
}

impl Late {
    fn transfer(&mut self, request: &Request) -> i32 {
        let io = request.io;
        let (at, len) = (io.offset as usize, io.len as usize);
        let mut bytes = self.bytes.lock().unwrap();
        match io.op {
            Op::Read => {
                // SAFETY: the buffer of a request is valid for the length of its I/O until the slot completes.
                let buffer = unsafe { std::slice::from_raw_parts_mut(request.buffer, len) };
                buffer.copy_from_slice(&bytes[at..at + len]);
            }
            Op::Write => {
                // SAFETY: as above.
                let buffer = unsafe { std::slice::from_raw_parts(request.buffer.cast_const(), len) };
                bytes[at..at + len].copy_from_slice(buffer);
                self.flips = match self.flips {
                    Some(0) => {
                        bytes[at + len / 2] ^= 4;
                        None
                    }
                    left => left.map(|left| left - 1),
                };
            }
            Op::Trim => panic!("zones do their trims by themselves"),
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => return 0,
        }
        len as i32
    }
}

impl Engine for Late {
    const IN_PLACE: bool = false;

    fn queue(&mut self, request: &Request) -> Queued {
        if self.dice.one_in(16) && !self.queued.is_empty() {
            return Queued::Busy;
        }
        self.queued.push(*request);
        Queued::Pending
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        let taken = self.queued.len() as u32;
        self.taken.append(&mut self.queued);
        Ok(taken)
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let least = match wait {
            Wait::AtLeast(least) => least as usize,
            Wait::Poll | Wait::ForNs(_) => 0,
        };
        let most = self.taken.len().min(out.len());
        let count = (self.dice.below(most as u64 + 1) as usize).max(least.min(most));
        for place in &mut out[..count] {
            let next = self.dice.below(self.taken.len() as u64) as usize;
            let request = self.taken.swap_remove(next);
            let result = self.transfer(&request);
            *place = Completion {
                slot: request.slot,
                result,
            };
        }
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

/// A job of any shape in zones.
fn zoned(dice: &mut Chance) -> JobPlan {
    let mode = dice.one_of(&[
        AccessMode::Write,
        AccessMode::RandWrite,
        AccessMode::RandWrite,
        AccessMode::Rw,
        AccessMode::RandRw,
    ]);
    let mut job = job(dice.one_of(&kinds()), mode);
    let (least, most) = dice.one_of(&[(1024, 1024), (2048, 2048), (1024, 3072), (2048, 4096)]);
    job.access.block_size = PerDdir::all(handmade::block_size(least, most));
    job.access.norandommap = dice.one_in(2);
    job.access.randseed = dice.below(1 << 40);
    job.verify.interval_bytes = least;
    if dice.one_in(3) {
        job.verify.backlog = Some(Backlog {
            blocks: 1 + dice.below(12),
            batch: 1 + dice.below(6),
        });
    }
    if dice.one_in(10) {
        job.verify.threads.count = 1 + dice.below(2) as u32;
    }
    job.control.loops = 1 + dice.below(3) as u32;
    job.durability.fsync_every = dice.one_of(&[0, 0, 5]);
    job.access.size = Some(Amount::Bytes(ZONE_BYTES * ZONES));
    let max_open = dice.one_of(&[0, 0, 0, 2, 3]);
    let frequency = dice.one_of(&[0.0, 0.0, 0.2]);
    job.access.zones = Some(Zones::Zbd(Box::new(ZbdPlan {
        zone_bytes: ZONE_BYTES,
        capacity_bytes: dice.one_of(&[0, 0, 6 * 1024, 7 * 1024]),
        read_beyond_wp: dice.one_in(4),
        max_open,
        reset_frequency: frequency,
        ..ZbdPlan::default()
    })));
    job
}

/// Workers of these jobs at the same time in the same zones.
fn together(jobs: &[JobPlan], seed: u64, flips: Option<u64>) -> Vec<WorkerOutcome> {
    let size = ZONE_BYTES * ZONES;
    let bytes = Arc::new(Mutex::new(vec![0; size as usize]));
    let zones = ZonedFiles::new(None, jobs.iter());
    let barrier = Barrier::new(jobs.len());
    let worker = |(number, job): (usize, &JobPlan)| {
        let plan = WorkerPlan {
            number: number as u32,
            ..handmade::plan(
                job.clone(),
                size,
                size * u64::from(job.control.loops),
                seed + number as u64,
            )
        };
        zones.look(&plan.job, &plan.targets).unwrap();
        let device = Late {
            bytes: Arc::clone(&bytes),
            queued: Vec::new(),
            taken: Vec::new(),
            dice: Chance(mix64(seed ^ number as u64)),
            depth: 6,
            flips,
        };
        barrier.wait();
        handmade::run_in(&plan, device, WallClock::new(), stop::RUN, &zones)
    };
    std::thread::scope(|scope| {
        let started: Vec<_> = jobs
            .iter()
            .enumerate()
            .map(|job| scope.spawn(move || worker(job)))
            .collect();
        started.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn no_clean_job_in_shared_zones_is_called_wrong() {
    let seed = fiord_testbed::seed();
    let count = count();
    println!("{count} runs, seed {seed:#x}");
    let (mut written, mut checked) = (0, 0);
    for index in 0..count {
        let seed = mix64(seed ^ index);
        let mut dice = Chance(seed);
        let mut jobs = vec![zoned(&mut dice)];
        if dice.one_in(2) {
            let mut other = zoned(&mut dice);
            // Zones of one target have one size and one capacity.
            let capacity = jobs[0].access.zbd().unwrap().capacity_bytes;
            if let Some(Zones::Zbd(plan)) = &mut other.access.zones {
                plan.capacity_bytes = capacity;
            }
            if dice.one_in(3) {
                other.verify = fiord_job::plan::VerifyPlan::default();
            }
            jobs.push(other);
        }
        let text = format!("seed {seed:#x}: {jobs:?}");
        for outcome in together(&jobs, seed, None) {
            assert!(outcome.error.is_none(), "{}: {text}", outcome.error.unwrap());
            checked += outcome.stats.ddirs[0].ios;
            written += outcome.stats.ddirs[1].ios;
        }
    }
    println!("{written} blocks written, {checked} read");
    assert!(
        checked > written / 4,
        "{checked} blocks were read of {written} written"
    );
}

/// One bit of one block of a job that resets nothing but full zones.
#[test]
fn a_wrong_bit_in_a_zone_is_found() {
    let seed = fiord_testbed::seed();
    println!("seed {seed:#x}");
    for index in 0..count() / 4 {
        let seed = mix64(seed ^ index);
        let mut dice = Chance(seed);
        let mut job = zoned(&mut dice);
        job.verify.kind = fiord_job::plan::VerifyKind::Crc32c;
        job.control.loops = 1;
        job.access.mode = dice.one_of(&[AccessMode::Write, AccessMode::RandWrite]);
        if let Some(Zones::Zbd(plan)) = &mut job.access.zones {
            plan.reset_frequency = 0.0;
        }
        let text = format!("seed {seed:#x}: {job:?}");
        let outcome = together(&[job], seed, Some(dice.below(6))).remove(0);
        assert!(
            matches!(outcome.error, Some(WorkerError::Verify(_))),
            "{:?}: {text}",
            outcome.error
        );
    }
}
