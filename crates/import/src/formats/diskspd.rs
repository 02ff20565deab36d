//! Reads the text that Microsoft's diskspd prints. Its sizes and rates are powers of 1024.

use fiord_job::plan::Ddir;
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace, has_flag, option};
use crate::command::Program;
use crate::counted::{JobOption, ToolCounts};
use crate::draft::RunDraft;
use crate::shown::{bytes, decimal};

/// Block, outstanding I/Os and seconds of a command that asks for none.
const ASKED_BLOCK: f64 = 65_536.0;
const ASKED_DEPTH: f64 = 2.0;
const ASKED_SECONDS: f64 = 10.0;

/// From `Command Line:` or `Input parameters:`, or the first table where the text has no more, to the percentiles.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let next = place.lines.get(1).map_or("", |line| line.text.trim());
    let begins = first.starts_with("Command Line:") && first.contains("diskspd")
        || first == "Input parameters:"
        || first.starts_with("Results for timespan ")
        || matches!(first, "Total IO" | "Read IO" | "Write IO") && next.starts_with("thread |")
        || first.starts_with("%-ile |");
    if !begins {
        return None;
    }
    let mut run = DiskspdRun::default();
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        let is_next = index > 0 && text.starts_with("Command Line:");
        if is_next || !run.take(text) {
            break;
        }
        taken = index + 1;
    }
    let mut draft = place.run(ImportKind::Diskspd, taken, "diskspd")?;
    if let Some(words) = place.claim(Program::Diskspd, &mut draft) {
        run.asked(&words);
    }
    run.fill(&mut draft);
    (!draft.figures.is_empty()).then_some((vec![draft], taken))
}

/// What a run is and counted, reads first and writes second.
#[derive(Debug, Clone, Default)]
pub(super) struct DiskspdRun {
    pub command: Option<String>,
    pub path: Option<String>,
    pub file_bytes: Option<f64>,
    pub block: Option<f64>,
    pub depth: Option<f64>,
    pub threads: Option<f64>,
    pub is_random: bool,
    pub direct: bool,
    pub write_through: bool,
    pub write_percent: f64,
    pub seconds: Option<f64>,
    pub asked_seconds: Option<f64>,
    pub totals: [Option<Total>; 2],
    /// Percent, and milliseconds of reads and writes.
    pub percentiles: Vec<(String, [Option<f64>; 2])>,
    pub section: DiskspdSection,
}

/// A line of totals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Total {
    pub bytes: f64,
    pub ios: f64,
    pub mean_ms: Option<f64>,
    /// I/Os per second as they are printed.
    pub iops: Option<f64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum DiskspdSection {
    #[default]
    Input,
    Cpu,
    /// All directions together.
    Both,
    Read,
    Write,
    Percentiles,
}

impl DiskspdRun {
    /// Takes a line; false: the output is over.
    fn take(&mut self, text: &str) -> bool {
        match text {
            "Total IO" => self.section = DiskspdSection::Both,
            "Read IO" => self.section = DiskspdSection::Read,
            "Write IO" => self.section = DiskspdSection::Write,
            _ if text.starts_with("CPU |") => self.section = DiskspdSection::Cpu,
            _ if text.starts_with("%-ile") => self.section = DiskspdSection::Percentiles,
            _ if self.section == DiskspdSection::Input => self.input(text),
            _ if self.section == DiskspdSection::Percentiles => return self.percentile(text),
            _ => self.total(text),
        }
        true
    }

    fn input(&mut self, text: &str) {
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        let (key, value) = (key.trim(), value.trim());
        let number = decimal(value).map(|(number, _)| number);
        match key {
            "Command Line" => self.command = Some(value.to_owned()),
            "path" => self.path = Some(value.trim_matches('\'').to_owned()),
            "block size" => self.block = size(value),
            "number of outstanding I/O operations" | "number of outstanding I/O operations per thread" => {
                self.depth = number;
            }
            "thread count" => self.threads = number,
            "actual test time" => self.seconds = number,
            "duration" => self.asked_seconds = number,
            "software cache disabled" => self.direct = true,
            "hardware write cache disabled, writethrough on" | "writethrough on" => self.write_through = true,
            "performing write test" => self.write_percent = 100.0,
            _ if key.starts_with("using random I/O") => self.is_random = true,
            _ if key.starts_with("hardware and software write cache disabled") => {
                (self.direct, self.write_through) = (true, true);
            }
            _ => {
                if let Some((_, ratio)) = text.split_once("read/write ratio: ") {
                    let writes = ratio.split_once('/').and_then(|(_, writes)| decimal(writes));
                    self.write_percent = writes.map_or(0.0, |(percent, _)| percent);
                }
            }
        }
    }

    /// `total:  50331648000 | 768000 | 399.97 | 6399.47 | 6.250 | 4.157`; of a thread's row only the size of its file.
    fn total(&mut self, text: &str) {
        if let Some((_, size_text)) = text.rsplit_once('(')
            && self.file_bytes.is_none()
        {
            self.file_bytes = size(size_text.trim_end_matches(')'));
        }
        let at = match self.section {
            DiskspdSection::Read => 0,
            DiskspdSection::Write => 1,
            _ => return,
        };
        let Some(cells) = text.strip_prefix("total:") else {
            return;
        };
        let cells: Vec<Option<f64>> = cells
            .split('|')
            .map(|cell| decimal(cell).map(|(value, _)| value))
            .collect();
        if let [Some(bytes), Some(ios), _, iops, rest @ ..] = &cells[..] {
            self.totals[at] = Some(Total {
                bytes: *bytes,
                ios: *ios,
                iops: iops.filter(|iops| *iops > 0.0),
                mean_ms: rest.first().copied().flatten().filter(|ms| *ms > 0.0),
            });
        }
    }

    /// What the command says and the output may not.
    fn asked(&mut self, words: &[String]) {
        if self.block.is_some() {
            return;
        }
        let value = |names: &[&str]| option(words, names);
        let number = |names: &[&str]| value(names).and_then(|text| text.parse::<f64>().ok());
        let caches = value(&["-S"]).unwrap_or_default();
        let is_both = caches.contains('h') || has_flag(words, &["-h"]);
        self.block = value(&["-b"]).map_or(Some(ASKED_BLOCK), size);
        self.threads = number(&["-t"]);
        self.depth = number(&["-o"]).or(Some(ASKED_DEPTH));
        self.asked_seconds = number(&["-d"]).or(Some(ASKED_SECONDS));
        self.write_percent = number(&["-w"]).unwrap_or(0.0);
        self.is_random = words.iter().any(|word| word.starts_with("-r"));
        self.direct = is_both || caches.contains('u');
        self.write_through = is_both || caches.contains('w');
    }

    /// `3-nines |     35.227 |        N/A |     35.227`.
    fn percentile(&mut self, text: &str) -> bool {
        let mut cells = text.split('|').map(str::trim);
        let (Some(name), Some(read), Some(write)) = (cells.next(), cells.next(), cells.next()) else {
            return text.starts_with("---") || text.starts_with("total:");
        };
        let ms = |text: &str| decimal(text).map(|(ms, _)| ms);
        self.percentiles.push((name.to_owned(), [ms(read), ms(write)]));
        true
    }

    pub(super) fn fill(self, draft: &mut RunDraft) {
        draft.command = draft.command.take().or_else(|| self.command.clone());
        if let Some(path) = &self.path {
            draft.name.clone_from(path);
        }
        let times = self
            .totals
            .iter()
            .flatten()
            .filter_map(|total| Some(total.ios / total.iops?));
        let seconds = self
            .seconds
            .or(times.reduce(f64::max))
            .filter(|seconds| *seconds > 0.0);
        let mut counts = Vec::new();
        for (at, ddir) in [Ddir::Read, Ddir::Write].into_iter().enumerate() {
            let total = self.totals[at];
            if total.is_some_and(|total| total.ios <= 0.0) {
                continue;
            }
            for (name, values) in &self.percentiles {
                let what = match name.as_str() {
                    "min" => FigureOf::LatMinNs,
                    "max" => FigureOf::LatMaxNs,
                    "50th" => FigureOf::P50Ns,
                    "99th" => FigureOf::P99Ns,
                    "3-nines" => FigureOf::P999Ns,
                    "4-nines" => FigureOf::P9999Ns,
                    _ => continue,
                };
                draft.known(what, Some(ddir), values[at].map(|ms| ms * 1e6));
            }
            let Some(total) = total else { continue };
            // The time is rounded, so the rate has more digits where it is printed.
            let iops = total.iops.or(seconds.map(|seconds| total.ios / seconds));
            draft.known(FigureOf::Iops, Some(ddir), iops);
            let rate = iops.map(|iops| iops * total.bytes / total.ios);
            draft.known(FigureOf::BytesPerS, Some(ddir), rate);
            draft.figure(FigureOf::Ios, Some(ddir), total.ios);
            draft.figure(FigureOf::Bytes, Some(ddir), total.bytes);
            if let Some(ms) = total.mean_ms {
                draft.spread(
                    FigureOf::LatMeanNs,
                    Some(ddir),
                    Spread::of(ms * 1e6),
                    Some(total.ios as u64),
                );
            }
            let of = |name: &str| {
                let found = self.percentiles.iter().find(|(known, _)| known == name);
                found.and_then(|(_, values)| values[at]).map(|ms| ms * 1e6)
            };
            let mean = total.mean_ms.map(|ms| ms * 1e6);
            let latency = mean.zip(of("min").zip(of("max")));
            counts.push((
                ddir,
                ToolCounts {
                    ios: total.ios,
                    bytes: total.bytes,
                    latency: latency.map(|(mean, (min, max))| [mean, min, max]),
                },
            ));
        }
        draft.known(FigureOf::RuntimeNs, None, seconds.map(|seconds| seconds * 1e9));
        if let (Some(options), Some(seconds)) = (self.options(), seconds) {
            draft.counted(&options, seconds, &counts);
        }
    }

    fn options(&self) -> Option<Vec<JobOption>> {
        let mode = match self.write_percent {
            0.0 => "read",
            100.0 => "write",
            _ => "rw",
        };
        let rw = match (self.is_random, mode) {
            (true, mode) => format!("rand{mode}"),
            (false, mode) => mode.to_owned(),
        };
        let mut options: Vec<JobOption> = vec![
            ("rw", rw),
            ("bs", self.block?.to_string()),
            ("ioengine", "windowsaio".to_owned()),
            ("iodepth", self.depth?.to_string()),
        ];
        if mode == "rw" {
            options.push(("rwmixwrite", self.write_percent.to_string()));
        }
        if let Some(threads) = self.threads {
            options.push(("numjobs", threads.to_string()));
        }
        if self.direct {
            options.push(("direct", "1".to_owned()));
        }
        if self.write_through && mode != "read" {
            options.push(("sync", "1".to_owned()));
        }
        if let Some(bytes) = self.file_bytes {
            options.push(("size", bytes.to_string()));
        }
        if let Some(seconds) = self.asked_seconds {
            options.push(("runtime", seconds.to_string()));
            options.push(("time_based", "1".to_owned()));
        }
        Some(options)
    }
}

/// `65536`, `64KiB`, `50GiB`.
fn size(text: &str) -> Option<f64> {
    bytes(&text.replace(' ', ""), true).map(|shown| shown.value)
}
