//! What the kernel answers when it is asked for the zones of a device (`linux/blkzoned.h`).

use fiord_workload::zones::ReportedZone;

/// The unit of the kernel's places and lengths, in bytes.
pub(super) const SECTOR: u64 = 512;

/// `struct blk_zone`
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct KernelZone {
    start: u64,
    len: u64,
    wp: u64,
    kind: u8,
    condition: u8,
    non_seq: u8,
    reset: u8,
    reserved: [u8; 4],
    capacity: u64,
    reserved_too: [u64; 3],
}

/// Zones asked for by one call.
const AT_ONCE: usize = 512;

/// `struct blk_zone_report`, with room for the zones.
#[repr(C)]
#[derive(Debug)]
pub(super) struct KernelReport {
    sector: u64,
    zones: u32,
    flags: u32,
    list: [KernelZone; AT_ONCE],
}

impl KernelReport {
    /// Asks from this offset on.
    pub(super) fn from(start_bytes: u64) -> Box<Self> {
        Box::new(Self {
            sector: start_bytes / SECTOR,
            zones: 0,
            flags: 0,
            list: [KernelZone::default(); AT_ONCE],
        })
    }

    /// Asks for so many zones, or as many as there is room for.
    pub(super) fn ask(&mut self, most: u32) {
        self.zones = (AT_ONCE as u32).min(most);
    }

    /// The zones that the kernel wrote down.
    pub(super) fn zones(&self) -> impl Iterator<Item = ReportedZone> + use<'_> {
        // The kernel says by a flag whether it knows capacities.
        let has_capacity = self.flags & 1 != 0;
        self.written()
            .iter()
            .map(move |zone| reported(zone, has_capacity))
    }

    fn written(&self) -> &[KernelZone] {
        &self.list[..(self.zones as usize).min(AT_ONCE)]
    }

    /// Moves behind the last zone that was written down; `false` where there was none.
    pub(super) fn goes_on(&mut self) -> bool {
        let last = self.written().last().filter(|zone| zone.len > 0);
        let Some(next) = last.map(|zone| zone.start.saturating_add(zone.len)) else {
            return false;
        };
        self.sector = next;
        true
    }
}

fn reported(zone: &KernelZone, has_capacity: bool) -> ReportedZone {
    /// Kinds and conditions of `linux/blkzoned.h`.
    const CONVENTIONAL: u8 = 1;
    const OPEN: [u8; 3] = [2, 3, 4];
    const READ_ONLY: u8 = 0xd;
    const FULL: u8 = 0xe;
    const OFFLINE: u8 = 0xf;
    let capacity = if has_capacity { zone.capacity } else { zone.len };
    let sequential = zone.kind != CONVENTIONAL;
    // The write pointer of a zone that takes no writes means nothing.
    let wp = match zone.condition {
        FULL | READ_ONLY if sequential => zone.start + capacity,
        OFFLINE => zone.start,
        _ => zone.wp,
    };
    ReportedZone {
        start: zone.start * SECTOR,
        len: zone.len * SECTOR,
        capacity: capacity * SECTOR,
        wp: wp.saturating_mul(SECTOR),
        sequential,
        readable: zone.condition != OFFLINE,
        writable: zone.condition != OFFLINE && zone.condition != READ_ONLY,
        open: OPEN.contains(&zone.condition),
    }
}
