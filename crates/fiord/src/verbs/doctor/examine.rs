//! Gathers the facts that doctor judges.

use std::path::Path;
use std::time::Duration;

use fiord_host::stack::LayerKind;
use fiord_host::{Machine, Root, latency, look};
use fiord_messages::Lang;
use fiord_record::Before;
use fiord_report::documents::doctor::Doctor;

/// A few direct reads tell a turning disk from one that does not; this many, for this long at most, on this many disks.
const READS: u32 = 16;
const READS_AT_MOST: Duration = Duration::from_millis(100);
const DISKS_READ: usize = 4;

/// Gathers facts and judges them; with a look it takes that long.
pub(super) fn examine(root: &Root, path: &Path, looking: Option<Duration>, lang: Lang) -> Doctor {
    let machine = Machine::look(root, path);
    // Before the look, which would take these reads for somebody else's.
    let latency = read_latency(&machine);
    let activity = looking.map(|time| look::for_a_while(root, time));
    Doctor::examine(
        Before {
            machine: Some(machine),
            activity,
            read_latency: latency,
            ..Before::default()
        },
        lang,
    )
}

fn read_latency(machine: &Machine) -> Vec<(String, Duration)> {
    let leaves = machine.stack.leaves();
    let disks = leaves
        .iter()
        .filter(|leaf| matches!(leaf.kind, LayerKind::Disk(_)));
    let median = |name: &str| {
        let device = Path::new("/dev").join(name.replace('!', "/"));
        let sorted = latency::of_reads(&device, READS, READS_AT_MOST)?;
        Some((name.to_owned(), *sorted.get(sorted.len() / 2)?))
    };
    disks
        .take(DISKS_READ)
        .filter_map(|leaf| median(&leaf.name))
        .collect()
}
