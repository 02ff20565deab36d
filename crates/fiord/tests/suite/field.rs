//! Jobs that people posted with their questions, as fiord explains and runs them. Outputs that were posted are in `import/tests/suite/field.rs`.
//!
//! The jobs are from forum.proxmox.com 183695, axboe/fio#719 and #1473 (files that were never written), #941 and #1724 (many files), #1891 (a second
//! stage on a removed file) and #1111 (a long layout).
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{Bed, document, fiord, number, text};
use crate::planted::{line, measured, words};

/// What `explain` says of a job.
fn explained(folder: &Path, job: &str) -> String {
    let output = fiord(folder, &[&["explain"], &words(job)[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{job}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn says(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// A GiB is over after one to three of the 60 s, for both commands.
#[test]
fn a_size_that_ends_long_before_the_runtime_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let read = "--name=randread --ioengine=libaio --direct=1 --bs=4k --iodepth=64 --size=1G --readwrite=randread --runtime=60";
    let write = "--name=seqwrite --ioengine=libaio --direct=1 --bs=1m --iodepth=16 --size=1G --readwrite=write --runtime=60";
    for job in [read, write] {
        let page = explained(folder.path(), job);
        says(
            &page,
            &[
                "care small-file",
                "care ends-early",
                "short-run: The job moves 1 GiB in all",
            ],
        );
    }
    let seen = explained(folder.path(), &format!("--seen=iops=105k {read}"));
    says(&seen, &["105,000 IOPS means a mean latency of 609.5 µs"]);
}

/// A write job that `number_ios` cuts leaves a file of its full size; `explain` warns before the read job, and its run says what it read.
#[test]
fn reads_of_a_file_that_was_hardly_written_are_holes() {
    let Some(bed) = Bed::or_skip(64) else { return };
    let write = "--name=w --filename=part --rw=randwrite --bs=4k --direct=1 --size=16M --number_ios=60 --ioengine=libaio --iodepth=16";
    let output = fiord(bed.path(), &words(write));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::metadata(bed.path().join("part")).unwrap().len(), 16 << 20);
    let read =
        "--name=r --filename=part --rw=randread --bs=4k --direct=1 --size=16M --ioengine=libaio --iodepth=16";
    says(
        &explained(bed.path(), read),
        &["wrong unwritten: 98.5 % of part was never written"],
    );
    let found = document(bed.path(), &words(read));
    let holes = measured(&found, "unwritten");
    assert!((number(holes, "hole_percent") - 98.5).abs() < 0.1, "{holes:#}");
    assert!(
        line(&found).starts_with("Measured: holes, not the disk"),
        "{}",
        line(&found)
    );
}

/// A sequential job visits all of its files; one in random order says that it does not.
#[test]
fn jobs_of_many_files_visit_them_or_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--name=j --nrfiles=10 --openfiles=1 --filesize=64k --rw=read --bs=32k --time_based --runtime=100ms --write_iolog=io.log";
    let output = fiord(folder.path(), &words(job));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let log = fs::read_to_string(folder.path().join("io.log")).unwrap();
    let reads = log.lines().filter(|line| line.contains(" read "));
    let files: BTreeSet<&str> = reads.filter_map(|line| line.split(' ').nth(1)).collect();
    assert_eq!(files.len(), 10, "{files:?}");
    let random = "--name=k --direct=1 --ioengine=libaio --rw=randwrite --bs=1m --iodepth=64 --filesize=3m --nrfiles=2 --openfiles=1 --time_based=1 --runtime=2";
    says(
        &explained(folder.path(), random),
        &["care ignored-option: `nrfiles=2` has no effect here."],
    );
}

/// The second stage has its file whole before it begins: it measures no growing file.
#[test]
fn a_second_stage_lays_out_the_file_that_the_first_removed() {
    let folder = tempfile::tempdir().unwrap();
    let job = "[global]\nrw=write\nbs=4k\nsize=4m\nfilename=seq\nnumber_ios=1\n[first]\nunlink=1\n[second]\nstonewall\n";
    fs::write(folder.path().join("job.fio"), job).unwrap();
    let output = fiord(folder.path(), &["run", "--no-store", "job.fio"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::metadata(folder.path().join("seq")).unwrap().len(), 4 << 20);
}

/// As fio 3.33 does, `size=50%` with `filesize` lays out and uses half of it, and `percentage_random` makes no sequential job random.
#[test]
fn a_layout_is_told_before_and_shown_when_it_happens() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--name=j --rw=readwrite --rwmixwrite=90 --percentage_random=100 --size=50% --bs=4096 --direct=1 --ioengine=libaio --iodepth=16 \
               --number_ios=16 --fallocate=none";
    says(
        &explained(folder.path(), &format!("{job} --filesize=256M")),
        &[
            "The job creates 1 file (128 MiB) and fills it before the measurement starts. That takes",
            "The region is 128 MiB.",
            "`percentage_random=100` has no effect here. rw=rw is sequential.",
        ],
    );
    let small = [&["run", "--no-store"], &words(job)[..], &["--filesize=8M"]].concat();
    let output = fiord(folder.path(), &small);
    says(&text(&output.stderr), &["Laying out 4 MiB.", "The layout took "]);
    assert_eq!(fs::metadata(folder.path().join("j.0.0")).unwrap().len(), 4 << 20);
}

/// A text that was pasted without its command is compared with one that has it, and what it does not state is said.
#[test]
fn a_result_without_its_command_is_compared_with_one_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/tests/data/fio/direct-3.33.txt");
    let plain = fs::read_to_string(data).unwrap();
    let command = "$ fio --name=t --filename=f --rw=randread --bs=4k --size=4G --direct=1 --ioengine=libaio --iodepth=16 --runtime=12 --time_based";
    fs::write(folder.path().join("plain.txt"), &plain).unwrap();
    fs::write(folder.path().join("with.txt"), format!("{command}\n{plain}")).unwrap();
    let page = text(&fiord(folder.path(), &["compare", "plain.txt", "with.txt"]).stdout);
    says(
        &page,
        &[
            "1.00×",
            "plain.txt, randread 4k qd16: The source does not state direct",
        ],
    );
    assert!(!page.contains("no workload in common"), "{page}");
}
