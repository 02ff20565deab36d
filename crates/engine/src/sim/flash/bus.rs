//! A channel: one transfer at a time, also at moments that lie between others.

use std::collections::VecDeque;

/// The times at which a channel is taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Bus {
    /// Start and end, in order; neighbours are joined.
    taken: VecDeque<(u64, u64)>,
}

impl Bus {
    /// Takes the first `length_ns` that are free from `from_ns` on; their end. What ended before `now_ns` is forgotten.
    pub(super) fn reserve(&mut self, now_ns: u64, from_ns: u64, length_ns: u64) -> u64 {
        if length_ns == 0 {
            return from_ns;
        }
        while self.taken.front().is_some_and(|(_, end)| *end <= now_ns) {
            self.taken.pop_front();
        }
        let mut place = self.taken.partition_point(|(_, end)| *end < from_ns);
        let mut start = from_ns;
        while let Some((next, end)) = self.taken.get(place).copied() {
            if next >= start + length_ns {
                break;
            }
            start = start.max(end);
            place += 1;
        }
        let end = start + length_ns;
        let follows = place > 0 && self.taken.get(place - 1).is_some_and(|one| one.1 == start);
        let leads = self.taken.get(place).is_some_and(|one| one.0 == end);
        match (follows, leads) {
            (true, true) => {
                let last = self.taken.remove(place).map_or(end, |one| one.1);
                self.taken[place - 1].1 = last;
            }
            (true, false) => self.taken[place - 1].1 = end,
            (false, true) => self.taken[place].0 = start,
            (false, false) => self.taken.insert(place, (start, end)),
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::Bus;

    #[test]
    fn a_transfer_takes_the_first_gap_that_is_long_enough() {
        let mut bus = Bus::default();
        assert_eq!(bus.reserve(0, 100, 10), 110);
        // Before it, between, and after.
        assert_eq!(bus.reserve(0, 0, 10), 10);
        assert_eq!(bus.reserve(0, 5, 90), 100);
        assert_eq!(bus.reserve(0, 0, 1), 111);
        assert_eq!(bus.taken.len(), 1);
        assert_eq!(bus.reserve(200, 200, 10), 210);
        assert_eq!(bus.taken.len(), 1);
    }
}
