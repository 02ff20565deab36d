//! `fiord run --assert`: what is expected of the run, and whether it was met.

use anyhow::{Result, bail};
use fiord_judge::verdict::Verdict;
use fiord_messages::{Lang, run as messages};
use fiord_record::RunRecord;
use fiord_report::documents::check::Assertion;
use fiord_report::documents::many_hosts_repeats::JudgedHosts;
use fiord_report::text::Page;
use fiord_study::check::{self, CheckRun, CheckedNumber, Expectation, ExpectationState, Trial};
use fiord_study::definition::Stop;

use crate::ui::exit;
use crate::verbs::check::assertions::{self, Reports, checked_hosts, checked_run};

/// Assertions and reports as they were typed.
#[derive(Debug, clap::Args)]
#[group(id = "asserted")]
pub(super) struct Assertions {
    #[arg(long = "assert", value_name = "E", value_parser = Expectation::parse)]
    expectations: Vec<Expectation>,
    #[arg(long = "report", value_name = "KIND")]
    reports: Vec<String>,
}

/// With the files of the reports open.
pub(super) struct AskedOpen<'a> {
    expectations: &'a [Expectation],
    reports: Reports,
    started: std::time::Instant,
}

/// What came out.
pub(super) struct AssertionResults<'a> {
    checked: Vec<CheckedNumber>,
    asked: &'a AskedOpen<'a>,
}

impl Assertions {
    pub(super) fn check(&self) -> Result<()> {
        if !self.reports.is_empty() && self.expectations.is_empty() {
            bail!(messages::reports_without_assert(Lang::current()));
        }
        Ok(())
    }

    /// Opens the files before anything is measured.
    pub(super) fn open(&self) -> Result<AskedOpen<'_>> {
        Ok(AskedOpen {
            expectations: &self.expectations,
            reports: Reports::open(&self.reports)?,
            started: std::time::Instant::now(),
        })
    }
}

impl AskedOpen<'_> {
    pub(super) fn answer(&self, runs: &[(&RunRecord, &Verdict)]) -> AssertionResults<'_> {
        let trial = self.trial();
        let runs = runs.iter();
        self.answered(runs.map(|(record, verdict)| checked_run(&trial, None, record, verdict)))
    }

    /// The same of runs over many hosts, whose numbers are those of all ranks together.
    pub(super) fn answer_hosts(&self, runs: &[&JudgedHosts<'_>]) -> AssertionResults<'_> {
        let trial = self.trial();
        self.answered(runs.iter().map(|run| checked_hosts(&trial, run)))
    }

    /// Only its list of numbers is asked.
    fn trial(&self) -> Trial {
        Trial::new(self.expectations, &[], Stop::Repeats(1))
    }

    fn answered(&self, runs: impl Iterator<Item = CheckRun>) -> AssertionResults<'_> {
        AssertionResults {
            checked: check::assess(self.expectations, runs.collect()),
            asked: self,
        }
    }
}

impl AssertionResults<'_> {
    pub(super) fn put(&self, page: &mut Page) {
        if !self.checked.is_empty() {
            page.blank();
            assertions::put(page, &self.checked, Lang::current());
        }
    }

    pub(super) fn documents(&self) -> Vec<Assertion> {
        self.checked
            .iter()
            .map(|one| Assertion::of(one, None, Lang::En))
            .collect()
    }

    pub(super) fn report(&self) -> Result<()> {
        let seconds = self.asked.started.elapsed().as_secs_f64();
        let cases = assertions::cases(&self.checked);
        self.asked.reports.write("fiord run", &cases, seconds)
    }

    /// 0 where all are met, 1 where one is not, else 3.
    pub(super) fn exit_code(&self) -> u8 {
        let is = |state: &ExpectationState| self.checked.iter().any(|one| one.state.as_ref() == Some(state));
        let is_met = |one: &CheckedNumber| matches!(one.state, None | Some(ExpectationState::Passed));
        if is(&ExpectationState::Failed) {
            exit::FAILED
        } else if self.checked.iter().all(is_met) {
            exit::OK
        } else {
            exit::UNDECIDED
        }
    }
}
