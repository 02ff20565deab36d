//! The page of a study: curves along its numeric factor, or its cells in rows.

use serde_json::Value;

use super::parts::{PageContent, ends, list, number, paragraph, text};
use crate::charts::{Curve, CurvePoint, Curves, IntervalRow, Intervals, PageUnit};
use crate::html::{details, escaped, pre, table};
use crate::units::level;

/// Curves of one chart: more cannot be told apart.
const MOST_CURVES: usize = 8;
/// Rows of one chart.
const MOST_ROWS: usize = 120;

pub(super) fn content(document: &Value) -> PageContent {
    let unit = PageUnit::of_metric(&text(&document["metric"]));
    let target = match &document["target"] {
        Value::Null => "a simulated device".to_owned(),
        path => text(path),
    };
    let (claims, caveats) = spoken(document);
    let mut answer = paragraph("answer", claims.first().map_or("No finding yet.", String::as_str));
    answer += &paragraph(
        "dim",
        &format!(
            "Study {}, {target}, seed {}.",
            text(&document["study"]),
            text(&document["seed"])
        ),
    );
    let mut charts = String::new();
    for (job, direction) in responses(document) {
        charts += &chart(document, &job, &direction, unit);
    }
    PageContent {
        title: match text(&document["title"]).as_str() {
            "" => text(&document["name"]),
            title => format!("{}: {title}", text(&document["name"])),
        },
        answer,
        findings: findings(&claims, &caveats),
        findings_heading: "Findings",
        charts,
        numbers: numbers(document, unit),
        machine: String::new(),
        runs: runs(document),
    }
}

/// Claims, and the caveats of all of them.
fn spoken(document: &Value) -> (Vec<String>, Vec<String>) {
    let claims = list(&document["findings"])
        .iter()
        .map(|finding| format!("{}.", text(&finding["sentence"])))
        .collect();
    let caveats = list(&document["caveats"]).iter().map(text).collect();
    (claims, caveats)
}

fn findings(claims: &[String], caveats: &[String]) -> String {
    let mut out = String::from("<ul>\n");
    for claim in claims {
        out += &format!("<li>{}</li>\n", escaped(claim));
    }
    out += "</ul>\n";
    if !caveats.is_empty() {
        out += "<h3>Caveats</h3>\n<ul>\n";
        for caveat in caveats {
            out += &format!("<li class=\"f care\">{}.</li>\n", escaped(caveat));
        }
        out += "</ul>\n";
    }
    if claims.is_empty() && caveats.is_empty() {
        return String::new();
    }
    out
}

fn responses(document: &Value) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = list(&document["summaries"])
        .iter()
        .map(|summary| (text(&summary["job"]), text(&summary["direction"])))
        .collect();
    all.sort();
    all.dedup();
    all
}

/// A cell's summary with the labels of its levels.
struct Summed<'a> {
    summary: &'a Value,
    label: String,
    levels: Vec<String>,
}

fn summed<'a>(document: &'a Value, job: &str, direction: &str) -> Vec<Summed<'a>> {
    let cells = list(&document["cells"]);
    list(&document["summaries"])
        .iter()
        .filter(|summary| text(&summary["job"]) == job && text(&summary["direction"]) == direction)
        .map(|summary| {
            let cell = cells.iter().find(|cell| cell["cell"] == summary["cell"]);
            let cell = cell.unwrap_or(&Value::Null);
            Summed {
                summary,
                label: text(&cell["label"]),
                levels: list(&cell["levels"]).iter().map(text).collect(),
            }
        })
        .collect()
}

fn chart(document: &Value, job: &str, direction: &str, unit: PageUnit) -> String {
    let all = summed(document, job, direction);
    let caption = |what: &str| format!("{job} {direction}: {what}, median and 95 % interval");
    let numeric = factors(document, &all);
    let mut out = String::new();
    for (factor, name) in &numeric {
        let (curves, is_size) = curves(document, &all, *factor);
        if curves.len() > MOST_CURVES {
            continue;
        }
        out += &Curves {
            caption: caption(&format!("{} against {name}", unit.axis())),
            x: if is_size { PageUnit::Size } else { PageUnit::Plain },
            x_name: name.clone(),
            y: unit,
            is_x_log: true,
            is_y_log: false,
            curves,
        }
        .figure();
    }
    if !out.is_empty() {
        return out;
    }
    let rows = all.iter().take(MOST_ROWS).filter_map(|one| {
        Some(IntervalRow {
            label: one.label.clone(),
            values: list(&one.summary["values"])
                .iter()
                .filter_map(|value| number(&value["value"]))
                .collect(),
            middle: number(&one.summary["median"])?,
            ends: ends(&one.summary["interval"]),
            series: 0,
            remark: String::new(),
        })
    });
    Intervals {
        caption: caption("each run"),
        unit,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: rows.collect(),
    }
    .figure()
}

/// Factors whose levels are three rising numbers or more.
fn factors(document: &Value, all: &[Summed<'_>]) -> Vec<(usize, String)> {
    let names = list(&document["factors"]);
    let is_numeric = |factor: usize| {
        let mut levels: Vec<&str> = all
            .iter()
            .filter_map(|one| one.levels.get(factor).map(String::as_str))
            .collect();
        levels.dedup();
        let mut distinct: Vec<&str> = levels.clone();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.len() > 2
            && distinct
                .iter()
                .all(|label| level(label).is_some_and(|(number, _)| number > 0.0))
    };
    names
        .iter()
        .enumerate()
        .filter(|(factor, _)| is_numeric(*factor))
        .map(|(factor, name)| (factor, text(name)))
        .collect()
}

/// One curve for each combination of the other factors.
fn curves(document: &Value, all: &[Summed<'_>], factor: usize) -> (Vec<Curve>, bool) {
    let mut curves: Vec<Curve> = Vec::new();
    let mut is_size = false;
    for one in all {
        let Some((x, size)) = one.levels.get(factor).and_then(|label| level(label)) else {
            continue;
        };
        let Some(y) = number(&one.summary["median"]) else {
            continue;
        };
        is_size |= size;
        let others: Vec<String> = one
            .levels
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != factor)
            .map(|(at, label)| format!("{} {label}", text(&document["factors"][at])))
            .collect();
        let name = others.join(", ");
        let point = CurvePoint {
            x,
            y,
            ends: ends(&one.summary["interval"]),
            name: one.label.clone(),
        };
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve {
                name,
                points: vec![point],
            }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by(|one, other| one.x.total_cmp(&other.x));
    }
    (curves, is_size)
}

fn numbers(document: &Value, unit: PageUnit) -> String {
    let mut out = String::new();
    for (job, direction) in responses(document) {
        let rows: Vec<Vec<String>> = summed(document, &job, &direction)
            .iter()
            .map(|one| {
                let interval = ends(&one.summary["interval"]).map_or_else(
                    || "-".to_owned(),
                    |(low, high)| format!("{} to {}", unit.shown(low), unit.shown(high)),
                );
                let mut marks = Vec::new();
                if !list(&one.summary["wrong"]).is_empty() {
                    marks.push("D");
                }
                if one.summary["drift"] == true {
                    marks.push("drift");
                }
                if !one.summary["two_states"].is_null() {
                    marks.push("two states");
                }
                if one.summary["state"] == "most-runs" {
                    marks.push("wide");
                }
                vec![
                    one.label.clone(),
                    number(&one.summary["median"]).map_or_else(String::new, |value| unit.shown(value)),
                    interval,
                    list(&one.summary["values"]).len().to_string(),
                    marks.join(" "),
                ]
            })
            .collect();
        out += &format!("<h3>{}</h3>\n", escaped(&format!("{job} {direction}")));
        out += &table(
            &["cell", "median", "95 % interval", "runs", ""],
            &[1, 2, 3],
            &rows,
        );
    }
    out
}

fn runs(document: &Value) -> String {
    let mut lines = String::new();
    for cell in list(&document["cells"]) {
        let words: Vec<String> = list(&cell["command"]).iter().map(text).collect();
        lines += &format!("# {}\nfio {}\n", text(&cell["label"]), words.join(" "));
    }
    let ids = |summary: &Value| {
        list(&summary["runs"])
            .iter()
            .map(text)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for cell in list(&document["cells"]) {
        let mut summaries = list(&document["summaries"]).iter();
        if let Some(summary) = summaries.find(|summary| summary["cell"] == cell["cell"]) {
            rows.push(vec![text(&cell["label"]), ids(summary)]);
        }
    }
    format!(
        "<p>Begun by: <code>{}</code></p>\n",
        escaped(&text(&document["command"]))
    ) + &details("The command of each cell", &pre(&lines))
        + &details(
            "The runs of each cell, by id",
            &table(&["cell", "runs"], &[], &rows),
        )
}
