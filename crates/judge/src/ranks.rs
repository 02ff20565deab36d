//! Findings about all ranks of a run over many hosts, by rules that look at several records at once.

use crate::{Severity, finding};
use fiord_messages::Lang;
use fiord_record::hosts::LostWhy;
use fiord_record::number::{Bytes, Count, Nanos, plural};
use fiord_stats::straggler::STRAGGLER_SHARE;
use serde::Serialize;

/// Something about all ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "rule", content = "observed")]
pub enum HostsFinding {
    /// A rank sent no record; what it did is in no number.
    LostRank {
        rank: usize,
        host: String,
        pid: u32,
        why: LostWhy,
        /// Its last sign of life, since the agreed start.
        heard_ns: Option<i64>,
        /// Up to then.
        ios: u64,
        bytes: u64,
    },
    /// A rank did less per second than the ranks of other hosts; where all are on one host, than the others.
    Straggler {
        rank: usize,
        host: String,
        job: String,
        /// The phase of the job, from 1; `None`: there is one phase only, here and below.
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<u32>,
        /// Its rate as a share of their median.
        of_others: f64,
        on_one_host: bool,
    },
    /// The ranks did not start together.
    StartSkew {
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<u32>,
        skew_ns: u64,
        window_ns: u64,
    },
    /// There was no moment at which all ranks were at work.
    NoCommonWindow {
        job: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<u32>,
    },
    /// Ranks of one host write the same file, and not a part each.
    SameFile {
        host: String,
        path: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        phase: Option<u32>,
        ranks: Vec<usize>,
    },
    /// Several ranks, and one host: its page cache and its link are shared.
    OneHost { ranks: usize },
}

impl HostsFinding {
    pub fn severity(&self) -> Severity {
        match self {
            Self::LostRank { .. } | Self::NoCommonWindow { .. } | Self::SameFile { .. } => Severity::Wrong,
            Self::Straggler { .. } | Self::StartSkew { .. } => Severity::Care,
            Self::OneHost { .. } => Severity::Note,
        }
    }

    /// As documents name the rule.
    pub fn name(&self) -> &'static str {
        match self {
            Self::LostRank { .. } => "lost-rank",
            Self::Straggler { .. } => "straggler",
            Self::StartSkew { .. } => "start-skew",
            Self::NoCommonWindow { .. } => "no-common-window",
            Self::SameFile { .. } => "same-file",
            Self::OneHost { .. } => "one-host",
        }
    }

    /// The numbers of the observation by name, in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        finding::values(self)
    }
}

/// What became of a rank, as a clause without its name.
pub fn lost(why: &LostWhy) -> String {
    let ago = |silent_ns: &u64| Nanos(*silent_ns as f64);
    match why {
        LostWhy::SilentWhilePreparing { silent_ns } => {
            format!("fell silent while files were laid out ({} ago)", ago(silent_ns))
        }
        LostWhy::SilentWhileMeasuring { silent_ns } => format!(
            "fell silent while it measured ({} ago): it died, hangs, or cannot be reached",
            ago(silent_ns)
        ),
        LostWhy::SilentWhileWaiting { silent_ns } => format!(
            "fell silent while it waited for the next phase ({} ago): it died, hangs, or cannot be reached",
            ago(silent_ns)
        ),
        LostWhy::DidNotReport { silent_ns } => format!(
            "did not report when all were to stop (its last sign of life is {} old)",
            ago(silent_ns)
        ),
        LostWhy::ProcessEnded { with_others: false } => "ended: it was killed, or it crashed".to_owned(),
        LostWhy::ProcessEnded { with_others: true } => {
            "ended with others of its host, or after them: when one dies, a launcher kills the others"
                .to_owned()
        }
        LostWhy::Hung { silent_ns } => format!("did nothing for {}: it hangs", ago(silent_ns)),
        LostWhy::CutOff { silent_ns } => format!(
            "had not reported when the run was cut off (its last sign of life was {} old)",
            ago(silent_ns)
        ),
        LostWhy::NoReport => "sent no report".to_owned(),
        LostWhy::Unreadable { error } => format!("sent a report that cannot be read: {error}"),
        LostWhy::Failed { error } => error.clone(),
    }
}

/// `1200 I/Os and 4.92 MB in 3 s`.
fn done(heard_ns: Option<i64>, ios: u64, bytes: u64) -> String {
    let time = heard_ns.filter(|heard_ns| *heard_ns > 0);
    let time = time.map_or_else(String::new, |heard_ns| format!(" in {}", Nanos(heard_ns as f64)));
    format!("{} I/Os and {}{time}", Count(ios), Bytes(bytes))
}

/// ` in phase 2`, where there are several.
fn in_phase(phase: Option<u32>) -> String {
    phase.map_or_else(String::new, |phase| format!(" in phase {phase}"))
}

impl HostsFinding {
    /// What was seen: a clause without a full stop.
    pub fn saw(&self, _: Lang) -> String {
        match self {
            Self::LostRank {
                rank,
                host,
                pid,
                why,
                heard_ns,
                ios,
                bytes,
            } => format!(
                "rank {rank} on {host} (process {pid}) {}; what it had done up to its last sign of life, {}, is in no sum",
                lost(why),
                done(*heard_ns, *ios, *bytes)
            ),
            Self::Straggler {
                rank,
                host,
                job,
                phase,
                of_others,
                on_one_host,
            } => format!(
                "rank {rank} on {host} reached {:.0} % of the median rate of {} in job {job}{}; below {:.0} % is a straggler",
                of_others * 100.0,
                if *on_one_host {
                    "the other ranks"
                } else {
                    "the other hosts' ranks"
                },
                in_phase(*phase),
                STRAGGLER_SHARE * 100.0
            ),
            Self::StartSkew {
                phase,
                skew_ns,
                window_ns,
            } => format!(
                "the ranks started{} within {} of each other, which is more than 1 % of the {} in which all were at work",
                in_phase(*phase),
                Nanos(*skew_ns as f64),
                Nanos(*window_ns as f64)
            ),
            Self::NoCommonWindow { job, phase } => {
                let phase = in_phase(*phase);
                format!("there was no moment at which all ranks were at work on job {job}{phase}")
            }
            Self::SameFile {
                host,
                path,
                phase,
                ranks,
            } => format!(
                "{} on {host} write the same blocks of {path}{}",
                plural(ranks.len() as u64, "rank"),
                in_phase(*phase)
            ),
            Self::OneHost { ranks } => format!(
                "all {ranks} ranks ran on one host: they share its page cache, its processors and its link"
            ),
        }
    }

    /// Why it matters.
    pub fn why(&self, _: Lang) -> String {
        match self {
            Self::LostRank { .. } => {
                "what the storage did for that rank took from the others, and is missing in the sum"
            }
            Self::Straggler { .. } => "a parallel program waits for its slowest rank, and the sum hides it",
            Self::StartSkew { .. } => "at the edges of the run fewer ranks shared the storage than all",
            Self::NoCommonWindow { .. } => "no number shows what the storage gives while all ask for it",
            Self::SameFile { .. } => {
                "blocks that are written twice may be merged in the page cache, and no rank's data is whole"
            }
            Self::OneHost { .. } => "several clients have a page cache, processors and a link each",
        }
        .to_owned()
    }

    /// What to do about it.
    pub fn advice(&self, _: Lang) -> String {
        match self {
            Self::LostRank { .. } => "look at that host's log, and run it again",
            Self::Straggler { on_one_host: true, .. } => {
                "compare what that rank reads or writes, and its processor, with the others'"
            }
            Self::Straggler { .. } => {
                "compare that host's disk, link and limits with the others', before the sum is called the system's rate"
            }
            Self::StartSkew { .. } => "run longer, or leave a processor free on each host",
            Self::NoCommonWindow { .. } => {
                "run longer (runtime=, with time_based where it is not to wear out), or give each rank more to do"
            }
            Self::SameFile { .. } => "give each rank its own: --spread=files, or --spread=stripes",
            Self::OneHost { .. } => "start ranks on several hosts to measure what several clients get",
        }
        .to_owned()
    }
}
