//! The part of the map that is in memory: pages of entries, those that were not used for a while leave first (CLOCK).

const NONE: u32 = u32::MAX;

/// What a look into the map costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lookup {
    /// The page of the map that had to be read.
    pub read: Option<u32>,
    /// The page of the map that had to be written to make room.
    pub written: Option<u32>,
}

/// Pages of the map in memory.
#[derive(Debug, Clone)]
pub(super) struct MapCache {
    /// Entries of a page of the map: 4 bytes each.
    entries: u32,
    slot_of: Box<[u32]>,
    /// Page of the map, used lately, changed.
    slots: Vec<(u32, bool, bool)>,
    most: usize,
    hand: usize,
}

impl MapCache {
    /// `None`: the whole map is in memory.
    pub(super) fn new(bytes: u64, page_bytes: u32, user_pages: u32) -> Option<Self> {
        let entries = (page_bytes / 4).max(1);
        let pages = user_pages.div_ceil(entries);
        let most = (bytes / u64::from(page_bytes)).max(1);
        (bytes > 0 && most < u64::from(pages)).then(|| Self {
            entries,
            slot_of: vec![NONE; pages as usize].into_boxed_slice(),
            slots: Vec::with_capacity(most as usize),
            most: most as usize,
            hand: 0,
        })
    }

    /// Looks a page up, and changes its entry if it is written.
    pub(super) fn look(&mut self, page: u32, writes: bool) -> Lookup {
        let wanted = page / self.entries;
        let slot = self.slot_of[wanted as usize];
        if let Some(entry) = self.slots.get_mut(slot as usize) {
            entry.1 = true;
            entry.2 |= writes;
            return Lookup::default();
        }
        let mut lookup = Lookup {
            read: Some(wanted),
            written: None,
        };
        if self.slots.len() < self.most {
            self.slot_of[wanted as usize] = self.slots.len() as u32;
            self.slots.push((wanted, true, writes));
            return lookup;
        }
        while std::mem::take(&mut self.slots[self.hand].1) {
            self.hand = (self.hand + 1) % self.most;
        }
        let (old, _, changed) = std::mem::replace(&mut self.slots[self.hand], (wanted, true, writes));
        self.slot_of[old as usize] = NONE;
        self.slot_of[wanted as usize] = self.hand as u32;
        self.hand = (self.hand + 1) % self.most;
        lookup.written = changed.then_some(old);
        lookup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_map_come_and_go() {
        assert!(MapCache::new(1 << 20, 4096, 1024).is_none());
        let Some(mut cache) = MapCache::new(8192, 4096, 4096) else {
            panic!("two of four pages")
        };
        assert_eq!(cache.look(0, true).read, Some(0));
        assert_eq!(cache.look(1023, false), Lookup::default());
        assert_eq!(cache.look(1024, false).read, Some(1));
        let full = cache.look(2048, false);
        assert_eq!((full.read, full.written), (Some(2), Some(0)));
        assert_eq!(cache.look(3072, false).written, None);
    }
}
