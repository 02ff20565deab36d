//! Dies and channels in time: when a page is read or programmed, and what it waits for.
//!
//! Work is done in the order of arrival, but for reads of the host: they go before what has not begun. A die is busy for the time of
//! its cells only, because transfers go to and from its register.

use fiord_job::plan::{CellTimes, CellType, FlashPlan};
use fiord_stats::simulated::DieTimes;

use super::bus::Bus;
use crate::sim::ftl::{FlashCause, Medium};

/// One plane.
#[derive(Debug, Clone, Copy, Default)]
struct Plane {
    /// When all its work is done.
    free_ns: u64,
    /// When the reads of the host are done.
    read_ns: u64,
    /// The last erase.
    erase: (u64, u64),
    /// How long each of its programs takes.
    program_ns: u64,
}

/// When a page of the host was read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ReadTimes {
    pub started_ns: u64,
    pub cell_ns: u64,
    pub done_ns: u64,
    /// What it waited for was an erase.
    pub after_erase: bool,
}

/// All planes and channels.
#[derive(Debug, Clone)]
pub(super) struct Dies {
    planes: Box<[Plane]>,
    buses: Box<[Bus]>,
    cell: CellTimes,
    slc: CellTimes,
    bus_ns: u64,
    block_pages: u32,
    /// The last arrival, and when the work at hand begins.
    pub now_ns: u64,
    pub at_ns: u64,
    /// When the last program of the host is done.
    pub host_done_ns: u64,
    pub busy_until_ns: u64,
    pub times: DieTimes,
    /// Die time of late: host, collection, folding, map.
    recent: [u64; 4],
}

impl Dies {
    pub(super) fn new(plan: &FlashPlan) -> Self {
        let planes = plan.units().max(1) as usize;
        let cell = plan.times();
        let fast = CellType::Slc.times();
        let bits = u128::from(plan.page_bytes) * 1_000_000_000;
        let rate = u128::from(plan.bus_bytes_per_s);
        Self {
            planes: vec![Plane::default(); planes].into_boxed_slice(),
            buses: vec![Bus::default(); plan.channels.max(1) as usize].into_boxed_slice(),
            slc: CellTimes {
                read_ns: fast.read_ns.min(cell.read_ns),
                program_ns: fast.program_ns.min(cell.program_ns),
                erase_ns: cell.erase_ns,
            },
            cell,
            bus_ns: bits.checked_div(rate).unwrap_or(0) as u64,
            block_pages: plan.superblock_pages() as u32,
            now_ns: 0,
            at_ns: 0,
            host_done_ns: 0,
            busy_until_ns: 0,
            times: DieTimes::default(),
            recent: [0; 4],
        }
    }

    pub(super) const fn count(&self) -> usize {
        self.planes.len()
    }

    /// Consecutive pages of a superblock are on consecutive planes.
    const fn plane_of(&self, page: u32) -> usize {
        (page % self.block_pages) as usize % self.planes.len()
    }

    pub(super) const fn cell_times(&self, slc: bool) -> CellTimes {
        if slc { self.slc } else { self.cell }
    }

    pub(super) const fn bus_ns(&self) -> u64 {
        self.bus_ns
    }

    /// Divides a wait among what the dies did of late: host, collection, folding, map.
    pub(super) fn split(&self, wait_ns: u64) -> [u64; 4] {
        let all: u64 = self.recent.iter().sum();
        let mut parts = self
            .recent
            .map(|one| (u128::from(wait_ns) * u128::from(one) / u128::from(all.max(1))) as u64);
        parts[0] = wait_ns - parts[1] - parts[2] - parts[3];
        parts
    }

    fn note(&mut self, kind: usize, ns: u64) {
        self.recent[kind] += ns;
        // About the last 64 programs of each plane count.
        if self.recent[kind] > 64 * self.planes.len() as u64 * self.cell.program_ns {
            self.recent = self.recent.map(|one| one / 2);
        }
    }

    fn count_time(&mut self, cause: FlashCause, ns: u64) {
        let (kind, sum) = match cause {
            FlashCause::Host => (0, &mut self.times.host_program_ns),
            FlashCause::Collection => (1, &mut self.times.collection_ns),
            FlashCause::Levelling => (1, &mut self.times.levelling_ns),
            FlashCause::Fold => (2, &mut self.times.fold_ns),
        };
        *sum += ns;
        self.note(kind, ns);
    }

    /// Reads a page for the host from `from_ns` on.
    pub(super) fn read_page(&mut self, page: u32, slc: bool, from_ns: u64) -> ReadTimes {
        let cell_ns = self.cell_times(slc).read_ns;
        let times = self.read_plane(self.plane_of(page), cell_ns, from_ns);
        self.times.host_read_ns += cell_ns;
        self.note(0, cell_ns);
        times
    }

    /// Reads a page of the map.
    pub(super) fn read_map(&mut self, map_page: u32, from_ns: u64) -> u64 {
        let cell_ns = self.cell.read_ns;
        let plane = map_page as usize % self.planes.len();
        let times = self.read_plane(plane, cell_ns, from_ns);
        self.times.map_ns += cell_ns;
        self.note(3, cell_ns);
        times.done_ns
    }

    /// Programs a page of the map.
    pub(super) fn write_map(&mut self, map_page: u32) {
        let plane = map_page as usize % self.planes.len();
        let ns = self.cell.program_ns;
        self.work(plane, ns, true);
        self.times.map_ns += ns;
        self.note(3, ns);
    }

    fn read_plane(&mut self, index: usize, cell_ns: u64, from_ns: u64) -> ReadTimes {
        let plane = &mut self.planes[index];
        let (erase_start, erase_end) = plane.erase;
        let mut after_erase = false;
        let started_ns = if plane.read_ns > from_ns {
            plane.read_ns
        } else if erase_start <= from_ns && from_ns < erase_end {
            after_erase = true;
            erase_end
        } else {
            // The program that is under way is finished; those that wait are of one length.
            let waiting_ns = plane.free_ns.saturating_sub(from_ns);
            from_ns + waiting_ns % plane.program_ns.max(1)
        };
        let read_ns = started_ns + cell_ns;
        plane.read_ns = read_ns;
        plane.free_ns = read_ns.max(plane.free_ns + cell_ns);
        self.busy_until_ns = self.busy_until_ns.max(plane.free_ns);
        let bus = index % self.buses.len();
        let done_ns = self.buses[bus].reserve(self.now_ns, read_ns, self.bus_ns);
        ReadTimes {
            started_ns,
            cell_ns,
            done_ns,
            after_erase,
        }
    }

    /// Adds work to a plane; its end.
    fn work(&mut self, index: usize, ns: u64, transfers: bool) -> u64 {
        let mut from_ns = self.at_ns;
        if transfers {
            let bus = index % self.buses.len();
            from_ns = self.buses[bus].reserve(self.now_ns, from_ns, self.bus_ns);
        }
        let plane = &mut self.planes[index];
        plane.free_ns = plane.free_ns.max(from_ns) + ns;
        self.busy_until_ns = self.busy_until_ns.max(plane.free_ns);
        plane.free_ns
    }
}

impl Medium for Dies {
    fn read(&mut self, page: u32, slc: bool, cause: FlashCause) {
        let ns = self.cell_times(slc).read_ns;
        self.work(self.plane_of(page), ns, true);
        self.count_time(cause, ns);
    }

    fn program(&mut self, page: u32, slc: bool, cause: FlashCause) {
        let ns = self.cell_times(slc).program_ns;
        let plane = self.plane_of(page);
        let done_ns = self.work(plane, ns, true);
        self.planes[plane].program_ns = ns;
        if cause == FlashCause::Host {
            self.host_done_ns = done_ns;
        }
        self.count_time(cause, ns);
    }

    fn erase(&mut self, slc: bool, cause: FlashCause) {
        let ns = self.cell_times(slc).erase_ns;
        for index in 0..self.planes.len() {
            let end_ns = self.work(index, ns, false);
            self.planes[index].erase = (end_ns - ns, end_ns);
        }
        self.count_time(cause, ns * self.planes.len() as u64);
    }
}
