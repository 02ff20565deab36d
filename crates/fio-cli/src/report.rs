//! The report of a run in the formats that the command line asks for.

use fiord_job::cli::OutputFormat;
use fiord_job::invocation::Parsed;
use fiord_record::run::RunRecord;
use fiord_report::fio::{Formats, Report};

/// The documents that were asked for.
pub(super) fn render(parsed: &Parsed, record: &RunRecord) -> String {
    let asked = |format: OutputFormat| parsed.cli.output_formats.contains(&format);
    let formats = Formats {
        terse: asked(OutputFormat::Terse).then_some(parsed.cli.terse_version),
        json: asked(OutputFormat::Json),
        json_plus: asked(OutputFormat::JsonPlus),
        normal: asked(OutputFormat::Normal),
    };
    let report = Report::of(record);
    let mut out = String::new();
    if let Some(note) = report.clamp_note().filter(|_| formats.normal) {
        out.push_str(&format!("{note}\n"));
    }
    out.push_str(&fiord_report::fio::document(&report, formats));
    out
}
