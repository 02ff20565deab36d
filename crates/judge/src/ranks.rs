//! Findings about all ranks of a run over many hosts, by rules that look at several records together.

use crate::{Severity, finding};
use fiord_messages::words::Others;
use fiord_messages::{Fixed, Lang, ranks as messages};
use fiord_record::hosts::LostWhy;
use fiord_record::number::{Bytes, Count, Nanos};
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
        /// Its last heartbeat, since the agreed start.
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

/// A rule that looks at the records of all ranks.
#[derive(Debug)]
pub struct HostsRule {
    /// As documents name it.
    pub name: &'static str,
    /// Why it matters.
    pub why: Fixed,
    /// What to do, as a rule.
    pub advice: Fixed,
}

static LOST_RANK: HostsRule = HostsRule {
    name: "lost-rank",
    why: messages::why_lost_rank,
    advice: messages::advice_lost_rank,
};
static STRAGGLER: HostsRule = HostsRule {
    name: "straggler",
    why: messages::why_straggler,
    advice: messages::advice_straggler,
};
static START_SKEW: HostsRule = HostsRule {
    name: "start-skew",
    why: messages::why_start_skew,
    advice: messages::advice_start_skew,
};
static NO_COMMON_WINDOW: HostsRule = HostsRule {
    name: "no-common-window",
    why: messages::why_no_common_window,
    advice: messages::advice_no_common_window,
};
static SAME_FILE: HostsRule = HostsRule {
    name: "same-file",
    why: messages::why_same_file,
    advice: messages::advice_same_file,
};
static ONE_HOST: HostsRule = HostsRule {
    name: "one-host",
    why: messages::why_one_host,
    advice: messages::advice_one_host,
};

/// Every rule about all ranks.
pub static RULES: [&HostsRule; 6] = [
    &LOST_RANK,
    &STRAGGLER,
    &START_SKEW,
    &NO_COMMON_WINDOW,
    &SAME_FILE,
    &ONE_HOST,
];

impl HostsFinding {
    pub fn severity(&self) -> Severity {
        match self {
            Self::LostRank { .. } | Self::NoCommonWindow { .. } | Self::SameFile { .. } => Severity::Wrong,
            Self::Straggler { .. } | Self::StartSkew { .. } => Severity::Care,
            Self::OneHost { .. } => Severity::Note,
        }
    }

    /// The rule that found it.
    pub fn rule(&self) -> &'static HostsRule {
        match self {
            Self::LostRank { .. } => &LOST_RANK,
            Self::Straggler { .. } => &STRAGGLER,
            Self::StartSkew { .. } => &START_SKEW,
            Self::NoCommonWindow { .. } => &NO_COMMON_WINDOW,
            Self::SameFile { .. } => &SAME_FILE,
            Self::OneHost { .. } => &ONE_HOST,
        }
    }

    /// As documents name the rule.
    pub fn name(&self) -> &'static str {
        self.rule().name
    }

    /// The numbers of the observation by name, in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        finding::values(self)
    }
}

/// What became of a rank, in whole sentences without its number.
pub fn lost(why: &LostWhy, lang: Lang) -> String {
    let fixed: Fixed = match why {
        LostWhy::SilentWhilePreparing { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::SilentWhilePreparing { silent }.text(lang);
        }
        LostWhy::SilentWhileMeasuring { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::SilentWhileMeasuring { silent }.text(lang);
        }
        LostWhy::SilentWhileWaiting { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::SilentWhileWaiting { silent }.text(lang);
        }
        LostWhy::DidNotReport { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::DidNotReport { silent }.text(lang);
        }
        LostWhy::Hung { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::Hung { silent }.text(lang);
        }
        LostWhy::CutOff { silent_ns } => {
            let silent = &Nanos(*silent_ns as f64);
            return messages::CutOff { silent }.text(lang);
        }
        LostWhy::Unreadable { error } => return messages::Unreadable { error }.text(lang),
        LostWhy::Failed { error } => return messages::Failed { error }.text(lang),
        LostWhy::ProcessEnded { with_others: false } => messages::process_ended,
        LostWhy::ProcessEnded { with_others: true } => messages::process_ended_with_others,
        LostWhy::NoReport => messages::no_report,
    };
    fixed(lang).to_owned()
}

impl HostsFinding {
    /// What was seen: whole sentences.
    pub fn saw(&self, lang: Lang) -> String {
        let phase = match self {
            Self::Straggler { phase, .. }
            | Self::StartSkew { phase, .. }
            | Self::NoCommonWindow { phase, .. }
            | Self::SameFile { phase, .. } => *phase,
            Self::LostRank { .. } | Self::OneHost { .. } => None,
        };
        let mut sentences = self.sentences(lang);
        sentences.extend(phase.map(|phase| messages::InPhase { phase: &phase }.text(lang)));
        lang.sentences(&sentences)
    }

    /// What was seen, without the phase.
    fn sentences(&self, lang: Lang) -> Vec<String> {
        let sentence = match self {
            Self::LostRank {
                rank,
                host,
                pid,
                why,
                heard_ns,
                ios,
                bytes,
            } => {
                let rank = messages::LostRank { rank, host, pid }.text(lang);
                let (ios, bytes) = (&Count(*ios), &Bytes(*bytes));
                let missing = match heard_ns.filter(|heard_ns| *heard_ns > 0) {
                    Some(heard_ns) => {
                        let time = &Nanos(heard_ns as f64);
                        messages::MissingOfTime { ios, bytes, time }.text(lang)
                    }
                    None => messages::Missing { ios, bytes }.text(lang),
                };
                return vec![rank, lost(why, lang), missing];
            }
            Self::Straggler {
                rank,
                host,
                job,
                of_others,
                on_one_host,
                ..
            } => messages::Straggler {
                rank,
                host,
                share: &format!("{:.0} %", of_others * 100.0),
                others: if *on_one_host {
                    Others::OneHost
                } else {
                    Others::OtherHosts
                },
                job,
                limit: &format!("{:.0} %", STRAGGLER_SHARE * 100.0),
            }
            .text(lang),
            Self::StartSkew {
                skew_ns, window_ns, ..
            } => messages::StartSkew {
                skew: &Nanos(*skew_ns as f64),
                window: &Nanos(*window_ns as f64),
            }
            .text(lang),
            Self::NoCommonWindow { job, .. } => messages::NoCommonWindow { job }.text(lang),
            Self::SameFile {
                host, path, ranks, ..
            } => messages::SameFile {
                ranks: ranks.len() as u64,
                host,
                path,
            }
            .text(lang),
            Self::OneHost { ranks } => messages::OneHost { ranks }.text(lang),
        };
        vec![sentence]
    }

    /// Why it matters.
    pub fn why(&self, lang: Lang) -> String {
        (self.rule().why)(lang).to_owned()
    }

    /// What to do about it.
    pub fn advice(&self, lang: Lang) -> String {
        let advice = match self {
            Self::Straggler {
                on_one_host: true, ..
            } => messages::advice_straggler_on_one_host,
            _ => self.rule().advice,
        };
        advice(lang).to_owned()
    }
}
