//! Curves along a numeric axis, with intervals where they are known.

use fiord_messages::{Lang, charts as messages, phrases};
use maud::Markup;

use super::plane::{AxisScale, Drawing, Drawn, colour, horizontal};
use crate::html::charts::units::PageUnit;
use crate::html::frame::table;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 46.0;
/// Points of a curve above which they have no marks.
const MARKED: usize = 40;
/// Points of all curves above which a chart has no table: the data of the page have them.
const TABLED: usize = 400;

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
    /// Stretches of one level: from, to, level.
    pub levels: Vec<(f64, f64, f64)>,
}

impl Curve {
    /// Without levels.
    pub fn new(name: impl Into<String>, points: Vec<CurvePoint>) -> Self {
        Self {
            name: name.into(),
            points,
            levels: Vec::new(),
        }
    }
}

/// A chart of curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    pub caption: String,
    pub x: PageUnit,
    /// What stands at the horizontal axis; empty: the unit.
    pub x_name: String,
    pub y: PageUnit,
    /// What stands at the vertical axis; empty: the unit.
    pub y_name: String,
    pub is_x_log: bool,
    pub is_y_log: bool,
    /// The value holds from each point to the next.
    pub is_step: bool,
    pub curves: Vec<Curve>,
    /// Where something changed, on the horizontal axis, and what.
    pub events: Vec<(f64, String)>,
}

impl Curves {
    pub(super) fn is_empty(&self) -> bool {
        self.curves.iter().all(|curve| curve.points.is_empty())
    }

    /// Scales of both axes, to these places.
    pub(super) fn scales(&self, x: (f64, f64), y: (f64, f64)) -> (AxisScale, AxisScale) {
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let xs: Vec<f64> = points().map(|point| point.x).collect();
        let ys: Vec<f64> = points()
            .flat_map(|point| {
                let (low, high) = point.ends.unwrap_or((point.y, point.y));
                [point.y, low, high]
            })
            .collect();
        (
            AxisScale::over(&xs, self.is_x_log, false, x),
            AxisScale::over(&ys, self.is_y_log, !self.is_y_log, y),
        )
    }

    pub(super) fn names_of_axes(&self, lang: Lang) -> (&str, &str) {
        (
            if self.x_name.is_empty() {
                self.x.axis(lang)
            } else {
                &self.x_name
            },
            if self.y_name.is_empty() {
                self.y.axis(lang)
            } else {
                &self.y_name
            },
        )
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        let (x, y) = self.scales((LEFT, WIDTH - RIGHT), (HEIGHT - BOTTOM, TOP));
        let mut drawing = Drawing::new((WIDTH, HEIGHT), &self.caption, &self.description(lang));
        let ends = (TOP, HEIGHT - BOTTOM);
        horizontal(&mut drawing, &x, self.x, &self.x_ticks(&x), ends);
        for tick in y.ticks(7) {
            let at = y.place(tick);
            drawing.line((LEFT, at), (WIDTH - RIGHT, at), "g");
            drawing.text((LEFT - 6.0, at + 4.0), "end", "t", &self.y.tick(tick));
        }
        let (x_name, y_name) = self.names_of_axes(lang);
        drawing.text((8.0, 14.0), "start", "t", y_name);
        drawing.text((WIDTH - RIGHT, HEIGHT - 8.0), "end", "t", x_name);
        drawing.plot(&x, self.x, ends);
        for (at, name) in &self.events {
            drawing.event(x.place(*at), ends, name);
        }
        for (series, curve) in self.curves.iter().enumerate() {
            drawing.series(series);
            self.draw(&mut drawing, series, curve, (&x, &y), lang);
            drawing.end_group();
        }
        drawing.end_plot();
        drawing.finish(
            &self.caption,
            self.curves.iter().map(|curve| curve.name.clone()).collect(),
            self.table(lang),
        )
    }

    /// What the chart shows, for those who do not see it.
    fn description(&self, lang: Lang) -> String {
        let curves = self.curves.iter().filter_map(|curve| {
            let ys = || curve.points.iter().map(|point| point.y);
            let (low, high) = (ys().fold(f64::INFINITY, f64::min), ys().fold(0.0, f64::max));
            low.is_finite().then(|| {
                let name = if curve.name.is_empty() {
                    messages::values(lang)
                } else {
                    &curve.name
                };
                format!("{name}: {}", self.range((low, high), lang))
            })
        });
        let events = self.events.iter().map(|(_, name)| name.clone());
        curves.chain(events).collect::<Vec<_>>().join("; ")
    }

    /// An interval of y.
    fn range(&self, (low, high): (f64, f64), lang: Lang) -> String {
        phrases::Range {
            low: &self.y.shown(low),
            high: &self.y.shown(high),
        }
        .text(lang)
    }

    /// The levels themselves where there are few, else round numbers.
    pub(super) fn x_ticks(&self, scale: &AxisScale) -> Vec<f64> {
        const FEW: usize = 16;
        if self.x == PageUnit::OneIn {
            let known = (1..9).map(|power| 10_f64.powi(power));
            return [2.0]
                .into_iter()
                .chain(known)
                .filter(|tick| (scale.low..=scale.high).contains(tick))
                .collect();
        }
        if self.x == PageUnit::Size && self.is_x_log && scale.high > scale.low * 1e3 {
            let sizes = (0..32).map(|power| 4_f64.powi(power));
            return sizes
                .filter(|tick| (scale.low..=scale.high).contains(tick))
                .collect();
        }
        let points = self.curves.iter().flat_map(|curve| &curve.points);
        let mut levels: Vec<f64> = points.map(|point| point.x).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let is_levels = matches!(self.x, PageUnit::Size | PageUnit::Plain);
        if is_levels && self.is_x_log && levels.len() <= FEW {
            levels
        } else {
            scale.ticks(10)
        }
    }

    fn draw(
        &self,
        drawing: &mut Drawing,
        series: usize,
        curve: &Curve,
        (x, y): (&AxisScale, &AxisScale),
        lang: Lang,
    ) {
        let class = colour(series);
        let places: Vec<(f64, f64)> = curve
            .points
            .iter()
            .map(|point| (x.place(point.x), y.place(point.y)))
            .collect();
        if self.is_step {
            drawing.path(&steps(&places), &format!("l {class}"));
        } else {
            drawing.path(&places, &format!("l {class}"));
        }
        for (from, to, level) in &curve.levels {
            let at = y.place(*level);
            drawing.line(
                (x.place(*from), at),
                (x.place(*to), at),
                &format!("level {class}"),
            );
        }
        if curve.points.len() > MARKED || self.is_step {
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
                title = messages::PointInterval {
                    point: &title,
                    low: &self.y.shown(low),
                    high: &self.y.shown(high),
                }
                .text(lang);
            }
            drawing.mark(series, place, &title);
        }
    }

    fn table(&self, lang: Lang) -> Markup {
        let points = || {
            self.curves
                .iter()
                .flat_map(|curve| curve.points.iter().map(move |point| (curve, point)))
        };
        if points().count() > TABLED {
            return Markup::default();
        }
        let rows: Vec<Vec<String>> = points()
            .map(|(curve, point)| {
                let ends = point.ends.map_or_else(String::new, |ends| self.range(ends, lang));
                vec![
                    curve.name.clone(),
                    self.x.shown(point.x),
                    self.y.shown(point.y),
                    ends,
                ]
            })
            .collect();
        let (x_name, y_name) = self.names_of_axes(lang);
        let heads = [messages::series(lang), x_name, y_name, messages::interval(lang)];
        table(&heads, &[1, 2, 3], &rows)
    }
}

/// The corners of a line that rises at each point.
fn steps(places: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners = Vec::with_capacity(places.len() * 2);
    for (at, place) in places.iter().enumerate() {
        if let Some(before) = at.checked_sub(1).and_then(|before| places.get(before)) {
            corners.push((place.0, before.1));
        }
        corners.push(*place);
    }
    corners
}
