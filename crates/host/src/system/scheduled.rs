//! How long threads ran and how long they waited for a processor (`Documentation/scheduler/sched-stats.rst`), and who took it.
//!
//! A thread's counters go with the thread: read them while it lives. A kernel without schedstats leaves them unknown.

use serde::{Deserialize, Serialize};

use crate::root::{self, Root};

/// Counters of one thread, or their sum over threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheduled {
    /// Time on a processor.
    pub run_ns: u64,
    /// Time runnable, waiting for a processor.
    pub wait_ns: u64,
    pub timeslices: u64,
    /// Switches because the thread waited for something.
    pub voluntary_switches: u64,
    /// Switches because something else was to run.
    pub involuntary_switches: u64,
}

impl Scheduled {
    /// The thread that calls it.
    pub fn own_thread(root: &Root) -> Option<Scheduled> {
        let dir = root.proc("thread-self");
        parse(
            &root::text(&dir.join("schedstat"))?,
            &root::text(&dir.join("status")).unwrap_or_default(),
        )
    }

    pub fn plus(&self, other: &Scheduled) -> Scheduled {
        self.combine(other, u64::saturating_add)
    }

    /// What happened since `earlier`.
    pub fn since(&self, earlier: &Scheduled) -> Scheduled {
        self.combine(earlier, u64::saturating_sub)
    }

    fn combine(&self, other: &Scheduled, f: impl Fn(u64, u64) -> u64) -> Scheduled {
        Scheduled {
            run_ns: f(self.run_ns, other.run_ns),
            wait_ns: f(self.wait_ns, other.wait_ns),
            timeslices: f(self.timeslices, other.timeslices),
            voluntary_switches: f(self.voluntary_switches, other.voluntary_switches),
            involuntary_switches: f(self.involuntary_switches, other.involuntary_switches),
        }
    }
}

/// Time run, time waited, timeslices; and the two counters of switches in `status`, 0 where it has none.
fn parse(schedstat: &str, status: &str) -> Option<Scheduled> {
    let mut numbers = schedstat.split_whitespace().map(str::parse::<u64>);
    let switches = |name: &str| {
        let line = status
            .lines()
            .find_map(|l| l.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    };
    Some(Scheduled {
        run_ns: numbers.next()?.ok()?,
        wait_ns: numbers.next()?.ok()?,
        timeslices: numbers.next()?.ok()?,
        voluntary_switches: switches("voluntary_ctxt_switches"),
        involuntary_switches: switches("nonvoluntary_ctxt_switches"),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_files_and_neither_is_taken_for_the_other() {
        let status = "Name:\tx\nvoluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t3\n";
        let one = parse("500 1500 9\n", status).unwrap();
        assert_eq!((one.run_ns, one.wait_ns, one.timeslices), (500, 1500, 9));
        assert_eq!((one.voluntary_switches, one.involuntary_switches), (7, 3));
        assert_eq!(parse("500 1500 9", "").unwrap().voluntary_switches, 0);
        for bad in ["", "1 2", "a b c"] {
            assert_eq!(parse(bad, status), None, "{bad}");
        }
    }

    #[test]
    fn sums_and_differences_never_go_below_zero() {
        let a = Scheduled {
            run_ns: 5,
            wait_ns: 1,
            ..Scheduled::default()
        };
        assert_eq!(a.plus(&a).run_ns, 10);
        assert_eq!(a.since(&a.plus(&a)), Scheduled::default());
    }

    #[test]
    fn a_thread_that_worked_has_run() {
        let root = Root::system();
        let Some(before) = Scheduled::own_thread(&root) else {
            return; // A kernel without schedstats.
        };
        let mut sum = 0u64;
        let has_run = (0..100_000).any(|_| {
            sum = (0..10_000).fold(sum, |sum, i| std::hint::black_box(sum ^ i));
            let own = Scheduled::own_thread(&root).unwrap();
            own.since(&before).run_ns >= 1_000_000
        });
        assert!(has_run, "{before:?}");
        assert!(Scheduled::own_thread(&root).unwrap().timeslices > 0);
        let other = std::thread::spawn(|| Scheduled::own_thread(&Root::system()).unwrap());
        assert!(other.join().unwrap().run_ns < Scheduled::own_thread(&root).unwrap().run_ns);
    }
}
