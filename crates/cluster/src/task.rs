//! What the ranks of a launcher do together, one measurement after the other.

use std::path::PathBuf;

use crate::ranks::meet::JobText;
use anyhow::Result;
use fiord_job::plan::RunPlan;
use fiord_record::run::HostsRun;
use fiord_session::{RunSettings, Signals};
use fiord_workload::wear_out::WearPlan;

use crate::asked::HostsAsked;
use crate::end::{HostsEnd, PrintedBy, RunEnd};

/// What all measure together. Every rank has one of its own; rank 0's says what comes next.
pub trait HostsTask {
    fn asked(&self) -> &HostsAsked;

    /// What was typed and read, which has to be the same everywhere.
    fn text(&self) -> JobText;

    /// Before the ranks meet.
    ///
    /// # Errors
    /// Why this rank cannot take part.
    fn ready(&mut self, is_first: bool) -> Result<()>;

    /// Every rank: what rank 0 needs to know of it first, such as the room on its host.
    ///
    /// # Errors
    /// Why this rank cannot take part.
    fn offer(&mut self, _hosts: &[String], _rank: usize) -> Result<String> {
        Ok(String::new())
    }

    /// Rank 0: what the others need to know besides, given the host of each rank and what each offered.
    ///
    /// # Errors
    /// These ranks cannot do it.
    fn brief(&mut self, _hosts: &[String], _offers: &[String]) -> Result<String> {
        Ok(String::new())
    }

    /// Every rank: gets its part of the data, given what rank 0 tells.
    ///
    /// # Errors
    /// The data cannot be divided like this.
    fn divide(&mut self, brief: &str, hosts: &[String], rank: usize) -> Result<()>;

    /// Files that this rank made, which its survivor deletes if it is killed.
    fn files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Whether rank 0 keeps what was measured, so that its survivor need not.
    fn is_kept_by_task(&self) -> bool {
        false
    }

    /// Rank 0: what is measured next, in words that [`HostsTask::part`] understands on every rank; none: that was all.
    ///
    /// # Errors
    /// What is kept cannot be read.
    fn next(&mut self) -> Result<Option<String>>;

    /// Every rank: its part of what rank 0 named.
    ///
    /// # Errors
    /// The words are not understood.
    fn part(&mut self, named: &str) -> Result<RankPart>;

    /// Rank 0: what was measured; whether more may be.
    ///
    /// # Errors
    /// It cannot be kept.
    fn take(&mut self, run: HostsRun, end: RunEnd) -> Result<bool>;

    /// Rank 0: nothing more is measured; `print` prints the result.
    ///
    /// # Errors
    /// The result cannot be printed.
    fn end(
        &mut self,
        end: RunEnd,
        interrupted: Option<i32>,
        print: &dyn Fn(&str) -> Result<PrintedBy>,
    ) -> Result<HostsEnd>;

    /// Rank 0's survivor: rank 0 is gone. What had been measured, and the run that was on.
    ///
    /// # Errors
    /// The result cannot be printed.
    fn cut_off(&self, whole: Vec<HostsRun>, cut: Option<HostsRun>) -> Result<()>;

    /// Every rank, before it leaves: deletes its files.
    fn leave(&mut self) {}
}

/// What a rank does before a measurement, in the thread that measures; the signals end it early.
pub type Prepare = Box<dyn FnOnce(&mut RunSettings, &Signals) -> Result<()> + Send>;

/// What one rank measures.
pub struct RankPart {
    pub plan: RunPlan,
    /// Devices that may be overwritten.
    pub allow_destroy: Vec<PathBuf>,
    pub readonly: bool,
    /// Where the states of verifying jobs lie.
    pub states: Option<PathBuf>,
    /// Its jobs that go on behind their runtime.
    pub wear: WearPlan,
    pub prepare: Option<Prepare>,
}
