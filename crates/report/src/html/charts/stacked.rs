//! Means that add up, as one bar in pieces; percentiles stand next to the pieces.

use fiord_messages::{Lang, charts as messages};
use maud::Markup;
use textwrap::core::display_width;

use super::intervals::shortened;
use super::plane::{AxisScale, Drawing, Drawn, LETTER, WIDTH, colour};
use super::text::filled;
use crate::html::charts::units::PageUnit;
use crate::html::frame::table;

const BAR: f64 = 30.0;
const LINE: f64 = 20.0;
const TOP: f64 = 30.0;
const GAP: f64 = 16.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
/// Where the name of a piece begins and where its mean, share and percentiles end. What it is stands below.
const NAME: f64 = 28.0;
const COLUMNS: [f64; 4] = [284.0, 352.0, 422.0, 492.0];
/// Letters of a label beside its bar.
const SHORT: usize = 7;

/// One piece of a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct StackPiece {
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    pub mean: f64,
    /// Unknown ones are not shown.
    pub p50: Option<f64>,
    pub p99: Option<f64>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct StackRow {
    pub label: String,
    pub pieces: Vec<StackPiece>,
}

impl StackRow {
    /// Lines below its bar: heads, and each piece with what it is.
    fn lines(&self) -> usize {
        1 + self
            .pieces
            .iter()
            .map(|piece| 1 + usize::from(!piece.what.is_empty()))
            .sum::<usize>()
    }

    /// Whether its label has no room beside the bar, and is below it.
    fn is_long(&self) -> bool {
        display_width(&self.label) > SHORT
    }

    /// Whether percentiles of a piece are known.
    fn has_percentiles(&self) -> bool {
        let mut pieces = self.pieces.iter();
        pieces.any(|piece| piece.p50.is_some() || piece.p99.is_some())
    }

    fn whole(&self) -> f64 {
        self.pieces.iter().map(|piece| piece.mean).sum()
    }
}

/// A chart of bars in pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacked {
    pub caption: String,
    pub unit: PageUnit,
    pub rows: Vec<StackRow>,
}

impl Stacked {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| row.whole() <= 0.0)
    }

    fn longest(&self) -> f64 {
        self.rows.iter().map(StackRow::whole).fold(0.0, f64::max)
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        let lines: usize = self.rows.iter().map(StackRow::lines).sum();
        let height = TOP + (BAR + GAP) * self.rows.len() as f64 + LINE * lines as f64 + GAP;
        let mut drawing = Drawing::new((WIDTH, height), &self.caption, &self.description());
        let x = AxisScale {
            low: 0.0,
            high: self.longest(),
            is_log: false,
            from: LEFT,
            to: WIDTH - RIGHT,
        };
        let mut y = TOP;
        for tick in x.ticks(5) {
            drawing.tick((x.place(tick), TOP - 10.0), &self.unit.tick(tick));
        }
        for row in &self.rows {
            if !row.is_long() {
                let label = shortened(&row.label, SHORT);
                drawing.text((LEFT - 8.0, y + BAR / 2.0 + 4.0), "end", "", &label);
            }
            let mut before = 0.0;
            for (number, piece) in row.pieces.iter().enumerate() {
                let (from, to) = (x.place(before), x.place(before + piece.mean));
                let class = format!("h {} h6", colour(number));
                drawing.cell(
                    (from, y),
                    ((to - from).max(0.5), BAR),
                    &class,
                    &words(piece, self.unit),
                );
                before += piece.mean;
            }
            y += BAR + LINE;
            self.put_pieces(&mut drawing, row, &mut y, lang);
            y += GAP;
        }
        drawing.finish(&self.caption, Vec::new(), self.table(lang))
    }

    /// The pieces under their bar, each with its colour and its percentiles.
    fn put_pieces(&self, drawing: &mut Drawing, row: &StackRow, y: &mut f64, lang: Lang) {
        let numbers = |drawing: &mut Drawing, y: f64, class: &str, words: [&str; 4]| {
            for (place, text) in COLUMNS.into_iter().zip(words) {
                drawing.text((place, y), "end", class, text);
            }
        };
        let [name, _, mean, share, p50, p99] = heads(lang);
        let [p50, p99] = if row.has_percentiles() {
            [p50, p99]
        } else {
            [""; 2]
        };
        match row.is_long() {
            true => drawing.text((NAME, *y), "start", "", &shortened(&row.label, 34)),
            false => drawing.text((NAME, *y), "start", "t", name),
        }
        numbers(drawing, *y, "t", [mean, share, p50, p99]);
        *y += LINE;
        for (number, piece) in row.pieces.iter().enumerate() {
            drawing.rectangle(
                (8.0, *y - 10.0),
                (12.0, 12.0),
                &format!("h {} h6", colour(number)),
            );
            let room = ((COLUMNS[0] - NAME) / LETTER) as usize - 9;
            drawing.text((NAME, *y), "start", "", &shortened(&piece.name, room));
            let cells = self.cells(row, piece);
            numbers(drawing, *y, "", cells.each_ref().map(String::as_str));
            *y += LINE;
            if !piece.what.is_empty() {
                let room = ((WIDTH - NAME) / LETTER) as usize - 1;
                drawing.text((NAME, *y - 2.0), "start", "t", &shortened(&piece.what, room));
                *y += LINE;
            }
        }
    }

    /// Mean, share, and the percentiles.
    fn cells(&self, row: &StackRow, piece: &StackPiece) -> [String; 4] {
        let known = |value: Option<f64>| match value {
            Some(value) => self.unit.shown(value),
            None if row.has_percentiles() => "-".to_owned(),
            None => String::new(),
        };
        [
            self.unit.shown(piece.mean),
            format!("{:.1} %", piece.mean / row.whole().max(f64::MIN_POSITIVE) * 100.0),
            known(piece.p50),
            known(piece.p99),
        ]
    }

    fn description(&self) -> String {
        let row = |row: &StackRow| {
            let pieces: Vec<String> = row.pieces.iter().map(|piece| words(piece, self.unit)).collect();
            format!("{}: {}", row.label, pieces.join(", "))
        };
        self.rows.iter().map(row).collect::<Vec<_>>().join("; ")
    }

    fn table(&self, lang: Lang) -> Markup {
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .flat_map(|row| {
                row.pieces.iter().map(move |piece| {
                    let first = [row.label.clone(), piece.name.clone(), piece.what.clone()];
                    first.into_iter().chain(self.cells(row, piece)).collect()
                })
            })
            .collect();
        let heads: Vec<&str> = std::iter::once("").chain(heads(lang)).collect();
        table(&heads, &[3, 4, 5, 6], &rows)
    }

    /// One bar of letters for each row, and its pieces below with their letters.
    pub(super) fn text(&self, width: usize, lang: Lang) -> String {
        let mut out = format!("{}\n", shortened(&self.caption, width));
        let gutter = self.rows.iter().map(|row| display_width(&row.label)).max();
        let gutter = gutter.unwrap_or(0).min(width / 4);
        let room = width.saturating_sub(gutter + 1).max(10) as f64;
        for row in &self.rows {
            let column = |value: f64| (value / self.longest() * room).round() as usize;
            let (mut bar, mut before) = (String::new(), 0.0);
            for (number, piece) in row.pieces.iter().enumerate() {
                let columns = column(before + piece.mean) - column(before);
                bar.extend(std::iter::repeat_n(letter(number), columns));
                before += piece.mean;
            }
            out += &format!("{} {bar}\n", filled(&row.label, gutter));
            for (number, piece) in row.pieces.iter().enumerate() {
                let [mean, share, p50, p99] = self.cells(row, piece);
                let values = messages::PieceValues {
                    name: &piece.name,
                    what: &piece.what,
                    mean: &mean,
                    share: &share,
                    p50: &p50,
                    p99: &p99,
                };
                let line = lang.localised(format!("{} {}", letter(number), values.text(lang)));
                out += &(shortened(&line, width) + "\n");
            }
        }
        out
    }
}

/// Heads of the columns of a piece.
fn heads(lang: Lang) -> [&'static str; 6] {
    [
        messages::piece(lang),
        "",
        messages::mean(lang),
        messages::share(lang),
        messages::p50(lang),
        messages::p99(lang),
    ]
}

/// Of the piece with this number, the same in the bar and next to its line.
fn letter(number: usize) -> char {
    const LETTERS: [char; 8] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    LETTERS[number % LETTERS.len()]
}

fn words(piece: &StackPiece, unit: PageUnit) -> String {
    format!("{} {}", piece.name, unit.shown(piece.mean))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn chart() -> Stacked {
        let piece = |name: &str, mean: f64| StackPiece {
            name: name.to_owned(),
            what: "wait".to_owned(),
            mean,
            p50: Some(mean / 2.0),
            p99: None,
        };
        Stacked {
            caption: "Where".to_owned(),
            unit: PageUnit::Time,
            rows: vec![StackRow {
                label: "reads".to_owned(),
                pieces: vec![piece("one", 250_000.0), piece("two", 750_000.0)],
            }],
        }
    }

    #[test]
    fn pieces_fill_the_bar_by_their_share() {
        let text = chart().text(46, Lang::En);
        let bar = text.lines().nth(1).unwrap();
        assert_eq!(bar.matches('a').count(), 11, "with that of `reads`: {bar}");
        assert_eq!(bar.matches('b').count(), 30, "{bar}");
        assert!(text.contains("25.0 %") && text.contains("p50 125"), "{text}");
    }

    #[test]
    fn a_drawn_bar_has_a_rectangle_for_each_piece_and_for_its_key() {
        let figure = chart().drawn(Lang::En).figure("layers", Lang::En).0;
        assert_eq!(figure.matches("<rect").count(), 4);
        assert!(figure.contains("75.0 %"));
        assert!(
            Stacked {
                rows: Vec::new(),
                ..chart()
            }
            .is_empty()
        );
    }
}
