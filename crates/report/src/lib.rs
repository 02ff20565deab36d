//! Documents in and out: fio's formats, the native JSON, tables and pages. Pure functions; nothing here prints.

pub mod answer;
pub mod comparison;
pub mod doctor;
pub mod findings;
pub mod fio;
pub mod help;
pub mod hosts;
pub mod html;
pub mod junit;
pub mod layers;
pub mod metrics;
pub mod native;
pub mod neighbours;
pub mod openmetrics;
pub mod page;
pub mod repeats;
pub mod survey;
pub mod surveyed;
pub mod traps_page;
pub mod watch;
