//! What each host did of a survey that all ranks of a launcher measured together.

use fiord_messages::Lang;
use fiord_record::Before;
use fiord_stats::interval::median;
use fiord_study::language::CheckedCell;

use super::rows::{SeenRun, has_failed, of_cell};
use super::{HostOfSurvey, SurveyOfHosts, SurveyOthers, SurveyRanks, SurveySizeBy};
use crate::documents::Document;
use crate::documents::doctor::Doctor;
use crate::documents::many_hosts::together;
use crate::documents::many_hosts::view::{HostTogether, HostsView};

impl SurveyOfHosts {
    pub(super) fn new(
        ranks: &SurveyRanks<'_>,
        cells: &[CheckedCell],
        runs: &[SeenRun<'_>],
        lang: Lang,
    ) -> Self {
        let first = runs.iter().find_map(|(_, view)| view.as_ref());
        let names = first.map(|view| view.hosts.iter().map(|host| host.name));
        Self {
            ranks: ranks.hosts.to_vec(),
            spread: ranks.spread,
            decided_by: ranks.size.map(|size| SurveySizeBy {
                host: size.host.clone(),
                bytes: size.bytes,
                largest_memory_bytes: size.memory_bytes,
            }),
            each: names
                .into_iter()
                .flatten()
                .map(|name| HostOfSurvey::new(name, cells, runs, lang))
                .collect(),
            differences: first.map(together::differences).unwrap_or_default(),
        }
    }
}

impl HostOfSurvey {
    fn new(name: &str, cells: &[CheckedCell], runs: &[SeenRun<'_>], lang: Lang) -> Self {
        let its = |view: &'_ HostsView<'_>| view.hosts.iter().position(|host| host.name == name);
        let hosts = || {
            let views = runs.iter().filter_map(|(_, view)| view.as_ref());
            views.filter_map(|view| view.hosts.get(its(view)?))
        };
        let percent_by_row = |share: fn(&HostsView<'_>, &HostTogether<'_>) -> Option<f64>| {
            let of_row = |checked: &CheckedCell| {
                let good = of_cell(checked, runs)
                    .into_iter()
                    .filter(|(run, _)| !has_failed(run));
                let shares = good.filter_map(|(_, view)| {
                    let view = view.as_ref()?;
                    share(view, view.hosts.get(its(view)?)?)
                });
                median(&shares.collect::<Vec<f64>>()).map(|share| share * 100.0)
            };
            cells.iter().map(of_row).collect()
        };
        let machine = hosts().next().and_then(|host| host.record.before.machine.clone());
        Self {
            name: name.to_owned(),
            ranks: hosts().map(|host| host.ranks.len()).max().unwrap_or(0),
            machine: Document::new(Doctor::examine(
                Before {
                    machine,
                    ..Before::default()
                },
                lang,
            )),
            share_percent: percent_by_row(share),
            slowest_rank_percent: percent_by_row(slowest),
            others: SurveyOthers::in_runs(hosts().map(|host| &host.record)),
        }
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
