//! Versions of the tables: SQL that leads from each to the next, and the check of what a file is.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

/// `application_id` of our files: "fird".
pub(crate) const APPLICATION: i64 = 0x6669_7264;

/// Entry n leads from version n to n + 1. Never change one that was released: add the next.
pub(crate) const MIGRATIONS: [&str; 3] = [
    include_str!("v1.sql"),
    include_str!("v2.sql"),
    include_str!("v3.sql"),
];

/// What a file is, before anything is written to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileVersion {
    /// Nothing in it.
    Empty,
    /// Tables of this version.
    Version(i64),
}

/// Looks at the head of the file and at its tables.
pub(crate) fn look(connection: &Connection, path: &Path, known: usize) -> Result<FileVersion, StoreError> {
    let pragma = |name: &str| -> Result<i64, StoreError> {
        connection
            .pragma_query_value(None, name, |row| row.get(0))
            .map_err(|error| StoreError::of(path, &error))
    };
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| StoreError::of(path, &error))?;
    let known = i64::try_from(known).unwrap_or(i64::MAX);
    match application {
        0 if tables == 0 => Ok(FileVersion::Empty),
        APPLICATION if version > known => Err(StoreError::Newer {
            path: path.to_owned(),
            found: version,
            known,
        }),
        APPLICATION => Ok(FileVersion::Version(version)),
        _ => Err(StoreError::Foreign {
            path: path.to_owned(),
        }),
    }
}

/// Brings the tables to the last version, all steps in one transaction.
pub(crate) fn bring_up(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    let last = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    if look(connection, path, migrations.len())? == FileVersion::Version(last) {
        return Ok(());
    }
    let step = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(of)?;
    // Another process may have done it while this one waited.
    let from = match look(&step, path, migrations.len())? {
        FileVersion::Empty => 0,
        FileVersion::Version(version) => version,
    };
    for sql in migrations.iter().skip(usize::try_from(from).unwrap_or(0)) {
        step.execute_batch(sql).map_err(of)?;
    }
    step.pragma_update(None, "application_id", APPLICATION)
        .map_err(of)?;
    step.pragma_update(None, "user_version", last).map_err(of)?;
    step.commit().map_err(of)
}
