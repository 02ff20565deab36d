//! What has to be known of the cells of a study: their precision, and what is wrong with some.

use fiord_record::number::{Count, Share, plural};
use fiord_stats::dimension::runs_needed;

use crate::analysis::Summary;
use crate::definition::{Stop, Study};
use crate::progress::CellState;

/// What has to be known of a row of a table.
struct CellMark {
    name: &'static str,
    meaning: &'static str,
    is_met: fn(&Summary, &Stop) -> bool,
}

const MARKS: [CellMark; 6] = [
    CellMark {
        name: "D",
        meaning: "runs measured something else than they seem",
        is_met: |summary, _| !summary.wrong.is_empty(),
    },
    CellMark {
        name: "left out",
        meaning: "a few runs measured something else than they seem, and do not count",
        is_met: |summary, _| !summary.left_out.is_empty(),
    },
    CellMark {
        name: "drift",
        meaning: "it changes with the order of its runs",
        is_met: |summary, _| summary.is_drifting,
    },
    CellMark {
        name: "two states",
        meaning: "its runs come at two levels, and the median is one of them or between",
        is_met: |summary, _| summary.states.is_some(),
    },
    CellMark {
        name: "wide",
        meaning: "less precise than asked",
        is_met: Summary::is_wide,
    },
    CellMark {
        name: "failed",
        meaning: "a run ended with an error, and it is not repeated",
        is_met: |summary, _| summary.state == CellState::Failed,
    },
];

/// The marks of a cell, by name.
pub fn of(summary: &Summary, stop: &Stop) -> String {
    let met = MARKS.iter().filter(|mark| (mark.is_met)(summary, stop));
    met.map(|mark| mark.name).collect::<Vec<_>>().join(", ")
}

/// How many of so many cells are as precise as asked, how often the others would have to run, and what the marks mean.
pub fn legend(study: &Study, cells: &[u32], summaries: &[Summary]) -> Vec<String> {
    let mut legend: Vec<String> = Vec::new();
    if let Stop::Precise { half_width, .. } = study.stop {
        let is_precise = |cell: &&u32| {
            let mut mine = summaries.iter().filter(|one| one.cell == **cell);
            mine.any(|one| one.state == CellState::Enough)
        };
        let precise = cells.iter().filter(is_precise).count();
        legend.push(format!(
            "Within ± {}, as asked: {precise} of {}.",
            Share(half_width),
            plural(cells.len() as u64, "cell")
        ));
        let wide = summaries.iter().filter(|one| one.is_wide(&study.stop));
        legend.extend(more_runs(wide, half_width));
    }
    let is_met = |mark: &&CellMark| summaries.iter().any(|one| (mark.is_met)(one, &study.stop));
    let met = MARKS.iter().filter(is_met);
    legend.extend(met.map(|mark| format!("{}: {}.", mark.name, mark.meaning)));
    legend
}

/// How often cells would have to run to be as precise, at the scatter that they show; in two figures, for it is a guess.
fn more_runs<'s>(wide: impl Iterator<Item = &'s Summary>, half_width: f64) -> Option<String> {
    let needed = wide.filter_map(|one| {
        let values: Vec<f64> = one.values.iter().map(|(_, value)| *value).collect();
        runs_needed(&values, half_width).filter(|needed| !needed.only_a_range)
    });
    let about = |runs: u64| {
        let step = 10_u64.pow(runs.max(1).ilog10().saturating_sub(1));
        runs.div_ceil(step) * step
    };
    let needed: Vec<u64> = needed.map(|needed| about(needed.runs as u64)).collect();
    let (least, most) = (*needed.iter().min()?, *needed.iter().max()?);
    let runs = if least == most {
        Count(least).to_string()
    } else {
        format!("{} to {}", Count(least), Count(most))
    };
    Some(format!(
        "At the scatter of the others that takes about {runs} runs of each."
    ))
}
