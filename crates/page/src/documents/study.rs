//! The page of a study: curves along its numeric factor, or its cells in rows.

use std::collections::BTreeMap;

use serde_json::Value;

use super::extra::{PageExtra, PageRun};
use super::parts::{PageContent, ends, list, machine, number, paragraph, text};
use super::runs;
use super::study_charts::{charts, summed};
use crate::charts::PageUnit;
use crate::html::{details, escaped, pre, table};

pub(super) fn content(document: &Value, extra: &PageExtra) -> PageContent {
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
    PageContent {
        title: match text(&document["title"]).as_str() {
            "" => text(&document["name"]),
            title => format!("{}: {title}", text(&document["name"])),
        },
        answer,
        findings: findings(&claims, &caveats),
        findings_heading: "Findings",
        charts: charts(document, &extra.runs, &responses(document), unit),
        numbers: numbers(document, unit),
        machine: table(
            &["", ""],
            &[],
            &machine(&serde_json::json!({ "before": extra.before })),
        ),
        evidence: runs::findings(&extra.runs),
        runs: commands(document, &extra.runs),
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

/// The command of each cell, and its runs.
fn commands(document: &Value, runs: &[PageRun]) -> String {
    let mut lines = String::new();
    let mut labels = BTreeMap::new();
    for cell in list(&document["cells"]) {
        let words: Vec<String> = list(&cell["command"]).iter().map(text).collect();
        lines += &format!("# {}\nfio {}\n", text(&cell["label"]), words.join(" "));
        labels.insert(cell["cell"].as_u64().unwrap_or_default(), text(&cell["label"]));
    }
    let begun = format!(
        "<p>Begun by: <code>{}</code></p>\n",
        escaped(&text(&document["command"]))
    );
    let label = |cell: u32| labels.get(&u64::from(cell)).cloned().unwrap_or_default();
    let each = if runs.is_empty() {
        let mut of_cells: BTreeMap<u64, String> = BTreeMap::new();
        for summary in list(&document["summaries"]) {
            let ids: Vec<String> = list(&summary["runs"]).iter().map(text).collect();
            of_cells
                .entry(summary["cell"].as_u64().unwrap_or_default())
                .or_insert_with(|| ids.join(" "));
        }
        let rows: Vec<Vec<String>> = of_cells
            .into_iter()
            .map(|(cell, ids)| vec![label(cell as u32), ids])
            .collect();
        details(
            "The runs of each cell, by id",
            &table(&["cell", "runs"], &[], &rows),
        )
    } else {
        runs::lines(runs, &label)
    };
    begun + &details("The command of each cell", &pre(&lines)) + &each
}
