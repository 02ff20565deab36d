//! The page of one run.

use serde_json::Value;

use super::evidence;
use super::latencies;
use super::parts::{PageContent, findings, grade_class, list, machine, number, paragraph, shown, text};
use crate::html::charts::{
    Chart, Heat, HeatRow, PageUnit, StackPiece, StackRow, Stacked, ecdf, percentiles, timeline,
};
use crate::html::frame::{escaped, pre, table};

const DIRECTIONS: [&str; 3] = ["read", "write", "trim"];

/// A direction of a job that moved data.
pub(super) struct MovedDirection<'a> {
    name: String,
    stats: &'a Value,
}

pub(super) fn content(document: &Value) -> PageContent {
    let verdict = &document["verdict"];
    let grade = text(&verdict["grade"]);
    let answer = paragraph("answer", &text(&verdict["line"]))
        + &format!(
            "<p><b class=\"{}\">Grade {}</b>: {}.</p>\n",
            grade_class(&grade),
            escaped(&grade),
            escaped(&text(&verdict["reason"]))
        )
        + &paragraph(
            "dim",
            &format!("{}, {}", text(&document["started"]), text(&document["version"])),
        );
    let moved = moved(document);
    PageContent {
        title: title(document),
        answer,
        findings: findings(list(&document["findings"])),
        findings_heading: "Findings",
        charts: charts(document, &moved),
        numbers: numbers(&moved),
        machine: table(&["", ""], &[], &machine(&document["record"])),
        evidence: evidence::evidence(document),
        runs: commands(document),
    }
}

fn title(document: &Value) -> String {
    let names: Vec<String> = list(&document["jobs"])
        .iter()
        .map(|job| text(&job["name"]))
        .collect();
    format!("Run of {}", names.join(", "))
}

pub(super) fn moved(document: &Value) -> Vec<MovedDirection<'_>> {
    let jobs = list(&document["jobs"]);
    let mut all = Vec::new();
    for job in jobs {
        for direction in DIRECTIONS {
            let stats = &job["result"][direction];
            if number(&stats["ios"]).is_some_and(|ios| ios > 0.0) {
                let name = if jobs.len() > 1 {
                    format!("{} {direction}", text(&job["name"]))
                } else {
                    direction.to_owned()
                };
                all.push(MovedDirection { name, stats });
            }
        }
    }
    all
}

/// The latency that the page shows: whole, or of completion where that is all there is.
fn latency(stats: &Value) -> &Value {
    if stats["lat"].is_null() {
        &stats["clat"]
    } else {
        &stats["lat"]
    }
}

fn percentile(stats: &Value, percent: f64) -> String {
    let found = list(&latency(stats)["percentiles"])
        .iter()
        .find(|one| number(&one["percent"]) == Some(percent));
    match found {
        Some(one) if one["ns"].is_null() => "too few".to_owned(),
        Some(one) => shown(PageUnit::Time, &one["ns"]),
        None => "?".to_owned(),
    }
}

pub(super) fn numbers(moved: &[MovedDirection<'_>]) -> String {
    let rows: Vec<Vec<String>> = moved
        .iter()
        .map(|one| {
            let stats = one.stats;
            vec![
                one.name.clone(),
                shown(PageUnit::Iops, &stats["iops"]),
                shown(PageUnit::Bandwidth, &stats["bytes_per_s"]),
                shown(PageUnit::Time, &latency(stats)["mean_ns"]),
                percentile(stats, 50.0),
                percentile(stats, 99.0),
                percentile(stats, 99.9),
                shown(PageUnit::Time, &latency(stats)["max_ns"]),
            ]
        })
        .collect();
    let heads = ["", "IOPS", "bandwidth", "mean", "p50", "p99", "p99.9", "max"];
    table(&heads, &[1, 2, 3, 4, 5, 6, 7], &rows)
}

pub(super) fn charts(document: &Value, moved: &[MovedDirection<'_>]) -> Vec<Chart> {
    let seconds = |of: usize| {
        moved
            .iter()
            .map(move |one| (one.name.clone(), one.seconds(of)))
            .collect()
    };
    let pairs = |one: &MovedDirection<'_>, list_of: &Value, x: &dyn Fn(&Value) -> Option<(f64, f64)>| {
        (
            one.name.clone(),
            list(list_of).iter().filter_map(x).collect::<Vec<_>>(),
        )
    };
    let percents = moved.iter().map(|one| {
        pairs(one, &latency(one.stats)["percentiles"], &|of| {
            Some((number(&of["percent"])?, number(&of["ns"])?))
        })
    });
    let shares = moved.iter().map(|one| {
        pairs(one, &one.stats["lat_cumulative"], &|of| {
            Some((number(&of[0])?, number(&of[1])?))
        })
    });
    vec![
        Chart::curves(
            "bandwidth",
            timeline(
                "Bandwidth in each second, and where its level changed",
                PageUnit::Bandwidth,
                seconds(1),
            ),
        ),
        Chart::curves(
            "iops",
            timeline(
                "I/Os in each second, and where their level changed",
                PageUnit::Iops,
                seconds(0),
            ),
        ),
        Chart::heat("heat", heat(moved)),
        Chart::heat("latency-over-time", latencies::heat(document)),
        Chart::curves("ecdf", ecdf(shares.collect())),
        Chart::curves("percentiles", percentiles(percents.collect())),
        Chart::stacked("layers", layers(&document["layers"])),
    ]
}

/// A bar of means for each direction; none where the split was refused.
fn layers(split: &Value) -> Stacked {
    let piece = |stage: &Value| {
        Some(StackPiece {
            name: text(&stage["stage"]),
            what: text(&stage["what"]),
            mean: number(&stage["mean_ns"])?,
            p50: number(&stage["p50_ns"]),
            p99: number(&stage["p99_ns"]),
        })
    };
    let row = |direction: &Value| StackRow {
        label: text(&direction["direction"]),
        pieces: list(&direction["stages"]).iter().filter_map(piece).collect(),
    };
    Stacked {
        caption: "Where the mean latency goes, by layer of the kernel".to_owned(),
        unit: PageUnit::Time,
        rows: list(&split["directions"]).iter().map(row).collect(),
    }
}

impl MovedDirection<'_> {
    /// I/Os (0) or bytes (1) of each whole second: what the last one lacks is not a fall.
    fn seconds(&self, of: usize) -> Vec<f64> {
        let whole = number(&self.stats["runtime_ns"]).map_or(usize::MAX, |ns| (ns / 1e9) as usize);
        let pairs = list(&self.stats["per_second"]).iter().take(whole);
        pairs.filter_map(|pair| number(&pair[of])).collect()
    }
}

/// Bandwidth over time of many jobs: their curves would hide each other.
fn heat(moved: &[MovedDirection<'_>]) -> Heat {
    const FEWEST_ROWS: usize = 3;
    const MOST_ROWS: usize = 60;
    const MOST_COLUMNS: usize = 60;
    let rows: Vec<(String, Vec<f64>)> = moved
        .iter()
        .take(MOST_ROWS)
        .map(|one| (one.name.clone(), one.seconds(1)))
        .collect();
    let longest = rows.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    if rows.len() < FEWEST_ROWS || longest < 3 {
        return Heat::default();
    }
    let each = longest.div_ceil(MOST_COLUMNS);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len().max(1) as f64;
    Heat {
        caption: match each {
            1 => "Bandwidth of each job in each second".to_owned(),
            _ => format!("Bandwidth of each job, means of {each} s"),
        },
        unit: PageUnit::Bandwidth,
        x_name: "second".to_owned(),
        columns: (0..longest.div_ceil(each))
            .map(|column| (column * each).to_string())
            .collect(),
        rows: rows
            .into_iter()
            .map(|(label, values)| HeatRow {
                label,
                values: values.chunks(each).map(|part| Some(mean(part))).collect(),
            })
            .collect(),
        ..Heat::default()
    }
}

pub(super) fn commands(document: &Value) -> String {
    let options = |options: &Value| -> Vec<String> {
        let given = options.as_object();
        given
            .into_iter()
            .flatten()
            .map(|(name, value)| match text(value).as_str() {
                "" => format!("--{name}"),
                value => format!("--{name}={value}"),
            })
            .collect()
    };
    let mut lines = Vec::new();
    for job in list(&document["jobs"]) {
        let mut words = vec![format!("--name={}", text(&job["name"]))];
        words.extend(
            options(&job["options"])
                .into_iter()
                .filter(|word| !word.starts_with("--name=")),
        );
        lines.push(words.join(" "));
    }
    if lines.is_empty() {
        return String::new();
    }
    pre(&format!("fiord run {}\n", lines.join(" \\\n  ")))
}
