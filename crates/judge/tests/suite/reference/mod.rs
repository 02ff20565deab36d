//! Machines that do not change: facts as `explain` would find them, written down. Nothing here looks at the machine that
//! runs the test.
// Each test binary uses a part of it.
#![allow(dead_code, clippy::unwrap_used)]

use std::path::PathBuf;

use fiord_host::cgroup::{Limit, Limited};
use fiord_host::device::{Holding, Probe};
use fiord_host::disk::{Disk, Transport};
use fiord_host::extents::Allocation;
use fiord_host::mounts::Mount;
use fiord_host::stack::{FileSystem, FsClass, Layer, LayerKind, Mapped, Mapping};
use fiord_host::{Machine, Root, Stack};
use fiord_job::invocation::{self, Parsed};
use fiord_job::lower::ValueContext;
use fiord_job::plan::{JobPlan, RunPlan};
use fiord_job::surroundings::Surroundings;
use fiord_judge::case::Case;
use fiord_judge::{Finding, When, judge};
use fiord_record::RunRecord;
use fiord_record::{Before, FileKind, TargetFacts};

pub(crate) const GIB: u64 = 1 << 30;

/// What the keywords of the job language stand for.
pub(crate) const CONTEXT: ValueContext = ValueContext {
    file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
    cpus: 4,
    page_size: 4096,
};

/// A machine with nothing but its memory known.
pub(crate) fn machine(memory: u64) -> Machine {
    let nothing = Root::at("/nonexistent-fiord-reference");
    let mut machine = Machine::look(&nothing, std::path::Path::new("/"));
    machine.memory.total_bytes = Some(memory);
    machine.memory.available_bytes = Some(memory / 4 * 3);
    machine.memory.dirty.ratio = Some(20);
    machine.memory.dirty.bytes = Some(0);
    machine
}

/// A disk.
pub(crate) struct DiskFacts {
    pub(crate) name: &'static str,
    pub(crate) minor: u32,
    pub(crate) size_bytes: u64,
    pub(crate) transport: Transport,
    pub(crate) rotational: bool,
    pub(crate) nr_requests: u64,
}

pub(crate) const VIRTUAL: DiskFacts = DiskFacts {
    name: "vda",
    minor: 0,
    size_bytes: 64 * GIB,
    transport: Transport::VirtioBlk,
    rotational: false,
    nr_requests: 256,
};
pub(crate) const LIMITED: DiskFacts = DiskFacts {
    name: "vdb",
    minor: 16,
    size_bytes: 2048 * GIB,
    transport: Transport::VirtioBlk,
    rotational: false,
    nr_requests: 256,
};
pub(crate) const NVME: DiskFacts = DiskFacts {
    name: "nvme0n1",
    minor: 32,
    size_bytes: 2048 * GIB,
    transport: Transport::Nvme,
    rotational: false,
    nr_requests: 1023,
};
pub(crate) const NVME_2: DiskFacts = DiskFacts {
    name: "nvme1n1",
    minor: 48,
    size_bytes: 2048 * GIB,
    transport: Transport::Nvme,
    rotational: false,
    nr_requests: 1023,
};
pub(crate) const SATA: DiskFacts = DiskFacts {
    name: "sda",
    minor: 64,
    size_bytes: 240 * GIB,
    transport: Transport::Sata,
    rotational: false,
    nr_requests: 128,
};

pub(crate) fn disk(facts: &DiskFacts) -> Layer {
    let mut disk = Disk::read(&Root::at("/nonexistent-fiord-reference"), "none");
    disk.transport = facts.transport;
    let queue = fiord_host::block::Queue {
        rotational: Some(facts.rotational),
        read_ahead_kb: Some(128),
        nr_requests: Some(facts.nr_requests),
        logical_block_size: Some(512),
        hardware_queues: Some(1),
        ..Default::default()
    };
    Layer {
        name: facts.name.to_owned(),
        kind: LayerKind::Disk(Box::new(disk)),
        size_bytes: Some(facts.size_bytes),
        number: Some((253, facts.minor)),
        queue: Some(queue),
        below: Vec::new(),
    }
}

pub(crate) fn linear(below: Vec<Layer>) -> Layer {
    let mapped = Mapped {
        name: Some("data".to_owned()),
        owner: Some("LVM".to_owned()),
        mapping: Mapping::Linear,
        certain: true,
        targets: Vec::new(),
    };
    Layer {
        name: "dm-0".to_owned(),
        kind: LayerKind::Mapped(Box::new(mapped)),
        size_bytes: None,
        number: Some((252, 0)),
        queue: None,
        below,
    }
}

pub(crate) fn file_system(kind: &str, class: FsClass, below: Vec<Layer>) -> Layer {
    let mount = Mount {
        id: 1,
        parent: 0,
        major: 253,
        minor: 0,
        root: PathBuf::from("/"),
        mount_point: PathBuf::from("/"),
        options: Vec::new(),
        fs_type: kind.to_owned(),
        source: "/dev/source".to_owned(),
        super_options: Vec::new(),
    };
    let fs = FileSystem {
        mount,
        class,
        compression: None,
        total_bytes: None,
        free_bytes: None,
        // Half of the disk is free.
        available_bytes: below
            .first()
            .and_then(|disk| disk.size_bytes)
            .map(|size| size / 2),
        block_bytes: Some(4096),
        free_inodes: None,
        read_ahead_kb: None,
    };
    Layer {
        name: kind.to_owned(),
        kind: LayerKind::FileSystem(Box::new(fs)),
        size_bytes: None,
        number: None,
        queue: None,
        below,
    }
}

pub(crate) fn ext4_on(facts: &DiskFacts) -> Layer {
    file_system("ext4", FsClass::Disk, vec![disk(facts)])
}

/// A file that exists, written from end to end.
pub(crate) fn existing(size: u64, cached: u64) -> TargetFacts {
    TargetFacts {
        kind: FileKind::Regular,
        size_bytes: Some(size),
        cached_bytes: Some(cached),
        dirty_bytes: Some(0),
        allocation: Some(Allocation {
            size_bytes: size,
            data_bytes: size,
            allocated_bytes: size,
            extents: 1,
            ..Allocation::default()
        }),
        ..TargetFacts::default()
    }
}

/// The facts of one target by its path.
pub(crate) type Lookup = fn(&str) -> (TargetFacts, Layer);

/// Facts for all targets of a plan.
pub(crate) fn before(plan: &RunPlan, machine: Machine, lookup: Lookup) -> Before {
    let mut targets = Vec::new();
    for (index, job) in plan.jobs.iter().enumerate() {
        for path in paths(job) {
            let (mut facts, stack) = lookup(&path);
            facts.job = index;
            facts.stack = Some(Stack {
                path: PathBuf::from(&path),
                top: Some(stack),
                truncated: false,
            });
            facts.path = PathBuf::from(path);
            targets.push(facts);
        }
    }
    Before {
        machine: Some(machine),
        targets,
        ..Before::default()
    }
}

fn paths(job: &JobPlan) -> Vec<String> {
    if job.engine.kind.is_diskless() {
        return Vec::new();
    }
    if !job.files.filenames.is_empty() {
        return job.files.filenames.clone();
    }
    let clones =
        (0..job.numjobs).flat_map(|clone| (0..job.files.nrfiles.max(1)).map(move |file| (clone, file)));
    let mut names: Vec<String> = clones
        .map(|(clone, file)| {
            let format = job.files.filename_format.replace("$jobname", &job.name);
            let format = format.replace("$jobnum", &clone.to_string());
            format.replace("$filenum", &file.to_string())
        })
        .collect();
    names.dedup();
    names.truncate(64);
    names
}

/// The workshop: a machine with one target of each kind, by name.
pub(crate) fn workshop() -> Machine {
    let mut machine = machine(4 * GIB);
    let limit = |what, value| Limit {
        group: PathBuf::from("/limited"),
        what,
        value,
        number: Some((253, LIMITED.minor)),
        device: Some(LIMITED.name.to_owned()),
    };
    machine.cgroups.limits = vec![
        limit(Limited::ReadBps, 10 << 20),
        limit(Limited::WriteBps, 10 << 20),
    ];
    machine
}

/// A disk of the workshop with another queue.
fn with_queue(change: impl FnOnce(&mut fiord_host::block::Queue)) -> Layer {
    let mut disk = disk(&SATA);
    if let Some(queue) = &mut disk.queue {
        change(queue);
    }
    disk
}

/// The targets of the workshop.
pub(crate) fn workshop_target(path: &str) -> (TargetFacts, Layer) {
    let missing = TargetFacts::default;
    match path {
        "warm" => (existing(2 * GIB, 2 * GIB), ext4_on(&VIRTUAL)),
        "cold" => (existing(200 * GIB, 0), ext4_on(&NVME)),
        "sparse" => {
            let mut facts = existing(10 * GIB, 0);
            facts.allocation = Some(Allocation {
                size_bytes: 10 * GIB,
                hole_bytes: 10 * GIB,
                ..Allocation::default()
            });
            (facts, ext4_on(&VIRTUAL))
        }
        "on-tmpfs" => (missing(), file_system("tmpfs", FsClass::Memory, Vec::new())),
        "on-linear-lvm" => (
            missing(),
            file_system(
                "ext4",
                FsClass::Disk,
                vec![linear(vec![disk(&NVME), disk(&NVME_2)])],
            ),
        ),
        "on-4k-disk" => {
            let disk = with_queue(|queue| queue.physical_block_size = Some(4096));
            (missing(), file_system("ext4", FsClass::Disk, vec![disk]))
        }
        "on-disk-set-write-through" => {
            let disk = with_queue(|queue| {
                queue.cache_type = Some("write back".to_owned());
                queue.write_cache = Some("write through".to_owned());
            });
            (missing(), file_system("ext4", FsClass::Disk, vec![disk]))
        }
        "on-volatile-overlay" => {
            let mut top = file_system("overlay", FsClass::Overlay, vec![ext4_on(&VIRTUAL)]);
            if let LayerKind::FileSystem(fs) = &mut top.kind {
                fs.mount.super_options = vec!["volatile".to_owned()];
            }
            (missing(), top)
        }
        "in-limited-group" => (existing(100 * GIB, 0), ext4_on(&LIMITED)),
        "/dev/sdz" => {
            let probe = Probe {
                path: PathBuf::from(path),
                device: "sdz".to_owned(),
                size_bytes: Some(240 * GIB),
                disk: Disk::read(&Root::at("/nonexistent-fiord-reference"), "none"),
                holdings: vec![Holding::Mounted {
                    device: "sdz1".to_owned(),
                    at: PathBuf::from("/srv"),
                }],
            };
            let facts = TargetFacts {
                kind: FileKind::Block,
                size_bytes: Some(240 * GIB),
                probe: Some(probe),
                ..missing()
            };
            (facts, disk(&SATA))
        }
        "/dev/sdy" => {
            let probe = Probe {
                path: PathBuf::from(path),
                device: "sdy".to_owned(),
                size_bytes: Some(240 * GIB),
                disk: Disk::read(&Root::at("/nonexistent-fiord-reference"), "none"),
                holdings: Vec::new(),
            };
            let facts = TargetFacts {
                kind: FileKind::Block,
                size_bytes: Some(240 * GIB),
                probe: Some(probe),
                ..missing()
            };
            (facts, disk(&SATA))
        }
        _ => (missing(), ext4_on(&NVME)),
    }
}

/// Reads job files with a given environment; `%include` finds the files in the same directory.
pub(crate) fn parse_files(name: &str, files: &[(&str, &str)], environment: &[(&str, &str)]) -> Parsed {
    let find = |list: &[(&str, &str)], key: &str| {
        let (_, value) = list.iter().find(|(known, _)| *known == key)?;
        Some((*value).to_owned())
    };
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|path| {
            find(files, path)
                .ok_or_else(|| fiord_messages::Sentence::verbatim(format!("{path}: no such file")))
        },
        env: &|name| find(environment, name),
        cpus: 4,
        machine: fiord_job::expand::Keywords {
            ncpus: 4,
            page_size: 4096,
            memory_mb: 4096,
        },
    };
    let parsed = invocation::parse(&[name.to_owned()], &world);
    assert!(!parsed.failed(), "{name}: {:?}", parsed.diagnostics);
    parsed
}

/// Reads a command as a person types it: words, and quotes around some.
pub(crate) fn parse(command: &str) -> Parsed {
    let mut words: Vec<String> = Vec::new();
    let mut quoted = false;
    let mut fresh = true;
    for c in command.chars() {
        match c {
            '"' | '\'' => quoted = !quoted,
            ' ' if !quoted => fresh = true,
            _ => {
                if std::mem::take(&mut fresh) {
                    words.push(String::new());
                }
                words.last_mut().unwrap().push(c);
            }
        }
    }
    assert!(
        matches!(words.first().map(String::as_str), Some("fio" | "fiord")),
        "{command}"
    );
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|path| {
            Err(fiord_messages::Sentence::verbatim(format!(
                "{path}: there are no files here"
            )))
        },
        env: &|_| None,
        cpus: 4,
        machine: fiord_job::expand::Keywords {
            ncpus: 4,
            page_size: 4096,
            memory_mb: 4096,
        },
    };
    let parsed = invocation::parse(&words[1..], &world);
    assert!(!parsed.failed(), "{command}: {:?}", parsed.diagnostics);
    parsed
}

/// What is found in a command before it runs in the workshop.
pub(crate) fn judged(command: &str) -> Vec<Finding> {
    let parsed = parse(command);
    let facts = before(&parsed.plan, workshop(), workshop_target);
    let record = RunRecord::planned(parsed.plan.clone(), facts);
    let case = Case::of(&record);
    judge(When::Plan, &case)
}
