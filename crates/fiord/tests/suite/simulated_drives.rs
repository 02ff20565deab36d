//! Simulated drives from the command line: what a run prints of them, and what studies conclude.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use serde_json::Value;

use crate::common::{storing, text};
use crate::schema;
use crate::snapshot::assert_screen;

/// Four planes, superblocks of 64 pages, full and in steady state.
const FLASH: &str = "--name=w --ioengine=sim --sim_model=ftl --sim_size=16m --size=16m --sim_planes=1 --sim_dies=1 --sim_block_pages=16 \
                     --sim_op=28 --sim_gc_low=1 --sim_fill=100 --sim_passes=4 --rw=randwrite --bs=4k --iodepth=32 --norandommap \
                     --io_size=32m --randseed=7";
const DISK: &str = "--name=d --ioengine=sim --sim_model=disk --rw=randread --bs=4k --size=900g --iodepth=4 --number_ios=2000 --randseed=7";

fn ok(folder: &Path, args: &str) -> String {
    let args: Vec<&str> = args.split_whitespace().collect();
    let output = storing(folder, &args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(folder: &Path, args: &str) -> Value {
    let document: Value = serde_json::from_str(&ok(folder, args)).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    document
}

#[test]
fn a_run_shows_the_inside_of_its_drive() {
    let folder = tempfile::tempdir().unwrap();
    let flash = ok(folder.path(), &format!("run {FLASH}"));
    let disk = ok(folder.path(), &format!("run {DISK}"));
    let inside = |text: &str| {
        let (_, inside) = text.split_once("Inside").unwrap();
        inside.split("\n\n").next().unwrap().to_owned()
    };
    assert_screen!("inside-flash", inside(&flash));
    assert_screen!("inside-disk", inside(&disk));
}

#[test]
fn the_same_seed_gives_the_same_document() {
    let folder = tempfile::tempdir().unwrap();
    for job in [FLASH, DISK] {
        let [first, again] = [(); 2].map(|()| json(folder.path(), &format!("run --json {job}")));
        let of = |document: &Value, field: &str| document.pointer(&format!("/{field}")).cloned();
        assert!(of(&first, "simulated").is_some_and(|drives| drives.is_array()));
        for field in ["simulated", "jobs", "verdict"] {
            let mut values = [of(&first, field), of(&again, field)];
            // The processor's time is not simulated.
            for value in values.iter_mut().flatten() {
                forget(
                    value,
                    &["pid", "user_us", "system_us", "cpu", "started_ns", "ended_ns"],
                );
            }
            assert_eq!(values[0], values[1], "{field}");
        }
    }
}

/// Removes members of these names, at any depth.
fn forget(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            members.values_mut().for_each(|value| forget(value, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| forget(value, names)),
        _ => {}
    }
}

#[test]
fn a_drive_that_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (options, words) in [
        ("--sim_model=ftl --sim_size=1t", "at most 67108864 pages"),
        (
            "--sim_model=ftl --sim_size=64m --sim_op=1",
            "set a larger `sim_op`",
        ),
        ("--sim_model=ftl --sim_gc=best", "greedy, fifo"),
        ("--sim_model=disk --sim_iops_limit=10", "have no effect"),
    ] {
        let args = format!("run --name=w --ioengine=sim --size=1m {options}");
        let args: Vec<&str> = args.split_whitespace().collect();
        let output = storing(folder.path(), &args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn studies_of_simulated_drives_conclude_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let steady = ok(folder.path(), "study run sim-fresh-to-steady --seed 1");
    for words in [
        "drive writes 2 is as fast as drive writes 5: 1.0",
        "drive writes 0.5 is faster than drive writes 5: 5.0",
        "The findings follow from the model of a simulated drive",
    ] {
        assert!(steady.contains(words), "{words}: {steady}");
    }
    assert!(!steady.contains("valid for this drive"), "{steady}");
    let sync = ok(folder.path(), "study run sim-sync-writes --seed 1");
    assert!(
        sync.contains("At fsync 1: sim_plp 1 is faster than sim_plp 0: "),
        "{sync}"
    );
    let full = ok(folder.path(), "study run sim-full-drive --quick --seed 1");
    assert!(full.contains("Best: full 50%"), "{full}");
}

/// Cells of a study that have a closed form: how far each is from it, as a ratio.
fn against_theory(study: &str) -> Vec<(String, f64)> {
    let folder = tempfile::tempdir().unwrap();
    let document = json(folder.path(), &format!("study run {study} --seed 1 --json"));
    assert!(!document["closed_forms"].as_array().unwrap().is_empty());
    let label = |cell: &Value| {
        let cells = document["cells"].as_array().unwrap();
        let found = cells.iter().find(|one| one["cell"] == *cell).unwrap();
        found["label"].as_str().unwrap().to_owned()
    };
    let summaries = document["summaries"].as_array().unwrap().iter();
    summaries
        .filter_map(|one| {
            let ratio = one["median"].as_f64().unwrap() / one["closed_form"].as_f64()?;
            Some((label(&one["cell"]), ratio))
        })
        .collect()
}

#[test]
fn studies_of_simulated_drives_agree_with_their_closed_forms() {
    for (study, cells) in [("sim-fresh-to-steady", 6), ("sim-disk-seek", 6)] {
        let seen = against_theory(study);
        assert_eq!(seen.len(), cells, "{seen:?}");
        assert!(
            seen.iter().all(|(_, ratio)| (ratio - 1.0).abs() < 0.02),
            "{seen:?}"
        );
    }
}

#[test]
fn the_transition_is_a_cliff_and_the_rest_is_steady_by_snia() {
    let folder = tempfile::tempdir().unwrap();
    let job = |passes: &str| {
        let job = FLASH.replace("--sim_passes=4", passes);
        let job = job.replace("--sim_size=16m --size=16m", "--sim_size=64m --size=64m");
        job.replace("--io_size=32m", "--runtime=60 --time_based")
    };
    let found = |document: &Value, trap: &str| {
        let findings = document["findings"].as_array().unwrap();
        findings.iter().any(|finding| finding["rule"] == trap)
    };
    let fresh = json(folder.path(), &format!("run --json {}", job("--sim_passes=0")));
    assert!(found(&fresh, "cliff"));
    let aged = json(folder.path(), &format!("run --json {}", job("--sim_passes=3")));
    assert!(!found(&aged, "cliff") && !found(&aged, "not-steady"));
    assert_eq!(aged["jobs"][0]["steady_state"]["snia"]["attained"], true);
}
