//! Who else used the disk during a survey, over all its runs.

use fiord_judge::case::Case;
use fiord_judge::traps::foreign_io::{Cause, Moved, Observed as Foreign};
use fiord_judge::{Observed, State, TrapId, When, judge_one};
use fiord_record::number::{Bytes, plural};
use fiord_record::run::RunRecord;

use crate::findings::mark;
use crate::native::survey::{SurveyNeighbour, SurveyOthers};
use crate::page::{Page, Styled};

/// Processes that are named on the page.
const NAMED: usize = 3;

/// What the runs found, added up by process, the busiest first. None: nothing that was not the survey's.
pub fn of<'a>(records: impl Iterator<Item = &'a RunRecord>) -> Option<SurveyOthers> {
    let mut others = SurveyOthers::default();
    for record in records {
        others.of_runs += 1;
        let before = others.foreign_bytes;
        for finding in judge_one(TrapId::ForeignIo, When::Run, &Case::of(record)) {
            if let Observed::ForeignIo(Foreign::Moved(moved)) = &finding.observed {
                add(&mut others, moved);
            }
        }
        others.runs += usize::from(others.foreign_bytes > before);
    }
    others
        .processes
        .sort_by_key(|process| std::cmp::Reverse(process.moved_bytes));
    (others.runs > 0).then_some(others)
}

fn add(others: &mut SurveyOthers, moved: &Moved) {
    others.foreign_bytes += moved.foreign_bytes;
    let (Cause::Process(process) | Cause::Either { process, .. }) = &moved.cause else {
        return;
    };
    let known = others.processes.iter_mut();
    match known
        .into_iter()
        .find(|known| (known.pid, &known.name) == (process.pid, &process.name))
    {
        Some(known) => {
            known.moved_bytes += process.moved_bytes;
            known.has_files_here = match (known.has_files_here, process.has_files_here) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (one, other) => one.or(other),
            };
        }
        None => others.processes.push(SurveyNeighbour {
            name: process.name.clone(),
            pid: process.pid,
            moved_bytes: process.moved_bytes,
            has_files_here: process.has_files_here,
        }),
    }
}

/// A sentence about them, on one of many hosts by its name.
pub fn put(page: &mut Page, others: &SurveyOthers, host: Option<&str>) {
    let (symbol, style) = mark(State::Care);
    let one = |process: &SurveyNeighbour| {
        let SurveyNeighbour {
            name,
            pid,
            moved_bytes,
            has_files_here,
        } = process;
        let files = match has_files_here {
            Some(true) => " and has files open there",
            Some(false) => " but had no file open there",
            None => ", on whatever disk",
        };
        format!("{name} (pid {pid}) moved {}{files}", Bytes(*moved_bytes))
    };
    let named: Vec<String> = others.processes.iter().take(NAMED).map(one).collect();
    let who = match named.as_slice() {
        [] => "by whom is not visible".to_owned(),
        named => format!("as far as is known, {}", named.join("; ")),
    };
    let whose = host.map_or_else(|| "the disk".to_owned(), |host| format!("the disk of {host}"));
    page.item(
        Styled::new().styled(style, symbol),
        "  ",
        format!(
            " Others used {whose} in {} of {}: {} were not the survey's; {who}.",
            others.runs,
            plural(others.of_runs as u64, "run"),
            Bytes(others.foreign_bytes)
        ),
    );
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_of_many_runs_is_named_once() {
        let moved = |has_files_here| Moved {
            device: vec!["vda".to_owned()],
            ddir: fiord_job::plan::Ddir::Read,
            device_bytes: 3 << 20,
            foreign_bytes: 2 << 20,
            share_percent: 66.0,
            busy_percent: None,
            cause: Cause::Process(fiord_judge::traps::foreign_io::Neighbour {
                name: "dd".to_owned(),
                pid: 77,
                moved_bytes: 1 << 20,
                has_files_here,
            }),
        };
        let mut others = SurveyOthers {
            runs: 2,
            of_runs: 36,
            ..SurveyOthers::default()
        };
        add(&mut others, &moved(None));
        add(&mut others, &moved(Some(true)));
        let mut page = Page::new();
        put(&mut page, &others, None);
        assert_eq!(
            page.text(None, false),
            "! Others used the disk in 2 of 36 runs: 4 MiB were not the survey's; as far as is known, dd (pid 77) moved 2 MiB and has \
             files open there.\n"
        );
        assert_eq!(of(std::iter::empty()), None);
    }
}
