//! `fiord run --hosts`: one result of all ranks that a launcher of MPI started, printed by rank 0.

use std::ffi::OsString;

use anyhow::Result;
use fiord_formats::findings::Detail;
use fiord_formats::hosts::view::kept;
use fiord_formats::page::Page;
use fiord_hosts::{HostsAnswer, HostsEnd, HostsFront, HostsJob, JobFront};
use fiord_record::run::HostsRun;
use fiord_verdict::Grade;

use super::once::put_interrupted;
use super::request::{RunRequest, refuse_what_run_does_not_do};
use crate::keep::{Keeper, judged, say_kept};
use crate::ui::{self, Progress, Screen, exit};

pub(super) fn run(request: &RunRequest, words: &[OsString]) -> Result<u8> {
    let progress = Progress::begin();
    let render = |answer: &HostsAnswer<'_>| {
        if request.form.json {
            return Ok(ui::printable(&answer.json()?).into_owned());
        }
        let mut page = Page::new();
        put_interrupted(&mut page, answer.interrupted);
        answer.put(&mut page, request.detail.unwrap_or(Detail::Line));
        Ok(match request.form.md {
            true => ui::printable(&page.markdown()).into_owned(),
            false => Screen::stdout().render(&page),
        })
    };
    let print = |text: &str| Ok(ui::draw(text).map(|_| ())?);
    let front = HostsFront {
        say: &|text| ui::say(text),
        progress: &|text| progress.show(None, text),
        print: &print,
        above: &|act| progress.above(act),
    };
    let of_job = JobFront {
        say: front.say,
        show: &ui::show,
        print: &print,
        render: &render,
        keep: &|run, is_cut| keep(request, run, is_cut),
        ready: &|| ready(request),
        check: &refuse_what_run_does_not_do,
    };
    let parsed = fiord_fio::parse(&request.fio);
    let asked = &request.modes.hosts;
    let mut job = HostsJob::new(asked, words, parsed, request.repeat, &of_job);
    let end = fiord_hosts::run(&mut job, &front)?;
    Ok(match end {
        HostsEnd::Done(grade) if request.strict && grade >= Grade::C => exit::FAILED,
        HostsEnd::Done(_) | HostsEnd::TookPart => exit::OK,
        HostsEnd::Failed => exit::FAILED,
        HostsEnd::Refused => exit::REFUSED,
        HostsEnd::Interrupted => exit::INTERRUPTED,
    })
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
        None => ui::say("no rank reported, so this run is not kept"),
    }
    Ok(())
}
