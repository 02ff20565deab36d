//! What the hosts of a survey are said to have done together.

use std::collections::BTreeSet;

use crate::documents::survey::{HostOfSurvey, SurveyOfHosts, SurveyRow};
use crate::text::findings::mark;
use crate::text::many_hosts::put_differences;
use crate::text::{Cell, Column, Page, Styled, Table};
use fiord_judge::State;
use fiord_messages::{Lang, many_hosts, survey as messages};
use fiord_record::hosts::DataSpread;
use fiord_record::number::Bytes;
use fiord_stats::interval::median;
use fiord_stats::straggler::STRAGGLER_SHARE;

impl SurveyOfHosts {
    /// `4 ranks on 2 hosts`.
    pub(crate) fn shape(&self, lang: Lang) -> String {
        let hosts: BTreeSet<&String> = self.ranks.iter().collect();
        let (ranks, hosts) = (self.ranks.len() as u64, hosts.len() as u64);
        many_hosts::RanksOnHosts { ranks, hosts }.text(lang)
    }

    /// What each rank worked on, and why it is so much.
    pub(super) fn put_size(&self, page: &mut Page, (is_direct, file_bytes): (bool, u64), lang: Lang) {
        let Some(size) = &self.decided_by else { return };
        let (host, bytes) = (&size.host, &Bytes(size.bytes));
        page.line(match self.spread {
            DataSpread::Stripes => messages::SizeOfStripes { host, bytes }.text(lang),
            _ => messages::SizeOfFiles { host, bytes }.text(lang),
        });
        if let Some(memory) = size
            .largest_memory_bytes
            .filter(|memory| !is_direct && *memory > file_bytes)
        {
            let (symbol, style) = mark(State::Care);
            let memory = &Bytes(memory);
            page.item(
                Styled::new().styled(style, symbol).plain(" "),
                "  ",
                messages::MemoryExceeds { memory }.text(lang),
            );
        }
    }

    /// Machines, shares and stragglers, a line or a row for each host.
    pub(super) fn put(&self, page: &mut Page, rows: &[SurveyRow], lang: Lang) {
        let mut table = Table::new([
            Column::left(messages::head_host(lang), "host"),
            Column::right(messages::head_ranks_of_host(lang), "ranks"),
            Column::right(messages::head_share(lang), "share_percent"),
            Column::right(messages::head_range(lang), "").rank(2),
            Column::right(messages::head_slowest_rank(lang), "slowest_rank_percent"),
            Column::left(messages::head_worst_workload(lang), "").rank(1),
            Column::left("", ""),
        ]);
        for host in &self.each {
            table.row(host.row(rows, lang));
        }
        page.table(table);
        let has_several = self.each.len() > 1;
        page.line(Styled::new().dim(if has_several {
            messages::share_of_hosts(lang)
        } else {
            messages::share_of_one_host(lang)
        }));
        if has_several {
            let names: Vec<&str> = self.each.iter().map(|host| host.name.as_str()).collect();
            put_differences(page, &names, &self.differences, lang);
        }
        page.blank();
    }

    /// A line for each machine, and who else used its disk.
    pub(super) fn put_machines(&self, page: &mut Page, lang: Lang) {
        for host in &self.each {
            if let Some(layers) = &host.machine.body.layers(lang) {
                let host = &host.name;
                page.line(messages::DiskOfHost { host, layers }.text(lang));
            }
            if let Some(others) = &host.others {
                others.put(page, Some(&host.name), lang);
            }
            let (host, text) = (&host.name, &host.machine.body.line(lang));
            page.line(messages::OfHost { host, text }.text(lang));
        }
    }
}

impl HostOfSurvey {
    fn row(&self, rows: &[SurveyRow], lang: Lang) -> [Cell; 7] {
        let known: Vec<f64> = self.share_percent.iter().flatten().copied().collect();
        let (least, most) = (
            known.iter().copied().fold(f64::INFINITY, f64::min),
            known.iter().copied().fold(0.0, f64::max),
        );
        let middle = median(&known);
        let percent = |share: f64| format!("{share:.0} %");
        let unknown = || "?".to_owned();
        let worst = self.slowest_rank_percent.iter().zip(rows);
        let worst = worst.filter_map(|(share, row)| Some(((*share)?, row.name(lang))));
        let worst = worst.min_by(|one, other| one.0.total_cmp(&other.0));
        let is_straggler = worst.is_some_and(|(share, _)| share < STRAGGLER_SHARE * 100.0);
        [
            Cell::from(self.name.as_str()),
            Cell::from(self.ranks.to_string()),
            Cell::new(middle.map_or_else(unknown, percent)),
            Cell::new(middle.map_or_else(unknown, |_| format!("{least:.0}–{}", percent(most)))),
            Cell::new(worst.map_or_else(unknown, |(share, _)| percent(share))),
            Cell::from(worst.map_or("", |(_, label)| label)),
            if is_straggler {
                messages::straggler(lang).into()
            } else {
                Cell::default()
            },
        ]
    }
}
