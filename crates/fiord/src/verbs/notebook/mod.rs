//! `fiord notebook`: a Markdown file whose blocks are measured and whose claims are checked (`docs/notebooks.md`).

mod blocks;
mod evidence;
mod measure;
mod shown;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::ValueHint;
use fiord_messages::{Lang, notebook as messages};
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::evidence::BlockEvidence;
use fiord_notebook::markdown::{self, Notebook};
use fiord_notebook::render::{self, ExpressionOutcome};
use fiord_notebook::{builtin, typed_numbers};
use fiord_session::Signals;
use fiord_study::budget_time;

use super::html::HtmlArgs;
use super::verify::{self, Recomputed};
use crate::keep::StoreArgs;
use crate::live::LiveArgs;
use crate::ui::{self, WholeFile, exit};
use measure::NotebookRequest;

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
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[arg(long)]
    verify: bool,
    #[arg(long)]
    md: bool,
    #[command(flatten)]
    html: HtmlArgs,
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
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, clap::Args)]
struct ListArgs {}

#[derive(Debug, clap::Args)]
struct NewArgs {
    name: String,
    #[arg(long)]
    exercise: bool,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    match &args.action {
        Action::Check(args) => check(args),
        Action::Run(args) => measure(args),
        Action::List(_) => {
            ui::put(&shown::list(Lang::current()))?;
            Ok(exit::OK)
        }
        Action::New(args) => {
            let known = builtin::find(&args.name).with_context(|| unknown(&args.name))?;
            let text = match args.exercise {
                true => builtin::exercise(known.text),
                false => known.text.to_owned(),
            };
            ui::print(&text)?;
            Ok(exit::OK)
        }
    }
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
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let notebook = markdown::read(&text);
        for mistake in &notebook.mistakes {
            ui::say(format!("{}: {mistake}", file.display()));
        }
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Ok(notebook.mistakes.is_empty().then(|| Self {
            file: file.to_owned(),
            name: stem,
            text,
            notebook,
        }))
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
struct Answer {
    evidence: Vec<BlockEvidence>,
    outcomes: Vec<ExpressionOutcome>,
}

impl Answer {
    fn of(opened: &Opened, store: &StoreArgs) -> Result<Self> {
        let evidence = evidence::of(opened, store)?;
        let outcomes = render::outcomes(&opened.notebook, &evidence);
        Ok(Self { evidence, outcomes })
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
    let Some(opened) = Opened::read(&args.file)? else {
        return Ok(exit::REFUSED);
    };
    let answer = Answer::of(&opened, &args.store)?;
    let lang = Lang::current();
    if args.verify {
        return verified(&opened, &answer, &args.store);
    }
    let page = shown::claims(&opened, &answer.outcomes, lang);
    if args.md {
        ui::print(&page.markdown())?;
    } else {
        ui::put(&page)?;
    }
    if let Some(path) = &args.html.file {
        shown::write_page(path, &opened, &answer.evidence, &answer.outcomes, &[])?;
    }
    Ok(match answer.worst() {
        Some(ClaimMark::Contradicted) => exit::FAILED,
        Some(ClaimMark::Undecided) => exit::UNDECIDED,
        Some(ClaimMark::Holds) | None => exit::OK,
    })
}

/// Recomputes every number from the records, and names those of the text that are not measured or not up to date.
fn verified(opened: &Opened, answer: &Answer, store: &StoreArgs) -> Result<u8> {
    let lang = Lang::current();
    let (mut sum, read) = (Recomputed::default(), store.read()?);
    let mut runs: Vec<i64> = answer
        .evidence
        .iter()
        .flat_map(|block| &block.series)
        .flat_map(|series| series.ids())
        .collect();
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
        let (written, now) = (written.trim_end_matches('}'), outcome.short(lang));
        sum.compared += 1;
        if written != render::inside_braces(&now) {
            let (asked, now) = (&one.text, &now);
            sum.differences.push(
                messages::OutOfDate {
                    asked,
                    written: &written,
                    now,
                }
                .text(lang),
            );
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
        if !opened.notebook.blocks.iter().any(|block| block.name == *name) {
            bail!(messages::NoSuchBlock { name }.text(Lang::current()));
        }
    }
    let signals = Signals::listen()?;
    let measuring = NotebookRequest {
        opened: &opened,
        path: args
            .path
            .canonicalize()
            .with_context(|| args.path.display().to_string())?,
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
    let lang = Lang::current();
    let answer = Answer::of(&opened, &args.store)?;
    if let Some(path) = &args.html.file {
        shown::write_page(
            path,
            &opened,
            &answer.evidence,
            &answer.outcomes,
            &measured.doctor,
        )?;
    } else {
        let result = |name: &str| shown::result(name, &opened, &answer.evidence, &measured.doctor, lang);
        let claims = shown::claims_markdown(&opened, &answer.outcomes, lang);
        let text = render::write(
            &opened.text,
            &opened.notebook,
            &answer.outcomes,
            &result,
            claims.as_deref(),
            lang,
        )
        .with_context(|| {
            messages::NotWritable {
                file: &file.display(),
            }
            .text(lang)
        })?;
        if text != opened.text {
            WholeFile::open(&file)?
                .write(&text)
                .with_context(|| file.display().to_string())?;
        }
    }
    ui::put(&shown::claims(&opened, &answer.outcomes, lang))?;
    Ok(match signals.received() {
        Some(_) => exit::INTERRUPTED,
        None if measured.failed => exit::FAILED,
        None => exit::OK,
    })
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
        std::fs::write(&own, known.text).with_context(|| own.display().to_string())?;
        ui::say(messages::Copied { file: &own.display() }.text(Lang::current()));
    }
    Ok(own)
}
