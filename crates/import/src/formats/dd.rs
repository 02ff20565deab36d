//! Reads the summary of dd, in the languages of coreutils and of BSD, and the command above it.

use fiord_job::plan::Ddir;
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;
use crate::counted::{JobOption, ToolCounts};
use crate::draft::RunDraft;
use crate::shown::decimal;

/// Lines of progress at most, in a text that keeps all of them.
const MOST_PROGRESS: usize = 200;

/// Directories that are memory on Linux.
const IN_MEMORY: [&str; 3] = ["/dev/shm", "/run/shm", "/run/user"];

/// `1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s`, with the lines of records above.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    // With status=progress lines like the last one come before the records, each after more time.
    let mut last = (0.0, 0.0);
    let lines = place.lines.iter().map(|line| line.text.trim());
    let progress = lines
        .take(MOST_PROGRESS)
        .take_while(|text| {
            let next = summary(text).unwrap_or_default();
            let goes_on = next.0 >= last.0 && next.1 > last.1;
            last = next;
            goes_on
        })
        .count();
    let is_progress = place
        .lines
        .get(progress)
        .is_some_and(|line| Records::read(line.text.trim()).is_some());
    let before = if is_progress { progress } else { 0 };
    let records: Vec<Records> = place
        .lines
        .iter()
        .skip(before)
        .take(2)
        .map_while(|line| Records::read(line.text.trim()))
        .collect();
    let above = before + records.len();
    let (bytes, seconds) = summary(place.lines.get(above)?.text.trim())?;
    let mut draft = place.run(ImportKind::Dd, above + 1, "dd")?;
    let command = place
        .claim(Program::Dd, &mut draft)
        .map(|words| Operands::read(&words));
    let ddir = command.as_ref().and_then(Operands::ddir);
    draft.figure(FigureOf::Bytes, ddir, bytes);
    draft.figure(FigureOf::RuntimeNs, None, seconds * 1e9);
    let written = records.last();
    let blocks = written.map(|records| records.whole + records.partial);
    if seconds > 0.0 && bytes > 0.0 {
        draft.figure(FigureOf::BytesPerS, ddir, bytes / seconds);
        draft.known(FigureOf::Iops, ddir, blocks.map(|blocks| blocks / seconds));
    }
    if let Some(operands) = command {
        let was_cut = records.iter().any(|records| records.interrupted)
            || operands
                .count
                .zip(written)
                .is_some_and(|(count, written)| operands.has_endless_input() && written.whole < count);
        operands.tell(&mut draft, was_cut, blocks);
        operands.job(&mut draft, was_cut, blocks, bytes, seconds);
    }
    Some((vec![draft], above + 1))
}

/// `88256+0 records out`: whole blocks and partial ones.
struct Records {
    whole: f64,
    partial: f64,
    /// The terminal shows Ctrl-C before it.
    interrupted: bool,
}

impl Records {
    fn read(text: &str) -> Option<Self> {
        // In some languages a word comes first.
        let plain = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let (counts, words) = plain.split_once(' ')?;
        let (whole, partial) = counts.split_once('+')?;
        let count = |text: &str| text.parse::<u64>().ok().map(|count| count as f64);
        let has_words = !words.trim().is_empty() && words.len() < 60;
        Some(Self {
            whole: count(whole)?,
            partial: count(partial).filter(|_| has_words)?,
            interrupted: text.starts_with("^C"),
        })
    }
}

/// The bytes and the seconds of a summary.
fn summary(text: &str) -> Option<(f64, f64)> {
    let text = text.trim_start_matches("^C");
    let end = text.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
    let bytes: f64 = text[..end].parse().ok()?;
    let rest = &text[end..];
    if let Some((_, time)) = rest.split_once(" transferred in ") {
        let (seconds, unit) = decimal(time)?;
        return unit.trim_start().starts_with("sec").then_some((bytes, seconds));
    }
    let plain = rest.replace(['，', '、'], ", ").replace('秒', "s");
    let mut parts = plain.rsplitn(3, ", ").map(str::trim);
    let (rate, time, head) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, unit) = decimal(time)?;
    let is_time = unit.trim_start().starts_with('s');
    let is_rate = rate.ends_with("B/s") || rate.ends_with("Б/s") || rate.ends_with("B/c");
    (is_time && is_rate && (head.contains(['(', '（']) || head.contains("cop"))).then_some((bytes, seconds))
}

/// What a command of dd asks for.
#[derive(Default)]
struct Operands {
    input: String,
    output: String,
    block: Option<f64>,
    /// Whether its block size is an expression of the shell.
    block_is_unread: bool,
    count: Option<f64>,
    direct_in: bool,
    direct_out: bool,
    /// `oflag=dsync` or `oflag=sync`.
    each: Option<&'static str>,
    /// `conv=fsync` or `conv=fdatasync`.
    end: Option<&'static str>,
}

impl Operands {
    fn read(words: &[String]) -> Self {
        let mut all = Self::default();
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                continue;
            };
            let has = |flag: &str| value.split(',').any(|one| one == flag);
            match name {
                "if" => value.clone_into(&mut all.input),
                "of" => value.clone_into(&mut all.output),
                "bs" | "ibs" | "obs" => {
                    all.block = size(value);
                    all.block_is_unread = all.block.is_none();
                }
                "count" => all.count = size(value),
                "iflag" => all.direct_in = has("direct"),
                "oflag" => {
                    all.direct_out = has("direct");
                    all.each = ["dsync", "sync"].into_iter().find(|flag| has(flag));
                }
                "conv" => all.end = ["fdatasync", "fsync"].into_iter().find(|flag| has(flag)),
                _ => {}
            }
        }
        all
    }

    fn has_endless_input(&self) -> bool {
        matches!(self.input.as_str(), "/dev/zero" | "/dev/urandom" | "/dev/random")
    }

    /// A null device takes everything; `/dev/zero` does as well.
    fn only_reads(&self) -> bool {
        matches!(self.output.as_str(), "" | "/dev/null" | "/dev/zero") && !self.has_endless_input()
    }

    /// Whether what it writes goes where the command does not say: to another program, or by the shell to a file.
    fn writes_to_stdout(&self) -> bool {
        self.output.is_empty() && self.has_endless_input()
    }

    /// The direction at the disk; None: dd read one file and wrote another, or its output is unknown.
    fn ddir(&self) -> Option<Ddir> {
        if self.writes_to_stdout() {
            None
        } else if self.only_reads() {
            Some(Ddir::Read)
        } else {
            self.has_endless_input().then_some(Ddir::Write)
        }
    }

    /// What the command says of the result.
    fn tell(&self, draft: &mut RunDraft, was_cut: bool, blocks: Option<f64>) {
        if was_cut {
            let blocks = &blocks.unwrap_or_default();
            let after = match &self.count {
                Some(asked) => {
                    draft.notes.push(Sentence::new(|lang| {
                        messages::DdStopped { blocks, asked }.text(lang)
                    }));
                    messages::AfterBlocks { blocks, asked }.text(Lang::En)
                }
                None => messages::AfterBlocksOfUnknown { blocks }.text(Lang::En),
            };
            draft.label("interrupted", after);
            if let Some(sync) = &self.end {
                draft
                    .notes
                    .push(Sentence::new(|lang| messages::DdInterrupted { sync }.text(lang)));
            }
        }
        let target = if self.only_reads() {
            &self.input
        } else {
            &self.output
        };
        if !target.is_empty() {
            draft.name = format!("dd {target}");
        }
        if IN_MEMORY.iter().any(|memory| target.starts_with(memory)) {
            draft.label("measures", messages::measures_tmpfs(Lang::En));
            draft
                .notes
                .push(Sentence::new(|lang| messages::DdOfMemory { target }.text(lang)));
        }
        if matches!(self.input.as_str(), "/dev/urandom" | "/dev/random") {
            let source = &self.input;
            draft.notes.push(Sentence::new(|lang| {
                messages::DdOfRandomNumbers { source }.text(lang)
            }));
        }
    }

    /// The job of fio that does the same.
    fn job(&self, draft: &mut RunDraft, was_cut: bool, blocks: Option<f64>, bytes: f64, seconds: f64) {
        if self.writes_to_stdout() {
            draft.notes.push(Sentence::new(messages::dd_to_stdout));
            return;
        }
        let Some(ddir) = self.ddir() else {
            draft.notes.push(Sentence::new(messages::dd_between_files));
            return;
        };
        let reads = ddir == Ddir::Read;
        let each = blocks
            .map(|blocks| bytes / blocks)
            .filter(|each| *each >= 1.0 && each.fract() == 0.0);
        let block = match self.block {
            Some(block) => block,
            None if !self.block_is_unread => 512.0,
            None => match each {
                Some(each) => each,
                None => return,
            },
        };
        let mut options: Vec<JobOption> = vec![
            ("rw", if reads { "read" } else { "write" }.to_owned()),
            ("bs", block.to_string()),
            ("ioengine", "psync".to_owned()),
        ];
        let file = if reads { &self.input } else { &self.output };
        if !file.is_empty() && !file.contains([':', '\\']) {
            options.push(("filename", file.clone()));
        }
        if bytes > 0.0 {
            options.push(("size", bytes.to_string()));
        }
        let is_direct = if reads { self.direct_in } else { self.direct_out };
        if is_direct {
            options.push(("direct", "1".to_owned()));
        } else if reads {
            // dd does not drop its file from the page cache.
            options.push(("invalidate", "0".to_owned()));
        }
        if let Some(sync) = self.each {
            options.push(("sync", sync.to_owned()));
        }
        if self.end.is_some() && !was_cut {
            options.push(("end_fsync", "1".to_owned()));
        }
        if self.input == "/dev/zero" {
            options.push(("zero_buffers", "1".to_owned()));
        }
        let ios = blocks.unwrap_or(bytes / block);
        let counts = ToolCounts {
            ios,
            bytes,
            latency: None,
        };
        // One write at a time, each with its sync: the time of one is known.
        if self.each.is_some() && ios >= 1.0 && seconds > 0.0 {
            let mean = seconds / ios * 1e9;
            draft.spread(
                FigureOf::LatMeanNs,
                Some(ddir),
                Spread::of(mean),
                Some(ios as u64),
            );
        }
        draft.counted(&options, seconds, &[(ddir, counts)]);
    }
}

/// A number of dd with its suffix: `512`, `64k`, `16K`, `1M`, `1G`, `1MB` (10⁶), `1c`, `2b`, `2x512`.
fn size(text: &str) -> Option<f64> {
    let product = |text: &str| text.split_once('x').map(|(a, b)| (a.to_owned(), b.to_owned()));
    if let Some((first, second)) = product(text) {
        return Some(one_size(&first)? * one_size(&second)?);
    }
    one_size(text)
}

fn one_size(text: &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let value: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim_end_matches('\'');
    let power = |letter: char| "kmgtp".find(letter.to_ascii_lowercase()).map(|at| at as i32 + 1);
    let mut letters = unit.chars();
    let factor = match letters.next() {
        None | Some('c') => 1.0,
        Some('b') => 512.0,
        Some('w') => 2.0,
        Some(letter) => match letters.as_str() {
            "" | "iB" => 1024_f64.powi(power(letter)?),
            "B" => 1000_f64.powi(power(letter)?),
            _ => return None,
        },
    };
    let size = value * factor;
    (size < 1e18).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_of_all_languages_are_read() {
        for (text, expected) in [
            (
                "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 429 MB/s",
                Some((1_073_741_824.0, 2.5)),
            ),
            (
                "1073741824 Bytes (1,1 GB, 1,0 GiB) kopiert, 4,04185 s, 266 MB/s",
                Some((1_073_741_824.0, 4.04185)),
            ),
            (
                "512 octets (512 B) copiés, 2.8595e-05 s, 17,9 MB/s",
                Some((512.0, 2.8595e-5)),
            ),
            (
                "1073741824 bytes (1.1GB) copied, 2.5 seconds, 409.6MB/s",
                Some((1_073_741_824.0, 2.5)),
            ),
            (
                "1073741824 bytes transferred in 2.104913 secs (510112296 bytes/sec)",
                Some((1_073_741_824.0, 2.104_913)),
            ),
            (
                "1073741824字节（1.1 GB，1.0 GiB）已复制，0.5 s，2.1 GB/s",
                Some((1_073_741_824.0, 0.5)),
            ),
            ("100 apples, 3 s, 5 B/s", None),
            ("3 packets transmitted, 3 received, 0% packet loss", None),
        ] {
            assert_eq!(summary(text), expected, "{text}");
        }
    }

    #[test]
    fn sizes_have_the_suffixes_of_dd() {
        assert_eq!(size("64k"), Some(65536.0));
        assert_eq!(size("1MB"), Some(1e6));
        assert_eq!(size("2x512"), Some(1024.0));
        assert_eq!(size("1Q"), None);
    }
}
