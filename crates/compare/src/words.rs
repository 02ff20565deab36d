//! Comparisons in words: "faster" is said only where its rule fired.

use fiord_messages::{Fixed, Lang, compare as messages, ladder, words as choices};
use fiord_record::ladder::Rung;
use fiord_record::number::{Bandwidth, Count, Iops, Nanos, Quotient, short};
use fiord_stats::sensitivity::Sensitivity;

use crate::limits::{CompareLimit, LimitState};
use crate::result::{ComparedMetric, SampleKind};
use crate::verdict::{CompareSettings, CompareVerdict, ComparisonOutcome, PairVerdict, SideValue};
use crate::workload::{EngineClass, WorkloadKey};

impl WorkloadKey {
    /// Mode, block size and what is in flight: `randread 4k qd32 ×4`.
    pub fn brief(&self) -> String {
        if let Some(rung) = self.rung {
            return rung.name().to_owned();
        }
        if let Some(tool) = &self.tool {
            return tool.clone();
        }
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
        if let Some(rung) = self.rung {
            return rung_title(rung)(lang).to_owned();
        }
        if self.tool.is_some() {
            return String::new();
        }
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

/// What a rung measures, in a few words.
pub const fn rung_title(rung: Rung) -> Fixed {
    match rung {
        Rung::Add => ladder::rung_add,
        Rung::L1 => ladder::rung_l1,
        Rung::BranchMiss => ladder::rung_branch_miss,
        Rung::L2 => ladder::rung_l2,
        Rung::L3 => ladder::rung_l3,
        Rung::ClockRead => ladder::rung_clock_read,
        Rung::Mutex => ladder::rung_mutex,
        Rung::MutexContended => ladder::rung_mutex_contended,
        Rung::Memory => ladder::rung_memory,
        Rung::MemoryLocal => ladder::rung_memory_local,
        Rung::MemorySequential => ladder::rung_memory_sequential,
        Rung::SystemCall => ladder::rung_system_call,
        Rung::PageFault => ladder::rung_page_fault,
        Rung::Compress => ladder::rung_compress,
        Rung::PageCache => ladder::rung_page_cache,
        Rung::ContextSwitch => ladder::rung_context_switch,
        Rung::FutexWake => ladder::rung_futex_wake,
        Rung::Pipe => ladder::rung_pipe,
        Rung::MemoryRead => ladder::rung_memory_read,
        Rung::MemoryCopy => ladder::rung_memory_copy,
        Rung::Loopback => ladder::rung_loopback,
        Rung::Peer => ladder::rung_peer,
        Rung::Send => ladder::rung_send,
        Rung::Read => ladder::rung_read,
        Rung::SequentialRead => ladder::rung_sequential_read,
        Rung::WriteFsync => ladder::rung_write_fsync,
        Rung::DiskSeek => ladder::rung_disk_seek,
        Rung::DiskRead => ladder::rung_disk_read,
        Rung::Intercontinental => ladder::rung_intercontinental,
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

impl SampleKind {
    pub(crate) const fn word(self) -> choices::Samples {
        match self {
            Self::Runs | Self::Rows => choices::Samples::Runs,
            Self::PairsOfRuns => choices::Samples::PairsOfRuns,
            Self::PairsOfTurns => choices::Samples::PairsOfTurns,
        }
    }

    /// Their number in words.
    pub fn count(self, count: u64, lang: Lang) -> String {
        match self {
            Self::Runs | Self::Rows | Self::PairsOfRuns => messages::Runs { runs: count }.text(lang),
            Self::PairsOfTurns => messages::PairsOfTurns { pairs: count }.text(lang),
        }
    }
}

/// More samples than these are not counted.
const MANY: u32 = 1000;
/// Ratios closer to 1 are printed as 1.00.
const PRINTED: f64 = 0.005;

impl ComparisonOutcome {
    /// Says of each pair what its verdict is and what goes with it: the last thing, when nothing changes it any more.
    pub(crate) fn put_sentences(&mut self, settings: &CompareSettings) {
        for cell in &mut self.cells {
            let pairs = cell.pairs_with_sides();
            let found: Vec<_> = pairs.map(|pair| (notes(pair, settings), more(pair))).collect();
            for (pair, (notes, more)) in cell.pairs.iter_mut().zip(found) {
                pair.sentence = pair.words(settings);
                (pair.notes, pair.more_repeats) = (notes, more);
            }
        }
    }
}

impl PairVerdict {
    /// The verdict, and why.
    fn words(&self, settings: &CompareSettings) -> String {
        let lang = settings.lang;
        let margin = &short(settings.margin * 100.0);
        let is_large = self.ratio.is_some_and(|ratio| {
            let far = ratio.max(1.0 / ratio);
            far > 1.0 + settings.margin
        });
        let verdict = &match self.verdict {
            CompareVerdict::SlightlyFaster if is_large => messages::FasterMarginOpen { margin }.text(lang),
            CompareVerdict::SlightlySlower if is_large => messages::SlowerMarginOpen { margin }.text(lang),
            verdict => verdict.words(lang).to_owned(),
        };
        match &self.why {
            Some(reason) => messages::VerdictBecause { verdict, reason }.text(lang),
            None => verdict.clone(),
        }
    }
}

/// How many more samples of each would find the margin.
fn more((pair, side, base): (&PairVerdict, &SideValue, &SideValue)) -> Option<u32> {
    let samples = side.values.len().min(base.values.len()) as u32;
    let more = pair.sensitivity?.needed.checked_sub(samples);
    more.filter(|more| *more > 0)
}

fn notes(
    (pair, side, base): (&PairVerdict, &SideValue, &SideValue),
    settings: &CompareSettings,
) -> Vec<String> {
    let sides = [base.values.len(), side.values.len()];
    let missed = pair.sensitivity.map(|found| missed(found, sides, settings));
    let medians = contradiction((pair, side, base), settings.margin).map(|medians| {
        let (samples, medians) = (settings.samples.word(), &Quotient(medians));
        messages::MediansDisagree { samples, medians }.text(settings.lang)
    });
    missed.into_iter().chain(medians).collect()
}

/// The difference that could have been found, and how many samples would find the margin.
fn missed(found: Sensitivity, [base_runs, runs]: [usize; 2], settings: &CompareSettings) -> String {
    let (lang, samples) = (settings.lang, settings.samples.word());
    let difference = &match found.difference * 100.0 {
        few if few < 10.0 => short((few * 10.0).ceil() / 10.0),
        many => Count(many.ceil() as u64).to_string(),
    };
    let margin = &short(settings.margin * 100.0);
    let missed = if base_runs == runs {
        messages::Missed {
            difference,
            samples,
            runs: &runs,
        }
        .text(lang)
    } else {
        messages::MissedUnequal {
            difference,
            base_runs: &base_runs,
            runs: &runs,
        }
        .text(lang)
    };
    let show = match found.needed {
        needed if needed > MANY => Some(
            messages::ManyWouldShow {
                samples,
                most: &Count(u64::from(MANY)),
                margin,
            }
            .text(lang),
        ),
        needed if needed as usize > base_runs.max(runs) => Some(
            messages::WouldShow {
                samples,
                needed: &Count(u64::from(needed)),
                margin,
            }
            .text(lang),
        ),
        _ => None,
    };
    let sentences: Vec<String> = std::iter::once(missed).chain(show).collect();
    lang.sentences(&sentences)
}

/// The ratio of the printed medians, where it contradicts the printed ratio: outside its interval, on the other side of 1, or further from
/// it than the margin.
fn contradiction((pair, side, base): (&PairVerdict, &SideValue, &SideValue), margin: f64) -> Option<f64> {
    let medians = side.median? / base.median?;
    let (ratio, interval) = (pair.ratio?, pair.interval?);
    let is_outside = medians < interval.low * (1.0 - PRINTED) || medians > interval.high * (1.0 + PRINTED);
    let is_printed = |ratio: f64| (ratio - 1.0).abs() >= PRINTED;
    let is_opposite = (medians > 1.0) != (ratio > 1.0) && is_printed(medians) && is_printed(ratio);
    let is_far = (medians / ratio).max(ratio / medians) > 1.0 + margin;
    (is_outside || is_opposite || is_far).then_some(medians)
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
