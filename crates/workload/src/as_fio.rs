//! The numbers that fio 3.33 draws (`random_generator=fio`): the same offsets and directions in the same order.
//!
//! The generator is L'Ecuyer's taus88 ("Maximally equidistributed combined Tausworthe generators", 1996). How fio seeds it, and what it
//! makes of its numbers (`allrandrepeat` is an alias here, as in later versions), was found out from what fio prints (`--debug=random`, `write_iolog`); the tests hold sequences of fio 3.33.

use fiord_job::plan::{AccessMode, JobPlan, RandomGenerator};

use crate::io::Op;
use crate::rng::mix64;

/// Factor between the seeds of one worker's streams.
const GOLDEN: u64 = 0x9e37_0001;
/// What the offsets of a repeatable job are seeded with, times the number of the worker from 1.
const REPEATABLE: u64 = 0xb189_9bed;
/// The place of a stream among a worker's seeds.
const MIX: u32 = 4;
const OFFSET: u32 = 6;
/// `randseed` unless it is given.
const DEFAULT_SEED: u64 = 0x89;

/// taus88: three registers of 31, 29 and 28 bits.
#[derive(Debug, Clone)]
struct Taus88 {
    s: [u32; 3],
}

impl Taus88 {
    fn new(seed: u64) -> Self {
        let seed = seed as u32;
        // A register whose high bits are all zero would stay zero.
        let at_least = |value: u32, least: u32| if value < least { value + least } else { value };
        let next = |before: u32| before.wrapping_mul(69_069) ^ seed;
        let first = at_least(next(53), 1);
        let second = at_least(next(first), 7);
        let third = at_least(next(second), 15);
        let mut generator = Self {
            s: [first, second, third],
        };
        for _ in 0..6 {
            generator.next();
        }
        generator
    }

    fn next(&mut self) -> u32 {
        let step =
            |s: u32, q: u32, shift: u32, mask: u32, k: u32| ((s & mask) << k) ^ (((s << q) ^ s) >> shift);
        let [a, b, c] = self.s;
        self.s = [
            step(a, 13, 19, !1, 12),
            step(b, 2, 25, !7, 4),
            step(c, 3, 11, !15, 17),
        ];
        self.s[0] ^ self.s[1] ^ self.s[2]
    }

    /// Below `n`, for `n` up to 2³²; rounded as fio's doubles are.
    fn below(&mut self, n: u64) -> u64 {
        (n as f64 * (f64::from(self.next()) / 4_294_967_296.0)) as u64
    }
}

/// What the streams of worker `number` begin with, each with its place among fio's seeds; none unless the job asks for fio's numbers.
pub fn seeds(job: &JobPlan, number: u32, seed: u64) -> Option<Vec<(u32, u64)>> {
    let of_worker = AsFio::new(job, number, seed)?;
    let [offset, mix] = of_worker.seeds;
    let is_mixed = matches!(job.access.mode, AccessMode::RandRw | AccessMode::Rw);
    let mix = is_mixed.then_some((MIX, mix));
    // Where blocks come in order, none is drawn.
    let offset = job.access.mode.is_random().then_some((OFFSET, offset));
    Some(mix.into_iter().chain(offset).collect())
}

/// What a worker draws from.
#[derive(Debug, Clone)]
pub(crate) struct AsFio {
    /// Of offsets and of directions.
    seeds: [u64; 2],
    offset: Taus88,
    mix: Taus88,
    read_percent: u64,
    current: Op,
    /// Reads and writes so far.
    issued: [u64; 2],
    /// As many of the current direction, before another draw.
    until: u64,
}

impl AsFio {
    /// For worker `number`, from 0, whose other streams have this seed; none unless the job asks for it.
    pub(crate) fn new(job: &JobPlan, number: u32, seed: u64) -> Option<Self> {
        let access = &job.access;
        if access.generator != RandomGenerator::Fio {
            return None;
        }
        let number = u64::from(number) + 1;
        // fio without a seed takes one from the kernel, new in every run: so is the worker's seed then.
        let base = if access.randrepeat || access.randseed != DEFAULT_SEED {
            access.randseed
        } else {
            mix64(seed)
        };
        let of_stream = |place: u32| {
            let seed = base.wrapping_mul(GOLDEN.wrapping_pow(4 + place));
            seed.wrapping_mul(number).wrapping_add(u64::from(place))
        };
        let offset = if access.randrepeat {
            REPEATABLE.wrapping_mul(number)
        } else {
            of_stream(OFFSET)
        };
        let is_mixed = matches!(access.mode, AccessMode::RandRw | AccessMode::Rw);
        Some(Self::seeded(
            [offset, of_stream(MIX)],
            if is_mixed {
                u64::from(access.rwmix_read_percent)
            } else {
                0
            },
        ))
    }

    fn seeded(seeds: [u64; 2], read_percent: u64) -> Self {
        Self {
            seeds,
            offset: Taus88::new(seeds[0]),
            mix: Taus88::new(seeds[1]),
            read_percent,
            current: Op::Read,
            issued: [0; 2],
            until: 0,
        }
    }

    /// A loop begins: the same numbers again.
    pub(crate) fn restart(&mut self) {
        *self = Self::seeded(self.seeds, self.read_percent);
    }

    /// A block below `blocks`.
    pub(crate) fn block(&mut self, blocks: u64) -> u64 {
        self.offset.below(blocks)
    }

    /// The direction of the next I/O of a mixed job. Having changed it, fio stays with it until the shares are right again.
    pub(crate) fn direction(&mut self) -> Op {
        let place = |op: Op| usize::from(op == Op::Write);
        if self.issued[place(self.current)] >= self.until {
            let drawn = if self.mix.below(100) < self.read_percent {
                Op::Read
            } else {
                Op::Write
            };
            if drawn != self.current {
                let share_of_other = match self.current {
                    Op::Write => self.read_percent,
                    _ => 100 - self.read_percent,
                };
                self.until = self.issued[place(self.current)] * share_of_other / 100;
            }
            self.current = drawn;
        }
        self.issued[place(self.current)] += 1;
        self.current
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn drawn(change: impl FnOnce(&mut JobPlan), number: u32) -> AsFio {
        let mut job = JobPlan::new("t");
        job.access.generator = RandomGenerator::Fio;
        job.access.mode = AccessMode::RandRw;
        change(&mut job);
        AsFio::new(&job, number, 1).unwrap()
    }

    fn blocks(mut from: AsFio) -> [u64; 8] {
        std::array::from_fn(|_| from.block(1000))
    }

    fn directions(mut from: AsFio) -> String {
        let of = |op| if op == Op::Read { 'r' } else { 'w' };
        (0..48).map(|_| of(from.direction())).collect()
    }

    /// What fio 3.33 wrote with `write_iolog`, of 1,000 blocks of 4 KiB (null engine).
    #[test]
    fn the_first_numbers_are_those_of_fio() {
        assert_eq!(blocks(drawn(|_| (), 0)), [60, 740, 843, 470, 401, 840, 380, 353]);
        assert_eq!(blocks(drawn(|_| (), 1)), [254, 181, 600, 39, 452, 617, 695, 284]);
        let seeded = |job: &mut JobPlan| {
            job.access.randrepeat = false;
            job.access.randseed = 77;
        };
        assert_eq!(blocks(drawn(seeded, 0)), [548, 707, 395, 208, 77, 263, 800, 239]);
        assert_eq!(
            directions(drawn(seeded, 0)),
            "wwwwwwrrrwwwrrrwrwrrwwwrrrwwrrrrwwwrwwrwwrrrrwww"
        );
        let mixed = |job: &mut JobPlan| job.access.rwmix_read_percent = 70;
        assert_eq!(
            directions(drawn(mixed, 0)),
            "rrrwrrwrrrwrwrrrrrrrwwrwrrrwwwrrrwrwwrrwrrwrrwrr"
        );
    }

    /// Beyond 2³² blocks fio goes on with 32 bits and so leaves blocks out; the first three of 20 TiB.
    #[test]
    fn many_blocks_are_drawn_with_few_bits() {
        let mut from = drawn(|_| (), 0);
        let blocks = (20 << 40) / 4096;
        let first: [u64; 3] = std::array::from_fn(|_| from.block(blocks));
        assert_eq!(first, [323_804_481, 3_974_402_415, 4_526_805_267]);
    }

    #[test]
    fn a_loop_begins_with_the_same_numbers() {
        let mut from = drawn(|_| (), 0);
        let first = (blocks(from.clone()), directions(from.clone()));
        for _ in 0..9 {
            from.block(1000);
            from.direction();
        }
        from.restart();
        assert_eq!((blocks(from.clone()), directions(from)), first);
    }

    #[test]
    fn without_a_seed_runs_differ() {
        let fresh = |seed| {
            let mut job = JobPlan::new("t");
            job.access.generator = RandomGenerator::Fio;
            job.access.randrepeat = false;
            blocks(AsFio::new(&job, 0, seed).unwrap())
        };
        assert_ne!(fresh(1), fresh(2));
    }
}
