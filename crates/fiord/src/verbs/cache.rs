//! `fiord cache show|drop|warm FILE…`: how much of a file is in memory; taking it out; putting it in. Only the cache changes,
//! never a file.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Subcommand, ValueHint};
use fiord_host::Root;
use fiord_host::cache::{self, CacheState};
use fiord_messages::{Lang, cache as messages};
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
                bail!(messages::AllNeedsRoot { error: &error }.text(Lang::current()));
            }
            (Act::Drop, &of.files, of.json)
        }
    };
    let lang = Lang::current();
    let mut cache = Cache { files: Vec::new() };
    let mut code = exit::OK;
    for path in files {
        match with_progress(act, path) {
            Ok(state) => {
                if let Some(shortfall) = shortfall(act, path, &state, lang) {
                    ui::say(shortfall);
                    code = code.max(exit::FAILED);
                }
                cache.files.push(CachedFile::new(path, &state));
            }
            Err(error) => {
                ui::say(describe(path, &error, lang));
                code = exit::REFUSED;
            }
        }
    }
    if json {
        ui::print(&Document::new(cache).to_text()?)?;
    } else {
        ui::put(&cache.page(lang))?;
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
        let cached = messages::Cached {
            path: &path.display(),
            share: &Share(share),
        };
        progress.show(Some(done), &cached.text(Lang::current()));
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
            messages::not_a_file(Lang::current()),
        ));
    }
    match act {
        Act::Show => cache::show(path),
        Act::Drop => cache::drop_file(path),
        Act::Warm => cache::warm(path),
    }
}

fn describe(path: &Path, error: &io::Error, lang: Lang) -> String {
    let shown = &path.display();
    if path.is_dir() {
        return messages::Directory { path: shown }.text(lang);
    }
    format!("{shown}: {error}")
}

/// What is not as asked afterwards.
fn shortfall(act: Act, path: &Path, state: &CacheState, lang: Lang) -> Option<String> {
    let path = &path.display();
    let left = &Bytes(state.cached_bytes);
    let missing = &Bytes(state.size_bytes.saturating_sub(state.cached_bytes));
    match act {
        Act::Drop if left.0 > 0 => Some(messages::NotDropped { path, bytes: left }.text(lang)),
        Act::Warm if missing.0 > 0 => Some(messages::NotCached { path, bytes: missing }.text(lang)),
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
        let missed = |act, state| shortfall(act, Path::new("/x"), state, Lang::En);
        assert_eq!(missed(Act::Show, &state), None);
        let dropped = missed(Act::Drop, &state).unwrap();
        assert!(dropped.starts_with("/x: 8 KiB could not be dropped"), "{dropped}");
        let warmed = missed(Act::Warm, &state).unwrap();
        assert!(
            warmed.starts_with("/x: 8 KiB is not in the page cache"),
            "{warmed}"
        );
        let full = CacheState {
            cached_bytes: 16384,
            ..state
        };
        assert_eq!(missed(Act::Warm, &full), None);
    }
}
