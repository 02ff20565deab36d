//! Comparisons of results, pure: matching by what was measured, ratios, verdicts, groups, the catalogue.
//!
//! A result is a [`result::ComparedResult`]: cells of measurements, each with its [`workload::WorkloadKey`]. [`rows::rows`] puts the cells of several results
//! side by side, [`outcome::compare`] judges them, [`facts::differences`] says in what machines and plans differ, [`limits`] holds the outcome against
//! conditions. Nothing here judges single runs: what is wrong with one comes in with it.

pub mod catalogue;
pub mod disturbed;
pub mod facts;
pub mod limits;
pub mod outcome;
pub mod paired;
pub mod quantity;
mod rank;
pub mod result;
pub mod rows;
pub mod sheet;
pub mod verdict;
pub mod why;
pub mod words;
pub mod workload;
