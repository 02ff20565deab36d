//! Reads the summaries of kbench, which runs fio in Kubernetes: one volume, or the comparison of two.

use fiord_job::plan::{Ddir, PlanPart};
use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::counted::JobOption;
use crate::draft::{RunDraft, TextLine};
use crate::shown::grouped;

/// What a section of the summary measures, and the block size and depth of its jobs.
struct Section {
    what: FigureOf,
    factor: f64,
    block: &'static str,
    depth: &'static str,
}

/// What its head says of all jobs.
#[derive(Default)]
struct Head {
    size: Option<String>,
    is_quick: bool,
    /// Before 2022 it was in capitals, and latencies were measured with more than one I/O in flight at first.
    is_old: bool,
    /// It is not in the text: size, runtime and the depth of latencies are unknown.
    is_cut: bool,
}

impl Section {
    fn read(text: &str) -> Option<Self> {
        let (what, factor, block, depth) = if text.starts_with("IOPS (Read/Write)") {
            (FigureOf::Iops, 1.0, "4k", "64")
        } else if text.starts_with("Bandwidth in KiB/sec (Read/Write)") {
            (FigureOf::BytesPerS, 1024.0, "128k", "64")
        } else if text.starts_with("Latency in ns (Read/Write)") {
            (FigureOf::LatMeanNs, 1.0, "4k", "1")
        } else {
            return None;
        };
        Some(Self {
            what,
            factor,
            block,
            depth,
        })
    }
}

/// From `FIO Benchmark Summary` or `FIO Benchmark Comparsion Summary` (its spelling) to the last latency; or its sections alone.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    let has_head = first.starts_with("FIO Benchmark") && first.ends_with("Summary");
    let is_row = |line: &TextLine| line.text.trim().starts_with("Random:");
    let mut section = Section::read(first).filter(|_| place.lines.get(1).is_some_and(is_row));
    if !has_head && section.is_none() {
        return None;
    }
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut volumes: Vec<String> = Vec::new();
    let mut head = Head {
        is_cut: !has_head,
        ..Head::default()
    };
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate().skip(1).take(40) {
        let text = line.text.trim();
        let (key, value) = text.split_once(':').unwrap_or((text, ""));
        if matches!(key, "SIZE" | "QUICK MODE" | "QUICK MODE ENABLED") {
            head.is_old = true;
        }
        match key.trim() {
            "For" => volumes = value.trim().split(" vs ").map(str::to_owned).collect(),
            "Size" | "SIZE" => head.size = Some(value.trim().to_owned()),
            "Mode" | "Quick Mode" | "QUICK MODE" => {
                head.is_quick = matches!(value.trim(), "quick" | "enabled");
            }
            "QUICK MODE ENABLED" => head.is_quick = true,
            "Random" | "Sequential" => {
                let Some(section) = &section else { continue };
                for (at, column) in value.split(" vs ").enumerate() {
                    let pair = column.split(" : ").next().unwrap_or(column).split(':').next();
                    let volume = volumes.get(at).map_or("kbench", String::as_str);
                    let order = if key.trim() == "Random" { "rand" } else { "" };
                    let pair = pair.unwrap_or_default();
                    drafts.extend(runs(section, &head, order, volume, pair, line.number));
                }
            }
            "CPU Idleness Profiling" | "CPU Idleness" => {}
            rule if rule.is_empty() || rule.starts_with("===") => continue,
            _ if Section::read(text).is_some() => section = Section::read(text),
            // The names of both volumes as heads of the columns.
            _ if text.contains(" vs ") && value.trim() == "Change" => {}
            _ => break,
        }
        taken = index + 1;
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// `28,832 / 5,730`: reads and writes.
fn runs(section: &Section, head: &Head, order: &str, volume: &str, pair: &str, line: u64) -> Vec<RunDraft> {
    let is_depth_known = !((head.is_old || head.is_cut) && section.what == FigureOf::LatMeanNs);
    let (ramp, runtime) = if head.is_quick { ("1", "5") } else { ("5", "20") };
    let mut drafts = Vec::new();
    for (ddir, value) in [Ddir::Read, Ddir::Write].into_iter().zip(pair.split('/')) {
        let Some((value, _)) = grouped(value) else {
            continue;
        };
        let rw = format!("{order}{}", ddir.name());
        let mut draft = RunDraft::new(ImportKind::Kbench, (line, line), format!("{volume} {rw}"));
        draft.label("volume", volume);
        draft.figure(section.what, Some(ddir), value * section.factor);
        let mut options: Vec<JobOption> = vec![
            ("rw", rw),
            ("bs", section.block.to_owned()),
            ("ioengine", "libaio".to_owned()),
            ("direct", "1".to_owned()),
        ];
        if !head.is_cut {
            options.push(("time_based", "1".to_owned()));
            options.push(("ramp_time", ramp.to_owned()));
            options.push(("runtime", runtime.to_owned()));
        }
        options.extend(is_depth_known.then(|| ("iodepth", section.depth.to_owned())));
        options.extend(head.size.as_ref().map(|size| ("size", size.clone())));
        draft.ran_by_script("kbench", &options);
        for job in draft.plan.jobs.iter_mut().filter(|_| !is_depth_known) {
            job.unknown.insert(PlanPart::Depth);
        }
        drafts.push(draft);
    }
    drafts
}
