//! Stand-in until the pacer arrives: no pace.

use crate::{Io, WorkerPlan};

/// Whether an I/O may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Now.
    Now {
        /// When it was meant to start.
        intended_ns: u64,
    },
    /// Later.
    Wait {
        /// When to ask again.
        until_ns: u64,
        /// When it is meant to start.
        intended_ns: u64,
    },
}

/// See the module.
#[derive(Debug)]
pub struct Pacer;

impl Pacer {
    /// No pace.
    pub fn new(_plan: &WorkerPlan) -> Self {
        Pacer
    }

    /// Whether it does anything.
    pub fn is_active(&self) -> bool {
        false
    }

    /// When the I/O may start.
    pub fn due(&mut self, _io: &Io, now_ns: u64) -> Due {
        Due::Now { intended_ns: now_ns }
    }

    /// An I/O has finished.
    pub fn completed(&mut self, _io: &Io, _now_ns: u64) {}
}
