//! Reads the copied texts of CrystalDiskMark and of KDiskMark, which runs fio.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind, Mismatch};
use fiord_record::number::Rate;

use super::{Found, LinePlace};
use crate::counted::{JobOption, ToolCounts};
use crate::draft::RunDraft;
use crate::results::forget_engine;
use crate::shown::{bytes, decimal, time_ns};

/// The unit that KDiskMark prints as MB.
const KDISKMARK_MB: f64 = 1_024_000.0;
/// Rates that differ by more are not roundings of each other.
const ROUNDED: f64 = 0.01;

pub(super) fn read(place: LinePlace<'_>) -> Found {
    let is_title = |text: &str| text.starts_with("CrystalDiskMark ") || text.starts_with("KDiskMark (");
    let first = place.first()?;
    let next = place.lines.get(1).map_or("", |line| line.text.trim());
    let is_part = heading(first)
        .is_some_and(|(_, rest)| Row::read(None, if rest.is_empty() { next } else { rest }).is_some())
        || Row::read(None, first).is_some();
    if !(is_title(first) || is_part || old_row(first).is_some()) {
        return None;
    }
    let program = is_title(first).then(|| first.starts_with('K'));
    let mut rows: Vec<(usize, Row)> = Vec::new();
    let mut ddir = None;
    let mut old: Vec<RunDraft> = Vec::new();
    let (mut test_bytes, mut seconds) = (None, None);
    let mut taken = 1;
    let lines = place.lines.iter().enumerate();
    for (index, line) in lines.skip(usize::from(is_title(first))).take(60) {
        let mut text = line.text.trim();
        let head = heading(text);
        if let Some((of, rest)) = head {
            (ddir, text) = (of, rest);
        }
        if let Some(mut draft) = old_row(text) {
            draft.lines = (line.number, line.number);
            old.push(draft);
        } else if let Some(row) = Row::read(ddir, text) {
            rows.push((index, row));
        } else if let Some(rest) = text.strip_prefix("Test:") {
            test_bytes = rest
                .split('(')
                .next()
                .and_then(|size| bytes(&size.replace(' ', ""), false));
        }
        if let Some((_, rest)) = text.split_once("Measure") {
            seconds = decimal(rest.trim_start_matches([':', ' '])).map(|(seconds, _)| seconds);
        }
        let is_tail = [
            "Profile:", "Test :", "Test:", "Mode:", "Time:", "Date:", "Date :", "OS:", "OS :",
        ]
        .iter()
        .any(|head| text.starts_with(head));
        let is_row = Row::read(ddir, text).is_some() || old_row(text).is_some();
        let has_rows = !rows.is_empty() || !old.is_empty();
        if has_rows && !text.is_empty() && !is_tail && !is_row {
            break;
        }
        if !text.is_empty() || head.is_some() {
            taken = index + 1;
        }
    }
    let mut drafts = old;
    for (index, row) in rows {
        let mut draft = place.part(ImportKind::Diskmark, index, index + 1, &row.name)?;
        row.fill(&mut draft, program, test_bytes.map(|shown| shown.value), seconds);
        drafts.push(draft);
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// The direction that a line heads, and what follows in it: `[Read]`, `**[Write]**`, `Write`, `[Schreiben]`. Of `[Mix] Read 70%/Write 30%` and of words in other
/// languages it is unknown.
fn heading(text: &str) -> Option<(Option<Ddir>, &str)> {
    const READ: [&str; 6] = ["Read", "Lesen", "Lecture", "读取", "讀取", "読み込み"];
    const WRITE: [&str; 6] = ["Write", "Schreiben", "Écriture", "写入", "寫入", "書き込み"];
    let bare = text.trim_matches(['*', '\\', ' ']);
    let alone = (READ.contains(&bare) || WRITE.contains(&bare) || bare == "Mix").then_some((bare, ""));
    let bracketed = || bare.strip_prefix('[')?.split_once(']');
    let (word, rest) = alone.or_else(bracketed)?;
    let word = word.trim_matches(['*', '\\', ' ']);
    let is_word = !word.is_empty() && word.chars().all(char::is_alphabetic);
    let ddir = match word {
        _ if READ.contains(&word) => Some(Ddir::Read),
        _ if WRITE.contains(&word) => Some(Ddir::Write),
        _ => None,
    };
    let rest = rest.trim_matches(['*', ' ']);
    is_word.then_some((ddir, if word == "Mix" { "" } else { rest }))
}

/// A line of versions before 7: `Random Read 4KiB (Q=  8,T= 8) :  1000.111 MB/s [ 244165.0 IOPS]`.
fn old_row(text: &str) -> Option<RunDraft> {
    let (name, rest) = text.split_once(" : ")?;
    let low = name.to_lowercase();
    let ddir = match (low.contains(" read"), low.contains(" write")) {
        (true, false) => Ddir::Read,
        (false, true) => Ddir::Write,
        _ => return None,
    };
    let is_test = ["sequential", "random", "seq", "rnd"]
        .iter()
        .any(|order| low.starts_with(order));
    let (mb, unit) = decimal(rest).filter(|_| is_test)?;
    let iops = unit.trim_start().strip_prefix("MB/s")?;
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut draft = RunDraft::new(ImportKind::Diskmark, (0, 0), words.join(" "));
    draft.figure(FigureOf::BytesPerS, Some(ddir), mb * 1e6);
    let iops = iops.split_once('[').and_then(|(_, iops)| decimal(iops));
    draft.known(FigureOf::Iops, Some(ddir), iops.map(|(iops, _)| iops));
    Some(draft)
}

/// `RND    4KiB (Q= 32, T=16):    71.204 MB/s [  17383.8 IOPS] < 28817.35 us>`.
struct Row {
    name: String,
    ddir: Option<Ddir>,
    is_random: bool,
    block: f64,
    depth: f64,
    threads: f64,
    bytes_per_s: f64,
    iops: f64,
    latency_ns: f64,
}

impl Row {
    fn read(ddir: Option<Ddir>, text: &str) -> Option<Self> {
        let (head, rest) = text.split_once("(Q=")?;
        let (queue, rest) = rest.split_once("):")?;
        let (depth, threads) = queue.split_once(", T=")?;
        let (rate, rest) = rest.split_once('[')?;
        let (iops, latency) = rest.split_once(" IOPS]")?;
        let (order, size) = head.trim().split_once(' ')?;
        let number = |text: &str| decimal(text).map(|(value, _)| value);
        Some(Self {
            name: text
                .split(':')
                .next()
                .unwrap_or(text)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            ddir,
            is_random: order.to_lowercase().starts_with('r'),
            block: bytes(&size.replace(' ', ""), false)?.value,
            depth: number(depth)?,
            threads: number(threads)?,
            bytes_per_s: number(rate)? * 1e6,
            iops: number(iops)?,
            latency_ns: time_ns(latency.trim().trim_start_matches('<').trim_end_matches('>'))?,
        })
    }

    /// `with_fio` is None where the name of the program is missing.
    fn fill(
        &self,
        draft: &mut RunDraft,
        with_fio: Option<bool>,
        test_bytes: Option<f64>,
        seconds: Option<f64>,
    ) {
        let ddir = self.ddir;
        let from_blocks = self.iops * self.block;
        draft.figure(FigureOf::Iops, ddir, self.iops);
        let ios = seconds.map(|seconds| self.iops * seconds);
        let samples = ios.map(|ios| ios as u64);
        draft.spread(FigureOf::LatMeanNs, ddir, Spread::of(self.latency_ns), samples);
        let agrees = |rate: f64| (from_blocks - rate).abs() <= ROUNDED * from_blocks;
        let kdisk = self.bytes_per_s * KDISKMARK_MB / 1e6;
        let is_kdisk = with_fio != Some(false) && agrees(kdisk) && !agrees(self.bytes_per_s);
        draft.figure(
            FigureOf::BytesPerS,
            ddir,
            if is_kdisk { kdisk } else { self.bytes_per_s },
        );
        if is_kdisk {
            let note = messages::KdiskmarkUnit {
                printed: &Rate(self.bytes_per_s / 1e6),
                rate: &Rate(kdisk / 1e6),
            };
            draft.notes.push(Sentence::new(|lang| note.text(lang)));
        } else if !agrees(self.bytes_per_s) {
            draft.mismatches.push(Mismatch::BlocksPerS {
                bytes_per_s: self.bytes_per_s,
                iops: self.iops,
                block_bytes: self.block as u64,
            });
        }
        // Mixed rows are of both directions.
        let Some(ddir) = ddir else { return };
        let rw = match (self.is_random, ddir) {
            (false, Ddir::Read) => "read",
            (false, _) => "write",
            (true, Ddir::Read) => "randread",
            (true, _) => "randwrite",
        };
        let mut options: Vec<JobOption> = vec![
            ("rw", rw.to_owned()),
            ("bs", self.block.to_string()),
            ("direct", "1".to_owned()),
            ("iodepth", self.depth.to_string()),
            ("numjobs", self.threads.to_string()),
            // One file, which all threads read and write.
            ("filename", "test file".to_owned()),
        ];
        let engine = with_fio.map(|with_fio| if with_fio { "libaio" } else { "windowsaio" });
        options.extend(engine.map(|engine| ("ioengine", engine.to_owned())));
        options.extend(test_bytes.map(|size| ("size", size.to_string())));
        match seconds {
            Some(seconds) => {
                options.push(("runtime", seconds.to_string()));
                options.push(("time_based", "1".to_owned()));
                let counts = ToolCounts {
                    ios: self.iops * seconds,
                    bytes: from_blocks * seconds,
                    latency: None,
                };
                draft.counted(&options, seconds, &[(ddir, counts)]);
            }
            None => {
                options.retain(|(_, value)| value != "windowsaio");
                draft.ran(&options);
            }
        }
        // fiord does not have the engine of Windows.
        let jobs = draft.plan.jobs.iter_mut();
        jobs.filter(|_| with_fio != Some(true)).for_each(forget_engine);
    }
}
