//! The integration tests of `fiord-host` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod bounds;
mod changes;
mod formats;
mod identity;
mod kernel;
mod memory;
mod oracle;
mod support;
mod trace;
mod trees;
