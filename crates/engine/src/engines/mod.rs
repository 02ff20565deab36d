//! The I/O engines: one file each, all behind [`crate::engines::engine::Engine`].

pub(crate) mod allocate;
pub(crate) mod by_name;
pub(crate) mod cpu;
mod directive;
mod durable;
pub(crate) mod e4defrag;
pub mod engine;
pub(crate) mod exec;
pub(crate) mod io_uring;
pub(crate) mod libaio;
mod mapped_fault;
mod mapping;
pub(crate) mod mmap;
pub(crate) mod mtd;
pub(crate) mod null;
pub(crate) mod offload;
pub(crate) mod pmem;
pub(crate) mod pointed;
pub(crate) mod posixaio;
pub(crate) mod psync;
pub(crate) mod pvsync;
pub(crate) mod sg;
pub(crate) mod splice;
pub(crate) mod sync;
mod sync_calls;
#[cfg(test)]
mod tests;
pub(crate) mod uring_cmd;
pub(crate) mod vsync;
