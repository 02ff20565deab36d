//! Comparisons in words: "faster" stands only where its rule fired.

use fiord_record::number::{Bandwidth, Count, Iops, Nanos, plural, short};

use crate::limits::{CompareLimit, LimitState};
use crate::result::ComparedMetric;
use crate::verdict::{CompareVerdict, ComparisonOutcome, PairVerdict};
use crate::workload::{EngineClass, WorkloadKey};

impl WorkloadKey {
    /// Mode, block size and what is in flight: `randread 4k qd32 ×4`.
    pub fn brief(&self) -> String {
        let mut words = vec![
            self.rw
                .clone()
                .unwrap_or_else(|| format!("{} (rw ?)", self.direction)),
        ];
        words.push(self.bs.clone().unwrap_or_else(|| "bs ?".to_owned()));
        match (self.iodepth, self.engine) {
            (None, _) => words.push("qd ?".to_owned()),
            (Some(1), Some(EngineClass::Synchronous)) => {}
            (Some(depth), _) => words.push(format!("qd{depth}")),
        }
        match self.numjobs {
            None => words.push("×?".to_owned()),
            Some(1) => {}
            Some(jobs) => words.push(format!("×{jobs}")),
        }
        words.join(" ")
    }

    /// What tells it from other workloads of the same name: engine, page cache, syncs, the rest.
    pub fn details(&self) -> String {
        let mut words = Vec::new();
        match self.direct {
            Some(true) => words.push("direct".to_owned()),
            Some(false) => words.push("buffered".to_owned()),
            None => {}
        }
        match self.engine {
            Some(EngineClass::Queued) | None => {}
            Some(engine) => words.push(engine.name().to_owned()),
        }
        if let Some(sync) = self.sync.as_ref().filter(|sync| sync.as_str() != "none") {
            words.push(sync.clone());
        }
        words.extend(self.more.iter().cloned());
        words.join(", ")
    }
}

impl ComparedMetric {
    /// A value with its unit: `213 MB/s`, `52,100 IOPS`, `1.2 ms`.
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Bandwidth => Bandwidth(value).to_string(),
            Self::Iops => Iops(value).to_string(),
            Self::P50 | Self::P99 | Self::Mean => Nanos(value).to_string(),
        }
    }

    /// What it is called over a column.
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Bandwidth | Self::Iops => "rate",
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::Mean => "mean",
        }
    }
}

impl CompareVerdict {
    /// The word, as documents have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::SlightlyFaster => "slightly-faster",
            Self::Equivalent => "equivalent",
            Self::SlightlySlower => "slightly-slower",
            Self::Slower => "slower",
            Self::Inconclusive => "inconclusive",
            Self::SingleNumbers => "single-numbers",
            Self::NotCompared => "not-compared",
        }
    }

    pub const fn words(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::SlightlyFaster => "slightly faster",
            Self::Equivalent => "equivalent",
            Self::SlightlySlower => "slightly slower",
            Self::Slower => "slower",
            Self::Inconclusive => "inconclusive",
            Self::SingleNumbers => "single numbers",
            Self::NotCompared => "not compared",
        }
    }
}

/// Repeats beyond which nobody waits.
const MANY: u32 = 1000;

impl ComparisonOutcome {
    /// Says of each pair what its verdict is: the last thing, when nothing changes it any more.
    pub(crate) fn put_sentences(&mut self) {
        for pair in self.cells.iter_mut().flat_map(|cell| &mut cell.pairs) {
            pair.sentence = pair.words();
        }
    }
}

impl PairVerdict {
    /// The verdict, and what would settle it where it is open.
    fn words(&self) -> String {
        let word = self.verdict.words();
        match (self.verdict, &self.why, self.more_repeats) {
            (CompareVerdict::NotCompared, Some(why), _) => format!("{word}: {why}"),
            (CompareVerdict::Inconclusive, _, Some(more)) if more > MANY => {
                format!(
                    "{word}: more than {} repeats of each would settle it",
                    Count(u64::from(MANY))
                )
            }
            (CompareVerdict::Inconclusive, _, Some(more)) => {
                format!("{word}: about {} more of each", plural(u64::from(more), "repeat"))
            }
            (_, Some(why), _) => format!("{word}: {why}"),
            _ => word.to_owned(),
        }
    }
}

impl CompareLimit {
    /// As it is typed: `slower:5%`.
    pub fn text(&self) -> String {
        match self.margin() {
            Some(margin) => format!("{}:{}%", self.word(), short(margin * 100.0)),
            None => self.word().to_owned(),
        }
    }
}

impl LimitState {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::NotMet => "not-met",
            Self::Undecided => "undecided",
        }
    }
}
