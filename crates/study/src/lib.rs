//! Experiments, pure: the study language, the matrix of cells, order, stop rules, analysis, findings.
//!
//! A study goes from its text to a [`definition::Study`], to [`matrix::StudyCell`]s, to an order that a seed decides. What was measured
//! decides what runs next: [`progress::RemainingRuns::next`] is a function of the stored runs, so that a study that is resumed goes on where it ended.

pub mod analysis;
pub mod budget_time;
pub mod builtin;
pub mod check;
pub mod closed_form;
pub mod contrast;
pub mod definition;
pub mod findings;
pub mod forecast;
pub mod inside;
pub mod language;
pub mod marks;
pub mod matrix;
pub mod order;
pub mod progress;
pub mod published;
pub mod service_level;
pub mod sheet;
pub mod survey;
pub mod words;
