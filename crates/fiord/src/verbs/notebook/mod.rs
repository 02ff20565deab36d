//! `fiord notebook`: a Markdown file whose blocks are measured and whose claims are checked (`docs/notebooks.md`).

mod begin;
mod blocks;
mod document;
mod draft;
mod evidence;
mod measure;
mod served;
mod shown;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueHint;
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::markdown::{self, Notebook};
use fiord_notebook::render::{self, ExpressionOutcome};
use fiord_notebook::{builtin, typed_numbers};
use fiord_report::documents::Document;
use fiord_report::documents::notebook::Notebooks;
use fiord_session::Signals;
use fiord_study::budget_time;

use super::html::HtmlArgs;
use super::verify::{self, Recomputed};
use crate::keep::StoreArgs;
use crate::live::LiveArgs;
use crate::ui::{self, WholeFile, exit};
use begin::NewArgs;
use evidence::StoredEvidence;
use measure::NotebookRequest;
pub(super) use served::ServedNotebooks;
use shown::NotebookView;

/// Arguments of `fiord notebook`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Check(CheckArgs),
    Run(RunArgs),
    List(ListArgs),
    New(NewArgs),
    From(FromArgs),
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[arg(long, conflicts_with_all = ["json", "md", "html"])]
    verify: bool,
    #[arg(long, conflicts_with = "md")]
    json: bool,
    #[arg(long)]
    md: bool,
    #[command(flatten)]
    html: HtmlArgs,
    #[arg(long, requires = "html")]
    pdf_ready: bool,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, clap::Args)]
struct RunArgs {
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    path: PathBuf,
    #[arg(long)]
    quick: bool,
    #[arg(long, value_name = "TIME", value_parser = budget_time::duration)]
    time: Option<Duration>,
    #[arg(long, value_name = "BLOCK")]
    only: Vec<String>,
    #[arg(long, value_name = "DEVICE")]
    allow_destroy: Vec<PathBuf>,
    #[arg(long, value_name = "DIRECTORY")]
    allow_path: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[arg(long, requires = "html")]
    pdf_ready: bool,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, clap::Args)]
struct ListArgs {}

#[derive(Debug, clap::Args)]
struct FromArgs {
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<String>,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    match &args.action {
        Action::Check(args) => check(args),
        Action::Run(args) => measure(args),
        Action::List(_) => {
            ui::put(&shown::list(Lang::current()))?;
            Ok(exit::OK)
        }
        Action::New(args) => begin::run(args),
        Action::From(args) => {
            ui::print(&draft::draft(&args.results, &args.store, Lang::current())?)?;
            Ok(exit::OK)
        }
    }
}

/// That no block has this name, and which one is meant: the nearest, else one of all.
fn no_such_block(name: &str, notebook: &Notebook) -> String {
    let lang = Lang::current();
    let all = || notebook.blocks.iter().map(|block| block.name.as_str());
    let choices: Vec<String> = match nearest(name, all()) {
        Some(near) => vec![near.to_owned()],
        None => all().map(str::to_owned).collect(),
    };
    let names = &lang.list(&choices);
    messages::NoSuchBlock { name: &name, names }.text(lang)
}

fn unknown(name: &str) -> String {
    let names: Vec<String> = builtin::ALL.iter().map(|known| known.name.to_owned()).collect();
    let lang = Lang::current();
    messages::NoSuchNotebook {
        name: &name,
        names: &lang.list(&names),
    }
    .text(lang)
}

/// A notebook in its file.
pub(super) struct Opened {
    file: PathBuf,
    /// Under which its results are in the store.
    pub(super) name: String,
    text: String,
    pub(super) notebook: Notebook,
}

impl Opened {
    /// Reads a file; nothing where it has mistakes, which were printed.
    fn read(file: &Path) -> Result<Option<Self>> {
        let opened = Self::of(file)?;
        for mistake in &opened.notebook.mistakes {
            ui::say(format!("{}: {mistake}", file.display()));
        }
        Ok(Some(opened).filter(|opened| opened.notebook.mistakes.is_empty()))
    }

    /// Reads a file with its mistakes.
    fn of(file: &Path) -> Result<Self> {
        let lang = Lang::current();
        let shown = &file.display();
        let text = std::fs::read_to_string(file).map_err(|error| match error.kind() {
            ErrorKind::NotFound if file.to_str().is_some_and(|name| builtin::find(name).is_some()) => {
                anyhow!(messages::NotWrittenYet { name: shown }.text(lang))
            }
            ErrorKind::NotFound => anyhow!(unknown(&file.display().to_string())),
            ErrorKind::InvalidData => anyhow!(messages::NotText { file: shown }.text(lang)),
            _ => anyhow::Error::new(error).context(file.display().to_string()),
        })?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            file: file.to_owned(),
            name: stem.into_owned(),
            notebook: markdown::read(&text),
            text,
        })
    }

    /// The directory of the file.
    pub(super) fn directory(&self) -> &Path {
        self.file
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."))
    }
}

/// What was found of a notebook.
pub(super) struct NotebookAnswer {
    seen: StoredEvidence,
    outcomes: Vec<ExpressionOutcome>,
}

impl NotebookAnswer {
    fn of(opened: &Opened, store: &StoreArgs) -> Result<Self> {
        let seen = StoredEvidence::of(opened, store)?;
        let outcomes = render::outcomes(&opened.notebook, &seen.blocks);
        Ok(Self { seen, outcomes })
    }

    /// The worst mark; none: no claims.
    fn worst(&self) -> Option<ClaimMark> {
        let marks = self.outcomes.iter().filter_map(|one| match one {
            ExpressionOutcome::Claim(judged) => Some(judged.mark),
            ExpressionOutcome::Value(_) => None,
        });
        marks.max()
    }
}

fn check(args: &CheckArgs) -> Result<u8> {
    let mut opened = Vec::new();
    for file in &args.files {
        opened.extend(Opened::read(file)?);
    }
    if opened.len() < args.files.len() {
        return Ok(exit::REFUSED);
    }
    if args.html.file.is_some() && opened.len() > 1 {
        bail!(messages::one_page(Lang::current()));
    }
    let lang = if args.json { Lang::En } else { Lang::current() };
    let (mut notebooks, mut worst, mut verified) = (Vec::new(), None, exit::OK);
    for one in &opened {
        let answer = NotebookAnswer::of(one, &args.store)?;
        worst = worst.max(answer.worst());
        if args.verify {
            verified = verified.max(verify(one, &answer, &args.store)?);
            continue;
        }
        notebooks.push(document::of(one, &answer, lang));
        if let Some(path) = &args.html.file {
            let view = NotebookView {
                is_for_paper: args.pdf_ready,
                ..view(one, &answer, &[], &args.store)
            };
            view.write_page(path)?;
        }
    }
    if args.verify {
        return Ok(verified);
    }
    let document = Document::new(Notebooks { notebooks });
    if args.json {
        ui::print(&document.to_text()?)?;
    } else if args.md {
        ui::print(&document.body.conclusions(lang).markdown(lang))?;
    } else {
        ui::put(&document.body.page(lang))?;
    }
    Ok(match worst {
        Some(ClaimMark::Contradicted) => exit::FAILED,
        Some(ClaimMark::Undecided) => exit::UNDECIDED,
        Some(ClaimMark::Holds) | None => exit::OK,
    })
}

fn view<'a>(
    opened: &'a Opened,
    answer: &'a NotebookAnswer,
    doctor: &'a [(String, String)],
    store: &'a StoreArgs,
) -> NotebookView<'a> {
    NotebookView {
        opened,
        answer,
        doctor,
        store,
        lang: Lang::current(),
        is_for_paper: false,
    }
}

/// Recomputes every number from the records, and names those of the text that are not measured or not up to date.
fn verify(opened: &Opened, answer: &NotebookAnswer, store: &StoreArgs) -> Result<u8> {
    let lang = Lang::current();
    let (mut sum, read) = (Recomputed::default(), store.read()?);
    let blocks = &answer.seen.blocks;
    let series = blocks.iter().flat_map(|block| &block.series);
    let mut runs: Vec<i64> = series.flat_map(|series| series.ids()).collect();
    runs.sort_unstable();
    runs.dedup();
    for id in runs {
        if let Some(row) = read.row(id)? {
            verify::run(&read, &row, &mut sum)?;
        }
    }
    for (one, outcome) in opened.notebook.expressions.iter().zip(&answer.outcomes) {
        let written = opened.text.get(one.at.clone()).unwrap_or_default();
        let Some((_, written)) = written.split_once(markdown::OUTCOME) else {
            continue;
        };
        let (asked, written) = (&one.text, &written.trim_end_matches('}'));
        sum.compared += 1;
        // The notebook may have been written in another language.
        let is_now = |lang: &Lang| render::inside_braces(&outcome.short(*lang)) == **written;
        if !Lang::ALL.iter().any(is_now) {
            let now = &outcome.short(lang);
            sum.differences
                .push(messages::OutOfDate { asked, written, now }.text(lang));
        }
    }
    for block in &opened.notebook.blocks {
        let Some(at) = block.written.clone() else { continue };
        let written = opened.text.get(at).unwrap_or_default();
        let mut now = Vec::new();
        for lang in Lang::ALL {
            let view = NotebookView {
                lang,
                ..view(opened, answer, &[], store)
            };
            now.extend(view.result(block)?);
        }
        if !now.is_empty() {
            sum.compared += 1;
            if !now.iter().any(|now| render::marked(&block.name, now) == written) {
                sum.differences
                    .push(messages::TableOutOfDate { block: &block.name }.text(lang));
            }
        }
    }
    for typed in typed_numbers::find(&opened.text, &opened.notebook) {
        let (line, number) = (&typed.line, &typed.text);
        sum.differences
            .push(messages::NotMeasuredNumber { line, number }.text(lang));
    }
    verify::put(&messages::Subject { name: &opened.name }.text(lang), &sum)
}

fn measure(args: &RunArgs) -> Result<u8> {
    let file = own_file(&args.file)?;
    let Some(opened) = Opened::read(&file)? else {
        return Ok(exit::REFUSED);
    };
    for name in &args.only {
        let mut names = opened.notebook.blocks.iter().map(|block| block.name.as_str());
        if !names.any(|known| known == name) {
            bail!(no_such_block(name, &opened.notebook));
        }
    }
    let signals = Signals::listen()?;
    let measuring = NotebookRequest {
        opened: &opened,
        path: args.path.canonicalize().map_err(|error| {
            let (path, error) = (&args.path.display(), &error);
            anyhow!(messages::NoPath { path, error }.text(Lang::current()))
        })?,
        is_quick: args.quick,
        time: args.time,
        only: &args.only,
        allow_destroy: &args.allow_destroy,
        allow_path: &args.allow_path,
        store: &args.store,
        live: args.live.open()?,
    };
    let Some(measured) = measuring.run(&signals)? else {
        return Ok(exit::REFUSED);
    };
    // The file may have been edited meanwhile: what is there now is what is written to.
    let Some(opened) = Opened::read(&file)? else {
        return Ok(exit::REFUSED);
    };
    let answer = NotebookAnswer::of(&opened, &args.store)?;
    let view = NotebookView {
        is_for_paper: args.pdf_ready,
        ..view(&opened, &answer, &measured.doctor, &args.store)
    };
    match &args.html.file {
        Some(path) => view.write_page(path)?,
        None => write(&view, &file)?,
    }
    // Lines are those of the file as it is now.
    let written = Opened::of(&file)?;
    let lang = if args.json { Lang::En } else { Lang::current() };
    let document = Document::new(Notebooks {
        notebooks: vec![document::of(&written, &answer, lang)],
    });
    if args.json {
        ui::print(&document.to_text()?)?;
    } else {
        ui::put(&document.body.page(lang))?;
    }
    Ok(match signals.received() {
        Some(_) => exit::INTERRUPTED,
        None if measured.failed => exit::FAILED,
        None => exit::OK,
    })
}

/// Writes what was measured into the file of the notebook.
fn write(view: &NotebookView<'_>, file: &Path) -> Result<()> {
    let opened = view.opened;
    let mut results: Vec<(&str, Option<String>)> = Vec::new();
    for block in &opened.notebook.blocks {
        results.push((&block.name, view.result(block)?));
    }
    let result = |name: &str| results.iter().find(|(block, _)| *block == name)?.1.clone();
    let text = render::write(
        &opened.text,
        &opened.notebook,
        &view.answer.outcomes,
        &result,
        view.claims_markdown().as_deref(),
        view.lang,
    );
    let not_writable = || {
        let file = &file.display();
        messages::NotWritable { file }.text(view.lang)
    };
    let text = text.with_context(not_writable)?;
    if text != opened.text {
        let written = WholeFile::open(file)?.write(&text);
        written.with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// The file of a notebook; one that comes with fiord is written to the working directory first.
fn own_file(file: &Path) -> Result<PathBuf> {
    if file.exists() {
        return Ok(file.to_owned());
    }
    let Some(known) = file.to_str().and_then(builtin::find) else {
        bail!(unknown(&file.display().to_string()));
    };
    let own = PathBuf::from(format!("{}.md", known.name));
    if !own.exists() {
        std::fs::write(&own, known.text(Lang::current()).as_bytes())
            .with_context(|| own.display().to_string())?;
        ui::say(messages::Copied { file: &own.display() }.text(Lang::current()));
    }
    Ok(own)
}
