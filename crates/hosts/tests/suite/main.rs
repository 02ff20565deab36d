//! The integration tests of `fiord-hosts` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod parts;
