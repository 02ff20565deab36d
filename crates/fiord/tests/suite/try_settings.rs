//! `fiord try`: a setting with a known effect is found, one without is not; every value is put back, however it ends. The file is
//! long, because all tests share one bed of devices.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use fiord_store::Store;
use fiord_testbed::{
    Attribute, Loop, Timing, TruthDevice, TruthFault, Zram, memory_folder, or_skip, patiently, queue_state,
    reachable_copy, skip,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{storing, text};
use crate::schema;
use crate::snapshot::{assert_screen, printed};

/// Trials until one has enough pairs.
const TRIES: usize = 3;

/// A loop device over random bytes in zram, past the page cache: its data comes from the device, and no other process uses it.
struct Bed {
    // In this order: the zram can go when no loop device uses it.
    device: Loop,
    _zram: Zram,
    folder: TempDir,
}

impl Bed {
    fn new(mib: u64) -> Result<Bed, String> {
        let zram = Zram::new(mib)?;
        let random = fs::File::open("/dev/urandom").unwrap();
        let mut to = fs::File::options().write(true).open(zram.device()).unwrap();
        std::io::copy(&mut random.take(mib << 20), &mut to).unwrap();
        to.sync_all().unwrap();
        let device = Loop::on(&zram.device(), true)?;
        // A loop device keeps the values of its last use: none of these are tried here.
        for (name, value) in [("read_ahead_kb", "128"), ("nomerges", "0")] {
            fs::write(device.queue(name), value).unwrap();
        }
        Ok(Bed {
            device,
            _zram: zram,
            folder: memory_folder(),
        })
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("undo")
    }

    fn state(&self) -> Vec<(PathBuf, String)> {
        queue_state(self.device.name())
    }

    /// `fiord try SETTINGS DEVICE …` with the journal.
    fn command(&self, settings: &[&str], job: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command
            .arg("try")
            .args(settings)
            .arg(&self.device.device)
            .arg("--journal")
            .arg(self.journal())
            .args(job)
            .current_dir(self.folder.path())
            .env("FIORD_STORE", "none")
            .stdin(Stdio::null());
        command
    }

    fn outcome(&self, settings: &[&str], job: &[&str]) -> Output {
        self.command(settings, job).output().unwrap()
    }

    fn json(&self, settings: &[&str], job: &[&str]) -> Value {
        let output = self.outcome(settings, &[job, &["--json"]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(schema::problems(&document), [""; 0]);
        document
    }

    fn restore(&self) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command
            .args(["doctor", "--restore", "--journal"])
            .arg(self.journal());
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// Starts a trial, and waits until its first run has its value.
    fn begun(&self) -> Child {
        self.begun_for("20s").0
    }

    /// Starts a trial in turns, and waits until a turn has its value.
    fn begun_in_turns(&self) -> (Child, BufReader<ChildStderr>) {
        let job = ["--rw=randread", "--bs=4k", "--direct=1"];
        let begun = self.begun_until(&["nomerges=1,2"], &job, "take turns of 0.25 s");
        let attribute = self.device.queue("nomerges");
        assert!(patiently(|| Attribute::value(&attribute).unwrap() != "0"));
        begun
    }

    /// Starts a trial, and waits until it says this; with what it says from then on.
    fn begun_until(&self, settings: &[&str], job: &[&str], words: &str) -> (Child, BufReader<ChildStderr>) {
        let mut command = self.command(settings, job);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        let mut lines = said.by_ref().lines().map(Result::unwrap);
        assert!(lines.any(|line| line.contains(words)));
        (child, said)
    }

    /// As [`Bed::begun`], with the time of a run; and what the trial says from then on.
    fn begun_for(&self, time: &str) -> (Child, BufReader<ChildStderr>) {
        let runtime = format!("--runtime={time}");
        let job = ["--rw=randread", "--bs=4k", "--direct=1", &runtime, "--time_based"];
        let begun = self.begun_until(&["read_ahead_kb=16,4096"], &job, "Block of runs 1 begins");
        let attribute = self.device.queue("read_ahead_kb");
        let now = || Attribute::value(&attribute).unwrap();
        assert!(patiently(|| ["16", "4096"].contains(&now().as_str())));
        // The trial reads its value back before the run.
        sleep(Duration::from_millis(100));
        begun
    }
}

/// The pair of the rate: the second value against the first.
fn rate(document: &Value) -> &Value {
    let cells = document["cells"].as_array().unwrap();
    let of_rate = |cell: &&Value| matches!(cell["metric"].as_str(), Some("iops" | "bandwidth"));
    let cell = cells.iter().find(of_rate).unwrap();
    &cell["pairs"][0]
}

#[test]
fn read_ahead_helps_sequential_reads_and_is_put_back() {
    let bed = or_skip!("loop", Bed::new(48));
    let before = bed.state();
    let document = bed.json(
        &["read_ahead_kb=0,4096"],
        &["--rw=read", "--bs=4k", "--direct=0", "--time=40s"],
    );
    let pair = rate(&document);
    assert_eq!(pair["base"], "read_ahead_kb=0", "{pair}");
    assert_eq!(pair["result"], "read_ahead_kb=4096", "{pair}");
    assert_eq!(pair["verdict"], "faster", "{pair}");
    assert!(pair["interval"]["low"].as_f64().unwrap() > 1.2, "{pair}");
    assert_eq!(bed.state(), before);
    assert!(!bed.journal().exists());
}

/// Requests of one page are slower than requests of a block: found in short turns of one run.
#[test]
fn the_size_of_requests_is_tried_in_turns() {
    let bed = or_skip!("loop", Bed::new(48));
    let before = bed.state();
    // It ends when the difference is clear: a machine that is busy with other tests needs more of the time.
    let output = bed.outcome(
        &["max_sectors_kb=4,128"],
        &["--rw=read", "--bs=256k", "--direct=1", "--time=180s", "--json"],
    );
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("turns of each value were completed"), "{said}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    let pair = rate(&document);
    assert_eq!(pair["result"], "max_sectors_kb=128", "{pair}");
    assert_eq!(pair["verdict"], "faster", "{pair} {said}");
    assert_eq!(bed.state(), before);
    assert!(!bed.journal().exists());
}

/// Each request takes 2 ms at any depth: four at a time do at most 2,000 per second, sixteen four times as many.
#[test]
fn the_number_of_requests_is_tried_in_turns() {
    let device = or_skip!("fuse", TruthDevice::new(16, Timing::us(2_000, 2_000, 16)));
    let folder = memory_folder();
    let before = queue_state(device.disk().name());
    let journal = folder.path().join("undo");
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["try", "nr_requests=4,64", "--journal"])
        .args([journal.as_path(), Path::new(device.disk().path())])
        .args(["--rw=randread", "--bs=4k", "--direct=1", "--ioengine=libaio"])
        .args(["--iodepth=16", "--time=30s", "--json"])
        .env("FIORD_STORE", "none")
        .output()
        .unwrap();
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("turns of each value were completed"), "{said}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let pair = rate(&document);
    assert_eq!(pair["verdict"], "faster", "{pair}");
    assert!(pair["ratio"].as_f64().unwrap() > 1.5, "{pair}");
    let cells = document["cells"].as_array().unwrap();
    let of_four = cells.iter().find(|cell| cell["metric"] == "iops").unwrap();
    let of_four = of_four["values"][0]["median"].as_f64().unwrap();
    assert!(of_four <= 2_200.0, "{of_four}");
    assert_eq!(queue_state(device.disk().name()), before);
    assert!(!journal.exists());
}

/// A device that fails in the middle of a turn: the trial fails, and every value is put back.
#[test]
fn a_job_that_fails_in_a_turn_puts_values_back() {
    let device = or_skip!("fuse", TruthDevice::new(1, Timing::us(100, 100, 8)));
    let (disk, folder) = (device.disk(), memory_folder());
    let (before, journal) = (queue_state(disk.name()), folder.path().join("undo"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["try", "nomerges=1,2", "--journal"])
        .args([journal.as_path(), disk.path()])
        .args(["--rw=randread", "--bs=4k", "--direct=1"])
        .env("FIORD_STORE", "none")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let attribute = disk.queue("nomerges");
    assert!(patiently(|| Attribute::value(&attribute).unwrap() != "0"));
    (0..256).for_each(|block| device.file().set_fault(block, TruthFault::Error));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{said}");
    assert_eq!(queue_state(disk.name()), before, "{said}");
    assert!(!journal.exists(), "{said}");
}

#[test]
fn a_trial_in_turns_puts_values_back_however_it_ends() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    for signals in [
        vec![Signal::INT],
        vec![Signal::INT, Signal::INT],
        vec![Signal::QUIT],
    ] {
        let (mut child, _said) = bed.begun_in_turns();
        for signal in &signals {
            let _ = kill_process(Pid::from_child(&child), *signal);
        }
        let status = child.wait().unwrap();
        assert!(
            status.code().is_none_or(|code| code == 128),
            "{signals:?}: {status}"
        );
        assert_eq!(bed.state(), before, "{signals:?}");
        assert!(!bed.journal().exists(), "{signals:?}");
    }
    let (mut child, _said) = bed.begun_in_turns();
    child.kill().unwrap();
    child.wait().unwrap();
    bed.restore();
    assert_eq!(bed.state(), before);
    // What another program sets during a turn stays, and ends the trial.
    let (mut child, said) = bed.begun_in_turns();
    let other = bed.device.queue("nomerges");
    // Between two turns nothing is set, and the value would only be found: set it until the trial has seen it. A moment after the trial has set
    // its value, so that it has read it back.
    let is_set = || Attribute::value(&other).unwrap() == "2";
    assert!(patiently(|| {
        if is_set() {
            sleep(Duration::from_millis(20));
            if is_set() {
                fs::write(&other, "0").unwrap();
            }
        }
        child.try_wait().unwrap().is_some()
    }));
    let said: Vec<String> = said.lines().map(Result::unwrap).collect();
    assert!(
        said.join(" ").contains("another program set 0 during a run"),
        "{said:?}"
    );
    assert!(!bed.journal().exists());
}

#[test]
fn a_setting_without_effect_is_called_no_difference() {
    let bed = or_skip!("loop", Bed::new(16));
    let before = bed.state();
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=30s",
        "--runtime=500ms",
        "--time_based",
    ];
    // Single random reads have no neighbours to be merged with.
    let document = bed.json(&["nomerges=0,2"], &job);
    let pair = rate(&document);
    // Beside other tests the interval may be wide; a difference beyond the margin is never claimed.
    let verdict = pair["verdict"].as_str().unwrap();
    assert!(!["faster", "slower"].contains(&verdict), "{pair}");
    assert!(pair["interval"]["high"].as_f64().is_some(), "{pair}");
    assert_eq!(bed.state(), before);
}

#[test]
fn the_page_has_a_row_for_each_value_and_the_largest_effect_left() {
    let bed = or_skip!("loop", Bed::new(8));
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=15s",
        "--runtime=100ms",
        "--time_based",
    ];
    let bound = "the effect is between ";
    // A busy machine may not finish ten pairs in the time.
    let mut tries = (0..TRIES).map(|_| bed.outcome(&["rq_affinity=0,1", "nomerges=0,2"], &job));
    let output = tries.find(|output| text(&output.stdout).contains(bound));
    let output = output.expect("no trial had ten pairs");
    let (page, said) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{said}");
    for name in [
        "rq_affinity=0 nomerges=0 (base): ",
        "rq_affinity=0 nomerges=2: ",
        "rq_affinity=1 nomerges=0: ",
        "rq_affinity=1 nomerges=2: ",
    ] {
        assert!(page.contains(name), "{name}: {page}");
    }
    let devices = format!("rq_affinity of {0}, nomerges of {0}.", bed.device.name());
    assert!(said.contains(&devices), "{said}");
}

/// A simulated device does not know the setting: exactly no effect.
#[test]
fn the_page_of_exactly_no_effect() {
    let bed = or_skip!("loop", Bed::new(8));
    let job = "--name=s --ioengine=sim --rw=randread --bs=4k --size=4m --number_ios=500";
    let mut screens = String::new();
    for form in [None, Some("--md")] {
        let words: Vec<&str> = job.split(' ').chain(form).collect();
        let output = bed.outcome(&["nomerges=0,2"], &words);
        let line = [&["try", "nomerges=0,2", "/dev/loop0"], words.as_slice()].concat();
        screens += &printed(&line, &output);
    }
    assert_screen!(screens);
}

#[test]
fn a_directory_gets_a_test_file_that_goes_away() {
    let bed = or_skip!("zram", crate::common::Bed::new(96));
    let journal = memory_folder();
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["try", "read_ahead_kb=64,256"])
        .arg(bed.path())
        .args([
            "--rw=randwrite",
            "--bs=64k",
            "--direct=1",
            "--time=5s",
            "--runtime=100ms",
        ])
        .arg("--journal")
        .arg(journal.path().join("undo"))
        .env("FIORD_STORE", "none")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let left: Vec<String> = fs::read_dir(bed.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lost+found")
        .collect();
    assert_eq!(left, [""; 0]);
}

/// Options of the mount are tried by a remount; an ext4 without barriers sends no flushes, which needs consent.
#[test]
fn options_of_a_mount_are_tried() {
    let bed = or_skip!("zram", crate::common::Bed::new(96));
    let dir = memory_folder();
    let mount = || {
        let table = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let point = format!(" {} ", bed.path().display());
        let line = table.lines().find(|line| line.contains(&point)).unwrap();
        line.to_owned()
    };
    let before = mount();
    let journal = dir.path().join("undo");
    let tried = |settings: &[&str], more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
        command.arg("try").args(settings).arg(bed.path());
        command.args([
            "--rw=randwrite",
            "--direct=1",
            "--bs=4k",
            "--size=4m",
            "--time=5s",
            "--runtime=50ms",
        ]);
        command
            .arg("--journal")
            .arg(&journal)
            .args(more)
            .env("FIORD_STORE", "none");
        command.output().unwrap()
    };
    let output = tried(&["atime=relatime,noatime", "commit=5,30"], &[]);
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains(&format!("atime of {}", bed.path().display())),
        "{said}"
    );
    assert_eq!(mount(), before);
    let consent = format!("--allow-no-flush={}", bed.path().display());
    let output = tried(&["barrier=1,0"], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains(&consent),
        "{}",
        text(&output.stderr)
    );
    assert!(tried(&["barrier=1,0"], &[&consent]).status.success());
    assert_eq!(mount(), before);
    assert!(!journal.exists());
    // A journal mode is chosen at the first mount.
    let output = tried(&["data=ordered,journal"], &[]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn signals_end_it_with_every_value_put_back() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    for signal in [Signal::INT, Signal::TERM] {
        let (mut child, said) = bed.begun_for("20s");
        kill_process(Pid::from_child(&child), signal).unwrap();
        let said: Vec<String> = said.lines().map(Result::unwrap).collect();
        assert_eq!(child.wait().unwrap().code(), Some(128), "{signal:?}");
        let restored = "Interrupted. The original values of the settings are restored.";
        assert!(said.join(" ").contains(restored), "{said:?}");
        assert_eq!(bed.state(), before, "{signal:?}");
        assert!(!bed.journal().exists(), "{signal:?}");
    }
}

/// The second signal, or SIGQUIT, ends the process at once, after every value was put back.
#[test]
fn signals_that_end_it_at_once_put_every_value_back() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    for signals in [
        [Signal::INT, Signal::INT],
        [Signal::TERM, Signal::HUP],
        [Signal::QUIT; 2],
    ] {
        let mut child = bed.begun();
        for signal in signals {
            let _ = kill_process(Pid::from_child(&child), signal);
        }
        let status = child.wait().unwrap();
        assert!(
            status.code().is_none_or(|code| code == 128),
            "{signals:?}: {status}"
        );
        assert_eq!(bed.state(), before, "{signals:?}");
        assert!(!bed.journal().exists(), "{signals:?}");
    }
}

/// A run with another value than its own does not count: the trial ends and says so.
#[test]
fn a_value_that_another_program_sets_ends_it() {
    let bed = or_skip!("loop", Bed::new(8));
    let attribute = bed.device.queue("read_ahead_kb");
    let found = Attribute::value(&attribute).unwrap();
    for other in [found.clone(), "512".to_owned()] {
        let (mut child, said) = bed.begun_for("2s");
        fs::write(&attribute, &other).unwrap();
        let said: Vec<String> = said.lines().map(Result::unwrap).collect();
        let expected = format!("another program set {other} during a run");
        assert_eq!(child.wait().unwrap().code(), Some(2), "{said:?}");
        assert!(said.join(" ").contains(&expected), "{said:?}");
        // It is the other program's value now.
        assert_eq!(Attribute::value(&attribute).unwrap(), other);
        assert!(!bed.journal().exists());
        fs::write(&attribute, &found).unwrap();
    }
}

/// Flushes of all programs end with `write through`: the device must be named.
#[test]
fn no_flushes_only_with_consent() {
    let bed = or_skip!("loop", Bed::new(8));
    if Attribute::value(&bed.device.queue("write_cache")).unwrap() != "write back" {
        return skip("loop", "a loop device without flushes");
    }
    let before = bed.state();
    let setting = "write_cache=write back,write through";
    let consent = format!("--allow-no-flush={}", bed.device.device);
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=5s",
        "--runtime=100ms",
    ];
    for other in [
        "--allow-no-flush=/dev/null".to_owned(),
        format!("--allow-destroy={}", bed.device.device),
    ] {
        let output = bed.outcome(&[setting], &[job.as_slice(), &[&other]].concat());
        assert_eq!(output.status.code(), Some(2), "{other}");
        assert!(
            text(&output.stderr).contains(&consent),
            "{}",
            text(&output.stderr)
        );
        assert!(!bed.journal().exists());
    }
    let output = bed.outcome(&[setting], &[job.as_slice(), &[&consent]].concat());
    let said = text(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("the kernel sends no cache flushes for"), "{said}");
    assert_eq!(bed.state(), before);

    let mut fix = Command::new(env!("CARGO_BIN_EXE_fiord"));
    let set = [
        "doctor",
        "--fix",
        "--only",
        "write_cache",
        "--set",
        "write_cache=write through",
        "--journal",
    ];
    fix.args(set).arg(bed.journal()).arg(&bed.device.device);
    let output = fix.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains(&consent),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(bed.state(), before);
    assert!(fix.arg(&consent).output().unwrap().status.success());
    assert_ne!(bed.state(), before);
    assert!(bed.restore().status.success());
    assert_eq!(bed.state(), before);
}

/// A scheduler comes with its own depth, whichever was typed first.
#[test]
fn a_scheduler_does_not_undo_the_depth_beside_it() {
    let bed = or_skip!("loop", Bed::new(8));
    let offered = fs::read_to_string(bed.device.queue("scheduler")).unwrap();
    if !offered.contains("mq-deadline") {
        return skip("loop", "no mq-deadline");
    }
    let before = bed.state();
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=5s",
        "--runtime=50ms",
    ];
    for settings in [
        ["nr_requests=16,32", "scheduler=none,mq-deadline"],
        ["scheduler=mq-deadline,none", "nr_requests=16,32"],
    ] {
        let output = bed.outcome(&settings, &job);
        assert!(output.status.success(), "{settings:?}: {}", text(&output.stderr));
        assert_eq!(bed.state(), before, "{settings:?}");
    }
}

#[test]
fn a_killed_trial_is_put_back_by_restore_and_the_next_one_says_so() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let mut child = bed.begun();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_ne!(bed.state(), before);
    let job = ["--rw=randread", "--bs=4k", "--direct=1"];
    let output = bed.outcome(&["rq_affinity=0,1"], &job);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("run `fiord doctor --restore --journal="), "{said}");
    assert!(bed.restore().status.success());
    assert_eq!(bed.state(), before);
    assert!(!bed.journal().exists());
}

/// What a killed trial left is named in the journal; what is not of a trial stays.
#[test]
fn restoring_removes_the_directory_of_a_killed_trial() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    let restored = |directory: &str| {
        std::fs::create_dir(at(directory)).unwrap();
        std::fs::write(at(directory).join(".made-by-fiord-try"), "fiord try\n").unwrap();
        std::fs::write(at(directory).join("try.0.0"), "data").unwrap();
        let journal = format!("fiord undo 2\t{boot}trial\t{}\n", at(directory).display());
        std::fs::write(at("undo"), journal).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(["doctor", "--restore", "--journal"])
            .arg(at("undo"))
            .output()
            .unwrap();
        assert!(output.status.success() && !at("undo").exists(), "{output:?}");
        text(&output.stderr)
    };
    let said = restored(".fiord-try-aaaaaa");
    assert!(
        said.contains(".fiord-try-aaaaaa: removed; a trial that was killed"),
        "{said}"
    );
    assert!(!at(".fiord-try-aaaaaa").exists());
    assert_eq!(restored("results"), "");
    assert!(at("results/try.0.0").exists());
}

/// Restoring below a trial would make it measure the wrong values.
#[test]
fn a_trial_that_runs_is_named_and_its_settings_stay() {
    let bed = or_skip!("loop", Bed::new(8));
    let mut child = bed.begun();
    let during = bed.state();
    let running = format!("pid {} is running", child.id());
    let second = bed.outcome(&["rq_affinity=0,1"], &["--rw=randread", "--bs=4k", "--direct=1"]);
    let looked = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["doctor", "--no-look", "--journal"])
        .args([bed.journal().as_path(), Path::new(&bed.device.device)])
        .output();
    for (output, is_refused) in [(second, true), (bed.restore(), true), (looked.unwrap(), false)] {
        let said = text(&output.stderr);
        assert_eq!(output.status.code() == Some(2), is_refused, "{said}");
        assert!(said.contains(&running), "{said}");
        assert!(said.contains(" try read_ahead_kb=16,4096 "), "{said}");
    }
    assert_eq!(bed.state(), during);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    child.wait().unwrap();
    assert!(bed.restore().status.success());
    let left: Vec<_> = fs::read_dir(bed.folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The largest number of requests is that of the device's tags.
#[test]
fn a_refused_number_of_requests_names_the_largest() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let output = bed.outcome(
        &["nr_requests=4,999999"],
        &["--rw=randread", "--bs=4k", "--direct=1"],
    );
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("the kernel refuses 999999; use "), "{said}");
    assert_eq!(bed.state(), before);
}

/// Nine blocks do not fit into the time: that is known before the first.
#[test]
fn a_time_that_is_too_short_is_said_before_and_after() {
    let bed = or_skip!("loop", Bed::new(8));
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=5s",
        "--runtime=2s",
        "--time_based",
    ];
    let output = bed.outcome(&["read_ahead_kb=16,4096"], &job);
    let said = text(&output.stderr);
    let before = "--time=5s is too short for a comparison: 9 blocks of 2 runs of 2 s need --time=1m.";
    assert!(said.contains(before), "{said}");
    assert!(said.contains("and a comparison needs 9. Set --time="), "{said}");
}

#[test]
fn what_cannot_be_set_is_refused_before_anything_is_changed() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let read = ["--rw=randread", "--bs=4k"].as_slice();
    let write = ["--rw=randwrite", "--bs=4k"].as_slice();
    for (settings, job, expected) in [
        (["read_ahead=1,2"].as_slice(), read, "did you mean read_ahead_kb?"),
        (&["colour=1,2"], read, "cannot be set; use one of scheduler"),
        (&["scheduler=none,fast"], read, "scheduler=fast: not a value"),
        (&["nomerges=0,3"], read, "use a number from 0 to 2"),
        (&["nomerges=0,-1"], read, "use a number from 0 to 2"),
        (&["vm.dirty_ratio=10,101"], read, "use a number from 0 to 100"),
        (&["vm.nomerges=0,1"], read, "cannot be set"),
        (&["nomerges=0"], read, "only one value"),
        (&["nomerges=0,0"], read, "given twice"),
        (&["nomerges=0,1", "nomerges=0,2"], read, "given twice"),
        (&["nomerges=0,1,2", "rq_affinity=0,1,2"], read, "more than 8"),
        (&["nomerges=0,"], read, "a value is missing"),
        // The kernel makes 4 of 5: pages.
        (&["read_ahead_kb=5,128"], read, "the kernel set 4 instead of 5"),
        (&["nomerges=0,1"], write, "the job writes but names no file"),
        (
            &["dirty_ratio=10,20", "dirty_bytes=1000000,2000000"],
            read,
            "settings that do not change each other",
        ),
        // A setting of one disk, a job on another.
        (
            &["nomerges=0,1"],
            &["--rw=randread", "--bs=4k", "--filename=/proc/self/exe"],
            "no file of the job is on this device",
        ),
    ] {
        let output = bed.outcome(settings, job);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{settings:?}: {said}");
        assert!(said.contains(expected), "{settings:?}: {said}");
        assert!(text(&output.stdout).is_empty());
        assert_eq!(bed.state(), before, "{settings:?}");
        assert!(!bed.journal().exists(), "{settings:?}");
    }
    // The guards of `fiord run` are those of the job.
    let made = Command::new("mkfs.ext4")
        .args(["-q", "-F"])
        .arg(&bed.device.device)
        .status();
    assert!(made.unwrap().success());
    let content = fs::read(&bed.device.device).unwrap();
    let name = format!("--filename={}", bed.device.device);
    let output = bed.outcome(&["nomerges=0,1"], &[&name, "--rw=randwrite", "--bs=4k"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("--allow-destroy"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(bed.state(), before);
    assert!(fs::read(&bed.device.device).unwrap() == content);
}

#[test]
fn limits_of_dirty_pages_come_back_with_the_kind_of_limit() {
    let bed = or_skip!("loop", Bed::new(8));
    let limits = || {
        [
            "dirty_bytes",
            "dirty_ratio",
            "dirty_background_bytes",
            "dirty_background_ratio",
        ]
        .map(|name| fs::read_to_string(Path::new("/proc/sys/vm").join(name)).unwrap())
    };
    let before = limits();
    let job = [
        "--rw=randread",
        "--bs=4k",
        "--direct=1",
        "--time=5s",
        "--runtime=100ms",
    ];
    for setting in ["vm.dirty_bytes=268435456,536870912", "dirty_background_ratio=5,7"] {
        let output = bed.outcome(&[setting], &job);
        assert!(output.status.success(), "{setting}: {}", text(&output.stderr));
        assert_eq!(limits(), before, "{setting}");
    }
    // 0 bytes say that the limit in percent holds: it is a value where it is found.
    if before[0].trim() == "0" {
        let output = bed.outcome(&["vm.dirty_bytes=0,268435456"], &job);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(limits(), before);
    }
}

#[test]
fn without_root_nothing_is_tried() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let reachable = reachable_copy(env!("CARGO_BIN_EXE_fiord"));
    let output = Command::new("setpriv")
        .args(["--reuid", "65534", "--regid", "65534", "--clear-groups"])
        .arg(reachable.path().join("fiord"))
        .args([
            "try",
            "nomerges=0,2",
            &bed.device.device,
            "--rw=randread",
            "--bs=4k",
        ])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("changing them needs root"), "{said}");
    assert_eq!(bed.state(), before);
}

/// Reads of a study with read-ahead as a factor.
fn study(settings: &str) -> String {
    format!(
        "name = \"s\"\n[job]\nrw = \"read\"\nbs = \"4k\"\nsize = \"4m\"\n[setting]\n{settings}\n[stop]\nrepeats = 6\n"
    )
}

impl Bed {
    /// `fiord study …` with the journal; the study `text` is `s.toml`.
    fn study(&self, text: &str, args: &[&str]) -> Command {
        fs::write(self.folder.path().join("s.toml"), text).unwrap();
        let mut command = storing(self.folder.path(), &[&["study"], args].concat());
        command.arg("--journal").arg(self.journal()).stdin(Stdio::null());
        command
    }
}

/// Each run of a study has the settings of its cell, as the facts beside it say; afterwards all is as it was.
#[test]
fn a_study_sets_what_its_cells_need() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let text = study("read_ahead_kb = [16, 4096]\nnomerges = 2");
    let output = bed
        .study(&text, &["run", "s.toml", &bed.device.device])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text_of(&output));
    assert!(
        text_of(&output).contains("read_ahead_kb of loop"),
        "{}",
        text_of(&output)
    );
    assert_eq!(bed.state(), before);
    assert!(!bed.journal().exists());
    let store = Store::open_read_only(&bed.folder.path().join("store.sqlite")).unwrap();
    let places = store.places(1).unwrap();
    assert_eq!(places.len(), 12);
    for (place, run) in places {
        let record = store.record(run).unwrap().unwrap();
        let stack = record.before.machine.unwrap().stack;
        let queue = stack.top.unwrap().queue.unwrap();
        assert_eq!(
            queue.read_ahead_kb,
            Some([16, 4096][place.cell as usize]),
            "{place:?}"
        );
        assert_eq!(queue.nomerges, Some(2), "{place:?}");
    }
}

/// A killed study leaves its settings for `doctor --restore`, goes on only then, and repeats no run.
#[test]
fn a_killed_study_with_settings_goes_on_after_restore() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let text =
        study("read_ahead_kb = [16, 4096]").replace("size", "runtime = \"300ms\"\ntime_based = true\nsize");
    let mut child = bed
        .study(&text, &["run", "s.toml", &bed.device.device])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let runs = || {
        let store = Store::open_read_only(&bed.folder.path().join("store.sqlite"));
        store
            .ok()
            .and_then(|store| Some(store.places(1).ok()?.len()))
            .unwrap_or(0)
    };
    assert!(patiently(|| runs() > 1));
    assert!(patiently(|| bed.journal().exists() && bed.state() != before));
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = runs();
    let output = bed.study(&text, &["resume"]).output().unwrap();
    if bed.state() != before {
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text_of(&output).contains("run `fiord doctor --restore --journal="),
            "{}",
            text_of(&output)
        );
        assert!(bed.restore().status.success());
        assert_eq!(bed.state(), before);
        assert_eq!(runs(), kept);
    }
    let output = bed.study(&text, &["resume"]).output().unwrap();
    assert!(output.status.success(), "{}", text_of(&output));
    assert_eq!(runs(), 12);
    assert_eq!(bed.state(), before);
    // Complete: nothing is set again.
    assert!(
        bed.study(&text, &["resume", "1"])
            .output()
            .unwrap()
            .status
            .success()
    );
}

#[test]
fn a_study_refuses_settings_before_it_is_stored() {
    let bed = or_skip!("loop", Bed::new(8));
    let before = bed.state();
    let device = bed.device.device.as_str();
    let run: &[&str] = &["run", "s.toml", device];
    for (settings, args, expected) in [
        ("nomerges = [0, 3]", run, "use a number from 0 to 2"),
        (
            "write_cache = [\"write back\", \"write through\"]",
            run,
            "add --allow-no-flush=/dev/loop",
        ),
        ("nomerges = [0, 1]", &["run", "s.toml"], "needs a target"),
        (
            "nomerges = [0, 1]",
            &["run", "s.toml", device, "--hosts"],
            "not available with --hosts",
        ),
    ] {
        let text = match args {
            ["run", "s.toml"] => study(settings).replace("rw =", "ioengine = \"sim\"\nrw ="),
            _ => study(settings),
        };
        let output = bed.study(&text, args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{settings}: {}", text_of(&output));
        assert!(
            text_of(&output).contains(expected),
            "{settings}: {}",
            text_of(&output)
        );
        assert_eq!(bed.state(), before);
        let stored = Store::open_read_only(&bed.folder.path().join("store.sqlite"));
        assert!(stored.is_err() || stored.unwrap().studies().unwrap().is_empty());
    }
    let shown = storing(bed.folder.path(), &["study", "show", "s.toml"])
        .output()
        .unwrap();
    assert!(
        text(&shown.stdout).contains("kernel settings  nomerges\n"),
        "{}",
        text_of(&shown)
    );
}

fn text_of(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}
