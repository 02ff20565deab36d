//! The page of a ladder of latencies: every operation on one logarithmic axis, and the memory curve.

use fiord_messages::{Lang, ladder as messages};
use fiord_record::ladder::{PeerTrips, Rung};
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::of_text::of_table;
use super::parts::{KeyFigure, PageContent, key_figures, machine, shown};
use crate::documents::ladder::{LadderDocument, ways};
use crate::html::charts::{Chart, Curve, CurvePoint, Curves, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{paragraph, table};
use crate::text::ladder::stream_title;

impl HasPage for LadderDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        PageContent {
            title: messages::title(lang).to_owned(),
            answer: html! {
                @for line in self.about(lang) { (paragraph("dim", &line)) }
            },
            figures: self.key_numbers(),
            findings: html! { ul { @for note in &self.notes { li { (note) } } } },
            findings_heading: fiord_messages::study::findings(lang),
            charts: [self.chart(lang), self.curve_chart(lang)]
                .into_iter()
                .chain(self.wire_chart(lang))
                .chain(self.throughput_chart(lang))
                .collect(),
            numbers: html! {
                (self.numbers(lang))
                (paragraph("dim", messages::legend(lang)))
                @if !self.peers.is_empty() { (of_table(&self.wires(lang))) }
                @if let Some(flows) = self.flows(lang) {
                    (of_table(&flows))
                    (paragraph("dim", messages::flow_legend(lang)))
                }
            },
            machine: machine(self.record.before.machine.as_ref(), lang),
            ..PageContent::default()
        }
    }
}

/// The operations whose times are in large letters.
const KEY: [Rung; 8] = [
    Rung::L1,
    Rung::Memory,
    Rung::SystemCall,
    Rung::ContextSwitch,
    Rung::Loopback,
    Rung::Peer,
    Rung::Read,
    Rung::WriteFsync,
];

impl LadderDocument {
    /// The median of each main operation.
    fn key_numbers(&self) -> Markup {
        let figure = |rung: Rung| {
            let found = self.rungs.iter().find(|one| one.rung == rung)?;
            Some(KeyFigure {
                name: &found.title,
                value: PageUnit::Time.shown(found.median_ns?),
            })
        };
        let figures: Vec<KeyFigure<'_>> = KEY.into_iter().filter_map(figure).collect();
        html! { @if !figures.is_empty() { (key_figures("", &figures)) } }
    }

    fn numbers(&self, lang: Lang) -> Markup {
        let row = |rung: &crate::documents::ladder::LadderRung| {
            let time = |ns: Option<f64>| ns.map_or_else(String::new, |ns| shown(PageUnit::Time, Some(ns)));
            vec![
                rung.title.clone(),
                time(rung.lowest_ns),
                time(rung.median_ns),
                rung.quarters(lang),
                rung.shown_samples(),
                time(rung.reference_ns),
                rung.scaled(lang),
                rung.remarks(lang),
            ]
        };
        let heads = [
            messages::head_rung(lang),
            messages::head_lowest(lang),
            messages::head_median(lang),
            messages::head_quarters(lang),
            messages::head_samples(lang),
            messages::head_reference(lang),
            messages::head_scaled(lang),
            messages::head_disturbed(lang),
        ];
        table(
            &heads,
            &[1, 2, 3, 4, 5, 6],
            &self.rungs.iter().map(row).collect::<Vec<_>>(),
        )
    }

    /// Each operation in a line, with its value of 2012.
    fn chart(&self, lang: Lang) -> Chart {
        let mut rows = Vec::new();
        for rung in &self.rungs {
            if let Some(middle) = rung.median_ns {
                rows.push(IntervalRow {
                    label: rung.title.clone(),
                    values: rung.lowest_ns.into_iter().collect(),
                    middle,
                    ends: rung.p25_ns.zip(rung.p75_ns),
                    series: 0,
                    remark: String::new(),
                });
            }
            if let Some(middle) = rung.reference_ns {
                rows.push(IntervalRow {
                    label: rung.title.clone(),
                    values: Vec::new(),
                    middle,
                    ends: None,
                    series: 1,
                    remark: String::new(),
                });
            }
        }
        let intervals = Intervals {
            caption: messages::chart_rungs(lang).to_owned(),
            unit: PageUnit::Time,
            is_log: true,
            margin: None,
            series: vec![
                messages::chart_measured(lang).to_owned(),
                messages::chart_reference(lang).to_owned(),
            ],
            rows,
        };
        Chart::intervals("rungs", intervals)
    }

    fn curve_chart(&self, lang: Lang) -> Chart {
        let curve = |name: &str, of: fn(&fiord_record::ladder::MemoryPoint) -> f64| {
            let points = self.curve.iter().map(|point| CurvePoint {
                x: point.bytes as f64,
                y: of(point),
                ends: None,
                name: PageUnit::Size.shown(point.bytes as f64),
            });
            Curve::new(name, points.collect())
        };
        let mut lowest = curve(messages::series_lowest(lang), |point| point.lowest_ns);
        let levels = self.levels.iter();
        lowest.levels = levels
            .map(|level| (level.from_bytes as f64, level.to_bytes as f64, level.ns))
            .collect();
        let curves = Curves {
            caption: messages::chart_curve(lang).to_owned(),
            x: PageUnit::Size,
            x_name: messages::chart_size(lang).to_owned(),
            y: PageUnit::Time,
            is_x_log: true,
            is_y_log: true,
            events: self
                .record
                .context
                .ladder
                .iter()
                .flat_map(|ladder| &ladder.caches)
                .map(|cache| (cache.bytes as f64, format!("L{}", cache.level)))
                .collect(),
            curves: vec![
                lowest,
                curve(messages::series_median(lang), |point| point.median_ns),
            ],
            ..Curves::default()
        };
        Chart::curves("memory", curves)
    }
    /// Round trips by their time, a curve for each host and way; none without hosts.
    fn wire_chart(&self, lang: Lang) -> Option<Chart> {
        let mut curves = Vec::new();
        for peer in &self.peers {
            for (way, times) in ways(peer) {
                let points = times.histogram.iter().map(|bucket| CurvePoint {
                    x: (bucket.from_ns * bucket.to_ns).sqrt(),
                    y: bucket.trips as f64,
                    ends: None,
                    name: PageUnit::Time.range(bucket.from_ns, bucket.to_ns, lang),
                });
                curves.push(Curve::new(
                    format!("{}{}{}", peer.peer, lang.colon(), way(lang)),
                    points.collect(),
                ));
            }
        }
        let wire = Curves {
            caption: messages::chart_wire(lang).to_owned(),
            x: PageUnit::Time,
            y: PageUnit::Plain,
            y_name: messages::head_trips(lang).to_owned(),
            is_x_log: true,
            curves,
            ..Curves::default()
        };
        (!self.peers.is_empty()).then(|| Chart::curves("wire", wire))
    }

    /// A row for each host, number of streams and direction; none without `--ssh`.
    fn throughput_chart(&self, lang: Lang) -> Option<Chart> {
        let mut rows = Vec::new();
        // A row is read without its colour.
        let label = |peer: &PeerTrips, title: String| match self.peers.len() {
            1 => title,
            _ => format!("{}{}{title}", peer.peer, lang.colon()),
        };
        for (series, peer) in self.peers.iter().enumerate() {
            for stream in peer.flow.iter().flat_map(|flow| &flow.throughput) {
                rows.push(IntervalRow {
                    label: label(peer, stream_title(stream, lang)),
                    values: Vec::new(),
                    middle: stream.bytes_per_s,
                    ends: stream.low.zip(stream.high),
                    series,
                    remark: String::new(),
                });
            }
        }
        let intervals = Intervals {
            caption: messages::chart_throughput(lang).to_owned(),
            unit: PageUnit::Bandwidth,
            is_log: false,
            margin: None,
            series: self.peers.iter().map(|peer| peer.peer.clone()).collect(),
            rows,
        };
        (!intervals.rows.is_empty()).then(|| Chart::intervals("throughput", intervals))
    }
}
