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
    /// Whether a plain run would take this job.
    pub check: &'a dyn Fn(&Parsed) -> Result<()>,
}

/// What a run came to, as far as a launcher is to know; each with the grade where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostsEnd {
    Done(fiord_verdict::Grade),
    /// A worker failed.
    Failed,
    /// Nothing was started, or a rank was lost.
    Refused,
    Interrupted,
}
