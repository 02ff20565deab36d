//! The trace of a real kernel: what comes out is what was done, filters hold, and nothing stays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::OpenOptions;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::process::Command;

use fiord_host::Root;
use fiord_host::trace::event::{Decoder, id_of, packed};
use fiord_host::trace::format::Format;
use fiord_host::trace::page::PageLayout;
use fiord_host::trace::{Event, EventKind, Instance, TraceTarget, list};
use fiord_testbed::{Loop, or_skip};

fn number(device: &Loop) -> (u32, u32) {
    let text = device.number();
    let (major, minor) = text.split_once(':').unwrap();
    (major.parse().unwrap(), minor.parse().unwrap())
}

fn target(device: &Loop, buffer_kib: u32) -> TraceTarget {
    TraceTarget {
        kinds: EventKind::ALL.to_vec(),
        disks: vec![number(device)],
        file_systems: vec![number(device)],
        buffer_kib,
    }
}

/// Reads blocks past the page cache, one after the other.
fn read(device: &Loop, blocks: impl Iterator<Item = u64>) {
    let flags = rustix::fs::OFlags::DIRECT.bits() as i32;
    let disk = OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(device.path())
        .unwrap();
    let mut memory = vec![0; 8192];
    let from = memory.as_ptr().align_offset(4096);
    for block in blocks {
        disk.read_exact_at(&mut memory[from..from + 4096], block * 4096)
            .unwrap();
    }
}

#[test]
fn each_read_is_seen_once_on_its_way_and_others_are_not() {
    let device = or_skip!("loop", Loop::direct(4));
    let other = or_skip!("loop", Loop::direct(4));
    let root = Root::system();
    let mut instance = or_skip!(
        "tracefs",
        Instance::create(&root, &target(&device, 4096)).map_err(|reason| reason.to_string())
    );
    let mut events = Vec::new();
    read(&device, 0..10);
    assert_eq!(instance.drain(&mut events).unwrap(), 0);
    assert_eq!(events, [], "events are off");
    instance.switch(true).unwrap();
    read(&device, (0..100).map(|number| number * 7));
    read(&other, 0..100);
    instance.switch(false).unwrap();
    read(&device, 0..10);
    assert_eq!(instance.drain(&mut events).unwrap(), 0);
    assert_eq!(instance.lost(), Some(0));
    let (major, minor) = number(&device);
    assert!(events.iter().all(|event| event.dev == packed(major, minor)));
    for kind in [
        EventKind::BioQueue,
        EventKind::GetRequest,
        EventKind::Issue,
        EventKind::Complete,
    ] {
        let mut found: Vec<&Event> = events.iter().filter(|event| event.kind == kind).collect();
        found.sort_by_key(|event| event.time_ns);
        let sectors: Vec<u64> = found.iter().map(|event| event.at).collect();
        let expected: Vec<u64> = (0..100).map(|number| number * 7 * 8).collect();
        assert_eq!(sectors, expected, "{kind:?}");
        assert!(
            found.iter().all(|event| (event.len, event.ddir) == (8, Some(0))),
            "{kind:?}"
        );
    }
    let mine = events.iter().filter(|event| event.kind == EventKind::BioQueue);
    assert!(mine.clone().all(|event| event.pid != 0));
    assert_eq!(mine.count(), 100);
}

#[test]
fn what_finds_no_room_is_counted() {
    let device = or_skip!("loop", Loop::direct(4));
    let mut instance = or_skip!(
        "tracefs",
        Instance::create(&Root::system(), &target(&device, 4)).map_err(|reason| reason.to_string())
    );
    instance.switch(true).unwrap();
    read(&device, (0..4000).map(|number| number % 1000));
    instance.switch(false).unwrap();
    let mut events = Vec::new();
    instance.drain(&mut events).unwrap();
    let lost = instance.lost().unwrap();
    assert!(
        lost > 0 && events.len() as u64 + lost >= 4 * 4000,
        "{} and {lost}",
        events.len()
    );
}

#[test]
fn an_instance_goes_with_its_value_and_a_stale_one_with_the_next() {
    let device = or_skip!("loop", Loop::direct(4));
    let root = Root::system();
    let first = or_skip!(
        "tracefs",
        Instance::create(&root, &target(&device, 64)).map_err(|reason| reason.to_string())
    );
    let name = first.name().to_owned();
    first.switch(true).unwrap();
    // A second one of this process has another name, and leaves the first alone.
    let second = Instance::create(&root, &target(&device, 64)).unwrap();
    assert!(second.name() != name && list(&root).unwrap().contains(&name));
    let (second_name, mine) = (second.name().to_owned(), std::process::id());
    drop((first, second));
    let left = list(&root).unwrap();
    assert!(!left.contains(&name) && !left.contains(&second_name), "{left:?}");
    // As a killed run leaves it: this process's number, and another start.
    let script = format!(
        "d=$(mktemp -d) && mount -t tracefs nodev $d && mkdir $d/instances/fiord-{mine}-1-0; umount $d; rmdir $d"
    );
    let made = Command::new("unshare").args(["-m", "sh", "-c", &script]).status();
    assert!(made.unwrap().success());
    let stale = format!("fiord-{mine}-1-0");
    assert!(list(&root).unwrap().contains(&stale));
    drop(Instance::create(&root, &target(&device, 64)).unwrap());
    assert!(!list(&root).unwrap().contains(&stale));
}

/// A page of the ring buffer of kernel 6.18, the formats of its events, and what that kernel wrote of it as text: process, time, event,
/// device, flags, sector, sectors.
const PAGE: &[u8] = include_bytes!("../trace/page.bin");
const FORMATS: &str = include_str!("../trace/formats.txt");
const TEXT: &str = include_str!("../trace/text.txt");

#[test]
fn a_captured_page_says_what_its_kernel_says_of_it() {
    let mut parts = FORMATS.split("name: ");
    let layout = PageLayout::parse(parts.next().unwrap()).unwrap();
    let decoders: Vec<Decoder> = parts
        .map(|part| {
            let name = part.lines().next().unwrap();
            let kind = EventKind::ALL
                .into_iter()
                .find(|kind| kind.folder().ends_with(name));
            Decoder::new(kind.unwrap(), &Format::parse(part).unwrap()).unwrap()
        })
        .collect();
    let mut said = Vec::new();
    let missed = layout.records(PAGE, |time_ns, record| {
        let decoder = decoders
            .iter()
            .find(|decoder| Some(decoder.id()) == id_of(record));
        let event = decoder.unwrap().decode(time_ns, record).unwrap();
        let us = (event.time_ns + 500) / 1000;
        said.push(format!(
            "{} {}.{:06} {} {},{} {} {} {}",
            event.pid,
            us / 1_000_000,
            us % 1_000_000,
            event.kind.folder().trim_start_matches("block/"),
            event.dev >> 20,
            event.dev & 0xf_ffff,
            if event.ddir == Some(0) { "RS" } else { "?" },
            event.at,
            event.len
        ));
    });
    assert_eq!(missed, Some(false));
    assert_eq!(said, TEXT.lines().collect::<Vec<_>>());
}

/// Cut short or changed in any place, a page is read without harm.
#[test]
fn a_damaged_page_is_read_without_harm() {
    let layout = PageLayout::parse(FORMATS).unwrap();
    for cut in 0..PAGE.len() {
        layout.records(&PAGE[..cut], |_, _| {});
    }
    let mut page = PAGE.to_vec();
    for place in 0..page.len() {
        for flip in [0xff, 0x1f, 0x80] {
            page[place] ^= flip;
            layout.records(&page, |_, _| {});
            page[place] ^= flip;
        }
    }
}
