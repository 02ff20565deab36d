//! Values in rows with their intervals: cells of a study, points of a survey, ratios of a comparison.

use std::collections::BTreeSet;

use fiord_messages::{Lang, charts as messages, phrases};
use maud::Markup;
use textwrap::core::display_width;

use super::plane::{AxisScale, Drawing, Drawn, LETTER, WIDTH, colour};
use crate::html::charts::units::PageUnit;
use crate::html::frame::{table, turns_text};

const ROW: f64 = 24.0;
/// A row with its label above it.
const TALL: f64 = 40.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 12.0;
/// Edge of the chart, and of the labels beside their rows.
const EDGE: f64 = 8.0;
/// The widest labels that stand beside their rows: longer ones would leave no room for the values.
const WIDEST_LABEL: f64 = 165.0;
/// The widest remark behind a row.
const WIDEST_REMARK: f64 = 160.0;
/// Between the ends of values that need a logarithmic axis: two decades.
const DECADES: f64 = 100.0;
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

/// A chart of rows. Successive rows of one label, each of another series, are drawn on one line: the first one's text is after it.
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
    /// The horizontal axis over all values, to these places: logarithmic also where values lie decades apart.
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
        if self.has_threshold() {
            values.push(1.0);
        }
        let (least, most) = values
            .iter()
            .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
                (least.min(*value), most.max(*value))
            });
        let is_log = self.is_log || (least > 0.0 && most / least >= DECADES);
        AxisScale::over(&values, is_log, !is_log, to)
    }

    /// Whether 1 is the threshold of each row.
    pub(super) fn has_threshold(&self) -> bool {
        self.unit == PageUnit::OfThreshold
    }

    /// Where the values begin and end, and whether labels stand beside their rows.
    fn places(&self, lang: Lang) -> (f64, f64, bool) {
        // The name of the axis stands over the labels, beside the number of the first tick.
        let widest = |letters: Option<usize>| letters.unwrap_or(0) as f64 * LETTER + 2.0 * EDGE;
        let axis = display_width(self.unit.axis(lang)) + 1;
        let labels = self.rows.iter().map(|row| display_width(&row.label));
        let left = widest(labels.max().map(|letters| letters.max(axis))).max(60.0);
        let remarks = self.rows.iter().map(|row| display_width(&self.remark(row)));
        let right = WIDTH - widest(remarks.max()).min(WIDEST_REMARK);
        if left > WIDEST_LABEL {
            (3.0 * EDGE, right, false)
        } else {
            (left, right, true)
        }
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        let (left, right, is_beside) = self.places(lang);
        let (row_height, top) = if is_beside { (ROW, TOP) } else { (TALL, TOP + 20.0) };
        let lines = self.lines();
        let height = top + row_height * lines.last().map_or(0.0, |last| (last + 1) as f64) + BOTTOM;
        let x = self.scale((left, right));
        let mut drawing = Drawing::new((WIDTH, height), &self.caption, &self.description(lang));
        let bottom = height - BOTTOM;
        if let Some(margin) = self.margin {
            let (from, to) = (x.place(1.0 / (1.0 + margin)), x.place(1.0 + margin));
            drawing.rectangle((from, top - 4.0), (to - from, bottom - top + 8.0), "band");
        }
        let unit = self.unit.fitted(&x);
        for tick in unit.ticks(&x, 5) {
            let at = x.place(tick);
            drawing.line((at, top - 4.0), (at, bottom), "g");
            drawing.tick((at, top - 10.0), &unit.tick(tick));
        }
        drawing.text((EDGE, TOP - 10.0), "start", "t", unit.axis(lang));
        if self.margin.is_some() || self.has_threshold() {
            let at = x.place(1.0);
            drawing.line((at, top - 4.0), (at, bottom), "one");
        }
        let room = match is_beside {
            true => left - 2.0 * EDGE,
            false => WIDTH - 2.0 * EDGE,
        };
        let labels: Vec<String> = self.rows.iter().map(|row| row.label.clone()).collect();
        let labels = shortened_apart(&labels, (room / LETTER) as usize);
        let mut before = None;
        for ((at, row), label) in lines.into_iter().zip(&self.rows).zip(&labels) {
            let above = top + row_height * at as f64;
            let is_first = before.replace(at) != Some(at);
            drawing.series(row.series);
            let (label_at, anchor, class) = match is_beside {
                true => ((left - EDGE, above + ROW / 2.0 + 4.0), "end", ""),
                false => ((EDGE, above + 13.0), "start", "over"),
            };
            if is_first {
                drawing.text(label_at, anchor, class, label);
            }
            let y = above + row_height - ROW / 2.0;
            self.draw(&mut drawing, row, y, &x, lang);
            if is_first {
                let room = (WIDEST_REMARK / LETTER) as usize - 2;
                let remark = shortened(&self.remark(row), room);
                drawing.text((WIDTH - 2.0, y + 4.0), "end", "t", &remark);
            }
            drawing.end_group();
        }
        drawing.finish(&self.caption, self.series.clone(), self.table(lang))
    }

    /// The line of each row, from 0.
    fn lines(&self) -> Vec<usize> {
        let pairs = self.rows.windows(2);
        let steps = pairs.map(|pair| match pair {
            [one, next] => usize::from(one.label != next.label || one.series == next.series),
            _ => 0,
        });
        let mut line = 0;
        let rest = steps.map(|step| {
            line += step;
            line
        });
        self.rows.first().map(|_| 0).into_iter().chain(rest).collect()
    }

    /// The label of a row where colours are not seen.
    pub(super) fn label(&self, row: &IntervalRow) -> String {
        match self.series.get(row.series) {
            Some(series) if self.series.len() > 1 => format!("{series}: {}", row.label),
            _ => row.label.clone(),
        }
    }

    /// The text after a row.
    fn remark(&self, row: &IntervalRow) -> String {
        match row.remark.as_str() {
            "" => self.unit.shown(row.middle),
            remark => remark.to_owned(),
        }
    }

    /// What the chart shows, for those who do not see it.
    fn description(&self, lang: Lang) -> String {
        const FIRST: usize = 12;
        let rows = self.rows.iter().take(FIRST);
        let mut words: Vec<String> = rows
            .map(|row| format!("{}: {}", self.label(row), self.unit.shown(row.middle)))
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
                vec![self.label(row), middle, ends, row.remark.clone()]
            })
            .collect();
        let heads = ["", self.unit.metric(lang), messages::interval(lang), ""];
        table(&heads, &[1, 2], &rows)
    }

    /// The values of a row; of a check a bar from the axis to its number.
    fn draw(&self, drawing: &mut Drawing, row: &IntervalRow, y: f64, x: &AxisScale, lang: Lang) {
        let class = colour(row.series);
        if self.has_threshold() {
            let (from, to) = (x.from, x.place(row.middle));
            drawing.rectangle((from, y - 7.0), (to - from, 14.0), &format!("h {class} h3"));
        }
        for value in row.values.iter().take(DOTS) {
            drawing.dot((x.place(*value), y), 2.2, &format!("p {class}"));
        }
        let mut title = format!("{}: {}", self.label(row), self.unit.shown(row.middle));
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
    }
}

/// A text of at most this many columns, without letters that move the cursor or turn the direction of text. What is too long loses its
/// middle: a label ends with the metric, and a path with the name.
pub(super) fn shortened(text: &str, room: usize) -> String {
    let is_harmful = |letter: &char| letter.is_control() || turns_text(*letter);
    let harmless: String = text
        .chars()
        .map(|letter| if is_harmful(&letter) { '\u{fffd}' } else { letter })
        .collect();
    if display_width(&harmless) <= room {
        return harmless;
    }
    let columns = room.saturating_sub(1);
    let last = harmless
        .rsplit(' ')
        .next()
        .map_or(0, |word| display_width(word) + 1);
    let behind = if last <= columns / 2 { last } else { columns / 3 };
    let end: String = {
        let kept = fitting(harmless.chars().rev(), behind);
        kept.chars().rev().collect()
    };
    let start = fitting(harmless.chars(), columns - behind);
    format!("{}…{end}", start.trim_end())
}

/// Labels of at most this many columns. Where different ones would become the same, they are without the words that all have, or without those
/// with which the same ones begin, or with the names of options cut.
pub(super) fn shortened_apart(labels: &[String], room: usize) -> Vec<String> {
    let short =
        |labels: &[String]| -> Vec<String> { labels.iter().map(|one| shortened(one, room)).collect() };
    let distinct = |labels: &[String]| labels.iter().collect::<BTreeSet<_>>().len();
    let all = distinct(labels);
    let are_apart = |shown: &Vec<String>| distinct(shown) == all;
    let cut = short(labels);
    if are_apart(&cut) {
        return cut;
    }
    let differing = without_common_words(labels);
    let names_cut = (1..room).rev().map(|letters| -> Vec<String> {
        let cut = differing.iter().map(|label| with_names_cut(label, letters));
        cut.collect()
    });
    let fits = |shown: &Vec<String>| shown.iter().all(|one| display_width(one) <= room);
    [short(&differing), short(&without_common_start(labels, &cut))]
        .into_iter()
        .chain(names_cut.filter(fits))
        .find(are_apart)
        .unwrap_or(cut)
}

/// Labels without the first words that they have in common with others of the same short form.
fn without_common_start(labels: &[String], short: &[String]) -> Vec<String> {
    let rest = |(label, cut): (&String, &String)| {
        let others = labels
            .iter()
            .zip(short)
            .filter(|(other, its)| *its == cut && *other != label);
        let in_common = |(other, _): (&String, &String)| {
            let words = label.split(' ').zip(other.split(' '));
            words.take_while(|(one, other)| one == other).count()
        };
        match others.map(in_common).min() {
            None | Some(0) => label.clone(),
            Some(words) => format!("…{}", label.split(' ').skip(words).collect::<Vec<_>>().join(" ")),
        }
    };
    labels.iter().zip(short).map(rest).collect()
}

/// Labels without the words that are the same in all of them.
fn without_common_words(labels: &[String]) -> Vec<String> {
    let words: Vec<Vec<&str>> = labels.iter().map(|label| label.split(' ').collect()).collect();
    let Some(first) = words.first() else {
        return Vec::new();
    };
    if words.iter().any(|of_one| of_one.len() != first.len()) {
        return labels.to_vec();
    }
    let differs = |at: usize| words.iter().any(|of_one| of_one[at] != first[at]);
    let kept = |of_one: &Vec<&str>| {
        let kept = of_one.iter().enumerate().filter(|(at, _)| differs(*at));
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    };
    words.iter().map(kept).collect()
}

/// A label whose options have names of at most this many letters: `read…=4096`.
fn with_names_cut(label: &str, letters: usize) -> String {
    let cut = |word: &str| match word.split_once('=') {
        Some((name, value)) if display_width(name) > letters => {
            let start = fitting(name.chars(), letters);
            format!("{start}…={value}")
        }
        _ => word.to_owned(),
    };
    label.split(' ').map(cut).collect::<Vec<_>>().join(" ")
}

/// The first letters that take at most this many columns.
fn fitting(letters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut kept = String::new();
    for letter in letters {
        kept.push(letter);
        if display_width(&kept) > columns {
            kept.pop();
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_differ_are_shown_with_what_differs() {
        let labels =
            |texts: &[&str]| -> Vec<String> { texts.iter().map(|text| (*text).to_owned()).collect() };
        let two_settings = labels(&[
            "read_ahead_kb=128 nomerges=0 rate 64k",
            "read_ahead_kb=128 nomerges=2 rate 64k",
            "read_ahead_kb=4096 nomerges=0 rate 64k",
            "read_ahead_kb=4096 nomerges=2 rate 64k",
        ]);
        let cut = ["128 nom…=0", "128 nom…=2", "4096 nom…=0", "4096 nom…=2"];
        assert_eq!(
            shortened_apart(&two_settings, 17),
            cut.map(|end| format!("rea…={end}"))
        );
        assert_eq!(
            shortened_apart(&two_settings[..2], 17),
            ["nomerges=0", "nomerges=2"]
        );
        assert_eq!(shortened_apart(&two_settings, 60), two_settings);
        let blocks = labels(&["random read 4k in flight", "random read 8k in flight", "write 1m"]);
        assert_eq!(
            shortened_apart(&blocks, 13),
            ["…4k in flight", "…8k in flight", "write 1m"]
        );
        let same = labels(&["a long label of a row", "a long label of a row"]);
        assert_eq!(shortened_apart(&same, 10), ["a lon… row"; 2]);
    }

    #[test]
    fn a_long_label_keeps_its_metric() {
        assert_eq!(
            shortened("randread 4k, iodepth 32, numjobs 4 p99", 20),
            "randread 4k, io… p99"
        );
        assert_eq!(
            shortened("/mnt/disk/of/somebody/with/a/long/path", 16),
            "/mnt/disk/…/path"
        );
        assert_eq!(shortened("随机读 4k 队列深度 32 p99", 14), "随机读 4k… p99");
        assert_eq!(shortened("short", 20), "short");
        for room in 1..40 {
            assert!(display_width(&shortened("随机读 4k, iodepth 32, numjobs 4 p99", room)) <= room.max(1));
        }
    }
}
