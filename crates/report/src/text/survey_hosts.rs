//! What the hosts of a survey are said to have done together.

use crate::documents::survey::{HostOfSurvey, SurveyOfHosts, SurveyRow};
use crate::text::findings::mark;
use crate::text::{Cell, Column, Page, Styled, Table};
use fiord_judge::State;
use fiord_messages::Lang;
use fiord_record::hosts::DataSpread;
use fiord_record::number::Bytes;
use fiord_stats::interval::median;
use fiord_stats::straggler::STRAGGLER_SHARE;

impl SurveyOfHosts {
    /// What each rank worked on, and why it is so much.
    pub(super) fn put_size(&self, page: &mut Page, is_direct: bool, file_bytes: u64) {
        let Some(size) = &self.decided_by else { return };
        let (host, bytes) = (&size.host, Bytes(size.bytes));
        let decided = match self.spread {
            DataSpread::Stripes => {
                format!("{host} has the least of it, {bytes}, and each rank reads its own stripe")
            }
            _ => format!(
                "{host} has the least free space, {bytes}, of which the files of all ranks take a tenth at most"
            ),
        };
        page.item("", "  ", format!("Size: {decided}."));
        if let Some(memory) = size
            .largest_memory_bytes
            .filter(|memory| !is_direct && *memory > file_bytes)
        {
            let (symbol, style) = mark(State::Care);
            page.item(
                Styled::new().styled(style, symbol),
                "  ",
                format!(
                    " Without direct I/O a cache answers what it holds, and the largest memory of a host is {}: more than a rank works on.",
                    Bytes(memory)
                ),
            );
        }
    }

    /// Machines, shares and stragglers, a line or a row for each host.
    pub(super) fn put(&self, page: &mut Page, rows: &[SurveyRow], lang: Lang) {
        let mut table = Table::new([
            Column::left("host", "host"),
            Column::right("ranks", "ranks"),
            Column::right("share", "share_percent"),
            Column::right("min–max", "").rank(2),
            Column::right("slowest rank", "slowest_rank_percent"),
            Column::left("at", "").rank(1),
            Column::left("", ""),
        ]);
        for host in &self.each {
            table.row(host.row(rows));
        }
        page.table(table);
        let others = if self.each.len() > 1 {
            "the ranks on other hosts"
        } else {
            "the other ranks"
        };
        page.line(Styled::new().dim(format!(
            "share: of all bytes, the median of the points. slowest rank: its rate as a share of the median of {others}, at the worst point."
        )));
        if self.each.len() > 1 && self.differences.is_empty() {
            page.line("The hosts do not differ in what is known of their machines.");
        }
        let names: Vec<&str> = self.each.iter().map(|host| host.name.as_str()).collect();
        if !self.differences.is_empty() {
            page.line(format!("The hosts differ ({}):", names.join(" | ")));
        }
        for difference in &self.differences {
            page.item(
                "  ",
                "    ",
                format!("{}: {}", difference.label(lang), difference.shown(lang)),
            );
        }
        page.blank();
    }

    /// A line for each machine, and who else used its disk.
    pub(super) fn put_machines(&self, page: &mut Page, lang: Lang) {
        for host in &self.each {
            let layers = host.machine.body.layers(lang);
            if !layers.is_empty() {
                page.item(format!("Disk of {}: ", host.name), "  ", layers.join(" → "));
            }
            if let Some(others) = &host.others {
                others.put(page, Some(&host.name));
            }
            page.item(format!("{}: ", host.name), "  ", host.machine.body.line());
        }
    }
}

impl HostOfSurvey {
    fn row(&self, rows: &[SurveyRow]) -> [Cell; 7] {
        let known: Vec<f64> = self.share_percent.iter().flatten().copied().collect();
        let (least, most) = (
            known.iter().copied().fold(f64::INFINITY, f64::min),
            known.iter().copied().fold(0.0, f64::max),
        );
        let middle = median(&known);
        let percent = |share: f64| format!("{share:.0} %");
        let unknown = || "?".to_owned();
        let worst = self.slowest_rank_percent.iter().zip(rows);
        let worst = worst.filter_map(|(share, row)| Some(((*share)?, row.label.as_str())));
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
                "straggler".into()
            } else {
                Cell::default()
            },
        ]
    }
}
