//! Reads lines of fio's report whose rates of a direction were cut off: samples, latencies, percentiles, and the counts below them.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::imported::{FigureOf, ImportKind};
use fiord_record::number::Share;

use super::{Found, LinePlace};
use crate::command::Program;
use crate::draft::RunDraft;
use crate::fio_entry::EntryText;
use crate::shown::{after, leading};
use crate::{fio_figures, fio_json};

/// Shares of a group's bandwidth from which a job is the whole group: fio's samples and its total differ a little.
const WHOLE: f64 = 0.99;
/// A sample of bandwidth is in KiB/s.
const SAMPLE_BYTES: f64 = 1024.0;

/// `bw (  KiB/s): min=…, avg=…`, `iops        : min=…, avg=…`, `clat (usec): min=…` or `clat percentiles (usec):`, and the lines below it. A second
/// line of one kind begins another part.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let mut part = EntryText::without_direction();
    let mut kinds: Vec<&str> = Vec::new();
    let mut share = None;
    let mut taken = 0;
    for (index, line) in place.lines.iter().enumerate() {
        let text = line.text.trim();
        if text.is_empty() && index > 0 {
            continue;
        }
        let kind = kind(text);
        let is_new = kind.is_none_or(|kind| !kinds.contains(&kind)) && !EntryText::is_direction(text);
        if index == 0 && kind.is_none() || !is_new || !part.take_below(text) {
            break;
        }
        kinds.extend(kind);
        share = share.or_else(|| leading(after(text, "per=")?));
        taken = index + 1;
    }
    let mut draft = place.run(ImportKind::FioLine, taken, "fio")?;
    let are_means = figures(&part, &mut draft);
    if draft.figures.is_empty() {
        return None;
    }
    if place.claim(Program::Fio, &mut draft).is_some()
        && let Some(typed) = place.command
    {
        draft.ran_by_command(&typed.text);
        match draft.plan.jobs.as_slice() {
            [job] if job.numjobs == 1 || job.report.group_reporting => draft.name.clone_from(&job.name),
            // Which of the workers this is a part of is unknown.
            _ => draft.plan.jobs.clear(),
        }
    }
    if are_means {
        draft.notes.push(Sentence::new(messages::sample_means));
    }
    let share = share.map(|(percent, _)| percent.value / 100.0);
    if let Some(share) = share.filter(|share| *share < WHOLE) {
        let note = messages::SampleShare { share: &Share(share) };
        draft.notes.push(Sentence::new(|lang| note.text(lang)));
    }
    Some((vec![draft], taken))
}

/// What a line is of, where a report has one such line for each direction.
fn kind(text: &str) -> Option<&str> {
    let end = text.find(['(', ':'])?;
    let name = text[..end].trim();
    let is_head = match name {
        "bw" | "iops" | "slat" | "clat" | "lat" | "sync" => text.contains("min=") && text.contains('='),
        "clat percentiles" | "lat percentiles" | "sync percentiles" => text.ends_with("):"),
        "fsync/fdatasync/sync_file_range" => true,
        _ => false,
    };
    is_head.then_some(name)
}

/// Adds the figures of a part; whether its rates are means of samples.
fn figures(part: &EntryText, draft: &mut RunDraft) -> bool {
    let counts = part.entry.ddirs.each_ref().map(|ddir| ddir.ios);
    // The latencies are of one direction. Where the counts are of one, it is this one.
    let counted: Vec<Ddir> = Ddir::ALL
        .into_iter()
        .filter(|ddir| counts[*ddir as usize] > 0)
        .collect();
    let ddir = match counted[..] {
        [one] => Some(one),
        _ => None,
    };
    let mut of = part.entry.ddirs[0].clone();
    of.ios = 0;
    fio_figures::figures_of(&of, ddir, draft);
    for figure in &mut draft.figures {
        figure.samples = ddir.map(|ddir| counts[ddir as usize]);
    }
    for ddir in counted {
        draft.figure(FigureOf::Ios, Some(ddir), counts[ddir as usize] as f64);
    }
    let means = [
        (FigureOf::Iops, of.iops, 1.0),
        (FigureOf::BytesPerS, of.bw, SAMPLE_BYTES),
    ];
    let known = means.into_iter().filter(|(_, sampled, _)| sampled.mean > 0.0);
    let mut are_means = false;
    for (what, sampled, factor) in known {
        draft.figure(what, ddir, sampled.mean * factor);
        are_means = true;
    }
    let syncs = fio_json::counted_syncs(&part.entry);
    draft.known(FigureOf::SyncIos, None, (syncs > 0).then_some(syncs as f64));
    fio_figures::sync_figures(&part.entry, draft);
    are_means
}
