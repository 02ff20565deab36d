//! `fiord explain --result`, `--seen` and `--spec`, and `fiord run --spec`, as a person or a script meets them. Results come from the fio
//! on PATH where there is one; no device is judged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use crate::common;
use crate::schema;
use crate::snapshot::{assert_screen, messages, screen};

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{fiord, text};
use serde_json::Value;

/// What the tests of a real fio need.
const FEATURE: &str = "fio";

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-claims-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

fn document(folder: &Path, args: &[&str]) -> Value {
    let output = fiord(folder, args);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{args:?}: {error}: {}", text(&output.stderr)))
}

/// Results of a fio run on a small file, or nothing where fio is missing.
fn fio(folder: &Path, name: &str, args: &[&str]) -> Option<String> {
    let file = format!("{name}.json");
    let output = Command::new("fio")
        .current_dir(folder)
        .stdin(Stdio::null())
        .args([
            "--output-format=json+",
            &format!("--output={file}"),
            &format!("--name={name}"),
        ])
        .args(["--filename=data", "--size=8m", "--bs=4k", "--thread"])
        .args(args)
        .output();
    match output {
        Ok(output) if output.status.success() => return Some(file),
        Ok(output) => panic!("fio {args:?}: {}", text(&output.stderr)),
        Err(error) => {
            fiord_testbed::skip(FEATURE, &error.to_string());
        }
    }
    None
}

/// Findings of one rule in one file's run.
fn findings<'d>(document: &'d Value, index: usize, rule: &str) -> Vec<&'d Value> {
    let all = document["results"][index]["run"]["findings"].as_array().unwrap();
    all.iter().filter(|finding| finding["rule"] == rule).collect()
}

const MIXED: [&str; 9] = [
    "fio",
    "--name=m",
    "--ioengine=libaio",
    "--bs=4k",
    "--direct=1",
    "--rw=randrw",
    "--rwmixread=70",
    "--size=2G",
    "--iodepth=64",
];

#[test]
fn a_latency_in_the_wrong_unit_is_told_with_what_it_must_have_been() {
    let folder = scratch();
    let ask = |options: &[&str], typed: &str| {
        let seen = format!("--seen={typed}");
        fiord(
            folder.path(),
            &[&["explain"], options, &[seen.as_str()], MIXED.as_slice()].concat(),
        )
    };
    let typed = "iops=4312+1852,lat=7-10us";
    let misread = screen(&[typed], &ask(&[], typed));
    assert_eq!(ask(&[], "iops=6164,lat=7us").status.code(), Some(0));
    assert_eq!(ask(&["--strict"], "iops=6164,lat=7us").status.code(), Some(1));
    let clean = ask(&["--strict", "--json"], "iops=4312+1852,lat=10.4ms");
    assert_eq!(clean.status.code(), Some(0));
    let clean: Value = serde_json::from_slice(&clean.stdout).unwrap();
    assert_eq!(schema::problems(&clean), [""; 0]);
    assert_eq!(clean["seen"][0]["findings"], serde_json::json!([]));
    let typed = "iops=6164,latt=7us";
    assert_screen!(misread + &messages(&[typed], &ask(&[], typed)));
}

/// Jobs of the installed fio that a careless rule of units would accuse.
const JOBS: [(&str, &[&str]); 6] = [
    (
        "deep",
        &[
            "--rw=randread",
            "--ioengine=libaio",
            "--direct=1",
            "--iodepth=16",
            "--io_size=16m",
        ],
    ),
    (
        "group",
        &[
            "--rw=randread",
            "--ioengine=libaio",
            "--direct=1",
            "--iodepth=4",
            "--numjobs=3",
            "--group_reporting",
        ],
    ),
    (
        "sync",
        &["--rw=randrw", "--ioengine=psync", "--iodepth=16", "--numjobs=2"],
    ),
    (
        "rated",
        &[
            "--rw=randread",
            "--ioengine=libaio",
            "--direct=1",
            "--iodepth=16",
            "--rate_iops=200",
            "--runtime=1",
        ],
    ),
    (
        "synced",
        &["--rw=write", "--ioengine=psync", "--fsync=4", "--io_size=1m"],
    ),
    ("silent", &["--rw=read", "--ioengine=psync", "--gtod_reduce=1"]),
];

#[test]
fn what_fio_measures_is_judged_and_never_accused_of_its_units() {
    let folder = scratch();
    let mut files = Vec::new();
    for (name, args) in JOBS {
        let Some(file) = fio(folder.path(), name, args) else {
            return;
        };
        files.push(file);
    }
    let mut args = vec!["explain", "--json", "--result"];
    args.extend(files.iter().map(String::as_str));
    let document_of = document(folder.path(), &args);
    for (index, (name, _)) in JOBS.iter().enumerate() {
        assert_eq!(findings(&document_of, index, "unit-misread").len(), 0, "{name}");
        assert_eq!(document_of["results"][index]["written_by"], "fio");
    }
    let at = |name: &str| JOBS.iter().position(|(known, _)| *known == name).unwrap();
    let depth = |name: &str| {
        document_of["results"][at(name)]["run"]["jobs"][0]["achieved_depth"]
            .as_f64()
            .unwrap()
    };
    assert!(depth("deep") > 4.0 && depth("deep") <= 17.6, "{}", depth("deep"));
    assert!(depth("group") <= 13.2 && depth("sync") <= 2.2);
    let workers = &document_of["results"][at("sync")]["run"]["jobs"][0]["workers"];
    assert_eq!(workers.as_array().unwrap().len(), 2);
    assert_eq!(findings(&document_of, at("sync"), "sync-iodepth").len(), 1);
    assert_eq!(findings(&document_of, at("silent"), "gtod-reduce").len(), 1);
    assert_eq!(findings(&document_of, at("deep"), "sync-iodepth").len(), 0);
}

#[test]
fn the_same_file_in_another_unit_is_accused() {
    let folder = scratch();
    let args = [
        "--rw=randread",
        "--ioengine=libaio",
        "--direct=1",
        "--iodepth=16",
        "--io_size=16m",
    ];
    let Some(file) = fio(folder.path(), "deep", &args) else {
        return;
    };
    let good = document(folder.path(), &["explain", "--json", "--result", &file]);
    assert_eq!(findings(&good, 0, "unit-misread").len(), 0, "{good:#}");
    // The same file with its nanoseconds written as if they were microseconds.
    let mut wrong: Value =
        serde_json::from_slice(&fs::read(folder.path().join("deep.json")).unwrap()).unwrap();
    for kind in ["slat_ns", "clat_ns", "lat_ns"] {
        let mean = &mut wrong["jobs"][0]["read"][kind]["mean"];
        *mean = (mean.as_f64().unwrap() / 1e3).into();
    }
    fs::write(folder.path().join("wrong.json"), wrong.to_string()).unwrap();
    let wrong = document(folder.path(), &["explain", "--json", "--result", "wrong.json"]);
    let found = findings(&wrong, 0, "unit-misread");
    assert_eq!(found.len(), 1, "{wrong:#}");
    assert_eq!(
        (&found[0]["severity"], &found[0]["values"]["unit_factor"]),
        (&"wrong".into(), &1000.0.into())
    );
}

#[test]
fn an_early_end_is_seen_in_a_result_and_repeats_are_told_apart() {
    let folder = scratch();
    let args = ["--rw=read", "--ioengine=psync", "--runtime=60"];
    let Some(first) = fio(folder.path(), "first", &args) else {
        return;
    };
    let judged = document(folder.path(), &["explain", "--json", "--result", &first]);
    assert_eq!(findings(&judged, 0, "ends-early").len(), 1, "{judged:#}");
    // A second run of the same job at half the rate.
    let mut slow: Value = serde_json::from_slice(&fs::read(folder.path().join(&first)).unwrap()).unwrap();
    slow["jobs"][0]["job_runtime"] = 2000.into();
    slow["jobs"][0]["read"]["runtime"] = 2000.into();
    let mut fast = slow.clone();
    fast["jobs"][0]["job_runtime"] = 1000.into();
    fast["jobs"][0]["read"]["runtime"] = 1000.into();
    for (name, document) in [("slow.json", &slow), ("fast.json", &fast)] {
        fs::write(folder.path().join(name), document.to_string()).unwrap();
    }
    let both = document(
        folder.path(),
        &["explain", "--json", "--result", "slow.json", "fast.json"],
    );
    assert_eq!(findings(&both, 0, "noise").len(), 1, "{both:#}");
    let same = document(
        folder.path(),
        &["explain", "--json", "--result", "slow.json", "slow.json"],
    );
    assert_eq!(findings(&same, 0, "noise").len(), 0);
    let text_of = text(&fiord(folder.path(), &["explain", "--result", "slow.json"]).stdout);
    for words in [
        "slow.json (fio-3",
        "Measured: ",
        "Not judged:",
        "cache-read",
        "leave options without a value",
    ] {
        assert!(text_of.contains(words), "`{words}` is not in\n{text_of}");
    }
}

/// A simulated disk of 100 µs per read that serves eight at once.
const SIM: [&str; 9] = [
    "--name=s",
    "--ioengine=sim",
    "--rw=randread",
    "--bs=4k",
    "--size=1g",
    "--direct=1",
    "--sim_read_ns=100000",
    "--sim_parallelism=8",
    "--runtime=20",
];

#[test]
fn our_own_results_say_again_what_they_said() {
    let folder = scratch();
    let job = [
        SIM.as_slice(),
        &["--time_based", "--iodepth=16", "--sim_iops_limit=4000"],
    ]
    .concat();
    let first = document(
        folder.path(),
        &[&["run", "--json", "--evidence=e.json"], job.as_slice()].concat(),
    );
    let again = document(folder.path(), &["explain", "--json", "--result", "e.json"]);
    assert_eq!(schema::problems(&again), [""; 0]);
    let run = &again["results"][0]["run"];
    assert_eq!(again["results"][0]["written_by"], "fiord");
    assert_eq!(run["verdict"], first["verdict"]);
    let ids = |document: &Value| -> Vec<(Value, Value, Value)> {
        let found = document["findings"].as_array().unwrap().iter();
        found
            .map(|one| (one["rule"].clone(), one["severity"].clone(), one["saw"].clone()))
            .collect()
    };
    assert!(!ids(&first).is_empty());
    assert_eq!(ids(run), ids(&first));
    let iops = |document: &Value| document["jobs"][0]["result"]["read"]["iops"].as_f64().unwrap();
    assert_eq!(iops(run), iops(&first));
    assert_eq!(
        fiord(folder.path(), &["explain", "--strict", "--result", "e.json"])
            .status
            .code(),
        Some(1)
    );
}

const SHEET: &str = "device = \"Simulated\"\nsource = \"this test\"\n\n[[claim]]\nworkload = \"randread\"\nbs = \"4k\"\niodepth = 8\n\
                     iops = \"100k\"\nstate = \"sustained\"\nnote = \"a fifth more than it does\"\n";

#[test]
fn a_run_stands_beside_the_claim_before_and_after() {
    let folder = scratch();
    fs::write(folder.path().join("sheet.toml"), SHEET).unwrap();
    let ask = |depth: &str| {
        let depth = format!("--iodepth={depth}");
        let args = [
            &["run", "--json", "--spec", "sheet.toml"],
            SIM.as_slice(),
            &["--time_based", &depth],
        ]
        .concat();
        let output = fiord(folder.path(), &args);
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        (document, text(&output.stderr))
    };
    // Eight at 100 µs are 80,000 per second: a fair gap.
    let (fair, before_fair) = ask("8");
    let compared = &fair["spec_sheet"]["compared"][0];
    assert!(
        (compared["ratio"].as_f64().unwrap() - 0.8).abs() < 0.01,
        "{compared:#}"
    );
    assert_eq!(compared["claim"]["iops"], 100_000.0);
    assert_eq!(compared["differences"], serde_json::json!([]));
    let gap = |document: &Value| -> Value {
        let all = document["findings"].as_array().unwrap();
        all.iter()
            .find(|finding| finding["rule"] == "spec-gap")
            .unwrap()
            .clone()
    };
    assert_eq!(gap(&fair)["severity"], "care");
    // One at a time is another workload.
    let (unfair, before) = ask("1");
    assert_eq!(gap(&unfair)["severity"], "note");
    let saw = gap(&unfair)["saw"].as_str().unwrap().to_owned();
    assert_screen!([before_fair, before, saw].join("\n"));
    let plain = document(folder.path(), &[&["run", "--json"], SIM.as_slice()].concat());
    assert!(plain["spec_sheet"].is_null());
}

#[test]
fn explain_names_the_claim_and_a_bad_sheet_names_its_line() {
    let folder = scratch();
    fs::write(folder.path().join("sheet.toml"), SHEET).unwrap();
    let job = ["--name=r", "--rw=randread", "--bs=16k", "--size=1g"];
    let explain = |sheet: &str| {
        let spec = format!("--spec={sheet}");
        fiord(
            folder.path(),
            &[&["explain", spec.as_str()], job.as_slice()].concat(),
        )
    };
    let said = text(&explain("sheet.toml").stdout);
    let told: Vec<&str> = said.lines().filter(|line| line.contains(" spec-gap: ")).collect();
    assert_screen!("the_nearest_claim", told.join("\n"));
    fs::write(
        folder.path().join("bad.toml"),
        SHEET.replace("sustained", "sustaned").replace("bs =", "bz ="),
    )
    .unwrap();
    let bad = explain("bad.toml");
    assert_eq!(
        (bad.status.code(), bad.stdout.as_slice()),
        (Some(2), b"".as_slice())
    );
    let missing = messages(&["none.toml"], &explain("none.toml"));
    assert_screen!(messages(&["bad.toml"], &bad) + &missing);
    let near = text(&explain("micron-221").stderr);
    assert!(near.contains("did you mean micron-2210?"), "{near}");
}

/// The sheet in the manual is one.
#[test]
fn the_documented_sheet_is_read() {
    let folder = scratch();
    let page = include_str!("../../../../docs/spec-sheets.md");
    let sheet = page
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    fs::write(folder.path().join("sheet.toml"), sheet).unwrap();
    let job = ["--name=r", "--rw=write", "--bs=128k", "--size=1g", "--direct=1"];
    let said = fiord(
        folder.path(),
        &[["explain", "--spec=sheet.toml"].as_slice(), job.as_slice()].concat(),
    );
    assert_eq!(said.status.code(), Some(0), "{}", text(&said.stderr));
    let said = text(&said.stdout);
    let claimed = said.lines().filter(|line| line.contains("1,070 MB/s"));
    assert_screen!(claimed.collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_is_no_result_is_refused_and_the_others_are_judged() {
    let folder = scratch();
    fs::write(folder.path().join("other.json"), "{ \"a\": 1 }").unwrap();
    fs::write(folder.path().join("empty.json"), "").unwrap();
    let good = serde_json::json!({ "fio version": "fio-3.33", "jobs": [{ "jobname": "nothing", "read": {}, "write": {} }] });
    fs::write(folder.path().join("good.json"), good.to_string()).unwrap();
    let output = fiord(
        folder.path(),
        &[
            "explain",
            "--result",
            "other.json",
            "empty.json",
            "gone.json",
            "good.json",
        ],
    );
    let refused = screen(&["--result", "…"], &output);
    // What others print has a place in its text.
    let copied = "$ dd if=a of=b\n1073741824 bytes (1.1 GB, 1.0 GiB) copied, 0.52 s, 2.1 GB/s\n";
    fs::write(folder.path().join("copied.txt"), copied).unwrap();
    let copied = ["explain", "--result", "copied.txt"];
    assert_screen!(refused + &screen(&copied, &fiord(folder.path(), &copied)));
    for args in [
        ["explain", "--result", "good.json", "--fix"].as_slice(),
        &["explain", "--result", "good.json", "--seen", "iops=1,lat=1s"],
    ] {
        assert_eq!(fiord(folder.path(), args).status.code(), Some(2), "{args:?}");
    }
}

/// A result of many jobs takes time in proportion to their number: what was quadratic took 84 s for 100,000.
#[test]
fn a_result_of_many_jobs_is_judged() {
    const JOBS: usize = 2_000;
    let folder = scratch();
    let job = |number: usize| {
        let ios = 1000 + number;
        serde_json::json!({
            "jobname": format!("j{number}"), "groupid": number, "error": 0, "elapsed": 10, "job_runtime": 10_000,
            "job options": { "name": format!("j{number}"), "rw": "randread", "bs": "4k", "direct": "1", "ioengine": "libaio", "size": "1g" },
            "read": { "io_bytes": ios * 4096, "io_kbytes": ios * 4, "total_ios": ios, "runtime": 10_000,
                "clat_ns": { "min": 80_000, "max": 9_000_000, "mean": 200_000.0, "stddev": 1000.0, "N": ios } },
        })
    };
    let jobs: Vec<Value> = (0..JOBS).map(job).collect();
    let result = serde_json::json!({ "fio version": "fio-3.33", "jobs": jobs });
    fs::write(folder.path().join("many.json"), result.to_string()).unwrap();
    let output = fiord(folder.path(), &["explain", "--result", "many.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_screen!(text(&output.stdout).lines().next().unwrap_or_default());
}

/// A ratio of a page cache to a disk, as a sentence: no job is known, but its program is.
#[test]
fn a_sentence_with_a_result_needs_no_job() {
    let folder = scratch();
    let sentence = "--seen=sysbench fileio seqrd host 11511 MiB/s, guest 978 MiB/s, SSD";
    let page = fiord(folder.path(), &["explain", sentence]);
    let page = text(&page.stdout);
    assert!(page.contains("12,070") && page.contains("1,026"), "{page}");
    assert!(page.contains("these rates can be those of memory"), "{page}");
    let document = document(folder.path(), &["explain", "--json", sentence]);
    assert_eq!(schema::problems(&document), [""; 0]);
    let refused = fiord(folder.path(), &["explain", "--seen=iops=5"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("add the job that produced it"));
}
