//! `fiord cache show|drop|warm FILE…`: how much of a file is in memory; taking it out; putting it in. Only the cache changes,
//! never a file.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Subcommand, ValueHint};
use fiord_host::Root;
use fiord_host::cache::{self, CacheState};
use fiord_report::documents::Document;
use fiord_report::documents::cache::{Cache, File as CachedFile};

use crate::ui::{self, Progress, exit};
use fiord_record::number::{Bytes, Share};

/// Arguments of `fiord cache`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Show(Files),
    Drop(Dropped),
    Warm(Files),
}

#[derive(Debug, clap::Args)]
struct Files {
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct Dropped {
    #[arg(required_unless_present = "all", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[arg(long)]
    all: bool,
    #[arg(long)]
    json: bool,
}

/// What is to be done to a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Show,
    Drop,
    Warm,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let (act, files, json) = match &args.what {
        What::Show(of) => (Act::Show, &of.files, of.json),
        What::Warm(of) => (Act::Warm, &of.files, of.json),
        What::Drop(of) => {
            if of.all
                && let Err(error) = cache::drop_all(&Root::system())
            {
                bail!(
                    "--all: {error}; emptying the cache of the machine takes root, dropping single files does not"
                );
            }
            (Act::Drop, &of.files, of.json)
        }
    };
    let mut cache = Cache { files: Vec::new() };
    let mut code = exit::OK;
    for path in files {
        match with_progress(act, path) {
            Ok(state) => {
                if let Some(words) = shortfall(act, &state) {
                    ui::say(format!("{}: {words}", path.display()));
                    code = code.max(exit::FAILED);
                }
                cache.files.push(CachedFile::new(path, &state));
            }
            Err(error) => {
                ui::say(format!("{}: {}", path.display(), describe(path, &error)));
                code = exit::REFUSED;
            }
        }
    }
    if json {
        ui::print(&Document::new(cache).to_text()?)?;
    } else {
        ui::put(&cache.page())?;
    }
    Ok(code)
}

/// On a terminal shows how much is in the cache meanwhile.
fn with_progress(act: Act, path: &Path) -> io::Result<CacheState> {
    let draw = |progress: &Progress| {
        let Ok(state) = cache::show(path) else { return };
        let share = state.cached_bytes as f64 / state.size_bytes.max(1) as f64;
        let done = match act {
            Act::Drop => 1.0 - share,
            Act::Show | Act::Warm => share,
        };
        let words = format!("{}: {} in the cache", path.display(), Share(share));
        progress.show(Some(done), &words);
    };
    match act {
        Act::Show => perform(act, path),
        Act::Drop | Act::Warm => Progress::begin().during(draw, || perform(act, path)),
    }
}

fn perform(act: Act, path: &Path) -> io::Result<CacheState> {
    // Opening a pipe would wait for its other end.
    let kind = std::fs::metadata(path)?.file_type();
    use std::os::unix::fs::FileTypeExt;
    if !(kind.is_file() || kind.is_block_device()) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "neither a file nor a block device",
        ));
    }
    match act {
        Act::Show => cache::show(path),
        Act::Drop => cache::drop_file(path),
        Act::Warm => cache::warm(path),
    }
}

fn describe(path: &Path, error: &io::Error) -> String {
    if path.is_dir() {
        return "a folder; name its files".to_owned();
    }
    error.to_string()
}

/// What is not as asked afterwards.
fn shortfall(act: Act, state: &CacheState) -> Option<String> {
    let left = Bytes(state.cached_bytes);
    let missing = Bytes(state.size_bytes - state.cached_bytes.min(state.size_bytes));
    match act {
        Act::Drop if state.cached_bytes > 0 => Some(format!(
            "{left} stay in the cache: mapped or in use by others, written to meanwhile, or on a file system in memory"
        )),
        Act::Warm if state.cached_bytes < state.size_bytes => Some(format!(
            "{missing} are not in the cache; why is not known: memory may be short, a control group may limit it, or the pages were dropped again meanwhile"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use fiord_host::cache::CacheCall;

    use super::*;

    #[test]
    fn what_is_not_as_asked_is_said() {
        let state = CacheState {
            size_bytes: 16384,
            cached_bytes: 8192,
            dirty_bytes: Some(4096),
            writeback_bytes: Some(4096),
            evicted_bytes: Some(4096),
            recently_evicted_bytes: Some(4096),
            method: CacheCall::Cachestat,
        };
        assert_eq!(shortfall(Act::Show, &state), None);
        assert!(shortfall(Act::Drop, &state).unwrap().starts_with("8 KiB stay"));
        assert!(shortfall(Act::Warm, &state).unwrap().starts_with("8 KiB are not"));
        let full = CacheState {
            cached_bytes: 16384,
            ..state
        };
        assert_eq!(shortfall(Act::Warm, &full), None);
    }
}
