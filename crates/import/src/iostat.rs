//! Reads reports of iostat, plain, `-d` and `-x`, in the columns of old and new versions of sysstat.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::draft::{RunDraft, TextLine};

/// What one column is: its quantity, direction, and the factor to the unit of the quantity.
type ColumnOf = (FigureOf, Option<Ddir>, f64);

/// The label of a report that averages since the machine was started.
pub(super) const SINCE_BOOT: &str = "since boot";

/// What one device did in all reports of a session, by column.
struct DeviceRows {
    name: String,
    first: u64,
    last: u64,
    /// Of each column the values in the order of the reports.
    columns: Vec<(ColumnOf, Vec<f64>)>,
}

/// Reads a session of iostat that begins at a line: a run for each device, and how many lines it has.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let first = &lines.get(at)?.text;
    if !(is_banner(first) || is_head(first) || first.starts_with("avg-cpu:")) {
        return None;
    }
    let has_banner = is_banner(first);
    let mut devices: Vec<DeviceRows> = Vec::new();
    let mut boot: Vec<DeviceRows> = Vec::new();
    let mut columns: Vec<Option<ColumnOf>> = Vec::new();
    let (mut reports, mut taken) = (0_u32, 0);
    let mut cpu_follows = false;
    for (index, line) in lines[at..].iter().enumerate() {
        let text = line.text.trim_end();
        let is_done = if text.is_empty() {
            continue;
        } else if is_banner(text) {
            index > 0
        } else if text.starts_with("avg-cpu:") {
            cpu_follows = true;
            false
        } else if is_head(text) {
            columns = heads(text);
            reports += 1;
            false
        } else if cpu_follows && numbers(text).is_some() {
            cpu_follows = false;
            false
        } else if text.starts_with("//")
            || text.starts_with('#') && !text.contains("iostat") && !text.contains("fio")
        {
            continue;
        } else {
            let to = if has_banner && reports == 1 {
                &mut boot
            } else {
                &mut devices
            };
            !row(text, line.number, &columns, to)
        };
        if is_done {
            break;
        }
        taken = index + 1;
    }
    if devices.is_empty() && boot.is_empty() {
        return None;
    }
    let mut drafts: Vec<RunDraft> = devices.into_iter().map(draft).collect();
    for device in boot {
        let mut draft = draft(device);
        draft.label("interval", SINCE_BOOT);
        drafts.push(draft);
    }
    drafts.sort_by_key(|draft| draft.lines);
    Some((drafts, taken))
}

fn is_banner(text: &str) -> bool {
    text.starts_with("Linux ") && text.contains(" CPU)")
}

fn is_head(text: &str) -> bool {
    text.starts_with("Device") && (text.contains("/s") || text.contains("tps"))
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split_whitespace().map(number).collect()
}

/// A comma is a decimal point in some languages.
fn number(word: &str) -> Option<f64> {
    let value: f64 = word.replace(',', ".").parse().ok()?;
    value.is_finite().then_some(value)
}

fn heads(text: &str) -> Vec<Option<ColumnOf>> {
    text.split_whitespace().skip(1).map(column).collect()
}

fn column(head: &str) -> Option<ColumnOf> {
    let read = Some(Ddir::Read);
    let write = Some(Ddir::Write);
    let ms = 1e6;
    Some(match head {
        "r/s" => (FigureOf::Iops, read, 1.0),
        "w/s" => (FigureOf::Iops, write, 1.0),
        "d/s" => (FigureOf::Iops, Some(Ddir::Trim), 1.0),
        "tps" => (FigureOf::Iops, None, 1.0),
        "rkB/s" | "kB_read/s" => (FigureOf::BytesPerS, read, 1024.0),
        "wkB/s" | "kB_wrtn/s" => (FigureOf::BytesPerS, write, 1024.0),
        "dkB/s" | "kB_dscd/s" => (FigureOf::BytesPerS, Some(Ddir::Trim), 1024.0),
        "rMB/s" | "MB_read/s" => (FigureOf::BytesPerS, read, 1_048_576.0),
        "wMB/s" | "MB_wrtn/s" => (FigureOf::BytesPerS, write, 1_048_576.0),
        "rsec/s" | "Blk_read/s" => (FigureOf::BytesPerS, read, 512.0),
        "wsec/s" | "Blk_wrtn/s" => (FigureOf::BytesPerS, write, 512.0),
        "await" => (FigureOf::LatMeanNs, None, ms),
        "r_await" => (FigureOf::LatMeanNs, read, ms),
        "w_await" => (FigureOf::LatMeanNs, write, ms),
        "avgqu-sz" | "aqu-sz" => (FigureOf::QueueDepth, None, 1.0),
        "%util" => (FigureOf::UtilPercent, None, 1.0),
        _ => return None,
    })
}

/// Takes a row of the table; false: it is none.
fn row(text: &str, line: u64, columns: &[Option<ColumnOf>], devices: &mut Vec<DeviceRows>) -> bool {
    // Newer versions of `-h` put the name last.
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != columns.len() + 1 || columns.is_empty() {
        return false;
    }
    let name = if number(words[0]).is_some() && number(words[words.len() - 1]).is_none() {
        words.pop()
    } else {
        Some(words.remove(0))
    };
    let (Some(name), Some(values)) = (name, words.into_iter().map(number).collect::<Option<Vec<f64>>>())
    else {
        return false;
    };
    let found = devices.iter().position(|device| device.name == name);
    let at = found.unwrap_or_else(|| {
        devices.push(DeviceRows {
            name: name.to_owned(),
            first: line,
            last: line,
            columns: Vec::new(),
        });
        devices.len() - 1
    });
    let device = &mut devices[at];
    device.last = line;
    for (column, value) in columns.iter().zip(values) {
        let Some(column) = column else { continue };
        let known = device
            .columns
            .iter_mut()
            .find(|((what, ddir, _), _)| (*what, *ddir) == (column.0, column.1));
        match known {
            Some((_, series)) => series.push(value * column.2),
            None => device.columns.push((*column, vec![value * column.2])),
        }
    }
    true
}

/// The least and the largest of each column.
fn draft(device: DeviceRows) -> RunDraft {
    let mut draft = RunDraft::new(ImportKind::Iostat, (device.first, device.last), device.name);
    for ((what, ddir, _), series) in device.columns {
        let low = series.iter().copied().fold(f64::INFINITY, f64::min);
        let high = series.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        draft.spread(what, ddir, Spread { low, high }, Some(series.len() as u64));
    }
    draft
}
