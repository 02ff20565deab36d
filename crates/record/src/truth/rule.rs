//! The shape of a rule and of what it finds. Data only: the rules themselves are in the folders beside.

use super::facts::Evidence;

/// When a rule can be judged: what it needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum When {
    /// From the plan, with the target's facts where there are any: before anything runs.
    Plan,
    /// From the machine alone.
    Machine,
    /// From what happened.
    Run,
}

impl When {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            When::Plan => "plan",
            When::Machine => "machine",
            When::Run => "run",
        }
    }
}

/// What a trap is about; the chapters of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Where the bytes came from or went: cache, zeros, holes.
    Source,
    /// Which blocks, of which target: size, overlap, leftovers, danger.
    Target,
    /// How many at once, and in what order.
    Depth,
    /// How writes reach the medium.
    Durability,
    /// Options that do not do what they seem to.
    Options,
    /// How long and how many samples.
    Duration,
    /// What the latency and its clock mean.
    Latency,
    /// What changes while it runs.
    Shape,
    /// Settings and layers of the machine, limits, other users.
    Machine,
    /// Numbers that come from elsewhere.
    Claims,
}

impl Family {
    /// All families, in the order of the documentation.
    pub const ALL: [Family; 10] = [
        Family::Source,
        Family::Target,
        Family::Depth,
        Family::Durability,
        Family::Options,
        Family::Duration,
        Family::Latency,
        Family::Shape,
        Family::Machine,
        Family::Claims,
    ];

    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Source => "source",
            Family::Target => "target",
            Family::Depth => "depth",
            Family::Durability => "durability",
            Family::Options => "options",
            Family::Duration => "duration",
            Family::Latency => "latency",
            Family::Shape => "shape",
            Family::Machine => "machine",
            Family::Claims => "claims",
        }
    }
}

/// How much a finding matters, the mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know; the number stands.
    Note,
    /// The number needs this beside it.
    Care,
    /// The number is not what it seems to be.
    Wrong,
}

impl Severity {
    /// The word in documents and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Care => "care",
            Severity::Wrong => "wrong",
        }
    }
}

/// One trap, judged at one time.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The trap's name. Rules before and after a run share it.
    pub id: &'static str,
    /// What it is about.
    pub family: Family,
    /// The trap in a few words.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub attempt: &'static str,
    /// A worked example for the documentation: the case and what is said about it.
    pub example: &'static str,
    /// Where this is known from: seed report, fio issue, kernel documentation.
    pub source: &'static str,
    /// When it can be judged.
    pub when: When,
    /// Judges; nothing found, or not enough known, is an empty list.
    pub judge: fn(&Evidence<'_>) -> Vec<Finding>,
}

impl Rule {
    /// A finding of this rule with its usual words; add what was seen.
    pub fn finds(&self, severity: Severity, saw: String) -> Finding {
        Finding {
            rule: self.id,
            when: self.when,
            severity,
            job: None,
            also: Vec::new(),
            saw,
            why: self.why.to_owned(),
            attempt: self.attempt.to_owned(),
            values: Vec::new(),
        }
    }
}

/// What a rule found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Id of the rule.
    pub rule: &'static str,
    /// Which kind of rule: a prediction of the plan, a fact of the machine, or what happened.
    pub when: When,
    /// How much it matters.
    pub severity: Severity,
    /// Index of the job in the plan; `None`: the whole run or the machine.
    pub job: Option<usize>,
    /// Further jobs of which the same was found.
    pub also: Vec<usize>,
    /// What was seen, with numbers.
    pub saw: String,
    /// Why it matters.
    pub why: String,
    /// What to do about it.
    pub attempt: String,
    /// The numbers in `saw`, by name with the unit last (`cached_bytes`, `share_percent`).
    pub values: Vec<(&'static str, f64)>,
}

impl Finding {
    /// Of this job.
    #[must_use]
    pub fn of_job(mut self, job: usize) -> Self {
        self.job = Some(job);
        self
    }

    /// Every job that it is about; none: the whole run or the machine.
    pub fn jobs(&self) -> impl Iterator<Item = usize> + '_ {
        self.job.into_iter().chain(self.also.iter().copied())
    }

    /// With a number.
    #[must_use]
    pub fn value(mut self, name: &'static str, value: f64) -> Self {
        self.values.push((name, value));
        self
    }

    /// With other advice than the rule's.
    #[must_use]
    pub fn attempt(mut self, attempt: impl Into<String>) -> Self {
        self.attempt = attempt.into();
        self
    }

    /// With another reason than the rule's.
    #[must_use]
    pub fn why(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }
}
