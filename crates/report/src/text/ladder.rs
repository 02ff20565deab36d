//! A ladder of latencies as text: a table with the lowest latency first, and what was found.

use std::fmt::Display;

use fiord_messages::{Lang, ladder as messages, phrases};
use fiord_record::ladder::{
    FlowDirection, FlowEnd, FlowLimit, FlowLimitKind, SizedTrips, Throughput, TripRatio,
};
use fiord_record::number::{Bandwidth, Bytes, Count, Figures, Nanos, Quotient, Share};
use serde_json::Value;

use crate::documents::ladder::{LadderDocument, LadderRung, ways};
use crate::text::{Cell, Column, Page, Styled, Table};

impl LadderDocument {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        page.line(Styled::new().strong(messages::title(lang)));
        for line in self.about(lang) {
            page.line(line);
        }
        page.blank();
        page.table(self.table(lang));
        page.line(messages::legend(lang));
        page.blank();
        if !self.peers.is_empty() {
            page.table(self.wires(lang));
            page.blank();
        }
        if let Some(table) = self.flows(lang) {
            page.table(table);
            page.line(messages::flow_legend(lang));
            page.blank();
        }
        for note in &self.notes {
            page.item("- ", "  ", note.as_str());
        }
        page
    }

    /// What was measured on.
    pub(crate) fn about(&self, lang: Lang) -> Vec<String> {
        let machine = self.cpu.as_ref().zip(self.cpus).map(|(cpu, cpus)| {
            messages::AboutMachine {
                cpu,
                cpus: u64::from(cpus),
            }
            .text(lang)
        });
        let target = self
            .target
            .as_ref()
            .zip(self.target_bytes)
            .map(|(target, bytes)| {
                messages::AboutTarget {
                    target,
                    size: &Bytes(bytes),
                }
                .text(lang)
            });
        machine.into_iter().chain(target).collect()
    }

    pub fn table(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::left(messages::head_rung(lang), "operation"),
            Column::right(messages::head_lowest(lang), "lowest_ns").rank(2),
            Column::right(messages::head_median(lang), "median_ns"),
            Column::right(messages::head_quarters(lang), "quarters").rank(4),
            Column::right(messages::head_samples(lang), "samples").rank(5),
            Column::right(messages::head_reference(lang), "reference_ns").rank(1),
            Column::right(messages::head_scaled(lang), "scaled_s").rank(3),
            Column::left(messages::head_disturbed(lang), "disturbed").rank(6),
            Column::hidden("rung"),
            Column::hidden("p25_ns"),
            Column::hidden("p75_ns"),
        ]);
        for rung in &self.rungs {
            table.row([
                Cell::from(rung.title.as_str()),
                nanos(rung.lowest_ns),
                nanos(rung.median_ns),
                Cell::from(rung.quarters(lang)),
                Cell::new(rung.shown_samples()).value(rung.samples),
                nanos(rung.reference_ns),
                Cell::new(rung.scaled(lang)).value(rung.scaled_s),
                Cell::from(rung.remarks(lang)),
                Cell::raw(rung.rung.name()),
                Cell::raw(rung.p25_ns),
                Cell::raw(rung.p75_ns),
            ]);
        }
        table
    }

    /// Round trips to other hosts, a row for each way of measuring them.
    pub(crate) fn wires(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::left(messages::head_host(lang), "host"),
            Column::left(messages::head_way(lang), "way"),
            Column::right(messages::head_lowest(lang), "lowest_ns"),
            Column::right(messages::head_median(lang), "median_ns"),
            Column::right("p99", "p99_ns"),
            Column::right(messages::head_highest(lang), "highest_ns").rank(2),
            Column::right(messages::head_jitter(lang), "jitter_ns").rank(3),
            Column::right(messages::head_trips(lang), "trips").rank(1),
            Column::right(messages::head_lost(lang), "lost"),
        ]);
        for peer in &self.peers {
            let host = match peer.peer == peer.address {
                true => peer.peer.clone(),
                false => format!("{} ({})", peer.peer, peer.address),
            };
            for (way, times) in ways(peer) {
                table.row([
                    Cell::from(host.as_str()),
                    Cell::from(way(lang)),
                    nanos(Some(times.lowest_ns)),
                    nanos(Some(times.median_ns)),
                    nanos(times.p99_ns),
                    nanos(Some(times.highest_ns)),
                    nanos(Some(times.jitter_ns)),
                    Cell::new(Count(times.trips).to_string()).value(times.trips),
                    Cell::new(Count(times.lost).to_string()).value(times.lost),
                ]);
            }
            if let Some(ns) = peer.kernel_ns {
                let mut row = vec![
                    Cell::from(host.as_str()),
                    Cell::from(messages::way_kernel(lang)),
                    nanos(Some(ns)),
                ];
                row.resize_with(9, || nanos(None));
                table.row(row);
            }
        }
        table
    }
}

impl LadderDocument {
    /// What was exchanged with a fiord on other hosts; `None`: nothing.
    pub(crate) fn flows(&self, lang: Lang) -> Option<Table> {
        let mut table = Table::new([
            Column::left(messages::head_host(lang), "host"),
            Column::left(messages::head_way(lang), "way"),
            Column::right(messages::head_median(lang), "median"),
            Column::right(messages::head_interval(lang), "interval"),
            Column::left(messages::head_limit(lang), "limit").rank(1),
            Column::left(messages::head_ratio(lang), "ratio").rank(2),
        ]);
        let flows = self
            .peers
            .iter()
            .filter_map(|peer| Some((peer, peer.flow.as_ref()?)));
        let mut is_empty = true;
        for (peer, flow) in flows {
            for trips in &flow.trips {
                let ends = trips.low_ns.zip(trips.high_ns);
                table.row([
                    Cell::from(peer.peer.as_str()),
                    Cell::from(trip_title(trips, lang)),
                    nanos(Some(trips.times.median_ns)),
                    Cell::from(
                        ends.map_or_else(String::new, |(low, high)| range(&Nanos(low), &Nanos(high), lang)),
                    ),
                    Cell::from(""),
                    Cell::from(ratio(trips.ratio.as_ref(), lang)),
                ]);
            }
            for stream in &flow.throughput {
                let ends = stream.low.zip(stream.high);
                let limits: Vec<String> = stream
                    .limits
                    .iter()
                    .map(|limit| limit_title(limit, lang))
                    .collect();
                let is_known = !limits.is_empty();
                let unknown = messages::limit_unknown(lang).to_owned();
                table.row([
                    Cell::from(peer.peer.as_str()),
                    Cell::from(stream_title(stream, lang)),
                    Cell::new(Bandwidth(stream.bytes_per_s).to_string()).value(stream.bytes_per_s),
                    Cell::from(ends.map_or_else(String::new, |(low, high)| {
                        range(&Bandwidth(low), &Bandwidth(high), lang)
                    })),
                    Cell::from(if is_known { lang.list(&limits) } else { unknown }),
                    Cell::from(ratio(stream.ratio.as_ref(), lang)),
                ]);
            }
            is_empty &= flow.trips.is_empty() && flow.throughput.is_empty();
        }
        (!is_empty).then_some(table)
    }
}

fn range(low: &dyn Display, high: &dyn Display, lang: Lang) -> String {
    phrases::Range { low, high }.text(lang)
}

fn ratio(ratio: Option<&TripRatio>, lang: Lang) -> String {
    ratio.map_or_else(String::new, |ratio| {
        messages::RatioInterval {
            ratio: &Quotient(ratio.ratio),
            lowest: &Quotient(ratio.low),
            highest: &Quotient(ratio.high),
        }
        .text(lang)
    })
}

fn trip_title(trips: &SizedTrips, lang: Lang) -> String {
    let size = &Bytes(trips.bytes);
    messages::MessageTrip { size }.text(lang)
}

pub(crate) fn stream_title(stream: &Throughput, lang: Lang) -> String {
    let streams = stream.streams;
    match stream.direction {
        FlowDirection::ToPeer => messages::ToPeer { streams }.text(lang),
        FlowDirection::FromPeer => messages::FromPeer { streams }.text(lang),
    }
}

fn limit_title(limit: &FlowLimit, lang: Lang) -> String {
    let share = &Share(limit.share);
    let speed = &limit.bits_per_s.map_or_else(String::new, |bits| {
        format!("{} Gbit/s", Figures(bits as f64 / 1e9))
    });
    match (limit.what, limit.end) {
        (FlowLimitKind::Window, FlowEnd::Here) => messages::LimitWindowHere { share }.text(lang),
        (FlowLimitKind::Window, FlowEnd::Peer) => messages::LimitWindowPeer { share }.text(lang),
        (FlowLimitKind::Loss, _) => {
            let carried = limit
                .bits_per_s
                .map(|bits| Bandwidth(bits as f64 / 8.0).to_string());
            let carried = &carried.unwrap_or_default();
            messages::LimitLoss { share, carried }.text(lang)
        }
        (FlowLimitKind::Cpu, FlowEnd::Here) => messages::LimitCpuHere { share }.text(lang),
        (FlowLimitKind::Cpu, FlowEnd::Peer) => messages::LimitCpuPeer { share }.text(lang),
        (FlowLimitKind::Cgroup, FlowEnd::Here) => messages::LimitCgroupHere { share }.text(lang),
        (FlowLimitKind::Cgroup, FlowEnd::Peer) => messages::LimitCgroupPeer { share }.text(lang),
        (FlowLimitKind::Link, FlowEnd::Here) => messages::LimitLinkHere { share, speed }.text(lang),
        (FlowLimitKind::Link, FlowEnd::Peer) => messages::LimitLinkPeer { share, speed }.text(lang),
    }
}

fn nanos(ns: Option<f64>) -> Cell {
    match ns {
        Some(ns) => Cell::new(Nanos(ns).to_string()).value(ns),
        None => Cell::new("").value(Value::Null),
    }
}

impl LadderRung {
    /// Half of the samples are between these.
    pub(crate) fn quarters(&self, lang: Lang) -> String {
        let ends = self.p25_ns.zip(self.p75_ns);
        ends.map_or_else(String::new, |(low, high)| {
            phrases::Range {
                low: &Nanos(low),
                high: &Nanos(high),
            }
            .text(lang)
        })
    }

    pub(crate) fn shown_samples(&self) -> String {
        match self.samples {
            0 => String::new(),
            samples => Count(samples).to_string(),
        }
    }

    /// What disturbed it or makes it invalid.
    pub(crate) fn remarks(&self, lang: Lang) -> String {
        let all: Vec<String> = self.invalid.iter().chain(&self.disturbed).cloned().collect();
        lang.list(&all)
    }

    /// The time if that of L1 were one second.
    pub(crate) fn scaled(&self, lang: Lang) -> String {
        const MINUTE: f64 = 60.0;
        const HOUR: f64 = 60.0 * MINUTE;
        const DAY: f64 = 24.0 * HOUR;
        const YEAR: f64 = 365.25 * DAY;
        let Some(seconds) = self.scaled_s else {
            return String::new();
        };
        let value = |unit: f64| Figures(seconds / unit);
        match seconds {
            seconds if seconds < 2.0 * MINUTE => messages::ScaledSeconds { value: &value(1.0) }.text(lang),
            seconds if seconds < 2.0 * HOUR => messages::ScaledMinutes {
                value: &value(MINUTE),
            }
            .text(lang),
            seconds if seconds < 2.0 * DAY => messages::ScaledHours { value: &value(HOUR) }.text(lang),
            seconds if seconds < 2.0 * YEAR => messages::ScaledDays { value: &value(DAY) }.text(lang),
            _ => messages::ScaledYears { value: &value(YEAR) }.text(lang),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_record::ladder::Rung;

    use super::*;

    #[test]
    fn scaled_times_have_units_that_people_feel() {
        let scaled = |seconds: f64, lang| {
            let rung = LadderRung {
                rung: Rung::Read,
                title: String::new(),
                lowest_ns: None,
                median_ns: None,
                p25_ns: None,
                p75_ns: None,
                samples: 0,
                reference_ns: None,
                reference: None,
                scaled_s: Some(seconds),
                disturbed: Vec::new(),
                invalid: Vec::new(),
            };
            rung.scaled(lang)
        };
        // The numbers of 2012, of which L1 is 0.5 ns.
        assert_eq!(scaled(200.0, Lang::En), "3.33 min");
        assert_eq!(scaled(300_000.0, Lang::En), "3.47 days");
        assert_eq!(scaled(20e6, Lang::En), "231 days");
        assert_eq!(scaled(300e6, Lang::En), "9.51 years");
        assert_eq!(scaled(1.0, Lang::ZhCn), "1.00 秒");
    }
}
