//! `fiord report`: a stored run judged anew from its record; results as pages, charts and tables.

mod drawn;
#[cfg(feature = "png")]
mod png;

use std::convert::Infallible;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use fiord_cluster::HostsAnswer;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, report as messages};
use fiord_record::run::RunRecord;
use fiord_report::documents;
use fiord_report::documents::Document;
use fiord_report::documents::ladder::LadderDocument;
use fiord_report::documents::many_hosts_repeats::JudgedHosts;
use fiord_report::documents::repeats::{JudgedRun, RepeatedRuns};
use fiord_report::html::{self, PageDocument, PageExtra, TranslatedDocument};
use fiord_report::text::Page;
use fiord_report::text::findings::Detail;
use fiord_report::text::run::Numbers;
use fiord_store::{RunRow, Store};

use self::drawn::DrawnArgs;
use super::check::{self, StoredCheck};
use super::compare;
use super::form::FormArgs;
use super::ladder;
use super::run::{failures, put_stored, stored_json};
use super::study;
use super::verify::{self, Recomputed};
use super::{history, known};
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// Arguments of `fiord report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    run: String,
    #[command(flatten)]
    drawn: DrawnArgs,
    #[command(flatten)]
    form: FormArgs,
    #[arg(short, long)]
    verbose: bool,
    #[arg(long, conflicts_with_all = ["json", "md", "csv", "verbose", "full"])]
    verify: bool,
    #[arg(long, conflicts_with_all = ["verbose", "full"])]
    study: bool,
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// Shows a stored result with the reasons of its findings.
///
/// # Errors
/// The store, or standard output.
pub(super) fn explain(name: &str, json: bool) -> Result<u8> {
    let store = StoreArgs::default();
    let is_run = matches!(found(&store.read()?, name)?, Some(Wanted::Run(_)));
    run(&Args {
        run: name.to_owned(),
        drawn: DrawnArgs::default(),
        form: FormArgs {
            json,
            ..FormArgs::default()
        },
        verbose: is_run && !json,
        verify: false,
        study: false,
        full: false,
        store,
    })
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if args.drawn.is_asked() && !args.study && Path::new(&args.run).is_file() {
        let document = of_file(&args.run)?;
        let extra = PageExtra {
            lang: Lang::current(),
            ..PageExtra::default()
        };
        args.drawn
            .put(document.as_ref(), &extra)
            .with_context(|| args.run.clone())?;
        return Ok(exit::OK);
    }
    let store = args.store.read()?;
    let (row, record) = match wanted(args, &store)? {
        Wanted::Study(study) => return of_study(args, &study, store),
        Wanted::Run(row) => {
            let record = verify::record(&store, row.id)?;
            (*row, record)
        }
    };
    if args.verify {
        say_several(args, &store, &row)?;
        let mut sum = Recomputed::default();
        verify::run(&store, &row, &mut sum)?;
        return verify::put(&messages::SubjectRun { id: &row.id }.text(Lang::current()), &sum);
    }
    if row.interrupted {
        ui::say(messages::Interrupted { id: &row.id }.text(Lang::current()));
    }
    failures(&record);
    let detail = if args.verbose {
        Detail::Reasons
    } else {
        Detail::Line
    };
    // `run:` means the run by itself, and so do the forms for programs.
    let is_by_itself = args.run.starts_with("run:") || args.full || args.form.json || args.form.csv;
    if !is_by_itself && let Some(stored) = check::of_run(&store, &row)? {
        return of_check(args, &stored, detail);
    }
    if !is_by_itself && let Some(runs) = repeats_of(&args.run, &row, &store)? {
        return of_repeats(args, &store, (row, runs), detail);
    }
    say_several(args, &store, &row)?;
    if record.context.ladder.is_some() && !args.drawn.is_asked() {
        ladder::print(&record, args.form)?;
        return Ok(exit::OK);
    }
    if let Some(hosts) = &record.hosts {
        if args.drawn.is_asked() {
            let (document, extra) = document_of(row.id, &record, Lang::current());
            args.drawn.put(document.as_ref(), &extra)?;
            return Ok(exit::OK);
        }
        if args.full {
            bail!(messages::FullOfHosts { id: &row.id }.text(Lang::current()));
        }
        return fiord_cluster::shown(hosts, args.form.lang(), |answer| {
            put_hosts(args, &record, answer, detail)
        });
    }
    match &args.form {
        _ if args.drawn.is_asked() => {
            let (document, extra) = document_of(row.id, &record, Lang::current());
            args.drawn.put(document.as_ref(), &extra)?;
        }
        form if form.json => drop(ui::print(&stored_json(&record)?)?),
        form if form.csv => drop(ui::print(&numbers(&record))?),
        form => {
            let mut page = Page::new();
            let id = row.id.to_string();
            history::head(&mut page, (id, &history::kept(row, &store)?), Lang::current())?;
            put_stored(&mut page, &record, detail, args.full);
            if form.md {
                ui::print(&page.markdown(Lang::current()))?;
            } else {
                ui::put(&page)?;
            }
        }
    }
    Ok(exit::OK)
}

/// A run over many hosts as it was printed.
fn put_hosts(args: &Args, record: &RunRecord, answer: &HostsAnswer<'_>, detail: Detail) -> Result<u8> {
    let mut page = Page::new();
    answer.put(&mut page, detail);
    match &args.form {
        form if form.json => drop(ui::print(&answer.json(Vec::new())?)?),
        form if form.csv => drop(ui::print(&numbers(record))?),
        form if form.md => drop(ui::print(&page.markdown(Lang::current()))?),
        _ => drop(ui::put(&page)?),
    }
    Ok(exit::OK)
}

/// A check with all its runs.
fn of_check(args: &Args, stored: &StoredCheck, detail: Detail) -> Result<u8> {
    let lang = Lang::current();
    if stored.missing > 0 {
        ui::say(fiord_messages::check::RunsMissing { runs: stored.missing }.text(lang));
    }
    if args.drawn.is_asked() {
        let (document, extra) = stored.drawn(lang);
        let again = format!("fiord report {}", args.run);
        args.drawn.put(&document, &PageExtra { again, ..extra })?;
        return Ok(exit::OK);
    }
    let page = stored.page(detail, lang);
    if args.form.md {
        ui::print(&page.markdown(Lang::current()))?;
    } else {
        ui::put(&page)?;
    }
    Ok(exit::OK)
}

/// The runs of the newest `run --repeat` that has the name of one, the oldest first, each with its id; `None`: it is another run, or the
/// only one. The same command again is another occasion: its runs are no repeats of these.
fn repeats_of(word: &str, row: &RunRow, store: &Store) -> Result<Option<Vec<(i64, JudgedRun)>>> {
    if row.verb != "run" || !row.command.contains(" --repeat") {
        return Ok(None);
    }
    let mut rows = compare::runs_of(word, store)?;
    rows.retain(|one| one.command == row.command && !one.interrupted);
    rows.drain(
        ..rows
            .len()
            .saturating_sub(repeats_asked(&row.command).unwrap_or(rows.len())),
    );
    if rows.len() < 2 {
        return Ok(None);
    }
    let mut runs = Vec::new();
    for one in &rows {
        let record = verify::record(store, one.id)?;
        if record.hosts.is_some() {
            return Ok(None);
        }
        let verdict = verdict(&Case::of(&record));
        runs.push((one.id, JudgedRun { record, verdict }));
    }
    Ok(Some(runs))
}

/// The number of `--repeat` in a stored command; `None`: the command does not say it.
fn repeats_asked(command: &str) -> Option<usize> {
    let (_, asked) = command.split_once(" --repeat")?;
    let asked = asked.trim_start_matches(['=', ' ']);
    let digits = asked.find(|c: char| !c.is_ascii_digit()).unwrap_or(asked.len());
    asked[..digits].parse().ok().filter(|runs| *runs > 0)
}

/// Repeats as they were printed after the last of them.
fn of_repeats(
    args: &Args,
    store: &Store,
    (row, runs): (RunRow, Vec<(i64, JudgedRun)>),
    detail: Detail,
) -> Result<u8> {
    let lang = Lang::current();
    let (ids, runs): (Vec<i64>, Vec<JudgedRun>) = runs.into_iter().unzip();
    let build = |lang| RepeatedRuns::new(&runs, runs.len(), lang).map(Document::new);
    let Some(shown) = build(lang) else {
        return Ok(exit::REFUSED);
    };
    if args.drawn.is_asked() {
        let english = (lang != Lang::En).then(|| build(Lang::En)).flatten();
        let extra = PageExtra {
            lang,
            csv: vec![(
                messages::heading_numbers(lang).to_owned(),
                shown.body.table(Lang::En).csv(),
            )],
            again: format!("fiord report {}", args.run),
            ..PageExtra::default()
        };
        args.drawn.put(&TranslatedDocument { shown, english }, &extra)?;
        return Ok(exit::OK);
    }
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    let all = lang.list(&ids);
    let mut page = Page::new();
    history::head(&mut page, (all.clone(), &history::kept(row, store)?), lang)?;
    page.append(shown.body.page(detail, lang));
    page.blank();
    let one_run = messages::OneRun {
        runs: &runs.len(),
        ids: &all,
        newest: &ids.last().map_or("", String::as_str),
    };
    page.line(one_run.text(lang));
    match args.form.md {
        true => drop(ui::print(&page.markdown(lang))?),
        false => drop(ui::put(&page)?),
    }
    Ok(exit::OK)
}

fn of_study(args: &Args, study: &str, store: Store) -> Result<u8> {
    for (option, is_given) in [("--full", args.full), ("--verbose", args.verbose)] {
        if is_given {
            bail!(
                messages::NotOfStudy {
                    option: &option,
                    study: &study
                }
                .text(Lang::current())
            );
        }
    }
    if args.verify {
        return study::verify(study, store);
    }
    if !args.drawn.is_asked() {
        return study::print(study, store, args.form);
    }
    let Some((document, extra)) = study::document(study, store, Lang::current())? else {
        return Ok(exit::REFUSED);
    };
    args.drawn.put(document.as_ref(), &extra)?;
    Ok(exit::OK)
}

/// What a word stands for.
pub(super) enum Wanted {
    Run(Box<RunRow>),
    /// Its id or name.
    Study(String),
}

/// A number is the id of a run; a name is that of runs, or of a study; `run:` and `study:` say which is meant. Of several runs the newest.
///
/// # Errors
/// The store.
pub(super) fn found(store: &Store, word: &str) -> Result<Option<Wanted>> {
    if let Some(study) = word.strip_prefix("study:") {
        return Ok(Some(Wanted::Study(study.to_owned())));
    }
    let run = word.strip_prefix("run:");
    let text = run.unwrap_or(word);
    let Some(named) = store.find(text)? else {
        let is_study = run.is_none() && store.study(text)?.is_some();
        return Ok(is_study.then(|| Wanted::Study(text.to_owned())));
    };
    if let Some(study) = named.study.filter(|_| run.is_none()) {
        return Ok(Some(Wanted::Study(study.to_string())));
    }
    let Some(row) = store.row(named.run)? else {
        let (id, store) = (&named.run, &store.path().display());
        bail!(messages::RecordMissing { id, store }.text(Lang::current()));
    };
    Ok(Some(Wanted::Run(Box::new(row))))
}

fn wanted(args: &Args, store: &Store) -> Result<Wanted> {
    let word = args.run.as_str();
    if args.study && !word.starts_with("run:") {
        return Ok(Wanted::Study(word.trim_start_matches("study:").to_owned()));
    }
    let error = || {
        let (name, store) = (&word, &store.path().display());
        anyhow!(messages::NoSuchRun { name, store }.text(Lang::current()))
    };
    found(store, word)?.ok_or_else(|| known::instead(word, &args.store, error))
}

/// Says which run is shown of several that have the name.
fn say_several(args: &Args, store: &Store, row: &RunRow) -> Result<()> {
    let name = args.run.trim_start_matches("run:");
    if let Some(named) = store.find(name)?
        && named.runs > 1
    {
        let (runs, id) = (named.runs, &row.id);
        let (name, lang) = (&name, Lang::current());
        ui::say(messages::SeveralRuns { runs, name, id }.text(lang));
    }
    Ok(())
}

fn numbers(record: &RunRecord) -> String {
    if record.context.ladder.is_some() {
        return LadderDocument::of(record, Lang::En).table(Lang::En).csv();
    }
    Numbers::all(&Case::of(record)).table().csv()
}

/// A stored run as a document, with what its page has besides.
pub(super) fn document_of(id: i64, record: &RunRecord, lang: Lang) -> (Box<dyn PageDocument>, PageExtra) {
    let build = |lang| -> Result<Box<dyn PageDocument>, Infallible> {
        Ok(match &record.hosts {
            _ if record.context.ladder.is_some() => Box::new(Document::new(LadderDocument::of(record, lang))),
            Some(hosts) => Box::new(JudgedHosts::of(hosts).document(lang)),
            None => Box::new(documents::run::of(record, lang)),
        })
    };
    let Ok(document) = TranslatedDocument::new(lang, build);
    let extra = PageExtra {
        lang,
        csv: vec![(messages::heading_numbers(lang).to_owned(), numbers(record))],
        again: format!("fiord report {id}"),
        ..PageExtra::default()
    };
    (Box::new(document), extra)
}

/// The document in a file.
fn of_file(file: &str) -> Result<Box<dyn PageDocument>> {
    let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
    let not_json = || messages::NotJson { file: &file }.text(Lang::current());
    let whole = serde_json::from_str(&text).with_context(not_json)?;
    html::read(whole).with_context(|| file.to_owned())
}
