//! Reads the disk tests of YABS (yet-another-bench-script), as text and as JSON.
//!
//! Its script divides fio's KiB/s by 1,000 and prints the result as MB/s (text), or prints them as KBps (JSON).

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Rate;
use serde_json::Value;

use super::{Found, LinePlace};
use crate::counted::JobOption;
use crate::draft::RunDraft;
use crate::shown::{decimal, scaled};

/// The unit that the text prints as MB/s.
const PRINTED_MB: f64 = 1_024_000.0;

/// `fio Disk Speed Tests (Mixed R/W 50/50):` and its two or more pairs of columns.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    if !place
        .first()?
        .starts_with("fio Disk Speed Tests (Mixed R/W 50/50)")
    {
        return None;
    }
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut sizes: Vec<RunDraft> = Vec::new();
    let mut taken = 1;
    for (index, line) in place.lines.iter().enumerate().skip(1) {
        let mut cells = line.text.split('|').map(str::trim);
        let head = cells.next().unwrap_or_default();
        match head {
            "Block Size" => {
                drafts.append(&mut sizes);
                for cell in cells {
                    let block = cell.split_whitespace().next().unwrap_or_default();
                    let draft = RunDraft::new(
                        ImportKind::Yabs,
                        (line.number, line.number),
                        format!("yabs {block}"),
                    );
                    sizes.push(draft);
                }
            }
            "Read" | "Write" => {
                let ddir = if head == "Read" { Ddir::Read } else { Ddir::Write };
                for (draft, cell) in sizes.iter_mut().zip(cells) {
                    draft.lines.1 = line.number;
                    result(draft, ddir, cell);
                }
            }
            "Total" => {}
            rule if rule.is_empty() || rule.starts_with("--") => continue,
            _ => break,
        }
        taken = index + 1;
    }
    drafts.append(&mut sizes);
    drafts.retain(|draft| !draft.figures.is_empty());
    for draft in &mut drafts {
        finish(draft);
    }
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// `405.41 MB/s (101.3k)`.
fn result(draft: &mut RunDraft, ddir: Ddir, cell: &str) {
    let Some((rate, iops)) = cell.split_once('(') else {
        return;
    };
    let iops = scaled(iops.trim().trim_end_matches(')').trim());
    draft.known(FigureOf::Iops, Some(ddir), iops.map(|shown| shown.value));
    let Some((value, unit)) = decimal(rate) else {
        return;
    };
    let factor = match unit.trim() {
        "KB/s" => PRINTED_MB / 1e3,
        "MB/s" => PRINTED_MB,
        "GB/s" => PRINTED_MB * 1e3,
        _ => return,
    };
    draft.figure(FigureOf::BytesPerS, Some(ddir), value * factor);
    if ddir != Ddir::Read {
        return;
    }
    let note = messages::YabsUnit {
        printed: &format!("{value} {}", unit.trim()),
        rate: &Rate(value * factor / 1e6),
    };
    draft.notes.push(Sentence::new(|lang| note.text(lang)));
}

/// The settings of its script; the text has the block size and the mix only.
fn finish(draft: &mut RunDraft) {
    let block = draft.name.trim_start_matches("yabs ").to_owned();
    let options: Vec<JobOption> = [
        ("ioengine", "libaio"),
        ("rw", "randrw"),
        ("rwmixread", "50"),
        ("bs", &block),
        ("iodepth", "64"),
        ("numjobs", "2"),
        ("size", "2G"),
        ("runtime", "30"),
        ("gtod_reduce", "1"),
        ("direct", "1"),
        ("filename", "test.fio"),
        ("group_reporting", "1"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into();
    draft.ran_by_script("YABS", &options);
}

/// The member `fio` of its JSON: KiB/s under the name KBps.
pub(super) fn json(value: &Value, lines: (u64, u64)) -> Option<Vec<RunDraft>> {
    let results = value["fio"].as_array()?;
    let mut drafts = Vec::new();
    for result in results {
        let block = result["bs"].as_str()?;
        let mut draft = RunDraft::new(ImportKind::Yabs, lines, format!("yabs {block}"));
        for (ddir, rate, iops) in [
            (Ddir::Read, "speed_r", "iops_r"),
            (Ddir::Write, "speed_w", "iops_w"),
        ] {
            draft.known(FigureOf::Iops, Some(ddir), result[iops].as_f64());
            let kib = result[rate].as_f64();
            draft.known(FigureOf::BytesPerS, Some(ddir), kib.map(|kib| kib * 1024.0));
        }
        if result["speed_units"] == "KBps" {
            draft.notes.push(Sentence::new(messages::yabs_json_unit));
        }
        finish(&mut draft);
        drafts.push(draft);
    }
    drafts.retain(|draft| !draft.figures.is_empty());
    (!drafts.is_empty()).then_some(drafts)
}
