//! Logs of fio: rows of single I/Os are counted, rates and means are series, and nothing else is told.
//!
//! The logs of others are from axboe/fio#385 and #1058.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::consistency::verdict;
use crate::fio_outputs::{READ, WRITE, figure, near, only};
use crate::traps;
use fiord_import::{self as import, ImportedRun, ImportedText};
use fiord_judge::case::Case;
use fiord_judge::verdict::{Measured, Unknown};
use fiord_judge::{Grade, TrapId};
use fiord_messages::Lang;
use fiord_record::imported::FigureOf;

/// A log by its name and rows.
fn log(name: &str, rows: impl IntoIterator<Item = String>) -> ImportedText {
    let text: String = rows.into_iter().map(|row| row + "\n").collect();
    import::text(name, text.as_bytes()).unwrap()
}

/// The figure of reads and that of writes.
fn sum(run: &ImportedRun, what: FigureOf) -> f64 {
    let of = |ddir| figure(run, "", what, ddir).unwrap();
    of(READ) + of(WRITE)
}

#[test]
fn rows_of_single_ios_are_counted() {
    let ones = "1, 1, 1, 8192|1, 1, 1, 8192|51, 1, 0, 8192|52, 1, 1, 8192|75, 1, 0, 8192|91, 1, 0, 8192|92, 1, 1, 8192|93, 1, 1, 8192|94, 1, 1, 8192|94, 1, 0, 8192|95, 1, 1, 8192|172, 1, 0, 8192|176, 1, 0, 8192|181, 1, 0, 8192|210, 1, 0, 8192|236, 1, 0, 8192|248, 1, 0, 8192|249, 1, 1, 8192|250, 1, 1, 8192|251, 1, 1, 8192|251, 1, 1, 8192|261, 1, 0, 8192";
    let text = log("job_iops.1.log", ones.split('|').map(str::to_owned));
    let run = only(&text);
    near(Some(sum(run, FigureOf::Iops)), 22.0 / 0.261);
    let bw = "1, 10666, 1, 8192|1, 9298, 1, 8192|51, 162, 0, 8192|52, 12064, 1, 8192|75, 110, 0, 8192|91, 90, 0, 8192|92, 11457, 1, 8192|93, 10597, 1, 8192|94, 10240, 1, 8192|94, 87, 0, 8192|95, 12154, 1, 8192|172, 84, 0, 8192";
    let text = log("job_bw.1.log", bw.split('|').map(str::to_owned));
    let run = only(&text);
    near(Some(sum(run, FigureOf::BytesPerS)), 571_534.0);
    near(Some(sum(run, FigureOf::Iops)), 12.0 / 0.172);
}

#[test]
fn a_first_row_of_a_shorter_time_is_no_rate() {
    let rows = "141, 272269, 0, 0|152, 21690, 0, 0|164, 23972, 0, 0|175, 20275, 0, 0|185, 8710, 0, 0|196, 20869, 0, 0|207, 20306, 0, 0|220, 23273, 0, 0|233, 24581, 0, 0|245, 20587, 0, 0|30414, 350, 0, 0|30425, 385, 0, 0|30435, 354, 0, 0|30446, 346, 0, 0";
    let text = log("short_iops.1.log", rows.split('|').map(str::to_owned));
    let iops = figure(only(&text), "", FigureOf::Iops, READ).unwrap();
    assert!((10_000.0..20_000.0).contains(&iops), "{iops}");
    insta::assert_snapshot!(crate::formats::joined(&only(&text).record.notes));
}

/// Three days and a little more, with a row each minute.
#[test]
fn a_log_that_is_too_long_says_so() {
    let rows = (1..=4_400).map(|minute| format!("{}, 100, 0, 0, 0", minute * 60_000));
    let text = log("long_iops.1.log", rows);
    let notes = crate::formats::joined(&only(&text).record.notes);
    assert!(notes.contains("The log is longer than 262,144 s"), "{notes}");
    assert!(!notes.contains("no rows for"), "{notes}");
}

#[test]
fn logs_are_series_that_are_judged() {
    // 40 s at 20,000 I/Os per second, then 4,000.
    let rate = |second: u64| if second <= 40 { 20_000 } else { 4000 };
    let noise = |second: u64| second * 7919 % 101;
    let iops = |step: u64| {
        (1..=80 * 1000 / step).map(move |row| {
            let ms = row * step;
            format!("{ms}, {}, 0, 0, 0", rate(ms.div_ceil(1000)) + noise(row))
        })
    };
    for step in [500, 1000] {
        let text = log("x_iops.1.log", iops(step));
        let run = only(&text);
        assert!(traps(run).contains(&TrapId::Cliff), "{step}: {:?}", traps(run));
        near(figure(run, "", FigureOf::Iops, READ), 12_050.0);
        assert_eq!(run.record.workers[0].stats.ddirs[0].per_second.len(), 80);
    }
    // Averages of bandwidth, in KiB per second: the same in bytes; the number of I/Os is unknown.
    for step in [500, 1000] {
        let rows = iops(step).map(|row| row.replace(", 0, 0, 0", ", 1, 0, 0"));
        let text = log("x_bw.1.log", rows);
        let run = only(&text);
        let found = traps(run);
        let is_of_course = |trap: &TrapId| [TrapId::Cliff, TrapId::NotSteady].contains(trap);
        assert!(
            found.contains(&TrapId::Cliff) && found.iter().all(is_of_course),
            "{step}: {found:?}"
        );
        near(figure(run, "", FigureOf::BytesPerS, WRITE), 12_050.0 * 1024.0);
        assert_eq!(figure(run, "", FigureOf::Ios, WRITE), None);
        let judged = verdict(&Case::of(&run.record));
        assert_eq!(judged.measured, Measured::Unknown(Unknown::NoCounters));
        let mut findings = judged.findings.iter().map(|finding| finding.saw(Lang::En));
        let said = findings.find(|said| said.contains("fell")).unwrap();
        assert!(said.contains("to 4.1") && said.contains("MB/s"), "{said}");
        let is_of_ios = |finding: &fiord_judge::Finding| finding.saw(Lang::En).contains("IOPS");
        assert!(!judged.findings.iter().any(is_of_ios));
    }
    // A row for each I/O, in a log of latencies: 200 and 40 per second.
    let rows = (1..=80_u64).flat_map(|second| {
        let count = rate(second) / 100;
        (0..count).map(move |io| {
            let ms = (second - 1) * 1000 + io * 1000 / count;
            format!("{ms}, {}, 1, 4096, 0, 0x0000", 1_000_000 * 200 / count + io)
        })
    });
    let text = log("x_clat.1.log", rows);
    let run = only(&text);
    assert!(traps(run).contains(&TrapId::Cliff), "{:?}", traps(run));
    assert_eq!(figure(run, "", FigureOf::Ios, WRITE), Some(9600.0));
    near(figure(run, "", FigureOf::P50Ns, WRITE), 1_000_100.0);
    // A histogram for each second.
    let rows = (1..=80_u64).map(|second| {
        let mut bins = vec![0_u64; 1856];
        bins[600] = rate(second);
        let bins: Vec<String> = bins.iter().map(u64::to_string).collect();
        format!("{}, 0, 4096, {}", second * 1000, bins.join(", "))
    });
    let text = log("x_clat_hist.1.log", rows);
    let run = only(&text);
    assert!(traps(run).contains(&TrapId::Cliff), "{:?}", traps(run));
    assert_eq!(figure(run, "", FigureOf::Ios, READ), Some(960_000.0));
    // Latencies of 512 in flight and of a worker that hardly works are what they are: a log says neither depth nor rate.
    for (name, ns) in [("deep_clat.1.log", 512_000_000), ("paced_clat.1.log", 2000)] {
        let rows = (0..80_000_u64).map(|io| format!("{}, {}, 1, 4096, 0", io, ns + io % 89));
        let text = log(name, rows);
        assert!(!traps(only(&text)).contains(&TrapId::UnitMisread), "{name}");
    }
}

/// Averages of latencies are a series of means: no percentiles, no longest I/O, no number of I/Os.
#[test]
fn averaged_latencies_are_a_series_of_means() {
    let noise = |row: u64| row * 7919 % 101 * 10;
    let means = |name: &str, size: u64, step: u64, ns: &dyn Fn(u64) -> u64| {
        let rows = (1..=60 * 1000 / step).map(|row| {
            let ms = row * step;
            format!("{ms}, {}, 0, {size}, 0, 0", ns(ms.div_ceil(1000)) + noise(row))
        });
        log(name, rows)
    };
    let saw = |text: &ImportedText| -> Vec<String> {
        let findings = verdict(&Case::of(&only(text).record)).findings;
        findings.iter().map(|finding| finding.saw(Lang::En)).collect()
    };
    let rises = |second: u64| if second <= 30 { 200_000 } else { 4_000_000 };
    // fio writes no sizes into such rows; some tools do.
    for (size, step) in [(0, 500), (0, 1000), (4096, 500), (4096, 1000)] {
        let text = means("x_lat.1.log", size, step, &rises);
        let run = only(&text);
        assert_eq!(traps(run), [TrapId::Cliff], "{size} {step}");
        assert_eq!(
            saw(&text),
            ["The mean latency rose from 200.5 µs to 4 ms after 30 s."],
            "{size} {step}"
        );
        near(figure(run, "", FigureOf::LatMeanNs, READ), 2_100_495.0);
        for unknown in [
            FigureOf::P50Ns,
            FigureOf::P9999Ns,
            FigureOf::LatMaxNs,
            FigureOf::Ios,
        ] {
            assert_eq!(figure(run, "", unknown, READ), None, "{unknown:?}");
        }
        let judged = verdict(&Case::of(&run.record));
        assert_eq!(judged.measured, Measured::Unknown(Unknown::NoCounters));
        insta::assert_snapshot!("a_log_of_means", crate::formats::joined(&run.record.notes));
    }
    let text = means("x_clat.1.log", 0, 1000, &|_| 200_000);
    assert_eq!(traps(only(&text)), []);
    assert_eq!(verdict(&Case::of(&only(&text).record)).grade, Grade::C);
    let text = means("x_clat.1.log", 0, 1000, &|second| match second {
        7 | 29 | 41 => 6_000_000,
        _ => 200_000,
    });
    assert_eq!(traps(only(&text)), [TrapId::Stalls]);
    // Reads and writes have a course each.
    let rows = (1..=60_u64).flat_map(|second| {
        let ms = second * 1000;
        [
            format!("{ms}, {}, 0, 0, 0", rises(second) + noise(second)),
            format!("{ms}, 300000, 1, 0, 0"),
        ]
    });
    let text = log("x_lat.1.log", rows);
    assert_eq!(
        saw(&text),
        ["The mean latency rose from 200.5 µs to 4 ms after 30 s."]
    );
    // A row for each I/O at uneven times has percentiles, and so have rows of I/Os that wait for each other.
    for times in [|io: u64| io * 120 + io % 3 * 30, |io: u64| io * 200] {
        let rows = (1..=300_u64).map(|io| format!("{}, {}, 0, 4096, 0", times(io), 190_000_000 + io));
        let text = log("x_lat.1.log", rows);
        near(figure(only(&text), "", FigureOf::P50Ns, READ), 190_000_150.0);
    }
}

/// One I/O of 4 s in a minute is a stall, in a log of single I/Os and in one of means.
#[test]
fn one_long_io_of_a_log_is_a_stall() {
    let times = (0..60_000_u64).map(|io| if io < 30_300 { io } else { io + 4000 });
    let rows = times.enumerate().map(|(io, ms)| {
        let ns = if io == 30_300 {
            4_000_000_000
        } else {
            900_000 + io % 89
        };
        format!("{ms}, {ns}, 0, 4096, 0, 0")
    });
    let text = log("x_lat.1.log", rows);
    assert!(
        traps(only(&text)).contains(&TrapId::Stalls),
        "{:?}",
        traps(only(&text))
    );
    assert!(
        !traps(only(&text)).contains(&TrapId::Cliff),
        "{:?}",
        traps(only(&text))
    );
    let found = verdict(&Case::of(&only(&text).record)).findings;
    let stalls = found
        .iter()
        .find(|finding| finding.trap() == TrapId::Stalls)
        .unwrap();
    insta::assert_snapshot!(stalls.saw(Lang::En));
    let rows = (1..=126_u64).filter(|row| !(61..=68).contains(row)).map(|row| {
        let ns = if row == 69 {
            4_000_000_000
        } else {
            900_000 + row % 89 * 50
        };
        format!("{}, {ns}, 0, 0, 0", row * 500)
    });
    let text = log("x_lat.1.log", rows);
    assert_eq!(traps(only(&text)), [TrapId::Stalls]);
    let found = verdict(&Case::of(&only(&text).record)).findings;
    insta::assert_snapshot!(found[0].saw(Lang::En));
}

#[test]
fn logs_say_nothing_that_they_do_not_tell() {
    let noise = |second: u64| second * 7919 % 101;
    // A single row is a log where the file is named as one.
    let row = || ["1000, 5000, 0, 0, 0".to_owned()];
    let text = log("x_bw.1.log", row());
    near(
        figure(only(&text), "", FigureOf::BytesPerS, READ),
        5000.0 * 1024.0,
    );
    assert!(log("x.txt", row()).runs.is_empty());
    // A rate that does not change has no such finding, and nothing is said that a log does not tell.
    let text = log(
        "x_iops.1.log",
        (1..=80_u64).map(|s| format!("{}, {}, 0, 0", s * 1000, 5000 + noise(s))),
    );
    assert_eq!(traps(only(&text)), []);
    let text = log(
        "x_bw.1.log",
        (1..=80_u64).map(|s| format!("{}, {}, 0, 0", s * 1000, 5000 + noise(s))),
    );
    assert_eq!(traps(only(&text)), []);
    assert_eq!(verdict(&Case::of(&only(&text).record)).grade, Grade::C);
    assert!(
        only(&text).record.notes.is_empty(),
        "{:?}",
        only(&text).record.notes
    );
}
