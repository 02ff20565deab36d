//! The page of a study: curves along its numeric factor, or its cells in rows.

use std::collections::BTreeMap;

use fiord_record::number::plural;
use serde_json::Value;

use super::extra::{PageExtra, PageRun};
use super::parts::{PageContent, ends, list, machine, number, paragraph, text};
use super::study_charts::{charts, summed};
use super::study_runs as runs;
use crate::html::charts::PageUnit;
use crate::html::frame::{details, escaped, pre, table};

/// Findings that stand above the charts; the rest is folded.
const MOST_SHOWN: usize = 6;

pub(super) fn content(document: &Value, extra: &PageExtra) -> PageContent {
    let unit = PageUnit::of_metric(&text(&document["metric"]));
    let target = match &document["target"] {
        Value::Null => "a simulated device".to_owned(),
        path => text(path),
    };
    let (claims, caveats) = spoken(document);
    let is_first_open = claims.first().is_some_and(|claim| claim.is_open);
    let mut answer = paragraph(
        "answer",
        &match claims.first() {
            None => "No finding yet.".to_owned(),
            Some(_) if is_first_open => format!(
                "Nothing is settled yet, of {}.",
                plural(claims.len() as u64, "comparison")
            ),
            Some(claim) => claim.sentence.clone(),
        },
    );
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

/// A finding as it stands on the page.
struct SpokenClaim {
    sentence: String,
    /// The interval holds both a difference and none, or there is none.
    is_open: bool,
}

/// Claims, those that are settled first, and the caveats of all of them.
fn spoken(document: &Value) -> (Vec<SpokenClaim>, Vec<String>) {
    let claims = list(&document["findings"]).iter().map(|finding| SpokenClaim {
        sentence: format!("{}.", text(&finding["sentence"])),
        is_open: finding["claim"]["outcome"] == "inconclusive",
    });
    let (open, mut claims): (Vec<_>, Vec<_>) = claims.partition(|claim| claim.is_open);
    claims.extend(open);
    let caveats = list(&document["caveats"]).iter().map(text).collect();
    (claims, caveats)
}

fn findings(claims: &[SpokenClaim], caveats: &[String]) -> String {
    let items = |claims: &[SpokenClaim]| {
        let items = claims
            .iter()
            .map(|claim| format!("<li>{}</li>\n", escaped(&claim.sentence)));
        format!("<ul>\n{}</ul>\n", items.collect::<String>())
    };
    // The charts below say the same of many levels at a glance.
    let (first, more) = claims.split_at(claims.len().min(MOST_SHOWN));
    let mut out = items(first);
    if !more.is_empty() {
        out += &details(
            &format!("{} more", plural(more.len() as u64, "finding")),
            &items(more),
        );
    }
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
