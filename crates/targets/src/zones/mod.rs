//! Zones of the targets of a run (`zonemode=zbd`): what devices report, resets, and the place of each I/O.
//!
//! A map per target is shared by the workers of the run, behind one lock that is held while a place is found and never while the device
//! works. A worker without `zonemode=zbd` has no seat here, and its loop asks nothing. The calls are those of `linux/blkzoned.h`.

mod kernel;

use std::collections::HashMap;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use fiord_job::plan::{BlockSize, Ddir, JobPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};
use fiord_workload::zones::{After, Placed, ReportedZone, ZoneMap, ZoneWalk};

use self::kernel::{KernelReport, SECTOR};
use crate::failure::Failure;
use crate::files::changes_data;
use crate::files::consent::Guard;
use crate::locks::SharedFile;

/// The zones of one target.
#[derive(Debug)]
struct SharedZones {
    map: Mutex<ZoneMap>,
    released: Condvar,
}

impl SharedZones {
    fn map(&self) -> MutexGuard<'_, ZoneMap> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The zones of all targets of a run.
#[derive(Default)]
pub struct ZonedFiles<'a> {
    known: Mutex<HashMap<SharedFile, Arc<SharedZones>>>,
    /// Knows how many zones of a device may be open.
    guard: Option<&'a dyn Guard>,
    /// Somebody verifies what is written into zones.
    verifies: bool,
    /// Sizes of blocks and zones of all jobs are multiples of this, and so are the places of all writes; 0 where there are none.
    grain_bytes: u64,
}

impl<'a> ZonedFiles<'a> {
    /// For these jobs and no others.
    pub fn new<'j>(guard: Option<&'a dyn Guard>, jobs: impl Iterator<Item = &'j JobPlan> + Clone) -> Self {
        let zoned = jobs.filter(|job| job.access.zbd().is_some());
        Self {
            known: Mutex::default(),
            guard,
            verifies: zoned.clone().any(|job| job.verify.kind.is_on()),
            grain_bytes: zoned.map(grain_bytes).fold(0, common_divisor),
        }
    }

    /// Finds the zones of a worker's targets, which are open, and rounds its regions to whole ones.
    ///
    /// # Errors
    /// `EINVAL`, with the reason, where the job cannot work on them; what the device answers.
    pub fn fit(&self, plan: &mut WorkerPlan) -> Result<(), Failure> {
        let job = Arc::clone(&plan.job);
        if job.access.zbd().is_none() {
            return Ok(());
        }
        for target in &mut plan.targets {
            let zones = self.of(&job, target)?;
            let (start, len) = zones
                .map()
                .fit(&job, target.start_bytes, target.region_bytes)
                .map_err(|words| refused(target, words))?;
            (target.start_bytes, target.region_bytes) = (start, len);
        }
        Ok(())
    }

    /// Finds the zones of targets whose regions are whole zones already.
    ///
    /// # Errors
    /// As [`ZonedFiles::fit`].
    pub fn look(&self, job: &JobPlan, targets: &[Target]) -> Result<(), Failure> {
        targets
            .iter()
            .try_for_each(|target| self.of(job, target).map(drop))
    }

    fn of(&self, job: &JobPlan, target: &Target) -> Result<Arc<SharedZones>, Failure> {
        let Some(plan) = job.access.zbd() else {
            return Err(refused(target, messages::zbd_only));
        };
        let file = SharedFile::of(target);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zones) = known.get(&file) {
            let bytes = zones.map().zone_bytes();
            if plan.zone_bytes != 0 && plan.zone_bytes != bytes {
                let (given, bytes) = (&plan.zone_bytes, &bytes);
                let words = |lang| messages::ZonesOtherSize { given, bytes }.text(lang);
                return Err(refused(target, words));
            }
            return Ok(Arc::clone(zones));
        }
        let device = match &target.fd {
            Some(fd) if target.kind == TargetKind::Block => device_zone_bytes(fd.as_fd()),
            _ => None,
        };
        let map = match (device, &target.fd) {
            (Some(zone_bytes), Some(fd)) => {
                if changes_data(job) && !job.durability.direct {
                    return Err(refused(target, messages::zones_need_direct));
                }
                let zones = report(fd.as_fd(), 0, u32::MAX)
                    .map_err(|error| Failure::from_io("report zones", &error).on(&target.path))?;
                // Zones are reported of a whole disk, also where a part of it is asked.
                if zones
                    .last()
                    .is_some_and(|zone| zone.start + zone.len != target.size_bytes)
                {
                    return Err(refused(target, messages::zones_of_part));
                }
                let limit = match (&file, self.guard) {
                    (SharedFile::Device(number), Some(guard)) => guard.open_zone_limit(*number).unwrap_or(0),
                    _ => 0,
                };
                ZoneMap::of_device(plan, zone_bytes, &zones, limit)
            }
            // FIO-DIFF(zbd-new-file): fio fails where the file does not exist before the run.
            _ => ZoneMap::made_up(plan, target.size_bytes),
        };
        let mut map = map.map_err(|words| refused(target, words))?;
        if self.verifies {
            map.hold();
        }
        let zones = Arc::new(SharedZones {
            map: Mutex::new(map),
            released: Condvar::new(),
        });
        known.insert(file, Arc::clone(&zones));
        Ok(zones)
    }

    /// A worker's seat, with room for `depth` I/Os in flight; `None` for jobs without `zonemode=zbd`.
    ///
    /// # Errors
    /// Nobody has looked at the zones of a target.
    pub fn join(&self, plan: &WorkerPlan, depth: u32) -> io::Result<Option<Box<ZoneSeat>>> {
        if plan.job.access.zbd().is_none() {
            return Ok(None);
        }
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let file = |target: &Target| {
            let zones = Arc::clone(known.get(&SharedFile::of(target))?);
            let (walk, count) = {
                let map = zones.map();
                let walk = map.walk(&plan.job, plan.number, target.start_bytes, target.region_bytes)?;
                (walk, map.zone_count())
            };
            let seen = if plan.job.verify.kind.is_on() {
                vec![0; count].into_boxed_slice()
            } else {
                Box::default()
            };
            Some(ZonedFile { zones, walk, seen })
        };
        let files = plan.targets.iter().map(file).collect::<Option<_>>();
        Ok(Some(Box::new(ZoneSeat {
            files: files.ok_or_else(|| io::Error::other(Sentence::new(messages::zones_unknown)))?,
            held: Vec::with_capacity(depth as usize + 1),
            trim_resets: false,
            resets: 0,
            is_known: false,
            lost: None,
            grain_bytes: self.grain_bytes,
        })))
    }
}

/// What places and lengths of a job's writes are multiples of, counted from the beginning of a zone.
fn grain_bytes(job: &JobPlan) -> u64 {
    let access = &job.access;
    if !access.mode.issues(Ddir::Write) {
        return 0;
    }
    let capacity = job.access.zbd().filter(|plan| plan.write_remainder);
    let sizes = match &access.block_size[Ddir::Write] {
        BlockSize::Fixed(bytes) => *bytes,
        BlockSize::Range { .. } if access.bs_unaligned => 1,
        BlockSize::Range { min, max } => common_divisor(*min, *max),
        BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).fold(0, common_divisor),
    };
    match capacity {
        // The rest of a zone has any length.
        Some(_) => common_divisor(sizes, SECTOR),
        None => sizes,
    }
}

fn common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn refused(target: &Target, words: impl Into<Sentence>) -> Failure {
    Failure::new("zones", libc::EINVAL)
        .on(&target.path)
        .because(words)
}

#[derive(Debug)]
struct ZonedFile {
    zones: Arc<SharedZones>,
    walk: ZoneWalk,
    /// What this worker knows of each zone belongs to this generation of it; empty where it verifies nothing.
    seen: Box<[u32]>,
}

/// Lengths in zones, in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZoneSizes {
    /// Places and lengths of all writes, and the zones themselves, are multiples of this.
    pub grain_bytes: u64,
    /// The length of a zone of each file.
    pub zone_bytes: Box<[u64]>,
}

/// Bytes of a file of which a worker knows nothing any more, because their zone was reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LostZone {
    pub file: u32,
    pub offset: u64,
    pub len: u64,
}

/// What one worker holds of the zones of its targets.
#[derive(Debug)]
pub struct ZoneSeat {
    files: Box<[ZonedFile]>,
    /// I/Os on devices that have their place and have not ended.
    held: Vec<Io>,
    /// The trim that has its place resets its zone; one in sequence may meet an empty zone.
    trim_resets: bool,
    /// Zones that this worker has reset since its counting began.
    pub resets: u64,
    /// The next read is of what this worker wrote, and goes exactly there.
    pub is_known: bool,
    /// What the last place that was asked for has lost.
    lost: Option<LostZone>,
    grain_bytes: u64,
}

/// What became of an I/O that was to have a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// It has one.
    Yes,
    /// One in flight holds its zone.
    Later,
    /// No zone takes it.
    Never,
    /// The reset before it failed.
    Failed { errno: i32 },
}

impl ZoneSeat {
    /// Gives an I/O its place, and resets the zone before a write where that is due. `may_wait`: this worker has nothing in flight, so
    /// that nobody waits for it meanwhile.
    pub fn enter(&mut self, targets: &[Target], io: &mut Io, may_wait: bool) -> Entered {
        let (Some(file), Some(target)) = (
            self.files.get_mut(io.file as usize),
            targets.get(io.file as usize),
        ) else {
            return Entered::Never;
        };
        if io.op.ddir().is_none() {
            return Entered::Yes;
        }
        let is_known = self.is_known && io.op == Op::Read;
        let mut map = file.zones.map();
        let (offset, len, reset) = loop {
            if is_known && let Some(lost) = lost(&mut file.seen, &map, io) {
                self.lost = Some(lost);
                return Entered::Never;
            }
            let placed = if is_known {
                map.place_known(&file.walk, io)
            } else {
                map.place(&mut file.walk, io)
            };
            match placed {
                Placed::Go { offset, len, reset } => break (offset, len, reset),
                Placed::Nowhere => return Entered::Never,
                Placed::Busy if !may_wait => return Entered::Later,
                Placed::Busy => {
                    map = file
                        .zones
                        .released
                        .wait(map)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        (io.offset, io.len) = (offset, len);
        if !is_known {
            self.lost = lost(&mut file.seen, &map, io);
        }
        let (is_device, holds, zone_bytes) = (map.is_device(), map.holds(), map.zone_bytes());
        drop(map);
        if holds {
            self.held.push(*io);
        }
        if io.op == Op::Trim {
            self.trim_resets = reset;
        } else if reset {
            if is_device && let Err(errno) = manage(target, RESET, offset, zone_bytes) {
                self.ended(target, io, Err(errno));
                return Entered::Failed { errno };
            }
            self.resets += 1;
        }
        Entered::Yes
    }

    /// What this worker must not expect any more, since it asked for the last place.
    pub fn take_lost(&mut self) -> Option<LostZone> {
        self.lost.take()
    }

    /// What who verifies has to know of the zones.
    pub fn sizes(&self) -> ZoneSizes {
        let zone = |file: &ZonedFile| file.zones.map().zone_bytes();
        let zone_bytes: Box<[u64]> = self.files.iter().map(zone).collect();
        ZoneSizes {
            grain_bytes: zone_bytes.iter().copied().fold(self.grain_bytes, common_divisor),
            zone_bytes,
        }
    }

    /// Whether so many bytes can be written without a reset.
    pub fn has_room_for(&self, bytes: u64) -> bool {
        let has_room = |file: &ZonedFile| file.zones.map().has_room_for(&file.walk, bytes);
        self.files.iter().any(has_room)
    }

    /// Resets the zones of a worker's regions that hold data, so that none is reset under what it writes and verifies. Waits for others
    /// that use them; this worker has nothing in flight.
    ///
    /// # Errors
    /// The file, and the errno of a reset.
    pub fn empty(&mut self, targets: &[Target]) -> Result<(), (u32, i32)> {
        for (number, (file, target)) in self.files.iter_mut().zip(targets).enumerate() {
            let mut from = 0;
            let mut map = file.zones.map();
            while let Some(found) = map.empty_next(&file.walk, from) {
                let Ok((index, start)) = found else {
                    map = file
                        .zones
                        .released
                        .wait(map)
                        .unwrap_or_else(PoisonError::into_inner);
                    continue;
                };
                let (is_device, zone_bytes) = (map.is_device(), map.zone_bytes());
                drop(map);
                let done = if is_device {
                    manage(target, RESET, start, zone_bytes)
                } else {
                    Ok(())
                };
                map = file.zones.map();
                map.failed(&file.walk, start);
                file.zones.released.notify_all();
                done.map_err(|errno| (number as u32, errno))?;
                self.resets += 1;
                from = index + 1;
            }
        }
        Ok(())
    }

    /// Does a trim that has its place: it resets the zone. The result is as that of an engine.
    pub fn trim(&mut self, targets: &[Target], io: &Io) -> i32 {
        let (Some(file), Some(target)) = (self.files.get(io.file as usize), targets.get(io.file as usize))
        else {
            return -libc::EBADF;
        };
        if !std::mem::take(&mut self.trim_resets) {
            return io.len as i32;
        }
        let (is_device, zone_bytes) = {
            let map = file.zones.map();
            (map.is_device(), map.zone_bytes())
        };
        if is_device && let Err(errno) = manage(target, RESET, io.offset, zone_bytes) {
            return -errno;
        }
        self.resets += 1;
        io.len as i32
    }

    /// Whether a read has data to find somewhere in its file.
    pub fn has_data(&self) -> bool {
        self.files.iter().any(|file| file.zones.map().has_data())
    }

    /// An I/O ended; `Err` with the errno of one that failed. A transfer that came in parts ends with its last one.
    pub fn ended(&mut self, target: &Target, io: &Io, result: Result<(), i32>) {
        let end = |io: &Io| io.offset + u64::from(io.len);
        // Of a transfer that came in parts the last is left. A read behind write pointers may reach into the next zone, where another one
        // begins: what is the same in all comes first.
        let is_rest = |held: &Io| {
            let within = held.offset <= io.offset && end(held) == end(io);
            held.file == io.file && held.op == io.op && within
        };
        let mut held = self.held.iter();
        let Some(index) = held
            .position(|held| held == io)
            .or_else(|| self.held.iter().position(is_rest))
        else {
            return;
        };
        let held = self.held.swap_remove(index);
        let Some(file) = self.files.get(io.file as usize) else {
            return;
        };
        let mut map = file.zones.map();
        let zone_bytes = map.zone_bytes();
        let after = match (held.op, result) {
            (Op::Read, _) => {
                map.read_ended(held.offset);
                After::Nothing
            }
            (Op::Write, Ok(())) => map.wrote(&file.walk, io.offset + u64::from(io.len)),
            _ => {
                map.failed(&file.walk, held.offset);
                After::Nothing
            }
        };
        drop(map);
        file.zones.released.notify_all();
        if let After::Finish { zone_start } = after {
            // What the device does not finish stays open there; that only costs others their place.
            let _ = manage(target, FINISH, zone_start, zone_bytes);
        }
    }

    /// `recover_zbd_write_error`: asks the device where the write pointer of the zone at `offset` is.
    pub fn recover(&mut self, target: &Target, io: &Io) {
        let (Some(file), Some(fd)) = (self.files.get_mut(io.file as usize), &target.fd) else {
            return;
        };
        if target.kind != TargetKind::Block || io.op != Op::Write {
            return;
        }
        let mut map = file.zones.map();
        let start = io.offset / map.zone_bytes() * map.zone_bytes();
        if !map.is_device() {
            return;
        }
        if let Ok(zones) = report(fd.as_fd(), start, 1)
            && let Some(zone) = zones.first()
        {
            map.reread(zone);
        }
    }

    /// Lets go of everything: the worker ends.
    fn leave(&mut self) {
        for held in std::mem::take(&mut self.held) {
            let Some(file) = self.files.get_mut(held.file as usize) else {
                continue;
            };
            let mut map = file.zones.map();
            match held.op {
                Op::Read => map.read_ended(held.offset),
                _ => map.failed(&file.walk, held.offset),
            }
            drop(map);
            file.zones.released.notify_all();
        }
    }
}

/// Notes the generation of the zone of an I/O, which is locked; the zone, if what was known of it is lost.
fn lost(seen: &mut [u32], map: &ZoneMap, io: &Io) -> Option<LostZone> {
    if seen.is_empty() {
        return None;
    }
    let (index, generation) = map.generation(io.offset)?;
    let known = seen.get_mut(index).filter(|known| **known != generation)?;
    *known = generation;
    let len = map.zone_bytes();
    Some(LostZone {
        file: io.file,
        offset: index as u64 * len,
        len,
    })
}

impl Drop for ZoneSeat {
    fn drop(&mut self) {
        self.leave();
    }
}

const REPORT: libc::c_ulong = 0xc010_1282;
const RESET: libc::c_ulong = 0x4010_1283;
const ZONE_SECTORS: libc::c_ulong = 0x8004_1284;
const FINISH: libc::c_ulong = 0x4010_1288;

/// Size of a zone in bytes; `None` where it is not a zoned device.
fn device_zone_bytes(fd: BorrowedFd<'_>) -> Option<u64> {
    let mut sectors: u32 = 0;
    // SAFETY: the call writes one 32-bit number through the pointer.
    let result = unsafe { libc::ioctl(fd.as_raw_fd(), ZONE_SECTORS as _, &raw mut sectors) };
    (result == 0 && sectors > 0).then(|| u64::from(sectors) * SECTOR)
}

/// The zones from `start` on, at most so many.
fn report(fd: BorrowedFd<'_>, start: u64, most: u32) -> io::Result<Vec<ReportedZone>> {
    let mut found = Vec::new();
    let mut request = KernelReport::from(start);
    while found.len() < most as usize {
        request.ask(most - found.len() as u32);
        // SAFETY: the kernel writes as many zones as it is asked for, and the list has room for them.
        let result = unsafe { libc::ioctl(fd.as_raw_fd(), REPORT as _, &raw mut *request) };
        if result < 0 {
            return Err(io::Error::last_os_error());
        }
        found.extend(request.zones());
        if !request.goes_on() {
            break;
        }
    }
    Ok(found)
}

/// Resets or finishes one zone of a device. The descriptor is open for writing, so the guard of what is written was asked about it.
fn manage(target: &Target, call: libc::c_ulong, offset: u64, zone_bytes: u64) -> Result<(), i32> {
    let Some(fd) = &target.fd else {
        return Err(libc::EBADF);
    };
    let range = [offset / zone_bytes * zone_bytes / SECTOR, zone_bytes / SECTOR];
    // SAFETY: the call reads two 64-bit numbers through the pointer.
    let result = unsafe { libc::ioctl(fd.as_raw_fd(), call as _, range.as_ptr()) };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO))
    }
}
