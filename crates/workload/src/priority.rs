//! Which I/Os carry which priority (`cmdprio_*`).

use fiord_job::plan::{CommandPriorities, JobPlan, PriorityShare};

use crate::io::Op;
use crate::plan::WorkerPlan;

/// A share of the I/Os, spread evenly: 30 percent is three of any ten in a row.
///
/// FIO-DIFF(even-shares): fio draws each I/O at random.
#[derive(Debug)]
pub struct EvenShare {
    percent: u8,
    credit: u8,
}

impl EvenShare {
    pub fn percent(percent: u8) -> Self {
        Self {
            percent: percent.min(100),
            credit: 0,
        }
    }

    /// Whether the next I/O belongs to the share.
    #[inline(always)]
    pub fn takes_next(&mut self) -> bool {
        if self.percent == 0 {
            return false;
        }
        self.credit += self.percent;
        let hit = self.credit >= 100;
        if hit {
            self.credit -= 100;
        }
        hit
    }
}

/// An I/O priority as the kernel takes it: class in the top three of sixteen bits, level in the lowest three, hint between.
pub fn ioprio(class: u8, level: u8, hint: u16) -> u16 {
    (u16::from(class) << 13) | (hint << 3) | u16::from(level)
}

/// Decides it for each read and write of a worker.
#[derive(Debug)]
pub struct CommandPriority {
    rules: [Rule; 2],
    on: bool,
}

#[derive(Debug)]
enum Rule {
    Share { share: EvenShare, priority: u16 },
    BySize(Box<[OfSize]>),
}

/// The I/Os of one size: of a hundred in a row those below `until` have that priority.
#[derive(Debug)]
struct OfSize {
    bytes: u64,
    place: u8,
    until: Box<[(u8, u16)]>,
}

/// Without a divisor in common with 100, so that a hundred steps visit each place once, and far apart.
const STEP: u8 = 61;

impl OfSize {
    #[inline(always)]
    fn next(&mut self) -> u16 {
        let place = self.place;
        self.place = (place + STEP) % 100;
        let found = self.until.iter().find(|(until, _)| place < *until);
        found.map_or(0, |(_, priority)| *priority)
    }
}

/// The priority that `cmdprio_class` and `cmdprio` give to reads (0) or writes (1).
fn given(options: &CommandPriorities, index: usize) -> u16 {
    /// fio's class when none is given: real time.
    const REALTIME: u8 = 1;
    let class = options.class[index];
    let class = if class == 0 { REALTIME } else { class };
    ioprio(class, options.level[index], options.hint[index])
}

fn of_share(options: &CommandPriorities, index: usize, share: &PriorityShare) -> u16 {
    let hint = share.hint.unwrap_or(options.hint[index]);
    share.own.map_or_else(
        || given(options, index),
        |(class, level)| ioprio(class, level, hint),
    )
}

fn rule(options: &CommandPriorities, index: usize) -> Rule {
    let split = &options.split[index];
    if split.is_empty() {
        return Rule::Share {
            share: EvenShare::percent(options.percent[index]),
            priority: given(options, index),
        };
    }
    let mut sizes: Vec<OfSize> = Vec::new();
    for first in split {
        if sizes.iter().any(|known| known.bytes == first.bytes) {
            continue;
        }
        let mut end = 0;
        let until = split
            .iter()
            .filter(|share| share.bytes == first.bytes)
            .map(|share| {
                end = (end + share.percent).min(100);
                (end, of_share(options, index, share))
            });
        sizes.push(OfSize {
            bytes: first.bytes,
            until: until.collect(),
            place: 0,
        });
    }
    Rule::BySize(sizes.into_boxed_slice())
}

impl CommandPriority {
    pub fn new(plan: &WorkerPlan) -> Self {
        let options = &plan.job.engine.priorities;
        Self {
            rules: [rule(options, 0), rule(options, 1)],
            on: options.are_used(),
        }
    }

    /// The priority of this I/O; 0 leaves it as it is.
    #[inline(always)]
    pub fn of(&mut self, op: Op, len: u32) -> u16 {
        if !self.on || !matches!(op, Op::Read | Op::Write) {
            return 0;
        }
        match &mut self.rules[usize::from(op == Op::Write)] {
            Rule::Share { share, priority } => {
                if share.takes_next() {
                    *priority
                } else {
                    0
                }
            }
            Rule::BySize(sizes) => sizes
                .iter_mut()
                .find(|size| size.bytes == u64::from(len))
                .map_or(0, OfSize::next),
        }
    }
}

/// The priorities that reads (0) or writes (1) of a job can have, the worker's own first; none where no I/O has another.
pub fn priorities_of(job: &JobPlan, index: usize) -> Vec<u16> {
    let options = &job.engine.priorities;
    if !options.are_used() {
        return Vec::new();
    }
    let mut all = vec![job.placement.io_priority()];
    let split = &options.split[index];
    let mut add = |priority: u16| {
        if !all.contains(&priority) {
            all.push(priority);
        }
    };
    if split.is_empty() && options.percent[index] > 0 {
        add(given(options, index));
    }
    for share in split.iter().filter(|share| share.percent > 0) {
        add(of_share(options, index, share));
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn plan(job: JobPlan) -> WorkerPlan {
        WorkerPlan {
            job: Arc::new(job),
            job_index: 0,
            clone: 0,
            number: 0,
            targets: Vec::new(),
            io_limit_bytes: 0,
            seed: 1,
            resume: None,
        }
    }

    #[test]
    fn a_hundred_ios_of_a_size_have_their_shares_exactly() {
        let mut job = JobPlan::new("prios");
        let share = |bytes, percent, own| PriorityShare {
            bytes,
            percent,
            own,
            hint: None,
        };
        job.engine.priorities.level = [3, 0];
        job.engine.priorities.split[0] = vec![
            share(4096, 20, None),
            share(4096, 30, Some((2, 5))),
            share(8192, 50, Some((3, 7))),
        ];
        assert_eq!(
            priorities_of(&job, 0),
            [0, ioprio(1, 3, 0), ioprio(2, 5, 0), ioprio(3, 7, 0)]
        );
        assert_eq!(priorities_of(&job, 1), [0]);
        let mut priority = CommandPriority::new(&plan(job));
        let mut counts: BTreeMap<(u32, u16), u32> = BTreeMap::new();
        for _ in 0..100 {
            for len in [4096, 8192, 16384] {
                *counts.entry((len, priority.of(Op::Read, len))).or_default() += 1;
                assert_eq!(priority.of(Op::Write, len), 0);
            }
        }
        let expected = [
            ((4096, 0), 50),
            ((4096, ioprio(1, 3, 0)), 20),
            ((4096, ioprio(2, 5, 0)), 30),
            ((8192, 0), 50),
            ((8192, ioprio(3, 7, 0)), 50),
            ((16384, 0), 100),
        ];
        assert_eq!(counts, BTreeMap::from(expected));
    }

    #[test]
    fn a_share_is_exact_over_a_hundred() {
        for percent in [0, 1, 30, 50, 99, 100] {
            let mut share = EvenShare::percent(percent);
            let hits = (0..1000).filter(|_| share.takes_next()).count();
            assert_eq!(hits, usize::from(percent) * 10);
        }
    }
}
