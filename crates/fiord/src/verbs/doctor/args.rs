//! Arguments of `fiord doctor`.

use std::path::PathBuf;

use anyhow::Result;
use fiord_host::changes::Setting;
use fiord_job::nearest::nearest;
use fiord_messages::{Lang, doctor as messages};

use crate::verbs::form::FormArgs;
use crate::verbs::kernel_settings::ChangeArgs;

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
    #[arg(long, value_name = "NAMES", requires = "fix", value_delimiter = ',', value_parser = named)]
    pub(super) only: Vec<Setting>,
    #[arg(long, requires = "only")]
    pub(super) whole_stack: bool,
    #[arg(long, requires_all = ["fix", "command"])]
    pub(super) during: bool,
    #[arg(long)]
    pub(super) restore: bool,
    #[command(flatten)]
    pub(super) change: ChangeArgs,
    #[arg(last = true, value_name = "COMMAND", requires = "during")]
    pub(super) command: Vec<std::ffi::OsString>,
}

fn setting(text: &str) -> Result<(Setting, String), String> {
    let lang = Lang::current();
    let Some((name, value)) = text.split_once('=') else {
        return Err(messages::SettingNotAssigned { text: &text }.text(lang));
    };
    let setting = named(name)?;
    if value.is_empty() || value.contains(['\t', '\n']) {
        return Err(messages::SettingEmpty { text: &text }.text(lang));
    }
    Ok((setting, value.to_owned()))
}

/// The setting of a name.
///
/// # Errors
/// There is none: the names, the nearest first.
pub(in crate::verbs) fn named(name: &str) -> Result<Setting, String> {
    Setting::named(name).ok_or_else(|| {
        let (lang, all) = (Lang::current(), Setting::ALL.map(Setting::name));
        let names = &lang.list(&all.map(str::to_owned));
        match nearest(name, all) {
            Some(near) => {
                let near = &near;
                messages::SettingMisspelt { name: &name, near }.text(lang)
            }
            None => messages::SettingUnknown { name: &name, names }.text(lang),
        }
    })
}
