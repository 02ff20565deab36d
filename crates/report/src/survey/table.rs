//! The survey's result as a table with its caveats, and as JSON. Pure: numbers in, a page out.

use crate::findings::mark;
use crate::native::survey as native;
use crate::page::{Cell, Column, Page, Styled, Table};
use fiord_job::showcmd::for_shell;
use fiord_judge::{Finding, State};
use fiord_record::number::{Bandwidth, Iops, Nanos, Rounded, Share, plural};
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::median;
use fiord_study::survey::{MARKS, Mark, MarkSide, MarkedNumber};

/// One run of one point.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Reading {
    /// Bytes per second.
    pub(crate) bytes_per_s: f64,
    /// I/Os per second.
    pub(crate) iops: f64,
    /// Median latency in nanoseconds.
    pub(crate) p50_ns: u64,
    /// 99th percentile of the latency in nanoseconds.
    pub(crate) p99_ns: u64,
    /// The longest latency in nanoseconds.
    pub(crate) max_ns: u64,
    /// I/Os measured.
    pub(crate) ios: u64,
    /// Latencies behind the percentiles: those of the syncs where there are any, else those of the I/Os.
    pub(crate) latencies: u64,
    /// Whether the percentiles are those of syncs.
    pub(crate) is_of_syncs: bool,
    /// Bytes asked for.
    pub(crate) issued_bytes: u64,
    /// Bytes that the leaf devices moved in that direction meanwhile; `None` when there are no counters.
    pub(crate) device_bytes: Option<u64>,
    /// I/Os in flight on average (Little's law).
    pub(crate) depth: f64,
}

/// All runs of one point.
#[derive(Debug, Clone)]
pub(crate) struct SurveyRow {
    /// What the point is called.
    pub(crate) label: String,
    /// The arguments of fio, of the first repeat.
    pub(crate) arguments: Vec<String>,
    /// I/Os that the job asked to have in flight.
    pub(crate) asked_depth: u32,
    /// The repeats.
    pub(crate) readings: Vec<Reading>,
    /// What the rule `noise` says of the repeats.
    pub(crate) noise: Vec<Finding>,
    /// Repeats that measured something else than it seems (grade D).
    pub(crate) wrong: usize,
    /// Why there are none.
    pub(crate) error: Option<String>,
}

impl SurveyRow {
    /// The command that was run, for the shell.
    fn command(&self) -> String {
        let words = self.arguments.iter().map(|word| for_shell(word));
        let words: Vec<String> = std::iter::once("fio".to_owned()).chain(words).collect();
        words.join(" ")
    }

    fn median(&self, value: impl Fn(&Reading) -> f64) -> f64 {
        let values: Vec<f64> = self.readings.iter().map(value).collect();
        median(&values).unwrap_or(0.0)
    }

    /// Smallest and largest of the repeats.
    fn ends(&self, value: impl Fn(&Reading) -> f64) -> (f64, f64) {
        let least = self.readings.iter().map(&value).fold(f64::INFINITY, f64::min);
        (least, self.readings.iter().map(&value).fold(0.0, f64::max))
    }

    /// Largest minus smallest rate, in percent of the median.
    fn spread_percent(&self) -> f64 {
        let rate = |reading: &Reading| reading.bytes_per_s;
        let (bottom, top) = self.ends(rate);
        let middle = self.median(rate);
        if middle > 0.0 {
            (top - bottom) / middle * 100.0
        } else {
            0.0
        }
    }

    /// Bytes moved by the device per byte asked, in percent over all repeats.
    pub(crate) fn device_percent(&self) -> Option<f64> {
        let issued: u64 = self.readings.iter().map(|reading| reading.issued_bytes).sum();
        let moved: Option<u64> = self.readings.iter().map(|reading| reading.device_bytes).sum();
        moved
            .filter(|_| issued > 0)
            .map(|moved| moved as f64 / issued as f64 * 100.0)
    }

    /// What may be done with the 99th percentile. The shown one is a run's, so the run with the fewest latencies decides.
    fn p99(&self) -> Footing {
        let latencies = self.readings.iter().map(|reading| reading.latencies);
        footing(latencies.min().unwrap_or(0), 99.0)
    }

    /// The 99th percentile with its mark, or the maximum where next to nothing lies beyond.
    fn p99_text(&self) -> String {
        let p99 = Nanos(self.median(|reading| reading.p99_ns as f64));
        match self.p99() {
            Footing::Enough => p99.to_string(),
            Footing::Few => format!("{p99}*"),
            Footing::TooFew => format!("≤ {}", Nanos(self.median(|reading| reading.max_ns as f64))),
        }
    }

    /// The device never had the queue that the row's name says.
    fn shallow(&self) -> bool {
        self.asked_depth > 1 && self.median(|reading| reading.depth) < 0.9 * f64::from(self.asked_depth)
    }
}

/// Repeats from which the range is an interval of the median at 95 %.
const INTERVAL: usize = 6;
/// Noisy points that are described; of more than these the rest is counted.
const NOISY: usize = 3;

/// Rows with numbers.
fn measured(rows: &[SurveyRow]) -> impl Iterator<Item = &SurveyRow> {
    rows.iter().filter(|row| !row.readings.is_empty())
}

/// The medians of the repeats, with their range.
pub(crate) fn table(rows: &[SurveyRow]) -> Table {
    let mut table = Table::new([
        Column::left("what", "label"),
        Column::right("MB/s", ""),
        Column::hidden("bytes_per_s"),
        Column::right("min–max", "").rank(2),
        Column::hidden("bytes_per_s_min"),
        Column::hidden("bytes_per_s_max"),
        Column::right("IOPS", "iops"),
        Column::right("p50", "lat_p50_ns").rank(3),
        Column::right("p99", "lat_p99_ns").rank(1),
        Column::hidden("lat_max_ns"),
        Column::right("device", "device_percent").rank(4),
        Column::hidden("depth_reached"),
        Column::hidden("repeats"),
        Column::hidden("command"),
    ]);
    for row in measured(rows) {
        let rate = |reading: &Reading| reading.bytes_per_s;
        let ((least, most), middle) = (row.ends(rate), row.median(rate));
        let shown = |bytes: f64| Rounded::by(bytes / 1e6, (most - least) / 1e6).to_string();
        let iops = row.median(|reading| reading.iops);
        let (low, high) = row.ends(|reading| reading.iops);
        let p50 = row.median(|reading| reading.p50_ns as f64);
        let p99 = row.median(|reading| reading.p99_ns as f64);
        let device = row.device_percent();
        let shallow = if row.shallow() { " †" } else { "" };
        let noisy = if row.noise.is_empty() { "" } else { "‡" };
        table.row([
            Cell::new(format!("{}{shallow}", row.label)).value(row.label.clone()),
            Cell::new(format!("{}{noisy}", shown(middle))),
            Cell::raw(middle),
            Cell::new(format!("{}–{}", shown(least), shown(most))),
            Cell::raw(least),
            Cell::raw(most),
            Cell::new(Rounded::by(iops, high - low).to_string()).value(iops),
            Cell::new(Nanos(p50).to_string()).value(p50),
            Cell::new(row.p99_text()).value((row.p99() != Footing::TooFew).then_some(p99)),
            Cell::raw(row.median(|reading| reading.max_ns as f64)),
            Cell::new(device.map_or_else(|| "?".to_owned(), |percent| Share(percent / 100.0).to_string()))
                .value(device),
            Cell::raw(row.median(|reading| reading.depth)),
            Cell::raw(row.readings.len()),
            Cell::raw(row.command()),
        ]);
    }
    table
}

/// The answer in a sentence: what the disk does, in numbers that most people ask for. `who` begins it.
pub(crate) fn put_answer(page: &mut Page, who: &str, rows: &[SurveyRow]) {
    let find = |label: &str| measured(rows).find(|row| row.label == label);
    // No figure that the repeats do not share.
    let median = |row: &SurveyRow, value: &dyn Fn(&Reading) -> f64| {
        let (least, most) = row.ends(value);
        Rounded::by(row.median(value), most - least)
    };
    let mb = |label: &str, what: &str| {
        let rate = median(find(label)?, &|reading| reading.bytes_per_s / 1e6);
        Some(format!("{what} {rate} MB/s"))
    };
    let iops = |label: &str, what: &str| {
        let row = find(label)?;
        let p50 = row.median(|reading| reading.p50_ns as f64);
        let iops = median(row, &|reading| reading.iops);
        Some(format!("{what} {iops} IOPS at {}", Nanos(p50)))
    };
    let sync = find("write 4k, fsync each").map(|row| {
        let p50 = row.median(|reading| reading.p50_ns as f64);
        format!("an fsync takes {}", Nanos(p50))
    });
    let parts = [
        mb("seq read 1M", "reads in order"),
        iops("rand read 4k", "at random 4k"),
        iops("rand read 4k qd32", "32 at once"),
        mb("seq write 1M", "writes in order"),
        sync,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if !parts.is_empty() {
        page.item(Styled::new().strong(who), "  ", format!("{}.", parts.join(", ")));
    }
}

/// At what the disk is fast or slow, by marks of our own.
pub(crate) fn put_marks(page: &mut Page, rows: &[SurveyRow]) {
    let judged = judged(rows);
    let said = |wanted: MarkSide, name: &str| {
        let of = judged.iter().filter(|(_, is)| *is == wanted);
        let words: Vec<String> = of
            .map(|(mark, _)| {
                let (side, at) = match wanted {
                    MarkSide::Fast => (if mark.fast > mark.slow { "above" } else { "below" }, mark.fast),
                    _ => (if mark.fast > mark.slow { "below" } else { "above" }, mark.slow),
                };
                format!("{} ({side} {})", mark.what, marked(mark, at))
            })
            .collect();
        (!words.is_empty()).then(|| format!("{name} at {}", words.join(", ")))
    };
    let parts: Vec<String> = [said(MarkSide::Fast, "Fast"), said(MarkSide::Slow, "Slow")]
        .into_iter()
        .flatten()
        .collect();
    if judged.is_empty() {
        return;
    }
    let words = if parts.is_empty() {
        "Neither fast nor slow at anything".to_owned()
    } else {
        parts.join(". ")
    };
    page.item(
        "",
        "  ",
        format!("{words}. These marks are rules of thumb (docs/studies.md)."),
    );
}

/// Each mark whose point was measured, and where its repeats lie. Runs that measured something else than the disk say nothing of it.
fn judged(rows: &[SurveyRow]) -> Vec<(&'static Mark, MarkSide)> {
    let of = |mark: &'static Mark| {
        let row = measured(rows).find(|row| row.label == mark.point && row.wrong == 0)?;
        let number = |reading: &Reading| match mark.number {
            MarkedNumber::Bandwidth => reading.bytes_per_s,
            MarkedNumber::Iops => reading.iops,
            MarkedNumber::P50 => reading.p50_ns as f64,
        };
        let (least, most) = row.ends(number);
        Some((mark, mark.judge(least, most)))
    };
    MARKS.iter().filter_map(of).collect()
}

/// A number of a mark with its unit.
fn marked(mark: &Mark, value: f64) -> String {
    match mark.number {
        MarkedNumber::Bandwidth => Bandwidth(value).to_string(),
        MarkedNumber::Iops => Iops(value).to_string(),
        MarkedNumber::P50 => Nanos(value).to_string(),
    }
}

/// What may be said of all points together.
pub(crate) fn put_verdict(page: &mut Page, rows: &[SurveyRow]) {
    /// Bytes of the device per byte asked for, in percent, below which something else answered, and above which others used it too.
    const OWN: std::ops::RangeInclusive<f64> = 90.0..=150.0;
    let count = |is: &dyn Fn(&SurveyRow) -> bool| measured(rows).filter(|row| is(row)).count() as u64;
    let share = |row: &SurveyRow| row.device_percent();
    let doubts = [
        (count(&|row| !row.noise.is_empty()), "noisy (‡)"),
        (
            count(&|row| share(row).is_some_and(|percent| percent < *OWN.start())),
            "answered by something above the disk, in part or all",
        ),
        (
            count(&|row| share(row).is_some_and(|percent| percent > *OWN.end())),
            "with more traffic at the disk than asked for",
        ),
        (count(&|row| share(row).is_none()), "without counters of a disk"),
        (
            count(&|row| row.wrong > 0),
            "with runs of grade D, which measured something else",
        ),
        (count(&SurveyRow::shallow), "below their depth (†)"),
    ];
    let doubts: Vec<String> = doubts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let (symbol, style) = mark(if doubts.is_empty() {
        State::Fine
    } else {
        State::Care
    });
    let points = plural(count(&|_| true), "point");
    let words = if doubts.is_empty() {
        format!(" {points} measured, all at the disk and alike in their repeats.")
    } else {
        format!(" {points} measured: {}.", doubts.join(", "))
    };
    page.item(Styled::new().styled(style, symbol), "  ", words);
}

/// What a reader of the numbers has to know.
pub(crate) fn put_caveats(page: &mut Page, rows: &[SurveyRow], width: Option<usize>) {
    let table = table(rows);
    let shows = |head: &str| table.shows(head, width);
    let device = if shows("device") {
        " device: bytes that the disk moved per byte asked for. Far below 100 % a cache answered; above it something else (the \
         journal, read-ahead, a neighbour) used the disk too."
    } else {
        ""
    };
    page.line(Styled::new().dim(format!("Median of the repeats.{device}")));
    if shows("min–max") && rows.iter().any(|row| row.readings.len() >= INTERVAL) {
        page.line(Styled::new().dim("min–max of six repeats and more holds the median at 95 %."));
    }
    let any = |wanted| shows("p99") && measured(rows).any(|row| row.p99() == wanted);
    let has_syncs = measured(rows).any(|row| row.readings.iter().any(|reading| reading.is_of_syncs));
    let mut note = |is: bool, words: &str| {
        if is {
            page.line(Styled::new().dim(words));
        }
    };
    note(
        has_syncs && (shows("p50") || shows("p99")),
        "p50 and p99 of points with fsync are those of the syncs.",
    );
    note(
        any(Footing::Few),
        "* fewer than 100 latencies of a run lie beyond this percentile: only a rough place.",
    );
    note(
        any(Footing::TooFew),
        "≤ the longest latency: fewer than 10 latencies of a run lie beyond its p99.",
    );
    note(
        rows.iter().any(SurveyRow::shallow),
        "† less than 90 % of that depth was in flight: not the disk's speed at it.",
    );
    note(
        rows.iter().any(|row| !row.noise.is_empty()),
        "‡ noise: a single one of these runs is not the disk's number:",
    );
    let noisy = rows
        .iter()
        .flat_map(|row| row.noise.iter().map(move |finding| (row, finding)));
    let noisy: Vec<(&SurveyRow, &Finding)> = noisy.collect();
    for (row, finding) in noisy.iter().take(NOISY) {
        page.item("  ", "    ", format!("{}: {}.", row.label, finding.saw()));
    }
    if let more @ 1.. = noisy.len().saturating_sub(NOISY) {
        page.item("  ", "    ", format!("and {more} more points; --json has all."));
    }
    for row in rows {
        if let Some(error) = &row.error {
            let (symbol, style) = mark(State::Wrong);
            let first = Styled::new().styled(style, symbol).plain(" ");
            page.item(first, "  ", format!("{}: {error}", row.label));
        }
    }
}

/// The commands, to be copied.
pub(crate) fn put_commands(page: &mut Page, rows: &[SurveyRow]) {
    for row in measured(rows) {
        page.command(std::iter::once("fio".to_owned()).chain(row.arguments.clone()));
    }
}

/// The rows of the document, with every repeat.
pub(crate) fn documents(rows: &[SurveyRow]) -> Vec<native::SurveyRow> {
    rows.iter().map(document).collect()
}

fn document(row: &SurveyRow) -> native::SurveyRow {
    let repeat = |reading: &Reading| native::Repeat {
        bytes_per_s: reading.bytes_per_s,
        iops: reading.iops,
        lat_p50_ns: reading.p50_ns,
        lat_p99_ns: (footing(reading.latencies, 99.0) != Footing::TooFew).then_some(reading.p99_ns),
        lat_max_ns: reading.max_ns,
        ios: reading.ios,
        issued_bytes: reading.issued_bytes,
        device_bytes: reading.device_bytes,
        depth_reached: reading.depth,
    };
    let is_measured = !row.readings.is_empty();
    let median = |of: fn(&Reading) -> f64| is_measured.then(|| row.median(of));
    native::SurveyRow {
        label: row.label.clone(),
        command: row.command(),
        iodepth: row.asked_depth,
        bytes_per_s: median(|reading| reading.bytes_per_s),
        iops: median(|reading| reading.iops),
        lat_p50_ns: median(|reading| reading.p50_ns as f64),
        lat_p99_ns: median(|reading| reading.p99_ns as f64).filter(|_| row.p99() != Footing::TooFew),
        lat_max_ns: median(|reading| reading.max_ns as f64),
        p99_has_few_samples: row.p99() != Footing::Enough,
        spread_percent: is_measured.then(|| row.spread_percent()),
        findings: row.noise.iter().map(native_finding).collect(),
        device_percent: row.device_percent(),
        error: row.error.clone(),
        repeats: row.readings.iter().map(repeat).collect(),
    }
}

fn native_finding(finding: &Finding) -> crate::native::finding::Finding {
    crate::native::finding::Finding::of(finding)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use fiord_job::plan::{Ddir, JobPlan, RunPlan};
    use fiord_judge::case::Case;
    use fiord_judge::{TrapId, When, judge_one};
    use fiord_record::Before;
    use fiord_record::run::{Repeats, RunRecord};

    fn page(rows: &[SurveyRow], width: Option<usize>) -> String {
        let mut page = Page::new();
        put_verdict(&mut page, rows);
        page.table(table(rows));
        put_caveats(&mut page, rows, width);
        put_commands(&mut page, rows);
        page.text(width, false)
    }

    fn row(rates: &[f64]) -> SurveyRow {
        let readings = rates
            .iter()
            .map(|rate| Reading {
                bytes_per_s: *rate,
                iops: rate / 4096.0,
                p50_ns: 80_000,
                p99_ns: 1_200_000,
                max_ns: 9_000_000,
                ios: 100_000,
                latencies: 100_000,
                is_of_syncs: false,
                issued_bytes: 1000,
                device_bytes: Some(500),
                depth: 16.0,
            })
            .collect();
        SurveyRow {
            label: "rand read 4k qd32".into(),
            arguments: vec!["--name=a b".into()],
            asked_depth: 32,
            readings,
            noise: Vec::new(),
            wrong: 0,
            error: None,
        }
    }

    #[test]
    fn median_spread_and_share_are_of_all_repeats() {
        let row = row(&[90e6, 100e6, 120e6]);
        assert_eq!(row.median(|reading| reading.bytes_per_s), 100e6);
        assert!((row.spread_percent() - 30.0).abs() < 1e-9);
        assert_eq!(row.device_percent(), Some(50.0));
        assert!(row.shallow());
    }

    #[test]
    fn noise_is_marked_and_said() {
        let mut row = row(&[9.0e6, 10.0e6, 14.0e6]);
        let mut record = RunRecord::planned(RunPlan::default(), Before::default());
        record.plan.jobs.push(JobPlan::new("r"));
        record.context.repeats.push(Repeats {
            job: 0,
            ddir: Ddir::Read,
            iops: vec![9.0e6, 10.0e6, 14.0e6],
        });
        row.noise = judge_one(TrapId::Noise, When::Run, &Case::of(&record));
        let text = page(std::slice::from_ref(&row), None);
        assert!(text.contains(" 10‡ ") && text.contains(" 9–14 "), "{text}");
        assert!(text.starts_with("! 1 point measured: 1 noisy (‡)"), "{text}");
        assert!(
            text.contains("  rand read 4k qd32: 3 runs of reads differ by 50 % of their median"),
            "{text}"
        );
        assert_eq!(documents(&[row])[0].findings[0].rule, "noise");
        assert!(!page(&[super::tests::row(&[1.0])], None).contains('‡'));
    }

    #[test]
    fn a_percentile_is_as_good_as_the_samples_of_one_run() {
        let mut row = row(&[1e6, 1e6, 1e6]);
        let with = |row: &mut SurveyRow, ios: u64| {
            row.readings
                .iter_mut()
                .for_each(|reading| reading.latencies = ios);
            (page(std::slice::from_ref(row), None), document(row))
        };
        let (text, json) = with(&mut row, 10_000);
        assert!(text.contains(" 1.2 ms ") && !text.contains("1.2 ms*"), "{text}");
        assert_eq!((json.lat_p99_ns, json.p99_has_few_samples), (Some(1.2e6), false));
        // Three runs of 9,900 are 29,700 I/Os, but each p99 is that of one run.
        let (text, json) = with(&mut row, 9_900);
        assert!(
            text.contains("1.2 ms*") && text.contains("fewer than 100"),
            "{text}"
        );
        assert_eq!((json.lat_p99_ns, json.p99_has_few_samples), (Some(1.2e6), true));
        let (text, json) = with(&mut row, 900);
        assert!(
            text.contains("≤ 9 ms ") && text.contains("fewer than 10 latencies") && !text.contains("1.2 ms"),
            "{text}"
        );
        assert!(json.lat_p99_ns.is_none() && json.repeats[0].lat_p99_ns.is_none());
        assert_eq!(json.lat_max_ns, Some(9e6));
    }

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let rows = [row(&[9.5e9, 9.9e9, 9.7e9])];
        for width in [40, 80, 160] {
            let text = page(&rows, Some(width));
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width} columns: {line}");
            }
            assert!(text.contains("qd32 †"), "{text}");
        }
        assert!(page(&rows, None).contains("fio --name=\"a b\"\n"));
    }
}
