//! The rules of evidence: what makes a number of a storage test untrue, each rule a pure function over facts.
//!
//! One catalogue serves three readers: `explain` (what the plan and the machine show before anything runs), `doctor` (the
//! machine alone) and the verdict after a run. Nothing here opens a file or reads a clock: the facts are handed in
//! ([`facts`]), so every rule is tested with planted facts. Rules of one trap share an id; they differ in [`When`].

pub mod facts;
pub mod machine;
pub mod pages;
pub mod plan;
pub mod rule;
pub mod run;
pub mod verdict;
pub mod words;

pub use facts::{Before, Evidence, FileKind, Sampled, TargetFacts};
pub use rule::{Family, Finding, Rule, Severity, When};
pub use run::After;
pub use verdict::{Grade, Verdict};

use std::sync::OnceLock;

/// Every rule: those before a run, those of the machine, those after a run, in the order of the documentation.
pub fn catalogue() -> &'static [&'static Rule] {
    static ALL: OnceLock<Vec<&'static Rule>> = OnceLock::new();
    ALL.get_or_init(|| [plan::RULES, machine::RULES, run::RULES].concat())
}

/// The rules of one kind.
pub fn rules(when: When) -> &'static [&'static Rule] {
    match when {
        When::Plan => plan::RULES,
        When::Machine => machine::RULES,
        When::Run => run::RULES,
    }
}

/// Everything that the given facts show, the worst first; equal ones stay in the order of the catalogue.
///
/// A finding of the plan is a prediction. Whether a run has confirmed or refuted it is for the verdict to say: both
/// findings are in the list, told apart by [`Finding::when`].
pub fn judge_all(evidence: &Evidence<'_>) -> Vec<Finding> {
    judge(catalogue(), evidence)
}

/// As [`judge_all`], with the rule of one trap at one time.
pub fn judge_one(id: &str, when: When, evidence: &Evidence<'_>) -> Vec<Finding> {
    let rule: Vec<&Rule> = rules(when).iter().copied().filter(|rule| rule.id == id).collect();
    judge(&rule, evidence)
}

/// As [`judge_all`], with some rules only.
pub fn judge(rules: &[&Rule], evidence: &Evidence<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = rules.iter().flat_map(|rule| (rule.judge)(evidence)).collect();
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}
