//! `fiord run --hosts`: one result of all ranks that a launcher of MPI started, printed by rank 0.

use std::ffi::OsString;

use anyhow::Result;
use fiord_formats::findings::Detail;
use fiord_formats::page::Page;
use fiord_hosts::{HostsAnswer, HostsEnd, HostsFront};
use fiord_verdict::Grade;

use super::once::{put_interrupted, put_or_markdown};
use super::request::{RunRequest, refuse_what_run_does_not_do};
use crate::ui::{self, Progress, exit, print};

pub(super) fn run(request: &RunRequest, words: &[OsString]) -> Result<u8> {
    let progress = Progress::begin();
    let print = |answer: &HostsAnswer<'_>| {
        if request.form.json {
            print(&answer.json()?)?;
            return Ok(());
        }
        let mut page = Page::new();
        put_interrupted(&mut page, answer.signals);
        answer.put(&mut page, request.detail.unwrap_or(Detail::Line));
        progress.above(|| put_or_markdown(request, &page))
    };
    let front = HostsFront {
        say: &|text| ui::say(text),
        show: &ui::show,
        progress: &|text| progress.show(None, text),
        check: &refuse_what_run_does_not_do,
    };
    let parsed = fiord_fio::parse(&request.fio);
    let end = fiord_hosts::run((&request.modes.hosts, words), parsed, &front, &print)?;
    Ok(match end {
        HostsEnd::Done(grade) if request.strict && grade >= Grade::C => exit::FAILED,
        HostsEnd::Done(_) | HostsEnd::TookPart => exit::OK,
        HostsEnd::Failed => exit::FAILED,
        HostsEnd::Refused => exit::REFUSED,
        HostsEnd::Interrupted => exit::INTERRUPTED,
    })
}
