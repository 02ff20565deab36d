//! Imports of published tables and outputs: whole, and with what their authors missed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_import::{self as import, ImportedText, grid};
use fiord_judge::TrapId;
use fiord_record::imported::{FigureOf, ImportKind, Mismatch, OtherLoad};

fn imported(name: &str) -> ImportedText {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.md"));
    let bytes = std::fs::read(&path).unwrap();
    import::text(name, bytes.as_slice()).unwrap()
}

fn traps(text: &ImportedText, line: u64) -> Vec<TrapId> {
    let run = text
        .runs
        .iter()
        .find(|run| run.lines.0 == line)
        .expect("a run in this line");
    crate::traps(run)
}

#[test]
fn every_row_of_the_published_tables_is_a_run() {
    let listed = include_str!("../../../../studies/published.csv");
    let mut rows = 0;
    for name in ["ssd-on-mac-vm-1", "ssd-on-mac-vm-2", "ssd-on-mac-vm-3"] {
        let text = imported(name);
        for row in listed.lines().filter(|row| row.starts_with(&format!("{name},"))) {
            rows += 1;
            let fields: Vec<&str> = row.split(',').collect();
            let line: u64 = fields[1].parse().unwrap();
            let run = text.runs.iter().find(|run| run.lines.0 == line);
            let run = run.unwrap_or_else(|| panic!("{name}:{line}: {row}"));
            assert_eq!(run.kind, ImportKind::Table);
            let bandwidth = run
                .figures()
                .into_iter()
                .find(|figure| figure.what == FigureOf::BytesPerS);
            let mb: f64 = fields.last().unwrap().parse().unwrap();
            let figure = bandwidth.unwrap_or_else(|| panic!("{row}"));
            assert!((figure.value.low / 1e6 - mb).abs() < 1e-6, "{row}: {figure:?}");
            assert!(figure.ddir.is_some(), "{row}");
            assert_eq!(run.record.plan.jobs.len(), 1, "{row}");
        }
        assert!(text.runs.iter().all(|run| run.kind == ImportKind::Table));
    }
    assert_eq!(rows, 202);
}

#[test]
fn the_report_with_raw_outputs_says_what_its_author_missed() {
    let text = imported("ssd-san-sas");
    let of = |kind: ImportKind| text.runs.iter().filter(|run| run.kind == kind).count();
    assert_eq!(of(ImportKind::FioText), 10);
    assert_eq!(of(ImportKind::Ping), 4);
    assert_eq!(of(ImportKind::Scp), 2);
    assert!(of(ImportKind::Iostat) >= 10);
    // The matrix: devices against what was typed, and two settings where four were meant.
    let grid = grid::grid(&text.runs).unwrap();
    let devices: Vec<&str> = grid.rows.iter().map(|(device, _)| device.as_str()).collect();
    assert_eq!(devices, ["sfdv0n1", "sda", "vda"]);
    let settings = grid
        .columns
        .iter()
        .filter(|column| column.same_as.is_none())
        .count();
    assert_eq!(settings, 2, "{:?}", grid.columns);
    let column = |typed: &str| {
        grid.columns
            .iter()
            .position(|column| column.typed == typed)
            .unwrap()
    };
    for (device, typed, read, write) in [
        ("sfdv0n1", "--direct=1 --buffered=0", 99_800.0, 42_800.0),
        ("sfdv0n1", "--direct=0 --buffered=0", 38_600.0, 16_500.0),
        ("sda", "--direct=1 --buffered=1", 4312.0, 1852.0),
        ("sda", "--direct=1 --buffered=0", 16_900.0, 7254.0),
        ("sda", "--direct=0 --buffered=0", 15_800.0, 6803.0),
        ("vda", "--direct=1 --buffered=0", 2462.0, 2465.0),
        ("vda", "--direct=0 --buffered=0", 2455.0, 2458.0),
        ("vda", "--direct=0 --buffered=1", 1987.0, 1984.0),
    ] {
        let (_, cells) = grid.rows.iter().find(|(name, _)| name == device).unwrap();
        let cell = &cells[column(typed)][0];
        for (found, published) in cell.iops.iter().zip([read, write]) {
            let ratio = found.unwrap() / published;
            assert!(
                (ratio - 1.0).abs() < 0.006,
                "{device} {typed}: {found:?} {published}"
            );
        }
    }
    assert!(traps(&text, 504).contains(&TrapId::SameSetting));
    for line in [457, 504, 550, 614, 662, 709, 756] {
        assert!(traps(&text, line).contains(&TrapId::LatencyClaim), "{line}");
    }
    let ms = text.runs.iter().find(|run| run.lines.0 == 550).unwrap();
    let claim = &ms.record.context.import.as_ref().unwrap().prose[0];
    assert_eq!(
        (claim.line, claim.given_ns.low, claim.given_ns.high, claim.factor),
        (816, 7e3, 1e4, 1e3)
    );
    for line in [260, 346, 393] {
        assert!(traps(&text, line).contains(&TrapId::BusyNeighbour), "{line}");
    }
    let first = text.runs.iter().find(|run| run.lines.0 == 260).unwrap();
    let others = &first.record.context.import.as_ref().unwrap().others;
    assert!(matches!(others[0], OtherLoad::Before { write_iops, .. } if write_iops > 10_000.0));
    // rwmixread with randwrite.
    assert!(traps(&text, 260).contains(&TrapId::IgnoredOption));
    assert!(!traps(&text, 346).contains(&TrapId::IgnoredOption));
    // What no reader knows is listed, and nothing is in two places.
    assert!(
        text.unread
            .iter()
            .any(|unread| unread.lines.0 <= 816 && unread.lines.1 >= 816)
    );
}

#[test]
fn the_report_of_the_ssd_has_two_garbled_outputs() {
    let text = imported("course-report");
    assert_eq!(text.runs.len(), 29);
    let garbled: Vec<(u64, &str)> = text
        .runs
        .iter()
        .filter(|run| {
            let import = run.record.context.import.as_ref().unwrap();
            import
                .mismatches
                .iter()
                .any(|one| !matches!(one, Mismatch::GroupTwice { .. }))
        })
        .map(|run| {
            (
                run.lines.1,
                run.record.context.import.as_ref().unwrap().name.as_str(),
            )
        })
        .collect();
    assert_eq!(garbled, [(160, "group 8 read"), (166, "group 9 read")]);
    assert!(traps(&text, 159).contains(&TrapId::GarbledResult));
    assert!(
        traps(&text, 147).contains(&TrapId::GarbledResult),
        "group 3 stands for group 4"
    );
    assert!(!traps(&text, 162).contains(&TrapId::GarbledResult));
    // All but the last took less than three seconds, most of them less than one.
    for line in [12, 19, 135, 222] {
        assert!(traps(&text, line).contains(&TrapId::ShortRun), "{line}");
    }
    assert!(!traps(&text, 225).contains(&TrapId::ShortRun), "28 s");
    let titled = text.runs.iter().find(|run| run.lines.1 == 13).unwrap();
    let labels = &titled.record.context.import.as_ref().unwrap().labels;
    assert_eq!(labels[0], ("title".to_owned(), "Sequential read".to_owned()));
    // One run is whole, in spite of what scanning did to its lines.
    let whole = text
        .runs
        .iter()
        .find(|run| run.kind == ImportKind::FioText)
        .unwrap();
    let read = &whole.record.workers[0].stats.ddirs[0];
    assert_eq!(
        (read.ios, read.bytes, read.runtime_ns),
        (128, 1 << 30, 696_000_000)
    );
}
