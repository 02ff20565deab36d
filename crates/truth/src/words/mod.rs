//! The sentences about observations: one file per trap, and nowhere else.

mod aio_buffered;
mod cache_below;
mod cache_read;
mod cache_repeat;
mod depth_not_reached;
mod fsync_direct;
mod fsync_lies;
mod imported;
mod names;
mod no_room;
mod no_target;
mod overlap;
mod overwrite_same;
mod same_file_readers;
mod same_file_writers;
mod small_file;
mod stale_file;
mod swap;
mod sync_iodepth;
mod unsafe_target;
mod unwritten;
mod write_amplification;
mod write_cached;
mod zero_data;
