//! Reading back what was written.
//!
//! The entries fill the plan; the few that the engine does not do are refused or without effect.

use fiord_messages::{Sentence, job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::pattern::{Offsets, pattern};
use super::placement::cpu_list;
use super::spec::OptionSpec;
use super::words::{Several, Suffixed};
use crate::plan::{Backlog, Ddir, VerifyKind, VerifyPolicy};

/// What `verify` takes.
pub const VERIFY_KINDS: &[(&str, VerifyKind)] = &[
    ("0", VerifyKind::None),
    ("md5", VerifyKind::Md5),
    ("crc64", VerifyKind::Crc64),
    ("crc32", VerifyKind::Crc32),
    ("crc32c-intel", VerifyKind::Crc32cIntel),
    ("crc32c", VerifyKind::Crc32c),
    ("crc16", VerifyKind::Crc16),
    ("crc7", VerifyKind::Crc7),
    ("sha1", VerifyKind::Sha1),
    ("sha256", VerifyKind::Sha256),
    ("sha512", VerifyKind::Sha512),
    ("sha3-224", VerifyKind::Sha3_224),
    ("sha3-256", VerifyKind::Sha3_256),
    ("sha3-384", VerifyKind::Sha3_384),
    ("sha3-512", VerifyKind::Sha3_512),
    ("xxhash", VerifyKind::Xxhash),
    ("meta", VerifyKind::Meta),
    ("pattern", VerifyKind::Pattern),
    ("pattern_hdr", VerifyKind::PatternHeader),
    ("null", VerifyKind::Null),
];

pub(super) static OPTIONS: &[OptionSpec] = &[
    choice(
        "verify",
        &Suffixed {
            words: VERIFY_KINDS,
            set: set_kind,
        },
    )
    .default("0")
    .doc("Checksum of written blocks for checking them at a read. The format is that of fio 3.33, so that each program can verify the writes of the other."),
    boolean("do_verify")
        .default("1")
        .doc("Check the written data at the end of the job.")
        .sets(|value, draft| draft.plan.verify.read_back = value.flag()),
    several(
        "verify_policy",
        &Several {
            words: &[
                ("completed", VerifyPolicy::Completed),
                ("fsynced", VerifyPolicy::Fsynced),
            ],
            set: |policies, _, draft| {
                draft.plan.verify.policy = policies.last().copied().unwrap_or_default();
                Ok(())
            },
        },
    )
        .default("completed")
        .doc("Which writes count as written in a saved state: those that completed, or those that a completed fsync covers."),
    text("verifysort")
        .doc("Withdrawn by fio.")
        .accepted(job_support::fio_ignores),
    text("verifysort_nr")
        .doc("Withdrawn by fio.")
        .accepted(job_support::fio_ignores),
    int("verify_interval")
        .range(80, I32)
        .doc("Bytes that one checksum covers.")
        .sets(|value, draft| draft.plan.verify.interval_bytes = value.u64()),
    int("verify_offset")
        .range(40, I32)
        .doc("Offset of the checksum in the block.")
        .sets(|value, draft| draft.plan.verify.offset_bytes = value.u64()),
    text("verify_pattern")
        .doc(
            "Content to write and to expect, as `buffer_pattern`; `%o` is the block's offset. Without `verify` it turns \
             `verify=pattern_hdr` on.",
        )
        .checks(|value, draft| set_pattern(value.text(), draft)),
    int("verify_pattern_interval")
        .default("0")
        .doc("Bytes after which the pattern begins again.")
        .sets(|value, draft| draft.plan.verify.pattern_interval_bytes = value.u64()),
    boolean("verify_fatal")
        .default("0")
        .doc("Stop at the first block that is wrong.")
        .sets(|value, draft| draft.plan.verify.fatal = value.flag()),
    boolean("verify_dump")
        .default("0")
        .doc("Store wrong blocks in the working directory: FILE.OFFSET.received (`.hdr_fail` where the header is wrong) and, where it is known, FILE.OFFSET.expected.")
        .sets(|value, draft| draft.plan.verify.state.dump = value.flag()),
    int("verify_async")
        .default("0")
        .range(0, 1024)
        .doc("Threads that check the read data while the job continues.")
        .sets(|value, draft| draft.plan.verify.threads.count = value.u32()),
    long("verify_backlog")
        .doc("Check after this many blocks instead of at the end.")
        .sets(|value, draft| draft.verify.backlog = value.u64()),
    int("verify_backlog_batch")
        .doc("Blocks to check at a time.")
        .sets(|value, draft| draft.verify.backlog_batch = value.u64()),
    text("verify_async_cpus")
        .doc("Processors for the threads of verify_async.")
        .checks(|value, draft| {
            draft.plan.verify.threads.cpus = Some(cpu_list(value.text(), draft)?);
            Ok(())
        }),
    boolean("experimental_verify")
        .doc("Check by repeating the sequence of the job instead of from a list of writes.")
        .accepted(job_support::knows_written),
    boolean("verify_state_load")
        .doc("Check only the writes of an interrupted job, from its saved state.")
        .sets(|value, draft| draft.plan.verify.state.load = value.flag()),
    // FIO-DIFF(verify-state): fio stores it at the end only; here it is there after SIGKILL too.
    boolean("verify_state_save")
        .default("1")
        .doc("Store how far the writes came in local-JOB-NUMBER-verify.state, each second and at the end.")
        .sets(|value, draft| {
            draft.plan.verify.state.save = value.flag();
            draft.verify.saves_state = value.flag();
        }),
    boolean("verify_write_sequence")
        .default("1")
        .doc("Check the order of writes.")
        .sets(|value, draft| draft.verify.check_sequence = Some(value.flag())),
    boolean("verify_header_seed")
        .default("1")
        .doc("Check the seed in each block's header.")
        .sets(|value, draft| draft.verify.check_seed = Some(value.flag())),
    set("verify_only")
        .doc("Only check the writes of an earlier run.")
        .sets(|value, draft| draft.plan.verify.only = value.flag()),
    percent("trim_percentage")
        .default("0")
        .doc("Percentage of written blocks to trim again; needs trim_backlog.")
        .sets(|value, draft| draft.plan.verify.trim.percent = value.u8()),
    boolean("trim_verify_zero")
        .default("1")
        .doc("Expect trimmed blocks to read as zeros.")
        .sets(|value, draft| draft.plan.verify.trim.expect_zeros = value.flag()),
    long("trim_backlog")
        .doc("Trim after this many written blocks.")
        .sets(|value, draft| draft.verify.trim_backlog = value.u64()),
    int("trim_backlog_batch")
        .doc("Blocks to trim at a time.")
        .sets(|value, draft| draft.verify.trim_backlog_batch = value.u64()),
];

fn set_kind(kind: VerifyKind, _: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
    draft.plan.verify.kind = kind;
    draft.verify.kind_given = true;
    Ok(())
}

/// A pattern alone turns verification on.
fn set_pattern(text: &str, draft: &mut Draft) -> Result<(), Problem> {
    draft.plan.verify.pattern = Some(pattern(text, Offsets::Allowed, draft)?);
    if !draft.verify.kind_given {
        draft.plan.verify.kind = VerifyKind::PatternHeader;
    }
    Ok(())
}

/// Applies what verification implies, as fio does.
pub(super) fn finish(draft: &mut Draft) {
    let given = draft.verify;
    let waits = draft.plan.is_synchronous();
    let verify = &mut draft.plan.verify;
    // As in fio, what is not to be verified is not remembered.
    if verify.read_back {
        verify.backlog = backlog(given.backlog, given.backlog_batch);
        verify.trim.backlog = backlog(given.trim_backlog, given.trim_backlog_batch);
    }
    if !verify.kind.is_on() {
        verify.interval_bytes = 0;
        let mode = draft.plan.access.mode;
        if verify.only && (mode.issues(Ddir::Write) || mode.issues(Ddir::Trim)) {
            // FIO-DIFF(verify-only-alone): fio writes here.
            draft.fail_as_because_of(
                "verify_only",
                "fio: verify_only without verify",
                Problem::new(job_options::verify_only_alone).help(Sentence::verbatim("verify=crc32c")),
            );
        }
        return;
    }
    // What an earlier run wrote has that run's seeds and numbers.
    let unordered = draft.plan.access.norandommap && !waits && draft.plan.depth.iodepth > 1;
    verify.check_seed = given.check_seed.unwrap_or(!verify.only);
    verify.check_sequence = given.check_sequence.unwrap_or(!verify.only && !unordered);
    if !given.refill_given {
        draft.plan.buffers.refill = true;
    }
    interval(draft);
    remarks(draft);
}

/// Nothing said about the batch is the whole backlog.
fn backlog(blocks: u64, batch: u64) -> Option<Backlog> {
    let batch = if batch == 0 { blocks } else { batch };
    (blocks > 0).then_some(Backlog { blocks, batch })
}

/// One header covers what divides the smallest and the largest write.
fn interval(draft: &mut Draft) {
    let access = &draft.plan.access;
    let sizes = |ddir: Ddir| (access.block_size[ddir].min(), access.block_size[ddir].max());
    let (write_min, write_max) = sizes(Ddir::Write);
    let mut bytes = draft.plan.verify.interval_bytes;
    if bytes == 0 && write_min != write_max {
        bytes = write_min;
    }
    if bytes > write_min {
        bytes = write_min;
    } else if access.mode.issues(Ddir::Read) {
        bytes = bytes.min(sizes(Ddir::Read).0);
    }
    if bytes == 0 || write_min % bytes != 0 || write_max % bytes != 0 {
        bytes = greatest_common_divisor(write_min, write_max);
    }
    if !access.mode.issues(Ddir::Write) {
        // Who only reads expects headers as far apart as the reads are long.
        bytes = bytes.min(sizes(Ddir::Read).0);
    }
    draft.plan.verify.interval_bytes = bytes;
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn remarks(draft: &mut Draft) {
    let plan = &draft.plan;
    let (access, files) = (&plan.access, &plan.files);
    let writes = access.mode.issues(Ddir::Write);
    let format = &files.filename_format;
    let is_shared = !files.filenames.is_empty()
        || ["$jobname", "$jobnum", "$filenum"]
            .iter()
            .any(|part| !format.contains(part));
    let overwrites = writes && plan.verify.read_back && plan.numjobs > 1 && is_shared;
    let may_end_between = writes
        && plan.verify.read_back
        && plan.control.time_based
        && plan.control.runtime_us > 0
        && !access.mode.issues(Ddir::Read)
        && plan.verify.backlog.is_none();
    let write = &access.block_size[Ddir::Write];
    let limited = access.norandommap && write.min() != write.max();
    if limited {
        draft.warn_as(
            "fio: norandommap given for variable block sizes, verify limited",
            job_options::verify_overlap,
        );
    }
    if overwrites {
        draft.warn_as(
            "fio: multiple writers may overwrite blocks that belong to other jobs. This can cause verification failures.",
            job_options::verify_clones,
        );
    }
    if may_end_between {
        // FIO-DIFF(verify-timed): fio says that reading back never starts; here it follows each pass.
        draft.note(job_options::verify_last_pass);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::options::ValueContext;
    use crate::plan::{BlockSize, EngineKind, VerifyPlan};

    fn draft() -> Draft {
        let machine = ValueContext {
            cpus: 1,
            page_size: 4096,
            file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        };
        Draft::new("job", machine)
    }

    /// The plan of a verifying job once `set` has changed it.
    fn finished(set: impl Fn(&mut Draft)) -> Draft {
        let mut draft = draft();
        draft.plan.verify.kind = VerifyKind::Crc32c;
        draft.plan.access.mode = crate::plan::AccessMode::Write;
        set(&mut draft);
        finish(&mut draft);
        draft
    }

    #[test]
    fn nothing_is_implied_without_verification() {
        let mut draft = draft();
        draft.plan.verify.interval_bytes = 512;
        finish(&mut draft);
        assert_eq!(draft.plan.verify, VerifyPlan::default());
        assert!(!draft.plan.buffers.refill);
    }

    #[test]
    fn a_job_that_only_reads_checks_each_read() {
        let read = |bytes| {
            finished(|draft| {
                draft.plan.access.mode = crate::plan::AccessMode::Read;
                draft.plan.access.block_size[Ddir::Read] = BlockSize::Fixed(bytes);
                draft.plan.access.block_size[Ddir::Write] = BlockSize::Fixed(8192);
            })
            .plan
            .verify
            .interval_bytes
        };
        assert_eq!((read(4096), read(8192), read(65536)), (4096, 8192, 8192));
    }

    #[test]
    fn the_interval_divides_every_write() {
        let interval = |write: BlockSize, given: u64| {
            finished(|draft| {
                draft.plan.access.block_size[Ddir::Write] = write.clone();
                draft.plan.verify.interval_bytes = given;
            })
            .plan
            .verify
            .interval_bytes
        };
        let range = |min, max| BlockSize::Range { min, max };
        assert_eq!(interval(BlockSize::Fixed(4096), 0), 4096);
        assert_eq!(interval(BlockSize::Fixed(4096), 512), 512);
        assert_eq!(interval(BlockSize::Fixed(4096), 8192), 4096);
        assert_eq!(interval(BlockSize::Fixed(4096), 1000), 4096);
        assert_eq!(interval(range(4096, 65536), 0), 4096);
        assert_eq!(interval(range(4096, 6144), 0), 2048);
        assert_eq!(interval(range(4096, 6144), 3000), 2048);
    }

    #[test]
    fn content_is_fresh_unless_the_job_decides() {
        assert!(finished(|_| ()).plan.buffers.refill);
        let decided = finished(|draft| draft.verify.refill_given = true);
        assert!(!decided.plan.buffers.refill);
    }

    #[test]
    fn headers_of_another_run_or_out_of_order_are_checked_less() {
        let checks = |set: fn(&mut Draft)| {
            let verify = finished(set).plan.verify;
            (verify.check_seed, verify.check_sequence)
        };
        assert_eq!(checks(|_| ()), (true, true));
        assert_eq!(checks(|draft| draft.plan.verify.only = true), (false, false));
        assert_eq!(
            checks(|draft| {
                draft.plan.verify.only = true;
                draft.verify.check_seed = Some(true);
            }),
            (true, false)
        );
        assert_eq!(
            checks(|draft| {
                draft.plan.access.norandommap = true;
                draft.plan.depth.iodepth = 8;
                draft.plan.engine.kind = EngineKind::IoUring;
            }),
            (true, false)
        );
    }

    #[test]
    fn a_batch_left_out_is_the_whole_backlog() {
        let verify = finished(|draft| {
            draft.verify.backlog = 64;
            draft.verify.trim_backlog = 10;
            draft.verify.trim_backlog_batch = 3;
        })
        .plan
        .verify;
        assert_eq!(
            verify.backlog,
            Some(Backlog {
                blocks: 64,
                batch: 64
            })
        );
        assert_eq!(verify.trim.backlog, Some(Backlog { blocks: 10, batch: 3 }));
    }

    #[test]
    fn a_pattern_alone_turns_verification_on() {
        let mut draft = draft();
        set_pattern("0xff%o\"abcd\"-12", &mut draft).unwrap();
        let verify = &draft.plan.verify;
        assert_eq!(verify.kind, VerifyKind::PatternHeader);
        let pattern = verify.pattern.as_ref().unwrap();
        assert_eq!(pattern.bytes, *b"\xff\0\0\0\0\0\0\0\0abcd\xf4\xff\xff\xff");
        assert_eq!(pattern.offsets_at, [1]);
        for text in ["%x", "%", "%%"] {
            assert!(set_pattern(text, &mut draft).is_err(), "{text}");
        }
    }

    #[test]
    fn verify_decides_over_the_pattern_wherever_it_stands() {
        let mut draft = draft();
        set_kind(VerifyKind::None, None, &mut draft).unwrap();
        set_pattern("0xff", &mut draft).unwrap();
        assert_eq!(draft.plan.verify.kind, VerifyKind::None);
    }

    #[test]
    fn what_cannot_be_verified_is_said() {
        let said = |set: fn(&mut Draft)| finished(set).into_parts().1.len();
        assert_eq!(said(|draft| draft.plan.numjobs = 2), 0);
        assert_eq!(
            said(|draft| {
                draft.plan.numjobs = 2;
                draft.plan.files.filenames = vec!["x".to_owned()];
            }),
            1
        );
        assert_eq!(
            said(|draft| {
                draft.plan.control.time_based = true;
                draft.plan.control.runtime_us = 1_000_000;
            }),
            1
        );
    }
}
