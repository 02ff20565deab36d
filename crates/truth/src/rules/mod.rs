//! The rules that are not yet files in `traps/`, by when they are judged.

pub mod machine;
pub mod plan;
pub mod run;
