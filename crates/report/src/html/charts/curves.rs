//! Curves along a numeric axis, with intervals where they are known.

use fiord_messages::{Lang, charts as messages, phrases};
use maud::{Markup, html};

use super::plane::{AxisScale, Drawing, Drawn, THEORY, WIDTH, colour, horizontal};
use crate::html::charts::units::PageUnit;
use crate::html::frame::table;

const HEIGHT: f64 = 300.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 44.0;
/// Ticks of an axis, about.
const TICKS: usize = 6;
/// Between the ends of values that need a logarithmic axis: two decades.
const DECADES: f64 = 100.0;
/// Points of a curve above which they have no marks.
const MARKED: usize = 40;
/// Points of all curves above which a chart has no table: the data of the page have them.
const TABLED: usize = 160;

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
    /// It is what theory says of this series: a dashed line over it.
    pub theory_of: Option<usize>,
}

impl Curve {
    /// Without levels.
    pub fn new(name: impl Into<String>, points: Vec<CurvePoint>) -> Self {
        Self {
            name: name.into(),
            points,
            levels: Vec::new(),
            theory_of: None,
        }
    }
}

/// A second quantity over the same horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub struct RightAxis {
    /// What stands at it.
    pub name: String,
    pub unit: PageUnit,
    pub curves: Vec<Curve>,
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
    /// Drawn dashed, on a second axis at the right.
    pub right: Option<RightAxis>,
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
            vertical(&ys, self.is_y_log || self.spans_decades(&ys), y),
        )
    }

    /// Whether values of a rate or a time differ so much that the low ones would lie on the axis. Over time a stall is to look like one.
    fn spans_decades(&self, ys: &[f64]) -> bool {
        let (low, high) = ys.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), y| {
            (low.min(*y), high.max(*y))
        });
        self.y.has_decades() && self.x != PageUnit::Seconds && low > 0.0 && high / low >= DECADES
    }

    /// The chart of what stands at the right, by itself.
    pub(super) fn of_right(&self) -> Option<Self> {
        self.right.as_ref().map(|right| Self {
            y: right.unit,
            y_name: right.name.clone(),
            curves: right.curves.clone(),
            right: None,
            events: Vec::new(),
            ..self.clone()
        })
    }

    /// Names of the axes, which have these units.
    pub(super) fn names_of_axes(&self, (x, y): (PageUnit, PageUnit), lang: Lang) -> (&str, &str) {
        (
            if self.x_name.is_empty() {
                x.axis(lang)
            } else {
                &self.x_name
            },
            if self.y_name.is_empty() {
                y.axis(lang)
            } else {
                &self.y_name
            },
        )
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        let right = self.of_right();
        let edge = if right.is_some() { LEFT } else { RIGHT };
        let (x, y) = self.scales((LEFT, WIDTH - edge), (HEIGHT - BOTTOM, TOP));
        let units = (self.x.fitted(&x), self.y.fitted(&y));
        let mut drawing = Drawing::new((WIDTH, HEIGHT), &self.caption, &self.description(lang));
        let ends = (TOP, HEIGHT - BOTTOM);
        horizontal(&mut drawing, &x, units.0, &self.x_ticks(&x), ends);
        drawing.axis("y");
        for tick in y.ticks(TICKS) {
            let at = y.place(tick);
            drawing.line((LEFT, at), (WIDTH - edge, at), "g");
            drawing.text((LEFT - 6.0, at + 4.0), "end", "t", &units.1.tick(tick));
        }
        drawing.end_group();
        let (x_name, y_name) = self.names_of_axes(units, lang);
        drawing.text((8.0, 14.0), "start", "t", y_name);
        drawing.text((WIDTH - edge, HEIGHT - 8.0), "end", "t", x_name);
        // With a second axis both stay as they are.
        let switched = (right.is_none() && self.y.has_decades()).then_some((&y, units.1));
        let right = right.map(|right| {
            let (_, scale) = right.scales((LEFT, WIDTH - edge), (HEIGHT - BOTTOM, TOP));
            for tick in scale.ticks(TICKS) {
                drawing.text(
                    (WIDTH - edge + 6.0, scale.place(tick) + 4.0),
                    "start",
                    "t",
                    &right.y.tick(tick),
                );
            }
            drawing.text((WIDTH - 8.0, 14.0), "end", "t", &right.y_name);
            (right, scale)
        });
        drawing.plot(&x, units.0, ends, switched);
        for (at, name) in &self.events {
            drawing.event(x.place(*at), ends, name);
        }
        for (series, curve) in self.curves.iter().enumerate() {
            drawing.series(series);
            self.draw(&mut drawing, (series, ""), curve, (&x, &y), lang);
            drawing.end_group();
        }
        if let Some((right, y)) = &right {
            for (at, curve) in right.curves.iter().enumerate() {
                let series = self.curves.len() + at;
                drawing.series(series);
                right.draw(&mut drawing, (series, " d"), curve, (&x, y), lang);
                drawing.end_group();
            }
        }
        drawing.end_plot();
        let theory = self.curves.iter().map(|curve| curve.theory_of).collect();
        drawing
            .finish(&self.caption, self.legend(lang), self.table(lang))
            .with_theory(theory)
    }

    /// The names of the series, with their axes where there are two.
    pub(super) fn legend(&self, lang: Lang) -> Vec<String> {
        let names = |curves: &[Curve]| curves.iter().map(|curve| curve.name.clone()).collect::<Vec<_>>();
        let Some(right) = &self.right else {
            return names(&self.curves);
        };
        // The only series has no name.
        let name = |curve: &Curve, axis: &str| match curve.name.as_str() {
            "" => axis.to_owned(),
            series => format!("{series}{}{axis}", lang.comma()),
        };
        let left = self.curves.iter().map(|curve| {
            let name = &name(curve, self.y.metric(lang));
            messages::OnLeftAxis { name }.text(lang)
        });
        let right = right.curves.iter().map(|curve| {
            let name = &name(curve, &right.name);
            messages::OnRightAxis { name }.text(lang)
        });
        left.chain(right).collect()
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
        const FEW: usize = 9;
        if self.x == PageUnit::OneIn {
            let known = (1..9).map(|power| 10_f64.powi(power));
            return [2.0]
                .into_iter()
                .chain(known)
                .filter(|tick| (scale.low..=scale.high).contains(tick))
                .collect();
        }
        if self.x == PageUnit::Date {
            return days(scale.low, scale.high);
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
        if is_levels && self.is_x_log {
            let every = levels.len().div_ceil(FEW).max(1);
            // Numbers of three digits must not touch.
            const APART: f64 = 24.0;
            let mut last = f64::NEG_INFINITY;
            let mut has_room = |level: &f64| {
                let at = scale.place(*level);
                let has_room = at - last >= APART;
                last = if has_room { at } else { last };
                has_room
            };
            levels
                .into_iter()
                .step_by(every)
                .filter(|level| has_room(level))
                .collect()
        } else {
            scale.ticks(TICKS)
        }
    }

    fn draw(
        &self,
        drawing: &mut Drawing,
        (series, dash): (usize, &str),
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
        let line = format!("l{dash} {class}");
        if self.is_step {
            drawing.path(&steps(&places), &line);
        } else if let Some(measured) = curve.theory_of.and_then(|of| self.curves.get(of)) {
            for part in without_gaps(curve, measured) {
                let part = part.iter().map(|point| (x.place(point.x), y.place(point.y)));
                drawing.path(&part.collect::<Vec<_>>(), THEORY);
            }
        } else {
            drawing.path(&places, &line);
        }
        for (from, to, level) in &curve.levels {
            let at = y.place(*level);
            drawing.line(
                (x.place(*from), at),
                (x.place(*to), at),
                &format!("level {class}"),
            );
        }
        if curve.points.len() > MARKED || self.is_step || curve.theory_of.is_some() {
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
        let points = self.curves.iter().map(|curve| curve.points.len()).sum::<usize>();
        if points > TABLED {
            return Markup::default();
        }
        let (x_name, y_name) = self.names_of_axes((self.x, self.y), lang);
        let heads = [messages::series(lang), x_name, y_name, messages::interval(lang)];
        let right = self.of_right().map(|right| right.table(lang));
        html! {
            (table(&heads, &[1, 2, 3], &self.rows(lang)))
            @if let Some(right) = right { (right) }
        }
    }

    fn rows(&self, lang: Lang) -> Vec<Vec<String>> {
        let row = |curve: &Curve, point: &CurvePoint| {
            let ends = point.ends.map_or_else(String::new, |ends| self.range(ends, lang));
            vec![
                curve.name.clone(),
                self.x.shown(point.x),
                self.y.shown(point.y),
                ends,
            ]
        };
        let of_curve = |curve: &Curve| {
            curve
                .points
                .iter()
                .map(|point| row(curve, point))
                .collect::<Vec<_>>()
        };
        self.curves.iter().flat_map(of_curve).collect()
    }
}

/// The parts of a theory's curve that are of points next to each other: between them theory says nothing.
fn without_gaps<'a>(theory: &'a Curve, measured: &Curve) -> Vec<&'a [CurvePoint]> {
    let place = |x: f64| measured.points.iter().position(|point| point.x >= x);
    let follows = |one: &CurvePoint, next: &CurvePoint| place(one.x).map(|at| at + 1) == place(next.x);
    theory.points.chunk_by(follows).collect()
}

/// Midnights, or full hours, between two moments in seconds: at most about as many as an axis has room for.
fn days(low: f64, high: f64) -> Vec<f64> {
    const HOUR: f64 = 3600.0;
    let steps = [
        1.0, 3.0, 6.0, 12.0, 24.0, 48.0, 168.0, 336.0, 720.0, 1440.0, 4320.0, 8760.0,
    ];
    let fits = |hours: &f64| (high - low) / (hours * HOUR) <= TICKS as f64;
    let step = steps.into_iter().find(fits).unwrap_or(8760.0 * 5.0) * HOUR;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}

/// A vertical axis over these values.
fn vertical(ys: &[f64], is_log: bool, places: (f64, f64)) -> AxisScale {
    AxisScale::over(ys, is_log, !is_log, places)
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
