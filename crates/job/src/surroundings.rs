//! What the job language may see of the outside; nothing else is opened or looked up.

use fiord_messages::Sentence;

use crate::expand::Keywords;
use crate::lower;

/// What the job language may see of the outside.
pub struct Surroundings<'w> {
    /// The text of a job file; `-` is standard input. The error is what the system said.
    pub read: &'w dyn Fn(&str) -> Result<String, Sentence>,
    /// The beginning of a file that a pattern names.
    pub file: lower::ReadFile,
    /// A variable of the environment.
    pub env: &'w dyn Fn(&str) -> Option<String>,
    /// What the keywords stand for.
    pub machine: Keywords,
    /// CPUs that a job may name: those of this machine, or more where the job is for another one.
    pub cpus: u32,
}
