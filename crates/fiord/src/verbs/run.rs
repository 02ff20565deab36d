//! `fiord run …`: a fio command line or job files, with evidence. Standard output is the answer: what was measured, numbers, verdict
//! and findings, or with `--json` the native record. Messages and progress go to standard error.

mod against;
mod asked;
mod hosts_run;
pub(super) mod in_turn;
mod once;
mod repeat;
mod request;

use anyhow::{Result, bail};
use fiord_job::cli::Action;
use fiord_job::diagnostic::Level;
use fiord_judge::Grade;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Verdict, verdict};
use fiord_messages::{Lang, run as messages};
use fiord_record::run::RunRecord;
use fiord_report::documents::run::Run;
use fiord_report::documents::{self, Document};
use fiord_report::fio;
use fiord_report::openmetrics;
use fiord_report::text;
use fiord_report::text::findings::Detail;
use fiord_report::text::{Page, Styled};

use self::once::{
    evidence_file, put_interrupted, put_or_markdown, say_differences, say_not_written, write_evidence,
};
pub(super) use self::once::{failures, run_jobs, settings};
pub(super) use self::repeat::varied;
pub(crate) use self::request::RunRequest;
pub(super) use self::request::refuse_what_run_does_not_do;
use super::{put_help, spec_sheet};
use crate::keep::{self, Keeper};
use crate::self_cost as selfcost;
use crate::ui::{self, ReportOutput, WholeFile, exit, print};
use asked::AskedOpen;
use fiord_session::Signals;

pub(crate) fn run(request: &RunRequest) -> Result<u8> {
    request.asked.check()?;
    let (hosts, fio) = (request.hosts()?, request.fio()?);
    if fio.is_empty() {
        return Ok(put_help("run"));
    }
    if hosts.is_asked {
        return hosts_run::run(request, &hosts, &fio);
    }
    let parsed = fiord_fio_cli::parse(&fio);
    for diagnostic in &parsed.diagnostics {
        let mut page = Page::new();
        page.foreign(diagnostic.render(&parsed.sources, "fiord", Lang::current()));
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
        bail!(messages::not_a_run(Lang::current()));
    }
    refuse_what_run_does_not_do(&parsed)?;
    let sheet = request.spec.as_deref().map(spec_sheet::read).transpose()?;
    let signals = Signals::listen()?;
    let live = request.live.open()?;
    if request.self_cost {
        let cost = selfcost::measure(&parsed.plan, &signals)?;
        if request.form.json {
            print(&Document::new(cost).to_text()?)?;
        } else {
            ui::put(&cost.page(Lang::current()))?;
        }
        return Ok(exit::OK);
    }
    if let Some(against) = &request.against()? {
        return against::run(request, &parsed, (&signals, &live), against);
    }
    let asked = request.asked.open()?;
    if let Some(runs) = request.runs.repeat {
        return repeat::run(
            request,
            &parsed,
            sheet.as_ref(),
            (&signals, &live),
            (runs, &asked),
        );
    }
    let files = (evidence_file(request)?, request.outputs.metrics.open()?);
    let mut keeper = Keeper::open(&request.keep, "run")?;
    say_differences(&parsed.plan, sheet.as_ref());
    let mut record = run_jobs(&parsed, &parsed.plan, (&signals, &live), None, request.layers())?;
    record.context.data_sheet = sheet;
    record.context.ceiling_iops = selfcost::ceiling(&Case::of(&record), &signals);
    report(
        request,
        &record,
        (files.0.as_ref(), files.1.as_ref()),
        &signals,
        (&mut keeper, &asked),
    )
}

/// A stored run as it was shown, judged again.
pub(super) fn put_stored(page: &mut Page, record: &RunRecord, detail: Detail, full: bool) {
    let case = Case::of(record);
    put_answer(page, &case, &verdict(&case), detail, full);
}

/// The native document of a stored run, judged again.
pub(super) fn stored_json(record: &RunRecord) -> Result<String> {
    Ok(documents::run::of(record, Lang::En).to_text()?)
}

fn report(
    request: &RunRequest,
    record: &RunRecord,
    (evidence, metrics): (Option<&ReportOutput>, Option<&WholeFile>),
    signals: &Signals,
    (keeper, asked): (&mut Keeper, &AskedOpen<'_>),
) -> Result<u8> {
    let case = Case::of(record);
    let judged = verdict(&case);
    let answered = asked.answer(&[(record, &judged)]);
    let mut document = documents::run::document(&case, &judged, Lang::En);
    document.body.assertions = answered.documents();
    keep::say_kept(keeper.keep(record, &judged, signals.received().is_some()));
    let written = write_evidence(request, evidence, &document)? & write_metrics(metrics, &document);
    let failed = failures(record) || !written;
    if request.form.json {
        print(&document.to_text()?)?;
    } else if request.form.csv {
        print(&text::run::Numbers::all(&case).table().csv())?;
    } else {
        let mut page = Page::new();
        put_interrupted(&mut page, signals.received());
        let detail = request.detail();
        put_answer(&mut page, &case, &judged, detail, request.full);
        answered.put(&mut page);
        put_or_markdown(request, &page)?;
    }
    answered.report()?;
    Ok(keeper.exit_code(if signals.received().is_some() {
        exit::INTERRUPTED
    } else if failed || (request.strict && judged.grade >= Grade::C) {
        exit::FAILED
    } else {
        answered.exit_code()
    }))
}

/// Writes the metrics; what is wrong is said, and the numbers are printed anyway.
fn write_metrics(file: Option<&WholeFile>, document: &Document<Run>) -> bool {
    let written = file.map_or(Ok(()), |file| file.write(&openmetrics::run(&document.body)));
    if let Err(error) = &written {
        say_not_written("--metrics", error);
    }
    written.is_ok()
}

/// One screen, the answer first; fio's report below where it is asked for.
fn put_answer(page: &mut Page, case: &Case<'_>, judged: &Verdict, detail: Detail, full: bool) {
    text::run::put(page, case, judged, detail, Lang::current());
    fiord_report::text::layers::put(page, case, Lang::current());
    if full {
        page.blank();
        page.foreign(fio::text::render_marked(case.record));
    } else if detail == Detail::Line {
        page.line(Styled::new().dim(messages::full(Lang::current())));
    }
}
