//! Commands for SCSI and NVMe devices, of engines that send them past the block layer.

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::value::Value;
use super::words::{One, Suffixed};
use crate::plan::{DataPlacement, EngineKind, NvmeWriteMode, PlacementOf, SchemeEntry, SgWriteMode};

const SG: &[&str] = &["sg"];
const NVME: &[&str] = &["io_uring_cmd"];
const BOTH: &[&str] = &["io_uring_cmd", "sg"];

const UNKNOWN: &str = "newer than fio 3.33, and nothing that was published says what its values mean";

/// Bytes of a file of `dp_scheme` that are read at most.
const SCHEME_MOST: usize = 1 << 20;

pub(super) static OPTIONS: &[OptionSpec] = &[
    boolean("readfua")
        .engines(BOTH)
        .default("0")
        .doc("Reads come from the medium, not from the device's cache (FUA).")
        .sets(|value, draft| draft.plan.engine.passthrough.read_fua = value.flag()),
    boolean("writefua")
        .engines(BOTH)
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
    choice(
        "cmd_type",
        &One {
            words: &[("nvme", ())],
            set: |(), _| {},
        },
    )
    .engines(NVME)
    .default("nvme")
    .doc("Kind of command; there is one."),
    choice(
        "write_mode",
        &One {
            words: &[
                ("write", NvmeWriteMode::Write),
                ("uncor", NvmeWriteMode::Uncorrectable),
                ("zeroes", NvmeWriteMode::Zeroes),
                ("verify", NvmeWriteMode::Verify),
            ],
            set: |mode, draft| draft.plan.engine.passthrough.nvme_write = mode,
        },
    )
    .engines(NVME)
    .default("write")
    .doc("Which NVMe command a write is; only `write` sends data (fio 3.4x)."),
    boolean("deac")
        .engines(NVME)
        .default("0")
        .doc("Let `write_mode=zeroes` deallocate the blocks (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.deallocate = value.flag()),
    choice(
        "verify_mode",
        &Suffixed {
            words: &[("read", true), ("compare", false)],
            set: |read, _, _| {
                if read {
                    return Ok(());
                }
                Err(Problem::refused(
                    "`verify_mode=compare`: fiord does not have it: it compares what it has read, and does not let the device compare",
                ))
            },
        },
    )
    .engines(NVME)
    .default("read")
    .doc("Which command reads verified blocks back (fio 3.4x)."),
    boolean("fdp")
        .default("0")
        .doc("The same as `dataplacement=fdp` (fio 3.4x).")
        .sets(|value, draft| {
            if value.flag() {
                draft.plan.engine.passthrough.directive.kind = DataPlacement::Fdp;
            }
        }),
    choice(
        "dataplacement",
        &One {
            words: &[
                ("none", DataPlacement::None),
                ("fdp", DataPlacement::Fdp),
                ("streams", DataPlacement::Streams),
            ],
            set: |kind, draft| draft.plan.engine.passthrough.directive.kind = kind,
        },
    )
    .alias("data_placement")
    .default("none")
    .doc(
        "What writes of io_uring_cmd say of where they are to be put: a placement identifier, or a stream (fio 3.4x). Tested by \
         the bytes of its commands, and on no device that places data yet.",
    ),
    choice(
        "plid_select",
        &One {
            words: &[
                ("random", PlacementOf::Random),
                ("roundrobin", PlacementOf::RoundRobin),
                ("scheme", PlacementOf::Scheme),
            ],
            set: |choice, draft| draft.plan.engine.passthrough.directive.choice = choice,
        },
    )
    .alias("fdp_pli_select")
    .default("roundrobin")
    .doc("How the next placement identifier or stream is chosen; `scheme` goes by `dp_scheme` (fio 3.4x)."),
    text("plids")
        .alias("fdp_pli")
        .doc(
            "Which to use, such as `0,2,5-7`: places in the device's list of placement identifiers (all of it if not given), or \
             streams (fio 3.4x).",
        )
        .checks(set_plids),
    text("dp_scheme")
        .doc(
            "File with lines `start, end, index`: writes at offsets from start to below end go to the placement identifier at \
             that place of the device's list; of several lines the first counts (fio 3.4x).",
        )
        .checks(set_scheme),
    int("md_per_io_size")
        .engines(NVME)
        .range(0, I32)
        .default("0")
        .doc("Bytes for the metadata of one I/O, where the blocks of a namespace have metadata in a buffer of their own (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.buffer_bytes = value.u32()),
    int("pi_act")
        .engines(NVME)
        .range(0, 1)
        .default("1")
        .doc(
            "1: the device makes protection information for writes and strips it from reads; 0: fiord makes it, and checks what \
             `pi_chk` names (fio 3.4x).",
        )
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.by_device = value.u32() == 1),
    text("pi_chk")
        .engines(NVME)
        .doc("What of protection information is checked: GUARD, REFTAG, APPTAG, with commas between them; nothing if not given (fio 3.4x).")
        .checks(set_pi_chk),
    int("apptag")
        .engines(NVME)
        .range(0, 65_535)
        .default("0x1234")
        .doc("Application tag of protection information (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.application_tag = value.u32() as u16),
    int("apptag_mask")
        .engines(NVME)
        .range(0, 65_535)
        .default("0xffff")
        .doc("Bits of the application tag that are checked (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.application_mask = value.u32() as u16),
    text("cdb_len")
        .engines(NVME)
        .doc("Length of the command descriptor block.")
        .refused(UNKNOWN),
    text("read_mode")
        .engines(NVME)
        .doc("Which read command is sent.")
        .refused(UNKNOWN),
    text("verify_bytchk")
        .engines(NVME)
        .doc("How verify commands compare.")
        .refused(UNKNOWN),
];

/// `GUARD,REFTAG`
fn set_pi_chk(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let metadata = &mut draft.plan.engine.passthrough.metadata;
    for part in value.text().split(',').map(str::trim) {
        match part {
            "GUARD" => metadata.check_guard = true,
            "REFTAG" => metadata.check_reference = true,
            "APPTAG" => metadata.check_application = true,
            _ => {
                return Err(
                    Problem::new(format!("pi_chk: `{part}` is nothing that can be checked"))
                        .help("GUARD, REFTAG, APPTAG, with commas between them"),
                );
            }
        }
    }
    Ok(())
}

/// `0,2,5-7`
fn set_plids(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let wrong = |part: &str| {
        Problem::new(format!("`{part}` is not a placement identifier's number"))
            .help("numbers from 0 to 65535 and ranges of them, such as 0,2,5-7")
    };
    let mut ids = Vec::new();
    for part in value.text().split(',').map(str::trim) {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u16>().map_err(|_| wrong(part));
        let (low, high) = (number(low)?, number(high)?);
        if low > high {
            return Err(wrong(part));
        }
        ids.extend(low..=high);
    }
    draft.plan.engine.passthrough.directive.ids = ids;
    Ok(())
}

fn set_scheme(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let path = value.string();
    let content = (draft.machine.file)(&path, SCHEME_MOST + 1)
        .map_err(|reason| Problem::new(format!("cannot read `{path}`: {reason}")))?;
    if content.len() > SCHEME_MOST {
        return Err(Problem::new(format!(
            "`{path}` has more than {SCHEME_MOST} bytes"
        )));
    }
    let text = String::from_utf8_lossy(&content);
    let lines = text.lines().enumerate();
    let mut scheme = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        scheme.push(scheme_entry(line).ok_or_else(|| {
            Problem::new(format!(
                "`{path}`, line {}: `{}` is not an entry",
                index + 1,
                line.trim()
            ))
            .help("start, end and index, such as 0, 1073741824, 2; the end lies behind the start")
        })?);
    }
    if scheme.is_empty() {
        return Err(Problem::new(format!("`{path}` has no entry")));
    }
    draft.plan.engine.passthrough.directive.scheme = scheme;
    Ok(())
}

fn scheme_entry(line: &str) -> Option<SchemeEntry> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [start, end, index] = fields[..] else {
        return None;
    };
    let (start, end) = (start.parse().ok()?, end.parse().ok()?);
    let index = index.parse().ok()?;
    (start < end).then_some(SchemeEntry { start, end, index })
}

/// What `dataplacement` needs.
fn finish_placement(draft: &mut Draft) {
    let placement = draft.plan.engine.passthrough.directive.clone();
    let by_scheme = placement.choice == PlacementOf::Scheme;
    let problem = if placement.kind == DataPlacement::None {
        return;
    } else if draft.plan.engine.kind != EngineKind::UringCmd {
        Problem::new("dataplacement: only writes of io_uring_cmd can say where they are to be put")
            .help("ioengine=io_uring_cmd with a generic device such as /dev/ng0n1")
    } else if by_scheme == placement.scheme.is_empty() {
        Problem::new("plid_select=scheme and dp_scheme go together").help("give both, or none of them")
    } else if by_scheme && !placement.ids.is_empty() {
        Problem::new("dp_scheme: `plids` does not go with it").help("leave one of them out")
    } else if placement.kind == DataPlacement::Streams
        && (placement.ids.is_empty() || placement.ids.contains(&0))
    {
        Problem::new("dataplacement=streams: `plids` has to name the streams, from 1 on")
            .help("such as plids=1,2")
    } else {
        return;
    };
    draft.fail(problem);
}

/// What goes to a device as a command does not go through the page cache.
pub(super) fn finish(draft: &mut Draft) {
    finish_placement(draft);
    let kind = draft.plan.engine.kind;
    if !kind.sends_commands() {
        return;
    }
    if draft.plan.files.pre_read {
        draft.fail(
            Problem::new("pre_read: commands go past the page cache, so there is nothing to fill")
                .help("leave the option out"),
        );
    }
    let engine = &draft.plan.engine;
    if kind == EngineKind::UringCmd && (engine.uncached || engine.nowait || engine.priorities.are_used()) {
        draft.note(
            "`uncached`, `nowait` and `cmdprio_*` have no effect with io_uring_cmd: a command to the device says nothing of them"
                .to_owned(),
        );
    }
    // FIO-DIFF(passthrough-direct): fio opens a generic device with O_DIRECT where `direct=1` is given, which fails.
    draft.plan.durability.direct = true;
    let passthrough = &draft.plan.engine.passthrough;
    let (option, stores, help) = match kind {
        EngineKind::Sg => (
            "sg_write_mode",
            passthrough.sg_write.stores_data(),
            "sg_write_mode=write, write_and_verify or write_stream",
        ),
        _ => (
            "write_mode",
            passthrough.nvme_write == NvmeWriteMode::Write,
            "write_mode=write",
        ),
    };
    // FIO-DIFF(verify-no-data)
    if draft.plan.verify.kind.is_on() && !stores {
        draft.fail(
            Problem::new(format!(
                "verify: with this `{option}` the blocks do not hold what was sent"
            ))
            .help(help),
        );
    }
}
