//! The sentences about observations: one file per trap, and nowhere else.

mod swap;
mod sync_iodepth;
