//! Reads Markdown tables: a run for each row or cell that holds a figure, with the command in its row.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{FigureOf, ImportKind};

use super::draft::{RunDraft, TextLine};
use super::fio_text::table_bandwidth;
use super::formats::sysbench;
use super::{command, shown};

/// Heads of columns that are settings: a number in them does not count as a result.
const SETTINGS: [&str; 22] = [
    "size",
    "bs",
    "block",
    "blocksize",
    "record",
    "reclen",
    "jobs",
    "numjobs",
    "threads",
    "workers",
    "depth",
    "iodepth",
    "qd",
    "nrfiles",
    "files",
    "runtime",
    "time",
    "date",
    "run",
    "no",
    "#",
    "version",
];

/// Reads a table that begins at a line: its runs, and how many lines it has. None: there is none.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let heads = cells(&lines.get(at)?.text)?;
    if !is_rule(&lines.get(at + 1)?.text) {
        return None;
    }
    let above = line_above(lines, at);
    let caption = above.and_then(Unit::read);
    let ddir = above.and_then(direction);
    let mut drafts = Vec::new();
    let mut taken = 2;
    for line in lines.get(at + 2..)? {
        let Some(row) = cells(&line.text) else { break };
        taken += 1;
        if row.len() > 1 {
            drafts.extend(rows(line, &heads, &row, caption));
        }
    }
    for draft in &mut drafts {
        if above.is_some_and(sysbench::is_buffered) {
            draft.notes.push(Sentence::new(messages::sysbench_buffers));
        }
        for figure in &mut draft.figures {
            figure.ddir = figure.ddir.or(ddir);
        }
    }
    // A table without a number is prose.
    (!drafts.is_empty()).then_some((drafts, taken))
}

fn cells(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    text.contains('|')
        .then(|| inner.split('|').map(str::trim).collect())
}

fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.contains('|') && text.contains('-') && text.chars().all(|c| "|-: \t".contains(c))
}

/// The unit of numbers that have none of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Unit {
    /// I/Os per second of one, in a number without a letter.
    Iops(f64),
    /// Bytes per second of one.
    Bandwidth(f64),
    /// Nanoseconds of one.
    Latency(f64),
}

impl Unit {
    /// The unit that a head, a label or a caption names: `Bandwidth (MB/sec)`, `Rand Read IOPS`, `Avg Latency (ms)`.
    fn read(text: &str) -> Option<Self> {
        let low = text.to_lowercase();
        let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '/' || c == 'µ'));
        if is_latency(&low) {
            let ns = words.find_map(shown::unit_ns).filter(|ns| *ns < 60e9);
            return ns.map(Unit::Latency);
        }
        let rate = words.find_map(|word| {
            let per_second = word.replace("/sec", "/s");
            let unit = per_second.strip_suffix("/s").filter(|unit| unit.ends_with('B'))?;
            units::bandwidth(&format!("1{unit}/s")).ok()
        });
        if let Some(rate) = rate {
            return Some(Unit::Bandwidth(rate.low));
        }
        let is_word = |word: &str| low.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
        let factor = if is_word("kiops") {
            1e3
        } else if is_word("miops") {
            1e6
        } else {
            1.0
        };
        low.contains("iops").then_some(Unit::Iops(factor))
    }

    /// The unit that the cells of a row name: the first, or the one below `Unit`. A time is that of a latency where another cell says so.
    fn of_row(heads: &[&str], row: &[&str]) -> Option<Self> {
        const HEADS: [&str; 4] = ["unit", "units", "einheit", "单位"];
        let is_unit = |at: &usize| HEADS.contains(&heads[*at].to_lowercase().as_str());
        let at = (0..heads.len().min(row.len())).find(is_unit).unwrap_or(0);
        let cell = row.get(at)?;
        let is_told = row.iter().any(|cell| is_latency(&cell.to_lowercase()));
        let time = || shown::unit_ns(cell).filter(|ns| is_told && *ns < 60e9);
        Self::read(cell).or_else(|| time().map(Unit::Latency))
    }

    fn figure(self, cell: &str) -> Option<(FigureOf, Option<Ddir>, Spread)> {
        Some(match self {
            Unit::Iops(factor) => {
                let iops = units::iops(cell).ok()?;
                let factor = if plain_number(cell).is_some() { factor } else { 1.0 };
                let iops = Spread {
                    low: iops.low * factor,
                    high: iops.high * factor,
                };
                (FigureOf::Iops, None, iops)
            }
            Unit::Bandwidth(factor) => (
                FigureOf::BytesPerS,
                None,
                Spread::of(plain_number(cell)? * factor),
            ),
            Unit::Latency(factor) => (
                FigureOf::LatMeanNs,
                None,
                Spread::of(plain_number(cell)? * factor),
            ),
        })
    }
}

fn plain_number(cell: &str) -> Option<f64> {
    let (value, rest) = shown::grouped(cell)?;
    (rest.trim().is_empty() && value > 0.0).then_some(value)
}

/// The line of text right above a table.
fn line_above(lines: &[TextLine], at: usize) -> Option<&str> {
    let above = lines.get(..at)?.iter().rev().take(2);
    let line = above.map(|line| line.text.trim()).find(|text| !text.is_empty())?;
    (!line.starts_with('|')).then_some(line)
}

/// What a cell says.
enum CellOf<'t> {
    Command(&'t str),
    Figures(Vec<(FigureOf, Option<Ddir>, Spread)>),
    Label,
}

fn rows(line: &TextLine, heads: &[&str], row: &[&str], caption: Option<Unit>) -> Vec<RunDraft> {
    let head = |at: usize| heads.get(at).copied().unwrap_or_default();
    let other = Unit::of_row(heads, row).or(caption);
    let read: Vec<CellOf<'_>> = row
        .iter()
        .enumerate()
        .map(|(at, cell)| cell_of(head(at), cell, other.filter(|_| at > 0)))
        .collect();
    let labels: Vec<(String, String)> = row
        .iter()
        .enumerate()
        .filter(|(at, cell)| matches!(read[*at], CellOf::Label) && !cell.is_empty())
        .map(|(at, cell)| (head(at).to_owned(), (*cell).to_owned()))
        .collect();
    let unread = labels
        .iter()
        .filter(|(head, cell)| !is_setting(head) && plain_number(cell).is_some())
        .count();
    let command = read.iter().find_map(|cell| match cell {
        CellOf::Command(command) => Some(*command),
        _ => None,
    });
    let row_says = direction(
        &labels
            .iter()
            .map(|(_, value)| value.as_str())
            .collect::<Vec<_>>()
            .join(" "),
    );
    let mut found: Vec<(usize, Vec<Reading>)> = Vec::new();
    for (at, cell) in read.iter().enumerate() {
        let CellOf::Figures(figures) = cell else { continue };
        let says = direction(head(at)).or(row_says);
        let directed = figures
            .iter()
            .map(|(what, ddir, value)| (*what, ddir.or(says), *value));
        found.push((at, directed.collect()));
    }
    // Columns with the same quantity are results of as many settings.
    let each = command.is_none() && is_repeated(&found);
    let mut drafts: Vec<RunDraft> = Vec::new();
    for (at, figures) in found {
        if drafts.is_empty() || each {
            let name: Vec<&str> = labels.iter().map(|(_, value)| value.as_str()).collect();
            let mut draft = RunDraft::new(ImportKind::Table, (line.number, line.number), name.join(" "));
            draft.labels.clone_from(&labels);
            if unread > 0 {
                let numbers = &unread;
                draft.notes.push(Sentence::new(|lang| {
                    messages::NumbersWithoutUnit { numbers }.text(lang)
                }));
            }
            drafts.push(draft);
        }
        let Some(draft) = drafts.last_mut() else { continue };
        if each {
            draft.label("setting", head(at));
            draft.name = format!("{} {}", draft.name, head(at)).trim().to_owned();
        }
        draft.label(head(at), row[at]);
        for (what, ddir, value) in figures {
            draft.spread(what, ddir, value, None);
        }
    }
    if let (Some(command), Some(draft)) = (command, drafts.first_mut()) {
        run_by(command, draft);
    }
    drafts
}

/// Takes the plan of a row from the command in it.
fn run_by(command: &str, draft: &mut RunDraft) {
    draft.command = Some(command.to_owned());
    match command::plan(command) {
        Ok(plan) => {
            draft.plan = plan;
            draft.direct_figures();
        }
        Err(problem) => {
            let problem = &problem;
            draft.notes.push(Sentence::new(|lang| {
                messages::CommandNotRead { problem }.text(lang)
            }));
        }
    }
}

/// A quantity, its direction and its value.
type Reading = (FigureOf, Option<Ddir>, Spread);

/// Whether two columns hold the same quantity of the same direction.
fn is_repeated(found: &[(usize, Vec<Reading>)]) -> bool {
    let all: Vec<(FigureOf, Option<Ddir>)> = found
        .iter()
        .flat_map(|(_, figures)| figures.iter().map(|(what, ddir, _)| (*what, *ddir)))
        .collect();
    all.iter().enumerate().any(|(at, one)| all[..at].contains(one))
}

/// The only direction that a text names.
fn direction(text: &str) -> Option<Ddir> {
    let low = text.to_lowercase();
    match (low.contains("read"), low.contains("write")) {
        (true, false) => Some(Ddir::Read),
        (false, true) => Some(Ddir::Write),
        _ => None,
    }
}

fn is_setting(head: &str) -> bool {
    let low = head.to_lowercase();
    low.split(|c: char| !(c.is_alphanumeric() || c == '#'))
        .any(|word| SETTINGS.contains(&word))
}

fn is_latency(low: &str) -> bool {
    let names = ["latency", "lat", "延迟", "await", "rt"];
    low.split(|c: char| !c.is_alphanumeric())
        .any(|part| names.contains(&part))
}

/// `other` is the unit of the row or of the table, for a number without one.
fn cell_of<'t>(head: &str, cell: &'t str, other: Option<Unit>) -> CellOf<'t> {
    if let Some(command) = command::find(cell) {
        return CellOf::Command(command);
    }
    let plain = shown::with_points(cell.trim_matches(['*', '`', '~', '_']));
    let plain = plain.as_ref();
    let mut figures = Vec::new();
    if plain.contains("R=") || plain.contains("W=") {
        for part in plain.split([' ', ',', '/']) {
            let (ddir, value) = match part.split_once('=') {
                Some(("R" | "r", value)) => (Ddir::Read, value),
                Some(("W" | "w", value)) => (Ddir::Write, value),
                _ => continue,
            };
            if let Some(shown) = shown::scaled(value) {
                figures.push((FigureOf::Iops, Some(ddir), Spread::of(shown.value)));
            }
        }
    } else if let Some(bandwidth) = table_bandwidth(plain) {
        figures.push((FigureOf::BytesPerS, None, bandwidth));
    } else if is_latency(&head.to_lowercase())
        && let Ok((ns, _)) = units::latency(plain)
    {
        figures.push((FigureOf::LatMeanNs, None, ns));
    } else if plain.to_lowercase().ends_with("iops")
        && let Ok(iops) = units::iops(plain)
    {
        figures.push((FigureOf::Iops, None, iops));
    } else {
        let unit = Unit::read(head).or(other.filter(|_| !is_setting(head)));
        figures.extend(unit.and_then(|unit| unit.figure(plain)));
    }
    if figures.is_empty() {
        CellOf::Label
    } else {
        CellOf::Figures(figures)
    }
}
