//! What a survey found: a row for each point, the page for people, the document.
//!
//! Records of its runs in, pages and documents out. What fits a survey to a disk and measures it is elsewhere.

#![forbid(unsafe_code)]

mod hosts;
mod report;
mod rows;
mod table;

pub use hosts::SurveyRanks;
pub use report::{FILE_OF_THE_READER, SurveyReport, SurveySubject};
pub use rows::SurveyRun;
