//! The survey: a study of one disk, fitted to its time, with a report of its own.

pub(in crate::verbs) mod begin;
pub(super) mod making;
