//! One invocation from its command line to its exit code.

use std::path::Path;
use std::sync::Arc;

use fiord_job::cli::{Action, OutputFormat};
use fiord_job::diagnostic::Level;
use fiord_job::invocation::Parsed;
use fiord_job::plan::RunPlan;
use fiord_messages::Lang;
use fiord_record::run::RunRecord;
use fiord_report::documents;
use fiord_report::fio::header;

use crate::aggregate;
use crate::debug;
use crate::document::{ReportOutput, for_stderr};
use crate::help;
use crate::idle::IdleWatch;
use crate::progress;
use crate::report::render;
use crate::world::parse;
use fiord_session::{RunEvent, RunSettings, Signals, VERSION};

/// Under which name the program was started: as `fio` it says no word on stderr when all went well, because scripts of fio
/// may read both streams as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalledAs {
    /// `fio`, by a link or a copy.
    Fio,
    /// `fiord`.
    Fiord,
}

/// Exit code of a run that a signal ended.
const INTERRUPTED: u8 = 128;

/// Runs one invocation; the result is the exit code.
pub fn run(args: &[String], name: CalledAs) -> u8 {
    let parsed = parse(args);
    if parsed.failed() {
        return complain(&parsed);
    }
    match &parsed.action {
        Action::Run => start(&parsed, name),
        Action::ParseOnly => {
            if parsed.cli.debug.parse {
                debug::tell_options(&parsed.plan, &|lines| eprint!("{}", for_stderr(lines)));
            }
            if name == CalledAs::Fiord {
                eprint!("{}", told(&parsed));
            }
            0
        }
        Action::MergeTraces => match fiord_session::merge_traces(&parsed.plan) {
            Ok(()) => 0,
            Err(error) => {
                eprintln!("{}", for_stderr(&format!("fiord: {error}")));
                1
            }
        },
        other => help::act(other, &parsed),
    }
}

/// What there is to say about the input from warnings on, with fio's words before ours.
fn told(parsed: &Parsed) -> String {
    let mut all = String::new();
    for diagnostic in parsed
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.level >= Level::Warning)
    {
        if let Some(words) = &diagnostic.fio_message {
            all.push_str(words.trim_end());
            all.push('\n');
        }
        all.push_str(diagnostic.render(&parsed.sources, "fiord", Lang::En).trim_end());
        all.push('\n');
    }
    all
}

/// Errors go to stderr, and to the report's file when there is one, as fio does.
fn complain(parsed: &Parsed) -> u8 {
    let all = told(parsed);
    eprint!("{all}");
    // A report that is there already is not lost to a line that was refused.
    if let Some(path) = parsed.cli.output.as_deref().map(Path::new)
        && std::fs::metadata(path).map_or(true, |meta| meta.len() == 0)
        && let Ok(document) = ReportOutput::open(Some(path))
    {
        let _ = document.write(&all);
    }
    1
}

fn start(parsed: &Parsed, name: CalledAs) -> u8 {
    let document = match ReportOutput::open(parsed.cli.output.as_deref().map(Path::new)) {
        Ok(document) => Arc::new(document),
        Err(error) => {
            eprintln!(
                "fiord: --output={}: {error}",
                parsed.cli.output.as_deref().unwrap_or_default()
            );
            return 1;
        }
    };
    let signals = match Signals::listen() {
        Ok(signals) => signals,
        Err(error) => {
            eprintln!("fiord: signals: {error}");
            return 1;
        }
    };
    if name == CalledAs::Fiord && !parsed.cli.output_formats.contains(&OutputFormat::Normal) {
        // A document for programs holds nothing but its format, and yet nobody should miss a warning.
        eprint!("{}", told(parsed));
    }
    match run_jobs(parsed, &document, &signals) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("fiord: {error}");
            1
        }
    }
}

fn run_jobs(parsed: &Parsed, document: &Arc<ReportOutput>, signals: &Signals) -> std::io::Result<u8> {
    let plan = &parsed.plan;
    let Ok(evidence) = evidence_file(parsed) else {
        return Ok(1);
    };
    let talks = parsed.cli.output_formats.contains(&OutputFormat::Normal);
    let is_for_people = talks && parsed.cli.output_formats.len() == 1;
    if parsed.cli.debug.parse {
        let out = debug::place(document, is_for_people && document.is_stdout());
        debug::tell_options(plan, &*out);
    }
    // A file that holds an older report is emptied only when nothing refuses the run any more.
    if talks && document.is_stdout() {
        document.write(&preamble(parsed))?;
    }
    let live = match fiord_session::board(plan) {
        Ok(board) => {
            let out = debug::place(document, is_for_people);
            Arc::new(debug::tapped(board, parsed.cli.debug, out))
        }
        Err(error) => {
            eprintln!("fiord: {error}");
            return Ok(1);
        }
    };
    let settings = RunSettings {
        allow_destroy: parsed.cli.allow_destroy.iter().map(Into::into).collect(),
        readonly: parsed.cli.readonly,
        live: Some(Arc::clone(&live)),
        evidence: parsed.cli.evidence.is_some(),
        states: Some(parsed.cli.aux_path.as_deref().unwrap_or_default().into()),
        ..RunSettings::new(Arc::clone(&signals.stop))
    };
    let progress = progress::StatusLine::begin(parsed, document, signals, &live);
    let idle = IdleWatch::begin();
    let outcome = progress.during(|| {
        fiord_session::measure(plan, &settings, &|event: &RunEvent| {
            if talks && !document.is_stdout() && matches!(event, RunEvent::Starting { .. }) {
                let _ = document.write(&preamble(parsed));
            }
            if talks {
                let _ = document.write(&event_line(plan, event));
            }
        })
    });
    let mut record = match outcome {
        Ok(record) => record,
        Err(error) => {
            eprintln!("{}", for_stderr(&format!("fiord: {error}")));
            return Ok(1);
        }
    };
    record.notes.extend(debug::note(parsed.cli.debug));
    record.idleness = parsed.cli.idle_prof.and_then(|kind| idle.end(kind));
    for note in failures(&record).into_iter().chain(
        record
            .notes
            .iter()
            .map(|note| format!("fiord: {}", note.text(Lang::En))),
    ) {
        eprintln!("{}", for_stderr(&note));
    }
    let rendered = render(parsed, &record);
    let mut written = document.write_or_print(&rendered);
    if let Some(evidence) = evidence {
        let document = documents::run::of(&record, Lang::En).to_text()?;
        written = written.and(evidence.write_or_print(&document));
    }
    if let Some(prefix) = &parsed.cli.bandwidth_log
        && let Err(error) = aggregate::write(prefix, &record)
    {
        eprintln!("fiord: {error}");
        return Ok(1);
    }
    if let Err(error) = written {
        eprintln!("fiord: the report could not be written: {error}; it was printed instead");
        return Ok(1);
    }
    Ok(exit_code(&record, signals))
}

/// The file of `--evidence`, opened before the run; what is wrong with it has been said.
fn evidence_file(parsed: &Parsed) -> std::io::Result<Option<ReportOutput>> {
    let Some(path) = &parsed.cli.evidence else {
        return Ok(None);
    };
    let opened = ReportOutput::open(Some(Path::new(path)));
    if let Err(error) = &opened {
        eprintln!("fiord: --evidence={path}: {error}");
    }
    opened.map(Some)
}

/// What stands before the first result: notes on the input, a line per job, the version.
fn preamble(parsed: &Parsed) -> String {
    let mut out = String::new();
    for diagnostic in &parsed.diagnostics {
        let words = diagnostic.fio_message.clone();
        let shown = words.unwrap_or_else(|| diagnostic.render(&parsed.sources, "fiord", Lang::En));
        out.push_str(shown.trim_end());
        out.push('\n');
    }
    out.push_str(&header::render(&parsed.plan, VERSION));
    out
}

fn event_line(plan: &RunPlan, event: &RunEvent) -> String {
    match event {
        RunEvent::LayingOut {
            job_index,
            files,
            bytes,
            ..
        } => {
            let name = plan.jobs.get(*job_index).map_or("", |job| job.name.as_str());
            let (word, total) = if *files == 1 {
                ("file", "")
            } else {
                ("files", "total ")
            };
            format!(
                "{name}: Laying out IO {word} ({files} {word} / {total}{}MiB)\n",
                bytes >> 20
            )
        }
        _ => String::new(),
    }
}

/// What fio writes to stderr about each worker that failed: what happened, and its line about the process.
fn failures(record: &RunRecord) -> Vec<String> {
    let failed = record
        .workers
        .iter()
        .filter_map(|worker| Some((worker, worker.error.as_ref()?)));
    failed
        .flat_map(|(worker, error)| {
            let detail = error.detail.text(Lang::En);
            let detail = (detail != error.message).then(|| format!("fio: {detail}"));
            let line = format!(
                "fio: pid={}, err={}/file:{}, func={}, error={}",
                worker.pid, error.errno, error.place, error.func, error.message
            );
            detail.into_iter().chain([line])
        })
        .collect()
}

/// The number of jobs that failed, as fio counts; 128 after a signal.
fn exit_code(record: &RunRecord, signals: &Signals) -> u8 {
    if signals.received().is_some() {
        return INTERRUPTED;
    }
    let failed = record
        .workers
        .iter()
        .filter(|worker| worker.error.is_some())
        .count();
    // FIO-DIFF(exit-256): fio's count wraps at 256, so that 256 failures look like success; here it stops at 255.
    u8::try_from(failed).unwrap_or(u8::MAX)
}
