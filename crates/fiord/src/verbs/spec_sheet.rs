//! Reads a spec sheet from its file, where every mistake is printed with its line, or from the catalogue.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use fiord_compare::catalogue;
use fiord_compare::sheet::parse;
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, spec_sheet as messages};
use fiord_record::claims::SpecSheet;

/// Reads the file, or takes the entry of the catalogue that has this name if no file has it.
///
/// # Errors
/// What the system says about the file, or every mistake in it, a line each; the entry is not a maker's.
pub(crate) fn read(path: &Path) -> Result<SpecSheet> {
    let name = path.to_str().filter(|_| !path.exists());
    if let Some(entry) = name.and_then(catalogue::find) {
        let sheet = entry.read().map_err(|error| anyhow!(error))?.sheet();
        let entry = &path.display();
        return sheet.with_context(|| messages::EntryIsNoSheet { entry }.text(Lang::current()));
    }
    // A name without a place may be one of the catalogue.
    if let Some(name) = name.filter(|name| !name.contains('/')) {
        let lang = Lang::current();
        let known = catalogue::ALL.iter().map(|entry| entry.name);
        bail!(match nearest(name, known) {
            Some(near) => messages::SheetMisspelt {
                name: &name,
                near: &near
            }
            .text(lang),
            None => messages::SheetMissing { name: &name }.text(lang),
        });
    }
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
