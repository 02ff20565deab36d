//! What a disk is: block sizes and alignment, link, health, and what may stand behind it. Not: settings of its queue.

use fiord_host::disk::{Disk, Transport};
use fiord_host::health::{Health, NvmeSmart};
use fiord_host::stack::{Layer, LayerKind};

use super::{Seen, check};
use crate::machine_view::MachineView;
use fiord_record::number::{Bytes, plural};

check!(BLOCK_SIZE, Disk, block_size,
    id: "block-size",
    family: Machine,
    title: "blocks or partitions do not line up with the medium",
    why: "a write that covers part of a physical block makes the disk read it first",
    attempt: "use bs and blockalign that are multiples of the physical block; start partitions at 1 MiB",
    example: "sda1 starts at byte 32256, in the middle of a 4 KiB block",
    source: "kernel: ABI/stable/sysfs-block",
);

check!(LINK, Disk, link,
    id: "pcie-link",
    family: Machine,
    title: "the disk's link runs below its best",
    why: "the link bounds the throughput, whatever the flash can do",
    attempt: "look at the slot, the BIOS and power saving of the link; say with the result which link it was",
    example: "nvme0n1: link 2.5 GT/s PCIe x4 of 8.0 GT/s PCIe x4",
    source: "kernel: ABI/testing/sysfs-bus-pci; lspci(8)",
);

check!(HEALTH, Disk, health,
    id: "health",
    family: Machine,
    title: "the disk is hot, worn or failing",
    why: "a hot disk slows itself down, a worn one repairs while it serves",
    attempt: "cool it, or measure another one; `nvme smart-log` and `smartctl -x` tell more",
    example: "nvme0n1: 84 °C, warns at 83 °C",
    source: "NVM Express Base Specification, SMART / Health Information",
);

check!(CLOUD_VOLUME, Disk, cloud_volume,
    id: "cloud-volume",
    family: Machine,
    title: "a cloud volume has bought limits",
    why: "IOPS and throughput are capped by the volume's and the instance's size, some with a burst that ends: a short run measures the burst",
    attempt: "look up the caps of volume and instance and put them beside the result; run longer than the burst",
    example: "nvme0n1 is aws EBS",
    source: "the providers' documentation of volume limits",
);

fn disks<'a>(facts: &MachineView<'a>) -> impl Iterator<Item = (&'a Layer, &'a Disk)> {
    facts.disks().into_iter().filter_map(|layer| match &layer.kind {
        LayerKind::Disk(disk) => Some((layer, &**disk)),
        _ => None,
    })
}

fn block_size(facts: &MachineView<'_>) -> Vec<Seen> {
    let mut out = Vec::new();
    for layer in facts.disks() {
        let name = &layer.name;
        let Some(queue) = &layer.queue else { continue };
        let seen = match (queue.logical_block_size, queue.physical_block_size) {
            (Some(logical), Some(physical)) if physical > logical => Seen::note(format!(
                "{name}: logical blocks of {}, physical of {}",
                Bytes(logical),
                Bytes(physical)
            ))
            .attempt(format!("write in multiples of {physical} bytes")),
            (Some(logical), Some(_)) => Seen::fine(format!("{name}: blocks of {}", Bytes(logical))),
            (Some(logical), None) => Seen::fine(format!("{name}: logical blocks of {}", Bytes(logical))),
            _ => Seen::unknown(format!("{name}: block sizes")),
        };
        out.push(seen.on(name));
        if let Some(off) = queue.alignment_offset.filter(|off| *off != 0) {
            out.push(
                Seen::care(format!(
                    "{name}: its start is {off} bytes off its physical blocks"
                ))
                .on(name),
            );
        }
        if let Some(zoned) = queue.zoned.as_deref().filter(|z| *z != "none") {
            let seen =
                Seen::care(format!("{name}: zones, {zoned}")).because("a zone is written in order only");
            out.push(seen.attempt("use zonemode=zbd").on(name));
        }
    }
    out.extend(
        disks(facts)
            .filter(|(_, disk)| disk.read_only == Some(true))
            .map(|(layer, _)| {
                let seen = Seen::care(format!("{}: read-only", layer.name)).because("nothing can be written");
                seen.attempt("blockdev --setrw, or measure reads only")
                    .on(&layer.name)
            }),
    );
    out.extend(partitions(facts));
    out
}

/// Partitions that do not start on a physical block, or on the stripe that the disk prefers.
fn partitions(facts: &MachineView<'_>) -> Vec<Seen> {
    let mut out = Vec::new();
    for (_, layer) in facts.machine.stack.layers() {
        let LayerKind::Partition {
            start_bytes: Some(start),
            ..
        } = layer.kind
        else {
            continue;
        };
        let queue = layer.below.first().and_then(|disk| disk.queue.as_ref());
        let unit = queue.and_then(|q| q.physical_block_size).unwrap_or(4096).max(512);
        let name = &layer.name;
        out.push(match start % unit {
            0 => Seen::fine(format!("{name} starts at {}", Bytes(start))).on(name),
            _ => Seen::care(format!(
                "{name} starts at byte {start}, inside a physical block of {}",
                Bytes(unit)
            ))
            .attempt("make the partition anew with its start at 1 MiB")
            .on(name),
        });
    }
    out
}

fn link(facts: &MachineView<'_>) -> Vec<Seen> {
    let one = |(layer, disk): (&Layer, &Disk)| {
        let (now, best) = (disk.pcie_link.as_ref()?, disk.pcie_link_max.as_ref());
        let name = &layer.name;
        Some(match best {
            Some(best) if best != now => Seen::care(format!("{name}: link {now} of {best}")).on(name),
            _ => Seen::fine(format!("{name}: {now}")).on(name),
        })
    };
    disks(facts).filter_map(one).collect()
}

fn health(facts: &MachineView<'_>) -> Vec<Seen> {
    let mut out = Vec::new();
    for (name, health) in &facts.machine.health {
        let transport = disks(facts)
            .find(|(l, _)| l.name == *name)
            .map(|(_, d)| d.transport);
        out.extend(temperature(name, health));
        match (&health.nvme, transport) {
            (Some(smart), _) => out.push(wear(name, smart).on(name)),
            (None, Some(Transport::Nvme)) => out.push(
                Seen::unknown(format!("{name}: SMART log"))
                    .because("it takes root, and some virtual disks have none")
                    .on(name),
            ),
            (None, Some(Transport::Sata | Transport::Sas)) => {
                out.push(Seen::unknown(format!("{name}: SMART (see smartctl -x)")).on(name));
            }
            _ => {}
        }
    }
    out
}

fn temperature(name: &str, health: &Health) -> Option<Seen> {
    let now = health.temperature_millic?;
    let degrees = now as f64 / 1000.0;
    let warns = health.temperature_warning_millic;
    let hint = warns.map_or_else(String::new, |w| format!(", warns at {:.0} °C", w as f64 / 1000.0));
    let saw = format!("{name}: {degrees:.0} °C{hint}");
    let seen = match warns {
        Some(limit) if now >= limit => Seen::wrong(saw),
        Some(limit) if now + 10_000 >= limit => {
            Seen::care(saw).because("near its warning: a long test will slow it down")
        }
        _ => Seen::fine(saw),
    };
    Some(seen.with("temperature_c", degrees).on(name))
}

fn wear(name: &str, smart: &NvmeSmart) -> Seen {
    let warnings = [
        "spare blocks low",
        "temperature",
        "unreliable",
        "read-only",
        "memory backup failed",
    ];
    let raised: Vec<&str> = warnings
        .iter()
        .enumerate()
        .filter(|(bit, _)| smart.critical_warning & (1 << bit) != 0)
        .map(|(_, text)| *text)
        .collect();
    let state = format!(
        "{} % of its life used, {} % spare",
        smart.percentage_used, smart.available_spare_percent
    );
    let seen = if !raised.is_empty() {
        Seen::wrong(format!(
            "{name}: critical warning: {}; {state}",
            raised.join(", ")
        ))
    } else if smart.percentage_used >= 100 || smart.available_spare_percent < smart.spare_threshold_percent {
        Seen::care(format!("{name}: {state}"))
    } else if smart.media_errors > 0 {
        Seen::note(format!(
            "{name}: {}; {state}",
            plural(smart.media_errors, "media error")
        ))
    } else {
        Seen::fine(format!("{name}: {state}"))
    };
    seen.with("life_used_percent", f64::from(smart.percentage_used))
        .with(
            "available_spare_percent",
            f64::from(smart.available_spare_percent),
        )
}

fn cloud_volume(facts: &MachineView<'_>) -> Vec<Seen> {
    let system = &facts.machine.system;
    let instance = system
        .instance_type
        .as_ref()
        .map_or_else(String::new, |i| format!(" on {i}"));
    let one = |(layer, disk): (&Layer, &Disk)| {
        let name = &layer.name;
        match (&disk.cloud, &system.cloud) {
            (Some(volume), _) if volume.local => {
                let saw = format!("{name} is {} {}{instance}", volume.provider, volume.volume);
                let seen = Seen::note(saw).because("it belongs to this host: its data are lost with the instance, and its first writes may be slower");
                Some(seen.attempt("write all of it once before measuring").on(name))
            }
            (Some(volume), _) => {
                let saw = format!("{name} is {} {}{instance}", volume.provider, volume.volume);
                Some(Seen::note(saw).on(name))
            }
            (None, Some(cloud)) => {
                Some(Seen::note(format!("{name} is a disk at {cloud}{instance}")).on(name))
            }
            (None, None) => None,
        }
    };
    disks(facts).filter_map(one).collect()
}
