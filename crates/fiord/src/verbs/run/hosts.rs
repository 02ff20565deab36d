//! `fiord run --hosts`: one result of all ranks that a launcher of MPI started, printed by rank 0.

use std::ffi::OsString;

use anyhow::Result;
use fiord_formats::findings::Detail;
use fiord_formats::page::Page;
use fiord_hosts::{HostsAnswer, HostsEnd, HostsFront};
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
    let front = HostsFront {
        say: &|text| ui::say(text),
        show: &ui::show,
        progress: &|text| progress.show(None, text),
        print: &|text| Ok(ui::draw(text).map(|_| ())?),
        above: &|act| progress.above(act),
        keep: &|answer| keep(request, answer),
        ready: &|| ready(request),
        check: &refuse_what_run_does_not_do,
    };
    let parsed = fiord_fio::parse(&request.fio);
    let end = fiord_hosts::run((&request.modes.hosts, words), parsed, &front, &render)?;
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

/// Keeps a result.
fn keep(request: &RunRequest, answer: &HostsAnswer<'_>) -> Result<()> {
    let mut keeper = Keeper::open(&request.keep, "run")?;
    match answer.kept() {
        Some(record) => {
            say_kept(keeper.keep_judged(&record, judged(&record), answer.is_cut_short()));
        }
        None => ui::say("no rank reported, so this run is not kept"),
    }
    Ok(())
}
