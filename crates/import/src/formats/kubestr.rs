//! Reads `kubestr fio`, which runs jobs of fio at the same time on one volume.

use fiord_job::plan::{Ddir, PlanPart};
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Rate;

use super::{Found, LinePlace};
use crate::counted::JobOption;
use crate::draft::{RunDraft, TextLine};
use crate::results::forget_engine;
use crate::shown::{after, decimal};

/// The jobs of its default job file, and what the file sets that the output does not print.
const DEFAULT_JOBS: [&str; 4] = ["read_iops", "write_iops", "read_bw", "write_bw"];
const DEFAULT_TIME: [(&str, &str); 3] = [("time_based", "1"), ("ramp_time", "2"), ("runtime", "15")];
const DEFAULT_GLOBAL: [(&str, &str); 3] = [("ioengine", "libaio"), ("direct", "1"), ("gtod_reduce", "1")];
/// How many times its least rate the largest of a run can be without two states.
const ONE_STATE: f64 = 3.0;

/// From `FIO test results:`, or the first job where the text has no more, to the table of disks.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let has_head = place.first()?.starts_with("FIO test results");
    let next = place.lines.get(1).map_or("", |line| line.text.trim());
    let is_job = place.first()?.starts_with("JobName: ") && next.starts_with("blocksize=");
    if !(has_head || is_job) {
        return None;
    }
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut global: Vec<JobOption> = Vec::new();
    let mut own: Vec<JobOption> = Vec::new();
    let mut ddir = Ddir::Read;
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate().skip(usize::from(has_head)) {
        let text = line.text.trim();
        if let Some(options) = text.strip_prefix("Global options - ") {
            global = read_options(options);
        } else if let Some(name) = text.strip_prefix("JobName: ") {
            finish(&mut drafts, &global, &mut own);
            drafts.push(RunDraft::new(
                ImportKind::Kubestr,
                (line.number, line.number),
                name,
            ));
        } else if text.starts_with("blocksize=") {
            own = read_options(text);
        } else if matches!(text, "read:" | "write:") {
            ddir = if text == "read:" { Ddir::Read } else { Ddir::Write };
        } else if text.starts_with("Disk stats") {
            let more = place.lines.iter().skip(index + 1);
            let is_disk = |line: &&TextLine| line.text.contains(": ios=") || line.text.trim() == "-  OK";
            taken = index + 1 + more.take_while(is_disk).count();
            break;
        } else if let Some(draft) = drafts.last_mut().filter(|_| !text.is_empty()) {
            if !result(draft, ddir, text) {
                break;
            }
        } else if !(text.is_empty() || text.starts_with("FIO version")) {
            break;
        }
        if let Some(draft) = drafts.last_mut().filter(|_| !text.is_empty()) {
            draft.lines.1 = line.number;
        }
        taken = index + 1;
    }
    finish(&mut drafts, &global, &mut own);
    let jobs = &drafts.len();
    for draft in drafts.iter_mut().filter(|_| *jobs > 1) {
        draft
            .notes
            .push(Sentence::new(|lang| messages::KubestrJobs { jobs }.text(lang)));
    }
    drafts.retain(|draft| !draft.figures.is_empty());
    (!drafts.is_empty()).then_some((drafts, taken))
}

fn finish(drafts: &mut [RunDraft], global: &[JobOption], own: &mut Vec<JobOption>) {
    if let Some(draft) = drafts.last_mut()
        && !own.is_empty()
    {
        let mut options = global.to_vec();
        options.append(own);
        let owned = |(name, value): (&'static str, &str)| (name, value.to_owned());
        if DEFAULT_JOBS.contains(&draft.name.as_str()) {
            options.extend(DEFAULT_TIME.map(owned));
            if global.is_empty() {
                options.extend(DEFAULT_GLOBAL.map(owned));
            }
            draft.ran_by_script("kubestr", &options);
        } else {
            draft.ran(&options);
            for job in draft.plan.jobs.iter_mut().filter(|_| global.is_empty()) {
                forget_engine(job);
                job.unknown.insert(PlanPart::Direct);
            }
        }
    }
}

fn read_options(text: &str) -> Vec<JobOption> {
    let names = [
        ("blocksize", "bs"),
        ("filesize", "size"),
        ("iodepth", "iodepth"),
        ("rw", "rw"),
        ("ioengine", "ioengine"),
        ("direct", "direct"),
        ("gtod_reduce", "gtod_reduce"),
    ];
    let pairs = text.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs
        .filter_map(|(name, value)| {
            let (_, option) = names.iter().find(|(known, _)| *known == name)?;
            Some((*option, value.to_owned()))
        })
        .collect()
}

/// `IOPS=146781.875000 BW(KiB/s)=587144`, `iops: min=32904 max=216324 avg=…`; false: another line.
fn result(draft: &mut RunDraft, ddir: Ddir, text: &str) -> bool {
    let number = |key: &str| after(text, key).and_then(decimal).map(|(value, _)| value);
    if text.starts_with("IOPS=") {
        draft.known(FigureOf::Iops, Some(ddir), number("IOPS="));
        let kib = number("BW(KiB/s)=");
        draft.known(FigureOf::BytesPerS, Some(ddir), kib.map(|kib| kib * 1024.0));
    } else if text.starts_with("iops:") {
        if let (Some(min), Some(max)) = (number("min="), number("max=")) {
            draft.label("iops per half second", format!("{min} to {max}"));
            if min > 0.0 && max > ONE_STATE * min {
                let (min, max) = (&Rate(min), &Rate(max));
                draft.notes.push(Sentence::new(|lang| {
                    messages::UnsteadyRates { min, max }.text(lang)
                }));
            }
        }
    } else {
        return text.starts_with("bw(KiB/s):");
    }
    true
}
