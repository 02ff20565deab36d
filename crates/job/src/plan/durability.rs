//! How data reaches the medium: direct or buffered, and which syncs.

/// `sync`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum OpenSync {
    /// `none`
    #[default]
    None,
    /// `sync`: `O_SYNC`
    Sync,
    /// `dsync`: `O_DSYNC`
    Dsync,
}

/// `sync_file_range=flag[,flag]:N`
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SyncFileRange {
    pub wait_before: bool,
    pub write: bool,
    pub wait_after: bool,
    /// After this many writes.
    pub every_writes: u32,
}

/// Direct or buffered, and which syncs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct DurabilityPlan {
    /// `direct`, or the complement of `buffered`: the later of the two decides.
    pub direct: bool,
    /// `sync`
    pub open_sync: OpenSync,
    /// `fsync`: after this many writes; 0 never.
    pub fsync_every: u32,
    /// `fdatasync`: after this many writes; 0 never.
    pub fdatasync_every: u32,
    pub sync_file_range: Option<SyncFileRange>,
    pub end_fsync: bool,
    pub fsync_on_close: bool,
    /// `end_syncfs`
    #[serde(default)]
    pub end_syncfs: bool,
    /// `write_hint`
    #[serde(default)]
    pub write_hint: WriteHint,
    /// `atomic`: each write happens whole or not at all (`RWF_ATOMIC`).
    #[serde(default)]
    pub atomic: bool,
}

impl DurabilityPlan {
    /// Whether what was written is synced when the job has written all of it; the time of this sync is part of the run, as in fio.
    pub fn syncs_at_end(&self) -> bool {
        self.end_fsync || self.fsync_on_close || self.end_syncfs
    }
}

/// `write_hint`: the numbers are the kernel's (`RWH_WRITE_LIFE_*`, fcntl(2)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum WriteHint {
    /// Not set.
    #[default]
    NotSet = 0,
    /// `short`
    Short = 2,
    /// `medium`
    Medium = 3,
    /// `long`
    Long = 4,
    /// `extreme`
    Extreme = 5,
}
