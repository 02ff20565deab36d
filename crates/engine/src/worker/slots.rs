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
        }
    }

    #[inline(always)]
    pub(crate) fn any_free(&self) -> bool {
        !self.free.is_empty()
    }

    /// Slots in use.
    #[inline(always)]
    pub(crate) fn held(&self) -> u32 {
        (self.slots.len() - self.free.len()) as u32
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
