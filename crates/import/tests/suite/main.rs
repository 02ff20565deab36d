//! The integration tests of `fiord-import` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../../judge/tests/suite/consistency/mod.rs"]
mod consistency;
mod fio_outputs;
mod formats;
mod mutations;
mod published;
mod texts;
