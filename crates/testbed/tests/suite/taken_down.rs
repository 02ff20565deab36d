//! That nothing of a test stays on the machine, also when the test fails.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use fiord_testbed::{
    Loop, Mounted, Throttle, ThrottleLimit, Timing, TruthDevice, Wire, Zram, or_skip, patiently, run,
};

/// Drops it as a test that fails does.
fn fail_with(made: impl Sized) {
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let _made = made;
        std::panic::resume_unwind(Box::new("a test failed"));
    }));
    assert!(failed.is_err());
}

fn is_mounted(path: &Path) -> bool {
    let table = fs::read_to_string("/proc/self/mountinfo").unwrap();
    table.contains(&format!(" {} ", path.display()))
}

#[test]
fn a_loop_device_and_the_mount_on_it() {
    let device = or_skip!("loop", Loop::new(8));
    assert_eq!(
        fs::read_to_string(device.sys().join("size")).unwrap().trim(),
        "16384"
    );
    let mounted = or_skip!("mount", Mounted::ext4(&device));
    fs::write(mounted.path().join("file"), "x").unwrap();
    assert_eq!(mounted.names(), ["file"]);
    let (image, at) = (device.image.clone(), mounted.path().to_owned());
    assert!(is_mounted(&at));
    fail_with((mounted, device));
    assert!(!is_mounted(&at) && !at.exists() && !image.exists());
    // The device itself may be another test's by now.
    let used = run("losetup", &["--list", "--noheadings", "--output", "BACK-FILE"]).unwrap();
    assert!(!used.contains(image.to_str().unwrap()), "{used}");
}

#[test]
fn a_zram_device() {
    // Another test may have its number by the time we look, so it is known by an odd size.
    let mib = 1000 + u64::from(std::process::id() % 1000);
    let zram = or_skip!("zram", Zram::new(mib));
    let size = zram.sys().join("disksize");
    let is_ours = || fs::read_to_string(&size).is_ok_and(|size| size.trim() == (mib << 20).to_string());
    assert!(is_ours() && zram.device().exists());
    fail_with(zram);
    assert!(!is_ours());
}

#[test]
fn a_control_group() {
    let device = or_skip!("loop", Loop::new(4));
    let throttle = or_skip!(
        "blkio",
        Throttle::new(&device.number(), &[ThrottleLimit::Reads(4200)])
    );
    let group = throttle.path().to_owned();
    assert!(throttle.procs().exists());
    fail_with(throttle);
    assert!(!group.exists());
}

#[test]
fn a_device_of_known_truth() {
    // `cargo xtask testbed` does it 50 times and looks for threads as well.
    for _ in 0..3 {
        let truth = or_skip!("fuse", TruthDevice::new(4, Timing::us(100, 100, 1)));
        let (file, device) = (truth.file().path().to_owned(), truth.disk().device.clone());
        let at = file.parent().unwrap().to_owned();
        assert!(is_mounted(&at) && file.exists());
        fail_with(truth);
        assert!(!is_mounted(&at) && !at.exists());
        let used = run("losetup", &["--list", "--noheadings", "--output", "BACK-FILE"]).unwrap();
        assert!(!used.contains(file.to_str().unwrap()), "{device}: {used}");
    }
}

/// Network namespaces that this process has open, and threads of wires.
fn wires() -> usize {
    let names = |folder: &str| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let spaces = names("/proc/self/fd").filter_map(|path| fs::read_link(path).ok());
    let threads = names("/proc/self/task").filter_map(|path| fs::read_to_string(path.join("comm")).ok());
    spaces
        .filter(|to| to.to_string_lossy().starts_with("net:["))
        .count()
        + threads.filter(|name| name.trim() == "wire").count()
}

#[test]
fn a_wire() {
    let wire = or_skip!("wire", Wire::new(Duration::ZERO));
    // A thread has its name when it runs for the first time.
    assert!(
        patiently(|| wires() == 4),
        "two namespaces, two relays: {}",
        wires()
    );
    let names = |wire: &Wire| wire.near(|| fs::read_to_string("/proc/thread-self/net/dev").unwrap());
    assert!(names(&wire).contains(" wire:"), "{}", names(&wire));
    fail_with(wire);
    assert_eq!(wires(), 0);
    assert!(
        !fs::read_to_string("/proc/thread-self/net/dev")
            .unwrap()
            .contains(" wire:")
    );
}
