//! The page of a survey.

use fiord_judge::State;
use fiord_record::hosts::DataSpread;
use fiord_record::number::{Bytes, Share, plural};
use fiord_stats::interval::median;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, differences, findings, machine_rows, shown};
use crate::documents::doctor::Doctor;
use crate::documents::survey::{
    HostOfSurvey, Repeat, SurveyDocument, SurveyOfHosts, SurveyOthers, SurveyRow,
};
use crate::html::charts::{Chart, IntervalRow, Intervals, LoadPoint, PageUnit, load};
use crate::html::frame::{headed, paragraph, pre, table};

impl HasPage for SurveyDocument {
    fn content(&self, _: &PageExtra) -> PageContent {
        let found = self.rows.iter().flat_map(|row| {
            let each = row.findings.iter();
            each.map(|finding| (row.label.clone(), finding))
        });
        let commands: Vec<&str> = self.rows.iter().map(|row| row.command.as_str()).collect();
        PageContent {
            title: format!("Survey of {}", self.path),
            answer: self.answer(),
            findings: findings(found),
            findings_heading: "Findings",
            charts: vec![
                self.chart(
                    ("bandwidth", "Bandwidth of each point", PageUnit::Bandwidth),
                    |row| row.bytes_per_s,
                    |repeat| Some(repeat.bytes_per_s),
                ),
                self.chart(
                    ("iops", "Rate of each point", PageUnit::Iops),
                    |row| row.iops,
                    |repeat| Some(repeat.iops),
                ),
                self.chart(
                    ("p99", "99th percentile of latency of each point", PageUnit::Time),
                    |row| row.lat_p99_ns,
                    |repeat| repeat.lat_p99_ns.map(|ns| ns as f64),
                ),
                self.depths(),
            ],
            numbers: html! {
                (self.numbers())
                @if let Some(hosts) = &self.hosts { (headed("Hosts", &self.shares(hosts))) }
            },
            machine: match &self.hosts {
                None => machine(&self.machine.body),
                Some(hosts) => html! {
                    @for host in &hosts.each { (headed(&host.name, &machine(&host.machine.body))) }
                },
            },
            evidence: html! {
                (others(self.others.as_ref(), ""))
                @for host in self.each() { (others(host.others.as_ref(), &format!(" of {}", host.name))) }
            },
            runs: pre(&(commands.join("\n") + "\n")),
        }
    }
}

impl SurveyDocument {
    fn each(&self) -> &[HostOfSurvey] {
        self.hosts.as_ref().map_or(&[], |hosts| &hosts.each)
    }

    fn answer(&self) -> Markup {
        let fastest = self
            .rows
            .iter()
            .filter_map(|row| Some((&row.label, row.bytes_per_s?)))
            .max_by(|(_, one), (_, other)| one.total_cmp(other));
        html! {
            @if let Some((label, rate)) = fastest {
                (paragraph("answer", &format!("Fastest: {label}, {}.", PageUnit::Bandwidth.shown(rate))))
            }
            @if self.interrupted {
                (paragraph("care", "The survey was interrupted: what is missing was not measured."))
            }
            @if !self.direct {
                (paragraph("care", "Direct I/O was not possible: caches take part in every number."))
            }
            @if let Some(hosts) = &self.hosts { (paragraph("dim", &self.together(hosts))) }
        }
    }

    /// Who measured together.
    fn together(&self, hosts: &SurveyOfHosts) -> String {
        let mut words = format!(
            "Measured by {} on {} together: rates are of all ranks, percentiles of all their I/Os.",
            plural(hosts.ranks.len() as u64, "rank"),
            plural(hosts.each.len() as u64, "host")
        );
        if let Some(decided) = &hosts.decided_by {
            let (what, of) = match hosts.spread {
                DataSpread::Stripes => ("reads its own", "of it"),
                _ => ("has a file of", "free space"),
            };
            words += &format!(
                " Each rank {what} {}: {} has the least {of}, {}.",
                Bytes(self.file_bytes),
                decided.host,
                Bytes(decided.bytes)
            );
        }
        words
    }

    /// What each host did, and in what their machines differ.
    fn shares(&self, hosts: &SurveyOfHosts) -> Markup {
        let percent = |share: f64| format!("{share:.0} %");
        let row = |host: &HostOfSurvey| {
            let known: Vec<f64> = host.share_percent.iter().flatten().copied().collect();
            let slowest = host.slowest_rank_percent.iter().zip(&self.rows);
            let slowest = slowest
                .filter_map(|(share, row)| Some(((*share)?, row.label.as_str())))
                .min_by(|one, other| one.0.total_cmp(&other.0));
            vec![
                host.name.clone(),
                host.ranks.to_string(),
                median(&known).map_or_else(|| "?".to_owned(), percent),
                slowest.map_or_else(|| "?".to_owned(), |(share, _)| percent(share)),
                slowest.map_or_else(String::new, |(_, label)| label.to_owned()),
            ]
        };
        let rows: Vec<Vec<String>> = hosts.each.iter().map(row).collect();
        let names = hosts.each.iter().map(|host| host.name.as_str());
        html! {
            (table(&["host", "ranks", "share of bytes", "slowest rank", "at"], &[1, 2, 3], &rows))
            (paragraph(
                "dim",
                "share of bytes: the median of the points. slowest rank: its rate as a share of the median of the ranks on other hosts (of one host: of the others), at the worst point; below 80 % it is a straggler.",
            ))
            (differences("the hosts differ in", names, &hosts.differences, |one| one.what.clone()))
        }
    }

    /// Latency against throughput along the depth: a curve for each workload that was measured at three depths or more.
    fn depths(&self) -> Chart {
        let mut series: Vec<(String, Vec<LoadPoint>)> = Vec::new();
        for row in &self.rows {
            let Some((rate, latency_ns)) = row.iops.zip(row.lat_p99_ns) else {
                continue;
            };
            let workload = row.label.split(',').next().unwrap_or_default().to_owned();
            let point = LoadPoint {
                rate,
                latency_ns,
                name: row.label.clone(),
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

    fn chart(
        &self,
        (name, caption, unit): (&str, &str, PageUnit),
        of_row: fn(&SurveyRow) -> Option<f64>,
        of_repeat: fn(&Repeat) -> Option<f64>,
    ) -> Chart {
        let rows = self.rows.iter().filter_map(|row| {
            Some(IntervalRow {
                label: row.label.clone(),
                values: row.repeats.iter().filter_map(of_repeat).collect(),
                middle: of_row(row).filter(|value| *value > 0.0)?,
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

    fn numbers(&self) -> Markup {
        let row = |row: &SurveyRow| {
            let spread = row
                .spread_percent
                .map(|percent| Share(percent / 100.0).to_string());
            vec![
                row.label.clone(),
                shown(PageUnit::Bandwidth, row.bytes_per_s),
                shown(PageUnit::Iops, row.iops),
                shown(PageUnit::Time, row.lat_p50_ns),
                shown(PageUnit::Time, row.lat_p99_ns),
                shown(PageUnit::Time, row.lat_max_ns),
                spread.unwrap_or_else(|| "?".to_owned()),
                row.error.clone().unwrap_or_default(),
            ]
        };
        let heads = ["point", "bandwidth", "IOPS", "p50", "p99", "max", "spread", ""];
        table(
            &heads,
            &[1, 2, 3, 4, 5, 6],
            &self.rows.iter().map(row).collect::<Vec<_>>(),
        )
    }
}

/// The layers of a machine, and its checks that were not fine.
fn machine(doctor: &Doctor) -> Markup {
    let mut rows = machine_rows(doctor.machine.as_ref());
    let bad = doctor.checks.iter().filter(|check| check.severity >= State::Care);
    rows.extend(bad.map(|check| {
        vec![
            format!("{}: {}", check.severity.name(), check.rule),
            check.saw.clone(),
        ]
    }));
    table(&["", ""], &[], &rows)
}

fn others(others: Option<&SurveyOthers>, whose: &str) -> Markup {
    let Some(others) = others else {
        return Markup::default();
    };
    let names: Vec<&str> = others.processes.iter().map(|one| one.name.as_str()).collect();
    let names = match names.is_empty() {
        true => "unknown".to_owned(),
        false => names.join(", "),
    };
    paragraph(
        "care",
        &format!(
            "Others used the disk{whose} in {} of {} runs; processes that can have done it: {names}.",
            others.runs, others.of_runs
        ),
    )
}
