//! Documents as self-contained HTML pages, written to a file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use fiord_messages::{Lang, report as messages};
use fiord_report::html::{PageDocument, PageExtra, page};

use crate::ui::{self, ReportOutput};

/// The file of a page.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct HtmlArgs {
    #[arg(id = "html", long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
}

/// Writes the page of a document; says where and how large.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(path: &Path, document: &dyn PageDocument, extra: &PageExtra) -> Result<()> {
    let text = page(document, extra)?.html;
    let shown = path.display().to_string();
    let file = ReportOutput::open(Some(path)).with_context(|| format!("--html={shown}"))?;
    file.write(&text).with_context(|| format!("--html={shown}"))?;
    let written = messages::PageWritten {
        file: &shown,
        kilobytes: &text.len().div_ceil(1024),
    };
    ui::say(written.text(Lang::current()));
    Ok(())
}
