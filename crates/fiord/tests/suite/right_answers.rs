//! Sentences that were once false, each held by a case of its own: what is unknown is not 0, and what does not apply is not said.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::Path;

use crate::common::{Bed, Zram, document, fiord, skip, text};
use crate::loop_bed::LoopBed;
use crate::planted::{counters, words};
use crate::snapshot::assert_screen_without_figures;

/// What is said of the job; what is said of the machine is a separate paragraph.
fn explained(folder: &Path, job: &str) -> String {
    let output = fiord(folder, &[&["explain", "-v"], &words(job)[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{job}: {}", text(&output.stderr));
    let page = text(&output.stdout);
    page.split("\n\n").next().unwrap_or_default().to_owned()
}

/// Where no latency was taken, nothing is said of half of the reads.
#[test]
fn a_result_without_latencies_has_no_percentile() {
    let folder = tempfile::tempdir().unwrap();
    for off in ["--gtod_reduce=1", "--disable_clat=1 --disable_lat=1"] {
        let job = format!("--name=r --ioengine=sim --rw=randread --bs=4k --size=4m --number_ios=3000 {off}");
        let output = fiord(
            folder.path(),
            &[&["run", "--json", "--no-store"], &words(&job)[..]].concat(),
        );
        fs::write(folder.path().join("r.json"), &output.stdout).unwrap();
        let read = fiord(folder.path(), &["explain", "-v", "--result", "r.json"]);
        assert_eq!(read.status.code(), Some(0), "{}", text(&read.stderr));
        let said = text(&read.stdout);
        for nothing in [" 0 µs", " 0 ns", " 0 ms"] {
            assert!(!said.contains(nothing), "{off}: {said}");
        }
        assert_screen_without_figures!(said);
    }
}

#[test]
fn an_empty_device_is_not_asked_for_a_size() {
    let zram = match Zram::new(16) {
        Ok(zram) => zram,
        Err(reason) => return skip("zram", &reason),
    };
    fs::write(zram.sys().join("reset"), "1").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let job = format!("--name=r --filename={} --rw=read", zram.device().display());
    let said = explained(folder.path(), &job);
    assert!(said.contains("0 bytes"), "{said}");
    assert_screen_without_figures!(said);
}

#[test]
fn a_raw_loop_device_lies_on_one_file_system() {
    let Some(file) = LoopBed::or_skip(16, true) else {
        return;
    };
    let job = format!(
        "--name=r --filename={} --rw=read --bs=64k --direct=1",
        file.looped.device
    );
    let said = explained(file.bed.path(), &job);
    assert_screen_without_figures!(said);
}

#[test]
fn a_clean_job_gets_no_finding_and_no_sentence_that_does_not_apply() {
    let folder = tempfile::tempdir().unwrap();
    let job = "--name=r --ioengine=null --rw=randread --size=1g --runtime=60 --time_based";
    let said = explained(folder.path(), job);
    // It touches no file: nothing about a page cache.
    assert_screen_without_figures!(said);
}

/// A mapping that is read at random reads what it touches, and no window around it.
#[test]
fn random_reads_of_a_mapping_read_no_more_than_they_touch() {
    let Some(bed) = Bed::or_skip(128) else { return };
    bed.file("f", 64);
    let sectors = || counters(&bed.zram.name())[2];
    let before = sectors();
    let job = "--name=r --filename=f --ioengine=mmap --rw=randread --bs=4k --number_ios=256";
    document(bed.path(), &words(job));
    let read = (sectors() - before) * 512;
    // The look before the run reads some blocks as well.
    assert!(read <= (256 + 128) * 4096, "{read} bytes for 1 MiB");
}

/// The least rate is counted from the start of the job.
#[test]
fn a_least_rate_that_is_kept_ends_no_job() {
    let folder = tempfile::tempdir().unwrap();
    for least in ["--rate_min=100k", "--rate_iops_min=100"] {
        let job = format!(
            "--name=r --ioengine=sim --rw=randread --bs=4k --size=1g --sim_read_ns=1000000 --norandommap --runtime=5 --time_based {least}"
        );
        let found = document(folder.path(), &words(&job));
        let result = &found["jobs"][0]["result"]["read"];
        assert_eq!(
            result["runtime_ns"].as_u64().unwrap() / 1_000_000_000,
            5,
            "{found:#}"
        );
        assert!(crate::common::findings(&found, "failed").is_empty(), "{found:#}");
    }
}

/// The verdict, the three worst, and how many more there are; with `-v` all.
#[test]
fn doctor_shows_the_three_worst() {
    let folder = tempfile::tempdir().unwrap();
    let told = |more: &[&str]| {
        let output = fiord(folder.path(), &[&["doctor", "--no-look"], more, &["."]].concat());
        text(&output.stdout)
    };
    let is_finding = |line: &&str| {
        ["! care ", "✗ wrong ", "- note "]
            .iter()
            .any(|mark| line.starts_with(mark))
    };
    let (few, all) = (told(&[]), told(&["-v"]));
    let [shown, of] = [&few, &all].map(|page| page.lines().filter(is_finding).count());
    assert!(shown <= 3 && shown <= of, "{shown} of {of}\n{few}\n{all}");
    assert!(of <= 3 || few.contains("more findings. -v shows all"), "{few}");
    let first = few.lines().next().unwrap();
    assert!(first.contains(" for measuring"), "{first}");
}
