//! Where a study does its I/O: files that it makes and deletes, or what somebody named.

#![forbid(unsafe_code)]

pub(crate) mod files;
pub(crate) mod unnamed;
