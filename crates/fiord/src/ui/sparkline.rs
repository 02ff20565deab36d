//! Values over time as bars in one row of text.

/// Values as bars, the newest at the right, in a row that has room for `most` of them; where that is more than the columns, the
/// highest of each group.
pub(crate) fn sparkline(values: &[f64], most: usize, columns: usize) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let highest = values.iter().copied().fold(0.0, f64::max);
    let group = most.div_ceil(columns.max(1)).max(1);
    let bar = |group: &[f64]| {
        let value = group.iter().copied().fold(0.0, f64::max);
        if value <= 0.0 {
            ' '
        } else {
            BARS[((value / highest * 8.0).ceil() as usize).clamp(1, 8) - 1]
        }
    };
    let bars: Vec<char> = values.rchunks(group).take(columns).map(bar).collect();
    let line: String = bars.into_iter().rev().collect();
    format!("{line:>columns$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_of_a_group_is_shown_and_the_newest_is_right() {
        assert_eq!(sparkline(&[1.0, 8.0, 4.0], 4, 4), " ▁█▄");
        assert_eq!(sparkline(&[0.0, 1.0, 8.0, 4.0], 4, 2), "▁█");
        assert_eq!(sparkline(&[], 4, 3), "   ");
    }
}
