//! The I/O engines: one file each, all behind [`crate::engines::engine::Engine`].

#[cfg(test)]
mod contract;
pub mod engine;
pub(crate) mod io_uring;
pub(crate) mod libaio;
mod mapped_fault;
pub(crate) mod mmap;
pub(crate) mod null;
pub(crate) mod psync;
pub(crate) mod pvsync;
pub(crate) mod sync;
mod sync_calls;
pub(crate) mod vsync;
