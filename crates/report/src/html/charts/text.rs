//! Charts as text, for terminals and plain files.

use fiord_messages::Lang;
use textwrap::core::display_width;

use super::curves::Curves;
use super::heat::{Heat, SHADES};
use super::intervals::{Intervals, shortened, shortened_apart};
use super::plane::AxisScale;

/// Marks of series.
const MARKS: [char; 8] = ['●', '■', '▲', '◆', '▼', '○', '□', '△'];
const SHADED: [char; SHADES] = ['·', '░', '░', '▒', '▒', '▓', '▓', '█'];
/// Lines of a plane, and the narrowest chart.
const LINES: usize = 12;
const NARROWEST: usize = 40;

/// Curves in a plane of letters.
pub(super) fn curves(chart: &Curves, width: usize, lang: Lang) -> String {
    let width = width.max(NARROWEST);
    let lines = (LINES - 1) as f64;
    let (units, ticks) = {
        let (x, y) = tight(chart, (0.0, 1.0), (lines, 0.0));
        let units = (chart.x.fitted(&x), chart.y.fitted(&y));
        (
            units,
            [y.high, y.low].map(|value| lang.localised(units.1.tick(value))),
        )
    };
    let gutter = ticks.iter().map(|tick| display_width(tick)).max().unwrap_or(0) + 1;
    let room = width.saturating_sub(gutter + 1).max(10);
    let (x, y) = tight(chart, (0.0, (room - 1) as f64), (lines, 0.0));
    let mut plane = vec![vec![' '; room]; LINES];
    for (at, _) in &chart.events {
        let column = x.place(*at).round().clamp(0.0, (room - 1) as f64) as usize;
        plane.iter_mut().for_each(|line| line[column] = '┆');
    }
    let line_of = |value: f64| y.place(value).round().clamp(0.0, lines) as usize;
    for (series, curve) in chart.curves.iter().enumerate() {
        let mark = MARKS[series % MARKS.len()];
        let mut before: Option<(usize, usize)> = None;
        for point in &curve.points {
            let column = x.place(point.x).round().clamp(0.0, (room - 1) as f64) as usize;
            let line = line_of(point.y);
            // The value holds until the next point.
            if let Some((from, level)) = before.filter(|_| chart.is_step) {
                plane[level][from..column].fill(mark);
            }
            plane[line][column] = mark;
            before = Some((column, line));
        }
    }
    let (x_name, y_name) = chart.names_of_axes(units, lang);
    let mut out = format!("{}\n{y_name}\n", shortened(&chart.caption, width));
    for (at, line) in plane.iter().enumerate() {
        let tick = match at {
            0 => ticks[0].as_str(),
            at if at + 1 == LINES => ticks[1].as_str(),
            _ => "",
        };
        let drawn: String = line.iter().collect();
        let blanks = " ".repeat(gutter - display_width(tick));
        out += &format!("{blanks}{tick}│{}\n", drawn.trim_end());
    }
    let (low, high) = (
        lang.localised(units.0.tick(x.low)),
        lang.localised(units.0.tick(x.high)),
    );
    let middle = room.saturating_sub(display_width(&low) + display_width(&high));
    out += &format!("{:gutter$}└{}\n", "", "─".repeat(room));
    let x_name = shortened(x_name, middle.saturating_sub(2));
    let blanks = middle - display_width(&x_name).min(middle);
    let (before, after) = (" ".repeat(blanks / 2), " ".repeat(blanks - blanks / 2));
    out += &format!("{:gutter$} {low}{before}{x_name}{after}{high}\n", "");
    if chart.curves.len() > 1 || chart.right.is_some() {
        for (series, curve) in chart.curves.iter().enumerate() {
            out += &format!(
                "{} {}\n",
                MARKS[series % MARKS.len()],
                shortened(&curve.name, width.saturating_sub(2))
            );
        }
    }
    if let Some(right) = chart.of_right() {
        out.push('\n');
        out += &curves(&right, width, lang);
    }
    out
}

/// Scales that end where the values end.
fn tight(chart: &Curves, x: (f64, f64), y: (f64, f64)) -> (AxisScale, AxisScale) {
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    };
    let (mut x, mut y) = chart.scales(x, y);
    let (low, high) = ends(&mut points().map(|point| point.x));
    if low < high {
        (x.low, x.high) = (low, high);
    }
    let (low, high) = ends(&mut points().map(|point| point.y));
    if low < high || (!y.is_log && high > 0.0) {
        (y.low, y.high) = (if y.is_log { low } else { 0.0_f64.min(low) }, high);
    }
    (x, y)
}

/// Rows with their intervals: `├─●─┤`.
pub(super) fn intervals(chart: &Intervals, width: usize, lang: Lang) -> String {
    let width = width.max(NARROWEST);
    let labels: Vec<String> = chart.rows.iter().map(|row| chart.label(row)).collect();
    let labels = shortened_apart(&labels, width / 3);
    let gutter = labels.iter().map(|label| display_width(label)).max().unwrap_or(0);
    let shown: Vec<String> = chart
        .rows
        .iter()
        .map(|row| {
            let middle = lang.localised(chart.unit.shown(row.middle));
            if row.remark.is_empty() {
                middle
            } else {
                format!("{middle} {}", row.remark)
            }
        })
        .collect();
    let values = shown
        .iter()
        .map(|value| display_width(value))
        .max()
        .unwrap_or(0)
        .min(width / 3);
    let room = width.saturating_sub(gutter + values + 2).max(8);
    let scale = chart.scale((0.0, (room - 1) as f64));
    let column = |value: f64| scale.place(value).round().clamp(0.0, (room - 1) as f64) as usize;
    let mut out = format!("{}\n", shortened(&chart.caption, width));
    for ((row, label), value) in chart.rows.iter().zip(&labels).zip(&shown) {
        let mut line = vec![' '; room];
        if chart.margin.is_some() || chart.has_threshold() {
            line[column(1.0)] = '┆';
        }
        for value in &row.values {
            line[column(*value)] = '·';
        }
        if let Some((low, high)) = row.ends {
            let (low, high) = (column(low), column(high));
            line[low..=high.max(low)].fill('─');
            line[low] = '├';
            line[high.max(low)] = '┤';
        }
        line[column(row.middle)] = '●';
        let drawn: String = line.iter().collect();
        let label = filled(label, gutter);
        out += &format!("{label} {drawn} {}\n", shortened(value, values));
    }
    out
}

/// Shades of each value.
pub(super) fn heat(chart: &Heat, width: usize, lang: Lang) -> String {
    let width = width.max(NARROWEST);
    let labels: Vec<String> = chart.rows.iter().map(|row| row.label.clone()).collect();
    let labels = shortened_apart(&labels, width / 2);
    let gutter = labels.iter().map(|label| display_width(label)).max().unwrap_or(0);
    let room = width.saturating_sub(gutter + 1);
    let each = (room / chart.columns.len().max(1)).clamp(1, 4);
    let mut out = format!("{}\n", shortened(&chart.caption, width));
    for (row, label) in chart.rows.iter().zip(&labels) {
        let cells = row.values.iter().take(room / each).map(|value| {
            let letter = value.map_or(' ', |value| {
                let (colour, shade) = chart.shade(value);
                if colour == 1 && shade > 0 {
                    '-'
                } else {
                    SHADED[shade.min(SHADES - 1)]
                }
            });
            letter.to_string().repeat(each)
        });
        let label = filled(label, gutter);
        out += format!("{label} {}", cells.collect::<String>()).trim_end();
        out.push('\n');
    }
    let marks = if chart.is_around_one {
        ["-", "█"]
    } else {
        ["·", "█"]
    };
    out + &shortened(&lang.localised(chart.key(marks, lang)), width) + "\n"
}

/// A label of exactly this many columns.
pub(super) fn filled(label: &str, columns: usize) -> String {
    let label = shortened(label, columns);
    let blanks = columns.saturating_sub(display_width(&label));
    label + &" ".repeat(blanks)
}
