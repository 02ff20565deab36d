//! `flow`: jobs of one `flow_id` share the I/Os they issue in proportion to their weights.
//!
//! A job holds its next I/O back while its share of the I/Os that all of the flow have issued is above its share of the weights.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fiord_job::plan::FlowPlan;

/// Shortest pause before a job that is ahead looks again, in nanoseconds.
const PAUSE_NS: u64 = 1_000;

/// All flows of a run, by their `flow_id`.
#[derive(Debug, Default)]
pub struct Flows {
    known: Mutex<HashMap<u32, Arc<Flow>>>,
}

#[derive(Debug, Default)]
struct Flow {
    /// I/Os issued by those that are in the flow now.
    issued: AtomicU64,
    /// Their weights together.
    weight: AtomicU64,
}

/// A worker's place in its flow. Leaving takes its weight and its I/Os out.
#[derive(Debug)]
pub struct FlowSeat {
    flow: Arc<Flow>,
    weight: u64,
    issued: u64,
    /// The next I/O is counted already, and waits for something else.
    counted: bool,
    pub pause_ns: u64,
}

impl Flows {
    /// Joins the flow that the job names.
    pub fn join(&self, plan: &FlowPlan) -> FlowSeat {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let flow = Arc::clone(known.entry(plan.id).or_default());
        let weight = u64::from(plan.weight);
        flow.weight.fetch_add(weight, Ordering::Relaxed);
        FlowSeat {
            flow,
            weight,
            issued: 0,
            counted: false,
            pause_ns: plan.sleep_us.saturating_mul(1_000).max(PAUSE_NS),
        }
    }
}

impl FlowSeat {
    /// Counts the next I/O as issued, unless this worker is ahead of the others.
    pub fn may_start(&mut self) -> bool {
        if self.counted {
            return true;
        }
        let (all, weights) = (
            self.flow.issued.load(Ordering::Relaxed),
            self.flow.weight.load(Ordering::Relaxed),
        );
        if u128::from(self.issued) * u128::from(weights) > u128::from(all) * u128::from(self.weight) {
            return false;
        }
        self.issued += 1;
        self.flow.issued.fetch_add(1, Ordering::Relaxed);
        self.counted = true;
        true
    }

    /// The I/O that was counted last has started.
    pub fn started(&mut self) {
        self.counted = false;
    }
}

impl Drop for FlowSeat {
    fn drop(&mut self) {
        self.flow.issued.fetch_sub(self.issued, Ordering::Relaxed);
        self.flow.weight.fetch_sub(self.weight, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn seat(flows: &Flows, weight: u32) -> FlowSeat {
        flows.join(&FlowPlan {
            id: 7,
            weight,
            sleep_us: 0,
        })
    }

    fn next(seat: &mut FlowSeat) -> bool {
        let may = seat.may_start();
        seat.started();
        may
    }

    #[test]
    fn shares_follow_the_weights() {
        let flows = Flows::default();
        let (mut a, mut b) = (seat(&flows, 8), seat(&flows, 1));
        let (mut of_a, mut of_b) = (0, 0);
        for _ in 0..9_000 {
            of_a += u32::from(next(&mut a));
            of_b += u32::from(next(&mut b));
        }
        assert!(of_b > 500, "{of_b}");
        assert!(
            (f64::from(of_a) / f64::from(of_b) - 8.0).abs() < 0.1,
            "{of_a} : {of_b}"
        );
    }

    #[test]
    fn one_that_is_left_alone_goes_on() {
        let flows = Flows::default();
        let (mut a, mut b) = (seat(&flows, 1), seat(&flows, 1));
        assert!(next(&mut a) && !next(&mut a));
        assert!(next(&mut b));
        drop(b);
        assert!((0..100).all(|_| next(&mut a)));
    }
}
