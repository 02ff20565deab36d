//! Arguments of `fiord explain`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use fiord_messages::Lang;
use fiord_report::text::findings::Detail;

/// What a job will do, what in it misleads, and the corrected command; of what it would read a few blocks are looked at.
#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// A document for programs instead of sentences.
    #[arg(long)]
    pub(super) json: bool,
    /// Show why each finding matters and where that is known from.
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Print the corrected job and nothing else: a job file, or a command line if that is what was given.
    #[arg(long, conflicts_with = "json")]
    pub(super) fix: bool,
    /// Judge result files instead of jobs: fio's JSON or json+, fiord's own, or any text that `fiord import` reads; `-` is standard input.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["fix", "seen", "jobs"])]
    pub(super) result: Vec<PathBuf>,
    /// Judge a result that somebody typed, as in iops=6164,lat=7-10us or IOPS=651k,BW=2543MiB/s (iops, bw, lat or clat, job), by what
    /// the job can have in flight.
    #[arg(long, value_name = "RESULT", conflicts_with = "fix")]
    pub(super) seen: Vec<String>,
    /// A spec sheet (TOML) to hold the jobs or results against.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "seen"])]
    pub(super) spec: Option<PathBuf>,
    /// Exit with 1 when something found is `care` or `wrong`.
    #[arg(long)]
    pub(super) strict: bool,
    /// Job files, fio options, or whole commands in quotes; a leading `fio` or `sudo fio` is dropped.
    #[arg(
        required_unless_present = "result",
        trailing_var_arg = true,
        value_name = "JOB"
    )]
    pub(super) jobs: Vec<OsString>,
}

impl Args {
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
