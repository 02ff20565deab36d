//! Why a store cannot be used.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use fiord_messages::{Lang, store as messages};
use rusqlite::ErrorCode;

/// What is wrong with a store, with its path.
#[derive(Debug)]
pub enum StoreError {
    Folder { path: PathBuf, error: io::Error },
    NotAFile { path: PathBuf },
    Unknown { path: PathBuf, error: io::Error },
    Missing { path: PathBuf },
    Foreign { path: PathBuf },
    Version { path: PathBuf, found: i64, known: i64 },
    Damaged { path: PathBuf, detail: String },
    ReadOnly { path: PathBuf, detail: String },
    Sqlite { path: PathBuf, detail: String },
    Record { path: PathBuf, run: i64, detail: String },
    Json(serde_json::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lang, path) = (Lang::current(), &self.path().display());
        f.write_str(&match self {
            Self::Folder { error, .. } => messages::NoDirectory { path, error }.text(lang),
            Self::NotAFile { .. } => messages::NotAFile { path }.text(lang),
            Self::Unknown { error, .. } => format!("{path}: {error}"),
            Self::Missing { .. } => messages::Missing { path }.text(lang),
            Self::Foreign { .. } => messages::Foreign { path }.text(lang),
            Self::Version { found, known, .. } => messages::Version { path, found, known }.text(lang),
            Self::Damaged { detail, .. } => messages::Damaged { path, detail }.text(lang),
            Self::ReadOnly { detail, .. } => messages::NotWritable { path, detail }.text(lang),
            Self::Sqlite { detail, .. } => format!("{path}: {detail}"),
            Self::Record { run, detail, .. } => messages::UnreadableRun { path, run, detail }.text(lang),
            Self::Json(error) => messages::NoJson { error }.text(lang),
        })
    }
}

impl std::error::Error for StoreError {}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

impl StoreError {
    /// The file or directory, where it is about one.
    fn path(&self) -> &Path {
        match self {
            Self::Folder { path, .. }
            | Self::NotAFile { path }
            | Self::Unknown { path, .. }
            | Self::Missing { path }
            | Self::Foreign { path }
            | Self::Version { path, .. }
            | Self::Damaged { path, .. }
            | Self::ReadOnly { path, .. }
            | Self::Sqlite { path, .. }
            | Self::Record { path, .. } => path,
            Self::Json(_) => Path::new(""),
        }
    }

    /// What SQLite said of a file, by what it means to the user.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let (path, detail) = (path.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged { path, detail },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::ReadOnly { path, detail }
            }
            _ => Self::Sqlite { path, detail },
        }
    }
}
