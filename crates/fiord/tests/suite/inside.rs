//! What studies say about the inside of a drive, against simulated drives of known truth.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

/// One drive, the factor of its study, and whether an answer is right.
struct Drive {
    name: String,
    settings: String,
    factors: &'static str,
    is_right: Box<dyn Fn(&Value) -> bool + Sync>,
}

const DEPTHS: &str = "iodepth = [\"1\", \"2\", \"4\", \"8\", \"16\", \"32\", \"64\", \"128\"]";
const AMOUNTS: &str = "size = [\"16m\", \"32m\", \"64m\", \"96m\", \"128m\", \"192m\", \"256m\"]";
const READS: &str = "rw = \"randread\"\nbs = \"4k\"\nruntime = \"50ms\"\ntime_based = true\n";

fn number(shows: &Value, key: &str) -> f64 {
    shows[key].as_f64().unwrap()
}

/// Whether one of these numbers of units is the truth that the answer allows.
fn units(shows: &Value, truths: &[u64]) -> bool {
    let is_at_least = truths.iter().any(|truth| number(shows, "least") <= *truth as f64);
    let about = shows["about"].as_array();
    let is_about = about.is_none_or(|about| {
        let (low, high) = (about[0].as_u64().unwrap(), about[1].as_u64().unwrap());
        truths.iter().any(|truth| (low..=high).contains(truth))
    });
    shows["of"] == "units" && is_at_least && is_about
}

/// Flash drives by channels, dies of each, cells, page and bus. Where transfers take as long as the cells, channels limit as well as dies.
fn flash_drives() -> Vec<Drive> {
    let geometries = [(1, 1), (1, 2), (2, 1), (4, 1), (2, 4), (8, 1), (8, 4), (8, 8)];
    let cells = [
        ("tlc", "4k", 800_000_000_u64),
        ("slc", "16k", 800_000_000),
        ("qlc", "16k", 200_000_000),
    ];
    let drive = |((channels, dies), (cell, page, bus)): ((u64, u64), (&str, &str, u64))| {
        let size = (4 * channels * dies).max(32);
        let settings = format!(
            "{READS}size = \"{size}m\"\nsim_model = \"ftl\"\nsim_size = \"{size}m\"\nsim_planes = 1\nsim_block_pages = 4\nsim_fill = 100\nsim_op = 28\n\
             sim_channels = {channels}\nsim_dies = {dies}\nsim_cell = \"{cell}\"\nsim_page = \"{page}\"\nsim_bus_rate = {bus}\n"
        );
        Drive {
            name: format!("{channels} × {dies} dies of {cell}, {page} pages, {bus} B/s"),
            settings,
            factors: DEPTHS,
            is_right: Box::new(move |shows| units(shows, &[channels * dies])),
        }
    };
    let of = geometries
        .into_iter()
        .flat_map(|geometry| cells.map(|cell| (geometry, cell)));
    of.map(drive).collect()
}

/// Drives of constant times; some have an IOPS limit.
fn plain_drives() -> Vec<Drive> {
    let plain = |parallel: u64, limit: u64| Drive {
        name: format!("{parallel} units, {limit} IOPS"),
        settings: format!("{READS}size = \"64m\"\nsim_parallelism = {parallel}\nsim_iops_limit = {limit}\n"),
        factors: DEPTHS,
        is_right: Box::new(move |shows| units(shows, &[parallel])),
    };
    let drives = [
        (1, 0),
        (3, 0),
        (8, 0),
        (24, 0),
        (200, 0),
        (16, 50_000),
        (64, 100_000),
    ];
    drives
        .into_iter()
        .map(|(parallel, limit)| plain(parallel, limit))
        .collect()
}

/// Disks with arms, and what is only as slow.
fn slow_drives() -> Vec<Drive> {
    const BOTH: &str = "rw = [\"randread\", \"read\"]\niodepth = [\"1\", \"8\", \"32\"]";
    let slow = |name: &str, drive: &str, factors, right: &'static str| Drive {
        name: name.to_owned(),
        settings: format!("bs = \"4k\"\nrw = \"randread\"\nruntime = \"2s\"\ntime_based = true\n{drive}\n"),
        factors,
        is_right: Box::new(move |shows| shows["of"] == right),
    };
    let mut drives = Vec::new();
    for (rpm, ncq, size) in [
        (5400, 32, "900g"),
        (7200, 32, "900g"),
        (7200, 1, "900g"),
        (15_000, 32, "100g"),
        (7200, 32, "100g"),
    ] {
        let disk = format!("sim_model = \"disk\"\nsize = \"{size}\"\nsim_rpm = {rpm}\nsim_ncq = {ncq}");
        drives.push(slow(&format!("{rpm}/min, NCQ {ncq}, {size}"), &disk, BOTH, "arm"));
    }
    let limited = "size = \"64m\"\nsim_iops_limit = 100";
    drives.push(slow("100 IOPS", limited, BOTH, "slow-without-arm"));
    drives.push(slow(
        "far",
        "size = \"64m\"\nsim_read_ns = 5000000\nsim_parallelism = 64",
        BOTH,
        "slow-without-arm",
    ));
    let disk = "sim_model = \"disk\"\nsize = \"900g\"";
    drives.push(slow(
        "a disk, random only",
        disk,
        "iodepth = [\"1\", \"8\", \"32\"]",
        "maybe-arm",
    ));
    drives.push(slow(
        "100 IOPS, random only",
        limited,
        "iodepth = [\"1\", \"8\", \"32\"]",
        "maybe-arm",
    ));
    drives
}

/// Drives by the size of their SLC cache in MiB; 0: none.
fn caches() -> Vec<Drive> {
    let cache = |(mib, kind): (u64, &str)| Drive {
        name: format!("SLC cache of {mib} MiB, {kind}"),
        settings: format!(
            "rw = \"write\"\nbs = \"128k\"\niodepth = 8\nsim_model = \"ftl\"\nsim_size = \"512m\"\nsim_block_pages = 32\nsim_slc = \"{mib}m\"\n{kind}\n"
        ),
        factors: AMOUNTS,
        is_right: Box::new(move |shows| match mib {
            0 => shows["of"] == "no-cache-end",
            _ => {
                let truth = (mib << 20) as f64;
                let in_range =
                    || (number(shows, "least_bytes")..=number(shows, "most_bytes")).contains(&truth);
                shows["of"] == "cache-end" && in_range()
            }
        }),
    };
    let fold = "sim_slc_full = \"fold\"";
    [
        (0, ""),
        (32, ""),
        (48, ""),
        (64, ""),
        (80, ""),
        (100, ""),
        (128, ""),
        (64, fold),
        (100, fold),
    ]
    .into_iter()
    .map(cache)
    .collect()
}

/// What the study of a drive says about its inside.
fn says(drive: &Drive, folder: &std::path::Path) -> Option<Value> {
    let metric = if drive.factors == AMOUNTS {
        "bandwidth"
    } else {
        "iops"
    };
    let text = format!(
        "name = \"inside\"\ntitle = \"t\"\nabout = \"a\"\nmetric = \"{metric}\"\n[job]\nioengine = \"sim\"\nnorandommap = true\n{}[factors]\n{}\n[stop]\nrepeats = 6\n",
        drive.settings, drive.factors
    );
    let folder = tempfile::tempdir_in(folder).unwrap();
    let study = folder.path().join("s.toml");
    std::fs::write(&study, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["study", "run"])
        .arg(&study)
        .args(["--no-store", "--seed=7", "--json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {told}", drive.name);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = document["findings"].as_array().unwrap();
    let claims = findings.iter().map(|finding| &finding["claim"]);
    let mut inside = claims.filter(|claim| claim["kind"] == "inside");
    let first = inside.next().map(|claim| claim["shows"].clone());
    assert!(inside.next().is_none(), "{}", drive.name);
    first
}

#[test]
fn nine_of_ten_drives_are_told_rightly_and_no_ground_means_no_answer() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let drives: Vec<Drive> = [flash_drives(), plain_drives(), slow_drives(), caches()]
        .into_iter()
        .flatten()
        .step_by(fiord_testbed::every(8))
        .collect();
    // A study mostly waits.
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(drive) = drives.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let told = says(drive, folder.path());
                    answers.lock().unwrap().push((drive, told));
                }
            });
        }
    });
    let (mut wrong, mut with_form, mut silent) = (Vec::new(), 0, Vec::new());
    for (drive, told) in answers.into_inner().unwrap() {
        match told {
            None => silent.push(drive.name.clone()),
            Some(shows) => {
                with_form += usize::from(shows["about"].is_array());
                if !(drive.is_right)(&shows) {
                    wrong.push(format!("{}: {shows}", drive.name));
                }
            }
        }
    }
    println!(
        "{} drives, {} with a form, {} silent",
        drives.len(),
        with_form,
        silent.len()
    );
    println!("wrong: {wrong:#?}, silent: {silent:#?}");
    assert!(wrong.len() * 10 <= drives.len(), "{wrong:#?}");
    // An answer that is always "unknown" would be right, too.
    assert!(
        with_form * 10 >= drives.len() && silent.len() * 20 <= drives.len(),
        "{with_form} {silent:#?}"
    );
}
