//! `--debug`: how jobs were read, what workers draw from and what they do, line by line on standard error.

use std::sync::Arc;

use fiord_engine::live::LiveBoard;
use fiord_engine::tap::Tap;
use fiord_job::cli::DebugOptions;
use fiord_job::plan::RunPlan;

use crate::document::for_stderr;

/// Prints each option as a job took it, global ones first, in the order of writing.
pub(crate) fn tell_options(plan: &RunPlan) {
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
            let line = format!("parse    {process:<5} handle_option={option}, ptr={value}");
            eprintln!("{}", for_stderr(&line));
        }
    }
}

/// Has the workers print what was asked for.
pub(crate) fn tapped(board: LiveBoard, debug: DebugOptions) -> LiveBoard {
    if !(debug.io || debug.random) {
        return board;
    }
    board.with_tap(&Tap {
        io: debug.io,
        random: debug.random,
        out: Arc::new(|lines: &str| {
            // One call: others print meanwhile.
            eprint!("{}", for_stderr(lines));
        }),
    })
}

/// What to say of a run whose workers printed while they were timed.
pub(crate) fn note(debug: DebugOptions) -> Option<String> {
    debug.io.then(|| {
        "--debug=io: the workers printed lines while they were timed, so the rates and latencies of this run measure nothing".to_owned()
    })
}
