//! The sentences about what was found: those of the observation, or else those of the trap.

use crate::case::When;
use crate::case::trap::{Checked, Text};
use crate::{Finding, Observed};

use crate::words::observation::Words;

/// The sentences about something that was found.
pub trait Sentences {
    /// What was seen, with its numbers: a clause without a full stop.
    fn saw(&self) -> String;

    /// Why it matters.
    fn why(&self) -> String;

    /// What to do about it.
    fn advice(&self) -> String;
}

impl Sentences for Finding {
    fn saw(&self) -> String {
        let saw = self.observed.saw(&self.subject);
        match &self.also {
            Some(also) => format!("{saw} ({})", also.observed.saw(&self.subject)),
            None => saw,
        }
    }

    fn why(&self) -> String {
        let (observed, when) = self.leading();
        own_or_usual(observed.why(), observed, when, |text| text.why)
    }

    fn advice(&self) -> String {
        let (observed, when) = self.leading();
        own_or_usual(observed.advice(), observed, when, |text| text.advice)
    }
}

impl Sentences for Checked<Observed> {
    fn saw(&self) -> String {
        self.observed.saw(&self.subject)
    }

    fn why(&self) -> String {
        own_or_usual(self.observed.why(), &self.observed, When::Machine, |text| {
            text.why
        })
    }

    fn advice(&self) -> String {
        own_or_usual(self.observed.advice(), &self.observed, When::Machine, |text| {
            text.advice
        })
    }
}

fn own_or_usual(
    own: Option<String>,
    observed: &Observed,
    when: When,
    usual: fn(&Text) -> &'static str,
) -> String {
    let text = || observed.trap().text(when).map(|text| usual(&text).to_owned());
    own.or_else(text).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use crate::TrapId;
    use crate::case::{Severity, Subject};
    use crate::finding::Also;
    use crate::traps::{clock, failed};

    use super::*;

    fn clock(read_ns: f64) -> Observed {
        Observed::Clock(clock::Observed::Source {
            source: "hpet".to_owned(),
            clock_read_ns: Some(read_ns),
            slow: true,
            better_offered: true,
        })
    }

    #[test]
    fn what_machine_and_plan_both_see_is_one_sentence() {
        let mut both = Finding {
            when: When::Plan,
            severity: Severity::Care,
            subject: Subject::job(0),
            observed: clock(800.0),
            also: Some(Also {
                observed: clock(900.0),
                leads: true,
            }),
        };
        assert_eq!(
            both.saw(),
            "clock source hpet, 800 ns per read (clock source hpet, 900 ns per read)"
        );
        // The machine's is the worse: it gives the reason.
        assert_eq!(both.why(), TrapId::Clock.text(When::Machine).unwrap().why);
        both.also = None;
        assert_eq!(both.saw(), "clock source hpet, 800 ns per read");
    }

    #[test]
    fn a_part_of_the_workers_is_counted() {
        let observed = failed::Observed {
            workers: 1,
            all_workers: 2,
            error: "open(/x): Permission denied".to_owned(),
        };
        assert!(observed.saw(&Subject::job(1)).contains("1 of 2 workers"));
    }
}
