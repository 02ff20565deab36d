//! In which form a verb prints its document.

/// Forms other than the page for people.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct FormArgs {
    /// Print JSON (docs/json.md).
    #[arg(long, conflicts_with_all = ["md", "csv"])]
    pub(crate) json: bool,
    /// Print Markdown.
    #[arg(long, conflicts_with = "csv")]
    pub(crate) md: bool,
    /// Print the table as CSV.
    #[arg(long)]
    pub(crate) csv: bool,
}
