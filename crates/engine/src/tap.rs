//! `--debug`: what workers say of themselves while they run, in lines like fio's.
//!
//! Lines are written between the stamps of a worker: what such a run counts is right, and what it timed is not a measurement.

use std::fmt::Write as _;
use std::sync::Arc;

use fiord_workload::as_fio;
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::WorkerPlan;

/// Takes whole lines. Called by many threads at once.
pub type TapOut = dyn Fn(&str) + Send + Sync;

/// What workers are to say, and to whom.
#[derive(Clone)]
pub struct Tap {
    /// Each step of each I/O.
    pub io: bool,
    /// What random numbers are drawn from.
    pub random: bool,
    pub out: Arc<TapOut>,
}

impl std::fmt::Debug for Tap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { io, random, out: _ } = self;
        write!(f, "Tap {{ io: {io}, random: {random} }}")
    }
}

/// How a line begins: what it is about, and the number of the thread.
fn begin(text: &mut String, about: &str) {
    let thread = rustix::thread::gettid().as_raw_nonzero();
    let _ = write!(text, "{about:<8} {thread:<5} ");
}

impl Tap {
    /// Says what a worker draws from: fio's own seeds where it draws fio's numbers, and else that it does not.
    pub(crate) fn tell_seeds(&self, plan: &WorkerPlan) {
        let mut text = String::new();
        match as_fio::seeds(&plan.job, plan.number, plan.seed) {
            Some(seeds) => {
                for (place, seed) in seeds {
                    begin(&mut text, "random");
                    let _ = writeln!(text, "rand_seeds[{place}]={seed}");
                }
            }
            None => {
                begin(&mut text, "random");
                let _ = writeln!(
                    text,
                    "{}: worker {} draws all its streams from seed {}; it has none of fio's rand_seeds without random_generator=fio",
                    plan.job.name, plan.number, plan.seed
                );
            }
        }
        (self.out)(&text);
    }
}

/// The lines of one worker about its I/Os.
pub(crate) struct IoLines {
    out: Arc<TapOut>,
    names: Box<[String]>,
    text: String,
}

impl IoLines {
    /// Of a worker whose I/Os are told; none else.
    pub(crate) fn of(tap: Option<&Tap>, plan: &WorkerPlan) -> Option<Box<Self>> {
        let tap = tap.filter(|tap| tap.io)?;
        let names = plan
            .targets
            .iter()
            .map(|target| target.path.display().to_string());
        Some(Box::new(Self {
            out: Arc::clone(&tap.out),
            names: names.collect(),
            text: String::new(),
        }))
    }

    /// A step of the I/O in this slot.
    pub(crate) fn tell(&mut self, step: &str, slot: u32, io: &Io) {
        let Io {
            op,
            file,
            offset,
            len,
        } = *io;
        let name = self.names.get(file as usize).map_or("", String::as_str);
        let ddir = number_of(op);
        self.text.clear();
        begin(&mut self.text, "io");
        let _ = writeln!(
            self.text,
            "{step}: io_u {slot:#x}: off={offset:#x},len={len:#x},ddir={ddir},file={name}"
        );
        (self.out)(&self.text);
    }

    /// The same for an I/O that was not done as asked: what the engine said of it.
    pub(crate) fn tell_result(&mut self, slot: u32, io: &Io, result: i32) {
        self.tell("complete", slot, io);
        if result as u32 == io.len || (result >= 0 && io.op.ddir().is_none()) {
            return;
        }
        self.text.clear();
        begin(&mut self.text, "io");
        let _ = match result {
            failed @ ..0 => writeln!(self.text, "complete: io_u {slot:#x}: error={}", -failed),
            short => writeln!(
                self.text,
                "complete: io_u {slot:#x}: resid={}",
                io.len - short as u32
            ),
        };
        (self.out)(&self.text);
    }
}

/// fio's numbers of directions.
const fn number_of(op: Op) -> u32 {
    match op {
        Op::Read => 0,
        Op::Write => 1,
        Op::Trim => 2,
        Op::Fsync => 3,
        Op::Fdatasync => 4,
        Op::SyncFileRange => 5,
    }
}
