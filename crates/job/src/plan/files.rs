//! The files or devices of a job: names, layout, opening and removal.

/// `fallocate`: how a new file gets its blocks before data is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Fallocate {
    /// `none`, `0`
    None,
    /// `native`: the system call, silently nothing where the file system cannot.
    Native,
    /// `posix`, `1`: `posix_fallocate`, which writes where the file system cannot.
    Posix,
    /// `keep`: `FALLOC_FL_KEEP_SIZE`
    Keep,
    /// `truncate`: size only.
    Truncate,
}

/// How `file_service_type` chooses the next file.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum FileService {
    /// `roundrobin[:ios]`
    RoundRobin,
    /// `sequential`: one after the other.
    Sequential,
    /// `random[:ios]`
    Random,
    /// `zipf:theta`
    Zipf(f64),
    /// `pareto:h`
    Pareto(f64),
    /// `normal:deviation` (also `gauss`)
    Normal(f64),
}

/// `fadvise_hint`
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum FadviseHint {
    /// `0`
    None,
    /// `1`: by access mode.
    ByMode,
    /// `random`
    Random,
    /// `sequential`
    Sequential,
    /// `noreuse`
    Noreuse,
}

/// What the user says a target is (`filetype`); `None` in the plan means: look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum FileType {
    /// A regular file.
    File,
    /// A block device.
    Block,
    /// A character device.
    Char,
}

/// The files of a job. Names are as typed: `filename` is already split at `:` with escapes removed.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FilePlan {
    /// `filename`, split; each below the `directory` that stood in front of it.
    pub filenames: Vec<String>,
    /// `directory`, split.
    pub directories: Vec<String>,
    pub filename_format: String,
    pub opendir: Option<String>,
    pub nrfiles: u32,
    /// `openfiles`; `None`: all.
    pub openfiles: Option<u32>,
    /// `file_service_type`
    pub service: FileService,
    /// I/Os on one file before the next (`file_service_type=…:N`).
    pub service_ios: u32,
    /// `filesize` as a range in bytes.
    pub filesize_bytes: Option<(u64, u64)>,
    pub filetype: Option<FileType>,
    pub fallocate: Fallocate,
    /// `fadvise_hint`
    pub fadvise: FadviseHint,
    /// `overwrite`: lay the file out before writing it.
    pub overwrite: bool,
    /// `file_append`
    pub append: bool,
    pub create_serialize: bool,
    pub create_fsync: bool,
    pub create_on_open: bool,
    pub create_only: bool,
    /// `allow_file_create`
    pub allow_create: bool,
    pub pre_read: bool,
    /// `invalidate`: drop the file's cached pages first.
    pub invalidate: bool,
    pub unlink: bool,
    pub unlink_each_loop: bool,
}
