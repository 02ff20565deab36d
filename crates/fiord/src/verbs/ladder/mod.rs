//! `fiord ladder`: what each operation costs on this machine, from an add to a synced write, beside the numbers of 2012.

mod disk;
mod far;
mod flow;
mod peer;
mod rungs;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fiord_host::{Machine, Root, Stack};
use fiord_job::plan::RunPlan;
use fiord_messages::Lang;
use fiord_record::Before;
use fiord_record::ladder::Ladder;
use fiord_record::run::RunRecord;
use fiord_report::documents::Document;
use fiord_report::documents::ladder::{self as document, LadderDocument};
use fiord_report::html::{PageExtra, TranslatedDocument};
use fiord_session::Signals;
use fiord_store::StoredJudgement;
use jiff::Zoned;
use serde_json::json;

use self::far::Far;
use self::peer::Peer;
use self::rungs::Measuring;
use super::form::FormArgs;
use super::html::{self, HtmlArgs};
use crate::keep::{self, KeepArgs, Keeper};
use crate::ui::{self, exit};

/// Arguments of `fiord ladder`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    path: Option<PathBuf>,
    #[arg(long, value_name = "HOST[:PORT]")]
    peer: Vec<String>,
    #[arg(
        long,
        value_name = "COMMAND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "ssh",
        requires = "peer"
    )]
    ssh: Option<String>,
    /// Serves another fiord: what `--ssh` starts.
    #[arg(long, hide = true)]
    answer: bool,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    html: HtmlArgs,
    #[command(flatten)]
    keep: KeepArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    if args.answer {
        return far::answer();
    }
    let path = match &args.path {
        Some(path) => Some(path.canonicalize().with_context(|| path.display().to_string())?),
        None => None,
    };
    let peers = args.peer.iter().map(|peer| Peer::find(peer, Lang::current()));
    let peers = peers.collect::<Result<Vec<Peer>>>()?;
    let fars = match &args.ssh {
        Some(command) => peer::start(&peers, command)?,
        None => Vec::new(),
    };
    let mut keeper = Keeper::open(&args.keep, "ladder")?;
    let signals = Signals::listen()?;
    let record = measured(path, peers, fars, &signals)?;
    let interrupted = signals.received().is_some();
    keep::say_kept(keeper.keep_judged(&record, keep::judged(&record), interrupted));
    put(&record, args)?;
    let code = if interrupted { exit::INTERRUPTED } else { exit::OK };
    Ok(keeper.exit_code(code))
}

/// Measures one ladder of this machine and the disk at a path, without another host.
///
/// # Errors
/// The path cannot be measured on.
pub(super) fn of_disk(path: &Path, signals: &Signals) -> Result<RunRecord> {
    measured(Some(path.to_owned()), Vec::new(), Vec::new(), signals)
}

fn measured(
    path: Option<PathBuf>,
    mut peers: Vec<Peer>,
    fars: Vec<Far>,
    signals: &Signals,
) -> Result<RunRecord> {
    let root = Root::system();
    let started = Zoned::now();
    let machine = match &path {
        Some(path) => Machine::look(&root, path),
        // No disk, so no layers.
        None => Machine::over(
            &root,
            Stack {
                path: PathBuf::new(),
                top: None,
                truncated: false,
            },
        ),
    };
    let mut measuring = Measuring::begin(&root, &machine, path.as_deref());
    if peers.is_empty() {
        let (servers, failed) = peer::of_stack(&root, &machine.stack);
        peers = servers;
        failed
            .into_iter()
            .for_each(|reason| measuring.peer_failed(reason));
    }
    measuring.peers(&peers, fars, signals);
    measuring.run(path.as_deref(), signals)?;
    let finished = Zoned::now();
    let elapsed = finished.timestamp().duration_since(started.timestamp());
    let before = Before {
        machine: Some(machine),
        ..Before::default()
    };
    let mut record = RunRecord {
        started,
        finished,
        elapsed_s: elapsed.as_secs().unsigned_abs() + 1,
        version: concat!("fiord-", env!("CARGO_PKG_VERSION")).to_owned(),
        ..RunRecord::planned(RunPlan::default(), before)
    };
    record.context.ladder = Some(Box::new(measuring.into_ladder()));
    Ok(record)
}

fn put(record: &RunRecord, args: &Args) -> Result<()> {
    if let Some(file) = &args.html.file {
        let lang = Lang::current();
        let extra = extra(record, lang);
        html::write(file, &translated(record, lang), &extra)?;
    }
    print(record, args.form)
}

/// The document in the language of its page.
pub(super) fn translated(record: &RunRecord, lang: Lang) -> TranslatedDocument<Document<LadderDocument>> {
    let build = |lang| Ok::<_, std::convert::Infallible>(Document::new(LadderDocument::of(record, lang)));
    let Ok(document) = TranslatedDocument::new(lang, build);
    document
}

fn extra(record: &RunRecord, lang: Lang) -> PageExtra {
    PageExtra {
        lang,
        csv: vec![(
            fiord_messages::report::heading_numbers(lang).to_owned(),
            LadderDocument::of(record, lang).table(lang).csv(),
        )],
        ..PageExtra::default()
    }
}

/// Prints a ladder, measured or stored, in the form that was asked for.
pub(super) fn print(record: &RunRecord, form: FormArgs) -> Result<()> {
    let document = LadderDocument::of(record, form.lang());
    if form.json {
        ui::print(&Document::new(document).to_text()?)?;
    } else if form.csv {
        ui::print(&document.table(form.lang()).csv())?;
    } else if form.md {
        ui::print(&document.page(form.lang()).markdown(form.lang()))?;
    } else {
        ui::put(&document.page(form.lang()))?;
    }
    Ok(())
}

/// A ladder as the store lists it: disturbed rungs are worth less, invalid ones nothing.
pub(crate) fn judgement(ladder: &Ladder) -> StoredJudgement {
    let has = |is: fn(&fiord_record::ladder::MeasuredRung) -> bool| ladder.rungs.iter().any(is);
    let grade = match () {
        () if has(|rung| !rung.wrong.is_empty()) => "D",
        () if has(|rung| !rung.disturbed.is_empty()) => "C",
        () => "B",
    };
    StoredJudgement {
        grade: grade.to_owned(),
        verdict: document::headline(ladder, Lang::En),
        measured: json!({ "measured": "ladder" }).to_string(),
        findings: Vec::new(),
    }
}
