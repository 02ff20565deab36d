//! Documents as fiord prints them, small.

use std::fs;
use std::path::{Path, PathBuf};

use fiord_report::html::{PageDistribution, PageDocument, PageExtra, PageFinding, PageResult, PageRun, read};
use serde_json::{Value, json};

/// What nobody calls a job, and somebody could.
pub(crate) const HOSTILE: &str =
    "</title></script><script>document.title='owned'</script><img src=x onerror=alert(1)>\"'&\u{202e}";

fn kept_in() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/documents")
}

/// The names of all kept documents.
pub(crate) fn names() -> Vec<String> {
    let entries = fs::read_dir(kept_in()).unwrap();
    let stem = |entry: fs::DirEntry| entry.path().file_stem().unwrap().to_str().unwrap().to_owned();
    entries.map(|entry| stem(entry.unwrap())).collect()
}

/// A kept document.
pub(crate) fn kept(name: &str) -> Value {
    let text = fs::read_to_string(kept_in().join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A document as its type.
pub(crate) fn typed(document: &Value) -> Box<dyn PageDocument> {
    read(document.clone()).unwrap()
}

/// A kept document with what a test puts in it, as its type writes it. An object replaces the fields that it names; each element of a list
/// is put into a copy of the first one that was there.
fn with(name: &str, put: &Value) -> Value {
    let mut document = kept(name);
    replace(&mut document, put);
    serde_json::from_str(&typed(&document).json().unwrap()).unwrap()
}

fn replace(there: &mut Value, put: &Value) {
    match (there, put) {
        (Value::Object(there), Value::Object(put)) => {
            for (key, put) in put {
                replace(there.entry(key.clone()).or_insert(Value::Null), put);
            }
        }
        (Value::Array(there), Value::Array(put)) => {
            let first = there.first().cloned().unwrap_or_default();
            *there = vec![first; put.len()];
            for (there, put) in there.iter_mut().zip(put) {
                replace(there, put);
            }
        }
        (there, put) => *there = put.clone(),
    }
}

pub(crate) fn study() -> Value {
    let sizes = ["4k", "16k", "64k", "256k", "1m"];
    let depths = ["1", "8", "32"];
    let (mut cells, mut summaries) = (Vec::new(), Vec::new());
    for (at, size) in sizes.iter().enumerate() {
        for (deep, depth) in depths.iter().enumerate() {
            let cell = at * depths.len() + deep;
            let median =
                3.2e9 * (1.0 - (-0.02 * f64::from(4_u32.pow(at as u32)) * (1.0 + 3.0 * deep as f64)).exp());
            let values: Vec<Value> = (0..10)
                .map(|block| json!({"block": block, "value": median * (1.0 + 0.01 * f64::from(block - 5))}))
                .collect();
            cells.push(json!({"cell": cell, "label": format!("{size} {depth}"), "levels": [size, depth],
                "command": ["--name=r", "--rw=randread", format!("--bs={size}"), format!("--iodepth={depth}")]}));
            summaries.push(json!({"cell": cell, "job": "r", "direction": "read", "values": values, "median": median,
                "interval": {"low": median * 0.97, "high": median * 1.03, "level": 0.96}, "drift": cell == 2, "two_states": null,
                "state": "enough", "runs": (0..10).map(|run| cell * 10 + run).collect::<Vec<_>>(), "wrong": []}));
        }
    }
    let put = json!({"study": 4, "name": "read-size-depth", "title": "Random reads by block size and depth",
        "seed": 7, "metric": "bandwidth", "target": "/mnt/disk", "command": "fiord study run read-size-depth /mnt/disk",
        "factors": ["bs", "iodepth"], "cells": cells, "summaries": summaries, "published": [],
        "findings": [{"sentence": "Best: 1m 32, with 95 % confidence."}],
        "caveats": ["4k, iodepth 32 changed with the order of its runs.",
            "The findings are valid for this drive on this machine, not for the model."]});
    with("study", &put)
}

/// A finding of a study that compares two levels.
pub(crate) fn comparison_of_levels(sentence: &str, outcome: &str) -> Value {
    let mut finding = kept("study")["findings"][0].clone();
    finding["sentence"] = json!(sentence);
    finding["claim"] = json!({"kind": "ratio", "factor": "bs", "level": "a", "than": "b", "at": [], "ratio": null, "outcome": outcome,
        "margin": 0.05});
    finding
}

/// What the page of the study has besides: its 150 runs.
pub(crate) fn extra() -> PageExtra {
    let run = |id: u32| {
        let (cell, depth) = (id / 10, [1.0, 8.0, 32.0][(id / 10 % 3) as usize]);
        let finding = |trap: &str, severity: &str| PageFinding {
            trap: trap.to_owned(),
            severity: severity.to_owned(),
        };
        let mut findings = vec![finding("short-run", "care")];
        if id == 20 {
            findings.push(finding("cliff", "wrong"));
        }
        PageRun {
            id: i64::from(id),
            cell,
            block: id % 10,
            grade: if id == 20 { "D" } else { "C" }.to_owned(),
            findings,
            results: vec![PageResult {
                job: "r".to_owned(),
                direction: "read".to_owned(),
                iops: 9e3 * depth / (1.0 + depth / 16.0) / (1.0 + f64::from(cell / 3)),
                bytes_per_s: 4e7 * depth,
                lat_p50_ns: Some(1e5),
                lat_p99_ns: Some(2e5 * (1.0 + depth / 8.0) * (1.0 + f64::from(cell / 3))),
            }],
            ..PageRun::default()
        }
    };
    PageExtra {
        machine: serde_json::from_value(self::run()["record"]["before"]["machine"].clone()).unwrap(),
        runs: (0..150).map(run).collect(),
        ..PageExtra::default()
    }
}

/// A study of jobs alone and together.
pub(crate) fn neighbours() -> Value {
    let summary = |cell: usize, job: &str, value: f64| {
        json!({"cell": cell, "job": job, "direction": "read", "median": value, "interval": null, "runs": [], "wrong": [], "state": "enough",
            "values": (0..6).map(|block| json!({"block": block, "value": value})).collect::<Vec<_>>(), "drift": false, "two_states": null})
    };
    let cell =
        |cell: usize, label: &str| json!({"cell": cell, "label": label, "levels": [label], "command": []});
    let put = json!({"study": 1, "name": "n", "title": "", "seed": 1, "metric": "iops", "target": null, "command": "",
        "factors": ["who"], "cells": [cell(0, "alone: a"), cell(1, "alone: b"), cell(2, "together")],
        "summaries": [summary(0, "a", 1000.0), summary(2, "a", 500.0)], "published": [], "findings": [], "caveats": []});
    with("study", &put)
}

pub(crate) fn comparison() -> Value {
    let cell = |workload: &str, metric: &str, ratio: f64, half: f64, verdict: &str| {
        json!({"workload": workload, "details": "direct", "metric": metric,
            "values": [{"median": 1e4, "wrong": []}, {"median": 1e4 * ratio, "wrong": []}],
            "pairs": [{"result": HOSTILE, "base": "before", "ratio": ratio,
                "interval": {"low": ratio - half, "high": ratio + half, "level": 0.95}, "verdict": verdict, "sentence": verdict}],
            "groups": []})
    };
    let put = json!({"margin": 0.05,
        "results": [{"name": "before", "kind": "runs", "about": "runs 1 to 10", "runs": 10, "first": "2026-11-22T10:00", "caveats": []},
            {"name": HOSTILE, "kind": "runs", "about": "runs 11 to 20", "runs": 10, "first": "2026-11-23T10:00", "caveats": []}],
        "differences": [{"of": "machine", "what": "kernel", "values": ["6.1.0", null], "workloads": null}],
        "cells": [cell("randread 4k", "iops", 0.81, 0.03, "slower"), cell("randread 4k qd32", "iops", 1.01, 0.02, "equivalent"),
            cell("read 1m", "bandwidth", 1.32, 0.04, "faster"), cell("write 1m", "bandwidth", 0.98, 0.15, "inconclusive"),
            cell("randread 4k", "p99", 1.4, 0.1, "slower")],
        "alone": [], "limits": [{"fail_if": "slower:5%", "state": "met"}]});
    with("compare", &put)
}

pub(crate) fn run() -> Value {
    let percentiles: Vec<Value> = [
        (1.0, 60_000),
        (50.0, 82_000),
        (90.0, 110_000),
        (99.0, 240_000),
        (99.9, 900_000),
        (99.99, 4_000_000),
    ]
    .iter()
    .map(|(percent, ns)| json!({"percent": percent, "ns": ns, "samples": "enough"}))
    .collect();
    let rates = (0..60_u64).map(|second| 12_000 - 40 * (second % 7) - if second > 40 { 5_000 } else { 0 });
    let seconds: Vec<Value> = rates.clone().map(|ios| json!([ios, ios * 4096])).collect();
    let ios: u64 = rates.sum();
    let iops = ios as f64 / 60.0;
    let direction = json!({"ios": ios, "bytes": ios * 4096, "iops": iops, "bytes_per_s": iops * 4096.0,
        "runtime_ns": 60_000_000_000_u64,
        "lat_cumulative": [[50_000, 1_000], [80_000, 280_000], [110_000, 540_000], [240_000, 611_860], [900_000, 617_422], [9_000_000, ios]],
        "lat": {"count": ios, "mean_ns": 91e3, "max_ns": 9_000_000, "percentiles": percentiles}, "per_second": seconds});
    let latencies: Vec<Value> = (0..61)
        .map(|second| {
            let slow = if second > 40 { 3_000 } else { 40 };
            json!({"latencies": [[73_728, 7_000], [81_920, 3_000 + 30 * (second % 5)], [106_496, 900], [229_376, slow], [917_504, 10]]})
        })
        .collect();
    let stage = |stage: &str, what: &str, mean_ns: u64| {
        json!({"stage": stage, "what": what, "mean_ns": mean_ns, "share": mean_ns as f64 / 91e3,
        "p50_ns": mean_ns, "p99_ns": mean_ns * 3})
    };
    let layers = json!({"unavailable": null, "refused": [], "cost": "", "cost_differences_ns": [], "directions": [{"direction": "reads", "ios": 300_000,
        "joined": 300_000, "mean_ns": 91e3, "absent": [], "untraced": null,
        "stages": [stage("submit→queue", "system call, I/O limits", 3_000), stage("queue→issue", "", 9_000), stage("issue→complete", HOSTILE, 70_000),
            stage("complete→reap", "wake-up", 9_000)]}]});
    let put = json!({"version": "fiord 0.1.0", "layers": layers, "started": "2026-11-23T01:00:00.000+00:00",
        "verdict": {"line": "Measured: nvme0n1, 100 % of the bytes from the device.", "grade": "D", "reason": "cliff"},
        "findings": [{"rule": "cliff", "severity": "wrong", "saw": "the rate fell by 42 % after 41 s", "why": "a cache was full",
                "advice": "Measure longer, and report both levels", "job": HOSTILE},
            {"rule": "c-states", "severity": "care", "saw": "C6 takes 120 µs to leave", "why": "", "advice": "Switch deep states off", "job": null}],
        "jobs": [{"name": HOSTILE, "options": {"rw": "randread", "bs": "4k", "filename": HOSTILE},
            "result": {"read": direction, "write": {"ios": 0}, "trim": {"ios": 0}}}],
        "record": {"evidence": {"seconds": 60.4, "seconds_series": latencies}, "before": {"machine": {"system": {"kernel": "6.1.0"}, "cpu": {"model": "EPYC", "online": 8},
            "memory": {"total_bytes": 33_554_432_000_u64}, "stack": {"top": {"name": "xfs", "below": [{"name": "nvme0n1", "below": []}]}}}}}});
    with("run", &put)
}

pub(crate) fn survey() -> Value {
    let row = |label: &str, bytes: f64, iops: f64| {
        let repeats: Vec<Value> = (0..3)
            .map(|at| json!({"bytes_per_s": bytes * (1.0 + 0.02 * f64::from(at)), "iops": iops * (1.0 + 0.02 * f64::from(at)), "lat_p99_ns": 200_000}))
            .collect();
        json!({"label": label, "command": format!("fio --name={label}"), "bytes_per_s": bytes, "iops": iops, "lat_p50_ns": 8e4, "lat_p99_ns": 2e5,
            "lat_max_ns": 3e6, "spread_percent": 2.5, "findings": [], "error": null, "repeats": repeats})
    };
    let put = json!({"path": "/mnt/<disk>", "direct": true, "interrupted": false, "others": null, "rows": [
        row("random read 4k, one at a time", 48e6, 12e3), row("random read 4k, 32 in flight", 900e6, 220e3),
        row("sequential read 1m", 3.1e9, 3100.0), row("sequential write 1m", 1.2e9, 1200.0)]});
    with("survey", &put)
}

/// A run of three ranks on two hosts, one of them a straggler.
pub(crate) fn hosts() -> Value {
    let of_host = run();
    let result = of_host["jobs"][0]["result"].clone();
    let window = |end_ns: u64| {
        json!({"start_ns": 0, "end_ns": end_ns, "ios": 600_000, "bytes": 600_000 * 4096_u64,
            "iops": 6e14 / end_ns as f64, "bytes_per_s": 6e14 * 4096.0 / end_ns as f64})
    };
    let rank = |rank: usize, host: &str, rate: f64| {
        json!({"rank": rank, "host": host, "jobs": [{"name": "r", "iops": rate, "bytes_per_s": rate * 4096.0,
            "share_percent": rate / 100.0, "of_others": rate / 4000.0, "is_straggler": rate < 3000.0}]})
    };
    let put = json!({"version": "fio-3.33-fiord-0.1.0", "mpi": "Open MPI v4.1.4", "started_ranks": 3,
        "spread": "files", "shifted_reads": false, "grade": "C", "reason": "straggler",
        "hosts": [{"name": "node-a", "ranks": [0, 1], "run": of_host}, {"name": HOSTILE, "ranks": [2], "run": run()}],
        "findings": [{"rule": "straggler", "severity": "care", "saw": "rank 2 was slow", "why": "", "advice": ""}],
        "jobs": [{"name": "r", "all_at_work": window(60_000_000_000), "to_the_first_done": null,
            "to_the_last_done": window(61_000_000_000), "result": result}],
        "ranks": [rank(0, "node-a", 4000.0), rank(1, "node-a", 4000.0), rank(2, HOSTILE, 2000.0)],
        "lost": [{"rank": 3, "host": HOSTILE, "pid": 7, "why": "fell silent", "heard_ns": null, "ios": 0, "bytes": 0}], "differences": []});
    with("hosts", &put)
}

/// A survey that four ranks measured together.
pub(crate) fn survey_over_hosts() -> Value {
    let rows = survey()["rows"].clone();
    let points = rows.as_array().unwrap().len();
    let host = |name: &str, share: f64, slowest: f64| {
        json!({"name": name, "ranks": 2, "share_percent": vec![share; points], "slowest_rank_percent": vec![slowest; points],
            "others": {"runs": 3, "of_runs": 36, "foreign_bytes": 9, "processes": [{"name": "cp", "pid": 7, "moved_bytes": 9,
                "has_files_here": null}]}})
    };
    let each = [host("node-a", 60.0, 100.0), host(HOSTILE, 40.0, 61.0)];
    let put = json!({"path": "/mnt/<disk>", "rows": rows, "file_bytes": 512 << 20,
        "hosts": {"ranks": ["node-a", "node-a", HOSTILE, HOSTILE], "spread": "files", "each": each,
            "decided_by": {"host": "node-a", "bytes": 20_u64 << 30, "largest_memory_bytes": null},
            "differences": [{"of": "machine", "what": "kernel", "values": ["6.1.0", null], "workloads": null}]}});
    with("survey-hosts", &put)
}

/// What the page of the comparison has besides: latencies with two hills.
pub(crate) fn extra_of_comparison() -> PageExtra {
    let hills = |middle_us: u64, slow: u64| -> Vec<(u64, u64)> {
        let fast = (0..24_u64).map(|at| {
            (
                middle_us * 1_000 * (80 + 2 * at) / 100,
                4_000 - 300 * at.abs_diff(10),
            )
        });
        let slow = (0..6_u64).map(|at| (2_000_000 + 100_000 * at, slow));
        fast.chain(slow).collect()
    };
    PageExtra {
        distributions: vec![PageDistribution {
            workload: "randread 4k".to_owned(),
            results: vec![
                ("before".to_owned(), hills(90, 100)),
                (HOSTILE.to_owned(), hills(120, 900)),
            ],
        }],
        ..PageExtra::default()
    }
}

/// A check of two numbers; one is too low.
pub(crate) fn check() -> Value {
    let one = |measure: &str, expected: &str, verdict: &str, unit: &str, threshold: f64, share: f64| {
        let values: Vec<f64> = (0..8)
            .map(|run| threshold * (share + 0.01 * f64::from(run - 4)))
            .collect();
        json!({"measure": measure, "expected": expected, "verdict": verdict, "reason": null, "unit": unit, "threshold": threshold,
            "values": values, "median": threshold * share, "more_runs": null,
            "interval": {"low": threshold * (share - 0.03), "high": threshold * (share + 0.03), "level": 0.95},
            "source": {"text": "etcd's documentation", "date": "2019-04-18"}})
    };
    let run = |id: i64, wrong: Option<&str>| json!({"run": id, "grade": if wrong.is_some() { "D" } else { "B" }, "wrong": wrong});
    let put = json!({"recipe": "etcd", "title": "The log of etcd: small writes, each synced", "target": "/mnt/disk", "verdict": "fail",
        "reason": null, "flaws": ["All limits of the published test."], "meaning": ["One connection can commit about 250 times a second."],
        "expectations": [one("sync.p99", "sync.p99 < 10 ms", "pass", "ns", 1e7, 0.62),
            one("write.iops", "write.iops > 500", "fail", "iops", 500.0, 0.8)],
        "runs": [run(3, None), run(4, Some("the disk was shared"))]});
    with("check", &put)
}

/// A job that ran every night, and became slower after a week.
pub(crate) fn history() -> Value {
    let run = |id: i64| {
        let level = if id < 9 { 10_000.0 } else { 8_000.0 };
        let iops = level * (1.0 + 0.004 * ((id * 7 % 5) - 2) as f64);
        json!({"id": id, "name": "nightly", "verb": "run", "command": "fiord run --save nightly r.fio", "elapsed_s": 60,
            "started": format!("2026-11-{id:02}T03:00:00Z"), "target": "/mnt/f", "grade": if id == 15 { "D" } else { "B" }, "verdict": "",
            "wrong": 0, "interrupted": false, "failed": 0, "study": null, "survey": null, "jobs": ["randread 4k, iodepth 1, psync"],
            "results": [{"job": "r", "direction": "read", "iops": iops, "bytes_per_s": iops * 4096.0,
                "lat_p50_ns": 90_000, "lat_p99_ns": (2e9 / iops) as u64}]})
    };
    with(
        "history",
        &json!({"store": "/mnt/runs.sqlite", "runs": (1..=16).rev().map(run).collect::<Vec<_>>()}),
    )
}

/// Results of two block sizes and two settings.
pub(crate) fn import() -> Value {
    let mut document = kept("import");
    let file = document["files"][0].clone();
    let run = file["runs"].as_array().unwrap().iter().find(|run| {
        let figures = run["figures"].as_array().unwrap();
        figures.iter().any(|figure| figure["what"] == "bytes_per_s")
    });
    let run = run.unwrap();
    let of = |bs: u64, depth: u64| {
        let mut run = run.clone();
        run["name"] = json!(format!("randread {bs} {depth}"));
        let job = &mut run["record"]["plan"]["jobs"][0];
        job["unknown"] = json!([]);
        job["depth"]["iodepth"] = json!(depth);
        job["access"]["block_size"] = json!([{"Fixed": bs}, {"Fixed": bs}, {"Fixed": bs}]);
        for figure in run["figures"].as_array_mut().unwrap() {
            if figure["what"] == "bytes_per_s" {
                (figure["low"], figure["high"]) =
                    (json!(1e3 * (bs * depth) as f64), json!(1e3 * (bs * depth) as f64));
            }
        }
        run
    };
    document["files"] = json!([file]);
    document["files"][0]["runs"] = json!([of(4096, 1), of(65536, 1), of(4096, 8), of(65536, 8)]);
    serde_json::from_str(&typed(&document).json().unwrap()).unwrap()
}
