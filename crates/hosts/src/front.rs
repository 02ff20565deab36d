//! What the caller gives to a run over hosts.

use anyhow::Result;
use fiord_formats::page::Page;
use fiord_job::invocation::Parsed;

use crate::report::HostsAnswer;

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
    /// Keeps a result in the store.
    pub keep: &'a dyn Fn(&HostsAnswer<'_>) -> Result<()>,
    /// On rank 0: whether what is to be written besides can be.
    pub ready: &'a dyn Fn() -> Result<()>,
    /// Whether a plain run would take this job.
    pub check: &'a dyn Fn(&Parsed) -> Result<()>,
}
