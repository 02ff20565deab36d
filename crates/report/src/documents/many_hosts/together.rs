//! What only all ranks together show, and how far their result may be used.

use fiord_compare::facts::{self, FactDifference, Facts};
use fiord_job::plan::Ddir;
use fiord_judge::ranks::HostsFinding;
use fiord_judge::{Grade, Severity};
use fiord_messages::{Lang, many_hosts as messages};
use fiord_record::hosts::DataSpread;

use super::view::HostsView;

/// A start that is spread over more than this share of the common window is a finding.
const SKEW_SHARE: f64 = 0.01;

/// What the ranks together show, the worst first.
pub fn findings(view: &HostsView<'_>) -> Vec<HostsFinding> {
    let run = view.run;
    let job_name = |index: usize| view.job_name(index).to_owned();
    let mut all: Vec<HostsFinding> = Vec::new();
    all.extend(run.lost.iter().map(|lost| HostsFinding::LostRank {
        rank: lost.rank,
        host: lost.host.clone(),
        pid: lost.pid,
        why: lost.why.clone(),
        heard_ns: lost.heard_ns,
        ios: lost.ios,
        bytes: lost.bytes,
    }));
    all.extend(same_files(view));
    for job in &view.jobs {
        let ran = job.members.iter().filter(|member| member.span.is_some()).count();
        if ran > 1 && job.common.is_none() {
            all.push(HostsFinding::NoCommonWindow {
                job: job_name(job.index),
                phase: view.phase_of(job.index),
            });
        }
    }
    all.extend(
        view.stragglers()
            .map(|(rank, job, of_others)| HostsFinding::Straggler {
                rank: run.ranks[rank].rank,
                host: run.ranks[rank].host.clone(),
                job: job_name(job),
                phase: view.phase_of(job),
                of_others,
                on_one_host: view.hosts.len() == 1,
            }),
    );
    for phase in &view.phases {
        let windows = phase
            .jobs
            .iter()
            .filter_map(|index| view.jobs.get(*index)?.common);
        let window_ns = windows.map(|common| common.span.len_ns()).min();
        if let (Some(skew_ns), Some(window_ns)) = (view.start_skew_ns(phase), window_ns)
            && skew_ns as f64 > window_ns as f64 * SKEW_SHARE
        {
            all.push(HostsFinding::StartSkew {
                phase: phase.jobs.first().and_then(|job| view.phase_of(*job)),
                skew_ns,
                window_ns,
            });
        }
    }
    if run.started_ranks > 1 && view.hosts.len() == 1 && run.lost.is_empty() {
        all.push(HostsFinding::OneHost {
            ranks: run.started_ranks,
        });
    }
    all
}

/// Files that several ranks of one host write without a part each. Across hosts a path says nothing: it may be a disk of each.
fn same_files(view: &HostsView<'_>) -> Vec<HostsFinding> {
    struct Written {
        host: String,
        path: String,
        phase: Option<u32>,
        ranks: Vec<usize>,
    }
    let mut found: Vec<Written> = Vec::new();
    if view.run.spread != DataSpread::Same {
        return Vec::new();
    }
    for rank in &view.run.ranks {
        let record = &rank.record;
        for target in &record.before.targets {
            let job = record.plan.jobs.get(target.job);
            let writes = job
                .is_some_and(|job| job.access.mode.issues(Ddir::Write) || job.access.mode.issues(Ddir::Trim));
            if !writes {
                continue;
            }
            let path = target.path.display().to_string();
            let phase = view.phase_of(target.job);
            let same =
                |known: &&mut Written| known.host == rank.host && known.path == path && known.phase == phase;
            match found.iter_mut().find(same) {
                Some(known) if !known.ranks.contains(&rank.rank) => known.ranks.push(rank.rank),
                Some(_) => {}
                None => found.push(Written {
                    host: rank.host.clone(),
                    path,
                    phase,
                    ranks: vec![rank.rank],
                }),
            }
        }
    }
    let several = found.into_iter().filter(|written| written.ranks.len() > 1);
    several
        .map(|written| HostsFinding::SameFile {
            host: written.host,
            path: written.path,
            phase: written.phase,
            ranks: written.ranks,
        })
        .collect()
}

/// How far the result of all may be used: the worst of the hosts' grades and of what the ranks together show.
pub fn grade(view: &HostsView<'_>, findings: &[HostsFinding]) -> Grade {
    let of_hosts = view.hosts.iter().map(|host| host.verdict.grade).max();
    let together = findings.iter().map(|finding| allowed(finding.severity())).max();
    of_hosts.map_or(Grade::D, |worst| worst.max(together.unwrap_or(Grade::A)))
}

/// The best grade that a finding about all ranks allows.
const fn allowed(severity: Severity) -> Grade {
    match severity {
        Severity::Wrong => Grade::D,
        Severity::Care => Grade::C,
        Severity::Note => Grade::B,
    }
}

/// Why it is that grade.
pub fn reason(view: &HostsView<'_>, findings: &[HostsFinding], lang: Lang) -> String {
    let Some(host) = view.hosts.iter().max_by_key(|host| host.verdict.grade) else {
        return messages::no_rank_reported(lang).to_owned();
    };
    // The first of the worst.
    let together = findings
        .iter()
        .rev()
        .max_by_key(|finding| allowed(finding.severity()));
    if let Some(finding) = together.filter(|finding| allowed(finding.severity()) > host.verdict.grade) {
        return finding.saw(lang);
    }
    let mut reason = host.verdict.reason.words(lang);
    let mut others = view.hosts.iter();
    if !others.all(|other| other.verdict.reason == host.verdict.reason) {
        reason = messages::ReasonOfHost {
            host: &host.name,
            reason: &reason,
        }
        .text(lang);
    }
    // What all ranks together show is as bad, and says more than one host's.
    let mut rules: Vec<String> = Vec::new();
    for finding in findings {
        let of_finding = allowed(finding.severity());
        let is_as_bad = of_finding == host.verdict.grade && of_finding > Grade::B;
        if is_as_bad && !rules.iter().any(|rule| rule == finding.name()) {
            rules.push(finding.name().to_owned());
        }
    }
    if rules.is_empty() {
        reason
    } else {
        let rules = &lang.list(&rules);
        messages::ReasonAndRules {
            rules,
            reason: &reason,
        }
        .text(lang)
    }
}

/// In what the machines differ, by host in the order of [`HostsView::hosts`].
pub fn differences(view: &HostsView<'_>) -> Vec<FactDifference> {
    let facts: Vec<Facts> = view.hosts.iter().map(|host| Facts::of(&host.record)).collect();
    facts::of_machines(&facts.iter().collect::<Vec<_>>())
}
