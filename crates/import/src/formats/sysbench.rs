//! Reads `sysbench fileio` of 0.4 to 1.1: its settings, where they are printed, and its summary.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Rate;

use super::{Found, LinePlace, option};
use crate::command::Program;
use crate::counted::{JobOption, ToolCounts};
use crate::draft::RunDraft;
use crate::shown::{after, bytes, decimal};

/// Lines of one output at most, intermediate reports left out.
const MOST_LINES: usize = 200;

/// Whether a sentence names a test of sysbench without direct I/O.
pub(crate) fn is_buffered(text: &str) -> bool {
    text.contains("sysbench fileio") && !text.contains("direct")
}

/// From `sysbench 1.0.16 …`, or from the summary where the text has no more.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let begins = first.starts_with("sysbench ") && first.as_bytes().get(9).is_some_and(u8::is_ascii_digit)
        || first == "File operations:"
        || first.starts_with("Operations performed:");
    if !begins {
        return None;
    }
    let mut all = Output::default();
    let (mut taken, mut read) = (1, 0);
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        let is_report = text.starts_with("[ ") && text.contains("s ]");
        if text.is_empty() || is_report {
            continue;
        }
        let is_next = index > 0
            && (text.starts_with("sysbench ")
                || crate::command::typed(&place.lines[index..=index]).is_some());
        read += 1;
        if is_next || read > MOST_LINES {
            break;
        }
        if all.take(text) {
            taken = index + 1;
        } else if all.is_done {
            break;
        }
    }
    let results = [
        all.iops,
        all.ios,
        all.bytes_per_s,
        all.rounded_bytes_per_s,
        all.bytes,
    ];
    if results.iter().flatten().all(Option::is_none) {
        return None;
    }
    let mut draft = place.run(ImportKind::Sysbench, taken, "sysbench fileio")?;
    let words = place.claim(Program::Sysbench, &mut draft);
    if let Some(words) = &words {
        all.asked(words);
    }
    all.fill(&mut draft);
    (!draft.figures.is_empty()).then_some((vec![draft], taken))
}

/// What an output says, reads first and writes second.
#[derive(Default)]
struct Output {
    threads: Option<u64>,
    files: Option<f64>,
    file_bytes: Option<f64>,
    block: Option<f64>,
    mode: Option<&'static str>,
    direct: bool,
    /// Requests between two calls of `fsync` on all files.
    fsync_every: Option<f64>,
    fsync_at_end: bool,
    iops: [Option<f64>; 2],
    ios: [Option<f64>; 2],
    bytes_per_s: [Option<f64>; 2],
    /// Behind the bytes, with fewer digits than what they and the time give.
    rounded_bytes_per_s: [Option<f64>; 2],
    bytes: [Option<f64>; 2],
    syncs_per_s: Option<f64>,
    seconds: Option<f64>,
    events: Option<f64>,
    latency_ms: [Option<f64>; 3],
    /// `95th percentile`, as it is printed.
    percentile: Option<(String, f64)>,
    in_latency: bool,
    /// The summary has begun: a line that is not of it ends the output.
    is_done: bool,
}

const MODES: [(&str, &str, &str); 6] = [
    ("sequential write", "seqwr", "write"),
    ("sequential rewrite", "seqrewr", "write"),
    ("sequential read", "seqrd", "read"),
    ("random read", "rndrd", "randread"),
    ("random write", "rndwr", "randwrite"),
    ("random r/w", "rndrw", "randrw"),
];

impl Output {
    /// Takes a line; false: it says nothing that is read here.
    fn take(&mut self, text: &str) -> bool {
        self.take_setting(text) || self.take_result(text)
    }

    fn take_setting(&mut self, text: &str) -> bool {
        let number = |text: &str| decimal(text).map(|(value, _)| value);
        if let Some(threads) = text.strip_prefix("Number of threads:") {
            self.threads = number(threads).map(|threads| threads as u64);
        } else if let Some(flags) = text.strip_prefix("Extra file open flags:") {
            self.direct |= flags.contains("direct");
        } else if let Some((files, each)) = text.split_once(" files, ") {
            self.files = number(files);
            self.file_bytes = size(each.trim_end_matches(" each"));
        } else if let Some(block) = text.strip_prefix("Block size ") {
            self.block = size(block);
        } else if let Some(every) = text.split_once("calling fsync() each ") {
            self.fsync_every = number(every.1);
        } else if text.starts_with("Calling fsync() at the end of test, Enabled") {
            self.fsync_at_end = true;
        } else if let Some(mode) = text.strip_prefix("Doing ") {
            let found = MODES.iter().find(|(words, ..)| mode.starts_with(words));
            self.mode = found.map(|(.., rw)| *rw);
        } else {
            return text.starts_with("sysbench ");
        }
        true
    }

    fn take_result(&mut self, text: &str) -> bool {
        let first = |text: &str| decimal(text).map(|(value, _)| value);
        if let Some(rest) = text.strip_prefix("Operations performed:") {
            self.is_done = true;
            for part in rest.split([',', '=']) {
                match decimal(part) {
                    Some((count, word)) if word.trim().to_lowercase().starts_with("read") => {
                        self.ios[0] = Some(count);
                    }
                    Some((count, word)) if word.trim().to_lowercase().starts_with("writ") => {
                        self.ios[1] = Some(count);
                    }
                    _ => {}
                }
            }
            return true;
        }
        if let Some((read, rest)) = text
            .strip_prefix("Read ")
            .and_then(|rest| rest.split_once(" Written "))
        {
            let written = rest.split("  ").next().unwrap_or(rest);
            self.bytes = [size(read), size(written)];
            // The rate is of both directions; where one moved nothing, of the other.
            let rate = text
                .rsplit_once('(')
                .and_then(|(_, rate)| size(rate.split('/').next()?));
            match self.bytes {
                [Some(0.0), Some(_)] => self.rounded_bytes_per_s[1] = rate,
                [Some(_), Some(0.0)] => self.rounded_bytes_per_s[0] = rate,
                _ => {}
            }
            return true;
        }
        let Some((key, value)) = text.split_once(':') else {
            return text.contains("Requests/sec executed");
        };
        let (key, number) = (key.trim(), first(value));
        const MIB: f64 = 1_048_576.0;
        self.is_done |= key == "File operations" || key == "Throughput" && value.trim().is_empty();
        self.in_latency |=
            key.starts_with("Latency") || matches!(key, "per-request statistics" | "response time");
        let at = usize::from(key.starts_with("writ"));
        match key {
            "reads/s" | "writes/s" => self.iops[at] = number,
            "fsyncs/s" => self.syncs_per_s = number,
            "read, MiB/s" | "written, MiB/s" => self.bytes_per_s[at] = number.map(|value| value * MIB),
            // sysbench 1.1: `read:  IOPS=0.01 512 B/s (…)`.
            "read" | "write" if value.contains("IOPS=") => {
                self.iops[at] = after(value, "IOPS=").and_then(first);
                let rate = value
                    .split_whitespace()
                    .nth(1)
                    .zip(value.split_whitespace().nth(2));
                self.bytes_per_s[at] =
                    rate.and_then(|(number, unit)| Some(bytes(&format!("{number}{unit}"), true)?.value));
            }
            "fsync" => self.syncs_per_s = after(value, "IOPS=").and_then(first),
            "total time" | "time elapsed" => self.seconds = number,
            "total number of events" => self.events = number,
            "min" | "avg" | "max" if self.in_latency => {
                let place = ["avg", "min", "max"].iter().position(|name| *name == key);
                self.latency_ms[place.unwrap_or(0)] = number;
            }
            key if key.ends_with("percentile") => {
                let percent =
                    decimal(key.trim_start_matches("approx.")).map(|(percent, _)| format!("p{percent}"));
                self.percentile = percent.zip(number);
            }
            _ => {
                return self.is_done
                    && (number.is_some() || value.trim().is_empty() || key.contains("percentile"));
            }
        }
        true
    }

    /// What the command says and the output may not.
    fn asked(&mut self, words: &[String]) {
        if let Some(mode) = option(words, &["--file-test-mode"]) {
            let found = MODES.iter().find(|(_, word, _)| *word == mode);
            self.mode = self.mode.or(found.map(|(.., rw)| *rw));
        }
        self.direct |= option(words, &["--file-extra-flags"]).is_some_and(|flags| flags.contains("direct"));
        let threads = option(words, &["--num-threads", "--threads"]);
        self.threads = self.threads.or(threads.and_then(|threads| threads.parse().ok()));
        self.block = self
            .block
            .or(option(words, &["--file-block-size"]).and_then(size));
    }

    fn fill(self, draft: &mut RunDraft) {
        let seconds = self.seconds.filter(|seconds| *seconds > 0.0);
        let mut counts = Vec::new();
        for (at, ddir) in [Ddir::Read, Ddir::Write].into_iter().enumerate() {
            let ios = self.ios[at].or(self.iops[at].zip(seconds).map(|(iops, seconds)| iops * seconds));
            let moved = self.bytes[at].or(self.bytes_per_s[at]
                .zip(seconds)
                .map(|(rate, seconds)| rate * seconds));
            let per_s = |count: Option<f64>| count.zip(seconds).map(|(count, seconds)| count / seconds);
            // A direction that the test does not have is printed as 0.
            let some = |rate: Option<f64>| rate.filter(|rate| *rate > 0.0);
            draft.known(FigureOf::Iops, Some(ddir), some(self.iops[at].or(per_s(ios))));
            draft.known(
                FigureOf::BytesPerS,
                Some(ddir),
                some(
                    self.bytes_per_s[at]
                        .or(per_s(moved))
                        .or(self.rounded_bytes_per_s[at]),
                ),
            );
            if let (Some(ios), Some(bytes)) = (ios, moved)
                && ios >= 1.0
            {
                let latency = self.latency_of(ios);
                counts.push((ddir, ToolCounts { ios, bytes, latency }));
            }
        }
        draft.known(
            FigureOf::SyncsPerS,
            None,
            self.syncs_per_s.filter(|syncs| *syncs > 0.0),
        );
        draft.known(FigureOf::RuntimeNs, None, seconds.map(|seconds| seconds * 1e9));
        draft.known(FigureOf::Samples, None, self.events);
        // `0.00` ms is less than it can print, not 0.
        let [mean, min, max] = self
            .latency_ms
            .map(|ms| ms.filter(|ms| *ms > 0.0).map(|ms| ms * 1e6));
        draft.known(FigureOf::LatMinNs, None, min);
        if let Some(mean) = mean {
            let events = self.events.map(|events| events as u64);
            draft.spread(FigureOf::LatMeanNs, None, Spread::of(mean), events);
        }
        draft.known(FigureOf::LatMaxNs, None, max);
        if let Some((percent, ms)) = &self.percentile {
            draft.label(percent, format!("{ms} ms"));
        }
        self.syncs(draft);
        if let Some(options) = self.options() {
            draft.counted(&options, seconds.unwrap_or_default(), &counts);
        }
    }

    /// The latency in nanoseconds, where all events are I/Os of one direction.
    fn latency_of(&self, ios: f64) -> Option<[f64; 3]> {
        let [Some(mean), Some(min), Some(max)] = self.latency_ms else {
            return None;
        };
        let is_all = self
            .events
            .is_some_and(|events| (events - ios).abs() <= 0.01 * events);
        is_all.then_some([mean * 1e6, min * 1e6, max * 1e6])
    }

    /// sysbench syncs each of its files: its latencies are of those syncs as well.
    fn syncs(&self, draft: &mut RunDraft) {
        let writes = self.iops[1].unwrap_or_default();
        let Some(syncs) = self.syncs_per_s.filter(|syncs| *syncs > writes && writes > 0.0) else {
            return;
        };
        let files = self.files.unwrap_or(128.0);
        let note = messages::SysbenchFsyncs {
            files: &files,
            fsyncs: &Rate(syncs / writes),
        };
        draft.notes.push(Sentence::new(|lang| note.text(lang)));
        if let (Some(threads), Some(every)) = (self.threads, self.fsync_every)
            && every <= 1.0
        {
            let latency = &Rate(threads as f64 / writes * 1e3);
            draft.notes.push(Sentence::new(|lang| {
                messages::SysbenchWrite { latency }.text(lang)
            }));
        }
    }

    /// The job in fio's words, where the output has its settings.
    fn options(&self) -> Option<Vec<JobOption>> {
        let mut options: Vec<JobOption> = vec![
            ("rw", self.mode?.to_owned()),
            ("bs", self.block?.to_string()),
            ("ioengine", "psync".to_owned()),
        ];
        if self.mode == Some("randrw") {
            options.push(("rwmixread", "60".to_owned()));
        }
        if let Some((files, each)) = self.files.zip(self.file_bytes) {
            options.push(("size", (files * each).to_string()));
            options.push(("nrfiles", files.to_string()));
        }
        if let Some(threads) = self.threads.filter(|threads| *threads > 1) {
            options.push(("numjobs", threads.to_string()));
        }
        if self.direct {
            options.push(("direct", "1".to_owned()));
        } else if !matches!(self.mode, Some("write" | "randwrite")) {
            // sysbench does not drop its files from the page cache, and draws other offsets each time.
            options.push(("invalidate", "0".to_owned()));
            options.push(("randrepeat", "0".to_owned()));
        }
        let writes = !matches!(self.mode, Some("read" | "randread"));
        if let Some(every) = self.fsync_every.filter(|_| writes) {
            options.push(("fsync", every.to_string()));
        } else if self.fsync_at_end && writes {
            options.push(("end_fsync", "1".to_owned()));
        }
        Some(options)
    }
}

/// `16KiB`, `2Mb`, `2GiB`: sysbench's Kb and Mb are powers of 1024 as well.
fn size(text: &str) -> Option<f64> {
    let (value, unit) = decimal(text.trim())?;
    if value == 0.0 {
        return Some(0.0);
    }
    let one = bytes(
        &format!("1{}", unit.split_whitespace().next().unwrap_or_default()),
        true,
    )?;
    Some(value * one.value)
}
