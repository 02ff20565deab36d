//! A case, and what a trap is made of: all that judgements share, and that knows no trap. No I/O.

#![forbid(unsafe_code)]

pub mod amount;
pub mod asked;
pub mod case;
pub mod compare;
pub mod devices;
pub mod each;
pub mod edit;
pub mod idle;
pub mod imported;
pub mod layers;
pub mod lengthen;
pub mod littles_law;
pub mod look;
pub mod machine_view;
pub mod misread;
pub mod never_written;
pub mod obstacle;
pub mod overlap;
pub mod pace;
pub mod percentile;
pub mod planned;
pub mod purpose;
pub mod shares;
pub mod shrink;
pub mod steadiness;
pub mod trap;

pub use case::{Case, JobRun};
pub use machine_view::{Area, MachineView};
pub use trap::{Family, Severity, State, Subject, Thing, When};
