//! `fiord run --hosts`: one result of all ranks that a launcher of MPI started, printed by rank 0.

use std::cell::{Cell, OnceCell};
use std::ffi::OsString;

use anyhow::Result;
use fiord_cluster::asked::HostsAsked;
use fiord_cluster::{HostsAnswer, HostsEnd, HostsFront, HostsJob, JobFront};
use fiord_judge::Grade;
use fiord_messages::{Lang, run as messages};
use fiord_record::run::HostsRun;
use fiord_report::documents::many_hosts::view::kept;
use fiord_report::text::Page;

use super::asked::AskedOpen;
use super::once::{evidence_file, put_interrupted, say_not_written, write_evidence_text};
use super::request::{RunRequest, refuse_what_run_does_not_do};
use crate::keep::{Keeper, judged, say_kept};
use crate::ui::{self, Progress, ReportOutput, Screen, WholeFile, exit};

pub(super) fn run(request: &RunRequest, asked: &HostsAsked, fio: &[String]) -> Result<u8> {
    let progress = Progress::begin();
    let besides = Besides {
        request,
        opened: OnceCell::new(),
        code: Cell::new(exit::OK),
    };
    let render = |answer: &HostsAnswer<'_>| {
        let answered = besides.opened()?.asked.answer_hosts(&answer.runs());
        besides.code.set(answered.exit_code());
        if request.form.json {
            return Ok(ui::printable(&answer.json(answered.documents())?).into_owned());
        }
        if request.form.csv {
            return Ok(ui::printable(&answer.csv()).into_owned());
        }
        let mut page = Page::new();
        put_interrupted(&mut page, answer.interrupted);
        answer.put(&mut page, request.detail());
        answered.put(&mut page);
        Ok(match request.form.md {
            true => ui::printable(&page.markdown(request.form.lang())).into_owned(),
            false => Screen::stdout().render(&page),
        })
    };
    let print = |text: &str| Ok(ui::draw(text).map(|_| ())?);
    let front = HostsFront {
        say: &|text| ui::say(text),
        progress: &|text| progress.show(None, text),
        print: &print,
        above: &|act| ui::above_progress(act),
    };
    let of_job = JobFront {
        lang: request.form.lang(),
        say: front.say,
        show: &ui::show,
        print: &print,
        render: &render,
        write: &|answer| match besides.write(answer) {
            Ok(is_written) => is_written,
            Err(error) => {
                ui::say(format!("{error:#}"));
                false
            }
        },
        keep: &|run, is_cut| keep(request, run, is_cut),
        ready: &|| {
            ready(request)?;
            besides.opened().map(|_| ())
        },
        check: &refuse_what_run_does_not_do,
    };
    // As typed after `fiord run`: ranks compare it.
    let words: Vec<OsString> = std::env::args_os().skip(2).collect();
    let parsed = fiord_fio_cli::parse(fio);
    let mut job = HostsJob::new(asked, &words, parsed, request.runs.repeat, &of_job);
    let end = fiord_cluster::run(&mut job, &front)?;
    Ok(match end {
        HostsEnd::Done(grade) if request.strict && grade >= Grade::C => exit::FAILED,
        HostsEnd::Done(_) => besides.code.get(),
        HostsEnd::TookPart => exit::OK,
        HostsEnd::Failed => exit::FAILED,
        HostsEnd::Refused => exit::REFUSED,
        HostsEnd::Interrupted => exit::INTERRUPTED,
    })
}

/// What is written besides the result.
struct Besides<'a> {
    request: &'a RunRequest,
    opened: OnceCell<Opened<'a>>,
    /// What the assertions come to.
    code: Cell<u8>,
}

struct Opened<'a> {
    evidence: Option<ReportOutput>,
    metrics: Option<WholeFile>,
    asked: AskedOpen<'a>,
}

impl<'a> Besides<'a> {
    /// The files: on rank 0 before anything is measured, in its survivor when it has to write.
    fn opened(&self) -> Result<&Opened<'a>> {
        if let Some(opened) = self.opened.get() {
            return Ok(opened);
        }
        let opened = Opened {
            evidence: evidence_file(self.request)?,
            metrics: self.request.outputs.metrics.open()?,
            asked: self.request.asked.open()?,
        };
        Ok(self.opened.get_or_init(|| opened))
    }

    /// Whether all of it could be written; what is wrong was said.
    fn write(&self, answer: &HostsAnswer<'_>) -> Result<bool> {
        let opened = self.opened()?;
        let answered = opened.asked.answer_hosts(&answer.runs());
        let mut is_written = true;
        if opened.evidence.is_some() {
            let text = answer.json(answered.documents())?;
            is_written &= write_evidence_text(self.request, opened.evidence.as_ref(), &text);
        }
        if let Some(file) = &opened.metrics
            && let Err(error) = file.write(&answer.metrics(answered.documents()))
        {
            say_not_written("--metrics", &error);
            is_written = false;
        }
        answered.report()?;
        Ok(is_written)
    }
}

/// A store that the user named has to be usable. The process that prints the result opens it anew.
fn ready(request: &RunRequest) -> Result<()> {
    let keep = &request.keep;
    if keep.save.is_some() || keep.at.store.is_some() {
        Keeper::open(keep, "run")?;
    }
    Ok(())
}

/// Keeps one run of all ranks.
fn keep(request: &RunRequest, run: &HostsRun, is_cut: bool) -> Result<()> {
    let mut keeper = Keeper::open(&request.keep, "run")?;
    match kept(run) {
        Some(record) => say_kept(keeper.keep_judged(&record, judged(&record), is_cut)),
        None => ui::say(messages::no_rank_not_kept(Lang::current())),
    }
    Ok(())
}
