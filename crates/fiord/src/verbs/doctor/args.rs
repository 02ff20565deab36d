//! Arguments of `fiord doctor`.

use std::path::PathBuf;

use anyhow::Result;
use fiord_host::changes::{self, Setting};

use crate::verbs::form::FormArgs;

/// Arguments of `fiord doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    pub(super) path: Option<PathBuf>,
    #[command(flatten)]
    pub(super) form: FormArgs,
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[arg(long)]
    pub(super) no_look: bool,
    #[arg(long, conflicts_with = "restore")]
    pub(super) fix: bool,
    #[arg(long, requires = "fix", conflicts_with = "during")]
    pub(super) dry_run: bool,
    #[arg(long, value_name = "NAME=VALUE", requires = "fix", value_parser = setting)]
    pub(super) set: Vec<(Setting, String)>,
    #[arg(long, requires_all = ["fix", "command"])]
    pub(super) during: bool,
    #[arg(long)]
    pub(super) restore: bool,
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    #[arg(last = true, value_name = "COMMAND", requires = "during")]
    pub(super) command: Vec<std::ffi::OsString>,
}

impl Args {
    pub(super) fn journal(&self) -> PathBuf {
        self.journal.clone().unwrap_or_else(changes::default_journal)
    }
}

fn setting(text: &str) -> Result<(Setting, String), String> {
    let names = || Setting::ALL.map(Setting::name).join(", ");
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    let setting = Setting::named(name).ok_or_else(|| format!("`{name}` cannot be set; {} can", names()))?;
    if value.is_empty() || value.contains(['\t', '\n']) {
        return Err(format!("`{text}` has no value"));
    }
    Ok((setting, value.to_owned()))
}
