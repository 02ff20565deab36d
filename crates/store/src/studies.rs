//! Studies: what they are, how far they are, and which run is which repeat of which cell.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};

use crate::error::StoreError;
use crate::open::Store;
use crate::rows::{Place, StudyRow, StudyState};
use crate::writing::moment;

/// A study to be kept.
#[derive(Debug, Clone)]
pub struct NewStudy<'s> {
    pub name: &'s str,
    /// What was typed.
    pub command: &'s str,
    pub target: Option<&'s str>,
    /// Of the order.
    pub seed: u64,
    /// The study file as it was read.
    pub source: &'s str,
    /// JSON: what the command line added.
    pub settings: &'s str,
}

const COLUMNS: &str = "id, name, created, command, target, seed, source, settings, state,
    (SELECT count(*) FROM study_runs WHERE study = studies.id)";

fn study_row(row: &Row<'_>) -> rusqlite::Result<StudyRow> {
    let state: String = row.get(8)?;
    let state = StudyState::ALL.into_iter().find(|known| known.name() == state);
    Ok(StudyRow {
        id: row.get(0)?,
        name: row.get(1)?,
        created: row.get(2)?,
        command: row.get(3)?,
        target: row.get(4)?,
        // Bits, not a number: SQLite's integers have a sign.
        seed: row.get::<_, i64>(5)?.cast_unsigned(),
        source: row.get(6)?,
        settings: row.get(7)?,
        state: state.unwrap_or(StudyState::Open),
        runs: row.get(9)?,
    })
}

impl Store {
    /// Begins a study; gives its id.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn add_study(&mut self, study: &NewStudy<'_>, now: Timestamp) -> Result<i64, StoreError> {
        let added = self.connection.execute(
            "INSERT INTO studies (name, created, command, target, seed, source, settings, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'open')",
            params![
                study.name,
                moment(now),
                study.command,
                study.target,
                study.seed.cast_signed(),
                study.source,
                study.settings
            ],
        );
        added.map_err(|error| self.of(&error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Says how far a study is.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn set_state(&mut self, study: i64, state: StudyState) -> Result<(), StoreError> {
        let set = self.connection.execute(
            "UPDATE studies SET state = ?2 WHERE id = ?1",
            params![study, state.name()],
        );
        set.map(drop).map_err(|error| self.of(&error))
    }

    /// A study by its id, or the newest by its name.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn study(&self, text: &str) -> Result<Option<StudyRow>, StoreError> {
        let id: Option<i64> = text.parse().ok();
        let sql = format!(
            "SELECT {COLUMNS} FROM studies WHERE CASE WHEN ?1 IS NULL THEN name = ?2 ELSE id = ?1 END ORDER BY id DESC LIMIT 1"
        );
        let found = self.connection.query_row(&sql, (id, text), study_row).optional();
        found.map_err(|error| self.of(&error))
    }

    /// All studies, the newest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn studies(&self) -> Result<Vec<StudyRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM studies ORDER BY id DESC");
        let read = || -> rusqlite::Result<Vec<StudyRow>> {
            self.connection.prepare(&sql)?.query_map([], study_row)?.collect()
        };
        read().map_err(|error| self.of(&error))
    }

    /// Which runs of a study are stored, in the order in which they ran.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn places(&self, study: i64) -> Result<Vec<(Place, i64)>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(Place, i64)>> {
            let mut statement = self
                .connection
                .prepare("SELECT block, cell, place, run FROM study_runs WHERE study = ?1 ORDER BY place")?;
            let of = |row: &Row<'_>| {
                let place = Place {
                    study,
                    block: row.get(0)?,
                    cell: row.get(1)?,
                    place: row.get(2)?,
                };
                Ok((place, row.get(3)?))
            };
            statement.query_map([study], of)?.collect()
        };
        read().map_err(|error| self.of(&error))
    }
}
