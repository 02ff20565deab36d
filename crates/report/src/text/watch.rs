//! What devices do now, as text and CSV: the columns of `iostat -x`, and what explains them. Pure; when and where it is shown is decided by the binary.
//!
//! `svctm` is missing: nothing in the kernel measures it. `%util` is shown and marked where it says nothing.

use std::fmt::Write;

use fiord_host::disk_stats::Extended;
use fiord_messages::{Lang, watch as messages};
use fiord_record::number::{Bandwidth, Share};
use textwrap::core::display_width;

use crate::documents::watch::{BusyProcess, DeviceLimit, Watch, WatchedDevice};
use crate::text::{Cell, Column, Page, Styled, Table};

/// A column of `iostat -x`.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// sysstat's name.
    pub head: &'static str,
    /// The name in JSON and CSV, with its unit.
    pub key: &'static str,
    /// Characters in the table.
    width: usize,
    /// Columns with a higher number go first where room is lacking.
    rank: u8,
    /// The number.
    pub value: fn(&Extended) -> f64,
}

const fn column(
    head: &'static str,
    key: &'static str,
    width: usize,
    rank: u8,
    value: fn(&Extended) -> f64,
) -> Measure {
    Measure {
        head,
        key,
        width,
        rank,
        value,
    }
}

/// All columns in sysstat's order.
pub const COLUMNS: [Measure; 22] = [
    column("r/s", "reads_per_s", 10, 0, |r| r.reads_per_s),
    column("rkB/s", "read_kb_per_s", 11, 0, |r| r.read_kb_per_s),
    column("rrqm/s", "reads_merged_per_s", 9, 3, |r| r.reads_merged_per_s),
    column("%rrqm", "reads_merged_percent", 7, 2, |r| r.reads_merged_percent),
    column("r_await", "read_await_ms", 8, 0, |r| r.read_await_ms),
    column("rareq-sz", "read_size_kb", 9, 1, |r| r.read_size_kb),
    column("w/s", "writes_per_s", 10, 0, |r| r.writes_per_s),
    column("wkB/s", "write_kb_per_s", 11, 0, |r| r.write_kb_per_s),
    column("wrqm/s", "writes_merged_per_s", 9, 3, |r| r.writes_merged_per_s),
    column("%wrqm", "writes_merged_percent", 7, 2, |r| {
        r.writes_merged_percent
    }),
    column("w_await", "write_await_ms", 8, 0, |r| r.write_await_ms),
    column("wareq-sz", "write_size_kb", 9, 1, |r| r.write_size_kb),
    column("d/s", "discards_per_s", 9, 4, |r| r.discards_per_s),
    column("dkB/s", "discard_kb_per_s", 11, 4, |r| r.discard_kb_per_s),
    column("drqm/s", "discards_merged_per_s", 9, 5, |r| {
        r.discards_merged_per_s
    }),
    column("%drqm", "discards_merged_percent", 7, 5, |r| {
        r.discards_merged_percent
    }),
    column("d_await", "discard_await_ms", 8, 4, |r| r.discard_await_ms),
    column("dareq-sz", "discard_size_kb", 9, 5, |r| r.discard_size_kb),
    column("f/s", "flushes_per_s", 8, 1, |r| r.flushes_per_s),
    column("f_await", "flush_await_ms", 8, 1, |r| r.flush_await_ms),
    column("aqu-sz", "queue_size", 8, 0, |r| r.queue_size),
    column("%util", "util_percent", 7, 0, |r| r.util_percent),
];

/// One sample as a terminal shows it: the table, who does the I/O, limits, waiting and notes.
pub fn page(sample: &Watch, lang: Lang) -> Page {
    let mut page = Page::new();
    page.line(format!("{}{}{:.2} s", sample.time, lang.comma(), sample.seconds));
    page.blank();
    if !sample.devices.is_empty() {
        page.table(table(sample, WatchTable::Screen));
        page.blank();
    }
    let devices = sample.idle as u64;
    if devices > 0 {
        page.line(Styled::new().dim(messages::Idle { devices }.text(lang)));
    }
    for line in remarks(sample, lang) {
        page.line(line);
    }
    if let Some(note) = util_note(sample, lang) {
        page.line(Styled::new().dim(format!("* {note}")));
    }
    if let Some(note) = statistics_note(sample, lang) {
        page.line(Styled::new().dim(note));
    }
    page
}

/// Where the table of a sample goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WatchTable {
    /// Drawn over the one before: layers stand in, `%util` has its mark.
    Screen,
    /// Below the one before, each row with its time.
    Rows,
}

/// A row for each device. Its CSV has what explains the numbers too.
fn table(sample: &Watch, place: WatchTable) -> Table {
    let is_screen = place == WatchTable::Screen;
    let named = |row: &WatchedDevice| if is_screen { label(row) } else { row.device.clone() };
    let wide = sample.devices.iter().map(|row| display_width(&named(row)));
    let least = wide.fold(if is_screen { "Device".len() } else { NAME }, usize::max);
    let time = if is_screen {
        Column::hidden("time")
    } else {
        Column::left("Time", "time")
    };
    let first = [
        time,
        Column::hidden("seconds"),
        Column::left("Device", "device").least(least),
        Column::hidden("depth"),
        Column::hidden("util_meaningful"),
    ];
    let measures = COLUMNS.iter().map(|column| {
        let shown = Column::right(column.head, column.key).rank(column.rank);
        // As iostat's below each other; on a screen of 80 columns the most important ones have room.
        shown.least(column.width - if is_screen { 2 * GAP } else { GAP })
    });
    let mut table = Table::new(first.into_iter().chain(measures));
    for row in &sample.devices {
        let first = [
            Cell::from(&sample.time),
            Cell::raw(thousandths(sample.seconds)),
            Cell::new(named(row)).value(row.device.as_str()),
            Cell::raw(row.depth),
            Cell::raw(row.util_meaningful),
        ];
        let number = |column: &Measure| {
            let is_marked = is_screen && column.head == "%util" && !row.util_meaningful;
            let value = (column.value)(&row.counts);
            let decimals = if is_screen && value >= 999.5 { 0 } else { 2 };
            let shown = format!("{value:.decimals$}{}", if is_marked { "*" } else { "" });
            Cell::new(shown).value(thousandths(value))
        };
        table.row(first.into_iter().chain(COLUMNS.iter().map(number)));
    }
    table
}

/// What programs get of a number: nothing here is known better.
fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// Columns of a device name in rows that follow each other.
const NAME: usize = 14;
/// Blanks between columns of a table.
const GAP: usize = 2;

fn label(row: &WatchedDevice) -> String {
    format!("{:1$}{2}", "", row.depth * 2, row.device)
}

/// A line per device; what explains them follows in lines that begin with `#`. The first sample has the heads and notes as well.
pub fn plain(sample: &Watch, is_first: bool, lang: Lang) -> String {
    let mut page = Page::new();
    page.table(table(sample, WatchTable::Rows));
    let text = page.text(None, false);
    let (head, rows) = text.split_once('\n').unwrap_or((&text, ""));
    let mut out = String::new();
    if is_first {
        out = format!("{head}\n");
        let notes = [util_note(sample, lang), statistics_note(sample, lang)];
        for note in notes.into_iter().flatten() {
            let _ = writeln!(out, "# {note}");
        }
    }
    out += rows;
    for line in remarks(sample, lang) {
        let _ = writeln!(out, "# {line}");
    }
    out
}

/// Process, limits, waiting and its causes, a line each.
fn remarks(sample: &Watch, lang: Lang) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(process) = &sample.process {
        let rates = messages::Process {
            pid: &process.pid,
            read: &Bandwidth(process.read_bytes_per_s),
            write: &Bandwidth(process.write_bytes_per_s),
        };
        let mut sentences = vec![rates.text(lang)];
        if let Some(percent) = process.read_percent_at_most {
            let share = &Share(percent / 100.0);
            sentences.push(messages::ProcessReadShare { share }.text(lang));
        }
        if let Some(percent) = process.write_percent_at_most {
            let share = &Share(percent / 100.0);
            sentences.push(messages::ProcessWriteShare { share }.text(lang));
        }
        lines.push(lang.sentences(&sentences));
    }
    if !sample.busiest.is_empty() {
        let one = |busy: &BusyProcess| {
            let process = messages::BusyProcess {
                name: &busy.name,
                pid: &busy.pid,
                read: &Bandwidth(busy.read_bytes_per_s),
                write: &Bandwidth(busy.write_bytes_per_s),
            };
            process.text(lang)
        };
        let processes: Vec<String> = sample.busiest.iter().map(one).collect();
        let processes = &lang.list(&processes);
        lines.push(match sample.devices_named {
            true => messages::BusiestOfMachine { processes }.text(lang),
            false => messages::Busiest { processes }.text(lang),
        });
    }
    for limit in &sample.limits {
        let DeviceLimit {
            device,
            group,
            what,
            value,
            ..
        } = limit;
        let set = messages::Limit {
            group,
            device,
            value,
            unit: what,
        };
        let mut sentences = vec![set.text(lang)];
        if let Some(percent) = limit.reached_percent {
            let share = &Share(percent / 100.0);
            sentences.push(messages::LimitReached { share }.text(lang));
        }
        lines.push(lang.sentences(&sentences));
    }
    let stalls = [
        ("io some", sample.waited.io_some_percent),
        ("io full", sample.waited.io_full_percent),
        ("memory some", sample.waited.memory_some_percent),
        ("cpu some", sample.waited.cpu_some_percent),
    ];
    let known: Vec<String> = stalls
        .iter()
        .filter_map(|(name, share)| share.map(|share| format!("{name} {}", Share(share / 100.0))))
        .collect();
    if !known.is_empty() {
        let shares = &lang.list(&known);
        lines.push(messages::Waited { shares }.text(lang));
    }
    lines.extend(sample.causes.iter().map(|cause| cause.line(lang)));
    lines
}

/// What `%util` means of devices that serve requests in parallel, if any is shown.
fn util_note(sample: &Watch, lang: Lang) -> Option<String> {
    let devices = &devices_where(sample, |row| !row.util_meaningful, lang)?;
    Some(messages::UtilOfParallelDevices { devices }.text(lang))
}

/// The devices that the kernel keeps no statistics of, if any is shown.
fn statistics_note(sample: &Watch, lang: Lang) -> Option<String> {
    let devices = &devices_where(sample, |row| !row.counted, lang)?;
    Some(messages::StatisticsOff { devices }.text(lang))
}

fn devices_where(sample: &Watch, keep: fn(&WatchedDevice) -> bool, lang: Lang) -> Option<String> {
    let kept = sample.devices.iter().filter(|row| keep(row));
    let names: Vec<String> = kept.map(|row| row.device.clone()).collect();
    (!names.is_empty()).then(|| lang.list(&names))
}

/// A line per device; before those of the first sample the names of the columns.
pub fn csv(sample: &Watch, is_first: bool) -> String {
    let table = table(sample, WatchTable::Rows);
    if is_first { table.csv() } else { table.csv_rows() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::documents::watch::{PressureShares, Process};
    use crate::documents::why::WaitCause;

    fn row(name: &str, depth: usize, util_meaningful: bool) -> WatchedDevice {
        let counts = Extended {
            reads_per_s: 100.0,
            read_await_ms: 0.125,
            util_percent: 99.5,
            ..Extended::default()
        };
        WatchedDevice {
            device: name.to_owned(),
            kind: "disk".to_owned(),
            depth,
            util_meaningful,
            counted: true,
            counts,
            request_latencies: Vec::new(),
        }
    }

    fn sample() -> Watch {
        Watch {
            time: "2026-11-21T20:00:00.000+00:00".to_owned(),
            seconds: 1.0,
            devices: vec![row("dm-0", 0, false), row("sda", 1, true)],
            process: Some(Process {
                pid: 7,
                read_bytes_per_s: 2048.0,
                write_bytes_per_s: 0.0,
                read_percent_at_most: Some(50.0),
                write_percent_at_most: None,
            }),
            busiest: vec![BusyProcess {
                pid: 9,
                name: "fio".to_owned(),
                read_bytes_per_s: 123.4e6,
                write_bytes_per_s: 0.0,
                group: None,
            }],
            devices_named: false,
            idle: 3,
            limits: vec![DeviceLimit {
                device: "dm-0".to_owned(),
                group: "/lab".to_owned(),
                what: "reads/s".to_owned(),
                value: 4200,
                reached_percent: Some(98.0),
            }],
            waited: PressureShares {
                io_some_percent: Some(12.34),
                ..PressureShares::default()
            },
            causes: vec![WaitCause {
                cause: "swap".to_owned(),
                device: None,
                waiting_tasks: 1.25,
                processes: Vec::new(),
                saw: "The machine swaps.".to_owned(),
                advice: "Add memory.".to_owned(),
                observed: serde_json::json!({}),
            }],
        }
    }

    fn screen(sample: &Watch, width: usize) -> String {
        page(sample, Lang::En).text(Some(width), false)
    }

    #[test]
    fn a_screen_is_no_wider_than_asked_and_keeps_what_matters() {
        for width in [40, 80, 85, 100, 130, 160, 300] {
            let text = screen(&sample(), width);
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width, "{width}: {longest}\n{text}");
            for head in ["r/s", "w_await", "aqu-sz", "%util"] {
                assert!(text.contains(head), "{width}: {head}\n{text}");
            }
            assert_eq!(
                text.contains("Not shown at this width: "),
                (60..190).contains(&width),
                "{width}\n{text}"
            );
        }
        let text = screen(&sample(), 300);
        let line = text.lines().find(|line| line.starts_with("  sda")).unwrap();
        assert!(line.contains("100.00") && line.ends_with("99.50"), "{line}");
        assert!(
            text.lines()
                .any(|line| line.starts_with("dm-0") && line.ends_with("99.50*")),
            "{text}"
        );
    }

    #[test]
    fn the_lines_below_say_who_what_limits_and_what_waits() {
        let text = page(&sample(), Lang::En).text(None, false);
        for words in [
            "Process 7 reads 0.00205 MB/s and writes 0 MB/s. The reads are at most 50 % of all reads from the devices.\n",
            "Busiest: fio (9) reads 123 MB/s and writes 0 MB/s.\n",
            "3 devices were idle. --all shows them.\n",
            "Control group /lab limits dm-0 to 4200 reads/s. The current rate is 98 % of this limit.\n",
            "Stalled time (PSI): io some 12.3 %.\n",
            "* %util of dm-0 is",
        ] {
            assert!(text.contains(words), "`{words}` is not in\n{text}");
        }
        assert!(!text.contains("iostats"));
        let named = Watch {
            devices_named: true,
            ..sample()
        };
        let text_of_named = page(&named, Lang::En).text(None, false);
        assert!(
            text_of_named.contains("Busiest on any disk of the machine: fio (9) reads"),
            "{text_of_named}"
        );
        let mut off = sample();
        off.devices[1].counted = false;
        assert!(
            page(&off, Lang::En)
                .text(None, false)
                .contains("no statistics of sda")
        );
    }

    #[test]
    fn plain_lines_have_as_many_words_as_the_header() {
        let words = |line: &str| line.split_whitespace().count();
        let text = plain(&sample(), true, Lang::En);
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| words(row) == words(rows[0])), "{text}");
        assert!(
            text.contains("\n# %util of dm-0 is") && rows[0].starts_with("Time "),
            "{text}"
        );
        let next = plain(&sample(), false, Lang::En);
        assert!(
            !next.contains("Time") && !next.contains("%util") && text.contains(&next),
            "{next}"
        );
        // Rows of samples with other numbers stand below each other.
        let mut other = sample();
        other.devices[1].counts.reads_per_s = 12_345.0;
        let (next, other) = (next.lines().nth(1).unwrap(), plain(&other, false, Lang::En));
        assert_eq!(
            next.find("0.12"),
            other.lines().nth(1).unwrap().find("0.12"),
            "{other}"
        );
    }

    #[test]
    fn csv_and_the_document_have_every_column() {
        let text = csv(&sample(), true);
        let fields = |line: &str| line.split(',').count();
        let head = text.lines().next().unwrap();
        assert!(text.lines().all(|line| fields(line) == fields(head)), "{text}");
        assert!(
            text.contains("\n2026-11-21T20:00:00.000+00:00,1.0,dm-0,0,false,100.0,"),
            "{text}"
        );
        assert!(text.ends_with(&csv(&sample(), false)) && !csv(&sample(), false).contains("device"));
        let value = serde_json::to_value(sample()).unwrap();
        assert_eq!(value["devices"][1]["read_await_ms"], 0.125);
        assert_eq!(value["limits"][0]["value"], 4200);
        assert_eq!(value["busiest"][0]["name"], "fio");
        for column in COLUMNS {
            assert!(value["devices"][0][column.key].is_f64(), "{}", column.key);
            assert!(head.contains(column.key));
        }
    }
}
