//! Reading back what was written: what is checked, when, and what is kept of a block that is wrong.

/// `verify`: the checksum over each chunk of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
pub enum VerifyKind {
    /// `0`: nothing is verified.
    #[default]
    None,
    /// `md5`
    Md5,
    /// `crc64`
    Crc64,
    /// `crc32`
    Crc32,
    /// `crc32c-intel`: as `Crc32c`; fio 3.33 stores another number for it in the header.
    Crc32cIntel,
    /// `crc32c`
    Crc32c,
    /// `crc16`
    Crc16,
    /// `crc7`
    Crc7,
    /// `sha1`
    Sha1,
    /// `sha256`
    Sha256,
    /// `sha512`
    Sha512,
    /// `sha3-224`
    Sha3_224,
    /// `sha3-256`
    Sha3_256,
    /// `sha3-384`
    Sha3_384,
    /// `sha3-512`
    Sha3_512,
    /// `xxhash`
    Xxhash,
    /// `meta`: the header alone.
    Meta,
    /// `pattern`: the content alone, without a header.
    Pattern,
    /// `pattern_hdr`: a header, and the content behind it.
    PatternHeader,
    /// `null`: nothing is compared, but blocks are read back.
    Null,
}

impl VerifyKind {
    /// Whether written blocks are read back.
    pub const fn is_on(self) -> bool {
        !matches!(self, VerifyKind::None)
    }

    /// Whether chunks begin with fio's header.
    pub const fn has_header(self) -> bool {
        !matches!(self, VerifyKind::None | VerifyKind::Pattern | VerifyKind::Null)
    }
}

/// A content that repeats: `verify_pattern`.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct BytePattern {
    /// One repetition; 8 bytes of zeros stand where a block's offset goes.
    pub bytes: Vec<u8>,
    /// Where in `bytes` the offsets stand (`%o`): the byte offset of the block in its file, 64 bits, little-endian.
    pub offsets_at: Vec<usize>,
}

/// `verify_policy` (fio 3.4x)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum VerifyPolicy {
    /// A write that completed counts as written.
    #[default]
    Completed,
    /// Only what a completed fsync covers counts as written.
    Fsynced,
}

/// `verify_backlog`: verify in between rather than at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Backlog {
    /// After this many written (or trimmed) blocks.
    pub blocks: u64,
    /// This many at a time.
    pub batch: u64,
}

/// Trims of what was written, as far as they belong to verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VerifyTrim {
    /// `trim_percentage`: of the written blocks, how many are trimmed.
    pub percent: u8,
    /// `trim_verify_zero`: expect zeros where a block was trimmed.
    pub expect_zeros: bool,
    /// `trim_backlog` with `trim_backlog_batch`
    pub backlog: Option<Backlog>,
}

/// Threads that check.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct VerifyThreads {
    /// `verify_async`; 0: the worker checks.
    pub count: u32,
    /// `verify_async_cpus`, sorted.
    pub cpus: Option<Vec<u32>>,
}

/// What is stored outside of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VerifyState {
    /// `verify_state_save`: where an interrupted job stopped writing.
    pub save: bool,
    /// `verify_state_load`: verify up to there only.
    pub load: bool,
    /// `verify_dump`: store a wrong block, and what it should be.
    pub dump: bool,
}

/// Reading back what was written.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VerifyPlan {
    /// `verify`; `verify_pattern` alone makes it [`VerifyKind::PatternHeader`].
    pub kind: VerifyKind,
    /// `do_verify`: read back at the end of the writes.
    pub read_back: bool,
    /// `verify_only`: write nothing, check what an earlier run wrote.
    pub only: bool,
    /// Bytes that one header and checksum cover; it divides every block size of the job. 0 while `kind` is `None`.
    pub interval_bytes: u64,
    /// `verify_offset`: where in a chunk the header lies, in bytes.
    pub offset_bytes: u64,
    /// `verify_pattern`
    pub pattern: Option<BytePattern>,
    /// `verify_pattern_interval` in bytes: the pattern begins again there; 0 is once per block (fio 3.4x).
    pub pattern_interval_bytes: u64,
    /// `verify_fatal`: stop at the first wrong block.
    pub fatal: bool,
    /// `verify_backlog` with `verify_backlog_batch`
    pub backlog: Option<Backlog>,
    /// `verify_async`
    pub threads: VerifyThreads,
    /// `verify_header_seed`: check the seed in the header.
    pub check_seed: bool,
    /// `verify_write_sequence`: check the number of the write in the header.
    pub check_sequence: bool,
    /// What is stored outside of the target.
    pub state: VerifyState,
    /// `verify_policy`
    pub policy: VerifyPolicy,
    /// Trims of what was written.
    pub trim: VerifyTrim,
}

impl Default for VerifyPlan {
    fn default() -> Self {
        Self {
            kind: VerifyKind::None,
            read_back: true,
            only: false,
            interval_bytes: 0,
            offset_bytes: 0,
            pattern: None,
            pattern_interval_bytes: 0,
            fatal: false,
            backlog: None,
            threads: VerifyThreads::default(),
            check_seed: true,
            check_sequence: true,
            state: VerifyState {
                save: true,
                load: false,
                dump: false,
            },
            policy: VerifyPolicy::Completed,
            trim: VerifyTrim {
                percent: 0,
                expect_zeros: true,
                backlog: None,
            },
        }
    }
}
