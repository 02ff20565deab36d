//! A finding: a trap that was met, with what was observed.

use crate::terms::{Headline, Severity, State, Subject, When};
use crate::traps::{Observed, TrapId};
use crate::words::phrases::set;
use fiord_messages::Lang;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A trap that was met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub when: When,
    pub severity: Severity,
    pub subject: Subject,
    /// What was observed; it names the trap.
    #[serde(flatten)]
    pub observed: Observed,
    /// What the machine alone shows of the same thing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub also: Option<Also>,
}

/// The machine's observation of what a finding of the plan is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Also {
    #[serde(flatten)]
    pub observed: Observed,
    /// Whether it is the more severe of the two: then it says why it matters and what to do.
    pub leads: bool,
}

impl Finding {
    pub fn new(when: When, severity: Severity, subject: Subject, observed: impl Into<Observed>) -> Self {
        Self {
            when,
            severity,
            subject,
            observed: observed.into(),
            also: None,
        }
    }

    pub fn trap(&self) -> TrapId {
        self.observed.trap()
    }

    /// Indices of the jobs that it is about; none: the whole run or the machine.
    pub fn jobs(&self) -> impl Iterator<Item = usize> + '_ {
        self.subject.jobs.iter().copied()
    }

    /// What was measured instead of the disk. Of traps with a headline.
    pub fn headline(&self) -> Option<Headline> {
        self.observed.headline()
    }

    /// The observation that says why it matters and what to do, and when it was judged.
    pub fn leading(&self) -> (&Observed, When) {
        match &self.also {
            Some(also) if also.leads => (&also.observed, When::Machine),
            _ => (&self.observed, self.when),
        }
    }

    /// What was seen, with its numbers: whole sentences.
    pub fn saw(&self, lang: Lang) -> String {
        let saw = self.observed.saw(&self.subject, lang);
        let also = self.also.iter();
        let also = also.map(|also| also.observed.saw(&self.subject, lang));
        // Of some facts, the machine and the job say the same.
        let also = also.filter(|also| *also != saw).collect::<Vec<_>>();
        lang.sentences(&[vec![saw], also].concat())
    }

    /// Why it matters.
    pub fn why(&self, lang: Lang) -> String {
        let (observed, when) = self.leading();
        observed.why(when, lang)
    }

    /// What to do about it.
    pub fn advice(&self, lang: Lang) -> String {
        let (observed, when) = self.leading();
        observed.advice(when, lang)
    }

    /// The numbers of the observation by name with the unit last (`cached_bytes`, `share_percent`), in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        let mut values = self.observed.values();
        for (name, value) in self.also.iter().flat_map(|also| also.observed.values()) {
            if values.iter().all(|(known, _)| *known != name) {
                values.push((name, value));
            }
        }
        values
    }

    pub fn value(&self, name: &str) -> Option<f64> {
        let values = self.values();
        values
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }
}

impl Observed {
    /// The numbers by name, in their order.
    pub fn values(&self) -> Vec<(String, f64)> {
        values(self)
    }

    fn why(&self, when: When, lang: Lang) -> String {
        let usual = self.trap().text(when).map(|text| (text.why)(lang).to_owned());
        self.own_reason(lang).or(usual).unwrap_or_default()
    }

    fn advice(&self, when: When, lang: Lang) -> String {
        let usual = self.trap().text(when).map(|text| (text.advice)(lang).to_owned());
        let own = self
            .own_advice(lang)
            .or_else(|| self.change().map(|change| set(change, lang)));
        own.or(usual).unwrap_or_default()
    }
}

/// The numbers of what a rule observed (the field `observed`) by name, in their order.
pub(crate) fn values(rule: &impl Serialize) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    if let Ok(value) = serde_json::to_value(rule) {
        numbers(&value["observed"], &mut out);
    }
    out
}

/// Numbers of an object and of the objects in it; those in lists are not named.
fn numbers(value: &Value, out: &mut Vec<(String, f64)>) {
    let Value::Object(fields) = value else { return };
    for (name, field) in fields {
        match field.as_f64() {
            Some(number) => out.push((name.clone(), number)),
            None => numbers(field, out),
        }
    }
}

/// What a check of the machine saw of one thing. Most of it is fine or unknown, and no finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    pub state: State,
    pub subject: Subject,
    pub observed: Observed,
}

impl Checked {
    pub fn new(state: State, subject: Subject, observed: impl Into<Observed>) -> Self {
        Self {
            state,
            subject,
            observed: observed.into(),
        }
    }

    /// What was seen: whole sentences.
    pub fn saw(&self, lang: Lang) -> String {
        self.observed.saw(&self.subject, lang)
    }

    /// Why it matters.
    pub fn why(&self, lang: Lang) -> String {
        self.observed.why(When::Machine, lang)
    }

    /// What to do about it.
    pub fn advice(&self, lang: Lang) -> String {
        self.observed.advice(When::Machine, lang)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use crate::traps::clock;

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
    fn what_machine_and_plan_both_see_is_said_together() {
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
        let saw = |read_ns| clock(read_ns).saw(&Subject::job(0), Lang::En);
        assert_eq!(both.saw(Lang::En), format!("{} {}", saw(800.0), saw(900.0)));
        // The machine's is the worse: it gives the reason.
        let usual = TrapId::Clock.text(When::Machine).unwrap();
        assert_eq!(both.why(Lang::En), (usual.why)(Lang::En));
        // What both say alike is said once.
        both.also = Some(Also {
            observed: clock(800.0),
            leads: false,
        });
        assert_eq!(both.saw(Lang::En), saw(800.0));
        both.also = None;
        assert_eq!(both.saw(Lang::En), saw(800.0));
    }
}
