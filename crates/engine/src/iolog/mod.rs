//! Recorded I/O: `write_iolog` writes down what is issued, `read_iolog` issues it again.

mod blktrace;
mod record;
mod replay;
mod resolve;
mod source;

pub(crate) use record::Recording;
pub(crate) use replay::Playback;
pub use resolve::{RecordingError, resolve};
