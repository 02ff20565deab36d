//! Recipes: what a use of a disk asks of it, who says so, and what the published test hides.

use fiord_job::plan::Ddir;

use super::bound::{Bound, Expectation, Measurand, MeasuredPart, MeasuredQuantity};

/// What a recipe has besides the study that measures it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckRecipe {
    /// None: it measures and does not judge.
    pub expectations: Vec<SourcedExpectation>,
    /// Numbers that are shown and not judged.
    pub measures: Vec<Measurand>,
    /// None: its I/Os are no commits.
    pub commit: Option<Commit>,
    /// Limits of latencies: the highest load at which they hold is searched.
    pub slo: Vec<String>,
    /// Where the load comes from.
    pub sources: Vec<RecipeSource>,
    /// What is wrong with the published test, or with any such test; one sentence each.
    pub flaws: Vec<String>,
}

impl CheckRecipe {
    /// A limit of a latency as this recipe means it: without a job or a part, that of a commit.
    pub fn limit(&self, text: &str) -> String {
        let at = text.find(['<', '>']).unwrap_or(text.len());
        let (name, bound) = text.split_at(at);
        match (&self.commit, Measurand::parse(name)) {
            (
                Some(commit),
                Ok(Measurand {
                    job: None,
                    part: None,
                    quantity,
                }),
            ) => format!("{}{bound}", commit.latency.with(quantity)),
            _ => text.to_owned(),
        }
    }

    /// Rates that the use needs.
    pub fn loads(&self) -> impl Iterator<Item = &Expectation> {
        let all = self.expectations.iter().map(|one| &one.expectation);
        all.filter(|one| one.is_load())
    }
}

impl Expectation {
    /// Whether it asks for so many I/Os per second.
    pub fn is_load(&self) -> bool {
        self.measurand.quantity == MeasuredQuantity::Iops
            && matches!(self.bound, Bound::Above | Bound::AtLeast)
    }
}

/// What a commit of the use waits for: one I/O or sync after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit {
    /// Its median latency.
    pub latency: Measurand,
}

impl Commit {
    /// Commits per second of one connection: each write is one.
    pub fn rate(&self) -> Measurand {
        Measurand {
            part: Some(MeasuredPart::Io(Ddir::Write)),
            ..self.latency.with(MeasuredQuantity::Iops)
        }
    }

    /// The latency that one commit in 100 exceeds.
    pub fn stall(&self) -> Measurand {
        self.latency.with(MeasuredQuantity::Percentile(99.0))
    }
}

/// A threshold with its source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourcedExpectation {
    pub expectation: Expectation,
    pub source: RecipeSource,
}

/// Who says so, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecipeSource {
    /// Empty: not stated.
    pub text: String,
    /// A date or a version; empty: not stated.
    pub date: String,
}

/// One recipe that comes with fiord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinRecipe {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! recipes {
    ($($name:literal),+ $(,)?) => {
        [$(BuiltinRecipe { name: $name, text: include_str!(concat!("../../../../studies/recipes/", $name, ".toml")) }),+]
    };
}

/// In the order of the page.
pub const BUILTIN: [BuiltinRecipe; 13] = recipes![
    "etcd",
    "kubernetes",
    "postgres-wal",
    "postgres-data",
    "mysql-redo",
    "mysql-doublewrite",
    "kafka",
    "elasticsearch",
    "mongodb",
    "ceph-journal",
    "zfs-slog",
    "vm-host",
    "video-capture",
];

/// The recipe of this name.
pub fn find(name: &str) -> Option<&'static BuiltinRecipe> {
    BUILTIN.iter().find(|recipe| recipe.name == name)
}

/// The recipes whose names begin so.
pub fn beginning_with(text: &str) -> Vec<&'static str> {
    let names = BUILTIN.iter().map(|recipe| recipe.name);
    names
        .filter(|name| !text.is_empty() && name.starts_with(text))
        .collect()
}
