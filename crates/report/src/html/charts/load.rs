//! Latency against throughput: where more load only adds waiting.

use super::curves::{Curve, CurvePoint, Curves};
use crate::html::charts::units::PageUnit;

/// One measurement of a load.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LoadPoint {
    pub(crate) rate: f64,
    pub(crate) latency_ns: f64,
    pub(crate) name: String,
}

/// One curve for each series, along its points as they come (rising load).
pub(crate) fn load(caption: &str, rate: PageUnit, series: Vec<(String, Vec<LoadPoint>)>) -> Curves {
    let curves = series.into_iter().map(|(name, points)| {
        let points = points.into_iter().map(|point| CurvePoint {
            name: format!("{}, {}", point.name, rate.shown(point.rate)),
            x: point.rate,
            y: point.latency_ns,
            ends: None,
        });
        Curve::new(name, points.collect())
    });
    Curves {
        caption: caption.to_owned(),
        x: rate,
        y: PageUnit::Time,
        is_x_log: true,
        is_y_log: true,
        curves: curves.filter(|curve| curve.points.len() > 1).collect(),
        ..Curves::default()
    }
}
