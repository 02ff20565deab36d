//! The page of a comparison: what differs, ratios with their band, groups.

use serde_json::Value;

use super::parts::{PageContent, ends, list, number, paragraph, text};
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{escaped, table};

/// Rows of one chart.
const MOST_ROWS: usize = 120;

pub(super) fn content(document: &Value) -> PageContent {
    let names: Vec<String> = list(&document["results"])
        .iter()
        .map(|one| text(&one["name"]))
        .collect();
    PageContent {
        title: format!("Comparison of {}", names.join(", ")),
        answer: answer(document),
        findings: differences(document, &names),
        findings_heading: "What differs",
        charts: charts(document, &names),
        numbers: numbers(document),
        machine: String::new(),
        evidence: String::new(),
        runs: results(document),
    }
}

fn pairs(document: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    list(&document["cells"])
        .iter()
        .flat_map(|cell| list(&cell["pairs"]).iter().map(move |pair| (cell, pair)))
}

/// How many comparisons came to each verdict.
fn answer(document: &Value) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for (_, pair) in pairs(document) {
        let verdict = text(&pair["verdict"]).replace('-', " ");
        match counts.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, count)) => *count += 1,
            None => counts.push((verdict, 1)),
        }
    }
    let words: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    let mut out = match words.is_empty() {
        true => paragraph(
            "answer",
            "No workload is in two of them: nothing can be compared.",
        ),
        false => paragraph("answer", &format!("{}.", words.join(", "))),
    };
    let margin = number(&document["margin"]).unwrap_or(0.0) * 100.0;
    out += &paragraph(
        "dim",
        &format!("Ratios are the result ÷ the first one. Differences below {margin} % are none."),
    );
    for limit in list(&document["limits"]) {
        out += &paragraph(
            "",
            &format!(
                "--fail-if {}: {}.",
                text(&limit["fail_if"]),
                text(&limit["state"])
            ),
        );
    }
    out
}

fn differences(document: &Value, names: &[String]) -> String {
    let mut heads = vec!["what differs"];
    heads.extend(names.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = list(&document["differences"])
        .iter()
        .map(|one| {
            let mut row = vec![format!("{}: {}", text(&one["of"]), text(&one["what"]))];
            row.extend(list(&one["values"]).iter().map(|value| match value {
                Value::Null => "unknown".to_owned(),
                value => text(value),
            }));
            row
        })
        .collect();
    let mut out = table(&heads, &[], &rows);
    let mut wrong: Vec<String> = Vec::new();
    for (cell, side, at) in list(&document["cells"]).iter().flat_map(|cell| {
        list(&cell["values"])
            .iter()
            .enumerate()
            .map(move |(at, side)| (cell, side, at))
    }) {
        for run in list(&side["wrong"]) {
            let traps: Vec<String> = list(&run["traps"]).iter().map(text).collect();
            let line = format!(
                "{}, {}: {} did not measure what it seems to ({})",
                names.get(at).map_or("", String::as_str),
                text(&cell["workload"]),
                text(&run["run"]),
                traps.join(", ")
            );
            if !wrong.contains(&line) {
                wrong.push(line);
            }
        }
    }
    if !wrong.is_empty() {
        out += "<h3>Not ranked</h3>\n<ul>\n";
        for line in &wrong {
            out += &format!("<li class=\"f wrong\">{}.</li>\n", escaped(line));
        }
        out += "</ul>\n";
    }
    out
}

/// A chart of ratios for each metric.
fn charts(document: &Value, names: &[String]) -> Vec<Chart> {
    let kinds = [("Rates", "rates", true), ("Latencies", "latencies", false)];
    let mut out = Vec::new();
    for (name, id, is_rate) in kinds {
        let rows = pairs(document).filter_map(|(cell, pair)| {
            let metric = text(&cell["metric"]);
            if PageUnit::of_metric(&metric).is_rate() != is_rate {
                return None;
            }
            let of = if is_rate {
                String::new()
            } else {
                format!(" {metric}")
            };
            let result = text(&pair["result"]);
            let series = names.iter().position(|known| *known == result).unwrap_or(1);
            Some(IntervalRow {
                label: format!("{}{of}", text(&cell["workload"])),
                values: Vec::new(),
                middle: number(&pair["ratio"])?,
                ends: ends(&pair["interval"]),
                series: series.saturating_sub(1),
                remark: text(&pair["verdict"]).replace('-', " "),
            })
        });
        let better = if is_rate { "right" } else { "left" };
        let intervals = Intervals {
            caption: format!(
                "{name} as ratios to {}: faster is to the {better}; in the band a difference is none",
                names.first().map_or("", String::as_str)
            ),
            unit: PageUnit::Ratio,
            is_log: true,
            margin: number(&document["margin"]),
            series: names.iter().skip(1).cloned().collect(),
            rows: rows.take(MOST_ROWS).collect(),
        };
        out.push(Chart::intervals(id, intervals));
    }
    out
}

fn numbers(document: &Value) -> String {
    let rows: Vec<Vec<String>> = pairs(document)
        .map(|(cell, pair)| {
            let unit = PageUnit::of_metric(&text(&cell["metric"]));
            let of = |name: &Value| {
                let results = list(&document["results"]);
                let at = results.iter().position(|result| result["name"] == *name);
                let side = at.and_then(|at| list(&cell["values"]).get(at));
                side.and_then(|side| number(&side["median"]))
                    .map_or_else(|| "-".to_owned(), |value| unit.shown(value))
            };
            let interval = ends(&pair["interval"]).map_or_else(
                || "-".to_owned(),
                |(low, high)| {
                    format!(
                        "{} to {}",
                        PageUnit::Ratio.shown(low),
                        PageUnit::Ratio.shown(high)
                    )
                },
            );
            vec![
                text(&cell["workload"]),
                text(&cell["details"]),
                text(&cell["metric"]),
                text(&pair["result"]),
                of(&pair["base"]),
                of(&pair["result"]),
                number(&pair["ratio"]).map_or_else(|| "-".to_owned(), |ratio| PageUnit::Ratio.shown(ratio)),
                interval,
                text(&pair["sentence"]),
            ]
        })
        .collect();
    let heads = [
        "workload",
        "",
        "metric",
        "result",
        "base",
        "value",
        "ratio",
        "95 % interval",
        "verdict",
    ];
    let mut out = table(&heads, &[4, 5, 6, 7], &rows);
    let groups: Vec<Vec<String>> = list(&document["cells"])
        .iter()
        .filter(|cell| !list(&cell["groups"]).is_empty())
        .map(|cell| {
            let groups: Vec<String> = list(&cell["groups"])
                .iter()
                .map(|group| list(group).iter().map(text).collect::<Vec<_>>().join(" = "))
                .collect();
            vec![text(&cell["workload"]), text(&cell["metric"]), groups.join("; ")]
        })
        .collect();
    if !groups.is_empty() {
        out += "<h3>Groups that cannot be told apart, the best first</h3>\n";
        out += &table(&["workload", "metric", "groups"], &[], &groups);
    }
    out
}

fn results(document: &Value) -> String {
    let rows: Vec<Vec<String>> = list(&document["results"])
        .iter()
        .map(|one| {
            let caveats: Vec<String> = list(&one["caveats"]).iter().map(text).collect();
            vec![
                text(&one["name"]),
                text(&one["kind"]),
                text(&one["about"]),
                text(&one["runs"]),
                text(&one["first"]),
                caveats.join("; "),
            ]
        })
        .collect();
    table(
        &["result", "kind", "what it is", "runs", "since", "caveats"],
        &[3],
        &rows,
    )
}
