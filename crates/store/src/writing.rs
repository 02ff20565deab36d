//! Writing: one transaction per run, and what is thrown away.

use jiff::Timestamp;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use crate::error::StoreError;
use crate::open::Store;
use crate::parts::{Parts, changes};
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

/// How a run is stored whose moment nobody knows.
pub(crate) const UNDATED: &str = "1970-01-01T00:00:00.000Z";

/// A moment as the tables have it.
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
    insert_record(step, id, parts)?;
    for (place, (worker, stats)) in parts.workers.iter().enumerate() {
        step.prepare("INSERT INTO workers (run, number, worker, stats) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![id, place as u64, worker, stats])?;
    }
    insert_views(step, run, id)?;
    Ok(id)
}

fn insert_record(step: &Transaction<'_>, id: i64, parts: &Parts) -> rusqlite::Result<()> {
    let plan = shared(step, "plan", &parts.plan)?;
    let machine = parts.machine.as_deref();
    let machine = machine.map(|text| shared(step, "machine", text)).transpose()?;
    let before = shared(step, "before", &parts.before)?;
    step.prepare(
        "INSERT INTO records (run, plan, plan_changes, machine, machine_changes, before, before_changes, context, evidence, seconds, rest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?
    .execute(params![
        id,
        plan.id,
        plan.changes,
        machine.as_ref().map(|text| text.id),
        machine.as_ref().and_then(|text| text.changes.as_ref()),
        before.id,
        before.changes,
        parts.context,
        parts.evidence,
        parts.seconds,
        parts.rest
    ])?;
    Ok(())
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

/// A stored text, and what a run has otherwise.
struct SharedText {
    id: i64,
    changes: Option<String>,
}

/// Runs back to which a text is looked for: as many as two blocks of a large study.
const NEIGHBOURS: u32 = 64;

/// The text of a column of `records`: by that of a run before which it differs least from, or on its own.
fn shared(connection: &Connection, column: &str, text: &str) -> rusqlite::Result<SharedText> {
    // What is half or twice as long is something else.
    let mut near = connection.prepare(&format!(
        "SELECT id, text FROM texts WHERE id IN (SELECT {column} FROM records ORDER BY run DESC LIMIT {NEIGHBOURS})
           AND length(text) BETWEEN ?1 / 2 AND ?1 * 2 ORDER BY id DESC"
    ))?;
    let mut rows = near.query([text.len() as u64])?;
    let mut least: Option<SharedText> = None;
    while let Some(row) = rows.next()? {
        let (id, base): (i64, String) = (row.get(0)?, row.get(1)?);
        if base == text {
            return Ok(SharedText { id, changes: None });
        }
        let most = least
            .as_ref()
            .and_then(|least| least.changes.as_ref())
            .map_or(text.len() / 2, String::len);
        if let Some(found) = changes(&base, text).filter(|found| found.len() < most) {
            least = Some(SharedText {
                id,
                changes: Some(found),
            });
        }
    }
    if let Some(least) = least {
        return Ok(least);
    }
    connection
        .prepare("INSERT INTO texts (text) VALUES (?1)")?
        .execute([text])?;
    Ok(SharedText {
        id: connection.last_insert_rowid(),
        changes: None,
    })
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
        "DELETE FROM texts WHERE id NOT IN (SELECT plan FROM records UNION SELECT before FROM records
           UNION SELECT machine FROM records WHERE machine IS NOT NULL)",
        [],
    )?;
    Ok(runs as u64)
}
