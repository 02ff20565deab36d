//! The slots of a queued worker: one per I/O that may be in flight, with its stamps. Free ones lie on a stack.

use fiord_workload::io::Io;

/// One I/O in flight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    /// What is (still) to be done: after a short transfer, the remainder.
    pub(crate) io: Io,
    /// Stamp before it was queued.
    pub(crate) start_ns: u64,
    /// Stamp after it was submitted.
    pub(crate) issue_ns: u64,
    /// When the pace wanted it to start.
    pub(crate) intended_ns: u64,
    /// Bytes moved by earlier, short transfers.
    pub(crate) moved: u32,
    /// Whether it is in use: an engine that completes a free slot is caught.
    pub(crate) busy: bool,
}

/// All slots of a worker.
#[derive(Debug)]
pub(crate) struct Slots {
    slots: Box<[Slot]>,
    free: Vec<u32>,
    /// Those that may be taken: all but the parked ones.
    open: usize,
    /// Kept away, so that fewer are in flight (`latency_target`).
    parked: Vec<u32>,
}

impl Slots {
    pub(crate) fn new(depth: u32) -> Self {
        let idle = Slot {
            io: Io {
                op: fiord_workload::io::Op::Read,
                file: 0,
                offset: 0,
                len: 0,
            },
            start_ns: 0,
            issue_ns: 0,
            intended_ns: 0,
            moved: 0,
            busy: false,
        };
        Self {
            slots: vec![idle; depth as usize].into_boxed_slice(),
            free: (0..depth).rev().collect(),
            open: depth as usize,
            parked: Vec::with_capacity(depth as usize),
        }
    }

    #[inline(always)]
    pub(crate) fn any_free(&self) -> bool {
        !self.free.is_empty()
    }

    /// Slots in use.
    #[inline(always)]
    pub(crate) fn held(&self) -> u32 {
        (self.open - self.free.len()) as u32
    }

    /// Parks free slots, or takes parked ones back, until `depth` may be taken. `false`: more than those are in use still.
    pub(super) fn keep(&mut self, depth: u32) -> bool {
        let depth = (depth as usize).min(self.slots.len());
        while self.open > depth {
            let Some(slot) = self.free.pop() else { return false };
            self.parked.push(slot);
            self.open -= 1;
        }
        while self.open < depth {
            let Some(slot) = self.parked.pop() else { break };
            self.free.push(slot);
            self.open += 1;
        }
        true
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, io: Io, start_ns: u64, intended_ns: u64) -> Option<u32> {
        let index = self.free.pop()?;
        let slot = &mut self.slots[index as usize];
        *slot = Slot {
            io,
            start_ns,
            issue_ns: start_ns,
            intended_ns,
            moved: 0,
            busy: true,
        };
        Some(index)
    }

    #[inline(always)]
    pub(crate) fn give_back(&mut self, index: u32) {
        self.slots[index as usize].busy = false;
        // Capacity is that of all slots, and a slot is given back once: this never allocates.
        self.free.push(index);
    }

    pub(crate) fn give_back_all(&mut self) {
        self.free.clear();
        self.parked.clear();
        self.open = self.slots.len();
        self.free.extend(0..self.slots.len() as u32);
        for slot in &mut self.slots {
            slot.busy = false;
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &Slot {
        &self.slots[index as usize]
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut Slot {
        &mut self.slots[index as usize]
    }

    /// The slots in use, for rare checks.
    pub(crate) fn busy(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| slot.busy)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_workload::io::Op;

    #[test]
    fn parked_slots_are_neither_free_nor_held() {
        let io = Io {
            op: Op::Read,
            file: 0,
            offset: 0,
            len: 1,
        };
        let mut slots = Slots::new(4);
        assert!(slots.keep(2));
        let held: Vec<u32> = std::iter::from_fn(|| slots.take(io, 0, 0)).collect();
        assert_eq!((held.len(), slots.held(), slots.any_free()), (2, 2, false));
        assert!(!slots.keep(1));
        slots.give_back(held[0]);
        assert!(slots.keep(1));
        assert_eq!((slots.held(), slots.any_free()), (1, false));
        assert!(slots.keep(4));
        assert_eq!(std::iter::from_fn(|| slots.take(io, 0, 0)).count(), 3);
    }
}
