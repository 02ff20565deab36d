//! The table of `fiord run --layers`: where the latency went, by stage, and how far the numbers may be used.

use crate::documents::layers::CellLayers;
use crate::text::survey_rows::point_name;
use crate::text::{Cell, Column, Page, Styled, Table};
use fiord_judge::case::Case;
use fiord_judge::words::traced_layers as words;
use fiord_judge::{TrapId, When, judge_one};
use fiord_messages::{Lang, layers as messages};
use fiord_record::layers::{DirectionSplit, LayerPoint, LayerStage, Layers, Times, TracedDevice};
use fiord_record::number::{Count, Figures, Nanos, Rate, Share};
use fiord_stats::few::{Footing, footing};

/// Columns of the whole bar.
const BAR: f64 = 30.0;

/// The numbers of the slices in which nothing was traced, before those of the whole run; nothing where all or none was traced.
pub fn put_untraced(page: &mut Page, layers: Option<&Layers>, lang: Lang) {
    let layers = layers.filter(|layers| layers.unavailable.is_none());
    let Some(layers) = layers else { return };
    let mut table = Table::new([
        Column::left(messages::head_untraced(lang), "direction"),
        Column::right("IOPS", "iops"),
        Column::right("MB/s", ""),
        Column::right(messages::head_mean(lang), "lat_mean_ns"),
        Column::right("p50", "lat_p50_ns"),
        Column::right("p99", "lat_p99_ns"),
        Column::right("I/Os", "ios"),
    ]);
    for split in &layers.split {
        let (Some(rate), Some(mean_ns)) = (split.untraced_rate, split.untraced.mean_ns()) else {
            continue;
        };
        table.row([
            Cell::from(words::direction(split.ddir, lang)),
            Cell::new(Rate(rate.iops()).to_string()),
            Cell::new(Figures(rate.bytes_per_s() / 1e6).to_string()),
            Cell::new(Nanos(mean_ns).to_string()),
            Cell::new(percentile(&split.untraced, 50.0)),
            Cell::new(percentile(&split.untraced, 99.0)),
            Cell::new(Count(split.untraced.count).to_string()),
        ]);
    }
    if !table.is_empty() {
        page.table(table);
        page.line(Styled::new().dim(messages::half_traced(lang)));
    }
}

/// As far as there are I/Os beyond it.
fn percentile(times: &Times, percent: f64) -> String {
    let ns = times
        .percentile_ns(percent)
        .filter(|_| footing(times.count, percent) != Footing::TooFew);
    ns.map_or_else(|| "-".to_owned(), |ns| Nanos(ns as f64).to_string())
}

/// Puts the split of a run on a page, and what costs most; nothing where none was asked for.
pub fn put(page: &mut Page, case: &Case<'_>, lang: Lang) {
    let evidence = case.record.evidence.as_deref();
    let Some(layers) = evidence.and_then(|evidence| evidence.layers.as_deref()) else {
        return;
    };
    page.blank();
    if let Some(why) = &layers.unavailable {
        let reason = &why.text(lang);
        page.line(messages::Unavailable { reason }.text(lang));
        return;
    }
    if layers.refused.is_empty() {
        for split in layers.split.iter().filter(|split| split.joined > 0) {
            put_split(page, split, lang);
        }
        for finding in judge_one(TrapId::Layer, When::Run, case) {
            let text = lang.sentences(&[finding.saw(lang), finding.advice(lang)]);
            page.item("- ", "  ", text);
        }
    } else {
        page.line(messages::refused(lang));
        for why in &layers.refused {
            page.item("  - ", "    ", words::refusal(why, lang));
        }
    }
    for device in &layers.devices {
        page.line(words::share_ours(device, lang));
        let is_mixed = device
            .share_ours()
            .is_some_and(|share| share < Layers::LEAST_OURS);
        if is_mixed || !layers.refused.is_empty() {
            put_device(page, device, layers.counts.lost_events, lang);
        }
    }
    page.line(words::cost(&layers.cost, layers.seed.is_some(), lang));
    put_slices(page, layers, lang);
}

/// Puts a line for each cell of a study on a page; nothing where no layers were asked for.
pub fn put_cells(page: &mut Page, layers: &[CellLayers], lang: Lang) {
    if layers.is_empty() {
        return;
    }
    page.heading(messages::cells(lang));
    for cell in layers {
        let text = &lang.sentences(&cell.sentences(lang));
        let cell = &point_name(&cell.label, lang);
        page.item("- ", "  ", messages::OfCell { cell, text }.text(lang));
    }
    page.blank();
}

fn put_split(page: &mut Page, split: &DirectionSplit, lang: Lang) {
    let heading = messages::Split {
        direction: &words::direction(split.ddir, lang),
        ios: &Count(split.ios),
        joined: &Count(split.joined),
    };
    page.line(Styled::new().strong(heading.text(lang)));
    let stages: Vec<&LayerStage> = split.stages.iter().collect();
    page.table(table(&stages, split.joined, lang));
    for (point, why) in &split.absent {
        let (point, reason) = (&point.name(), &words::absent(*why, lang));
        page.line(Styled::new().dim(messages::NoPoint { point, reason }.text(lang)));
    }
}

/// A device's own numbers, of all processes.
fn put_device(page: &mut Page, device: &TracedDevice, lost: u64, lang: Lang) {
    let name = &device.name;
    page.line(Styled::new().strong(match lost {
        0 => messages::Device { device: name }.text(lang),
        _ => messages::DeviceWithLosses { device: name }.text(lang),
    }));
    for ddir in 0..3 {
        let stages: Vec<&LayerStage> = device
            .stages
            .iter()
            .filter(|(of, _)| *of == ddir)
            .map(|(_, stage)| stage)
            .collect();
        let from_queue = stages.iter().filter(|stage| stage.from == LayerPoint::Queue);
        let all = from_queue.map(|stage| stage.times.count).sum();
        if all > 0 {
            page.line(words::direction(ddir, lang));
            page.table(table(&stages, all, lang));
        }
    }
}

/// The stages of `ios` I/Os. Means are parts of the mean latency, and add up; percentiles are of those that passed the stage.
fn table(stages: &[&LayerStage], ios: u64, lang: Lang) -> Table {
    let mut table = Table::new([
        Column::left(messages::head_stage(lang), "stage"),
        Column::left("", "what"),
        Column::right(messages::head_mean(lang), "mean_ns"),
        Column::right(messages::head_share(lang), "share"),
        Column::right("p50", "p50_ns"),
        Column::right("p99", "p99_ns"),
        Column::left("", "bar").rank(2),
    ]);
    let sum: f64 = stages.iter().map(|stage| stage.part_ns(ios)).sum();
    let mut before = 0.0;
    for stage in stages {
        let part = stage.part_ns(ios);
        let share = if sum > 0.0 { part / sum } else { 0.0 };
        table.row([
            Cell::new(format!("{}→{}", stage.from.name(), stage.to.name())),
            Cell::new(words::stage(stage.from, stage.to, lang)),
            Cell::new(Nanos(part).to_string()),
            Cell::new(Share(share).to_string()),
            Cell::new(percentile(&stage.times, 50.0)),
            Cell::new(percentile(&stage.times, 99.0)),
            Cell::new(piece(before, before + share)),
        ]);
        before += share;
    }
    table.row([
        Cell::new(messages::all_stages(lang)),
        Cell::new(""),
        Cell::new(Nanos(sum).to_string()),
        Cell::new(Share(1.0).to_string()),
        Cell::new(""),
        Cell::new(""),
        Cell::new(""),
    ]);
    table
}

/// One piece of the bar of all stages, after blanks for the pieces before it: put together, the pieces are one bar.
fn piece(from: f64, to: f64) -> String {
    let (from, to) = ((from * BAR).round() as usize, (to * BAR).round() as usize);
    format!("{}{}", " ".repeat(from), "█".repeat(to.saturating_sub(from)))
}

/// The latency with and without tracing, in the same run.
fn put_slices(page: &mut Page, layers: &Layers, lang: Lang) {
    for split in layers
        .split
        .iter()
        .filter(|split| split.untraced.count > 0 && split.ios > 0)
    {
        let unknown = || messages::unknown(lang).to_owned();
        let mean = |ns: Option<f64>| ns.map_or_else(unknown, |ns| Nanos(ns).to_string());
        let slices = messages::Slices {
            direction: &words::direction(split.ddir, lang),
            untraced: &mean(split.untraced.mean_ns()),
            untraced_ios: &Count(split.untraced.count),
            traced: &mean(split.lat.mean_ns()),
            traced_ios: &Count(split.ios),
        };
        page.line(Styled::new().dim(slices.text(lang)));
    }
}

#[cfg(test)]
mod tests {
    use super::piece;

    #[test]
    fn pieces_put_together_are_one_bar() {
        let shares = [0.02, 0.5, 0.013, 0.4, 0.067];
        let mut bar = [false; 30];
        let mut before = 0.0;
        for share in shares {
            for (column, letter) in piece(before, before + share).chars().enumerate() {
                assert!(letter == ' ' || !bar[column], "two pieces on one place");
                bar[column] |= letter != ' ';
            }
            before += share;
        }
        assert!(bar.iter().all(|filled| *filled));
    }
}
