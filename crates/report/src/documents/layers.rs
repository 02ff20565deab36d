//! Where the latency went by layer, as documents have it: what is in the record, worked out.

use fiord_judge::case::Case;
use fiord_judge::words::traced_layers as words;
use fiord_judge::{TrapId, When, judge_one};
use fiord_messages::{Lang, layers as messages};
use fiord_record::layers::{DirectionSplit, LayerStage, Layers, Times};
use fiord_record::run::RunRecord;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finding::FindingJson;

/// A run that was traced, or why it was not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct RunLayers {
    /// Why nothing was traced; null: something was.
    pub unavailable: Option<String>,
    /// Why the split is not to be used, a sentence each; then it has no directions.
    pub refused: Vec<String>,
    pub directions: Vec<LayerDirection>,
    /// What tracing costs, in a sentence.
    pub cost: String,
    /// Mean latency of the traced slice minus that of the untraced one, by pair.
    pub cost_differences_ns: Vec<f64>,
}

/// The directions of documents, by their numbers.
const DIRECTIONS: [&str; 3] = ["reads", "writes", "trims"];

/// One direction of all jobs.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LayerDirection {
    #[schemars(extend("enum" = DIRECTIONS))]
    pub direction: String,
    /// I/Os in traced slices, and of them those whose events were found.
    pub ios: u64,
    pub joined: u64,
    /// Of the joined: what the stages add up to.
    pub mean_ns: f64,
    pub stages: Vec<LayerRow>,
    /// Points that do not exist on this path, with the reason.
    pub absent: Vec<String>,
    /// The untraced slices; null where there were none.
    pub untraced: Option<UntracedNumbers>,
}

/// From one point to the next one. The means add up; the percentiles are of the I/Os that passed the stage, and do not.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LayerRow {
    pub stage: String,
    pub what: String,
    /// Part of the mean latency.
    pub mean_ns: f64,
    pub share: f64,
    pub p50_ns: Option<u64>,
    pub p99_ns: Option<u64>,
}

/// What was measured while nothing was traced.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UntracedNumbers {
    pub ios: u64,
    pub iops: Option<f64>,
    pub bytes_per_s: Option<f64>,
    pub mean_ns: Option<f64>,
    pub p50_ns: Option<u64>,
    pub p99_ns: Option<u64>,
}

/// The layers that cost most in one cell of a study, from a traced run that is in no other number.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CellLayers {
    pub label: String,
    /// The layer with the most of each direction, and each with a quarter of it.
    pub findings: Vec<FindingJson>,
    /// Why there are none.
    pub why_not: Vec<String>,
}

impl RunLayers {
    pub fn of(layers: &Layers, lang: Lang) -> Self {
        Self {
            unavailable: layers.unavailable.as_ref().map(|why| why.text(lang).to_owned()),
            refused: layers
                .refused
                .iter()
                .map(|one| words::refusal(one, lang))
                .collect(),
            directions: layers
                .holding()
                .iter()
                .map(|one| LayerDirection::of(one, lang))
                .collect(),
            cost: words::cost(&layers.cost, layers.seed.is_some(), lang),
            cost_differences_ns: layers.cost.differences_ns.clone(),
        }
    }
}

impl LayerDirection {
    /// Its direction in a language.
    pub(crate) fn label(&self, lang: Lang) -> &str {
        let known = DIRECTIONS.iter().position(|name| *name == self.direction);
        known.map_or(&self.direction, |ddir| words::direction(ddir as u8, lang))
    }

    fn of(split: &DirectionSplit, lang: Lang) -> Self {
        let mean_ns = split.sum_ns().unwrap_or(0.0);
        let absent = split.absent.iter();
        Self {
            direction: DIRECTIONS[usize::from(split.ddir).min(2)].to_owned(),
            ios: split.ios,
            joined: split.joined,
            mean_ns,
            stages: split
                .stages
                .iter()
                .map(|stage| LayerRow::of(stage, split.joined, mean_ns, lang))
                .collect(),
            absent: absent
                .map(|(point, why)| {
                    let (cell, text) = (&point.name(), &words::absent(*why, lang));
                    messages::OfCell { cell, text }.text(lang)
                })
                .collect(),
            untraced: (split.untraced.count > 0).then(|| UntracedNumbers::of(split)),
        }
    }
}

impl LayerRow {
    fn of(stage: &LayerStage, ios: u64, whole_ns: f64, lang: Lang) -> Self {
        let mean_ns = stage.part_ns(ios);
        Self {
            stage: format!("{}→{}", stage.from.name(), stage.to.name()),
            what: words::stage(stage.from, stage.to, lang).to_owned(),
            mean_ns,
            share: if whole_ns > 0.0 { mean_ns / whole_ns } else { 0.0 },
            p50_ns: stage.times.percentile_ns(50.0),
            p99_ns: stage.times.percentile_ns(99.0),
        }
    }
}

impl UntracedNumbers {
    fn of(split: &DirectionSplit) -> Self {
        let times: &Times = &split.untraced;
        Self {
            ios: times.count,
            iops: split.untraced_rate.map(|rate| rate.iops()),
            bytes_per_s: split.untraced_rate.map(|rate| rate.bytes_per_s()),
            mean_ns: times.mean_ns(),
            p50_ns: times.percentile_ns(50.0),
            p99_ns: times.percentile_ns(99.0),
        }
    }
}

impl CellLayers {
    /// Of a traced run.
    pub fn of(label: String, record: &RunRecord, lang: Lang) -> Self {
        let case = Case::of(record);
        let found = judge_one(TrapId::Layer, When::Run, &case);
        let evidence = record.evidence.as_deref();
        let layers = evidence.and_then(|evidence| evidence.layers.as_deref());
        let mut why_not: Vec<String> = match layers {
            Some(layers) => {
                let unavailable = layers.unavailable.iter().map(|why| why.text(lang).to_owned());
                unavailable
                    .chain(layers.refused.iter().map(|one| words::refusal(one, lang)))
                    .collect()
            }
            None => vec![messages::not_traced(lang).to_owned()],
        };
        let failed = record.workers.iter().find_map(|worker| worker.error.as_ref());
        why_not.extend(failed.map(|error| error.detail.text(lang).to_owned()));
        Self {
            label,
            findings: found.iter().map(|one| FindingJson::of(one, lang)).collect(),
            why_not,
        }
    }

    /// A sentence for each finding, or for each reason.
    pub fn sentences(&self, lang: Lang) -> Vec<String> {
        let found = self.findings.iter().map(|finding| finding.saw.clone());
        let why_not = self.why_not.iter();
        let why_not = why_not.map(|reason| messages::NoSplit { reason }.text(lang));
        found.chain(why_not).collect()
    }
}
