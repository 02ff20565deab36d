//! The integration tests of `fiord-formats` in one binary, so that they link once.

mod claims;
mod doctor_trees;
mod fio_oracle;
mod golden;
mod hosts;
mod metrics;
mod openmetrics;
mod repeats;
mod schema;
mod schemas;
mod traps_page;
