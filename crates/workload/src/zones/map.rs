//! The zones of a target, and how a worker goes through them.

mod fit;

use fiord_job::plan::{Ddir, JobPlan, ZbdPlan, ZoneSkip};
use fiord_messages::{Sentence, run_errors as messages};

use crate::io::{Io, Op};

/// A zone as the device reports it. All in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportedZone {
    /// Offset of its first byte.
    pub start: u64,
    /// Distance to the next zone.
    pub len: u64,
    /// What can be written of it.
    pub capacity: u64,
    /// Where the next write goes; meaningless in a conventional zone.
    pub wp: u64,
    /// It has a write pointer; a conventional zone has none.
    pub sequential: bool,
    pub readable: bool,
    pub writable: bool,
    /// Begun, and neither full nor finished: it counts against the limits of the device.
    pub open: bool,
}

#[derive(Debug, Clone, Copy)]
struct Zone {
    start: u64,
    /// One past the last byte that can be written.
    end: u64,
    wp: u64,
    sequential: bool,
    readable: bool,
    writable: bool,
    /// Begun, and not full: its place in [`ZoneMap::open`].
    open: Option<u32>,
    /// No more is written before a reset, though the write pointer is not at its end.
    closed: bool,
    /// Number of the worker that began it.
    opener: u32,
    writing: bool,
    readers: u32,
    /// How often what it held was lost: what was written there before the last time is not there any more.
    generation: u32,
}

impl Zone {
    fn data(&self) -> u64 {
        self.wp - self.start
    }

    fn room(&self) -> u64 {
        if self.closed { 0 } else { self.end - self.wp }
    }
}

/// The zones of one target, shared by all that use it.
#[derive(Debug)]
pub struct ZoneMap {
    zone_bytes: u64,
    zones: Vec<Zone>,
    is_device: bool,
    /// I/Os in flight hold their zones: on a device, whose writes come in order, and where somebody verifies.
    holds: bool,
    /// The open zones, in no order.
    open: Vec<u32>,
    data_bytes: u64,
    /// Most open zones by the device's own account; 0: it has no limit, or nobody knows.
    device_limit: u32,
}

/// Where an I/O goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placed {
    Go {
        offset: u64,
        len: u32,
        /// The zone must be reset before.
        reset: bool,
    },
    Busy,
    Nowhere,
}

/// What follows a write that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    Nothing,
    /// What is left of the zone is below the smallest block, and the zone counts against a limit: finish it.
    Finish {
        zone_start: u64,
    },
}

/// How one worker goes through the zones of one target.
#[derive(Debug, Clone)]
pub struct ZoneWalk {
    /// The zones of its region: from, and one past the last.
    first: usize,
    end: usize,
    number: u32,
    sequential: bool,
    least: [u64; 3],
    rules: ZbdPlan,
    skip_zones: usize,
    /// What it reads is held against what it wrote: no read of a place is in flight together with a write there.
    verifies: bool,
    /// Writes for each reset by `zone_reset_frequency`; 0 is none.
    reset_every: u32,
    writes_left: u32,
    /// The zone of the last I/O.
    last: Option<usize>,
}

impl ZoneMap {
    /// Made-up zones, all empty.
    ///
    /// # Errors
    /// Why there are none.
    pub fn made_up(plan: &ZbdPlan, size_bytes: u64) -> Result<Self, Sentence> {
        let zone_bytes = plan.zone_bytes;
        if zone_bytes == 0 {
            return Err(Sentence::new(messages::zones_need_size));
        }
        if size_bytes < zone_bytes {
            let (size, zone) = (&size_bytes, &zone_bytes);
            return Err(Sentence::new(|lang| {
                messages::ZonesLessThanOne { size, zone }.text(lang)
            }));
        }
        let capacity = match plan.capacity_bytes {
            0 => zone_bytes,
            bytes => bytes,
        };
        // A file may be as long as a number can be: what lies behind the last whole zone is not used.
        let count = size_bytes / zone_bytes;
        if count > MOST_ZONES {
            let too_many = messages::ZonesTooMany {
                zone: &zone_bytes,
                count: &count,
                most: &MOST_ZONES,
            };
            return Err(Sentence::new(|lang| too_many.text(lang)));
        }
        let zones = (0..count).map(|index| Zone {
            start: index * zone_bytes,
            end: index * zone_bytes + capacity,
            wp: index * zone_bytes,
            sequential: true,
            readable: true,
            writable: true,
            open: None,
            closed: false,
            opener: u32::MAX,
            writing: false,
            readers: 0,
            generation: 0,
        });
        Ok(Self {
            zone_bytes,
            zones: zones.collect(),
            is_device: false,
            holds: false,
            open: Vec::with_capacity(count as usize),
            data_bytes: 0,
            device_limit: 0,
        })
    }

    /// The zones of a device. `open_limit`: most open zones by its own account, 0 where it has none.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub fn of_device(
        plan: &ZbdPlan,
        zone_bytes: u64,
        reported: &[ReportedZone],
        open_limit: u32,
    ) -> Result<Self, Sentence> {
        if plan.zone_bytes != 0 && plan.zone_bytes != zone_bytes {
            let (given, zone) = (&plan.zone_bytes, &zone_bytes);
            return Err(Sentence::new(|lang| {
                messages::ZonesOfDevice { given, zone }.text(lang)
            }));
        }
        let zones: Vec<Zone> = reported.iter().map(of_report).collect();
        if zones.is_empty() || zone_bytes == 0 {
            return Err(Sentence::new(messages::zones_none));
        }
        let mut map = Self {
            zone_bytes,
            open: Vec::with_capacity(zones.len()),
            data_bytes: zones.iter().map(Zone::data).sum(),
            zones,
            is_device: true,
            holds: true,
            device_limit: open_limit,
        };
        for (index, zone) in reported.iter().enumerate() {
            if zone.open && map.zones[index].sequential && map.zones[index].room() > 0 {
                map.opens(index, u32::MAX);
            }
        }
        Ok(map)
    }

    /// Distance between the beginnings of two zones, in bytes.
    pub fn zone_bytes(&self) -> u64 {
        self.zone_bytes
    }

    pub fn is_device(&self) -> bool {
        self.is_device
    }

    /// From now on I/Os in flight hold their zones, also made-up ones. To be called before the first I/O.
    pub fn hold(&mut self) {
        self.holds = true;
    }

    /// Whether who has a place says when its I/O ended.
    pub fn holds(&self) -> bool {
        self.holds
    }

    pub fn zone_count(&self) -> usize {
        self.zones.len()
    }

    /// The zone of `offset`: its number, and how often what it held was lost.
    pub fn generation(&self, offset: u64) -> Option<(usize, u32)> {
        let index = self.index(offset);
        Some((index, self.zones.get(index)?.generation))
    }

    /// Whether a zone of the map holds data.
    pub fn has_data(&self) -> bool {
        self.data_bytes > 0
    }

    fn index(&self, offset: u64) -> usize {
        usize::try_from(offset / self.zone_bytes).unwrap_or(usize::MAX)
    }

    /// A worker begins to use the zones of a region.
    pub fn walk(&self, job: &JobPlan, number: u32, start: u64, len: u64) -> Option<ZoneWalk> {
        let rules = job.access.zbd()?.clone();
        let skip_zones = match rules.skip {
            ZoneSkip::Zones(zones) => zones,
            ZoneSkip::Bytes(bytes) => bytes / self.zone_bytes,
        };
        let reset_every = if rules.reset_frequency > 0.0 {
            (1.0 / rules.reset_frequency) as u32
        } else {
            0
        };
        Some(ZoneWalk {
            first: self.index(start),
            end: self
                .index((start + len).saturating_sub(1))
                .saturating_add(1)
                .min(self.zones.len()),
            number,
            sequential: !job.access.mode.is_random(),
            least: Ddir::ALL.map(|ddir| job.access.block_size[ddir].min().max(1)),
            rules,
            skip_zones: usize::try_from(skip_zones).unwrap_or(usize::MAX),
            verifies: job.verify.kind.is_on(),
            reset_every,
            writes_left: reset_every,
            last: None,
        })
    }

    /// Where an I/O of this worker goes.
    pub fn place(&mut self, walk: &mut ZoneWalk, io: &Io) -> Placed {
        match io.op {
            Op::Read => self.place_read(walk, io),
            Op::Write => self.place_write(walk, io),
            Op::Trim => self.place_trim(walk, io),
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => Placed::Go {
                offset: io.offset,
                len: io.len,
                reset: false,
            },
        }
    }

    /// FIO-DIFF(zbd-repeat): fio ends a job that draws an offset several times (`rw=randwrite:N`) early and by chance.
    fn place_write(&mut self, walk: &mut ZoneWalk, io: &Io) -> Placed {
        let least = walk.least[Ddir::Write as usize];
        let remainder = walk.rules.write_remainder;
        // A gap may lead behind the last place for a block while there is room at the write pointer.
        let over = |zone: &Zone, at: u64| {
            let left = zone.end.saturating_sub(at);
            left < least && zone.room() < least && !(remainder && zone.room() > 0)
        };
        let Some((mut index, at)) = self.go_on(walk, io.offset, over) else {
            return Placed::Nowhere;
        };
        let takes = |zone: &Zone| zone.writable && zone.end - zone.start >= least;
        if !takes(&self.zones[index]) {
            match self.nearest(walk, index, takes) {
                Some(found) => index = found,
                None => return Placed::Nowhere,
            }
        }
        if walk.verifies && !self.is_reset_due(walk) {
            match self.keep_written(walk, index) {
                Some(found) => index = found,
                None => return Placed::Nowhere,
            }
        }
        if !self.zones[index].sequential {
            return self.place_anywhere(walk, index, at, io.len);
        }
        if self.zones[index].open.is_none() && self.is_full_of_open(walk) {
            match self.pick_open(walk, index) {
                Ok(found) => index = found,
                Err(instead) => return instead,
            }
        }
        let rate_reset = self.is_reset_due(walk);
        let holds = self.holds;
        let zone = &mut self.zones[index];
        let room = zone.room();
        let is_full = room < least && !(remainder && room > 0);
        let reset = (is_full || rate_reset) && (zone.data() > 0 || zone.closed);
        let is_read = zone.readers > 0 && (reset || walk.may_meet(zone));
        if holds && (zone.writing || is_read) {
            return Placed::Busy;
        }
        if walk.reset_every > 0 && self.data_bytes as f64 >= walk.threshold_bytes(self.zone_bytes) {
            walk.writes_left = match walk.writes_left {
                0 | 1 => walk.reset_every,
                left => left - 1,
            };
        }
        if reset {
            self.was_reset(index);
        }
        self.opens(index, walk.number);
        let zone = &mut self.zones[index];
        let offset = zone.wp;
        let len = fitting(u64::from(io.len), zone.end - zone.wp, least, remainder);
        // FIO-DIFF(zbd-one-write): fio submits further writes of a worker behind one that is in flight.
        zone.writing = self.holds;
        walk.last = Some(index);
        if !self.holds {
            // Nobody waits for it: what follows goes behind it at once.
            let _ = self.advance(walk, index, offset + len);
        }
        Placed::Go {
            offset,
            len: len as u32,
            reset,
        }
    }

    /// As in fio, a worker that verifies resets no zone that it has filled itself: the zone that is wanted, or another that has room.
    fn keep_written(&self, walk: &ZoneWalk, wanted: usize) -> Option<usize> {
        let least = walk.least[Ddir::Write as usize];
        let takes = |zone: &Zone| zone.writable && zone.end - zone.start >= least;
        let has_room = |zone: &Zone| takes(zone) && (!zone.sequential || zone.room() >= least);
        if has_room(&self.zones[wanted]) {
            return Some(wanted);
        }
        // FIO-DIFF(zbd-verify): fio ends its pass where others have filled the zones.
        let of_others = |zone: &Zone| takes(zone) && zone.opener != walk.number;
        self.nearest(walk, wanted, has_room)
            .or_else(|| of_others(&self.zones[wanted]).then_some(wanted))
            .or_else(|| self.nearest(walk, wanted, of_others))
    }

    /// Whether so many bytes can be written in a worker's region without a reset.
    pub fn has_room_for(&self, walk: &ZoneWalk, bytes: u64) -> bool {
        let zones = self.zones.get(walk.first..walk.end).unwrap_or_default();
        let room = |zone: &Zone| {
            if zone.sequential {
                zone.room()
            } else {
                zone.end - zone.start
            }
        };
        zones.iter().map(room).sum::<u64>() >= bytes
    }

    /// A zone without write pointer takes a write where it is, up to its end.
    fn place_anywhere(&mut self, walk: &ZoneWalk, index: usize, at: u64, len: u32) -> Placed {
        let least = walk.least[Ddir::Write as usize];
        let zone = &mut self.zones[index];
        if walk.may_meet(zone) {
            if zone.writing || zone.readers > 0 {
                return Placed::Busy;
            }
            zone.writing = true;
        }
        let at = at.clamp(zone.start, zone.end);
        let at = if zone.end - at < least { zone.start } else { at };
        Placed::Go {
            offset: at,
            len: fitting(u64::from(len), zone.end - at, least, false) as u32,
            reset: false,
        }
    }

    /// Where a walk in sequence goes on from `offset`, and where any other I/O begins to look: a zone, and the place in it. A zone that is
    /// `over` at that place is left for the next one, and `zoneskip` leaves out those behind it. `None`: behind the region.
    fn go_on(&self, walk: &ZoneWalk, offset: u64, over: impl Fn(&Zone, u64) -> bool) -> Option<(usize, u64)> {
        let index = self.index(offset);
        let zone = self.zones.get(index).filter(|_| index < walk.end)?;
        if !walk.sequential {
            return Some((index, offset));
        }
        // FIO-DIFF(zbd-tail): fio stays in such a zone and resets it again and again.
        let left = if offset > zone.start && over(zone, offset) {
            Some(index)
        } else {
            let before = index.checked_sub(1);
            before.filter(|before| offset == zone.start && walk.last == Some(*before))
        };
        // FIO-DIFF(zbd-zoneskip): fio 3.33 reads behind its region, and writes until an assertion fails.
        let Some(left) = left else {
            return Some((index, offset));
        };
        let next = left.checked_add(1)?.checked_add(walk.skip_zones)?;
        (next < walk.end).then(|| (next, self.zones[next].start))
    }

    fn place_read(&mut self, walk: &mut ZoneWalk, io: &Io) -> Placed {
        let least = walk.least[Ddir::Read as usize];
        if walk.rules.read_beyond_wp && (!walk.sequential || walk.skip_zones == 0) {
            return self.place_as_asked(walk, io);
        }
        let beyond = walk.rules.read_beyond_wp;
        let limit = move |zone: &Zone| {
            if zone.sequential && !beyond {
                zone.wp
            } else {
                zone.end
            }
        };
        let Some((index, at)) =
            self.go_on(walk, io.offset, |zone, at| limit(zone).saturating_sub(at) < least)
        else {
            return Placed::Nowhere;
        };
        let holds = |zone: &Zone| zone.readable && limit(zone) - zone.start >= least;
        let zone = &self.zones[index];
        let (index, at) = if holds(zone) && limit(zone).saturating_sub(at) >= least {
            (index, at)
        } else if walk.sequential {
            let next = (index..walk.end).find(|next| {
                let zone = &self.zones[*next];
                holds(zone) && (*next > index || at == zone.start)
            });
            match next {
                Some(next) => (next, self.zones[next].start),
                None => return Placed::Nowhere,
            }
        } else {
            match holds(zone)
                .then_some(index)
                .or_else(|| self.nearest(walk, index, holds))
            {
                Some(found) => (found, at),
                None => return Placed::Nowhere,
            }
        };
        let zone = &mut self.zones[index];
        let data = limit(zone) - zone.start;
        // Drawn behind the data, or in another zone: the same distance from its start, as far around as the data goes.
        let within = at.wrapping_sub(zone.start) % self.zone_bytes;
        let within = if within + least <= data {
            within
        } else {
            within / least % (data / least) * least
        };
        if self.holds {
            if zone.writing && walk.may_meet(zone) {
                return Placed::Busy;
            }
            zone.readers += 1;
        }
        walk.last = Some(index);
        Placed::Go {
            offset: zone.start + within,
            len: fitting(u64::from(io.len), data - within, least, false) as u32,
            reset: false,
        }
    }

    /// A read that does not look at write pointers.
    fn place_as_asked(&mut self, walk: &ZoneWalk, io: &Io) -> Placed {
        let index = self.index(io.offset);
        if let Some(zone) = self.zones.get_mut(index).filter(|_| self.holds) {
            if zone.writing && walk.may_meet(zone) {
                return Placed::Busy;
            }
            zone.readers += 1;
        }
        Placed::Go {
            offset: io.offset,
            len: io.len,
            reset: false,
        }
    }

    fn place_trim(&mut self, walk: &mut ZoneWalk, io: &Io) -> Placed {
        let index = self.index(io.offset);
        if index >= walk.end {
            return Placed::Nowhere;
        }
        let takes = |zone: &Zone| zone.sequential && zone.writable;
        let holds = |zone: &Zone| takes(zone) && (zone.data() > 0 || zone.closed);
        let zone = &self.zones[index];
        let found = if holds(zone) || (walk.sequential && takes(zone)) {
            Some(index)
        } else if walk.sequential {
            (index..walk.end).find(|next| takes(&self.zones[*next]))
        } else {
            self.nearest(walk, index, holds)
        };
        let Some(index) = found else {
            return Placed::Nowhere;
        };
        let zone = &self.zones[index];
        if self.holds && (zone.writing || zone.readers > 0) {
            return Placed::Busy;
        }
        let (offset, reset) = (zone.start, holds(zone));
        if reset {
            self.was_reset(index);
        }
        self.zones[index].writing = self.holds;
        Placed::Go {
            offset,
            len: io.len,
            reset,
        }
    }

    /// A read of what this worker wrote, exactly there. Whether it still is there, its generation says.
    pub fn place_known(&mut self, walk: &ZoneWalk, io: &Io) -> Placed {
        let index = self.index(io.offset);
        if self.zones.get(index).is_none_or(|zone| !zone.readable) {
            return Placed::Nowhere;
        }
        self.place_as_asked(walk, io)
    }

    /// The first zone of the region, from number `from` on, that can be reset and holds data, as number and first byte; `Err` with that
    /// place where I/Os in flight hold it. It counts as reset, and is held until `failed`.
    pub fn empty_next(&mut self, walk: &ZoneWalk, from: usize) -> Option<Result<(usize, u64), u64>> {
        let suits = |zone: &Zone| zone.sequential && zone.writable && (zone.data() > 0 || zone.closed);
        let index = (from.max(walk.first)..walk.end).find(|index| suits(&self.zones[*index]))?;
        let zone = &self.zones[index];
        let start = zone.start;
        if zone.writing || zone.readers > 0 {
            return Some(Err(start));
        }
        self.was_reset(index);
        self.zones[index].writing = true;
        Some(Ok((index, start)))
    }

    /// The first zone behind `index` that suits, or else the first of the region.
    fn nearest(&self, walk: &ZoneWalk, index: usize, suits: impl Fn(&Zone) -> bool) -> Option<usize> {
        let behind = index.saturating_add(1)..walk.end;
        let before = if walk.sequential { 0..0 } else { walk.first..index };
        behind.chain(before).find(|next| suits(&self.zones[*next]))
    }

    fn open_limit(&self, rules: &ZbdPlan) -> u32 {
        match rules.max_open {
            0 if rules.ignore_limits => 0,
            0 => self.device_limit,
            limit => limit,
        }
    }

    fn is_full_of_open(&self, walk: &ZoneWalk) -> bool {
        let limit = self.open_limit(&walk.rules) as usize;
        (limit > 0 && self.open.len() >= limit) || self.is_full_of_own(walk)
    }

    fn is_full_of_own(&self, walk: &ZoneWalk) -> bool {
        let own = |index: &&u32| self.zones[**index as usize].opener == walk.number;
        let most = walk.rules.job_max_open as usize;
        most > 0 && self.open.iter().filter(own).count() >= most
    }

    /// One of the open zones, in the place of one that may not be opened now.
    fn pick_open(&self, walk: &ZoneWalk, wanted: usize) -> Result<usize, Placed> {
        let own = self.is_full_of_own(walk);
        let least = walk.least[Ddir::Write as usize];
        let suits = |index: &usize| {
            let zone = &self.zones[*index];
            let fits = zone.room() >= least || (walk.rules.write_remainder && zone.room() > 0);
            let in_region = (walk.first..walk.end).contains(index);
            in_region && zone.writable && fits && (!own || zone.opener == walk.number)
        };
        let all = || self.open.iter().map(|index| *index as usize).filter(suits);
        let count = all().count();
        if count == 0 {
            // Others have them all: as soon as one of theirs is full there is room.
            let others_write = self.open.iter().any(|index| self.zones[*index as usize].writing);
            return Err(if others_write {
                Placed::Busy
            } else {
                Placed::Nowhere
            });
        }
        let at = (wanted - walk.first) * count / (walk.end - walk.first);
        let free = |index: &usize| !self.zones[*index].writing;
        all()
            .nth(at)
            .filter(free)
            .or_else(|| all().find(free))
            .ok_or(Placed::Busy)
    }

    fn opens(&mut self, index: usize, number: u32) {
        let zone = &mut self.zones[index];
        if zone.open.is_none() {
            zone.open = Some(self.open.len() as u32);
            zone.opener = number;
            self.open.push(index as u32);
        }
    }

    fn closes(&mut self, index: usize) {
        let Some(place) = self.zones[index].open.take() else {
            return;
        };
        self.open.swap_remove(place as usize);
        if let Some(moved) = self.open.get(place as usize) {
            self.zones[*moved as usize].open = Some(place);
        }
    }

    fn is_reset_due(&self, walk: &ZoneWalk) -> bool {
        walk.reset_every > 0
            && walk.writes_left <= 1
            && self.data_bytes as f64 >= walk.threshold_bytes(self.zone_bytes)
    }

    fn was_reset(&mut self, index: usize) {
        let zone = &mut self.zones[index];
        self.data_bytes -= zone.data();
        zone.wp = zone.start;
        zone.closed = false;
        zone.generation = zone.generation.wrapping_add(1);
        self.closes(index);
    }

    /// A write ended, and what it wrote ends at `end`.
    pub fn wrote(&mut self, walk: &ZoneWalk, end: u64) -> After {
        let index = self.index(end - 1);
        let Some(zone) = self.zones.get_mut(index).filter(|_| self.holds) else {
            return After::Nothing;
        };
        if !zone.sequential {
            zone.writing &= !walk.may_meet(zone);
            return After::Nothing;
        }
        zone.writing = false;
        self.advance(walk, index, end)
    }

    fn advance(&mut self, walk: &ZoneWalk, index: usize, end: u64) -> After {
        let zone = &mut self.zones[index];
        self.data_bytes += end - zone.wp;
        zone.wp = end;
        let left = zone.end - zone.wp;
        let least = walk.least[Ddir::Write as usize];
        if left >= least || (walk.rules.write_remainder && left > 0) {
            return After::Nothing;
        }
        zone.closed = left > 0;
        let zone_start = zone.start;
        self.closes(index);
        if left > 0 && self.is_device && self.open_limit(&walk.rules) > 0 {
            After::Finish { zone_start }
        } else {
            After::Nothing
        }
    }

    /// An I/O that had a place ended without having changed anything that is known: the write pointer stays.
    pub fn failed(&mut self, walk: &ZoneWalk, offset: u64) {
        let index = self.index(offset);
        if let Some(zone) = self.zones.get_mut(index) {
            // Who verifies nothing holds no zone without write pointer.
            zone.writing &= !(zone.sequential || walk.may_meet(zone));
        }
    }

    pub fn read_ended(&mut self, offset: u64) {
        let index = self.index(offset);
        if let Some(zone) = self.zones.get_mut(index)
            && self.holds
        {
            zone.readers = zone.readers.saturating_sub(1);
        }
    }

    /// What the device says of a zone after an error.
    pub fn reread(&mut self, reported: &ReportedZone) {
        let index = self.index(reported.start);
        let Some(zone) = self.zones.get_mut(index) else {
            return;
        };
        let before = *zone;
        let now = of_report(reported);
        *zone = Zone {
            open: before.open,
            opener: before.opener,
            writing: before.writing,
            readers: before.readers,
            // What lies behind a write pointer that went back is lost.
            generation: before.generation.wrapping_add(u32::from(now.wp < before.wp)),
            ..now
        };
        self.data_bytes = self.data_bytes - before.data() + now.data();
        if now.room() == 0 || !now.writable {
            self.closes(index);
        }
    }
}

impl ZoneWalk {
    /// Whether what this worker verifies could be read and written at once there: behind a write pointer nothing is read otherwise.
    fn may_meet(&self, zone: &Zone) -> bool {
        self.verifies && (self.rules.read_beyond_wp || !zone.sequential)
    }

    fn threshold_bytes(&self, zone_bytes: u64) -> f64 {
        (self.end - self.first) as f64 * zone_bytes as f64 * self.rules.reset_threshold
    }
}

/// Zones that a map may have: 64 MiB for the map.
const MOST_ZONES: u64 = 1 << 20;

fn of_report(reported: &ReportedZone) -> Zone {
    let end = reported.start + reported.capacity.min(reported.len);
    let wp = if reported.sequential {
        reported.wp.clamp(reported.start, end)
    } else {
        reported.start
    };
    Zone {
        start: reported.start,
        end,
        wp,
        sequential: reported.sequential,
        readable: reported.readable,
        writable: reported.writable,
        open: None,
        closed: false,
        opener: u32::MAX,
        writing: false,
        readers: 0,
        generation: 0,
    }
}

/// As much of `len` as there is room for, in multiples of the smallest block; all of the room where less is left and `remainder`.
fn fitting(len: u64, room: u64, least: u64, remainder: bool) -> u64 {
    if len <= room {
        return len;
    }
    match room / least * least {
        0 if remainder => room,
        0 => least,
        whole => whole,
    }
}

#[cfg(test)]
mod tests;
