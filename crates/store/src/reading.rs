//! Reading: lists of runs, and records put together again.

use std::collections::HashMap;

use fiord_record::run::RunRecord;
use jiff::Timestamp;
use rusqlite::types::Value as Parameter;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::error::StoreError;
use crate::open::Store;
use crate::packed;
use crate::rows::{Place, ResultRow, RunRow};
use crate::writing::{UNDATED, moment};

/// Which runs to list. Nothing: all of them.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// The name is this.
    pub name: Option<String>,
    /// The name begins with this.
    pub name_begins: Option<String>,
    /// The target's path contains this.
    pub target: Option<String>,
    pub since: Option<Timestamp>,
    /// The grade is one of these letters.
    pub grades: Vec<String>,
    pub verb: Option<String>,
    pub study: Option<i64>,
    /// It has this tag.
    pub tag: Option<String>,
    /// Runs with smaller ids.
    pub before: Option<i64>,
    /// Name, target, verb, command or a tag contains this, in letters of either case.
    pub text: Option<String>,
    /// Of each study and of each check only the first run.
    pub grouped: bool,
    /// Only runs that belong to no study.
    pub outside_studies: bool,
    /// At most so many, the newest.
    pub limit: Option<u64>,
}

/// What an id or a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The newest run of that name.
    pub run: i64,
    /// Runs that have the name.
    pub runs: u64,
    /// The study that the run belongs to, if it was named: the name is that of all its runs.
    pub study: Option<i64>,
}

const COLUMNS: &str = "runs.id, runs.name, verb, command, started, elapsed_s, target, grade, verdict, wrong, interrupted, failed,
    (SELECT study FROM study_runs WHERE study_runs.run = runs.id), (SELECT json_group_array(tag) FROM tags WHERE tags.run = runs.id)";

/// The first run of each check and how many it has. The runs of a check follow one another, with one command and target, seed included.
const CHECKS: &str = "SELECT min(id) AS first, count(*) AS runs FROM (SELECT id, verb, command, target, row_number() OVER (ORDER BY id)
        - row_number() OVER (PARTITION BY verb, command, target ORDER BY id) AS series FROM runs)
    WHERE verb = 'check' AND instr(command, '--seed') > 0 AND id NOT IN (SELECT run FROM study_runs)
    GROUP BY command, target, series";

/// Of a study the oldest run that is left, and of a check.
fn grouped() -> String {
    format!(
        "id NOT IN (SELECT run FROM study_runs WHERE run NOT IN (SELECT min(run) FROM study_runs GROUP BY study))
        AND (NOT (verb = 'check' AND instr(command, '--seed') > 0 AND id NOT IN (SELECT run FROM study_runs))
            OR id IN (SELECT first FROM ({CHECKS})))"
    )
}

fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        id: row.get(0)?,
        name: row.get(1)?,
        verb: row.get(2)?,
        command: row.get(3)?,
        started: Some(row.get::<_, String>(4)?).filter(|started| started.as_str() > UNDATED),
        elapsed_s: row.get(5)?,
        target: row.get(6)?,
        grade: row.get(7)?,
        verdict: row.get(8)?,
        wrong: row.get(9)?,
        interrupted: row.get(10)?,
        failed: row.get(11)?,
        study: row.get(12)?,
        tags: tags(&row.get::<_, String>(13)?),
        results: Vec::new(),
    })
}

/// Tags from their JSON, in the order of letters.
fn tags(json: &str) -> Vec<String> {
    let mut tags: Vec<String> = serde_json::from_str(json).unwrap_or_default();
    tags.sort();
    tags
}

/// The results of the runs from one id to another, by run.
fn results(connection: &Connection, first: i64, last: i64) -> rusqlite::Result<HashMap<i64, Vec<ResultRow>>> {
    let mut statement = connection.prepare(
        "SELECT run, job, name, ddir, iops, bytes_per_s, lat_p50_ns, lat_p99_ns FROM results
         WHERE run BETWEEN ?1 AND ?2 ORDER BY run, job, ddir",
    )?;
    let mut all: HashMap<i64, Vec<ResultRow>> = HashMap::new();
    let mut rows = statement.query([first, last])?;
    while let Some(row) = rows.next()? {
        all.entry(row.get(0)?).or_default().push(ResultRow {
            job: row.get(1)?,
            name: row.get(2)?,
            ddir: row.get(3)?,
            iops: row.get(4)?,
            bytes_per_s: row.get(5)?,
            lat_p50_ns: row.get(6)?,
            lat_p99_ns: row.get(7)?,
        });
    }
    Ok(all)
}

impl Store {
    /// The runs, the newest first.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn list(&self, filter: &Filter) -> Result<Vec<RunRow>, StoreError> {
        self.listed(filter).map_err(|error| self.of(&error))
    }

    fn listed(&self, filter: &Filter) -> rusqlite::Result<Vec<RunRow>> {
        let mut wheres: Vec<String> = Vec::new();
        let mut values: Vec<Parameter> = Vec::new();
        let mut add = |condition: &str, value: Parameter| {
            values.push(value);
            wheres.push(condition.replace('?', &format!("?{}", values.len())));
        };
        if let Some(name) = &filter.name {
            add("name = ?", name.clone().into());
        }
        if let Some(begin) = &filter.name_begins {
            add("substr(name, 1, length(?)) = ?", begin.clone().into());
        }
        if let Some(target) = &filter.target {
            add("instr(target, ?) > 0", target.clone().into());
        }
        if let Some(since) = filter.since {
            add("started >= ?", moment(since).into());
        }
        if !filter.grades.is_empty() {
            // Grades are single letters.
            add("instr(?, grade) > 0", filter.grades.concat().into());
        }
        if let Some(verb) = &filter.verb {
            add("verb = ?", verb.clone().into());
        }
        if let Some(study) = filter.study {
            let measured = format!(
                "id IN (SELECT run FROM study_runs WHERE study = ? AND block <> {})",
                Place::TRACED
            );
            add(&measured, study.into());
        }
        if let Some(tag) = &filter.tag {
            add("id IN (SELECT run FROM tags WHERE tag = ?)", tag.clone().into());
        }
        if let Some(before) = filter.before {
            add("id < ?", before.into());
        }
        if let Some(text) = &filter.text {
            let any = "instr(lower(coalesce(runs.name, '') || char(10) || coalesce(target, '') || char(10) || verb || char(10) || command
                || char(10) || (SELECT coalesce(group_concat(tag, char(10)), '') FROM tags WHERE tags.run = runs.id)), lower(?)) > 0";
            add(any, text.clone().into());
        }
        if filter.grouped {
            wheres.push(grouped());
        }
        if filter.outside_studies {
            wheres.push("id NOT IN (SELECT run FROM study_runs)".to_owned());
        }
        let condition = if wheres.is_empty() {
            String::new()
        } else {
            format!("WHERE {}", wheres.join(" AND "))
        };
        let limit = filter
            .limit
            .map_or(String::new(), |limit| format!("LIMIT {limit}"));
        let sql = format!("SELECT {COLUMNS} FROM runs {condition} ORDER BY id DESC {limit}");
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows: Vec<RunRow> = statement
            .query_map(params_from_iter(values), run_row)?
            .collect::<Result<_, _>>()?;
        if let (Some(newest), Some(oldest)) = (rows.first(), rows.last()) {
            let mut all = results(&self.connection, oldest.id, newest.id)?;
            for row in &mut rows {
                row.results = all.remove(&row.id).unwrap_or_default();
            }
        }
        Ok(rows)
    }

    /// How many runs there are.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn count(&self) -> Result<u64, StoreError> {
        self.counted("SELECT count(*) FROM runs")
    }

    /// The same with each study and each check as one.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn count_grouped(&self) -> Result<u64, StoreError> {
        self.counted(&format!("SELECT count(*) FROM runs WHERE {}", grouped()))
    }

    /// How many runs of each check are stored, by its first run. The runs of a search for the highest load are those of a study.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn checks(&self) -> Result<HashMap<i64, u64>, StoreError> {
        let read = || -> rusqlite::Result<HashMap<i64, u64>> {
            let mut statement = self.connection.prepare(CHECKS)?;
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        read().map_err(|error| self.of(&error))
    }

    fn counted(&self, sql: &str) -> Result<u64, StoreError> {
        self.connection
            .query_row(sql, [], |row| row.get(0))
            .map_err(|error| self.of(&error))
    }

    /// All tags, in the order of letters.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn tags(&self) -> Result<Vec<String>, StoreError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut statement = self
                .connection
                .prepare("SELECT DISTINCT tag FROM tags ORDER BY tag")?;
            statement.query_map([], |row| row.get(0))?.collect()
        };
        read().map_err(|error| self.of(&error))
    }

    /// The run that an id or a name stands for; none: no run has it.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn find(&self, text: &str) -> Result<Option<Named>, StoreError> {
        let id: Option<i64> = text.parse().ok();
        let found = self.connection.query_row(
            "SELECT newest, runs, CASE WHEN ?1 IS NULL THEN (SELECT study FROM study_runs WHERE run = newest) END FROM
             (SELECT max(id) AS newest, count(*) AS runs FROM runs WHERE CASE WHEN ?1 IS NULL THEN name = ?2 ELSE id = ?1 END)",
            (id, text),
            |row| Ok((row.get::<_, Option<i64>>(0)?, row.get(1)?, row.get(2)?)),
        );
        let (run, runs, study) = found.map_err(|error| self.of(&error))?;
        Ok(run.map(|run| Named { run, runs, study }))
    }

    /// One line of the list.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn row(&self, id: i64) -> Result<Option<RunRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM runs WHERE id = ?1");
        let found = self.connection.query_row(&sql, [id], run_row).optional();
        let Some(mut row) = found.map_err(|error| self.of(&error))? else {
            return Ok(None);
        };
        let all = results(&self.connection, id, id).map_err(|error| self.of(&error))?;
        row.results = all.into_values().flatten().collect();
        Ok(Some(row))
    }

    /// The record of a run, as it was.
    ///
    /// # Errors
    /// What SQLite says, or what in the row is not a record.
    pub fn record(&self, id: i64) -> Result<Option<RunRecord>, StoreError> {
        let packed: Option<Vec<u8>> = self
            .connection
            .query_row("SELECT record FROM records WHERE run = ?1", [id], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| self.of(&error))?;
        packed
            .map(|packed| packed::unpack(&packed))
            .transpose()
            .map_err(|error| StoreError::Record {
                path: self.path.clone(),
                run: id,
                detail: error.to_string(),
            })
    }
}
