//! Reads the summary of dbench, which runs fio in Kubernetes.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::counted::JobOption;
use crate::draft::RunDraft;
use crate::shown::{amount, decimal, scaled};

/// `Random Read/Write IOPS: 75.7k/59.7k. BW: 523MiB/s / 500MiB/s` and the lines after it.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(first.starts_with("Random Read/Write IOPS:") && first.contains("BW:")) {
        return None;
    }
    let mut drafts = Vec::new();
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate().take(6) {
        let text = line.text.trim();
        let Some((head, rest)) = text.split_once(':') else {
            break;
        };
        let number = line.number;
        match head {
            "Random Read/Write IOPS" => {
                let (iops, rates) = rest.split_once("BW:").unwrap_or((rest, ""));
                drafts.extend(pair(
                    iops.trim().trim_end_matches('.'),
                    FigureOf::Iops,
                    number,
                    IOPS_JOB,
                ));
                drafts.extend(pair(rates, FigureOf::BytesPerS, number, BANDWIDTH_JOB));
            }
            "Average Latency (usec) Read/Write" => {
                drafts.extend(pair(rest, FigureOf::LatMeanNs, number, LATENCY_JOB))
            }
            "Sequential Read/Write" => drafts.extend(pair(rest, FigureOf::BytesPerS, number, SEQUENTIAL_JOB)),
            "Mixed Random Read/Write IOPS" => drafts.extend(mixed(rest, number)),
            _ => break,
        }
        taken = index + 1;
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// A job of its script: order, block size, depth and workers.
type Job = (&'static str, &'static str, &'static str, &'static str);

const IOPS_JOB: Job = ("rand", "4k", "64", "1");
const BANDWIDTH_JOB: Job = ("rand", "128k", "64", "1");
const LATENCY_JOB: Job = ("rand", "4k", "4", "1");
const SEQUENTIAL_JOB: Job = ("", "1m", "16", "4");

fn value(text: &str, what: FigureOf) -> Option<f64> {
    match what {
        FigureOf::Iops => scaled(text.trim()).map(|shown| shown.value),
        FigureOf::BytesPerS => amount(text, false),
        _ => decimal(text).map(|(us, _)| us * 1e3),
    }
}

/// `75.7k/59.7k`, or `523MiB/s / 500MiB/s` where the slash has blanks around it.
fn split(text: &str) -> Option<(&str, &str)> {
    text.split_once(" / ").or_else(|| text.split_once('/'))
}

fn pair(text: &str, what: FigureOf, line: u64, (order, block, depth, workers): Job) -> Vec<RunDraft> {
    let Some((read, write)) = split(text) else {
        return Vec::new();
    };
    let mut drafts = Vec::new();
    for (ddir, text) in [(Ddir::Read, read), (Ddir::Write, write)] {
        let Some(value) = value(text, what) else { continue };
        let rw = format!("{order}{}", ddir.name());
        let mut draft = RunDraft::new(ImportKind::Dbench, (line, line), format!("dbench {rw}"));
        draft.figure(what, Some(ddir), value);
        draft.ran_by_script("dbench", &options(&rw, block, depth, workers));
        drafts.push(draft);
    }
    drafts
}

fn mixed(text: &str, line: u64) -> Option<RunDraft> {
    let (read, write) = split(text)?;
    let mut draft = RunDraft::new(ImportKind::Dbench, (line, line), "dbench randrw");
    draft.known(FigureOf::Iops, Some(Ddir::Read), value(read, FigureOf::Iops));
    draft.known(FigureOf::Iops, Some(Ddir::Write), value(write, FigureOf::Iops));
    let mut options = options("randrw", "4k", "64", "1");
    options.push(("rwmixread", "75".to_owned()));
    draft.ran_by_script("dbench", &options);
    (!draft.figures.is_empty()).then_some(draft)
}

/// The settings of its script: its summary does not print them.
fn options(rw: &str, block: &str, depth: &str, workers: &str) -> Vec<JobOption> {
    [
        ("rw", rw),
        ("bs", block),
        ("ioengine", "libaio"),
        ("direct", "1"),
        ("iodepth", depth),
        ("numjobs", workers),
        ("size", "2G"),
        ("runtime", "15"),
        ("ramp_time", "2"),
        ("time_based", "1"),
        ("gtod_reduce", "1"),
    ]
    .into_iter()
    // Its latency job needs the clock.
    .filter(|(name, _)| !(*name == "gtod_reduce" && depth == "4"))
    .map(|(name, value)| (name, value.to_owned()))
    .collect()
}
