//! What has to be known of the cells of a study: their precision, and what is wrong with some.

use fiord_messages::{Fixed, Lang, phrases, study_findings as messages};
use fiord_record::number::{Count, Share};
use fiord_stats::dimension::runs_needed;

use crate::analysis::Summary;
use crate::definition::{Stop, Study};
use crate::progress::CellState;

/// What the marks of a cell depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellFlags {
    pub has_wrong: bool,
    pub has_left_out: bool,
    pub is_drifting: bool,
    pub has_two_states: bool,
    pub is_wide: bool,
    pub has_failed: bool,
}

impl CellFlags {
    fn of(summary: &Summary, stop: &Stop) -> Self {
        Self {
            has_wrong: !summary.wrong.is_empty(),
            has_left_out: !summary.left_out.is_empty(),
            is_drifting: summary.is_drifting,
            has_two_states: summary.states.is_some(),
            is_wide: summary.is_wide(stop),
            has_failed: summary.state == CellState::Failed,
        }
    }

    /// The marks of the cell, by name.
    pub fn names(self, lang: Lang) -> String {
        let met = MARKS.iter().filter(|mark| (mark.is_met)(&self));
        let names: Vec<String> = met.map(|mark| (mark.name)(lang).to_owned()).collect();
        lang.list(&names)
    }
}

/// What has to be known of a row of a table.
struct CellMark {
    name: Fixed,
    /// The name with its meaning.
    legend: Fixed,
    is_met: fn(&CellFlags) -> bool,
}

const MARKS: [CellMark; 6] = [
    CellMark {
        name: messages::mark_wrong,
        legend: messages::legend_wrong,
        is_met: |flags| flags.has_wrong,
    },
    CellMark {
        name: messages::mark_left_out,
        legend: messages::legend_left_out,
        is_met: |flags| flags.has_left_out,
    },
    CellMark {
        name: messages::mark_drift,
        legend: messages::legend_drift,
        is_met: |flags| flags.is_drifting,
    },
    CellMark {
        name: messages::mark_two_states,
        legend: messages::legend_two_states,
        is_met: |flags| flags.has_two_states,
    },
    CellMark {
        name: messages::mark_wide,
        legend: messages::legend_wide,
        is_met: |flags| flags.is_wide,
    },
    CellMark {
        name: messages::mark_failed,
        legend: messages::legend_failed,
        is_met: |flags| flags.has_failed,
    },
];

/// The marks of a cell, by name.
pub fn of(summary: &Summary, stop: &Stop, lang: Lang) -> String {
    CellFlags::of(summary, stop).names(lang)
}

/// How many cells are as precise as asked, how often the others would have to run, and what the marks mean.
pub fn legend(study: &Study, cells: &[u32], summaries: &[Summary], lang: Lang) -> Vec<String> {
    let mut legend: Vec<String> = Vec::new();
    if let Stop::Precise { half_width, .. } = study.stop {
        let is_precise = |cell: &&u32| {
            let mut mine = summaries.iter().filter(|one| one.cell == **cell);
            mine.any(|one| one.state == CellState::Enough)
        };
        let precise = messages::LegendPrecise {
            cells: cells.len() as u64,
            half_width: &Share(half_width),
            precise: &cells.iter().filter(is_precise).count(),
        };
        legend.push(precise.text(lang));
        let wide = summaries.iter().filter(|one| one.is_wide(&study.stop));
        legend.extend(more_runs(wide, half_width, lang));
    }
    let flags = summaries.iter().map(|one| CellFlags::of(one, &study.stop));
    let flags: Vec<CellFlags> = flags.collect();
    let is_met = |mark: &&CellMark| flags.iter().any(mark.is_met);
    let met = MARKS.iter().filter(is_met);
    legend.extend(met.map(|mark| (mark.legend)(lang).to_owned()));
    legend
}

/// How often cells would have to run to be as precise, at the scatter that they show; in two figures, for it is a guess.
fn more_runs<'s>(wide: impl Iterator<Item = &'s Summary>, half_width: f64, lang: Lang) -> Option<String> {
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
        phrases::Range {
            low: &Count(least),
            high: &Count(most),
        }
        .text(lang)
    };
    Some(messages::LegendRunsNeeded { runs: &runs }.text(lang))
}
