//! `fiord history`: the runs in the store, filtered; and what is thrown away of them.

use std::path::Path;

use anyhow::{Result, anyhow};
use fiord_compare::workload::summary;
use fiord_messages::{Lang, history as messages};
use fiord_record::number::{Bandwidth, Bytes, Count, Rate};
use fiord_report::documents::Document;
use fiord_report::documents::history::{History, KeptResult, KeptRun, KeptSurvey};
use fiord_report::html::PageExtra;
use fiord_report::text::run::direction_named;
use fiord_report::text::{Cell, Column, Page, Styled, Table};
use fiord_store::{Filter, Prune, ResultRow, RunRow, Store};
use jiff::{Span, Timestamp, Zoned, civil};

use super::html::{self, HtmlArgs};
use crate::files;
use crate::keep::{self, StoreArgs};
use crate::ui::{self, exit};

/// Runs that are listed unless somebody asks for more.
const SHOWN: u64 = 20;

/// Arguments of `fiord history`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    #[arg(long)]
    name: Option<String>,
    #[arg(long, value_name = "TEXT")]
    target: Option<String>,
    #[arg(long, value_name = "TIME", value_parser = moment)]
    since: Option<Timestamp>,
    #[arg(long, value_name = "GRADES", value_parser = grades)]
    verdict: Option<String>,
    #[arg(long)]
    verb: Option<String>,
    #[arg(long)]
    tag: Option<String>,
    #[arg(long, value_name = "ID")]
    study: Option<i64>,
    #[arg(long)]
    runs: bool,
    #[arg(long, default_value_t = SHOWN)]
    limit: u64,
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Prune(PruneArgs),
}

/// Arguments of `fiord history prune`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("which").required(true).multiple(true).args(["older_than", "keep"]))]
struct PruneArgs {
    #[arg(long, value_name = "TIME", value_parser = moment)]
    older_than: Option<Timestamp>,
    #[arg(long, value_name = "N")]
    keep: Option<u64>,
    #[arg(long)]
    named: bool,
    #[arg(long)]
    studies: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// A moment in the past: a day or a time here, a timestamp, or how long ago.
fn moment(text: &str) -> Result<Timestamp, String> {
    let now = Zoned::now();
    let wrong = || messages::TimeInvalid { text: &text }.text(Lang::current());
    if let Ok(time) = text.parse::<Timestamp>() {
        return Ok(time);
    }
    if let Ok(time) = text.parse::<civil::DateTime>() {
        let here = time.to_zoned(now.time_zone().clone());
        return here.map(|time| time.timestamp()).map_err(|_| wrong());
    }
    let span: Span = text.parse().map_err(|_| wrong())?;
    if span.is_negative() {
        return Err(wrong());
    }
    now.checked_sub(span)
        .map(|time| time.timestamp())
        .map_err(|_| wrong())
}

fn grades(text: &str) -> Result<String, String> {
    let letters: String = text.to_ascii_uppercase().chars().filter(|c| *c != ',').collect();
    if letters.is_empty() || !letters.chars().all(|letter| "ABCD".contains(letter)) {
        return Err(messages::GradesInvalid { text: &text }.text(Lang::current()));
    }
    Ok(letters)
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if let Some(Action::Prune(args)) = &args.action {
        return prune(args);
    }
    let store = args.store.read()?;
    let filter = Filter {
        name_begins: None,
        name: args.name.clone(),
        target: args.target.clone(),
        since: args.since,
        grades: args
            .verdict
            .iter()
            .flat_map(|letters| letters.chars())
            .map(String::from)
            .collect(),
        verb: args.verb.clone(),
        tag: args.tag.clone(),
        study: args.study,
        grouped: !args.runs && args.study.is_none(),
        limit: (!args.all && args.study.is_none()).then_some(args.limit),
        ..Filter::default()
    };
    let mut history = of_rows(store.list(&filter)?, &store)?;
    if filter.grouped {
        let checks = store.checks()?;
        for run in &mut history.runs {
            run.check_runs = checks.get(&run.id).copied();
        }
    }
    if let Some(path) = &args.html.file {
        let extra = PageExtra {
            lang: Lang::current(),
            again: keep::command(),
            ..PageExtra::default()
        };
        html::write(path, &Document::new(history), &extra)?;
    } else if args.json {
        ui::print(&Document::new(history).to_text()?)?;
    } else {
        ui::put(&page(&store, &filter, &history.runs, Lang::current())?)?;
    }
    Ok(exit::OK)
}

fn prune(args: &PruneArgs) -> Result<u8> {
    let mut store = args.store.write()?;
    let pruned = store.prune(&Prune {
        before: args.older_than,
        keep: args.keep,
        named: args.named,
        studies: args.studies,
    })?;
    let deleted = messages::Deleted {
        runs: pruned.runs,
        kept: &Count(pruned.left),
        before: &Bytes(pruned.bytes.0),
        after: &Bytes(pruned.bytes.1),
    };
    let mut page = Page::new();
    page.line(deleted.text(Lang::current()));
    ui::put(&page)?;
    Ok(exit::OK)
}

/// Stored runs as a document.
pub(super) fn of_rows(rows: Vec<RunRow>, store: &Store) -> Result<History> {
    let runs = rows.into_iter().map(|row| kept(row, store));
    Ok(History {
        store: store.path().into(),
        runs: runs.collect::<Result<_>>()?,
    })
}

/// A stored run as a list shows it; of a record that is not there or cannot be read, `fiord report` says so.
pub(super) fn kept(row: RunRow, store: &Store) -> Result<KeptRun> {
    let record = store.record(row.id).ok().flatten();
    let machine = record.as_ref().and_then(|record| record.before.machine.as_ref());
    let system = machine.map(|machine| &machine.system);
    let study = match row.study {
        Some(id) => store.study(&id.to_string())?,
        None => None,
    };
    let survey = match &study {
        Some(study) if row.verb == "survey" => {
            let first = store.places(study.id)?.iter().map(|(_, run)| *run).min();
            first.map(|first| KeptSurvey {
                first,
                runs: study.runs,
            })
        }
        _ => None,
    };
    let result = |result: ResultRow| KeptResult {
        job: result.name,
        direction: result.ddir,
        iops: result.iops,
        bytes_per_s: result.bytes_per_s,
        lat_p50_ns: result.lat_p50_ns,
        lat_p99_ns: result.lat_p99_ns,
    };
    Ok(KeptRun {
        kernel: system.and_then(|system| system.kernel.clone()),
        host: system.and_then(|system| system.hostname.clone()),
        jobs: record
            .iter()
            .flat_map(|record| &record.plan.jobs)
            .map(summary)
            .collect(),
        id: row.id,
        name: row.name,
        tags: row.tags,
        verb: row.verb,
        command: row.command,
        started: row.started,
        elapsed_s: (row.elapsed_s > 0).then_some(row.elapsed_s),
        // The file of a study was deleted after it: where it was is what was asked for.
        target: row
            .target
            .map(|target| files::directory_of(Path::new(&target)).display().to_string()),
        grade: row.grade,
        verdict: row.verdict,
        wrong: row.wrong,
        interrupted: row.interrupted,
        failed: row.failed,
        study: row.study,
        survey,
        check_runs: None,
        study_runs: study.as_ref().map(|study| study.runs),
        study_name: study.map(|study| study.name),
        results: row.results.into_iter().map(result).collect(),
    })
}

fn page(store: &Store, filter: &Filter, runs: &[KeptRun], lang: Lang) -> Result<Page> {
    let mut page = Page::new();
    // What is the same in all rows tells nobody anything.
    let differs = |fact: fn(&KeptRun) -> &Option<String>| runs.iter().any(|run| fact(run) != fact(&runs[0]));
    let (hosts, kernels) = (differs(|run| &run.host), differs(|run| &run.kernel));
    let tagged = runs.iter().any(|run| !run.tags.is_empty());
    let more = [
        tagged.then(|| Column::left(messages::column_tags(lang), "tags").rank(4)),
        hosts.then(|| Column::left(messages::column_host(lang), "host").rank(6)),
        kernels.then(|| Column::left(messages::column_kernel(lang), "kernel").rank(7)),
    ];
    let columns = [
        Column::left(messages::column_id(lang), "id"),
        Column::left(messages::column_started(lang), "started").rank(1),
        Column::left(messages::column_verb(lang), "verb").rank(5),
        Column::left(messages::column_grade(lang), "grade"),
        Column::left(messages::column_name(lang), "name").rank(4),
        Column::left(messages::column_target(lang), "target").rank(3),
        Column::left(messages::column_job(lang), "job").rank(2),
        Column::left(messages::column_result(lang), "result"),
    ];
    let mut table = Table::new(columns.into_iter().chain(more.into_iter().flatten()));
    for run in runs {
        // A study as a whole has no grade and no job, and a check no grade.
        let study = run.study.filter(|_| filter.grouped);
        let is_group = study.is_some() || run.check_runs.is_some();
        let study_name = run.study_name.clone().unwrap_or_default();
        let job = match (study, run.jobs.as_slice()) {
            (Some(_), _) if run.name.as_ref() == Some(&study_name) => String::new(),
            (Some(_), _) => study_name,
            (None, [one]) => one.clone(),
            (None, []) => String::new(),
            (None, jobs) => messages::Jobs {
                jobs: jobs.len() as u64,
            }
            .text(lang),
        };
        let machine = [hosts.then_some(&run.host), kernels.then_some(&run.kernel)];
        let machine = machine.into_iter().flatten();
        let machine = machine.map(|fact| fact.clone().unwrap_or_default());
        let tags = tagged.then(|| lang.list(&run.tags));
        let cells = [
            Cell::from(match study {
                Some(study) => format!("study:{study}"),
                None => run.id.to_string(),
            }),
            match &run.started {
                Some(started) => Cell::new(here(started)?).value(started.clone()),
                None => Cell::from(messages::unknown(lang)),
            },
            Cell::from(&run.verb),
            Cell::from(if is_group { "" } else { run.grade.as_str() }),
            Cell::from(shortened(shown_name(run))),
            Cell::from(shortened(run.target.as_deref().unwrap_or_default())),
            Cell::from(job),
            Cell::from(result(run, study, lang)),
        ];
        let more = tags.into_iter().chain(machine).map(Cell::from);
        table.row(cells.into_iter().chain(more));
    }
    page.table(table);
    let all = if filter.grouped {
        store.count_grouped()?
    } else {
        store.count()?
    };
    let is_filtered = filter.limit.is_none_or(|limit| limit > runs.len() as u64) && all > runs.len() as u64;
    let shown = &Count(runs.len() as u64);
    if is_filtered {
        page.line(messages::Matching { shown, runs: all }.text(lang));
    } else if all > shown.0 {
        page.line(messages::Shown { shown, runs: all }.text(lang));
    }
    Ok(page)
}

/// The name of `--save`; an imported run without one is called as in its text.
fn shown_name(run: &KeptRun) -> &str {
    let named_in_text = || {
        let first = run.results.first().filter(|_| run.verb == "import");
        first.map(|result| result.job.as_str())
    };
    run.name.as_deref().or_else(named_in_text).unwrap_or_default()
}

/// A stored moment on the clock of the reader.
pub(super) fn here(utc: &str) -> Result<String> {
    let time: Timestamp = utc
        .parse()
        .map_err(|_| anyhow!(messages::StoredTimeInvalid { text: &utc }.text(Lang::current())))?;
    let here = time.to_zoned(jiff::tz::TimeZone::system());
    Ok(here.strftime("%Y-%m-%d %H:%M").to_string())
}

/// What a run is, or several of one command: when, where, and what was asked.
pub(super) fn head(page: &mut Page, (id, run): (String, &KeptRun), lang: Lang) -> Result<()> {
    const SHOWN: usize = 4;
    let started = match &run.started {
        Some(started) => here(started)?,
        None => messages::unknown(lang).to_owned(),
    };
    let machine = [run.host.as_deref(), run.kernel.as_deref()];
    let study = run.study.map(|study| {
        let name = run.study_name.as_deref().unwrap_or_default();
        format!("study:{study} {name}")
    });
    let mut facts = vec![
        (messages::column_id(lang), id),
        (messages::column_name(lang), run.name.clone().unwrap_or_default()),
        (messages::column_started(lang), started),
        (
            messages::column_host(lang),
            machine.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ),
        (messages::column_study(lang), study.unwrap_or_default()),
        (messages::column_command(lang), run.command.clone()),
        (
            messages::column_target(lang),
            run.target.clone().unwrap_or_default(),
        ),
    ];
    let jobs = run.jobs.iter().take(SHOWN).cloned();
    facts.extend(jobs.map(|job| (messages::column_job(lang), job)));
    if let Some(more) = run.jobs.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        facts.push(("", messages::MoreJobs { jobs: more as u64 }.text(lang)));
    }
    page.labelled(&facts);
    page.blank();
    Ok(())
}

/// The end of a long text: paths differ there.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 24;
    let fits = |text: &str, width: usize| Styled::from(text).width() <= width;
    if fits(text, WIDTH) {
        return text.to_owned();
    }
    let mut ends = text.char_indices().map(|(at, _)| &text[at..]);
    let end = ends.find(|end| fits(end, WIDTH - 1)).unwrap_or_default();
    format!("…{end}")
}

/// The rates of a run, of the first directions.
fn result(run: &KeptRun, study: Option<i64>, lang: Lang) -> String {
    const SHOWN: usize = 2;
    if let Some(study) = &study {
        let runs = run.study_runs.unwrap_or_default();
        return messages::Study { runs, study }.text(lang);
    }
    if let Some(runs) = run.check_runs {
        return messages::Check { runs, run: &run.id }.text(lang);
    }
    let shown = run.results.get(..SHOWN).unwrap_or(&run.results);
    let mut parts = Vec::new();
    if !shown.is_empty() {
        let rates = shown.iter().map(|result| {
            format!(
                "{} {}",
                direction_named(&result.direction, lang),
                Rate(result.iops)
            )
        });
        let rates: Vec<String> = rates.collect();
        let bytes_per_s: f64 = shown.iter().map(|result| result.bytes_per_s).sum();
        let rates = messages::Rates {
            rates: &rates.join(" + "),
            throughput: &Bandwidth(bytes_per_s),
        };
        parts.push(rates.text(lang));
    }
    if run.results.len() > SHOWN {
        let results = &(run.results.len() - SHOWN);
        parts.push(messages::MoreResults { results }.text(lang));
    }
    if run.verb == "ladder" {
        parts.push(run.verdict.clone());
    } else if run.results.is_empty() {
        // Of a text without counts the report has the figures.
        let reason = if run.verb == "import" {
            messages::rates_only(lang)
        } else {
            messages::no_data(lang)
        };
        parts.push(reason.to_owned());
    }
    if run.failed > 0 {
        let workers = run.failed;
        parts.push(messages::FailedWorkers { workers }.text(lang));
    }
    if run.interrupted {
        parts.push(messages::interrupted(lang).to_owned());
    }
    lang.list(&parts)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn times_are_days_moments_or_ages() {
        let now = Timestamp::now();
        let ago = |text: &str| (now.as_second() - moment(text).unwrap().as_second()) as f64;
        assert!((ago("2h") - 7200.0).abs() < 60.0);
        // A day has 23 to 25 hours.
        assert!((ago("7d") / 86_400.0 - 7.0).abs() < 0.1);
        assert_eq!(
            moment("2026-11-22T18:40:00Z").unwrap().to_string(),
            "2026-11-22T18:40:00Z"
        );
        assert!(moment("2026-11-22").is_ok() && moment("2026-11-22T18:40").is_ok());
        for wrong in ["", "yesterday", "7", "-7d"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
        assert_eq!(grades("c,D").unwrap(), "CD");
        assert!(grades("E").is_err() && grades("").is_err());
    }

    #[test]
    fn long_paths_show_their_end() {
        let text = shortened("/a/very/long/path/to/some/file");
        assert_eq!((text.chars().count(), text.ends_with("some/file")), (24, true));
    }
}
