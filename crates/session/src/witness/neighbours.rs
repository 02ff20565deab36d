//! Which of the other processes that did I/O have files open on the devices of the run.

use std::collections::HashMap;

use fiord_host::look::ProcessActivity;
use fiord_host::processes;
use fiord_host::root::Root;
use fiord_host::stack::Stack;
use fiord_record::evidence::DeviceUse;

/// The busiest so many are looked at.
const MOST: usize = 16;

/// Fills in where the processes have files open, right after they were counted.
pub(super) fn note_open_files(root: &Root, devices: &[DeviceUse], others: &mut [ProcessActivity]) {
    let numbers: Vec<_> = devices.iter().filter_map(|device| device.number).collect();
    let mut known: HashMap<u64, bool> = HashMap::new();
    for process in others.iter_mut().take(MOST) {
        let places = processes::open_places(root, process.pid);
        process.has_files_here = places.map(|places| {
            places.iter().any(|(device, path)| {
                *known.entry(*device).or_insert_with(|| {
                    let stack = Stack::under(root, path);
                    let layers = stack.layers();
                    let mut found = layers.iter().filter_map(|(_, layer)| layer.number);
                    found.any(|number| numbers.contains(&number))
                })
            })
        });
    }
}
