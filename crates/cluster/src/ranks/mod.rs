//! Ranks that MPI connects: what they do together, their clocks, a common start, and who is alive.
//!
//! It measures nothing and knows no results: those travel as bytes. Nothing here listens on a port or executes a file.

#![allow(unsafe_code)]

pub mod again;
pub mod clock;
pub mod find;
pub mod launcher;
pub mod meet;
pub mod plugin;
pub mod run;
pub mod survivor;
pub mod verbs;
mod wire;
