//! What each host did of a survey that all ranks of a launcher measured together.

use crate::doctor::Doctor;
use crate::findings::mark;
use crate::hosts::together;
use crate::hosts::view::{HostTogether, HostsView};
use crate::native::survey as native;
use crate::page::{Cell, Column, Page, Styled, Table};
use crate::{native as documents, neighbours, surveyed};
use fiord_compare::facts::FactDifference;
use fiord_judge::State;
use fiord_record::Before;
use fiord_record::hosts::DataSpread;
use fiord_record::number::Bytes;
use fiord_stats::interval::median;
use fiord_stats::straggler::STRAGGLER_SHARE;
use fiord_study::language::CheckedCell;
use fiord_study::survey::SurveySize;

use crate::survey::rows::{SeenRun, error, of_cell};
use crate::survey::table::SurveyRow;

/// The ranks that measured a survey together.
#[derive(Debug, Clone)]
pub struct SurveyRanks<'a> {
    /// `4 ranks on 2 hosts`.
    pub shape: String,
    /// The host of each rank.
    pub hosts: &'a [String],
    pub spread: DataSpread,
    /// What decided how much each rank works on.
    pub size: Option<&'a SurveySize>,
}

/// The hosts of a survey.
pub(crate) struct SurveyedHosts<'a> {
    ranks: SurveyRanks<'a>,
    each: Vec<HostPart>,
    differences: Vec<FactDifference>,
}

/// One host. Shares are by row, from 0 to 1; none: nothing was measured.
struct HostPart {
    name: String,
    ranks: usize,
    shares: Vec<Option<f64>>,
    /// The rate of its slowest rank as a share of the median of ranks on other hosts.
    slowest: Vec<Option<f64>>,
    machine: Doctor,
    others: Option<native::SurveyOthers>,
}

impl<'a> SurveyedHosts<'a> {
    pub(crate) fn of(ranks: SurveyRanks<'a>, cells: &[CheckedCell], runs: &[SeenRun<'_>]) -> Self {
        let views = || runs.iter().filter_map(|(_, view)| view.as_ref());
        let first = views().next();
        let names = first.map(|view| view.hosts.iter().map(|host| host.name));
        Self {
            ranks,
            each: names
                .into_iter()
                .flatten()
                .map(|name| HostPart::of(name, cells, runs))
                .collect(),
            differences: first.map(together::differences).unwrap_or_default(),
        }
    }

    pub(crate) fn shape(&self) -> &str {
        &self.ranks.shape
    }

    /// What each rank worked on, and why it is so much.
    pub(crate) fn put_size(&self, page: &mut Page, is_direct: bool, file_bytes: u64) {
        let Some(size) = self.ranks.size else { return };
        let (host, bytes) = (&size.host, Bytes(size.bytes));
        let decided = match self.ranks.spread {
            DataSpread::Stripes => {
                format!("{host} has the least of it, {bytes}, and each rank reads its own stripe")
            }
            _ => format!(
                "{host} has the least free space, {bytes}, of which the files of all ranks take a tenth at most"
            ),
        };
        page.item("", "  ", format!("Size: {decided}."));
        if let Some(memory) = size
            .memory_bytes
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
    pub(crate) fn put(&self, page: &mut Page, rows: &[SurveyRow]) {
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
                format!("{}: {}", difference.what, difference.shown()),
            );
        }
        page.blank();
    }

    /// A line for each machine, and who else used its disk.
    pub(crate) fn put_machines(&self, page: &mut Page) {
        for host in &self.each {
            let layers = host.machine.layers();
            if !layers.is_empty() {
                page.item(format!("Disk of {}: ", host.name), "  ", layers.join(" → "));
            }
            if let Some(others) = &host.others {
                neighbours::put(page, others, Some(&host.name));
            }
            page.item(
                format!("{}: ", host.name),
                "  ",
                surveyed::machine_line(&host.machine),
            );
        }
    }

    pub(crate) fn document(&self) -> native::SurveyOfHosts<'_> {
        native::SurveyOfHosts {
            ranks: self.ranks.hosts.to_vec(),
            spread: self.ranks.spread.name(),
            decided_by: self.ranks.size.map(|size| native::SurveySizeBy {
                host: size.host.clone(),
                bytes: size.bytes,
                largest_memory_bytes: size.memory_bytes,
            }),
            each: self.each.iter().map(HostPart::document).collect(),
            differences: self.differences.clone(),
        }
    }
}

impl HostPart {
    fn of(name: &str, cells: &[CheckedCell], runs: &[SeenRun<'_>]) -> Self {
        let its = |view: &'_ HostsView<'_>| view.hosts.iter().position(|host| host.name == name);
        let hosts = || {
            let views = runs.iter().filter_map(|(_, view)| view.as_ref());
            views.filter_map(|view| view.hosts.get(its(view)?))
        };
        let by_row = |value: fn(&HostsView<'_>, &HostTogether<'_>) -> Option<f64>| {
            let of = |checked: &CheckedCell| {
                let good = of_cell(checked, runs)
                    .into_iter()
                    .filter(|(run, _)| error(run).is_none());
                let values = good.filter_map(|(_, view)| {
                    let view = view.as_ref()?;
                    value(view, view.hosts.get(its(view)?)?)
                });
                median(&values.collect::<Vec<f64>>())
            };
            cells.iter().map(of).collect::<Vec<_>>()
        };
        let machine = hosts().next().and_then(|host| host.record.before.machine.clone());
        Self {
            name: name.to_owned(),
            ranks: hosts().map(|host| host.ranks.len()).max().unwrap_or(0),
            shares: by_row(share),
            slowest: by_row(slowest),
            machine: Doctor::examine(Before {
                machine,
                ..Before::default()
            }),
            others: neighbours::of(hosts().map(|host| &host.record)),
        }
    }

    fn document(&self) -> native::HostOfSurvey<'_> {
        let percent = |share: &Option<f64>| share.map(|share| share * 100.0);
        native::HostOfSurvey {
            name: self.name.clone(),
            ranks: self.ranks,
            machine: documents::doctor::document(&self.machine),
            share_percent: self.shares.iter().map(percent).collect(),
            slowest_rank_percent: self.slowest.iter().map(percent).collect(),
            others: self.others.clone(),
        }
    }

    fn row(&self, rows: &[SurveyRow]) -> [Cell; 7] {
        let known: Vec<f64> = self.shares.iter().flatten().copied().collect();
        let (least, most) = (
            known.iter().copied().fold(f64::INFINITY, f64::min),
            known.iter().copied().fold(0.0, f64::max),
        );
        let middle = median(&known);
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let unknown = || "?".to_owned();
        let worst = self.slowest.iter().zip(rows);
        let worst = worst.filter_map(|(share, row)| Some(((*share)?, row.label.as_str())));
        let worst = worst.min_by(|one, other| one.0.total_cmp(&other.0));
        let is_straggler = worst.is_some_and(|(share, _)| share < STRAGGLER_SHARE);
        [
            Cell::from(self.name.as_str()),
            Cell::from(self.ranks.to_string()),
            Cell::new(middle.map_or_else(unknown, percent)),
            Cell::new(middle.map_or_else(unknown, |_| format!("{:.0}–{}", least * 100.0, percent(most)))),
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

/// What a host did of all bytes of the measured job.
fn share(view: &HostsView<'_>, host: &HostTogether<'_>) -> Option<f64> {
    let members = &view.jobs.first()?.members;
    let all: u64 = members.iter().map(|member| member.bytes).sum();
    let its: u64 = host
        .ranks
        .iter()
        .filter_map(|at| Some(members.get(*at)?.bytes))
        .sum();
    (all > 0).then(|| its as f64 / all as f64)
}

/// The slowest of a host's ranks against those of other hosts.
fn slowest(view: &HostsView<'_>, host: &HostTogether<'_>) -> Option<f64> {
    let members = &view.jobs.first()?.members;
    let shares = host.ranks.iter().filter_map(|at| members.get(*at)?.of_others);
    shares.reduce(f64::min)
}
