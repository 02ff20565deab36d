//! `zero-data`: content that shrinks.

use crate::case::Case;
use crate::case::data_reduction::{Shrinker, shrinker};
use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::case::shares::never_written;
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_disk_job};
use crate::words::phrases::thing_name;
use crate::{Finding, Severity, Subject, Thing, When};
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::zero_data as messages;
use fiord_record::number::{Bytes, Count, Share};
use fiord_record::{Sampled, TargetFacts};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Source,
        least: Severity::Care,
        apply: correct,
    }),
    quantity: Some(compare::quantity_no_data),
    ..Trap::new(
        Family::Source,
        "szstonelee, SSDInternal (/dev/zero); fio #463",
        &[Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// Content that a layer can shrink, and the layer that does, where one is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Observed {
    Written {
        content: Payload,
        on: Option<Shrinker>,
    },
    /// What sampled blocks of the targets hold; one target is the subject.
    Sampled {
        files: u64,
        sampled_blocks: f64,
        zero_blocks: f64,
        /// 0 to 1.
        zero_share: f64,
        /// What they would compress to, 0 to 1.
        compressed_share: f64,
        on: Option<Shrinker>,
    },
    /// Stored compressed by the file system.
    Encoded {
        encoded_bytes: u64,
    },
}

/// What the job writes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Payload {
    Zeros,
    Pattern {
        pattern_bytes: u64,
    },
    Compressible {
        compress_percent: u8,
    },
    Copies {
        dedupe_percent: u8,
    },
    /// `scramble_buffers=0` without `refill_buffers`.
    SameBlock,
}

impl Payload {
    /// Content that repeats these bytes.
    fn repeated(pattern: &[u8]) -> Self {
        match pattern.iter().all(|byte| *byte == 0) {
            true => Self::Zeros,
            false => Self::Pattern {
                pattern_bytes: pattern.len() as u64,
            },
        }
    }
}

/// Share of sampled blocks above which zeros are worth a word, and above which they are the content.
const SOME_ZEROS: f64 = 0.05;
const MOST_ZEROS: f64 = 0.5;
/// How far the share in a few blocks may be off that of the file.
const SAMPLING: f64 = 0.1;
/// Content that compresses to less than this is not what a disk usually holds of real data.
const SHRINKS_TO: f64 = 0.5;

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        let on = view.targets.iter().find_map(|target| shrinker(target));
        let how_bad = if on.is_some() {
            Severity::Wrong
        } else {
            Severity::Care
        };
        let mut found = Vec::new();
        if issues(view.job, Ddir::Write)
            && let Some(content) = poor_content(view)
        {
            // A part that compresses was asked for: the job is about a disk that makes use of it.
            let is_asked = matches!(
                content,
                Payload::Compressible {
                    compress_percent: ..100
                } | Payload::Copies {
                    dedupe_percent: ..100
                }
            );
            let severity = if is_asked { Severity::Note } else { how_bad };
            let observed = Observed::Written {
                content,
                on: on.clone(),
            };
            found.push(Finding::new(When::Plan, severity, Subject::whole(), observed));
        }
        if issues(view.job, Ddir::Read) {
            found.extend(poor_samples(view, how_bad, on));
            let encoded = |target: &&TargetFacts| Some(target.allocation?.encoded_bytes);
            let encoded_bytes: u64 = view.targets.iter().filter_map(encoded).sum();
            if encoded_bytes > 0 {
                let observed = Observed::Encoded { encoded_bytes };
                found.push(Finding::new(
                    When::Plan,
                    Severity::Care,
                    Subject::whole(),
                    observed,
                ));
            }
        }
        found
    })
}

/// What the blocks hold that the job would read, as far as some were looked at.
fn poor_samples(view: &JobView<'_>, how_bad: Severity, on: Option<Shrinker>) -> Option<Finding> {
    let sampled: Vec<(&TargetFacts, Sampled)> = view
        .targets
        .iter()
        .filter_map(|target| Some((*target, target.sampled?)))
        .collect();
    let sum = |of: fn(&Sampled) -> f64| sampled.iter().map(|(_, sampled)| of(sampled)).sum::<f64>();
    let blocks = sum(|sampled| f64::from(sampled.blocks));
    if blocks == 0.0 {
        return None;
    }
    let zero_blocks = sum(|sampled| f64::from(sampled.zero_blocks));
    let zeros = zero_blocks / blocks;
    let shrinks_to = sum(|sampled| sampled.compressed_share * f64::from(sampled.blocks)) / blocks;
    // Holes read as zeros and have their own trap.
    let empty = sampled
        .iter()
        .filter_map(|(target, sampled)| Some(never_written(target)? * f64::from(sampled.blocks)))
        .sum::<f64>()
        / blocks;
    let is_zeros = zeros > SOME_ZEROS && (empty < 0.01 || zeros > empty + SAMPLING);
    let severity = if is_zeros && zeros > MOST_ZEROS {
        how_bad
    } else if is_zeros {
        Severity::Care
    } else if shrinks_to < SHRINKS_TO && zeros <= SOME_ZEROS && how_bad == Severity::Wrong {
        // A disk that stores what it is given does not care.
        Severity::Care
    } else if shrinks_to < SHRINKS_TO && zeros <= SOME_ZEROS {
        Severity::Note
    } else {
        return None;
    };
    let subject = match sampled.as_slice() {
        [(one, _)] => Subject::whole().on(Thing::File(one.path.clone())),
        _ => Subject::whole(),
    };
    let observed = Observed::Sampled {
        files: sampled.len() as u64,
        sampled_blocks: blocks,
        zero_blocks,
        zero_share: zeros,
        compressed_share: shrinks_to,
        on,
    };
    Some(Finding::new(When::Plan, severity, subject, observed))
}

fn poor_content(view: &JobView<'_>) -> Option<Payload> {
    let buffers = &view.job.buffers;
    if buffers.zero {
        return Some(Payload::Zeros);
    }
    if let Some(pattern) = &buffers.pattern {
        return Some(Payload::repeated(pattern));
    }
    // Written blocks hold the pattern, after the header where there is one.
    let verify = &view.job.verify;
    if let Some(pattern) = verify.pattern.as_ref().filter(|_| verify.kind.is_on()) {
        let is_changed = verify.kind.has_header() || !pattern.offsets_at.is_empty();
        return Some(match Payload::repeated(&pattern.bytes) {
            Payload::Zeros if is_changed => Payload::Pattern {
                pattern_bytes: pattern.bytes.len() as u64,
            },
            content => content,
        });
    }
    if let Some(compress_percent) = buffers.compress_percent.filter(|percent| *percent > 0) {
        return Some(Payload::Compressible { compress_percent });
    }
    if let Some(dedupe_percent) = buffers.dedupe_percent.filter(|percent| *percent > 0) {
        return Some(Payload::Copies { dedupe_percent });
    }
    (!buffers.scramble && !buffers.refill).then_some(Payload::SameBlock)
}

/// Fresh content for what is written; what is read stays what it is.
fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    let is_checked = view.job.verify.kind.is_on() && view.job.verify.pattern.is_some();
    if !issues(view.job, Ddir::Write) || !matches!(observed, Observed::Written { .. }) || is_checked {
        return;
    }
    for name in [
        "zero_buffers",
        "buffer_pattern",
        "buffer_compress_percentage",
        "dedupe_percentage",
        "scramble_buffers",
    ] {
        edit.remove(name);
    }
    edit.set("refill_buffers", "1");
}

/// The sentences of `zero-data`.
impl Observed {
    fn saw(&self, subject: &Subject, lang: Lang) -> String {
        let (content, on) = match self {
            Observed::Written { content, on } => (content.text(lang), on.as_ref()),
            Observed::Sampled {
                files,
                sampled_blocks,
                zero_blocks,
                zero_share,
                compressed_share,
                on,
            } => {
                let (file, files) = (&thing_name(subject, lang), *files);
                let blocks = &Count(*sampled_blocks as u64);
                let content = if *zero_share > SOME_ZEROS {
                    messages::SampledZeros {
                        zeros: *zero_blocks as u64,
                        blocks,
                        files,
                        file,
                    }
                    .text(lang)
                } else {
                    let share = &Share(*compressed_share);
                    messages::SampledCompressible {
                        blocks,
                        files,
                        file,
                        share,
                    }
                    .text(lang)
                };
                (content, on.as_ref())
            }
            Observed::Encoded { encoded_bytes } => {
                let bytes = &Bytes(*encoded_bytes);
                (messages::Encoded { bytes }.text(lang), None)
            }
        };
        let layer = on.map(|on| layer(on, lang));
        let sentences: Vec<String> = [content].into_iter().chain(layer).collect();
        lang.sentences(&sentences)
    }
}

impl Payload {
    fn text(&self, lang: Lang) -> String {
        match self {
            Payload::Zeros => messages::zeros(lang).to_owned(),
            Payload::Pattern { pattern_bytes } => messages::Pattern {
                bytes: *pattern_bytes,
            }
            .text(lang),
            Payload::Compressible {
                compress_percent: percent,
            } => messages::Compressible { percent }.text(lang),
            Payload::Copies {
                dedupe_percent: percent,
            } => messages::Copies { percent }.text(lang),
            Payload::SameBlock => messages::same_block(lang).to_owned(),
        }
    }
}

fn layer(on: &Shrinker, lang: Lang) -> String {
    match on {
        Shrinker::FileSystem(setting) => messages::OnFileSystem { setting }.text(lang),
        Shrinker::Zram(device) => messages::OnZram { device }.text(lang),
        Shrinker::Vdo(device) => messages::OnVdo { device }.text(lang),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use fiord_host::extents::Allocation;
    use fiord_job::plan::{AccessMode, JobPlan, RunPlan};
    use fiord_record::run::RunRecord;
    use fiord_record::{Before, FileKind};

    /// What is judged of one target on a disk that stores what it is given.
    fn judged(change: impl FnOnce(&mut TargetFacts, &mut JobPlan)) -> Option<(Severity, Observed)> {
        let mut job = JobPlan::new("r");
        job.access.mode = AccessMode::RandRead;
        let mut target = TargetFacts {
            path: "f".into(),
            kind: FileKind::Regular,
            size_bytes: Some(1 << 30),
            ..TargetFacts::default()
        };
        change(&mut target, &mut job);
        let plan = RunPlan {
            jobs: vec![job],
            global_options: None,
        };
        let before = Before {
            targets: vec![target],
            ..Before::default()
        };
        let record = RunRecord::planned(plan, before);
        let mut found = super::plan(&Case::of(&record));
        assert!(found.len() < 2, "{found:#?}");
        found.pop().map(|found| match found.observed {
            crate::Observed::ZeroData(observed) => (found.severity, observed),
            other => panic!("{other:?}"),
        })
    }

    fn sampled(zero_blocks: u32, compressed_share: f64) -> Option<Sampled> {
        Some(Sampled {
            blocks: 64,
            zero_blocks,
            compressed_share,
        })
    }

    #[test]
    fn samples_are_judged_by_their_zeros_and_by_what_they_compress_to() {
        let of = |zeros, share| judged(|target, _| target.sampled = sampled(zeros, share));
        assert_eq!(of(0, 1.0), None);
        assert_eq!(of(0, 0.5), None);
        assert_eq!(
            of(3, 0.9),
            None,
            "a block of zeros here and there is in every file"
        );
        let shares = |(severity, observed)| match observed {
            Observed::Sampled {
                zero_share,
                compressed_share,
                ..
            } => (severity, zero_share, compressed_share),
            other => panic!("{other:?}"),
        };
        assert_eq!(of(4, 0.9).map(shares), Some((Severity::Care, 4.0 / 64.0, 0.9)));
        assert_eq!(of(64, 0.0).map(shares), Some((Severity::Care, 1.0, 0.0)));
        assert_eq!(of(0, 0.25).map(shares), Some((Severity::Note, 0.0, 0.25)));
    }

    #[test]
    fn holes_and_writers_have_nothing_to_do_with_samples() {
        let holes = |hole_bytes| {
            judged(|target, _| {
                target.sampled = sampled(32, 0.5);
                target.allocation = Some(Allocation {
                    size_bytes: 1 << 30,
                    hole_bytes,
                    ..Allocation::default()
                });
            })
        };
        assert_eq!(holes(1 << 29), None, "the zeros are the holes");
        assert!(holes(1 << 28).is_some(), "more zeros than holes");
        let written = judged(|target, job| {
            target.sampled = sampled(64, 0.0);
            job.access.mode = AccessMode::RandWrite;
        });
        assert_eq!(written, None);
        assert_eq!(judged(|_, _| {}), None, "nobody looked");
    }

    #[test]
    fn sampled_blocks_are_described_by_their_zeros_or_by_what_they_compress_to() {
        let of = |zero_blocks: f64, compressed_share| {
            let sampled = Observed::Sampled {
                files: 1,
                sampled_blocks: 64.0,
                zero_blocks,
                zero_share: zero_blocks / 64.0,
                compressed_share,
                on: None,
            };
            sampled.saw(&Subject::whole().on(Thing::File("f".into())), Lang::En)
        };
        assert_eq!(of(4.0, 0.9), "4 of 64 sampled blocks of f contain only zeros.");
        assert_eq!(of(64.0, 0.0), "64 of 64 sampled blocks of f contain only zeros.");
        assert_eq!(
            of(0.0, 0.25),
            "64 sampled blocks of f would compress to 25 % of their size."
        );
    }
}
