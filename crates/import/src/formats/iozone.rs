//! Reads the table of iozone: a run for each test of each file and record size.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, has_flag};
use crate::command::{self, Program};
use crate::counted::{JobOption, ToolCounts};
use crate::draft::{RunDraft, TextLine};
use crate::shown::decimal;

/// The columns after the sizes: their names, and fio's word for the first six.
const TESTS: [(&str, Option<&str>); 13] = [
    ("write", Some("write")),
    ("rewrite", Some("write")),
    ("read", Some("read")),
    ("reread", Some("read")),
    ("random read", Some("randread")),
    ("random write", Some("randwrite")),
    ("backward read", None),
    ("record rewrite", None),
    ("stride read", None),
    ("fwrite", None),
    ("frewrite", None),
    ("fread", None),
    ("freread", None),
];

/// From `Iozone: Performance Test of File I/O` or the head of the table to its last row.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let is_head = |text: &str| text.starts_with("kB ") && text.contains("reclen") && text.contains("rewrite");
    let begins = first.starts_with("Iozone: Performance Test") || is_head(first);
    if !(begins || first.starts_with("Children see throughput for")) {
        return None;
    }
    let mut words = place.words(Program::Iozone);
    let (mut in_kib, mut direct) = (true, false);
    let mut ends: Option<Vec<usize>> = None;
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate().take(400) {
        let text = line.text.trim();
        if let Some(command) = text.strip_prefix("Command line used: ") {
            words.get_or_insert_with(|| command::words(command));
        } else if text.starts_with("Output is in ") {
            in_kib = text.contains("kBytes/sec");
        } else if text == "O_DIRECT feature enabled" {
            direct = true;
        } else if let Some(mut draft) = throughput(text, line) {
            place.claim(Program::Iozone, &mut draft);
            drafts.push(draft);
        } else if is_head(text) {
            ends = Some(word_ends(&line.text));
        } else if let Some(ends) = &ends
            && !text.is_empty()
        {
            let Some(row) = row(&line.text, ends) else { break };
            for (test, rate) in row.rates.iter().filter(|_| in_kib) {
                let mut draft = place.part(ImportKind::Iozone, index, index + 1, TESTS[*test].0)?;
                place.claim(Program::Iozone, &mut draft);
                row.fill(&mut draft, *test, *rate, words.as_deref(), direct);
                drafts.push(draft);
            }
        }
        if text == "iozone test complete." {
            taken = index + 1;
            break;
        }
        if !begins && !text.contains("throughput") && !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            taken = index + 1;
        }
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// `Children see throughput for  4 random readers  =  123456.78 kB/sec` of the throughput mode (`-t`).
fn throughput(text: &str, line: &TextLine) -> Option<RunDraft> {
    let (head, rate) = text
        .strip_prefix("Children see throughput for")?
        .split_once('=')?;
    let (rate, unit) = decimal(rate)?;
    let (processes, test) = decimal(head)?;
    let factor = match unit.trim() {
        "kB/sec" | "KB/sec" => 1024.0,
        _ => return None,
    };
    let test = test.trim();
    let mut draft = RunDraft::new(ImportKind::Iozone, (line.number, line.number), test);
    draft.label("processes", processes.to_string());
    let ddir = if test.contains("writer") {
        Ddir::Write
    } else {
        Ddir::Read
    };
    draft.figure(FigureOf::BytesPerS, Some(ddir), rate * factor);
    Some(draft)
}

fn word_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut inside = false;
    for (at, c) in text.chars().chain([' ']).enumerate() {
        if inside && c == ' ' {
            ends.push(at);
        }
        inside = c != ' ';
    }
    ends
}

struct Row {
    file_kib: f64,
    record_kib: f64,
    /// Index of the test and KiB per second.
    rates: Vec<(usize, f64)>,
}

/// A row: tests that did not run leave their column empty, so each number belongs to the head that ends nearest.
fn row(text: &str, heads: &[usize]) -> Option<Row> {
    let numbers: Option<Vec<f64>> = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().ok().map(|value| value as f64))
        .collect();
    let numbers = numbers?;
    let ends = word_ends(text);
    let [file_kib, record_kib, rates @ ..] = &numbers[..] else {
        return None;
    };
    let nearest = |end: usize| {
        let columns = heads.iter().enumerate().skip(2);
        columns
            .min_by_key(|(_, head)| head.abs_diff(end))
            .map(|(at, _)| at - 2)
    };
    let tests = ends.iter().skip(2).map(|end| nearest(*end));
    let rates = tests
        .zip(rates)
        .filter_map(|(test, rate)| Some((test.filter(|test| *test < TESTS.len())?, *rate)));
    Some(Row {
        file_kib: *file_kib,
        record_kib: *record_kib,
        rates: rates.collect(),
    })
}

impl Row {
    /// Without the command it is unknown whether the page cache was used: then the run has no job.
    fn fill(&self, draft: &mut RunDraft, test: usize, rate: f64, words: Option<&[String]>, direct: bool) {
        let (name, rw) = TESTS[test];
        let ddir = if name.contains("write") {
            Ddir::Write
        } else {
            Ddir::Read
        };
        draft.label("size", format!("{} KiB", self.file_kib));
        draft.label("record", format!("{} KiB", self.record_kib));
        draft.figure(FigureOf::BytesPerS, Some(ddir), rate * 1024.0);
        if self.record_kib > 0.0 {
            draft.figure(FigureOf::Iops, Some(ddir), rate / self.record_kib);
        }
        let (Some(rw), Some(words)) = (rw.filter(|_| rate > 0.0 && self.record_kib > 0.0), words) else {
            return;
        };
        let mut options: Vec<JobOption> = vec![
            ("rw", rw.to_owned()),
            ("bs", format!("{}k", self.record_kib)),
            ("size", format!("{}k", self.file_kib)),
            ("ioengine", "psync".to_owned()),
        ];
        if direct || has_flag(words, &["-I"]) {
            options.push(("direct", "1".to_owned()));
        }
        if has_flag(words, &["-o"]) {
            options.push(("sync", "1".to_owned()));
        }
        if has_flag(words, &["-e"]) && ddir == Ddir::Write {
            options.push(("end_fsync", "1".to_owned()));
        }
        let seconds = self.file_kib / rate;
        draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
        let counts = ToolCounts {
            ios: self.file_kib / self.record_kib,
            bytes: self.file_kib * 1024.0,
            latency: None,
        };
        draft.counted(&options, seconds, &[(ddir, counts)]);
    }
}
