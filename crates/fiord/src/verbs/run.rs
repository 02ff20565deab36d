//! `fiord run …`: a fio command line or job files, with evidence. Standard output is the answer: what was measured, numbers, verdict
//! and findings, or with `--json` the native record. Messages and progress go to standard error.

mod live;
mod repeat;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use fiord_engine::{LiveBoard, RunEvent};
use fiord_formats::answer;
use fiord_formats::findings::{self, Detail};
use fiord_formats::fio::text;
use fiord_formats::native;
use fiord_formats::page::{Page, Text};
use fiord_job::cli::{Action, Eta, OutputFormat};
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::plan::RunPlan;
use fiord_record::Before;
use fiord_record::claims::SpecSheet;
use fiord_record::number::Bytes;
use fiord_record::run::RunRecord;
use fiord_truth::verdict::{Verdict, verdict};
use fiord_truth::{Case, Grade, State, TrapId, When, judge_one};

use super::form::FormArgs;
use super::spec_sheet;
use super::words::{drop_program, one, value};
use crate::fio;
use crate::keep::{self, KeepArgs, Keeper};
use crate::selfcost;
use crate::session::{self, Session, Signals};
use crate::ui::{self, Document, Progress, exit, print};
use live::Live;

/// Arguments of `fiord run`. Options of the job language follow, or come in between: what is not ours is fio's.
#[derive(Debug, Default, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Our options (-v, --full, --strict, --json, --evidence FILE, --spec FILE, --repeat N, --self-cost, --save NAME, --no-store,
    /// --store FILE) and any fio options and job files.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FIO ARGUMENTS"
    )]
    words: Vec<OsString>,
}

#[derive(Debug, Default, PartialEq)]
struct Request {
    strict: bool,
    form: FormArgs,
    evidence: Option<PathBuf>,
    spec: Option<PathBuf>,
    self_cost: bool,
    /// How many runs, where one is not enough.
    repeat: Option<usize>,
    keep: KeepArgs,
    help: bool,
    detail: Option<Detail>,
    /// fio's report as well.
    full: bool,
    fio: Vec<String>,
}

impl Request {
    /// Takes our words out of fio's. Paths of ours may be any bytes.
    fn read(words: &[OsString]) -> Result<Self> {
        let mut request = Request::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let paths = [
                ("--evidence", &mut request.evidence),
                ("--spec", &mut request.spec),
                ("--store", &mut request.keep.at.store),
            ];
            if let Some((name, path)) = paths.into_iter().find(|(name, _)| names(word, name)) {
                let given = value(word, name).or_else(|| words.next().map(OsString::as_os_str));
                let given = given.with_context(|| format!("{name}: expected the name of a file"))?;
                *path = Some(given.into());
                continue;
            }
            if let Some(name) = ["--repeat", "--save"].into_iter().find(|name| names(word, name)) {
                let given = value(word, name).or_else(|| words.next().map(OsString::as_os_str));
                let given = one(given.with_context(|| format!("{name}: expected a value"))?)?;
                match name {
                    "--save" => request.keep.save = Some(kept_name(given)?),
                    _ => request.repeat = Some(repeat::count(given)?),
                }
                continue;
            }
            match one(word)? {
                "--strict" => request.strict = true,
                "--json" => request.form.json = true,
                "--md" => request.form.md = true,
                "--csv" => request.form.csv = true,
                "--self-cost" => request.self_cost = true,
                "--no-store" => request.keep.no_store = true,
                "--help" | "-h" => request.help = true,
                "--verbose" | "-v" => request.detail = Some(Detail::Reasons),
                "--full" => request.full = true,
                other => request.fio.push(other.to_owned()),
            }
        }
        drop_program(&mut request.fio);
        if request.repeat.is_some() && request.self_cost {
            bail!("--self-cost measures the generator, which --repeat does not repeat");
        }
        let FormArgs { json, md, csv } = request.form;
        if u8::from(json) + u8::from(md) + u8::from(csv) > 1 {
            bail!("--json, --md, --csv: expected one of them");
        }
        if request.self_cost && (md || csv) {
            bail!("--self-cost: prints text, or --json");
        }
        let keep = &request.keep;
        if keep.no_store && (keep.save.is_some() || keep.at.store.is_some()) {
            bail!("--no-store keeps nothing; leave out --save and --store, or --no-store");
        }
        Ok(request)
    }
}

fn kept_name(text: &str) -> Result<String> {
    keep::name(text).map_err(|why| anyhow!("--save={why}"))
}

/// Whether a word is this option, with its value or without.
fn names(word: &OsStr, name: &str) -> bool {
    word == name || value(word, name).is_some()
}

const HELP: &str = "\
Run a fio command line or job file and say what was really measured.

Usage: fiord run [-v] [--full] [--json|--md|--csv] [--strict] [--repeat N] [--evidence FILE] [--spec FILE] [--self-cost] [--save NAME]
                 FIO ARGUMENTS…

  -v, --verbose    all findings, with reasons and sources, and the steady state
  --full           fio's report as well
  --strict         exit with 1 when the grade is C or D
  --json           print the document of the run (docs/json.md) instead of text
  --md, --csv      print Markdown, or the numbers as CSV
  --evidence FILE  write that document to FILE as well
  --spec FILE      hold the result against the claims of a spec sheet (TOML; see docs/spec-sheets.md)
  --repeat N       run it N times and give the median with its interval (from 6 runs on); --json
                   then has the documents of all runs
  --self-cost      measure what fiord itself costs per I/O with these options, by the null engine
  --save NAME      keep the run under this name: `fiord report NAME`
  --store FILE     keep it there; else in $FIORD_STORE, or fiord/runs.sqlite in $XDG_DATA_HOME or ~/.local/share
  --no-store       keep nothing
  --allow-destroy=DEVICE  consent to overwrite this block device

Exit codes: 0 done, 1 a job failed or (--strict) the grade is C or D, 2 the request was wrong, 128 interrupted.
";

pub(crate) fn run(args: &Args) -> Result<u8> {
    let request = Request::read(&args.words)?;
    if request.help || request.fio.is_empty() {
        print(HELP)?;
        return Ok(if request.help { exit::OK } else { exit::REFUSED });
    }
    let parsed = fio::parse(&request.fio);
    for diagnostic in &parsed.diagnostics {
        let mut page = Page::new();
        page.foreign(diagnostic.render(&parsed.sources, "fiord"));
        ui::show(&page);
    }
    if parsed.failed()
        || parsed
            .diagnostics
            .iter()
            .any(|diagnostic| diagnostic.level == Level::Error)
    {
        return Ok(exit::REFUSED);
    }
    if parsed.action != Action::Run {
        bail!("this is not a job to run; fio's own questions are answered without `run`");
    }
    refuse_what_run_does_not_do(&parsed)?;
    let sheet = request.spec.as_deref().map(spec_sheet::read).transpose()?;
    let signals = Signals::listen()?;
    if request.self_cost {
        let costs = selfcost::measure(&parsed.plan, &signals)?;
        if request.form.json {
            print(&selfcost::document(&costs).to_text()?)?;
        } else {
            ui::put(&selfcost::page(&costs))?;
        }
        return Ok(exit::OK);
    }
    if let Some(runs) = request.repeat {
        return repeat::run(&request, &parsed, sheet.as_ref(), &signals, runs);
    }
    let evidence = evidence_file(&request)?;
    let mut keeper = Keeper::open(&request.keep, "run")?;
    say_differences(&parsed.plan, sheet.as_ref());
    let mut record = run_jobs(&parsed, &parsed.plan, &signals, None)?;
    record.context.data_sheet = sheet;
    record.context.ceiling_iops = selfcost::ceiling(&Case::of(&record), &signals);
    report(&request, &record, evidence.as_ref(), &signals, &mut keeper)
}

/// Options of fio's front end that would be without effect here. Nothing is silently ignored.
fn refuse_what_run_does_not_do(parsed: &Parsed) -> Result<()> {
    let cli = &parsed.cli;
    let unused = [
        ("--output", cli.output.is_some()),
        ("--output-format", cli.output_formats != [OutputFormat::Normal]),
        ("--eta", cli.eta != Eta::Auto),
        ("--eta-newline", cli.eta_newline_us.is_some()),
        ("--status-interval", cli.status_interval_us.is_some()),
        (
            "--trigger",
            cli.trigger.command.is_some() || cli.trigger.file.is_some(),
        ),
    ];
    match unused.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!(
            "{option}: `fiord run` prints a verdict and does not honour it; leave out `run` for fio's own output, or use --json and a redirection"
        ),
        None => Ok(()),
    }
}

/// Before the run: which claim its result will be held against, and in what the job differs from it.
fn say_differences(plan: &RunPlan, sheet: Option<&SpecSheet>) {
    let mut record = RunRecord::planned(plan.clone(), Before::default());
    record.context.data_sheet = sheet.cloned();
    for finding in judge_one(TrapId::SpecGap, When::Plan, &Case::of(&record)) {
        ui::say(finding.saw());
    }
}

/// One run, with its progress; `which` of how many.
fn run_jobs(
    parsed: &Parsed,
    plan: &RunPlan,
    signals: &Signals,
    which: Option<(usize, usize)>,
) -> Result<RunRecord> {
    let board = Arc::new(LiveBoard::new(fiord_engine::worker_count(plan)? as usize));
    let session = Session {
        allow_destroy: parsed.cli.allow_destroy.iter().map(Into::into).collect(),
        only: Vec::new(),
        readonly: parsed.cli.readonly,
        stop: Arc::clone(&signals.stop),
        live: Some(Arc::clone(&board)),
        evidence: true,
    };
    let on_event = |event: &RunEvent| match event {
        RunEvent::LayingOut { bytes, .. } => ui::say(format!("laying out {}", Bytes(*bytes))),
        RunEvent::Note(text) => ui::say(text),
        _ => {}
    };
    let live = Live::begin(plan, &board, which);
    let work = || session::measure(plan, &session, &on_event);
    let record = Progress::begin().during(|progress| live.draw(progress), work)?;
    Ok(record)
}

/// A stored run as it was shown, judged again.
pub(super) fn stored_page(record: &RunRecord, detail: Detail, full: bool) -> Page {
    let mut page = Page::new();
    let case = Case::of(record);
    put_answer(&mut page, &case, &verdict(&case), detail, full);
    page
}

/// The native document of a stored run, judged again.
pub(super) fn stored_json(record: &RunRecord) -> Result<String> {
    Ok(native::run::of(record).to_text()?)
}

/// The file of `--evidence`, opened before the run: one that cannot be written is found out in time.
fn evidence_file(request: &Request) -> Result<Option<Document>> {
    let open =
        |path: &PathBuf| Document::open(Some(path)).with_context(|| format!("--evidence={}", path.display()));
    request.evidence.as_ref().map(open).transpose()
}

/// Writes the evidence; what cannot be written is printed, and said.
fn write_evidence(
    request: &Request,
    file: Option<&Document>,
    document: &native::Document<impl native::Body>,
) -> Result<bool> {
    let (Some(file), Some(path)) = (file, &request.evidence) else {
        return Ok(true);
    };
    let written = file.write_or_print(&document.to_text()?);
    if let Err(error) = &written {
        ui::say(format!(
            "--evidence={}: {error}; it was printed instead",
            path.display()
        ));
    }
    Ok(written.is_ok())
}

/// Says which workers failed; whether any did.
pub(super) fn failures(record: &RunRecord) -> bool {
    let mut failed = false;
    for worker in &record.workers {
        if let Some(error) = &worker.error {
            failed = true;
            let place = if error.place.is_empty() { "" } else { ": " };
            ui::say(format!(
                "worker {}{place}{}: {}",
                worker.number, error.place, error.detail
            ));
        }
    }
    failed
}

fn report(
    request: &Request,
    record: &RunRecord,
    evidence: Option<&Document>,
    signals: &Signals,
    keeper: &mut Keeper,
) -> Result<u8> {
    let case = Case::of(record);
    let judged = verdict(&case);
    let document = native::run::document(&case, &judged);
    keep::say_kept(keeper.keep(record, &judged, signals.received().is_some()));
    let written = write_evidence(request, evidence, &document)?;
    let failed = failures(record) || !written;
    if request.form.json {
        print(&document.to_text()?)?;
    } else if request.form.csv {
        print(&answer::Numbers::all(&Case::of(record)).table().csv())?;
    } else {
        let mut page = Page::new();
        put_interrupted(&mut page, signals);
        let detail = request.detail.unwrap_or(Detail::Line);
        put_answer(&mut page, &Case::of(record), &judged, detail, request.full);
        put_or_markdown(request, &page)?;
    }
    Ok(match () {
        () if signals.received().is_some() => exit::INTERRUPTED,
        () if failed || (request.strict && judged.grade >= Grade::C) => exit::FAILED,
        () => exit::OK,
    })
}

/// One screen, the answer first; fio's report below where it is asked for.
fn put_answer(page: &mut Page, case: &Case<'_>, judged: &Verdict, detail: Detail, full: bool) {
    answer::put(page, case, judged, detail);
    if full {
        page.blank();
        page.foreign(text::render_marked(case.record));
    }
}

/// Prints a page, as Markdown where that was asked for.
fn put_or_markdown(request: &Request, page: &Page) -> Result<()> {
    if request.form.md {
        print(&page.markdown())?;
    } else {
        ui::put(page)?;
    }
    Ok(())
}

/// Says on a page that a signal ended the run early.
fn put_interrupted(page: &mut Page, signals: &Signals) {
    let Some(signal) = signals.received() else { return };
    let (symbol, style) = findings::mark(State::Care);
    let name = signal_hook::low_level::signal_name(signal).unwrap_or("a signal");
    let first = Text::new().styled(style, format!("{symbol} Interrupted"));
    page.item(
        first,
        "  ",
        format!(" by {name}: the numbers are of what was done until then."),
    );
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn our_words_are_taken_out_wherever_they_stand() {
        let request = Request::read(&words(
            "--name=a --strict --rw=read --evidence e.json --json job.fio",
        ))
        .unwrap();
        assert!(request.strict && request.form.json && !request.self_cost && !request.full);
        assert_eq!(request.evidence, Some("e.json".into()));
        assert_eq!(request.fio, ["--name=a", "--rw=read", "job.fio"]);
        assert!(Request::read(&words("--name=a --evidence")).is_err());
        let request = Request::read(&words("--repeat=6 --name=a")).unwrap();
        assert_eq!(
            (request.repeat, request.fio),
            (Some(6), vec!["--name=a".to_owned()])
        );
        let copied = Request::read(&words("--json sudo fio --name=a --strict")).unwrap();
        assert_eq!((copied.strict, copied.fio), (true, vec!["--name=a".to_owned()]));
        let odd = OsString::from_vec(b"--evidence=caf\xe9".to_vec());
        let evidence = Request::read(&[odd]).unwrap().evidence.unwrap();
        assert_eq!(evidence.as_os_str().as_encoded_bytes(), b"caf\xe9");
        assert!(Request::read(&[OsString::from_vec(b"--filename=caf\xe9".to_vec())]).is_err());
        assert_eq!(
            Request::read(&words("--name=a --repeat 2")).unwrap().repeat,
            Some(2)
        );
        let request = Request::read(&words("--save=before --name=a --store s.db")).unwrap();
        assert_eq!(request.keep.save.as_deref(), Some("before"));
        assert_eq!(request.keep.at.store, Some("s.db".into()));
        for wrong in [
            "--repeat",
            "--repeat=1",
            "--repeat x",
            "--repeat=3 --self-cost",
            "--repeat=1001",
            "--save=12",
            "--save=",
            "--save=x --no-store",
        ] {
            assert!(Request::read(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
