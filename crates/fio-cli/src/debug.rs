//! `--debug`: how jobs were read, what workers draw from and what they do, line by line: within a report for people, as in fio, and next to a document
//! for programs on standard error.

use std::sync::Arc;

use fiord_engine::live::LiveBoard;
use fiord_engine::tap::{Tap, TapOut};
use fiord_job::cli::DebugOptions;
use fiord_job::plan::RunPlan;
use fiord_messages::Sentence;

use crate::document::{ReportOutput, for_stderr};

/// Where the lines go.
pub(crate) fn place(document: &Arc<ReportOutput>, is_in_report: bool) -> Arc<TapOut> {
    let document = Arc::clone(document);
    // One call for all lines: others print meanwhile.
    Arc::new(move |lines: &str| {
        if is_in_report {
            let _ = document.write(lines);
        } else {
            eprint!("{}", for_stderr(lines));
        }
    })
}

/// Prints each option as a job took it, global ones first, in the order of writing.
pub(crate) fn tell_options(plan: &RunPlan, out: &TapOut) {
    let process = std::process::id();
    for job in &plan.jobs {
        // A section of a job file has its name in brackets.
        let is_given = job.given.iter().any(|given| given.name == "name");
        let name = (!is_given).then_some(("name", job.name.as_str()));
        let given = job
            .given
            .iter()
            .map(|given| (given.name.as_str(), given.value.as_str()));
        for (option, value) in name.into_iter().chain(given) {
            out(&format!(
                "parse    {process:<5} handle_option={option}, ptr={value}\n"
            ));
        }
    }
}

/// Has the workers print what was asked for.
pub(crate) fn tapped(board: LiveBoard, debug: DebugOptions, out: Arc<TapOut>) -> LiveBoard {
    if !(debug.io || debug.random) {
        return board;
    }
    board.with_tap(&Tap {
        io: debug.io,
        random: debug.random,
        out,
    })
}

/// What to say of a run whose workers printed while they were timed.
pub(crate) fn note(debug: DebugOptions) -> Option<Sentence> {
    debug.io.then(|| {
        // fio mode is in English.
        Sentence::verbatim(
            "--debug=io: the workers printed lines while they were timed, so the rates and latencies of this run measure nothing",
        )
    })
}
