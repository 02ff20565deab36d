//! Spelling: which known name is closest to the one that was typed. Not a resolver: nothing is accepted by nearness.

/// The name of `known` that `typed` most probably meant, if one is near enough to be worth saying.
///
/// Case and the choice of `-` or `_` cost nothing. A third of the letters may be wrong.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = fold(typed);
    let length = typed.len();
    if length == 0 || length > LONGEST {
        return None;
    }
    let limit = length.div_ceil(3);
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(length) <= limit)
        .map(|name| (distance(&typed, &fold(name)), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// No option is longer; anything beyond it is not a slip of the finger.
const LONGEST: usize = 48;

fn fold(text: &str) -> Vec<char> {
    text.chars()
        .map(|c| if c == '-' { '_' } else { c.to_ascii_lowercase() })
        .collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (above[j] + 1).min(row[j - 1] + 1).min(above[j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const NAMES: [&str; 6] = ["iodepth", "output-format", "bs", "size", "io_size", "rw"];

    #[test]
    fn finds_slips_of_the_finger() {
        assert_eq!(nearest("iodpeth", NAMES), Some("iodepth"));
        assert_eq!(nearest("iodept", NAMES), Some("iodepth"));
        assert_eq!(nearest("output_format", NAMES), Some("output-format"));
        assert_eq!(nearest("BS", NAMES), Some("bs"));
    }

    #[test]
    fn says_nothing_when_nothing_is_near() {
        assert_eq!(nearest("frobnicate", NAMES), None);
        assert_eq!(nearest("", NAMES), None);
        assert_eq!(nearest(&"x".repeat(9_000), NAMES), None);
    }
}
