//! Reads a spec sheet from its file; every mistake is printed with its line.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use fiord_compare::sheet::parse;
use fiord_messages::{Lang, spec_sheet as messages};
use fiord_record::claims::SpecSheet;

/// Reads the file.
///
/// # Errors
/// What the system says about the file, or every mistake in it, a line each.
pub(crate) fn read(path: &Path) -> Result<SpecSheet> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    match parse(&text) {
        Ok(sheet) => Ok(sheet),
        Err(mistakes) => {
            let mut out = messages::NotASheet {
                path: &path.display(),
            }
            .text(Lang::current());
            for mistake in mistakes {
                let _ = write!(
                    out,
                    "\n  {}:{}: {}",
                    path.display(),
                    mistake.line,
                    mistake.message
                );
            }
            bail!("{out}")
        }
    }
}
