//! The rates of a run over many hosts by direction, in the windows that are the same for all ranks.

use fiord_job::plan::Ddir;
use fiord_messages::{Fixed, many_hosts as messages};
use fiord_stats::window::{Course, Span};

use super::view::{HostsView, JobTogether, WindowCounts, span, workers};

/// The windows of a job, in the order of [`DirectionRates::windows`].
pub const WINDOWS: [Fixed; 3] = [
    messages::window_all_at_work,
    messages::window_first_done,
    messages::window_last_done,
];

/// One direction of one job over all ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectionRates {
    /// Index in the plan.
    pub job: usize,
    pub ddir: Ddir,
    /// From the last start to the first end; from the first start to the first end; from the first start to the last end.
    pub windows: [Option<WindowCounts>; 3],
}

impl DirectionRates {
    /// I/Os and bytes per second as they are to be quoted: while all were at work; where that was too short for counts by second, all that
    /// was done from the first start to the last end.
    pub fn quoted(&self) -> Option<(f64, f64)> {
        let [common, _, whole] = self.windows;
        let at_work = common.and_then(|common| Some((common.rate(common.ios)?, common.rate(common.bytes)?)));
        let of_all = || {
            let whole = whole.filter(|whole| whole.span.len_ns() > 0)?;
            let rate = |count: u64| count as f64 / whole.seconds();
            Some((rate(whole.ios), rate(whole.bytes)))
        };
        at_work.or_else(of_all)
    }
}

/// Every direction of every job that moved data, in the order of the plan.
pub fn of(view: &HostsView<'_>) -> Vec<DirectionRates> {
    let each = view
        .jobs
        .iter()
        .flat_map(|job| Ddir::ALL.map(|ddir| of_direction(view, job, ddir)));
    each.flatten().collect()
}

fn of_direction(view: &HostsView<'_>, job: &JobTogether, ddir: Ddir) -> Option<DirectionRates> {
    let first = view.run.ranks.first();
    let wave = first
        .and_then(|rank| rank.record.plan.waves().get(job.index).copied())
        .unwrap_or(0);
    let counted = |within: Option<Span>| {
        let (mut ios, mut bytes) = (0_u64, 0_u64);
        for rank in &view.run.ranks {
            for (plan, worker) in workers(rank, job.index) {
                let stats = &worker.stats.ddirs[ddir as usize];
                let done = match (within, span((rank, wave), plan, worker)) {
                    (None, _) => (stats.ios, stats.bytes),
                    (Some(window), Some(span)) => {
                        let per_second = &stats.per_second;
                        Course { span, per_second }.within(window)
                    }
                    (Some(_), None) => (0, 0),
                };
                ios = ios.saturating_add(done.0);
                bytes = bytes.saturating_add(done.1);
            }
        }
        (ios, bytes)
    };
    if counted(None).0 == 0 {
        return None;
    }
    // The last window holds everything: no part of a second has to be shared out there.
    let window = |whole: Option<WindowCounts>, is_all: bool| {
        let span = whole?.span;
        let (ios, bytes) = counted((!is_all).then_some(span));
        Some(WindowCounts { span, ios, bytes })
    };
    Some(DirectionRates {
        job: job.index,
        ddir,
        windows: [
            window(job.common, false),
            window(job.first_done, false),
            window(job.last_done, true),
        ],
    })
}
