//! The integration tests of `fiord` in one binary, so that they link once.

mod cache;
mod claims;
mod common;
mod doctor;
mod doctor_bed;
mod examples;
mod explain;
mod fio_mode;
mod kept;
mod loop_bed;
mod machine;
mod nobodys_data;
mod planted;
mod prepare;
mod rated;
#[path = "../../../formats/tests/suite/schema/mod.rs"]
mod schema;
mod survey;
mod ten_thousand;
mod truth;
mod truth_facts;
mod truth_holes;
mod truth_limits;
mod truth_machine;
mod truth_memory;
mod truth_others;
mod truth_parts;
mod truth_plan;
mod truth_processors;
mod truth_requests;
mod truth_settings;
mod truth_shape;
mod truth_simulated;
mod watch;
mod ways_out;
mod widths;
