//! `fiord import`: results that others printed or wrote down, as runs that are judged and can be kept.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fiord_import::{self as import, ImportedRun, ImportedText};
use fiord_job::nearest::nearest;
use fiord_judge::case::Case;
use fiord_judge::verdict::verdict;
use fiord_messages::{Lang, import as messages};
use fiord_report::documents::Document;
use fiord_report::documents::finding::FindingJson;
use fiord_report::documents::import::{
    CountedOnce, ImportFile, Imports, Label, NotUnderstood, ReadFigure, ReadRun,
};

use fiord_report::html::{PageExtra, TranslatedDocument};

use super::explain::input::{self, Bounded, MOST_BYTES};
use super::form::FormArgs;
use super::html::{self, HtmlArgs};
use crate::keep::{self, KeepArgs, Keeper};
use crate::ui::{self, exit};
use fiord_import::judged::{Judged, JudgedImport, why};

/// Bytes of a file that are read at once.
const BUFFER: usize = 1 << 18;

/// Arguments of `fiord import`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    keep: KeepArgs,
}

/// Runs the verb; the result is the exit code: 1 where a text holds no result.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let mut texts = Vec::new();
    for path in &args.files {
        let text = read(path).with_context(|| path.display().to_string())?;
        texts.push((path.clone(), text));
    }
    // Reading alone needs no store; one that was asked for has to work.
    let is_kept = args.keep.at.store.is_some() || args.keep.save.is_some();
    let mut keeper = if is_kept {
        Some(Keeper::open(&args.keep, "import")?)
    } else {
        None
    };
    let judged: Vec<Judged> = texts
        .into_iter()
        .map(|(path, text)| {
            let runs = text.runs.iter().map(|run| judge(run, keeper.as_mut())).collect();
            Judged { path, text, runs }
        })
        .collect();
    if let Some(path) = &args.html.file {
        let extra = PageExtra {
            lang: Lang::current(),
            csv: vec![("Runs".to_owned(), import::page::table(&judged).csv())],
            again: keep::command(),
            ..PageExtra::default()
        };
        html::write(path, &page_document(&judged, extra.lang)?, &extra)?;
    }
    match &args.form {
        form if form.json => print_json(&judged)?,
        form if form.csv => {
            ui::print(&import::page::table(&judged).csv())?;
        }
        form => {
            let page = import::page::page(&judged, args.verbose, form.lang());
            if form.md {
                ui::print(&page.markdown(form.lang()))?;
            } else {
                ui::put(&page)?;
            }
        }
    }
    let empty = judged.iter().filter(|one| one.runs.is_empty());
    let said: Vec<String> = empty.map(import::judged::nothing_read).collect();
    said.iter().for_each(ui::say);
    let code = if said.is_empty() { exit::OK } else { exit::FAILED };
    Ok(keeper.map_or(code, |keeper| keeper.exit_code(code)))
}

fn print_json(judged: &[Judged]) -> Result<()> {
    ui::print(&imports(judged, Lang::En).to_text()?)?;
    Ok(())
}

fn imports(judged: &[Judged], lang: Lang) -> Document<Imports> {
    let files = judged.iter().map(|one| file(one, lang)).collect();
    Document::new(Imports { files })
}

fn page_document(judged: &[Judged], lang: Lang) -> Result<TranslatedDocument<Document<Imports>>> {
    TranslatedDocument::new(lang, |lang| Ok(imports(judged, lang)))
}

/// Results in a sentence, as a file with it is shown. False: there are none.
pub(super) fn sentence(text: &str, json: bool, verbose: bool) -> Result<bool> {
    const OPTION: &str = "--seen";
    let text = import::text(OPTION, text.as_bytes())?;
    let judged = [Judged {
        runs: text.runs.iter().map(|run| judge(run, None)).collect(),
        path: OPTION.into(),
        text,
    }];
    if judged[0].runs.is_empty() {
        return Ok(false);
    }
    if json {
        print_json(&judged)?;
    } else {
        ui::put(&import::page::page(&judged, verbose, Lang::current()))?;
    }
    Ok(true)
}

/// Reads a file, a pipe or standard input; a pipe up to a bound. Nothing is written, and folders and devices are refused.
pub(super) fn read(path: &Path) -> Result<ImportedText> {
    if path == Path::new("-") {
        let bounded = Bounded::new(io::stdin().lock(), MOST_BYTES);
        return Ok(import::text("-", BufReader::with_capacity(BUFFER, bounded))?);
    }
    if path.is_dir() {
        bail!(messages::a_directory(Lang::current()));
    }
    let source = path.display().to_string();
    if path.is_file() {
        let file = File::open(path)?;
        return Ok(import::text(&source, BufReader::with_capacity(BUFFER, file))?);
    }
    if !path.exists() {
        bail!(no_such_file(path, Lang::current()));
    }
    let bounded = Bounded::new(input::open(path)?, MOST_BYTES);
    Ok(import::text(&source, BufReader::with_capacity(BUFFER, bounded))?)
}

/// What to do about a file that does not exist: a name of its directory, where one is near.
fn no_such_file(path: &Path, lang: Lang) -> String {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let listed = std::fs::read_dir(directory.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten();
    let names: Vec<String> = listed
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let typed = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    match nearest(typed, names.iter().map(String::as_str)) {
        Some(near) => messages::NoSuchFileNear {
            near: &path.with_file_name(near).display(),
        }
        .text(lang),
        None => messages::no_such_file(lang).to_owned(),
    }
}

fn judge(run: &ImportedRun, keeper: Option<&mut Keeper>) -> JudgedImport {
    let verdict = verdict(&Case::of(&run.record));
    let kept = keeper.and_then(|keeper| keeper.keep(&run.record, &verdict, false));
    JudgedImport { verdict, kept }
}

fn file(judged: &Judged, lang: Lang) -> ImportFile {
    let text = &judged.text;
    ImportFile {
        file: judged.path.as_path().into(),
        lines: text.lines,
        runs: text
            .runs
            .iter()
            .zip(&judged.runs)
            .map(|(run, of)| document(run, of, lang))
            .collect(),
        counted_once: text
            .same
            .iter()
            .map(|same| CountedOnce {
                first_line: same.lines.0,
                last_line: same.lines.1,
                run_in_line: same.of_line,
                why: same.why.name().to_owned(),
            })
            .collect(),
        not_understood: text
            .unread
            .iter()
            .map(|unread| NotUnderstood {
                first_line: unread.lines.0,
                last_line: unread.lines.1,
                why: why(&unread.why, lang),
                begins: unread.begins.clone(),
            })
            .collect(),
    }
}

fn document(run: &ImportedRun, judged: &JudgedImport, lang: Lang) -> ReadRun {
    let import = run.record.context.import.as_deref();
    let labels = import.map(|import| import.labels.as_slice()).unwrap_or_default();
    ReadRun {
        kind: run.kind.name().to_owned(),
        first_line: run.lines.0,
        last_line: run.lines.1,
        name: run.name(),
        labels: labels
            .iter()
            .map(|(name, value)| Label {
                name: name.clone(),
                value: value.clone(),
            })
            .collect(),
        command: import.and_then(|import| import.command.clone()),
        figures: run
            .figures()
            .into_iter()
            .map(|figure| ReadFigure {
                what: figure.what.name().to_owned(),
                group: figure.job.as_ref().map(|job| job.group),
                job: figure.job.map(|job| job.name),
                direction: figure.ddir.map(|ddir| ddir.name().to_owned()),
                low: figure.value.low,
                high: figure.value.high,
                samples: figure.samples,
            })
            .collect(),
        grade: judged.verdict.grade,
        verdict: judged.verdict.line(lang),
        findings: judged
            .verdict
            .findings
            .iter()
            .map(|one| FindingJson::of(one, lang))
            .collect(),
        notes: run
            .record
            .notes
            .iter()
            .map(|note| note.text(lang).to_owned())
            .collect(),
        kept: judged.kept,
        record: run.record.clone(),
    }
}
