//! Where in a file: positions, coverage, draws and zones of one file.
//!
//! Offsets here are relative to the start of the file's region.

use super::rules::{PlacementRules, Streams};
use crate::coverage::{Bitmap, Permutation};
use crate::distribution::Skewed;
use crate::list::BlockList;
use crate::plan::{Target, WorkerPlan};
use crate::rng::{Rng, mix64};
use crate::sprandom::{self, Sprandom};
use fiord_job::plan::{AccessPlan, Ddir, Distribution, RandomGenerator, StridedZones};

/// PlacementRules blocks are drawn.
#[derive(Debug, Clone)]
pub(super) enum Draw {
    /// Not at all: sequential, or no block fits.
    Nothing,
    /// Each once per pass.
    Once(Permutation),
    /// Each smallest block (`unit` bytes) once per pass, for sizes that vary.
    OnceMapped { taken: Box<Bitmap>, unit: u64 },
    /// Any of so many, with replacement.
    Any { blocks: u64 },
    /// By a skewed law, with replacement.
    Skewed(Box<Skewed>),
    /// In a given order.
    Listed(BlockList),
    /// Each once, and some again: `sprandom`.
    Prepared(Box<Sprandom>),
}

/// What the sequencer says about the next place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// A new one: drawn if the job is random.
    Draw,
    /// After the last one (`rw_sequencer=sequential`, and sequential jobs).
    Follow,
    /// The last one again (`rw_sequencer=identical`).
    Again,
}

/// One file of the worker.
#[derive(Debug, Clone)]
pub(super) struct FileState {
    /// Where the region begins in the file, in bytes.
    pub start: u64,
    /// Length of the region in bytes.
    pub region: u64,
    /// Length from the region's begin to the end of the file: strided zones go on until there, as in fio.
    reach: u64,
    /// Where the next sequential I/O of each direction begins.
    pub position: [u64; 3],
    /// Whether a direction has had an I/O, so that the suffix of `rw` applies.
    started: [bool; 3],
    /// Where the last I/O of each direction began.
    last: [u64; 3],
    /// Draws per direction; see [`PlacementRules::shared`].
    draws: [Draw; 3],
    /// No place left in it.
    pub done: bool,
    /// Begun anew, see [`super::Pattern::take_wrapped`].
    pub wrapped: bool,
    /// Has had an I/O since its last restart.
    pub used: bool,
    /// As `used`, of I/Os that a zone took.
    pub has_moved: bool,
    pass: u64,
    seed: u64,
    zone_start: u64,
    zone_done: u64,
}

/// Gives every file of a random job what it draws from. `seed` is the worker's.
pub(super) fn cover(files: &mut [FileState], access: &AccessPlan, rules: &PlacementRules, seed: u64) {
    if !rules.random {
        return;
    }
    let mut made = Vec::new();
    for (index, file) in files.iter_mut().enumerate() {
        file.seed = mix64(seed ^ mix64(index as u64));
        for ddir in Ddir::ALL.into_iter().filter(|ddir| access.mode.issues(*ddir)) {
            if rules.shared[ddir as usize] == ddir as usize {
                file.draws[ddir as usize] = file.draw_for(ddir, access, rules, &mut made);
            }
        }
    }
}

/// What the maps of a worker take that mark each block that has come, in bytes.
pub fn map_bytes(plan: &WorkerPlan) -> u64 {
    let access = &plan.job.access;
    let rules = PlacementRules::new(plan);
    let own = |ddir: &Ddir| access.mode.issues(*ddir) && rules.shared[*ddir as usize] == *ddir as usize;
    let of_file = |target: &Target| -> u64 {
        let file = FileState::new(target, &rules);
        if let Some(plan) = access.sprandom() {
            let block = access.min_block_bytes().max(1);
            let regions = sprandom::regions(file.region / block, block, plan);
            return regions.map_or(0, |regions| sprandom::memory_bytes(&regions));
        }
        let mapped = Ddir::ALL
            .into_iter()
            .filter(own)
            .filter(|ddir| access.distribution[*ddir] == Distribution::Uniform)
            .filter(|ddir| file.order(*ddir, access, &rules) == Order::OnceMapped);
        let blocks = file.region / access.min_block_bytes().max(1);
        mapped.count() as u64 * (blocks / 8 + blocks / 512 + 64)
    };
    if !rules.random {
        return 0;
    }
    plan.targets.iter().map(of_file).fold(0, u64::saturating_add)
}

/// In which order the blocks of a random job come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Drawn each time.
    Any,
    /// Each once, by a permutation.
    Once,
    /// Each once, by a map.
    OnceMapped,
}

/// A skewed law that was made already: for which direction and how many blocks.
struct CachedLaw(usize, u64, Skewed);

impl FileState {
    pub(super) fn new(target: &Target, rules: &PlacementRules) -> Self {
        let region = target.region_bytes;
        let mut file = Self {
            start: target.start_bytes,
            region,
            reach: target.size_bytes.saturating_sub(target.start_bytes).max(region),
            position: [0; 3],
            started: [false; 3],
            last: [0; 3],
            draws: [Draw::Nothing, Draw::Nothing, Draw::Nothing],
            done: false,
            wrapped: false,
            used: false,
            has_moved: false,
            pass: 0,
            seed: 0,
            zone_start: 0,
            zone_done: 0,
        };
        file.rewind(rules.skip);
        file
    }

    /// Positions at the beginning of a pass. A walk backwards begins at 0, and only then at the end; with an offset it begins
    /// that much before the end (both as fio 3.33 does).
    fn rewind(&mut self, skip: i64) {
        let first = match self.start {
            1.. if skip < 0 => self.region.saturating_sub(self.start).saturating_add_signed(skip),
            _ => 0,
        };
        self.position = [first; 3];
        self.started = [false; 3];
        self.last = [0; 3];
    }

    fn draw_for(
        &self,
        ddir: Ddir,
        access: &AccessPlan,
        rules: &PlacementRules,
        made: &mut Vec<CachedLaw>,
    ) -> Draw {
        let d = ddir as usize;
        let (align, min) = (rules.align[d], rules.drawn_sizes(d).min);
        let span = rules
            .zones
            .map_or(self.region, |zones| zones.range_bytes.min(self.reach));
        if span < min {
            return Draw::Nothing;
        }
        let blocks = (span - min) / align + 1;
        if let Distribution::Sequence {
            blocks: list,
            strides,
        } = &access.distribution[ddir]
        {
            return BlockList::new(list, *strides, blocks).map_or(Draw::Nothing, Draw::Listed);
        }
        if let Distribution::Sprandom(plan) = &access.distribution[ddir] {
            // Sizes were agreed to before.
            let Ok(regions) = sprandom::regions(blocks, min, plan) else {
                return Draw::Nothing;
            };
            let key = self.key(d, 0, rules);
            return Draw::Prepared(Box::new(Sprandom::new(
                blocks,
                regions,
                plan.cache_bytes > 0,
                key,
            )));
        }
        if access.distribution[ddir] != Distribution::Uniform {
            // The zeta sum of zipf is costly: files of one size share it.
            if let Some(CachedLaw(.., skewed)) = made.iter().find(|one| one.0 == d && one.1 == blocks) {
                return Draw::Skewed(Box::new(skewed.clone()));
            }
            if let Some(skewed) = Skewed::of_blocks(&access.distribution[ddir], blocks, align, self.seed) {
                made.push(CachedLaw(d, blocks, skewed.clone()));
                return Draw::Skewed(Box::new(skewed));
            }
        }
        match self.order(ddir, access, rules) {
            Order::Any => Draw::Any { blocks },
            Order::Once => Draw::Once(Permutation::new(blocks, self.key(d, 0, rules))),
            Order::OnceMapped => {
                let unit = access.min_block_bytes().max(1);
                Draw::OnceMapped {
                    taken: Box::new(Bitmap::new(self.region / unit)),
                    unit,
                }
            }
        }
    }

    fn order(&self, ddir: Ddir, access: &AccessPlan, rules: &PlacementRules) -> Order {
        let d = ddir as usize;
        let fixed = Ddir::ALL
            .into_iter()
            .all(|d| !access.mode.issues(d) || rules.sizes[d as usize].is_fixed());
        // FIO-DIFF(blockalign-map): with blockalign other than the block size fio's map tracks the wrong blocks and repeats
        // some; here such a job draws with replacement.
        // As in fio, a shift register goes through every block before one comes again, with or without a map.
        let once = !access.norandommap || (access.generator == RandomGenerator::Lfsr && fixed);
        if !once || rules.align[d] != rules.sizes[d].min || (rules.zones.is_some() && !fixed) {
            Order::Any
        } else if fixed && access.generator != RandomGenerator::Fio {
            Order::Once
        } else {
            Order::OnceMapped
        }
    }

    /// Names the order of a pass.
    fn key(&self, coverage: usize, pass: u64, rules: &PlacementRules) -> u64 {
        let coverage = if rules.reads_as_written {
            Ddir::Write as usize
        } else {
            coverage
        };
        mix64(self.seed ^ mix64(pass << 2 | coverage as u64))
    }

    /// Whether the quick way can draw here.
    pub(super) fn draws_simply(&self) -> bool {
        !self
            .draws
            .iter()
            .any(|draw| !matches!(draw, Draw::Nothing | Draw::Once(_) | Draw::Any { .. }))
    }

    /// Blocks that the quick way can surely draw before it comes to an end.
    #[inline(always)]
    pub(super) fn quick_left(&self, coverage: usize) -> u64 {
        match &self.draws[coverage] {
            Draw::Once(order) => order.left(),
            Draw::Any { .. } => u64::MAX,
            _ => 0,
        }
    }

    /// The next blocks of the quick way, no more than [`FileState::quick_left`].
    #[inline(always)]
    pub(super) fn quick_blocks(&mut self, coverage: usize, rng: &mut Rng, out: &mut [u64]) {
        match &mut self.draws[coverage] {
            Draw::Once(order) => {
                order.fill(out);
            }
            Draw::Any { blocks } => out.fill_with(|| rng.below(*blocks)),
            _ => {}
        }
    }

    /// Starts over, in the order of the first pass.
    pub(super) fn restart(&mut self, rules: &PlacementRules) {
        self.done = false;
        self.wrapped = true;
        self.used = false;
        self.has_moved = false;
        self.zone_start = 0;
        self.zone_done = 0;
        self.rewind(rules.skip);
        self.pass = 0;
        self.cover_anew(rules);
    }

    fn cover_anew(&mut self, rules: &PlacementRules) {
        for d in 0..3 {
            let key = self.key(d, self.pass, rules);
            match &mut self.draws[d] {
                Draw::Once(order) => order.restart(key),
                Draw::OnceMapped { taken, .. } => taken.clear(),
                Draw::Listed(list) => list.restart(),
                Draw::Prepared(pass) => pass.restart(key),
                _ => {}
            }
        }
    }

    /// Finds a place and length for the next I/O in direction `d`: drawn, at the last place again, or following on.
    pub(super) fn place(
        &mut self,
        d: usize,
        turn: Turn,
        rules: &PlacementRules,
        rng: &mut Streams,
    ) -> Option<(u64, u64)> {
        if let Some(zones) = rules.zones
            && self.zone_done >= zones.size_bytes
        {
            self.next_zone(zones, rules);
        }
        let found = match turn {
            Turn::Again => {
                let at = self.last[d];
                rules.sizes[d]
                    .draw(self.room(at, rules), &mut rng.size)
                    .map(|len| (at, len))
            }
            Turn::Draw if rules.random_percent[d] >= 100 || rng.percent.percent(rules.random_percent[d]) => {
                self.drawn(d, rules, rng)
            }
            // FIO-DIFF(repeat-tail): where a run of `rw=randread:N` comes to a block that the end of the file cuts off, fio ends the
            // job, early and by chance; here the next offset is drawn.
            _ if rules.random => self
                .following(d, rules, rng)
                .or_else(|| self.drawn(d, rules, rng)),
            _ => self.following(d, rules, rng).or_else(|| {
                if !rules.stays {
                    return None;
                }
                self.position[d] = 0;
                self.wrapped = true;
                self.following(d, rules, rng)
            }),
        };
        let (at, len) = found?;
        assert!(
            len > 0 && at + len <= self.reach,
            "an I/O beyond the end of its file"
        );
        self.position[d] = at + len;
        self.started[d] = true;
        self.last[d] = at;
        self.zone_done += len;
        Some((at, len))
    }

    /// The I/O of direction `d` went to this offset of the file.
    pub(super) fn went_to(&mut self, d: usize, offset: u64, len: u64) {
        let at = offset.saturating_sub(self.start);
        self.position[d] = at + len;
        self.last[d] = at;
        self.has_moved = true;
    }

    /// Bytes from `at` to where I/O must end.
    fn room(&self, at: u64, rules: &PlacementRules) -> u64 {
        let end = if rules.zones.is_some() {
            self.reach
        } else {
            self.region
        };
        end.saturating_sub(at)
    }

    fn drawn(&mut self, d: usize, rules: &PlacementRules, rng: &mut Streams) -> Option<(u64, u64)> {
        let sizes = rules.drawn_sizes(d);
        let coverage = rules.shared[d];
        // A block that does not fit (the last zone of a file may be cut off) is passed over, a finished pass begun anew once.
        let mut renewed = false;
        loop {
            let block = match &mut self.draws[coverage] {
                Draw::Nothing => return None,
                Draw::Any { blocks } => Some(rng.block(*blocks)),
                Draw::Skewed(skewed) => Some(skewed.draw(&mut rng.offset)),
                Draw::Listed(list) => Some(list.next()),
                Draw::Once(order) => order.next(),
                Draw::Prepared(pass) => pass.next(),
                Draw::OnceMapped { .. } => return self.drawn_mapped(d, rules, rng),
            };
            match block {
                Some(block) => {
                    let at = self.zone_start + block * rules.align[d];
                    if let Some(len) = sizes.draw(self.room(at, rules), &mut rng.size) {
                        return Some((at, len));
                    }
                    rules.zones?;
                }
                None if (rules.endless || rules.zones.is_some()) && !renewed => {
                    renewed = true;
                    self.wrapped |= rules.endless;
                    self.pass += 1;
                    self.cover_anew(rules);
                }
                None => return None,
            }
        }
    }

    /// Draws under a map: the length ends at the first block that has had its turn, as in fio.
    fn drawn_mapped(&mut self, d: usize, rules: &PlacementRules, rng: &mut Streams) -> Option<(u64, u64)> {
        let sizes = rules.drawn_sizes(d);
        let blocks = (self.region.checked_sub(sizes.min)?) / rules.align[d] + 1;
        let Draw::OnceMapped { taken, unit } = &mut self.draws[rules.shared[d]] else {
            return None;
        };
        let mut from = rng.block(blocks) * rules.align[d] / *unit;
        let free = match taken.next_free(from) {
            None if rules.endless => {
                self.wrapped = true;
                taken.clear();
                if rng.as_fio.is_some() {
                    from = rng.block(blocks);
                }
                taken.next_free(from)?
            }
            other => other?,
        };
        let at = free * *unit;
        let wanted = sizes.draw(self.region - at, &mut rng.size).unwrap_or(*unit);
        let count = taken.take(free, wanted.div_ceil(*unit));
        Some((at, wanted.min(count * *unit)))
    }

    /// The place after the last one, or where the suffix of `rw` says.
    fn following(&mut self, d: usize, rules: &PlacementRules, rng: &mut Streams) -> Option<(u64, u64)> {
        let sizes = &rules.sizes[if rules.size_by_order { 0 } else { d }];
        if let Some(zones) = rules.zones {
            let at = self.in_zone(self.position[d], zones, rules);
            let found = sizes
                .draw(self.room(at, rules), &mut rng.size)
                .map(|len| (at, len));
            if found.is_none() && rules.endless {
                self.next_zone(zones, rules);
                let at = self.zone_start;
                return sizes
                    .draw(self.room(at, rules), &mut rng.size)
                    .map(|len| (at, len));
            }
            return found;
        }
        let mut at = self.position[d];
        if at >= self.reach {
            return None;
        }
        if rules.skip != 0 && at != 0 && self.started[d] {
            at = match at.checked_add_signed(rules.skip) {
                // Behind the end of the file it goes on at its beginning. fio compares with and goes to absolute offsets here,
                // where all others are relative to the region's begin.
                Some(at) if rules.skip > 0 && at >= self.start + self.reach => self.start,
                Some(at) if rules.skip > 0 || at < self.region => at,
                // Before the beginning: on from the end.
                _ => self.region.checked_add_signed(rules.skip)?,
            };
        }
        let room = match sizes.is_fixed() {
            // One size: a block that begins in the region may end outside it, though not behind the end of the file.
            true if at < self.region => self.reach - at,
            true => 0,
            false => self.room(at, rules),
        };
        sizes.draw(room, &mut rng.size).map(|len| (at, len))
    }

    /// Where a walk goes on from `at` in this zone: a gap further, and around at its ends.
    // FIO-DIFF(strided-end): fio draws within whole zones, and ends the job behind the end of the region.
    // FIO-DIFF(strided-gaps): fio leaves the zone by a gap, and begins it again only behind the block after it.
    fn in_zone(&self, at: u64, zones: StridedZones, rules: &PlacementRules) -> u64 {
        let end = self.zone_start + zones.range_bytes;
        let gap = if at == self.zone_start { 0 } else { rules.skip };
        match at.checked_add_signed(gap) {
            Some(at) if (self.zone_start..end).contains(&at) => at,
            Some(at) if at >= end => self.zone_start,
            // Before its beginning: on from its end.
            _ => end.saturating_add_signed(gap).max(self.zone_start),
        }
    }

    fn next_zone(&mut self, zones: StridedZones, rules: &PlacementRules) {
        self.zone_start += zones.range_bytes + zones.skip_bytes;
        if self.zone_start >= self.reach {
            self.zone_start = 0;
        }
        self.zone_done = 0;
        self.position = [self.zone_start; 3];
        self.pass += 1;
        self.cover_anew(rules);
    }
}
