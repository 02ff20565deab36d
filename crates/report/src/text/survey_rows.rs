//! The numbers of a survey: the table, the answer in a sentence, and what a reader has to know of them.

use crate::documents::finding::FindingJson;
use crate::documents::survey::{Repeat, SurveyRow};
use crate::text::findings::mark;
use crate::text::{Cell, Column, Page, Styled, Table};
use fiord_judge::State;
use fiord_record::number::{Bandwidth, Iops, Nanos, Rounded, Share, plural};
use fiord_stats::few::Footing;
use fiord_study::survey::{MARKS, Mark, MarkSide, MarkedNumber};

impl SurveyRow {
    /// What may be done with the 99th percentile.
    fn p99(&self) -> Footing {
        match (self.lat_p99_ns, self.p99_has_few_samples) {
            (None, _) => Footing::TooFew,
            (Some(_), true) => Footing::Few,
            (Some(_), false) => Footing::Enough,
        }
    }

    /// The 99th percentile with its mark, or the maximum where next to nothing lies beyond.
    fn p99_text(&self) -> String {
        let longest = || format!("≤ {}", Nanos(self.lat_max_ns.unwrap_or_default()));
        let mark = if self.p99_has_few_samples { "*" } else { "" };
        self.lat_p99_ns
            .map_or_else(longest, |p99| format!("{}{mark}", Nanos(p99)))
    }

    /// The device never had the queue that the row's name says.
    fn is_shallow(&self) -> bool {
        self.iodepth > 1 && self.median(|repeat| repeat.depth_reached) < 0.9 * f64::from(self.iodepth)
    }
}

/// Repeats from which the range is an interval of the median at 95 %.
const INTERVAL: usize = 6;
/// Noisy points that are described; of more than these the rest is counted.
const NOISY: usize = 3;

/// Rows with numbers.
fn measured(rows: &[SurveyRow]) -> impl Iterator<Item = &SurveyRow> {
    rows.iter().filter(|row| !row.repeats.is_empty())
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
        let rate = |repeat: &Repeat| repeat.bytes_per_s;
        let ((least, most), middle) = (row.ends(rate), row.median(rate));
        let shown = |bytes: f64| Rounded::by(bytes / 1e6, (most - least) / 1e6).to_string();
        let iops = row.median(|repeat| repeat.iops);
        let (low, high) = row.ends(|repeat| repeat.iops);
        let p50 = row.lat_p50_ns.unwrap_or_default();
        let device = row.device_percent;
        let shallow = if row.is_shallow() { " †" } else { "" };
        let noisy = if row.findings.is_empty() { "" } else { "‡" };
        table.row([
            Cell::new(format!("{}{shallow}", row.label)).value(row.label.clone()),
            Cell::new(format!("{}{noisy}", shown(middle))),
            Cell::raw(middle),
            Cell::new(format!("{}–{}", shown(least), shown(most))),
            Cell::raw(least),
            Cell::raw(most),
            Cell::new(Rounded::by(iops, high - low).to_string()).value(iops),
            Cell::new(Nanos(p50).to_string()).value(p50),
            Cell::new(row.p99_text()).value(row.lat_p99_ns),
            Cell::raw(row.lat_max_ns.unwrap_or_default()),
            Cell::new(device.map_or_else(|| "?".to_owned(), |percent| Share(percent / 100.0).to_string()))
                .value(device),
            Cell::raw(row.median(|repeat| repeat.depth_reached)),
            Cell::raw(row.repeats.len()),
            Cell::raw(row.command.as_str()),
        ]);
    }
    table
}

/// The answer in a sentence: what the disk does, in numbers that most people ask for. `who` begins it.
pub(crate) fn put_answer(page: &mut Page, who: &str, rows: &[SurveyRow]) {
    let find = |label: &str| measured(rows).find(|row| row.label == label);
    // No figure that the repeats do not share.
    let median = |row: &SurveyRow, value: &dyn Fn(&Repeat) -> f64| {
        let (least, most) = row.ends(value);
        Rounded::by(row.median(value), most - least)
    };
    let mb = |label: &str, what: &str| {
        let rate = median(find(label)?, &|repeat| repeat.bytes_per_s / 1e6);
        Some(format!("{what} {rate} MB/s"))
    };
    let iops = |label: &str, what: &str| {
        let row = find(label)?;
        let p50 = row.median(|repeat| repeat.lat_p50_ns as f64);
        let iops = median(row, &|repeat| repeat.iops);
        Some(format!("{what} {iops} IOPS at {}", Nanos(p50)))
    };
    let sync = find("write 4k, fsync each").map(|row| {
        let p50 = row.median(|repeat| repeat.lat_p50_ns as f64);
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
        let row = measured(rows).find(|row| row.label == mark.point && row.wrong_repeats == 0)?;
        let number = |repeat: &Repeat| match mark.number {
            MarkedNumber::Bandwidth => repeat.bytes_per_s,
            MarkedNumber::Iops => repeat.iops,
            MarkedNumber::P50 => repeat.lat_p50_ns as f64,
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
    let share = |row: &SurveyRow| row.device_percent;
    let doubts = [
        (count(&|row| !row.findings.is_empty()), "noisy (‡)"),
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
            count(&|row| row.wrong_repeats > 0),
            "with runs of grade D, which measured something else",
        ),
        (count(&SurveyRow::is_shallow), "below their depth (†)"),
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
    if shows("min–max") && rows.iter().any(|row| row.repeats.len() >= INTERVAL) {
        page.line(Styled::new().dim("min–max of six repeats and more holds the median at 95 %."));
    }
    let any = |wanted| shows("p99") && measured(rows).any(|row| row.p99() == wanted);
    let has_syncs = measured(rows).any(|row| row.lat_of_syncs);
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
        rows.iter().any(SurveyRow::is_shallow),
        "† less than 90 % of that depth was in flight: not the disk's speed at it.",
    );
    note(
        rows.iter().any(|row| !row.findings.is_empty()),
        "‡ noise: a single one of these runs is not the disk's number:",
    );
    let noisy = rows
        .iter()
        .flat_map(|row| row.findings.iter().map(move |finding| (row, finding)));
    let noisy: Vec<(&SurveyRow, &FindingJson)> = noisy.collect();
    for (row, finding) in noisy.iter().take(NOISY) {
        page.item("  ", "    ", format!("{}: {}.", row.label, finding.saw));
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
