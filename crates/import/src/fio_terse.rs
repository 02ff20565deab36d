//! Reads a line of fio's terse output, versions 3 to 5, into the report model.

use fiord_messages::{Sentence, import as messages};
use fiord_record::run::{DiskCounts, DiskUse};

use super::draft::{RunDraft, TextLine};
use super::results::ToldBySource;
use super::{fio_figures, fio_json, results};
use fiord_record::imported::{ImportKind, UnknownCount};
use fiord_report::fio::{DdirEntry, Entry, LatencySummary, Report, SampleSummary};

/// Percentiles that every direction has room for.
const PERCENTILES: usize = 20;

/// Reads a line of terse output: a run, and that it is one line. None: it is another line.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let line = lines.get(at)?;
    let (report, is_whole) = report(line.text.trim())?;
    let name = report.entries.first().map(|entry| entry.name.clone());
    let mut draft = RunDraft::new(
        ImportKind::FioTerse,
        (line.number, line.number),
        name.unwrap_or_default(),
    );
    if !is_whole {
        draft.notes.push(Sentence::new(messages::line_ends_early));
    }
    fio_figures::figures(&report, &mut draft);
    let told = ToldBySource {
        latencies: is_whole,
        ..ToldBySource::default()
    };
    let (record, notes) = results::of_text(&report, &told);
    draft.record = Some(record);
    // Terse output has neither sizes of calls nor counts; a line that ends early may lack the rest.
    draft.unknown = vec![UnknownCount::Batches, UnknownCount::Ios, UnknownCount::Syncs];
    if !is_whole {
        draft.unknown = UnknownCount::ALL.to_vec();
    }
    draft.notes.extend(notes);
    let counts_trims = !line.text.trim().starts_with("3;");
    if !counts_trims && report.entries.iter().all(|entry| entry.total_ios() == 0) {
        draft.notes.push(Sentence::new(messages::terse_without_trims));
    }
    Some((vec![draft], 1))
}

/// The fields in their order.
struct Fields<'t> {
    fields: std::iter::Peekable<std::str::Split<'t, char>>,
    /// Whether a field was asked for that was not there.
    ended: bool,
}

impl<'t> Fields<'t> {
    fn text(&mut self) -> &'t str {
        self.fields.next().unwrap_or_else(|| {
            self.ended = true;
            ""
        })
    }

    fn count(&mut self) -> u64 {
        self.text().parse().unwrap_or(0)
    }

    fn number(&mut self) -> f64 {
        let value: f64 = self.text().trim_end_matches('%').parse().unwrap_or(0.0);
        if value.is_finite() { value } else { 0.0 }
    }

    fn shares<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.number())
    }
}

fn report(text: &str) -> Option<(Report, bool)> {
    let mut fields = Fields {
        fields: text.split(';').peekable(),
        ended: false,
    };
    let version: u8 = fields
        .text()
        .parse()
        .ok()
        .filter(|version| (3..=5).contains(version))?;
    let fio = fields.text();
    if !fio.starts_with("fio-") {
        return None;
    }
    let mut entry = Entry {
        name: fields.text().to_owned(),
        jobs: 1,
        ..Entry::default()
    };
    entry.group = u32::try_from(fields.count()).unwrap_or(0);
    entry.error = i32::try_from(fields.count()).unwrap_or(0);
    let directions = if version >= 4 { 3 } else { 2 };
    for ddir in entry.ddirs.iter_mut().take(directions) {
        *ddir = direction(&mut fields, version);
    }
    entry.cpu.user_percent = fields.number();
    entry.cpu.system_percent = fields.number();
    entry.cpu.context_switches = fields.count();
    entry.cpu.major_faults = fields.count();
    entry.cpu.minor_faults = fields.count();
    entry.level = fields.shares();
    let _classes: [f64; 22] = fields.shares();
    let is_whole = !fields.ended;
    let disks = disks(&mut fields);
    let longest = entry.ddirs.iter().map(|ddir| ddir.runtime_ms).max().unwrap_or(0);
    entry.runtime_ms = longest;
    entry.settings = Some(fio_json::settings(&[], &[]));
    let entries = vec![entry];
    let report = Report {
        version: fio.to_owned(),
        elapsed_s: longest.div_ceil(1000),
        groups: fiord_report::fio::groups_of(&entries),
        entries,
        disks,
        ..Report::default()
    };
    Some((report, is_whole))
}

fn direction(fields: &mut Fields<'_>, version: u8) -> DdirEntry {
    let kib = fields.count();
    let bandwidth_kib = fields.count();
    let iops = fields.count();
    let runtime_ms = fields.count();
    let slat = latency(fields);
    let mut clat = latency(fields);
    for _ in 0..PERCENTILES {
        let field = fields.text();
        if let Some((percent, value)) = field.split_once('=')
            && let (Ok(percent), Ok(us)) =
                (percent.trim_end_matches('%').parse::<f64>(), value.parse::<u64>())
            && percent > 0.0
        {
            clat.given.push((percent, us.saturating_mul(1000)));
        }
    }
    let mut lat = latency(fields);
    let mut bw = SampleSummary {
        min: fields.count(),
        max: fields.count(),
        ..SampleSummary::default()
    };
    let _share = fields.number();
    bw.mean = fields.number();
    bw.stddev = fields.number();
    let mut rates = SampleSummary::default();
    if version >= 5 {
        bw.samples = fields.count();
        rates.min = fields.count();
        rates.max = fields.count();
        rates.mean = fields.number();
        rates.stddev = fields.number();
        rates.samples = fields.count();
    }
    let bytes = kib.saturating_mul(1024);
    // Terse has the rate, not the count.
    let ios = fio_json::ios_of_rate(bytes, bandwidth_kib, iops as f64, runtime_ms);
    let (mut slat, mut samples) = (slat, [0_u64; 3]);
    for (latency, samples) in [&mut slat, &mut clat, &mut lat].into_iter().zip(&mut samples) {
        *samples = if latency.max > 0 || latency.mean > 0.0 {
            ios
        } else {
            0
        };
        latency.samples = *samples;
    }
    DdirEntry {
        bytes,
        ios,
        runtime_ms,
        slat,
        clat,
        lat,
        bw,
        iops: rates,
        ..DdirEntry::default()
    }
}

fn latency(fields: &mut Fields<'_>) -> LatencySummary {
    let us = |value: f64| value * 1e3;
    LatencySummary {
        min: fields.count().saturating_mul(1000),
        max: fields.count().saturating_mul(1000),
        mean: us(fields.number()),
        stddev: us(fields.number()),
        ..LatencySummary::default()
    }
}

fn disks(fields: &mut Fields<'_>) -> Vec<DiskUse> {
    let mut disks = Vec::new();
    let counts = |fields: &mut Fields<'_>| DiskCounts {
        read_ios: fields.count(),
        write_ios: fields.count(),
        read_merges: fields.count(),
        write_merges: fields.count(),
        read_ticks: fields.count(),
        write_ticks: fields.count(),
        in_queue: fields.count(),
        util_percent: fields.number(),
        read_bytes: 0,
        write_bytes: 0,
    };
    while let Some(name) = fields.fields.next().filter(|name| !name.is_empty()) {
        // A description or counts of errors end the line as well.
        if fields
            .fields
            .peek()
            .is_none_or(|next| next.parse::<u64>().is_err())
            || name.parse::<u64>().is_ok()
        {
            break;
        }
        let mut disk = DiskUse {
            name: name.to_owned(),
            counts: counts(fields),
            below: None,
        };
        if fields.fields.peek() == Some(&"slaves") {
            fields.text();
            disk.below = Some(counts(fields));
        }
        disks.push(disk);
    }
    disks
}
