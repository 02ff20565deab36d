//! Evidence of a disk whose truth is planted.

use fiord_compare::result::{ComparedMetric, Measurement};
use fiord_notebook::evidence::{BlockEvidence, EvidenceFactor, MeasuredSeries, SeriesRun};

use crate::random::Random;

/// Noise of a run and of a repeat, which all levels share, as shares.
const RUN_NOISE: f64 = 0.02;
const REPEAT_NOISE: f64 = 0.05;

/// What is true of a level.
#[derive(Clone, Copy)]
pub(crate) struct Truth {
    labels: &'static [&'static str],
    iops: f64,
    p99_ns: f64,
    /// In flight.
    depth: f64,
    /// The trap that says that it measured memory.
    wrong: Option<&'static str>,
}

const fn level(labels: &'static [&'static str], iops: f64) -> Truth {
    Truth {
        labels,
        iops,
        p99_ns: 2e9 / iops,
        depth: 1.0,
        wrong: None,
    }
}

type Factors = [(&'static str, &'static [&'static str], bool)];

/// Runs of all levels, `repeats` of each.
fn block(
    name: &str,
    factors: &Factors,
    truths: &[Truth],
    (repeats, random): (u32, &mut Random),
) -> BlockEvidence {
    let factors = factors.iter().map(|(name, levels, is_rising)| EvidenceFactor {
        name: (*name).to_owned(),
        levels: levels.iter().map(|level| (*level).to_owned()).collect(),
        is_rising: *is_rising,
    });
    let direction = |truth: &Truth| match truth.labels.iter().any(|label| label.contains("write")) {
        true => "write",
        false => "read",
    };
    let mut series: Vec<MeasuredSeries> = truths
        .iter()
        .map(|truth| MeasuredSeries {
            labels: truth.labels.iter().map(|label| (*label).to_owned()).collect(),
            job: "job".to_owned(),
            direction: direction(truth).to_owned(),
            runs: Vec::new(),
        })
        .collect();
    let mut id = 100;
    for repeat in 0..repeats {
        let shared = REPEAT_NOISE * random.normal();
        for (series, truth) in series.iter_mut().zip(truths) {
            let factor = (shared + RUN_NOISE * random.normal()).exp();
            id += 1;
            series.runs.push(SeriesRun {
                id,
                repeat: Some(repeat),
                measured: Measurement {
                    iops: Some(truth.iops * factor),
                    bytes_per_s: Some(truth.iops * 4096.0 * factor),
                    p50_ns: Some(1e9 * truth.depth / truth.iops / factor),
                    p99_ns: Some(truth.p99_ns / factor),
                    wrong: truth.wrong.iter().map(|trap| (*trap).to_owned()).collect(),
                    ..Measurement::default()
                },
                depth: Some(truth.depth * (0.01 * random.normal()).exp()),
                is_witnessed: true,
            });
        }
    }
    BlockEvidence {
        block: name.to_owned(),
        factors: factors.collect(),
        series,
        metric: Some(ComparedMetric::Iops),
        is_whole: true,
    }
}

const MODES: &Factors = &[
    ("rw", &["read", "randread", "write", "randwrite"], false),
    ("bs", &["4k", "64k"], false),
];
const DEPTHS: &Factors = &[("iodepth", &["1", "2", "4", "8", "16", "32"], true)];
const PATHS: &Factors = &[("path", &["direct", "buffered"], false)];
const POSITIONS: &Factors = &[("position", &["0%", "25%", "50%", "75%"], false)];

/// A disk: sequential reads are twice as fast as random ones at 4k and equal at 64k, writes do not care at 4k; the curve of depths bends at 8
/// and the device holds 8; one buffered job measured memory.
pub(crate) fn disk(repeats: u32, random: &mut Random) -> Vec<BlockEvidence> {
    let modes = [
        level(&["read", "4k"], 20_000.0),
        level(&["randread", "4k"], 10_000.0),
        level(&["write", "4k"], 15_000.0),
        level(&["randwrite", "4k"], 15_000.0),
        level(&["read", "64k"], 4_000.0),
        level(&["randread", "64k"], 4_000.0),
        level(&["write", "64k"], 2_000.0),
        level(&["randwrite", "64k"], 1_000.0),
    ];
    let depth = |labels, iops, depth: f64| Truth {
        depth,
        ..level(labels, iops)
    };
    let depths = [
        depth(&["1"], 10_000.0, 1.0),
        depth(&["2"], 20_000.0, 2.0),
        depth(&["4"], 40_000.0, 4.0),
        depth(&["8"], 80_000.0, 8.0),
        depth(&["16"], 81_000.0, 8.0),
        depth(&["32"], 81_000.0, 8.0),
    ];
    let memory = Truth {
        wrong: Some("cache-read"),
        ..level(&["buffered"], 500_000.0)
    };
    let paths = [level(&["direct"], 10_000.0), memory];
    let places: [&'static [&'static str]; 4] = [&["0%"], &["25%"], &["50%"], &["75%"]];
    let places = places.map(|labels| level(labels, 9_000.0));
    vec![
        block("modes", MODES, &modes, (repeats, random)),
        block("depths", DEPTHS, &depths, (repeats, random)),
        block("cache", PATHS, &paths, (repeats, random)),
        block("places", POSITIONS, &places, (repeats, random)),
    ]
}
