//! What the heads of a table's columns, and the labels of its rows, say of the numbers: unit, latency, statistic, setting.

use fiord_record::claims::units;
use fiord_record::imported::FigureOf;

use super::fio_figures::PERCENTILES;
use super::shown;

/// Heads of columns that are settings: a number in them does not count as a result.
const SETTINGS: [&str; 31] = [
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
    "duration",
    "elapsed",
    "cpu",
    "cores",
    "date",
    "run",
    "no",
    "#",
    "version",
    "samples",
    "sample",
    "iterations",
    "repeats",
    "repetitions",
];

/// The unit of numbers that have none of their own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ColumnUnit {
    /// I/Os per second of one, in a number without a letter.
    Iops(f64),
    /// Bytes per second of one.
    Bandwidth(f64),
    /// Nanoseconds of one.
    Time(f64),
    /// Syncs per second.
    Syncs,
}

/// Which of many values a number sums up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Statistic {
    Of(FigureOf),
    /// Such as p95 or a deviation, which are no figures.
    Other,
}

/// What a head, a label or the line above says of numbers: `Bandwidth (MB/sec)`, `Rand Read IOPS`, `clat 99.00th (ms)`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Heading {
    pub(super) unit: Option<ColumnUnit>,
    pub(super) is_latency: bool,
    pub(super) statistic: Option<Statistic>,
}

impl Heading {
    pub(super) fn read(text: &str) -> Self {
        let low = text.to_lowercase();
        let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).collect();
        let statistic = statistic(&low);
        let time = || time_unit(text).map(ColumnUnit::Time);
        let rate = bandwidth_unit(text).map(ColumnUnit::Bandwidth);
        let rate = rate.or_else(|| iops_factor(&words).map(ColumnUnit::Iops));
        let rate = rate.or_else(|| counts_syncs(&low).then_some(ColumnUnit::Syncs));
        let (unit, is_latency) = match rate {
            _ if is_latency(&low) => (time(), true),
            // Its statistic is not that of a latency.
            Some(ColumnUnit::Syncs) => {
                return Self {
                    unit: rate,
                    ..Self::default()
                };
            }
            Some(rate) => (Some(rate), false),
            None if is_setting(text) => (None, false),
            // `p99 (ms)` is a latency, `max (ms)` is one in a table of latencies.
            None => {
                let time = time().filter(|_| statistic.is_some());
                (time, time.is_some() && percentile(&low).is_some())
            }
        };
        Self {
            unit,
            is_latency,
            statistic,
        }
    }

    /// What the label of a row and the cell with its unit say of the other cells. A time is that of a latency where another cell says so.
    pub(super) fn of_row(heads: &[&str], row: &[&str]) -> Self {
        const UNITS: [&str; 4] = ["unit", "units", "einheit", "单位"];
        const LABELS: [&str; 4] = ["metric", "metrics", "measure", "指标"];
        let column = |names: &[&str]| {
            let is_named = |at: &usize| names.contains(&heads[*at].to_lowercase().as_str());
            (0..heads.len().min(row.len())).find(is_named)
        };
        let units = column(&UNITS);
        let label = column(&LABELS).unwrap_or(usize::from(units == Some(0)));
        let cell = |at: usize| row.get(at).copied().unwrap_or_default();
        let (label, unit) = (cell(label), cell(units.unwrap_or(label)));
        let mut says = Self::read(label);
        // A longer label may have such a word by chance.
        if !says.is_latency && label.contains(' ') && percentile(&label.to_lowercase()).is_none() {
            says.statistic = None;
        }
        says.is_latency |= units.is_some() && row.iter().any(|cell| is_latency(&cell.to_lowercase()));
        let time = || shown::unit_ns(unit).filter(|ns| says.is_latency && *ns < 60e9);
        says.unit = says
            .unit
            .or_else(|| Self::read(unit).unit)
            .or_else(|| time().map(ColumnUnit::Time));
        says
    }
}

/// Bytes per second of one in the unit that a text names.
fn bandwidth_unit(text: &str) -> Option<f64> {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '/'));
    words.find_map(|word| {
        let per_second = word.replace("/sec", "/s");
        let unit = per_second
            .strip_suffix("/s")
            .or_else(|| per_second.strip_suffix("ps"))
            .filter(|unit| unit.ends_with('B'))?;
        Some(units::bandwidth(&format!("1{unit}/s")).ok()?.low)
    })
}

/// I/Os per second of one in a text that names IOPS: `kIOPS`, `IOPS (K)`.
fn iops_factor(words: &[&str]) -> Option<f64> {
    let words: Vec<&&str> = words.iter().filter(|word| !word.is_empty()).collect();
    let at = words.iter().position(|word| word.contains("iops"))?;
    let next_to = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let mut letters = next_to.filter_map(|at| words.get(at)).map(|word| **word);
    let letter = letters.find(|word| ["k", "m"].contains(word));
    Some(match letter.or(words[at].strip_suffix("iops")) {
        Some("k") => 1e3,
        Some("m") => 1e6,
        _ => 1.0,
    })
}

/// Nanoseconds of one in the unit of time that a text names. `ops/s` and `per second` name none, `latency/ms` does.
fn time_unit(text: &str) -> Option<f64> {
    let is_mark = |c: char| !(c.is_alphanumeric() || c == 'µ');
    let mut named = text
        .split(is_mark)
        .filter_map(|word| Some((word, shown::unit_ns(word)?)));
    let is_time = |(word, ns): &(&str, f64)| {
        let begin = word.as_ptr() as usize - text.as_ptr() as usize;
        let before = text[..begin].trim_end().to_lowercase();
        let counted = before.strip_suffix('/').or(before.strip_suffix("per"));
        counted.is_none_or(|counted| *ns < 1e9 || is_latency(counted))
    };
    let (_, ns) = named.find(is_time)?;
    Some(ns).filter(|ns| *ns < 60e9)
}

/// Whether a text in small letters counts syncs per second: `fsync/s`, `fsync (ops/sec)`. Commits are none: databases
/// sync several with one call.
fn counts_syncs(low: &str) -> bool {
    const SYNCS: [&str; 6] = ["fsync", "fsyncs", "fdatasync", "fdatasyncs", "sync", "syncs"];
    let plain = low.replace("per sec", "/sec").replace('/', " / ");
    let words: Vec<&str> = plain
        .split(|c: char| !(c.is_alphanumeric() || c == '/'))
        .filter(|word| !word.is_empty())
        .collect();
    let is_sync = |word: &&str| SYNCS.contains(word);
    let is_rate = |at: usize| {
        let rest = words[at + 1..].iter().copied();
        let mut rest = rest.skip_while(|word| ["ops", "operations", "calls"].contains(word));
        rest.next() == Some("/")
            && rest
                .next()
                .is_some_and(|unit| ["s", "sec", "second"].contains(&unit))
    };
    let mut syncs = (0..words.len()).filter(|at| is_sync(&words[*at]));
    syncs.any(is_rate)
}

/// The number of a text that is followed by a rate of syncs: `1,200 fsyncs/s`.
pub(super) fn syncs_per_s(text: &str) -> Option<&str> {
    let (number, unit) = text.split_once(char::is_whitespace)?;
    let is_unit = !unit.contains(|c: char| c.is_ascii_digit() || c == ',');
    (is_unit && counts_syncs(&unit.to_lowercase())).then_some(number)
}

/// The percentile that a text names: `p99.9`, `P999`, `99th`, `99.00th`, `99 percentile`, and `99%` of a latency.
pub(super) fn percentile(low: &str) -> Option<f64> {
    let words: Vec<&str> = low
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '%')))
        .filter(|word| !word.is_empty())
        .collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let is_next = ["percentile", "pct", "%ile"]
            .iter()
            .any(|name| next.starts_with(name));
        let ends = ["th", "%ile"].iter().find_map(|end| word.strip_suffix(end));
        let number = match word.strip_prefix('p') {
            // `p999` and `p99_9` have no point.
            Some(digits) if digits.len() > 2 && !digits.contains('.') => {
                format!("{}.{}", digits.get(..2)?, digits.get(2..)?)
            }
            Some(digits) if !next.is_empty() && next.bytes().all(|c| c == b'9') => {
                format!("{digits}.{next}")
            }
            Some(digits) => digits.to_owned(),
            None => ends
                .or(Some(*word).filter(|_| is_next))
                .or_else(|| word.strip_suffix('%').filter(|_| is_latency(low)))?
                .to_owned(),
        };
        let percent: f64 = number.parse().ok()?;
        // P5 is a disk, and 10th a place.
        (50.0..100.0).contains(&percent).then_some(percent)
    })
}

/// Which of its values a text says that a number is; None: it does not say.
fn statistic(low: &str) -> Option<Statistic> {
    const MOST: [&str; 5] = ["max", "maximum", "peak", "worst", "最大"];
    const LEAST: [&str; 3] = ["min", "minimum", "最小"];
    const DEVIATIONS: [&str; 6] = ["stdev", "stddev", "std", "deviation", "variance", "jitter"];
    const SYNCS: [&str; 4] = ["fsync", "fdatasync", "sync", "syncs"];
    let words: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
    let percent = percentile(low).or(has(&["median"]).then_some(50.0));
    let of_ios_or_syncs = |ios: FigureOf, syncs: FigureOf| {
        let what = if has(&SYNCS) { syncs } else { ios };
        Some(Statistic::Of(what))
    };
    if let Some(percent) = percent {
        let known = PERCENTILES.iter().find(|one| one.percent == percent);
        let known = known.filter(|_| !has(&["slat"]));
        return known.map_or(Some(Statistic::Other), |one| {
            of_ios_or_syncs(one.of_ios, one.of_syncs)
        });
    }
    if has(&DEVIATIONS) || has(&["slat"]) && (has(&MOST) || has(&LEAST)) || has(&SYNCS) && has(&LEAST) {
        Some(Statistic::Other)
    } else if has(&MOST) {
        of_ios_or_syncs(FigureOf::LatMaxNs, FigureOf::SyncMaxNs)
    } else if has(&LEAST) {
        Some(Statistic::Of(FigureOf::LatMinNs))
    } else if has(&["slat"]) {
        Some(Statistic::Of(FigureOf::SlatMeanNs))
    } else if has(&["clat"]) {
        Some(Statistic::Of(FigureOf::ClatMeanNs))
    } else if has(&SYNCS) {
        Some(Statistic::Of(FigureOf::SyncMeanNs))
    } else if has(&["avg", "average", "mean", "平均"]) {
        Some(Statistic::Of(FigureOf::LatMeanNs))
    } else {
        None
    }
}

pub(super) fn is_setting(head: &str) -> bool {
    let low = head.to_lowercase();
    // `Run 2` and `iodepth=32` have the results of one.
    let has_value = SETTINGS.iter().any(|name| {
        let value = low.trim().strip_prefix(name).unwrap_or_default();
        let number = value.trim_start_matches([' ', '=', ':']);
        let is_run = *name == "run" || number.len() < value.len();
        is_run && number.starts_with(|c: char| c.is_ascii_digit())
    });
    let mut words = low.split(|c: char| !(c.is_alphanumeric() || c == '#'));
    !has_value && words.any(|word| SETTINGS.contains(&word))
}

/// Whether a head tells the unit of its numbers, though they are no figures.
pub(super) fn has_unit(head: &str) -> bool {
    head.contains('%') || time_unit(head).is_some() || statistic(&head.to_lowercase()).is_some()
}

pub(super) fn is_latency(low: &str) -> bool {
    const NAMES: [&str; 10] = [
        "latency",
        "latencies",
        "latenz",
        "lat",
        "clat",
        "slat",
        "延迟",
        "延遲",
        "await",
        "rt",
    ];
    low.contains("response time")
        || low
            .split(|c: char| !c.is_alphanumeric())
            .any(|part| NAMES.contains(&part))
}
