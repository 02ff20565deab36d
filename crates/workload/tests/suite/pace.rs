//! What the pacer promises: intended starts that never slip, pauses, and minimum rates.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::workers;

use fiord_job::plan::{Ddir, JobPlan, PacePlan, RateProcess};
use fiord_workload::io::{Io, Op};
use fiord_workload::pace::{Due, PaceVerdict, Pacer};
use workers::worker;

const START: u64 = 5_000_000_000;
const READ: Io = Io {
    op: Op::Read,
    file: 0,
    offset: 0,
    len: 4096,
};
const WRITE: Io = Io {
    op: Op::Write,
    file: 0,
    offset: 0,
    len: 4096,
};

fn pacer(change: impl FnOnce(&mut PacePlan)) -> Pacer {
    let mut job = JobPlan::new("t");
    change(&mut job.pace);
    let plan = worker(job, Vec::new(), 11);
    Pacer::new(&plan, START)
}

/// Starts `io` as early as allowed; its intended start and the time it started.
fn start(pacer: &mut Pacer, io: &Io, mut now_ns: u64) -> (u64, u64) {
    loop {
        match pacer.due(io, now_ns) {
            Due::Now { intended_ns } => return (intended_ns, now_ns),
            Due::Wait { until_ns, .. } => {
                assert!(until_ns > now_ns, "waits for the past");
                now_ns = until_ns;
            }
        }
    }
}

#[test]
fn nothing_asked_is_free() {
    let mut free = pacer(|_| ());
    assert!(!free.is_active());
    assert_eq!(free.due(&READ, 77), Due::Now { intended_ns: 77 });
    assert_eq!(free.completed(&READ, 78), PaceVerdict::Go);
}

#[test]
fn linear_rates_are_exact_over_any_time() {
    // 7 bytes per second does not divide a second; after 7,000 I/Os of 4,096 bytes not a nanosecond is lost.
    let mut paced = pacer(|p| p.rate_bytes.0[0] = 7);
    let mut last = (0, START);
    for _ in 0..=7000 {
        last = start(&mut paced, &READ, last.1);
    }
    assert_eq!(last.0, START + 7000 * 4096 * 1_000_000_000 / 7);
}

#[test]
fn a_slow_device_does_not_move_the_schedule() {
    let mut paced = pacer(|p| p.rate_iops.0[0] = 1000);
    let mut now = START;
    for n in 0..100 {
        let (intended, started) = start(&mut paced, &READ, now);
        assert_eq!(intended, START + n * 1_000_000);
        // Each takes 3 ms, so starts fall behind, but intentions do not.
        now = started + 3_000_000;
    }
    // The other direction has no rate and is not held.
    assert_eq!(paced.due(&WRITE, now), Due::Now { intended_ns: now });
}

#[test]
fn the_slower_of_two_limits_rules() {
    let mut paced = pacer(|p| {
        p.rate_iops.0[0] = 1000;
        p.rate_bytes.0[0] = 409_600;
    });
    let times: Vec<u64> = (0..3)
        .map(|_| start(&mut paced, &READ, START + 1_000_000_000).0 - START)
        .collect();
    assert_eq!(times, [0, 10_000_000, 20_000_000]);
}

#[test]
fn poisson_gaps_are_exponential() {
    let mut paced = pacer(|p| {
        p.rate_iops.0[0] = 10_000;
        p.process = RateProcess::Poisson;
    });
    let n = 100_000;
    let times: Vec<u64> = (0..n).map(|_| start(&mut paced, &READ, START).0).collect();
    let gaps: Vec<f64> = times.windows(2).map(|pair| (pair[1] - pair[0]) as f64).collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
    assert!((mean / 100_000.0 - 1.0).abs() < 0.01, "mean {mean}, seed 11");
    assert!(
        (variance.sqrt() / mean - 1.0).abs() < 0.02,
        "deviation {}, seed 11",
        variance.sqrt()
    );
}

#[test]
fn think_time_pauses_after_so_many_blocks() {
    let mut paced = pacer(|p| {
        p.thinktime_us = 500;
        p.thinktime_spin_us = 200;
        p.thinktime_blocks = 2;
    });
    let (_, now) = start(&mut paced, &READ, START);
    assert_eq!(paced.completed(&READ, now + 10), PaceVerdict::Go);
    let (_, now) = start(&mut paced, &READ, now + 10);
    let end = now + 10;
    let verdict = PaceVerdict::Think {
        spin_until_ns: end + 200_000,
        until_ns: end + 500_000,
    };
    assert_eq!(paced.completed(&READ, end), verdict);
    assert_eq!(start(&mut paced, &READ, end).1, end + 500_000);
}

#[test]
fn rates_catch_up_after_think_time_unless_told_otherwise() {
    for (ignore, expected) in [(false, START + 1_000_000), (true, START + 11_000_000)] {
        let mut paced = pacer(|p| {
            p.rate_iops.0[0] = 1000;
            p.thinktime_us = 10_000;
            p.ignore_thinktime = ignore;
        });
        let (_, now) = start(&mut paced, &READ, START);
        paced.completed(&READ, now);
        assert_eq!(
            start(&mut paced, &READ, now).0,
            expected,
            "rate_ignore_thinktime={ignore}"
        );
    }
}

#[test]
fn think_time_can_follow_a_time_of_io_or_the_issue() {
    let mut paced = pacer(|p| {
        p.thinktime_us = 100;
        p.thinktime_iotime_us = 50;
    });
    assert_eq!(paced.completed(&READ, START + 49_999), PaceVerdict::Go);
    assert!(matches!(
        paced.completed(&READ, START + 50_000),
        PaceVerdict::Think { .. }
    ));

    let mut paced = pacer(|p| {
        p.thinktime_us = 100;
        p.thinktime_on_issue = true;
    });
    assert_eq!(start(&mut paced, &READ, START).1, START);
    assert_eq!(start(&mut paced, &READ, START).1, START + 100_000);
}

#[test]
fn a_missed_minimum_is_told_after_the_first_seconds() {
    let mut paced = pacer(|p| p.rate_iops_min.0[0] = 100);
    // 50 per second: half of what was asked.
    let mut told = None;
    for n in 1..=200u64 {
        let now = START + n * 20_000_000;
        if let PaceVerdict::TooSlow {
            ddir,
            reached,
            wanted,
        } = paced.completed(&READ, now)
        {
            told.get_or_insert((now - START, ddir, reached, wanted));
        }
    }
    assert_eq!(told, Some((2_000_000_000, Ddir::Read, 50, 100)));
}

#[test]
fn a_minimum_is_not_asked_of_directions_that_do_nothing() {
    // `rate_iops_min=10` without a comma is a limit for all three directions.
    let mut paced = pacer(|p| p.rate_iops_min.0 = [10; 3]);
    for n in 1..=500u64 {
        let verdict = paced.completed(&READ, START + n * 10_000_000);
        assert_eq!(verdict, PaceVerdict::Go, "after {n} reads");
    }
}

#[test]
fn a_pause_after_an_issue_says_how_long_to_compute() {
    let mut paced = pacer(|p| {
        p.thinktime_us = 100;
        p.thinktime_spin_us = 30;
        p.thinktime_on_issue = true;
        p.thinktime_blocks = 2;
    });
    assert_eq!(start(&mut paced, &READ, START).1, START);
    assert_eq!(paced.spin_until_ns(), None);
    assert_eq!(start(&mut paced, &READ, START + 10).1, START + 10);
    assert_eq!(paced.spin_until_ns(), Some(START + 10 + 30_000));
    assert_eq!(start(&mut paced, &READ, START + 20).1, START + 10 + 100_000);
    let after_completion = pacer(|p| {
        p.thinktime_us = 100;
        p.thinktime_spin_us = 30;
    });
    assert_eq!(after_completion.spin_until_ns(), None);
}
