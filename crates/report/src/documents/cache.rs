//! What `fiord cache show|drop|warm --json` prints.

use std::path::Path;

use fiord_host::cache::{CacheCall, CacheState};
use fiord_host::paths::Stored;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// The page cache of files, after what was done to it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Cache {
    pub files: Vec<File>,
}

/// One file. Null: this kernel does not tell.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct File {
    pub file: Stored,
    pub size_bytes: u64,
    pub cached_bytes: u64,
    pub cached_percent: f64,
    /// Changed and not yet written.
    pub dirty_bytes: Option<u64>,
    /// Being written.
    pub writeback_bytes: Option<u64>,
    /// Was cached and was taken out.
    pub evicted_bytes: Option<u64>,
    /// Taken out so recently that it would count as active.
    pub recently_evicted_bytes: Option<u64>,
    /// How it was learnt; mincore knows presence only.
    #[schemars(extend("enum" = ["cachestat", "mincore"]))]
    pub method: String,
}

impl Body for Cache {
    const NAME: &'static str = "cache";
    const TITLE: &'static str = "fiord cache --json";
}

impl File {
    pub fn new(path: &Path, state: &CacheState) -> Self {
        let cached_percent = match state.size_bytes {
            0 => 0.0,
            size => state.cached_bytes as f64 * 100.0 / size as f64,
        };
        Self {
            file: path.into(),
            size_bytes: state.size_bytes,
            cached_bytes: state.cached_bytes,
            cached_percent,
            dirty_bytes: state.dirty_bytes,
            writeback_bytes: state.writeback_bytes,
            evicted_bytes: state.evicted_bytes,
            recently_evicted_bytes: state.recently_evicted_bytes,
            method: match state.method {
                CacheCall::Cachestat => "cachestat",
                CacheCall::Mincore => "mincore",
            }
            .to_owned(),
        }
    }
}
