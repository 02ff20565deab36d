//! Counters that a worker publishes while it runs, for progress lines.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One worker's counters. Written by the worker alone with relaxed stores, read by anyone.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct LiveCell {
    /// I/Os completed per direction.
    pub ios: [AtomicU64; 3],
    /// Bytes transferred per direction.
    pub bytes: [AtomicU64; 3],
}

impl LiveCell {
    /// I/Os between two publications.
    pub const EVERY: u32 = 64;

    /// Stores the totals of one direction.
    #[inline]
    pub fn publish(&self, ddir: usize, ios: u64, bytes: u64) {
        self.ios[ddir].store(ios, Relaxed);
        self.bytes[ddir].store(bytes, Relaxed);
    }
}
