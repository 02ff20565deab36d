//! The pages of the server, made from the store.

use anyhow::Result;
use fiord_messages::{Lang, serve as messages};
use fiord_record::number::{Bandwidth, Iops};
use fiord_report::html::{
    Framed, ListedRun, ListedStudy, Listing, PageDocument, PageExtra, listing, message, page,
};
use fiord_store::{Filter, ResultRow, RunRow, Store, StudyRow};

use super::answer::{ServedContent, ServedPage, refused, with_code};
use super::live;
use super::request::StoreQuery;
use crate::verbs::{compare, report, study};

/// Runs on one page of the list.
const LISTED: u64 = 200;

/// The answer to a request.
///
/// # Errors
/// The store, or what in it cannot be shown.
pub(super) fn of(asked: &StoreQuery, store: Store, lang: Lang) -> Result<ServedPage> {
    Ok(match asked {
        StoreQuery::List { before } => html(list(&store, *before, lang)?),
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
                let last = last(&store, *id, lang)?;
                html(fiord_report::html::live(&listed_study(&row), &last, lang))
            }
            None => no_study(*id, lang),
        },
        StoreQuery::Compare(ids) => compared(&store, ids, lang)?,
        StoreQuery::Events(id) => live::stream(store, *id, lang)?,
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

fn no_study(id: i64, lang: Lang) -> ServedPage {
    not_found(&messages::NoStudy { id: &id }.text(lang), lang)
}

fn not_found(sentence: &str, lang: Lang) -> ServedPage {
    with_code(404, message(messages::title_not_found(lang), sentence, lang))
}

type Document = (Box<dyn PageDocument>, PageExtra);

fn run(store: &Store, id: i64, lang: Lang) -> Result<Option<Document>> {
    let record = store.record(id)?;
    Ok(record.map(|record| report::document_of(id, &record, lang)))
}

fn of_study(store: Store, id: i64, lang: Lang) -> Result<Option<Document>> {
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

fn list(store: &Store, before: Option<i64>, lang: Lang) -> Result<Framed> {
    let rows = store.list(&Filter {
        before,
        limit: Some(LISTED),
        ..Filter::default()
    })?;
    let is_full = rows.len() as u64 == LISTED;
    let older = rows.last().filter(|row| is_full && row.id > 1);
    let runs = Listing {
        store: store.path().display().to_string(),
        all: store.count()?,
        older: older.map_or_else(String::new, |row| format!("/?before={}", row.id)),
        studies: store.studies()?.iter().map(listed_study).collect(),
        runs: rows.iter().map(listed_run).collect(),
    };
    Ok(listing(&runs, lang))
}

fn listed_study(row: &StudyRow) -> ListedStudy {
    ListedStudy {
        id: row.id,
        name: row.name.clone(),
        created: row.created.clone(),
        target: row.target.clone().unwrap_or_default(),
        state: row.state.name().to_owned(),
        runs: row.runs,
    }
}

fn listed_run(row: &RunRow) -> ListedRun {
    ListedRun {
        id: row.id,
        started: row.started.clone().unwrap_or_default(),
        verb: row.verb.clone(),
        grade: row.grade.clone(),
        name: row.name.clone().unwrap_or_default(),
        target: row.target.clone().unwrap_or_default(),
        result: rates(row),
    }
}

/// The rates of a run, of the first directions.
fn rates(row: &RunRow) -> String {
    const SHOWN: usize = 2;
    let one = |result: &ResultRow| {
        format!(
            "{} {}, {}",
            result.ddir,
            Iops(result.iops),
            Bandwidth(result.bytes_per_s)
        )
    };
    row.results
        .iter()
        .take(SHOWN)
        .map(one)
        .collect::<Vec<_>>()
        .join(", ")
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
            rates: &rates(row),
        }
        .text(lang),
    })
}
