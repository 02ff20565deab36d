//! A stored study as a page needs it: its document, its runs and what was found in them.

use std::collections::HashMap;

use anyhow::Result;
use fiord_messages::{Lang, study as messages};
use fiord_report::documents::Document;
use fiord_report::html::{PageDocument, PageExtra, PageFinding, PageResult, PageRun, TranslatedDocument};
use fiord_store::{ResultRow, RunRow};

use super::conduct::Conduct;

impl Conduct {
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
            ..PageExtra::default()
        };
        Ok((Box::new(document), extra))
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
