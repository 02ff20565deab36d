//! Other load on the disks and CPUs during the runs of a result.

use fiord_messages::{Lang, study_findings, verdict as messages};
use fiord_record::number::Share;

/// The disturbances of several runs together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Disturbances {
    /// Runs with kernel counters that tell.
    pub known: usize,
    /// Runs that something disturbed.
    pub disturbed: usize,
    pub rules: Vec<RuleShare>,
}

/// A rule that calls runs disturbed.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleShare {
    pub rule: String,
    pub runs: usize,
    /// The largest share of a run, where it is one.
    pub most_percent: Option<f64>,
}

impl Disturbances {
    /// Counts a run with the rules that call it disturbed, each once, and their shares.
    pub fn add<'r>(&mut self, run: impl IntoIterator<Item = (&'r str, Option<f64>)>) {
        self.known += 1;
        let mut is_disturbed = false;
        for (rule, percent) in run {
            is_disturbed = true;
            match self.rules.iter_mut().find(|known| known.rule == rule) {
                Some(known) => {
                    known.runs += 1;
                    known.most_percent = known.most_percent.into_iter().chain(percent).reduce(f64::max);
                }
                None => self.rules.push(RuleShare {
                    rule: rule.to_owned(),
                    runs: 1,
                    most_percent: percent,
                }),
            }
        }
        self.disturbed += usize::from(is_disturbed);
    }

    /// How many runs were disturbed, by what and how much; `None`: none was.
    pub fn sentence(&self, lang: Lang) -> Option<String> {
        let rules = self.rules.iter().map(
            |RuleShare {
                 rule,
                 runs,
                 most_percent,
             }| {
                let share = most_percent.map(|most| Share(most / 100.0));
                match &share {
                    Some(share) => study_findings::DisturbedShare { rule, runs, share }.text(lang),
                    None => study_findings::DisturbedRule { rule, runs }.text(lang),
                }
            },
        );
        let rules = &lang.clauses(&rules.collect::<Vec<_>>());
        let disturbed = &self.disturbed;
        (self.disturbed > 0).then(|| study_findings::Disturbed { disturbed, rules }.text(lang))
    }

    /// The rules of one run with their shares; `None`: nothing disturbed it.
    pub fn causes(&self, lang: Lang) -> Option<String> {
        let rules = self.rules.iter().map(|one| match one.most_percent {
            Some(most) => {
                let (rule, share) = (&one.rule, &Share(most / 100.0));
                messages::Disturbance { rule, share }.text(lang)
            }
            None => one.rule.clone(),
        });
        let rules: Vec<String> = rules.collect();
        (!rules.is_empty()).then(|| lang.list(&rules))
    }
}
