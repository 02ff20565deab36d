//! One run from plan to record: guards for devices, signals, counters before and after, the engine between.
//!
//! The fio front end and the verbs all measure through [`measure`]; nothing else starts workers.

#![forbid(unsafe_code)]

mod arrange;
pub mod before;
pub mod control;
mod disks;
pub mod layers;
mod logs;
mod measure;
mod meters;
mod neighbours;
pub mod packed_log;
mod peek;
mod regions;
pub mod remaining;
mod replay;
pub mod report_file;
mod safety;
mod sampler;
mod siblings;
mod signals;
pub mod states;
pub mod targets;
pub mod whole_file;
mod witness;

pub use fiord_engine::iolog::merge_traces;
pub use measure::{Hold, Session, VERSION, measure};
pub use siblings::OtherProcesses;
pub use signals::Signals;
