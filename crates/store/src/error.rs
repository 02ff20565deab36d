//! Why a store cannot be used.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// What is wrong with a store, with its path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{path}: no folder for the store can be made: {error}", path = .path.display())]
    Folder { path: PathBuf, error: std::io::Error },
    #[error("{path}: a store is a regular file", path = .path.display())]
    NotAFile { path: PathBuf },
    #[error("{path}: no store yet", path = .path.display())]
    Missing { path: PathBuf },
    #[error("{path}: not a store of fiord; the file was left as it is", path = .path.display())]
    Foreign { path: PathBuf },
    #[error(
        "{path}: the store has version {found}, this fiord reads version {known}; use the fiord that wrote it, or another --store",
        path = .path.display()
    )]
    Version { path: PathBuf, found: i64, known: i64 },
    #[error("{path}: the store is damaged ({detail}); it was left as it is: move it away, or use another --store", path = .path.display())]
    Damaged { path: PathBuf, detail: String },
    #[error("{path}: cannot be written ({detail})", path = .path.display())]
    ReadOnly { path: PathBuf, detail: String },
    #[error("{path}: {detail}", path = .path.display())]
    Sqlite { path: PathBuf, detail: String },
    #[error("{path}: run {run} cannot be read back: {detail}", path = .path.display())]
    Record { path: PathBuf, run: i64, detail: String },
    #[error("the record cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl StoreError {
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
