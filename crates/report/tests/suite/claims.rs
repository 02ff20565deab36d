//! Numbers that come from elsewhere: result files as the rules see them, typed results, claims of spec sheets. Every trap next to
//! the clean cases that must not be accused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::schema;
use fiord_messages::Lang;

use crate::consistency::verdict;
use fiord_import::{self as import, Imported};
use fiord_job::expand::Keywords;
use fiord_job::invocation;
use fiord_job::plan::RunPlan;
use fiord_job::surroundings::Surroundings;
use fiord_judge::case::Case;
use fiord_judge::typed_result::{SeenJudged, judge_seen};
use fiord_judge::{Finding, Severity, TrapId, Verdict, When, judge_one};
use fiord_record::claims::{Claim, ClaimedRate, DriveState, RatedWrites, Seen, SpecSheet, Workload};
use fiord_record::{Before, RunRecord};
use fiord_report::documents;
use serde_json::{Map, Value, json};

/// The job of plantegg's table (ssd/san/sas), whose author read milliseconds as microseconds.
const PUBLISHED: &str = "--name=m --filename=f --ioengine=libaio --bs=4k --direct=1 --rw=randrw --rwmixread=70 --size=2G --iodepth=64 --runtime=60";

fn plan(line: &str) -> RunPlan {
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|_| Err(fiord_messages::Sentence::verbatim("no files")),
        env: &|_| None,
        cpus: 2,
        machine: Keywords {
            ncpus: 2,
            page_size: 4096,
            memory_mb: 1024,
        },
    };
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let parsed = invocation::parse(&words, &world);
    assert!(!parsed.failed(), "{line}: {:?}", parsed.diagnostics);
    parsed.plan
}

fn seen(line: &str, typed: &str) -> SeenJudged {
    judge_seen(&plan(line), &Seen::read(typed).unwrap()).unwrap()
}

fn value(finding: &Finding, name: &str) -> f64 {
    let found = finding.values().into_iter().find(|(known, _)| known == name);
    found.unwrap_or_else(|| panic!("{name} in {finding:#?}")).1
}

/// One direction of a result: I/Os, seconds, mean latencies in nanoseconds.
fn direction(ios: u64, seconds: f64, block: u64, slat: f64, clat: f64) -> Value {
    let latency = |mean: f64| {
        json!({ "min": (mean / 3.0) as u64, "max": (mean * 4.0) as u64, "mean": mean, "stddev": mean / 5.0,
            "N": if mean > 0.0 { ios } else { 0 } })
    };
    let mut completion = latency(clat);
    completion["percentile"] = json!({ "99.990000": (clat * 3.9) as u64 });
    json!({
        "io_bytes": ios * block, "io_kbytes": ios * block / 1024, "total_ios": ios, "short_ios": 0, "drop_ios": 0,
        "runtime": if ios > 0 { (seconds * 1e3) as u64 } else { 0 },
        "slat_ns": latency(slat), "clat_ns": completion, "lat_ns": latency(slat + clat),
        "iops_mean": ios as f64 / seconds, "iops_min": 1, "iops_max": ios, "iops_stddev": ios as f64 / seconds / 10.0,
        "iops_samples": (seconds * 2.0) as u64,
    })
}

/// A result file of fio with one entry.
fn file(options: &str, read: Value, write: Value, change: impl FnOnce(&mut Value)) -> String {
    let options: Map<String, Value> = options
        .split_whitespace()
        .map(|word| {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            (name.to_owned(), value.into())
        })
        .collect();
    let longest = read["runtime"].as_u64().max(write["runtime"].as_u64());
    let mut entry = json!({
        "jobname": "a", "groupid": 0, "error": 0, "elapsed": 61, "job options": options,
        "read": read, "write": write, "trim": direction(0, 1.0, 4096, 0.0, 0.0),
        "job_runtime": longest, "usr_cpu": 5.0, "sys_cpu": 5.0, "latency_depth": 64,
    });
    change(&mut entry);
    json!({ "fio version": "fio-3.33", "timestamp_ms": 1, "time": "", "jobs": [entry] }).to_string()
}

fn none() -> Value {
    direction(0, 1.0, 4096, 0.0, 0.0)
}

fn imported(text: &str) -> Imported {
    import::results(text).unwrap()
}

fn judged(text: &str) -> Verdict {
    let imported = imported(text);
    verdict(&Case::of(&imported.record))
}

/// Ids of what was found from what happened.
fn happened(text: &str) -> Vec<&'static str> {
    let found = judged(text).findings.into_iter();
    found
        .filter(|finding| finding.when == When::Run)
        .map(|finding| finding.trap().name())
        .collect()
}

#[test]
fn milliseconds_read_as_microseconds_are_told() {
    // The rows of plantegg's table (reads, writes) and the latency its author gave for them.
    let mut said = Vec::new();
    for (rates, given, needed_ms) in [
        ("4312+1852", "7-10us", 10.383),
        ("16.9k+7254", "2-3us", 2.650),
        ("2462+2465", "13-16us", 12.990),
        ("2149+2150", "13-16us", 14.887),
    ] {
        let judged = seen(PUBLISHED, &format!("iops={rates},lat={given}"));
        let [finding] = judged.findings.as_slice() else {
            panic!("{rates}: {judged:#?}")
        };
        assert_eq!(
            (finding.trap().name(), finding.severity),
            ("unit-misread", Severity::Wrong)
        );
        assert_eq!(value(finding, "unit_factor"), 1000.0);
        let needed = value(finding, "needed_ns") / 1e6;
        assert!((needed - needed_ms).abs() < 0.001, "{rates}: {needed} ms");
        said.push(finding.saw(Lang::En));
    }
    // One direction's rate alone: the other belongs to it, and the unit is still wrong.
    assert_eq!(seen(PUBLISHED, "iops=4312,lat=7-10us").findings.len(), 1);
    let nanoseconds = seen(PUBLISHED, "iops=6164,lat=10ns");
    let seconds = seen(PUBLISHED, "iops=6164,lat=10s");
    said.extend([nanoseconds, seconds].map(|judged| judged.findings[0].saw(Lang::En)));
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn what_fio_printed_in_the_same_report_is_not_accused() {
    // Rate and latency of each run of plantegg's report as fio printed them.
    for (rates, latency) in [
        ("99.8k+42.8k", "449us"),
        ("38.6k+16.5k", "1160us"),
        ("15.8k+6803", "2827us"),
        ("16.9k+7254", "2651us"),
        ("4312+1852", "10.4ms"),
        ("2136+2137", "14.97ms"),
        ("2462+2465", "12.98ms"),
        ("2459+2460", "12.9ms"),
    ] {
        let judged = seen(PUBLISHED, &format!("iops={rates},lat={latency}"));
        assert_eq!(judged.findings, [], "{rates}");
        assert!(
            judged.sentences(Lang::En)[0].ends_with("The numbers agree."),
            "{judged:?}"
        );
    }
    let write = "--name=w --filename=f --ioengine=libaio --bs=4k --direct=1 --rw=randwrite --size=1000G --iodepth=64 --runtime=60";
    assert_eq!(seen(write, "iops=18.9k,bw=74.0MiB/s,lat=3375us").findings, []);
}

#[test]
fn a_queue_that_may_be_empty_is_not_accused() {
    for (line, typed) in [
        // One at a time, whatever iodepth says.
        (
            "--name=a --rw=randread --size=1g --ioengine=psync --direct=1 --iodepth=64",
            "iops=10k,lat=98us",
        ),
        // Reads from memory: half of the time is spent around the I/O.
        (
            "--name=a --rw=randread --size=1g --ioengine=psync",
            "iops=600k,lat=300ns",
        ),
        // Held back.
        (
            "--name=a --rw=randread --size=1g --ioengine=libaio --direct=1 --iodepth=16 --rate_iops=100",
            "iops=100,lat=160us",
        ),
        (
            "--name=a --rw=randread --size=1g --ioengine=psync --direct=1 --thinktime=10000",
            "iops=99,lat=10us",
        ),
        // The time goes into syncs.
        (
            "--name=a --rw=write --size=1g --ioengine=psync --fsync=1",
            "iops=200,lat=5us",
        ),
        (
            "--name=a --rw=write --size=1g --ioengine=psync --end_fsync=1",
            "iops=200,lat=5us",
        ),
        // Buffered native AIO: clat leaves out what submit does.
        (
            "--name=a --rw=randread --size=1g --ioengine=libaio --iodepth=32",
            "iops=3200,clat=10us",
        ),
        // One direction of a mix.
        (
            "--name=a --rw=randrw --rwmixread=70 --size=1g --ioengine=libaio --direct=1 --iodepth=64",
            "iops=4312,lat=10.4ms",
        ),
        // Several workers.
        (
            "--name=a --rw=randread --size=1g --ioengine=libaio --direct=1 --iodepth=4 --numjobs=8",
            "iops=32k,lat=1ms",
        ),
        // A deep queue that the generator could not fill.
        (
            "--name=a --rw=randread --size=1g --ioengine=libaio --direct=1 --iodepth=1024 --numjobs=4",
            "iops=400k,lat=10us",
        ),
    ] {
        let judged = seen(line, typed);
        assert_eq!(judged.findings, [], "{line}: {typed}");
    }
}

#[test]
fn bandwidth_rate_and_block_size_go_together() {
    let line = "--name=a --rw=randread --size=1g --bs=4k --direct=1";
    for clean in [
        "iops=1000,bw=4MB/s",
        "iops=1000,bw=3.9MiB/s",
        "iops=1k,bw=4096kB/s",
    ] {
        assert_eq!(seen(line, clean).findings, [], "{clean}");
    }
    let bits = seen(line, "iops=1000,bw=32.8MB/s");
    let other = seen(line, "iops=1000,bw=64MB/s");
    assert_eq!(other.findings[0].severity, Severity::Wrong);
    let mixed_sizes = "--name=a --rw=randread --size=1g --bsrange=4k-64k";
    assert_eq!(seen(mixed_sizes, "iops=1000,bw=30MB/s").findings, []);
    // From the bandwidth alone the rate follows.
    let slow = seen(
        "--name=a --rw=read --bs=1m --size=1g --direct=1 --ioengine=io_uring --iodepth=8",
        "bw=800MB/s,lat=10us",
    );
    insta::assert_snapshot!(
        [bits, slow]
            .map(|judged| judged.findings[0].saw(Lang::En))
            .join("\n")
    );
}

#[test]
fn a_typed_result_names_its_job_where_there_are_several() {
    let two = "--name=a --rw=read --size=1g --name=b --rw=write --size=1g";
    let typed = |text: &str| judge_seen(&plan(two), &Seen::read(text).unwrap());
    let wrong = ["iops=1,lat=1s", "iops=1,lat=1s,job=c"];
    insta::assert_snapshot!(wrong.map(|text| typed(text).unwrap_err()).join("\n"));
    assert_eq!(typed("iops=1,lat=1s,job=b").unwrap().job, 1);
}

const DEEP: &str = "ioengine=libaio direct=1 iodepth=64 bs=4k rw=randrw rwmixread=70 size=2G filename=f";

#[test]
fn a_result_file_in_the_wrong_unit_is_told_and_a_right_one_is_not() {
    // 60 s of that published run: 4,312 reads and 1,852 writes per second in 10.38 ms each.
    let text = |factor: f64| {
        file(
            DEEP,
            direction(258_720, 60.0, 4096, 2e5 * factor, 10.2e6 * factor),
            direction(111_120, 60.0, 4096, 2e4 * factor, 10.3e6 * factor),
            |_| {},
        )
    };
    assert_eq!(happened(&text(1.0)), ["few-samples"]);
    for (factor, corrected) in [(1e-3, 1e3), (1e3, 1e-3), (1e-6, 1e6)] {
        let verdict = judged(&text(factor));
        let finding = verdict
            .findings
            .iter()
            .find(|finding| finding.trap().name() == "unit-misread")
            .unwrap_or_else(|| panic!("{factor}: {verdict:#?}"));
        assert_eq!(finding.severity, Severity::Wrong);
        assert!((value(finding, "unit_factor") / corrected - 1.0).abs() < 1e-9);
    }
}

#[test]
fn results_whose_queue_may_be_empty_are_not_accused() {
    for (options, ios, slat, clat) in [
        (
            "ioengine=psync direct=1 iodepth=64 rw=randread size=1g bs=4k",
            60_000,
            0.0,
            9.8e5,
        ),
        ("ioengine=psync rw=randread size=1g bs=4k", 36_000_000, 0.0, 3e2),
        (
            "ioengine=libaio direct=1 iodepth=16 rate_iops=100 rw=randread size=1g bs=4k",
            6_000,
            1e3,
            1.6e5,
        ),
        (
            "ioengine=psync fsync=1 rw=randread size=1g bs=4k",
            12_000,
            0.0,
            5e3,
        ),
        (
            "ioengine=libaio iodepth=32 rw=randread size=1g bs=4k",
            600_000,
            9.9e4,
            3e2,
        ),
    ] {
        let text = file(options, direction(ios, 60.0, 4096, slat, clat), none(), |_| {});
        assert!(!happened(&text).contains(&"unit-misread"), "{options}");
    }
}

#[test]
fn rules_after_a_run_judge_what_fio_measured() {
    let ios = |seconds: f64, count: u64| direction(count, seconds, 4096, 1e3, 1e6);
    let base = "rw=randread size=1g bs=4k filename=f";
    let with = |options: &str, read: Value, change: fn(&mut Value)| {
        happened(&file(&format!("{base} {options}"), read, none(), change))
    };
    let clean = with("ioengine=libaio direct=1", ios(60.0, 59_000), |_| {});
    assert_eq!(clean, ["few-samples"]);
    let early = with("ioengine=libaio direct=1 runtime=60", ios(12.0, 12_000), |_| {});
    assert!(
        early.contains(&"ends-early") && !early.contains(&"short-run"),
        "{early:?}"
    );
    assert!(with("ioengine=libaio direct=1", ios(2.0, 1_900), |_| {}).contains(&"short-run"));
    assert!(with("ioengine=psync iodepth=16", ios(60.0, 59_000), |_| {}).contains(&"sync-iodepth"));
    let buffered = direction(60_000, 60.0, 4096, 9e5, 1e3);
    assert!(with("ioengine=libaio iodepth=16", buffered, |_| {}).contains(&"aio-buffered"));
    let shallow = with("ioengine=libaio direct=1 iodepth=32", ios(60.0, 60_000), |_| {});
    assert!(shallow.contains(&"depth-not-reached"), "{shallow:?}");
    let silent = with(
        "ioengine=libaio direct=1",
        direction(60_000, 60.0, 4096, 0.0, 0.0),
        |_| {},
    );
    assert!(silent.contains(&"gtod-reduce"), "{silent:?}");
    let late = with(
        "ioengine=libaio direct=1 rate_iops=4000",
        ios(60.0, 59_000),
        |_| {},
    );
    assert!(late.contains(&"late-generator"), "{late:?}");
    let failed = with("ioengine=libaio direct=1", ios(60.0, 59_000), |entry| {
        entry["error"] = 28.into()
    });
    assert!(failed.contains(&"failed"), "{failed:?}");
}

#[test]
fn a_flat_round_rate_is_a_limit_from_samples_too() {
    let at = |deviation: f64, iops: f64| {
        let mut read = direction((iops * 60.0) as u64, 60.0, 4096, 1e3, 64.0 / iops * 1e9);
        (read["iops_mean"], read["iops_stddev"]) = (iops.into(), deviation.into());
        read["clat_ns"]["min"] = 400_000.into();
        happened(&file(
            "ioengine=libaio direct=1 iodepth=64 rw=randread size=1g bs=4k",
            read,
            none(),
            |_| {},
        ))
    };
    assert!(at(4.0, 4000.0).contains(&"throttle"));
    assert!(!at(400.0, 4000.0).contains(&"throttle"), "it varies");
    assert!(!at(4.0, 4321.0).contains(&"throttle"), "it is not round");
}

#[test]
fn a_group_is_its_workers_and_clones_are_one_job() {
    let options = "ioengine=libaio direct=1 iodepth=4 numjobs=3 rw=randread size=1g bs=4k";
    // Three workers of 4: 12 in flight.
    let read = || direction(720_000, 60.0, 4096, 1e3, 999e3);
    let grouped = imported(&file(options, read(), none(), |entry| {
        entry["job_runtime"] = 180_000.into()
    }));
    let after = Case::of(&grouped.record);
    assert_eq!((after.jobs.len(), after.jobs[0].workers.len()), (1, 3));
    assert_eq!(after.jobs[0].seconds(), 60.0);
    assert!((after.jobs[0].achieved_depth().unwrap() - 12.0).abs() < 0.01);
    let mut apart: Value = serde_json::from_str(&file(
        options,
        direction(240_000, 60.0, 4096, 1e3, 999e3),
        none(),
        |_| {},
    ))
    .unwrap();
    let entry = apart["jobs"][0].clone();
    apart["jobs"] = json!([entry, entry, entry]);
    let apart = imported(&apart.to_string());
    let after = Case::of(&apart.record);
    assert_eq!((after.jobs.len(), after.jobs[0].workers.len()), (1, 3));
    assert!((after.jobs[0].achieved_depth().unwrap() - 12.0).abs() < 0.01);
}

#[test]
fn what_cannot_be_known_is_said_and_nobody_is_accused_for_it() {
    let read = || direction(384_000, 60.0, 4096, 1e3, 9_999e3);
    let foreign = file(
        "ioengine=windowsaio direct=1 iodepth=64 rw=randread size=1g bs=4k",
        read(),
        none(),
        |_| {},
    );
    assert_eq!(happened(&foreign), ["few-samples"]);
    let bare = file("", read(), none(), |_| {});
    assert_eq!(happened(&bare), ["few-samples"]);
    let odd = file(
        "ioengine=libaio direct=1 iodepth=64 rw=randread size=1g frobnicate=7",
        read(),
        none(),
        |_| {},
    );
    let notes = [&foreign, &bare, &odd].map(|text| {
        imported(text)
            .notes
            .iter()
            .map(|note| note.text(Lang::En))
            .collect::<Vec<_>>()
            .join("\n")
    });
    insta::assert_snapshot!(notes.join("\n\n"));
    // What a plan foretells is not what happened: without counters nobody knows what was measured.
    let buffered = judged(&file(
        "rw=randread size=8m bs=4k io_size=1g",
        read(),
        none(),
        |_| {},
    ));
    assert!(
        buffered.line(Lang::En).starts_with("Measured: unknown."),
        "{}",
        buffered.line(Lang::En)
    );
    assert!(
        buffered
            .findings
            .iter()
            .any(|finding| finding.trap().name() == "cache-read" && finding.when == When::Plan)
    );
}

/// fio 2 printed microseconds and KiB under the names of today's nanoseconds and bytes.
#[test]
fn results_of_fio_2_are_read_in_their_units() {
    let latency = |mean: f64| json!({ "min": 431, "max": 378_000, "mean": mean, "stddev": 20.0 });
    let text = json!({ "fio version": "fio-2.10", "jobs": [{
        "jobname": "old", "groupid": 0, "error": 0, "elapsed": 60,
        "job options": { "ioengine": "libaio", "direct": "1", "iodepth": "64", "rw": "randread", "bs": "4k", "size": "1g" },
        "read": { "io_bytes": 1_536_000, "bw": 25_600, "iops": 6400.0, "runtime": 60_000, "total_ios": 384_000,
            "slat": latency(10.0), "clat": latency(9_990.0), "lat": latency(10_000.0) },
        "write": none(),
    }] })
    .to_string();
    let record = imported(&text).record;
    let read = &record.workers[0].stats.ddirs[0];
    assert_eq!((read.bytes, read.ios), (384_000 * 4096, 384_000));
    assert_eq!(read.lat.moments.mean(), 1e7);
    assert!((Case::of(&record).jobs[0].achieved_depth().unwrap() - 64.0).abs() < 1e-6);
    assert!(happened(&text).is_empty(), "it has no percentiles");
}

#[test]
fn what_is_no_result_is_refused() {
    let said = [
        "",
        "{ \"a\": 1 }",
        "{ \"fio version\": \"fio-3.33\" }",
        "{ \"fiord\": { \"document\": \"run\", \"version\": 9 } }",
        "{\n\"fio version\": ",
    ]
    .map(|text| import::results(text).unwrap_err().to_string());
    insta::assert_snapshot!(said.join("\n"));
}

fn claim(workload: Workload, block_bytes: u64, iodepth: u32, rate: ClaimedRate, state: DriveState) -> Claim {
    Claim {
        workload,
        block_bytes: Some(block_bytes),
        iodepth: Some(iodepth),
        numjobs: 1,
        rate,
        state,
        note: None,
    }
}

/// The data sheet of a drive (catalogue/micron-2210.toml), and a steady claim that a job can be held against.
fn sheet() -> SpecSheet {
    SpecSheet {
        device: "Micron 2210".to_owned(),
        source: "product brief".to_owned(),
        writes: RatedWrites::default(),
        claims: vec![
            claim(
                Workload::Read,
                128 << 10,
                32,
                ClaimedRate::Bandwidth(2.2e9),
                DriveState::New,
            ),
            claim(
                Workload::Write,
                128 << 10,
                32,
                ClaimedRate::Bandwidth(1.07e9),
                DriveState::New,
            ),
            claim(
                Workload::RandRead,
                4096,
                64,
                ClaimedRate::Iops(10_000.0),
                DriveState::Sustained,
            ),
        ],
    }
}

fn gaps(text: &str, sheet: &SpecSheet) -> Vec<Finding> {
    let mut record = imported(text).record;
    record.context.data_sheet = Some(sheet.clone());
    let case = Case::of(&record);
    let document = serde_json::to_value(documents::run::document(&case, &verdict(&case), Lang::En)).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["spec_sheet"]["device"], sheet.device.as_str());
    let found = verdict(&case).findings.into_iter();
    found
        .filter(|finding| finding.trap().name() == "spec-gap")
        .collect()
}

#[test]
fn a_fair_gap_is_care_and_an_unfair_one_says_why() {
    let sheet = sheet();
    let randread = |options: &str, ios: u64| {
        let clat = 64.0 * 60.0 / ios as f64 * 1e9;
        let text = file(
            &format!("ioengine=libaio iodepth=64 rw=randread size=1g bs=4k {options}"),
            direction(ios, 60.0, 4096, 1e3, clat),
            none(),
            |_| {},
        );
        let found = gaps(&text, &sheet);
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].clone()
    };
    let fair = randread("direct=1", 60 * 7_000);
    assert_eq!(fair.severity, Severity::Care);
    assert_eq!(
        (value(&fair, "ratio_percent"), value(&fair, "claimed")),
        (70.0, 10_000.0)
    );
    assert!((value(&fair, "achieved_depth") - 64.0).abs() < 0.1);
    // Reached, and far more than claimed.
    assert_eq!(randread("direct=1", 60 * 9_700).severity, Severity::Note);
    let more = randread("direct=1", 60 * 20_000);
    assert_eq!(more.severity, Severity::Care);
    let cached = randread("direct=0", 60 * 7_000);
    assert_eq!(cached.severity, Severity::Note);
    let said = [
        fair.saw(Lang::En),
        more.saw(Lang::En),
        more.advice(Lang::En),
        cached.saw(Lang::En),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

/// 1,682 MB/s read and 154 MB/s written at queue depth 1, next to 2,200 and 1,070 MB/s of the data sheet.
#[test]
fn a_gap_at_queue_depth_1_is_not_comparable_and_says_in_what() {
    let sheet = sheet();
    let blocks = 512; // 4 GiB of 8 MiB
    let read = direction(blocks, 2.553, 8 << 20, 0.0, 2.553e9 / blocks as f64);
    let options = "ioengine=psync direct=1 bs=8m size=4g filename=f";
    let found = gaps(&file(&format!("{options} rw=read"), read, none(), |_| {}), &sheet);
    assert_eq!(found[0].severity, Severity::Note);
    assert!(
        (value(&found[0], "ratio_percent") - 76.5).abs() < 0.1,
        "{found:#?}"
    );
    insta::assert_snapshot!(found[0].saw(Lang::En));
    let write = direction(blocks, 27.833, 8 << 20, 0.0, 27.833e9 / blocks as f64);
    let found = gaps(
        &file(&format!("{options} rw=write"), none(), write, |_| {}),
        &sheet,
    );
    assert!(
        (value(&found[0], "ratio_percent") - 14.4).abs() < 0.1,
        "{found:#?}"
    );
    // What the sheet says nothing about is not a gap.
    let other = direction(6_000, 60.0, 4096, 0.0, 1e7);
    let found = gaps(
        &file(
            "ioengine=psync direct=1 rw=randwrite size=1g bs=4k",
            none(),
            other,
            |_| {},
        ),
        &sheet,
    );
    insta::assert_snapshot!("no_claim", found[0].saw(Lang::En));
}

#[test]
fn each_direction_has_its_own_ratio_and_company_is_unfair() {
    let mut both = sheet();
    both.claims.push(claim(
        Workload::RandWrite,
        4096,
        64,
        ClaimedRate::Iops(5_000.0),
        DriveState::Sustained,
    ));
    let mixed = file(
        "ioengine=libaio direct=1 iodepth=64 rw=randrw size=1g bs=4k",
        direction(60 * 3_000, 60.0, 4096, 1e3, 1.06e7),
        direction(60 * 3_000, 60.0, 4096, 1e3, 1.06e7),
        |_| {},
    );
    let found = gaps(&mixed, &both);
    let ratios: Vec<i64> = found
        .iter()
        .map(|finding| value(finding, "ratio_percent").round() as i64)
        .collect();
    assert_eq!(ratios, [30, 60]);
    let mut said: Vec<String> = found.iter().map(|one| Finding::saw(one, Lang::En)).collect();
    let mut text: Value = serde_json::from_str(&file(
        "ioengine=libaio direct=1 iodepth=64 rw=randread size=1g bs=4k",
        direction(60 * 3_000, 60.0, 4096, 1e3, 2.1e7),
        none(),
        |_| {},
    ))
    .unwrap();
    let mut other = text["jobs"][0].clone();
    other["jobname"] = "b".into();
    text["jobs"].as_array_mut().unwrap().push(other);
    let found = gaps(&text.to_string(), &both);
    // Alike of both jobs, so said once of both.
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].jobs().count(), 2);
    said.extend(found.iter().map(|one| Finding::saw(one, Lang::En)));
    // One after the other: no company.
    text["jobs"][1]["groupid"] = 1.into();
    said.extend(
        gaps(&text.to_string(), &both)
            .iter()
            .map(|one| Finding::saw(one, Lang::En)),
    );
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn before_a_run_the_claim_and_the_differences_are_named() {
    let judge = |line: &str| {
        let mut record = RunRecord::planned(plan(line), Before::default());
        record.context.data_sheet = Some(sheet());
        judge_one(TrapId::SpecGap, When::Plan, &Case::of(&record))
    };
    let fair = judge("--name=r --rw=randread --bs=4k --size=1g --direct=1 --ioengine=io_uring --iodepth=64");
    assert_eq!(fair[0].severity, Severity::Note);
    let unfair = judge("--name=r --rw=read --bs=4k --size=1g --iodepth=32");
    assert_eq!(unfair[0].severity, Severity::Care);
    insta::assert_snapshot!(
        [
            fair[0].saw(Lang::En),
            unfair[0].saw(Lang::En),
            unfair[0].advice(Lang::En)
        ]
        .join("\n")
    );
    assert!(judge("--name=t --rw=trim --size=1g").is_empty());
    assert!(judge("--name=n --rw=read --size=1g --ioengine=null").is_empty());
}

/// Every place in a document, as the keys that lead to it.
fn places(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, member)| places(member, &format!("{path}/{}", name.replace('/', "~1")), out)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, item)| places(item, &format!("{path}/{at}"), out)),
        _ => {}
    }
    out.push(path.to_owned());
}

/// Whatever stands in a file, it is read or refused: nothing panics, and what is printed is valid.
#[test]
fn no_file_breaks_the_reader() {
    let fio = file(
        &format!("{DEEP} rate_iops=100 numjobs=2"),
        direction(258_720, 60.0, 4096, 2e5, 10.2e6),
        direction(111_120, 60.0, 4096, 2e4, 10.3e6),
        |entry| entry["read"]["clat_ns"]["bins"] = json!({ "1000": 5, "2000000": 7 }),
    );
    let first = imported(&fio);
    let after = Case::of(&first.record);
    let native = documents::run::document(&after, &verdict(&after), Lang::En)
        .to_text()
        .unwrap();
    let mut judged_files = 0;
    for good in [&fio, &native] {
        let good: Value = serde_json::from_str(good).unwrap();
        let mut all = Vec::new();
        places(&good, "", &mut all);
        let strange = [json!(null), json!(u64::MAX), json!(-1e300), json!("words")];
        let of_each = usize::try_from(fiord_testbed::repeats(1, 4)).unwrap();
        let places = all.into_iter().enumerate();
        for (at, place) in places.step_by(fiord_testbed::every(3)) {
            // One value for each place, all values for each every night.
            let values = strange.iter().cycle().skip(at % strange.len());
            for value in values.take(of_each) {
                let mut bad = good.clone();
                *bad.pointer_mut(&place).unwrap() = value.clone();
                let Ok(imported) = import::results(&bad.to_string()) else {
                    continue;
                };
                let mut record = imported.record;
                record.context.data_sheet = Some(sheet());
                let case = Case::of(&record);
                let document =
                    serde_json::to_value(documents::run::document(&case, &verdict(&case), Lang::En)).unwrap();
                assert!(document["jobs"].is_array(), "{place} = {value}");
                judged_files += 1;
            }
        }
    }
    assert!(judged_files > 100, "{judged_files}");
}
