//! How far apart the monotonic clocks of two ranks are, from the ping with the shortest way.
//!
//! `there` was read somewhere between sending and hearing back, so the offset is known to half of the way. The shortest of many ways is
//! taken, because whatever delays a ping makes only it less certain. Both clocks are monotonic: those of hosts count from different
//! moments, and steps of the wall clock do not move them.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::ranks::verbs::{Post, Ranks, RanksError};
use crate::ranks::wire::{self, RankMessage, Received};

/// Pings of one rank; more where the shortest way is long, because the machines are busy.
const PINGS: u32 = 200;
const SHORT_NS: u64 = 50_000;
/// However long the ways are, so many at least.
const FEWEST: u32 = 10;
/// After a ping, how long a rank polls quickly for the next one.
const NEAR: Duration = Duration::from_millis(10);

/// How long asking for clocks may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AskTime {
    /// For the pings of all ranks, as far as each then has its least and no more than its most.
    for_all: Duration,
    least: Duration,
    most: Duration,
    /// Without an answer for so long, the clock is not known.
    patience: Duration,
}

impl AskTime {
    /// Before anything is measured, and after all of it.
    pub(crate) const FULL: Self = Self {
        for_all: Duration::from_secs(10),
        least: Duration::from_millis(20),
        most: Duration::from_millis(500),
        patience: Duration::from_secs(5),
    };
    /// Between two phases: others wait meanwhile, and the clock is known already.
    pub(crate) const BRIEF: Self = Self {
        for_all: Duration::from_secs(1),
        least: Duration::from_millis(2),
        most: Duration::from_millis(100),
        patience: Duration::from_millis(500),
    };
}

/// A rank's clock against that of rank 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockOffset {
    /// The rank's clock minus that of rank 0, in nanoseconds.
    pub offset_ns: i64,
    /// The shortest way back and forth; half of it is the most that the offset can be wrong by.
    pub rtt_ns: u64,
}

impl ClockOffset {
    /// Rank 0's own clock.
    pub const OWN: Self = Self {
        offset_ns: 0,
        rtt_ns: 0,
    };

    /// What is known after the clock was asked for once more. A ping that took longer than the known one is believed only where both
    /// cannot be true: then the clock has moved.
    pub(crate) fn renewed(self, again: Self) -> Self {
        let has_moved =
            again.offset_ns.abs_diff(self.offset_ns) > self.rtt_ns.saturating_add(again.rtt_ns) / 2;
        if has_moved || again.rtt_ns <= self.rtt_ns {
            again
        } else {
            self
        }
    }

    /// A time of rank 0 on the rank's clock.
    pub fn to_theirs(self, at_ns: u64) -> u64 {
        at_ns.saturating_add_signed(self.offset_ns)
    }

    /// A time of the rank on rank 0's clock; before its zero it is negative.
    pub fn to_ours(self, at_ns: i64) -> i64 {
        at_ns.saturating_sub(self.offset_ns)
    }
}

/// The monotonic clock in nanoseconds.
pub fn now_ns() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    let nanos = u64::try_from(now.tv_nsec).unwrap_or(0);
    u64::try_from(now.tv_sec).unwrap_or(0) * 1_000_000_000 + nanos
}

/// On rank 0: the clock of another rank, which answers meanwhile ([`answer`]). `None`: it did not. `keep` gets what else arrives.
///
/// # Errors
/// The connection broke.
pub(crate) fn ask(
    ranks: &mut dyn Ranks,
    rank: usize,
    now: &dyn Fn() -> u64,
    (limits, keep): (&AskTime, &mut dyn FnMut(Post)),
) -> Result<Option<ClockOffset>, RanksError> {
    let ping = wire::encode(&RankMessage::Ping);
    let mut begun = Instant::now();
    let ranks_to_ask = u32::try_from(ranks.size()).unwrap_or(u32::MAX).max(1);
    let time = (limits.for_all / ranks_to_ask).clamp(limits.least, limits.most);
    let mut best: Option<ClockOffset> = None;
    for done in 0_u32.. {
        let is_known = done >= PINGS && best.is_some_and(|best| best.rtt_ns <= SHORT_NS);
        if is_known || (done >= FEWEST && begun.elapsed() >= time) {
            break;
        }
        let sent = now();
        ranks.post(rank, &ping)?;
        let Some(there) = pong(ranks, rank, (limits.patience, &mut *keep))? else {
            return Ok(None);
        };
        let heard = now();
        if done == 0 {
            // The rank may have slept.
            begun = Instant::now();
        }
        let rtt_ns = heard.saturating_sub(sent);
        if best.is_none_or(|best| rtt_ns < best.rtt_ns) {
            let middle = sent + rtt_ns / 2;
            best = Some(ClockOffset {
                offset_ns: there.wrapping_sub(middle).cast_signed(),
                rtt_ns,
            });
        }
    }
    Ok(best)
}

fn pong(
    ranks: &mut dyn Ranks,
    rank: usize,
    (patience, keep): (Duration, &mut dyn FnMut(Post)),
) -> Result<Option<u64>, RanksError> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        match ranks.take()? {
            Some(post) => match wire::pong(&post.bytes) {
                Some(now_ns) if post.from == rank => return Ok(Some(now_ns)),
                // A pong that came too late for its ping says nothing any more.
                Some(_) => {}
                None => keep(post),
            },
            None => breathe(begun),
        }
    }
    Ok(None)
}

/// On rank 0: the clocks of all are known, and all go on.
///
/// # Errors
/// The connection broke.
pub fn known(ranks: &mut dyn Ranks) -> Result<(), RanksError> {
    for rank in 1..ranks.size() {
        ranks.post(rank, &wire::encode(&RankMessage::Known))?;
    }
    Ok(())
}

/// On the others: answers rank 0's pings until it knows the clocks of all; `false` when that did not come to be.
///
/// # Errors
/// The connection broke.
pub fn answer(ranks: &mut dyn Ranks, now: &dyn Fn() -> u64, patience: Duration) -> Result<bool, RanksError> {
    let begun = Instant::now();
    let mut pause = Pause::default();
    while begun.elapsed() < patience {
        match ranks.take()? {
            Some(post) => match wire::read(post.bytes) {
                Received::Message(RankMessage::Ping) => {
                    let pong = RankMessage::Pong { now_ns: now() };
                    ranks.post(0, &wire::encode(&pong))?;
                    pause.pinged();
                }
                Received::Message(RankMessage::Known) => return Ok(true),
                _ => {}
            },
            None => pause.rest(Duration::from_millis(1)),
        }
    }
    Ok(false)
}

/// Waits a moment for what is near: mostly without giving the processor away, for on a busy machine it comes back late, and now and then
/// giving it, because the rank that is to answer may be waiting for this very processor.
fn breathe(since: Instant) {
    if since.elapsed().as_micros() % 50 < 40 {
        std::hint::spin_loop();
    } else {
        std::thread::yield_now();
    }
}

/// How a rank waits that may be pinged: after a ping the next one is near, and waiting for it must cost no time.
#[derive(Debug, Default)]
pub(crate) struct Pause {
    pinged: Option<Instant>,
}

impl Pause {
    pub(crate) fn pinged(&mut self) {
        self.pinged = Some(Instant::now());
    }

    /// Waits so long, or not at all.
    pub(crate) fn rest(&self, pause: Duration) {
        match self.pinged {
            Some(at) if at.elapsed() < NEAR => breathe(at),
            _ => std::thread::sleep(pause),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_time_goes_to_the_other_clock_and_back() {
        let clock = ClockOffset {
            offset_ns: -100_000_000_000,
            rtt_ns: 10,
        };
        assert_eq!(clock.to_theirs(150_000_000_007), 50_000_000_007);
        assert_eq!(clock.to_ours(50_000_000_007), 150_000_000_007);
        assert_eq!(ClockOffset::OWN.to_theirs(3), 3);
    }

    #[test]
    fn a_worse_ping_is_believed_only_where_the_clock_has_moved() {
        let clock = |offset_ns, rtt_ns| ClockOffset { offset_ns, rtt_ns };
        let known = clock(1_000, 100);
        assert_eq!(known.renewed(clock(1_020, 90)), clock(1_020, 90));
        assert_eq!(known.renewed(clock(1_300, 500)), known);
        assert_eq!(known.renewed(clock(1_301, 500)), clock(1_301, 500));
        assert_eq!(known.renewed(clock(-500, 200)), clock(-500, 200));
    }
}
