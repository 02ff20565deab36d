//! Findings about all ranks of a run over many hosts, by rules that look at several records at once.

use crate::case::Severity;
use crate::finding;
use fiord_record::hosts::LostWhy;
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
