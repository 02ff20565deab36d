//! Opening the file: for writing, or for reading only, which works in a folder that cannot be written.

use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::migrate::{self, FileVersion, MIGRATIONS};

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(20);

/// An open store.
#[derive(Debug)]
pub struct Store {
    pub(crate) path: PathBuf,
    pub(crate) connection: Connection,
}

impl Store {
    /// Opens the file for writing; makes it, and its folder, where there is none.
    ///
    /// # Errors
    /// Whatever makes it unfit; nothing was changed then.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, &MIGRATIONS)
    }

    pub(crate) fn open_with(path: &Path, migrations: &[&str]) -> Result<Self, StoreError> {
        if !is_there(path)? {
            make(path)?;
        }
        // What the file is, is found out before the first write to it.
        drop(Self::open_to_read(path, migrations)?);
        let of = |error: rusqlite::Error| StoreError::of(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(of)?;
        connection.busy_timeout(PATIENCE).map_err(of)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(of)?;
        let mode: String = connection
            .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
            .map_err(of)?;
        if mode != "wal" {
            return Err(StoreError::Sqlite {
                path: path.to_owned(),
                detail: format!("no write-ahead log on this file system (journal mode {mode})"),
            });
        }
        // A run that was reported is on the disk.
        connection
            .pragma_update(None, "synchronous", "full")
            .map_err(of)?;
        migrate::bring_up(&mut connection, path, migrations)?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    /// A store that ends with the process.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from("memory");
        let of = |error: rusqlite::Error| StoreError::of(Path::new("memory"), &error);
        let mut connection = Connection::open_in_memory().map_err(of)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(of)?;
        migrate::bring_up(&mut connection, &path, &MIGRATIONS)?;
        Ok(Self { path, connection })
    }

    /// Whether it ends with the process.
    pub fn is_in_memory(&self) -> bool {
        self.connection.path().is_none_or(str::is_empty)
    }

    /// Opens the file for reading.
    ///
    /// # Errors
    /// [`StoreError::Missing`], or whatever makes it unfit.
    pub fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        if !is_there(path)? {
            return Err(StoreError::Missing {
                path: path.to_owned(),
            });
        }
        let (store, known) = Self::open_to_read(path, &MIGRATIONS)?;
        match known {
            FileVersion::Version(version) if version == MIGRATIONS.len() as i64 => Ok(store),
            // Older tables are brought up, which takes a writer.
            FileVersion::Version(_) => Self::open(path),
            FileVersion::Empty => Err(StoreError::Missing {
                path: path.to_owned(),
            }),
        }
    }

    fn open_to_read(path: &Path, migrations: &[&str]) -> Result<(Self, FileVersion), StoreError> {
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let open = |uri: String| -> Result<(Self, FileVersion), StoreError> {
            let connection =
                Connection::open_with_flags(uri, flags).map_err(|error| StoreError::of(path, &error))?;
            connection
                .busy_timeout(PATIENCE)
                .map_err(|error| StoreError::of(path, &error))?;
            let known = migrate::look(&connection, path, migrations.len())?;
            let path = path.to_owned();
            Ok((Self { path, connection }, known))
        };
        let uri = uri_of(path);
        open(uri.clone()).or_else(|error| match error {
            // A write-ahead log needs a file next to the store. Nobody can write there, so nothing changes while it is read.
            StoreError::ReadOnly { .. } => open(format!("{uri}?immutable=1")),
            other => Err(other),
        })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn of(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

/// Whether the file exists; an error if it is something other than a file.
fn is_there(path: &Path) -> Result<bool, StoreError> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_file() => Ok(true),
        Ok(_) => Err(StoreError::NotAFile {
            path: path.to_owned(),
        }),
        Err(_) => Ok(false),
    }
}

/// Makes the empty file and its folder, both for their owner only.
fn make(path: &Path) -> Result<(), StoreError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| StoreError::Folder {
                path: folder.to_owned(),
                error,
            })?;
    }
    let made = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path);
    made.map(drop).map_err(|error| StoreError::ReadOnly {
        path: path.to_owned(),
        detail: error.to_string(),
    })
}

/// The path as SQLite's URI: `?`, `#` and `%` mean something there.
fn uri_of(path: &Path) -> String {
    let text = path.to_string_lossy();
    let escaped = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{escaped}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_job::plan::{JobPlan, RunPlan};
    use fiord_record::Before;
    use fiord_record::run::RunRecord;

    use super::*;
    use crate::Prune;

    /// A store of an older version is brought up, all steps or none; the older program refuses it from then on.
    #[test]
    fn older_tables_are_brought_up_in_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        let count = |store: &Store, table: &str| -> i64 {
            let sql = format!("SELECT count(*) FROM {table}");
            store.connection.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        let store = Store::open(&path).unwrap();
        store
            .connection
            .execute(
                "INSERT INTO studies (name, created, command, seed, source, settings, state)
                 VALUES ('s', '', '', 1, '', '{}', 'open')",
                [],
            )
            .unwrap();
        drop(store);
        let [first, second, third] = MIGRATIONS;
        let broken = [
            first,
            second,
            third,
            "CREATE TABLE more (a)",
            "CREATE TABLE more (a)",
        ];
        assert!(Store::open_with(&path, &broken).is_err());
        assert_eq!(count(&Store::open(&path).unwrap(), "studies"), 1);
        let store = Store::open_with(&path, &[first, second, third, "CREATE TABLE more (a)"]).unwrap();
        assert_eq!((count(&store, "studies"), count(&store, "more")), (1, 0));
        drop(store);
        let error = Store::open(&path).unwrap_err();
        assert!(
            matches!(
                error,
                StoreError::Newer {
                    found: 4,
                    known: 3,
                    ..
                }
            ),
            "{error}"
        );
    }

    /// Version 2 held every plan, machine and fact of a target whole, and the plan and the machine a second time in an index.
    #[test]
    fn records_of_version_2_come_back_from_version_3() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        let [first, second, _] = MIGRATIONS;
        let store = Store::open_with(&path, &[first, second]).unwrap();
        let mut plan = RunPlan::default();
        plan.jobs.push(JobPlan::new("reads"));
        let record = RunRecord::planned(plan, Before::default());
        let whole = serde_json::to_value(&record).unwrap();
        let mut rest = whole.clone();
        for part in ["plan", "before", "context", "evidence", "workers"] {
            rest[part] = serde_json::Value::Null;
        }
        let mut before = whole["before"].clone();
        before["machine"] = serde_json::Value::Null;
        let text = |value: &serde_json::Value| value.to_string();
        for run in 1..=3 {
            store
                .connection
                .execute_batch(
                    "INSERT INTO runs (verb, command, started, elapsed_s, grade, verdict, measured, wrong, interrupted, failed)
                     VALUES ('run', '', '', 1, 'B', '', '{}', 0, 0, 0)",
                )
                .unwrap();
            let plan = format!("{}{}", text(&whole["plan"]), " ".repeat(run));
            let insert = |sql: &str, values: &[&str]| {
                store
                    .connection
                    .execute(sql, rusqlite::params_from_iter(values))
                    .unwrap();
            };
            insert("INSERT INTO texts (text) VALUES (?1)", &[&plan]);
            insert(
                "INSERT INTO records (run, plan, before, context, rest) SELECT max(runs.id), max(texts.id), ?1, ?2, ?3 FROM runs, texts",
                &[&text(&before), &text(&whole["context"]), &text(&rest)],
            );
        }
        drop(store);
        let mut store = Store::open(&path).unwrap();
        let whole =
            |store: &Store, run: i64| serde_json::to_value(store.record(run).unwrap().unwrap()).unwrap();
        let befores: i64 = store
            .connection
            .query_row("SELECT count(DISTINCT before) FROM records", [], |row| row.get(0))
            .unwrap();
        assert_eq!(befores, 1);
        for run in 1..=3 {
            assert_eq!(whole(&store, run), serde_json::to_value(&record).unwrap());
        }
        let problems: i64 = store
            .connection
            .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(problems, 0);
        // What is thrown away takes its texts along, and leaves those of others.
        let what = Prune {
            keep: Some(1),
            ..Prune::default()
        };
        assert_eq!(store.prune(&what).unwrap().left, 1);
        assert_eq!(whole(&store, 3), serde_json::to_value(&record).unwrap());
        let texts: i64 = store
            .connection
            .query_row("SELECT count(*) FROM texts", [], |row| row.get(0))
            .unwrap();
        assert_eq!(texts, 2);
    }
}
