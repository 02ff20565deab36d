//! `fiord run --repeat N`: the plan N times, each run judged by itself, then all of them together. A run that a signal cut short
//! is not among them, unless it is the only one.

use anyhow::{Result, bail};
use fiord_job::invocation::Parsed;
use fiord_job::plan::RunPlan;
use fiord_judge::Grade;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Verdict, verdict};
use fiord_messages::{Lang, run as messages};
use fiord_record::RunRecord;
use fiord_record::claims::SpecSheet;
use fiord_report::documents::Document;
use fiord_report::documents::repeats::{JudgedRun, RepeatedRuns};
use fiord_report::text::Page;

use super::asked::AskedOpen;
use super::once::{
    evidence_file, failures, put_interrupted, put_or_markdown, run_jobs, say_differences, write_evidence,
};
use super::request::RunRequest;
use crate::keep::Keeper;
use crate::live::LiveOutputs;
use crate::self_cost as selfcost;
use crate::ui::{self, ReportOutput, exit, print};
use fiord_session::Signals;

pub(super) fn run(
    request: &RunRequest,
    parsed: &Parsed,
    sheet: Option<&SpecSheet>,
    (signals, live): (&Signals, &LiveOutputs),
    (asked, asserted): (usize, &AskedOpen<'_>),
) -> Result<u8> {
    let evidence = evidence_file(request)?;
    let mut keeper = Keeper::open(&request.keep, "run")?;
    let mut runs: Vec<JudgedRun> = Vec::new();
    let (mut failed, mut known_ceiling) = (false, None);
    while runs.len() < asked && !failed {
        let (run, all) = (&(runs.len() + 1), &asked);
        ui::say(messages::RunOf { run, runs: all }.text(Lang::current()));
        if runs.is_empty() {
            say_differences(&parsed.plan, sheet);
        }
        let mut record = match one_run(parsed, runs.len(), asked, (signals, live)) {
            Ok(record) => record,
            // What was measured stands.
            Err(error) if !runs.is_empty() => {
                ui::say(format!("{error:#}"));
                failed = true;
                break;
            }
            Err(error) => return Err(error),
        };
        let cut = signals.received().is_some();
        if cut && !runs.is_empty() {
            break;
        }
        // The plan is the same each time, and so is what the generator can do.
        known_ceiling = known_ceiling.or_else(|| selfcost::ceiling(&Case::of(&record), signals));
        record.context.data_sheet = sheet.cloned();
        record.context.ceiling_iops = known_ceiling;
        let verdict = verdict(&Case::of(&record));
        keeper.keep(&record, &verdict, cut);
        failed = failures(&record);
        ui::say(verdict.line(Lang::current()));
        runs.push(JudgedRun { record, verdict });
        if cut {
            break;
        }
    }
    let code = report(
        request,
        &runs,
        evidence.as_ref(),
        (asked, asserted),
        failed,
        signals,
    )?;
    Ok(keeper.exit_code(code))
}

fn one_run(parsed: &Parsed, done: usize, asked: usize, seen: (&Signals, &LiveOutputs)) -> Result<RunRecord> {
    let plan = varied(&parsed.plan, done as u64);
    run_jobs(parsed, &plan, seen, Some((done + 1, asked)), None)
}

/// The plan with other seeds for another run: the same offsets and arrivals again would leave the workload's own variation out of the
/// interval, and a cache in the device would see the same blocks.
pub(in crate::verbs) fn varied(plan: &RunPlan, run: u64) -> RunPlan {
    let mut plan = plan.clone();
    fiord_cluster::parts::vary(&mut plan, run);
    plan
}

fn report(
    request: &RunRequest,
    runs: &[JudgedRun],
    evidence: Option<&ReportOutput>,
    (asked, asserted): (usize, &AskedOpen<'_>),
    failed: bool,
    signals: &Signals,
) -> Result<u8> {
    let Some(mut repeated) = RepeatedRuns::new(runs, asked, Lang::En) else {
        bail!(messages::nothing_measured(Lang::current()));
    };
    let measured: Vec<(&RunRecord, &Verdict)> = runs.iter().map(|run| (&run.record, &run.verdict)).collect();
    let answered = asserted.answer(&measured);
    repeated.assertions = answered.documents();
    let document = Document::new(repeated);
    let failed = !write_evidence(request, evidence, &document)? || failed;
    if request.form.json {
        print(&document.to_text()?)?;
    } else if request.form.csv {
        print(&document.body.table(Lang::En).csv())?;
    } else {
        let mut page = Page::new();
        put_interrupted(&mut page, signals.received());
        let lang = request.form.lang();
        let translated = (lang != Lang::En)
            .then(|| RepeatedRuns::new(runs, asked, lang))
            .flatten();
        let shown = translated.as_ref().unwrap_or(&document.body);
        page.append(shown.page(request.detail(), lang));
        answered.put(&mut page);
        put_or_markdown(request, &page)?;
    }
    answered.report()?;
    Ok(if signals.received().is_some() {
        exit::INTERRUPTED
    } else if failed || (request.strict && document.body.grade >= Grade::C) {
        exit::FAILED
    } else {
        answered.exit_code()
    })
}
