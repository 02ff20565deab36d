//! Charts of the inside of a simulated flash drive: write amplification over drive writes, blocks, where the time of requests went.

use fiord_messages::{Lang, simulated as messages};
use fiord_record::run::RunRecord;
use fiord_stats::simulated::{FlashBlock, FlashCounters, SimulatedDrive, TimeCause};

use crate::html::charts::{
    Chart, Curve, CurvePoint, Curves, Heat, HeatRow, PageUnit, StackPiece, StackRow, Stacked,
};
use crate::text::simulated::{cause_name, groups};

/// Blocks in a row of a map.
const COLUMNS: usize = 32;

/// The charts of the first flash drive of a run; empty without one.
pub(super) fn of_run(record: &RunRecord, lang: Lang) -> Vec<Chart> {
    let mut flash = record.simulated.iter().filter_map(|target| match &target.drive {
        SimulatedDrive::Flash(counters) => Some((target.name.as_str(), counters)),
        SimulatedDrive::Disk(_) => None,
    });
    let first = flash.next();
    first.map_or_else(Vec::new, |(name, counters)| charts(name, counters, lang))
}

/// The charts of a drive.
pub(super) fn charts(name: &str, counters: &FlashCounters, lang: Lang) -> Vec<Chart> {
    let valid = messages::PageValid { name: &name }.text(lang);
    let erases = messages::PageErases { name: &name }.text(lang);
    vec![
        Chart::curves("write-amplification", amplification(name, counters, lang)),
        Chart::stacked("request-time", times(name, counters, lang)),
        Chart::heat(
            "valid-pages",
            map(valid, PageUnit::Share, counters, lang, |block| {
                f64::from(block.valid_permille) / 1000.0
            }),
        ),
        Chart::heat(
            "erases",
            map(erases, PageUnit::Plain, counters, lang, |block| {
                f64::from(block.erases)
            }),
        ),
    ]
}

fn amplification(name: &str, counters: &FlashCounters, lang: Lang) -> Curves {
    let drive_bytes = (counters.user_pages * counters.page_bytes).max(1) as f64;
    let mut before = (0, 0);
    let points = counters.course.iter().map(|moment| {
        let host = (moment.host_bytes - before.0).max(1) as f64;
        let programmed = (moment.programmed_bytes - before.1) as f64;
        before = (moment.host_bytes, moment.programmed_bytes);
        CurvePoint {
            x: moment.host_bytes as f64 / drive_bytes,
            y: programmed / host,
            ends: None,
            name: String::new(),
        }
    });
    Curves {
        caption: messages::PageAmplification { name: &name }.text(lang),
        x_name: messages::drive_writes(lang).to_owned(),
        y: PageUnit::Amplification,
        curves: vec![Curve::new(name, points.collect())],
        ..Curves::default()
    }
}

fn times(name: &str, counters: &FlashCounters, lang: Lang) -> Stacked {
    let row = |(label, requests, by_cause_ns): (String, u64, [u64; 7])| StackRow {
        label,
        pieces: TimeCause::ALL
            .into_iter()
            .zip(by_cause_ns)
            .filter(|(_, ns)| *ns > 0)
            .map(|(cause, ns)| StackPiece {
                name: cause_name(cause, lang).to_owned(),
                what: String::new(),
                mean: ns as f64 / requests.max(1) as f64,
                p50: None,
                p99: None,
            })
            .collect(),
    };
    Stacked {
        caption: messages::PageTimes { name: &name }.text(lang),
        unit: PageUnit::Time,
        rows: groups(counters, lang).into_iter().map(row).collect(),
    }
}

/// A value of each block, in rows.
fn map(
    caption: String,
    unit: PageUnit,
    counters: &FlashCounters,
    lang: Lang,
    value: impl Fn(&FlashBlock) -> f64,
) -> Heat {
    let rows = counters.blocks.chunks(COLUMNS).enumerate();
    // Of a large drive, each value is that of several neighbours.
    let superblocks = counters.total_pages / counters.block_pages.max(1);
    let each = superblocks.div_ceil(counters.blocks.len().max(1) as u64).max(1) as usize;
    Heat {
        caption,
        unit,
        x_name: messages::superblock(lang).to_owned(),
        columns: (0..COLUMNS).map(|column| (column * each).to_string()).collect(),
        rows: rows
            .map(|(row, blocks)| {
                let mut values: Vec<_> = blocks.iter().map(|block| Some(value(block))).collect();
                values.resize(COLUMNS, None);
                HeatRow {
                    label: (row * COLUMNS * each).to_string(),
                    values,
                }
            })
            .collect(),
        ..Heat::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superblocks_have_their_numbers_also_where_neighbours_are_one_value() {
        let labels = |superblocks: u64, values: usize| {
            let block = FlashBlock {
                valid_permille: 0,
                erases: 0,
            };
            let counters = FlashCounters {
                total_pages: superblocks * 64,
                block_pages: 64,
                blocks: vec![block; values],
                ..FlashCounters::default()
            };
            let map = map(String::new(), PageUnit::Plain, &counters, Lang::En, |_| 0.0);
            (map.columns[1].clone(), map.rows[1].label.clone())
        };
        let of = |column: usize| (column.to_string(), (column * COLUMNS).to_string());
        assert_eq!(labels(500, 500), of(1));
        assert_eq!(labels(1025, 342), of(3));
    }
}
