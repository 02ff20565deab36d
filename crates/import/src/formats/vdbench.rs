//! Reads vdbench: the summary on its screen or in `summary.html`, the one of file systems, and `flatfile.html`.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Rate;

use super::{Found, LinePlace};
use crate::draft::RunDraft;

/// vdbench counts them as 1024 × 1024 bytes.
const MEGABYTE: f64 = 1_048_576.0;
/// It prints latencies in milliseconds.
const MS: f64 = 1e6;
/// Lines between the begin of a run and its table.
const MOST_LINES: usize = 12;
/// Share of the rate that was asked for from which it was reached.
const REACHED: f64 = 0.95;

/// Names of columns, of both lines of a head where it has two, with what they are.
#[rustfmt::skip]
const COLUMNS: [(&str, FigureOf, Of, f64); 23] = [
    ("i/o rate", FigureOf::Iops, Of::All, 1.0),
    ("MB/sec 1024**2", FigureOf::BytesPerS, Of::All, MEGABYTE),
    ("resp time", FigureOf::LatMeanNs, Of::All, MS),
    ("read resp", FigureOf::LatMeanNs, Of::One(Ddir::Read), MS),
    ("write resp", FigureOf::LatMeanNs, Of::One(Ddir::Write), MS),
    ("resp max", FigureOf::LatMaxNs, Of::All, MS),
    ("read max", FigureOf::LatMaxNs, Of::One(Ddir::Read), MS),
    ("write max", FigureOf::LatMaxNs, Of::One(Ddir::Write), MS),
    ("queue depth", FigureOf::QueueDepth, Of::Run, 1.0),
    ("rate", FigureOf::Iops, Of::All, 1.0),
    ("MB/sec", FigureOf::BytesPerS, Of::All, MEGABYTE),
    ("resp", FigureOf::LatMeanNs, Of::All, MS),
    ("read_resp", FigureOf::LatMeanNs, Of::One(Ddir::Read), MS),
    ("write_resp", FigureOf::LatMeanNs, Of::One(Ddir::Write), MS),
    ("resp_max", FigureOf::LatMaxNs, Of::All, MS),
    ("read_max", FigureOf::LatMaxNs, Of::One(Ddir::Read), MS),
    ("write_max", FigureOf::LatMaxNs, Of::One(Ddir::Write), MS),
    ("queue_depth", FigureOf::QueueDepth, Of::Run, 1.0),
    // Of a file system.
    ("fs read rate", FigureOf::Iops, Of::One(Ddir::Read), 1.0),
    ("fs read resp", FigureOf::LatMeanNs, Of::One(Ddir::Read), MS),
    ("fs write rate", FigureOf::Iops, Of::One(Ddir::Write), 1.0),
    ("fs write resp", FigureOf::LatMeanNs, Of::One(Ddir::Write), MS),
    ("fs mb/sec total", FigureOf::BytesPerS, Of::All, MEGABYTE),
];
/// The second line of the head of a table of file systems; the first is drawn over several columns.
const FILE_SYSTEM: [(&str, &str); 13] = [
    ("rate", "fs all rate"),
    ("resp", "fs all resp"),
    ("total", "fs cpu total"),
    ("sys", "fs cpu sys"),
    ("pct", "read pct"),
    ("rate", "fs read rate"),
    ("resp", "fs read resp"),
    ("rate", "fs write rate"),
    ("resp", "fs write resp"),
    ("read", "fs mb/sec read"),
    ("write", "fs mb/sec write"),
    ("total", "fs mb/sec total"),
    ("size", "fs size"),
];

/// Which I/Os a column is of.
#[derive(Clone, Copy)]
enum Of {
    /// All, which are those of one direction where the share of reads says so.
    All,
    One(Ddir),
    /// None of them in particular.
    Run,
}

/// `12:00:00.000 Starting RD=rd1; I/O rate: 5000; elapsed=60; For loops: threads=8` with the table below it, a table, or a `flatfile.html`.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let start = first.split_once(" Starting RD=").map(|(_, rest)| rest);
    let is_head = |text: &str| {
        let mut words = text.split_whitespace();
        words.any(|word| word == "interval" || word == ".Interval.") || text.starts_with("tod ")
    };
    let at = match start {
        Some(_) => place
            .lines
            .iter()
            .take(MOST_LINES)
            .position(|line| is_head(line.text.trim()))?,
        None => 0,
    };
    let head = place.lines.get(at)?.text.trim();
    if !is_head(head) {
        return None;
    }
    let below = place.lines.get(at + 1).map_or("", |line| line.text.trim());
    let (columns, above) = match head.strip_prefix("tod ") {
        Some(names) => (flat_columns(names), 1),
        None => (columns(head, below)?, 2),
    };
    let first_row = at + above;
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut end = first_row;
    for (index, line) in place.lines.iter().enumerate().skip(first_row) {
        if line.text.trim().is_empty() {
            continue;
        }
        let Some(row) = Row::read(index, &line.text, &columns) else {
            break;
        };
        rows.push(row);
        end = index + 1;
    }
    let mut drafts = Vec::new();
    for run in rows.chunk_by(|one, other| one.run == other.run && (other.is_mean || !one.is_mean)) {
        let mut draft = place.part(
            ImportKind::Vdbench,
            run.first()?.line,
            run.last()?.line + 1,
            "vdbench",
        )?;
        if let Some(name) = run
            .first()?
            .run
            .or(start.and_then(|start| start.split(';').next()))
        {
            name.trim().clone_into(&mut draft.name);
        }
        figures(run, &mut draft);
        if let Some(start) = start {
            draft.lines.0 = place.lines.first()?.number;
            started(start, &mut draft);
        }
        if !draft.figures.is_empty() {
            drafts.push(draft);
        }
    }
    (!drafts.is_empty()).then_some((drafts, end))
}

/// The names of the columns after the interval.
fn columns(head: &str, below: &str) -> Option<Vec<String>> {
    let below: Vec<&str> = below.split_whitespace().collect();
    let head = head.split_whitespace();
    if head.clone().any(|word| word == ".Interval.") {
        let known = FILE_SYSTEM
            .iter()
            .zip(&below)
            .filter(|((word, _), found)| word == *found);
        let names = FILE_SYSTEM.iter().map(|(_, name)| (*name).to_owned());
        return (known.count() == FILE_SYSTEM.len()).then(|| names.collect());
    }
    let names: Vec<&str> = head.skip_while(|word| *word != "interval").skip(1).collect();
    let both = names
        .iter()
        .zip(&below)
        .map(|(first, second)| format!("{first} {second}"));
    (names.len() == below.len() && names.starts_with(&["i/o", "MB/sec"])).then(|| both.collect())
}

/// The names of a `flatfile.html` after `tod`.
fn flat_columns(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// Numbers of one interval, or the means of all.
struct Row<'t> {
    line: usize,
    /// In a `flatfile.html`.
    run: Option<&'t str>,
    is_mean: bool,
    /// The first interval, which the means leave out.
    is_first: bool,
    values: Vec<(&'t str, f64)>,
}

impl<'t> Row<'t> {
    fn read(line: usize, text: &'t str, columns: &'t [String]) -> Option<Self> {
        let mut words = text.split_whitespace();
        let time = words.next()?;
        let is_time = time.contains(':') && time.starts_with(|c: char| c.is_ascii_digit());
        let words: Vec<&str> = words.collect();
        let at = columns.iter().position(|name| name == "Interval");
        let run = at.and_then(|_| {
            let at = columns.iter().position(|name| name == "Run")?;
            words.get(at).copied()
        });
        let interval = *words.get(at.unwrap_or(0))?;
        let is_mean = interval.starts_with("avg_");
        let is_count = interval.bytes().all(|c| c.is_ascii_digit());
        // In a flat file the interval is one of the columns.
        let cells = if at.is_some() { &words[..] } else { &words[1..] };
        if !is_time || !(is_mean || is_count) || cells.len() < columns.len() {
            return None;
        }
        let values = columns.iter().zip(cells);
        let values = values.filter_map(|(name, cell)| Some((name.as_str(), cell.parse().ok()?)));
        Some(Self {
            line,
            run,
            is_mean,
            is_first: interval == "1",
            values: values
                .filter(|(_, value): &(&str, f64)| value.is_finite())
                .collect(),
        })
    }

    fn get(&self, names: &[&str]) -> Option<f64> {
        let value = self.values.iter().find(|(name, _)| names.contains(name));
        value.map(|(_, value)| *value)
    }
}

/// The means; where the text ends before them, the least and the largest value of the intervals.
fn figures(rows: &[Row<'_>], draft: &mut RunDraft) {
    let means: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_mean).collect();
    let later: Vec<&Row<'_>> = rows.iter().filter(|row| !row.is_first && !row.is_mean).collect();
    let rows: Vec<&Row<'_>> = match (means.is_empty(), later.is_empty()) {
        (false, _) => means,
        (true, false) => later,
        (true, true) => rows.iter().collect(),
    };
    let reads: Vec<f64> = rows
        .iter()
        .filter_map(|row| row.get(&["read pct", "read%"]))
        .collect();
    let are = |percent: f64| !reads.is_empty() && reads.iter().all(|share| *share == percent);
    let only = match (are(100.0), are(0.0)) {
        (true, _) => Some(Ddir::Read),
        (_, true) => Some(Ddir::Write),
        _ => None,
    };
    for (name, what, of, factor) in COLUMNS {
        let ddir = match of {
            Of::All => only,
            // The one direction is that of all I/Os.
            Of::One(_) if only.is_some() && !name.starts_with("fs ") => continue,
            Of::One(ddir) => Some(ddir),
            Of::Run => None,
        };
        let values = rows.iter().filter_map(|row| row.get(&[name]));
        // A rate of 0 is a stall, a latency of 0 none; a column of zeros is that of another direction.
        let is_rate = matches!(what, FigureOf::Iops | FigureOf::BytesPerS);
        let values: Vec<f64> = values.filter(|value| *value > 0.0 || is_rate).collect();
        if values.iter().all(|value| *value == 0.0) {
            continue;
        }
        let low = values.iter().copied().reduce(f64::min);
        let high = values.iter().copied().reduce(f64::max);
        if let (Some(low), Some(high)) = (low, high) {
            let value = Spread {
                low: low * factor,
                high: high * factor,
            };
            draft.spread(what, ddir, value, None);
        }
    }
}

/// What the line says that begins a run: `rd1; I/O rate: 5000; elapsed=60; For loops: threads=8`. A rate that was asked for and reached is a load.
fn started(start: &str, draft: &mut RunDraft) {
    for part in start.split(';').skip(1) {
        let part = part.trim();
        let (name, value) = match part.split_once(": ") {
            Some(pair) => pair,
            None => part.split_once('=').unwrap_or((part, "")),
        };
        draft.label(name.to_lowercase(), value);
        let asked: Option<f64> = value.parse().ok().filter(|_| name == "I/O rate");
        let rates = draft
            .figures
            .iter()
            .filter(|figure| figure.what == FigureOf::Iops);
        let reached: f64 = rates.map(|figure| figure.value.high).sum();
        if let Some(asked) = asked
            && reached >= REACHED * asked
        {
            let note = messages::RequestedRate { rate: &Rate(asked) };
            draft.notes.push(Sentence::new(|lang| note.text(lang)));
        }
    }
}
