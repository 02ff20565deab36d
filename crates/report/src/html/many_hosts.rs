//! The page of a run over many hosts: all ranks as one, each rank's part, each host by itself.

use serde_json::Value;

use super::evidence;
use super::parts::{PageContent, findings, grade_class, list, machine, number, paragraph, shown, text};
use super::run;
use crate::html::charts::{Chart, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{escaped, table};

/// The windows of time of a job, by their keys in the document.
const WINDOWS: [(&str, &str); 3] = [
    ("all_at_work", "all at work"),
    ("to_the_first_done", "to the first done"),
    ("to_the_last_done", "to the last done"),
];

pub(super) fn content(document: &Value) -> PageContent {
    let hosts = list(&document["hosts"]);
    let moved = run::moved(document);
    let mut charts = vec![ranks_chart(document)];
    charts.extend(run::charts(document, &moved));
    PageContent {
        title: title(document),
        answer: answer(document),
        findings: findings(&all_findings(document)),
        findings_heading: "Findings",
        charts,
        numbers: numbers(document)
            + &headed(
                "All ranks together, over the longest of their times",
                &run::numbers(&moved),
            )
            + &headed("Each rank over its own time", &ranks(document)),
        machine: of_each(hosts, &|run| table(&["", ""], &[], &machine(&run["record"]))),
        evidence: of_each(hosts, &evidence::evidence),
        runs: command(document),
    }
}

/// How many of something, in words.
fn count(of: &Value, one: &str) -> String {
    fiord_record::number::plural(list(of).len() as u64, one)
}

fn title(document: &Value) -> String {
    let names: Vec<String> = list(&document["jobs"])
        .iter()
        .map(|job| text(&job["name"]))
        .collect();
    format!(
        "Run of {} over {}",
        names.join(", "),
        count(&document["hosts"], "host")
    )
}

fn answer(document: &Value) -> String {
    let mut out = String::new();
    for job in list(&document["jobs"]) {
        let window = &job["all_at_work"];
        let (rate, iops) = (&window["bytes_per_s"], &window["iops"]);
        // Below one second nothing is stated.
        if number(rate).is_some() && number(iops).is_some() {
            out += &paragraph(
                "answer",
                &format!(
                    "{}: {}, {} while all ranks were at work.",
                    text(&job["name"]),
                    shown(PageUnit::Bandwidth, rate),
                    shown(PageUnit::Iops, iops)
                ),
            );
        }
    }
    let lost = list(&document["lost"]).iter().map(|one| {
        let words = format!(
            "Rank {} on {} is missing: {}.",
            text(&one["rank"]),
            text(&one["host"]),
            text(&one["why"])
        );
        paragraph("care", &words)
    });
    out += &lost.collect::<String>();
    let grade = text(&document["grade"]);
    out += &format!(
        "<p><b class=\"{}\">Grade {}</b>: {}.</p>\n",
        grade_class(&grade),
        escaped(&grade),
        escaped(&text(&document["reason"]))
    );
    let first = &document["hosts"][0]["run"];
    out += &paragraph(
        "dim",
        &format!(
            "{} on {}; data: {}. {}. {}, {}",
            count(&document["ranks"], "rank"),
            count(&document["hosts"], "host"),
            text(&document["spread"]),
            text(&document["mpi"]),
            text(&first["started"]),
            text(&document["version"])
        ),
    );
    out
}

/// What the ranks show together, then what each host shows, under its name.
fn all_findings(document: &Value) -> Vec<Value> {
    let mut all = list(&document["findings"]).to_vec();
    for host in list(&document["hosts"]) {
        for finding in list(&host["run"]["findings"]) {
            let mut finding = finding.clone();
            let job = text(&finding["job"]);
            let of = if job.is_empty() {
                String::new()
            } else {
                format!(", {job}")
            };
            finding["job"] = format!("{}{of}", text(&host["name"])).into();
            all.push(finding);
        }
    }
    all
}

/// The rate of each rank over its own time.
fn ranks_chart(document: &Value) -> Chart {
    let jobs = list(&document["jobs"]).len();
    let of_rank = |rank: &Value| {
        let label = format!("rank {} {}", text(&rank["rank"]), text(&rank["host"]));
        let rows = list(&rank["jobs"]).iter().enumerate();
        let rows = rows.filter_map(|(at, job)| {
            let rate = number(&job["bytes_per_s"]).filter(|rate| *rate > 0.0)?;
            let name = if jobs > 1 {
                format!(" {}", text(&job["name"]))
            } else {
                String::new()
            };
            Some(IntervalRow {
                label: format!("{label}{name}"),
                values: vec![rate],
                middle: rate,
                ends: None,
                series: at,
                remark: if job["is_straggler"] == true {
                    "straggler".to_owned()
                } else {
                    String::new()
                },
            })
        });
        rows.collect::<Vec<_>>()
    };
    let intervals = Intervals {
        caption: "Bandwidth of each rank over its own time".to_owned(),
        unit: PageUnit::Bandwidth,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: list(&document["ranks"]).iter().flat_map(of_rank).collect(),
    };
    Chart::intervals("ranks", intervals)
}

fn numbers(document: &Value) -> String {
    let mut rows = Vec::new();
    for job in list(&document["jobs"]) {
        for (key, words) in WINDOWS {
            let window = &job[key];
            let Some((start, end)) = number(&window["start_ns"]).zip(number(&window["end_ns"])) else {
                continue;
            };
            rows.push(vec![
                format!("{} {words}", text(&job["name"])),
                format!("{:.3}", (end - start) / 1e9),
                shown(PageUnit::Iops, &window["iops"]),
                shown(PageUnit::Bandwidth, &window["bytes_per_s"]),
            ]);
        }
    }
    table(&["window", "seconds", "IOPS", "bandwidth"], &[1, 2, 3], &rows)
}

fn ranks(document: &Value) -> String {
    let percent =
        |value: &Value| number(value).map_or_else(|| "?".to_owned(), |share| format!("{share:.1} %"));
    let mut rows = Vec::new();
    for rank in list(&document["ranks"]) {
        for job in list(&rank["jobs"]) {
            let of_others = number(&job["of_others"]);
            rows.push(vec![
                text(&rank["rank"]),
                text(&rank["host"]),
                text(&job["name"]),
                percent(&job["share_percent"]),
                shown(PageUnit::Iops, &job["iops"]),
                shown(PageUnit::Bandwidth, &job["bytes_per_s"]),
                of_others.map_or_else(|| "?".to_owned(), |share| format!("{:.0} %", share * 100.0)),
                if job["is_straggler"] == true {
                    "straggler".to_owned()
                } else {
                    String::new()
                },
            ]);
        }
    }
    let heads = [
        "rank",
        "host",
        "job",
        "share",
        "IOPS",
        "bandwidth",
        "of others",
        "",
    ];
    table(&heads, &[3, 4, 5, 6], &rows)
}

/// The command, which a launcher starts on each host.
fn command(document: &Value) -> String {
    let mut ours = String::from("mpirun … fiord run --hosts ");
    let spread = text(&document["spread"]);
    if spread != "same" {
        ours += &format!("--spread={} ", escaped(&spread));
    }
    if document["shifted_reads"] == true {
        ours += "--shift-reads ";
    }
    run::commands(&document["hosts"][0]["run"]).replacen("fiord run ", &ours, 1)
}

/// Nothing where there is nothing to head.
fn headed(heading: &str, content: &str) -> String {
    match content {
        "" => String::new(),
        _ => format!("<h3>{}</h3>\n{content}", escaped(heading)),
    }
}

/// A part of each host, under its name.
fn of_each(hosts: &[Value], part: &dyn Fn(&Value) -> String) -> String {
    let of = |host: &Value| headed(&text(&host["name"]), &part(&host["run"]));
    hosts.iter().map(of).collect()
}
