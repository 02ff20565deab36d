//! Opening the file: for writing, or for reading only, which works in a folder that cannot be written.

use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fiord_messages::{Lang, store as messages};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::StoreError;

/// The tables of a store.
const SCHEMA: &str = include_str!("schema.sql");
/// Version of the tables. The next one needs SQL that leads there from this one, as soon as there is a release.
const VERSION: i64 = 5;
/// `application_id` of our files: "fird".
const APPLICATION: i64 = 0x6669_7264;
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
        if !is_there(path)? {
            make(path)?;
        }
        // What the file is, is found out before the first write to it.
        drop(Self::open_to_read(path)?);
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
                detail: messages::NoWriteAheadLog { mode: &mode }.text(Lang::current()),
            });
        }
        // A run that was reported is on the disk.
        connection
            .pragma_update(None, "synchronous", "full")
            .map_err(of)?;
        make_tables(&mut connection, path)?;
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
        make_tables(&mut connection, &path)?;
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
        match Self::open_to_read(path)? {
            (store, true) => Ok(store),
            (_, false) => Err(StoreError::Missing {
                path: path.to_owned(),
            }),
        }
    }

    /// A reader of the file, and whether there are tables in it.
    fn open_to_read(path: &Path) -> Result<(Self, bool), StoreError> {
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let open = |uri: String| -> Result<(Self, bool), StoreError> {
            let connection =
                Connection::open_with_flags(uri, flags).map_err(|error| StoreError::of(path, &error))?;
            connection
                .busy_timeout(PATIENCE)
                .map_err(|error| StoreError::of(path, &error))?;
            let is_made = has_tables(&connection, path)?;
            let path = path.to_owned();
            Ok((Self { path, connection }, is_made))
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

/// Whether the file has our tables (an empty one has none yet).
fn has_tables(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (
        pragma("application_id").map_err(of)?,
        pragma("user_version").map_err(of)?,
    );
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(of)?;
    match application {
        0 if tables == 0 => Ok(false),
        APPLICATION if version == VERSION => Ok(true),
        APPLICATION => Err(StoreError::Version {
            path: path.to_owned(),
            found: version,
            known: VERSION,
        }),
        _ => Err(StoreError::Foreign {
            path: path.to_owned(),
        }),
    }
}

/// Makes the tables of an empty file, all or none.
fn make_tables(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    let step = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(of)?;
    // Another process may have made them while this one waited.
    if has_tables(&step, path)? {
        return Ok(());
    }
    step.execute_batch(SCHEMA).map_err(of)?;
    step.pragma_update(None, "application_id", APPLICATION)
        .map_err(of)?;
    step.pragma_update(None, "user_version", VERSION).map_err(of)?;
    step.commit().map_err(of)
}

/// Whether the file exists; an error if it is something other than a file.
fn is_there(path: &Path) -> Result<bool, StoreError> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_file() => Ok(true),
        Ok(_) => Err(StoreError::NotAFile {
            path: path.to_owned(),
        }),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(error) => Err(StoreError::Unknown {
            path: path.to_owned(),
            error,
        }),
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
