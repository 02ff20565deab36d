//! Commands that a job hands to a SCSI or NVMe device itself, past the block layer's reads and writes.

/// `sg_write_mode`: the SCSI command of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum SgWriteMode {
    /// `write`: WRITE
    #[default]
    Write,
    /// `write_and_verify`: WRITE AND VERIFY, the medium alone.
    WriteAndVerify,
    /// `write_same`: WRITE SAME of one block.
    WriteSame,
    /// `write_same_ndob`: WRITE SAME without a block; the device chooses what it writes.
    WriteSameNoData,
    /// `verify_bytchk_00`: VERIFY of the medium.
    VerifyMedium,
    /// `verify_bytchk_01`: VERIFY against the data that are sent.
    VerifyData,
    /// `verify_bytchk_11`: VERIFY of each block against one that is sent.
    VerifyOneBlock,
    /// `write_stream`: WRITE STREAM
    WriteStream,
}

impl SgWriteMode {
    /// Whether the blocks hold the data of the I/O afterwards.
    pub const fn stores_data(self) -> bool {
        matches!(
            self,
            SgWriteMode::Write | SgWriteMode::WriteAndVerify | SgWriteMode::WriteStream
        )
    }
}

/// `write_mode` (io_uring_cmd): the NVMe command of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum NvmeWriteMode {
    /// `write`: WRITE
    #[default]
    Write,
    /// `uncor`: WRITE UNCORRECTABLE
    Uncorrectable,
    /// `zeroes`: WRITE ZEROES
    Zeroes,
    /// `verify`: VERIFY
    Verify,
}

/// One of several kinds of write (`write_mode=write/60:zeroes/40`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NvmeWriteShare {
    pub mode: NvmeWriteMode,
    /// Of the writes; all together 100.
    pub percent: u8,
}

/// `dataplacement`: what a write says of where it is to be put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum DataPlacement {
    /// Nothing.
    #[default]
    None,
    /// A placement identifier.
    Fdp,
    /// A stream.
    Streams,
}

/// `plid_select`: how the next identifier or stream is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum PlacementOf {
    /// `roundrobin`
    #[default]
    RoundRobin,
    /// `random`
    Random,
    /// `scheme`: by the offset, as `dp_scheme` says.
    Scheme,
}

/// A line of `dp_scheme`. Offsets in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SchemeEntry {
    /// The first.
    pub start: u64,
    /// One past the last.
    pub end: u64,
    /// Place of the identifier in the list; number of the stream.
    pub index: u16,
}

/// `dataplacement` with its options.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct DirectivePlan {
    /// `dataplacement`, or `fdp`
    pub kind: DataPlacement,
    /// `plid_select`
    pub choice: PlacementOf,
    /// `plids`: streams, or places of identifiers in the device's list; none: all of that list.
    pub ids: Vec<u16>,
    /// `dp_scheme`
    pub scheme: Vec<SchemeEntry>,
}

/// Metadata and protection information of NVMe blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct MetadataPlan {
    /// `md_per_io_size`: room for the metadata of one I/O, in bytes.
    pub buffer_bytes: u32,
    /// `pi_act`: the device makes and strips protection information.
    pub by_device: bool,
    /// `pi_chk=GUARD`
    pub check_guard: bool,
    /// `pi_chk=REFTAG`
    pub check_reference: bool,
    /// `pi_chk=APPTAG`
    pub check_application: bool,
    /// `apptag`
    pub application_tag: u16,
    /// `apptag_mask`
    pub application_mask: u16,
}

impl Default for MetadataPlan {
    fn default() -> Self {
        Self {
            buffer_bytes: 0,
            by_device: true,
            check_guard: false,
            check_reference: false,
            check_application: false,
            application_tag: 0x1234,
            application_mask: 0xffff,
        }
    }
}

/// Options of the engines that send commands.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PassthroughPlan {
    /// `readfua`: reads come from the medium.
    pub read_fua: bool,
    /// `writefua`: writes end when they are on the medium.
    pub write_fua: bool,
    /// `sg_write_mode`
    pub sg_write: SgWriteMode,
    /// `stream_id` (sg); 0: one is opened for the job.
    pub stream_id: u16,
    /// `write_mode` (io_uring_cmd); the first where there are several.
    pub nvme_write: NvmeWriteMode,
    /// `write_mode` with percentages: two or more, else none.
    pub nvme_write_split: Vec<NvmeWriteShare>,
    /// `verify_mode=compare` (io_uring_cmd): reads that check are COMPARE.
    pub compare: bool,
    /// `num_range` (io_uring_cmd): ranges of a trim; 1 to 256.
    pub trim_ranges: u32,
    /// `deac` (io_uring_cmd): zeroes may be deallocated.
    pub deallocate: bool,
    /// `dataplacement` and its options.
    pub directive: DirectivePlan,
    /// Metadata and protection information (io_uring_cmd).
    pub metadata: MetadataPlan,
}

impl Default for PassthroughPlan {
    fn default() -> Self {
        Self {
            read_fua: false,
            write_fua: false,
            sg_write: SgWriteMode::default(),
            stream_id: 0,
            nvme_write: NvmeWriteMode::default(),
            nvme_write_split: Vec::new(),
            compare: false,
            trim_ranges: 1,
            deallocate: false,
            directive: DirectivePlan::default(),
            metadata: MetadataPlan::default(),
        }
    }
}

impl PassthroughPlan {
    /// Whether all that `io_uring_cmd` writes holds the data of its I/O afterwards.
    pub fn nvme_stores_data(&self) -> bool {
        self.nvme_write == NvmeWriteMode::Write && self.nvme_write_split.is_empty()
    }
}
