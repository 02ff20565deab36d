//! Machines that are not here: captured or written trees, one text each, that say how they were made.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fiord_host::block::servers::servers;
use fiord_host::cgroup::Limited;
use fiord_host::changes::{self, Change, ChangeOutcome, Setting};
use fiord_host::device::{self, Holding};
use fiord_host::disk::{Disk, Transport};
use fiord_host::stack::{FsClass, Layer, LayerKind, Mapped, Mapping};
use fiord_host::{Machine, Root, Stack, look};
use fiord_testbed::memory_folder;
use fiord_testbed::tree;

struct Tree {
    dir: tempfile::TempDir,
    root: Root,
}

fn archive(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/trees")
        .join(name)
        .with_extension("txt");
    fs::read_to_string(path).unwrap()
}

fn open(name: &str) -> Tree {
    let dir = memory_folder();
    tree::unpack(&archive(name), dir.path()).unwrap();
    let root = Root::at(dir.path());
    Tree { dir, root }
}

impl Tree {
    fn stack(&self, path: &str) -> Stack {
        Stack::under(&self.root, Path::new(path))
    }

    fn machine(&self, path: &str) -> Machine {
        Machine::look(&self.root, Path::new(path))
    }
}

/// Names of the layers from the top, two spaces for each level.
fn shape(stack: &Stack) -> Vec<String> {
    stack
        .layers()
        .iter()
        .map(|(depth, layer)| format!("{}{}", "  ".repeat(*depth), layer.name))
        .collect()
}

fn disk(layer: &Layer) -> &Disk {
    match &layer.kind {
        LayerKind::Disk(disk) => disk,
        other => panic!("{} is not a disk: {other:?}", layer.name),
    }
}

fn mapped<'a>(stack: &'a Stack, name: &str) -> &'a Mapped {
    let layer = stack
        .layers()
        .into_iter()
        .find(|(_, l)| l.name == name)
        .unwrap()
        .1;
    match &layer.kind {
        LayerKind::Mapped(mapped) => mapped,
        other => panic!("{name} is not mapped: {other:?}"),
    }
}

fn leaf_names(stack: &Stack) -> Vec<&str> {
    stack.leaves().iter().map(|l| l.name.as_str()).collect()
}

#[test]
fn every_tree_says_how_it_was_made_and_is_seen_without_failing() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees");
    let mut seen = 0;
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let first = archive(name).lines().next().unwrap_or_default().to_owned();
        assert!(
            first.starts_with("# made: captured") || first.starts_with("# made: written"),
            "{name}: {first}"
        );
        let tree = open(name);
        for path in [
            "/",
            "/data",
            "/data/file",
            "/dev/sda",
            "/dev/mapper/x",
            "",
            "relative",
            "/on/itself/x",
            "/gone",
            "/ov/x",
        ] {
            let machine = tree.machine(path);
            assert!(machine.stack.layers().len() < 100, "{name}: {path}");
            let json = serde_json::to_string(&machine).unwrap();
            assert_eq!(
                serde_json::from_str::<Machine>(&json).unwrap(),
                machine,
                "{name}: {path}"
            );
            let _ = device::probe(&tree.root, Path::new(path));
        }
        seen += 1;
    }
    assert!(seen >= 20, "{seen} trees");
}

#[test]
fn laptop_nvme() {
    let tree = open("laptop-nvme");
    let machine = tree.machine("/home/me/file");
    assert_eq!(shape(&machine.stack), ["ext4", "  nvme0n1p2", "    nvme0n1"]);
    let leaf = machine.stack.leaves()[0];
    let found = disk(leaf);
    assert_eq!(found.transport, Transport::Nvme);
    assert_eq!(found.model.as_deref(), Some("Micron_2210_MTFDHBA512QFD"));
    assert_eq!(found.firmware.as_deref(), Some("P4MA004"));
    assert_eq!(found.pcie_link.as_deref(), Some("8.0 GT/s PCIe x4"));
    assert_eq!(found.driver.as_deref(), Some("nvme"));
    assert_eq!(leaf.size_bytes, Some(512_110_190_592));
    let queue = leaf.queue.as_ref().unwrap();
    assert_eq!(
        (queue.scheduler.as_deref(), queue.rotational, queue.read_ahead_kb),
        (Some("none"), Some(false), Some(128))
    );
    assert_eq!(machine.health[0].1.temperature_millic, Some(41_850));
    assert_eq!(machine.cpu.governors, ["powersave"]);
    assert_eq!(
        (machine.cpu.max_khz, machine.cpu.hardware_max_khz),
        (Some(3_400_000), Some(4_200_000))
    );
    assert_eq!(
        (machine.cpu.turbo, machine.cpu.smt_active, machine.cpu.online),
        (Some(true), Some(true), Some(4))
    );
    let states: Vec<_> = machine
        .cpu
        .idle_states
        .iter()
        .map(|(name, us)| (name.as_str(), *us))
        .collect();
    assert_eq!(
        states,
        [("POLL", 0), ("C1", 2), ("C8", 200)],
        "a disabled state is not listed"
    );
    assert_eq!(machine.system.on_battery, Some(true));
    assert_eq!((machine.system.hypervisor, machine.system.cloud), (None, None));
    assert_eq!(machine.swaps[0].path, Path::new("/swapfile"));
    assert_eq!(
        machine.memory.dirty_limit_bytes(),
        Some(10_000_000 * 1024 / 100 * 20)
    );
    assert_eq!(machine.clock.source.as_deref(), Some("tsc"));
}

#[test]
fn a_linear_volume_shows_both_disks_and_that_it_is_linear() {
    let tree = open("server-lvm-linear");
    let stack = tree.stack("/data/mysql");
    assert_eq!(shape(&stack), ["xfs", "  dm-0", "    nvme0n1", "    nvme1n1"]);
    let volume = mapped(&stack, "dm-0");
    assert_eq!((&volume.mapping, volume.certain), (&Mapping::Linear, true));
    assert_eq!(
        (volume.name.as_deref(), volume.owner.as_deref()),
        (Some("vg--data-lv_test"), Some("LVM"))
    );
    assert_eq!(
        volume
            .targets
            .iter()
            .map(|t| t.on.as_deref().unwrap())
            .collect::<Vec<_>>(),
        ["259:0", "259:1"]
    );
    for path in [
        "/dev/mapper/vg--data-lv_test",
        "/dev/vg-data/lv_test",
        "/dev/dm-0",
    ] {
        assert_eq!(shape(&tree.stack(path))[0], "dm-0", "{path}");
    }
    let machine = tree.machine("/data");
    assert_eq!(machine.cpu.numa_distances, [[10, 21], [21, 10]]);
    assert_eq!(disk(machine.stack.leaves()[1]).numa_node, Some(1));
}

#[test]
fn a_striped_volume_is_known_by_its_table_or_by_its_limits() {
    for (name, certain) in [("lvm-striped", true), ("lvm-striped-no-root", false)] {
        let stack = open(name).stack("/data");
        let volume = mapped(&stack, "dm-0");
        let striped = Mapping::Striped {
            stripes: Some(2),
            chunk_bytes: Some(65536),
        };
        assert_eq!((&volume.mapping, volume.certain), (&striped, certain), "{name}");
    }
}

#[test]
fn luks_under_lvm() {
    let tree = open("luks");
    let stack = tree.stack("/");
    assert_eq!(
        shape(&stack),
        ["ext4", "  dm-1", "    dm-0", "      nvme0n1p3", "        nvme0n1"]
    );
    assert_eq!(
        mapped(&stack, "dm-0").mapping,
        Mapping::Crypt {
            cipher: Some("aes-xts-plain64".to_owned())
        }
    );
    let probe = device::probe(&tree.root, Path::new("/dev/nvme0n1")).unwrap();
    let name = str::to_owned;
    let holder = |device, holder| Holding::Holder {
        device: name(device),
        holder: name(holder),
    };
    for holding in [
        holder("nvme0n1p3", "dm-0"),
        holder("dm-0", "dm-1"),
        Holding::Mounted {
            device: name("dm-1"),
            at: "/".into(),
        },
        Holding::Swap { device: name("dm-2") },
        Holding::Partitions {
            names: vec![name("nvme0n1p3")],
        },
    ] {
        assert!(
            probe.holdings.contains(&holding),
            "{holding:?} is not among {:#?}",
            probe.holdings
        );
    }
    assert!(probe.in_use());
}

#[test]
fn md_raid10_with_a_member_missing() {
    let stack = open("md-raid10").stack("/srv/x");
    assert_eq!(leaf_names(&stack), ["sda", "sdb", "sdc"]);
    let LayerKind::Md(md) = &stack.layers()[1].1.kind else {
        panic!("{stack:?}")
    };
    assert_eq!(
        (md.level.as_deref(), md.raid_disks, md.chunk_bytes),
        (Some("raid10"), Some(4), Some(524_288))
    );
    assert_eq!(
        (md.degraded, md.sync_action.as_deref(), md.bitmap.as_deref()),
        (Some(1), Some("recover"), Some("+8"))
    );
}

#[test]
fn transports_are_told_apart() {
    for (name, path, transport) in [
        ("laptop-nvme", "/", Transport::Nvme),
        ("sata-ssd", "/", Transport::Sata),
        ("sas-raid", "/data", Transport::RaidController),
        ("sas-raid", "/jbod", Transport::Sas),
        ("multipath-fc", "/san", Transport::FibreChannel),
        ("iscsi", "/mnt/iscsi", Transport::Iscsi),
        ("azure", "/data", Transport::HyperV),
        ("gcp", "/", Transport::VirtioScsi),
        ("alibaba-essd", "/data", Transport::VirtioBlk),
        ("virtio-vm", "/", Transport::VirtioBlk),
    ] {
        let stack = open(name).stack(path);
        assert_eq!(disk(stack.leaves()[0]).transport, transport, "{name}");
    }
}

#[test]
fn two_paths_to_one_san_disk() {
    let stack = open("multipath-fc").stack("/san/file");
    assert_eq!(
        shape(&stack),
        ["ext4", "  dm-3", "    dm-2", "      sdb", "      sdc"]
    );
    assert_eq!(mapped(&stack, "dm-2").mapping, Mapping::Multipath);
    assert_eq!(mapped(&stack, "dm-3").mapping, Mapping::Linear);
    let found = disk(stack.leaves()[0]);
    assert_eq!(
        (found.vendor.as_deref(), found.device_queue_depth),
        (Some("HUAWEI"), Some(32))
    );
}

#[test]
fn clouds_and_their_volumes() {
    for (name, path, cloud, provider, local) in [
        ("aws-ebs", "/", "aws", Some("aws"), false),
        ("aws-ebs", "/scratch", "aws", Some("aws"), true),
        ("azure", "/data", "azure", Some("azure"), false),
        ("gcp", "/", "gcp", Some("gcp"), false),
        ("gcp", "/ssd", "gcp", Some("gcp"), true),
        ("gcp", "/pd", "gcp", Some("gcp"), false),
        ("alibaba-essd", "/data", "alibaba", None, false),
    ] {
        let machine = open(name).machine(path);
        assert_eq!(machine.system.cloud.as_deref(), Some(cloud), "{name}");
        let volume = disk(machine.stack.leaves()[0]).cloud.clone();
        assert_eq!(
            volume.as_ref().map(|v| v.provider.as_str()),
            provider,
            "{name} {path}"
        );
        assert_eq!(volume.is_some_and(|v| v.local), local, "{name} {path}");
    }
    let aws = open("aws-ebs").machine("/");
    assert_eq!(aws.system.instance_type.as_deref(), Some("m5d.2xlarge"));
    assert_eq!(aws.system.hypervisor.as_deref(), Some("kvm"));
    assert_eq!(
        (aws.system.nvme_poll_queues, aws.clock.source.as_deref()),
        (Some(0), Some("kvm-clock"))
    );
    assert_eq!(
        open("azure").machine("/data").system.hypervisor.as_deref(),
        Some("microsoft")
    );
    let essd = open("alibaba-essd").stack("/data");
    assert_eq!(essd.leaves()[0].queue.as_ref().unwrap().hardware_queues, Some(4));
}

#[test]
fn limits_of_a_container_at_every_level() {
    let tree = open("container-cgroup2");
    let machine = tree.machine("/data/x");
    assert_eq!(shape(&machine.stack), ["xfs", "  nvme0n1"]);
    assert_eq!(machine.system.container.as_deref(), Some("kubernetes"));
    let groups = &machine.cgroups;
    let io: Vec<_> = groups
        .limits
        .iter()
        .filter(|l| l.number == Some((259, 0)))
        .map(|l| (l.what, l.value))
        .collect();
    assert_eq!(
        io,
        [
            (Limited::ReadBps, 104_857_600),
            (Limited::ReadIops, 4200),
            (Limited::WriteBps, 52_428_800)
        ]
    );
    assert_eq!(groups.limits[0].device.as_deref(), Some("nvme0n1"));
    assert_eq!(groups.limits[0].group, Path::new("/kubepods.slice/pod1/app"));
    assert_eq!(
        groups.least(Limited::Memory),
        Some(1 << 30),
        "the outer group is stricter"
    );
    assert_eq!(groups.least(Limited::CpuMilli), Some(1500));
    assert_eq!(groups.least(Limited::IoWeight), Some(50));
    assert_eq!(
        (
            groups.throttling.cpu_throttled_periods,
            groups.throttling.cpu_throttled_us
        ),
        (Some(7), Some(123_456))
    );
    assert_eq!(groups.throttling.memory_max_events, Some(12));
    // The upper directory is the host's: from inside nothing is known of it.
    assert_eq!(shape(&tree.stack("/tmp/x")), ["overlay"]);
}

#[test]
fn limits_of_a_container_that_sees_only_its_own_groups() {
    let machine = open("container-cgroup1").machine("/");
    let limits: Vec<_> = machine
        .cgroups
        .limits
        .iter()
        .map(|l| (l.what, l.value, l.device.as_deref()))
        .collect();
    assert_eq!(
        limits,
        [
            (Limited::WriteBps, 10_485_760, Some("sda")),
            (Limited::ReadIops, 4200, Some("sda")),
            (Limited::Memory, 536_870_912, None),
            (Limited::CpuMilli, 500, None),
        ]
    );
    assert!(machine.cgroups.io_by_v1);
    assert_eq!(machine.cgroups.throttling.memory_max_events, Some(3));
    assert_eq!(machine.system.container.as_deref(), Some("docker"));
}

#[test]
fn file_systems_of_every_sort() {
    let class = |tree: &str, path: &str| {
        let stack = open(tree).stack(path);
        (stack.file_system().unwrap().class, shape(&stack))
    };
    assert_eq!(
        class("zfs", "/tank/data/x"),
        (FsClass::CopyOnWrite, vec!["zfs".to_owned()])
    );
    assert_eq!(class("network-and-shared", "/nfs/x").0, FsClass::Network);
    assert_eq!(class("network-and-shared", "/host/x").0, FsClass::HostShared);
    assert_eq!(class("network-and-shared", "/fuse/x").0, FsClass::Fuse);
    assert_eq!(class("network-and-shared", "/mem/x").0, FsClass::Memory);
    let (of, layers) = class("overlay-docker-host", "/var/lib/docker/overlay2/abc/merged/x");
    assert_eq!(
        (of, layers.join("")),
        (FsClass::Overlay, "overlay  ext4    sda".to_owned())
    );
}

#[test]
fn servers_are_those_of_the_mount_table_and_of_sysfs() {
    let of = |tree: &str, path: &str| {
        let tree = open(tree);
        let found = servers(&tree.root, &tree.stack(path)).into_iter();
        let shown = found.map(|server| format!("{} {} {}", server.host, server.port, server.serves));
        shown.collect::<Vec<_>>()
    };
    for (path, expected) in [
        ("/nfs/x", &["10.0.0.1 2049 nfs4 (/nfs)"][..]),
        ("/nfs6/x", &["fd00::1 20049 nfs (/nfs6)"]),
        ("/smb/x", &["10.0.0.2 445 cifs (/smb)"]),
        ("/ceph/x", &["10.0.0.3 6790 ceph (/ceph)"]),
        ("/ceph2/x", &["10.0.0.5 3300 ceph (/ceph2)"]),
        ("/lustre/x", &["10.0.0.7 988 lustre (/lustre)"]),
        ("/lustre-ib/x", &[]),
        ("/gluster/x", &["gluster1 24007 fuse.glusterfs (/gluster)"]),
        ("/sshfs/x", &["db1 22 fuse.sshfs (/sshfs)"]),
        ("/9p/x", &["10.0.0.10 5640 9p (/9p)"]),
        ("/9pv/x", &[]),
        ("/nvme/x", &["10.0.0.11 4421 nvme1n1", "10.0.1.11 4420 nvme1n1"]),
        ("/x", &[]),
    ] {
        assert_eq!(of("network-servers", path), expected, "{path}");
    }
    assert_eq!(of("iscsi", "/mnt/iscsi/x"), ["10.0.0.12 3261 sdb"]);
    assert_eq!(of("laptop-nvme", "/x"), [""; 0]);
}

#[test]
fn btrfs_over_two_devices_is_compressed() {
    let tree = open("btrfs");
    let stack = tree.stack("/home/x");
    assert_eq!(shape(&stack), ["btrfs", "  nvme0n1", "  nvme1n1"]);
    let fs = stack.file_system().unwrap();
    assert_eq!(
        (fs.class, fs.compression.as_deref()),
        (FsClass::CopyOnWrite, Some("zstd:3"))
    );
    // The mount table names only the first device; the second is as much in use.
    assert!(
        device::probe(&tree.root, Path::new("/dev/nvme1n1"))
            .unwrap()
            .in_use()
    );
}

#[test]
fn thin_cached_and_bcache() {
    let tree = open("thin-cache-bcache");
    let thin = tree.stack("/thin");
    assert_eq!(
        shape(&thin),
        [
            "ext4",
            "  dm-3",
            "    dm-2",
            "      dm-0",
            "        sda",
            "      dm-1",
            "        sda"
        ]
    );
    assert_eq!(
        (&mapped(&thin, "dm-3").mapping, &mapped(&thin, "dm-2").mapping),
        (&Mapping::Thin, &Mapping::ThinPool)
    );
    assert_eq!(leaf_names(&thin), ["sda"], "each disk once");
    assert_eq!(mapped(&tree.stack("/cached"), "dm-4").mapping, Mapping::Cache);
    let bcache = tree.stack("/bcache");
    assert_eq!(leaf_names(&bcache), ["nvme0n1", "sdb"]);
    assert_eq!(
        bcache.layers()[1].1.kind,
        LayerKind::Bcache {
            mode: Some("writeback".to_owned())
        }
    );
}

#[test]
fn a_captured_virtual_machine_is_as_badly_set_as_those_of_the_seeds() {
    let machine = open("virtio-vm").machine("/root/file");
    assert_eq!(shape(&machine.stack), ["ext4", "  vda"]);
    let queue = machine.stack.leaves()[0].queue.as_ref().unwrap();
    assert_eq!(queue.scheduler.as_deref(), Some("mq-deadline"));
    assert_eq!(queue.schedulers, ["none", "mq-deadline", "kyber", "bfq"]);
    assert_eq!(
        (queue.rotational, queue.read_ahead_kb, queue.wbt_lat_usec),
        (Some(true), Some(8192), Some(75000))
    );
    assert_eq!(
        (queue.physical_block_size, queue.hardware_queues),
        (Some(4096), Some(1))
    );
    assert_eq!(machine.stack.file_system().unwrap().read_ahead_kb, Some(8192));
    assert_eq!(machine.counters.len(), 1);
    assert_eq!(machine.system.hypervisor.as_deref(), Some("kvm"));
    assert_eq!(machine.limits.locked_memory_bytes, Some(8 << 20));
    assert!(machine.pressure.io.is_some() && machine.cpu_times.is_some());
}

#[test]
fn an_empty_machine_is_unknown_throughout() {
    let machine = open("empty").machine("/data");
    assert_eq!(machine.stack.top, None);
    assert_eq!(
        (
            machine.cpu.online,
            machine.memory.total_bytes,
            machine.system.kernel
        ),
        (None, None, None)
    );
    assert!(machine.counters.is_empty() && machine.cgroups.limits.is_empty() && machine.swaps.is_empty());
    assert_eq!(
        machine.clock.read_ns, None,
        "a captured tree is not this machine's clock"
    );
}

#[test]
fn a_broken_machine_ends_and_claims_nothing() {
    let tree = open("broken");
    let machine = tree.machine("/x");
    let top = machine.stack.layers()[1].1;
    assert_eq!((top.name.as_str(), top.size_bytes), ("dm-0", None));
    assert_eq!(top.queue.as_ref().unwrap().rotational, None);
    assert_eq!(tree.stack("/gone/x").leaves().len(), 0);
    assert!(tree.stack("/on/itself/image").layers().len() < 64);
    assert_eq!(
        (machine.memory.total_bytes, machine.pressure.io, machine.cpu_times),
        (None, None, None)
    );
}

fn change(device: &str, setting: Setting, to: &str) -> Change {
    Change {
        device: device.to_owned(),
        setting,
        to: to.to_owned(),
    }
}

/// Everything under `sys/`, to compare.
fn contents(dir: &Path) -> Vec<(PathBuf, String)> {
    let mut out = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            out.extend(contents(&entry.path()));
        } else if entry.file_type().unwrap().is_file() {
            out.push((
                entry.path(),
                fs::read_to_string(entry.path()).unwrap().trim().to_owned(),
            ));
        }
    }
    out.sort();
    out
}

/// Just a disk that is set as the captured machine's is.
fn one_disk() -> Tree {
    let dir = memory_folder();
    let text = "# made: written\n@ sys/class/block/vda/queue\nscheduler = none [mq-deadline] kyber\nrotational = 1\n\
                read_ahead_kb = 8192\nnr_requests = 77\nwbt_lat_usec = 75000\niosched/read_expire = 500\n";
    tree::unpack(text, dir.path()).unwrap();
    let root = Root::at(dir.path());
    Tree { dir, root }
}

const THREE: [(Setting, &str); 3] = [
    (Setting::Scheduler, "none"),
    (Setting::Rotational, "0"),
    (Setting::ReadAheadKb, "128"),
];

/// A tree's `scheduler` file becomes the bare word that was written, where the kernel would show the list again.
fn scheduler_of(tree: &Tree) -> String {
    let text = fs::read_to_string(tree.root.block("vda").join("queue/scheduler")).unwrap();
    fiord_host::root::chosen(&text).unwrap().to_owned()
}

#[test]
fn a_journal_cut_anywhere_restores_what_was_written_before_the_cut() {
    // A crash may end the journal at any byte. What it still holds whole must be undone; a change whose line was cut had not been
    // made yet, because the line is synced first.
    let whole = {
        let tree = one_disk();
        let journal = tree.dir.path().join("undo");
        let changes = THREE.map(|(setting, to)| change("vda", setting, to));
        changes::apply(&tree.root, &journal, &changes).unwrap();
        let text = fs::read_to_string(journal).unwrap();
        // A tree changes nothing along with a scheduler: what the kernel would is noted before the scheduler itself.
        let at = text.find("is\t").unwrap();
        let queue = "/sys/class/block/vda/queue";
        let along = format!("is\t{queue}/nr_requests\t256\nis\t{queue}/iosched/read_expire\t400\n");
        format!("{}{along}{}", &text[..at], &text[at..])
    };
    let sets = whole.lines().filter(|l| l.starts_with("set\t")).count();
    assert_eq!(sets, THREE.len());
    // Before, at and after each line's end, and inside each line.
    let ends = whole.match_indices('\n').map(|(at, _)| at);
    // The header is made with the file: a file without it is not ours.
    let header = whole.find('\n').unwrap();
    let cuts = ends.flat_map(|end| [end.saturating_sub(9), end, end + 1]);
    let cuts = cuts.filter(|cut| *cut > header);
    for cut in cuts {
        let tree = one_disk();
        let before = contents(&tree.dir.path().join("sys"));
        let kept = &whole[..cut];
        let made = kept
            .split_inclusive('\n')
            .filter(|l| l.starts_with("set\t") && l.ends_with('\n'))
            .count();
        let queue = tree.root.block("vda").join("queue");
        for (setting, to) in &THREE[..made] {
            fs::write(queue.join(setting.name()), to).unwrap();
            if *setting == Setting::Scheduler {
                // As the kernel does when the scheduler changes.
                fs::write(queue.join("nr_requests"), "256").unwrap();
                fs::write(queue.join("iosched/read_expire"), "400").unwrap();
            }
        }
        let journal = tree.dir.path().join("undo");
        fs::write(&journal, kept).unwrap();
        changes::restore(&tree.root, &journal).unwrap_or_else(|e| panic!("cut at {cut}: {e}"));
        let mut after = contents(&tree.dir.path().join("sys"));
        assert_eq!(scheduler_of(&tree), "mq-deadline", "cut at {cut}");
        let list = before
            .iter()
            .find(|(p, _)| p.ends_with("vda/queue/scheduler"))
            .unwrap();
        let slot = after
            .iter_mut()
            .find(|(p, _)| p.ends_with("vda/queue/scheduler"))
            .unwrap();
        *slot = list.clone();
        assert_eq!(after, before, "cut at {cut}");
    }
}

#[test]
fn what_another_changed_meanwhile_is_left_and_reported() {
    let tree = open("virtio-vm");
    let journal = tree.dir.path().join("undo");
    let changes = [
        change("vda", Setting::ReadAheadKb, "128"),
        change("vda", Setting::Nomerges, "2"),
    ];
    changes::apply(&tree.root, &journal, &changes).unwrap();
    let read_ahead = tree.root.block("vda").join("queue/read_ahead_kb");
    fs::write(&read_ahead, "512\n").unwrap();
    let outcomes = changes::restore(&tree.root, &journal).unwrap();
    assert!(
        matches!(&outcomes[0], ChangeOutcome::Done(step) if step.to == "0"),
        "{outcomes:?}"
    );
    assert!(
        matches!(&outcomes[1], ChangeOutcome::ChangedByOther(_, now) if now == "512"),
        "{outcomes:?}"
    );
    assert_eq!(fs::read_to_string(read_ahead).unwrap(), "512\n");
    assert!(!changes::pending(&tree.root, &journal));
}

#[test]
fn fixing_again_after_a_fix_still_restores_the_first_value() {
    let tree = open("virtio-vm");
    let journal = tree.dir.path().join("undo");
    for value in ["128", "64", "32"] {
        changes::apply(
            &tree.root,
            &journal,
            &[change("vda", Setting::ReadAheadKb, value)],
        )
        .unwrap();
    }
    changes::restore(&tree.root, &journal).unwrap();
    let now = fs::read_to_string(tree.root.block("vda").join("queue/read_ahead_kb")).unwrap();
    assert_eq!(now.trim(), "8192");
}

#[test]
fn a_journal_of_another_boot_is_void_and_a_damaged_one_is_refused() {
    let tree = open("virtio-vm");
    let journal = tree.dir.path().join("undo");
    let read_ahead = tree.root.block("vda").join("queue/read_ahead_kb");
    fs::write(
        &journal,
        "fiord undo 1\tanother-boot\nset\t/sys/class/block/vda/queue/read_ahead_kb\t4\t8192\n",
    )
    .unwrap();
    // This boot is not known, so the values may still be in place.
    assert!(changes::pending(&tree.root, &journal));
    let boot = tree.root.proc("sys/kernel/random/boot_id");
    fs::create_dir_all(boot.parent().unwrap()).unwrap();
    fs::write(boot, "this-boot\n").unwrap();
    assert!(!changes::pending(&tree.root, &journal));
    assert!(changes::restore(&tree.root, &journal).unwrap().is_empty());
    for bad in [
        "fiord undo 1\tunknown\nset\t/etc/passwd\t4\t8192\n",
        "fiord undo 1\tunknown\nset\t/sys/../etc/passwd\t4\t8192\n",
        "fiord undo 1\tunknown\nset\t/sys/class/block/vda/queue/read_ahead_kb\t4\n",
    ] {
        fs::write(&journal, bad).unwrap();
        let error = changes::restore(&tree.root, &journal).unwrap_err();
        assert!(matches!(error, changes::Error::Damaged(..)), "{bad:?}: {error}");
        assert_eq!(
            fs::read_to_string(&journal).unwrap(),
            bad,
            "a journal that is not understood is kept"
        );
    }
    assert_eq!(fs::read_to_string(read_ahead).unwrap().trim(), "8192");
}

#[test]
fn nothing_is_changed_when_one_change_cannot_be_planned_or_journaled() {
    let tree = open("virtio-vm");
    let before = contents(&tree.dir.path().join("sys"));
    let changes = [
        change("vda", Setting::Nomerges, "2"),
        change("nosuch", Setting::Nomerges, "2"),
    ];
    let error = changes::apply(&tree.root, &tree.dir.path().join("undo"), &changes).unwrap_err();
    assert_eq!(error.to_string(), "nosuch has no nomerges");
    let in_a_file = tree.dir.path().join("proc/swaps/undo");
    assert!(changes::apply(&tree.root, &in_a_file, &changes[..1]).is_err());
    assert_eq!(contents(&tree.dir.path().join("sys")), before);
}

#[test]
fn a_look_at_two_moments_finds_what_happened_between() {
    let tree = open("virtio-vm");
    let stats = tree.root.proc("diskstats");
    let line =
        |reads, sectors| format!(" 254 0 vda {reads} 0 {sectors} 500 0 0 0 0 0 900 1000 0 0 0 0 0 0\n");
    fs::write(&stats, line(100, 800)).unwrap();
    let before = look::glance(&tree.root);
    fs::write(&stats, line(300, 2400)).unwrap();
    let pid = tree.root.proc("4242");
    fs::create_dir(&pid).unwrap();
    fs::write(pid.join("io"), "rchar: 1\nread_bytes: 819200\nwrite_bytes: 0\n").unwrap();
    fs::write(pid.join("stat"), "4242 (mysqld) S 1").unwrap();
    let activity = look::glance(&tree.root).over(&before, Duration::from_secs(2));
    assert_eq!(activity.devices.len(), 1);
    assert_eq!(
        (
            activity.devices[0].row.reads_per_s,
            activity.devices[0].row.read_kb_per_s
        ),
        (100.0, 400.0)
    );
    assert_eq!(
        (
            activity.processes[0].name.as_str(),
            activity.processes[0].read_bytes
        ),
        ("mysqld", 819_200)
    );
}
