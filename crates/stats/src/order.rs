//! Sorts by one compiled sort: `slice::sort_by` costs 4 KB of program for each type and each order.

use std::cmp::Ordering;

/// Sorts items that few wait for; equal ones keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = places(items.len(), &|one, other| compare(&items[one], &items[other]));
    arrange(places, &mut |one, other| items.swap(one, other));
}

/// As [`sort_by`], by a key of each.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Which item belongs at each place.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

/// Goes around each cycle of the permutation.
fn arrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that follow from each other without a pattern that one sees.
    fn scattered(count: usize) -> Vec<(u64, usize)> {
        let mut state: u64 = 88_172_645_463_325_252;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count).map(|place| (next() % 50, place)).collect()
    }

    #[test]
    fn items_come_in_the_order_of_the_stable_sort() {
        for count in 0..300 {
            let mut ours = scattered(count);
            let mut wanted = ours.clone();
            sort_by_key(&mut ours, |item| item.0);
            wanted.sort_by_key(|item| item.0);
            assert_eq!(ours, wanted);
            let by_last_digit = |one: &(u64, usize), other: &(u64, usize)| (one.0 % 10).cmp(&(other.0 % 10));
            sort_by(&mut ours, by_last_digit);
            wanted.sort_by(by_last_digit);
            assert_eq!(ours, wanted);
        }
    }
}
