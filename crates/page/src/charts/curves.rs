//! Curves along a numeric axis, with intervals where they are known.

use super::plane::{AxisScale, Drawing, colour, figure, horizontal};
use crate::units::PageUnit;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 46.0;
/// Points of a curve above which they have no marks.
const MARKED: usize = 40;

/// One point.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePoint {
    pub x: f64,
    pub y: f64,
    /// Interval of y.
    pub ends: Option<(f64, f64)>,
    /// What the point is called.
    pub name: String,
}

/// One series.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub name: String,
    pub points: Vec<CurvePoint>,
}

/// A chart of curves.
#[derive(Debug, Clone, PartialEq)]
pub struct Curves {
    pub caption: String,
    pub x: PageUnit,
    /// What stands at the horizontal axis; empty: the unit.
    pub x_name: String,
    pub y: PageUnit,
    pub is_x_log: bool,
    pub is_y_log: bool,
    pub curves: Vec<Curve>,
}

impl Curves {
    /// As a figure; nothing where there are no points.
    pub fn figure(&self) -> String {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        if points().next().is_none() {
            return String::new();
        }
        let xs: Vec<f64> = points().map(|point| point.x).collect();
        let ys: Vec<f64> = points()
            .flat_map(|point| {
                let (low, high) = point.ends.unwrap_or((point.y, point.y));
                [point.y, low, high]
            })
            .collect();
        let x = AxisScale::over(&xs, self.is_x_log, false, (LEFT, WIDTH - RIGHT));
        let y = AxisScale::over(&ys, self.is_y_log, !self.is_y_log, (HEIGHT - BOTTOM, TOP));
        let mut drawing = Drawing::new(WIDTH, HEIGHT, &self.caption);
        horizontal(
            &mut drawing,
            &x,
            self.x,
            &self.x_ticks(&x, &xs),
            (TOP, HEIGHT - BOTTOM),
        );
        for tick in y.ticks(7) {
            let at = y.place(tick);
            drawing.line((LEFT, at), (WIDTH - RIGHT, at), "g");
            drawing.text((LEFT - 6.0, at + 4.0), "end", "t", &self.y.tick(tick));
        }
        drawing.text((8.0, 14.0), "start", "t", self.y.axis());
        let name = if self.x_name.is_empty() {
            self.x.axis()
        } else {
            &self.x_name
        };
        drawing.text((WIDTH - RIGHT, HEIGHT - 8.0), "end", "t", name);
        for (series, curve) in self.curves.iter().enumerate() {
            self.draw(&mut drawing, series, curve, (&x, &y));
        }
        let names: Vec<String> = self.curves.iter().map(|curve| curve.name.clone()).collect();
        figure(&self.caption, &drawing.finish(), &names)
    }

    /// The levels themselves where there are few, else round numbers.
    fn x_ticks(&self, scale: &AxisScale, xs: &[f64]) -> Vec<f64> {
        const FEW: usize = 16;
        if self.x == PageUnit::OneIn {
            let known = (1..9).map(|power| 10_f64.powi(power));
            return [2.0]
                .into_iter()
                .chain(known)
                .filter(|tick| (scale.low..=scale.high).contains(tick))
                .collect();
        }
        let mut levels = xs.to_vec();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        if self.is_x_log && levels.len() <= FEW {
            levels
        } else {
            scale.ticks(10)
        }
    }

    fn draw(&self, drawing: &mut Drawing, series: usize, curve: &Curve, (x, y): (&AxisScale, &AxisScale)) {
        let class = colour(series);
        let places: Vec<(f64, f64)> = curve
            .points
            .iter()
            .map(|point| (x.place(point.x), y.place(point.y)))
            .collect();
        drawing.path(&places, &format!("l {class}"));
        if curve.points.len() > MARKED {
            return;
        }
        for (point, place) in curve.points.iter().zip(places) {
            let mut title = format!("{}: {}", point.name, self.y.shown(point.y));
            if let Some((low, high)) = point.ends {
                drawing.line(
                    (place.0, y.place(low)),
                    (place.0, y.place(high)),
                    &format!("w {class}"),
                );
                title += &format!(", 95 % interval {} to {}", self.y.shown(low), self.y.shown(high));
            }
            drawing.mark(series, place, &title);
        }
    }
}
