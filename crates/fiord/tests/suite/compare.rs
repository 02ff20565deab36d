//! `fiord compare`, `fiord run --baseline` and `--vs`: on simulated devices, whose truth is known.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

use fiord_compare::facts::Facts;
use fiord_compare::outcome::compare;
use fiord_compare::result::{ComparedResult, Measurement, ResultKind, ResultLabel};
use fiord_compare::verdict::{CompareSettings, CompareVerdict, PairVerdict};
use fiord_compare::why::RunCauses;
use fiord_compare::workload::WorkloadKey;
use fiord_testbed::{Timing, TruthDevice};
use serde_json::Value;

use crate::common::text;
use crate::page_text::page_text;
use crate::snapshot::{assert_screen, messages, screen};

const SIM: [&str; 7] = [
    "--name=a",
    "--ioengine=sim",
    "--rw=randread",
    "--bs=4k",
    "--size=1g",
    "--number_ios=2000",
    "--sim_service=exponential",
];

fn fiord(store: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .current_dir(store.parent().unwrap())
        .env("FIORD_STORE", store)
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn with(before: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    [before, &SIM, more].concat()
}

/// The rates of so many runs, from the table.
fn rates(runs: &str, more: &[&'static str]) -> Vec<f64> {
    let folder = tempfile::tempdir().unwrap();
    let mut args = vec!["run", "--csv", "--no-store", "--repeat"];
    let runs: &'static str = runs.to_owned().leak();
    args.push(runs);
    let output = fiord(&folder.path().join("none"), &with(&args, more));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let mut lines = table.lines();
    let at = lines
        .next()
        .unwrap()
        .split(',')
        .position(|head| head == "iops")
        .unwrap();
    lines
        .map(|line| line.split(',').nth(at).unwrap().parse().unwrap())
        .collect()
}

fn result(name: &str, rates: &[f64]) -> ComparedResult {
    let key = WorkloadKey {
        rw: Some("randread".to_owned()),
        direction: "read".to_owned(),
        bs: Some("4k".to_owned()),
        block_bytes: Some(4096),
        ..WorkloadKey::default()
    };
    let measurement = |iops: &f64| Measurement {
        key: key.clone(),
        iops: Some(*iops),
        ..Measurement::default()
    };
    ComparedResult {
        label: ResultLabel {
            runs: rates.len() as u32,
            ..ResultLabel::new(name, ResultKind::Runs, "")
        },
        measurements: rates.iter().map(measurement).collect(),
        facts: Facts::default(),
        causes: RunCauses::default(),
    }
}

fn pair(one: &[f64], other: &[f64]) -> PairVerdict {
    let settings = CompareSettings {
        latencies: Vec::new(),
        ..CompareSettings::default()
    };
    let outcome = compare(&[result("a", one), result("b", other)], &settings);
    outcome.cells[0].pairs[0].clone()
}

#[test]
fn a_disk_with_itself_is_never_told_apart_more_often_than_stated() {
    let pairs = fiord_testbed::repeats(20, 100);
    let all = rates(&(8 * pairs).to_string(), &[]);
    let differences = all
        .chunks(8)
        .map(|eight| pair(&eight[..4], &eight[4..]).verdict)
        .filter(|verdict| verdict.is_difference())
        .count();
    assert!(20 * differences as u64 <= pairs, "{differences} of {pairs}");
}

#[test]
fn a_copy_at_four_fifths_is_slower_and_the_interval_covers_it() {
    let whole = rates("96", &[]);
    // A mean of 80 µs is 12,500 I/Os per second.
    let copy = rates("96", &["--sim_read_ns=100000"]);
    let pairs: Vec<PairVerdict> = whole
        .chunks(8)
        .zip(copy.chunks(8))
        .map(|(whole, copy)| pair(whole, copy))
        .collect();
    assert_eq!(pairs.len(), 12);
    for pair in &pairs {
        assert_eq!(pair.verdict, CompareVerdict::Slower, "{pair:?}");
    }
    let covered = |pair: &&PairVerdict| {
        let interval = pair.interval.unwrap();
        interval.low <= 0.8 && 0.8 <= interval.high
    };
    assert!(pairs.iter().filter(covered).count() >= 10, "{pairs:?}");
}

/// A store with a device, its copy at four fifths, and a device again, eight runs each.
fn store() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    for (name, more) in [
        ("before", "--sim_seed=3"),
        ("slow", "--sim_seed=4 --sim_read_ns=100000"),
        ("again", "--sim_seed=5"),
    ] {
        let more: Vec<&str> = more.split(' ').collect();
        let args = with(&["run", "--repeat", "8", "--save", name], &more);
        let output = fiord(&store, &args);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    (folder, store)
}

#[test]
fn saved_results_are_compared_in_every_form() {
    let (folder, store) = store();
    let shown = |args: &[&str]| {
        let output = fiord(&store, args);
        (
            text(&output.stdout),
            output.status.code().unwrap(),
            text(&output.stderr),
        )
    };
    let args = ["compare", "before", "slow"];
    let mut all = screen(&args, &fiord(&store, &args));
    for width in ["40", "60", "80", "120", "160"] {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(["compare", "before", "slow", "again"])
            .env("FIORD_STORE", &store)
            .env("COLUMNS", width)
            .output()
            .unwrap();
        let page = text(&output.stdout);
        let most = page.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(most <= width.parse().unwrap(), "{width}: {page}");
        // Below the table the ratios as a plot, each with the result that it is of.
        let plot: Vec<&str> = page.lines().filter(|line| line.contains('●')).collect();
        assert_eq!(plot.len(), 2, "{width}: {page}");
        assert!(
            plot[0].starts_with("slow:") && plot[1].starts_with("again:"),
            "{page}"
        );
    }
    let (json, code, _) = shown(&["compare", "before", "slow", "again", "--json"]);
    let document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, crate::schema::problems(&document)), (0, Vec::new()));
    let rate = &document["cells"][0];
    assert_eq!(rate["metric"], "iops");
    assert_eq!(rate["pairs"][0]["verdict"], "slower");
    let groups = rate["groups"].as_array().unwrap();
    assert_eq!(groups.last().unwrap().as_array().unwrap(), &["slow"], "{rate:#}");
    let (csv, _, _) = shown(&["compare", "before", "slow", "--csv"]);
    assert!(
        csv.starts_with("workload,details,direction,metric,result,base,base_value,value,ratio,low,high"),
        "{csv}"
    );
    let args = ["compare", "before", "slow", "--md"];
    all += &screen(&args, &fiord(&store, &args));
    assert_screen!(all);
    // The document of a run is a result as well, and so are all of --repeat.
    let (repeats, _, _) = shown(&with(&["run", "--repeat", "4", "--no-store", "--json"], &[]));
    std::fs::write(folder.path().join("repeats.json"), repeats).unwrap();
    let (page, code, said) = shown(&["compare", "before", "repeats.json"]);
    assert!(code == 0 && page.contains("fiord, 4 runs"), "{page}{said}");
}

#[test]
fn conditions_decide_the_exit_code() {
    let (_folder, store) = store();
    for (args, code) in [
        (&["before", "slow", "--fail-if", "slower:5%"][..], 1),
        (&["before", "slow", "--fail-if=slower:50%"], 0),
        (&["before", "slow", "--fail-if", "faster:5%"], 0),
        (&["slow", "before", "--fail-if", "different:5%"], 1),
        // One run says nothing certain.
        (&["before", "9", "--fail-if", "slower:5%"], 3),
        (&["before", "slow", "--fail-if", "slower:5"], 2),
        (&["before", "micron-2210"], 2),
        (&["before"], 2),
        (&["before", "nothing"], 2),
    ] {
        let args = [&["compare", "--metric", "rate"], args].concat();
        let output = fiord(&store, &args);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args:?} {}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
    }
}

#[test]
fn a_name_that_is_several_things_is_refused_with_the_choices() {
    let (folder, store) = store();
    std::fs::write(folder.path().join("before"), "nothing").unwrap();
    let all = ["before", "run:before", "file:before"].map(|base| {
        let args = ["compare", base, "slow"];
        screen(&args, &fiord(&store, &args))
    });
    assert_screen!(all.concat());
}

#[test]
fn the_catalogue_is_compared_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("none.sqlite");
    let all = [
        &["compare", "--list"][..],
        &["compare", "samsung-960-pro", "samsung-960-pro-2tb"],
    ];
    assert_screen!(all.map(|args| screen(args, &fiord(&store, args))).concat());
    // Published tables, judged row by row: what is wrong in them is not ranked.
    let output = fiord(
        &store,
        &["compare", "ssd-on-mac-vm-1", "ssd-on-mac-vm-2", "--json"],
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let cells = document["cells"].as_array().unwrap();
    assert!(cells.len() >= 10, "{}", text(&output.stdout));
    let verdicts = cells
        .iter()
        .map(|cell| cell["pairs"][0]["verdict"].as_str().unwrap());
    assert!(
        verdicts
            .clone()
            .all(|verdict| ["single-numbers", "not-compared"].contains(&verdict))
    );
}

#[test]
fn a_run_is_repeated_until_it_is_settled_against_a_baseline() {
    let (_folder, store) = store();
    let args = with(
        &[
            "run",
            "--no-store",
            "--baseline",
            "before",
            "--fail-if",
            "slower:5%",
            "--json",
        ],
        &["--sim_read_ns=120000"],
    );
    // A store that is read is not written.
    let output = fiord(&store, &args);
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(document["cells"][0]["pairs"][0]["verdict"], "slower");
    assert_eq!(document["results"][1]["runs"], 6);
    let output = fiord(
        &store,
        &with(&["run", "--no-store", "--baseline", "before"], &["--direct=1"]),
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

#[test]
fn two_jobs_run_in_turn_until_it_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let other = "--name=b --ioengine=sim --rw=randread --bs=4k --size=1g --number_ios=2000 --sim_service=exponential --sim_read_ns=64000";
    let args = with(&["run", "--json", "--vs", other], &[]);
    let output = fiord(&store, &args);
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let rate = &document["cells"][0]["pairs"][0];
    assert_eq!(
        (rate["verdict"].as_str(), rate["method"].as_str()),
        (Some("faster"), Some("signed-ranks"))
    );
    // The same draws for both: the interval has hardly any width. No I/O takes less than 100 ns, which makes the ratio a little smaller.
    let ratio = rate["ratio"].as_f64().unwrap();
    assert!((ratio - 1.25).abs() < 1e-5, "{rate}");
    let differs = document["differences"].to_string();
    assert!(differs.contains("sim_read_ns"), "{differs}");
    // Jobs of other directions are refused before anything is measured.
    let args = with(
        &["run", "--vs", "--name=b --ioengine=sim --rw=write --size=1g"],
        &[],
    );
    let said = text(&fiord(&store, &args).stderr);
    assert!(
        said.contains("the two jobs do not use the same directions") && said.lines().count() == 1,
        "{said}"
    );
    let args = with(&["run", "--vs", "--rw=nonsense"], &[]);
    assert_screen!(messages(&args, &fiord(&store, &args)));
}

/// A turn has one histogram of all its I/Os, so reads and writes of one side have rates, and no latencies: this is said.
#[test]
fn turns_with_reads_and_writes_are_compared_by_their_rates() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let job = format!(
        "--name=mix --filename={} --rw=randrw --bs=4k --size=4m --direct=1 --runtime=2 --time_based",
        file.display()
    );
    let mut args = vec!["run", "--json", "--vs", &job];
    args.extend(job.split(' '));
    let output = fiord(&folder.path().join("store.sqlite"), &args);
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    let cells = document["cells"].as_array().unwrap();
    let ddirs: Vec<_> = cells
        .iter()
        .map(|cell| cell["key"]["direction"].as_str().unwrap())
        .collect();
    assert_eq!(ddirs, ["read", "write"], "{document:#}");
    for cell in cells {
        assert!(cell["pairs"][0]["ratio"].is_number(), "{cell:#}");
    }
    assert!(cells[0]["values"][0]["runs"][0] == "pair 1", "{document:#}");
    let caveats = &document["results"][0]["caveats"];
    let said = "Latencies are not compared, because a side has several jobs or both reads and writes.";
    assert!(caveats.as_array().unwrap().contains(&said.into()), "{caveats:#}");
}

#[test]
fn results_are_pages_in_files() {
    let (folder, store) = store();
    let page = folder.path().join("page.html");
    let file = page.to_str().unwrap();
    let made = |args: &[&str]| {
        let output = fiord(&store, args);
        assert!(output.status.success(), "{args:?} {}", text(&output.stderr));
        let page = std::fs::read_to_string(&page).unwrap();
        assert!(
            page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"),
            "{page}"
        );
        format!("$ fiord {}\n{}\n", args.join(" "), page_text(&page))
    };
    let compared = made(&["compare", "before", "slow", "--html", file]);
    // Below its title, its verdict and its grade it tells of this machine.
    let reported = made(&["report", "before", "--html", file]);
    let reported: String = reported.split_inclusive('\n').take(6).collect();
    // Any document that has a page, from its file.
    let json = text(&fiord(&store, &["compare", "before", "slow", "--json"]).stdout);
    std::fs::write(folder.path().join("c.json"), json).unwrap();
    let again = made(&["report", "c.json", "--html", file]);
    assert_screen!([compared, reported, again].join("\n"));
    // A chart as PNG is twice as wide as its SVG, and is drawn: it has many more bytes than a white one of its size.
    let output = fiord(&store, &["report", "c.json", "--png", "rates"]);
    if cfg!(feature = "png") {
        let picture = output.stdout;
        let width = u32::from_be_bytes(picture[16..20].try_into().unwrap());
        assert!(picture.starts_with(b"\x89PNG\r\n") && width == 1500, "{width}");
        assert!(picture.len() > 10_000, "{} bytes", picture.len());
    } else {
        let said = text(&output.stderr);
        assert!(output.stdout.is_empty() && said.contains("--svg=rates"), "{said}");
    }
    let none = ["report", "c.json", "--png", "none"];
    let mut said = messages(&none, &fiord(&store, &none));
    let json = r#"{"fiord":{"document":"doctor","version":1}}"#;
    std::fs::write(folder.path().join("d.json"), json).unwrap();
    let pageless = ["report", "d.json", "--html", file];
    said += &messages(&pageless, &fiord(&store, &pageless));
    assert_screen!(said);
}

#[test]
fn texts_are_judged_as_results() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("none");
    let line = "   READ: bw=100MiB/s (105MB/s), 100MiB/s-100MiB/s (105MB/s-105MB/s), io=1000MiB (1049MB), run=10000-10000msec";
    std::fs::write(
        folder.path().join("r.txt"),
        format!("Run status group 0 (all jobs):\n{line}\n"),
    )
    .unwrap();
    let output = fiord(&store, &["explain", "--json", "--result", "r.txt"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    assert_eq!(document["results"][0]["written_by"], "fio-summary");
    std::fs::write(folder.path().join("n.txt"), "nothing at all\n").unwrap();
    let args = ["explain", "--result", "n.txt"];
    assert_screen!(messages(&args, &fiord(&store, &args)));
}

/// A disk whose requests take 20 ms, a copy of 25 ms that fiord cannot see, and the disk once more: in turn, so that what else the machine
/// does meets all three. What was served is the server's own account: it has the lateness of a loaded machine in it.
#[test]
fn a_throttled_copy_of_a_real_disk_is_slower_and_the_disk_is_not_slower_than_itself() {
    const RUNS: usize = 6;
    let truth = fiord_testbed::or_skip!("fuse", TruthDevice::new(16, Timing::us(20_000, 20_000, 1)));
    let folder = fiord_testbed::memory_folder();
    let store = folder.path().join("store.sqlite");
    let target = format!("--filename={}", truth.disk().path().display());
    let sides = [("fast", 20_000), ("slow", 25_000), ("again", 20_000)];
    let mut served = [(); 3].map(|()| Vec::new());
    for _ in 0..RUNS {
        for ((name, us), served) in sides.iter().zip(&mut served) {
            truth.file().set_timing(Timing::us(*us, *us, 1));
            let job = "--name=r --rw=randread --bs=4k --direct=1 --ioengine=psync --number_ios=24";
            let mut words = vec!["run", "--save", name];
            words.extend(job.split(' '));
            words.push(&target);
            truth.file().take_account();
            let output = fiord(&store, &words);
            assert!(output.status.success(), "{}", text(&output.stderr));
            served.push(truth.file().take_account().reads.mean_ns());
        }
    }
    let args = ["compare", "fast", "slow", "again", "--metric=rate", "--json"];
    let output = fiord(&store, &args);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs = &document["cells"][0]["pairs"];
    println!("{pairs:#}\nserved {served:?}");
    let verdict = |pair: usize| pairs[pair]["verdict"].as_str().unwrap();
    assert!(
        ["slower", "slightly-slower", "inconclusive"].contains(&verdict(0)),
        "{pairs:#}"
    );
    let middle = |means: &[f64]| fiord_stats::interval::median(means).unwrap();
    let by_server = |side: usize| middle(&served[0]) / middle(&served[side]);
    // What the server did not do by itself, nobody may see.
    let is_right = match verdict(1) {
        "slightly-faster" => by_server(2) > 1.0,
        "slightly-slower" => by_server(2) < 1.0,
        other => ["equivalent", "inconclusive"].contains(&other),
    };
    assert!(is_right, "{}: {pairs:#}", by_server(2));
    // Where the server kept its times, nothing else is right.
    let spread = served.iter().map(|means| {
        let (low, high) = means.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), ns| {
            (low.min(*ns), high.max(*ns))
        });
        high / low
    });
    if spread.fold(0.0, f64::max) < 1.03 {
        let interval = &pairs[0]["interval"];
        let (low, high) = (
            interval["low"].as_f64().unwrap(),
            interval["high"].as_f64().unwrap(),
        );
        let ratio = by_server(1);
        assert_eq!(verdict(0), "slower", "{pairs:#}");
        // Between server and job lies the same time for both, some percent of it.
        assert!(low <= ratio * 1.02 && high >= ratio * 0.98, "{ratio}: {pairs:#}");
    }
}

/// A file that is in the page cache on one side only: the first thing to look at, with the command that tests it.
#[test]
fn why_names_the_recorded_differences_and_their_tests() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = folder.path().join("store.sqlite");
    std::fs::write(folder.path().join("file"), vec![7; 4 << 20]).unwrap();
    let job = [
        "--name=j",
        "--filename=file",
        "--rw=randread",
        "--bs=4k",
        "--direct=0",
        "--size=4m",
    ];
    for (name, cache) in [("cold", "drop"), ("warm", "warm")] {
        assert!(fiord(&store, &["cache", cache, "file"]).status.success());
        let run = fiord(&store, &[&["run", "--save", name][..], &job].concat());
        assert!(run.status.success(), "{}", text(&run.stderr));
    }
    let output = fiord(&store, &["compare", "cold", "warm", "--why", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let suspects = document["why"]["suspects"].as_array().unwrap();
    let Some(cache) = suspects.iter().find(|one| one["kind"] == "page-cache") else {
        // A file system in memory has nothing else than the page cache.
        assert_ne!(document["why"], Value::Null);
        return;
    };
    assert_eq!(cache["possible_effect"], "large");
    assert_eq!(
        cache["commands"][0],
        serde_json::json!(["fiord", "cache", "drop", "file"])
    );
    let shown = text(&fiord(&store, &["compare", "cold", "warm", "--why", "--html=page.html"]).stdout);
    for line in [
        "page cache (possible effect: large)",
        "Not tested. Test: Drop the file",
        "fiord cache drop file",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("fiord cache drop file"));
    let three = fiord(&store, &["compare", "cold", "warm", "cold", "--why"]);
    assert_eq!(three.status.code(), Some(2));
    assert!(text(&three.stderr).contains("--why: needs two results"));
}

/// Two jobs in one run, six times: their rows against one of them.
#[test]
fn rows_of_one_result_are_compared_with_one_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("runs.sqlite");
    let job = |name: &'static str, service: &'static str| {
        let mut words = SIM.to_vec();
        words[0] = name;
        words.extend([service, "--stonewall"]);
        words
    };
    let jobs = [
        job("--name=fast", "--sim_read_ns=100000"),
        job("--name=slow", "--sim_read_ns=200000"),
    ]
    .concat();
    let run = fiord(
        &store,
        &[&["run", "--save=two", "--repeat=6"][..], &jobs].concat(),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    let compared = fiord(
        &store,
        &["compare", "two", "--base", "fast", "--metric=rate", "--json"],
    );
    let document: Value = serde_json::from_slice(&compared.stdout).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let cells = document["cells"].as_array().unwrap();
    assert_eq!(
        (cells.len(), &cells[0]["workload"]),
        (1, &Value::from("two")),
        "{document:#}"
    );
    let pair = &cells[0]["pairs"][0];
    assert_eq!(
        (&pair["base"], &pair["result"]),
        (&Value::from("fast"), &Value::from("slow"))
    );
    assert_eq!(pair["verdict"], "slower");
    let ratio = pair["ratio"].as_f64().unwrap();
    assert!((0.47..0.53).contains(&ratio), "{ratio}");
    // A part of the name is enough; the other direction.
    let args = ["compare", "two", "--base", "SLOW", "--metric=rate"];
    let shown = text(&fiord(&store, &args).stdout);
    assert!(
        shown.contains("faster") && shown.contains("All rows are from one result"),
        "{shown}"
    );
    assert!(
        !shown.contains("different occasions") && !shown.contains("no date"),
        "{shown}"
    );
    let wrong = [
        &["compare", "two", "--base", "medium"][..],
        &["compare", "two"],
        &["compare", "two", "two", "--base=fast"],
    ];
    assert_screen!(wrong.map(|args| messages(args, &fiord(&store, args))).concat());
}

/// The wait for the sync is what a writer sees. Both rows left their data in memory, so that they are compared, too.
#[test]
fn rows_with_syncs_are_compared_by_the_latencies_of_their_syncs() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = folder.path().join("runs.sqlite");
    let place = format!("--filename={}", folder.path().join("log").display());
    let job = |name: &'static str| {
        [
            name,
            "--rw=write",
            "--bs=4k",
            "--size=1m",
            &place,
            "--number_ios=100",
        ]
    };
    let jobs = [
        &job("--name=plain")[..],
        &job("--name=synced"),
        &["--fsync=1", "--stonewall"],
    ]
    .concat();
    let run = fiord(
        &store,
        &[&["run", "--save=logs", "--repeat=6", "--json"][..], &jobs].concat(),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    let document: Value = serde_json::from_slice(&run.stdout).unwrap();
    let of_syncs = |run: &Value| {
        let percentiles = &run["jobs"][1]["result"]["sync"]["lat"]["percentiles"];
        let mut all = percentiles.as_array().unwrap().iter();
        all.find(|one| one["percent"] == 50.0).unwrap()["ns"]
            .as_f64()
            .unwrap()
    };
    let mut measured: Vec<f64> = document["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(of_syncs)
        .collect();
    measured.sort_by(f64::total_cmp);
    let args = ["compare", "logs", "--base", "plain", "--metric=p50"];
    let json = fiord(&store, &[&args[..], &["--json"]].concat());
    assert!(json.status.success(), "{}", text(&json.stderr));
    let document: Value = serde_json::from_slice(&json.stdout).unwrap();
    let shown = document["cells"][0]["values"][1]["median"].as_f64().unwrap();
    let of_syncs = (measured[2] + measured[3]) / 2.0;
    assert_eq!(shown, of_syncs, "{measured:?}");
    // The same row has the same latency in a comparison of two results.
    let two = fiord(&store, &["compare", "logs", "logs", "--metric=p50", "--json"]);
    let document: Value = serde_json::from_slice(&two.stdout).unwrap();
    let cells = document["cells"].as_array().unwrap();
    let synced = cells
        .iter()
        .find(|cell| cell["key"]["sync"] == "fsync=1")
        .unwrap();
    assert_eq!(synced["values"][0]["median"].as_f64(), Some(of_syncs), "{synced}");
    let shown = text(&fiord(&store, &args).stdout);
    assert!(shown.contains("latencies of the syncs"), "{shown}");
}

#[test]
fn what_each_side_measured_is_said_where_one_is_invalid() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let store = folder.path().join("runs.sqlite");
    let file = |name: &str| {
        let path = folder.path().join(name);
        let file = std::fs::File::create(&path).unwrap();
        std::io::Write::write_all(&mut &file, &vec![0x5a; 4 << 20]).unwrap();
        file.sync_all().unwrap();
        format!("--filename={}", path.display())
    };
    let reads = ["--rw=randread", "--bs=4k", "--size=4m", "--number_ios=400"];
    let (cached, direct) = (file("cached"), file("direct"));
    let jobs = [
        &["--name=cached", &cached, "--direct=0", "--invalidate=0"][..],
        &reads,
        &[
            "--name=direct",
            &direct,
            "--direct=1",
            "--invalidate=1",
            "--stonewall",
        ],
        &reads,
    ]
    .concat();
    let run = fiord(
        &store,
        &[&["run", "--save=two", "--repeat=6"][..], &jobs].concat(),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    let args = ["compare", "two", "--base", "direct", "--metric=rate"];
    let shown = text(&fiord(&store, &args).stdout);
    let line = shown.lines().find(|line| line.starts_with("✗ two rate: "));
    let line = line.unwrap_or_else(|| panic!("{shown}"));
    let (own, base) = line.split_once("; ").unwrap();
    assert!(
        own.starts_with("✗ two rate: not compared: cached measured the page cache, ")
            && own.contains("(run 1: cache-read"),
        "{line}"
    );
    assert!(
        base.starts_with("direct measured ") && base.ends_with(" IOPS"),
        "{line}"
    );
}
