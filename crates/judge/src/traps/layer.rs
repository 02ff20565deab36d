//! `layer`: where most of the latency was spent, by layer of the kernel, as a trace showed it.

use crate::case::{CPUS_FULL, Case};
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_host::cgroup::Limited;
use fiord_messages::Lang;
use fiord_messages::traps::layer as messages;
use fiord_messages::words::Ddir;
use fiord_record::evidence::RunEvidence;
use fiord_record::layers::{DirectionSplit, LayerPoint, LayerStage, Layers};
use fiord_record::number::{Nanos, Share};
use serde::{Deserialize, Serialize};

/// A layer with so much of the latency is named though another has more.
const MUCH: f64 = 0.25;

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    advice: Observed::advice,
    ..Trap::new(
        Family::Latency,
        "blktrace and btt (Brunelle 2007): Q2G, G2I, I2D, D2C; kernel tracepoints block:* and iomap:*",
        &[Symptom::LatencyTooHigh],
        Observed::saw,
    )
};

/// What takes the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerCause {
    /// Before the file system begins: the system call, the lock of the file.
    FileSystem,
    /// Before the queue of the block layer; a control group limits this device, and such limits wait there.
    Limit,
    /// Before the queue of the block layer, and no limit of a control group is known.
    Submission,
    /// No tag was free.
    Tags,
    /// Between the tag and the scheduler or the driver: the batch of the submitter.
    Plug,
    Scheduler,
    Device,
    /// After the device was done, before the file system was.
    FileSystemEnd,
    /// In the file system, and no I/O of a device was seen for it.
    NoDevice,
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
    /// I/Os that it is the mean of.
    pub ios: u64,
    /// Share of all CPU time in use, where hardly any was left: every part but the device's takes longer then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_busy_percent: Option<f64>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let Some(evidence) = case.record.evidence.as_deref() else {
        return Vec::new();
    };
    let layers = evidence.layers.as_deref();
    let holding = layers.map(|layers| layers.holding()).unwrap_or_default();
    let cpu_busy_percent = evidence.processors.busy_percent.filter(|busy| *busy >= CPUS_FULL);
    let of_direction = |split: &DirectionSplit| {
        let observed = most(split, is_limited(evidence, layers, split.ddir));
        observed
            .into_iter()
            .map(|mut observed| {
                let is_device = observed.cause == LayerCause::Device;
                observed.cpu_busy_percent = cpu_busy_percent.filter(|_| !is_device);
                Finding::new(When::Run, Severity::Note, Subject::whole(), observed)
            })
            .collect::<Vec<_>>()
    };
    holding.iter().flat_map(of_direction).collect()
}

/// Whether a control group limits this direction of a traced device.
fn is_limited(evidence: &RunEvidence, layers: Option<&Layers>, ddir: u8) -> bool {
    let traced = layers.map(|layers| layers.devices.as_slice()).unwrap_or_default();
    let is_of = |what: Limited| match what {
        Limited::ReadBps | Limited::ReadIops => ddir == 0,
        Limited::WriteBps | Limited::WriteIops => ddir == 1,
        _ => false,
    };
    evidence
        .limits
        .iter()
        .any(|limit| is_of(limit.what) && traced.iter().any(|device| limit.number == Some(device.number)))
}

/// The part with the most of a direction's latency, and each with a quarter of it; the largest first.
pub fn most(split: &DirectionSplit, limited: bool) -> Vec<Observed> {
    let Some(mean_ns) = split.sum_ns().filter(|mean| *mean > 0.0) else {
        return Vec::new();
    };
    let mut parts: Vec<Observed> = Vec::new();
    for stage in &split.stages {
        let Some(cause) = cause_of(stage, limited) else {
            continue;
        };
        let part_ns = stage.part_ns(split.joined);
        match parts.iter_mut().find(|part| part.cause == cause) {
            Some(part) => part.part_ns += part_ns,
            None => parts.push(Observed {
                cause,
                ddir: split.ddir,
                part_ns,
                mean_ns,
                ios: split.joined,
                cpu_busy_percent: None,
            }),
        }
    }
    parts.sort_by(|a, b| b.part_ns.total_cmp(&a.part_ns));
    let most = parts.first().map_or(0.0, |first| first.part_ns);
    parts.retain(|part| part.part_ns > 0.0 && (part.part_ns == most || part.part_ns >= MUCH * mean_ns));
    parts
}

/// Each stage has one cause.
fn cause_of(stage: &LayerStage, limited: bool) -> Option<LayerCause> {
    Some(match (stage.from, stage.to) {
        (LayerPoint::Submit, LayerPoint::Fs) => LayerCause::FileSystem,
        (_, LayerPoint::Queue) if limited => LayerCause::Limit,
        (_, LayerPoint::Queue) => LayerCause::Submission,
        (LayerPoint::Queue, LayerPoint::Request) => LayerCause::Tags,
        (LayerPoint::Request, LayerPoint::Insert | LayerPoint::Issue) => LayerCause::Plug,
        (LayerPoint::Insert, LayerPoint::Issue) => LayerCause::Scheduler,
        (_, LayerPoint::Complete) => LayerCause::Device,
        (LayerPoint::Fs, LayerPoint::Done) => LayerCause::NoDevice,
        (_, LayerPoint::Done) => LayerCause::FileSystemEnd,
        (_, LayerPoint::Reap) => LayerCause::WakeUp,
        _ => return None,
    })
}

/// The sentences of `layer`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let share = &Share(self.part_ns / self.mean_ns);
        let ddir = match self.ddir {
            0 => Ddir::Read,
            1 => Ddir::Write,
            _ => Ddir::Trim,
        };
        let spent = match self.cause {
            LayerCause::FileSystem => messages::FileSystem { share, ddir }.text(lang),
            LayerCause::Limit => messages::Limit { share, ddir }.text(lang),
            LayerCause::Submission => messages::Submission { share, ddir }.text(lang),
            LayerCause::Tags => messages::Tags { share, ddir }.text(lang),
            LayerCause::Plug => messages::Plug { share, ddir }.text(lang),
            LayerCause::Scheduler => messages::Scheduler { share, ddir }.text(lang),
            LayerCause::Device => messages::Device { share, ddir }.text(lang),
            LayerCause::FileSystemEnd => messages::FileSystemEnd { share, ddir }.text(lang),
            LayerCause::NoDevice => messages::NoDevice { share, ddir }.text(lang),
            LayerCause::WakeUp => messages::WakeUp { share, ddir }.text(lang),
        };
        let means = messages::Means {
            part: &Nanos(self.part_ns),
            latency: &Nanos(self.mean_ns),
            ios: self.ios,
        };
        let busy = self.cpu_busy_percent.map(|percent| {
            let share = &Share(percent / 100.0);
            messages::CpusBusy { share }.text(lang)
        });
        let sentences: Vec<String> = busy.into_iter().chain([spent, means.text(lang)]).collect();
        lang.sentences(&sentences)
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        let reads = self.ddir == 0;
        let advice = match self.cause {
            _ if self.cpu_busy_percent.is_some() => messages::advice_cpus_busy(lang),
            // A read has no journal, and does not lock its file.
            LayerCause::FileSystem if reads => messages::advice_file_system_read(lang),
            LayerCause::Submission if reads => messages::advice_submission_read(lang),
            LayerCause::FileSystemEnd if reads => messages::advice_file_system_end_read(lang),
            LayerCause::FileSystem => messages::advice_file_system(lang),
            LayerCause::Limit => messages::advice_limit(lang),
            LayerCause::Submission => messages::advice_submission(lang),
            LayerCause::Tags => messages::advice_tags(lang),
            LayerCause::Plug => messages::advice_plug(lang),
            LayerCause::Scheduler => messages::advice_scheduler(lang),
            LayerCause::Device => messages::advice_device(lang),
            LayerCause::FileSystemEnd => messages::advice_file_system_end(lang),
            LayerCause::NoDevice => messages::advice_no_device(lang),
            LayerCause::WakeUp => messages::advice_wake_up(lang),
        };
        Some(advice.to_owned())
    }
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
            untraced_rate: None,
        }
    }

    fn causes(parts: &[(LayerPoint, LayerPoint, u64)]) -> Vec<(LayerCause, f64)> {
        let found = most(&split(parts), false);
        found
            .into_iter()
            .map(|observed| (observed.cause, observed.part_ns))
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
            [(LayerCause::Device, 60_000.0), (LayerCause::Scheduler, 40_000.0)]
        );
        let throttled = [
            (Submit, Queue, 4_800),
            (Queue, Complete, 200),
            (Complete, Reap, 5),
        ];
        assert_eq!(causes(&throttled), [(LayerCause::Submission, 4_800_000.0)]);
        let limited = most(&split(&throttled), true);
        assert_eq!(
            (limited[0].cause, limited[0].ios),
            (LayerCause::Limit, 10),
            "only a limit that is known is named"
        );
        let none = [
            (Submit, Queue, 3),
            (Queue, Request, 1),
            (Request, Issue, 90),
            (Issue, Complete, 20),
        ];
        assert_eq!(
            causes(&none)[0].0,
            LayerCause::Plug,
            "without a scheduler nothing waits in it"
        );
        let locked = [
            (Submit, Fs, 900),
            (Fs, Queue, 5),
            (Queue, Complete, 80),
            (Complete, Done, 1),
            (Done, Reap, 9),
        ];
        assert_eq!(causes(&locked), [(LayerCause::FileSystem, 900_000.0)]);
        let cached = [(Submit, Fs, 1), (Fs, Done, 2), (Done, Reap, 1)];
        assert_eq!(causes(&cached)[0].0, LayerCause::NoDevice);
        let late = [(Submit, Queue, 3), (Queue, Complete, 80), (Complete, Reap, 900)];
        assert_eq!(causes(&late), [(LayerCause::WakeUp, 900_000.0)]);
        assert_eq!(causes(&[]), []);
    }
}
