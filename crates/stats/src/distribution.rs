//! Shares of depths and batches as fio prints them (`IO depths`). Percentages derived from counts; nothing here is merged.

use crate::DepthMap;

/// A depth map in percent of `total`: the number of I/Os for depths, of calls for batches. A non-zero share below 0.1 %
/// is given as 0.1 %, as fio does.
pub fn depth_percentages(map: &DepthMap, total: u64) -> [f64; 7] {
    map.map(|count| {
        if count == 0 || total == 0 {
            0.0
        } else {
            (100.0 * count as f64 / total as f64).max(0.1)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_depth_is_not_shown_as_none() {
        let shares = depth_percentages(&[1, 9_999, 0, 0, 0, 0, 0], 10_000);
        assert_eq!(shares, [0.1, 99.99, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(depth_percentages(&[1; 7], 0), [0.0; 7]);
    }
}
