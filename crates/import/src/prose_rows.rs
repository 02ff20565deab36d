//! Rows of the figures of a sentence: which figures are of one workload.

use fiord_record::imported::{Figure, FigureOf, ImportKind};

use super::agreement::Stated;
use super::direction::last_of as direction;
use super::draft::{RunDraft, TextLine};
use super::prose::{CLAUSES, SAME, last_clause, own_name};

/// The rows that a line makes: each has the figures of one workload.
pub(super) struct Rows<'l> {
    line: &'l TextLine,
    drafts: Vec<RunDraft>,
    /// The figures of the last row, with their units.
    stated: Vec<(Stated, String)>,
    /// The rows whose latency is in another clause than their rate.
    loose: Vec<usize>,
}

impl<'l> Rows<'l> {
    pub(super) fn new(line: &'l TextLine) -> Self {
        Self {
            line,
            drafts: Vec::new(),
            stated: Vec::new(),
            loose: Vec::new(),
        }
    }

    /// Whether the last figure is of the same quantity, and not the same number in another unit.
    pub(super) fn ends_with(&self, one: &Stated, unit: &str) -> bool {
        let last = self.stated.last();
        last.is_some_and(|(last, of)| last.what == one.what && (of == unit || !is_near(last, one)))
    }

    fn begin(&mut self, name: &str) {
        let line = (self.line.number, self.line.number);
        self.drafts.push(RunDraft::new(ImportKind::Prose, line, name));
        self.stated.clear();
    }

    /// Takes a figure of the last row; `earlier` are the words between it and the figure before. Another row begins where these name another workload
    /// or direction, as in `Seq write: 900 MB/s; random read: 31k IOPS`, or where the row has a figure of this kind, which may be this one in another unit.
    pub(super) fn put(&mut self, one: Stated, unit: String, earlier: &str) {
        let own = own_name(earlier);
        let mut known = self.stated.iter();
        let is_other = !one.workload.is_empty()
            && self.drafts.last().is_some_and(has_rate)
            && !known.any(|(known, _)| known.workload == one.workload);
        let mut known = self.stated.iter();
        let is_named = direction(own).is_some() && known.all(|(known, _)| known.ddir != one.ddir);
        let is_same = |(known, _): &&(Stated, String)| {
            known.what == one.what && (one.ddir.is_none() || known.ddir == one.ddir)
        };
        let same = self.stated.iter().find(is_same);
        if same.is_some_and(|(known, of)| *of != unit && is_near(known, &one)) {
            return;
        }
        if self.drafts.is_empty() {
            self.begin("");
        } else if is_other && own.is_empty() {
            self.begin(label(earlier));
        } else if is_other || is_named || same.is_some() {
            self.begin(own);
        } else if one.what == FigureOf::LatMeanNs && is_next_clause(earlier) {
            self.loose.push(self.drafts.len() - 1);
        }
        if let Some(draft) = self.drafts.last_mut() {
            draft.spread(one.what, one.ddir, one.value, None);
            self.stated.push((one, unit));
        }
    }

    /// The rows, and the figures of the last one. Where a line has several rates, and not a latency for each of them, the rate of a latency is unknown.
    pub(super) fn finish(mut self) -> (Vec<RunDraft>, Vec<Stated>) {
        let is_latency = |figure: &Figure| figure.what == FigureOf::LatMeanNs;
        let has_latency = |draft: &RunDraft| draft.figures.iter().any(is_latency);
        let rates = self.drafts.iter().filter(|draft| has_rate(draft)).count();
        let are_complete = self
            .drafts
            .iter()
            .all(|draft| has_rate(draft) && has_latency(draft));
        for at in 0..self.drafts.len() {
            let next = self.drafts.get(at + 1);
            let is_one_of_many = next.is_some_and(|next| !has_rate(next));
            let is_loose = rates > 1 && self.loose.contains(&at);
            if has_rate(&self.drafts[at]) && !are_complete && (is_one_of_many || is_loose) {
                self.drafts[at].figures.retain(|figure| !is_latency(figure));
            }
        }
        (self.drafts, self.stated.into_iter().map(|(one, _)| one).collect())
    }
}

/// Whether two numbers in different units may be the same.
fn is_near(known: &Stated, one: &Stated) -> bool {
    (known.value.high - one.value.high).abs() <= SAME * known.value.high
}

pub(super) fn has_rate(draft: &RunDraft) -> bool {
    let mut figures = draft.figures.iter();
    figures.any(|figure| figure.what != FigureOf::LatMeanNs)
}

/// Whether a clause ends in these words.
fn is_next_clause(words: &str) -> bool {
    words.contains(CLAUSES) || words.contains(" and ")
}

/// The words after the last clause, up to a colon.
fn label(earlier: &str) -> &str {
    let clause = last_clause(earlier);
    let label = clause.split(':').next().unwrap_or_default();
    label.trim_matches(|c: char| !c.is_alphanumeric())
}
