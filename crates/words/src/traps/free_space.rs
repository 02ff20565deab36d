use fiord_case::trap::Subject;
use fiord_record::number::{Bytes, Share};
use fiord_truth::traps::free_space::Observed;

use crate::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Unknown { mount } => format!("{}: free space", mount.display()),
            Observed::NoInode { mount } => format!("{}: no inode is free", mount.display()),
            Observed::Space {
                mount,
                used_percent,
                available_bytes,
                total_bytes,
            } => format!(
                "{}: {} available of {}, {} used",
                mount.display(),
                Bytes(*available_bytes),
                Bytes(*total_bytes),
                Share(used_percent / 100.0)
            ),
        }
    }
}
