//! `garbled-result`: numbers of one output that cannot both be true.

use crate::case::{Case, JobRun};
use crate::terms::ddir_word;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::garbled_result as messages;
use fiord_record::imported::Mismatch;
use fiord_record::number::{Bytes, Count, Nanos, Rate};
use fiord_stats::{DdirStats, Moments};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    why: Observed::why,
    ..Trap::new(
        Family::Claims,
        "fio's manual on the group summary; arithmetic",
        &[Symptom::Contradiction],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub mismatches: Vec<Mismatch>,
    /// Numbers of a job that cannot both be true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Garbled>,
}

/// Two numbers of one direction of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Garbled {
    MeanAboveMax {
        ddir: Ddir,
        mean_ns: f64,
        max_ns: f64,
    },
    /// The bytes of an I/O, and the block size.
    BlockSize {
        ddir: Ddir,
        ios: u64,
        bytes: u64,
        block_bytes: u64,
    },
    /// The rate from the count and the time, and the mean of fio's samples of it.
    SampledRate {
        ddir: Ddir,
        iops: f64,
        sampled_iops: f64,
    },
}

/// How far a mean may be above its maximum, or the bytes of an I/O from its block size, as a share: fio prints few digits.
const PRINTED: f64 = 0.02;
/// How far the mean of samples may be from the rate: they leave out the ends of a run.
const SAMPLED: f64 = 3.0;
/// Fewer samples say nothing.
const LEAST_SAMPLES: u64 = 4;

/// What a result without counters says twice, and differently. A run of our own cannot.
fn contradictions(case: &Case<'_>) -> Vec<Garbled> {
    if case.evidence().is_some() || case.record.context.import.is_none() && !is_of_fio(case) {
        return Vec::new();
    }
    let each = case.jobs.iter().flat_map(|job| {
        let directions = job.directions();
        directions.flat_map(|(ddir, stats)| of_direction(job, ddir, stats))
    });
    each.collect()
}

fn is_of_fio(case: &Case<'_>) -> bool {
    !case.record.version.contains("fiord")
}

fn of_direction(job: &JobRun<'_>, ddir: Ddir, stats: &DdirStats) -> Vec<Garbled> {
    let mut found = Vec::new();
    let latencies = [&stats.lat, &stats.clat].map(|latency| &latency.moments);
    let above =
        |moments: &&Moments| moments.count > 0 && moments.mean() > moments.max as f64 * (1.0 + PRINTED);
    found.extend(
        latencies
            .into_iter()
            .find(above)
            .map(|moments| Garbled::MeanAboveMax {
                ddir,
                mean_ns: moments.mean(),
                max_ns: moments.max as f64,
            }),
    );
    let each = stats.bytes as f64 / stats.ios as f64;
    let size = &job.plan.access.block_size[ddir];
    let given = ["bs", "bsrange", "bssplit"]
        .iter()
        .any(|name| job.plan.was_given(name));
    let (least, most) = (
        size.min() as f64 * (1.0 - PRINTED),
        size.max() as f64 * (1.0 + PRINTED),
    );
    if given && stats.short_ios == 0 && stats.bytes > 0 && !(least..=most).contains(&each) {
        found.push(Garbled::BlockSize {
            ddir,
            ios: stats.ios,
            bytes: stats.bytes,
            block_bytes: if each > most { size.max() } else { size.min() },
        });
    }
    let iops = stats.ios as f64 / (stats.runtime_ns as f64 / 1e9).max(f64::MIN_POSITIVE);
    let samples = &stats.iops;
    let ratio = samples.mean() / iops;
    let is_alone = job.plan.numjobs <= 1 && job.workers.len() == 1;
    if is_alone && samples.count() >= LEAST_SAMPLES && !(1.0 / SAMPLED..=SAMPLED).contains(&ratio) {
        found.push(Garbled::SampledRate {
            ddir,
            iops,
            sampled_iops: samples.mean(),
        });
    }
    found
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let import = case.record.context.import.as_ref();
    let mismatches = import.map(|import| import.mismatches.clone()).unwrap_or_default();
    let numbers = contradictions(case);
    if mismatches.is_empty() && numbers.is_empty() {
        return Vec::new();
    }
    let is_number = |one: &Mismatch| !matches!(one, Mismatch::GroupTwice { .. });
    let severity = if mismatches.iter().any(is_number) || !numbers.is_empty() {
        Severity::Wrong
    } else {
        Severity::Care
    };
    vec![Finding::new(
        When::Run,
        severity,
        Subject::whole(),
        Observed { mismatches, numbers },
    )]
}

/// The sentences of `garbled-result`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let mismatches = self.mismatches.iter();
        let printed = mismatches.map(|mismatch| contradiction(mismatch, lang));
        let numbers = self.numbers.iter().map(|numbers| numbers.text(lang));
        lang.sentences(&printed.chain(numbers).collect::<Vec<_>>())
    }

    fn why(&self, lang: Lang) -> Option<String> {
        self.mismatches
            .is_empty()
            .then(|| messages::why_numbers(lang).to_owned())
    }
}

impl Garbled {
    fn text(&self, lang: Lang) -> String {
        match *self {
            Garbled::MeanAboveMax {
                ddir,
                mean_ns,
                max_ns,
            } => messages::MeanAboveMax {
                ddir: ddir_word(ddir),
                mean: &Nanos(mean_ns),
                max: &Nanos(max_ns),
            }
            .text(lang),
            Garbled::BlockSize {
                ddir,
                ios,
                bytes,
                block_bytes,
            } => messages::BlockSize {
                ddir: ddir_word(ddir),
                bytes: &Bytes(bytes),
                ios: &Count(ios),
                block: &Bytes(block_bytes),
            }
            .text(lang),
            Garbled::SampledRate {
                ddir,
                iops,
                sampled_iops,
            } => messages::SampledRate {
                ddir: ddir_word(ddir),
                computed: &Rate(iops),
                sampled: &Rate(sampled_iops),
            }
            .text(lang),
        }
    }
}

fn contradiction(mismatch: &Mismatch, lang: Lang) -> String {
    let mb = |bytes: f64| Rate(bytes / 1e6);
    match mismatch {
        Mismatch::Bandwidths {
            ddir,
            bytes_per_s,
            other_bytes_per_s,
        } => messages::Bandwidths {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            other: &mb(*other_bytes_per_s),
        }
        .text(lang),
        Mismatch::BytesInTime {
            ddir,
            bytes_per_s,
            from_bytes_per_s,
            bytes,
            runtime_ns,
        } => messages::BytesInTime {
            ddir: ddir_word(*ddir),
            printed: &mb(*bytes_per_s),
            bytes: &Bytes(*bytes as u64),
            time: &Nanos(*runtime_ns),
            computed: &mb(*from_bytes_per_s),
        }
        .text(lang),
        Mismatch::GroupTwice { group, first_line } => messages::GroupTwice {
            group,
            line: first_line,
        }
        .text(lang),
    }
}
