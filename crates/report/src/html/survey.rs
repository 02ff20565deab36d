//! The page of a survey.

use fiord_judge::State;
use fiord_messages::{Fixed, Lang, page_parts as page, survey as messages};
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::of_text::of_page;
use super::parts::{PageContent, findings, machine_rows};
use super::plan;
use crate::documents::doctor::Doctor;
use crate::documents::survey::{Repeat, SurveyDocument, SurveyRow};
use crate::html::charts::{
    Chart, Curve, CurvePoint, Curves, IntervalRow, Intervals, LoadPoint, PageUnit, RightAxis, load,
};
use crate::html::frame::{headed, pre, table};
use crate::text::findings::state_name;

/// What a workload reached at a depth.
struct DepthPoint<'s> {
    row: &'s SurveyRow,
    rate: f64,
    latency_ns: f64,
}

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
            figures: of_page(&self.result(None, lang)),
            plan: plan::of_commands(self.rows.iter().map(|row| row.arguments.as_slice()), lang),
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
                self.loads(lang),
            ],
            machine: match &self.hosts {
                None => machine(&self.machine.body, lang),
                Some(hosts) => html! {
                    @for host in &hosts.each { (headed(&host.name, &machine(&host.machine.body, lang))) }
                },
            },
            runs: pre(&(commands.join("\n") + "\n")),
            ..PageContent::default()
        }
    }
}

impl SurveyDocument {
    /// The workloads that were measured at three depths or more, each along its depth; the shallowest point is called as the workload.
    fn along_depth(&self, lang: Lang) -> Vec<(String, Vec<DepthPoint<'_>>)> {
        let mut rows: Vec<&SurveyRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| row.iodepth);
        let mut series: Vec<(String, Vec<DepthPoint<'_>>)> = Vec::new();
        for row in rows {
            let Some((rate, latency_ns)) = row.iops.zip(row.lat_p99_ns) else {
                continue;
            };
            let is_same = |(_, points): &&mut (String, Vec<DepthPoint<'_>>)| {
                points
                    .first()
                    .is_some_and(|first| row.differs_by_depth(first.row))
            };
            let point = DepthPoint {
                row,
                rate,
                latency_ns,
            };
            match series.iter_mut().find(is_same) {
                Some((_, points)) => points.push(point),
                None => series.push((row.name(lang).to_owned(), vec![point])),
            }
        }
        series.retain(|(_, points)| points.len() > 2);
        series
    }

    /// Throughput and latency against the depth.
    fn depths(&self, lang: Lang) -> Chart {
        let series = self.along_depth(lang);
        let curves = |of: fn(&DepthPoint<'_>) -> f64| -> Vec<Curve> {
            let curve = |(name, points): &(String, Vec<DepthPoint<'_>>)| {
                let points = points.iter().map(|point| CurvePoint {
                    x: f64::from(point.row.iodepth),
                    y: of(point),
                    ends: None,
                    name: point.row.name(lang).to_owned(),
                });
                Curve::new(name.clone(), points.collect())
            };
            series.iter().map(curve).collect()
        };
        let right = RightAxis {
            name: "p99".to_owned(),
            unit: PageUnit::Time,
            curves: curves(|point| point.latency_ns),
        };
        let chart = Curves {
            caption: messages::page_along_depth(lang).to_owned(),
            x: PageUnit::Plain,
            x_name: "iodepth".to_owned(),
            y: PageUnit::Iops,
            is_x_log: true,
            curves: curves(|point| point.rate),
            right: Some(right),
            ..Curves::default()
        };
        Chart::curves("depth", chart)
    }

    /// Latency against throughput along the depth.
    fn loads(&self, lang: Lang) -> Chart {
        let series = self.along_depth(lang).into_iter().map(|(name, points)| {
            let mut points: Vec<LoadPoint> = points
                .into_iter()
                .map(|point| LoadPoint {
                    rate: point.rate,
                    latency_ns: point.latency_ns,
                    name: point.row.name(lang).to_owned(),
                })
                .collect();
            points.sort_by(|one, other| one.rate.total_cmp(&other.rate));
            (name, points)
        });
        Chart::curves(
            "latency-throughput",
            load(messages::page_depths(lang), PageUnit::Iops, series.collect()),
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
