//! One run from plan to record. The fio front end and the verbs all measure through [`measure`]; nothing else starts workers.
//!
//! The way of a run, step by step in `measure`:
//!
//! 1. `local_plan`: completes the plan with what only this machine knows (recordings, NUMA nodes).
//! 2. `targets`, [`before`]: finds the targets and the layers under them once; with evidence also what they hold (`peek`, `regions`).
//! 3. `admit`: refuses what must not start. `safety` judges each target, `siblings` shares devices with other processes of the run.
//! 4. `arrange`: control groups and I/O schedulers; put back when the value is dropped. `process`: descriptors, locked memory.
//! 5. `workers::layout`: makes each worker's plan and lays out its files.
//! 6. [`states`], `meters`, `witness`: what is saved and counted while the workers run; [`layers`] traces the kernel.
//! 7. `workers::waves`: starts the workers as `workers::schedule` says, each in a thread (`workers::thread`) that waits at a gate.
//! 8. `witness` ends, `arrange` puts back.
//! 9. `record`, `replay`, `logs`: the record, the blocks touched, the log files.

#![forbid(unsafe_code)]

mod admit;
mod arrange;
pub mod before;
mod board;
mod event;
pub mod layers;
mod local_plan;
mod logs;
mod measure;
mod meters;
pub mod packed_log;
mod peek;
mod process;
mod record;
mod regions;
pub mod remaining;
mod replay;
pub mod report_file;
mod safety;
mod settings;
mod setup_error;
mod siblings;
mod signals;
pub mod states;
mod targets;
mod turns;
pub mod whole_file;
mod witness;
mod workers;

pub use board::board;
pub use event::RunEvent;
pub use local_plan::merge_traces;
pub use measure::measure;
pub use record::VERSION;
pub use settings::{Hold, RunSettings, RunWatcher};
pub use setup_error::SetupError;
pub use siblings::OtherProcesses;
pub use signals::Signals;
pub use turns::{AroundTurn, TurnRate, TurnResult, TurnSides, Turns};
