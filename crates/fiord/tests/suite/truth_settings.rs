//! Settings of a disk that mislead, made for real on a loop device of the test's own and told by `fiord doctor`; and the same check
//! on the same device where the setting is as it should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Command, Stdio};

use fiord_testbed::{Attribute, Loop, skip};
use serde_json::Value;

/// The check, the queue's attribute, the value that it reacts to, and one that it does not.
const SETTINGS: &[(&str, &str, &str, &str)] = &[
    ("nomerges", "nomerges", "2", "0"),
    ("iostats", "iostats", "0", "1"),
    ("rq-affinity", "rq_affinity", "0", "1"),
    ("nr-requests", "nr_requests", "8", "128"),
];

/// What a check says of the device.
fn grade(device: &Loop, id: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(["doctor", "--no-look", "--json"])
        .arg(device.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = document["checks"].as_array().unwrap();
    let of_device = checks
        .iter()
        .find(|check| check["rule"] == id && check["device"] == device.name());
    let check = of_device.unwrap_or_else(|| panic!("no {id} in {document:#}"));
    check["severity"].as_str().unwrap().to_owned()
}

#[test]
fn a_setting_that_misleads_is_told_and_a_good_one_is_not() {
    let device = match Loop::new(16) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    for (id, attribute, heeded, fine) in SETTINGS {
        for (value, expected) in [(heeded, false), (fine, true)] {
            let _set = match Attribute::set(device.queue(attribute), value) {
                Ok(set) => set,
                Err(reason) => {
                    skip("queue-settings", &format!("{attribute} {value}: {reason}"));
                    continue;
                }
            };
            let grade = grade(&device, id);
            assert_eq!(grade == "fine", expected, "{id}: {attribute} {value} is {grade}");
        }
    }
}

/// A loop device has the cache of its file, whatever the kernel was told.
#[test]
fn a_cache_that_is_no_longer_flushed_is_worse_than_one_that_is() {
    let device = match Loop::new(16) {
        Ok(device) => device,
        Err(reason) => return skip("loop", &reason),
    };
    for (mode, expected) in [("write back", "note"), ("write through", "care")] {
        match Attribute::set(device.queue("write_cache"), mode) {
            Ok(_set) => assert_eq!(grade(&device, "write-cache"), expected, "{mode}"),
            Err(reason) => skip("queue-settings", &format!("{mode}: {reason}")),
        }
    }
}
