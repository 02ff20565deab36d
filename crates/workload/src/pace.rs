//! When I/Os may start: `rate*`, `thinktime*` and the minimum rates.
//!
//! A rate is an open-loop schedule: the intended start of an I/O follows from what was issued before it and never slips
//! because the device is slow, so `completion − intended` is the response time a client of that rate would see. It knows no
//! clock: the worker loop says what time it is.

use crate::io::{Io, Op};
use crate::plan::WorkerPlan;
use crate::rng::{Rng, Stream};
use fiord_job::plan::{Ddir, JobPlan, PacePlan, RateProcess};

/// Minimum rates are not judged before this time, as in fio: a start is not yet a rate.
const GRACE_NS: u64 = 2_000_000_000;

const SECOND_NS: u128 = 1_000_000_000;

/// Whether an I/O may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Now; the pacer has counted it.
    Now {
        /// When it was meant to start.
        intended_ns: u64,
    },
    /// Later: ask again for the same I/O.
    Wait {
        /// When to ask again.
        until_ns: u64,
        /// When it is meant to start.
        intended_ns: u64,
    },
}

/// What a completion means for the pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaceVerdict {
    /// Go on.
    Go,
    /// `thinktime`: let what is in flight finish, compute until `spin_until_ns`, then sleep until `until_ns`. Not sleeping is
    /// harmless: [`Pacer::due`] holds every I/O back until then.
    ///
    /// FIO-DIFF(late-spin): where the machine is so busy that the computing outlasts the pause, fio sleeps for good.
    Think {
        /// End of the part that is spent computing (`thinktime_spin`).
        spin_until_ns: u64,
        /// End of the pause.
        until_ns: u64,
    },
    /// A minimum rate was missed: the job fails.
    TooSlow {
        /// In which direction.
        ddir: Ddir,
        /// What was reached in the last cycle, per second (bytes, or I/Os for `rate_iops_min`).
        reached: u64,
        /// What was asked for.
        wanted: u64,
    },
}

/// The pace of a worker.
#[derive(Debug, Clone)]
pub enum Pacer {
    /// No pace at all: costs one comparison.
    Free,
    /// Some pace.
    Paced(Box<Paced>),
}

/// State of an active pace.
#[derive(Debug, Clone)]
pub struct Paced {
    lanes: [Lane; 3],
    poisson: bool,
    rng: Rng,
    /// The first call sets the origin when the caller had none.
    begun: bool,
    start_ns: u64,
    pause_until_ns: u64,
    think: Option<Think>,
    minimum: Option<Minimum>,
}

/// The schedule of one direction.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    bytes_per_s: u64,
    ios_per_s: u64,
    next_ns: u64,
    /// What the division by `carry_rate` left over, so that no drift builds up.
    carry: u128,
    carry_rate: u128,
}

/// FIO-DIFF(last-pause): fio pauses after the last I/O too, and counts the pause in the run time; here a job ends with its last I/O.
#[derive(Debug, Clone, Copy)]
struct Think {
    pause_ns: u64,
    spin_ns: u64,
    blocks: u64,
    count: u64,
    on_issue: bool,
    iotime_ns: u64,
    since_ns: u64,
    /// `rate_ignore_thinktime`: the schedule moves with the pause instead of catching up.
    shifts: bool,
}

#[derive(Debug, Clone, Copy)]
struct Minimum {
    bytes: [u64; 3],
    ios: [u64; 3],
    cycle_ns: u64,
    since_ns: u64,
    done_bytes: [u64; 3],
    done_ios: [u64; 3],
    /// Directions that have finished an I/O. As in fio the others are not judged: a limit without a comma is one for every
    /// direction, also for those that the job has not.
    seen: [bool; 3],
}

impl Pacer {
    /// The pace of a worker whose schedule begins at `start_ns`; 0 lets it begin with the first question.
    pub fn new(plan: &WorkerPlan, start_ns: u64) -> Self {
        let pace = &plan.job.pace;
        let think = Think::new(&plan.job);
        let minimum = Minimum::new(pace);
        let lanes = [0, 1, 2].map(|d| Lane {
            bytes_per_s: pace.rate_bytes.0[d],
            ios_per_s: u64::from(pace.rate_iops.0[d]),
            ..Lane::default()
        });
        if think.is_none() && minimum.is_none() && lanes.iter().all(|lane| !lane.is_limited()) {
            return Pacer::Free;
        }
        let mut pacer = Pacer::Paced(Box::new(Paced {
            lanes,
            poisson: pace.process == RateProcess::Poisson,
            rng: Rng::new(plan.seed, Stream::Arrival),
            begun: false,
            start_ns,
            pause_until_ns: 0,
            think,
            minimum,
        }));
        if start_ns > 0 {
            pacer.begin(start_ns);
        }
        pacer
    }

    /// Whether it does anything.
    #[inline(always)]
    pub const fn is_active(&self) -> bool {
        matches!(self, Pacer::Paced(_))
    }

    /// Until when a pause that followed an issue is spent computing, in nanoseconds; `None` where nothing is to be computed. A
    /// pause that follows a completion says so in [`PaceVerdict::Think`].
    pub fn spin_until_ns(&self) -> Option<u64> {
        let Pacer::Paced(paced) = self else { return None };
        let think = paced.think.filter(|think| think.on_issue && think.spin_ns > 0)?;
        Some(paced.pause_until_ns.checked_sub(think.pause_ns)? + think.spin_ns)
    }

    /// Whether `ddir` has a rate, and so a schedule.
    pub fn is_rated(&self, ddir: Ddir) -> bool {
        match self {
            Pacer::Free => false,
            Pacer::Paced(paced) => paced.lanes[ddir as usize].is_limited(),
        }
    }

    /// How far the schedule of `ddir` is behind `now_ns`: the time since the next intended start; 0 when that lies ahead or
    /// there is none.
    pub fn backlog_ns(&self, ddir: Ddir, now_ns: u64) -> u64 {
        match self {
            Pacer::Paced(paced) if self.is_rated(ddir) => {
                now_ns.saturating_sub(paced.lanes[ddir as usize].next_ns)
            }
            _ => 0,
        }
    }

    /// Begins the schedule at `now_ns`.
    pub fn begin(&mut self, now_ns: u64) {
        if let Pacer::Paced(paced) = self {
            paced.begin(now_ns);
        }
    }

    /// Whether `io` may start now. `Now` counts it as started; after `Wait` the question is to be repeated.
    #[inline]
    pub fn due(&mut self, io: &Io, now_ns: u64) -> Due {
        match self {
            Pacer::Free => Due::Now { intended_ns: now_ns },
            Pacer::Paced(paced) => paced.due(io, now_ns),
        }
    }

    /// The direction in which a mixed job goes on: `drawn` unless its rate holds it back and the other one may start, or
    /// may start earlier. So each direction reaches its own rate, whatever `rwmixread` says, as in fio.
    pub fn steer(&self, drawn: Op, now_ns: u64) -> Op {
        let Pacer::Paced(paced) = self else { return drawn };
        let other = match drawn {
            Op::Read => Op::Write,
            Op::Write => Op::Read,
            _ => return drawn,
        };
        let due_ns = |op: Op| match paced.lanes[op as usize] {
            lane if lane.is_limited() => lane.next_ns.max(now_ns),
            _ => now_ns,
        };
        if due_ns(other) < due_ns(drawn) {
            other
        } else {
            drawn
        }
    }

    /// `io` has finished.
    #[inline]
    pub fn completed(&mut self, io: &Io, now_ns: u64) -> PaceVerdict {
        match self {
            Pacer::Free => PaceVerdict::Go,
            Pacer::Paced(paced) => paced.completed(io, now_ns),
        }
    }
}

impl Paced {
    fn begin(&mut self, now_ns: u64) {
        self.begun = true;
        self.start_ns = now_ns;
        for lane in &mut self.lanes {
            lane.next_ns = now_ns;
        }
        if let Some(think) = &mut self.think {
            think.since_ns = now_ns;
        }
        if let Some(minimum) = &mut self.minimum {
            minimum.since_ns = now_ns;
        }
    }

    fn due(&mut self, io: &Io, now_ns: u64) -> Due {
        if !self.begun {
            self.begin(now_ns);
        }
        let Some(ddir) = io.op.ddir() else {
            return Due::Now { intended_ns: now_ns };
        };
        let lane = &mut self.lanes[ddir as usize];
        let limited = lane.is_limited();
        if self.pause_until_ns > now_ns {
            let intended_ns = if limited {
                lane.next_ns
            } else {
                self.pause_until_ns
            };
            return Due::Wait {
                until_ns: self.pause_until_ns.max(intended_ns),
                intended_ns,
            };
        }
        let mut intended_ns = now_ns;
        if limited {
            intended_ns = lane.next_ns;
            if intended_ns > now_ns {
                return Due::Wait {
                    until_ns: intended_ns,
                    intended_ns,
                };
            }
            lane.advance(u64::from(io.len), self.poisson.then_some(&mut self.rng));
        }
        if self.think.is_some_and(|think| think.on_issue) {
            self.count_thought(now_ns);
        }
        Due::Now { intended_ns }
    }

    fn completed(&mut self, io: &Io, now_ns: u64) -> PaceVerdict {
        let Some(ddir) = io.op.ddir() else {
            return PaceVerdict::Go;
        };
        if let Some(minimum) = &mut self.minimum
            && let Some(verdict) = minimum.completed(ddir, u64::from(io.len), self.start_ns, now_ns)
        {
            return verdict;
        }
        match self.think {
            Some(think) if !think.on_issue => self.count_thought(now_ns),
            _ => PaceVerdict::Go,
        }
    }

    /// One more I/O of those after which there is a pause.
    fn count_thought(&mut self, now_ns: u64) -> PaceVerdict {
        let Some(think) = &mut self.think else {
            return PaceVerdict::Go;
        };
        think.count += 1;
        let timed = think.iotime_ns > 0 && now_ns.saturating_sub(think.since_ns) >= think.iotime_ns;
        let counted = think.blocks > 0 && think.count >= think.blocks;
        if !(timed || counted) || self.pause_until_ns > now_ns {
            return PaceVerdict::Go;
        }
        think.count = 0;
        let until_ns = now_ns + think.pause_ns;
        think.since_ns = until_ns;
        self.pause_until_ns = until_ns;
        if think.shifts {
            for lane in &mut self.lanes {
                lane.next_ns += think.pause_ns;
            }
        }
        PaceVerdict::Think {
            spin_until_ns: now_ns + think.spin_ns,
            until_ns,
        }
    }
}

impl Lane {
    const fn is_limited(&self) -> bool {
        self.bytes_per_s > 0 || self.ios_per_s > 0
    }

    /// Moves the next intended start behind an I/O of `len` bytes.
    fn advance(&mut self, len: u64, poisson: Option<&mut Rng>) {
        let by_bytes = (u128::from(len) * SECOND_NS, u128::from(self.bytes_per_s));
        let by_ios = (SECOND_NS, u128::from(self.ios_per_s));
        // The slower of two limits rules.
        let (amount, rate) = match (by_bytes.1, by_ios.1) {
            (0, _) => by_ios,
            (_, 0) => by_bytes,
            _ if by_bytes.0 * by_ios.1 >= by_ios.0 * by_bytes.1 => by_bytes,
            _ => by_ios,
        };
        if let Some(rng) = poisson {
            let mean_ns = amount as f64 / rate as f64;
            self.next_ns += (rng.exponential() * mean_ns) as u64;
            return;
        }
        let total = if self.carry_rate == rate {
            amount + self.carry
        } else {
            amount
        };
        self.carry_rate = rate;
        self.next_ns += (total / rate) as u64;
        self.carry = total % rate;
    }
}

impl Think {
    fn new(job: &JobPlan) -> Option<Self> {
        let pace = &job.pace;
        // A time of I/O replaces the default of one block, but not a number that was given.
        let counts =
            pace.thinktime_iotime_us == 0 || pace.thinktime_blocks != 1 || job.was_given("thinktime_blocks");
        (pace.thinktime_us > 0).then(|| Think {
            pause_ns: pace.thinktime_us.saturating_mul(1000),
            spin_ns: pace.thinktime_spin_us.min(pace.thinktime_us).saturating_mul(1000),
            blocks: if counts {
                u64::from(pace.thinktime_blocks)
            } else {
                0
            },
            count: 0,
            on_issue: pace.thinktime_on_issue,
            iotime_ns: pace.thinktime_iotime_us.saturating_mul(1000),
            since_ns: 0,
            shifts: pace.ignore_thinktime,
        })
    }
}

impl Minimum {
    fn new(pace: &PacePlan) -> Option<Self> {
        let (bytes, ios) = (pace.rate_min_bytes.0, pace.rate_iops_min.0.map(u64::from));
        let any = bytes.iter().chain(&ios).any(|&limit| limit > 0);
        any.then(|| Minimum {
            bytes,
            ios,
            cycle_ns: u64::from(pace.cycle_ms) * 1_000_000,
            since_ns: 0,
            done_bytes: [0; 3],
            done_ios: [0; 3],
            seen: [false; 3],
        })
    }

    fn completed(&mut self, ddir: Ddir, len: u64, start_ns: u64, now_ns: u64) -> Option<PaceVerdict> {
        self.done_bytes[ddir as usize] += len;
        self.done_ios[ddir as usize] += 1;
        self.seen[ddir as usize] = true;
        let spent_ns = now_ns.saturating_sub(self.since_ns);
        if spent_ns < self.cycle_ns.max(1) || now_ns.saturating_sub(start_ns) < GRACE_NS {
            return None;
        }
        let per_s = |done: u64| (u128::from(done) * SECOND_NS / u128::from(spent_ns)) as u64;
        let missed = Ddir::ALL.into_iter().find_map(|ddir| {
            let d = ddir as usize;
            if !self.seen[d] {
                return None;
            }
            [
                (self.bytes[d], per_s(self.done_bytes[d])),
                (self.ios[d], per_s(self.done_ios[d])),
            ]
            .into_iter()
            .find(|(wanted, reached)| reached < wanted)
            .map(|(wanted, reached)| PaceVerdict::TooSlow {
                ddir,
                reached,
                wanted,
            })
        });
        self.since_ns = now_ns;
        self.done_bytes = [0; 3];
        self.done_ios = [0; 3];
        missed
    }
}
