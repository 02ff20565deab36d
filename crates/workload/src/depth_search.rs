//! `latency_target`: finds the largest depth at which enough I/Os meet a latency.
//!
//! Depth 1 is tried first, then twice as much while the target is met, then the middle between what met and what missed it. What is
//! reported is one more window at the depth that was found; if that one misses the target, the search goes on below it.

use fiord_job::plan::LatencyTarget;

/// What a window of one depth leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchStep {
    /// Go on, at the depth that the search has now.
    Go,
    /// Count afresh: the window that is reported begins.
    Report,
    /// The reported window is over.
    Finish,
    /// The target is missed even at depth 1, and every I/O had to meet it.
    Missed,
}

/// The search of one worker.
#[derive(Debug)]
pub struct DepthSearch {
    plan: LatencyTarget,
    /// `iodepth`
    most: u32,
    depth: u32,
    /// The largest depth that met the target; 0: none yet.
    met: u32,
    /// The smallest that missed it; above `most`: none yet.
    missed: u32,
    /// I/Os that started earlier do not count in this window.
    since_ns: u64,
    due_ns: u64,
    ios: u64,
    in_time: u64,
    reports: bool,
    /// Depth 1 missed the target: nothing is left to search.
    gave_up: bool,
    /// The longest latency of this window.
    pub longest_ns: u64,
}

impl DepthSearch {
    pub fn new(plan: LatencyTarget, most: u32) -> Option<Box<Self>> {
        plan.is_on().then(|| {
            Box::new(Self {
                plan,
                most: most.max(1),
                depth: 1,
                met: 0,
                missed: most.max(1) + 1,
                since_ns: 0,
                due_ns: u64::MAX,
                ios: 0,
                in_time: 0,
                reports: false,
                gave_up: false,
                longest_ns: 0,
            })
        })
    }

    /// How many I/Os may be in flight.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// When the window ends.
    pub fn due_ns(&self) -> u64 {
        self.due_ns
    }

    pub fn target_ns(&self) -> u64 {
        self.plan.target_ns
    }

    /// A window begins.
    ///
    /// FIO-DIFF(latency-no-window): without `latency_window` fio 3.33 ends after one I/O; here a window ends with the first I/Os that
    /// come back, and the search goes on.
    pub fn begin(&mut self, now_ns: u64) {
        self.since_ns = now_ns;
        self.due_ns = if self.gave_up {
            u64::MAX
        } else {
            now_ns.saturating_add(self.plan.window_us.saturating_mul(1_000))
        };
        (self.ios, self.in_time, self.longest_ns) = (0, 0, 0);
    }

    /// Counts an I/O. `true`: the window is lost already.
    pub fn note(&mut self, start_ns: u64, now_ns: u64) -> bool {
        if start_ns < self.since_ns {
            return false;
        }
        let latency_ns = now_ns.saturating_sub(start_ns);
        let in_time = latency_ns <= self.plan.target_ns;
        self.ios += 1;
        self.in_time += u64::from(in_time);
        self.longest_ns = self.longest_ns.max(latency_ns);
        !in_time && self.needs_all() && !self.gave_up
    }

    fn needs_all(&self) -> bool {
        self.plan.percentile_micro >= LatencyTarget::ALL_MICRO
    }

    /// The window is over, or lost.
    pub fn judge(&mut self, now_ns: u64) -> SearchStep {
        if self.ios == 0 {
            // Nothing to judge by: the same depth goes on.
            self.begin(now_ns);
            return SearchStep::Go;
        }
        let needed = u128::from(self.ios) * u128::from(self.plan.percentile_micro);
        let met = u128::from(self.in_time) * u128::from(LatencyTarget::ALL_MICRO) >= needed;
        let step = if met { self.after_hit() } else { self.after_miss() };
        self.begin(now_ns);
        step
    }

    fn after_hit(&mut self) -> SearchStep {
        if self.reports {
            return SearchStep::Finish;
        }
        if self.plan.run {
            // Past the first miss, one more at a time.
            let next = if self.missed > self.most {
                self.depth * 2
            } else {
                self.depth + 1
            };
            self.depth = next.min(self.most);
            return SearchStep::Go;
        }
        self.met = self.depth;
        self.next_between()
    }

    fn after_miss(&mut self) -> SearchStep {
        self.reports = false;
        if self.depth == 1 {
            if self.needs_all() {
                return SearchStep::Missed;
            }
            self.gave_up = !self.plan.run;
            return SearchStep::Go;
        }
        self.missed = self.depth;
        if self.plan.run {
            self.depth -= (self.depth / 4).max(1);
            return SearchStep::Go;
        }
        if self.met >= self.depth {
            // Met before, missed in the window to report.
            self.met = 0;
        }
        self.next_between()
    }

    /// The next depth to try, or the window to report.
    fn next_between(&mut self) -> SearchStep {
        let next = match (self.met, self.missed) {
            (met, missed) if missed > self.most => (met.max(1) * 2).min(self.most),
            (met, missed) => (met + missed) / 2,
        };
        if self.met > 0 && next <= self.met {
            self.depth = self.met;
            self.reports = true;
            return SearchStep::Report;
        }
        self.depth = next.max(1);
        SearchStep::Go
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const WINDOW: u64 = 1_000_000;

    fn plan(percent: u32, run: bool) -> LatencyTarget {
        LatencyTarget {
            target_ns: 1_000,
            window_us: 1_000,
            percentile_micro: percent * 1_000_000,
            run,
        }
    }

    /// Windows of a device that keeps the target up to `good` in flight: the depths tried, and the last step.
    fn search(plan: LatencyTarget, most: u32, good: u32, windows: usize) -> (Vec<u32>, SearchStep) {
        let mut search = DepthSearch::new(plan, most).unwrap();
        let (mut now, mut tried) = (0, Vec::new());
        search.begin(now);
        for _ in 0..windows {
            tried.push(search.depth());
            let latency = if search.depth() <= good { 900 } else { 1_100 };
            for _ in 0..10 {
                search.note(now, now + latency);
            }
            now += WINDOW;
            match search.judge(now) {
                SearchStep::Go | SearchStep::Report => {}
                end => return (tried, end),
            }
        }
        (tried, SearchStep::Go)
    }

    #[test]
    fn the_largest_depth_that_keeps_the_target_is_found_and_shown() {
        assert_eq!(
            search(plan(90, false), 32, 11, 99),
            (vec![1, 2, 4, 8, 16, 12, 10, 11, 11], SearchStep::Finish)
        );
        assert_eq!(
            search(plan(90, false), 32, 99, 99),
            (vec![1, 2, 4, 8, 16, 32, 32], SearchStep::Finish)
        );
        assert_eq!(
            search(plan(90, false), 1, 1, 99),
            (vec![1, 1], SearchStep::Finish)
        );
        for most in 1..=40 {
            for good in 1..=most {
                let (tried, end) = search(plan(100, false), most, good, 99);
                assert_eq!(
                    (tried.last(), end),
                    (Some(&good), SearchStep::Finish),
                    "{good} of {most}"
                );
            }
        }
    }

    #[test]
    fn a_target_that_depth_1_misses() {
        assert_eq!(search(plan(100, false), 32, 0, 99), (vec![1], SearchStep::Missed));
        // A share may be missed: the job goes on, and nothing is judged any more.
        let mut search = DepthSearch::new(plan(90, false), 32).unwrap();
        search.begin(0);
        search.note(0, 5_000);
        assert_eq!(search.judge(WINDOW), SearchStep::Go);
        assert_eq!((search.depth(), search.due_ns()), (1, u64::MAX));
    }

    #[test]
    fn a_search_that_goes_on_stays_near_the_depth() {
        let (tried, end) = search(plan(90, true), 32, 11, 60);
        assert_eq!(end, SearchStep::Go);
        assert!(
            tried[20..].iter().all(|depth| (9..=12).contains(depth)),
            "{tried:?}"
        );
    }

    #[test]
    fn a_window_to_report_that_misses_goes_on_below() {
        let mut search = DepthSearch::new(plan(100, false), 4).unwrap();
        search.begin(0);
        let window = |search: &mut DepthSearch, latency| {
            search.note(search.since_ns, search.since_ns + latency);
            search.judge(search.since_ns + WINDOW)
        };
        for _ in 0..2 {
            assert_eq!(window(&mut search, 500), SearchStep::Go);
        }
        assert_eq!(
            (window(&mut search, 500), search.depth()),
            (SearchStep::Report, 4)
        );
        assert_eq!((window(&mut search, 5_000), search.depth()), (SearchStep::Go, 2));
        assert_eq!(window(&mut search, 500), SearchStep::Go);
        assert_eq!(
            (window(&mut search, 500), search.depth()),
            (SearchStep::Report, 3)
        );
        assert_eq!(window(&mut search, 500), SearchStep::Finish);
    }

    #[test]
    fn what_started_at_another_depth_does_not_count() {
        let mut search = DepthSearch::new(plan(100, false), 4).unwrap();
        search.begin(1_000);
        assert!(!search.note(999, 1_000_000));
        assert_eq!(search.judge(2_000_000), SearchStep::Go);
        assert_eq!(search.depth(), 1);
        assert!(search.note(2_000_000, 2_005_000));
    }
}
