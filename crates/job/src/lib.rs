//! fio's job language: from text or argv to checked, immutable job plans.
//!
//! What was typed becomes raw jobs with source positions, and those become [`plan::JobPlan`]s. This crate never opens a
//! file, reads a clock or panics, whatever the input: file contents and the environment are handed in.

pub mod argv;
pub mod cli;
pub mod diagnostic;
pub mod expand;
pub mod help;
pub mod invocation;
pub mod jobfile;
pub mod lower;
pub mod nearest;
pub mod options;
pub mod plan;
pub mod raw;
pub mod showcmd;
pub mod source;
pub mod surroundings;
pub mod units;
