//! A plane with axes: scales, ticks, grid.

use std::fmt::Write as _;

use crate::html::charts::units::PageUnit;
use crate::html::frame::{details, escaped};

/// Marks that tell series apart without colour.
const MARKERS: u32 = 5;
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
            let room = ((high - low) * 0.05)
                .max(high.abs() * 0.01)
                .max(f64::MIN_POSITIVE);
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
                return self.decades(&[1.0]);
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

/// An SVG that is being drawn.
pub(super) struct Drawing {
    out: String,
    size: (f64, f64),
}

impl Drawing {
    /// `title` is what a screen reader reads first, `description` what it reads on request.
    pub(super) fn new((width, height): (f64, f64), title: &str, description: &str) -> Self {
        let title = escaped(title);
        Self {
            out: format!(
                "<svg viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title><desc>{}</desc>\n",
                escaped(description)
            ),
            size: (width, height),
        }
    }

    /// The part between the axes, clipped, which the script of a page zooms along the horizontal axis.
    pub(super) fn plot(&mut self, x: &AxisScale, unit: PageUnit, (top, bottom): (f64, f64)) {
        let (left, width) = (x.from - ROOM, x.to - x.from + 2.0 * ROOM);
        let (above, height) = (top - ROOM, bottom - top + 2.0 * ROOM);
        let _ = writeln!(
            self.out,
            "<svg class=\"plot\" x=\"{left:.1}\" y=\"{above:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             viewBox=\"{left:.1} {above:.1} {width:.1} {height:.1}\" data-low=\"{}\" data-high=\"{}\" data-log=\"{}\" \
             data-from=\"{:.1}\" data-to=\"{:.1}\" data-unit=\"{}\">",
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
        let _ = writeln!(self.out, "<g data-s=\"{series}\">");
    }

    /// What follows belongs to an axis, until [`Drawing::end_group`].
    pub(super) fn axis(&mut self, class: &str) {
        let _ = writeln!(self.out, "<g class=\"{class}\">");
    }

    pub(super) fn end_group(&mut self) {
        self.out += "</g>\n";
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: &str, class: &str, text: &str) {
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
            escaped(text)
        );
    }

    pub(super) fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        let _ = writeln!(
            self.out,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    /// A cell of a heat map, with its numbers for those who point at it.
    pub(super) fn cell(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, title: &str) {
        let _ = writeln!(
            self.out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"{class}\"><title>{}</title></rect>",
            escaped(title)
        );
    }

    pub(super) fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let _ = writeln!(
            self.out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"{class}\"/>",
            width.max(0.0),
            height.max(0.0)
        );
    }

    pub(super) fn path(&mut self, points: &[(f64, f64)], class: &str) {
        if points.len() < 2 {
            return;
        }
        let mut line = String::new();
        for (at, (x, y)) in points.iter().enumerate() {
            let _ = write!(line, "{}{x:.1} {y:.1}", if at == 0 { "M" } else { "L" });
        }
        let _ = writeln!(self.out, "<path d=\"{line}\" class=\"{class}\"/>");
    }

    /// A moment at which something changed.
    pub(super) fn event(&mut self, x: f64, (top, bottom): (f64, f64), title: &str) {
        let _ = writeln!(
            self.out,
            "<line x1=\"{x:.1}\" y1=\"{top:.1}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" class=\"one\"><title>{}</title></line>",
            escaped(title)
        );
    }

    pub(super) fn dot(&mut self, (x, y): (f64, f64), radius: f64, class: &str) {
        let _ = writeln!(
            self.out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" class=\"{class}\"/>"
        );
    }

    /// A mark of a series, with its numbers for those who point at it.
    pub(super) fn mark(&mut self, series: usize, at: (f64, f64), title: &str) {
        self.out += &marker(series, at, title);
    }

    pub(super) fn finish(mut self, caption: &str, names: Vec<String>, table: String) -> Drawn {
        self.out += "</svg>\n";
        Drawn {
            caption: caption.to_owned(),
            svg: self.out,
            size: self.size,
            names,
            table,
        }
    }
}

/// The class of a series' colour.
pub(super) fn colour(series: usize) -> String {
    format!("c{}", series % COLOURS)
}

fn marker(series: usize, (x, y): (f64, f64), title: &str) -> String {
    let class = colour(series);
    let title = if title.is_empty() {
        String::new()
    } else {
        format!("<title>{}</title>", escaped(title))
    };
    let polygon = |points: &[(f64, f64)]| {
        let places: Vec<String> = points
            .iter()
            .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy))
            .collect();
        format!(
            "<polygon points=\"{}\" class=\"{class}\">{title}</polygon>\n",
            places.join(" ")
        )
    };
    match series as u32 % MARKERS {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" class=\"{class}\">{title}</circle>\n"),
        1 => polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
        2 => polygon(&[(0.0, -5.0), (4.7, 3.7), (-4.7, 3.7)]),
        3 => polygon(&[(0.0, -5.3), (5.3, 0.0), (0.0, 5.3), (-5.3, 0.0)]),
        _ => polygon(&[(0.0, 5.0), (4.7, -3.7), (-4.7, -3.7)]),
    }
}

/// A legend of names with their marks.
fn legend(names: &[String]) -> String {
    if names.len() < 2 {
        return String::new();
    }
    let mut out = String::from("<ul class=\"legend\">");
    for (series, name) in names.iter().enumerate() {
        out += &format!(
            "<li data-s=\"{series}\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\">{}</svg>{}</li>",
            marker(series, (8.0, 8.0), ""),
            escaped(name)
        );
    }
    out + "</ul>\n"
}

/// A drawn chart with what stands around it.
pub(super) struct Drawn {
    caption: String,
    svg: String,
    size: (f64, f64),
    /// Names of the series.
    names: Vec<String>,
    /// The same numbers as a table.
    table: String,
}

impl Drawn {
    /// As a figure of a page.
    pub(super) fn figure(&self, name: &str) -> String {
        let table = if self.table.is_empty() {
            String::new()
        } else {
            details("The numbers of this chart", &self.table)
        };
        let caption = escaped(&self.caption);
        format!(
            "<figure id=\"chart-{name}\">\n<figcaption>{caption}</figcaption>\n\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Chart: {caption}\">{}</div>\n{}{table}</figure>\n",
            self.svg,
            legend(&self.names)
        )
    }
}

impl Drawn {
    /// With caption and legend inside, for a file of its own.
    pub(super) fn standing_alone(&self) -> String {
        const HEAD: f64 = 28.0;
        const LINE: f64 = 20.0;
        const EDGE: f64 = 10.0;
        let (width, height) = self.size;
        let names: &[String] = if self.names.len() > 1 { &self.names } else { &[] };
        let whole = HEAD + height + LINE * names.len() as f64 + EDGE;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{whole:.0}\" viewBox=\"0 0 {width:.0} {whole:.0}\">\n\
             <rect width=\"{width:.0}\" height=\"{whole:.0}\" fill=\"#fff\"/>\n<text x=\"8\" y=\"18\" font-weight=\"600\">{}</text>\n{}",
            escaped(&self.caption),
            self.svg.replacen(
                "<svg ",
                &format!("<svg y=\"{HEAD}\" width=\"{width:.0}\" height=\"{height:.0}\" "),
                1
            )
        );
        for (series, name) in names.iter().enumerate() {
            let y = HEAD + height + LINE * (series as f64 + 0.5);
            out += &marker(series, (16.0, y), "");
            out += &format!("<text x=\"28\" y=\"{:.1}\">{}</text>\n", y + 4.0, escaped(name));
        }
        out + "</svg>\n"
    }
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
        drawing.text((x, bottom + 16.0), "middle", "t", &unit.tick(*tick));
    }
    drawing.end_group();
}
