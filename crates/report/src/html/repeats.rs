//! The page of several runs of one plan.

use serde_json::Value;

use super::parts::{PageContent, ends, findings, grade_class, list, machine, number, paragraph, shown, text};
use super::run;
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{escaped, table};

pub(super) fn content(document: &Value) -> PageContent {
    let runs = list(&document["runs"]);
    let grade = text(&document["grade"]);
    let mut answer = String::new();
    for summary in list(&document["summary"]) {
        let interval = ends(&summary["iops_interval"]).map_or_else(
            || "too few runs for an interval".to_owned(),
            |(low, high)| {
                format!(
                    "95 % interval {} to {}",
                    PageUnit::Iops.shown(low),
                    PageUnit::Iops.shown(high)
                )
            },
        );
        answer += &paragraph(
            "answer",
            &format!(
                "{} {}: median {}, {interval}, {} runs.",
                text(&summary["job"]),
                text(&summary["direction"]),
                shown(PageUnit::Iops, &summary["iops_median"]),
                runs.len()
            ),
        );
    }
    answer += &format!(
        "<p><b class=\"{}\">Grade {}</b>: {}.</p>\n",
        grade_class(&grade),
        escaped(&grade),
        escaped(&text(&document["reason"]))
    );
    let first = runs.first().unwrap_or(&Value::Null);
    let of_first = run::content(first);
    let mut found = findings(list(&document["findings"]));
    if found.is_empty() {
        found = of_first.findings;
    }
    PageContent {
        title: format!("{} runs of {}", runs.len(), names(first)),
        answer,
        findings: found,
        findings_heading: "Findings",
        charts: std::iter::once(chart(document)).chain(of_first.charts).collect(),
        numbers: numbers(document),
        machine: table(&["", ""], &[], &machine(&first["record"])),
        evidence: of_first.evidence,
        runs: of_first.runs,
    }
}

fn names(run: &Value) -> String {
    let names: Vec<String> = list(&run["jobs"]).iter().map(|job| text(&job["name"])).collect();
    names.join(", ")
}

fn chart(document: &Value) -> Chart {
    let rows = list(&document["summary"])
        .iter()
        .enumerate()
        .filter_map(|(at, summary)| {
            Some(IntervalRow {
                label: format!("{} {}", text(&summary["job"]), text(&summary["direction"])),
                values: list(&summary["iops"]).iter().filter_map(number).collect(),
                middle: number(&summary["iops_median"])?,
                ends: ends(&summary["iops_interval"]),
                series: at,
                remark: String::new(),
            })
        });
    let intervals = Intervals {
        caption: "Rate of each run, median and interval".to_owned(),
        unit: PageUnit::Iops,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    };
    Chart::intervals("runs", intervals)
}

fn numbers(document: &Value) -> String {
    let mut rows = Vec::new();
    for summary in list(&document["summary"]) {
        let at = |key: &str, run: usize| list(&summary[key]).get(run).cloned().unwrap_or(Value::Null);
        for run in 0..list(&summary["iops"]).len() {
            rows.push(vec![
                format!(
                    "{} {} {}",
                    text(&summary["job"]),
                    text(&summary["direction"]),
                    run + 1
                ),
                shown(PageUnit::Iops, &at("iops", run)),
                shown(PageUnit::Bandwidth, &at("bytes_per_s", run)),
                shown(PageUnit::Time, &at("lat_p50_ns", run)),
                shown(PageUnit::Time, &at("lat_p99_ns", run)),
            ]);
        }
    }
    table(&["run", "IOPS", "bandwidth", "p50", "p99"], &[1, 2, 3, 4], &rows)
}
