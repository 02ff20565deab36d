//! What was found in the runs of a study, without their records.

use rusqlite::Row;

use crate::error::StoreError;
use crate::open::Store;

/// A finding of a run, by the names of its trap and severity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundInRun {
    pub run: i64,
    pub trap: String,
    pub severity: String,
}

impl Store {
    /// The findings of all runs of a study, by run, the worst of each first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn found_in_study(&self, study: i64) -> Result<Vec<FoundInRun>, StoreError> {
        let read = || -> rusqlite::Result<Vec<FoundInRun>> {
            let mut statement = self.connection.prepare(
                "SELECT findings.run, trap, severity FROM study_runs JOIN findings ON findings.run = study_runs.run
                 WHERE study = ?1 ORDER BY findings.run, findings.place",
            )?;
            let of = |row: &Row<'_>| {
                Ok(FoundInRun {
                    run: row.get(0)?,
                    trap: row.get(1)?,
                    severity: row.get(2)?,
                })
            };
            statement.query_map([study], of)?.collect()
        };
        read().map_err(|error| self.of(&error))
    }

    /// The findings of one trap in the runs of a study, each with its run, as JSON.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn found_of_trap(&self, study: i64, trap: &str) -> Result<Vec<(i64, String)>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(i64, String)>> {
            let mut statement = self.connection.prepare(
                "SELECT findings.run, finding FROM study_runs JOIN findings ON findings.run = study_runs.run
                 WHERE study = ?1 AND trap = ?2 ORDER BY findings.run, findings.place",
            )?;
            let of = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            statement.query_map((study, trap), of)?.collect()
        };
        read().map_err(|error| self.of(&error))
    }
}
