//! A table of columns and rows: as text that fits a width, as Markdown, as CSV.

use fiord_messages::{Lang, page_parts as messages};
use serde_json::Value;

use super::styled::Styled;

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The name over it, with the unit where its cells have none.
    head: String,
    /// The name in CSV, with the unit last. Empty: not in CSV.
    key: String,
    is_right: bool,
    /// Columns with a higher rank go first where room is short; those of rank 0 never do.
    rank: u8,
    is_shown: bool,
    /// Columns of the screen that it takes at least, so that tables that follow each other keep their places.
    least: usize,
}

impl Column {
    /// Words, from the left.
    pub fn left(head: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            head: head.into(),
            key: key.into(),
            is_right: false,
            rank: 0,
            is_shown: true,
            least: 0,
        }
    }

    /// Numbers, to the right.
    pub fn right(head: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            is_right: true,
            ..Self::left(head, key)
        }
    }

    /// Goes where room is short, before those of a lower rank.
    #[must_use]
    pub fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// Takes so many columns of the screen at least.
    #[must_use]
    pub fn least(mut self, columns: usize) -> Self {
        self.least = columns;
        self
    }

    /// Only in CSV.
    pub fn hidden(key: impl Into<String>) -> Self {
        Self {
            is_shown: false,
            ..Self::left("", key)
        }
    }
}

/// One cell: what people read, and what programs do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    shown: Styled,
    value: Option<Value>,
}

impl Cell {
    pub fn new(shown: impl Into<Styled>) -> Self {
        Self {
            shown: shown.into(),
            value: None,
        }
    }

    /// A number that people read otherwise than programs: `1.2 ms` is 1200000. Null where it is not known.
    #[must_use]
    pub fn value(mut self, value: impl Into<Value>) -> Self {
        self.value = Some(value.into());
        self
    }

    /// For a hidden column.
    pub fn raw(value: impl Into<Value>) -> Self {
        Self::default().value(value)
    }
}

impl<T: Into<Styled>> From<T> for Cell {
    fn from(shown: T) -> Self {
        Cell::new(shown)
    }
}

/// Columns and rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

/// Blanks between columns.
const GAP: usize = 2;
/// Columns that are named as left out; of more the rest is counted.
const NAMED: usize = 8;

impl Table {
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row: as many cells as columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len());
        cells.resize(self.columns.len(), Cell::default());
        self.rows.push(cells);
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// With numbers as in a language, where people read them.
    pub(super) fn localised(mut self, lang: Lang) -> Self {
        if lang == Lang::En {
            return self;
        }
        for cell in self.rows.iter_mut().flatten() {
            cell.shown = std::mem::take(&mut cell.shown).localised(lang);
        }
        self
    }

    /// The columns that people see, each with its name and whether it has numbers, and their cells.
    pub(crate) fn shown_cells(&self) -> (Vec<(&str, bool)>, Vec<Vec<&Styled>>) {
        let shown = self.shown();
        let heads = shown
            .iter()
            .map(|at| (self.columns[*at].head.as_str(), self.columns[*at].is_right));
        let rows = self
            .rows
            .iter()
            .map(|row| shown.iter().map(|at| &row[*at].shown).collect());
        (heads.collect(), rows.collect())
    }

    fn shown(&self) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        columns
            .filter(|(_, column)| column.is_shown)
            .map(|(at, _)| at)
            .collect()
    }

    /// Columns that it takes, gap before excluded.
    fn width_of(&self, at: usize) -> usize {
        let head = Styled::from(&self.columns[at].head).width();
        let cells = self.rows.iter().map(|row| row[at].shown.width());
        cells.fold(head.max(self.columns[at].least), usize::max)
    }

    /// Whether a screen of so many columns has room for the column of this name.
    pub fn shows(&self, head: &str, width: Option<usize>) -> bool {
        let widths: Vec<usize> = (0..self.columns.len()).map(|at| self.width_of(at)).collect();
        let named = |at: &usize| self.columns[*at].head == head;
        // As paragraphs, rows have all columns.
        self.fitting(&widths, width)
            .is_none_or(|(kept, _)| kept.iter().any(named))
    }

    /// The columns for which there is room, and those that are left out; none: not even those of rank 0 fit.
    fn fitting(&self, widths: &[usize], width: Option<usize>) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut kept = self.shown();
        let total = |kept: &[usize]| {
            let gaps = GAP * kept.len().saturating_sub(1);
            kept.iter().map(|at| widths[*at]).sum::<usize>() + gaps
        };
        let room = width.unwrap_or(usize::MAX);
        let mut left_out = Vec::new();
        while total(&kept) > room {
            let least = kept
                .iter()
                .copied()
                .filter(|at| self.columns[*at].rank > 0)
                .max_by_key(|at| self.columns[*at].rank);
            let least = least?;
            kept.retain(|at| *at != least);
            left_out.push(least);
        }
        // A wide column went, and a narrower one that went before it may have its room.
        left_out.sort_unstable_by_key(|at| self.columns[*at].rank);
        let is_empty = |at: usize| self.rows.iter().all(|row| row[at].shown.width() == 0);
        left_out.retain(|at| {
            let mut more = kept.clone();
            more.push(*at);
            more.sort_unstable();
            let fits = total(&more) <= room && !is_empty(*at);
            if fits {
                kept = more;
            }
            !fits
        });
        left_out.sort_unstable();
        Some((kept, left_out))
    }

    /// Lines for a screen of so many columns, painted: columns go by rank where room is short and are named below; where that is not
    /// enough, each row becomes a paragraph.
    pub(super) fn lines(&self, width: Option<usize>) -> Vec<TableLine> {
        let widths: Vec<usize> = (0..self.columns.len()).map(|at| self.width_of(at)).collect();
        let Some((kept, left_out)) = self.fitting(&widths, width) else {
            return self.paragraphs();
        };
        let heads = kept
            .iter()
            .map(|at| Styled::new().strong(&self.columns[*at].head))
            .collect::<Vec<_>>();
        let head = self.line(&kept, &widths, &heads);
        let mut lines = vec![TableLine::Whole(head)];
        for row in &self.rows {
            let cells: Vec<Styled> = kept.iter().map(|at| row[*at].shown.clone()).collect();
            lines.push(TableLine::Whole(self.line(&kept, &widths, &cells)));
        }
        lines.extend(self.missing(&left_out).map(TableLine::Broken));
        lines
    }

    fn line(&self, kept: &[usize], widths: &[usize], cells: &[Styled]) -> Styled {
        let mut out = Styled::new();
        for (place, (at, cell)) in kept.iter().zip(cells).enumerate() {
            let missing = widths[*at].saturating_sub(cell.width());
            let is_last = place + 1 == kept.len();
            out.pad(if place > 0 { GAP } else { 0 });
            out.pad(if self.columns[*at].is_right { missing } else { 0 });
            out = out.then(cell);
            out.pad(if self.columns[*at].is_right || is_last {
                0
            } else {
                missing
            });
        }
        out
    }

    fn missing(&self, left_out: &[usize]) -> Option<Styled> {
        let names: Vec<&str> = left_out
            .iter()
            .map(|at| self.columns[*at].head.as_str())
            .filter(|head| !head.is_empty())
            .collect();
        if names.is_empty() {
            return None;
        }
        let lang = Lang::current();
        let named = names.iter().take(NAMED).map(|name| (*name).to_owned());
        let columns = &lang.list(&named.collect::<Vec<String>>());
        let text = match names.len().saturating_sub(NAMED) {
            0 => messages::ColumnsNotShown { columns }.text(lang),
            more => messages::MoreColumnsNotShown { columns, more: &more }.text(lang),
        };
        Some(Styled::new().dim(text))
    }

    /// Every row by itself, below the name of the first column: the first cell, and the others with the names of theirs. Drawings
    /// without a name are left out.
    fn paragraphs(&self) -> Vec<TableLine> {
        let mut shown = self.shown();
        shown.retain(|at| self.columns[*at].rank == 0 || !self.columns[*at].head.is_empty());
        let Some((first, rest)) = shown.split_first() else {
            return Vec::new();
        };
        let lang = Lang::current();
        let paragraph = |row: &Vec<Cell>| {
            let mut text = Styled::new().strong(row[*first].shown.bare());
            let filled = rest.iter().filter(|at| !row[**at].shown.is_empty());
            for (place, at) in filled.enumerate() {
                let before = if place > 0 { lang.comma() } else { lang.colon() };
                let head = self.columns[*at].head.as_str();
                let gap = if head.is_empty() { "" } else { " " };
                text = text.plain(before).dim(head).plain(gap).then(&row[*at].shown);
            }
            TableLine::Broken(text)
        };
        let head = Some(&self.columns[*first].head).filter(|head| !head.is_empty());
        let head = head.map(|head| TableLine::Broken(Styled::new().strong(head)));
        head.into_iter().chain(self.rows.iter().map(paragraph)).collect()
    }

    /// As a Markdown table, with numbers as in a language.
    pub fn markdown(&self, lang: Lang) -> String {
        let shown = self.shown();
        let joined = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let bare = |text: &Styled| lang.localised(text.bare().replace('|', "\\|"));
        let mut out = joined(
            shown
                .iter()
                .map(|at| bare(&Styled::from(&self.columns[*at].head)))
                .collect(),
        );
        let rule = |at: &usize| {
            if self.columns[*at].is_right { "---:" } else { "---" }
        };
        out += &joined(shown.iter().map(|at| rule(at).to_owned()).collect());
        for row in &self.rows {
            out += &joined(shown.iter().map(|at| bare(&row[*at].shown)).collect());
        }
        out
    }

    /// As CSV (RFC 4180, with bare line ends): the keys, then the values.
    pub fn csv(&self) -> String {
        self.csv_head() + &self.csv_rows()
    }

    /// The first line of CSV.
    pub fn csv_head(&self) -> String {
        let keys = self.columns.iter().filter(|column| !column.key.is_empty());
        let keys: Vec<String> = keys.map(|column| field(&column.key)).collect();
        keys.join(",") + "\n"
    }

    /// The lines of CSV behind the first.
    pub fn csv_rows(&self) -> String {
        let line = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&self.columns);
            let cells = cells.filter(|(_, column)| !column.key.is_empty());
            let fields: Vec<String> = cells
                .map(|(cell, _)| match &cell.value {
                    Some(Value::Null) => String::new(),
                    Some(Value::String(text)) => field(text),
                    Some(value) => field(&value.to_string()),
                    None => field(&cell.shown.bare()),
                })
                .collect();
            fields.join(",") + "\n"
        };
        self.rows.iter().map(line).collect()
    }
}

/// A line of a table on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TableLine {
    /// Fits.
    Whole(Styled),
    /// Is still to be broken into lines.
    Broken(Styled),
}

fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::super::Page;
    use super::*;

    fn table() -> Table {
        let mut table = Table::new([
            Column::left("what", "label"),
            Column::right("IOPS", "iops"),
            Column::right("p99", "p99_ns").rank(1),
            Column::right("spread", "spread_percent").rank(2),
            Column::hidden("note"),
        ]);
        table.row([
            "rand read, 日本".into(),
            Cell::new("18,803").value(18_803.25),
            Cell::new("1.2 ms").value(1_200_000),
            Cell::new("?").value(Value::Null),
            Cell::raw("say \"hi\""),
        ]);
        table.row(["seq|".into(), "7".into(), "".into(), "4 %".into(), Cell::raw("")]);
        table
    }

    fn text(width: Option<usize>) -> String {
        let mut page = Page::new();
        page.table(table());
        page.text(width, false)
    }

    #[test]
    fn a_table_fits_its_width() {
        assert_eq!(
            text(None),
            "what               IOPS     p99  spread\n\
             rand read, 日本  18,803  1.2 ms       ?\n\
             seq|                  7             4 %\n"
        );
        assert_eq!(
            text(Some(34)),
            "what               IOPS     p99\n\
             rand read, 日本  18,803  1.2 ms\n\
             seq|                  7\n\
             Not shown at this width: spread.\n"
        );
        assert_eq!(
            text(Some(20)),
            "what\nrand read, 日本:\n  IOPS 18,803, p99\n  1.2 ms, spread ?\nseq|: IOPS 7, spread\n  4 %\n"
        );
        for width in 8..60 {
            let text = text(Some(width));
            let longest = text.lines().map(textwrap::core::display_width).max();
            assert!(longest <= Some(width), "{width}:\n{text}");
        }
    }

    #[test]
    fn programs_read_values_and_people_what_is_shown() {
        assert_eq!(
            table().csv(),
            "label,iops,p99_ns,spread_percent,note\n\
             \"rand read, 日本\",18803.25,1200000,,\"say \"\"hi\"\"\"\n\
             seq|,7,,4 %,\n"
        );
        assert_eq!(
            table().markdown(Lang::En),
            "| what | IOPS | p99 | spread |\n| --- | ---: | ---: | ---: |\n\
             | rand read, 日本 | 18,803 | 1.2 ms | ? |\n| seq\\| | 7 |  | 4 % |\n"
        );
    }
}
