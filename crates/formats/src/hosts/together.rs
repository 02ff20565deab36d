//! What only all ranks together show, and how far their result may be used.

use fiord_case::Severity;
use fiord_compare::facts::{self, FactDifference, Facts};
use fiord_job::plan::Ddir;
use fiord_record::number::{Count, Nanos, plural};
use fiord_stats::straggler::STRAGGLER_SHARE;
use fiord_verdict::Grade;
use schemars::JsonSchema;
use serde::Serialize;

use super::view::HostsView;

/// A start that is spread over more than this share of the common window is a finding.
const SKEW_SHARE: f64 = 0.01;

/// Something about all ranks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "rule")]
pub enum HostsFinding {
    /// A rank sent no record; what it did is in no number.
    Lost {
        rank: usize,
        host: String,
        why: String,
        /// Up to its last sign of life.
        ios: u64,
        bytes: u64,
    },
    /// A rank did less per second than the ranks of other hosts.
    Straggler {
        rank: usize,
        host: String,
        job: String,
        /// Its rate as a share of their median.
        of_others: f64,
    },
    /// The ranks did not start together.
    StartSkew { skew_ns: u64, window_ns: u64 },
    /// There was no moment at which all ranks were at work.
    NoCommonWindow { job: String },
    /// Ranks of one host write the same file, and not a part each.
    SameFile {
        host: String,
        path: String,
        ranks: Vec<usize>,
    },
    /// Several ranks, and one host: its page cache and its link are shared.
    OneHost { ranks: usize },
}

impl HostsFinding {
    pub fn severity(&self) -> Severity {
        match self {
            Self::Lost { .. } | Self::NoCommonWindow { .. } | Self::SameFile { .. } => Severity::Wrong,
            Self::Straggler { .. } | Self::StartSkew { .. } => Severity::Care,
            Self::OneHost { .. } => Severity::Note,
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Lost { .. } => "lost rank",
            Self::Straggler { .. } => "straggler",
            Self::StartSkew { .. } => "start skew",
            Self::NoCommonWindow { .. } => "no common window",
            Self::SameFile { .. } => "same file",
            Self::OneHost { .. } => "one host",
        }
    }

    /// What was seen.
    pub fn saw(&self) -> String {
        match self {
            Self::Lost {
                rank, host, why, ios, ..
            } => format!(
                "rank {rank} on {host} {why}; its I/Os, {} up to its last sign of life, are in no number",
                Count(*ios)
            ),
            Self::Straggler {
                rank,
                host,
                job,
                of_others,
            } => format!(
                "rank {rank} on {host} reached {:.0} % of the median rate of the other hosts' ranks in job {job}; below {:.0} % is a straggler",
                of_others * 100.0,
                STRAGGLER_SHARE * 100.0
            ),
            Self::StartSkew { skew_ns, window_ns } => format!(
                "the ranks started within {} of each other, which is more than 1 % of the {} in which all were at work",
                Nanos(*skew_ns as f64),
                Nanos(*window_ns as f64)
            ),
            Self::NoCommonWindow { job } => {
                format!("there was no moment at which all ranks were at work on job {job}")
            }
            Self::SameFile { host, path, ranks } => format!(
                "{} on {host} write the same blocks of {path}",
                plural(ranks.len() as u64, "rank")
            ),
            Self::OneHost { ranks } => format!(
                "all {ranks} ranks ran on one host: they share its page cache, its processors and its link"
            ),
        }
    }

    pub fn advice(&self) -> &'static str {
        match self {
            Self::Lost { .. } => "look at that host's log, and run it again",
            Self::Straggler { .. } => {
                "compare that host's disk, link and limits with the others', before the sum is called the system's rate"
            }
            Self::StartSkew { .. } => "run longer, or leave a processor free on each host",
            Self::NoCommonWindow { .. } => {
                "run longer (time_based with runtime=), or give each rank more to do"
            }
            Self::SameFile { .. } => "give each rank its own: --spread=files, or --spread=stripes",
            Self::OneHost { .. } => "start ranks on several hosts to measure what several clients get",
        }
    }
}

/// What the ranks together show, the worst first.
pub fn findings(view: &HostsView<'_>) -> Vec<HostsFinding> {
    let run = view.run;
    let job_name = |index: usize| {
        let first = run.ranks.first();
        let job = first.and_then(|rank| rank.record.plan.jobs.get(index));
        job.map_or_else(String::new, |job| job.name.clone())
    };
    let mut all: Vec<HostsFinding> = Vec::new();
    all.extend(run.lost.iter().map(|lost| HostsFinding::Lost {
        rank: lost.rank,
        host: lost.host.clone(),
        why: lost.why.clone(),
        ios: lost.ios,
        bytes: lost.bytes,
    }));
    all.extend(same_files(view));
    for job in &view.jobs {
        let ran = job.members.iter().filter(|member| member.span.is_some()).count();
        if ran > 1 && job.common.is_none() {
            all.push(HostsFinding::NoCommonWindow {
                job: job_name(job.index),
            });
        }
    }
    all.extend(
        view.stragglers()
            .map(|(rank, job, of_others)| HostsFinding::Straggler {
                rank: run.ranks[rank].rank,
                host: run.ranks[rank].host.clone(),
                job: job_name(job),
                of_others,
            }),
    );
    let window_ns = view
        .jobs
        .iter()
        .filter_map(|job| job.common)
        .map(|common| common.span.len_ns());
    if let (Some(skew_ns), Some(window_ns)) = (view.start_skew_ns(), window_ns.min())
        && skew_ns as f64 > window_ns as f64 * SKEW_SHARE
    {
        all.push(HostsFinding::StartSkew { skew_ns, window_ns });
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
    let mut found: Vec<(String, String, Vec<usize>)> = Vec::new();
    if view.run.spread != "same" {
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
            match found
                .iter_mut()
                .find(|(host, known, _)| *host == rank.host && *known == path)
            {
                Some((.., ranks)) if !ranks.contains(&rank.rank) => ranks.push(rank.rank),
                Some(_) => {}
                None => found.push((rank.host.clone(), path, vec![rank.rank])),
            }
        }
    }
    let several = found.into_iter().filter(|(.., ranks)| ranks.len() > 1);
    several
        .map(|(host, path, ranks)| HostsFinding::SameFile { host, path, ranks })
        .collect()
}

/// How far the result of all may be used: the worst of the hosts' grades, and what the ranks together show.
pub fn grade(view: &HostsView<'_>, findings: &[HostsFinding]) -> (Grade, String) {
    let worst = view.hosts.iter().max_by_key(|host| host.verdict.grade);
    let own = |severity: Severity| match severity {
        Severity::Wrong => Grade::D,
        Severity::Care => Grade::C,
        Severity::Note => Grade::B,
    };
    // The first of the worst.
    let together = findings
        .iter()
        .rev()
        .max_by_key(|finding| own(finding.severity()));
    match (worst, together) {
        (None, _) => (Grade::D, "no rank measured anything".to_owned()),
        (Some(host), Some(finding)) if own(finding.severity()) > host.verdict.grade => {
            (own(finding.severity()), finding.saw())
        }
        (Some(host), _) => {
            let reason = fiord_words::verdict::reason(&host.verdict.reason);
            let all_alike = view
                .hosts
                .iter()
                .all(|other| other.verdict.reason == host.verdict.reason);
            let words = if all_alike {
                reason
            } else {
                format!("{}: {reason}", host.name)
            };
            (host.verdict.grade, words)
        }
    }
}

/// In what the machines differ, by host in the order of [`HostsView::hosts`].
pub fn differences(view: &HostsView<'_>) -> Vec<FactDifference> {
    let facts: Vec<Facts> = view.hosts.iter().map(|host| Facts::of(&host.record)).collect();
    facts::of_machines(&facts.iter().collect::<Vec<_>>())
}
