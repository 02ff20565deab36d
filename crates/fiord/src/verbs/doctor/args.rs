//! Arguments of `fiord doctor`.

use std::path::PathBuf;

use anyhow::Result;
use fiord_host::changes::{self, Setting};
use fiord_messages::{Lang, doctor as messages};

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
    let lang = Lang::current();
    let Some((name, value)) = text.split_once('=') else {
        return Err(messages::SettingNotAssigned { text: &text }.text(lang));
    };
    let Some(setting) = Setting::named(name) else {
        let names = &lang.list(&Setting::ALL.map(|setting| setting.name().to_owned()));
        return Err(messages::SettingUnknown { name: &name, names }.text(lang));
    };
    if value.is_empty() || value.contains(['\t', '\n']) {
        return Err(messages::SettingEmpty { text: &text }.text(lang));
    }
    Ok((setting, value.to_owned()))
}
