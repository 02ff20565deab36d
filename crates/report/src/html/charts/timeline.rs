//! A rate in each second of a run, with the places where its level changed.

use fiord_messages::{Lang, charts as messages};
use fiord_stats::changepoint;

use super::curves::{Curve, CurvePoint, Curves};
use crate::html::charts::units::PageUnit;

/// Seconds below which a series shows no course.
const SHORTEST: usize = 3;
/// Series whose changes are lines across the chart; of more they would hide it, and each has its levels.
const MARKED: usize = 4;
/// Series that are searched for changes: of hundreds it would take seconds.
const SEARCHED: usize = 64;

/// A chart of rates, one value per whole second each.
pub(crate) fn timeline(caption: &str, unit: PageUnit, series: Vec<(String, Vec<f64>)>, lang: Lang) -> Curves {
    let is_searched = series.len() <= SEARCHED;
    let is_marked = series.len() <= MARKED;
    let mut events = Vec::new();
    let curves = series
        .into_iter()
        .filter(|(_, values)| values.len() >= SHORTEST)
        .map(|(name, values)| {
            let mut levels = Vec::new();
            if is_searched {
                let segments = changepoint::segments(&values);
                if segments.len() > 1 {
                    for pair in segments.windows(2).filter(|_| is_marked) {
                        let [before, after] = pair else { continue };
                        let change = messages::LevelChanged {
                            name: &name,
                            seconds: &after.start,
                            before: &unit.shown(before.level),
                            after: &unit.shown(after.level),
                        };
                        events.push((after.start as f64, change.text(lang)));
                    }
                    levels = segments
                        .iter()
                        .map(|segment| (segment.start as f64, segment.end as f64, segment.level))
                        .collect();
                }
            }
            let points = values.iter().enumerate().map(|(second, value)| CurvePoint {
                x: second as f64 + 0.5,
                y: *value,
                ends: None,
                name: messages::PointSecond {
                    name: &name,
                    second: &(second + 1),
                }
                .text(lang),
            });
            Curve {
                points: points.collect(),
                name,
                levels,
                theory_of: None,
            }
        })
        .collect();
    Curves {
        caption: caption.to_owned(),
        x: PageUnit::Seconds,
        y: unit,
        curves,
        events,
        ..Curves::default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_the_level_is_marked_and_noise_is_not() {
        let noise = |second: usize| 1.0 + 0.01 * ((second * 7919 % 13) as f64 - 6.0) / 6.0;
        let fallen = (0..60)
            .map(|second| if second < 40 { 5e8 } else { 2e8 } * noise(second))
            .collect();
        let chart = timeline(
            "c",
            PageUnit::Bandwidth,
            vec![("read".to_owned(), fallen)],
            Lang::En,
        );
        assert_eq!(chart.events.len(), 1);
        assert!((38.0..=42.0).contains(&chart.events[0].0), "{:?}", chart.events);
        assert_eq!(chart.curves[0].levels.len(), 2);
        let steady = (0..60).map(|second| 5e8 * noise(second)).collect();
        let chart = timeline(
            "c",
            PageUnit::Bandwidth,
            vec![("read".to_owned(), steady)],
            Lang::En,
        );
        assert!(chart.events.is_empty() && chart.curves[0].levels.is_empty());
        let many = (0..6).map(|job| {
            let values = (0..60).map(|second| if second < 30 { 5e8 } else { 2e8 } * noise(second + job));
            (format!("job {job}"), values.collect())
        });
        let chart = timeline("c", PageUnit::Bandwidth, many.collect(), Lang::En);
        assert!(
            chart.curves.iter().all(|curve| curve.levels.len() == 2),
            "each of many jobs has its levels"
        );
        assert!(chart.events.is_empty(), "and no lines across the others");
        let short = vec![("read".to_owned(), vec![1.0, 2.0])];
        assert!(timeline("c", PageUnit::Iops, short, Lang::En).is_empty());
    }
}
