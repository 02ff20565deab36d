//! The pages of the server, made from the store.

use std::collections::BTreeSet;

use anyhow::Result;
use fiord_compare::workload::summary;
use fiord_messages::{Lang, history as messages_of_history, serve as messages};
use fiord_record::imported::UnknownCount;
use fiord_record::number::{Bandwidth, Iops};
use fiord_record::run::RunRecord;
use fiord_report::documents::Document;
use fiord_report::html::{
    Framed, ListFilter, ListedRun, ListedStudy, ListedTime, Listing, PageDocument, PageExtra, listing,
    message, page,
};
use fiord_report::text::run::direction_named;
use fiord_store::{Filter, ResultRow, RunRow, Store, StudyRow, StudyState};

use super::answer::{ServedContent, ServedPage, refused, with_code};
use super::request::StoreQuery;
use super::{live, now};
use crate::verbs::notebook::ServedNotebooks;
use crate::verbs::{compare, history, report, study};

/// Runs on one page of the list.
const LISTED: u64 = 200;
/// The most results of one comparison.
const MOST_COMPARED: usize = 16;
/// The verbs that store runs.
const VERBS: [&str; 7] = ["run", "survey", "study", "sweep", "check", "import", "ladder"];

/// The answer to a request.
///
/// # Errors
/// The store, or what in it cannot be shown.
pub(super) fn of(
    asked: &StoreQuery,
    store: Store,
    notebooks: &ServedNotebooks,
    lang: Lang,
) -> Result<ServedPage> {
    Ok(match asked {
        StoreQuery::List(filter) => html(list(&store, filter, notebooks, lang)?),
        StoreQuery::Named(name) => match named(&store, name)? {
            Some(asked) => return of(&asked, store, notebooks, lang),
            None => no_result(name, lang),
        },
        StoreQuery::NamedJson(name) => match named(&store, name)? {
            Some(StoreQuery::Run(id)) => return of(&StoreQuery::RunJson(id), store, notebooks, lang),
            Some(StoreQuery::Study(id)) => {
                return of(&StoreQuery::StudyJson(id), store, notebooks, lang);
            }
            _ => no_result(name, lang),
        },
        StoreQuery::Run(id) => match run(&store, *id, lang)? {
            Some((document, extra)) => shown(document.as_ref(), extra, lang)?,
            None => no_run(*id, lang),
        },
        StoreQuery::RunJson(id) => match run(&store, *id, Lang::En)? {
            Some((document, _)) => json(document.json()?),
            None => no_run(*id, lang),
        },
        StoreQuery::Study(id) => match of_study(store, *id, lang)? {
            Some((document, extra)) => shown(document.as_ref(), extra, lang)?,
            None => no_study(*id, lang),
        },
        StoreQuery::StudyJson(id) => match of_study(store, *id, Lang::En)? {
            Some((document, _)) => json(document.json()?),
            None => no_study(*id, lang),
        },
        StoreQuery::Live(id) => match store.study(&id.to_string())? {
            Some(row) => {
                let progress = live::progress(&store, &row, lang)?;
                html(fiord_report::html::live(
                    &listed_study(&row, lang)?,
                    &progress,
                    lang,
                ))
            }
            None => no_study(*id, lang),
        },
        StoreQuery::Compare(ids) => compared(&store, ids, lang)?,
        StoreQuery::Trend(name) => trend(&store, name, lang)?,
        StoreQuery::Events(id) => live::stream(store, *id, lang)?,
        StoreQuery::Now => html(now::page(lang)),
        StoreQuery::NowEvents => now::stream(lang),
        StoreQuery::Notebook(name) | StoreQuery::NotebookEvents(name) => no_result(name, lang),
    })
}

/// The run or study that a name or id stands for: of several runs the newest.
fn named(store: &Store, name: &str) -> Result<Option<StoreQuery>> {
    Ok(match report::found(store, name)? {
        Some(report::Wanted::Run(row)) => Some(StoreQuery::Run(row.id)),
        Some(report::Wanted::Study(name)) => store.study(&name)?.map(|row| StoreQuery::Study(row.id)),
        None => None,
    })
}

fn shown(document: &dyn PageDocument, extra: PageExtra, lang: Lang) -> Result<ServedPage> {
    let extra = PageExtra {
        is_served: true,
        lang,
        ..extra
    };
    Ok(html(page(document, &extra)?))
}

fn html(framed: Framed) -> ServedPage {
    with_code(200, framed)
}

fn json(body: String) -> ServedPage {
    ServedPage {
        code: 200,
        kind: "application/json",
        policy: "default-src 'none'".to_owned(),
        content: ServedContent::Page(body),
    }
}

fn no_run(id: i64, lang: Lang) -> ServedPage {
    not_found(&messages::NoRun { id: &id }.text(lang), lang)
}

fn no_result(name: &str, lang: Lang) -> ServedPage {
    not_found(&messages::NoResult { name: &name }.text(lang), lang)
}

fn no_study(id: i64, lang: Lang) -> ServedPage {
    not_found(&messages::NoStudy { id: &id }.text(lang), lang)
}

pub(super) fn not_found(sentence: &str, lang: Lang) -> ServedPage {
    with_code(404, message(messages::title_not_found(lang), sentence, lang))
}

type Drawn = (Box<dyn PageDocument>, PageExtra);

fn run(store: &Store, id: i64, lang: Lang) -> Result<Option<Drawn>> {
    let record = store.record(id)?;
    Ok(record.map(|record| report::document_of(id, &record, lang)))
}

fn of_study(store: Store, id: i64, lang: Lang) -> Result<Option<Drawn>> {
    let text = id.to_string();
    if store.study(&text)?.is_none() {
        return Ok(None);
    }
    study::document(&text, store, lang)
}

fn compared(store: &Store, ids: &[i64], lang: Lang) -> Result<ServedPage> {
    if ids.len() < 2 {
        return Ok(refused(400, messages::too_few_marked, lang));
    }
    if ids.len() > MOST_COMPARED {
        let most = &MOST_COMPARED;
        let why = messages::TooManyMarked { most }.text(lang);
        return Ok(with_code(400, message(messages::title_refused(lang), &why, lang)));
    }
    let mut rows = Vec::new();
    for id in ids {
        let Some(row) = store.row(*id)? else {
            return Ok(no_run(*id, lang));
        };
        rows.push(row);
    }
    let (document, extra) = compare::of_stored(store, &rows, lang)?;
    shown(&document, extra, lang)
}

/// How the runs of a name did over time.
fn trend(store: &Store, name: &str, lang: Lang) -> Result<ServedPage> {
    let rows = store.list(&Filter {
        name: Some(name.to_owned()),
        ..Filter::default()
    })?;
    if rows.is_empty() {
        return Ok(no_result(name, lang));
    }
    shown(
        &Document::new(history::of_rows(rows, store)?),
        PageExtra::default(),
        lang,
    )
}

fn list(store: &Store, asked: &ListFilter, notebooks: &ServedNotebooks, lang: Lang) -> Result<Framed> {
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    // A study is one line; a link shows its runs.
    let of_runs = [&asked.grade, &asked.verb, &asked.name, &asked.tag];
    let is_of_runs = asked.study.is_some() || of_runs.iter().any(|text| !text.is_empty());
    let rows = store.list(&Filter {
        name: some(&asked.name),
        grades: some(&asked.grade).into_iter().collect(),
        verb: some(&asked.verb),
        tag: some(&asked.tag),
        study: asked.study,
        text: some(&asked.text),
        before: asked.before,
        outside_studies: !is_of_runs,
        limit: Some(LISTED),
        ..Filter::default()
    })?;
    let all = store.studies()?;
    let of_studies: u64 = all.iter().map(|study| study.runs).sum();
    let text = asked.text.to_lowercase();
    let has_text = |study: &&StudyRow| {
        let target = study.target.as_deref().unwrap_or_default();
        let words = [study.name.as_str(), target, &study.command];
        words.iter().any(|words| words.to_lowercase().contains(&text))
    };
    let studies = all.iter().filter(|_| !is_of_runs).filter(has_text);
    let is_full = rows.len() as u64 == LISTED;
    let oldest = rows.last().filter(|row| is_full && row.id > 1);
    let runs = Listing {
        store: store.path().display().to_string(),
        notebooks: notebooks.names().map(str::to_owned).collect(),
        filter: asked.clone(),
        all: store.count()?.saturating_sub(of_studies),
        verbs: VERBS.to_vec(),
        tags: store.tags()?,
        oldest: oldest.map(|row| row.id),
        studies: studies
            .map(|row| listed_study(row, lang))
            .collect::<Result<_>>()?,
        runs: rows
            .iter()
            .map(|row| listed_run(row, store, lang))
            .collect::<Result<_>>()?,
    };
    Ok(listing(&runs, lang))
}

fn listed_study(row: &StudyRow, lang: Lang) -> Result<ListedStudy> {
    Ok(ListedStudy {
        id: row.id,
        name: row.name.clone(),
        created: listed_time(&row.created)?,
        target: row.target.clone().unwrap_or_default(),
        state: study::state(row.state)(lang).to_owned(),
        is_open: row.state == StudyState::Open,
        runs: row.runs,
    })
}

/// Jobs and results of a run that are listed; of more the rest is counted.
const SHOWN: usize = 4;

fn listed_run(row: &RunRow, store: &Store, lang: Lang) -> Result<ListedRun> {
    // Of a record that is not there or cannot be read, `fiord report` says so.
    let record = store.record(row.id).ok().flatten();
    let plans = record.as_ref().map_or(&[][..], |record| &record.plan.jobs);
    let mut jobs: Vec<(String, String)> = plans
        .iter()
        .take(SHOWN)
        .map(|job| (job.name.clone(), summary(job)))
        .collect();
    if let Some(more) = plans.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        jobs.push((
            messages_of_history::MoreJobs { jobs: more as u64 }.text(lang),
            String::new(),
        ));
    }
    Ok(ListedRun {
        id: row.id,
        started: row
            .started
            .as_deref()
            .map_or(Ok(ListedTime::default()), listed_time)?,
        verb: row.verb.clone(),
        grade: row.grade.clone(),
        name: row.name.clone().unwrap_or_default(),
        tags: row.tags.clone(),
        target: row.target.clone().unwrap_or_default(),
        jobs,
        results: rates(row, record.as_ref(), lang),
        iops: row.results.first().map_or(0, |result| result.iops as u64),
    })
}

fn listed_time(utc: &str) -> Result<ListedTime> {
    Ok(ListedTime {
        utc: utc.to_owned(),
        here: history::here(utc)?,
    })
}

/// The rates of a run: each direction of each job in a line, and its syncs.
fn rates(row: &RunRow, record: Option<&RunRecord>, lang: Lang) -> Vec<String> {
    let jobs: BTreeSet<usize> = row.results.iter().map(|result| result.job).collect();
    let named = |result: &ResultRow, direction: &str| {
        let direction = direction_named(direction, lang);
        match jobs.len() {
            1 => direction.to_owned(),
            _ => format!("{} {direction}", result.name),
        }
    };
    let mut lines = Vec::new();
    for job in &jobs {
        let of_job = row.results.iter().filter(|result| result.job == *job);
        for result in of_job.clone() {
            let (iops, throughput) = (Iops(result.iops), Bandwidth(result.bytes_per_s));
            lines.push(format!(
                "{} {iops}{}{throughput}",
                named(result, &result.ddir),
                lang.comma()
            ));
        }
        let syncs = record.map_or(0.0, |record| syncs_per_s(record, *job));
        if let Some(result) = of_job.clone().next().filter(|_| syncs > 0.0) {
            lines.push(format!("{} {}", named(result, "sync"), Iops(syncs)));
        }
    }
    if let Some(more) = lines.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        lines.truncate(SHOWN);
        lines.push(messages_of_history::MoreResults { results: &more }.text(lang));
    }
    lines
}

/// The syncs of a job, per second of its run.
fn syncs_per_s(record: &RunRecord, job: usize) -> f64 {
    let import = record.context.import.as_ref();
    if import.is_some_and(|import| import.unknown.contains(&UnknownCount::Syncs)) {
        return 0.0;
    }
    let workers = record.workers.iter().filter(|worker| worker.job_index == job);
    let (syncs, longest_ns) = workers.fold((0, 1), |(syncs, longest_ns), worker| {
        (
            syncs + worker.stats.sync.ios,
            longest_ns.max(worker.stats.runtime_ns),
        )
    });
    syncs as f64 / (longest_ns as f64 / 1e9)
}

/// The last run of a study in a line.
///
/// # Errors
/// The store.
pub(super) fn last(store: &Store, study: i64, lang: Lang) -> Result<String> {
    let rows = store.list(&Filter {
        study: Some(study),
        limit: Some(1),
        ..Filter::default()
    });
    Ok(match rows?.first() {
        None => messages::no_run_yet(lang).to_owned(),
        Some(row) => messages::LastRun {
            id: &row.id,
            grade: &row.grade,
            rates: &lang.clauses(&rates(row, store.record(row.id)?.as_ref(), lang)),
        }
        .text(lang),
    })
}
