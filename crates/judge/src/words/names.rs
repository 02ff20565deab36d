//! Names of devices and files in a sentence.

use crate::case::trap::{Subject, Thing};

/// The devices in a row; `no device` where none is known.
pub(super) fn devices(names: &[String]) -> String {
    if names.is_empty() {
        "no device".to_owned()
    } else {
        names.join(", ")
    }
}

/// The path, device or group that a finding is about.
pub(super) fn thing(subject: &Subject) -> String {
    match &subject.thing {
        Some(Thing::File(path)) => path.display().to_string(),
        Some(Thing::Device(name) | Thing::Group(name)) => name.clone(),
        None => "the target".to_owned(),
    }
}
