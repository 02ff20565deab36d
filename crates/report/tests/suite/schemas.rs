//! The published schemas are those of the types, and the documents fit them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_messages::Lang;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::schema;

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::counters::IoCounters;
use fiord_host::extents::Allocation;
use fiord_host::health::{Health, NvmeSmart};
use fiord_host::look::ProcessActivity;
use fiord_host::stack::FsClass;
use fiord_job::plan::{JobPlan, OptionEcho, RunPlan};
use fiord_record::Before;
use fiord_record::evidence::{
    Backing, BlockUse, DeviceUse, PageState, Processors, RunEvidence, Second, TargetUse,
};
use fiord_record::run::{Context, ErrorRecord, RunRecord, SimulatedTarget, WorkerRecord};
use fiord_report::documents;
use fiord_stats::simulated::{DiskCounters, FlashCounters, SimulatedDrive};
use fiord_stats::{BlockLives, JobStats};
use jiff::Zoned;
use serde_json::{Value, json};

/// A record in which everything that can be there is there.
fn full() -> RunRecord {
    let mut job = JobPlan::new("full");
    job.pace.rate_iops.0[0] = 20;
    job.given = vec![OptionEcho {
        name: "rw".to_owned(),
        value: "randrw".to_owned(),
    }];
    let mut stats = JobStats {
        runtime_ns: 10_000_000_000,
        submit_calls: 9,
        blocks: Some(Box::new(BlockLives {
            written: 9,
            write_failed: 1,
            failed_after: vec![(3, 1)],
            ..BlockLives::default()
        })),
        ..JobStats::default()
    };
    for ddir in &mut stats.ddirs {
        for nanoseconds in 1..=150 {
            ddir.clat.record(nanoseconds * 1000);
        }
        (ddir.slat, ddir.lat, ddir.response) = (ddir.clat.clone(), ddir.clat.clone(), ddir.clat.clone());
        (ddir.ios, ddir.bytes, ddir.runtime_ns) = (150, 150 * 4096, 10_000_000_000);
        ddir.per_second = vec![(15, 15 * 4096); 10];
    }
    stats.sync = fiord_stats::SyncStats {
        ios: 150,
        lat: stats.ddirs[0].clat.clone(),
        response: stats.ddirs[0].clat.clone(),
    };
    let error = ErrorRecord {
        errno: 5,
        place: "f".to_owned(),
        func: "read".to_owned(),
        message: "EIO".to_owned(),
        detail: fiord_messages::Sentence::verbatim("at 4096"),
    };
    let worker = WorkerRecord {
        stats,
        error: Some(error),
        pid: 7,
        ..WorkerRecord::default()
    };
    RunRecord {
        before: Before::default(),
        context: Context::default(),
        plan: RunPlan {
            jobs: vec![job],
            global_options: Some(vec![OptionEcho {
                name: "bs".to_owned(),
                value: "4k".to_owned(),
            }]),
        },
        workers: vec![worker],
        disks: Vec::new(),
        started: Zoned::now(),
        finished: Zoned::now(),
        idleness: None,
        elapsed_s: 3,
        version: "fio-3.33".to_owned(),
        notes: vec![fiord_messages::Sentence::verbatim("a remark")],
        simulated: vec![
            SimulatedTarget {
                name: "f.0.0".to_owned(),
                drive: SimulatedDrive::Flash(Box::new(FlashCounters {
                    user_pages: 100,
                    total_pages: 107,
                    ..FlashCounters::default()
                })),
            },
            SimulatedTarget {
                name: "f.1.0".to_owned(),
                drive: SimulatedDrive::Disk(DiskCounters::default()),
            },
        ],
        evidence: Some(Box::new(evidence())),
        hosts: None,
    }
}

fn other() -> ProcessActivity {
    ProcessActivity {
        pid: 1,
        name: "init".to_owned(),
        read_bytes: 1,
        write_bytes: 2,
        has_files_here: None,
    }
}

fn evidence() -> RunEvidence {
    let health = Health {
        temperature_millic: Some(41_000),
        nvme: Some(NvmeSmart::default()),
        ..Health::default()
    };
    let page = PageState {
        size_bytes: 9,
        cached_bytes: 4,
        dirty_bytes: Some(1),
    };
    let target = TargetUse {
        path: "/d/f".into(),
        fs_type: Some("ext4".to_owned()),
        fs_class: Some(FsClass::Disk),
        leaves: vec!["sda".to_owned()],
        before: Some(page),
        after: Some(page),
        allocation: Some(Allocation::default()),
        ..TargetUse::default()
    };
    RunEvidence {
        seconds: 2.0,
        issued_bytes: [1, 2, 3],
        own: Some(IoCounters::default()),
        devices: vec![DeviceUse {
            backing: Some(Backing {
                path: OsStr::from_bytes(b"/caf\xe9.img").into(),
                ..Backing::default()
            }),
            name: "sda".to_owned(),
            leaf: true,
            parallel: Some(true),
            write_cache: Some(true),
            health: Some((health.clone(), health)),
            ..DeviceUse::default()
        }],
        targets: vec![target],
        others: vec![other()],
        hidden_processes: 0,
        processors: Processors {
            busy_percent: Some(3.0),
            ..Processors::default()
        },
        io_stalled_ms: Some(1.0),
        limits: vec![Limit {
            group: "/g".into(),
            what: Limited::ReadIops,
            value: 4200,
            number: Some((8, 0)),
            device: None,
        }],
        blocks: Some(vec![BlockUse {
            path: "/d/f".into(),
            jobs: vec![0],
            sharing: 2,
            uncounted: Some(fiord_messages::Sentence::verbatim("too many")),
            ..BlockUse::default()
        }]),
        seconds_series: vec![Second {
            devices: vec![fiord_host::disk_stats::DiskStats::default()],
            ..Second::default()
        }],
        ..RunEvidence::default()
    }
}

fn document(record: &RunRecord) -> Value {
    serde_json::to_value(documents::run::of(record, Lang::En)).unwrap()
}

#[test]
fn published_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let is_update = std::env::var_os("FIORD_UPDATE").is_some();
    let mut names = Vec::new();
    for published in documents::published::all() {
        let made = format!("{:#}\n", published.schema);
        let path = folder.join(published.file_name());
        if is_update {
            std::fs::write(&path, &made).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == made,
            "{} is stale; run FIORD_UPDATE=1 cargo test -p fiord-report --test suite schemas",
            path.display()
        );
        names.push(published.file_name());
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "{name} is the schema of no document");
    }
}

#[test]
fn a_full_document_fits_its_schema() {
    let document = document(&full());
    assert_eq!(schema::problems(&document), [""; 0]);
    assert_eq!(document["fiord"], json!({ "document": "run", "version": 1 }));
    assert!(!document["findings"].as_array().unwrap().is_empty());
    assert!(document["jobs"][0]["result"]["read"]["response"].is_object());
}

#[test]
fn an_empty_document_fits_its_schema() {
    let mut bare = full();
    (bare.evidence, bare.plan.global_options) = (None, None);
    bare.workers[0].stats = JobStats::default();
    let document = document(&bare);
    assert_eq!(schema::problems(&document), [""; 0]);
    assert!(document["evidence"].is_null() && document["jobs"][0]["result"]["read"]["clat"].is_null());
}

/// The check can fail: each of these breaks one promise.
#[test]
fn a_broken_document_does_not_fit() {
    let good = document(&full());
    type Break = fn(&mut Value);
    let breaks: [(&str, Break); 7] = [
        ("version", |document| document["fiord"]["version"] = 2.into()),
        ("name", |document| document["fiord"]["document"] = "runs".into()),
        ("grade", |document| document["verdict"]["grade"] = "E".into()),
        ("missing", |document| {
            drop(document["jobs"][0].as_object_mut().unwrap().remove("name"))
        }),
        ("unknown", |document| document["surprise"] = 1.into()),
        ("deep type", |document| {
            document["evidence"]["devices"][0]["delta"]["reads"] = "7".into()
        }),
        ("negative", |document| {
            document["jobs"][0]["result"]["read"]["ios"] = (-1).into()
        }),
    ];
    for (name, breaking) in breaks {
        let mut document = good.clone();
        breaking(&mut document);
        assert!(!schema::problems(&document).is_empty(), "{name} was not noticed");
    }
}

#[test]
fn a_document_is_read_back_with_its_whole_record() {
    let record = full();
    let text = documents::run::of(&record, Lang::En).to_text().unwrap();
    let back = documents::read::run(&text).unwrap().unwrap();
    let again: Value = serde_json::from_str(&documents::run::of(&back, Lang::En).to_text().unwrap()).unwrap();
    assert_eq!(again, serde_json::from_str::<Value>(&text).unwrap());
}

#[test]
fn a_document_that_cannot_be_read_says_which_it_is() {
    let said = |text: &str| documents::read::run(text).unwrap().unwrap_err().to_string();
    let of = |document: &str, version: u64| {
        json!({ "fiord": { "document": document, "version": version } }).to_string()
    };
    let refused = [("run", 2), ("doctor", 1), ("repeats", 1), ("run", 1)];
    insta::assert_snapshot!(
        refused
            .map(|(document, version)| said(&of(document, version)))
            .join("\n")
    );
    for foreign in [
        "",
        "{}",
        "[]",
        r#"{"fio version": "fio-3.33"}"#,
        r#"{"fiord": 1}"#,
    ] {
        assert!(documents::read::run(foreign).is_none(), "{foreign}");
    }
}

#[test]
fn a_percentile_on_few_samples_is_marked() {
    let document = document(&full());
    let percentiles = document["jobs"][0]["result"]["read"]["clat"]["percentiles"]
        .as_array()
        .unwrap();
    let marks: Vec<_> = percentiles
        .iter()
        .map(|entry| entry["samples"].as_str().unwrap())
        .collect();
    assert_eq!((marks[0], marks[marks.len() - 1]), ("enough", "too few"));
    assert!(marks.contains(&"few"));
    for entry in percentiles {
        assert_eq!(entry["ns"].is_null(), entry["samples"] == "too few", "{entry}");
    }
}
