//! Reads fio's normal output, 2.x to 3.x, whole or in part, into the report model.

use fiord_job::plan::{Ddir, OptionEcho};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{FigureOf, ImportKind, Mismatch, UnknownCount};
use fiord_record::run::{DiskCounts, DiskUse};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::draft::{RunDraft, TextLine};
use super::fio_entry::{EntryText, head};
use super::shown::{Printed, after, bytes, count_after, leading};
use super::{command, results};
use fiord_report::fio::Report;

/// One output of fio, from its first line to its last.
#[derive(Debug, Default)]
struct Output {
    version: String,
    headers: Vec<JobHeader>,
    entries: Vec<EntryText>,
    groups: Vec<GroupLine>,
    disks: Vec<DiskUse>,
    section: Section,
    group: u64,
    /// Numbers of groups with the lines where they began.
    seen_groups: Vec<(u64, u64)>,
    last: u64,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Section {
    #[default]
    Before,
    Entry,
    Groups,
    Disks,
}

/// `name: (g=0): rw=randread, bs=…, ioengine=libaio, iodepth=64`.
#[derive(Debug)]
struct JobHeader {
    name: String,
    options: Vec<OptionEcho>,
    block_bytes: Option<[u64; 3]>,
}

/// One line of a group's summary.
#[derive(Debug)]
struct GroupLine {
    line: u64,
    group: u64,
    ddir: Ddir,
    bandwidth: Option<Printed>,
    bytes: Option<Printed>,
    runtime_ms: Option<f64>,
    mismatches: Vec<Mismatch>,
}

/// Reads an output of fio that begins at a line: its runs, and how many lines it has. None: there is none.
pub(super) fn read(
    lines: &[TextLine],
    at: usize,
    typed: Option<&TextLine>,
) -> Option<(Vec<RunDraft>, usize)> {
    let first = lines.get(at)?;
    if !begins(&first.text) {
        return None;
    }
    let mut output = Output::default();
    let mut taken = 0;
    for (index, line) in lines[at..].iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        if !output.take(line, text) {
            break;
        }
        taken = index + 1;
        output.last = line.number;
    }
    let has_result = !output.entries.is_empty() || !output.groups.is_empty();
    has_result.then(|| (output.drafts(first.number, typed), taken))
}

fn begins(text: &str) -> bool {
    let text = text.trim();
    is_header(text) || head(text).is_some() || text.starts_with("Run status group")
}

fn is_header(text: &str) -> bool {
    text.contains(": (g=") && text.contains("rw=")
}

impl Output {
    /// Takes a line; false: it belongs to something else.
    fn take(&mut self, line: &TextLine, text: &str) -> bool {
        let ends_jobs = matches!(self.section, Section::Groups | Section::Disks);
        if is_header(text) {
            if self.section != Section::Before {
                return false;
            }
            self.headers.extend(JobHeader::read(text));
            if let Some(at) = text.find(" fio-") {
                self.version = text[at + 1..].to_owned();
            }
            return true;
        }
        if let Some(entry) = head(text) {
            if ends_jobs {
                return false;
            }
            self.section = Section::Entry;
            self.entries.push(entry);
            return true;
        }
        if let Some(rest) = text.strip_prefix("Run status group ") {
            return self.begin_group(line.number, rest);
        }
        if text.starts_with("Disk stats") {
            self.section = Section::Disks;
            return true;
        }
        match self.section {
            Section::Before => self.take_before(text),
            Section::Entry => {
                self.entries.last_mut().is_some_and(|entry| entry.take(text)) || is_progress(text)
            }
            Section::Groups => GroupLine::read(line.number, self.group, text)
                .map(|group| self.groups.push(group))
                .is_some(),
            Section::Disks => disk(text).map(|disk| self.disks.push(disk)).is_some(),
        }
    }

    fn begin_group(&mut self, line: u64, rest: &str) -> bool {
        let Some(group) = leading(rest).map(|(shown, _)| shown.value as u64) else {
            return false;
        };
        self.section = Section::Groups;
        self.group = group;
        self.seen_groups.push((group, line));
        true
    }

    fn take_before(&mut self, text: &str) -> bool {
        if text.starts_with("fio-") || text.starts_with("fio ") && !text.contains(" -") {
            self.version = text.replace("fio ", "fio-");
            return true;
        }
        text == "..."
            || text.starts_with("Starting ")
            || text.starts_with("note: ")
            || text.contains(": Laying out IO file")
            || is_progress(text)
    }

    /// The runs: one of all jobs, or one for each line of the groups where the jobs' report is missing.
    fn drafts(self, first: u64, typed: Option<&TextLine>) -> Vec<RunDraft> {
        if self.entries.is_empty() {
            return self.summaries();
        }
        let name = self.entries.first().map(|entry| entry.entry.name.clone());
        let mut draft = RunDraft::new(
            ImportKind::FioText,
            (first, self.last),
            name.clone().unwrap_or_default(),
        );
        let parsed = typed.and_then(|line| command::find(&line.text).map(|text| (line, text)));
        let fits =
            |plan: &fiord_job::plan::RunPlan| plan.jobs.iter().any(|job| Some(&job.name) == name.as_ref());
        let mut given: Vec<(String, Vec<OptionEcho>)> = Vec::new();
        if let Some((line, text)) = parsed {
            match command::plan(text) {
                Ok(plan) if fits(&plan) => {
                    draft.command = Some(text.to_owned());
                    draft.lines.0 = draft.lines.0.min(line.number);
                    given = plan.jobs.into_iter().map(|job| (job.name, job.given)).collect();
                }
                Ok(_) => {}
                Err(why) => draft
                    .notes
                    .push(format!("the command in line {} was not read: {why}", line.number)),
            }
        }
        for group in &self.groups {
            draft.mismatches.extend(group.mismatches.iter().cloned());
        }
        self.repeated_groups(&mut draft);
        let ends_whole = !self.groups.is_empty();
        let report = self.report(given, &mut draft);
        if !ends_whole {
            draft.notes.push(format!(
                "the output ends in line {} before its group summary",
                draft.lines.1
            ));
        }
        figures(&report, &mut draft);
        let (record, notes) = results::of_text(&report);
        draft.record = Some(record);
        draft.notes.extend(notes);
        vec![draft]
    }

    fn repeated_groups(&self, draft: &mut RunDraft) {
        for (index, (group, _)) in self.seen_groups.iter().enumerate() {
            let earlier = self.seen_groups[..index].iter().find(|(other, _)| other == group);
            if let Some((group, first_line)) = earlier {
                draft.mismatches.push(Mismatch::GroupTwice {
                    group: *group,
                    first_line: *first_line,
                });
            }
        }
    }

    fn summaries(&self) -> Vec<RunDraft> {
        let mut drafts = Vec::new();
        for line in &self.groups {
            let name = format!("group {} {}", line.group, line.ddir.name());
            // The line that names the group stands above.
            let begin = self.seen_groups.iter().rev().find(|(_, at)| *at <= line.line);
            let from = begin.map_or(line.line, |(_, at)| *at);
            let mut draft = RunDraft::new(ImportKind::FioSummary, (from, line.line), name);
            draft.known(
                FigureOf::BytesPerS,
                Some(line.ddir),
                line.bandwidth.map(|shown| shown.value),
            );
            draft.known(
                FigureOf::Bytes,
                Some(line.ddir),
                line.bytes.map(|shown| shown.value),
            );
            draft.known(FigureOf::RuntimeNs, None, line.runtime_ms.map(|ms| ms * 1e6));
            draft.mismatches.clone_from(&line.mismatches);
            let earlier = self
                .seen_groups
                .iter()
                .find(|(group, at)| *group == line.group && *at < from);
            if let Some((group, first_line)) = earlier {
                draft.mismatches.push(Mismatch::GroupTwice {
                    group: *group,
                    first_line: *first_line,
                });
            }
            drafts.push(draft);
        }
        drafts
    }

    fn report(self, given: Vec<(String, Vec<OptionEcho>)>, draft: &mut RunDraft) -> Report {
        let mut entries = Vec::new();
        let mut time = String::new();
        let lacks = |count: &UnknownCount| !self.entries.iter().all(|entry| entry.knows(*count));
        draft.unknown = UnknownCount::ALL.into_iter().filter(lacks).collect();
        for entry in self.entries {
            let header = self.headers.iter().find(|header| header.name == entry.entry.name);
            let block = header.and_then(|header| header.block_bytes);
            if time.is_empty() {
                time.clone_from(&entry.time);
            }
            let typed = given.iter().find(|(name, _)| *name == entry.entry.name);
            let options = typed
                .map(|(_, echoes)| echoes.clone())
                .or_else(|| header.map(|header| header.options.clone()));
            if !entry.is_whole() {
                draft.notes.push(format!(
                    "`{}`: its report is cut; what is missing is unknown",
                    entry.entry.name
                ));
            }
            entries.push(entry.finish(block, options));
        }
        let stamp = DateTime::strptime("%a %b %e %H:%M:%S %Y", &time)
            .ok()
            .and_then(|at| at.to_zoned(TimeZone::system()).ok());
        Report {
            version: if self.version.is_empty() {
                "fio".to_owned()
            } else {
                self.version
            },
            timestamp_ms: stamp.map_or(0, |at| at.timestamp().as_millisecond()),
            time,
            elapsed_s: entries
                .iter()
                .map(|entry| entry.runtime_ms)
                .max()
                .unwrap_or(0)
                .div_ceil(1000),
            groups: fiord_report::fio::groups_of(&entries),
            entries,
            disks: self.disks,
            ..Report::default()
        }
    }
}

/// `Jobs: 1 (f=1): …`, also where carriage returns put several on a line.
fn is_progress(text: &str) -> bool {
    text.starts_with("Jobs: ") || text.contains("[eta ")
}

impl JobHeader {
    fn read(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(": (g=")?;
        let mut options = Vec::new();
        let mut echo = |name: &str, value: Option<&str>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                options.push(OptionEcho {
                    name: name.to_owned(),
                    value: value.to_owned(),
                });
            }
        };
        echo("ioengine", after(rest, "ioengine="));
        echo("rw", after(rest, "rw="));
        echo("iodepth", after(rest, "iodepth="));
        let blocks = blocks(rest);
        if let Some(ends) = blocks {
            let range: Vec<String> = ends.iter().map(|(low, high)| format!("{low}-{high}")).collect();
            echo("bsrange", Some(&range.join(",")));
        }
        let block_bytes = blocks.and_then(|ends| {
            let fixed = ends.iter().all(|(low, high)| low == high);
            fixed.then(|| ends.map(|(low, _)| low))
        });
        Some(Self {
            name: name.to_owned(),
            options,
            block_bytes,
        })
    }
}

/// The block sizes of all directions: `bs=(R) 4096B-4096B, (W) …, (T) …`, or `bs=4K-4K/4K-4K/4K-4K` of fio 2.
fn blocks(text: &str) -> Option<[(u64, u64); 3]> {
    let text = &text[text.find("bs=")? + 3..];
    let text = &text[..text.find(", ioengine").unwrap_or(text.len())];
    let ends: Vec<(u64, u64)> = text
        .split([',', '/'])
        .filter_map(|part| {
            let part = part.trim();
            let part = part.split_once(") ").map_or(part, |(_, sizes)| sizes);
            let (low, high) = part.split_once('-')?;
            Some((bytes(low, true)?.value as u64, bytes(high, true)?.value as u64))
        })
        .collect();
    let read = *ends.first()?;
    let write = ends.get(1).copied().unwrap_or(read);
    Some([read, write, ends.get(2).copied().unwrap_or(write)])
}

impl GroupLine {
    /// `READ: bw=79.5MiB/s (83.4MB/s), 79.5MiB/s-79.5MiB/s (…), io=64.0MiB (67.1MB), run=805-805msec`, or as fio 2 has it.
    fn read(line: u64, group: u64, text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(": ")?;
        let ddir = match name.trim() {
            "READ" | "MIXED" => Ddir::Read,
            "WRITE" => Ddir::Write,
            "TRIM" => Ddir::Trim,
            _ => return None,
        };
        let old = rest.contains("aggrb=");
        let total = after(rest, "io=").and_then(|value| bytes(value, old));
        let bandwidth = after(rest, if old { "aggrb=" } else { "bw=" }).and_then(|value| bytes(value, old));
        let runtime_ms = if old {
            after(rest, "maxt=")
                .and_then(leading)
                .map(|(shown, _)| shown.value)
        } else {
            after(rest, "run=").and_then(|run| leading(run.rsplit('-').next()?).map(|(shown, _)| shown.value))
        };
        if bandwidth.is_none() && total.is_none() {
            return None;
        }
        let mut mismatches = Vec::new();
        if let (Some(total), Some(ms), Some(given)) = (total, runtime_ms, bandwidth)
            && let Some(made) = total.per_ms(ms)
            && !given.agrees(made)
        {
            mismatches.push(Mismatch::BytesInTime {
                ddir,
                bytes_per_s: given.value,
                from_bytes_per_s: made.value,
                bytes: total.value,
                runtime_ns: ms * 1e6,
            });
        }
        let other = rest
            .split_once('(')
            .and_then(|(_, rest)| bytes(rest.split(')').next()?, false));
        if let (Some(given), Some(other)) = (bandwidth, other)
            && !old
            && !given.agrees(other)
        {
            mismatches.push(Mismatch::Bandwidths {
                ddir,
                bytes_per_s: given.value,
                other_bytes_per_s: other.value,
            });
        }
        Some(Self {
            line,
            group,
            ddir,
            bandwidth,
            bytes: total,
            runtime_ms,
            mismatches,
        })
    }
}

/// `sda: ios=1/2, merge=0/0, ticks=1/2, in_queue=3, util=99.61%`, with the means of the disks below where it has some.
fn disk(text: &str) -> Option<DiskUse> {
    let (name, rest) = text.split_once(": ")?;
    let counts = |prefix: &str| -> Option<DiskCounts> {
        let pair = |key: &str| -> Option<(u64, u64)> {
            let (read, write) = after(rest, &format!("{prefix}{key}="))?.split_once('/')?;
            Some((read.parse().ok()?, write.parse().ok()?))
        };
        let (read_ios, write_ios) = pair("ios")?;
        let (read_merges, write_merges) = pair("merge").or_else(|| pair("merges")).unwrap_or((0, 0));
        let (read_ticks, write_ticks) = pair("ticks").unwrap_or((0, 0));
        let sectors = pair("sectors").unwrap_or((0, 0));
        let util = after(rest, &format!("{prefix}util=")).and_then(leading);
        Some(DiskCounts {
            read_ios,
            write_ios,
            read_merges,
            write_merges,
            read_ticks,
            write_ticks,
            in_queue: count_after(rest, &format!("{prefix}in_queue=")).unwrap_or(0),
            util_percent: util.map_or(0.0, |(shown, _)| shown.value),
            read_bytes: sectors.0.saturating_mul(512),
            write_bytes: sectors.1.saturating_mul(512),
        })
    };
    Some(DiskUse {
        name: name.trim().to_owned(),
        counts: counts("")?,
        below: counts("aggr"),
    })
}

/// What the report says, as figures.
pub(super) fn figures(report: &Report, draft: &mut RunDraft) {
    for entry in &report.entries {
        for (ddir, of) in Ddir::ALL.into_iter().zip(&entry.ddirs) {
            if of.ios == 0 && of.bytes == 0 {
                continue;
            }
            let ddir = Some(ddir);
            let seconds = of.runtime_ms as f64 / 1e3;
            let rate = |count: u64| (seconds > 0.0 && count > 0).then(|| count as f64 / seconds);
            draft.known(FigureOf::Iops, ddir, rate(of.ios));
            draft.known(FigureOf::BytesPerS, ddir, rate(of.bytes));
            draft.known(FigureOf::Ios, ddir, (of.ios > 0).then_some(of.ios as f64));
            draft.figure(FigureOf::Bytes, ddir, of.bytes as f64);
            draft.figure(FigureOf::RuntimeNs, ddir, of.runtime_ms as f64 * 1e6);
            for (what, latency) in [
                (FigureOf::SlatMeanNs, &of.slat),
                (FigureOf::ClatMeanNs, &of.clat),
                (FigureOf::LatMeanNs, &of.lat),
            ] {
                if latency.samples > 0 {
                    draft.spread(what, ddir, Spread::of(latency.mean), Some(latency.samples));
                }
            }
            let whole = if of.lat.samples > 0 { &of.lat } else { &of.clat };
            if whole.samples > 0 {
                draft.figure(FigureOf::LatMinNs, ddir, whole.min as f64);
                draft.figure(FigureOf::LatMaxNs, ddir, whole.max as f64);
            }
            let listed = [&of.clat, &of.lat]
                .into_iter()
                .find(|latency| !latency.given.is_empty() || !latency.bins.is_empty());
            for (what, percent) in [(FigureOf::P50Ns, 50.0), (FigureOf::P99Ns, 99.0)] {
                let at = listed.map(|latency| latency.percentiles(&[percent]));
                let at = at.and_then(|values| values.first().copied()).filter(|ns| *ns > 0);
                draft.known(what, ddir, at.map(|ns| ns as f64));
            }
        }
        if entry.sync.samples > 0 {
            draft.spread(
                FigureOf::SyncMeanNs,
                None,
                Spread::of(entry.sync.mean),
                Some(entry.sync.samples),
            );
        }
    }
}

/// A bandwidth as people write it in tables: `M/s` is 10⁶ bytes there.
pub(super) fn table_bandwidth(text: &str) -> Option<Spread> {
    let text = text.trim();
    let whole = match text.strip_suffix("/s") {
        Some(head) if head.ends_with(['K', 'M', 'G', 'k', 'm', 'g']) => format!("{head}B/s"),
        Some(_) => text.to_owned(),
        None if text.ends_with("ps") => text.to_owned(),
        None => return None,
    };
    units::bandwidth(&whole).ok()
}
