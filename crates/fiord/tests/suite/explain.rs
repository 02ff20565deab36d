//! `fiord explain` as a person or a script meets it: sentences, JSON, the corrected job, and nothing touched.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::common;
use crate::schema;
use crate::snapshot::assert_screen;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

use common::{fiord, fiord_run, text};
use fiord_testbed::{Zram, skip};
use serde_json::Value;

fn scratch() -> tempfile::TempDir {
    tempfile::Builder::new()
        .prefix("fiord-explain-")
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
}

fn explained(folder: &Path, args: &[&str]) -> Value {
    let output = fiord(folder, &[&["explain", "--json"], args].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    let document = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema::problems(&document), [""; 0]);
    document
}

/// The ids of what was found in the first job.
fn rules(document: &Value) -> Vec<String> {
    let findings = document["explained"][0]["jobs"][0]["findings"]
        .as_array()
        .unwrap();
    findings
        .iter()
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect()
}

/// What is said of a job, a line each.
fn sentences(job: &Value) -> String {
    let sentences = job["sentences"].as_array().unwrap().iter();
    sentences
        .map(|sentence| format!("{}\n", sentence.as_str().unwrap()))
        .collect()
}

#[test]
fn sentences_say_what_how_much_and_what_misleads() {
    let folder = scratch();
    let words = [
        "fio",
        "--name=w",
        "--rw=write",
        "--bs=1m",
        "--size=64m",
        "--iodepth=16",
    ];
    let output = fiord(folder.path(), &[&["explain"], &words[..]].concat());
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        text(&output.stderr)
    );
    let said = text(&output.stdout);
    let document = explained(folder.path(), &words);
    let job = &document["explained"][0]["jobs"][0];
    let mut findings = job["findings"].as_array().unwrap().iter();
    let depth = findings
        .find(|finding| finding["rule"] == "sync-iodepth")
        .unwrap();
    assert_eq!(depth["severity"], "wrong");
    assert!(job["corrected"].is_object(), "{job:#}");
    let sentences = sentences(job);
    for sentence in sentences.lines().chain([depth["saw"].as_str().unwrap()]) {
        assert!(said.contains(sentence), "`{sentence}` is not in\n{said}");
    }
    assert_screen!(sentences);
}

/// What is said of a rate, of a file that is too short, of both orders at once, and of memory.
#[test]
fn sentences_hold_for_rates_growth_and_memory() {
    let folder = scratch();
    fs::write(folder.path().join("short"), vec![7u8; 1 << 20]).unwrap();
    let said = |job: &str| {
        let words: Vec<&str> = job.split(' ').collect();
        sentences(&explained(folder.path(), &words)["explained"][0]["jobs"][0]) + "\n"
    };
    let both =
        "--numjobs=2 --filename=both --percentage_random=100,0 --rw=randrw --size=64m --group_reporting";
    let all = [
        "--name=r --ioengine=null --rw=randread --size=30g --rate_iops=3200 --runtime=30",
        "--name=r --rw=randread --filename=short --size=4m",
        "--name=s --rw=randread --filename=short --size=1m --random_distribution=sequence:2,0,1",
        "--name=s --rw=randread --filename=short --size=1m --random_distribution=sequence:2,0,1 --random_sequence_stride=1",
        &format!("--name=b {both}"),
    ];
    assert_screen!(all.map(said).concat());
    // Filled as foreseen, and what was there is still there.
    let run = [
        "--name=r",
        "--rw=randread",
        "--filename=short",
        "--size=4m",
        "--number_ios=1",
    ];
    assert!(fiord(folder.path(), &run).status.success());
    let filled = fs::read(folder.path().join("short")).unwrap();
    assert_eq!(filled.len(), 4 << 20);
    assert!(filled[..1 << 20].iter().all(|byte| *byte == 7));
    // No size of a file makes memory a disk.
    let memory = tempfile::tempdir_in("/dev/shm").unwrap();
    let document = explained(memory.path(), &["--name=r", "--rw=randread", "--size=4m"]);
    let mut findings = document["explained"][0]["jobs"][0]["findings"]
        .as_array()
        .unwrap()
        .iter();
    let cache = findings.find(|finding| finding["rule"] == "cache-below").unwrap();
    assert_screen!("advice_for_memory", cache["advice"].as_str().unwrap());
}

#[test]
fn nothing_is_made_read_or_changed() {
    let folder = scratch();
    let file = folder.path().join("data");
    fs::write(&file, vec![7u8; 1 << 20]).unwrap();
    let before = fs::metadata(&file).unwrap();
    for rw in ["read", "randwrite", "randrw", "trim"] {
        let output = fiord(
            folder.path(),
            &[
                "explain",
                "--name=j",
                "--filename=data",
                &format!("--rw={rw}"),
                "--size=1m",
            ],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let output = fiord(
            folder.path(),
            &[
                "explain",
                "--name=new",
                "--numjobs=3",
                &format!("--rw={rw}"),
                "--size=1m",
            ],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let after = fs::metadata(&file).unwrap();
    assert_eq!(
        (before.mtime_nsec(), before.atime_nsec(), before.size()),
        (after.mtime_nsec(), after.atime_nsec(), after.size())
    );
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["data"]);
}

#[test]
fn jobs_come_as_words_as_one_string_or_as_files() {
    let folder = scratch();
    fs::write(
        folder.path().join("two.fio"),
        "[global]\nrw=read\nsize=1g\n[a]\n[b]\nstonewall\n",
    )
    .unwrap();
    let names = |args: &[&str]| -> Vec<String> {
        let document = explained(folder.path(), args);
        assert_eq!(document["fiord"]["version"], 1);
        let jobs = document["explained"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|one| one["jobs"].as_array().unwrap().clone());
        jobs.map(|job| job["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&["two.fio"]), ["a", "b"]);
    let again = "[a]\nsize=1g\nrw=read\nrw=write\n";
    fs::write(folder.path().join("again.fio"), again).unwrap();
    let said = fiord(folder.path(), &["explain", "again.fio"]);
    let said = String::from_utf8(said.stderr).unwrap();
    assert!(
        said.starts_with(
            "fiord: again.fio:3:1: warning: `rw=read`: no effect, because `rw=write` in again.fio:4 follows"
        ),
        "{said}"
    );
    assert_eq!(
        names(&["fio", "--name=one two", "--rw=read", "--size=1g"]),
        ["one two"]
    );
    assert_eq!(names(&["--", "fio", "--name=x", "--rw=read", "--size=1g"]), ["x"]);
    assert_eq!(
        names(&[
            "fio -name=\"one two\" -rw=read -size=1g",
            "fiord --name=y --rw=read --size=1g"
        ]),
        ["one two", "y"]
    );
}

/// A job file for another machine is described here, and not run.
#[test]
fn a_job_may_name_cpus_of_another_machine() {
    let folder = scratch();
    let job = [
        "--name=a",
        "--filename=f",
        "--rw=read",
        "--size=1m",
        "--cpus_allowed=0,4000",
    ];
    let output = fiord(folder.path(), &[&["explain"][..], &job].concat());
    let said = text(&output.stderr);
    assert!(text(&output.stdout).contains("The job reads f"), "{said}");
    assert!(
        said.contains("a: CPU 4000 of the job does not exist here (CPU count"),
        "{said}"
    );
    let output = fiord(folder.path(), &[&["run"][..], &job].concat());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!folder.path().join("f").exists());
}

#[test]
fn the_corrected_job_holds_no_unit_trap() {
    let folder = scratch();
    for job in [
        "[j]\nbs = 4k\nsize=64g\ndirect=1\nruntime=60\ntime_based\n",
        "[j]\nbs=4KiB\nsize=64g\ndirect=1\nruntime=60\ntime_based\n",
        "[j]\nbs=4k\nsize=64g\ndirect=1\nruntime=30sec\ntime_based\n",
        "[j]\nbs= 4 kb , 8 kb\nrw=randrw\nsize=64 GiB\ndirect=1\nruntime=1min\ntime_based\n",
    ] {
        fs::write(folder.path().join("in.fio"), job).unwrap();
        assert!(
            rules(&explained(folder.path(), &["in.fio"])).contains(&"unit-misread".to_owned()),
            "{job}"
        );
        let output = fiord(folder.path(), &["explain", "--fix", "in.fio"]);
        let fixed = text(&output.stdout);
        assert!(output.status.success(), "{job}: {}", text(&output.stderr));
        fs::write(folder.path().join("out.fio"), &fixed).unwrap();
        let again = rules(&explained(folder.path(), &["out.fio"]));
        assert!(
            !again.contains(&"unit-misread".to_owned()),
            "{job}\n{fixed}\n{again:?}"
        );
        let parsed = fiord(folder.path(), &["--parse-only", "out.fio"]);
        assert!(parsed.status.success(), "{fixed}: {}", text(&parsed.stderr));
    }
}

#[test]
fn a_corrected_command_line_is_one_that_fio_takes() {
    let folder = scratch();
    let command = "fio -ioengine=libaio -bs=4k -direct=1 -buffered=1 -thread -rw=randwrite -rwmixread=70 -size=2G -name=\"EBS 4K randwrite test\" -iodepth=64 -runtime=60";
    let output = fiord(folder.path(), &["explain", "--fix", command]);
    let line = text(&output.stdout);
    for gone in ["buffered", "rwmixread"] {
        assert!(!line.contains(gone), "{line}");
    }
    assert!(
        line.contains("--name=\"EBS 4K randwrite test\"") && line.contains("--direct=1"),
        "{line}"
    );
    // The shell takes it apart as the one who copies it would have it.
    let parse = |program: &str| {
        let script = line.trim().replacen("fiord", program, 1) + " --parse-only";
        Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    let own = parse(env!("CARGO_BIN_EXE_fiord"));
    assert!(own.status.success(), "{line}: {}", text(&own.stderr));
    if fiord_testbed::fio() {
        let fio = parse("fio");
        assert!(fio.status.success(), "{line}: {}", text(&fio.stderr));
    }
}

#[test]
fn every_published_command_is_explained() {
    let folder = scratch();
    let published = include_str!("../../../job/tests/data/published-commands.txt");
    let commands: Vec<&str> = published
        .lines()
        .filter_map(|line| Some(line.split_once('\t')?.1))
        .collect();
    let document = explained(folder.path(), &commands);
    let all = document["explained"].as_array().unwrap();
    assert_eq!(all.len(), 230);
    for (one, command) in all.iter().zip(&commands) {
        let job = &one["jobs"][0];
        assert!(
            job["sentences"]
                .as_array()
                .is_some_and(|sentences| sentences.len() >= 5),
            "{command}: {job}"
        );
    }
}

/// A name is a topic, a rule or both; a file of that name is a job.
#[test]
fn names_are_explained_and_all_of_them_are_listed() {
    let folder = scratch();
    let shown = |args: &[&str]| {
        let output = fiord(folder.path(), args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let list = shown(&["explain"]);
    assert_eq!(list, shown(&["explain", "--list"]));
    assert!(
        list.contains("garbage-collection") && list.contains("cache-read"),
        "{list}"
    );
    let both = shown(&["explain", "noise"]);
    assert!(
        both.starts_with("Noise and repeats (noise)\n") && both.contains("\nnoise: "),
        "{both}"
    );
    assert!(!both.contains("Background:"), "{both}");
    let rule = shown(&["explain", "cache-read"]);
    assert!(rule.contains("Background: `fiord explain page-cache`."), "{rule}");
    assert!(shown(&["explain", "TLC"]).starts_with("SLC, MLC, TLC and QLC"));
    let document = explained(folder.path(), &["write-amplification", "straggler"]);
    assert_eq!(document["topics"][0]["name"], "garbage-collection");
    assert_eq!(document["rules"][0]["topic"], "fsync");
    assert_eq!(document["rules"][1]["name"], "straggler");
    let all = explained(folder.path(), &["--list"]);
    assert!(all["topics"].as_array().unwrap().len() >= 30);
    fs::write(
        folder.path().join("noise"),
        "[job-of-a-file]\nioengine=null\nsize=1m\n",
    )
    .unwrap();
    assert!(shown(&["explain", "noise"]).contains("job-of-a-file"));
}

#[test]
fn wrong_requests_are_refused_in_words() {
    let folder = scratch();
    for (args, words) in [
        (&["explain", "--name=a", "--iodpeth=3"][..], "did you mean"),
        (&["explain", "nosuch.fio"], "nosuch.fio"),
        (&["explain", "fio --name=a | tee x"], "without `|`"),
        (&["explain", "fio --name='a"], "quote"),
        (&["explain", "--fix"], "--fix: "),
        (&["explain", "--strict", "noise"], "--strict: "),
        (&["explain", "pagecahe"], "`fiord explain page-cache`"),
        (&["explain", "noise", "qqqqqqqq"], "`fiord explain --list`"),
        (&["explain", "--name=a", "--size=1m", "--debug=io"], "--debug: "),
        (&["explain", "--showcmd", "--name=a", "--size=1m"], "--showcmd: "),
        (&["explain", "--version"], "--version: "),
    ] {
        let output = fiord(folder.path(), args);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}: {}", text(&output.stdout));
    }
}

#[test]
fn a_mounted_device_is_said_to_be_refused() {
    let folder = scratch();
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
    let mounted = mounts
        .lines()
        .filter_map(|line| line.split(' ').next())
        .find(|source| source.starts_with("/dev/") && Path::new(source).exists());
    let Some(device) = mounted else {
        return skip("mounted-device", "no file system here lies on a device node");
    };
    let document = explained(
        folder.path(),
        &[
            "--name=x",
            "--rw=write",
            "--size=1m",
            &format!("--filename={device}"),
        ],
    );
    let findings = document["explained"][0]["jobs"][0]["findings"]
        .as_array()
        .unwrap();
    let danger = findings
        .iter()
        .find(|finding| finding["rule"] == "unsafe-target")
        .unwrap();
    assert_eq!(danger["severity"], "wrong");
    assert_eq!(danger["observed"]["Holds"]["in_use"], true, "{danger}");
}

/// A device of unknown content is written, with a warning; one that holds a swap area is not. Explain says before what a run does then.
#[test]
fn what_is_said_of_a_device_is_what_a_run_does() {
    use std::os::unix::fs::FileExt;

    let zram = match Zram::new(8) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason.to_string()),
    };
    let device = zram.device();
    let bytes = fs::File::options().read(true).write(true).open(&device).unwrap();
    let folder = scratch();
    let name = format!("--filename={}", device.display());
    let job = [
        "--name=w",
        "--rw=write",
        "--bs=4k",
        "--size=4k",
        "--direct=1",
        &name,
    ];
    let told = || {
        let document = explained(folder.path(), &job);
        let found = document["explained"][0]["jobs"][0]["findings"]
            .as_array()
            .unwrap();
        let danger = found.iter().find(|finding| finding["rule"] == "unsafe-target");
        danger.unwrap().clone()
    };
    bytes.write_all_at(&[0x5a; 4096], 1 << 20).unwrap();
    bytes.sync_all().unwrap();
    let warned = told();
    assert!(warned["observed"]["HoldsUnknownData"].is_object(), "{warned:#}");
    assert_screen!("a_device_of_unknown_content", warned["saw"].as_str().unwrap());
    let ran = fiord_run(folder.path(), &job);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    // Where a swap area of pages of 4 KiB has its mark (mkswap(8)).
    bytes.write_all_at(b"SWAPSPACE2", 4096 - 10).unwrap();
    bytes.sync_all().unwrap();
    let danger = told();
    assert_eq!(danger["observed"]["Holds"]["in_use"], false, "{danger:#}");
    assert!(
        danger["saw"].as_str().unwrap().contains(" --allow-destroy"),
        "{danger:#}"
    );
    let refused = fiord_run(folder.path(), &job);
    assert!(!refused.status.success(), "{}", text(&refused.stdout));
}

/// The bytes and I/Os foretold are those that a run does.
#[test]
fn the_forecast_is_what_happens() {
    let folder = scratch();
    fs::write(folder.path().join("data"), vec![7u8; 3 << 20]).unwrap();
    for job in [
        "--rw=read --filename=data",
        "--rw=read --filename=data --offset=1m --bs=64k",
        "--rw=randread --filename=data --size=50% --bs=8k",
        "--rw=randread --filename=data --io_size=5m",
        "--rw=write --size=1m --numjobs=3",
        "--rw=write --size=1m --io_size=2m --nrfiles=4 --bs=16k",
        "--rw=randwrite --size=1m --loops=2",
        "--rw=read --filename=data --number_ios=10 --numjobs=2",
        "--rw=read --filename=data --io_size=50%",
        "--rw=randread --filename=data --size=1m --numjobs=2 --offset_increment=1m",
        "--rw=read --ioengine=null --size=10m",
        "--rw=randread --filename=data --zonemode=strided --zonesize=256k --zoneskip=256k",
        "--rw=read:4k --filename=data",
        "--rw=randrw --filename=data --rwmixread=70 --size=2m",
        "--rw=randwrite --size=1m --bs=7k",
        "--rw=write --size=1m --bs=3000 --loops=3",
        "--rw=read --filename=data --size=1m --bs=3000",
        "--rw=randread --filename=data --bs=1m --size=2500k",
        "--rw=write --size=1m --nrfiles=3",
        "--rw=write --size=3m --bs=1m --io_size=2560k",
        "--rw=read --filename=data --io_size=7m --loops=2",
        "--rw=write --size=512k --numjobs=3 --offset_increment=512k --filename=parts",
        "--rw=randread --filename=data --norandommap --io_size=2m --random_distribution=zipf:1.2",
    ] {
        let args: Vec<&str> = ["--name=j", "--group_reporting"]
            .into_iter()
            .chain(job.split(' '))
            .collect();
        let planned = explained(folder.path(), &args)["explained"][0]["jobs"][0]["planned"].clone();
        let output = fiord(folder.path(), &[&args[..], &["--output-format=json"]].concat());
        assert!(output.status.success(), "{job}: {}", text(&output.stderr));
        let ran: Value = serde_json::from_slice(&output.stdout).unwrap();
        let sum = |key: &str| {
            ["read", "write"]
                .iter()
                .map(|ddir| ran["jobs"][0][ddir][key].as_u64().unwrap())
                .sum::<u64>()
        };
        assert_eq!(planned["total_bytes"], sum("io_bytes"), "{job}: {planned}");
        assert_eq!(planned["ios"], sum("total_ios"), "{job}: {planned}");
    }
}

/// What the kernel knows of the target without reading it: holes, and what is in memory.
#[test]
fn holes_and_cached_pages_are_seen() {
    let folder = scratch();
    let kind = Command::new("stat")
        .args(["-f", "-c", "%T", "."])
        .current_dir(folder.path())
        .output()
        .unwrap();
    if text(&kind.stdout).trim() == "tmpfs" {
        return skip(
            "fiemap",
            "the test folder is on tmpfs, which has no map of extents",
        );
    }
    let sparse = fs::File::create(folder.path().join("sparse")).unwrap();
    sparse.set_len(8 << 20).unwrap();
    let found = |args: &[&str], rule: &str| -> Option<Value> {
        let document = explained(folder.path(), args);
        let findings = document["explained"][0]["jobs"][0]["findings"]
            .as_array()
            .unwrap()
            .clone();
        findings.into_iter().find(|finding| finding["rule"] == rule)
    };
    let hole = found(
        &["--name=r", "--rw=randread", "--filename=sparse", "--direct=1"],
        "unwritten",
    )
    .unwrap();
    assert_eq!(
        (&hole["severity"], hole["values"]["hole_bytes"].as_f64()),
        (&Value::from("wrong"), Some(f64::from(8 << 20))),
        "{hole}"
    );
    // Just written, so it is in memory whatever else goes on; and it is not a hole although it may not be on the disk yet.
    fs::write(folder.path().join("full"), vec![7u8; 8 << 20]).unwrap();
    assert_eq!(
        found(
            &["--name=r", "--rw=randread", "--filename=full", "--direct=1"],
            "unwritten"
        ),
        None
    );
    let cached = found(
        &["--name=r", "--rw=randread", "--filename=full", "--invalidate=0"],
        "cache-read",
    )
    .unwrap();
    assert!(
        cached["values"]["cached_bytes"].as_f64().unwrap() > 0.0,
        "{cached}"
    );
}

/// A hundred jobs of one kind are told once, and why a trap matters stands where it is named first.
#[test]
fn nothing_is_said_twice() {
    let folder = scratch();
    let mut file = "[global]\nsize=64m\ndirect=1\nbs=4k\n".to_owned();
    for number in 0..100 {
        file += &format!("[job{number}]\nrw=randread\n");
    }
    file += "[other]\nrw=read\n";
    fs::write(folder.path().join("many.fio"), file).unwrap();
    let output = fiord(folder.path(), &["explain", "many.fio"]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with("job0, job1, job2 and 97 more (100 similar jobs, shown for job0)\n"),
        "{said}"
    );
    assert!(said.contains("\nother\n"), "{said}");
    let lines: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("  ! ") || line.starts_with("  ✗ "))
        .filter_map(|line| Some(line.split_once(" → ")?.1))
        .collect();
    assert!(!lines.is_empty(), "{said}");
    for (place, line) in lines.iter().enumerate() {
        assert!(!lines[..place].contains(line), "`{line}` stands twice in\n{said}");
    }
    let document = explained(folder.path(), &["many.fio"]);
    assert_eq!(document["explained"][0]["jobs"].as_array().unwrap().len(), 101);
    let output = fiord(folder.path(), &["explain", "--fix", "many.fio"]);
    assert!(
        text(&output.stderr).lines().count() <= 2,
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_job_that_cannot_run_is_told_so_and_nothing_else() {
    let folder = scratch();
    fs::write(folder.path().join("empty"), "").unwrap();
    let mut all = String::new();
    for args in [
        &["--rw=read"][..],
        &["--rw=read", "--filename=empty"],
        &["--rw=write", "--filename=.", "--size=1m"],
    ] {
        let words_of = [&["--name=j"][..], args].concat();
        let document = explained(folder.path(), &words_of);
        assert_eq!(rules(&document), ["no-target"], "{args:?}");
        let job = &document["explained"][0]["jobs"][0];
        assert_eq!(job["corrected"], Value::Null, "{job}");
        let output = fiord(folder.path(), &[&["explain"], &words_of[..]].concat());
        let said = text(&output.stdout);
        all += said.split("\n\n").next().unwrap();
        all += "\n\n";
        // And so it is.
        let ran = fiord(folder.path(), &words_of);
        assert!(!ran.status.success(), "{args:?}: {}", text(&ran.stdout));
    }
    assert_screen!(all);
}

#[test]
fn lines_fit_a_narrow_screen_and_commands_go_on_behind_a_backslash() {
    let folder = scratch();
    for width in [40, 60] {
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .current_dir(folder.path())
            .env("COLUMNS", width.to_string())
            .args([
                "explain",
                "--name=w",
                "--rw=write",
                "--size=64m",
                "--iodepth=16",
                "--bs=4k",
            ])
            .output()
            .unwrap();
        let said = text(&output.stdout);
        let command = said
            .lines()
            .position(|line| line.starts_with("    fiord --"))
            .unwrap();
        assert!(said.lines().nth(command).unwrap().ends_with(" \\"), "{said}");
        for line in said.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}

/// Who has read enough and closes the pipe gets no message.
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = scratch();
    let script = format!(
        "'{}' explain --name=r --rw=read --size=1g | true",
        env!("CARGO_BIN_EXE_fiord")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

/// A trap that found something in a result is not listed as one that could not be judged.
#[test]
fn what_is_found_in_a_result_is_judged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/data/fio");
    let mut found_without_counters = 0;
    for name in ["fast-device-3.33.txt", "etcd-3.33.json"] {
        let document = explained(&folder, &["--result", name]);
        let result = &document["results"][0];
        let not_judged = result["not_judged"].to_string();
        for finding in result["run"]["findings"].as_array().unwrap() {
            let rule = finding["rule"].as_str().unwrap();
            if finding["when"] != "run" {
                continue;
            }
            let is_needy = ["cache-read", "cache-below", "fsync-lies"].contains(&rule);
            found_without_counters += usize::from(is_needy);
            assert!(!not_judged.contains(&format!("\"{rule}\"")), "{name}: {rule}");
        }
    }
    assert!(found_without_counters > 0);
}
