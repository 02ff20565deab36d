//! The integration tests of `fiord-testbed` in one binary, so that they link once.

mod taken_down;
mod truth_device;
