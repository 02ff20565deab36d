//! The page of one run.

use serde_json::Value;

use super::parts::{PageContent, findings, grade_class, list, machine, number, paragraph, shown, text};
use crate::charts::{Curve, CurvePoint, Curves, PageUnit};
use crate::html::{escaped, pre, table};

const DIRECTIONS: [&str; 3] = ["read", "write", "trim"];

/// A direction of a job that moved data.
struct Moved<'a> {
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
        charts: charts(&moved),
        numbers: numbers(&moved),
        machine: table(&["", ""], &[], &machine(&document["record"])),
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

fn moved(document: &Value) -> Vec<Moved<'_>> {
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
                all.push(Moved { name, stats });
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

fn numbers(moved: &[Moved<'_>]) -> String {
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

fn charts(moved: &[Moved<'_>]) -> String {
    let over_time = |caption: &str, unit: PageUnit, of: usize| {
        let curves = moved.iter().map(|one| Curve {
            name: one.name.clone(),
            points: list(&one.stats["per_second"])
                .iter()
                .enumerate()
                .filter_map(|(second, pair)| {
                    Some(CurvePoint {
                        x: second as f64 + 0.5,
                        y: number(&pair[of])?,
                        ends: None,
                        name: format!("{}, second {}", one.name, second + 1),
                    })
                })
                .collect(),
        });
        // A second or two show no course.
        let curves: Vec<Curve> = curves.filter(|curve| curve.points.len() > 2).collect();
        Curves {
            caption: caption.to_owned(),
            x: PageUnit::Seconds,
            x_name: String::new(),
            y: unit,
            is_x_log: false,
            is_y_log: false,
            curves,
        }
        .figure()
    };
    over_time("Bandwidth in each second", PageUnit::Bandwidth, 1)
        + &over_time("I/Os in each second", PageUnit::Iops, 0)
        + &percentiles(moved)
}

/// Latency against the share of I/Os that are slower, both on logarithmic axes.
fn percentiles(moved: &[Moved<'_>]) -> String {
    let curves = moved.iter().map(|one| Curve {
        name: one.name.clone(),
        points: list(&latency(one.stats)["percentiles"])
            .iter()
            .filter_map(|of| {
                let percent = number(&of["percent"])?;
                let ns = number(&of["ns"])?;
                (percent < 100.0).then(|| CurvePoint {
                    x: 100.0 / (100.0 - percent),
                    y: ns,
                    ends: None,
                    name: format!("{} p{percent}", one.name),
                })
            })
            .collect(),
    });
    Curves {
        caption: "Latency percentiles".to_owned(),
        x: PageUnit::OneIn,
        x_name: String::new(),
        y: PageUnit::Time,
        is_x_log: true,
        is_y_log: true,
        curves: curves.filter(|curve| curve.points.len() > 1).collect(),
    }
    .figure()
}

fn commands(document: &Value) -> String {
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
