//! The survey: how its study is fitted to a disk and a time, and its marks of speed.

use serde::{Deserialize, Serialize};

use crate::definition::{OptionSetting, Stop, Study};

/// Name of the study.
pub const NAME: &str = "survey";
/// From this time on a survey has all its points.
pub const LONG_S: u64 = 180;
/// Repeats: the fewest whose range is an interval of 95 %, and those of a survey that has no time for them.
const REPEATS: (u32, u32) = (6, 3);
/// A run of six repeats is at least so long.
const LEAST_RUN_MS: u64 = 300;
/// What a run takes besides its own time: opening, evidence, storing. An estimate.
const AROUND_MS: u64 = 60;

/// The same over hosts, where clocks are asked for before and after and all wait for a common start: 0.38 s on one machine. Six repeats are made of
/// runs of a second or more, whose rate *all at work* can be stated.
const OVER_HOSTS: RunCost = RunCost {
    least_run_ms: 1_500,
    around_ms: 450,
};
const ON_ONE: RunCost = RunCost {
    least_run_ms: LEAST_RUN_MS,
    around_ms: AROUND_MS,
};

/// What is known of a run before it is made.
#[derive(Debug, Clone, Copy)]
struct RunCost {
    /// Of six repeats.
    least_run_ms: u64,
    around_ms: u64,
}

/// What decided how much each rank of a survey over hosts works on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveySize {
    /// The host that has the least.
    pub host: String,
    /// Free in its folder, or held by its file or device.
    pub bytes: u64,
    /// The largest memory of all hosts; none: not known.
    pub memory_bytes: Option<u64>,
}

/// How the study is fitted to a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyFit {
    /// Of the file that is read and written.
    pub file_bytes: u64,
    /// The points of `--quick` alone.
    pub is_quick: bool,
    /// The file is somebody's: points that write are left out.
    pub is_read_only: bool,
    /// Direct I/O works there.
    pub direct: bool,
    pub repeats: u32,
    pub runtime_ms: u64,
}

impl SurveyFit {
    /// Leaves out what the fit has no room for, and sets size, time and repeats.
    pub fn apply(&self, study: &mut Study) {
        let writers: Vec<String> = study
            .jobs
            .iter()
            .filter(|job| job.settings.iter().any(is_writing))
            .map(|job| job.name.clone())
            .collect();
        for factor in 0..study.factors.len() {
            study.leave_out(factor, |level| {
                let has_writer = level.jobs.iter().flatten().any(|job| writers.contains(job));
                let writes = has_writer || level.settings.iter().any(is_writing);
                self.is_quick && !level.is_quick || self.is_read_only && writes
            });
        }
        study.stop = Stop::Repeats(self.repeats);
        let jobs = study.jobs.iter_mut().flat_map(|job| &mut job.settings);
        let levels = study.factors.iter_mut().flat_map(|factor| &mut factor.levels);
        let levels = levels.flat_map(|level| &mut level.settings);
        for setting in study.common.iter_mut().chain(jobs).chain(levels) {
            match setting.option.as_str() {
                "size" if !setting.value.ends_with('%') => {
                    setting.value = format!("{}m", self.file_bytes >> 20)
                }
                "runtime" => setting.value = format!("{}ms", self.runtime_ms),
                "direct" if !self.direct => "0".clone_into(&mut setting.value),
                _ => {}
            }
        }
    }

    /// Repeats and time of a run, so that so many points take so long together.
    pub fn schedule(&mut self, points: u64, left_ms: u64) {
        self.schedule_at(points, left_ms, ON_ONE);
    }

    /// The same for runs over hosts.
    pub fn schedule_over_hosts(&mut self, points: u64, left_ms: u64) {
        self.schedule_at(points, left_ms, OVER_HOSTS);
    }

    fn schedule_at(&mut self, points: u64, left_ms: u64, cost: RunCost) {
        let runtime = |repeats: u32| left_ms / (u64::from(repeats) * points.max(1));
        let (many, few) = REPEATS;
        self.repeats = if runtime(many) >= cost.least_run_ms {
            many
        } else {
            few
        };
        self.runtime_ms = runtime(self.repeats).saturating_sub(cost.around_ms).max(100);
    }
}

fn is_writing(setting: &OptionSetting) -> bool {
    setting.option == "rw" && setting.value.contains("write")
}

/// Which number of a point a mark is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkedNumber {
    /// Bytes per second.
    Bandwidth,
    Iops,
    /// Median latency in nanoseconds.
    P50,
}

/// What a survey says of a disk in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    SequentialRead,
    RandomRead,
    RandomRead32,
    SequentialWrite,
    Fsync,
}

/// Between which numbers a disk is neither fast nor slow at a point. Rules of thumb of this program, not measurements of other disks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// The level of the study.
    pub point: &'static str,
    pub speed: Speed,
    pub number: MarkedNumber,
    pub slow: f64,
    pub fast: f64,
}

/// In the order of the sentence that says them.
pub const MARKS: [Mark; 5] = [
    // A hard disk; the most that SATA carries.
    Mark {
        point: "seq read 1M",
        speed: Speed::SequentialRead,
        number: MarkedNumber::Bandwidth,
        slow: 150e6,
        fast: 600e6,
    },
    // A network or a seek; an NVMe SSD.
    Mark {
        point: "rand read 4k",
        speed: Speed::RandomRead,
        number: MarkedNumber::P50,
        slow: 1e6,
        fast: 150e3,
    },
    // Hard disks and small cloud volumes; the most that SATA carries.
    Mark {
        point: "rand read 4k qd32",
        speed: Speed::RandomRead32,
        number: MarkedNumber::Iops,
        slow: 5e3,
        fast: 100e3,
    },
    // A hard disk; about the most that SATA carries.
    Mark {
        point: "seq write 1M",
        speed: Speed::SequentialWrite,
        number: MarkedNumber::Bandwidth,
        slow: 100e6,
        fast: 500e6,
    },
    // Flash without a protected cache; a write cache with power-loss protection.
    Mark {
        point: "write 4k, fsync each",
        speed: Speed::Fsync,
        number: MarkedNumber::P50,
        slow: 2e6,
        fast: 300e3,
    },
];

/// Where a number lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkSide {
    Fast,
    Slow,
    /// All repeats are within the limits.
    Between,
    /// Some repeats are within a limit and some are not.
    Varies,
}

impl Mark {
    /// Where the repeats lie: all of them beyond a mark, or the number is called neither.
    pub fn judge(&self, least: f64, most: f64) -> MarkSide {
        let (worst, best) = if self.fast > self.slow {
            (least, most)
        } else {
            (-most, -least)
        };
        let sign = if self.fast > self.slow { 1.0 } else { -1.0 };
        if worst > self.fast * sign {
            MarkSide::Fast
        } else if best < self.slow * sign {
            MarkSide::Slow
        } else if best > self.fast * sign || worst < self.slow * sign {
            MarkSide::Varies
        } else {
            MarkSide::Between
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_and_slow_take_all_repeats() {
        let [order, single, ..] = MARKS;
        assert_eq!(order.judge(700e6, 900e6), MarkSide::Fast);
        assert_eq!(order.judge(500e6, 900e6), MarkSide::Varies);
        assert_eq!(order.judge(90e6, 300e6), MarkSide::Varies);
        assert_eq!(order.judge(300e6, 500e6), MarkSide::Between);
        assert_eq!(order.judge(90e6, 120e6), MarkSide::Slow);
        assert_eq!(single.judge(90e3, 110e3), MarkSide::Fast);
        assert_eq!(single.judge(90e3, 170e3), MarkSide::Varies);
        assert_eq!(single.judge(160e3, 170e3), MarkSide::Between);
        assert_eq!(single.judge(3e6, 9e6), MarkSide::Slow);
    }

    #[test]
    fn six_repeats_where_there_is_time_for_them() {
        let mut fit = SurveyFit {
            file_bytes: 1 << 30,
            is_quick: true,
            is_read_only: false,
            direct: true,
            repeats: 0,
            runtime_ms: 0,
        };
        fit.schedule(12, 45_000);
        assert_eq!((fit.repeats, fit.runtime_ms), (6, 565));
        fit.schedule(12, 15_000);
        assert_eq!((fit.repeats, fit.runtime_ms), (3, 356));
        fit.schedule(12, 0);
        assert_eq!(fit.runtime_ms, 100);
        // Two seconds of each run are left for three repeats, of which its clocks take a part.
        fit.schedule_over_hosts(12, 72_000);
        assert_eq!((fit.repeats, fit.runtime_ms), (3, 2_000 - OVER_HOSTS.around_ms));
        fit.schedule_over_hosts(12, 144_000);
        assert_eq!(fit.repeats, 6);
    }
}
