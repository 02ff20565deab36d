//! What the report of a survey says of the machine.

use fiord_host::block::layers::InMemory;
use fiord_judge::State;

use crate::doctor::Doctor;
use crate::page::{Page, Style, Styled};

/// The state of the machine in one line: what `fiord doctor` shows first.
pub fn machine_line(machine: &Doctor) -> String {
    let care = machine.items.iter().filter(|item| item.state() >= State::Care);
    let mut ids: Vec<&str> = care.map(|item| item.trap.name()).collect();
    ids.dedup();
    let why = match ids.as_slice() {
        [] => String::new(),
        ids => format!(" ({})", ids.join(", ")),
    };
    format!(
        "Machine: {}{why}. `fiord doctor` has the reasons.",
        machine.verdict().name()
    )
}

/// A heading over numbers that are none of a disk.
pub fn put_memory(page: &mut Page, in_memory: InMemory) {
    let title = match in_memory {
        InMemory::All => "THIS IS MEMORY",
        InMemory::Partly => "THIS IS PARTLY MEMORY",
        InMemory::No | InMemory::Unknown => return,
    };
    let first = Styled::new().styled(Style::Bad, title);
    page.item(
        first,
        "  ",
        ", not a disk: the numbers are of memory and processor. Choose a folder on the disk that you mean.",
    );
}
