//! Where the times of a job's logs begin, as the clock has it that `log_alternate_epoch_clock_id` names.

use std::time::Duration;

use fiord_job::plan::{JobPlan, LogClock};
use rustix::time::{ClockId, DynamicClockId, clock_gettime_dynamic};

/// What the clock of the job's logs shows now, to the thread that asks; nothing where they count from the worker's start.
///
/// # Errors
/// The machine does not have the clock: those of alarms need one that runs while the machine sleeps.
pub(crate) fn now(job: &JobPlan) -> std::io::Result<Duration> {
    let epoch = &job.report.logs.epoch;
    if !epoch.is_asked || !job.report.logs.any() {
        return Ok(Duration::ZERO);
    }
    let now = clock_gettime_dynamic(clock(epoch.clock))?;
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    Ok(Duration::new(seconds, u32::try_from(now.tv_nsec).unwrap_or(0)))
}

fn clock(clock: LogClock) -> DynamicClockId<'static> {
    let known = match clock {
        LogClock::Realtime => ClockId::Realtime,
        LogClock::Monotonic => ClockId::Monotonic,
        LogClock::ProcessCpu => ClockId::ProcessCPUTime,
        LogClock::ThreadCpu => ClockId::ThreadCPUTime,
        LogClock::MonotonicRaw => ClockId::MonotonicRaw,
        LogClock::RealtimeCoarse => ClockId::RealtimeCoarse,
        LogClock::MonotonicCoarse => ClockId::MonotonicCoarse,
        LogClock::Boottime => return DynamicClockId::Boottime,
        LogClock::RealtimeAlarm => return DynamicClockId::RealtimeAlarm,
        LogClock::BoottimeAlarm => return DynamicClockId::BoottimeAlarm,
        LogClock::Tai => return DynamicClockId::Tai,
    };
    DynamicClockId::Known(known)
}
