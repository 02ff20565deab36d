//! A plane with axes: scales, ticks, grid.

use std::borrow::Cow;

use fiord_messages::{Lang, charts as messages};
use maud::{Markup, PreEscaped, html};
use textwrap::core::display_width;

use crate::html::charts::units::PageUnit;
use crate::html::frame::{details, harmless};

/// Marks that tell series apart without colour.
const MARKERS: u32 = 5;
/// The class of a line that theory draws.
pub(super) const THEORY: &str = "theory";
/// Width of every chart: at 400 px its letters are still 9 px high, and two charts stand side by side on a desk.
pub(super) const WIDTH: f64 = 500.0;
/// Columns of the screen that a letter takes, about, in the larger letters of a narrow page.
pub(super) const LETTER: f64 = 8.7;
/// Colours of the style sheet.
const COLOURS: usize = 8;
/// Room around the plot, so that marks at its ends are whole.
const ROOM: f64 = 6.0;

/// From values to places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct AxisScale {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) is_log: bool,
    /// Places of both ends.
    pub(super) from: f64,
    pub(super) to: f64,
}

impl AxisScale {
    /// Over these values; a linear one begins at 0 where `from_zero` says so.
    pub(super) fn over(values: &[f64], is_log: bool, from_zero: bool, (from, to): (f64, f64)) -> Self {
        let kept = values
            .iter()
            .copied()
            .filter(|value| value.is_finite() && (!is_log || *value > 0.0));
        let (mut low, mut high) = kept.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if !low.is_finite() {
            (low, high) = (1.0, 10.0);
        }
        if is_log {
            let room = (high / low).powf(0.05).max(1.02);
            (low, high) = (low / room, high * room);
        } else {
            // Moments differ by little of what they are.
            let spread = if high > low {
                (high - low) * 0.05
            } else {
                high.abs() * 0.01
            };
            let room = spread.max(f64::MIN_POSITIVE);
            low = if from_zero { 0.0 } else { low - room };
            high += room;
        }
        Self {
            low,
            high,
            is_log,
            from,
            to,
        }
    }

    pub(super) fn place(&self, value: f64) -> f64 {
        let share = if self.is_log {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share.clamp(-0.02, 1.02) * (self.to - self.from)
    }

    /// Round numbers within, at most about `most`.
    pub(super) fn ticks(&self, most: usize) -> Vec<f64> {
        if self.is_log {
            for steps in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
                let found = self.decades(steps);
                if (2..=most).contains(&found.len()) {
                    return found;
                }
            }
            if self.high / self.low > 1e3 {
                let decades = self.decades(&[1.0]);
                let every = decades.len().div_ceil(most + 2).max(1);
                return decades.into_iter().step_by(every).collect();
            }
        }
        let raw = (self.high - self.low) / most.max(2) as f64;
        let power = 10_f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|step| step * power)
            .find(|step| *step >= raw)
            .unwrap_or(raw);
        let first = (self.low / step).ceil();
        (0..=most * 2)
            .map(|at| (first + at as f64) * step)
            .take_while(|tick| *tick <= self.high)
            .collect()
    }

    fn decades(&self, steps: &[f64]) -> Vec<f64> {
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        (first..=last)
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }
}

/// An SVG that is being drawn. Elements are closed by their names: a page is HTML, and a chart by itself XML.
pub(super) struct Drawing {
    out: String,
    size: (f64, f64),
}

/// A place or a length in an attribute.
fn at(place: f64) -> String {
    format!("{place:.1}")
}

impl Drawing {
    /// `title` is what a screen reader reads first, `description` what it reads on request.
    pub(super) fn new((width, height): (f64, f64), title: &str, description: &str) -> Self {
        let head = html! { title { (title) } desc { (description) } };
        let label = html! { (title) };
        Self {
            out: format!(
                "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">{}\n",
                label.0, head.0
            ),
            size: (width, height),
        }
    }

    fn put(&mut self, element: Markup) {
        self.out += &element.0;
        self.out.push('\n');
    }

    /// The part between the axes, clipped, which the script of a page zooms along the horizontal axis. With `y` its vertical axis can be
    /// linear or logarithmic, as the reader likes.
    pub(super) fn plot(
        &mut self,
        x: &AxisScale,
        unit: PageUnit,
        (top, bottom): (f64, f64),
        y: Option<(&AxisScale, PageUnit)>,
    ) {
        let vertical = y.map_or_else(String::new, |(y, unit)| {
            format!(
                " data-ylow=\"{}\" data-yhigh=\"{}\" data-ylog=\"{}\" data-yfrom=\"{:.1}\" data-yto=\"{:.1}\" data-yunit=\"{}\"",
                y.low,
                y.high,
                u8::from(y.is_log),
                y.from,
                y.to,
                unit.name()
            )
        });
        let (left, width) = (x.from - ROOM, x.to - x.from + 2.0 * ROOM);
        let (above, height) = (top - ROOM, bottom - top + 2.0 * ROOM);
        self.out += &format!(
            "<svg class=\"plot\" x=\"{left:.1}\" y=\"{above:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             viewBox=\"{left:.1} {above:.1} {width:.1} {height:.1}\" data-low=\"{}\" data-high=\"{}\" data-log=\"{}\" \
             data-from=\"{:.1}\" data-to=\"{:.1}\" data-unit=\"{}\"{vertical}>\n",
            x.low,
            x.high,
            u8::from(x.is_log),
            x.from,
            x.to,
            unit.name()
        );
    }

    pub(super) fn end_plot(&mut self) {
        self.out += "</svg>\n";
    }

    /// What follows belongs to a series, until [`Drawing::end_group`].
    pub(super) fn series(&mut self, series: usize) {
        self.out += &format!("<g data-s=\"{series}\">\n");
    }

    /// What follows belongs to an axis, until [`Drawing::end_group`].
    pub(super) fn axis(&mut self, class: &str) {
        self.out += &format!("<g class=\"{class}\">\n");
    }

    pub(super) fn end_group(&mut self) {
        self.out += "</g>\n";
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
        self.put(html! { text x=(at(x)) y=(at(y)) text-anchor=(anchor) class=(class) { (text) } });
    }

    /// A number at a horizontal axis, centred; at an edge of the drawing as far as there is room.
    pub(super) fn tick(&mut self, (x, y): (f64, f64), text: &str) {
        let half = display_width(text) as f64 * LETTER / 2.0;
        let (width, _) = self.size;
        let (x, anchor) = if x < half {
            (1.0, "start")
        } else if x + half > width {
            (width - 1.0, "end")
        } else {
            (x, "middle")
        };
        self.text((x, y), anchor, "t", text);
    }

    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.put(html! { line x1=(at(x1)) y1=(at(y1)) x2=(at(x2)) y2=(at(y2)) class=(class) {} });
    }

    /// A cell of a heat map, with its numbers for those who point at it.
    pub(super) fn cell(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, title: &str) {
        self.put(html! {
            rect x=(at(x)) y=(at(y)) width=(at(width)) height=(at(height)) class=(class) { title { (title) } }
        });
    }

    pub(super) fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let (width, height) = (at(width.max(0.0)), at(height.max(0.0)));
        self.put(html! { rect x=(at(x)) y=(at(y)) width=(width) height=(height) class=(class) {} });
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        if points.len() < 2 {
            return;
        }
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        self.put(html! { path d={ "M" (places.join("L")) } class=(class) {} });
    }

    /// A moment at which something changed.
    pub(super) fn event(&mut self, x: f64, (top, bottom): (f64, f64), title: &str) {
        self.put(html! {
            line x1=(at(x)) y1=(at(top)) x2=(at(x)) y2=(at(bottom)) class="one" { title { (title) } }
        });
    }

    pub(super) fn dot(&mut self, (x, y): (f64, f64), radius: f64, class: &str) {
        self.put(html! { circle cx=(at(x)) cy=(at(y)) r=(radius) class=(class) {} });
    }

    /// A mark of a series, with its numbers for those who point at it.
    pub(super) fn mark(&mut self, series: usize, at: (f64, f64), title: &str) {
        self.put(marker(series, at, title));
    }

    pub(super) fn finish(mut self, caption: &str, names: Vec<String>, table: Markup) -> Drawn {
        self.out += "</svg>\n";
        Drawn {
            caption: caption.to_owned(),
            svg: self.out,
            size: self.size,
            names,
            theory: Vec::new(),
            table,
        }
    }
}

/// The class of a series' colour.
pub(super) fn colour(series: usize) -> String {
    format!("c{}", series % COLOURS)
}

fn marker(series: usize, (x, y): (f64, f64), title: &str) -> Markup {
    let class = colour(series);
    let title = html! { @if !title.is_empty() { title { (title) } } };
    let polygon = |points: &[(f64, f64)]| {
        let places = points
            .iter()
            .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy));
        html! { polygon points=(places.collect::<Vec<_>>().join(" ")) class=(class) { (title) } }
    };
    match series as u32 % MARKERS {
        0 => html! { circle cx=(at(x)) cy=(at(y)) r="4" class=(class) { (title) } },
        1 => polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
        2 => polygon(&[(0.0, -5.0), (4.7, 3.7), (-4.7, 3.7)]),
        3 => polygon(&[(0.0, -5.3), (5.3, 0.0), (0.0, 5.3), (-5.3, 0.0)]),
        _ => polygon(&[(0.0, 5.0), (4.7, -3.7), (-4.7, -3.7)]),
    }
}

/// A drawn chart with what stands around it.
pub(super) struct Drawn {
    caption: String,
    svg: String,
    size: (f64, f64),
    /// Names of the series.
    names: Vec<String>,
    /// The series of which another one is the theory, for each series.
    theory: Vec<Option<usize>>,
    /// The same numbers as a table.
    table: Markup,
}

impl Drawn {
    /// Names of the series, where there are several.
    fn legend(&self) -> &[String] {
        if self.names.len() > 1 { &self.names } else { &[] }
    }

    pub(super) fn with_theory(self, theory: Vec<Option<usize>>) -> Self {
        Self { theory, ..self }
    }

    /// The mark of a series in the legend.
    fn key(&self, series: usize, (x, y): (f64, f64)) -> Markup {
        match self.theory.get(series).copied().flatten() {
            None => marker(series, (x, y), ""),
            Some(_) => {
                html! { line x1=(at(x - 8.0)) y1=(at(y)) x2=(at(x + 8.0)) y2=(at(y)) class=(THEORY) {} }
            }
        }
    }

    /// As a figure of a page.
    pub(super) fn figure(&self, name: &str, lang: Lang) -> Markup {
        let caption = &self.caption;
        let region = messages::Region { caption }.text(lang);
        html! {
            figure id={ "chart-" (name) } {
                figcaption { (self.caption) }
                div.plotted tabindex="0" role="region" aria-label=(region) {
                    (PreEscaped(&self.svg))
                }
                @if !self.legend().is_empty() {
                    ul.legend {
                        @for (series, name) in self.legend().iter().enumerate() {
                            li data-s=(series) {
                                svg viewBox="0 0 16 16" aria-hidden="true" { (self.key(series, (8.0, 8.0))) }
                                (name)
                            }
                        }
                    }
                }
                @if !self.table.0.is_empty() { (details(messages::numbers(lang), &self.table)) }
            }
        }
    }

    /// With caption and legend inside, for a file of its own.
    pub(super) fn standing_alone(&self) -> String {
        const LINE: f64 = 20.0;
        const EDGE: f64 = 10.0;
        let (width, height) = self.size;
        let lines = wrapped(&self.caption, width);
        let head = EDGE + 18.0 * lines.len() as f64;
        let whole = head + height + LINE * self.legend().len() as f64 + EDGE;
        let legend = html! {
            @for (series, name) in self.legend().iter().enumerate() {
                @let y = head + height + LINE * (series as f64 + 0.5);
                (self.key(series, (16.0, y)))
                text x="28" y=(at(y + 4.0)) { (name) }
            }
        };
        let caption = html! {
            @for (number, line) in lines.iter().enumerate() {
                text x="8" y=(at(18.0 * (number + 1) as f64)) font-weight="600" { (line) }
            }
        };
        harmless(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{whole:.0}\" viewBox=\"0 0 {width:.0} {whole:.0}\">\n\
             <rect width=\"{width:.0}\" height=\"{whole:.0}\" fill=\"#fff\"></rect>\n{}\n{}{}</svg>\n",
            caption.0,
            self.svg.replacen(
                "<svg ",
                &format!("<svg y=\"{head}\" width=\"{width:.0}\" height=\"{height:.0}\" "),
                1
            ),
            legend.0
        ))
    }
}

/// Lines of a text that are as wide as a drawing.
pub(super) fn wrapped(text: &str, width: f64) -> Vec<String> {
    let columns = ((width - 16.0) / LETTER) as usize;
    let lines = textwrap::wrap(text, columns);
    lines.into_iter().map(Cow::into_owned).collect()
}

/// Ticks and grid of a horizontal axis.
pub(super) fn horizontal(
    drawing: &mut Drawing,
    scale: &AxisScale,
    unit: PageUnit,
    ticks: &[f64],
    (top, bottom): (f64, f64),
) {
    drawing.axis("x");
    for tick in ticks {
        let x = scale.place(*tick);
        drawing.line((x, top), (x, bottom), "g");
        drawing.tick((x, bottom + 16.0), &unit.tick(*tick));
    }
    drawing.end_group();
}
