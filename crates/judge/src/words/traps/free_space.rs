use crate::case::trap::Subject;
use crate::traps::free_space::Observed;
use fiord_record::number::{Bytes, Share};

use crate::words::observation::Words;

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
