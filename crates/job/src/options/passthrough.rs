//! Commands for SCSI and NVMe devices, of engines that send them past the block layer.

use fiord_messages::{Fixed, job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::value::Value;
use super::words::{One, Suffixed};
use crate::nearest::nearest;
use crate::plan::{
    AccessMode, Backend, DataPlacement, Ddir, NvmeWriteMode, NvmeWriteShare, PlacementOf, SchemeEntry,
    SgWriteMode, VerifyKind,
};

const SG: &[&str] = &["sg"];
const NVME: &[&str] = &["io_uring_cmd"];
const BOTH: &[&str] = &["io_uring_cmd", "sg"];

/// fio sends these commands since 2026, through `/dev/bsg`, where the kernel is new enough.
const BSG: Fixed = job_support::bsg;
const BSG_CHECK: Fixed = job_support::bsg_check;
const BSG_READ: Fixed = job_support::bsg_read;

/// What `write_mode` may be.
const WRITE_MODES: [(&str, NvmeWriteMode); 4] = [
    ("write", NvmeWriteMode::Write),
    ("uncor", NvmeWriteMode::Uncorrectable),
    ("zeroes", NvmeWriteMode::Zeroes),
    ("verify", NvmeWriteMode::Verify),
];

/// Bytes of a file of `dp_scheme` that are read at most.
const SCHEME_MOST: usize = 1 << 20;

pub(super) static OPTIONS: &[OptionSpec] = &[
    boolean("readfua")
        .engines(BOTH)
        .default("0")
        .doc("Read from the storage itself, not from the cache of the device (FUA).")
        .sets(|value, draft| draft.plan.engine.passthrough.read_fua = value.flag()),
    boolean("writefua")
        .engines(BOTH)
        .default("0")
        .doc("Writes end when they are on non-volatile storage (FUA), if the write command supports FUA.")
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
    .doc("SCSI command of a write. VERIFY commands write no data, WRITE SAME commands write one block repeatedly."),
    int("stream_id")
        .engines(SG)
        .range(0, 65_535)
        .default("0")
        .doc("Stream of `sg_write_mode=write_stream`; 0 opens one for the job and closes it afterwards.")
        .sets(|value, draft| draft.plan.engine.passthrough.stream_id = value.u32() as u16),
    choice(
        "cmd_type",
        &Suffixed {
            words: &[("nvme", true), ("bsg", false)],
            set: |is_nvme, _, _| {
                if is_nvme {
                    return Ok(());
                }
                Err(Problem::refused(
                    job_options::no_bsg,
                ))
            },
        },
    )
    .engines(NVME)
    .default("nvme")
    .doc("Kind of command: those of NVMe."),
    text("write_mode")
        .engines(NVME)
        .default("write")
        .doc(
            "Which NVMe command a write is: `write`, `uncor`, `zeroes` or `verify`; only `write` sends data. Several with their \
             percentages, drawn for each write: `write/60:zeroes/30:uncor/10` (fio 3.4x).",
        )
        .checks(set_write_mode),
    boolean("deac")
        .engines(NVME)
        .default("0")
        .doc("Let `write_mode=zeroes` deallocate the blocks (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.deallocate = value.flag()),
    int("num_range")
        .range(1, 256)
        .default("1")
        .doc(
            "Ranges of one trim command of io_uring_cmd, each a block of `bs` at the next place of the job's order: one I/O, whose bytes \
             are those of all of them. They are of one file, and the last I/O of a pass has as many as are left. Logs know where the \
             first range of an I/O is; `write_iolog` has a line for each. More than the device says it takes is refused; no device that \
             takes fewer than 256 was tried yet (fio 3.4x).",
        )
        .sets(|value, draft| draft.plan.engine.passthrough.trim_ranges = value.u32()),
    choice(
        "verify_mode",
        &One {
            words: &[("read", false), ("compare", true)],
            set: |compares, draft| draft.plan.engine.passthrough.compare = compares,
        },
    )
    .engines(NVME)
    .default("read")
    .doc(
        "Which command checks blocks: READ, or COMPARE, where the device holds its blocks against `verify_pattern` (with \
         `verify=pattern`) and says only whether they are the same (fio 3.4x).",
    ),
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
             that place of the device's list, or to the stream of that number; of several lines the first counts, and what none \
             covers goes where the device likes (fio 3.4x).",
        )
        .checks(set_scheme),
    int("md_per_io_size")
        .engines(NVME)
        .range(0, I32)
        .default("0")
        .doc("Bytes for the metadata of one I/O, if the namespace has a separate metadata buffer (fio 3.4x).")
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.buffer_bytes = value.u32()),
    int("pi_act")
        .engines(NVME)
        .range(0, 1)
        .default("1")
        .doc(
            "1: the device makes protection information for writes and strips it from reads; 0: fiord makes it, and checks what \
             `pi_chk` names (fio 3.4x). Guards have 16 or 64 bits; blocks with guards of 32 bits or with storage tags are refused.",
        )
        .sets(|value, draft| draft.plan.engine.passthrough.metadata.by_device = value.u32() == 1),
    text("pi_chk")
        .engines(NVME)
        .doc("Checked parts of protection information: GUARD, REFTAG, APPTAG, separated by commas; default: no checks (fio 3.4x).")
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
        .refused(BSG),
    text("read_mode")
        .engines(NVME)
        .doc("Which command a read is, such as PRE-FETCH.")
        .refused(BSG_READ),
    text("verify_bytchk")
        .engines(NVME)
        .doc("What VERIFY commands compare.")
        .refused(BSG_CHECK),
];

/// `zeroes`, or `write/60:zeroes/30:uncor/10`; modes without a percentage share what is left.
fn set_write_mode(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    const FORM: Fixed = job_options::write_mode_form;
    let mut found: Vec<(NvmeWriteMode, Option<u8>)> = Vec::new();
    for entry in value.text().split(':').map(str::trim) {
        let (word, share) = entry.split_once('/').unwrap_or((entry, ""));
        let Some((_, mode)) = WRITE_MODES.iter().find(|(known, _)| *known == word) else {
            let near = nearest(word, WRITE_MODES.iter().map(|(known, _)| *known));
            return Err(
                Problem::new(|lang| job_options::WriteModeWord { word: &word }.text(lang)).help(|lang| {
                    match near {
                        Some(near) => job_options::WriteModeNear { near: &near }.text(lang),
                        None => FORM(lang).to_owned(),
                    }
                }),
            );
        };
        if found.iter().any(|(other, _)| other == mode) {
            return Err(
                Problem::new(|lang| job_options::WriteModeTwice { word: &word }.text(lang)).help(FORM),
            );
        }
        let percent = match share {
            "" => None,
            text => Some(
                text.parse()
                    .ok()
                    .filter(|percent| *percent <= 100)
                    .ok_or_else(|| {
                        Problem::new(|lang| job_options::WriteModePercent { text: &text }.text(lang))
                            .help(FORM)
                    })?,
            ),
        };
        found.push((*mode, percent));
    }
    let given: u32 = found
        .iter()
        .filter_map(|(_, percent)| *percent)
        .map(u32::from)
        .sum();
    let blanks = found.iter().filter(|(_, percent)| percent.is_none()).count() as u32;
    let left = 100_u32.checked_sub(given).filter(|left| blanks > 0 || *left == 0);
    let Some(left) = left else {
        return Err(Problem::new(|lang| job_options::WriteModeSum { sum: &given }.text(lang)).help(FORM));
    };
    let mut blank = 0;
    let mut shares: Vec<NvmeWriteShare> = Vec::new();
    for (mode, percent) in found {
        let percent = percent.unwrap_or_else(|| {
            blank += 1;
            (left * blank / blanks - left * (blank - 1) / blanks) as u8
        });
        if percent > 0 {
            shares.push(NvmeWriteShare { mode, percent });
        }
    }
    let passthrough = &mut draft.plan.engine.passthrough;
    passthrough.nvme_write = shares.first().map_or(NvmeWriteMode::Write, |share| share.mode);
    passthrough.nvme_write_split = if shares.len() > 1 { shares } else { Vec::new() };
    Ok(())
}

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
                    Problem::new(|lang| job_options::PiCheck { part: &part }.text(lang))
                        .help(job_options::pi_checks),
                );
            }
        }
    }
    Ok(())
}

/// `0,2,5-7`
fn set_plids(value: &Value, draft: &mut Draft) -> Result<(), Problem> {
    let wrong = |part: &str| {
        Problem::new(|lang| job_options::NotAPlid { part: &part }.text(lang)).help(job_options::plids_form)
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
    let content = (draft.machine.file)(&path, SCHEME_MOST + 1).map_err(|reason| {
        Problem::new(|lang| {
            job_options::SchemeUnreadable {
                path: &path,
                reason: &reason.text(lang),
            }
            .text(lang)
        })
    })?;
    if content.len() > SCHEME_MOST {
        return Err(Problem::new(|lang| {
            job_options::SchemeTooLong {
                path: &path,
                most: &SCHEME_MOST,
            }
            .text(lang)
        }));
    }
    let text = String::from_utf8_lossy(&content);
    let lines = text.lines().enumerate();
    let mut scheme = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        scheme.push(scheme_entry(line).ok_or_else(|| {
            Problem::new(|lang| {
                job_options::SchemeEntry {
                    path: &path,
                    line: &(index + 1),
                    text: &line.trim(),
                }
                .text(lang)
            })
            .help(job_options::scheme_form)
        })?);
    }
    if scheme.is_empty() {
        return Err(Problem::new(|lang| {
            job_options::SchemeEmpty { path: &path }.text(lang)
        }));
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
    } else if draft.plan.engine.kind.backend() != Backend::Nvme {
        Problem::new(job_options::placement_engine).help(job_options::use_uring_cmd)
    } else if by_scheme == placement.scheme.is_empty() {
        Problem::new(job_options::scheme_both).help(job_options::both_or_none)
    } else if by_scheme && !placement.ids.is_empty() {
        draft.note(job_options::plids_idle);
        draft.plan.engine.passthrough.directive.ids.clear();
        return finish_placement(draft);
    } else if by_scheme && placement.kind == DataPlacement::Streams {
        if placement.scheme.iter().all(|entry| entry.index > 0) {
            return;
        }
        Problem::new(job_options::scheme_streams)
    } else if placement.kind == DataPlacement::Streams
        && (placement.ids.is_empty() || placement.ids.contains(&0))
    {
        Problem::new(job_options::streams_need_plids).help(job_options::plids_example)
    } else {
        return;
    };
    draft.fail(problem);
}

/// What `verify_mode=compare` needs: that each read checks, and that what it holds its blocks against is known before.
fn finish_compare(draft: &mut Draft) {
    let job = &draft.plan;
    let verify = &job.verify;
    let access = &job.access;
    let writes = access.mode.issues(Ddir::Write);
    let has_pattern = verify
        .pattern
        .as_ref()
        .is_some_and(|pattern| !pattern.bytes.is_empty());
    let sizes = [Ddir::Read, Ddir::Write].map(|ddir| &access.block_size[ddir]);
    let block = access.min_block_bytes();
    let aligned = access
        .block_align_bytes
        .0
        .iter()
        .all(|bytes| [0, block].contains(bytes));
    let problem = if !job.engine.passthrough.compare {
        return;
    } else if verify.kind != VerifyKind::Pattern || !has_pattern {
        Problem::new(job_options::compare_pattern).help(job_options::compare_use_pattern)
    } else if access.mode.issues(Ddir::Trim)
        || verify.trim.percent > 0
        || (writes && access.mode.issues(Ddir::Read))
    {
        Problem::new(job_options::compare_unwritten).help(job_options::compare_one_way)
    } else if sizes[0] != sizes[1] || block != access.max_block_bytes() || !aligned {
        Problem::new(job_options::compare_sizes).help(job_options::compare_one_size)
    } else {
        return;
    };
    draft.fail(problem);
}

/// What `num_range` needs: trims that become commands of NVMe, at places that the job itself chooses.
fn finish_ranges(draft: &mut Draft) {
    let job = &draft.plan;
    let ranges = job.engine.passthrough.trim_ranges;
    let largest = job.access.block_size[Ddir::Trim].max();
    let bytes = largest.saturating_mul(u64::from(ranges));
    let fails = |option: &str| {
        Problem::new(|lang| {
            job_options::RangesOption {
                ranges: &ranges,
                option: &option,
            }
            .text(lang)
        })
    };
    let one = job_options::one_range;
    let problem = if ranges <= 1 {
        return;
    } else if job.engine.kind.backend() != Backend::Nvme {
        let engine = &job.engine.kind.name();
        Problem::new(|lang| {
            job_options::RangesEngine {
                ranges: &ranges,
                engine,
            }
            .text(lang)
        })
        .help(job_options::one_range_or_uring)
    } else if !matches!(job.access.mode, AccessMode::Trim | AccessMode::RandTrim) {
        let mode = &job.access.mode.name();
        Problem::new(|lang| {
            job_options::RangesRw {
                ranges: &ranges,
                mode,
            }
            .text(lang)
        })
        .help(job_options::one_range_or_trim)
    } else if bytes > i32::MAX as u64 {
        Problem::new(|lang| {
            job_options::RangesBytes {
                ranges: &ranges,
                largest: &largest,
                bytes: &bytes,
            }
            .text(lang)
        })
        .help(job_options::fewer_ranges)
    } else if !job.control.replay.read.is_empty() {
        Problem::new(|lang| job_options::RangesReplay { ranges: &ranges }.text(lang)).help(one)
    } else if job.verify.kind.is_on() {
        fails("verify").help(one)
    } else if job.depth.serialize_overlap {
        fails("serialize_overlap").help(one)
    } else if job.report.block_errors {
        fails("block_error_percentiles").help(one)
    } else {
        return;
    };
    draft.fail(problem);
}

/// What goes to a device as a command does not go through the page cache.
pub(super) fn finish(draft: &mut Draft) {
    finish_placement(draft);
    finish_compare(draft);
    finish_ranges(draft);
    let kind = draft.plan.engine.kind;
    if !kind.sends_commands() {
        return;
    }
    if draft.plan.files.pre_read {
        draft.fail(Problem::new(job_options::pre_read_commands).help(job_options::leave_out));
    }
    let engine = &draft.plan.engine;
    if kind.backend() == Backend::Nvme && (engine.uncached || engine.nowait || engine.priorities.are_used()) {
        draft.note(job_options::commands_idle);
    }
    // FIO-DIFF(passthrough-direct): fio opens a generic device with O_DIRECT where `direct=1` is given, which fails.
    draft.plan.durability.direct = true;
    let passthrough = &draft.plan.engine.passthrough;
    let (option, stores, help): (_, _, Fixed) = match kind.backend() {
        Backend::Scsi => (
            "sg_write_mode",
            passthrough.sg_write.stores_data(),
            job_options::sg_writes,
        ),
        _ => (
            "write_mode",
            passthrough.nvme_stores_data(),
            job_options::nvme_write,
        ),
    };
    // FIO-DIFF(verify-no-data)
    if draft.plan.verify.kind.is_on() && !stores {
        draft.fail(
            Problem::new(|lang| job_options::VerifyNotStored { option: &option }.text(lang)).help(help),
        );
    }
}
