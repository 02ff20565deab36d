//! Recorded I/O: `write_iolog` writes down what is issued, `read_iolog` issues it again.

#![forbid(unsafe_code)]

mod blktrace;
mod merge;
mod record;
mod replay;
mod resolve;
mod source;

pub use record::Recording;
pub use replay::Playback;
pub use resolve::{RecordingError, merge_traces, resolve};
