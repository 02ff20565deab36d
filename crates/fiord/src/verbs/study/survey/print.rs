//! Prints the report of a survey in the form that was asked for.

use anyhow::Result;
use fiord_report::documents::survey::report::SurveyReport;

use crate::ui;
use crate::verbs::form::FormArgs;

/// Prints it.
///
/// # Errors
/// Standard output cannot be written.
pub(in crate::verbs::study) fn put(report: &SurveyReport<'_>, form: FormArgs) -> Result<()> {
    if report.is_empty() && !form.json {
        ui::say("interrupted before anything was measured; nothing is left behind");
        return Ok(());
    }
    match () {
        () if form.json => ui::print(&report.document().to_text()?)?,
        () if form.csv => ui::print(&report.csv())?,
        () if form.md => ui::print(&report.page(None).markdown())?,
        () => ui::put(&report.page(ui::Screen::stdout().width))?,
    };
    Ok(())
}
