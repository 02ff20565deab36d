//! Relates the runs of one text: equal settings, other load on their device, latencies in the prose.

use fiord_job::plan::{Ddir, JobPlan, OptionEcho};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{Figure, FigureOf, ImportKind, OtherLoad, ProseLatency, Twin};
use fiord_record::run::RunRecord;

use super::draft::TextLine;
use super::formats::iostat::SINCE_BOOT;
use super::runs::ImportedRun;

/// Part of a run's own rate from which the load of others counts.
const NOTEWORTHY: f64 = 0.05;
/// Requests of the largest size that no queue splits, in bytes.
const UNSPLIT_BYTES: u64 = 128 << 10;
/// How far a mean may lie outside a range that was rounded.
const ROUNDED: f64 = 1.1;
/// Runs of one text that are held against each other; above, a text is a collection.
const MOST_PAIRED: usize = 500;

pub(super) fn relate(runs: &mut [ImportedRun], prose: &[&TextLine]) {
    twins(runs);
    others(runs);
    for line in prose {
        claims(line, runs);
    }
}

/// The only job of a run whose command is known.
fn typed_job(record: &RunRecord) -> Option<&JobPlan> {
    record.context.import.as_ref()?.command.as_ref()?;
    match record.plan.jobs.as_slice() {
        [job] => Some(job),
        _ => None,
    }
}

/// What a job does, whatever was typed for it.
pub(super) fn meaning(job: &JobPlan) -> String {
    let mut job = job.clone();
    job.given = Vec::new();
    job.options = None;
    job.name = String::new();
    job.description = None;
    // Those that the output has.
    let report = &mut job.report;
    report.percentiles = Vec::new();
    (
        report.slat_percentiles,
        report.clat_percentiles,
        report.lat_percentiles,
    ) = (false, false, false);
    serde_json::to_string(&job).unwrap_or_default()
}

fn twins(runs: &mut [ImportedRun]) {
    let jobs: Vec<Option<(String, Vec<OptionEcho>)>> = runs
        .iter()
        .take(MOST_PAIRED)
        .map(|run| typed_job(&run.record).map(|job| (meaning(job), job.given.clone())))
        .collect();
    for at in 0..jobs.len() {
        let Some((meaning, given)) = &jobs[at] else {
            continue;
        };
        let mut found = Vec::new();
        for (other, job) in jobs.iter().enumerate() {
            let Some((their_meaning, theirs)) = job else {
                continue;
            };
            if other == at || meaning != their_meaning {
                continue;
            }
            let (mine, their) = (only_in(given, theirs), only_in(theirs, given));
            if !mine.is_empty() || !their.is_empty() {
                found.push(Twin {
                    line: runs[other].lines.0,
                    mine: echo_text(&mine, given, &their),
                    theirs: echo_text(&their, theirs, &mine),
                    means: means(&runs[at].record),
                });
            }
        }
        if let Some(import) = &mut runs[at].record.context.import {
            import.twins = found;
        }
    }
}

fn only_in<'o>(mine: &'o [OptionEcho], theirs: &[OptionEcho]) -> Vec<&'o OptionEcho> {
    let ignored = |echo: &&OptionEcho| echo.name != "name" && echo.name != "description";
    mine.iter()
        .filter(|echo| !theirs.contains(echo))
        .filter(ignored)
        .collect()
}

/// The options that differ; `direct` and `buffered` set one thing and are shown together.
fn echo_text(different: &[&OptionEcho], all: &[OptionEcho], theirs: &[&OptionEcho]) -> String {
    let sets_direct = |echo: &OptionEcho| matches!(echo.name.as_str(), "direct" | "buffered");
    let pair = different.iter().chain(theirs).any(|echo| sets_direct(echo));
    let shown = all
        .iter()
        .filter(|echo| different.contains(echo) || pair && sets_direct(echo));
    let words: Vec<String> = shown
        .map(|echo| format!("{}={}", echo.name, echo.value))
        .collect();
    words.join(" ")
}

fn means(record: &RunRecord) -> String {
    let direct = record.plan.jobs.first().is_some_and(|job| job.durability.direct);
    format!("direct={}", u8::from(direct))
}

/// The sum of both ends' middle over the directions.
pub(super) fn rate(figures: &[Figure], what: FigureOf, ddir: Option<Ddir>) -> f64 {
    let of = figures
        .iter()
        .filter(|figure| figure.what == what && (ddir.is_none() || figure.ddir == ddir));
    of.map(|figure| (figure.value.low + figure.value.high) / 2.0)
        .sum()
}

/// Whether a row of a table has the rates of an interval, not those since boot.
pub(super) fn is_of_interval(run: &ImportedRun) -> bool {
    let import = run.record.context.import.as_ref();
    import.is_some_and(|import| !import.labels.iter().any(|(_, value)| value == SINCE_BOOT))
}

fn others(runs: &mut [ImportedRun]) {
    struct Load {
        device: String,
        lines: (u64, u64),
        figures: Vec<Figure>,
    }
    let is_load = |run: &&ImportedRun| run.kind == ImportKind::Iostat && is_of_interval(run);
    let loads: Vec<Load> = runs
        .iter()
        .filter(is_load)
        .map(|run| Load {
            device: run.name(),
            lines: run.lines,
            figures: run.figures(),
        })
        .collect();
    let first_of = |device: &str| {
        let on = runs
            .iter()
            .filter(|run| run.record.disks.iter().any(|disk| disk.name == device));
        on.map(|run| run.lines.0).min()
    };
    let before: Vec<(OtherLoad, f64)> = loads
        .iter()
        .filter(|load| first_of(&load.device).is_some_and(|first| load.lines.1 < first))
        .map(|load| {
            let total = rate(&load.figures, FigureOf::Iops, None);
            let other = OtherLoad::Before {
                device: load.device.clone(),
                line: load.lines.0,
                read_iops: rate(&load.figures, FigureOf::Iops, Some(Ddir::Read)),
                write_iops: rate(&load.figures, FigureOf::Iops, Some(Ddir::Write)),
                bytes_per_s: rate(&load.figures, FigureOf::BytesPerS, None),
            };
            (other, total)
        })
        .collect();
    for run in runs {
        let mine = rate(&run.figures(), FigureOf::Iops, None);
        let mut found: Vec<OtherLoad> = before
            .iter()
            .filter(|(other, total)| {
                let OtherLoad::Before { device, .. } = other else {
                    return false;
                };
                let is_on = run.record.disks.iter().any(|disk| disk.name == *device);
                is_on && *total > NOTEWORTHY * mine
            })
            .map(|(other, _)| other.clone())
            .collect();
        found.extend(in_table(&run.record));
        if let Some(import) = &mut run.record.context.import {
            import.others = found;
        }
    }
}

/// Requests at the disk beyond those that direct jobs without syncs issued: other programs made them. The table has the requests of a ramp as well, whose number fio does
/// not print: a cache may make the ramp many times faster than the rest, so that no number of them is too high.
pub(super) fn in_table(record: &RunRecord) -> Vec<OtherLoad> {
    let [disk] = record.disks.as_slice() else {
        return Vec::new();
    };
    let plain = |job: &JobPlan| {
        let how = &job.durability;
        how.direct
            && how.fsync_every == 0
            && how.fdatasync_every == 0
            && job.control.ramp_time_us == 0
            && job.control.ramp_bytes == 0
            && job.access.max_block_bytes() <= UNSPLIT_BYTES
            && !job.engine.kind.is_diskless()
    };
    if record.workers.is_empty() || !record.plan.jobs.iter().all(plain) || disk.below.is_some() {
        return Vec::new();
    }
    let issued = |ddir: Ddir| -> u64 {
        record
            .workers
            .iter()
            .map(|worker| worker.stats.ddirs[ddir as usize].ios)
            .sum()
    };
    let total: u64 = Ddir::ALL.into_iter().map(issued).sum();
    [
        (Ddir::Read, disk.counts.read_ios),
        (Ddir::Write, disk.counts.write_ios),
    ]
    .into_iter()
    .filter(|(ddir, device)| *device as f64 > issued(*ddir) as f64 + NOTEWORTHY * total as f64)
    .map(|(ddir, device_ios)| OtherLoad::Table {
        device: disk.name.clone(),
        ddir,
        issued_ios: issued(ddir),
        device_ios,
    })
    .collect()
}

/// Mean latencies of a run, whole ones first.
fn mean_latencies(run: &ImportedRun) -> Vec<f64> {
    let of = |what: FigureOf| -> Vec<f64> {
        let figures = run.figures().into_iter().filter(|figure| figure.what == what);
        figures.map(|figure| figure.value.low).collect()
    };
    let mut means = of(FigureOf::LatMeanNs);
    means.extend(of(FigureOf::ClatMeanNs));
    means
}

/// Latencies that a line of prose gives and no run has, but for the unit.
fn claims(line: &TextLine, runs: &mut [ImportedRun]) {
    let low = line.text.to_lowercase();
    if !(low.contains("latency") || low.contains("latencies") || line.text.contains("延迟")) {
        return;
    }
    for given in latencies(&line.text) {
        let is_measured = |run: &ImportedRun| {
            // The latency of a line with results belongs to the rate in that line.
            if run.kind == ImportKind::Prose && run.lines.0 == line.number {
                return mean_latencies(run).contains(&given.low);
            }
            let near = |ns: f64| ns >= given.low / 2.0 && ns <= given.high * 2.0;
            !run.record.workers.is_empty() && mean_latencies(run).into_iter().any(near)
        };
        if runs.iter().any(is_measured) {
            continue;
        }
        for factor in [1e3, 1e6] {
            let meant = given.times(factor);
            for run in runs.iter_mut().filter(|run| !run.record.workers.is_empty()) {
                let fits = |ns: &f64| *ns >= meant.low / ROUNDED && *ns <= meant.high * ROUNDED;
                let measured = mean_latencies(run).into_iter().find(fits);
                if let (Some(measured_ns), Some(import)) = (measured, &mut run.record.context.import) {
                    import.prose.push(ProseLatency {
                        line: line.number,
                        given_ns: given,
                        measured_ns,
                        factor,
                    });
                }
            }
        }
    }
}

/// The latencies in a text: a number or a range with a unit of time behind.
fn latencies(text: &str) -> Vec<Spread> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let (start, c) = chars[at];
        let before = at.checked_sub(1).map(|before| chars[before].1);
        let begins = c.is_ascii_digit()
            && before
                .is_none_or(|before| !(before.is_ascii_alphanumeric() || before == '.' || before == '-'));
        if !begins {
            at += 1;
            continue;
        }
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '~' | '–' | ' ');
        let mut end = at;
        while end < chars.len() && is_number(chars[end].1) {
            end += 1;
        }
        let mut unit_end = end;
        while unit_end < chars.len()
            && (chars[unit_end].1.is_ascii_alphabetic() || matches!(chars[unit_end].1, 'µ' | 'μ'))
        {
            unit_end += 1;
        }
        let stop = chars.get(unit_end).map_or(text.len(), |(place, _)| *place);
        if let Some(piece) = text.get(start..stop)
            && let Ok((spread, _)) = units::latency(piece)
        {
            found.push(spread);
        }
        at = unit_end.max(at + 1);
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn latencies_are_found_in_prose() {
        let of = |text: &str| {
            latencies(text)
                .into_iter()
                .map(|s| (s.low, s.high))
                .collect::<Vec<_>>()
        };
        assert_eq!(of("the latency在7-10us之间"), [(7e3, 1e4)]);
        assert_eq!(of("latency 2 - 3 ms, or 150us"), [(2e6, 3e6), (150e3, 150e3)]);
        assert_eq!(of("v2-3us"), []);
        assert_eq!(of("4k blocks, 64 in flight"), []);
    }
}
