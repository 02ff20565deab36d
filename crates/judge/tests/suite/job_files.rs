//! Job files as they are published: what is said about their jobs is what fio 3.33 and `fiord run` do, and their correction makes nothing worse.
//! The file is long, because all jobs are explained on one machine with the same files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_judge::case::Case;
use fiord_judge::correct::{Fixed, fixed};
use fiord_judge::words::describe::describe;
use fiord_judge::{Finding, Severity, When, judge};
use fiord_messages::Lang;
use fiord_record::{FileKind, RunRecord, TargetFacts};

use crate::reference::{
    CONTEXT, GIB, VIRTUAL, before, existing, ext4_on, file_system, machine, parse_files, workshop_target,
};
use fiord_host::stack::{FsClass, Layer};

/// A machine with 23 GiB of memory. A fifth of it may be dirty.
fn found_at(path: &str) -> (TargetFacts, Layer) {
    match path {
        "there" => (existing(100 << 20, 0), ext4_on(&VIRTUAL)),
        "/dev/vdx" => (
            TargetFacts {
                kind: FileKind::Block,
                size_bytes: Some(GIB),
                ..TargetFacts::default()
            },
            file_system("devtmpfs", FsClass::Memory, Vec::new()),
        ),
        // 32 GiB are free.
        _ if path.starts_with("/dev/") => (
            TargetFacts::default(),
            file_system("devtmpfs", FsClass::Memory, Vec::new()),
        ),
        "exported" => (
            TargetFacts::default(),
            file_system("nfs4", FsClass::Network, Vec::new()),
        ),
        _ if path.starts_with("small-") => (TargetFacts::default(), ext4_on(&VIRTUAL)),
        _ => workshop_target(path),
    }
}

struct Explained {
    record: RunRecord,
    fixed: Fixed,
}

fn explained(text: &str) -> Explained {
    let parsed = parse_files("j.fio", &[("j.fio", text)], &[]);
    let facts = before(&parsed.plan, machine(23 * GIB), found_at);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    let fixed = fixed(&parsed.jobs, &CONTEXT, &record);
    Explained { record, fixed }
}

impl Explained {
    fn found(&self) -> Vec<Finding> {
        judge(When::Plan, &Case::of(&self.record))
    }

    /// The severity and the sentence of a trap for a job.
    fn of(&self, job: usize, trap: &str) -> Option<(Severity, String)> {
        let found = self.found();
        let mut of_trap = found.iter().filter(|one| one.trap().name() == trap);
        let one = of_trap.find(|one| one.subject.jobs == [job])?;
        Some((one.severity, one.saw(Lang::En)))
    }

    fn says(&self, job: usize) -> String {
        let case = Case::of(&self.record);
        describe(&case, job, Lang::En).unwrap().sentences.join("\n")
    }

    #[track_caller]
    fn has(&self, job: usize, sentence: &str) {
        let text = self.says(job);
        assert!(text.contains(sentence), "{sentence}\n{text}");
    }

    #[track_caller]
    fn lacks(&self, job: usize, words: &str) {
        let text = self.says(job);
        assert!(!text.contains(words), "{words}\n{text}");
    }
}

const THREE: &str = "[global]\nioengine=libaio\niodepth=32\ndirect=1\nfilename=f\nsize=20g\nruntime=10\ntime_based\n\
    [Rand-Read-4k]\nrw=randread\nbs=4k\n[Rand-Write-4k]\nrw=randwrite\nbs=4k\n[Seq-Read-1M]\nrw=read\nbs=1m\n";

#[test]
fn jobs_on_one_file_at_the_same_time_are_told() {
    let together = explained(THREE);
    let first = "Jobs Rand-Write-4k, Seq-Read-1M use f at the same time.";
    assert_eq!(
        together.of(0, "jobs-together"),
        Some((Severity::Care, first.to_owned()))
    );
    let third = "Jobs Rand-Read-4k, Rand-Write-4k use f at the same time.";
    assert_eq!(
        together.of(2, "jobs-together"),
        Some((Severity::Care, third.to_owned()))
    );
    // One after the other: by stonewall, or by a delay that is longer than the job before.
    for alone in [
        THREE
            .replace("[Rand-W", "stonewall\n[Rand-W")
            .replace("bs=1m", "bs=1m\nstonewall")
            .replace("[Seq", "stonewall\n[Seq"),
        THREE
            .replace("randwrite", "randwrite\nstartdelay=10")
            .replace("bs=1m", "bs=1m\nstartdelay=20"),
    ] {
        let alone = explained(&alone);
        assert!(
            (0..3).all(|job| alone.of(job, "jobs-together").is_none()),
            "{:#?}",
            alone.found()
        );
    }
    let direct_or_not = explained(
        "[global]\nfilename=f\nsize=20g\nbs=4k\nruntime=60\ntime_based\n\
         [direct]\ndirect=1\nrw=randwrite\n[buffered]\nrw=randread\n",
    );
    let saw = "Job direct uses f at the same time.";
    assert_eq!(
        direct_or_not.of(1, "jobs-together"),
        Some((Severity::Care, saw.to_owned()))
    );
}

#[test]
fn a_writer_with_its_own_file_shares_none() {
    let two = explained(
        "[global]\nfilename=shared\nsize=20g\nbs=1m\nrw=write\ndirect=1\nruntime=60\ntime_based\n[a]\n[b]\n",
    );
    assert_eq!(two.of(1, "same-file-writers").unwrap().0, Severity::Wrong);
    assert_eq!(two.fixed.changes[1], ["− filename=shared"]);
    assert_eq!(two.fixed.left, []);
}

#[test]
fn parts_of_one_load_are_a_note() {
    let note = |jobs: &str| {
        let text = format!("[global]\nfilename=f\nsize=20g\ndirect=1\nruntime=60\ntime_based\n{jobs}");
        explained(&text)
            .of(0, "jobs-together")
            .map(|(severity, _)| severity)
    };
    let log = "[log]\nrw=write\nbs=4k\nfsync=1\n[readers]\nrw=randread\nbs=8k\nnumjobs=8\n";
    assert_eq!(note(log), Some(Severity::Note));
    let paced = "[a]\nrw=randread\nrate_iops=100\n[b]\nrw=randwrite\n";
    assert_eq!(note(paced), Some(Severity::Note));
    let same = "[a]\nrw=randread\n[b]\nrw=randread\noffset=10g\nsize=10g\n";
    assert_eq!(note(same), Some(Severity::Note));
    assert_eq!(
        note("[a]\nrw=randread\n[b]\nrw=randwrite\n"),
        Some(Severity::Care)
    );
    let apart = "[global]\nsize=20g\n[a]\nfilename=f\nrw=randread\n[b]\nfilename=g\nrw=randwrite\n";
    assert_eq!(explained(apart).of(0, "jobs-together"), None);
}

#[test]
fn what_else_ends_a_job_is_told() {
    let with = explained(
        "[global]\nbs=4k\nsize=64m\n[writer]\nrw=randwrite\nruntime=300\ntime_based\n[reader]\nrw=randread\nexitall\n",
    );
    with.has(
        0,
        "The job stops after 5 min at the latest. The job also ends when job reader ends (exitall).",
    );
    with.has(0, "more than once before the job ends.");
    with.lacks(0, "runs for");
    with.lacks(1, "exitall");
    let own_group = explained(
        "[global]\nbs=4k\nsize=64m\n[writer]\nrw=randwrite\nruntime=300\ntime_based\n[reader]\nnew_group\nrw=randread\nexitall\n",
    );
    own_group.has(0, "The job runs for 5 min.");

    let timed =
        "[j]\nrw=randread\nbs=4k\nsize=40g\nioengine=libaio\niodepth=64\ndirect=1\nruntime=30m\ntime_based\n";
    let steady = explained(&format!("{timed}steadystate=iops:3%\nsteadystate_duration=1m\n"));
    steady.has(
        0,
        "after 30 min at the latest. The job also ends when it reaches a steady state (steadystate=iops:3% for 60 s).",
    );
    let target = "latency_target=2ms\nlatency_window=1s\nlatency_percentile=99\n";
    let search = explained(&format!("{timed}{target}"));
    search.has(
        0,
        "The job searches for its queue depth, up to 64 (latency_target, ioengine=libaio). The result is the highest depth at which 99 % of the I/Os take at most 2 ms.",
    );
    search.has(
        0,
        "The job also ends when its search for the queue depth is complete (latency_target).",
    );
    search.lacks(0, "The queue depth is 64");
    let goes_on = explained(&format!("{timed}{target}latency_run=1\n"));
    goes_on.has(0, "The job runs for 30 min.");
    goes_on.has(0, "continues to adjust the queue depth");
}

#[test]
fn the_files_of_all_jobs_need_room() {
    // 32 GiB are free.
    let text = |more: &str| {
        format!(
            "[global]\ndirect=1\nbs=1m\nsize=20g\nrw=write\nruntime=60\ntime_based\n[a]\nfilename=small-a\n{more}[b]\nfilename=small-b\nstonewall\n"
        )
    };
    let two = explained(&text(""));
    assert_eq!(two.of(0, "no-room"), None);
    let saw = "The files need 40 GiB more, but only 32 GiB is free. The job ends with ENOSPC unless the runtime ends it first. \
        20 GiB of the needed space is for files of earlier jobs.";
    assert_eq!(two.of(1, "no-room"), Some((Severity::Care, saw.to_owned())));
    assert_eq!(two.fixed.changes[1], ["size=20g → size=8g"]);
    assert_eq!(two.fixed.left, []);
    assert_eq!(explained(&text("unlink=1\n")).of(1, "no-room"), None);
    let shared = text("").replace("small-b", "small-a");
    assert_eq!(explained(&shared).of(1, "no-room"), None);
}

#[test]
fn verified_blocks_are_read_back() {
    let job = "[v]\nrw=write\nbs=4k\nsize=1g\ndirect=1\nioengine=libaio\niodepth=16\n";
    let (plain, verified) = (explained(job), explained(&format!("{job}verify=crc32c\n")));
    verified.has(0, "transfers 1 GiB in 262,144 I/Os. The job also reads back and verifies 1 GiB in 262,144 I/Os (verify).");
    let slow = |one: &Explained| {
        let case = Case::of(&one.record);
        describe(&case, 0, Lang::En).unwrap().planned.seconds.unwrap().1
    };
    assert!((slow(&verified) / slow(&plain) - 2.0).abs() < 1e-9);
    let only_written = explained(&format!("{job}verify=crc32c\ndo_verify=0\n"));
    only_written.lacks(0, "back");
    let by_time = explained(&format!("{job}verify=crc32c\nruntime=60\ntime_based\n"));
    by_time.has(
        0,
        "The job also reads back and verifies the blocks of each pass (verify).",
    );
}

#[test]
fn a_skewed_distribution_touches_little() {
    let job = "[r]\nrw=randread\nbs=4k\nsize=40g\nruntime=60\ntime_based\n";
    let direct = format!("{job}direct=1\nioengine=libaio\niodepth=32\n");
    assert_eq!(explained(&direct).of(0, "small-file"), None);
    let hot = explained(&format!("{direct}random_distribution=zipf:2.2\n"));
    let (severity, saw) = hot.of(0, "small-file").unwrap();
    assert_eq!(severity, Severity::Care);
    assert!(
        saw.contains(" MiB")
            && saw.ends_with(
                "the part of the target that the job touches on a fast SSD with this distribution."
            ),
        "{saw}"
    );
    hot.lacks(0, "passes over");
    hot.has(0, "On a fast SSD, the job touches about");
    // Through the cache, what is touched fits in memory where the region does not.
    let cached = explained(&format!("{job}random_distribution=zipf:2.2\n"));
    assert!(
        cached
            .of(0, "cache-read")
            .unwrap()
            .1
            .starts_with("The distribution prefers some blocks.")
    );
    let even = explained(&job.replace("40g", "100g"));
    assert_eq!(even.of(0, "cache-read").unwrap().0, Severity::Note);
}

#[test]
fn the_region_ends_with_the_file_where_it_is_a_part_of_it() {
    let region = |options: &str| {
        let one = explained(&format!("[w]\nrw=write\nbs=4k\nfilename=there\n{options}\n"));
        let case = Case::of(&one.record);
        describe(&case, 0, Lang::En)
            .unwrap()
            .planned
            .region_bytes
            .unwrap()
            >> 20
    };
    assert_eq!(region("offset=90%\nsize=100%"), 10);
    assert_eq!(region("offset=90%\nsize=5%"), 5);
    // A number of bytes makes the file longer.
    assert_eq!(region("offset=90%\nsize=100m"), 100);
}

#[test]
fn a_mix_rewrites_only_what_it_writes_and_memory_holds_back_only_dirty_pages() {
    let mix = "[m]\nrw=randrw\nrwmixread=67\nbs=64k\nsize=100m\nend_fsync=1\n";
    assert_eq!(explained(mix).of(0, "overwrite-same"), None);
    let loops = explained(&format!("{mix}loops=4\n"));
    let saw = loops.of(0, "overwrite-same").unwrap().1;
    assert!(
        saw.starts_with("The job writes 132 MiB to a region of 100 MiB (1.3 times its size)."),
        "{saw}"
    );
    let by_time = |size: &str| {
        let text = format!("[w]\nrw=write\nbs=4k\nsize={size}\nruntime=30\ntime_based\n");
        explained(&text)
            .of(0, "overwrite-same")
            .map(|(severity, _)| severity)
    };
    // The limit is 3.5 GiB: a fifth of what is available.
    assert_eq!(by_time("1g\ninvalidate=0"), Some(Severity::Wrong));
    assert_eq!(by_time("1g"), Some(Severity::Care));
    assert_eq!(by_time("10g"), None);
}

#[test]
fn the_ramp_of_a_short_job_is_its_result() {
    let job = |size: &str| {
        explained(&format!(
            "[r]\nrw=read\nbs=1m\nsize={size}\ndirect=1\nramp_time=30\n"
        ))
    };
    job("10m").has(
        0,
        "The job ends before ramp_time (30 s) is over, so the result includes all I/O of the job.",
    );
    job("10g").has(
        0,
        "The first 30 s of the I/O of the job is not measured (ramp_time). If the job ends within ramp_time, the result includes all I/O of the job.",
    );
    let by_time = explained("[r]\nrw=read\nbs=1m\nsize=10g\nruntime=60\ntime_based\nramp_time=30\n");
    by_time.has(
        0,
        "The job runs for 60 s. In addition, the job first runs for 30 s without being measured (ramp_time).",
    );
}

#[test]
fn pauses_come_after_a_time_of_io() {
    let job = "[r]\nrw=randread\nbs=4k\nsize=20g\ndirect=1\nthinktime=1ms\nthinktime_iotime=2s\n";
    let by_time = explained(job);
    by_time.has(0, "The job pauses 1 ms after every 2 s of I/O.");
    by_time.lacks(0, "after every block");
    let both = explained(&format!("{job}thinktime_blocks=8\n"));
    both.has(
        0,
        "The job pauses 1 ms after every 2 s of I/O. The job pauses 1 ms after every 8 blocks.",
    );
}

#[test]
fn files_that_are_never_reached_are_reached_afterwards() {
    let one = explained(
        "[r]\nrw=randread\nbs=4k\nfilesize=1m\nnrfiles=10000\nopenfiles=1\nfile_service_type=sequential\n\
         direct=1\nioengine=libaio\niodepth=32\nruntime=30\ntime_based\n",
    );
    one.has(0, "All I/O of the job stays in the first file.");
    let saw = "The I/O stays within 1 MiB (< 0.1 % of the device).";
    assert_eq!(one.of(0, "small-file"), Some((Severity::Care, saw.to_owned())));
    assert_eq!(
        one.fixed.changes[0],
        [
            "− openfiles=1",
            "file_service_type=sequential → file_service_type=random"
        ]
    );
    assert_eq!(one.fixed.left, []);
}

#[test]
fn no_device_is_no_file_in_its_folder() {
    let one = explained("[w]\nrw=randwrite\nfilename=/dev/nvme7n1\nsize=2g\nbs=4k\ndirect=1\nnumjobs=4\n");
    let saw = "Device /dev/nvme7n1 does not exist.";
    assert_eq!(one.of(0, "no-target"), Some((Severity::Wrong, saw.to_owned())));
    assert_eq!(one.fixed.changes, [Vec::<String>::new()]);
    one.has(0, "The job cannot run. Device /dev/nvme7n1 does not exist.");
    let part = explained("[w]\nrw=write\nsize=20%\nbs=4k\n");
    let saw = "w.0.0 does not exist, and size=20% is relative to the size of an existing file.";
    assert_eq!(part.of(0, "no-target"), Some((Severity::Wrong, saw.to_owned())));
}

#[test]
fn latencies_that_are_left_are_not_called_disabled() {
    let of = |options: &str| {
        let text = format!("[r]\nrw=randread\nbs=4k\nsize=40g\ndirect=1\n{options}\n");
        explained(&text).of(0, "gtod-reduce")
    };
    let saw = "These latencies are not recorded: slat (disable_slat). Other latencies are recorded.";
    assert_eq!(of("disable_slat=1"), Some((Severity::Note, saw.to_owned())));
    let saw = "These latencies are not recorded: clat (disable_clat). Other latencies are recorded without percentiles.";
    assert_eq!(of("disable_clat=1"), Some((Severity::Care, saw.to_owned())));
    let saw = "Latency recording is disabled by disable_clat, disable_lat.";
    assert_eq!(
        of("disable_clat=1\ndisable_lat=1"),
        Some((Severity::Care, saw.to_owned()))
    );
}

#[test]
fn a_file_that_a_job_before_makes_is_made_once() {
    let text =
        "[global]\nfilename=f\nsize=8g\ndirect=1\nbs=1m\n[prep]\nrw=write\n[measure]\nstonewall\nrw=read\n";
    let both = explained(text);
    both.has(0, "The job creates 1 file (8 GiB).");
    both.has(1, "Job prep creates the file before this job starts.");
    both.lacks(1, "fills");
    let larger = explained(&text.replace("rw=read", "rw=read\nsize=9g"));
    larger.has(1, "The job creates 1 file (9 GiB) and fills it");
}

/// Jobs whose corrections were once worse than they.
const CORPUS: [&str; 15] = [
    "[global]\ndirect=1\nfilename=small-temp\nfilesize=8g\nrw=randwrite\nnumjobs=16\nruntime=300\nstonewall\n\
     [a]\nbs=8k\n[b]\nbs=16k\n[c]\nbs=8k\niodepth=32\n[d]\nbs=16k\niodepth=32\n",
    THREE,
    "[j]\nrw=randwrite\nfilename=small-t\nfilesize=10g\nioengine=libaio\niodepth=16\ndirect=1\nbs=8k\nnumjobs=16\nruntime=300\n",
    "[w]\nrw=randwrite\nbs=4k\nsize=1g\n",
    "[mix]\nrw=randrw\nrwmixread=67\nbs=64k\nsize=100m\ndirect=0\nend_fsync=1\n",
    "[seqw]\nrw=write\nbs=4k\nsize=16g\nioengine=psync\nruntime=30\ntime_based\n",
    "[w]\nrw=randwrite\nfilename=/dev/nvme7n1\nsize=2g\nbs=4k\ndirect=1\nioengine=libaio\niodepth=32\nnumjobs=4\n",
    "[r]\nrw=read\nbs=64k\nsize=1m\nfilename=t9\nioengine=psync\nramp_time=500ms\n",
    "[global]\nbs=4k\nsize=64m\ndirect=1\n[writer]\nrw=randwrite\nruntime=300\ntime_based\n[reader]\nrw=randread\nexitall\n",
    "[global]\nfilename=shared\nsize=20g\nbs=1m\nrw=write\nioengine=libaio\niodepth=8\ndirect=1\n[a]\n[b]\n",
    "[global]\nsize=20g\nbs=1m\nrw=write\nruntime=60\n[a]\nfilename=small-a\n[b]\nfilename=small-b\n",
    "[global]\nrw=randread\nsize=1g\nbs=4k\n[a]\nfilename=small-a\n[b]\nfilename=small-b\n[c]\nfilename=small-c\n",
    "[w]\nrw=randwrite\nfilename=there\nbs=4k\nnumjobs=4\n",
    "[w]\nrw=randwrite\nbs=4k\nfilesize=16m\nnrfiles=8\nsize=64m\nfsync=1\n",
    "[r]\nrw=randread\nbs=4k\nsize=50g\nioengine=libaio\niodepth=32\nruntime=60\nfilename=small-r\n",
];

#[test]
fn no_correction_makes_a_job_worse() {
    for text in CORPUS {
        let one = explained(text);
        let was = one.found();
        for left in &one.fixed.left {
            let mut same = was
                .iter()
                .filter(|old| old.trap() == left.trap() && old.subject.jobs == left.subject.jobs);
            assert!(
                same.any(|old| old.severity >= left.severity),
                "{text}\n{:?}\n{left:#?}",
                one.fixed.changes
            );
        }
    }
}

/// fio 3.33: `number_ios=50 thinktime=20ms` took 1.02 s.
#[test]
fn pauses_and_rates_are_part_of_the_forecast() {
    let paused = "[j]\nrw=randread\nbs=4k\ndirect=1\nsize=20g\nnumber_ios=100\nthinktime=1s\nrandrepeat=0\n";
    explained(paused).has(0, "all bytes are transferred: after about 100 s.");
    // fio 3.33 does the reads at their rate and the writes as fast as it can.
    let one = "[j]\nrw=randrw\nbs=4k\ndirect=1\nsize=8g\nrate=1m,\n";
    let one = explained(one);
    one.has(0, "The rate limits decide how many of the I/Os are reads.");
    one.lacks(0, "50 % of the I/Os");
}

/// A size of gigabytes at 64 KiB/s would take a day.
#[test]
fn a_larger_file_does_not_make_a_paced_job_longer() {
    for options in [
        "size=1m\nloops=100000\nrw=randrw\nbs=4k\n",
        "size=1m\nrate=64k\nrw=read\nbs=4k\n",
        "size=100m\nthinktime=1s\nrw=randwrite\nbs=4k\n",
    ] {
        let job = explained(&format!("[j]\ndirect=1\n{options}"));
        let new = &job.fixed.plan.jobs[0];
        assert_eq!(
            (new.control.runtime_us, new.control.time_based, new.control.loops),
            (60_000_000, true, 1),
            "{:?}",
            job.fixed.changes
        );
    }
    let buffered = explained("[j]\nsize=1m\nrate=64k\nrw=write\nbs=4k\ndirect=0\nend_fsync=1\n");
    assert_eq!(
        buffered.fixed.plan.jobs[0].access.size,
        buffered.record.plan.jobs[0].access.size
    );
}

#[test]
fn the_way_of_the_data_is_that_of_the_engine() {
    let mapped = explained("[j]\nioengine=mmap\nrw=randwrite\nbs=4k\nsize=4g\ndirect=1\n");
    mapped.has(0, "Each write is synced (ioengine=mmap with direct=1).");
    mapped.lacks(0, "bypasses");
    // O_SYNC on the descriptor syncs no store to the mapping.
    let stored = explained("[j]\nioengine=mmap\nrw=randwrite\nbs=4k\nsize=4g\nsync=1\n");
    stored.has(0, "The job never syncs the data.");
    stored.lacks(0, "Each write is synced");
    let closed = explained("[j]\nrw=write\nbs=4k\nsize=4g\nfsync_on_close=1\n");
    closed.has(0, "The job ends with fsync of each file (fsync_on_close=1).");
    closed.lacks(0, "never sync");
    // The end of the run waits for the disk, whichever option asks for it: this job needs no end_fsync.
    for option in ["fsync_on_close", "end_fsync", "end_syncfs"] {
        let synced = explained(&format!("[j]\nrw=write\nbs=4k\nsize=4g\n{option}=1\n"));
        let (_, saw) = synced.of(0, "write-cached").unwrap();
        assert!(
            saw.ends_with("Only the dirty limit and the sync at the end make the job wait for the disk."),
            "{option}: {saw}"
        );
        let fixed = &synced.fixed.plan.jobs[0].durability;
        assert_eq!(fixed.end_fsync, option == "end_fsync", "{option}");
    }
    let ranges = explained("[j]\nrw=write\nbs=4k\nsize=4g\nsync_file_range=wait_after:8\n");
    ranges.has(0, "Every 8 writes are followed by sync_file_range.");
    ranges.lacks(0, "never synced");
    // fio 3.33 calls BLKDISCARD or fallocate for one trim after the other.
    let trims = explained("[j]\nioengine=libaio\niodepth=32\nrw=randtrim\nbs=64k\nfilename=/dev/sdy\n");
    trims.has(
        0,
        "The queue depth is 1 (ioengine=libaio). The job does not reach iodepth=32.",
    );
    assert_eq!(trims.of(0, "aio-buffered"), None);
    let one = explained("[j]\nioengine=libaio\nrw=randread\nbs=4k\nsize=40g\n");
    assert_eq!(one.of(0, "aio-buffered"), None);
}

#[test]
fn engines_without_data_are_described_by_their_operations() {
    let names = explained("[j]\nioengine=filecreate\nnrfiles=10\nnumjobs=3\nfilesize=4k\nrw=read\nbs=4k\n");
    names.has(0, "The operations are on 30 files.");
    for words in ["transfers", "fast SSD", "sequential", "queue depth"] {
        names.lacks(0, words);
    }
    let blocks = explained("[j]\nioengine=falloc\nsize=4m\nrw=write\nbs=4k\n");
    blocks.has(0, "The job does 1,024 operations.");
    blocks.lacks(0, "page cache");
    let cpu = explained("[j]\nioengine=cpuio\ncpuload=50\nruntime=5\ntime_based\n");
    cpu.has(0, "The job loads a CPU to 50 %.");
    cpu.has(0, "The job runs for 5 s.");
    cpu.lacks(0, "unknown");
}

#[test]
fn effects_are_those_of_the_target_and_of_places_that_are_drawn() {
    let device = explained("[j]\nfilename=/dev/vdx\nrw=randread\nbs=4k\nunlink=1\n");
    device.lacks(0, "removes its files");
    let file = explained("[j]\nfilename=there\nrw=randread\nbs=4k\nunlink=1\n");
    file.has(0, "The job removes its files when it ends");
    let all = explained("[j]\nfilename=there\nrw=write\nbs=4k\nsize=1g\n");
    all.has(0, "the file grows to 1 GiB");
    for drawn in ["rw=randrw", "rw=randwrite\nnorandommap=1"] {
        let some = explained(&format!("[j]\nfilename=there\nbs=4k\nsize=1g\n{drawn}\n"));
        some.lacks(0, "the file grows");
    }
}

#[test]
fn files_are_made_as_the_options_say() {
    let only = explained("[j]\nrw=randread\nbs=4k\nsize=4g\ndirect=1\ncreate_only=1\n");
    only.has(
        0,
        "The job only creates its files and does no I/O (create_only=1).",
    );
    only.has(0, "creates 1 file (4 GiB) and fills it");
    only.lacks(0, "transfers");
    assert_eq!(only.found(), []);
    let may_not = explained("[j]\nrw=randread\nbs=4k\nsize=4g\nfilename=fresh\nallow_file_create=0\n");
    may_not.has(
        0,
        "fresh does not exist, and the job may not create it (allow_file_create=0).",
    );
    let opened = explained("[j]\nrw=write\nbs=4k\nsize=4g\ncreate_on_open=1\n");
    opened.has(
        0,
        "The job creates 1 empty file when it first opens that file (create_on_open=1).",
    );
    let appended = explained("[j]\nrw=write\nbs=4k\nsize=1m\nfilename=there\ndirect=1\nfile_append=1\n");
    appended.has(0, "The region starts at the end of the file (file_append=1).");
    appended.has(0, "The job appends data to there.");
    // fio 3.33 makes files of 1024, 1124 and 1224 KiB.
    let steps = explained("[j]\nrw=read\nbs=4k\nsize=1m\nnumjobs=3\noffset_increment=100k\n");
    steps.has(0, "creates and fills 3 files before the measurement starts.");
    // fio 3.33: "blocksize is larger than data set range".
    let none = explained("[j]\nrw=randread\nbs=128m\nfilename=there\n");
    none.has(
        0,
        "The job does no I/O: its part of there is smaller than one block.",
    );
    assert_eq!(none.found().len(), 1);
    let one_name =
        explained("[j]\nrw=write\nbs=4k\nsize=4g\ndirect=1\nnumjobs=4\nfilename_format=test.$filenum\n");
    one_name.has(0, "The job creates 1 file (4 GiB).");
    assert_eq!(one_name.of(0, "same-file-writers").unwrap().0, Severity::Wrong);
}

#[test]
fn a_recording_that_is_not_there_has_no_bytes() {
    let replay = explained("[j]\nread_iolog=trace.log\nrw=read\nbs=4k\nsize=4g\n");
    replay.has(0, "The job replays the I/O trace trace.log.");
    replay.lacks(0, "transfers");
    assert_eq!(replay.found(), []);
}

/// A job that waits for one job runs next to the others.
#[test]
fn a_job_that_waits_for_one_job_has_the_others_as_company() {
    let text = "[global]\nrw=randwrite\nbs=4k\ndirect=1\nfilename=f\nsize=20g\ntime_based\n\
        [a]\nruntime=10\nfilename=g\n[b]\nruntime=60\n[c]\nwait_for=a\nruntime=20\n[d]\nwait_for=c\nruntime=20\n";
    let jobs = explained(text);
    jobs.has(0, "The job runs at the same time as b.");
    jobs.has(1, "The job runs at the same time as a, c, d.");
    jobs.has(2, "The job runs at the same time as b.");
    assert_eq!(
        jobs.of(2, "jobs-together").unwrap().1,
        "Job b uses f at the same time."
    );
}

/// fio 3.33 counts a startdelay from the start of the run: one of 500 ms after a stonewall and a job of 1 s has no effect.
#[test]
fn a_delay_counts_from_the_first_job() {
    let text =
        "[global]\nrw=randread\nbs=4k\nsize=1m\n[a]\n[b]\nstonewall\nstartdelay=60\n[c]\nstartdelay=60\n";
    let jobs = explained(text);
    let later = "The job starts at least 60 s after the start of the first job (startdelay).";
    jobs.has(1, &format!("all jobs before it have ended. {later}"));
    jobs.has(2, later);
}

#[test]
fn the_ramp_comes_before_the_runtime() {
    let job = explained("[j]\nrw=randread\nbs=4k\ndirect=1\nsize=20g\nruntime=5\nramp_time=10\n");
    job.has(0, "The job runs for 5 s and stops before all bytes are transferred. In addition, the job first runs for 10 s without");
    let either = explained("[j]\nrw=randread\nbs=4k\ndirect=1\nsize=1g\nruntime=60\nramp_time=10\n");
    either.has(0, "The job stops after 70 s at the latest.");
}

#[test]
fn parts_of_one_file_that_overlap_are_found() {
    let text = |more: &str| {
        format!("[j]\nrw=write\nbs=4k\ndirect=1\nfilename=f\nnumjobs=4\nsize=2g\noffset_increment=1g\n{more}")
    };
    let shifted = explained(&text(""));
    let saw = "4 workers write one file in regions that overlap (offset_increment is smaller than the region). 62.5 % of the bytes are distinct.";
    assert_eq!(
        shifted.of(0, "same-file-writers"),
        Some((Severity::Wrong, saw.to_owned()))
    );
    assert_eq!(
        explained(&text("io_size=100m\n")).of(0, "same-file-writers"),
        None
    );
    assert_eq!(
        explained(&text("offset_increment=2g\n")).of(0, "same-file-writers"),
        None
    );
}

#[test]
fn readers_that_begin_apart_share_a_part() {
    let text = |step: &str| {
        format!("[j]\nrw=read\nbs=1m\nfilename=cold\nnumjobs=4\nsize=2g\noffset_increment={step}\n")
    };
    let shifted = "62.5 % of the bytes are distinct: 4 workers read overlapping regions of one file, because offset_increment is smaller than the region of a worker.";
    assert_eq!(
        explained(&text("1g")).of(0, "same-file-readers"),
        Some((Severity::Note, shifted.to_owned()))
    );
    let same = "25 % of the bytes are distinct: 4 workers read the same region of one file sequentially.";
    assert_eq!(
        explained(&text("0")).of(0, "same-file-readers"),
        Some((Severity::Wrong, same.to_owned()))
    );
}

#[test]
fn every_block_once_is_no_part_that_repeats() {
    let reads = |options: &str| {
        let text = format!("[j]\nrw=randread\ndirect=1\nfilename=cold\n{options}");
        explained(&text).of(0, "cache-repeat").is_some()
    };
    assert!(!reads("bs=6k\nsize=1g\n"));
    assert!(reads("bs=4k\nsize=1g\nio_size=300m\nnumjobs=4\n"));
}

#[test]
fn read_ahead_needs_a_sequence() {
    let reads = |options: &str| {
        let text = format!("[j]\nbs=4k\nsize=100g\nfilename=cold\n{options}");
        explained(&text).of(0, "cache-read").map(|(severity, _)| severity)
    };
    assert_eq!(reads("rw=read\n"), Some(Severity::Care));
    for options in ["rw=read:-4k\n", "rw=read:1m\n", "rw=read\nfadvise_hint=random\n"] {
        assert_eq!(reads(options), None, "{options}");
    }
}

#[test]
fn many_jobs_that_end_a_job_are_counted() {
    let mut text = "[global]\nrw=randread\nbs=4k\nsize=1m\n[long]\nruntime=60\ntime_based\n".to_owned();
    for job in 0..9 {
        text += &format!("[short{}]\nexitall\n", job / 3);
    }
    explained(&text).has(0, "The job also ends when one of 9 other jobs ends (exitall).");
}

#[test]
fn an_estimate_of_a_job_that_ends_by_bytes_needs_no_fast_disk() {
    let zipf = "[j]\nrw=randread\nrandom_distribution=zipf:1.2\nbs=4k\nsize=40g\ndirect=1\n";
    let bytes = explained(&format!("{zipf}io_size=10g\n"));
    bytes.has(0, "of the region (an estimate based on the distribution).");
    bytes.lacks(0, "On a fast SSD");
    explained(&format!("{zipf}runtime=60\ntime_based\n")).has(0, "On a fast SSD, the job touches");
    let verified = explained("[j]\nrw=randwrite\nbs=4k\nsize=4g\nverify=crc32c\nverify_backlog=64\n");
    verified.has(0, "verifies the blocks after every 64 writes (verify_backlog).");
}

#[test]
fn a_region_across_the_end_of_a_file_makes_it_longer() {
    let job = |options: &str| explained(&format!("[j]\nrw=randread\nbs=4k\nfilename=there\n{options}"));
    // fio 3.33: "you need to specify valid offset=".
    job("offset=101m\n").has(
        0,
        "The offset is at or after the end of there, and no size is set.",
    );
    // fio 3.33 fills a file of 8 MiB up to 11 MiB for `offset=7m size=4m`.
    job("offset=99m\nsize=4m\n").has(0, "The job fills there up to 103 MiB");
}

#[test]
fn parts_of_one_file_need_the_room_up_to_the_last() {
    // 32 GiB are free.
    let text = "[j]\nrw=read\nbs=1m\ndirect=1\nsize=8g\nnumjobs=4\noffset_increment=12g\nfilename=small-f\n";
    let parts = explained(text);
    assert_eq!(parts.of(0, "no-room").unwrap().0, Severity::Wrong);
    let access = &parts.fixed.plan.jobs[0].access;
    assert_eq!(access.size, Some(access.offset_increment));
    assert_eq!(parts.fixed.left, []);
}

#[test]
fn places_of_direct_io_are_multiples_of_a_sector() {
    for options in ["numjobs=2\noffset_increment=1000\n", "rw=write:1000\n"] {
        let job = explained(&format!(
            "[j]\nrw=write\nbs=4k\ndirect=1\nfilename=cold\nsize=40g\n{options}"
        ));
        assert_eq!(
            job.of(0, "unaligned-direct").unwrap().0,
            Severity::Wrong,
            "{options}"
        );
    }
}

/// NFS has no sectors: what it needs is not that of a block device. Where no device is known, the least of all counts.
#[test]
fn a_file_system_without_a_device_has_no_sectors() {
    let text = |name: &str| format!("[j]\nrw=write\nbs=2300\ndirect=1\nfilename={name}\nsize=23m\n");
    assert!(explained(&text("small-f")).of(0, "unaligned-direct").is_some());
    assert_eq!(explained(&text("exported")).of(0, "unaligned-direct"), None);
    let mut unknown = explained(&text("small-f"));
    for target in &mut unknown.record.before.targets {
        target.stack = None;
    }
    let saw = unknown.of(0, "unaligned-direct").unwrap().1;
    assert!(
        saw.ends_with("no device has sectors smaller than 512 bytes."),
        "{saw}"
    );
}

/// Data that compresses is asked for by those whose disk compresses.
#[test]
fn a_share_of_copies_that_was_asked_for_stays() {
    let text = "[j]\nrw=randwrite\nbs=4k\ndirect=1\nsize=40g\ndedupe_percentage=40\n";
    let job = explained(text);
    assert_eq!(job.of(0, "zero-data").unwrap().0, Severity::Note);
    assert_eq!(job.fixed.plan.jobs[0].buffers.dedupe_percent, Some(40));
}

#[test]
fn the_direction_with_fewer_ios_has_fewer_above_a_percentile() {
    let job = explained("[j]\nrw=randrw\nrwmixread=95\nbs=4k\ndirect=1\nsize=20g\nnumber_ios=20000\n");
    let (severity, saw) = job.of(0, "few-samples").unwrap();
    assert_eq!(severity, Severity::Care);
    assert!(
        saw.starts_with("In the direction with the fewest I/Os, the job does 1,000 I/Os."),
        "{saw}"
    );
}

#[test]
fn a_second_file_name_stays_in_the_correction() {
    let job = explained("[global]\nfilename=cold\n[j]\nrw=randread\nbs=4k\nsize=40g\nfilename=there\n");
    assert_eq!(job.record.plan.jobs[0].files.filenames, ["cold", "there"]);
    assert_eq!(job.fixed.plan.jobs[0].files.filenames, ["cold", "there"]);
}

#[test]
fn a_mix_without_writes_names_its_share_as_the_reason() {
    let job = explained("[j]\nrw=randrw\nrwmixread=100\nbs=4k\nsize=40g\nfsync=1\n");
    let (_, saw) = job.of(0, "ignored-option").unwrap();
    assert_eq!(
        saw,
        "`fsync=1` has no effect here. The option affects only one direction, and rwmixread or rwmixwrite leaves no I/O in this direction."
    );
}

/// fio 3.33 and 3.42 read 49,152 of 49,152 KiB from the device for `size=16m loops=3`, and 16 MiB with `norandommap`.
#[test]
fn each_pass_begins_with_an_empty_cache() {
    let reads = |options: &str| {
        let text = format!("[j]\nrw=randread\nbs=64k\nsize=16m\nfilename=there\n{options}");
        explained(&text).of(0, "cache-read").unwrap().0
    };
    for dropped in ["loops=3\n", "runtime=60\ntime_based\n"] {
        assert_eq!(reads(dropped), Severity::Note, "{dropped}");
    }
    for kept in [
        "norandommap\nruntime=60\ntime_based\n",
        "norandommap\nloops=3\n",
        "numjobs=3\n",
        "io_size=64m\n",
    ] {
        assert_eq!(reads(kept), Severity::Wrong, "{kept}");
    }
}

/// To drop the pages of a pass begins their writeback: fio 3.33 and fiord write most of what they issue.
#[test]
fn writes_of_a_pass_go_to_the_disk_before_the_next() {
    let writes = |options: &str, trap: &str| {
        let text = format!("[j]\nrw=write\nbs=64k\nsize=64m\nfilename=there\n{options}");
        explained(&text).of(0, trap)
    };
    let timed = writes("runtime=60\ntime_based\n", "overwrite-same");
    assert_eq!(timed.unwrap().0, Severity::Care);
    let kept = writes("runtime=60\ntime_based\ninvalidate=0\n", "overwrite-same");
    assert_eq!(kept.unwrap().0, Severity::Wrong);
    assert_eq!(writes("loops=5\n", "overwrite-same").unwrap().0, Severity::Care);
    let (_, saw) = writes("loops=5\n", "write-cached").unwrap();
    assert!(saw.contains("up to 64 MiB of the 320 MiB written"), "{saw}");
}

#[test]
fn an_offset_change_is_told_with_the_block_size() {
    let order = |options: &str| explained(&format!("[j]\nbs=4k\nsize=64m\nfilename=there\n{options}"));
    order("rw=read:-4k\n").has(0, "All I/O is at the same offset");
    order("rw=read:-2k\n").has(0, "each block overlaps the block before it");
    order("rw=read:-8k\n").has(0, "runs backwards");
    order("rw=randread:4\n").lacks(0, "No block repeats");
}

/// fio 3.42 reads back 644 of 1,024 blocks without a map, and writes and reads 4 MiB each with `io_size=8m`.
#[test]
fn what_is_read_back_is_an_upper_bound_where_blocks_are_written_twice() {
    let verified = "[j]\nfilename=there\nrw=randwrite\nbs=4k\nsize=4m\nverify=crc32c\n";
    let drawn = explained(&format!("{verified}norandommap\n"));
    drawn.has(
        0,
        "The job also reads back and verifies at most 4 MiB in 1,024 I/Os (verify).",
    );
    drawn.has(0, "Data in there is overwritten.");
    let within = explained(&format!("{verified}io_size=8m\n"));
    within.has(0, "The job transfers at most 8 MiB in 2,048 I/Os.");
    within.has(0, "verifies at most 8 MiB");
}

/// What fio 3.42 and `fiord run` move, or that they fail.
#[test]
fn what_a_job_moves_and_touches_is_what_both_programs_do() {
    let says = |text: &str| explained(text).says(0);
    let gaps = says("[j]\nfilename=there\nrw=write:4k\nbs=4k\nsize=4m\n");
    assert!(gaps.contains("The job transfers 2 MiB in 512 I/Os."), "{gaps}");
    // The zones go on to the end of the file: 100 of 64 KiB.
    let zones = says(
        "[j]\nfilename=there\nrw=read\nbs=4k\nzonemode=strided\nzonesize=64k\nzoneskip=960k\nsize=16m\n",
    );
    assert!(
        zones.contains("The job makes up to 2.6 passes over the region."),
        "{zones}"
    );
    let both = says("[j]\nfilename=there\nrw=randtrimwrite\nbs=4k\nsize=4m\n");
    assert!(both.contains("The job transfers 8 MiB in 2,048 I/Os."), "{both}");
    let rated = says("[j]\nfilename=there\nrw=randrw\nbs=4k\nsize=8m\nrate=1m,\n");
    assert!(!rated.contains("50 % of the I/Os are reads"), "{rated}");
    let apart = says("[j]\nfilename=there\nrw=randread\nbs=4k\nblockalign=16k\nsize=8m\n");
    assert!(!apart.contains("No block repeats"), "{apart}");
    let mix = says("[j]\nfilename=there\nrw=rw\nbs=4k\nsize=1000k\n");
    assert!(mix.contains("Data in there is overwritten."), "{mix}");
    let least = says("[j]\nfilename=there\nrw=read\nsize=1m\nrate_min=1g\n");
    assert!(
        least.contains("The job fails if a rate is below its minimum"),
        "{least}"
    );
}

#[test]
fn a_file_that_the_job_lays_out_itself_cannot_be_verified() {
    let job = explained("[j]\nfilename=small-new\nrw=read\nverify=crc32c\nsize=1m\n");
    let (severity, _) = job.of(0, "no-target").unwrap();
    assert_eq!(severity, Severity::Wrong);
    let there = explained("[j]\nfilename=there\nrw=read\nverify=crc32c\nsize=1m\n");
    assert_eq!(there.of(0, "no-target"), None);
}

#[test]
fn options_without_their_partner_are_told() {
    for (option, reason) in [
        ("verify_fatal=1", "The job does not use verify."),
        ("thinktime_iotime=1s", "The job has no thinktime."),
    ] {
        let job = explained(&format!("[j]\nfilename=there\nrw=write\nsize=1m\n{option}\n"));
        let (_, saw) = job.of(0, "ignored-option").unwrap_or_else(|| panic!("{option}"));
        assert!(saw.ends_with(reason), "{saw}");
    }
}

/// In a chain no job runs beside another; a job that waits for the first runs beside the rest of the chain.
#[test]
fn jobs_of_a_chain_have_no_company() {
    let chain = "[a]\n[b]\nwait_for=a\n[c]\nwait_for=b\n[d]\nwait_for=a\n";
    let job = explained(&format!("[global]\nfilename=there\nrw=read\nsize=1m\n{chain}"));
    let case = Case::of(&job.record);
    let company = |index| {
        let together = fiord_judge::case::company::together(&case, index);
        together.iter().map(|(other, _)| *other).collect::<Vec<_>>()
    };
    assert_eq!([0, 1, 2, 3].map(company), [vec![], vec![3], vec![3], vec![1, 2]]);
}
