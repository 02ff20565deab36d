//! The sentences about observations: one file per trap, and nowhere else.

mod aio_buffered;
mod batches;
mod block_size;
mod busy_neighbour;
mod c_states;
mod cache_below;
mod cache_read;
mod cache_repeat;
mod cgroup_memory;
mod cliff;
mod clock;
mod cloud_volume;
mod compare;
mod compression;
mod cpu_wait;
mod cpus;
mod depth_not_reached;
pub mod describe;
mod direct_buffered;
mod dirty_limits;
mod discard;
mod ends_early;
mod failed;
mod few_samples;
mod foreign_io;
mod free_space;
mod frequency;
mod fs_class;
mod fsync_direct;
mod fsync_lies;
mod garbled_result;
mod generator_bound;
mod governor;
mod gtod_reduce;
mod health;
mod heat;
mod huge_pages;
mod idle;
mod ignored_option;
mod imported;
mod io_poll;
mod iostats;
mod late_generator;
mod latency_claim;
pub mod layer;
mod limits;
mod load;
mod memory;
mod memory_device;
mod mixed_medium;
mod mount_options;
mod names;
mod no_room;
mod no_target;
mod noise;
mod nomerges;
mod not_steady;
mod nr_requests;
mod numa;
mod overlap;
mod overwrite_same;
mod pcie_link;
mod phrases;
mod pressure;
mod quota;
mod read_ahead;
mod requests;
mod rotational;
mod rq_affinity;
mod same_file_readers;
mod same_file_writers;
mod same_setting;
mod scheduler;
mod seen;
mod short_run;
mod small_file;
mod smt;
mod spec_gap;
mod spread;
mod stack;
mod stale_file;
mod stalls;
mod swap;
mod sync_iodepth;
mod system;
mod throttle;
mod unaligned_direct;
mod unit_misread;
mod unsafe_target;
mod unwritten;
mod util_meaningless;
mod verdict;
mod wbt;
mod write_amplification;
mod write_cache;
mod write_cached;
mod zero_data;

pub use not_steady::steady;

/// With a capital letter first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
