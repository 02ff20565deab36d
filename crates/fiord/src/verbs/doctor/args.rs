//! Arguments of `fiord doctor`.

use std::path::PathBuf;

use anyhow::Result;
use fiord_host::changes::{self, Setting};
use fiord_messages::{Lang, doctor as messages};

use crate::verbs::form::FormArgs;

/// Arguments of `fiord doctor`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit code: 0 ready or usable with care, 1 not ready or unknown (or a change was not made), 2 the request was wrong."
)]
pub(crate) struct Args {
    /// A file, folder or block device; the folder you are in when left out.
    pub(super) path: Option<PathBuf>,
    #[command(flatten)]
    pub(super) form: FormArgs,
    /// Show all findings with reasons and sources, the layers with their meaning, and what is fine.
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Do not look for two seconds at who else uses the disk.
    #[arg(long)]
    pub(super) no_look: bool,
    /// Change the settings that can be put right and undone. Needs root.
    #[arg(long, conflicts_with = "restore")]
    pub(super) fix: bool,
    /// With --fix: only say what would be changed.
    #[arg(long, requires = "fix", conflicts_with = "during")]
    pub(super) dry_run: bool,
    /// With --fix: a value you want, such as nomerges=2 (scheduler, rotational, read_ahead_kb, nomerges).
    #[arg(long, value_name = "NAME=VALUE", requires = "fix", value_parser = setting)]
    pub(super) set: Vec<(Setting, String)>,
    /// With --fix: run COMMAND in between and put everything back however it ends. The exit code is the command's.
    #[arg(long, requires_all = ["fix", "command"])]
    pub(super) during: bool,
    /// Put back all that --fix changed. Needs root.
    #[arg(long)]
    pub(super) restore: bool,
    /// Where changes are noted before they are made (/run/fiord/undo).
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    /// The command for --during.
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
