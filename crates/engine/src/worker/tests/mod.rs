//! The worker loop with engines and clocks that only tests have.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub(crate) mod handmade;
mod in_ranges;
mod open_loop;
mod planted;
mod planted_zones;
mod stubborn;
mod turning;
mod unallocating;
