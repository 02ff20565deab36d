//! Runs of the store, studies and imported texts as results that can be compared.

use anyhow::{Context, Result, bail};
use fiord_compare::disturbed::Disturbances;
use fiord_compare::facts::Facts;
use fiord_compare::result::{
    ComparedResult, Measurement, ResultKind, ResultLabel, measurements, measurements_together,
};
use fiord_compare::why::RunCauses;
use fiord_import::ImportedText;
use fiord_job::plan::Ddir;
use fiord_judge::Severity;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Measured, Verdict, verdict};
use fiord_messages::{Lang, compare as messages};
use fiord_record::hosts::{DataSpread, shape};
use fiord_record::imported::ImportKind;
use fiord_record::run::{HostsRun, RunRecord};
use fiord_report::documents::many_hosts::rates;
use fiord_report::documents::many_hosts::view::HostsView;
use fiord_report::documents::many_hosts_repeats::JudgedHosts;
use fiord_store::{Filter, RunRow, Store, StudyRow};

/// The runs of an id or a name, the oldest first; or the study whose runs have the name.
pub(super) fn named(store: &Store, name: &str) -> Result<(Vec<RunRow>, Option<StudyRow>)> {
    let Some(found) = store.find(name)? else {
        return Ok((Vec::new(), None));
    };
    if let Some(study) = found.study {
        return Ok((Vec::new(), store.study(&study.to_string())?));
    }
    if found.runs == 1 {
        return Ok((store.row(found.run)?.into_iter().collect(), None));
    }
    let mut rows = store.list(&Filter {
        name: Some(name.to_owned()),
        ..Filter::default()
    })?;
    rows.reverse();
    Ok((rows, None))
}

pub(super) fn of_rows(name: &str, store: &Store, rows: &[RunRow], lang: Lang) -> Result<ComparedResult> {
    let mut verbs: Vec<String> = rows.iter().map(|row| row.verb.clone()).collect();
    verbs.dedup();
    let about = match rows {
        [one] => messages::AboutRun {
            run: &one.id,
            verb: &one.verb,
        }
        .text(lang),
        [first, .., last] => messages::AboutRuns {
            first: &first.id,
            last: &last.id,
            verbs: &lang.list(&verbs),
        }
        .text(lang),
        [] => String::new(),
    };
    let mut result = empty(name, ResultKind::Runs, about);
    for row in rows {
        let record = store
            .record(row.id)?
            .with_context(|| messages::RecordMissing { run: &row.id }.text(Lang::current()))?;
        let name = messages::RunName { run: &row.id }.text(lang);
        let at = result.measurements.len();
        add(&mut result, &record, &name, row.started.as_deref());
        if row.interrupted {
            let found = result.measurements.iter_mut().skip(at);
            found.for_each(|one| one.wrong.push("interrupted".to_owned()));
        }
        if record.context.import.is_some() {
            result.label.kind = ResultKind::Import;
        }
    }
    say_disturbed(&mut result, lang);
    Ok(result)
}

/// The runs of a study, the oldest first.
pub(super) fn of_study_rows(store: &Store, study: &StudyRow) -> Result<Vec<RunRow>> {
    let mut rows = store.list(&Filter {
        study: Some(study.id),
        ..Filter::default()
    })?;
    rows.reverse();
    Ok(rows)
}

pub(super) fn of_study(name: &str, store: &Store, study: &StudyRow, lang: Lang) -> Result<ComparedResult> {
    let rows = of_study_rows(store, study)?;
    if rows.is_empty() {
        bail!(messages::StudyWithoutRuns { study: &study.id }.text(Lang::current()));
    }
    let mut result = of_rows(name, store, &rows, lang)?;
    result.label.kind = ResultKind::Study;
    let (id, name) = (&study.id, &study.name);
    result.label.about = match &study.target {
        Some(target) => messages::AboutStudyOn {
            study: id,
            name,
            target,
        }
        .text(lang),
        None => messages::AboutStudy { study: id, name }.text(lang),
    };
    Ok(result)
}

/// A text that was imported.
pub(super) fn of_import(name: &str, text: &ImportedText, lang: Lang) -> ComparedResult {
    let is_ours = text.runs.iter().all(|run| run.kind == ImportKind::Fiord);
    let kind = if is_ours {
        ResultKind::Document
    } else {
        ResultKind::Import
    };
    let mut kinds: Vec<&str> = text.runs.iter().map(|run| run.kind.name()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut result = empty(name, kind, kinds.join(", "));
    for run in &text.runs {
        let place = if is_ours {
            name.to_owned()
        } else {
            format!("{name}:{}", run.lines.0)
        };
        let started = run.record.started.timestamp();
        let moment = (started.as_second() > 0).then(|| started.to_string());
        add(&mut result, &run.record, &place, moment.as_deref());
    }
    say_disturbed(&mut result, lang);
    result
}

/// Runs that were just made, under one name.
pub(in crate::verbs) fn of_runs<'r>(
    name: &str,
    records: impl IntoIterator<Item = &'r RunRecord>,
    lang: Lang,
) -> ComparedResult {
    let mut result = empty(name, ResultKind::Runs, messages::about_now(lang).to_owned());
    for (at, record) in records.into_iter().enumerate() {
        let started = record.started.timestamp().to_string();
        add(&mut result, record, &format!("{name} {}", at + 1), Some(&started));
    }
    say_disturbed(&mut result, lang);
    result
}

fn empty(name: &str, kind: ResultKind, about: String) -> ComparedResult {
    ComparedResult {
        label: ResultLabel::new(name, kind, about),
        measurements: Vec::new(),
        facts: Facts::default(),
        causes: RunCauses::default(),
    }
}

/// Says with a result how many of its runs were disturbed.
fn say_disturbed(result: &mut ComparedResult, lang: Lang) {
    result
        .label
        .caveats
        .extend(result.causes.disturbed.sentence(lang));
}

/// Adds the measurements of a run, and widens the time that its result covers.
fn add(result: &mut ComparedResult, record: &RunRecord, run: &str, moment: Option<&str>) {
    let judged = verdict(&Case::of(record));
    let found = of_judged(record, run, &judged);
    if result.label.runs == 0 {
        result.facts = match &record.hosts {
            None => Facts::of(record),
            Some(run) => {
                let hosts = HostsView::of(run).hosts;
                Facts::together(
                    &hosts
                        .iter()
                        .map(|host| Facts::of(&host.record))
                        .collect::<Vec<_>>(),
                )
            }
        };
        result.causes = RunCauses::of(record);
    }
    result.label.runs += 1;
    result.causes.add_jobs(record, &found);
    result.measurements.extend(found);
    if record.evidence.is_some() {
        add_disturbances(&mut result.causes.disturbed, &judged);
    }
    let Some(moment) = moment else { return };
    let moment = moment.to_owned();
    let label = &mut result.label;
    label.first = label.first.take().into_iter().chain([moment.clone()]).min();
    // None is the least.
    label.last = label.last.take().max(Some(moment));
}

/// Counts a run with the other load that its verdict names.
pub(in crate::verbs) fn add_disturbances(all: &mut Disturbances, judged: &Verdict) {
    if let Measured::Disk { disturbed, .. } = &judged.measured {
        all.add(disturbed.iter().map(|one| (one.trap.name(), one.share_percent)));
    }
}

/// All measurements of a record, each with the traps that make it no measurement of what it seems to be.
pub(in crate::verbs) fn of_judged(record: &RunRecord, run: &str, judged: &Verdict) -> Vec<Measurement> {
    match &record.hosts {
        Some(hosts) => of_hosts(record, hosts, run),
        None => measurements(record, run, &|job| wrong(record, judged, job)),
    }
}

/// What all ranks measured together: rates while all were at work, percentiles of all their I/Os.
fn of_hosts(record: &RunRecord, hosts: &HostsRun, run: &str) -> Vec<Measurement> {
    let judged = JudgedHosts::of(hosts);
    let rates = rates::of(&judged.view);
    let rate = |job: usize, ddir: Ddir| {
        let its = rates.iter().find(|rate| rate.job == job && rate.ddir == ddir);
        its?.quoted()
    };
    let of_ranks = || {
        let found = judged.found.iter();
        let wrong = found.filter(|finding| finding.severity() == Severity::Wrong);
        wrong.map(|finding| finding.name().to_owned())
    };
    let wrong_of = |job: Option<usize>| {
        let each = judged.view.hosts.iter();
        let of_hosts = each.flat_map(|host| wrong(&host.record, &host.verdict, job));
        let mut traps: Vec<String> = Vec::new();
        for trap in of_ranks().chain(of_hosts) {
            if !traps.contains(&trap) {
                traps.push(trap);
            }
        }
        traps
    };
    let names: Vec<String> = hosts.ranks.iter().map(|rank| rank.host.clone()).collect();
    let mut together = vec![shape(&names)];
    if hosts.spread != DataSpread::Same {
        together.push(format!("spread={}", hosts.spread.name()));
    }
    if hosts.shifted_reads {
        together.push("shift-reads".to_owned());
    }
    if !hosts.worn_out.is_empty() {
        together.push("wear-out".to_owned());
    }
    measurements_together(record, run, &wrong_of, &rate, &together)
}

/// Why a job did not measure what it seems to: its errors, and the findings that are wrong.
pub(in crate::verbs) fn wrong(record: &RunRecord, verdict: &Verdict, job: Option<usize>) -> Vec<String> {
    let mut traps: Vec<String> = verdict
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Wrong)
        .filter(|finding| {
            let of_all = finding.jobs().next().is_none();
            job.is_none_or(|job| of_all || finding.jobs().any(|of| of == job))
        })
        .map(|finding| finding.trap().name().to_owned())
        .collect();
    traps.dedup();
    let mut workers = record.workers.iter();
    if workers.any(|worker| worker.error.is_some() && job.is_none_or(|job| job == worker.job_index)) {
        traps.push("failed".to_owned());
    }
    traps
}
