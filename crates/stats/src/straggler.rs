//! Who is slower than those on other hosts.

use crate::interval::median;

/// At less than this share of the others' median rate a member is a straggler.
pub const STRAGGLER_SHARE: f64 = 0.8;

/// A member of a group that works side by side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Member {
    /// Those of one host share what slows them down, so they are not compared with each other.
    pub host: usize,
    /// What it did per second of its own time.
    pub rate: f64,
}

/// Each member's rate as a share of the median of those on other hosts; where all are on one host, of all others. `None`: there is
/// nobody to compare with, or they did nothing.
pub fn of_others(members: &[Member]) -> Vec<Option<f64>> {
    let is_one_host = members.windows(2).all(|pair| pair[0].host == pair[1].host);
    let of = |(at, member): (usize, &Member)| {
        let others: Vec<f64> = members
            .iter()
            .enumerate()
            .filter(|(other, one)| *other != at && (is_one_host || one.host != member.host))
            .map(|(_, one)| one.rate)
            .collect();
        let middle = median(&others).filter(|middle| *middle > 0.0)?;
        Some(member.rate / middle)
    };
    members.iter().enumerate().map(of).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn shares(members: &[(usize, f64)]) -> Vec<Option<f64>> {
        let members: Vec<Member> = members
            .iter()
            .map(|(host, rate)| Member {
                host: *host,
                rate: *rate,
            })
            .collect();
        of_others(&members)
    }

    #[test]
    fn the_ranks_of_a_slow_host_do_not_hide_each_other() {
        let shares = shares(&[(0, 100.0), (0, 100.0), (1, 25.0), (1, 25.0)]);
        assert_eq!(shares, [Some(4.0), Some(4.0), Some(0.25), Some(0.25)]);
    }

    #[test]
    fn on_one_host_each_is_held_against_the_others() {
        assert_eq!(
            shares(&[(0, 100.0), (0, 100.0), (0, 50.0)]),
            [Some(100.0 / 75.0), Some(100.0 / 75.0), Some(0.5)]
        );
        assert_eq!(shares(&[(0, 1.0)]), [None]);
        assert_eq!(shares(&[(0, 1.0), (1, 0.0)]), [None, Some(0.0)]);
    }
}
