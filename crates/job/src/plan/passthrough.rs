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

/// Options of the engines that send commands.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
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
}
