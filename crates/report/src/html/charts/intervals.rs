//! Values in rows with their intervals: cells of a study, points of a survey, ratios of a comparison.

use fiord_messages::{Lang, charts as messages, phrases};
use maud::Markup;
use textwrap::core::display_width;

use super::plane::{AxisScale, Drawing, Drawn, colour};
use crate::html::charts::units::PageUnit;
use crate::html::frame::{table, turns_text};

const WIDTH: f64 = 760.0;
const ROW: f64 = 24.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 12.0;
const RIGHT: f64 = 110.0;
/// Columns of the screen that a letter of a label takes, about.
const LETTER: f64 = 6.6;
const WIDEST_LABEL: f64 = 300.0;
/// Single values that are drawn per row.
const DOTS: usize = 60;

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalRow {
    pub label: String,
    /// Each run.
    pub values: Vec<f64>,
    pub middle: f64,
    pub ends: Option<(f64, f64)>,
    /// The series it belongs to: its colour and mark.
    pub series: usize,
    /// The text after the row; empty: the value.
    pub remark: String,
}

/// A chart of rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Intervals {
    pub caption: String,
    pub unit: PageUnit,
    pub is_log: bool,
    /// Of ratios: the band in which a difference is none, as a share.
    pub margin: Option<f64>,
    pub series: Vec<String>,
    pub rows: Vec<IntervalRow>,
}

impl Intervals {
    /// The horizontal axis over all values, to these places.
    pub(super) fn scale(&self, to: (f64, f64)) -> AxisScale {
        let mut values: Vec<f64> = self
            .rows
            .iter()
            .flat_map(|row| {
                let (low, high) = row.ends.unwrap_or((row.middle, row.middle));
                [row.middle, low, high]
                    .into_iter()
                    .chain(row.values.iter().copied())
            })
            .collect();
        if let Some(margin) = self.margin {
            values.extend([1.0 / (1.0 + margin), 1.0 + margin]);
        }
        AxisScale::over(&values, self.is_log, !self.is_log, to)
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        // The name of the axis stands over the labels, beside the number of the first tick.
        let axis = display_width(self.unit.axis(lang)) + 1;
        let letters = self
            .rows
            .iter()
            .map(|row| display_width(&row.label))
            .fold(axis, usize::max);
        let left = (letters as f64 * LETTER + 16.0).clamp(60.0, WIDEST_LABEL);
        let height = TOP + ROW * self.rows.len() as f64 + BOTTOM;
        let x = self.scale((left, WIDTH - RIGHT));
        let mut drawing = Drawing::new((WIDTH, height), &self.caption, &self.description(lang));
        let bottom = height - BOTTOM;
        if let Some(margin) = self.margin {
            let (from, to) = (x.place(1.0 / (1.0 + margin)), x.place(1.0 + margin));
            drawing.rectangle((from, TOP - 4.0), (to - from, bottom - TOP + 8.0), "band");
        }
        for tick in x.ticks(7) {
            let at = x.place(tick);
            drawing.line((at, TOP - 4.0), (at, bottom), "g");
            drawing.text((at, TOP - 10.0), "middle", "t", &self.unit.tick(tick));
        }
        drawing.text((8.0, TOP - 10.0), "start", "t", self.unit.axis(lang));
        if self.margin.is_some() {
            let at = x.place(1.0);
            drawing.line((at, TOP - 4.0), (at, bottom), "one");
        }
        for (at, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (at as f64 + 0.5);
            drawing.series(row.series);
            self.draw(&mut drawing, row, y, (left, &x), lang);
            drawing.end_group();
        }
        drawing.finish(&self.caption, self.series.clone(), self.table(lang))
    }

    /// What the chart shows, for those who do not see it.
    fn description(&self, lang: Lang) -> String {
        const FIRST: usize = 12;
        let rows = self.rows.iter().take(FIRST);
        let mut words: Vec<String> = rows
            .map(|row| format!("{}: {}", row.label, self.unit.shown(row.middle)))
            .collect();
        if self.rows.len() > FIRST {
            let rows = (self.rows.len() - FIRST) as u64;
            words.push(messages::MoreRows { rows }.text(lang));
        }
        words.join("; ")
    }

    fn table(&self, lang: Lang) -> Markup {
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let ends = row.ends.map_or_else(String::new, |(low, high)| {
                    phrases::Range {
                        low: &self.unit.shown(low),
                        high: &self.unit.shown(high),
                    }
                    .text(lang)
                });
                let middle = self.unit.shown(row.middle);
                vec![row.label.clone(), middle, ends, row.remark.clone()]
            })
            .collect();
        let heads = ["", self.unit.axis(lang), messages::interval(lang), ""];
        table(&heads, &[1, 2], &rows)
    }

    fn draw(
        &self,
        drawing: &mut Drawing,
        row: &IntervalRow,
        y: f64,
        (left, x): (f64, &AxisScale),
        lang: Lang,
    ) {
        let class = colour(row.series);
        let room = ((left - 16.0) / LETTER) as usize;
        drawing.text((left - 8.0, y + 4.0), "end", "", &shortened(&row.label, room));
        for value in row.values.iter().take(DOTS) {
            drawing.dot((x.place(*value), y), 2.2, &format!("p {class}"));
        }
        let mut title = format!("{}: {}", row.label, self.unit.shown(row.middle));
        if let Some((low, high)) = row.ends {
            drawing.line((x.place(low), y), (x.place(high), y), &format!("w {class}"));
            title = messages::PointInterval {
                point: &title,
                low: &self.unit.shown(low),
                high: &self.unit.shown(high),
            }
            .text(lang);
        }
        drawing.mark(row.series, (x.place(row.middle), y), &title);
        let remark = if row.remark.is_empty() {
            self.unit.shown(row.middle)
        } else {
            row.remark.clone()
        };
        drawing.text(
            (WIDTH - RIGHT + 10.0, y + 4.0),
            "start",
            "t",
            &shortened(&remark, 16),
        );
    }
}

/// A text of at most this many columns, without letters that move the cursor or turn the direction of text.
pub(super) fn shortened(text: &str, room: usize) -> String {
    let is_harmful = |letter: &char| letter.is_control() || turns_text(*letter);
    let harmless: String = text
        .chars()
        .map(|letter| if is_harmful(&letter) { '\u{fffd}' } else { letter })
        .collect();
    if display_width(&harmless) <= room {
        return harmless;
    }
    let mut kept = String::new();
    for letter in harmless.chars() {
        kept.push(letter);
        if display_width(&kept) >= room {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}
