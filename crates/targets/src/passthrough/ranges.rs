//! The lists of ranges that go with NVMe commands which deallocate: one for each slot in flight.

use crate::passthrough::nvme::{RANGE_BYTES, range};
use crate::passthrough::scsi::BlockRun;

/// See the module. A place is an offset and a length in bytes.
#[derive(Debug)]
pub struct RangeLists {
    /// Those of all slots, `most` of each.
    bytes: Box<[[u8; RANGE_BYTES]]>,
    most: usize,
    /// What each slot has.
    slots: Box<[List]>,
}

/// The list of a slot.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    /// How many ranges; 0: the trim is none that a list can say.
    count: u16,
    /// Where the trim begins that it is of, and its bytes in all ranges.
    of: (u64, u32),
}

impl RangeLists {
    /// Of up to `most` ranges, for so many slots.
    pub fn new(most: u32, depth: u32) -> Self {
        let (most, depth) = (most.max(1) as usize, depth as usize);
        Self {
            bytes: vec![[0; RANGE_BYTES]; most * depth].into_boxed_slice(),
            most,
            slots: vec![List::default(); depth].into_boxed_slice(),
        }
    }

    /// Whether trims have more than one range.
    pub const fn has_several(&self) -> bool {
        self.most > 1
    }

    /// The places of the trim in this slot. Where one is not whole blocks, or there are too many, the slot has no list.
    pub fn put(&mut self, slot: u32, places: impl IntoIterator<Item = (u64, u32)>, block_bytes: u32) {
        let from = slot as usize * self.most;
        let list = self.bytes.get_mut(from..from + self.most);
        let (Some(kept), Some(list)) = (self.slots.get_mut(slot as usize), list) else {
            return;
        };
        *kept = List::default();
        let mut new = List::default();
        for (offset, len) in places {
            let blocks = BlockRun::of(offset, len, block_bytes).filter(|blocks| blocks.count > 0);
            let (Some(bytes), Some(blocks)) = (list.get_mut(usize::from(new.count)), blocks) else {
                return;
            };
            *bytes = range(blocks);
            if new.count == 0 {
                new.of.0 = offset;
            }
            new.of.1 += len;
            new.count += 1;
        }
        *kept = new;
    }

    /// The ranges of the trim in this slot, which begins there and has so many bytes; none where the list is that of another one.
    pub fn of(&self, slot: u32, trim: (u64, u32)) -> &[[u8; RANGE_BYTES]] {
        let from = slot as usize * self.most;
        let kept = self.slots.get(slot as usize);
        let count = kept
            .filter(|list| list.of == trim)
            .map_or(0, |list| usize::from(list.count));
        self.bytes.get(from..from + count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: [u8; RANGE_BYTES]) -> (u64, u32) {
        let (head, lba) = bytes.split_at(8);
        let (attributes, count) = head.split_at(4);
        assert_eq!(attributes, [0; 4]);
        let count = count.try_into().map_or(0, u32::from_le_bytes);
        (lba.try_into().map_or(0, u64::from_le_bytes), count)
    }

    #[test]
    fn each_slot_has_its_ranges_in_order() {
        let mut lists = RangeLists::new(4, 2);
        assert!(lists.has_several() && !RangeLists::new(1, 2).has_several());
        let several = (8192, 4096 + 512 + 8192);
        assert!(lists.of(1, several).is_empty());
        lists.put(1, [(8192, 4096), (0, 512), (1 << 40, 8192)], 512);
        lists.put(0, [(512, 512)], 512);
        let found =
            |slot, trim| -> Vec<(u64, u32)> { lists.of(slot, trim).iter().copied().map(said).collect() };
        assert_eq!(found(1, several), [(16, 8), (0, 1), (1 << 31, 16)]);
        assert_eq!(found(0, (512, 512)), [(1, 1)]);
        assert!(found(2, several).is_empty(), "the slots are 0 and 1");
        for other in [(0, several.1), (8192, 4096)] {
            assert!(found(1, other).is_empty(), "they are not the ranges of {other:?}");
        }
    }

    #[test]
    fn whatever_a_list_cannot_say_leaves_none() {
        let whole = (0, 512);
        for places in [
            vec![(0, 4096), (100, 4096)],
            vec![(0, 4096), (4096, 100)],
            vec![(0, 0)],
            vec![(0, 4096); 3],
            vec![],
        ] {
            let mut lists = RangeLists::new(2, 1);
            lists.put(0, [whole], 512);
            assert_eq!(lists.of(0, whole).len(), 1);
            let len = places.iter().map(|place| place.1).sum();
            lists.put(0, places.iter().copied(), 512);
            assert!(lists.of(0, whole).is_empty(), "{places:?}");
            assert!(lists.of(0, (0, len)).is_empty(), "{places:?}");
        }
    }
}
