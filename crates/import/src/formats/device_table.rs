//! Tables of devices with rates in columns: the columns of sysstat, and the series of each device.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::iostat::{SINCE_BOOT, is_banner};
use super::{Found, LinePlace};
use crate::draft::RunDraft;

/// What one column is: its quantity, direction, and the factor to the unit of the quantity.
pub(super) type Column = (FigureOf, Option<Ddir>, f64);

/// Values of a table that are kept; a longer one ends there.
const MOST_VALUES: usize = 10_000_000;

/// What one device did in all reports, by column.
struct DeviceRows {
    name: String,
    lines: (u64, u64),
    /// Of each column the values in the order of the reports.
    columns: Vec<(Column, Vec<f64>)>,
}

/// The devices of a table in the order of their first rows.
#[derive(Default)]
pub(super) struct Devices {
    rows: Vec<DeviceRows>,
    values: usize,
}

impl Devices {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.rows.iter().any(|device| device.name == name)
    }

    /// Adds a row of a device: its cells under their columns. False: it has other cells.
    pub(super) fn add<'w>(
        &mut self,
        name: &str,
        line: u64,
        columns: &[Option<Column>],
        cells: impl IntoIterator<Item = &'w str>,
    ) -> bool {
        let Some(cells) = cells.into_iter().map(number).collect::<Option<Vec<CellNumber>>>() else {
            return false;
        };
        if cells.len() != columns.len() || self.values > MOST_VALUES {
            return false;
        }
        let found = self.rows.iter().position(|device| device.name == name);
        let at = found.unwrap_or_else(|| {
            self.rows.push(DeviceRows {
                name: name.to_owned(),
                lines: (line, line),
                columns: Vec::new(),
            });
            self.rows.len() - 1
        });
        let is_busy = |(what, ddir, _): &Column| {
            let counted = if *what == FigureOf::SyncMeanNs {
                FigureOf::SyncsPerS
            } else {
                FigureOf::Iops
            };
            let of_it = |(of, of_ddir, _): &Column| {
                *of == counted && (of_ddir.is_none() || ddir.is_none() || of_ddir == ddir)
            };
            let mut pairs = columns.iter().zip(&cells);
            pairs.any(|(column, cell)| cell.value > 0.0 && column.as_ref().is_some_and(of_it))
        };
        let device = &mut self.rows[at];
        device.lines.1 = line;
        for (column, cell) in columns.iter().zip(&cells) {
            let Some(column) = column else { continue };
            // Without I/O its latency is unknown.
            let is_latency = matches!(column.0, FigureOf::LatMeanNs | FigureOf::SyncMeanNs);
            if is_latency && cell.value == 0.0 && !is_busy(column) {
                continue;
            }
            self.values += 1;
            let value = cell.value * cell.unit.unwrap_or(column.2);
            let known = device
                .columns
                .iter_mut()
                .find(|((what, ddir, _), _)| (*what, *ddir) == (column.0, column.1));
            match known {
                Some((_, series)) => series.push(value),
                None => device.columns.push((*column, vec![value])),
            }
        }
        true
    }

    /// A run for each device: the least and the largest of each column.
    pub(super) fn drafts(self, kind: ImportKind) -> Vec<RunDraft> {
        let draft = |device: DeviceRows| {
            let mut draft = RunDraft::new(kind, device.lines, device.name);
            for ((what, ddir, _), series) in device.columns {
                let low = series.iter().copied().fold(f64::INFINITY, f64::min);
                let high = series.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                draft.spread(what, ddir, Spread { low, high }, Some(series.len() as u64));
            }
            draft
        };
        self.rows.into_iter().map(draft).collect()
    }
}

/// The runs of a table whose first report averages since the machine was started, and is labelled so.
pub(super) fn since_boot(boot: Devices, rows: Devices, kind: ImportKind) -> Vec<RunDraft> {
    let mut drafts = boot.drafts(kind);
    for draft in &mut drafts {
        draft.label("interval", SINCE_BOOT);
        draft.notes.push(Sentence::new(messages::since_boot));
    }
    drafts.extend(rows.drafts(kind));
    drafts
}

/// The heads of a table, which sysstat prints again and again.
pub(super) trait TableHead: Sized {
    /// None: the line has no heads.
    fn read(text: &str) -> Option<Self>;
    /// Adds a row below the heads; false: the line has another form.
    fn row(&self, words: &[&str], is_average: bool, line: u64, to: &mut Devices) -> bool;
}

/// Reads a table of sysstat: the rows of its intervals, or its averages where it has no others.
pub(super) fn intervals<H: TableHead>(place: LinePlace<'_>, kind: ImportKind) -> Found {
    let first = place.first()?;
    if !(is_banner(first) || H::read(first).is_some()) {
        return None;
    }
    let (mut rows, mut averages) = (Devices::default(), Devices::default());
    let mut head: Option<H> = None;
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() || index == 0 && is_banner(text) {
            continue;
        }
        if let Some(next) = H::read(text) {
            head = Some(next);
        } else {
            let is_average = text.starts_with("Average:") || text.starts_with("Durchschn.:");
            let to = if is_average { &mut averages } else { &mut rows };
            let words: Vec<&str> = text.split_whitespace().collect();
            if !head
                .as_ref()
                .is_some_and(|head| head.row(&words, is_average, line.number, to))
            {
                break;
            }
        }
        taken = index + 1;
    }
    let devices = if rows.is_empty() { averages } else { rows };
    (!devices.is_empty()).then(|| (devices.drafts(kind), taken))
}

/// A number of a cell; `--human` appends a unit of bytes.
struct CellNumber {
    value: f64,
    unit: Option<f64>,
}

fn number(word: &str) -> Option<CellNumber> {
    // A comma is a decimal point in some languages.
    let plain = word.trim_end_matches('%').replace(',', ".");
    let end = plain
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'))
        .unwrap_or(plain.len());
    let unit = match &plain[end..] {
        "" => None,
        unit => Some(match unit {
            "s" => 512.0,
            "B" => 1.0,
            "k" | "K" => 1024.0,
            "M" => 1_048_576.0,
            "G" => 1_073_741_824.0,
            "T" => 1_099_511_627_776.0,
            _ => return None,
        }),
    };
    let value: f64 = plain[..end].parse().ok()?;
    value.is_finite().then_some(CellNumber { value, unit })
}

/// Whether all words are numbers.
pub(super) fn are_numbers(text: &str) -> bool {
    text.split_whitespace().all(|word| number(word).is_some())
}

/// The columns of a head.
pub(super) fn columns<'w>(heads: impl IntoIterator<Item = &'w str>) -> Vec<Option<Column>> {
    heads.into_iter().map(column).collect()
}

/// What a head of sysstat's tables means.
pub(super) fn column(head: &str) -> Option<Column> {
    let read = Some(Ddir::Read);
    let write = Some(Ddir::Write);
    let ms = 1e6;
    Some(match head {
        "r/s" | "rtps" => (FigureOf::Iops, read, 1.0),
        "w/s" | "wtps" => (FigureOf::Iops, write, 1.0),
        "d/s" => (FigureOf::Iops, Some(Ddir::Trim), 1.0),
        "f/s" => (FigureOf::SyncsPerS, None, 1.0),
        "tps" => (FigureOf::Iops, None, 1.0),
        "rkB/s" | "kB_read/s" | "kB_rd/s" => (FigureOf::BytesPerS, read, 1024.0),
        "wkB/s" | "kB_wrtn/s" | "kB_wr/s" => (FigureOf::BytesPerS, write, 1024.0),
        "dkB/s" | "kB_dscd/s" => (FigureOf::BytesPerS, Some(Ddir::Trim), 1024.0),
        "rMB/s" | "MB_read/s" => (FigureOf::BytesPerS, read, 1_048_576.0),
        "wMB/s" | "MB_wrtn/s" => (FigureOf::BytesPerS, write, 1_048_576.0),
        "rsec/s" | "rd_sec/s" | "Blk_read/s" | "bread/s" => (FigureOf::BytesPerS, read, 512.0),
        "wsec/s" | "wr_sec/s" | "Blk_wrtn/s" | "bwrtn/s" => (FigureOf::BytesPerS, write, 512.0),
        "await" => (FigureOf::LatMeanNs, None, ms),
        "r_await" => (FigureOf::LatMeanNs, read, ms),
        "w_await" => (FigureOf::LatMeanNs, write, ms),
        "d_await" => (FigureOf::LatMeanNs, Some(Ddir::Trim), ms),
        "f_await" => (FigureOf::SyncMeanNs, None, ms),
        "avgqu-sz" | "aqu-sz" => (FigureOf::QueueDepth, None, 1.0),
        "%util" | "util" => (FigureOf::UtilPercent, None, 1.0),
        _ => return None,
    })
}
