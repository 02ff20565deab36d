//! Latency percentiles against the share of I/Os that are slower, both axes logarithmic.

use fiord_messages::{Lang, charts as messages};

use super::curves::{Curve, CurvePoint, Curves};
use crate::html::charts::units::PageUnit;

/// Of each series the percentiles: percent and nanoseconds.
pub(crate) fn percentiles(series: Vec<(String, Vec<(f64, f64)>)>, lang: Lang) -> Curves {
    let curves = series.into_iter().map(|(name, values)| {
        let below_all = values.into_iter().filter(|(percent, _)| *percent < 100.0);
        let points = below_all.map(|(percent, ns)| CurvePoint {
            x: 100.0 / (100.0 - percent),
            y: ns,
            ends: None,
            name: format!("{name} p{percent}"),
        });
        Curve::new(name.clone(), points.collect())
    });
    Curves {
        caption: messages::percentiles(lang).to_owned(),
        x: PageUnit::OneIn,
        y: PageUnit::Time,
        is_x_log: true,
        is_y_log: true,
        curves: curves.filter(|curve| curve.points.len() > 1).collect(),
        ..Curves::default()
    }
}
