//! One run with its progress, its evidence file, and the parts of its page that repeated runs have as well.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use fiord_job::invocation::Parsed;
use fiord_job::plan::RunPlan;
use fiord_judge::case::Case;
use fiord_judge::{State, TrapId, When, judge_one};
use fiord_messages::{Lang, run as messages};
use fiord_record::Before;
use fiord_record::claims::SpecSheet;
use fiord_record::number::{About, Bytes};
use fiord_record::run::RunRecord;
use fiord_report::documents;
use fiord_report::text::findings;
use fiord_report::text::{Page, Styled};

use super::request::RunRequest;
use crate::live::{self, LiveHead, LiveOutputs};
use crate::ui::{self, Progress, ReportOutput, print};
use fiord_engine::live::LiveBoard;
use fiord_session::layers::LayersRequest;
use fiord_session::{RunEvent, RunSettings, Signals};

/// Before the run: which claim its result will be held against, and in what the job differs from it.
pub(super) fn say_differences(plan: &RunPlan, sheet: Option<&SpecSheet>) {
    let mut record = RunRecord::planned(plan.clone(), Before::default());
    record.context.data_sheet = sheet.cloned();
    for finding in judge_one(TrapId::SpecGap, When::Plan, &Case::of(&record)) {
        ui::say(finding.saw(Lang::current()));
    }
}

/// One run, with its progress; `which` of how many.
pub(in crate::verbs) fn run_jobs(
    parsed: &Parsed,
    plan: &RunPlan,
    (signals, outputs): (&Signals, &LiveOutputs),
    which: Option<(usize, usize)>,
    layers: Option<LayersRequest>,
) -> Result<RunRecord> {
    let board = match layers {
        Some(_) => fiord_session::layers::with_stamps(fiord_session::board(plan)?),
        None => fiord_session::board(plan)?,
    };
    let settings = RunSettings {
        layers,
        ..settings(parsed, signals)
    };
    measured(plan, settings, board, outputs, which)
}

/// How the jobs of a command line run.
pub(in crate::verbs) fn settings(parsed: &Parsed, signals: &Signals) -> RunSettings {
    RunSettings {
        allow_destroy: parsed.cli.allow_destroy.iter().map(Into::into).collect(),
        readonly: parsed.cli.readonly,
        evidence: true,
        states: Some(parsed.cli.aux_path.as_deref().unwrap_or_default().into()),
        ..RunSettings::new(Arc::clone(&signals.stop))
    }
}

pub(super) fn measured(
    plan: &RunPlan,
    settings: RunSettings,
    board: LiveBoard,
    outputs: &LiveOutputs,
    which: Option<(usize, usize)>,
) -> Result<RunRecord> {
    let progress = Progress::begin();
    let layout = Cell::new(None);
    let on_event = |event: &RunEvent| match event {
        RunEvent::LayingOut { bytes, .. } => {
            layout.set(layout.get().or_else(|| Some(Instant::now())));
            let bytes = &Bytes(*bytes);
            ui::say(messages::LayingOut { bytes }.text(Lang::current()));
        }
        RunEvent::Prepared => {
            if let Some(begun) = layout.take() {
                let time = &About(begun.elapsed().as_secs_f64());
                ui::say(messages::LayoutTook { time }.text(Lang::current()));
            }
        }
        RunEvent::Note(note) => ui::say(note.text(Lang::current())),
        _ => {}
    };
    let head = LiveHead::Run(which);
    let seen = (&progress, outputs);
    Ok(live::measure(plan, settings, board, seen, &head, &on_event)?)
}

/// The file of `--evidence`, opened before the run: one that cannot be written is found out in time.
pub(super) fn evidence_file(request: &RunRequest) -> Result<Option<ReportOutput>> {
    let open = |path: &PathBuf| {
        ReportOutput::open(Some(path)).with_context(|| format!("--evidence={}", path.display()))
    };
    request.outputs.evidence.as_ref().map(open).transpose()
}

/// Writes the evidence; what cannot be written is printed, and said.
pub(super) fn write_evidence(
    request: &RunRequest,
    file: Option<&ReportOutput>,
    document: &documents::Document<impl documents::Body>,
) -> Result<bool> {
    match file {
        Some(_) => Ok(write_evidence_text(request, file, &document.to_text()?)),
        None => Ok(true),
    }
}

/// Likewise, as text.
pub(super) fn write_evidence_text(request: &RunRequest, file: Option<&ReportOutput>, text: &str) -> bool {
    let (Some(file), Some(path)) = (file, &request.outputs.evidence) else {
        return true;
    };
    let written = file.write_or_print(text);
    if let Err(error) = &written {
        let option = &format!("--evidence={}", path.display());
        ui::say(messages::PrintedInstead { option, error }.text(Lang::current()));
    }
    written.is_ok()
}

/// Says that a file of an option was not written.
pub(super) fn say_not_written(option: &str, error: &dyn std::fmt::Display) {
    let option = &option;
    ui::say(messages::NotWritten { option, error }.text(Lang::current()));
}

/// Says which workers failed; whether any did.
pub(in crate::verbs) fn failures(record: &RunRecord) -> bool {
    let mut failed = false;
    for worker in &record.workers {
        if let Some(error) = &worker.error {
            failed = true;
            let lang = Lang::current();
            let (worker, place, error) = (&worker.number, &error.place, &error.detail.text(lang));
            ui::say(match place.is_empty() {
                true => messages::WorkerFailed { worker, error }.text(lang),
                false => messages::WorkerFailedAt { worker, place, error }.text(lang),
            });
        }
    }
    failed
}

/// Prints a page, as Markdown where that was asked for.
pub(super) fn put_or_markdown(request: &RunRequest, page: &Page) -> Result<()> {
    if request.form.md {
        print(&page.markdown(request.form.lang()))?;
    } else {
        ui::put(page)?;
    }
    Ok(())
}

/// Says on a page that a signal ended the run early.
pub(super) fn put_interrupted(page: &mut Page, signal: Option<i32>) {
    let Some(signal) = signal else { return };
    let (symbol, style) = findings::mark(State::Care);
    let lang = Lang::current();
    let name = signal_hook::low_level::signal_name(signal);
    let signal = &name.unwrap_or_else(|| messages::a_signal(lang));
    let first = Styled::new().styled(style, symbol).plain(" ");
    page.item(first, "  ", messages::Interrupted { signal }.text(lang));
}
