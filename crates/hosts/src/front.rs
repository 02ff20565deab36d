//! What the caller gives to a run over hosts, and what comes back.

use anyhow::Result;
use fiord_formats::page::Page;
use fiord_job::invocation::Parsed;

/// Where messages and the result go.
pub struct HostsFront<'a> {
    /// A sentence for people.
    pub say: &'a (dyn Fn(&str) + Sync),
    /// What the job language has to say.
    pub show: &'a dyn Fn(&Page),
    /// How far all are, now and then.
    pub progress: &'a dyn Fn(&str),
    /// Prints a text to standard output.
    pub print: &'a dyn Fn(&str) -> Result<()>,
    /// Does something while no progress is shown.
    pub above: &'a dyn Fn(&mut dyn FnMut()),
    /// Whether a plain run would take this job.
    pub check: &'a dyn Fn(&Parsed) -> Result<()>,
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostsEnd {
    /// All ranks measured, with the grade of all together.
    Done(fiord_verdict::Grade),
    /// This rank took part to the end; what all came to only rank 0 knows.
    TookPart,
    /// A worker failed.
    Failed,
    /// Nothing was started, or a rank was lost.
    Refused,
    Interrupted,
}
