//! Outputs of fio of all ages and forms: every job is a row, a run counts once, and what was read is all there is.
//!
//! The data were printed by fio itself, built from its own tags (2.1.3 to 3.41), and trimmed; `etcd-issue.txt` is from etcd-io/etcd#10799,
//! `compose.log` holds the output of avocado-misc-tests PR#1675, and `zfs-mirror.txt` is from serveraide.com.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::consistency::verdict;
use crate::traps;
use fiord_import::judged::{Judged, JudgedImport, nothing_read};
use fiord_import::{self as import, ImportedRun, ImportedText, SameWhy, page};
use fiord_job::plan::{AccessMode, Ddir, PlanPart};
use fiord_judge::case::Case;
use fiord_judge::{Grade, TrapId};
use fiord_messages::Lang;
use fiord_record::imported::{FigureOf, ImportKind, Mismatch};

pub(crate) const READ: Option<Ddir> = Some(Ddir::Read);
pub(crate) const WRITE: Option<Ddir> = Some(Ddir::Write);

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/fio")
        .join(name)
}

fn imported(name: &str) -> ImportedText {
    import::text(name, std::fs::read(data(name)).unwrap().as_slice()).unwrap()
}

pub(crate) fn only(text: &ImportedText) -> &ImportedRun {
    let [run] = text.runs.as_slice() else {
        panic!("{} runs of {}", text.runs.len(), text.source);
    };
    run
}

/// A figure of a job; of the only one where none is named.
pub(crate) fn figure(run: &ImportedRun, job: &str, what: FigureOf, ddir: Option<Ddir>) -> Option<f64> {
    let figures = run.figures();
    let found = figures.iter().find(|figure| {
        let name = figure.job.as_ref().map_or("", |of| of.name.as_str());
        figure.what == what && figure.ddir == ddir && (job.is_empty() || name == job)
    });
    found.map(|figure| figure.value.high)
}

pub(crate) fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap_or(f64::NAN);
    assert!((found / expected - 1.0).abs() < 5e-3, "{found} {expected}");
}

fn judged(text: ImportedText) -> Judged {
    let judge = |run: &ImportedRun| JudgedImport {
        verdict: fiord_judge::verdict::verdict(&Case::of(&run.record)),
        kept: None,
    };
    Judged {
        path: PathBuf::from(&text.source),
        runs: text.runs.iter().map(judge).collect(),
        text,
    }
}

/// The named columns of the table of an import.
fn columns(text: ImportedText, heads: &[&str]) -> Vec<Vec<String>> {
    let csv = page::table(&[judged(text)]).csv();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let places: Vec<usize> = heads
        .iter()
        .map(|wanted| head.iter().position(|name| name == wanted).expect("a column"))
        .collect();
    let row = |line: Vec<&str>| places.iter().map(|at| line[*at].to_owned()).collect();
    lines.map(row).collect()
}

#[test]
fn a_bandwidth_of_a_document_is_made_by_its_bytes_and_time() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(data(""))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    assert!(files.len() > 5);
    for file in files {
        let text = import::text("fio", std::fs::read(&file).unwrap().as_slice()).unwrap();
        for facts in text
            .runs
            .iter()
            .filter_map(|run| run.record.context.import.as_ref())
        {
            assert_eq!(facts.mismatches, [], "{file:?}");
        }
    }
    let text = std::fs::read_to_string(data("randrw-3.41.json")).unwrap();
    let at = text.find("\"bw_bytes\": ").unwrap() + 12;
    let digits = text[at..].find(|letter: char| !letter.is_ascii_digit()).unwrap();
    let rate: u64 = text[at..at + digits].parse().unwrap();
    let changed = format!("{}{}{}", &text[..at], rate * 8, &text[at + digits..]);
    let text = import::text("fio", changed.as_bytes()).unwrap();
    let found = fiord_judge::verdict::verdict(&Case::of(&only(&text).record));
    let said = found
        .findings
        .iter()
        .find(|one| one.trap() == TrapId::GarbledResult)
        .unwrap();
    assert!(
        said.saw(Lang::En).contains("bits and bytes may be confused"),
        "{}",
        said.saw(Lang::En)
    );
}

#[test]
fn every_job_of_an_output_is_a_row_with_its_group() {
    for (name, expected) in [
        (
            "stonewalled.json",
            vec![
                ["seqwrite", "write", "0"],
                ["randread", "read", "1"],
                ["randread2", "read", "2"],
            ],
        ),
        (
            "stonewalled.txt",
            vec![
                ["seqwrite", "write", "0"],
                ["randread", "read", "1"],
                ["randread2", "read", "2"],
            ],
        ),
        (
            "parallel.json",
            vec![["a", "read", "0"], ["b", "read", "0"], ["c", "read", "0"]],
        ),
        (
            "parallel.txt",
            vec![["a", "read", "0"], ["b", "read", "0"], ["c", "read", "0"]],
        ),
        (
            "bench-fio-2-jobs.json",
            vec![["FIOJOB", "read", "0"], ["FIOJOB", "read", "0"]],
        ),
    ] {
        assert_eq!(
            columns(imported(name), &["name", "direction", "group"]),
            expected,
            "{name}"
        );
    }
    let iops = columns(imported("parallel.txt"), &["iops"]);
    let all: f64 = iops.iter().map(|row| row[0].parse::<f64>().unwrap()).sum();
    near(Some(all), 57_833.0);
}

#[test]
fn groups_that_ran_in_turn_are_waves() {
    for (name, waves) in [
        ("stonewalled.json", [0, 1, 2]),
        ("stonewalled.txt", [0, 1, 2]),
        ("parallel.json", [0, 0, 0]),
        ("parallel.txt", [0, 0, 0]),
    ] {
        assert_eq!(only(&imported(name)).record.plan.waves(), waves, "{name}");
    }
}

#[test]
fn snapshots_of_one_run_are_one_run() {
    for (name, ios, lines) in [("status.json", 224_215.0, 4), ("status.txt", 198_361.0, 4)] {
        let text = imported(name);
        let run = only(&text);
        assert_eq!(figure(run, "t", FigureOf::Ios, READ), Some(ios), "{name}");
        assert_eq!(text.same.len(), lines, "{name}");
        assert!(
            text.same
                .iter()
                .all(|same| same.why == SameWhy::Snapshot && same.of_line == run.lines.0)
        );
        assert_eq!(
            run.record.plan.jobs[0].depth.iodepth, 16,
            "{name}: the options are in the first one"
        );
    }
    // The same job twice is two runs.
    let once = std::fs::read_to_string(data("randrw-3.41.json"));
    let once = once.unwrap();
    let later = once.replace("1795720755290", "1795720765290");
    let twice = import::text("twice.json", format!("{once}{later}").as_bytes()).unwrap();
    assert_eq!((twice.runs.len(), twice.same.len()), (2, 0));
}

#[test]
fn one_run_in_two_formats_is_one_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/data");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let both = format!("{}{}{}", read("run.v3.terse"), read("run.json"), read("run.txt"));
    let text = import::text("out", both.as_bytes()).unwrap();
    assert_eq!(only(&text).kind, ImportKind::FioJson);
    // Terse has a line for each of the three jobs.
    assert_eq!(text.same.len(), 4);
    assert!(text.same.iter().all(|same| same.why == SameWhy::Format));
}

#[test]
fn all_clients_are_counted_once() {
    for name in ["client.json", "client.txt"] {
        let text = imported(name);
        let rows = columns(text.clone(), &["name", "direction"]);
        assert_eq!(rows, [["a", "read"], ["b", "read"]], "{name}");
        assert_eq!(text.unread, [], "{name}");
        assert_eq!(only(&text).record.version, "fio-3.33", "{name}");
    }
    near(
        figure(only(&imported("client.txt")), "b", FigureOf::Iops, READ),
        28_133.0,
    );
}

#[test]
fn jobs_of_several_servers_are_named_with_them() {
    let one = std::fs::read_to_string(data("client.json")).unwrap();
    for (from, to, expected) in [
        (
            "\"hostname\": \"127.0.0.1\"",
            "\"hostname\": \"node2\"",
            ["a@node2", "b@127.0.0.1"],
        ),
        (
            "\"port\": 8765",
            "\"port\": 8766",
            ["a@127.0.0.1:8766", "b@127.0.0.1:8765"],
        ),
    ] {
        let text = import::text("x", one.replacen(from, to, 1).as_bytes()).unwrap();
        assert_eq!(columns(text, &["name"]), expected.map(|name| [name]));
    }
    // The servers ran a group together.
    let jobs: Vec<&str> = one.split("  {\n   \"jobname\"").collect();
    let [head, a, b, sum] = jobs.as_slice() else {
        panic!("{} parts", jobs.len());
    };
    let second = |job: &str| job.replace("\"groupid\": 0", "\"groupid\": 1");
    let server = |job: &str| job.replace("8765", "8766");
    let parts = [*head, a, &second(b), &server(a), &server(&second(b)), sum];
    let text = import::text("x", parts.join("  {\n   \"jobname\"").as_bytes()).unwrap();
    assert_eq!(only(&text).record.plan.waves(), [0, 0, 1, 1]);
    // Each server has its output, and the headers come before all of them.
    let one = std::fs::read_to_string(data("client.txt")).unwrap();
    let (start, rest) = one.split_once("\na: (groupid").unwrap();
    let (of_server, sum) = rest.split_once("All clients").unwrap();
    let other = of_server.replace("pid=1629", "pid=1639");
    let two = format!("{start}\na: (groupid{of_server}<vm> \na: (groupid{other}All clients{sum}");
    let text = import::text("x", two.as_bytes()).unwrap();
    assert_eq!((text.runs.len(), text.unread.len()), (2, 0), "{:?}", text.unread);
    assert!(
        text.runs
            .iter()
            .all(|run| run.record.plan.jobs[1].depth.iodepth == 4)
    );
}

#[test]
fn every_version_of_fio_has_counts_and_latencies() {
    for (name, iops, clat_us, p99_us) in [
        ("randrw-2.1.3.json", 29_383.0, 124.43, 430.0),
        ("randrw-2.1.3.txt", 26_259.0, 133.03, f64::NAN),
        ("randrw-2.1.3.terse", 25_989.0, f64::NAN, f64::NAN),
        ("randrw-2.16.json", 17_478.0, f64::NAN, f64::NAN),
        ("randrw-2.21.json", 24_004.0, 149.93, 454.0),
        ("randrw-3.1.json", 23_298.0, f64::NAN, f64::NAN),
        ("randrw-3.1.txt", 20_739.0, 156.33, 1352.0),
        ("randrw-3.16.json", 38_650.0, f64::NAN, f64::NAN),
        ("randrw-3.16.txt", 42_162.0, f64::NAN, f64::NAN),
        ("randrw-3.41.json", 35_251.0, f64::NAN, f64::NAN),
    ] {
        let text = imported(name);
        let run = only(&text);
        near(figure(run, "t", FigureOf::Iops, READ), iops);
        for ddir in [READ, WRITE] {
            for what in [
                FigureOf::Iops,
                FigureOf::Ios,
                FigureOf::BytesPerS,
                FigureOf::ClatMeanNs,
                FigureOf::LatMeanNs,
                FigureOf::P50Ns,
                FigureOf::P99Ns,
                FigureOf::P999Ns,
                FigureOf::P9999Ns,
            ] {
                let value = figure(run, "t", what, ddir);
                assert!(value.is_some_and(|value| value > 0.0), "{name} {what:?} {ddir:?}");
            }
            let pair = [FigureOf::Bytes, FigureOf::Ios].map(|what| figure(run, "t", what, ddir).unwrap());
            assert!((pair[0] / pair[1] - 4096.0).abs() < 0.5, "{name}: {pair:?}");
        }
        if !clat_us.is_nan() {
            near(figure(run, "t", FigureOf::ClatMeanNs, READ), clat_us * 1e3);
        }
        if !p99_us.is_nan() {
            near(figure(run, "t", FigureOf::P99Ns, READ), p99_us * 1e3);
        }
        assert!(!traps(run).contains(&TrapId::GtodReduce), "{name}");
        // The record keeps what is judged, compared and stored.
        let stats = &run.record.workers[0].stats.ddirs[0];
        assert_eq!(
            stats.clat.percentile(99.0).map(|ns| ns as f64),
            figure(run, "t", FigureOf::P99Ns, READ),
            "{name}"
        );
    }
}

/// fio's text prints no `direct`, syncs, file or size; terse and JSON before 2.16 print no option at all.
#[test]
fn what_a_format_does_not_print_is_unknown() {
    let text = [PlanPart::Direct, PlanPart::Syncs, PlanPart::Target];
    let counts_only = PlanPart::ALL.into_iter().filter(|part| *part != PlanPart::Blocks);
    let counts_only: Vec<PlanPart> = counts_only.collect();
    for (name, unknown) in [
        ("direct-3.33.txt", &text[..]),
        ("randrw-3.1.txt", &text),
        ("randrw-2.1.3.terse", &counts_only),
        ("randrw-3.36.terse", &counts_only),
        ("randrw-2.1.3.json", &counts_only),
        ("randrw-2.2.10.json", &counts_only),
        ("randrw-2.16.json", &[]),
        ("randrw-3.41.json", &[]),
        ("compose.log", &[]),
    ] {
        let text = imported(name);
        let job = &only(&text).record.plan.jobs[0];
        assert_eq!(
            job.unknown,
            unknown.iter().copied().collect::<BTreeSet<_>>(),
            "{name}"
        );
        assert_eq!(job.direct().is_none(), !unknown.is_empty(), "{name}");
        // What the counts tell is used.
        if !job.tells(PlanPart::Order) {
            let counted = (job.access.mode, job.access.max_block_bytes(), job.depth.iodepth);
            assert_eq!(counted, (AccessMode::RandRw, 4096, 8), "{name}");
        }
    }
}

/// All ran with direct=1 at random, which their formats do not print. fio's table of disks is sampled every 250 ms, and of
/// `starved-3.12.json` it has half of the reads and of the direct writes alike.
#[test]
fn no_finding_rests_on_what_is_unknown() {
    for name in [
        "direct-3.33.txt",
        "fast-device-3.33.txt",
        "randrw-3.33.txt",
        "randrw-3.36.txt",
        "randrw-3.36.terse",
        "randrw-2.1.3.terse",
        "randrw-2.1.3.txt",
        "randrw-2.1.3.json",
        "randrw-2.2.10.json",
        "starved-3.12.json",
    ] {
        let text = imported(name);
        let judged = verdict(&Case::of(&only(&text).record));
        let found: Vec<TrapId> = judged.findings.iter().map(|finding| finding.trap()).collect();
        for trap in [
            TrapId::CacheRead,
            TrapId::CacheBelow,
            TrapId::WriteCached,
            TrapId::AioBuffered,
        ] {
            assert!(!found.contains(&trap), "{name}: {found:?}");
        }
        assert_eq!(judged.grade, Grade::C, "{name}: {found:?}");
    }
}

/// A table of disks tells what it misses by more than its sampling does, with any value of `direct`.
#[test]
fn a_table_of_disks_without_most_reads_tells() {
    let changed = |name: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(data(name)).unwrap();
        assert!(text.contains(from), "{name}");
        let text = import::text(name, text.replace(from, to).as_bytes()).unwrap();
        traps(only(&text))
    };
    let found = changed("direct-3.33.txt", "ios=805150/", "ios=80/");
    assert!(found.contains(&TrapId::CacheRead), "{found:?}");
    // All of the direct writes are there, so nothing else explains the reads.
    let found = changed(
        "starved-3.12.json",
        "\"write_ios\" : 15634",
        "\"write_ios\" : 29412",
    );
    assert!(found.contains(&TrapId::CacheBelow), "{found:?}");
    // A table that would overflow a sum says nothing.
    let most = format!("\"write_ios\" : {}", u64::MAX);
    changed("starved-3.12.json", "\"write_ios\" : 15634", &most);
}

#[test]
fn syncs_are_a_row_with_their_percentiles() {
    for (name, mean_us, p99_us) in [
        ("etcd-3.16.txt", 210.15, 1020.0),
        ("etcd-3.33.json", f64::NAN, f64::NAN),
    ] {
        let text = imported(name);
        let run = only(&text);
        assert_eq!(figure(run, "", FigureOf::SyncIos, None), Some(10_029.0), "{name}");
        assert!(figure(run, "", FigureOf::SyncP9999Ns, None) > figure(run, "", FigureOf::SyncP999Ns, None));
        if !mean_us.is_nan() {
            near(figure(run, "", FigureOf::SyncMeanNs, None), mean_us * 1e3);
            near(figure(run, "", FigureOf::SyncP99Ns, None), p99_us * 1e3);
        }
        let sync = &run.record.workers[0].stats.sync;
        let p99 = sync.lat.percentile(99.0).map(|ns| ns as f64);
        assert_eq!(
            (sync.ios, p99),
            (10_029, figure(run, "", FigureOf::SyncP99Ns, None))
        );
        let rows = columns(text, &["name", "direction", "samples"]);
        assert_eq!(
            rows,
            [["mytest", "write", "10029"], ["mytest", "sync", "10029"]],
            "{name}"
        );
    }
}

/// Before 3.26 fio printed 21.998 MiB as 21.0MiB, and before 3.17 it counted syncs as short I/Os.
#[test]
fn habits_of_old_versions_are_not_contradictions() {
    for (name, bytes_per_s) in [
        ("etcd-issue.txt", 2.742e6),
        ("etcd-3.1.txt", 7.61e6),
        ("etcd-3.16.txt", 10.7e6),
    ] {
        let text = imported(name);
        let run = only(&text);
        assert_eq!(
            run.record.context.import.as_ref().unwrap().mismatches,
            [],
            "{name}"
        );
        assert_eq!(
            figure(run, "", FigureOf::Bytes, WRITE),
            Some(10_029.0 * 2300.0),
            "{name}"
        );
        near(figure(run, "", FigureOf::BytesPerS, WRITE), bytes_per_s);
        let stats = &run.record.workers[0].stats;
        assert!(stats.ddirs.iter().all(|ddir| ddir.short_ios == 0), "{name}");
        let is_said = std::fs::read_to_string(data(name))
            .unwrap()
            .contains("short=10029");
        assert_eq!(stats.sync.ios, if is_said { 10_029 } else { 0 }, "{name}");
    }
    // What no carry explains is still a contradiction.
    let text = "  read: IOPS=1, BW=1KiB/s\nRun status group 0 (all jobs):\n   READ: bw=327MiB/s (93.3MB/s), 1MiB/s-1MiB/s (1MB/s-1MB/s), io=64.0MiB (67.1MB), run=719-719msec\n";
    let text = import::text("x", text.as_bytes()).unwrap();
    let import = only(&text).record.context.import.as_ref().unwrap();
    assert!(matches!(
        import.mismatches[..],
        [Mismatch::BytesInTime { .. }, Mismatch::Bandwidths { .. }]
    ));
}

/// `unified_rw_reporting=both` of fio 3.42 prints the sum of the directions as one more.
#[test]
fn the_sum_of_the_directions_is_not_the_reads() {
    let text = imported("unified-both-3.42.txt");
    let run = only(&text);
    assert_eq!(traps(run), [TrapId::ShortRun, TrapId::FewSamples]);
    near(
        figure(run, "uboth", FigureOf::BytesPerS, READ),
        1984.0 * 1024.0 / 0.103,
    );
    near(figure(run, "uboth", FigureOf::LatMeanNs, READ), 199_360.0);
    near(figure(run, "uboth", FigureOf::P99Ns, READ), 3_982_000.0);
    near(figure(run, "uboth", FigureOf::LatMeanNs, WRITE), 4_844.67);
}

/// `unified_rw_reporting=mixed` prints nothing but the sum.
#[test]
fn a_sum_of_all_directions_is_of_no_direction() {
    for name in ["unified-mixed-3.42.txt", "unified-mixed-3.33.json"] {
        let text = imported(name);
        let run = only(&text);
        assert_eq!(figure(run, "sum", FigureOf::Ios, None), Some(2560.0), "{name}");
        assert!(
            run.figures().iter().all(|figure| figure.ddir.is_none()),
            "{name}: {:?}",
            run.figures()
        );
        let notes: Vec<&str> = run.record.notes.iter().map(|note| note.text(Lang::En)).collect();
        assert!(
            notes.contains(
                &"`sum`: fio added up the counts of all directions (unified_rw_reporting=mixed). fiord judges the sum as reads."
            ),
            "{name}: {notes:?}"
        );
        assert_eq!(run.record.direction_name(0, Ddir::Read), "mixed", "{name}");
    }
}

/// Terse output has a line for each clone of a job: they are not snapshots of one.
#[test]
fn clones_in_terse_output_are_runs_of_their_own() {
    let line = std::fs::read_to_string(data("randrw-3.36.terse")).unwrap();
    let fields: Vec<&str> = line.trim().split(';').collect();
    let with = |runtime_ms: u64, ios_more: u64| {
        let mut fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        for at in [8, 49] {
            let was: u64 = fields[at].parse().unwrap();
            fields[at] = (was + runtime_ms).to_string();
        }
        for at in [5, 46] {
            let was: u64 = fields[at].parse().unwrap();
            fields[at] = (was + 4 * ios_more).to_string();
        }
        fields.join(";")
    };
    let runs = |lines: &[String]| import::text("x", lines.join("\n").as_bytes()).unwrap().runs.len();
    assert_eq!(runs(&[with(0, 0), with(3, 0)]), 2);
    assert_eq!(runs(&[with(0, 0), with(3, 40)]), 2);
    assert_eq!(runs(&[with(0, 0), with(1000, 400)]), 1);
    // The report itself follows the last snapshot without delay.
    assert_eq!(runs(&[with(0, 0), with(1000, 400), with(1001, 401)]), 1);
}

/// NVMe multipath counts at its paths: axboe/fio#1890.
#[test]
fn a_disk_that_does_not_count_proves_no_cache() {
    let text = "nvme0: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=32\nfio-3.38\nnvme0: (groupid=0, jobs=4): err= 0: pid=1: Fri Nov 27 04:00:00 2026\n  read: IOPS=1104k, BW=4312MiB/s (4522MB/s)(253GiB/60001msec)\n    clat (usec): min=9, max=9000, avg=114.00, stdev=20.00\n     issued rwts: total=66232320,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n\nDisk stats (read/write):\n  nvme0n1: ios=0/0, sectors=0/0, merge=0/0, ticks=0/0, in_queue=0, util=0.00%\n";
    let read = import::text("x", text.as_bytes()).unwrap();
    let run = only(&read);
    assert!(run.record.disks.is_empty() && !traps(run).contains(&TrapId::CacheBelow));
    assert!(
        run.record
            .notes
            .iter()
            .any(|note| note.text(Lang::En).contains("nvme0n1 are all zero"))
    );
    // fio looks at the disks every 250 ms: a shorter run says nothing of what they count.
    let short = text
        .replace("253GiB/60001msec", "431MiB/100msec")
        .replace("66232320", "110400");
    let short = import::text("x", short.as_bytes()).unwrap();
    assert!(only(&short).record.disks.is_empty());
    let is_told = |note: &fiord_messages::Sentence| note.text(Lang::En).contains("all zero");
    assert!(!only(&short).record.notes.iter().any(is_told));
    // At the speed of memory the zeros are what they seem.
    let cached = import::text("x", text.replace("avg=114.00", "avg=1.14").as_bytes()).unwrap();
    assert_eq!(only(&cached).record.disks.len(), 1);
}

#[test]
fn the_write_is_not_the_sync_that_was_waited_for() {
    let text = imported("etcd-issue.txt");
    insta::assert_snapshot!(crate::formats::joined(&only(&text).record.notes));
}

#[test]
fn an_output_behind_a_prefix_is_the_output() {
    let log = imported("compose.log");
    let plain: String = std::fs::read_to_string(data("compose.log"))
        .unwrap()
        .lines()
        .map(|line| format!("{}\n", line.strip_prefix("fio-1  | ").unwrap_or_default()))
        .collect();
    for prefix in [
        "",
        "> ",
        "2024-05-13T09:22:41.1182051Z ",
        "May 13 09:22:41 node7 fio[3985]: ",
        "20:22:23 DEBUG| [stdout] ",
    ] {
        let lines: String = plain.lines().map(|line| format!("{prefix}{line}\n")).collect();
        let text = import::text("x", lines.as_bytes()).unwrap();
        let run = only(&text);
        assert_eq!(run.figures(), only(&log).figures(), "{prefix}");
        assert_eq!(figure(run, "lhtest", FigureOf::Ios, WRITE), Some(2071.0));
        near(figure(run, "lhtest", FigureOf::P99Ns, WRITE), 292e6);
        assert!(
            run.record.plan.jobs[0].durability.direct,
            "{prefix}: the command is in line 1"
        );
        assert_eq!(text.unread, [], "{prefix}");
    }
}

#[test]
fn utf16_and_progress_before_json_are_read() {
    let plain = std::fs::read_to_string(data("randrw-3.41.json")).unwrap();
    let little: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = plain.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let progress = "Jobs: 1 (f=1): [m(1)][100.0%][r=137MiB/s,w=138MiB/s][r=35.2k,w=35.2k IOPS][eta 00m:00s]";
    let expected = imported("randrw-3.41.json").runs[0].figures();
    for (what, bytes) in [
        ("little", [&b"\xff\xfe"[..], &little].concat()),
        ("little without a mark", little.clone()),
        ("big", [&b"\xfe\xff"[..], &big].concat()),
        ("UTF-8 with a mark", format!("\u{feff}{plain}").into_bytes()),
        ("progress", format!("{progress}{plain}").into_bytes()),
        ("progress drawn over", format!("{progress}\r{plain}").into_bytes()),
        (
            "a prefix",
            plain
                .lines()
                .map(|line| format!("out-7 | {line}\n"))
                .collect::<String>()
                .into_bytes(),
        ),
    ] {
        let text = import::text("x", bytes.as_slice()).unwrap();
        assert_eq!(text.runs.len(), 1, "{what}: {:?}", text.unread);
        assert_eq!(text.runs[0].figures(), expected, "{what}");
    }
    let glued = import::results(&format!("{progress}{plain}")).unwrap();
    assert_eq!(glued.record.workers[0].stats.ddirs[0].ios, 105_788);
}

#[test]
fn a_text_without_a_run_says_what_it_has() {
    let text = "lhtest: (groupid=0, jobs=10): err= 0: pid=3985: Wed Sep 23 03:43:08 2020\nnothing else\n{ \"answer\": 42 }\n";
    let text = import::text("x", text.as_bytes()).unwrap();
    assert_eq!(
        text.runs.len(),
        0,
        "the first line of a report alone has no result"
    );
    insta::assert_snapshot!(nothing_read(&judged(text)));
}

/// A finding about one job, or about the reads, costs the others nothing.
#[test]
fn grades_are_those_of_jobs_and_directions() {
    let report = |name: &str, error: &str| {
        format!(
            "{name}: (groupid=0, jobs=1): err={error}: pid=9: Tue Feb 23 14:12:23 2021\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(117MiB/60001msec)\n    \
             clat (usec): min=500, max=9000, avg=1990.00, stdev=9.00\n    issued rwts: total=0,30000,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
        )
    };
    let whole = report(
        "a",
        "28 (file:io_u.c:1803, func=io_u error, error=No space left on device)",
    ) + &report("b", " 0");
    let text = import::text("x", whole.as_bytes()).unwrap();
    let page = page::page(&[judged(text.clone())], false, fiord_messages::Lang::En).text(None, false);
    assert!(page.contains("wrong failed: [a] "), "{page}");
    let grades = columns(text, &["name", "grade"]);
    assert_eq!(grades, [["a", "D"], ["b", "C"]]);
    // Jobs of one name are not told apart.
    let alike = import::text("x", whole.replace("b: (groupid", "a: (groupid").as_bytes()).unwrap();
    assert_eq!(columns(alike, &["name", "grade"]), [["a", "D"], ["a", "D"]]);

    let mixed = "a: (g=0): rw=randrw, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1\nfio-3.33\n\
        a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  read: IOPS=500k, BW=1953MiB/s (2048MB/s)(114GiB/60001msec)\n    \
        lat (nsec): min=500, max=9000, avg=990.00, stdev=9.00\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(117MiB/60001msec)\n    \
        lat (usec): min=500, max=9000, avg=900.00, stdev=9.00\n    issued rwts: total=30000000,30000,0,0 short=0,0,0,0 dropped=0,0,0,0\n";
    let text = import::text("x", mixed.as_bytes()).unwrap();
    assert_eq!(
        columns(text, &["direction", "grade"]),
        [["read", "D"], ["write", "C"]]
    );
}

/// A copy of an output is none of its earlier states, and lines of terse output are one format.
#[test]
fn copies_are_no_snapshots() {
    let report = "a: (groupid=0, jobs=1): err= 0: pid=9: Tue Feb 23 14:12:23 2021\n  write: IOPS=500, BW=2000KiB/s (2048kB/s)(117MiB/60001msec)\n";
    let text = import::text("x", format!("{report}\nonce more:\n\n{report}").as_bytes()).unwrap();
    let same = text.same.iter().map(|same| (same.why, same.lines.0));
    assert_eq!(same.collect::<Vec<_>>(), [(SameWhy::Copy, 1)]);
    let page = page::page(&[judged(text)], false, fiord_messages::Lang::En).text(None, false);
    assert!(
        page.contains("The run in line 6 counts once. Line 1 has a copy of this run."),
        "{page}"
    );
}
