//! Studies on made-up devices: values from a seed, without any I/O.

use std::collections::BTreeMap;

use fiord_job::expand::Keywords;
use fiord_job::surroundings::Surroundings;
use fiord_messages::Lang;
use fiord_study::analysis::{self, MeasuredRun};
use fiord_study::definition::Study;
use fiord_study::findings::Response;
use fiord_study::language;
use fiord_study::matrix::{self, StudyCell};
use fiord_study::progress::RemainingRuns;

/// What the job language sees in tests: nothing.
pub(crate) fn world() -> Surroundings<'static> {
    Surroundings {
        read: &|_| Err(fiord_messages::Sentence::verbatim("not here")),
        file: |_, _| Err(fiord_messages::Sentence::verbatim("not here")),
        env: &|_| None,
        cpus: 2,
        machine: Keywords {
            ncpus: 2,
            page_size: 4096,
            memory_mb: 1024,
        },
    }
}

/// A study without mistakes.
pub(crate) fn study(text: &str) -> Study {
    let read = language::read("test.toml", text);
    let shown: Vec<String> = read
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.render(&read.sources, "fiord", Lang::En))
        .collect();
    assert!(shown.is_empty(), "{}", shown.concat());
    read.study
}

/// Runs a study to its end; `value` gives what a run of a cell measures at a place in the order.
pub(crate) fn run_study(
    study: &Study,
    seed: u64,
    value: &mut dyn FnMut(&StudyCell, u32) -> f64,
) -> Vec<MeasuredRun> {
    let response = Response {
        job: "job".to_owned(),
        ddir: "read".to_owned(),
    };
    run_all(study, seed, &mut |cell, place| {
        BTreeMap::from([(response.clone(), value(cell, place))])
    })
}

/// Likewise with several jobs or directions.
pub(crate) fn run_all(
    study: &Study,
    seed: u64,
    values: &mut dyn FnMut(&StudyCell, u32) -> BTreeMap<Response, f64>,
) -> Vec<MeasuredRun> {
    let cells = matrix::cells(study);
    let remaining = RemainingRuns::of(study, cells.len() as u32, seed);
    let mut runs: Vec<MeasuredRun> = Vec::new();
    while let Some(next) = remaining.next(&analysis::done(&runs)) {
        let place = runs.len() as u32;
        runs.push(MeasuredRun {
            block: next.block,
            cell: next.cell,
            place,
            run: i64::from(place) + 1,
            grade: 'B',
            values: values(&cells[next.cell as usize], place),
            failed: false,
        });
    }
    runs
}
