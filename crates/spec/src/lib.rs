//! fio's job language: from text or argv to checked, immutable job plans.
//!
//! What was typed becomes raw jobs with source positions, and those become [`plan::JobPlan`]s. This crate never opens a
//! file, reads a clock or panics, whatever the input: file contents and the environment are handed in.

pub mod diagnostic;
pub mod help;
pub mod lower;
pub mod plan;
pub mod raw;
pub mod table;
pub mod units;
