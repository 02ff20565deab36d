//! A survey over hosts before its first run: the size that fits all, and the making of files.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::files::unnamed::{self, UnnamedFile};
use anyhow::{Context, Result, bail};
use fiord_host::Root;
use fiord_host::system::memory::Memory;
use fiord_job::plan::Ddir;
use fiord_messages::{Lang, study as messages};
use fiord_record::hosts::DataSpread;
use fiord_record::number::Bytes;
use fiord_record::run::{HostsRun, WorkerRecord};
use fiord_study::language;
use fiord_study::matrix;
use fiord_study::survey::{LONG_S, SurveyFit, SurveySize};
use serde::{Deserialize, Serialize};

/// Share of the time that making the files may take, in percent.
pub(super) const FILE_PERCENT: u64 = 25;
/// No file is measured below this size.
pub(super) const LEAST_BYTES: u64 = 16 << 20;

/// A survey that is to be begun over hosts.
#[derive(Debug, Clone, Copy)]
pub(in crate::verbs::study) struct SurveyTime {
    pub(in crate::verbs::study) begun: Instant,
    pub(in crate::verbs::study) time: Duration,
}

/// Cells of the fitted study.
pub(in crate::verbs::study) fn points(name: &str, source: &str, fit: &SurveyFit) -> u64 {
    let mut study = language::read(name, source).study;
    fit.apply(&mut study);
    matrix::cells(&study).len() as u64
}

/// What a host has for a survey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::verbs::study) struct SurveyRoom {
    is_folder: bool,
    /// Free in the folder, or held by the file or device.
    bytes: u64,
    direct: bool,
    memory_bytes: Option<u64>,
}

impl SurveyRoom {
    /// Looks at a folder, a file or a device on this host. Of a folder, whether a file can be made there.
    pub(in crate::verbs::study) fn look(path: &Path, host: &str) -> Result<Self> {
        let is_folder = path.is_dir();
        let (bytes, direct) = if is_folder {
            let file = UnnamedFile::create(path, Some(host))?;
            let bytes = unnamed::free_bytes(path).with_context(|| path.display().to_string())?;
            (bytes, unnamed::takes_direct(&file.path))
        } else {
            unnamed::given(path)?
        };
        Ok(Self {
            is_folder,
            bytes,
            direct,
            memory_bytes: Memory::read(&Root::system()).total_bytes,
        })
    }
}

/// The survey that fits all hosts, without the time of its runs; how ranks divide the data; and which host decided.
pub(in crate::verbs::study) fn fitted(
    rooms: &[SurveyRoom],
    hosts: &[String],
    time: Duration,
) -> Result<(SurveyFit, DataSpread, SurveySize)> {
    let (least, host) = rooms
        .iter()
        .zip(hosts)
        .min_by_key(|(room, _)| room.bytes)
        .context("no rank")?;
    if let Some((_, other)) = rooms
        .iter()
        .zip(hosts)
        .find(|(room, _)| room.is_folder != least.is_folder)
    {
        bail!(messages::SurveyMixedTargets { host, other }.text(Lang::current()));
    }
    let ranks = hosts.len() as u64;
    let (file_bytes, spread) = if least.is_folder {
        // As if all files were in one directory: it is unknown whether they are.
        let bytes = unnamed::size_for(least.bytes / ranks).with_context(|| {
            messages::SurveyLeastFree {
                ranks,
                host,
                free: &Bytes(least.bytes),
            }
            .text(Lang::current())
        })?;
        (bytes, DataSpread::Files)
    } else {
        let bytes = (least.bytes / ranks) >> 20 << 20;
        if bytes < unnamed::SMALLEST {
            bail!(
                messages::SurveyLeastSize {
                    ranks,
                    host,
                    size: &Bytes(least.bytes),
                    stripe: &(unnamed::SMALLEST >> 20),
                }
                .text(Lang::current())
            );
        }
        (bytes, DataSpread::Stripes)
    };
    let fit = SurveyFit {
        file_bytes,
        is_quick: time.as_secs() < LONG_S,
        is_read_only: !least.is_folder,
        direct: rooms.iter().all(|room| room.direct),
        repeats: 1,
        runtime_ms: 100,
    };
    let size = SurveySize {
        host: host.clone(),
        bytes: least.bytes,
        memory_bytes: rooms.iter().filter_map(|room| room.memory_bytes).max(),
    };
    Ok((fit, spread, size))
}

/// All ranks write their files: so many bytes, for so long at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::verbs::study) struct MakeFiles {
    pub(in crate::verbs::study) bytes: u64,
    pub(in crate::verbs::study) limit_ms: Option<u64>,
    pub(in crate::verbs::study) direct: bool,
}

/// What follows from what was written.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::verbs::study) enum MadeFiles {
    /// Every rank has so many bytes of its file.
    All(u64),
    Again(MakeFiles),
    /// It cannot be measured like this; the words say why, where it has not been said.
    Not(Option<String>),
}

impl MakeFiles {
    /// Of a new survey.
    pub(in crate::verbs::study) fn within(fit: &SurveyFit, time: Duration) -> Self {
        Self {
            bytes: fit.file_bytes,
            limit_ms: Some(time.as_millis() as u64 * FILE_PERCENT / 100),
            direct: fit.direct,
        }
    }

    /// Of one that goes on: as it was.
    pub(in crate::verbs::study) fn again(fit: &SurveyFit) -> Self {
        Self {
            bytes: fit.file_bytes,
            limit_ms: None,
            direct: fit.direct,
        }
    }

    /// Judges what the ranks wrote; `time` is that of a new survey.
    pub(in crate::verbs::study) fn judge(self, run: &HostsRun, time: Option<Duration>) -> MadeFiles {
        let workers = || run.ranks.iter().flat_map(|rank| &rank.record.workers);
        let mut errors = workers().filter_map(|worker| worker.error.as_ref());
        if let Some(first) = errors.next() {
            let no_direct =
                self.direct && first.errno == libc::EINVAL && errors.all(|it| it.errno == libc::EINVAL);
            return match no_direct {
                // Some network and memory file systems say so only when they are asked to write.
                true => MadeFiles::Again(Self {
                    direct: false,
                    ..self
                }),
                false => MadeFiles::Not(None),
            };
        }
        let written = |worker: &WorkerRecord| worker.stats.ddirs[Ddir::Write as usize].bytes;
        let each = run.ranks.iter().map(|rank| {
            let bytes: u64 = rank.record.workers.iter().map(written).sum();
            (bytes, rank)
        });
        let Some((least, rank)) = each.min_by_key(|(bytes, _)| *bytes) else {
            return MadeFiles::Not(None);
        };
        let whole = least >> 20 << 20;
        let (number, host, lang) = (&rank.rank, &rank.host, Lang::current());
        let (written, size) = (&(whole >> 20), &(self.bytes >> 20));
        match time {
            None if least == self.bytes => MadeFiles::All(least),
            None => MadeFiles::Not(Some(
                messages::SurveyRankWroteTooLittle {
                    rank: number,
                    host,
                    written,
                    size,
                }
                .text(lang),
            )),
            Some(_) if whole >= LEAST_BYTES => MadeFiles::All(whole),
            // Slow disks, or busy ones: the least that can be measured, whatever it takes of the time.
            Some(time) if self.bytes > LEAST_BYTES => MadeFiles::Again(Self {
                bytes: LEAST_BYTES,
                limit_ms: Some(time.as_millis() as u64),
                ..self
            }),
            Some(_) => MadeFiles::Not(Some(
                messages::SurveyRankWroteTooLittleInTime {
                    rank: number,
                    host,
                    written,
                    size,
                }
                .text(lang),
            )),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn room(gib: u64) -> SurveyRoom {
        SurveyRoom {
            is_folder: true,
            bytes: gib << 30,
            direct: true,
            memory_bytes: Some(gib << 33),
        }
    }

    fn hosts() -> Vec<String> {
        ["a", "a", "b", "b"].map(str::to_owned).to_vec()
    }

    #[test]
    fn the_host_with_the_least_room_decides_for_all_ranks() {
        let rooms = [room(40), room(40), room(20), room(20)];
        let (fit, spread, size) = fitted(&rooms, &hosts(), Duration::from_secs(60)).unwrap();
        // A tenth of 20 GiB, for four.
        assert_eq!(
            (fit.file_bytes, fit.direct, fit.is_quick),
            (512 << 20, true, true)
        );
        assert_eq!(spread, DataSpread::Files);
        assert_eq!((size.host.as_str(), size.bytes), ("b", 20 << 30));
        assert_eq!(size.memory_bytes, Some(40 << 33));
        let small = [room(40), room(40), room(2), room(2)];
        let refused = fitted(&small, &hosts(), Duration::from_secs(60)).unwrap_err();
        let said = format!("{refused:#}");
        assert!(
            said.starts_with(
                "b has the least free space, 2 GiB for 4 ranks: 512 MiB is free, but a survey needs 640 MiB"
            ),
            "{said}"
        );
        let stripes = [40, 40, 0, 0].map(|gib| SurveyRoom {
            is_folder: false,
            ..room(gib)
        });
        let refused = fitted(&stripes, &hosts(), Duration::from_secs(60)).unwrap_err();
        assert!(
            refused.to_string().starts_with(
                "b has the smallest target, 0 bytes for 4 ranks, but each rank needs a stripe of at least 64 MiB"
            ),
            "{refused}"
        );
    }

    #[test]
    fn ranks_read_stripes_of_what_is_no_folder() {
        let device = |gib: u64| SurveyRoom {
            is_folder: false,
            direct: false,
            ..room(gib)
        };
        let devices = [device(4), device(4), device(3), device(3)];
        let (fit, spread, _) = fitted(&devices, &hosts(), Duration::from_secs(600)).unwrap();
        assert_eq!((fit.file_bytes, spread), (768 << 20, DataSpread::Stripes));
        assert!(fit.is_read_only && !fit.direct && !fit.is_quick);
        let mixed = [device(4), device(4), room(4), room(3)];
        let said = fitted(&mixed, &hosts(), Duration::from_secs(60))
            .unwrap_err()
            .to_string();
        assert!(said.contains("use a directory on all hosts"), "{said}");
    }
}
