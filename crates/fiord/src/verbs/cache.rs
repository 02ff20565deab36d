//! `fiord cache show|drop|warm FILE…`: how much of a file is in memory; taking it out; putting it in. Only the cache changes,
//! never a file.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Subcommand, ValueHint};
use fiord_host::Root;
use fiord_host::cache::{self, CacheState, Method};
use serde_json::{Value, json};

use super::quantity;
use crate::ui;

/// Arguments of `fiord cache`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// How much of each file is cached, changed and not yet written, and was taken out lately.
    Show(Files),
    /// Write back what changed and take the files out of the cache. Exit code 1 when something stays.
    Drop(Dropped),
    /// Read the files into the cache. Exit code 1 when not all of a file is there afterwards.
    Warm(Files),
}

#[derive(Debug, clap::Args)]
struct Files {
    /// Files, or block devices.
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Print JSON instead of the table.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct Dropped {
    /// Files, or block devices.
    #[arg(required_unless_present = "all", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Empty the page cache of the whole machine first (takes root).
    #[arg(long)]
    all: bool,
    /// Print JSON instead of the table.
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
    let mut states: Vec<(&Path, CacheState)> = Vec::new();
    let mut code = 0;
    for path in files {
        match perform(act, path) {
            Ok(state) => {
                if let Some(words) = shortfall(act, &state) {
                    eprintln!("fiord: {}: {words}", path.display());
                    code = code.max(1);
                }
                states.push((path, state));
            }
            Err(error) => {
                eprintln!("fiord: {}: {}", path.display(), describe(path, &error));
                code = 2;
            }
        }
    }
    let text = if json {
        let files: Vec<Value> = states.iter().map(|(path, state)| document(path, state)).collect();
        serde_json::to_string_pretty(&json!({ "files": files }))? + "\n"
    } else {
        table(&states)
    };
    ui::print(&text)?;
    Ok(code)
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
    let left = quantity::bytes(state.cached_bytes);
    let missing = quantity::bytes(state.size_bytes - state.cached_bytes.min(state.size_bytes));
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

fn percent(part: u64, state: &CacheState) -> f64 {
    if state.size_bytes == 0 {
        0.0
    } else {
        part as f64 * 100.0 / state.size_bytes as f64
    }
}

fn document(path: &Path, state: &CacheState) -> Value {
    json!({
        "file": path.display().to_string(),
        "size_bytes": state.size_bytes,
        "cached_bytes": state.cached_bytes,
        "cached_percent": percent(state.cached_bytes, state),
        "dirty_bytes": state.dirty_bytes,
        "writeback_bytes": state.writeback_bytes,
        "evicted_bytes": state.evicted_bytes,
        "recently_evicted_bytes": state.recently_evicted_bytes,
        "method": match state.method {
            Method::Cachestat => "cachestat",
            Method::Mincore => "mincore",
        },
    })
}

fn table(states: &[(&Path, CacheState)]) -> String {
    let mut out = String::new();
    if states.is_empty() {
        return out;
    }
    let _ = writeln!(
        out,
        "{:>12} {:>12} {:>7} {:>12} {:>12} {:>12}  FILE",
        "SIZE", "CACHED", "%", "DIRTY", "WRITEBACK", "EVICTED"
    );
    let known = |bytes: Option<u64>| bytes.map_or_else(|| "unknown".to_owned(), quantity::bytes);
    for (path, state) in states {
        let _ = writeln!(
            out,
            "{:>12} {:>12} {:>7.2} {:>12} {:>12} {:>12}  {}",
            quantity::bytes(state.size_bytes),
            quantity::bytes(state.cached_bytes),
            percent(state.cached_bytes, state),
            known(state.dirty_bytes),
            known(state.writeback_bytes),
            known(state.evicted_bytes),
            path.display()
        );
    }
    if states.iter().any(|(_, state)| state.method == Method::Mincore) {
        out.push_str(
            "By mincore: presence only; of a file that you neither own nor may write, the kernel says that all is present.\n",
        );
    }
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn half(method: Method) -> CacheState {
        let known = (method == Method::Cachestat).then_some(4096);
        CacheState {
            size_bytes: 16384,
            cached_bytes: 8192,
            dirty_bytes: known,
            writeback_bytes: known,
            evicted_bytes: known,
            recently_evicted_bytes: known,
            method,
        }
    }

    #[test]
    fn what_is_unknown_says_so() {
        let path = Path::new("/data/a file");
        let text = table(&[(path, half(Method::Mincore))]);
        assert!(
            text.contains("50.00") && text.contains("unknown") && text.contains("By mincore"),
            "{text}"
        );
        let text = table(&[(path, half(Method::Cachestat))]);
        assert!(text.contains("4.00 KiB") && !text.contains("mincore"), "{text}");
        assert_eq!(document(path, &half(Method::Mincore))["dirty_bytes"], Value::Null);
        assert_eq!(table(&[]), "");
    }

    #[test]
    fn what_is_not_as_asked_is_told() {
        let state = half(Method::Cachestat);
        assert_eq!(shortfall(Act::Show, &state), None);
        assert!(shortfall(Act::Drop, &state).unwrap().starts_with("8.00 KiB stay"));
        assert!(
            shortfall(Act::Warm, &state)
                .unwrap()
                .starts_with("8.00 KiB are not")
        );
        let full = CacheState {
            cached_bytes: 16384,
            ..state
        };
        assert_eq!(shortfall(Act::Warm, &full), None);
    }
}
