//! Commands for SCSI and NVMe devices, of engines that send them past the block layer.

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::{EngineKind, SgWriteMode};

const SG: &[&str] = &["sg"];

pub(super) static OPTIONS: &[OptionSpec] = &[
    boolean("readfua")
        .engines(SG)
        .default("0")
        .doc("Reads come from the medium, not from the device's cache (FUA).")
        .sets(|value, draft| draft.plan.engine.passthrough.read_fua = value.flag()),
    boolean("writefua")
        .engines(SG)
        .default("0")
        .doc("Writes end when they are on the medium (FUA), where the command of the write can say so.")
        .sets(|value, draft| draft.plan.engine.passthrough.write_fua = value.flag()),
    choice(
        "sg_write_mode",
        &One {
            words: &[
                ("write", SgWriteMode::Write),
                ("write_and_verify", SgWriteMode::WriteAndVerify),
                ("verify", SgWriteMode::WriteAndVerify),
                ("write_same", SgWriteMode::WriteSame),
                ("same", SgWriteMode::WriteSame),
                ("write_same_ndob", SgWriteMode::WriteSameNoData),
                ("verify_bytchk_00", SgWriteMode::VerifyMedium),
                ("verify_bytchk_01", SgWriteMode::VerifyData),
                ("verify_bytchk_11", SgWriteMode::VerifyOneBlock),
                ("write_stream", SgWriteMode::WriteStream),
            ],
            set: |mode, draft| draft.plan.engine.passthrough.sg_write = mode,
        },
    )
    .engines(SG)
    .default("write")
    .doc("Which SCSI command a write is. Those of VERIFY write nothing, those of WRITE SAME one block again and again."),
    int("stream_id")
        .engines(SG)
        .range(0, 65_535)
        .default("0")
        .doc("Stream of `sg_write_mode=write_stream`; 0 opens one for the job and closes it afterwards.")
        .sets(|value, draft| draft.plan.engine.passthrough.stream_id = value.u32() as u16),
];

/// What goes to a device as a command does not go through the page cache.
pub(super) fn finish(draft: &mut Draft) {
    let kind = draft.plan.engine.kind;
    if !kind.sends_commands() {
        return;
    }
    // FIO-DIFF(passthrough-direct): fio opens a generic device with O_DIRECT where `direct=1` is given, which fails.
    draft.plan.durability.direct = true;
    let stores = kind != EngineKind::Sg || draft.plan.engine.passthrough.sg_write.stores_data();
    // FIO-DIFF(verify-no-data)
    if draft.plan.verify.kind.is_on() && !stores {
        draft.fail(
            Problem::new("verify: with this `sg_write_mode` the blocks do not hold what was sent")
                .help("sg_write_mode=write, write_and_verify or write_stream"),
        );
    }
}
