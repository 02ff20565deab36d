//! Reads fio's normal output, 2.x to 3.x, whole or in part, into the report model.

use std::borrow::Cow;

use fiord_job::plan::{Ddir, JobPlan, OptionEcho};
use fiord_messages::{Lang, Sentence, import as messages};
use fiord_record::claims::Spread;
use fiord_record::imported::{Figure, FigureOf, ImportKind, Mismatch, UnknownCount};
use fiord_record::number::Nanos;
use fiord_record::run::{DiskCounts, DiskUse};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::draft::{RunDraft, TextLine};
use super::fio_entry::{EntryText, failure, head, wrong_share};
use super::fio_group::{GroupLine, is_group_line};
use super::fio_json::ALL_CLIENTS;
use super::fio_sizes::Decimals;
use super::fio_wrapped::joined;
use super::results::ToldBySource;
use super::shown::{after, bytes, count_after, leading, with_points};
use super::{command, fio_figures, results};
use fiord_report::fio::{Entry, Report};

/// One output of fio, from its first line to its last.
#[derive(Debug, Default)]
struct Output {
    beginning: Beginning,
    entries: Vec<EntryText>,
    groups: Vec<GroupLine>,
    disks: Vec<DiskUse>,
    section: Section,
    group: u64,
    /// Numbers of groups with the lines where they began.
    seen_groups: Vec<(u64, u64)>,
    last: u64,
    /// Lines that fio does not print like this, with the first part that is wrong.
    retyped: Vec<(u64, String)>,
    has_commas: bool,
    /// `fio: pid=13407, err=28/file:io_u.c:1876, …`: errors that fio prints when they happen.
    errors: Vec<EntryText>,
}

#[derive(Debug, Default)]
enum Section {
    #[default]
    Before,
    Entry,
    Groups,
    Disks,
    /// The sum that a client adds to the reports of its servers.
    Sum(Box<EntryText>),
}

/// What an output said at its beginning, for the outputs after it that leave it out: snapshots, and the other servers of a client.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    version: String,
    headers: Vec<JobHeader>,
    /// The command and its line.
    command: Option<(u64, String)>,
    is_client: bool,
    pids: Vec<(String, u32)>,
    /// Its report has not been found.
    awaits_report: bool,
    /// The line in which fio says that a signal ended it.
    ended_by_signal: Option<u64>,
}

impl Beginning {
    /// Books the command as the one that made a run of this name, if it is; its jobs.
    fn claim_command(&self, draft: &mut RunDraft) -> Vec<JobHeader> {
        let Some((line, text)) = &self.command else {
            return Vec::new();
        };
        match command::plan(text) {
            Ok(plan) if plan.jobs.iter().any(|job| job.name == draft.name) => {
                draft.command = Some(text.clone());
                draft.lines.0 = draft.lines.0.min(*line);
                plan.jobs.into_iter().map(JobHeader::typed).collect()
            }
            Ok(_) => Vec::new(),
            Err(problem) => {
                let note = |lang| {
                    let problem = &problem.text(lang);
                    messages::CommandInLineNotRead { line, problem }.text(lang)
                };
                draft.notes.push(note.into());
                Vec::new()
            }
        }
    }
}

/// `name: (g=0): rw=randread, bs=…, ioengine=libaio, iodepth=64`, or a job of the command.
#[derive(Debug, Clone)]
struct JobHeader {
    name: String,
    group: u32,
    options: Vec<OptionEcho>,
    block_bytes: Option<[u64; 3]>,
}

/// Lines after a command in which a group's summary is of its output.
const NEAR: u64 = 12;

/// Reads an output of fio that begins at a line: its runs, and how many lines it has. None: there is none. `typed` is the last command
/// above, and `before` the beginning of the last output.
pub(super) fn read(
    lines: &[TextLine],
    at: usize,
    typed: Option<&TextLine>,
    before: &mut Beginning,
) -> Option<(Vec<RunDraft>, usize)> {
    let first = lines.get(at)?;
    if is_end_by_signal(&first.text) && before.awaits_report {
        before.ended_by_signal = Some(first.number);
    }
    let mut output = Output::default();
    if !begins(&first.text) {
        let texts = lines[at..].iter().map(|line| line.text.trim());
        let texts = texts.filter(|text| !text.is_empty());
        output.entries.push(EntryText::without_head(texts)?);
        output.section = Section::Entry;
    }
    let mut taken = 0;
    let mut index = 0;
    while let Some(line) = lines.get(at + index) {
        let (whole, parts) = joined(&lines[at + index..]);
        index += parts;
        let text = whole.trim();
        if without_host(text).is_empty() {
            continue;
        }
        // A spreadsheet may have made commas of the decimal points; counts have commas between them.
        output.has_commas |= has_decimal_comma(text);
        let plain = match output.has_commas && !text.starts_with("issued") {
            true => with_points(text),
            false => Cow::Borrowed(text),
        };
        if !output.take(line, &plain) {
            break;
        }
        taken = index;
        output.last = lines[at + index - 1].number;
    }
    if output.entries.is_empty() && output.groups.is_empty() {
        output.entries = std::mem::take(&mut output.errors);
    }
    if !output.has_result() {
        // The report may follow after lines of another program, or after another format of the same output.
        if !output.beginning.headers.is_empty() {
            *before = output.beginning;
            before.awaits_report = true;
        }
        return None;
    }
    output.begin(typed, before);
    output.name_what_has_no_head(before);
    let drafts = output.drafts(first.number, before);
    Some((drafts, taken))
}

/// Whether a rate or a share of fio has a comma for its decimal point: `BW=13,0GiB/s`, `usr=0,00%`.
fn has_decimal_comma(text: &str) -> bool {
    ["BW=", "usr="].iter().any(|key| {
        let value = text.split_once(key).map_or("", |(_, value)| value);
        let rest = value.trim_start_matches(|c: char| c.is_ascii_digit());
        let fraction = rest.strip_prefix(',').unwrap_or_default();
        rest.len() < value.len() && fraction.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn begins(text: &str) -> bool {
    let text = text.trim();
    is_header(text)
        || is_server(text)
        || head(text, Decimals::default()).is_some()
        || is_group_line(text)
        || failure(text).is_some()
}

/// `fio: terminating on signal 2`, after `^C`.
fn is_end_by_signal(text: &str) -> bool {
    text.contains("fio: terminating on signal")
}

fn is_header(text: &str) -> bool {
    text.contains(": (g=") && text.contains("rw=")
}

/// `hostname=vm, be=0, 64-bit, os=Linux, arch=x86-64, fio=fio-3.33, flags=1`: a server that a client reached.
fn is_server(text: &str) -> bool {
    text.starts_with("hostname=") && text.contains(" fio=fio-")
}

/// `<host> text` of a client without the host.
pub(super) fn without_host(text: &str) -> &str {
    let inside = text.strip_prefix('<').and_then(|rest| rest.split_once('>'));
    match inside {
        Some((host, rest)) if !host.contains(char::is_whitespace) => rest.trim(),
        _ => text,
    }
}

impl Output {
    /// Takes a line; false: it belongs to something else.
    fn take(&mut self, line: &TextLine, text: &str) -> bool {
        let ends_jobs = matches!(self.section, Section::Groups | Section::Disks);
        if is_header(text) {
            if !matches!(self.section, Section::Before) {
                return false;
            }
            self.beginning.headers.extend(JobHeader::read(text));
            if let Some(at) = text.find(" fio-") {
                self.beginning.version = text[at + 1..].to_owned();
            }
            return true;
        }
        if let Some(entry) = head(text, self.decimals()) {
            if entry.entry.name == ALL_CLIENTS && !self.entries.is_empty() {
                self.section = Section::Sum(Box::new(entry));
                return true;
            }
            if ends_jobs || matches!(self.section, Section::Sum(_)) {
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
        let (group, decimals) = (self.group, self.decimals());
        if let Some(group) = GroupLine::read(line.number, group, text, decimals) {
            return self.take_group(group);
        }
        match &mut self.section {
            Section::Before => {
                if is_end_by_signal(text) {
                    self.beginning.ended_by_signal = Some(line.number);
                }
                self.errors.extend(failure(without_host(text)));
                self.take_before(without_host(text))
            }
            Section::Entry => {
                if self.entries.last().is_some_and(|entry| entry.has_direction(text)) {
                    return false;
                }
                let wrong = wrong_share(text).map(|part| (line.number, part.to_owned()));
                self.retyped.extend(wrong);
                self.entries.last_mut().is_some_and(|entry| entry.take(text)) || is_progress(text)
            }
            Section::Groups => false,
            Section::Disks => disk(text).map(|disk| self.disks.push(disk)).is_some(),
            Section::Sum(entry) => entry.take(text),
        }
    }

    fn decimals(&self) -> Decimals {
        Decimals::of(version(&self.beginning.version))
    }

    /// Whether it has a number or an error. The first line of a report alone is none.
    fn has_result(&self) -> bool {
        !self.groups.is_empty() || self.entries.iter().any(EntryText::has_result)
    }

    /// Finds its command and its jobs' options, here or in the output before, and leaves them for the next output.
    fn begin(&mut self, typed: Option<&TextLine>, before: &mut Beginning) {
        let own = &mut self.beginning;
        let entries = self.entries.iter().map(|entry| &entry.entry);
        own.pids = entries.map(|entry| (entry.name.clone(), entry.pid)).collect();
        let has_header = |name: &String| before.headers.iter().any(|header| header.name == *name);
        let has_headers = before.is_client || before.awaits_report;
        let goes_on = own.headers.is_empty()
            && own
                .pids
                .iter()
                .all(|job| before.pids.contains(job) && job.1 > 0 || has_headers && has_header(&job.0));
        if goes_on {
            own.version.clone_from(&before.version);
            own.headers.clone_from(&before.headers);
            own.command.clone_from(&before.command);
            own.is_client = before.is_client;
            own.ended_by_signal = own
                .ended_by_signal
                .or(before.ended_by_signal.filter(|_| before.awaits_report));
        }
        if !goes_on || before.awaits_report || self.entries.is_empty() && typed.is_some() {
            own.command = typed.and_then(|line| Some((line.number, command::find(&line.text)?.to_owned())));
        }
        *before = std::mem::take(own);
    }

    /// Names a report without its head as the only job of the command above, or else by its direction.
    fn name_what_has_no_head(&mut self, beginning: &Beginning) {
        let Some(first) = self
            .entries
            .first_mut()
            .filter(|first| first.entry.name.is_empty())
        else {
            return;
        };
        let plan = beginning
            .command
            .as_ref()
            .and_then(|(_, text)| command::plan(text).ok());
        match plan.as_ref().map(|plan| plan.jobs.as_slice()) {
            Some([job]) => {
                first.entry.name.clone_from(&job.name);
                if job.report.group_reporting {
                    first.entry.jobs = job.numjobs;
                }
            }
            _ => first.entry.name = first.first_direction().map_or("fio", Ddir::name).to_owned(),
        }
    }

    /// Takes a line of a group's summary, whose heading may be cut off. False: another output of one group began.
    fn take_group(&mut self, group: GroupLine) -> bool {
        match self.section {
            Section::Disks | Section::Sum(_) => return false,
            Section::Groups => {
                let is_second = |other: &GroupLine| (other.group, other.ddir) == (group.group, group.ddir);
                if self.seen_groups.is_empty() && self.groups.iter().any(is_second) {
                    return false;
                }
            }
            Section::Before | Section::Entry => self.section = Section::Groups,
        }
        self.groups.push(group);
        true
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
        if is_server(text) {
            let version = after(text, "fio=").unwrap_or_default();
            self.beginning.version = version.to_owned();
            self.beginning.is_client = true;
            return true;
        }
        if text.starts_with("fio-") || text.starts_with("fio ") && !text.contains(" -") {
            self.beginning.version = text.replace("fio ", "fio-").replace(',', ".");
            return true;
        }
        text == "..."
            || text.is_empty()
            || text.starts_with("fio: ")
            || text.starts_with("Starting ")
            || text.starts_with("note: ")
            || text.contains(": Laying out IO file")
            || is_progress(text)
    }

    /// The runs: one of all jobs, or one for each line of the groups where the jobs' report is missing.
    fn drafts(self, first: u64, beginning: &Beginning) -> Vec<RunDraft> {
        if self.entries.is_empty() {
            return self.summaries(beginning);
        }
        let name = self.entries.first().map(|entry| entry.entry.name.clone());
        let lines = (first, self.last);
        let mut draft = RunDraft::new(ImportKind::FioText, lines, name.unwrap_or_default());
        let typed = beginning.claim_command(&mut draft);
        let of_entries = self.entries.iter().flat_map(|entry| &entry.mismatches);
        let of_groups = self.groups.iter().flat_map(|group| &group.mismatches);
        for mismatch in of_entries.chain(of_groups) {
            // A group of one job says the same again.
            if !draft.mismatches.contains(mismatch) {
                draft.mismatches.push(mismatch.clone());
            }
        }
        self.repeated_groups(&mut draft);
        if let Some(line) = &beginning.ended_by_signal {
            let note = messages::EndedBySignal { line };
            draft.notes.push(Sentence::new(|lang| note.text(lang)));
        }
        if let Some((_, part)) = self.retyped.first() {
            let lines: Vec<String> = self.retyped.iter().map(|(line, _)| line.to_string()).collect();
            let note = |lang: Lang| {
                let said = messages::RetypedLines {
                    count: lines.len() as u64,
                    lines: &lang.list(&lines),
                    part,
                };
                said.text(lang)
            };
            draft.notes.push(note.into());
        }
        let ends_whole = !self.groups.is_empty();
        let jobs = self.entries.iter().map(|entry| &entry.entry);
        let of_headers = jobs.filter(|job| JobHeader::of(&typed, job).is_none());
        let of_headers = of_headers.map(|job| (job.name.clone(), job.group)).collect();
        let is_whole: Vec<bool> = self.entries.iter().map(EntryText::is_whole).collect();
        let report = self.report(&typed, beginning, &mut draft);
        // The tail of a report follows the latencies: if it is cut, they may be cut, too.
        let is_cut = [UnknownCount::Processor, UnknownCount::Depths]
            .iter()
            .any(|count| draft.unknown.contains(count));
        let told = ToldBySource {
            of_headers,
            latencies: !is_cut,
        };
        if !ends_whole {
            let line = &draft.lines.1;
            draft.notes.push(Sentence::new(|lang| {
                messages::EndsBeforeSummary { line }.text(lang)
            }));
        }
        draft.name = names(&report);
        fio_figures::figures(&report, &mut draft);
        take_printed(&mut draft);
        forget_made_counts(&mut draft.figures, &is_whole);
        let (record, notes) = results::of_text(&report, &told);
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

    fn summaries(&self, beginning: &Beginning) -> Vec<RunDraft> {
        let mut drafts = Vec::new();
        let first = self.groups.first().map_or(0, |group| group.line);
        let command = beginning.command.as_ref();
        let command = command.filter(|(line, _)| *line < first && first <= line.saturating_add(NEAR));
        for line in &self.groups {
            // The line that names the group stands above.
            let begin = self.seen_groups.iter().rev().find(|(_, at)| *at <= line.line);
            let name = match begin {
                Some(_) => format!("group {} {}", line.group, line.ddir.name()),
                None => line.ddir.name().to_owned(),
            };
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
            draft.command = command.map(|(_, text)| text.clone());
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

    fn report(self, typed: &[JobHeader], beginning: &Beginning, draft: &mut RunDraft) -> Report {
        let mut entries = Vec::new();
        let mut time = String::new();
        let lacks = |count: &UnknownCount| !self.entries.iter().all(|entry| entry.knows(*count));
        draft.unknown = UnknownCount::ALL.into_iter().filter(lacks).collect();
        for entry in self.entries {
            let header = JobHeader::of(&beginning.headers, &entry.entry);
            let block = header.and_then(|header| header.block_bytes);
            if time.is_empty() {
                time.clone_from(&entry.time);
            }
            let options = JobHeader::of(typed, &entry.entry).or(header);
            let options = options.map(|header| header.options.clone());
            if !entry.is_whole() {
                let job = &entry.entry.name;
                draft
                    .notes
                    .push(Sentence::new(|lang| messages::ReportCut { job }.text(lang)));
            }
            let at = entries.len() as u32;
            let rates = entry.rates;
            let entry = entry.finish(block, options);
            let exact = |ddir: Ddir| {
                block.is_some_and(|sizes| {
                    let of = &entry.ddirs[ddir as usize];
                    of.bytes == sizes[ddir as usize].saturating_mul(of.ios)
                })
            };
            let known = Ddir::ALL.into_iter().zip(rates).filter(|(ddir, _)| !exact(*ddir));
            draft
                .printed
                .extend(known.filter_map(|(ddir, rate)| Some((at, ddir, rate?))));
            draft.notes.extend(unprinted_syncs(&entry));
            entries.push(entry);
        }
        let stamp = DateTime::strptime("%a %b %e %H:%M:%S %Y", &time)
            .ok()
            .and_then(|at| at.to_zoned(TimeZone::system()).ok());
        Report {
            version: if beginning.version.is_empty() {
                "fio".to_owned()
            } else {
                beginning.version.clone()
            },
            timestamp_ms: stamp.map_or(0, |at| at.timestamp().as_millisecond()),
            time,
            elapsed_s: results::in_turn_ms(&entries).div_ceil(1000),
            groups: fiord_report::fio::groups_of(&entries),
            entries,
            disks: self.disks,
            ..Report::default()
        }
    }
}

/// Major and minor number of `fio-3.16` or `fio-3.33-12-gabcdef`.
fn version(text: &str) -> Option<(u32, u32)> {
    let (major, rest) = text.strip_prefix("fio-")?.split_once('.')?;
    let minor = rest
        .find(|c: char| !c.is_ascii_digit())
        .map_or(rest, |end| &rest[..end]);
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// What has to be said of a job with a sync after each write, where the latencies of its syncs are missing: fio before 3.5 does not print them.
fn unprinted_syncs(entry: &Entry) -> Option<Sentence> {
    let write = &entry.ddirs[Ddir::Write as usize];
    let echoes = || entry.options.iter().flatten();
    let call = ["fdatasync", "fsync"]
        .into_iter()
        .find(|option| echoes().any(|echo| echo.name == *option && echo.value == "1"))?;
    if entry.sync.samples > 0 || write.ios == 0 || write.lat.samples == 0 {
        return None;
    }
    let whole_ns = write.runtime_ms as f64 * 1e6 * f64::from(entry.jobs.max(1));
    let each_ns = whole_ns / write.ios as f64 - write.lat.mean;
    (each_ns > 0.0).then(|| {
        let note = messages::SyncsNotPrinted {
            job: &entry.name,
            call: &call,
            latency: &Nanos(each_ns),
        };
        Sentence::new(|lang| note.text(lang))
    })
}

/// `Jobs: 1 (f=1): …`, also where carriage returns put several on a line.
fn is_progress(text: &str) -> bool {
    text.starts_with("Jobs: ") || text.contains("[eta ")
}

impl JobHeader {
    fn read(text: &str) -> Option<Self> {
        let (name, rest) = without_host(text).split_once(": (g=")?;
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
        let block_bytes = blocks.and_then(|ends| {
            let fixed = ends.iter().all(|(low, high)| low == high);
            fixed.then(|| ends.map(|(low, _)| low))
        });
        if let Some(sizes) = block_bytes {
            echo("bs", Some(&sizes.map(|bytes| bytes.to_string()).join(",")));
        } else if let Some(ends) = blocks {
            let ranges = ends.map(|(low, high)| format!("{low}-{high}"));
            echo("bsrange", Some(&ranges.join(",")));
        }
        Some(Self {
            name: name.to_owned(),
            group: leading(rest).map_or(0, |(shown, _)| shown.value as u32),
            options,
            block_bytes,
        })
    }

    /// A job of a command, which has all options that it was given.
    fn typed(job: JobPlan) -> Self {
        Self {
            name: job.name,
            group: job.group,
            options: job.given,
            block_bytes: None,
        }
    }

    /// The header of a job: that of its name and group; where no group of this name is its, of its name. Jobs that have both in common and other
    /// options cannot be told apart.
    fn of<'h>(headers: &'h [Self], job: &Entry) -> Option<&'h Self> {
        let named = headers.iter().filter(|header| header.name == job.name);
        let (in_group, others): (Vec<&Self>, Vec<&Self>) =
            named.partition(|header| header.group == job.group);
        let known = if in_group.is_empty() { others } else { in_group };
        let first = *known.first()?;
        let is_clear = known.iter().all(|other| other.options == first.options);
        is_clear.then_some(first)
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

/// The names of the jobs of an output, of clones one.
pub(super) fn names(report: &Report) -> String {
    let mut names: Vec<&str> = report.entries.iter().map(|entry| entry.name.as_str()).collect();
    names.dedup();
    const NAMED: usize = 4;
    let more = if names.len() > NAMED { ", …" } else { "" };
    names.truncate(NAMED);
    names.join(", ") + more
}

/// Replaces bandwidths that are made from bytes which the output has rounded.
fn take_printed(draft: &mut RunDraft) {
    for figure in draft
        .figures
        .iter_mut()
        .filter(|figure| figure.what == FigureOf::BytesPerS)
    {
        let entry = figure.job.as_ref().map(|job| job.entry);
        let is_same = |(at, ddir, _): &&(u32, Ddir, f64)| Some(*at) == entry && Some(*ddir) == figure.ddir;
        if let Some((_, _, rate)) = draft.printed.iter().find(is_same) {
            figure.value = Spread::of(*rate);
        }
    }
}

/// Takes numbers of I/Os out that are made from a rate: of the reports whose tail is missing.
fn forget_made_counts(figures: &mut Vec<Figure>, is_whole: &[bool]) {
    let is_counted = |figure: &Figure| {
        let entry = figure.job.as_ref().map(|job| job.entry as usize);
        entry
            .and_then(|entry| is_whole.get(entry))
            .is_none_or(|is_whole| *is_whole)
    };
    let is_count = |figure: &Figure| matches!(figure.what, FigureOf::Ios | FigureOf::SyncIos);
    figures.retain(|figure| !is_count(figure) || is_counted(figure));
    for figure in figures.iter_mut().filter(|figure| !is_counted(figure)) {
        figure.samples = None;
    }
}
