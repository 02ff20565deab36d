//! Judges a record: traps, findings, verdict, correction, and every sentence about them. No I/O.

pub mod amount;
pub mod case;
pub mod compare;
pub mod correct;
pub mod describe;
pub mod devices;
pub mod each;
pub mod edit;
pub mod finding;
pub mod imported;
pub mod judge;
pub mod layers;
mod legacy;
pub mod look;
pub mod machine_view;
pub mod never_written;
pub mod obstacle;
pub mod overlap;
pub mod percentile;
pub mod planned;
pub mod rules;
pub mod shares;
pub mod shrink;
pub mod trap;
pub mod traps;
pub mod verdict;
pub mod words;

pub use case::{Case, JobRun};
pub use finding::Finding;
pub use judge::{judge, judge_all, judge_one};
pub use machine_view::{Area, MachineView};
pub use trap::{Family, Severity, State, Subject, Thing, When};
pub use traps::{Observed, TrapId};
pub use verdict::{Grade, Verdict};
