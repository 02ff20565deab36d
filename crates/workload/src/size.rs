//! Where in each file a clone works, and how much it transfers: pure arithmetic on what was found.
//!
//! The rules are fio's (`man fio`, "I/O size" and "Target file/device", and what fio 3.33 does): `size` is divided over
//! the files, `filesize` overrides it per file, offsets count from the start of each file, percentages refer to the file
//! as it was found.

use fiord_job::plan::{Amount, BlockSize, JobPlan};
use fiord_messages::{Lang, run_errors as messages};

use crate::plan::TargetKind;
use crate::sprandom::{self, RegionError};

/// What was found at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathProbe {
    /// What it is; a path where nothing is will become a regular file.
    pub kind: TargetKind,
    /// Whether anything is there.
    pub exists: bool,
    /// Size in bytes; `None` where it has none (character devices).
    pub size_bytes: Option<u64>,
}

impl PathProbe {
    /// Nothing: the target of an engine without I/O.
    pub const NONE: PathProbe = PathProbe {
        kind: TargetKind::None,
        exists: true,
        size_bytes: None,
    };
}

/// One file's share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// First byte.
    pub start_bytes: u64,
    /// Length in bytes.
    pub len_bytes: u64,
    /// Whether the file is too short for it and must grow to `start_bytes + len_bytes`.
    pub must_grow: bool,
}

impl Region {
    /// One past the last byte.
    pub const fn end_bytes(&self) -> u64 {
        self.start_bytes.saturating_add(self.len_bytes)
    }
}

/// All files of a clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// One per file, in order.
    pub regions: Vec<Region>,
    /// Bytes to transfer in one loop; `u64::MAX`: no limit.
    pub io_limit_bytes: u64,
}

/// Why sizes cannot be resolved. All are `EINVAL`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeError {
    /// The files have no size of their own and none was given.
    NoSize,
    /// The offset lies behind the end.
    OffsetBehindEnd {
        /// The offset in bytes.
        offset: u64,
        /// The size in bytes.
        size: u64,
    },
    /// No block fits.
    BlockTooLarge {
        /// Smallest block size in bytes.
        block: u64,
        /// Bytes there are.
        bytes: u64,
    },
    /// `sprandom`
    Regions(RegionError),
}

impl From<RegionError> for SizeError {
    fn from(error: RegionError) -> Self {
        Self::Regions(error)
    }
}

impl SizeError {
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::NoSize => messages::no_size(lang).to_owned(),
            Self::OffsetBehindEnd { offset, size } => messages::OffsetAfterEnd { offset, size }.text(lang),
            Self::BlockTooLarge { block, bytes } => messages::BlockTooLarge { block, bytes }.text(lang),
            Self::Regions(error) => error.text(lang),
        }
    }
}

/// How large `fill_device` makes a file at most: it ends with `ENOSPC`, not here.
const FILL_BYTES: u64 = 1 << 62;

/// Resolves the regions of clone number `clone`. `probes` has one entry per file; `draw` gives uniform numbers below its
/// argument, for `filesize` ranges.
///
/// # Errors
/// See [`SizeError`].
pub fn resolve(
    job: &JobPlan,
    clone: u32,
    probes: &[PathProbe],
    draw: &mut dyn FnMut(u64) -> u64,
) -> Result<Extent, SizeError> {
    let access = &job.access;
    let given = match access.size {
        Some(Amount::Bytes(bytes)) => Some(bytes),
        Some(Amount::Zones(zones)) => Some(zones.saturating_mul(zone_bytes(job))),
        Some(Amount::Percent(_)) | None => None,
    };
    // With `size`, filling stops there; fio ends at whichever comes first.
    let given = if access.fill_device {
        Some(given.unwrap_or(FILL_BYTES))
    } else {
        given
    };
    check_some_size(job, given, probes)?;
    let mut regions = Vec::with_capacity(probes.len());
    let mut total: u64 = 0;
    for (index, probe) in probes.iter().enumerate() {
        let region = region_of(job, clone, probe, share(job, given, index, probes.len()), draw)?;
        total = total.saturating_add(region.len_bytes);
        regions.push(region);
    }
    let bytes = given.map_or(total, |bytes| bytes.min(total));
    // As in fio, one of any direction: a job of which no block fits does nothing, without an error.
    let smallest = access.block_size.0.iter().map(BlockSize::min).min();
    let block = smallest.unwrap_or(0);
    let wanted = match access.io_size {
        Some(Amount::Percent(percent @ 1..)) => bytes.min(percent_of(total, percent)),
        _ => bytes,
    };
    // As in fio, a job with a size of which nothing lies behind its offset does nothing, without an error.
    let nothing_left = total == 0 && given.is_some();
    if wanted < block && !nothing_left {
        return Err(SizeError::BlockTooLarge { block, bytes: wanted });
    }
    let io_limit_bytes = match (access.sprandom(), &regions[..]) {
        (Some(plan), [region]) if !nothing_left => {
            let block = access.min_block_bytes().max(1);
            let blocks = region.len_bytes / block;
            sprandom::regions(blocks, block, plan)?;
            plan.physical_blocks(blocks).saturating_mul(block)
        }
        _ => io_limit(job, bytes, total),
    };
    Ok(Extent {
        regions,
        io_limit_bytes,
    })
}

fn check_some_size(job: &JobPlan, given: Option<u64>, probes: &[PathProbe]) -> Result<(), SizeError> {
    let known = probes
        .iter()
        .map(|probe| probe.size_bytes)
        .try_fold(0u64, |sum, size| Some(sum.saturating_add(size?)));
    let any = known.is_some_and(|sum| sum > 0);
    let by_file = job.files.filesize_bytes.is_some_and(|(_, high)| high > 0);
    if any || given.is_some_and(|bytes| bytes > 0) || by_file {
        Ok(())
    } else {
        Err(SizeError::NoSize)
    }
}

/// The share of one file in `size`. What the division leaves over goes to the first files in whole blocks.
fn share(job: &JobPlan, given: Option<u64>, index: usize, files: usize) -> Option<u64> {
    let given = given?;
    let files = files.max(1) as u64;
    let each = given / files;
    let block = job.access.min_block_bytes().max(1);
    let extra_blocks = (given - each * files) / block;
    let share = if (index as u64) < extra_blocks {
        each + block
    } else {
        each
    };
    (share > 0).then_some(share)
}

fn region_of(
    job: &JobPlan,
    clone: u32,
    probe: &PathProbe,
    share: Option<u64>,
    draw: &mut dyn FnMut(u64) -> u64,
) -> Result<Region, SizeError> {
    let is_char = probe.kind == TargetKind::Char && probe.size_bytes.is_none();
    // As in fio, the shorter of both is the length of a character device that has none.
    let share = match (share, job.files.filesize_bytes) {
        (Some(share), Some((low, _))) if is_char => Some(share.min(low)),
        _ => share,
    };
    // What has no size of its own (`null`, a character device) is as long as its share in `size`, or as `filesize` says.
    let found = probe.size_bytes.or(share).unwrap_or(0);
    let start = start_of(
        job,
        clone,
        probe,
        if is_char {
            found
        } else {
            probe.size_bytes.unwrap_or(0)
        },
    );
    if let (true, Some(share)) = (is_char, share) {
        // As in fio, what lies behind its share is left out, to the whole of it.
        return Ok(Region {
            start_bytes: start,
            len_bytes: share.saturating_sub(start),
            must_grow: false,
        });
    }
    let is_file = probe.kind == TargetKind::File;
    let may_size = is_file || probe.size_bytes.is_none();
    let behind = SizeError::OffsetBehindEnd {
        offset: start,
        size: found,
    };
    let mut len = match job.files.filesize_bytes {
        Some((low, high)) if may_size && !(low..=high).contains(&found) => {
            let size = if low == high {
                low
            } else {
                drawn_size(job, low, high, draw)
            };
            size.checked_sub(start).ok_or(behind)?
        }
        Some(_) => found.checked_sub(start).ok_or(behind)?,
        None => match share {
            Some(share) => share,
            None => found.checked_sub(start).ok_or(behind)?,
        },
    };
    if let Some(Amount::Percent(percent)) = job.access.size {
        len = percent_of(len.saturating_add(start), percent).min(len);
        len -= len % job.access.min_block_bytes().max(1);
    }
    if probe.kind == TargetKind::Block || (probe.kind == TargetKind::Char && probe.size_bytes.is_some()) {
        // A device does not grow; what lies behind its end is left out.
        len = len.min(found.checked_sub(start).ok_or(behind)?);
    }
    let must_grow = is_file && start.saturating_add(len) > found;
    Ok(Region {
        start_bytes: start,
        len_bytes: len,
        must_grow,
    })
}

/// A size from `filesize=low-high`, in whole blocks as fio draws them.
fn drawn_size(job: &JobPlan, low: u64, high: u64, draw: &mut dyn FnMut(u64) -> u64) -> u64 {
    let size = low + draw((high - low).saturating_add(1));
    let block = job.access.min_block_bytes().max(1);
    (size / block * block).max(low)
}

/// FIO-DIFF(percent-of-new): of a file that the job makes, fio takes `offset=N%` as 0 in the first loop and looks again in later ones;
/// here a job is the same in each loop.
/// FIO-DIFF(align-0): fio 3.33 divides by `offset_align=0` where the increment is a percentage, and crashes.
fn start_of(job: &JobPlan, clone: u32, probe: &PathProbe, found: u64) -> u64 {
    let access = &job.access;
    // FIO-DIFF(append-once): fio ends such a job where its region would be gone over again; here it goes on.
    if job.files.append && probe.kind == TargetKind::File {
        return found;
    }
    let bytes_of = |amount: Amount| match amount {
        Amount::Bytes(bytes) => bytes,
        Amount::Percent(percent) => percent_of(found, percent),
        Amount::Zones(zones) => zones.saturating_mul(zone_bytes(job)),
    };
    let step = bytes_of(access.offset_increment).saturating_mul(u64::from(clone));
    let start = bytes_of(access.offset).saturating_add(step);
    let is_percent = |amount: Amount| matches!(amount, Amount::Percent(percent) if percent > 0);
    if !is_percent(access.offset) && !is_percent(access.offset_increment) {
        return start;
    }
    let unit = match access.offset_align_bytes {
        0 => access.min_block_bytes().max(1),
        bytes => bytes,
    };
    start.checked_next_multiple_of(unit).unwrap_or(start)
}

/// `bytes`: of one pass; `total`: of all files, whatever `size` says.
fn io_limit(job: &JobPlan, bytes: u64, total: u64) -> u64 {
    if job.control.time_based || job.access.fill_device {
        return u64::MAX;
    }
    match job.access.io_size {
        None | Some(Amount::Bytes(0)) => bytes,
        Some(Amount::Bytes(limit)) => limit,
        Some(Amount::Percent(percent)) => percent_of(total, percent).min(bytes),
        Some(Amount::Zones(zones)) => zones.saturating_mul(zone_bytes(job)),
    }
}

fn zone_bytes(job: &JobPlan) -> u64 {
    job.access.zone_bytes()
}

fn percent_of(bytes: u64, percent: u32) -> u64 {
    u64::try_from(u128::from(bytes) * u128::from(percent) / 100).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const KIB: u64 = 1024;

    fn file(kib: u64) -> PathProbe {
        PathProbe {
            kind: TargetKind::File,
            exists: kib > 0,
            size_bytes: Some(kib * KIB),
        }
    }

    fn device(kib: u64) -> PathProbe {
        PathProbe {
            kind: TargetKind::Block,
            exists: true,
            size_bytes: Some(kib * KIB),
        }
    }

    fn solve(
        change: impl FnOnce(&mut JobPlan),
        clone: u32,
        probes: &[PathProbe],
    ) -> Result<Extent, SizeError> {
        let mut job = JobPlan::new("j");
        change(&mut job);
        resolve(&job, clone, probes, &mut |_| 0)
    }

    fn spans(extent: &Extent) -> Vec<(u64, u64, bool)> {
        extent
            .regions
            .iter()
            .map(|r| (r.start_bytes, r.len_bytes, r.must_grow))
            .collect()
    }

    #[test]
    fn size_is_divided_over_the_files() {
        let extent = solve(
            |job| job.access.size = Some(Amount::Bytes(100 * KIB)),
            0,
            &[file(0); 3],
        )
        .unwrap();
        assert_eq!(spans(&extent), [(0, 34_133, true); 3]);
        assert_eq!(extent.io_limit_bytes, 102_399);
    }

    #[test]
    fn without_size_the_whole_file_is_used() {
        let extent = solve(|_| (), 0, &[file(100), file(300)]).unwrap();
        assert_eq!(spans(&extent), [(0, 100 * KIB, false), (0, 300 * KIB, false)]);
        assert_eq!(extent.io_limit_bytes, 400 * KIB);
        assert_eq!(solve(|_| (), 0, &[file(0)]), Err(SizeError::NoSize));
        assert_eq!(
            solve(|job| job.access.size = Some(Amount::Percent(50)), 0, &[file(0)]),
            Err(SizeError::NoSize)
        );
    }

    #[test]
    fn percentages_refer_to_the_file_and_align_to_blocks() {
        // As fio 3.33 does with a file of 100 KiB: 12 reads, and 18 reads.
        let half = solve(|job| job.access.size = Some(Amount::Percent(50)), 0, &[file(100)]).unwrap();
        assert_eq!(spans(&half), [(0, 12 * 4096, false)]);
        let rest = solve(
            |job| {
                job.access.offset = Amount::Percent(25);
                job.access.size = Some(Amount::Percent(90));
            },
            0,
            &[file(100)],
        )
        .unwrap();
        assert_eq!(spans(&rest), [(28 * KIB, 18 * 4096, false)]);
        let second = solve(
            |job| {
                job.access.offset = Amount::Percent(33);
                job.access.offset_align_bytes = 8 * KIB;
                job.access.offset_increment = Amount::Percent(10);
            },
            1,
            &[file(100)],
        )
        .unwrap();
        assert_eq!(second.regions[0].start_bytes, 48 * KIB);
    }

    #[test]
    fn filesize_rules_over_size_and_size_limits_the_io() {
        let extent = solve(
            |job| {
                job.files.filesize_bytes = Some((150 * KIB, 150 * KIB));
                job.access.size = Some(Amount::Bytes(20 * KIB));
            },
            0,
            &[file(100)],
        )
        .unwrap();
        assert_eq!(spans(&extent), [(0, 150 * KIB, true)]);
        assert_eq!(extent.io_limit_bytes, 20 * KIB);
        let kept = solve(
            |job| job.files.filesize_bytes = Some((50 * KIB, 150 * KIB)),
            0,
            &[file(100)],
        )
        .unwrap();
        assert_eq!(spans(&kept), [(0, 100 * KIB, false)]);
    }

    #[test]
    fn io_size_limits_or_extends_the_transfer() {
        let with = |size, amount| {
            let change = |job: &mut JobPlan| {
                job.access.size = size;
                job.access.io_size = Some(amount);
            };
            solve(change, 0, &[file(100)]).unwrap().io_limit_bytes
        };
        assert_eq!(with(None, Amount::Percent(50)), 50 * KIB);
        assert_eq!(
            with(Some(Amount::Bytes(64 * KIB)), Amount::Bytes(KIB << 20)),
            KIB << 20
        );
        // As fio 3.33 does with a file of 300 KiB and of 100 KiB, of which the job works on 64 KiB.
        let part = |file_kib, percent| {
            let change = |job: &mut JobPlan| {
                job.files.filesize_bytes = Some((file_kib * KIB, file_kib * KIB));
                job.access.size = Some(Amount::Bytes(64 * KIB));
                job.access.io_size = Some(Amount::Percent(percent));
            };
            solve(change, 0, &[file(0)]).unwrap().io_limit_bytes
        };
        assert_eq!((part(300, 50), part(100, 50)), (64 * KIB, 50 * KIB));
        let timed = solve(|job| job.control.time_based = true, 0, &[file(100)]).unwrap();
        assert_eq!(timed.io_limit_bytes, u64::MAX);
    }

    #[test]
    fn sprandom_writes_what_the_device_has_in_all() {
        use fiord_job::plan::SprandomPlan;
        let with = |plan: SprandomPlan| {
            let change = |job: &mut JobPlan| {
                job.access.mode = fiord_job::plan::AccessMode::RandWrite;
                job.access.distribution =
                    fiord_job::plan::PerDdir::all(fiord_job::plan::Distribution::Sprandom(plan));
            };
            solve(change, 0, &[device(40_001)])
        };
        let plan = SprandomPlan::default();
        // 10,000 whole blocks, and 15 % more.
        assert_eq!(with(plan).unwrap().io_limit_bytes, 11_500 * 4096);
        let many = with(SprandomPlan {
            regions: 2000,
            ..plan
        });
        assert!(many.unwrap_err().text(Lang::En).contains("at most 1150 regions"));
        let cached = with(SprandomPlan {
            cache_bytes: 1 << 30,
            ..plan
        });
        assert!(matches!(cached, Err(SizeError::Regions(_))));
    }

    #[test]
    fn a_device_does_not_grow() {
        let clipped = |size, offset| {
            let change = |job: &mut JobPlan| {
                job.access.size = size;
                job.access.offset = Amount::Bytes(offset);
            };
            solve(change, 0, &[device(1024)])
        };
        let two = Some(Amount::Bytes(2048 * KIB));
        assert_eq!(spans(&clipped(two, 0).unwrap()), [(0, 1024 * KIB, false)]);
        assert_eq!(
            spans(&clipped(two, 512 * KIB).unwrap()),
            [(512 * KIB, 512 * KIB, false)]
        );
        assert!(matches!(
            clipped(two, 2048 * KIB),
            Err(SizeError::OffsetBehindEnd { .. })
        ));
        assert!(matches!(
            clipped(None, 2048 * KIB),
            Err(SizeError::OffsetBehindEnd { .. })
        ));
    }

    #[test]
    fn a_generic_device_that_knows_its_size_is_as_a_block_device() {
        let generic = PathProbe {
            kind: TargetKind::Char,
            ..device(64)
        };
        let lens = |size: Option<u64>, offset: u64| {
            let change = |job: &mut JobPlan| {
                job.access.size = size.map(|kib| Amount::Bytes(kib * KIB));
                job.access.offset = Amount::Bytes(offset * KIB);
            };
            [generic, device(64)].map(|probe| solve(change, 0, &[probe]).unwrap().regions[0].len_bytes / KIB)
        };
        assert_eq!(lens(None, 0), [64, 64]);
        assert_eq!(lens(Some(32), 8), [32, 32]);
        assert_eq!(lens(Some(1024), 16), [48, 48]);
    }

    #[test]
    fn what_lies_behind_the_offset_of_a_character_device_is_its_share_less_the_offset() {
        let zero = PathProbe {
            kind: TargetKind::Char,
            exists: true,
            size_bytes: None,
        };
        let left = |offset: Amount| {
            let change = |job: &mut JobPlan| {
                job.access.size = Some(Amount::Bytes(100 * KIB));
                job.access.offset = offset;
            };
            let extent = solve(change, 0, &[zero]).unwrap();
            (extent.regions[0].start_bytes, extent.regions[0].len_bytes)
        };
        assert_eq!(left(Amount::Bytes(16 * KIB)), (16 * KIB, 84 * KIB));
        assert_eq!(left(Amount::Percent(50)), (52 * KIB, 48 * KIB));
        assert_eq!(left(Amount::Bytes(200 * KIB)).1, 0);
    }

    /// Tried with fio 3.33 on /dev/zero: `size=100k` with these sizes of files and offsets.
    #[test]
    fn a_character_device_is_as_long_as_the_shorter_of_size_and_filesize() {
        let zero = PathProbe {
            kind: TargetKind::Char,
            exists: true,
            size_bytes: None,
        };
        let kib = |filesize: (u64, u64), offset: u64| {
            let change = |job: &mut JobPlan| {
                job.access.size = Some(Amount::Bytes(100 * KIB));
                job.access.offset = Amount::Bytes(offset * KIB);
                job.files.filesize_bytes = Some((filesize.0 * KIB, filesize.1 * KIB));
            };
            solve(change, 0, &[zero]).unwrap().regions[0].len_bytes / KIB
        };
        assert_eq!(kib((16, 16), 0), 16);
        assert_eq!(kib((16, 32), 0), 16);
        assert_eq!(kib((16, 16), 8), 8);
        assert_eq!(kib((200, 200), 0), 100);
    }

    #[test]
    fn a_percentage_of_the_size_must_hold_a_block() {
        let solved = |percent: u32| {
            let change = |job: &mut JobPlan| {
                job.access.size = Some(Amount::Bytes(64 * KIB));
                job.access.io_size = Some(Amount::Percent(percent));
            };
            solve(change, 0, &[file(0)])
        };
        assert_eq!(
            solved(5),
            Err(SizeError::BlockTooLarge {
                block: 4096,
                bytes: 64 * KIB * 5 / 100
            })
        );
        assert_eq!(solved(50).unwrap().io_limit_bytes, 32 * KIB);
    }

    #[test]
    fn a_file_that_ends_at_the_offset_leaves_nothing_to_do() {
        let change = |job: &mut JobPlan| {
            job.access.size = Some(Amount::Bytes(256 * KIB));
            job.access.offset = Amount::Bytes(16 * KIB);
            job.files.filesize_bytes = Some((16 * KIB, 16 * KIB));
        };
        let extent = solve(change, 0, &[file(0)]).unwrap();
        assert_eq!((extent.regions[0].len_bytes, extent.io_limit_bytes), (0, 0));
    }

    #[test]
    fn a_block_must_fit() {
        let error = solve(
            |job| job.access.size = Some(Amount::Bytes(3 * KIB)),
            0,
            &[file(0)],
        )
        .unwrap_err();
        assert_eq!(
            error,
            SizeError::BlockTooLarge {
                block: 4096,
                bytes: 3072
            }
        );
    }

    #[test]
    fn what_has_no_size_is_as_long_as_its_share_or_as_filesize_says() {
        // As fio 3.33 does with `null` and with /dev/zero.
        let with = |kind, size, filesize, files: usize| {
            let probe = PathProbe {
                kind,
                ..PathProbe::NONE
            };
            let change = |job: &mut JobPlan| {
                job.access.size = size;
                job.files.filesize_bytes = filesize;
            };
            let extent = solve(change, 0, &vec![probe; files]).unwrap();
            (extent.regions[0].len_bytes, extent.io_limit_bytes)
        };
        let (none, char) = (TargetKind::None, TargetKind::Char);
        let size = |kib| Some(Amount::Bytes(kib * KIB));
        let range = |low, high| Some((low * KIB, high * KIB));
        assert_eq!(with(none, None, range(64, 64), 2), (64 * KIB, 128 * KIB));
        assert_eq!(with(none, size(256), range(32, 32), 1), (32 * KIB, 32 * KIB));
        assert_eq!(with(none, size(128), range(32, 64), 2), (64 * KIB, 128 * KIB));
        assert_eq!(
            with(none, Some(Amount::Percent(50)), range(64, 64), 1),
            (32 * KIB, 32 * KIB)
        );
        assert_eq!(with(none, size(30), range(64, 64), 1), (64 * KIB, 30 * KIB));
        assert_eq!(with(char, size(30), range(64, 64), 1), (30 * KIB, 30 * KIB));
        assert_eq!(with(char, None, range(64, 64), 1), (64 * KIB, 64 * KIB));
    }

    #[test]
    fn appending_starts_at_the_end() {
        let extent = solve(
            |job| {
                job.files.append = true;
                job.access.size = Some(Amount::Bytes(64 * KIB));
            },
            0,
            &[file(20)],
        )
        .unwrap();
        assert_eq!(spans(&extent), [(20 * KIB, 64 * KIB, true)]);
    }

    #[test]
    fn clones_step_by_the_increment() {
        for clone in 0..3 {
            let change = |job: &mut JobPlan| {
                job.access.offset = Amount::Bytes(32 * KIB);
                job.access.offset_increment = Amount::Bytes(64 * KIB);
                job.access.size = Some(Amount::Bytes(64 * KIB));
            };
            let extent = solve(change, clone, &[file(0)]).unwrap();
            assert_eq!(
                spans(&extent),
                [((32 + 64 * u64::from(clone)) * KIB, 64 * KIB, true)]
            );
        }
    }
}
