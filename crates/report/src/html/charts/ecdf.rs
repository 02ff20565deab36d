//! The empirical distribution of latencies: the share of I/Os that were at most so slow, on a logarithmic axis.

use fiord_messages::{Lang, charts as messages};

use super::curves::{Curve, CurvePoint, Curves};
use crate::html::charts::units::PageUnit;

/// Of each series the I/Os at or below each latency, rising: nanoseconds and I/Os. The last pair holds all of them.
pub(crate) fn ecdf(series: Vec<(String, Vec<(f64, f64)>)>, lang: Lang) -> Curves {
    let curves = series.into_iter().filter_map(|(name, values)| {
        let all = values.last().map(|(_, ios)| *ios).filter(|ios| *ios > 0.0)?;
        let points = values.iter().map(|(ns, ios)| CurvePoint {
            x: ns.max(1.0),
            y: ios / all,
            ends: None,
            name: name.clone(),
        });
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
