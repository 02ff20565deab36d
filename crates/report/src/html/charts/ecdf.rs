//! The empirical distribution of latencies: the share of I/Os that were at most so slow, on a logarithmic axis.

use std::collections::BTreeMap;

use fiord_messages::{Lang, charts as messages};

use super::curves::{Curve, CurvePoint, Curves};
use crate::html::charts::units::PageUnit;

/// Of each series the I/Os at or below each latency, rising: nanoseconds and I/Os. The last pair holds all of them.
pub(crate) fn ecdf(series: Vec<(String, Vec<(f64, f64)>)>, lang: Lang) -> Curves {
    let all = series.iter().flat_map(|(_, values)| values);
    let (first, last) = all.fold((f64::INFINITY, 0.0_f64), |(first, last), (ns, _)| {
        (first.min(*ns), last.max(*ns))
    });
    let curves = series.into_iter().filter_map(|(name, values)| {
        let all = values.last().map(|(_, ios)| *ios).filter(|ios| *ios > 0.0)?;
        let point = |(ns, ios): &(f64, f64)| CurvePoint {
            x: ns.max(1.0),
            y: ios / all,
            ends: None,
            name: name.clone(),
        };
        // None is below the first of all series, and all are below the last: each curve goes from end to end. I/Os that all took one time
        // rise there from none to all.
        let is_only = values.len() == 1;
        let rise = values
            .first()
            .filter(|(ns, _)| is_only || *ns > first)
            .map(|_| point(&(first, 0.0)));
        let end = values
            .last()
            .filter(|(ns, _)| *ns < last)
            .map(|_| point(&(last, all)));
        let points = rise.into_iter().chain(values.iter().map(point)).chain(end);
        Some(Curve::new(name.clone(), points.collect()))
    });
    Curves {
        caption: messages::distribution(lang).to_owned(),
        x: PageUnit::Time,
        y: PageUnit::Share,
        is_x_log: true,
        is_step: true,
        curves: curves.filter(|curve| curve.points.len() > 1).collect(),
        ..Curves::default()
    }
}

/// Classes of latencies in an octave of a density.
const IN_OCTAVE: f64 = 8.0;

/// The share of the I/Os of each series around each latency, in classes of equal width on a logarithmic axis: nanoseconds and I/Os as in
/// a histogram.
pub(crate) fn density(caption: String, series: Vec<(String, Vec<(f64, f64)>)>, lang: Lang) -> Curves {
    let of = |(name, values): (String, Vec<(f64, f64)>)| {
        let all: f64 = values.iter().map(|(_, ios)| ios).sum();
        let mut classes: BTreeMap<i32, f64> = BTreeMap::new();
        for (ns, ios) in values {
            *classes
                .entry((ns.max(1.0).log2() * IN_OCTAVE).floor() as i32)
                .or_default() += ios / all;
        }
        let (first, last) = (*classes.keys().next()?, *classes.keys().last()?);
        let of_class = |class: i32| classes.get(&class).copied().unwrap_or(0.0);
        // Down to the axis at both ends and on both sides of a gap.
        let is_drawn = |class: &i32| (class - 1..=class + 1).any(|near| of_class(near) > 0.0);
        let points = (first - 1..=last + 1).filter(is_drawn).map(|class| CurvePoint {
            x: ((f64::from(class) + 0.5) / IN_OCTAVE).exp2(),
            y: of_class(class),
            ends: None,
            name: name.clone(),
        });
        Some(Curve::new(name.clone(), points.collect()))
    };
    Curves {
        caption,
        x: PageUnit::Time,
        y: PageUnit::Share,
        y_name: messages::axis_density(lang).to_owned(),
        is_x_log: true,
        curves: series.into_iter().filter_map(of).collect(),
        ..Curves::default()
    }
}

/// What the I/Os of a histogram add up to, as [`ecdf`] takes them.
pub(crate) fn added_up(histogram: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sum = 0.0;
    let add = |(ns, ios): &(f64, f64)| {
        sum += ios;
        (*ns, sum)
    };
    histogram.iter().map(add).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn each_of_several_distributions_goes_from_end_to_end() {
        let of = |name: &str, ns: f64| (name.to_owned(), vec![(ns, 5.0), (2.0 * ns, 10.0)]);
        let chart = ecdf(vec![of("a", 1e5), of("b", 3e5)], Lang::En);
        let ends = chart.curves.iter().map(|curve| {
            let (first, last) = (&curve.points[0], curve.points.last().unwrap());
            [(first.x, first.y), (last.x, last.y)]
        });
        let ends: Vec<_> = ends.collect();
        assert_eq!(ends, [[(1e5, 0.5), (6e5, 1.0)], [(1e5, 0.0), (6e5, 1.0)]]);
    }

    #[test]
    fn a_density_has_all_ios_and_its_hill_where_they_are() {
        let histogram = vec![(100_000.0, 30.0), (101_000.0, 60.0), (4_000_000.0, 10.0)];
        assert_eq!(added_up(&histogram).last(), Some(&(4_000_000.0, 100.0)));
        let chart = density("c".to_owned(), vec![("a".to_owned(), histogram)], Lang::En);
        let points = &chart.curves[0].points;
        let sum: f64 = points.iter().map(|point| point.y).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        let top = points
            .iter()
            .max_by(|one, other| one.y.total_cmp(&other.y))
            .unwrap();
        assert!(
            (top.y - 0.9).abs() < 1e-9 && (top.x / 1e5 - 1.0).abs() < 0.1,
            "{top:?}"
        );
        assert_eq!((points[0].y, points.last().unwrap().y), (0.0, 0.0));
        assert_eq!(points.len(), 6, "nothing in the gap: {points:?}");
    }
}
