//! Stand-in until the content arrives: buffers are filled once with the slot's address bits.

use crate::{Io, WorkerPlan};

/// See the module.
#[derive(Debug)]
pub struct Content;

impl Content {
    /// Plain content.
    pub fn new(_plan: &WorkerPlan) -> Self {
        Content
    }

    /// Fills a slot's buffer once, before the start.
    pub fn init(&mut self, buffer: &mut [u8]) {
        for (index, byte) in buffer.iter_mut().enumerate() {
            *byte = (index as u8).wrapping_mul(31).wrapping_add((index >> 8) as u8);
        }
    }

    /// Changes the buffer before a write.
    #[inline(always)]
    pub fn fill(&mut self, _buffer: &mut [u8], _io: &Io) {}
}
