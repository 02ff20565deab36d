//! Writing: one transaction per run, and what is thrown away.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fiord_record::run::RunRecord;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde_json::Value;

use crate::error::StoreError;
use crate::open::Store;
use crate::rows::{NewRun, Survey};

/// Which runs to throw away. Runs with a name and runs of studies stay unless asked for.
#[derive(Debug, Clone, Default)]
pub struct Prune {
    /// Started before this moment.
    pub before: Option<Timestamp>,
    /// All but so many of the newest.
    pub keep: Option<u64>,
    /// Named ones as well.
    pub named: bool,
    /// Those of studies as well; studies without runs go too.
    pub studies: bool,
}

/// What was thrown away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pruned {
    pub runs: u64,
    pub left: u64,
    /// Size of the file before and after.
    pub bytes: (u64, u64),
}

/// A moment as the tables have it.
/// How a run is stored whose moment nobody knows.
pub(crate) const UNDATED: &str = "1970-01-01T00:00:00.000Z";

pub(crate) fn moment(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}

impl Store {
    /// Keeps a run; when this returns it is on the disk, whole. Gives its id.
    ///
    /// # Errors
    /// What SQLite says; nothing of the run is in the store then.
    pub fn add(&mut self, run: &NewRun<'_>) -> Result<i64, StoreError> {
        let parts = Parts::of(run.record)?;
        let path = self.path.clone();
        let of = |error: rusqlite::Error| StoreError::of(&path, &error);
        let step = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(of)?;
        let id = insert(&step, run, &parts).map_err(of)?;
        step.commit().map_err(of)?;
        Ok(id)
    }

    /// Throws runs away and gives their space back.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn prune(&mut self, what: &Prune) -> Result<Pruned, StoreError> {
        let before = self.size_bytes();
        let path = self.path.clone();
        let of = |error: rusqlite::Error| StoreError::of(&path, &error);
        let step = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(of)?;
        let runs = delete(&step, what).map_err(of)?;
        let left = step
            .query_row("SELECT count(*) FROM runs", [], |row| row.get(0))
            .map_err(of)?;
        step.commit().map_err(of)?;
        if runs > 0 {
            let shrink = "VACUUM; PRAGMA wal_checkpoint(TRUNCATE);";
            self.connection.execute_batch(shrink).map_err(of)?;
        }
        Ok(Pruned {
            runs,
            left,
            bytes: (before, self.size_bytes()),
        })
    }

    /// Bytes of the file and its log.
    pub fn size_bytes(&self) -> u64 {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        let size = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |meta| meta.len());
        size(&self.path) + size(log.as_ref())
    }
}

/// The record in the parts in which it is stored: a row of `records`, its shared texts in place.
pub(crate) struct Parts {
    pub(crate) plan: String,
    pub(crate) machine: Option<String>,
    pub(crate) before: String,
    pub(crate) context: String,
    pub(crate) evidence: Option<String>,
    pub(crate) rest: String,
    /// JSON without counts, and the counts.
    pub(crate) workers: Vec<(String, Vec<u8>)>,
}

/// A field of a JSON object, taken out of it.
fn taken(value: &mut Value, field: &str) -> Value {
    value.get_mut(field).map(Value::take).unwrap_or_default()
}

fn text(value: &Value) -> Option<String> {
    (!value.is_null()).then(|| value.to_string())
}

impl Parts {
    fn of(record: &RunRecord) -> Result<Self, StoreError> {
        let mut whole = serde_json::to_value(record)?;
        let (plan, mut before) = (taken(&mut whole, "plan"), taken(&mut whole, "before"));
        let machine = taken(&mut before, "machine");
        let (context, evidence) = (taken(&mut whole, "context"), taken(&mut whole, "evidence"));
        let mut workers = taken(&mut whole, "workers");
        let workers = workers.as_array_mut().map(std::mem::take).unwrap_or_default();
        let workers: Result<_, StoreError> = workers
            .into_iter()
            .map(|mut json| {
                let stats = taken(&mut json, "stats");
                let stats = STANDARD.decode(stats.as_str().unwrap_or_default())?;
                Ok((json.to_string(), stats))
            })
            .collect();
        Ok(Self {
            plan: plan.to_string(),
            machine: text(&machine),
            before: before.to_string(),
            context: context.to_string(),
            evidence: text(&evidence),
            rest: whole.to_string(),
            workers: workers?,
        })
    }
}

fn insert(step: &Transaction<'_>, run: &NewRun<'_>, parts: &Parts) -> rusqlite::Result<i64> {
    let record = run.record;
    let wrong = run
        .judgement
        .findings
        .iter()
        .filter(|finding| finding.severity == "wrong");
    let failed = record.workers.iter().filter(|worker| worker.error.is_some());
    step.prepare(
        "INSERT INTO runs (name, verb, command, started, elapsed_s, target, grade, verdict, measured, wrong, interrupted, failed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        run.name,
        run.verb,
        run.command,
        moment(record.started.timestamp()),
        record.elapsed_s,
        run.target,
        run.judgement.grade,
        run.judgement.verdict,
        run.judgement.measured,
        wrong.count() as u64,
        run.interrupted,
        failed.count() as u64,
    ])?;
    let id = step.last_insert_rowid();
    let survey = match run.survey {
        Survey::No => None,
        Survey::First => Some(id),
        Survey::Of(first) => Some(first),
    };
    if survey.is_some() {
        step.execute("UPDATE runs SET survey = ?1 WHERE id = ?2", params![survey, id])?;
    }
    let plan = shared(step, &parts.plan)?;
    let machine = parts
        .machine
        .as_deref()
        .map(|text| shared(step, text))
        .transpose()?;
    step.prepare(
        "INSERT INTO records (run, plan, machine, before, context, evidence, rest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![id, plan, machine, parts.before, parts.context, parts.evidence, parts.rest])?;
    for (place, (worker, stats)) in parts.workers.iter().enumerate() {
        step.prepare("INSERT INTO workers (run, number, worker, stats) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![id, place as u64, worker, stats])?;
    }
    insert_views(step, run, id)?;
    Ok(id)
}

/// The rows that can be made from the record again.
fn insert_views(step: &Transaction<'_>, run: &NewRun<'_>, id: i64) -> rusqlite::Result<()> {
    for row in &run.results {
        step.prepare(
            "INSERT INTO results (run, job, name, ddir, iops, bytes_per_s, lat_p50_ns, lat_p99_ns)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            id,
            row.job as u64,
            row.name,
            row.ddir,
            row.iops,
            row.bytes_per_s,
            row.lat_p50_ns,
            row.lat_p99_ns
        ])?;
    }
    for (place, finding) in run.judgement.findings.iter().enumerate() {
        step.prepare(
            "INSERT INTO findings (run, place, trap, severity, saw, finding) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            id,
            place as u64,
            finding.trap,
            finding.severity,
            finding.saw,
            finding.finding
        ])?;
    }
    if let Some(place) = run.place {
        step.prepare("INSERT INTO study_runs (study, block, cell, place, run) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![place.study, place.block, place.cell, place.place, id])?;
    }
    Ok(())
}

/// The id of a text that is stored once.
fn shared(connection: &Connection, text: &str) -> rusqlite::Result<i64> {
    let known = connection
        .prepare("SELECT id FROM texts WHERE text = ?1")?
        .query_row([text], |row| row.get(0))
        .optional()?;
    if let Some(id) = known {
        return Ok(id);
    }
    connection
        .prepare("INSERT INTO texts (text) VALUES (?1)")?
        .execute([text])?;
    Ok(connection.last_insert_rowid())
}

fn delete(step: &Transaction<'_>, what: &Prune) -> rusqlite::Result<u64> {
    let before = what.before.map(moment);
    let runs = step.execute(
        "DELETE FROM runs WHERE (?1 IS NULL OR started < ?1 AND started > ?5)
           AND (?2 IS NULL OR id NOT IN (SELECT id FROM runs ORDER BY id DESC LIMIT ?2))
           AND (?3 OR name IS NULL)
           AND (?4 OR id NOT IN (SELECT run FROM study_runs))",
        params![before, what.keep, what.named, what.studies, UNDATED],
    )?;
    if what.studies {
        step.execute(
            "DELETE FROM studies WHERE state <> 'open' AND id NOT IN (SELECT study FROM study_runs)",
            [],
        )?;
    }
    step.execute(
        "DELETE FROM texts WHERE id NOT IN (SELECT plan FROM records)
           AND id NOT IN (SELECT machine FROM records WHERE machine IS NOT NULL)",
        [],
    )?;
    Ok(runs as u64)
}
