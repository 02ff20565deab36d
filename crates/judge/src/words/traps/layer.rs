use crate::case::trap::Subject;
use crate::traps::layer::{LayerCause, Observed};
use fiord_record::number::{Nanos, Share, plural};

use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        let where_ = match self.cause {
            LayerCause::FileSystem => {
                "before the file system began with the I/O: in the system call, or waiting for a lock of the file"
            }
            LayerCause::Limit => {
                "before the queue of the block layer: the limit of a control group waits there"
            }
            LayerCause::Submission => {
                "before the queue of the block layer, and no limit of a control group is known: in the system call or the file system"
            }
            LayerCause::Plug => "between the tag and the driver: in the submitter's batch",
            LayerCause::NoDevice => "in the file system, and no I/O of a device was seen for it",
            LayerCause::Tags => "waiting for a tag: the device's queue was full",
            LayerCause::Scheduler => {
                "in the queue of the I/O scheduler, or of the block layer where there is none"
            }
            LayerCause::Device => "in the driver and the device",
            LayerCause::FileSystemEnd => "in the file system after the device was done",
            LayerCause::WakeUp => "after the I/O was done, until the program ran again",
        };
        format!(
            "{} of the latency of {} was spent {where_} ({} of {}; {})",
            Share(self.part_ns / self.mean_ns),
            crate::words::layers::direction(self.ddir),
            Nanos(self.part_ns),
            Nanos(self.mean_ns),
            means_of(self.ios)
        )
    }

    fn advice(&self) -> Option<String> {
        let advice = match self.cause {
            LayerCause::FileSystem => {
                "try one worker by file, or another file system; writes to one file wait for each other"
            }
            LayerCause::Limit => "look at io.max or blkio.throttle of the control group, or raise the limit",
            LayerCause::Submission => {
                "look at processors that are busy, and at what the file system does before a transfer: extents, journal"
            }
            LayerCause::Plug => "submit fewer I/Os in one call",
            LayerCause::NoDevice => {
                "look whether the file has holes or is not written; reading those asks no device"
            }
            LayerCause::Tags => {
                "lower iodepth to what the device has tags for (nr_requests), or raise nr_requests"
            }
            LayerCause::Scheduler => "try the scheduler none, where the device orders requests itself",
            LayerCause::Device => "only another device, fewer or smaller I/Os at once make this shorter",
            LayerCause::FileSystemEnd => {
                "look at what the file system does after a transfer: journal, metadata, synchronous writes"
            }
            LayerCause::WakeUp => {
                "look at processors: load, c-states, interrupts on another processor; io_uring with polling wakes nobody"
            }
        };
        Some(advice.to_owned())
    }
}

/// What the means are of.
fn means_of(ios: u64) -> String {
    format!("means of {}", plural(ios, "traced I/O"))
}
