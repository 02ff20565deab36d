//! A stored study as a page needs it: its document, its runs and what was found in them.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use fiord_compare::disturbed::{Disturbances, RuleShare};
use fiord_judge::{Finding, Severity, TrapId, When};
use fiord_messages::{Lang, study as messages};
use fiord_report::documents::Document;
use fiord_report::html::{PageDocument, PageExtra, PageFinding, PageResult, PageRun, TranslatedDocument};
use fiord_stats::simulated::{FlashCounters, SimulatedDrive};
use fiord_store::{ResultRow, RunRow};

use super::runner::StudyRunner;

impl StudyRunner {
    /// What is stored as a document, with what its page has besides.
    ///
    /// # Errors
    /// The store.
    pub(in crate::verbs) fn document(&self, lang: Lang) -> Result<(Box<dyn PageDocument>, PageExtra)> {
        let rows = self.rows()?;
        let mut csv = String::new();
        let document = TranslatedDocument::new(lang, |lang| -> Result<Box<dyn PageDocument>> {
            if let Some(level) = self.service_level() {
                let found = self.slo_document(&level, lang)?;
                csv = found.csv();
                return Ok(Box::new(Document::new(found)));
            }
            let analysis = self.analysed_in(&rows, lang)?;
            Ok(match self.survey_document(&analysis, lang)? {
                Some(survey) => {
                    csv = survey.csv();
                    Box::new(Document::new(survey))
                }
                None => {
                    let report = self.shown(&analysis, lang)?;
                    csv = report.csv();
                    Box::new(report.document())
                }
            })
        })?;
        // The machine is that of the first run: records of the others are not read. Hosts are several.
        let is_of_one = self.settings.hosts.is_none();
        let first = rows.iter().map(|row| row.id).min().filter(|_| is_of_one);
        let record = first.map(|id| self.store.record(id)).transpose()?.flatten();
        let extra = PageExtra {
            lang,
            csv: vec![(messages::numbers(lang).to_owned(), csv)],
            again: format!("fiord study report {}", self.id),
            machine: record.and_then(|record| record.before.machine),
            runs: self.runs(&rows)?,
            drive: self.drive()?,
            ..PageExtra::default()
        };
        Ok((Box::new(document), extra))
    }

    /// The cell of each run, in words.
    ///
    /// # Errors
    /// The store.
    pub(super) fn cells_of_runs(&self) -> Result<Vec<(i64, String)>> {
        let places = self.store.places(self.id)?.into_iter();
        let label = |cell: u32| Some(self.cells.get(cell as usize)?.cell.label(&self.study));
        Ok(places
            .filter_map(|(place, run)| Some((run, label(place.cell)?)))
            .collect())
    }

    /// Which runs other users of the machine disturbed, and how much.
    ///
    /// # Errors
    /// The store.
    pub(super) fn disturbed(&self) -> Result<Disturbances> {
        let mut disturbed = Disturbances::default();
        let mut runs = BTreeSet::new();
        for trap in TrapId::ALL.iter().filter(|trap| trap.about().disturbs) {
            let (mut of_trap, mut most) = (BTreeSet::new(), None);
            for (run, finding) in self.store.found_of_trap(self.id, trap.name())? {
                let Ok(finding) = serde_json::from_str::<Finding>(&finding) else {
                    continue;
                };
                if finding.when == When::Run && finding.severity >= Severity::Care {
                    of_trap.insert(run);
                    let percent = finding.observed.disturbed_percent();
                    most = percent.into_iter().chain(most).reduce(f64::max);
                }
            }
            if !of_trap.is_empty() {
                disturbed.rules.push(RuleShare {
                    rule: trap.name().to_owned(),
                    runs: of_trap.len(),
                    most_percent: most,
                });
            }
            runs.extend(of_trap);
        }
        disturbed.disturbed = runs.len();
        Ok(disturbed)
    }

    /// The simulated flash drive that amplifies most, after the first run of its cell, and the cell's label.
    fn drive(&self) -> Result<Option<(String, Box<FlashCounters>)>> {
        let mut most: Option<(f64, u32, Box<FlashCounters>)> = None;
        if self.settings.target.is_some() {
            return Ok(None);
        }
        for (place, run) in self
            .store
            .places(self.id)?
            .into_iter()
            .filter(|(place, _)| place.block == 0)
        {
            let targets = self
                .store
                .record(run)?
                .map_or_else(Vec::new, |record| record.simulated);
            for target in targets {
                if let SimulatedDrive::Flash(counters) = target.drive
                    && let Some(ratio) = counters.write_amplification()
                    && most.as_ref().is_none_or(|(most, ..)| ratio > *most)
                {
                    most = Some((ratio, place.cell, counters));
                }
            }
        }
        Ok(most.and_then(|(_, cell, counters)| {
            let checked = self.cells.get(cell as usize)?;
            Some((checked.cell.label(&self.study), counters))
        }))
    }

    fn runs(&self, rows: &[RunRow]) -> Result<Vec<PageRun>> {
        let by_id: HashMap<i64, &RunRow> = rows.iter().map(|row| (row.id, row)).collect();
        let mut found: HashMap<i64, Vec<PageFinding>> = HashMap::new();
        for one in self.store.found_in_study(self.id)? {
            found.entry(one.run).or_default().push(PageFinding {
                trap: one.trap,
                severity: one.severity,
            });
        }
        let runs = self.store.places(self.id)?.into_iter().filter_map(|(place, id)| {
            let row = by_id.get(&id)?;
            Some(PageRun {
                id,
                cell: place.cell,
                block: place.block,
                grade: row.grade.clone(),
                started: row.started.clone().unwrap_or_default(),
                findings: found.remove(&id).unwrap_or_default(),
                results: row.results.iter().map(result).collect(),
            })
        });
        Ok(runs.collect())
    }
}

fn result(row: &ResultRow) -> PageResult {
    PageResult {
        job: row.name.clone(),
        direction: row.ddir.clone(),
        iops: row.iops,
        bytes_per_s: row.bytes_per_s,
        lat_p50_ns: row.lat_p50_ns.map(|ns| ns as f64),
        lat_p99_ns: row.lat_p99_ns.map(|ns| ns as f64),
    }
}
