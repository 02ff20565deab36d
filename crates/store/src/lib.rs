//! The store of runs and studies: one SQLite file, documented in `docs/store.md`. The only SQL.
//!
//! 1. A run is written in one transaction that is on the disk when [`Store::add`] returns.
//! 2. A file that is damaged, of another version, or of another program is never written.
//! 3. What a run is, is its record; the other tables are views of it for people who query.

mod error;
mod found;
mod open;
mod packed;
mod reading;
mod rows;
mod studies;
mod writing;

pub use error::StoreError;
pub use found::FoundInRun;
pub use open::Store;
pub use reading::{Filter, Named};
pub use rows::{FindingRow, NewRun, Place, ResultRow, RunRow, StoredJudgement, StudyRow, StudyState};
pub use studies::NewStudy;
pub use writing::{Prune, Pruned};
