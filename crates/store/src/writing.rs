//! Writing: one transaction for runs that belong together, and what is thrown away.

use jiff::Timestamp;
use rusqlite::{Transaction, TransactionBehavior, params};

use crate::error::StoreError;
use crate::open::Store;
use crate::packed;
use crate::rows::NewRun;

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
        Ok(self.add_together(std::slice::from_ref(run))?[0])
    }

    /// Keeps runs, all or none. Gives their ids.
    ///
    /// # Errors
    /// What SQLite says; nothing of the runs is in the store then.
    pub fn add_together(&mut self, runs: &[NewRun<'_>]) -> Result<Vec<i64>, StoreError> {
        let packed = runs.iter().map(|run| packed::pack(run.record));
        let packed: Vec<_> = packed.collect::<Result<_, _>>()?;
        let path = self.path.clone();
        let of = |error: rusqlite::Error| StoreError::of(&path, &error);
        let step = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(of)?;
        let ids = runs
            .iter()
            .zip(&packed)
            .map(|(run, packed)| insert(&step, run, packed));
        let ids = ids.collect::<Result<_, _>>().map_err(of)?;
        step.commit().map_err(of)?;
        Ok(ids)
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

fn insert(step: &Transaction<'_>, run: &NewRun<'_>, packed: &[u8]) -> rusqlite::Result<i64> {
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
    step.prepare("INSERT INTO records (run, record) VALUES (?1, ?2)")?
        .execute(params![id, packed])?;
    for tag in run.tags {
        step.prepare("INSERT OR IGNORE INTO tags (run, tag) VALUES (?1, ?2)")?
            .execute(params![id, tag])?;
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
    Ok(runs as u64)
}
