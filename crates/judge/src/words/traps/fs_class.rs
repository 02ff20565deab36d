use crate::case::trap::Subject;
use crate::traps::fs_class::Observed;
use fiord_host::stack::FsClass;

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let (mount, fs_type) = (self.mount.display(), &self.fs_type);
        let what = match self.class {
            FsClass::Disk => "in place, on a disk",
            FsClass::CopyOnWrite => "copy-on-write with its own caching",
            FsClass::Network => "on another machine",
            FsClass::HostShared => "shared from the host",
            FsClass::Overlay => "a union of folders",
            FsClass::Fuse => "served by a process",
            FsClass::Memory => "THIS IS MEMORY, not a disk",
            FsClass::Unknown => "a kind that is not known",
        };
        format!("{mount} is {fs_type}: {what}")
    }

    fn why(&self) -> Option<String> {
        let why = match self.class {
            FsClass::HostShared => "the host's page cache answers, also with direct=1",
            FsClass::Overlay => {
                "the first write to a file copies all of it, and what lies below may not be visible from here"
            }
            FsClass::Fuse => "each I/O crosses into that process and back, and may be cached there",
            FsClass::Memory => "every number would be one of memory and processor: no disk is measured",
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        let is_memory = self.class == FsClass::Memory;
        is_memory
            .then(|| "choose a path on the disk to be measured; df PATH shows where a path lies".to_owned())
    }
}
