//! What several workers did in one window of time, from the counts of their seconds.

/// From when to when, in nanoseconds of one clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start_ns: i64,
    pub end_ns: i64,
}

impl Span {
    /// How long it is; of one that ends before it starts 0.
    pub fn len_ns(self) -> u64 {
        u64::try_from(self.end_ns.saturating_sub(self.start_ns)).unwrap_or(0)
    }
}

/// A worker's measured time and what it did in each second of it.
#[derive(Debug, Clone, Copy)]
pub struct Course<'a> {
    pub span: Span,
    /// I/Os and bytes completed in each second since the start; the last one may be a part of a second.
    pub per_second: &'a [(u64, u64)],
}

const SECOND_NS: u64 = 1_000_000_000;

impl Course<'_> {
    /// I/Os and bytes within a window. Of a second that lies in it in part, that part is counted: exact where the window holds all.
    pub fn within(&self, window: Span) -> (u64, u64) {
        let mut sum = (0_u64, 0_u64);
        let mut start_ns = self.span.start_ns;
        for (at, (ios, bytes)) in self.per_second.iter().enumerate() {
            let is_last = at + 1 == self.per_second.len();
            let full = start_ns.saturating_add_unsigned(SECOND_NS);
            // What completes after the measured time is counted in its last second.
            let end_ns = if is_last {
                self.span.end_ns.clamp(start_ns.saturating_add(1), full)
            } else {
                full
            };
            let inside = Span {
                start_ns: start_ns.max(window.start_ns),
                end_ns: end_ns.min(window.end_ns),
            };
            let second = Span { start_ns, end_ns };
            let share = |count: u64| {
                let whole = u128::from(second.len_ns().max(1));
                let part = u128::from(count) * u128::from(inside.len_ns());
                u64::try_from((part + whole / 2) / whole).unwrap_or(u64::MAX)
            };
            sum.0 = sum.0.saturating_add(share(*ios));
            sum.1 = sum.1.saturating_add(share(*bytes));
            start_ns = full;
        }
        sum
    }
}

/// The time in which all were at work: from the last start to the first end. `None`: there was none.
pub fn common(spans: &[Span]) -> Option<Span> {
    let window = Span {
        start_ns: spans.iter().map(|span| span.start_ns).max()?,
        end_ns: spans.iter().map(|span| span.end_ns).min()?,
    };
    (window.start_ns < window.end_ns).then_some(window)
}

/// From the first start to the last end.
pub fn whole(spans: &[Span]) -> Option<Span> {
    Some(Span {
        start_ns: spans.iter().map(|span| span.start_ns).min()?,
        end_ns: spans.iter().map(|span| span.end_ns).max()?,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const fn span(start_ms: i64, end_ms: i64) -> Span {
        Span {
            start_ns: start_ms * 1_000_000,
            end_ns: end_ms * 1_000_000,
        }
    }

    #[test]
    fn a_window_that_holds_all_counts_all() {
        let per_second = [(100, 4096), (50, 1001)];
        let course = Course {
            span: span(500, 1_900),
            per_second: &per_second,
        };
        assert_eq!(course.within(span(0, 10_000)), (150, 5097));
        assert_eq!(course.within(span(500, 1_900)), (150, 5097));
        assert_eq!(course.within(span(1_900, 3_000)), (0, 0));
        assert_eq!(course.within(span(-5_000, 500)), (0, 0));
    }

    #[test]
    fn seconds_at_the_edges_count_by_their_share() {
        let per_second = [(100, 1000), (100, 1000), (40, 400)];
        let course = Course {
            span: span(0, 2_400),
            per_second: &per_second,
        };
        // Half of the first second, the second one, and a quarter of the 400 ms at the end.
        assert_eq!(course.within(span(500, 2_100)), (50 + 100 + 10, 500 + 1000 + 100));
    }

    #[test]
    fn the_common_window_is_from_the_last_start_to_the_first_end() {
        let spans = [span(0, 10), span(2, 8), span(1, 12)];
        assert_eq!(common(&spans), Some(span(2, 8)));
        assert_eq!(whole(&spans), Some(span(0, 12)));
        assert_eq!(common(&[span(0, 10), span(10, 20)]), None);
        assert_eq!((common(&[]), whole(&[])), (None, None));
    }
}
