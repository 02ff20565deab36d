//! `run --layers` on a device of known truth. Counts and shares are held against the server's own account, not against times that were
//! set: the machine may be as busy as it likes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Stdio};

use fiord_host::Root;
use fiord_host::trace;
use fiord_record::layers::{AbsentPoint, DirectionSplit, LayerPoint, LayerRefusal, Layers};
use fiord_testbed::{
    Attribute, Mounted, Throttle, ThrottleLimit, Timing, TruthDevice, memory_folder, or_skip,
};
use serde_json::Value;

use crate::common::{document, finding, findings, fiord_run, text};
use crate::snapshot::assert_screen_without_figures;

fn layers(document: &Value) -> Layers {
    let layers = &document["record"]["evidence"]["layers"];
    serde_json::from_value(layers.clone()).unwrap_or_else(|error| panic!("{error}: {layers:#}"))
}

fn run(layers_word: &str, device: &Path, job: &str) -> (Value, Layers) {
    let target = format!("--filename={}", device.display());
    let given = format!("{layers_word} --no-store --name=r --bs=4k --direct=1 {job}");
    let mut words: Vec<&str> = given.split_whitespace().collect();
    words.push(&target);
    let folder = memory_folder();
    let document = document(folder.path(), &words);
    let layers = layers(&document);
    (document, layers)
}

fn reads(layers: &Layers) -> &DirectionSplit {
    layers.split.iter().find(|split| split.ddir == 0).unwrap()
}

/// The part of the mean latency spent between two points, in nanoseconds: stages that lie between them as a whole.
fn between_ns(split: &DirectionSplit, from: LayerPoint, to: LayerPoint) -> f64 {
    let stages = split.stages.iter();
    let within = stages.filter(|stage| from <= stage.from && stage.to <= to);
    within.map(|stage| stage.part_ns(split.joined)).sum()
}

fn job_ios(document: &Value) -> u64 {
    document["jobs"][0]["workers"][0]["ios"][0].as_u64().unwrap()
}

fn why_absent(split: &DirectionSplit, point: LayerPoint) -> Option<AbsentPoint> {
    split
        .absent
        .iter()
        .find(|(absent, _)| *absent == point)
        .map(|(_, why)| *why)
}

#[test]
fn at_depth_one_every_request_is_joined_and_the_server_counts_the_same() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 200, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let mut served = Vec::new();
    for ios in [100, 500] {
        let job = format!("--rw=randread --ioengine=psync --number_ios={ios}");
        truth.file().take_account();
        let (document, layers) = run("--layers=all", truth.disk().path(), &job);
        assert_eq!(layers.refused, [], "{layers:#?}");
        let split = reads(&layers);
        assert_eq!((job_ios(&document), split.ios, split.joined), (ios, ios, ios));
        let [device] = layers.devices.as_slice() else {
            panic!("{layers:#?}")
        };
        assert_eq!(
            (device.requests, device.ours, device.name.as_str()),
            (ios, ios, truth.disk().name())
        );
        assert_eq!((layers.counts.lost_events, layers.counts.disordered), (0, 0));
        assert_eq!(why_absent(split, LayerPoint::Fs), Some(AbsentPoint::NoFileSystem));
        // Every stage is of every I/O, and the parts are the whole.
        assert!(
            split.stages.iter().all(|stage| stage.times.count == ios),
            "{split:#?}"
        );
        let (sum, mean) = (split.sum_ns().unwrap(), split.lat.mean_ns().unwrap());
        assert!((sum - mean).abs() < 1.0, "{sum} of {mean}");
        let account = truth.file().take_account();
        let device_ns = split
            .stages
            .iter()
            .find(|stage| stage.to == LayerPoint::Complete)
            .unwrap();
        assert!(
            device_ns.times.min_ns >= account.reads.percentile_ns(0.0),
            "{device_ns:#?}"
        );
        assert!(device_ns.times.min_ns >= 500_000);
        served.push(account.reads.count());
    }
    // What else is read is read before each run alike: superblocks, samples of the content.
    assert_eq!(served[1] - served[0], 400, "{served:?}");
}

#[test]
fn a_wait_for_tags_is_found_where_it_is() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 200, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let _scheduler = or_skip!(
        "loop",
        Attribute::set(truth.disk().queue("scheduler"), "mq-deadline")
    );
    let _tags = or_skip!("loop", Attribute::set(truth.disk().queue("nr_requests"), "4"));
    let job = "--rw=randread --ioengine=io_uring --iodepth=32 --number_ios=2000";
    let (document, layers) = run("--layers=all", truth.disk().path(), job);
    assert_eq!(layers.refused, [], "{layers:#?}");
    let split = reads(&layers);
    assert_eq!((split.ios, split.joined), (2000, 2000));
    let waits = between_ns(split, LayerPoint::Queue, LayerPoint::Issue);
    let tags = between_ns(split, LayerPoint::Queue, LayerPoint::Request);
    assert!(tags >= 0.6 * waits, "{tags} of {waits}");
    assert!(layers.counts.retries > 0, "io_uring comes again: {layers:#?}");
    let found = finding(&document, "layer");
    assert_eq!(found["observed"]["cause"], "tags", "{found:#}");
}

#[test]
fn a_scheduler_takes_its_part_only_where_there_is_one() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 200, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    for (scheduler, absent) in [("none", Some(AbsentPoint::NoScheduler)), ("mq-deadline", None)] {
        let _set = or_skip!("loop", Attribute::set(truth.disk().queue("scheduler"), scheduler));
        let job = "--rw=randread --ioengine=psync --number_ios=200";
        let (_, layers) = run("--layers=all", truth.disk().path(), job);
        assert_eq!(layers.refused, [], "{layers:#?}");
        assert_eq!(
            why_absent(reads(&layers), LayerPoint::Insert),
            absent,
            "{scheduler}"
        );
    }
}

/// Runs a job in a control group, as a child of a shell that enters it.
fn run_in(limit: &Throttle, target: &Path, job: &str) -> (Value, Layers) {
    let script = format!("echo $$ > {} && exec \"$0\" \"$@\"", limit.procs().display());
    let words = format!("run --json --no-store --layers=all --name=r --bs=4k --direct=1 {job}");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_fiord")])
        .args(words.split_whitespace())
        .arg(format!("--filename={}", target.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
    let layers = layers(&document);
    (document, layers)
}

/// Four readers, so that the limit holds them back however slow the machine makes the device. The kernel hands the bios of a limited file
/// on in a thread of its own; they are known by their sectors.
#[test]
fn a_limit_waits_before_the_queue_and_not_in_the_block_layer() {
    let truth = or_skip!("fuse", TruthDevice::new(64, Timing::us(100, 100, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let device = truth.disk();
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&device.device));
    let file = mounted.path().join("f");
    let name = format!("--filename={}", file.display());
    let laid_out = fiord_run(
        mounted.path(),
        &[
            "--no-store",
            "--name=l",
            "--rw=read",
            "--size=4m",
            "--number_ios=1",
            &name,
        ],
    );
    assert!(laid_out.status.success(), "{}", text(&laid_out.stderr));
    let limit = or_skip!(
        "blkio",
        Throttle::new(&device.number(), &[ThrottleLimit::Reads(200)])
    );
    // Each reads its own quarter: of two I/Os of one block at one moment nobody knows which request is whose.
    let job = "--rw=randread --ioengine=psync --numjobs=4 --number_ios=100 --size=1m --offset_increment=1m --group_reporting";
    for (target, first) in [
        (file.as_path(), LayerPoint::Fs),
        (device.path(), LayerPoint::Submit),
    ] {
        let (document, layers) = run_in(&limit, target, job);
        assert_eq!(layers.refused, [], "{layers:#?}");
        let split = reads(&layers);
        assert_eq!((split.ios, split.joined), (400, 400));
        let mean = split.lat.mean_ns().unwrap();
        assert!(mean >= 4_500_000.0, "{split:#?}");
        let inside = between_ns(split, LayerPoint::Queue, LayerPoint::Issue);
        assert!(inside > 0.0 && inside < 0.1 * mean, "{inside} of {mean}");
        let before = between_ns(split, first, LayerPoint::Queue);
        assert!(before > inside, "{split:#?}");
        let found = crate::common::findings(&document, "layer");
        assert!(
            causes(&found).contains(&"limit".to_owned()),
            "{found:#?}\n{split:#?}"
        );
    }
}

#[test]
fn a_scheduler_that_has_more_than_the_device_takes_is_named() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 200, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let _scheduler = or_skip!(
        "loop",
        Attribute::set(truth.disk().queue("scheduler"), "mq-deadline")
    );
    // The loop device takes 128; the others wait where requests are put in order.
    let job = "--rw=randread --ioengine=io_uring --iodepth=256 --number_ios=4000";
    let (document, layers) = run("--layers=all", truth.disk().path(), job);
    assert_eq!(layers.refused, [], "{layers:#?}");
    let causes = causes(&findings(&document, "layer"));
    assert!(causes.contains(&"scheduler".to_owned()), "{causes:?}");
}

/// What the findings on layers say.
fn causes(findings: &[&Value]) -> Vec<String> {
    let causes = findings.iter().map(|found| &found["observed"]["cause"]);
    causes.map(|cause| cause.as_str().unwrap().to_owned()).collect()
}

/// ext4 takes the lock of the file for itself where a write fills a hole.
#[test]
fn writers_of_one_file_that_wait_for_its_lock_are_named() {
    let truth = or_skip!("fuse", TruthDevice::new(64, Timing::us(100, 2_000, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&truth.disk().device));
    let file = mounted.path().join("f");
    std::fs::File::create(&file).unwrap().set_len(16 << 20).unwrap();
    let job = "--rw=randwrite --ioengine=psync --numjobs=8 --number_ios=12 --size=2m --offset_increment=2m --fallocate=none";
    let (document, layers) = run("--layers=all", &file, job);
    assert_eq!(layers.refused, [], "{layers:#?}");
    let causes = causes(&findings(&document, "layer"));
    assert!(causes.contains(&"file_system".to_owned()), "{causes:?}");
}

/// The program stands still most of the time, whatever the machine does, and so most of its I/Os wait for it.
#[test]
fn a_program_that_does_not_run_when_its_io_is_done_is_named() {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
    use std::time::Duration;

    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 500, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let target = format!("--filename={}", truth.disk().device);
    let job = "run --layers=all --no-store --json --name=r --rw=randread --bs=4k --direct=1 --ioengine=psync --number_ios=40";
    let child = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(job.split(' '))
        .arg(&target)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // No other process can be meant when this one has gone.
    let process = pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).unwrap();
    let (ended, end) = std::sync::mpsc::channel();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || ended.send(child.wait_with_output().unwrap()).unwrap());
        loop {
            // It runs for a few I/Os, and stops for many; a child that has ended waits to be reaped or is gone.
            if let Ok(output) = end.recv_timeout(Duration::from_millis(4)) {
                break output;
            }
            let _ = pidfd_send_signal(&process, Signal::STOP);
            let early = end.recv_timeout(Duration::from_millis(150));
            let _ = pidfd_send_signal(&process, Signal::CONT);
            if let Ok(output) = early {
                break output;
            }
        }
    });
    assert!(output.status.success(), "{}", text(&output.stdout));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let layers = layers(&document);
    assert_eq!(layers.refused, [], "{layers:#?}");
    let causes = causes(&findings(&document, "layer"));
    assert!(causes.contains(&"wake_up".to_owned()), "{causes:?}");
}

/// So slow that nothing else can be more; the same result again as a file, in words, and drawn.
#[test]
fn a_slow_device_is_named_also_by_explain_and_in_charts() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(50_000, 50_000, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let job = "--rw=randread --ioengine=psync --number_ios=12";
    let (document, layers) = run("--layers=all", truth.disk().path(), job);
    assert_eq!(layers.refused, [], "{layers:#?}");
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let found = findings(&document, "layer")[0];
    assert_eq!(
        (&found["observed"]["cause"], &found["observed"]["ios"]),
        (&"device".into(), &12.into())
    );
    let saw = found["saw"].as_str().unwrap();
    assert_screen_without_figures!(saw);
    let stages = document["layers"]["directions"][0]["stages"].as_array().unwrap();
    let shares: f64 = stages.iter().map(|stage| stage["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{stages:#?}");
    let folder = memory_folder();
    let file = folder.path().join("r.json");
    std::fs::write(&file, document.to_string()).unwrap();
    let said = |words: &[&str]| {
        let output = crate::common::fiord(folder.path(), words);
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(said(&["explain", "--result", "r.json"]).contains(saw));
    let plot = said(&["report", "r.json", "--plot", "layers"]);
    assert!(plot.contains("issue→complete"), "{plot}");
    let svg = said(&["report", "r.json", "--svg", "layers"]);
    assert!(svg.starts_with("<svg") && svg.contains("issue→complete"), "{svg}");
}

/// One run of each cell more, which is in no number of the study.
#[test]
fn a_study_names_the_layer_that_costs_most_in_each_cell() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(5_000, 5_000, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let folder = memory_folder();
    let study = "name = \"two\"\nmetric = \"iops\"\n[job]\nioengine = \"psync\"\nrw = \"randread\"\nbs = \"4k\"\ndirect = 1\nsize = \"16m\"\nnumber_ios = 60\n[factors]\nnumjobs = [1, 2]\n[stop]\nrepeats = 1\n";
    std::fs::write(folder.path().join("s.toml"), study).unwrap();
    let device = truth.disk().device.as_str();
    let said = |words: &[&str]| {
        let output = crate::common::storing(folder.path(), words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let document = said(&["study", "run", "s.toml", device, "--layers", "--json"]);
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(crate::schema::problems(&document), [""; 0]);
    let layers = document["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 2, "{layers:#?}");
    for cell in layers {
        assert_eq!(cell["findings"][0]["observed"]["cause"], "device", "{cell:#}");
    }
    let summaries = document["summaries"].as_array().unwrap();
    assert!(
        summaries
            .iter()
            .all(|summary| summary["runs"].as_array().unwrap().len() == 1),
        "{summaries:#?}"
    );
    // What is stored says the same, and nothing is traced again.
    let report = said(&["study", "report", "1"]);
    for cell in layers {
        let saw = cell["findings"][0]["saw"].as_str().unwrap();
        assert!(report.contains(saw), "{report}");
    }
    let resumed: Value = serde_json::from_str(&said(&["study", "resume", "1", "--json"])).unwrap();
    assert_eq!(resumed["layers"], document["layers"]);
}

#[test]
fn a_buffer_that_is_too_small_refuses_the_split_and_counts_what_was_lost() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(0, 0, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let job = "--rw=randread --ioengine=io_uring --iodepth=32 --number_ios=20000";
    let (document, layers) = run("--layers=all --layers-buffer=4", truth.disk().path(), job);
    assert!(
        layers.counts.lost_events > 0 && layers.holding().is_empty(),
        "{layers:#?}"
    );
    assert!(
        matches!(layers.refused[0], LayerRefusal::LostEvents { lost } if lost == layers.counts.lost_events)
    );
    assert!(!document["findings"].to_string().contains("\"layer\""));
}

#[test]
fn a_file_s_stages_add_up_and_every_io_is_joined() {
    let truth = or_skip!("fuse", TruthDevice::new(64, Timing::us(300, 200, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let mounted = or_skip!("mount", Mounted::quiet_ext4(&truth.disk().device));
    let file = mounted.path().join("f");
    let job = "--size=4m --rw=randrw --ioengine=psync --number_ios=400";
    let (document, layers) = run("--layers=all", &file, job);
    assert_eq!(layers.refused, [], "{layers:#?}");
    let split = reads(&layers);
    assert_eq!(split.ios, job_ios(&document));
    assert!(layers.split.iter().all(|split| split.joined == split.ios
        && split.absent.iter().all(|(point, _)| {
            ![
                LayerPoint::Fs,
                LayerPoint::Queue,
                LayerPoint::Complete,
                LayerPoint::Done,
            ]
            .contains(point)
        })));
    let (sum, mean) = (split.sum_ns().unwrap(), split.lat.mean_ns().unwrap());
    assert!((sum - mean).abs() <= 0.02 * mean, "{sum} of {mean}");
}

#[test]
fn slices_say_what_tracing_costs_or_that_it_is_not_known() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(100, 100, 8)));
    or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let job = "--rw=randread --ioengine=psync --runtime=1 --time_based";
    let (document, layers) = run("--layers", truth.disk().path(), job);
    assert!(
        layers.seed.is_some() && layers.unavailable.is_none(),
        "{layers:#?}"
    );
    let split = reads(&layers);
    // Slices at whose edges an I/O was under way leave it out.
    assert!(split.ios + split.untraced.count <= job_ios(&document));
    assert!(split.untraced.count + split.ios > 0, "{split:#?}");
    let pairs = layers.cost.differences_ns.len();
    assert_eq!(layers.cost.interval.is_some(), pairs >= 30, "{pairs} pairs");
    if let Some(rate) = split.untraced_rate {
        // Whole slices only; what ended in them may have begun before.
        assert!(rate.ios <= job_ios(&document) && rate.bytes == 4096 * rate.ios && rate.time_ns > 0);
    }
}

#[test]
fn without_a_device_the_run_goes_on_and_says_why() {
    let folder = memory_folder();
    let words = [
        "--layers",
        "--no-store",
        "--name=r",
        "--rw=read",
        "--size=1m",
        "--filename=f",
    ];
    let output = fiord_run(folder.path(), &words);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("Layers: not available"),
        "{}",
        text(&output.stdout)
    );
}

#[test]
fn an_interrupted_run_leaves_no_instance() {
    let truth = or_skip!("fuse", TruthDevice::new(16, Timing::us(500, 500, 8)));
    let before = or_skip!(
        "tracefs",
        trace::list(&Root::system()).map_err(|why| why.to_string())
    );
    let target = format!("--filename={}", truth.disk().device);
    let mut child = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args([
            "run",
            "--layers",
            "--no-store",
            "--name=r",
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
        ])
        .args(["--runtime=60", "--time_based", &target])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let prefix = format!("fiord-{}-", child.id());
    let of_child = |name: &String| name.starts_with(&prefix);
    while !trace::list(&Root::system()).unwrap().iter().any(of_child) {
        std::thread::yield_now();
    }
    let pid = rustix::process::Pid::from_raw(child.id() as i32).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    child.wait().unwrap();
    let left = trace::list(&Root::system()).unwrap();
    assert!(!left.iter().any(of_child), "{before:?} before, {left:?}");
}
