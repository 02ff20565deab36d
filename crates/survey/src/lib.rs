//! What a survey found: a row for each point, and the report of all: the page for people, the document, the table.
//!
//! Records of its runs in, pages and documents out. What fits a survey to a disk and measures it is elsewhere.

#![forbid(unsafe_code)]

mod report;
mod rows;
mod table;

pub use report::{FILE_OF_THE_READER, SurveyReport, SurveySubject};
pub use rows::SurveyRun;
