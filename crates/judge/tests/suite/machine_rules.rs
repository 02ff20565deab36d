//! Each check of the machine on a captured tree in which its trap is planted, and on one in which it finds nothing. What
//! files of a tree cannot hold (free space, load) is written into the facts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use fiord_host::health::NvmeSmart;
use fiord_host::stack::{FileSystem, LayerKind};
use fiord_host::{Machine, Root};
use fiord_judge::case::MachineView;
use fiord_judge::{State, TrapId, check};
use fiord_testbed::tree;

use State::{Care, Note, Wrong};

/// A machine: a captured tree, a path on it, and what is different.
struct Case {
    tree: &'static str,
    path: &'static str,
    texts: &'static [(&'static str, &'static str)],
    edit: fn(&mut Machine),
}

const fn nothing(_: &mut Machine) {}

const fn as_it_is(tree: &'static str, path: &'static str) -> Case {
    Case {
        tree,
        path,
        texts: &[],
        edit: nothing,
    }
}

/// A laptop with one NVMe disk that is set as it should be.
const fn laptop(texts: &'static [(&'static str, &'static str)]) -> Case {
    Case {
        tree: "laptop-nvme",
        path: "/home/me/file",
        texts,
        edit: nothing,
    }
}

const fn edited(tree: &'static str, edit: fn(&mut Machine)) -> Case {
    Case {
        tree,
        path: "/",
        texts: &[],
        edit,
    }
}

impl Case {
    fn machine(&self) -> Machine {
        let trees = Path::new(env!("CARGO_MANIFEST_DIR")).join("../host/tests/trees");
        let mut archive = fs::read_to_string(trees.join(self.tree).with_extension("txt")).unwrap();
        for (from, to) in self.texts {
            assert!(archive.contains(from), "{}: no {from:?}", self.tree);
            archive = archive.replace(from, to);
        }
        let folder = tempfile::tempdir_in("/dev/shm")
            .or_else(|_| tempfile::tempdir())
            .unwrap();
        tree::unpack(&archive, folder.path()).unwrap();
        let mut machine = Machine::look(&Root::at(folder.path()), Path::new(self.path));
        (self.edit)(&mut machine);
        machine
    }
}

fn file_system(machine: &mut Machine) -> &mut FileSystem {
    match &mut machine.stack.top.as_mut().unwrap().kind {
        LayerKind::FileSystem(fs) => fs,
        kind => panic!("{kind:?} is not a file system"),
    }
}

fn used(machine: &mut Machine, percent: u64) {
    let fs = file_system(machine);
    fs.total_bytes = Some(100 << 30);
    fs.free_bytes = Some((100 - percent) << 30);
    fs.available_bytes = fs.free_bytes;
}

fn healthy(machine: &mut Machine) {
    machine.health[0].1.nvme = Some(NvmeSmart {
        available_spare_percent: 100,
        spare_threshold_percent: 10,
        percentage_used: 3,
        ..NvmeSmart::default()
    });
}

fn awake(machine: &mut Machine) {
    let cpu = &mut machine.cpu;
    cpu.governors = vec!["performance".to_owned()];
    cpu.max_khz = cpu.hardware_max_khz;
    cpu.idle_states = vec![("C1".to_owned(), 2)];
    cpu.smt_active = Some(false);
    machine.system.on_battery = Some(false);
    machine.system.hypervisor = None;
    machine.limits.locked_memory_bytes = Some(u64::MAX);
}

const NVME: &str = "rotational = 0\nread_ahead_kb = 128";

/// What is planted, and the grade that it is to be given; `every_trap` finds out where one is missing.
const PLANTED: &[(&str, State, Case)] = &[
    (
        "scheduler",
        Care,
        laptop(&[("[none] mq-deadline", "none [mq-deadline]")]),
    ),
    (
        "rotational",
        Care,
        laptop(&[(NVME, "rotational = 1\nread_ahead_kb = 128")]),
    ),
    (
        "read-ahead",
        Care,
        laptop(&[(NVME, "rotational = 0\nread_ahead_kb = 4096")]),
    ),
    ("nomerges", Note, laptop(&[("nomerges = 0", "nomerges = 2")])),
    ("write-cache", Note, laptop(&[])),
    (
        "nr-requests",
        Note,
        laptop(&[("nr_requests = 256", "nr_requests = 32")]),
    ),
    (
        "rq-affinity",
        Note,
        laptop(&[("rq_affinity = 1", "rq_affinity = 0")]),
    ),
    (
        "wbt",
        Note,
        laptop(&[("nomerges = 0", "nomerges = 0\nwbt_lat_usec = 2000")]),
    ),
    (
        "io-poll",
        Note,
        laptop(&[("nomerges = 0", "nomerges = 0\nio_poll = 0")]),
    ),
    ("discard", Note, as_it_is("virtio-vm", "/")),
    ("iostats", Care, laptop(&[("iostats = 1", "iostats = 0")])),
    (
        "block-size",
        Note,
        laptop(&[("physical_block_size = 512", "physical_block_size = 4096")]),
    ),
    (
        "pcie-link",
        Care,
        laptop(&[("current_link_width = 4", "current_link_width = 2")]),
    ),
    (
        "health",
        Wrong,
        edited("laptop-nvme", |m| m.health[0].1.temperature_millic = Some(84_000)),
    ),
    ("cache-below", Note, as_it_is("virtio-vm", "/")),
    ("cloud-volume", Note, as_it_is("aws-ebs", "/")),
    ("stack", Care, as_it_is("server-lvm-linear", "/data/mysql")),
    ("fs-class", Care, as_it_is("zfs", "/tank/data/x")),
    ("compression", Care, as_it_is("btrfs", "/home/x")),
    (
        "mount-options",
        Care,
        laptop(&[("/ / rw,relatime", "/ / rw,sync,relatime")]),
    ),
    ("free-space", Care, edited("laptop-nvme", |m| used(m, 93))),
    ("quota", Note, laptop(&[("rw,errors=", "rw,usrquota,errors=")])),
    (
        "memory",
        Care,
        laptop(&[("MemAvailable:   10000000", "MemAvailable:    1000000")]),
    ),
    ("dirty-limits", Care, as_it_is("virtio-vm", "/")),
    ("swap", Care, laptop(&[("2097148\t\t0", "2097148\t\t4096")])),
    (
        "huge-pages",
        Note,
        laptop(&[("HugePages_Total:       0", "HugePages_Total:    6000")]),
    ),
    ("governor", Care, laptop(&[])),
    ("frequency", Care, laptop(&[])),
    ("c-states", Care, laptop(&[])),
    ("smt", Note, laptop(&[])),
    ("numa", Care, as_it_is("server-lvm-linear", "/data/mysql")),
    ("cpus", Note, edited("laptop-nvme", |m| m.cpu.allowed = Some(2))),
    (
        "clock",
        Care,
        edited("virtio-vm", |m| m.clock.source = Some("acpi_pm".to_owned())),
    ),
    ("system", Note, as_it_is("virtio-vm", "/")),
    ("limits", Note, as_it_is("virtio-vm", "/")),
    ("throttle", Care, as_it_is("container-cgroup2", "/data/x")),
    ("cgroup-memory", Care, as_it_is("container-cgroup2", "/data/x")),
    (
        "load",
        Care,
        edited("laptop-nvme", |m| m.cpu.load_centi = Some([900, 900, 900])),
    ),
    (
        "pressure",
        Care,
        edited("virtio-vm", |m| m.pressure.io.as_mut().unwrap().some_avg10 = 35.0),
    ),
];

/// The same checks where they find nothing.
fn clean() -> Vec<(&'static str, Case)> {
    let mut cases: Vec<(&'static str, Case)> = [
        "scheduler",
        "rotational",
        "read-ahead",
        "nomerges",
        "nr-requests",
        "rq-affinity",
        "wbt",
        "discard",
        "iostats",
        "block-size",
        "pcie-link",
        "cache-below",
        "cloud-volume",
        "stack",
        "fs-class",
        "compression",
        "mount-options",
        "quota",
        "memory",
        "dirty-limits",
        "swap",
        "huge-pages",
        "numa",
        "cpus",
        "clock",
    ]
    .into_iter()
    .map(|id| (id, laptop(&[])))
    .collect();
    cases.extend(
        ["governor", "frequency", "c-states", "smt"]
            .into_iter()
            .map(|id| (id, edited("laptop-nvme", awake))),
    );
    cases.extend(
        ["system", "limits"]
            .into_iter()
            .map(|id| (id, edited("virtio-vm", awake))),
    );
    cases.extend(
        ["throttle", "cgroup-memory", "pressure", "load"]
            .into_iter()
            .map(|id| (id, as_it_is("virtio-vm", "/"))),
    );
    cases.push(("health", edited("laptop-nvme", healthy)));
    cases.push((
        "write-cache",
        laptop(&[("write_cache = write back", "write_cache = write through")]),
    ));
    cases.push(("free-space", edited("laptop-nvme", |m| used(m, 40))));
    cases.push((
        "io-poll",
        laptop(&[("nomerges = 0", "nomerges = 0\nio_poll = 1")]),
    ));
    cases
}

/// A machine in which a trap is planted; what `foreign-io` needs more is a look at two moments.
pub(crate) fn planted_machine(id: &str) -> Machine {
    if id == "foreign-io" {
        return laptop(&[]).machine();
    }
    let (.., case) = PLANTED
        .iter()
        .find(|(planted, ..)| *planted == id)
        .unwrap_or_else(|| panic!("{id} is planted nowhere"));
    case.machine()
}

/// The worst that a check says of a machine.
fn worst(id: &str, machine: &Machine) -> Option<State> {
    let view = MachineView {
        machine,
        activity: None,
        read_latency: &[],
    };
    let trap = TrapId::find(id).filter(|trap| trap.about().machine.is_some());
    let trap = trap.unwrap_or_else(|| panic!("no check {id}"));
    check(trap, &view).iter().map(|one| one.state).max()
}

#[test]
fn every_check_names_what_is_planted() {
    for (id, grade, case) in PLANTED {
        assert_eq!(worst(id, &case.machine()), Some(*grade), "{id} on {}", case.tree);
    }
}

#[test]
fn every_check_is_silent_where_nothing_is_planted() {
    let clean = clean();
    for (id, grade, _) in PLANTED {
        let (_, case) = clean
            .iter()
            .find(|(clean, _)| clean == id)
            .unwrap_or_else(|| panic!("no clean case for {id}"));
        let found = worst(id, &case.machine());
        assert!(found < Some(*grade), "{id} on {}: {found:?}", case.tree);
        // A setting that is unknown would be silent too.
        assert_ne!(found, Some(State::Unknown), "{id} on {}", case.tree);
    }
}
