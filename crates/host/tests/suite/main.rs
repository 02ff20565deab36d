//! The integration tests of `fiord-host` in one binary, so that they link once.

mod kernel;
mod oracle;
mod support;
mod trees;
