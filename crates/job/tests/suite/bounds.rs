//! What bounds the work of reading, by counts: lines, sections, bytes of a line, includes, options. A quadratic step would hang these tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;

use crate::desk;

use desk::{errors, read, read_file};
use fiord_job::plan::EngineKind;
use fiord_messages::Lang;

#[test]
fn a_hundred_thousand_sections_are_read() {
    let mut text = "[global]\nioengine=null\nsize=1m\nrw=randread\n".to_owned();
    for job in 0..100_000 {
        write!(text, "[job{job}]\nbs=8k\niodepth=4\n").unwrap();
        if job > 0 {
            writeln!(text, "wait_for=job{}", job - 1).unwrap();
        }
    }
    let parsed = read_file(&text);
    assert_eq!(errors(&parsed), Vec::<String>::new());
    assert_eq!(parsed.plan.jobs.len(), 100_000);
    assert_eq!(parsed.plan.jobs[99_999].engine.kind, EngineKind::Null);
}

/// Counted before anything is made of them, so that these files cost no memory.
#[test]
fn more_lines_and_sections_than_anybody_writes_are_refused_with_their_number() {
    let parsed = read_file(&"[a]\n".repeat(500_001));
    assert_eq!(
        errors(&parsed),
        ["job file `j.fio`: 500001 sections are too many; split it into files of at most 500000 sections"]
    );
    assert!(parsed.plan.jobs.is_empty());
    let parsed = read_file(&"\n".repeat(4_000_001));
    assert_eq!(
        errors(&parsed),
        ["job file `j.fio`: 4000001 lines are too many; split it into files of at most 4000000 lines"]
    );
}

#[test]
fn a_hundred_thousand_wrong_lines_are_all_reported() {
    let text = format!("[a]\n{}", "frobnicat=1\n".repeat(100_000));
    assert_eq!(errors(&read_file(&text)).len(), 100_000);
}

#[test]
fn a_line_of_100_mb_is_an_error_that_shows_its_beginning() {
    let text = format!("[a]\nsize=1m\ndescription={}\n", "x".repeat(100_000_000));
    let parsed = read_file(&text);
    assert_eq!(
        errors(&parsed),
        ["a line of 100000012 bytes is too long; at most 1048576"]
    );
    let shown = parsed.diagnostics[0].render(&parsed.sources, "fiord", Lang::En);
    assert!(shown.len() < 1_000 && shown.contains("j.fio:3:1"), "{shown}");
}

#[test]
fn the_longest_line_is_read_whatever_it_holds() {
    for (option, piece) in [
        ("filename=", "a1:b:"),
        ("bs=", "4k,"),
        ("bssplit=", "4k/1:"),
        ("cpus_allowed=", "0-1,"),
        ("percentile_list=", "1:"),
        ("buffer_pattern=", "12 "),
        ("random_distribution=zoned:", "1/1:"),
        ("ignore_error=", "EIO:"),
        ("size=$ncpus+", "1+"),
    ] {
        let text = format!("[a]\n{option}{}\n", piece.repeat(1_000_000 / piece.len()));
        assert_eq!(read_file(&text).plan.jobs.len(), 1, "{option}");
    }
}

#[test]
fn global_options_times_jobs_are_bounded() {
    let mut text = format!("[global]\n{}", "bs=4k\n".repeat(1_000));
    for job in 0..3_000 {
        writeln!(text, "[job{job}]").unwrap();
    }
    assert_eq!(
        errors(&read_file(&text)),
        ["global options times jobs: more than 2000000 options in all; split the job file"]
    );
}

/// A chain of so many files, each of which includes the next.
fn chain(files: usize) -> Vec<(String, String)> {
    let mut chain = vec![("j.fio".to_owned(), "[a]\ninclude 1.inc\n".to_owned())];
    for file in 1..files {
        chain.push((format!("{file}.inc"), format!("include {}.inc\n", file + 1)));
    }
    chain.push((format!("{files}.inc"), "bs=16k\n".to_owned()));
    chain
}

fn read_chain(files: &[(String, String)]) -> fiord_job::invocation::Parsed {
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    read("j.fio", &files, &[])
}

#[test]
fn includes_nest_as_deeply_as_people_write_them() {
    let parsed = read_chain(&chain(200));
    assert_eq!(errors(&parsed), Vec::<String>::new());
    assert_eq!(parsed.plan.jobs[0].access.min_block_bytes(), 16384);
    assert_eq!(
        errors(&read_chain(&chain(300))),
        ["include: `257.inc` is nested too deeply; at most 256 files within each other"]
    );
}

#[test]
fn includes_that_multiply_are_bounded() {
    let mut files = chain(60);
    for (_, text) in &mut files {
        if let Some(line) = text.lines().last().filter(|line| line.starts_with("include")) {
            *text = format!("{text}{line}\n");
        }
    }
    let found = errors(&read_chain(&files));
    assert!(
        found
            .iter()
            .all(|message| message == "include: too many files; at most 10000"),
        "{:?}",
        found.first()
    );
    assert!(!found.is_empty());
}
