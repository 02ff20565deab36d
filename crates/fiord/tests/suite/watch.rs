//! `fiord watch` compared with iostat, on the same counters and on a live device; and as a script sees it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use crate::machine;
use crate::schema;
use crate::snapshot::assert_screen;
use crate::terminal::Terminal;

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::process::{Child, Command, Stdio};

use fiord_testbed::{Throttle, ThrottleLimit};
use machine::{Loop, fiord, folder, or_skip, ran, run, skip};
use serde_json::Value;

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
    assert_eq!(schema::problems(&sample), [""; 0]);
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

/// Counters that a program finds in place of the kernel's.
struct Fed {
    dir: tempfile::TempDir,
}

impl Fed {
    /// Fails where mount namespaces may not be made.
    fn new() -> Result<Fed, String> {
        run("unshare", &["--mount", "true"])?;
        Ok(Fed { dir: folder() })
    }

    fn write(&self, counters: &Counters) {
        let Counters {
            device,
            numbers,
            uptime,
        } = counters;
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let numbers = numbers.join(" ");
        // Over what is there: the file itself is mounted. It only grows.
        let write = |name: &str, text: String| {
            let file = OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(self.dir.path().join(name));
            file.unwrap().write_all_at(text.as_bytes(), 0).unwrap();
        };
        write("stat", format!("{numbers}\n"));
        write("diskstats", format!("{:4} {:7} {device} {numbers}\n", 7, 0));
        write("uptime", format!("{uptime:.2} 9000.00\n"));
    }

    /// Runs a program that looks twice, in a mount namespace of its own; between the looks the counters change. `None` when
    /// the machine was so slow that they may have changed too late.
    fn run(&self, program: &[&str], before: &Counters, after: &Counters) -> Option<String> {
        self.write(before);
        let mount = |(name, over): (&str, &str)| {
            format!("mount --bind {}/{name} {over} && ", self.dir.path().display())
        };
        let stat = format!("/sys/block/{}/stat", before.device);
        let over = [
            ("stat", stat.as_str()),
            ("diskstats", "/proc/diskstats"),
            ("uptime", "/proc/uptime"),
        ];
        let script = over.map(mount).concat() + "exec \"$@\"";
        let mut child = Command::new("unshare")
            .args(["--mount", "sh", "-c", &script, "sh"])
            .args(program)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let settled = settle(&mut child, program[0]);
        self.write(after);
        // It waits only once: while it still does, its second look is yet to come.
        let within = waits(&child, program[0]);
        let text = output(child);
        (settled && within).then_some(text)
    }
}

/// What one moment shows.
struct Counters {
    device: String,
    numbers: [u64; 17],
    uptime: f64,
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

    /// The seventeen counters, each larger than before; all have eight digits before and after.
    fn grow(&mut self, counters: &mut [u64; 17]) {
        const MOST: [u64; 17] = [
            90_000, 900, 9_000_000, 80_000, 70_000, 900, 900_000, 60_000, 9, BUSY_MS, 90_000, 900, 90,
            90_000, 900, 80, 70,
        ];
        for (counter, most) in counters.iter_mut().zip(MOST) {
            *counter += 1 + self.below(most);
        }
    }
}

/// What passes between the two looks for iostat, which asks `/proc/uptime`.
const SPAN_MS: u64 = 7_300;
/// Within the time that really passes, so that `%util` stays below 100.
const BUSY_MS: u64 = 1_900;

/// A machine may stall just while the counters change; each attempt leaves two seconds for that.
fn undisturbed(mut attempt: impl FnMut() -> Option<String>) -> String {
    (0..30)
        .find_map(|_| attempt())
        .expect("the machine was never fast enough")
}

#[test]
fn on_the_same_counters_every_column_is_iostats() {
    if !has("iostat") {
        return skip("iostat", "not installed");
    }
    if !places_are_told() {
        return skip("wchan", "the kernel does not tell where a process waits");
    }
    let fed = or_skip!("mount", Fed::new());
    let Some(device) = a_disk() else {
        return skip("disk", "there is none");
    };
    for seed in [1u64, 20_261_121] {
        eprintln!("seed {seed}");
        let mut random = Random(seed);
        let numbers = [10_000_000; 17];
        let before = Counters {
            device: device.clone(),
            numbers,
            uptime: 5000.0,
        };
        let span = SPAN_MS as f64 / 1000.0;
        let mut after = Counters {
            device: device.clone(),
            numbers,
            uptime: 5000.0 + span,
        };
        random.grow(&mut after.numbers);
        let iostat = ["iostat", "-x", "-y", "-d", "-o", "JSON", &device, "2", "1"];
        let theirs = iostat_row(&undisturbed(|| fed.run(&iostat, &before, &after)), &device);
        let watch = [env!("CARGO_BIN_EXE_fiord"), "watch", &device, "2", "1", "--json"];
        let line = undisturbed(|| fed.run(&watch, &before, &after));
        let ours = own_row(&line, &device);
        // The same counters, but over the time that we really waited.
        let stretch = seconds(&line) / span;
        for (their_name, our_name, per_second) in COLUMNS {
            let told = theirs[their_name]
                .as_f64()
                .unwrap_or_else(|| panic!("no {their_name} in {theirs}"));
            let own = ours[our_name].as_f64().unwrap() * if per_second { stretch } else { 1.0 };
            assert!(
                (told - own).abs() < 0.00501,
                "{their_name}: iostat {told}, fiord {own} (seed {seed})"
            );
            assert!(told > 0.0, "{their_name} tests nothing (seed {seed})");
        }
    }
}

/// Whether a program is where it waits for time to pass.
fn waits(child: &Child, program: &str) -> bool {
    let told = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    let name = program.rsplit('/').next().unwrap();
    // Its main thread; before the program itself runs, others do under that number.
    let place = told("wchan");
    told("comm").trim() == name
        && ["nanosleep", "pause", "sigsuspend"]
            .iter()
            .any(|word| place.contains(word))
}

/// Lets a program come to where it waits for time to pass; `false` when it ended before.
fn settle(child: &mut Child, program: &str) -> bool {
    while !waits(child, program) {
        if fs::read_to_string(format!("/proc/{}/stat", child.id()))
            .unwrap_or_default()
            .contains(") Z ")
        {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

/// Whether the kernel tells where a process waits.
fn places_are_told() -> bool {
    let mut child = Command::new("sleep").arg("1000").spawn().unwrap();
    let about = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id())).unwrap_or_default();
    // However long the machine takes to start it: only when it sleeps, again and again, is it decided.
    let mut asleep = 0;
    let told = loop {
        if about("wchan").contains("nanosleep") {
            break true;
        }
        asleep += u32::from(about("stat").contains("(sleep) S "));
        if asleep > 10_000 {
            break false;
        }
        std::thread::yield_now();
    };
    child.kill().unwrap();
    child.wait().unwrap();
    told
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
    let settled = settle(&mut iostat, "iostat") && settle(&mut watch, "fiord");
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
    if !places_are_told() {
        return skip("wchan", "the kernel does not tell where a process waits");
    }
    // Over memory: no other disk's queue may hold up the traffic until the window is over.
    let memory = or_skip!(
        "tmpfs",
        tempfile::tempdir_in("/dev/shm").map_err(|error| error.to_string())
    );
    let device = or_skip!("loop", Loop::in_folder(memory, 8));
    // On a stalled machine a window may end before the traffic; another program may look at the device. Then once more.
    let mut said = String::new();
    for _ in 0..30 {
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
fn what_a_process_does_is_seen_as_its_own() {
    let device = or_skip!("loop", Loop::new(8));
    let pid = std::process::id().to_string();
    let mut watch = fiord(&["watch", device.name(), "0.2", "--json", "--pid", &pid])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut samples = BufReader::new(watch.stdout.take().unwrap())
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.unwrap()).unwrap());
    samples.next().unwrap();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_DIRECT)
        .open(&device.device)
        .unwrap();
    let mut room = vec![0u8; (1 << 20) + 4096];
    let skip = room.as_ptr().align_offset(4096);
    for at in 0..4 {
        file.read_exact_at(&mut room[skip..skip + (1 << 20)], at << 20)
            .unwrap();
    }
    // Other tests in this process do I/O as well: it is at least what was read here.
    let (mut on_device, mut own, mut someone) = (0.0, 0.0, false);
    // Somebody else may have a look at the device, too, and be counted on it before this process is.
    for sample in samples.by_ref().take(300) {
        let seconds = sample["seconds"].as_f64().unwrap();
        let (row, process) = (&sample["devices"][0], &sample["process"]);
        assert_eq!(process["pid"].to_string(), pid);
        on_device += row["read_kb_per_s"].as_f64().unwrap() * seconds;
        someone |= sample["busiest"].as_array().is_some_and(|list| !list.is_empty());
        own += process["read_bytes_per_s"].as_f64().unwrap() / 1024.0 * seconds;
        if on_device >= 4096.0 - 0.5 && own >= 4096.0 - 0.5 {
            break;
        }
    }
    assert!(
        on_device >= 4096.0 - 0.5 && own >= 4096.0 - 0.5,
        "{own} kB of its own, {on_device} kB on the device"
    );
    // Who did most, which was this process or somebody louder.
    assert!(someone, "nobody is named");
    let number = rustix::process::Pid::from_child(&watch);
    rustix::process::kill_process(number, rustix::process::Signal::INT).unwrap();
    assert!(watch.wait().unwrap().success());
}

#[test]
fn the_watch_ends_with_the_process() {
    let mut sleeper = Command::new("sleep").arg("1000").spawn().unwrap();
    let mut watch = fiord(&["watch", "0.1", "--csv", "--pid", &sleeper.id().to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    sleeper.kill().unwrap();
    sleeper.wait().unwrap();
    assert!(lines.all(|line| line.is_ok()));
    let mut said = String::new();
    watch.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(watch.wait().unwrap().success());
    assert_screen!(said);
}

#[test]
fn a_device_that_has_gone_is_said_and_the_last_one_ends_the_watch() {
    let mut devices = [
        Some(or_skip!("loop", Loop::new(4))),
        Some(or_skip!("loop", Loop::new(4))),
    ];
    let names = devices
        .each_ref()
        .map(|device| device.as_ref().unwrap().name().to_owned());
    let mut watch = fiord(&["watch", &names[0], &names[1], "0.1", "--csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watch.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let row_of = |line: &String, name: &str| line.split(',').any(|field| field == name);
    assert!(lines.any(|line| row_of(&line, &names[1])));
    drop(devices[0].take());
    // The other goes on: a row of it follows one of its own.
    let mut previous = String::new();
    assert!(lines.any(|line| {
        let twice = row_of(&line, &names[1]) && row_of(&previous, &names[1]);
        previous = line;
        twice
    }));
    drop(devices[1].take());
    lines.by_ref().for_each(drop);
    let mut said = String::new();
    watch.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(watch.wait().unwrap().code(), Some(1), "{said}");
    for name in &names {
        let sentence = format!("fiord: The device {name} is gone.");
        assert_eq!(said.matches(&sentence).count(), 1, "{said}");
    }
}

/// A control group with a process in it; both end with the scope, the process first.
struct Throttled {
    sleeper: Child,
    _group: Throttle,
}

impl Throttled {
    fn new(device: &Loop, reads_per_s: u64) -> Result<Throttled, String> {
        let group = Throttle::new(&device.number(), &[ThrottleLimit::Reads(reads_per_s)])?;
        let sleeper = Command::new("sleep").arg("1000").spawn().unwrap();
        fs::write(group.procs(), sleeper.id().to_string()).unwrap();
        Ok(Throttled {
            sleeper,
            _group: group,
        })
    }
}

impl Drop for Throttled {
    fn drop(&mut self) {
        let _ = self.sleeper.kill();
        let _ = self.sleeper.wait();
    }
}

/// A device that does nothing has no row unless it is asked for.
#[test]
fn idle_devices_are_hidden_and_shown_with_all() {
    let device = or_skip!("loop", Loop::new(8));
    traffic(&device);
    let is_shown = |more: &[&str]| {
        let (code, stdout, stderr) = ran(&[&["watch"], more, &["0.1", "1"]].concat());
        assert_eq!(code, 0, "{stderr}");
        let mut rows = stdout.lines().filter(|line| !line.starts_with('#'));
        rows.any(|row| row.split_whitespace().any(|word| word == device.name()))
    };
    assert!(!is_shown(&[]));
    assert!(is_shown(&["--all"]));
    // Asked for by its name.
    assert!(is_shown(&[device.name()]));
}

#[test]
fn a_throttle_on_the_process_is_shown_with_its_number() {
    let device = or_skip!("loop", Loop::new(8));
    let throttled = or_skip!("blkio", Throttled::new(&device, 4200));
    let pid = throttled.sleeper.id().to_string();
    let (code, stdout, stderr) = ran(&["watch", device.name(), "0.1", "1", "--json", "--pid", &pid]);
    assert_eq!(code, 0, "{stderr}");
    let sample: Value = serde_json::from_str(&stdout).unwrap();
    let limit = &sample["limits"][0];
    assert_eq!(
        (limit["device"].as_str(), limit["value"].as_u64()),
        (Some(device.name()), Some(4200)),
        "{sample}"
    );
    assert_eq!(limit["what"], "reads/s");
    let (_, stdout, _) = ran(&["watch", device.name(), "0.1", "1", "--pid", &pid]);
    assert!(
        stdout.contains(&format!("limits {} to 4200 reads/s", device.name())),
        "{stdout}"
    );
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

/// A device that stays: others come and go while tests run.
fn a_disk() -> Option<String> {
    let entries = fs::read_dir("/sys/block").ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.max_by_key(|name| !name.starts_with("zram") && !name.starts_with("loop"))
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

/// A full screen on a new terminal, drawn once.
fn on_a_full_screen(args: &[&str]) -> (Terminal, Child, Vec<u8>) {
    let mut terminal = Terminal::new(80);
    // Keys belong to the session that has the terminal. Tests started by nohup ignore SIGHUP, and so would `watch`.
    let watch = Command::new("setsid")
        .args(["--ctty", "--wait", "env", "--default-signal=HUP"])
        .args([env!("CARGO_BIN_EXE_fiord"), "watch"])
        .args(args)
        .env("TERM", "xterm-256color")
        .stdin(terminal.end())
        .stdout(terminal.end())
        .stderr(terminal.end())
        .spawn()
        .unwrap();
    let shown = terminal.read_until("q quit");
    (terminal, watch, shown)
}

#[test]
fn the_terminal_is_as_it_was_however_a_full_screen_ends() {
    use rustix::process::{Pid, Signal, kill_process};
    for end in ["q", "ctrl-c", "TERM", "HUP"] {
        let (mut terminal, mut watch, shown) = on_a_full_screen(&["0.1"]);
        assert!(String::from_utf8_lossy(&shown).contains("\x1b[?1049h"), "{end}");
        let signal = |signal| kill_process(Pid::from_child(&watch), signal).unwrap();
        match end {
            "q" => terminal.press(b"q"),
            "ctrl-c" => terminal.press(b"\x03"),
            "TERM" => signal(Signal::TERM),
            _ => signal(Signal::HUP),
        }
        terminal.read_until("\x1b[?1049l");
        assert_eq!(watch.wait().unwrap().code(), Some(0), "{end}");
        assert!(terminal.echoes(), "{end}");
    }
}

#[test]
fn what_was_recorded_is_shown_again() {
    let folder = folder();
    let file = folder.path().join("day.jsonl");
    let path = file.to_str().unwrap();
    let (code, shown, said) = ran(&["watch", "0.1", "3", "--all", "--record", path]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("3 samples were recorded"), "{said}");
    assert_eq!(
        ran(&["watch", "--plain", "--replay", path]),
        (0, shown, String::new())
    );
    let (_, json, _) = ran(&["watch", "--json", "--replay", path]);
    assert_eq!(json, fs::read_to_string(&file).unwrap());
    for line in json.lines() {
        assert_eq!(schema::problems(&serde_json::from_str(line).unwrap()), [""; 0]);
    }
    // What exists is not overwritten, and a file of another kind is refused.
    let (code, _, said) = ran(&["watch", "0.1", "1", "--record", path]);
    assert_eq!((code, fs::read_to_string(&file).unwrap()), (2, json), "{said}");
    fs::write(&file, "{}\n").unwrap();
    let (code, _, said) = ran(&["watch", "--replay", path]);
    assert!(code == 2 && said.contains("line 1 is not a document"), "{said}");
}

#[test]
fn wrong_requests_are_refused_in_words() {
    // Above the largest number that Linux gives (PID_MAX_LIMIT): one that has ended may be given again.
    let gone = "4194305";
    for (args, words) in [
        (&["sdzzz"][..], "no such device"),
        (&["/nonexistent/x"], "no such device"),
        (&["/proc", "0.1", "1"], "not on a block device"),
        (&["1", "2", "3"], "a number before the devices"),
        (&["0"], "interval"),
        (&["1", "0"], "count"),
        (&["--pid", gone], "no such process"),
        (&["--json", "--csv"], "cannot be used with"),
    ] {
        let (code, stdout, stderr) = ran(&[&["watch"], args].concat());
        assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: `{words}` is not in {stderr}");
    }
}
