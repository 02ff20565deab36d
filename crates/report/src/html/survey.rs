//! The page of a survey.

use fiord_record::number::{Bytes, Share, plural};
use fiord_stats::interval::median;
use serde_json::Value;

use super::parts::{PageContent, findings, list, machine, number, paragraph, shown, text};
use crate::html::charts::{Chart, IntervalRow, Intervals, LoadPoint, PageUnit, load};
use crate::html::frame::{escaped, pre, table};

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
    answer += &together(document);
    let of_row = |row: &Value| {
        let label = row["label"].clone();
        let found = list(&row["findings"]).iter().cloned();
        found
            .map(move |mut finding| {
                // Which point it is about.
                finding["job"] = label.clone();
                finding
            })
            .collect::<Vec<Value>>()
    };
    let all: Vec<Value> = rows.iter().flat_map(of_row).collect();
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
        numbers: numbers(rows) + &shares(document),
        machine: machines(document),
        evidence: others(document),
        runs: pre(&(commands.join("\n") + "\n")),
    }
}

/// Who measured together, where it was not one machine.
fn together(document: &Value) -> String {
    let hosts = &document["hosts"];
    let each = list(&hosts["each"]);
    if each.is_empty() {
        return String::new();
    }
    let ranks = list(&hosts["ranks"]).len() as u64;
    let mut words = format!(
        "Measured by {} on {} together: rates are of all ranks, percentiles of all their I/Os.",
        plural(ranks, "rank"),
        plural(each.len() as u64, "host")
    );
    let decided = &hosts["decided_by"];
    let bytes = |value: &Value| number(value).map(|bytes| Bytes(bytes as u64));
    if let (Some(own), Some(least)) = (bytes(&document["file_bytes"]), bytes(&decided["bytes"])) {
        let (what, of) = match text(&hosts["spread"]).as_str() {
            "stripes" => ("reads its own", "of it"),
            _ => ("has a file of", "free space"),
        };
        words += &format!(
            " Each rank {what} {own}: {} has the least {of}, {least}.",
            text(&decided["host"])
        );
    }
    paragraph("dim", &words)
}

/// What each host did, and in what their machines differ.
fn shares(document: &Value) -> String {
    let hosts = &document["hosts"];
    let each = list(&hosts["each"]);
    let labels: Vec<String> = list(&document["rows"])
        .iter()
        .map(|row| text(&row["label"]))
        .collect();
    let row = |host: &Value| {
        let known: Vec<f64> = list(&host["share_percent"]).iter().filter_map(number).collect();
        let slowest = list(&host["slowest_rank_percent"]).iter().zip(&labels);
        let slowest = slowest
            .filter_map(|(share, label)| Some((number(share)?, label.as_str())))
            .min_by(|one, other| one.0.total_cmp(&other.0));
        let percent = |share: f64| format!("{share:.0} %");
        vec![
            text(&host["name"]),
            text(&host["ranks"]),
            median(&known).map_or_else(|| "?".to_owned(), percent),
            slowest.map_or_else(|| "?".to_owned(), |(share, _)| percent(share)),
            slowest.map_or_else(String::new, |(_, label)| label.to_owned()),
        ]
    };
    let rows: Vec<Vec<String>> = each.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h3>Hosts</h3>\n");
    out += &table(
        &["host", "ranks", "share of bytes", "slowest rank", "at"],
        &[1, 2, 3],
        &rows,
    );
    out += &paragraph(
        "dim",
        "share of bytes: the median of the points. slowest rank: its rate as a share of the median of the ranks on other hosts (of one host: of the others), at the worst point; below 80 % it is a straggler.",
    );
    let differences: Vec<Vec<String>> = list(&hosts["differences"])
        .iter()
        .map(|one| {
            let values = list(&one["values"]).iter();
            let values =
                values.map(|value| value.as_str().map_or_else(|| "unknown".to_owned(), str::to_owned));
            std::iter::once(text(&one["what"])).chain(values).collect()
        })
        .collect();
    if !differences.is_empty() {
        let names: Vec<String> = each.iter().map(|host| text(&host["name"])).collect();
        let mut heads = vec!["the hosts differ in"];
        heads.extend(names.iter().map(String::as_str));
        out += &table(&heads, &[], &differences);
    }
    out
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

/// The machine, or those of all hosts.
fn machines(document: &Value) -> String {
    let each = list(&document["hosts"]["each"]);
    if each.is_empty() {
        return machine_of(&document["machine"]);
    }
    let of_host = |host: &Value| {
        let name = escaped(&text(&host["name"]));
        format!("<h3>{name}</h3>\n{}", machine_of(&host["machine"]))
    };
    each.iter().map(of_host).collect()
}

/// The checks of a machine that were not fine, and its layers.
fn machine_of(doctor: &Value) -> String {
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

/// Who else used the disk, or that of each host.
fn others(document: &Value) -> String {
    let each = list(&document["hosts"]["each"]).iter();
    let of_hosts = each.map(|host| others_of(&host["others"], &format!(" of {}", text(&host["name"]))));
    others_of(&document["others"], "") + &of_hosts.collect::<String>()
}

fn others_of(others: &Value, whose: &str) -> String {
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
            "Others used the disk{whose} in {} of {} runs; processes that can have done it: {}.",
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
