//! The integration tests of `fiord-report` in one binary, so that they link once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod browser;
mod claims;
#[path = "../../../judge/tests/suite/consistency/mod.rs"]
mod consistency;
mod doctor_trees;
mod endurance;
mod fio_oracle;
mod golden;
mod hosts;
mod metrics;
mod old_documents;
mod openmetrics;
mod page_text;
mod pages;
mod repeats;
mod samples;
mod schema;
mod schemas;
mod survey_language;
mod topics_page;
mod traps_page;
