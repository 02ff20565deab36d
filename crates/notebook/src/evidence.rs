//! What the store has of a block: runs by the levels of its factors, its jobs and directions.

use fiord_compare::result::{ComparedMetric, Measurement};

use crate::claim::ClaimSubject;

/// One block as it was measured.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BlockEvidence {
    /// The name of the block in the notebook.
    pub block: String,
    pub factors: Vec<EvidenceFactor>,
    pub series: Vec<MeasuredSeries>,
    /// What claims without a metric compare; none: bandwidth.
    pub metric: Option<ComparedMetric>,
    /// Whether all that it asks for was measured.
    pub is_whole: bool,
}

/// What was varied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceFactor {
    pub name: String,
    /// Labels, in the order of writing.
    pub levels: Vec<String>,
    /// Whether the labels are numbers that rise.
    pub is_rising: bool,
}

/// One direction of one job at one combination of levels.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredSeries {
    /// One label for each factor.
    pub labels: Vec<String>,
    pub job: String,
    pub direction: String,
    /// In the order in which they ran.
    pub runs: Vec<SeriesRun>,
}

/// One run of it.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesRun {
    /// In the store.
    pub id: i64,
    /// Runs of one block followed each other and are compared as pairs; none: they did not.
    pub repeat: Option<u32>,
    pub measured: Measurement,
    /// Mean I/Os in flight, at the device where its counters say that.
    pub depth: Option<f64>,
    /// Whether the kernel's counters tell what was measured.
    pub is_witnessed: bool,
}

/// A label as it is compared: lower case, and one `-` for all that is neither letter, digit nor point.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        if c.is_alphanumeric() || c == '.' {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

impl MeasuredSeries {
    /// What it is called: its labels, or its job where there are none.
    pub fn label(&self) -> String {
        match self.labels.is_empty() {
            true => self.job.clone(),
            false => self.labels.join(", "),
        }
    }

    /// Runs with the value of a metric that count: those that measured what they seem to.
    pub fn counted(&self, metric: ComparedMetric) -> Vec<(&SeriesRun, f64)> {
        let valid = self.runs.iter().filter(|run| run.measured.wrong.is_empty());
        valid
            .filter_map(|run| Some((run, run.measured.value(metric)?)))
            .collect()
    }

    /// Runs that measured something else.
    pub fn wrong(&self) -> Vec<&SeriesRun> {
        self.runs
            .iter()
            .filter(|run| !run.measured.wrong.is_empty())
            .collect()
    }

    pub fn ids(&self) -> Vec<i64> {
        self.runs.iter().map(|run| run.id).collect()
    }
}

impl BlockEvidence {
    /// The factor of a name.
    pub fn factor(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.factors.iter().position(|factor| plain(&factor.name) == name)
    }

    /// The series that a subject means. Each of its parts is a level if any level is called so, else a job, else a direction; all of it may
    /// also be the whole label of one series.
    pub fn matching(&self, words: &str) -> Vec<Selected<'_>> {
        let whole = plain(words);
        let by_label = |series: &&MeasuredSeries| {
            !whole.is_empty() && (plain(&series.label()) == whole || plain(&series.labels.join("-")) == whole)
        };
        let exact: Vec<Selected<'_>> = self
            .series
            .iter()
            .filter(by_label)
            .map(|series| Selected {
                series,
                rest: Vec::new(),
            })
            .collect();
        if let [_] = exact[..] {
            return exact;
        }
        let parts: Vec<String> = words
            .split('@')
            .map(plain)
            .filter(|part| !part.is_empty())
            .collect();
        self.series
            .iter()
            .filter_map(|series| self.selected(series, &parts))
            .collect()
    }

    fn selected<'s>(&self, series: &'s MeasuredSeries, parts: &[String]) -> Option<Selected<'s>> {
        let is_level = |part: &String| {
            let mut levels = self.factors.iter().flat_map(|factor| &factor.levels);
            levels.any(|level| plain(level) == *part)
        };
        let is_job = |part: &String| self.series.iter().any(|one| plain(&one.job) == *part);
        let mut rest: Vec<String> = series.labels.iter().map(|label| plain(label)).collect();
        let mut of_job = vec![plain(&series.job), plain(&series.direction)];
        for part in parts {
            let from = if is_level(part) { &mut rest } else { &mut of_job };
            let at = from.iter().position(|label| label == part)?;
            // A direction is meant only where no job is called so.
            if !is_level(part) && is_job(part) && plain(&series.job) != *part {
                return None;
            }
            from.remove(at);
        }
        // A job or direction that the levels imply leaves nothing open.
        let alike = |one: &&MeasuredSeries| one.labels == series.labels && !std::ptr::eq(*one, series);
        if self.series.iter().any(|one| alike(&one)) {
            rest.extend(of_job);
        }
        Some(Selected { series, rest })
    }

    /// What a subject may be called here.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.series.iter().map(MeasuredSeries::label).collect();
        names.dedup();
        names
    }
}

/// A series that a subject means, and what of it the subject leaves open: by that it is put next to another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Selected<'s> {
    pub series: &'s MeasuredSeries,
    pub rest: Vec<String>,
}

/// The evidence that a subject means, and its words without the name of the block. None: no block of this name was measured.
pub fn of_subject<'e>(
    evidence: &'e [BlockEvidence],
    subject: &ClaimSubject,
) -> Option<(&'e BlockEvidence, String)> {
    let named = |name: &str| evidence.iter().find(|one| one.block == name);
    // The longest name first: a block may be called like the beginning of another one.
    let mut prefixed: Vec<&BlockEvidence> = evidence
        .iter()
        .filter(|one| {
            let rest = subject.words.strip_prefix(one.block.as_str());
            // A level may be called like a block: where the claim names its block, only a point makes a name another block.
            rest.is_some_and(|rest| rest.starts_with('.') || rest.is_empty() && subject.block.is_none())
        })
        .collect();
    prefixed.sort_by_key(|one| one.block.len());
    if let Some(found) = prefixed.pop() {
        let rest = subject.words.get(found.block.len()..).unwrap_or_default();
        return Some((found, rest.trim_start_matches('.').to_owned()));
    }
    match (&subject.block, evidence) {
        (Some(block), _) => Some((named(block)?, subject.words.clone())),
        (None, [only]) => Some((only, subject.words.clone())),
        (None, _) => None,
    }
}
