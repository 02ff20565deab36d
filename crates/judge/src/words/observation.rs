//! The sentences about an observation, from the file of its trap.

use crate::Observed;
use crate::case::Subject;
use crate::traps::each_observed;

/// The sentences about an observation.
pub trait Words {
    /// What was seen, with its numbers: a clause without a full stop.
    fn saw(&self, subject: &Subject) -> String;

    /// Why it matters, where that is not the judgement's usual reason.
    fn why(&self) -> Option<String> {
        None
    }

    /// What to do, where that is not the judgement's usual advice.
    fn advice(&self) -> Option<String> {
        None
    }
}

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        each_observed!(self, observed => observed.saw(subject))
    }

    fn why(&self) -> Option<String> {
        each_observed!(self, observed => observed.why())
    }

    fn advice(&self) -> Option<String> {
        each_observed!(self, observed => observed.advice())
    }
}
