//! Arguments of `fiord explain`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use fiord_messages::Lang;
use fiord_report::text::findings::Detail;

/// Arguments of `fiord explain`.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    #[arg(long)]
    pub(super) json: bool,
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[arg(long, conflicts_with = "json")]
    pub(super) fix: bool,
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fix", "seen", "jobs"])]
    pub(super) result: Vec<PathBuf>,
    #[arg(long, value_name = "RESULT", conflicts_with = "fix")]
    pub(super) seen: Vec<String>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "seen"])]
    pub(super) spec: Option<PathBuf>,
    #[arg(long)]
    pub(super) strict: bool,
    #[arg(long, conflicts_with_all = ["fix", "seen", "result", "spec", "strict", "jobs"])]
    pub(super) list: bool,
    #[arg(trailing_var_arg = true, value_name = "JOB|NAME")]
    pub(super) jobs: Vec<OsString>,
}

impl Args {
    /// An option that needs a job.
    pub(super) fn of_jobs_alone(&self) -> Option<&'static str> {
        let given = [
            ("fix", self.fix),
            ("seen", !self.seen.is_empty()),
            ("spec", self.spec.is_some()),
            ("strict", self.strict),
        ];
        given
            .into_iter()
            .find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The language of the sentences: English for programs.
    pub(super) fn lang(&self) -> Lang {
        if self.json { Lang::En } else { Lang::current() }
    }

    pub(super) fn detail(&self) -> Detail {
        if self.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        }
    }
}
