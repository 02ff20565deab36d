//! What runs next follows from what is stored: a study that is killed at any moment loses and repeats nothing.

use fiord_study::progress::{self, CellState, Done, NextRun, RemainingRuns};
use fiord_study::{analysis, matrix};

use crate::random::Random;
use crate::simulated::{run_study, study};

const TEXT: &str = r#"
name = "resumed"
[job]
rw = "read"
size = "1m"
[factors]
bs = ["4k", "8k", "16k"]
iodepth = [1, 2]
[stop]
half_width = 0.03
"#;

#[test]
fn a_study_that_is_cut_anywhere_goes_on_as_if_it_had_not_been() {
    let study = study(TEXT);
    let mut random = Random(5);
    let runs = run_study(&study, 11, &mut |_, _| 100.0 * (0.06 * random.normal()).exp());
    let done = analysis::done(&runs);
    let cells = matrix::cells(&study).len() as u32;
    let remaining = RemainingRuns::of(&study, cells, 11);
    for cut in 0..done.len() {
        let next = remaining.next(&done[..cut]).unwrap();
        assert_eq!(
            (next.block, next.cell),
            (runs[cut].block, runs[cut].cell),
            "after {cut} runs"
        );
    }
    assert_eq!(remaining.next(&done), None);
    let mut places: Vec<(u32, u32)> = runs.iter().map(|run| (run.block, run.cell)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), runs.len());
    // The first nine blocks are complete.
    assert!(runs[..54].iter().all(|run| run.block < 9));
    assert_eq!(remaining.left(&done), (0, 0));
    assert_eq!(remaining.left(&[]), (54, 234));
}

#[test]
fn a_cell_that_is_precise_does_not_run_again_and_a_failed_one_neither() {
    let study = study(TEXT);
    let runs = run_study(&study, 3, &mut |cell, place| {
        let noise = if cell.number == 4 {
            f64::from(place % 7)
        } else {
            0.0
        };
        100.0 + 10.0 * noise
    });
    let count = |cell: u32| runs.iter().filter(|run| run.cell == cell).count();
    assert_eq!((count(0), count(3)), (9, 9));
    assert!(count(4) > 9, "{}", count(4));
    let mut done: Vec<Done> = Vec::new();
    let mut seen: Vec<NextRun> = Vec::new();
    let remaining = RemainingRuns::of(&study, 6, 3);
    while let Some(next) = remaining.next(&done) {
        seen.push(next);
        done.push(Done {
            block: next.block,
            cell: next.cell,
            values: (next.cell != 2).then(|| vec![1.0]),
            is_wrong: false,
        });
    }
    assert_eq!(seen.iter().filter(|run| run.cell == 2).count(), 1);
    let by_cell = progress::by_cell(6, &done);
    let looks = progress::looks(&study.stop);
    assert_eq!(
        progress::state(&study.stop, looks.as_ref(), &by_cell[2]),
        CellState::Failed
    );
    assert_eq!(
        progress::state(&study.stop, looks.as_ref(), &by_cell[0]),
        CellState::Enough
    );
}
