//! What is written: content and memory of the I/O buffers.

/// `mem`
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum MemoryKind {
    /// `malloc`
    #[default]
    Malloc,
    /// `mmap`: anonymous mapping, or of the given file.
    Mmap(Option<String>),
    /// `mmaphuge`
    MmapHuge(Option<String>),
    /// `mmapshared`
    MmapShared(Option<String>),
    /// `shm`
    Shm,
    /// `shmhuge`
    ShmHuge,
}

/// One piece of `buffer_pattern`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum DedupeMode {
    /// `repeat`: the previous buffer again.
    Repeat,
    /// `working_set`: one of a set of earlier buffers.
    WorkingSet,
}

/// Content and memory of I/O buffers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BufferPlan {
    /// `zero_buffers`
    pub zero: bool,
    /// `refill_buffers`: new content for every write.
    pub refill: bool,
    /// `scramble_buffers`: a cheap change of every write's content.
    pub scramble: bool,
    /// `buffer_pattern` as bytes, repeated over the buffer.
    pub pattern: Option<Vec<u8>>,
    /// `buffer_compress_percentage`; `None`: not given.
    pub compress_percent: Option<u8>,
    /// `buffer_compress_chunk` in bytes; 0 is the block size.
    pub compress_chunk_bytes: u32,
    /// `dedupe_percentage`; `None`: not given.
    pub dedupe_percent: Option<u8>,
    pub dedupe_mode: DedupeMode,
    /// `dedupe_working_set_percentage`
    pub dedupe_working_set_percent: u8,
    pub dedupe_global: bool,
    /// `mem`
    pub memory: MemoryKind,
    /// `iomem_align` in bytes; 0 none.
    pub align_bytes: u32,
}
