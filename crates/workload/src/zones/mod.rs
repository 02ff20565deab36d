//! Zones with write pointers (`zonemode=zbd`): which zone an I/O goes to, where in it, and when a zone is reset.
//!
//! The pattern says where an I/O would go without zones. Here a write goes to the write pointer of the zone that it names, a read to data
//! of that zone, or of another where that one has none. Nothing here does I/O: who asks for a place resets the zone, writes, and
//! says how it ended. As observed with fio 3.33 on files with made-up zones and on zoned devices.
//!
//! ```text
//! place ── Go (a write holds its zone until `wrote` or `failed`; a read of a device holds off resets until `read_ended`)
//!   ├───── Busy: an I/O in flight holds the zone; ask again when it has ended
//!   └───── Nowhere: no zone takes it
//! ```
//!
//! Who verifies empties its zones first, and then resets none that it filled itself; each zone has a generation, which says whether
//! what was written there is still there. Where somebody verifies, I/Os in flight hold made-up zones too.
//!
//! A zone of a device takes one write at a time, so that writes arrive at its write pointer from any worker. Made-up zones need no
//! order: nothing holds them, and their write pointers move when a write is placed.

mod map;

pub use map::{After, Placed, ReportedZone, ZoneMap, ZoneWalk};
