//! The page of a survey.

use fiord_judge::State;
use fiord_messages::{Fixed, Lang, page_parts as page, survey as messages};
use fiord_record::hosts::DataSpread;
use fiord_record::number::{Bytes, Share};
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
use crate::text::findings::state_name;

impl HasPage for SurveyDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let found = self.rows.iter().flat_map(|row| {
            let each = row.findings.iter();
            each.map(|finding| (row.name(lang).to_owned(), finding))
        });
        let commands: Vec<&str> = self.rows.iter().map(|row| row.command.as_str()).collect();
        PageContent {
            title: messages::PageTitle { path: &self.path }.text(lang),
            answer: self.answer(lang),
            findings: findings(found, lang),
            findings_heading: page::findings(lang),
            charts: vec![
                self.chart(
                    ("bandwidth", messages::page_bandwidth, PageUnit::Bandwidth),
                    |row| row.bytes_per_s,
                    |repeat| Some(repeat.bytes_per_s),
                    lang,
                ),
                self.chart(
                    ("iops", messages::page_iops, PageUnit::Iops),
                    |row| row.iops,
                    |repeat| Some(repeat.iops),
                    lang,
                ),
                self.chart(
                    ("p99", messages::page_p99, PageUnit::Time),
                    |row| row.lat_p99_ns,
                    |repeat| repeat.lat_p99_ns.map(|ns| ns as f64),
                    lang,
                ),
                self.depths(lang),
            ],
            numbers: html! {
                (self.numbers(lang))
                @if let Some(hosts) = &self.hosts {
                    (headed(messages::page_hosts(lang), &self.shares(hosts, lang)))
                }
            },
            machine: match &self.hosts {
                None => machine(&self.machine.body, lang),
                Some(hosts) => html! {
                    @for host in &hosts.each { (headed(&host.name, &machine(&host.machine.body, lang))) }
                },
            },
            evidence: html! {
                (others(self.others.as_ref(), None, lang))
                @for host in self.each() { (others(host.others.as_ref(), Some(&host.name), lang)) }
            },
            runs: pre(&(commands.join("\n") + "\n")),
        }
    }
}

impl SurveyDocument {
    fn each(&self) -> &[HostOfSurvey] {
        self.hosts.as_ref().map_or(&[], |hosts| &hosts.each)
    }

    fn answer(&self, lang: Lang) -> Markup {
        let fastest = self
            .rows
            .iter()
            .filter_map(|row| Some((row.name(lang), row.bytes_per_s?)))
            .max_by(|(_, one), (_, other)| one.total_cmp(other));
        let fastest = fastest.map(|(workload, rate)| {
            let (workload, bandwidth) = (&workload, &PageUnit::Bandwidth.shown(rate));
            messages::PageFastest { workload, bandwidth }.text(lang)
        });
        html! {
            @if let Some(fastest) = &fastest { (paragraph("answer", fastest)) }
            @if self.interrupted { (paragraph("care", messages::page_interrupted(lang))) }
            @if !self.direct { (paragraph("care", messages::page_no_direct(lang))) }
            @if let Some(hosts) = &self.hosts { (paragraph("dim", &self.together(hosts, lang))) }
        }
    }

    /// Who measured together.
    fn together(&self, hosts: &SurveyOfHosts, lang: Lang) -> String {
        let ranks = &hosts.shape(lang);
        let measured = messages::PageRanks { ranks }.text(lang);
        let Some(decided) = &hosts.decided_by else {
            return measured;
        };
        let (size, host, bytes) = (&Bytes(self.file_bytes), &decided.host, &Bytes(decided.bytes));
        let size = match hosts.spread {
            DataSpread::Stripes => messages::PageSizeOfStripes { size, host, bytes }.text(lang),
            _ => messages::PageSizeOfFiles { size, host, bytes }.text(lang),
        };
        lang.sentences(&[measured, size])
    }

    /// What each host did, and in what their machines differ.
    fn shares(&self, hosts: &SurveyOfHosts, lang: Lang) -> Markup {
        let percent = |share: f64| format!("{share:.0} %");
        let row = |host: &HostOfSurvey| {
            let known: Vec<f64> = host.share_percent.iter().flatten().copied().collect();
            let slowest = host.slowest_rank_percent.iter().zip(&self.rows);
            let slowest = slowest
                .filter_map(|(share, row)| Some(((*share)?, row.name(lang))))
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
        let heads = [
            messages::head_host(lang),
            messages::head_ranks_of_host(lang),
            messages::page_head_share(lang),
            messages::head_slowest_rank(lang),
            messages::head_worst_workload(lang),
        ];
        html! {
            (table(&heads, &[1, 2, 3], &rows))
            (paragraph("dim", messages::page_share(lang)))
            (differences(messages::page_head_differences(lang), names, &hosts.differences, |one| one.label(lang).to_owned(), lang))
        }
    }

    /// Latency against throughput along the depth: a curve for each workload that was measured at three depths or more.
    fn depths(&self, lang: Lang) -> Chart {
        let mut rows: Vec<&SurveyRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.iodepth);
        let mut series: Vec<(&SurveyRow, Vec<LoadPoint>)> = Vec::new();
        for row in rows {
            let Some((rate, latency_ns)) = row.iops.zip(row.lat_p99_ns) else {
                continue;
            };
            let point = LoadPoint {
                rate,
                latency_ns,
                name: row.name(lang).to_owned(),
            };
            match series.iter_mut().find(|(first, _)| row.differs_by_depth(first)) {
                Some((_, points)) => points.push(point),
                None => series.push((row, vec![point])),
            }
        }
        series.retain(|(_, points)| points.len() > 2);
        for (_, points) in &mut series {
            points.sort_by(|one, other| one.rate.total_cmp(&other.rate));
        }
        // The shallowest point is called as the workload.
        let series = series
            .into_iter()
            .map(|(first, points)| (first.name(lang).to_owned(), points));
        let series: Vec<(String, Vec<LoadPoint>)> = series.collect();
        Chart::curves(
            "latency-throughput",
            load(messages::page_depths(lang), PageUnit::Iops, series),
        )
    }

    fn chart(
        &self,
        (name, caption, unit): (&str, Fixed, PageUnit),
        of_row: fn(&SurveyRow) -> Option<f64>,
        of_repeat: fn(&Repeat) -> Option<f64>,
        lang: Lang,
    ) -> Chart {
        let rows = self.rows.iter().filter_map(|row| {
            Some(IntervalRow {
                label: row.name(lang).to_owned(),
                values: row.repeats.iter().filter_map(of_repeat).collect(),
                middle: of_row(row).filter(|value| *value > 0.0)?,
                ends: None,
                series: 0,
                remark: String::new(),
            })
        });
        let intervals = Intervals {
            caption: caption(lang).to_owned(),
            unit,
            is_log: true,
            margin: None,
            series: Vec::new(),
            rows: rows.collect(),
        };
        Chart::intervals(name, intervals)
    }

    fn numbers(&self, lang: Lang) -> Markup {
        let row = |row: &SurveyRow| {
            let spread = row
                .spread_percent
                .map(|percent| Share(percent / 100.0).to_string());
            vec![
                row.name(lang).to_owned(),
                shown(PageUnit::Bandwidth, row.bytes_per_s),
                shown(PageUnit::Iops, row.iops),
                shown(PageUnit::Time, row.lat_p50_ns),
                shown(PageUnit::Time, row.lat_p99_ns),
                shown(PageUnit::Time, row.lat_max_ns),
                spread.unwrap_or_else(|| "?".to_owned()),
                row.error.clone().unwrap_or_default(),
            ]
        };
        let heads = [
            messages::head_workload(lang),
            page::bandwidth(lang),
            "IOPS",
            "p50",
            "p99",
            page::max(lang),
            page::spread(lang),
            "",
        ];
        table(
            &heads,
            &[1, 2, 3, 4, 5, 6],
            &self.rows.iter().map(row).collect::<Vec<_>>(),
        )
    }
}

/// The layers of a machine, and its checks that were not fine.
fn machine(doctor: &Doctor, lang: Lang) -> Markup {
    let mut rows = machine_rows(doctor.machine.as_ref(), lang);
    let bad = doctor.checks.iter().filter(|check| check.severity >= State::Care);
    rows.extend(bad.map(|check| {
        vec![
            format!(
                "{}{}{}",
                state_name(check.severity)(lang),
                lang.colon(),
                check.rule
            ),
            check.saw.clone(),
        ]
    }));
    table(&["", ""], &[], &rows)
}

/// Who else used the disk, on one of many hosts by its name.
fn others(others: Option<&SurveyOthers>, host: Option<&String>, lang: Lang) -> Markup {
    let Some(others) = others else {
        return Markup::default();
    };
    let (runs, all_runs) = (&others.runs, others.of_runs as u64);
    let used = match host {
        None => messages::PageOthers { runs, all_runs }.text(lang),
        Some(host) => messages::PageOthersOfHost { host, runs, all_runs }.text(lang),
    };
    let names: Vec<String> = others.processes.iter().map(|one| one.name.clone()).collect();
    let processes = &lang.list(&names);
    let who = match names.is_empty() {
        true => messages::others_unknown(lang).to_owned(),
        false => messages::OthersPossible { processes }.text(lang),
    };
    paragraph("care", &lang.sentences(&[used, who]))
}
