//! The machine as tests make it: loop and zram devices, mounts, limits of control groups, folders. Each is the maker's own, so
//! that what others do on the machine changes nothing, and each is taken down when its value is dropped, also in a test that
//! fails. Where something cannot be had, a test says so with [`skip`] or [`or_skip!`].
//!
//! With them go the settings of random tests, which make their cases come again.
//!
//! Not part of fiord: no crate uses this one but for its tests, it knows none of them, and it judges nothing.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "whatever goes wrong here is a failed test, and what is left out is told on stderr"
)]

mod browser;
mod loop_device;
mod memory_group;
mod mounted;
mod need;
mod places;
mod programs;
mod random;
mod settings;
mod throttle;
pub mod tree;
mod truth;
mod wire;
mod zram;

pub use browser::{BrowserPage, Chromium, chromium};
pub use loop_device::{Loop, choosing_a_loop_device};
pub use memory_group::MemoryGroup;
pub use mounted::Mounted;
pub use need::{every, fio, nightly, repeats, skip};
pub use places::{disk_folder, memory_folder};
pub use programs::{has, reachable_copy, run};
pub use random::{random_cases, seed};
pub use settings::{Attribute, queue_state};
pub use throttle::{Throttle, ThrottleLimit};
pub use truth::{Account, Served, SyncTiming, Timing, TruthDevice, TruthFault, TruthFile};
pub use wire::Wire;
pub use zram::Zram;

/// Tries until it works: another process that looks over all devices or mounts may hold one of ours for a moment. False when
/// it has not worked after about two seconds.
pub fn patiently(mut works: impl FnMut() -> bool) -> bool {
    (0..200).any(|_| {
        works() || {
            std::thread::sleep(std::time::Duration::from_millis(10));
            false
        }
    })
}
