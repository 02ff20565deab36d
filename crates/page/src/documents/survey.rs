//! The page of a survey.

use fiord_record::number::Share;
use serde_json::Value;

use super::parts::{PageContent, findings, list, machine, number, paragraph, shown, text};
use crate::charts::{Chart, IntervalRow, Intervals, LoadPoint, PageUnit, load};
use crate::html::{pre, table};

pub(super) fn content(document: &Value) -> PageContent {
    let rows = list(&document["rows"]);
    let fastest = rows
        .iter()
        .filter_map(|row| Some((row, number(&row["bytes_per_s"])?)))
        .max_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut answer = String::new();
    if let Some((row, rate)) = fastest {
        answer += &paragraph(
            "answer",
            &format!(
                "Fastest: {}, {}.",
                text(&row["label"]),
                PageUnit::Bandwidth.shown(rate)
            ),
        );
    }
    if document["interrupted"] == true {
        answer += &paragraph(
            "care",
            "The survey was interrupted: what is missing was not measured.",
        );
    }
    if document["direct"] == false {
        answer += &paragraph(
            "care",
            "Direct I/O was not possible: caches take part in every number.",
        );
    }
    answer += &together(&document["hosts"]);
    let all: Vec<Value> = rows
        .iter()
        .flat_map(|row| list(&row["findings"]).iter().cloned())
        .collect();
    let commands: Vec<String> = rows.iter().map(|row| text(&row["command"])).collect();
    PageContent {
        title: format!("Survey of {}", text(&document["path"])),
        answer,
        findings: findings(&all),
        findings_heading: "Findings",
        charts: vec![
            chart(
                rows,
                ("bandwidth", "Bandwidth of each point"),
                "bytes_per_s",
                PageUnit::Bandwidth,
            ),
            chart(rows, ("iops", "Rate of each point"), "iops", PageUnit::Iops),
            chart(
                rows,
                ("p99", "99th percentile of latency of each point"),
                "lat_p99_ns",
                PageUnit::Time,
            ),
            depths(rows),
        ],
        numbers: numbers(rows),
        machine: machine_of(document),
        evidence: others(document),
        runs: pre(&(commands.join("\n") + "\n")),
    }
}

/// Who measured together, where it was not one machine.
fn together(hosts: &Value) -> String {
    let each = list(&hosts["each"]);
    let names: Vec<String> = each
        .iter()
        .map(|host| format!("{} ({} ranks)", text(&host["name"]), text(&host["ranks"])))
        .collect();
    match names.first() {
        Some(first) => paragraph(
            "care",
            &format!(
                "Measured by the ranks of {} together: rates are of all of them, percentiles of all their I/Os. The machine below is that of {first}.",
                names.join(", ")
            ),
        ),
        None => String::new(),
    }
}

/// Latency against throughput along the depth: a curve for each workload that was measured at three depths or more.
fn depths(rows: &[Value]) -> Chart {
    let mut series: Vec<(String, Vec<LoadPoint>)> = Vec::new();
    for row in rows {
        let Some((rate, latency_ns)) = number(&row["iops"]).zip(number(&row["lat_p99_ns"])) else {
            continue;
        };
        let label = text(&row["label"]);
        let workload = label.split(',').next().unwrap_or_default().to_owned();
        let point = LoadPoint {
            rate,
            latency_ns,
            name: label,
        };
        match series.iter_mut().find(|(known, _)| *known == workload) {
            Some((_, points)) => points.push(point),
            None => series.push((workload, vec![point])),
        }
    }
    series.retain(|(_, points)| points.len() > 2);
    for (_, points) in &mut series {
        points.sort_by(|one, other| one.rate.total_cmp(&other.rate));
    }
    Chart::curves(
        "latency-throughput",
        load("99th percentile of latency against rate", PageUnit::Iops, series),
    )
}

/// The checks of the machine that were not fine, and its layers.
fn machine_of(document: &Value) -> String {
    let doctor = &document["machine"];
    let mut rows = machine(&serde_json::json!({ "before": { "machine": doctor["machine"] } }));
    for check in list(&doctor["checks"]) {
        let severity = text(&check["severity"]);
        if severity == "wrong" || severity == "care" {
            rows.push(vec![
                format!("{severity}: {}", text(&check["rule"])),
                text(&check["saw"]),
            ]);
        }
    }
    table(&["", ""], &[], &rows)
}

fn others(document: &Value) -> String {
    let others = &document["others"];
    if others.is_null() {
        return String::new();
    }
    let names: Vec<String> = list(&others["processes"])
        .iter()
        .map(|one| text(&one["name"]))
        .collect();
    paragraph(
        "care",
        &format!(
            "Others used the disk in {} of {} runs; processes that can have done it: {}.",
            text(&others["runs"]),
            text(&others["of_runs"]),
            if names.is_empty() {
                "unknown".to_owned()
            } else {
                names.join(", ")
            }
        ),
    )
}

fn chart(rows: &[Value], (name, caption): (&str, &str), key: &str, unit: PageUnit) -> Chart {
    let rows = rows.iter().filter_map(|row| {
        Some(IntervalRow {
            label: text(&row["label"]),
            values: list(&row["repeats"])
                .iter()
                .filter_map(|one| number(&one[key]))
                .collect(),
            middle: number(&row[key]).filter(|value| *value > 0.0)?,
            ends: None,
            series: 0,
            remark: String::new(),
        })
    });
    let intervals = Intervals {
        caption: format!("{caption}, median and each run"),
        unit,
        is_log: true,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    };
    Chart::intervals(name, intervals)
}

fn numbers(rows: &[Value]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            vec![
                text(&row["label"]),
                shown(PageUnit::Bandwidth, &row["bytes_per_s"]),
                shown(PageUnit::Iops, &row["iops"]),
                shown(PageUnit::Time, &row["lat_p50_ns"]),
                shown(PageUnit::Time, &row["lat_p99_ns"]),
                shown(PageUnit::Time, &row["lat_max_ns"]),
                number(&row["spread_percent"])
                    .map_or_else(|| "?".to_owned(), |share| Share(share / 100.0).to_string()),
                text(&row["error"]),
            ]
        })
        .collect();
    let heads = ["point", "bandwidth", "IOPS", "p50", "p99", "max", "spread", ""];
    table(&heads, &[1, 2, 3, 4, 5, 6], &rows)
}
