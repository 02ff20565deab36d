//! fiord's own documents: a type each, in one envelope, with a schema that is made from the types.
//!
//! A field never goes and never changes its meaning within one version; new ones may come. Units stand last in a name.

pub mod cache;
pub mod check;
pub mod compare;
pub mod doctor;
pub mod endurance;
mod envelope;
pub mod explain;
pub mod finding;
pub mod history;
pub mod import;
pub mod ladder;
pub mod layers;
pub mod live;
pub mod many_hosts;
pub mod many_hosts_repeats;
pub mod notebook;
pub mod prepare;
pub mod published;
pub mod read;
pub mod repeats;
pub mod run;
pub mod self_cost;
pub mod slo;
pub mod study;
pub mod survey;
pub mod topics;
pub mod watch;
pub mod why;

pub use envelope::{Body, Document, Kind};
