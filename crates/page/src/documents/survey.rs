//! The page of a survey.

use serde_json::Value;

use super::parts::{PageContent, findings, list, number, paragraph, shown, text};
use crate::charts::{IntervalRow, Intervals, PageUnit};
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
        charts: chart(
            rows,
            "Bandwidth of each point",
            "bytes_per_s",
            PageUnit::Bandwidth,
        ) + &chart(rows, "Rate of each point", "iops", PageUnit::Iops)
            + &chart(
                rows,
                "99th percentile of latency of each point",
                "lat_p99_ns",
                PageUnit::Time,
            ),
        numbers: numbers(rows),
        machine: String::new(),
        runs: pre(&(commands.join("\n") + "\n")),
    }
}

fn chart(rows: &[Value], caption: &str, key: &str, unit: PageUnit) -> String {
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
    Intervals {
        caption: format!("{caption}, median and each run"),
        unit,
        is_log: true,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    }
    .figure()
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
                    .map_or_else(|| "?".to_owned(), |share| format!("{share:.1} %")),
                text(&row["error"]),
            ]
        })
        .collect();
    let heads = ["point", "bandwidth", "IOPS", "p50", "p99", "max", "spread", ""];
    table(&heads, &[1, 2, 3, 4, 5, 6], &rows)
}
