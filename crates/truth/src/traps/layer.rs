//! `layer`: where most of the latency was spent, by layer of the kernel, as a trace showed it.

use fiord_case::case::Case;
use fiord_case::trap::{Family, Found, Judgement, Need, Severity, Subject, Symptom, Text, Trap};
use fiord_record::layers::{DirectionSplit, LayerPoint, LayerStage};
use serde::{Deserialize, Serialize};

/// A layer with so much of the latency is named though another has more.
const MUCH: f64 = 0.25;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: "where the latency was spent",
            why: "a change of another layer than this one changes the latency by little",
            advice: "look at this layer first",
            example: "With nr_requests=4 at iodepth 32, 71 % of the latency of reads (4.1 of 5.8 ms) is the wait for a tag.",
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    ..Trap::new(
        Family::Latency,
        "blktrace and btt (Brunelle 2007): Q2G, G2I, I2D, D2C; kernel tracepoints block:* and iomap:*",
        &[Symptom::LatencyTooHigh],
    )
};

/// What takes the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerCause {
    /// Before the file system begins: the system call, the lock of the file.
    FileSystem,
    /// Before the queue of the block layer, where limits of control groups wait.
    Limit,
    /// No tag was free.
    Tags,
    Scheduler,
    Device,
    /// After the device was done, before the file system was.
    FileSystemEnd,
    /// Until the program ran again and saw the end.
    WakeUp,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub cause: LayerCause,
    /// 0 read, 1 write, 2 trim.
    pub ddir: u8,
    /// Of the mean latency.
    pub part_ns: f64,
    /// The mean latency of the traced I/Os.
    pub mean_ns: f64,
}

fn run(case: &Case<'_>) -> Vec<Found<Observed>> {
    let layers = case
        .record
        .evidence
        .as_ref()
        .and_then(|evidence| evidence.layers.as_ref());
    let holding = layers.map(|layers| layers.holding()).unwrap_or_default();
    holding.iter().flat_map(of_direction).collect()
}

fn of_direction(split: &DirectionSplit) -> Vec<Found<Observed>> {
    let Some(mean_ns) = split.sum_ns().filter(|mean| *mean > 0.0) else {
        return Vec::new();
    };
    let mut parts: Vec<Observed> = ALL
        .into_iter()
        .map(|cause| Observed {
            cause,
            ddir: split.ddir,
            part_ns: part_ns(split, cause),
            mean_ns,
        })
        .collect();
    parts.sort_by(|a, b| b.part_ns.total_cmp(&a.part_ns));
    let most = parts.first().map_or(0.0, |first| first.part_ns);
    parts.retain(|part| part.part_ns > 0.0 && (part.part_ns == most || part.part_ns >= MUCH * mean_ns));
    let found = parts.into_iter();
    found
        .map(|observed| Found::new(Severity::Note, Subject::whole(), observed))
        .collect()
}

const ALL: [LayerCause; 7] = [
    LayerCause::FileSystem,
    LayerCause::Limit,
    LayerCause::Tags,
    LayerCause::Scheduler,
    LayerCause::Device,
    LayerCause::FileSystemEnd,
    LayerCause::WakeUp,
];

/// What a cause has of the mean latency, in nanoseconds. Each stage has one cause.
pub fn part_ns(split: &DirectionSplit, cause: LayerCause) -> f64 {
    let stages = split.stages.iter().filter(|stage| cause_of(stage) == Some(cause));
    stages.map(|stage| stage.part_ns(split.joined)).sum()
}

fn cause_of(stage: &LayerStage) -> Option<LayerCause> {
    Some(match (stage.from, stage.to) {
        (LayerPoint::Submit, LayerPoint::Fs) => LayerCause::FileSystem,
        (_, LayerPoint::Queue) => LayerCause::Limit,
        (LayerPoint::Queue, LayerPoint::Request) => LayerCause::Tags,
        (LayerPoint::Request | LayerPoint::Insert, LayerPoint::Insert | LayerPoint::Issue) => {
            LayerCause::Scheduler
        }
        (_, LayerPoint::Complete) => LayerCause::Device,
        (_, LayerPoint::Done) => LayerCause::FileSystemEnd,
        (_, LayerPoint::Reap) => LayerCause::WakeUp,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use fiord_record::layers::Times;

    use super::*;

    fn split(parts: &[(LayerPoint, LayerPoint, u64)]) -> DirectionSplit {
        let stages = parts.iter().map(|(from, to, us)| LayerStage {
            from: *from,
            to: *to,
            times: Times {
                count: 10,
                sum_ns: us * 10_000,
                ..Times::default()
            },
        });
        DirectionSplit {
            ddir: 0,
            ios: 10,
            lat: Times::default(),
            joined: 10,
            stages: stages.collect(),
            absent: Vec::new(),
            untraced: Times::default(),
        }
    }

    fn causes(parts: &[(LayerPoint, LayerPoint, u64)]) -> Vec<(LayerCause, f64)> {
        let found = of_direction(&split(parts));
        found
            .into_iter()
            .map(|found| (found.observed.cause, found.observed.part_ns))
            .collect()
    }

    #[test]
    fn the_largest_part_is_named_and_what_has_a_quarter() {
        use LayerPoint::{Complete, Done, Fs, Insert, Issue, Queue, Reap, Request, Submit};
        let disk = [
            (Submit, Queue, 3),
            (Queue, Request, 1),
            (Request, Insert, 2),
            (Insert, Issue, 40),
            (Issue, Complete, 60),
            (Complete, Reap, 5),
        ];
        assert_eq!(
            causes(&disk),
            [(LayerCause::Device, 60_000.0), (LayerCause::Scheduler, 42_000.0)]
        );
        let throttled = [
            (Submit, Queue, 4_800),
            (Queue, Complete, 200),
            (Complete, Reap, 5),
        ];
        assert_eq!(causes(&throttled), [(LayerCause::Limit, 4_800_000.0)]);
        let locked = [
            (Submit, Fs, 900),
            (Fs, Queue, 5),
            (Queue, Complete, 80),
            (Complete, Done, 1),
            (Done, Reap, 9),
        ];
        assert_eq!(causes(&locked), [(LayerCause::FileSystem, 900_000.0)]);
        let cached = [(Submit, Fs, 1), (Fs, Done, 2), (Done, Reap, 1)];
        assert_eq!(causes(&cached)[0].0, LayerCause::FileSystemEnd);
        assert_eq!(causes(&[]), []);
    }
}
