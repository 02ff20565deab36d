//! Comparisons in words: "faster" is said only where its rule fired.

use fiord_messages::{Fixed, Lang, compare as messages};
use fiord_record::number::{Bandwidth, Count, Iops, Nanos, short};

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
    pub fn details(&self, lang: Lang) -> String {
        let mut words = Vec::new();
        match self.direct {
            Some(true) => words.push(messages::direct(lang).to_owned()),
            Some(false) => words.push(messages::buffered(lang).to_owned()),
            None => {}
        }
        match self.engine {
            Some(EngineClass::Queued) | None => {}
            Some(engine) => words.push((engine.message())(lang).to_owned()),
        }
        if let Some(sync) = self.sync.as_ref().filter(|sync| sync.as_str() != "none") {
            words.push(sync.clone());
        }
        words.extend(self.more.iter().cloned());
        lang.list(&words)
    }
}

impl EngineClass {
    const fn message(self) -> Fixed {
        match self {
            Self::Synchronous => messages::engine_synchronous,
            Self::Queued => messages::engine_queued,
            Self::Mmap => messages::engine_mmap,
            Self::Memory => messages::engine_memory,
            Self::Splice => messages::engine_splice,
            Self::Names => messages::engine_names,
            Self::Generator => messages::engine_generator,
            Self::Simulated => messages::engine_simulated,
        }
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
    pub fn heading(self, lang: Lang) -> &'static str {
        match self {
            Self::Bandwidth | Self::Iops => messages::metric_rate(lang),
            Self::P50 => messages::metric_p50(lang),
            Self::P99 => messages::metric_p99(lang),
            Self::Mean => messages::metric_mean(lang),
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

    /// The word for people.
    pub fn words(self, lang: Lang) -> &'static str {
        let word = match self {
            Self::Faster => messages::faster,
            Self::SlightlyFaster => messages::slightly_faster,
            Self::Equivalent => messages::equivalent,
            Self::SlightlySlower => messages::slightly_slower,
            Self::Slower => messages::slower,
            Self::Inconclusive => messages::inconclusive,
            Self::SingleNumbers => messages::single_numbers,
            Self::NotCompared => messages::not_compared,
        };
        word(lang)
    }
}

/// More repeats than these are not counted.
const MANY: u32 = 1000;

impl ComparisonOutcome {
    /// Says of each pair what its verdict is: the last thing, when nothing changes it any more.
    pub(crate) fn put_sentences(&mut self, lang: Lang) {
        for pair in self.cells.iter_mut().flat_map(|cell| &mut cell.pairs) {
            pair.sentence = pair.words(lang);
        }
    }
}

impl PairVerdict {
    /// The verdict, and what would settle it where it is open.
    fn words(&self, lang: Lang) -> String {
        let verdict = &self.verdict.words(lang);
        match (self.verdict, &self.why, self.more_repeats) {
            (CompareVerdict::Inconclusive, _, Some(more)) if more > MANY => messages::InconclusiveMany {
                repeats: &Count(u64::from(MANY)),
            }
            .text(lang),
            (CompareVerdict::Inconclusive, _, Some(more)) => messages::InconclusiveMore {
                repeats: u64::from(more),
            }
            .text(lang),
            (_, Some(reason), _) => messages::VerdictBecause { verdict, reason }.text(lang),
            _ => (*verdict).to_owned(),
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
