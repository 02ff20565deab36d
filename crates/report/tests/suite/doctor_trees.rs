//! Doctor on machines that are not here: each captured or written tree must be named for what it is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_messages::Lang;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fiord_host::changes::Setting;
use fiord_host::look::{self, Activity};
use fiord_host::{Machine, Root};
use fiord_job::plan::RunPlan;
use fiord_judge::case::Case;
use fiord_judge::{State, TrapId, When, judge_one};
use fiord_record::{Before, RunRecord};
use fiord_report::documents::Document;
use fiord_report::documents::doctor::{Doctor, Readiness};
use fiord_report::text::findings::Detail;
use fiord_testbed::tree;

fn trees() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/tests/trees")
}

struct Tree {
    _dir: tempfile::TempDir,
    root: Root,
}

fn open(name: &str) -> Tree {
    let dir = tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .unwrap();
    let archive = fs::read_to_string(trees().join(name).with_extension("txt")).unwrap();
    tree::unpack(&archive, dir.path()).unwrap();
    let root = Root::at(dir.path());
    Tree { _dir: dir, root }
}

fn doctor(name: &str, path: &str) -> Doctor {
    on(&open(name), path)
}

fn examine(machine: Machine, activity: Option<Activity>, read_latency: Vec<(String, Duration)>) -> Doctor {
    Doctor::examine(
        Before {
            machine: Some(machine),
            activity,
            read_latency,
            ..Before::default()
        },
        Lang::En,
    )
}

fn on(tree: &Tree, path: &str) -> Doctor {
    examine(Machine::look(&tree.root, Path::new(path)), None, Vec::new())
}

/// What the checks of this rule with this state saw, a line each.
fn seen(doctor: &Doctor, rule: &str, state: State) -> Vec<String> {
    let checks = doctor.checks.iter();
    checks
        .filter(|check| check.rule == rule && check.severity == state)
        .map(|check| format!("{} {rule}: {}", state.name(), check.saw))
        .collect()
}

/// Each rule came to its state, and what it saw is as accepted.
#[track_caller]
fn assert_says(name: &str, path: &str, expected: &[(&str, State)]) {
    let doctor = doctor(name, path);
    let mut lines = Vec::new();
    for (rule, state) in expected {
        let seen = seen(&doctor, rule, *state);
        assert!(!seen.is_empty(), "{name} {path}: no {rule} {state:?}");
        lines.extend(
            seen.into_iter()
                .filter(|line| !lines.contains(line))
                .collect::<Vec<_>>(),
        );
    }
    insta::assert_snapshot!(format!("{name}{}", path.replace('/', "-")), lines.join("\n"));
}

use State::{Care, Fine, Note, Unknown, Wrong};

#[test]
fn a_virtual_machine_is_named_as_badly_set_as_the_reports_found_theirs() {
    assert_says(
        "virtio-vm",
        "/root/file",
        &[
            ("scheduler", Care),
            ("rotational", Care),
            ("read-ahead", Care),
            ("wbt", Note),
            ("block-size", Note),
            ("cache-below", Note),
            ("system", Note),
            ("limits", Note),
        ],
    );
    let changes = doctor("virtio-vm", "/root/file").changes();
    let shown: Vec<_> = changes
        .iter()
        .map(|c| (c.device.as_str(), c.setting, c.to.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            ("vda", Setting::Scheduler, "none"),
            ("vda", Setting::Rotational, "0"),
            ("vda", Setting::ReadAheadKb, "128")
        ]
    );
}

#[test]
fn layers_that_change_the_answer_are_named() {
    assert_says(
        "server-lvm-linear",
        "/data/mysql",
        &[("stack", Care), ("stack", Care), ("numa", Care)],
    );
    assert_says("lvm-striped", "/data", &[("stack", Note)]);
    assert_says("lvm-striped-no-root", "/data", &[("stack", Note)]);
    assert_says("luks", "/", &[("stack", Care)]);
    assert_says("md-raid10", "/srv/x", &[("stack", Wrong)]);
    assert_says(
        "multipath-fc",
        "/san/file",
        &[("stack", Note), ("cache-below", Note)],
    );
    assert_says("thin-cache-bcache", "/thin", &[("stack", Care), ("stack", Note)]);
    assert_says("thin-cache-bcache", "/cached", &[("stack", Care)]);
    assert_says("thin-cache-bcache", "/bcache", &[("stack", Care)]);
}

#[test]
fn disks_are_named_by_what_stands_behind_them() {
    assert_says("sas-raid", "/data", &[("cache-below", Note)]);
    assert_says("iscsi", "/mnt/iscsi", &[("cache-below", Note)]);
    assert_says("aws-ebs", "/", &[("cloud-volume", Note), ("system", Note)]);
    assert_says("aws-ebs", "/scratch", &[("cloud-volume", Note)]);
    assert_says("azure", "/data", &[("cloud-volume", Note)]);
    assert_says("gcp", "/pd", &[("cloud-volume", Note)]);
    assert_says("gcp", "/ssd", &[("cloud-volume", Note)]);
    assert_says("alibaba-essd", "/data", &[("cloud-volume", Note)]);
    assert_says("sata-ssd", "/", &[("nr-requests", Note), ("health", Unknown)]);
}

#[test]
fn a_laptop_that_saves_power_is_named() {
    assert_says(
        "laptop-nvme",
        "/home/me/file",
        &[
            ("scheduler", Fine),
            ("rotational", Fine),
            ("read-ahead", Fine),
            ("health", Fine),
            ("governor", Care),
            ("frequency", Care),
            ("c-states", Care),
            ("smt", Note),
        ],
    );
    assert!(
        doctor("laptop-nvme", "/home/me/file").changes().is_empty(),
        "nothing to put right"
    );
}

#[test]
fn limits_of_a_container_are_named_with_their_numbers() {
    assert_says(
        "container-cgroup2",
        "/data/x",
        &[
            ("throttle", Care),
            ("throttle", Note),
            ("cgroup-memory", Care),
            ("system", Note),
        ],
    );
    assert_says(
        "container-cgroup1",
        "/",
        &[("throttle", Care), ("cgroup-memory", Care)],
    );
    // Where no disk is visible the limit may be on the one below.
    assert_says("container-cgroup2", "/tmp/x", &[("throttle", Care)]);
    // A limit on a disk that is not under the path says nothing about it.
    let tree = open("container-cgroup2");
    let max = tree
        .root
        .place(Path::new("/sys/fs/cgroup/kubepods.slice/pod1/app/io.max"));
    let text = fs::read_to_string(&max).unwrap();
    assert!(text.contains("259:0 "), "{text}");
    fs::write(&max, text.replace("259:0 ", "259:7 ")).unwrap();
    let elsewhere = examine(Machine::look(&tree.root, Path::new("/data/x")), None, Vec::new());
    let limits = seen(&elsewhere, "throttle", Care);
    assert!(limits.iter().all(|line| !line.contains("IOPS")), "{limits:?}");
}

#[test]
fn file_systems_that_do_more_than_place_blocks_are_named() {
    assert_says("zfs", "/tank/data/x", &[("fs-class", Care)]);
    assert_says("btrfs", "/home/x", &[("fs-class", Care), ("compression", Care)]);
    assert_says(
        "overlay-docker-host",
        "/var/lib/docker/overlay2/abc/merged/x",
        &[("fs-class", Care)],
    );
    assert_says("network-and-shared", "/nfs/x", &[("fs-class", Care)]);
    assert_says("network-and-shared", "/host/x", &[("fs-class", Care)]);
    assert_says("network-and-shared", "/fuse/x", &[("fs-class", Care)]);
    assert_says("network-and-shared", "/mem/x", &[("fs-class", Wrong)]);
    assert_eq!(
        doctor("network-and-shared", "/mem/x").verdict,
        Readiness::NotReady
    );
}

#[test]
fn what_is_missing_is_unknown_and_never_a_failure() {
    let empty = doctor("empty", "/data");
    for check in &empty.checks {
        assert!(
            check.severity == Unknown || check.rule == "swap",
            "{}: {:?} {}",
            check.rule,
            check.severity,
            check.saw
        );
    }
    assert_eq!(empty.verdict, Readiness::Unknown, "nothing wrong could be seen");
    for path in ["/", "/x", "/gone/x", "/on/itself/image", "", "relative"] {
        let broken = doctor("broken", path);
        assert!(
            broken.changes().is_empty(),
            "{path}: nothing is known well enough to change it"
        );
    }
}

#[test]
fn every_tree_has_a_page_that_fits_and_a_document() {
    let mut seen = 0;
    for entry in fs::read_dir(trees()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let tree = open(&name);
        for path in ["/", "/data/file", "/dev/sda", "/dev/nvme0n1"] {
            let doctor = on(&tree, path);
            for (width, detail) in [(40, Detail::Line), (80, Detail::Reasons), (160, Detail::Reasons)] {
                let text = doctor.page(detail, Lang::En).text(Some(width), false);
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{name} {path}: {line}");
                    assert_eq!(line, line.trim_end(), "{name} {path}");
                }
            }
            let json = serde_json::to_value(Document::new(doctor.clone())).unwrap();
            assert_eq!(crate::schema::problems(&json), [""; 0], "{name} {path}");
            assert_eq!(json["checks"].as_array().unwrap().len(), doctor.checks.len());
            assert_eq!(json["verdict"], doctor.verdict.name());
        }
        seen += 1;
    }
    assert!(seen >= 20, "{seen} trees");
}

#[test]
fn a_check_finds_what_needs_care() {
    // As a rule, a check finds what it saw where that needs care.
    let tree = open("virtio-vm");
    let before = Before {
        machine: Some(Machine::look(&tree.root, Path::new("/"))),
        ..Before::default()
    };
    let record = RunRecord::planned(RunPlan::default(), before);
    let found = judge_one(TrapId::Scheduler, When::Machine, &Case::of(&record));
    assert_eq!((found.len(), found[0].trap()), (1, TrapId::Scheduler));
    let nothing = RunRecord::planned(RunPlan::default(), Before::default());
    assert!(
        judge_one(TrapId::Scheduler, When::Machine, &Case::of(&nothing)).is_empty(),
        "without a machine nothing is found"
    );
}

/// The captured machine, with what happened on its disk in two seconds.
fn with_activity(reads: u64, sectors: u64, busy_ms: u64) -> Doctor {
    let tree = open("virtio-vm");
    let stats = tree.root.proc("diskstats");
    let line = |reads: u64, sectors: u64, busy: u64| {
        format!(" 254 0 vda {reads} 0 {sectors} 500 0 0 0 0 0 {busy} 1000 0 0 0 0 0 0\n")
    };
    fs::write(&stats, line(100, 800, 900)).unwrap();
    let before = look::glance(&tree.root);
    fs::write(&stats, line(100 + reads, 800 + sectors, 900 + busy_ms)).unwrap();
    let pid = tree.root.proc("4242");
    fs::create_dir(&pid).unwrap();
    fs::write(pid.join("io"), "rchar: 1\nread_bytes: 819200\nwrite_bytes: 0\n").unwrap();
    fs::write(pid.join("stat"), "4242 (mysqld) S 1").unwrap();
    let activity: Activity = look::glance(&tree.root).over(&before, Duration::from_secs(2));
    examine(
        Machine::look(&tree.root, Path::new("/")),
        Some(activity),
        Vec::new(),
    )
}

#[test]
fn another_user_of_the_disk_is_named_with_numbers() {
    let busy = with_activity(200_000, 800_000, 1700);
    assert_eq!(busy.verdict, Readiness::NotReady);
    let each = [
        seen(&busy, "foreign-io", Wrong),
        seen(&with_activity(200, 8000, 100), "foreign-io", Care),
        seen(&with_activity(0, 0, 0), "foreign-io", Fine),
        seen(&doctor("virtio-vm", "/"), "foreign-io", Unknown),
    ];
    insta::assert_snapshot!(each.concat().join("\n"));
}

#[test]
fn latency_is_the_witness_for_what_rotational_claims() {
    let judged = |tree: &str, path: &str, device: &str, micros: u64| {
        let tree = open(tree);
        let latency = vec![(device.to_owned(), Duration::from_micros(micros))];
        examine(Machine::look(&tree.root, Path::new(path)), None, latency)
    };
    let slow = judged("virtio-vm", "/", "vda", 8000);
    assert!(
        slow.changes().iter().all(|c| c.setting != Setting::Rotational),
        "so slow that it may turn: it is left alone"
    );
    let each = [
        seen(&judged("virtio-vm", "/", "vda", 200), "rotational", Care),
        seen(&slow, "rotational", Note),
        seen(&judged("laptop-nvme", "/", "nvme0n1", 80), "rotational", Fine),
        seen(&judged("laptop-nvme", "/", "nvme0n1", 9000), "rotational", Note),
    ];
    insta::assert_snapshot!(each.concat().join("\n"));
}
