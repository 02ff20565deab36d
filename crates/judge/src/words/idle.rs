//! Why an option has no effect.

use crate::case::idle::{Because, Idle};
use fiord_job::options::{self, Support};

/// Why it has no effect: a clause.
pub(super) fn reason(idle: &Idle) -> String {
    match &idle.because {
        Because::Unmixed(mode) => format!("rw={} does not mix reads and writes", mode.name()),
        Because::Sequential(mode) => format!("rw={} is sequential", mode.name()),
        Because::OneJob => "there is one job, and the first has no increment".to_owned(),
        Because::OneFile => "there is only one file".to_owned(),
        Because::FilesNamed => "the files are named by filename".to_owned(),
        Because::OnDevice => "the target is a device".to_owned(),
        Because::UntilTime => "time_based goes on until the runtime is over".to_owned(),
        Because::OneAtATime(engine) => format!("ioengine={} does one I/O at a time", engine.name()),
        Because::AboveDepth(depth) => format!("it is cut down to iodepth={depth}"),
        Because::DepthNoHigher(depth) => format!("iodepth={depth} is not higher"),
        Because::NoPollQueue => "the device has no queue to poll".to_owned(),
        Because::WritesNothing(mode) => format!("rw={} writes nothing", mode.name()),
        Because::ReadsNothing(mode) => format!("rw={} reads nothing", mode.name()),
        Because::DirectSkipsCache => "direct=1 does not read what pre_read put into memory".to_owned(),
        Because::NoRuntime => "no runtime is set, so size ends the job".to_owned(),
        Because::NoRate => "no rate is set".to_owned(),
        Because::NoThinktime => "no thinktime is set".to_owned(),
        Because::DoneLongBefore => "the size is done long before, even on a slow device".to_owned(),
        Because::Accepted => match options::find(&idle.name).map(|spec| &spec.support) {
            Some(Support::Accepted(why)) => (*why).to_owned(),
            _ => "fiord does not need it".to_owned(),
        },
    }
}
