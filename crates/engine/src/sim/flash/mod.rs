//! A flash drive in virtual time: the translation layer, the dies and channels that do its work, the write cache.
//!
//! ```text
//! request ─> write cache ─> map cache ─> Ftl: where to, what else ─> Dies: when
//! ```
//!
//! A completion is known at the arrival. Reads that come later can push programs back that are promised already; the dies then do the
//! rest of their work later, so rates are right and such a promise is early by a read.

mod bus;
mod dies;
mod map_cache;

use std::collections::VecDeque;

use fiord_job::plan::{CollectionPolicy, FlashPlan, SimPlan, SlcFull, SlcKind, WearLevelling};
use fiord_stats::simulated::{FlashBlock, FlashCounters, FlashMoment, RequestTimes, TimeCause, WearCounts};
use fiord_workload::io::{Io, Op};
use fiord_workload::rng::{Rng, below, mix64};

use self::dies::Dies;
use self::map_cache::MapCache;
use crate::sim::ftl::{DriveWornOut, Ftl, FtlConfig, FullCache, Geometry, Levelling, Policy, SlcCache};

/// Points of the course of a run; with twice as many, every second is dropped.
const COURSE_POINTS: usize = 64;
/// BlockCounts whose state is reported one by one.
const SHOWN_BLOCKS: usize = 512;
/// Classes of request times there can be.
const CLASSES: usize = 64;

/// A flash drive.
#[derive(Debug, Clone)]
pub(super) struct FlashDrive {
    page_bytes: u64,
    ftl: Ftl,
    dies: Dies,
    map: Option<MapCache>,
    cache: WriteCache,
    command_ns: u64,
    idle_ns: u64,
    idle_blocks: u32,
    host_written_bytes: u64,
    map_read_pages: u64,
    map_written_pages: u64,
    unmapped_read_pages: u64,
    reads: RequestTimes,
    writes: RequestTimes,
    syncs: RequestTimes,
    course: Vec<FlashMoment>,
    course_step_pages: u64,
    course_next_page: u64,
}

/// Pages that are written and not yet programmed.
#[derive(Debug, Clone)]
struct WriteCache {
    /// When each page leaves, in order.
    leaving: VecDeque<u64>,
    pages: usize,
    protected: bool,
    /// The last page went to the pSLC cache.
    last_slc: bool,
    /// The last page, if it is not full: its number and the offset at which it goes on.
    tail: Option<(u32, u64)>,
}

impl WriteCache {
    /// When there is room for a page.
    fn room_ns(&mut self, now_ns: u64) -> u64 {
        while self.leaving.front().is_some_and(|done| *done <= now_ns) {
            self.leaving.pop_front();
        }
        if self.leaving.len() < self.pages {
            return now_ns;
        }
        self.leaving.pop_front().unwrap_or(now_ns).max(now_ns)
    }

    fn take(&mut self, done_ns: u64) {
        let last = self.leaving.back().copied().unwrap_or(0);
        self.leaving.push_back(done_ns.max(last));
    }

    fn empty_ns(&self) -> u64 {
        self.leaving.back().copied().unwrap_or(0)
    }
}

fn ftl_config(plan: &FlashPlan, size_bytes: u64, seed: u64) -> FtlConfig {
    let block_pages = plan.superblock_pages() as u32;
    let mut config = FtlConfig {
        geometry: Geometry {
            user_pages: plan.user_pages(size_bytes) as u32,
            blocks: plan.superblocks(size_bytes) as u32,
            block_pages,
        },
        policy: match plan.collection {
            CollectionPolicy::Greedy => Policy::Greedy,
            CollectionPolicy::Fifo => Policy::Fifo,
            CollectionPolicy::CostBenefit => Policy::CostBenefit,
            CollectionPolicy::Random => Policy::Random,
            CollectionPolicy::Choices(count) => Policy::Choices(count),
        },
        separate_copies: plan.streams > 1,
        levelling: match plan.levelling {
            WearLevelling::None => Levelling::None,
            WearLevelling::Dynamic => Levelling::Dynamic,
            WearLevelling::Static => Levelling::Static(plan.levelling_gap),
        },
        low_blocks: plan.low_blocks,
        slc: SlcCache::None,
        full_cache: match plan.slc_full {
            SlcFull::Direct => FullCache::Direct,
            SlcFull::Fold => FullCache::Fold,
        },
        bits: plan.cell.bits(),
        endurance: plan.endurance,
        in_place_of_bad: plan.in_place_of_bad(),
        seed,
    };
    if plan.slc_bytes > 0 {
        let block_bytes = u64::from(config.slc_pages()) * u64::from(plan.page_bytes);
        let blocks = u32::try_from(plan.slc_bytes.div_ceil(block_bytes)).unwrap_or(u32::MAX);
        config.slc = match plan.slc_kind {
            SlcKind::Static => SlcCache::Static(blocks),
            SlcKind::Dynamic => SlcCache::Dynamic(blocks),
        };
    }
    config
}

/// The drive with what was written before the run.
fn prepared(plan: &FlashPlan, size_bytes: u64, seed: u64) -> Ftl {
    let mut ftl = Ftl::new(ftl_config(plan, size_bytes, seed));
    let pages = u64::from(ftl.config().geometry.user_pages);
    let filled = pages * u64::from(plan.fill_percent.min(100)) / 100;
    for page in 0..filled {
        // A drive that wears out here is as worn out in the run.
        let _ = ftl.write(page as u32, &mut ());
    }
    let mut rng = Rng::from_seed(mix64(seed ^ 0xf111));
    let (writes, share) = plan.hot_percent;
    let hot = filled * u64::from(share) / 100;
    for _ in 0..filled * u64::from(plan.passes_permille) / 1000 {
        let is_hot = writes > 0 && below(rng.next(), 100) < u64::from(writes);
        let (first, end) = match (writes, is_hot) {
            (0, _) => (0, filled),
            (_, true) => (0, hot),
            (_, false) => (hot, filled),
        };
        let page = first + below(rng.next(), end - first);
        let _ = ftl.write(page.min(filled - 1) as u32, &mut ());
    }
    while ftl.idle_step(plan.idle_blocks, &mut ()) {}
    ftl.forget_counts();
    ftl
}

impl FlashDrive {
    pub(super) fn new(plan: &SimPlan) -> Self {
        let flash = &plan.flash;
        let ftl = prepared(flash, plan.size_bytes, plan.seed);
        let user_pages = ftl.config().geometry.user_pages;
        let cache_pages = (plan.write_cache_bytes / u64::from(flash.page_bytes)) as usize;
        let step = (u64::from(user_pages) / 16).max(1);
        let times = || RequestTimes {
            classes: Vec::with_capacity(CLASSES),
            ..RequestTimes::default()
        };
        Self {
            page_bytes: u64::from(flash.page_bytes),
            dies: Dies::new(flash),
            map: MapCache::new(flash.map_cache_bytes, flash.page_bytes, user_pages),
            cache: WriteCache {
                leaving: VecDeque::with_capacity(cache_pages + 1),
                pages: cache_pages,
                protected: flash.power_loss_protection,
                last_slc: false,
                tail: None,
            },
            command_ns: plan.cache_ns,
            idle_ns: flash.idle_ns,
            idle_blocks: flash.idle_blocks,
            host_written_bytes: 0,
            map_read_pages: 0,
            map_written_pages: 0,
            unmapped_read_pages: 0,
            reads: times(),
            writes: times(),
            syncs: times(),
            course: Vec::with_capacity(2 * COURSE_POINTS),
            course_step_pages: step,
            course_next_page: step,
            ftl,
        }
    }

    /// Serves a request that came at `now_ns` and may begin at `from_ns`; when it is done, or an errno.
    pub(super) fn arrive(&mut self, now_ns: u64, from_ns: u64, io: &Io, durable: bool) -> Result<u64, i32> {
        self.work_while_idle(from_ns);
        self.dies.now_ns = self.dies.now_ns.max(now_ns);
        match io.op {
            Op::Read => Ok(self.read(now_ns, from_ns, io)),
            Op::Write => self
                .write(now_ns, from_ns, io, durable)
                .map_err(|DriveWornOut| libc::EROFS),
            Op::Trim => {
                self.trim(io);
                Ok(from_ns + self.command_ns)
            }
            Op::Fsync | Op::Fdatasync | Op::SyncFileRange => Ok(self.flush(now_ns)),
        }
    }

    /// When the write cache is empty, unless it outlives a power failure.
    pub(super) fn flush(&mut self, now_ns: u64) -> u64 {
        self.cache.tail = None;
        let empty_ns = if self.cache.protected {
            0
        } else {
            self.cache.empty_ns()
        };
        let wait_ns = empty_ns.saturating_sub(now_ns);
        let slc = self.cache.last_slc;
        self.syncs.add(self.causes(0, wait_ns, true, slc));
        now_ns + wait_ns + self.command_ns
    }

    fn pages_of(&self, io: &Io) -> std::ops::RangeInclusive<u64> {
        let last = (io.offset + u64::from(io.len)).saturating_sub(1).max(io.offset);
        io.offset / self.page_bytes..=last / self.page_bytes
    }

    fn read(&mut self, now_ns: u64, from_ns: u64, io: &Io) -> u64 {
        let mut by_cause = [0; 7];
        let mut done_ns = from_ns;
        for page in self.pages_of(io) {
            let looked_ns = self.look_up(page as u32, false, from_ns);
            let Some((physical, slc)) = self.ftl.find(page as u32) else {
                self.unmapped_read_pages += 1;
                done_ns = done_ns.max(looked_ns);
                continue;
            };
            let times = self.dies.read_page(physical, slc, looked_ns);
            if times.done_ns <= done_ns {
                continue;
            }
            done_ns = times.done_ns;
            let wait_ns = times.started_ns - looked_ns;
            let [host, collection, fold, map] = if times.after_erase {
                [0, wait_ns, 0, 0]
            } else {
                self.dies.split(wait_ns)
            };
            by_cause = [0; 7];
            by_cause[TimeCause::Cell as usize] = times.cell_ns;
            by_cause[TimeCause::Bus as usize] = times.done_ns - times.started_ns - times.cell_ns;
            by_cause[TimeCause::Queue as usize] = host;
            by_cause[TimeCause::Collection as usize] = collection;
            by_cause[TimeCause::Fold as usize] = fold;
            by_cause[TimeCause::Map as usize] = map + looked_ns - from_ns;
        }
        by_cause[TimeCause::Interface as usize] = from_ns - now_ns + self.command_ns;
        self.reads.add(by_cause);
        done_ns + self.command_ns
    }

    fn write(&mut self, now_ns: u64, from_ns: u64, io: &Io, durable: bool) -> Result<u64, DriveWornOut> {
        let caches = self.cache.pages > 0;
        let waits = !caches || durable && !self.cache.protected;
        let end = io.offset + u64::from(io.len);
        let (mut accepted_ns, mut programmed_ns) = (from_ns, from_ns);
        let mut last_slc = false;
        for page in self.pages_of(io) {
            let first = page * self.page_bytes;
            let partial = io.offset > first || end < first + self.page_bytes;
            if partial && caches && self.cache.tail == Some((page as u32, io.offset)) {
                continue;
            }
            if caches {
                accepted_ns = self.cache.room_ns(accepted_ns);
            }
            let mut at_ns = self.look_up(page as u32, true, accepted_ns);
            if partial && let Some((physical, slc)) = self.ftl.find(page as u32) {
                at_ns = self.dies.read_page(physical, slc, at_ns).done_ns;
            }
            self.dies.at_ns = at_ns;
            let physical = self.ftl.write(page as u32, &mut self.dies)?;
            last_slc = self.ftl.find(page as u32) == Some((physical, true));
            programmed_ns = programmed_ns.max(self.dies.host_done_ns);
            if caches {
                self.cache.take(self.dies.host_done_ns);
            }
        }
        let tail = end / self.page_bytes;
        self.cache.tail = (!end.is_multiple_of(self.page_bytes)).then_some((tail as u32, end));
        self.host_written_bytes += u64::from(io.len);
        let ready_ns = if waits { programmed_ns } else { accepted_ns };
        let done_ns = ready_ns + self.command_ns;
        self.cache.last_slc = last_slc;
        let by_cause = self.causes(from_ns - now_ns, ready_ns - from_ns, waits, last_slc);
        self.writes.add(by_cause);
        self.note_course(now_ns);
        Ok(done_ns)
    }

    /// What the time of a write or a sync was spent on. `programs`: it ends when the last page is programmed.
    fn causes(&self, limited_ns: u64, took_ns: u64, programs: bool, slc: bool) -> [u64; 7] {
        let mut by_cause = [0; 7];
        let mut wait_ns = took_ns;
        if programs {
            let cell_ns = self.dies.cell_times(slc).program_ns.min(wait_ns);
            let bus_ns = self.dies.bus_ns().min(wait_ns - cell_ns);
            by_cause[TimeCause::Cell as usize] = cell_ns;
            by_cause[TimeCause::Bus as usize] = bus_ns;
            wait_ns -= cell_ns + bus_ns;
        }
        let [host, collection, fold, map] = self.dies.split(wait_ns);
        by_cause[TimeCause::Interface as usize] = limited_ns + self.command_ns;
        by_cause[TimeCause::Queue as usize] = host;
        by_cause[TimeCause::Collection as usize] = collection;
        by_cause[TimeCause::Fold as usize] = fold;
        by_cause[TimeCause::Map as usize] = map;
        by_cause
    }

    /// When the place of a page is known.
    fn look_up(&mut self, page: u32, writes: bool, from_ns: u64) -> u64 {
        let Some(map) = &mut self.map else { return from_ns };
        let lookup = map.look(page, writes);
        let mut at_ns = from_ns;
        if let Some(written) = lookup.written {
            self.map_written_pages += 1;
            self.dies.at_ns = at_ns;
            self.dies.write_map(written);
        }
        if let Some(read) = lookup.read {
            self.map_read_pages += 1;
            at_ns = self.dies.read_map(read, at_ns);
        }
        at_ns
    }

    fn trim(&mut self, io: &Io) {
        let first = io.offset.div_ceil(self.page_bytes);
        let end = (io.offset + u64::from(io.len)) / self.page_bytes;
        for page in first..end {
            self.ftl.trim(page as u32);
        }
    }

    /// Folds and collects in the time before `now_ns` in which nothing was to do.
    fn work_while_idle(&mut self, now_ns: u64) {
        if self.idle_ns == 0 {
            return;
        }
        let quiet_ns = self.dies.busy_until_ns + self.idle_ns;
        if quiet_ns >= now_ns {
            return;
        }
        self.dies.now_ns = self.dies.now_ns.max(quiet_ns);
        self.dies.at_ns = quiet_ns;
        while self.dies.busy_until_ns < now_ns && self.ftl.idle_step(self.idle_blocks, &mut self.dies) {}
    }

    fn note_course(&mut self, now_ns: u64) {
        let counts = self.ftl.counts();
        if counts.host < self.course_next_page {
            return;
        }
        self.course_next_page = counts.host + self.course_step_pages;
        self.course.push(FlashMoment {
            time_ns: now_ns,
            host_bytes: self.host_written_bytes,
            programmed_bytes: (counts.programmed() + self.map_written_pages) * self.page_bytes,
        });
        if self.course.len() >= 2 * COURSE_POINTS {
            let mut place = 0;
            self.course.retain(|_| {
                place += 1;
                place % 2 == 0
            });
            self.course_step_pages *= 2;
        }
    }

    pub(super) fn counters(&self) -> FlashCounters {
        let counts = self.ftl.counts();
        let geometry = self.ftl.config().geometry;
        FlashCounters {
            page_bytes: self.page_bytes,
            user_pages: u64::from(geometry.user_pages),
            total_pages: u64::from(geometry.blocks) * u64::from(geometry.block_pages),
            block_pages: u64::from(geometry.block_pages),
            planes: self.dies.count() as u64,
            host_written_bytes: self.host_written_bytes,
            host_pages: counts.host,
            collected_pages: counts.collected,
            folded_pages: counts.folded,
            levelled_pages: counts.levelled,
            map_read_pages: self.map_read_pages,
            map_written_pages: self.map_written_pages,
            trimmed_pages: counts.trimmed,
            slc_pages: counts.cached,
            unmapped_read_pages: self.unmapped_read_pages,
            erased_blocks: counts.erased_blocks,
            forced_collections: counts.forced,
            valid_pages: u64::from(self.ftl.mapped_pages()),
            victims: counts.victims.to_vec(),
            victim_valid_pages: counts.victim_pages,
            wear: self.wear(),
            die_times: self.dies.times,
            busy_until_ns: self.dies.busy_until_ns,
            reads: self.reads.clone(),
            writes: self.writes.clone(),
            syncs: self.syncs.clone(),
            course: self.course.clone(),
            blocks: self.block_states(),
        }
    }

    fn wear(&self) -> WearCounts {
        let wear = || self.ftl.blocks().map(|(wear, _)| wear);
        let (least, most) = (wear().min().unwrap_or(0), wear().max().unwrap_or(0));
        let mut classes = vec![0; 16];
        let width = u64::from(most - least) + 1;
        for one in wear() {
            classes[(u64::from(one - least) * 16 / width) as usize] += 1;
        }
        WearCounts {
            least,
            most,
            sum: wear().map(u64::from).sum(),
            blocks: wear().count() as u64,
            classes,
            bad_blocks: self.ftl.bad_blocks(),
            worn_out: self.ftl.is_worn_out(),
        }
    }

    /// The state of all blocks; neighbours of a large drive are put together.
    fn block_states(&self) -> Vec<FlashBlock> {
        let blocks: Vec<_> = self.ftl.blocks().collect();
        let pages = u64::from(self.ftl.config().geometry.block_pages);
        blocks
            .chunks(blocks.len().div_ceil(SHOWN_BLOCKS).max(1))
            .map(|some| {
                let valid: u64 = some.iter().map(|(_, valid)| u64::from(*valid)).sum();
                let wear: u64 = some.iter().map(|(wear, _)| u64::from(*wear)).sum();
                let count = some.len() as u64;
                FlashBlock {
                    valid_permille: (valid * 1000 / (count * pages)) as u32,
                    erases: (wear / count) as u32,
                }
            })
            .collect()
    }
}
