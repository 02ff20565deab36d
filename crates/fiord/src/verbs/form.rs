//! In which form a verb prints its document, and the file of its numbers.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fiord_messages::Lang;

use crate::ui::WholeFile;

/// Forms other than the page for people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct FormArgs {
    #[arg(long, conflicts_with_all = ["md", "csv"])]
    pub(crate) json: bool,
    #[arg(long, conflicts_with = "csv")]
    pub(crate) md: bool,
    #[arg(long)]
    pub(crate) csv: bool,
}

impl FormArgs {
    /// The language of the document's sentences: English in forms that programs read, the user's on a page.
    pub(crate) fn lang(self) -> Lang {
        if self.json || self.csv {
            Lang::En
        } else {
            Lang::current()
        }
    }
}

/// Numbers for a program that collects them.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct MetricsArgs {
    #[arg(id = "metrics", long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
}

impl MetricsArgs {
    /// The file, looked at before anything is measured.
    ///
    /// # Errors
    /// It is not a regular file, or cannot be written.
    pub(crate) fn open(&self) -> Result<Option<WholeFile>> {
        let open =
            |path: &PathBuf| WholeFile::open(path).with_context(|| format!("--metrics={}", path.display()));
        self.file.as_ref().map(open).transpose()
    }
}
