//! `fiord watch` beside iostat, on the same counters and on a live device; and as a script sees it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod machine;

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use machine::{Loop, fiord, folder, ran, run, skip};
use serde_json::Value;

macro_rules! or_skip {
    ($feature:expr, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(reason) => return skip($feature, &reason),
        }
    };
}

/// Columns: iostat's name in its JSON, ours, and whether it is per second.
const COLUMNS: [(&str, &str, bool); 22] = [
    ("r/s", "reads_per_s", true),
    ("rkB/s", "read_kb_per_s", true),
    ("rrqm/s", "reads_merged_per_s", true),
    ("rrqm", "reads_merged_percent", false),
    ("r_await", "read_await_ms", false),
    ("rareq-sz", "read_size_kb", false),
    ("w/s", "writes_per_s", true),
    ("wkB/s", "write_kb_per_s", true),
    ("wrqm/s", "writes_merged_per_s", true),
    ("wrqm", "writes_merged_percent", false),
    ("w_await", "write_await_ms", false),
    ("wareq-sz", "write_size_kb", false),
    ("d/s", "discards_per_s", true),
    ("dkB/s", "discard_kb_per_s", true),
    ("drqm/s", "discards_merged_per_s", true),
    ("drqm", "discards_merged_percent", false),
    ("d_await", "discard_await_ms", false),
    ("dareq-sz", "discard_size_kb", false),
    ("f/s", "flushes_per_s", true),
    ("f_await", "flush_await_ms", false),
    ("aqu-sz", "queue_size", true),
    ("util", "util_percent", true),
];

fn has(program: &str) -> bool {
    run(program, &["-V"])
        .or_else(|_| run(program, &["--version"]))
        .is_ok()
}

/// iostat's rows, the last report of its JSON.
fn iostat_rows(json: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let reports = document["sysstat"]["hosts"][0]["statistics"].as_array().unwrap();
    reports.last().unwrap()["disk"].as_array().unwrap().clone()
}

fn iostat_row(json: &str, device: &str) -> Value {
    let rows = iostat_rows(json);
    rows.into_iter()
        .find(|row| row["disk_device"] == device)
        .unwrap_or_else(|| panic!("no {device} in {json}"))
}

fn own_row(line: &str, device: &str) -> Value {
    let sample: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let rows = sample["devices"].as_array().unwrap();
    rows.iter()
        .find(|row| row["device"] == device)
        .unwrap_or_else(|| panic!("no {device} in {line}"))
        .clone()
}

fn seconds(line: &str) -> f64 {
    serde_json::from_str::<Value>(line).unwrap()["seconds"]
        .as_f64()
        .unwrap()
}

/// Files of counters that a program finds in place of the kernel's, one content per time that it opens them.
struct Fed {
    dir: tempfile::TempDir,
}

impl Fed {
    /// `None` where mount namespaces may not be made.
    fn new() -> Result<Fed, String> {
        run("unshare", &["--mount", "true"])?;
        let dir = folder();
        for name in ["diskstats", "uptime"] {
            run("mkfifo", &[dir.path().join(name).to_str().unwrap()])?;
        }
        Ok(Fed { dir })
    }

    fn fifo(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Starts a program in a mount namespace of its own, where the named files of `/proc` are ours.
    fn start(&self, names: &[&str], program: &[&str]) -> Child {
        let binds: Vec<String> = names
            .iter()
            .map(|name| format!("mount --bind {} /proc/{name}", self.fifo(name).display()))
            .collect();
        let script = format!("{} && exec \"$@\"", binds.join(" && "));
        let mut command = Command::new("unshare");
        command
            .args(["--mount", "sh", "-c", &script, "sh"])
            .args(program)
            .env("LC_ALL", "C");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Gives the next reader of the file this content and waits until it has closed the file.
    fn feed(&self, name: &str, content: &str) {
        let path = self.fifo(name);
        OpenOptions::new()
            .write(true)
            .open(&path)
            .unwrap()
            .write_all(content.as_bytes())
            .unwrap();
        // Without a reader a pipe cannot be opened in this mode.
        let open = || {
            OpenOptions::new()
                .write(true)
                .custom_flags(libc::O_NONBLOCK)
                .open(&path)
        };
        while open().is_ok() {
            std::thread::yield_now();
        }
    }
}

fn output(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Random numbers (xorshift), reproducible by seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// The seventeen counters, each larger than before by up to what `SPAN_MS` allows.
    fn grow(&mut self, counters: &mut [u64; 17]) {
        const MOST: [u64; 17] = [
            90_000, 900, 9_000_000, 80_000, 70_000, 900, 900_000, 60_000, 0, SPAN_MS, 90_000, 900, 90,
            90_000, 900, 80, 70,
        ];
        for (counter, most) in counters.iter_mut().zip(MOST) {
            *counter += self.below(most + 1);
        }
    }
}

/// What passes between the two snapshots for iostat, which asks `/proc/uptime`.
const SPAN_MS: u64 = 7_300;

fn diskstats(devices: &[(String, [u64; 17])]) -> String {
    let line = |(name, counters): &(String, [u64; 17])| {
        let numbers: Vec<String> = counters.iter().map(u64::to_string).collect();
        format!("{:4} {:7} {name} {}\n", 7, 0, numbers.join(" "))
    };
    devices.iter().map(line).collect()
}

/// Names that iostat takes for disks.
fn block_devices() -> Vec<String> {
    let entries = fs::read_dir("/sys/block").unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names.truncate(3);
    names
}

#[test]
fn on_the_same_counters_every_column_is_iostats() {
    if !has("iostat") {
        return skip("iostat", "not installed");
    }
    let fed = or_skip!("mount", Fed::new());
    for seed in [1u64, 20_261_121] {
        eprintln!("seed {seed}");
        let mut random = Random(seed);
        let mut devices: Vec<(String, [u64; 17])> = block_devices()
            .into_iter()
            .map(|name| (name, [1000; 17]))
            .collect();
        let first = diskstats(&devices);
        devices.iter_mut().for_each(|(_, counters)| random.grow(counters));
        let second = diskstats(&devices);
        let iostat = fed.start(
            &["diskstats", "uptime"],
            &["iostat", "-x", "-y", "-d", "-o", "JSON", "1", "1"],
        );
        fed.feed("uptime", "5000.00 9000.00\n");
        fed.feed("diskstats", &first);
        fed.feed(
            "uptime",
            &format!("{:.2} 9000.00\n", 5000.0 + SPAN_MS as f64 / 1000.0),
        );
        fed.feed("diskstats", &second);
        let theirs = output(iostat);
        let names: Vec<&str> = devices.iter().map(|(name, _)| name.as_str()).collect();
        let own = [env!("CARGO_BIN_EXE_fiord"), "watch"];
        let watch = fed.start(
            &["diskstats"],
            &[&own[..], &names, &["0.1", "1", "--json"]].concat(),
        );
        fed.feed("diskstats", &first);
        fed.feed("diskstats", &second);
        let ours = output(watch);
        // The same counters, but we waited a tenth of a second and say so.
        let stretch = seconds(&ours) / (SPAN_MS as f64 / 1000.0);
        for name in names {
            let (theirs, ours) = (iostat_row(&theirs, name), own_row(&ours, name));
            for (their_name, our_name, per_second) in COLUMNS {
                let told = theirs[their_name]
                    .as_f64()
                    .unwrap_or_else(|| panic!("no {their_name} in {theirs}"));
                let mut own = ours[our_name].as_f64().unwrap();
                if per_second {
                    own *= stretch;
                }
                if our_name == "util_percent" && own < told {
                    // Cut at 100 over the short time.
                    assert_eq!(ours[our_name], 100.0);
                    continue;
                }
                assert!(
                    (told - own).abs() < 0.00501,
                    "{name} {their_name}: iostat {told}, fiord {own} (seed {seed})"
                );
            }
        }
    }
}

/// Whether the main thread of a process waits for time to pass. `None` where the kernel does not tell.
fn waits(child: &Child) -> Option<bool> {
    let wchan = fs::read_to_string(format!("/proc/{}/wchan", child.id())).ok()?;
    let told = !wchan.is_empty() && wchan != "0";
    told.then(|| {
        ["nanosleep", "pause", "sigsuspend"]
            .iter()
            .any(|word| wchan.contains(word))
    })
}

/// Lets a program come to where it waits; `false` when that cannot be seen.
fn settle(child: &mut Child) -> bool {
    // A process that is running has no place where it waits: the answer is known only once it sleeps.
    loop {
        if waits(child) == Some(true) {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
}

fn traffic(device: &Loop) {
    let path = &device.device;
    let write = [
        &format!("of={path}"),
        "if=/dev/zero",
        "bs=64k",
        "count=64",
        "oflag=direct",
        "status=none",
    ];
    run("dd", &write).unwrap();
    let read = [
        &format!("if={path}"),
        "of=/dev/null",
        "bs=4k",
        "count=512",
        "iflag=direct",
        "status=none",
    ];
    run("dd", &read).unwrap();
}

/// Both over one window of a device of our own; all traffic lies within, so that only the lengths of the windows differ.
fn both_over_one_window(device: &Loop) -> Option<(Value, Value)> {
    let mut iostat = Command::new("iostat")
        .args(["-x", "-y", "-d", "-o", "JSON", device.name(), "2", "1"])
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut watch = fiord(&["watch", device.name(), "2", "1", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let settled = settle(&mut iostat) && settle(&mut watch);
    traffic(device);
    let within = iostat.try_wait().unwrap().is_none() && watch.try_wait().unwrap().is_none();
    let (theirs, ours) = (output(iostat), output(watch));
    (settled && within).then(|| (iostat_row(&theirs, device.name()), own_row(&ours, device.name())))
}

#[test]
fn live_both_see_the_same_traffic() {
    if !has("iostat") {
        return skip("iostat", "not installed");
    }
    if fs::read_to_string("/proc/self/wchan").is_err() {
        return skip("wchan", "the kernel does not tell where a process waits");
    }
    let device = or_skip!("loop", Loop::new(8));
    // On a stalled machine a window may end before the traffic; another program may look at the device. Then once more.
    let mut said = String::new();
    for _ in 0..5 {
        let Some((theirs, ours)) = both_over_one_window(&device) else {
            continue;
        };
        let number = |row: &Value, name: &str| row[name].as_f64().unwrap();
        let stretch = number(&ours, "reads_per_s") / number(&theirs, "r/s").max(1.0);
        let differs = |(their_name, our_name, per_second): &(&str, &str, bool)| {
            let (told, own) = (number(&theirs, their_name), number(&ours, our_name));
            let expected = if *per_second { told * stretch } else { told };
            // Two decimals of theirs, and of the rate that the stretch was taken from.
            (own - expected).abs() > 0.006 + own * 0.0001
        };
        let wrong: Vec<_> = COLUMNS.iter().filter(|column| differs(column)).collect();
        if wrong.is_empty() && number(&theirs, "r/s") > 0.0 && number(&theirs, "w/s") > 0.0 {
            return;
        }
        said = format!("{wrong:?}\niostat {theirs}\nfiord  {ours}");
    }
    panic!("never alike: {said}");
}

#[test]
fn own_counts_are_what_was_done_and_the_process_is_seen() {
    let device = or_skip!("loop", Loop::new(8));
    let mut reader = Command::new("sh")
        .args([
            "-c",
            "read go; exec dd if=\"$1\" of=/dev/null bs=64k count=64 iflag=direct status=none",
            "sh",
        ])
        .arg(&device.device)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = reader.id().to_string();
    let mut watch = fiord(&["watch", device.name(), "0.2", "--json", "--pid", &pid])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    reader.stdin.take().unwrap().write_all(b"\n").unwrap();
    reader.wait().unwrap();
    // It ends with the process; what it showed until then are whole intervals.
    let samples: Vec<Value> = lines
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect();
    assert!(watch.wait().unwrap().success());
    for sample in samples {
        assert_eq!(sample["process"]["pid"].to_string(), pid);
        let row = &sample["devices"][0];
        assert_eq!(
            (row["device"].as_str(), row["util_meaningful"].as_bool()),
            (Some(device.name()), Some(false))
        );
    }
}

#[test]
fn a_file_on_a_loop_device_shows_every_layer() {
    let device = or_skip!("loop", Loop::new(64));
    let mounted = or_skip!("mount", machine::Mounted::ext4(&device));
    let (code, stdout, stderr) = ran(&["watch", mounted.path().to_str().unwrap(), "0.1", "1", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let sample: Value = serde_json::from_str(&stdout).unwrap();
    let rows = sample["devices"].as_array().unwrap();
    assert_eq!(
        (rows[0]["device"].as_str(), rows[0]["depth"].as_u64()),
        (Some(device.name()), Some(0))
    );
    assert!(
        rows[0]["kind"].as_str().unwrap().starts_with("loop over"),
        "{sample}"
    );
    assert!(
        rows[1..].iter().all(|row| row["depth"].as_u64() > Some(0)),
        "{sample}"
    );
}

fn a_disk() -> Option<String> {
    fs::read_dir("/sys/block")
        .ok()?
        .next()?
        .ok()?
        .file_name()
        .into_string()
        .ok()
}

#[test]
fn a_pipe_gets_plain_rows_and_csv_is_csv() {
    let Some(disk) = a_disk() else {
        return skip("disk", "there is none");
    };
    let (code, stdout, _) = ran(&["watch", &disk, "0.1", "2"]);
    let rows: Vec<&str> = stdout.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(
        (code, rows.len(), stdout.contains('\x1b')),
        (0, 3, false),
        "{stdout}"
    );
    assert!(rows[0].starts_with("Time") && rows[0].contains("r_await") && !stdout.contains("svctm"));
    let (code, stdout, _) = ran(&["watch", &disk, "0.1", "2", "--csv"]);
    let fields: Vec<usize> = stdout.lines().map(|line| line.split(',').count()).collect();
    assert_eq!((code, fields), (0, vec![27, 27, 27]), "{stdout}");
}

#[test]
fn a_reader_that_leaves_and_a_signal_end_it_quietly() {
    let Some(disk) = a_disk() else {
        return skip("disk", "there is none");
    };
    let start = || {
        fiord(&["watch", &disk, "0.1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for interrupt in [false, true] {
        let mut watch = start();
        let mut stdout = BufReader::new(watch.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        let kept = interrupt.then_some(stdout);
        if interrupt {
            let pid = rustix::process::Pid::from_child(&watch);
            rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        }
        let mut said = String::new();
        watch.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(
            (watch.wait().unwrap().code(), said.as_str()),
            (Some(0), ""),
            "interrupt {interrupt}"
        );
        drop(kept);
    }
}

#[test]
fn wrong_requests_are_refused_in_words() {
    let mut gone = Command::new("true").spawn().unwrap();
    gone.wait().unwrap();
    let gone = gone.id().to_string();
    for (args, words) in [
        (&["sdzzz"][..], "no such device"),
        (&["/nonexistent/x"], "no such device"),
        (&["/proc", "0.1", "1"], "no block device"),
        (&["1", "2", "3"], "behind the devices"),
        (&["0"], "interval"),
        (&["1", "0"], "count"),
        (&["--pid", &gone], "no such process"),
        (&["--json", "--csv"], "cannot be used with"),
    ] {
        let (code, stdout, stderr) = ran(&[&["watch"], args].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: `{words}` is not in {stderr}");
    }
}
