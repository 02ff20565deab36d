//! The I/O engines: one file each, all behind [`crate::engine::Engine`].

pub(crate) mod null;
pub(crate) mod psync;
mod sync_calls;
