//! A run that is being read: its place, figures and plan, until it is a record.

use fiord_job::plan::{Ddir, RunPlan};
use fiord_messages::Sentence;
use fiord_record::Before;
use fiord_record::claims::Spread;
use fiord_record::imported::{Figure, FigureJob, FigureOf, ImportFacts, ImportKind, Mismatch, UnknownCount};
use fiord_record::run::RunRecord;

/// A line of a text.
#[derive(Debug, Clone)]
pub(super) struct TextLine {
    /// From 1.
    pub number: u64,
    pub text: String,
}

/// What one reader found.
#[derive(Debug, Clone)]
pub(super) struct RunDraft {
    pub kind: ImportKind,
    pub lines: (u64, u64),
    pub name: String,
    pub labels: Vec<(String, String)>,
    pub command: Option<String>,
    pub figures: Vec<Figure>,
    /// The job that the next figures are of.
    pub job: Option<FigureJob>,
    pub mismatches: Vec<Mismatch>,
    /// What was planned, as far as a command says.
    pub plan: RunPlan,
    /// What was counted, where the text has all of it.
    pub record: Option<RunRecord>,
    /// What its counts do not hold.
    pub unknown: Vec<UnknownCount>,
    /// Of each job: the mean latency of each second, where only these are known.
    pub mean_latencies: Vec<Vec<u64>>,
    /// Bandwidths of entries as they are printed, where the bytes that make them are rounded.
    pub printed: Vec<(u32, Ddir, f64)>,
    pub notes: Vec<Sentence>,
}

impl RunDraft {
    pub(super) fn new(kind: ImportKind, lines: (u64, u64), name: impl Into<String>) -> Self {
        Self {
            kind,
            lines,
            name: name.into(),
            labels: Vec::new(),
            command: None,
            figures: Vec::new(),
            job: None,
            mismatches: Vec::new(),
            plan: RunPlan {
                jobs: Vec::new(),
                global_options: None,
            },
            record: None,
            unknown: UnknownCount::ALL.to_vec(),
            mean_latencies: Vec::new(),
            printed: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a figure; a number that is not finite is none.
    pub(super) fn figure(&mut self, what: FigureOf, ddir: Option<Ddir>, value: f64) {
        self.spread(what, ddir, Spread::of(value), None);
    }

    pub(super) fn known(&mut self, what: FigureOf, ddir: Option<Ddir>, value: Option<f64>) {
        if let Some(value) = value {
            self.figure(what, ddir, value);
        }
    }

    pub(super) fn spread(&mut self, what: FigureOf, ddir: Option<Ddir>, value: Spread, samples: Option<u64>) {
        if value.low.is_finite() && value.high.is_finite() {
            self.figures.push(Figure {
                what,
                job: self.job.clone(),
                ddir: ddir.filter(|_| !what.is_of_syncs()),
                value,
                samples,
            });
        }
    }

    pub(super) fn label(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.labels.push((name.into(), value.into()));
    }

    /// The record: what was counted, or the plan alone.
    pub(super) fn into_record(self, source: &str) -> RunRecord {
        let mut record = self
            .record
            .unwrap_or_else(|| RunRecord::planned(self.plan, Before::default()));
        record.notes.extend(self.notes);
        record.context.import = Some(Box::new(ImportFacts {
            kind: self.kind,
            source: source.to_owned(),
            lines: self.lines,
            name: self.name,
            labels: self.labels,
            command: self.command,
            figures: self.figures,
            mismatches: self.mismatches,
            twins: Vec::new(),
            others: Vec::new(),
            prose: Vec::new(),
            unknown: self.unknown,
            mean_latencies: self.mean_latencies,
        }));
        record
    }
}
