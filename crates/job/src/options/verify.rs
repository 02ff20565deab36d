//! Reading back what was written. Not built yet: `verify` itself is refused, its settings alone have no effect.

use super::build::*;
use super::draft::Problem;
use super::spec::OptionSpec;
use super::words::{Suffixed, Unbuilt};

const UNUSED: &str = "it only matters to `verify`, which is not built yet";
const TRIM: &str = "trimming what was verified is not built yet";

pub(super) static OPTIONS: &[OptionSpec] = &[
    choice(
        "verify",
        &Suffixed {
            words: &[
                ("0", "0"),
                ("md5", "md5"),
                ("crc64", "crc64"),
                ("crc32", "crc32"),
                ("crc32c-intel", "crc32c-intel"),
                ("crc32c", "crc32c"),
                ("crc16", "crc16"),
                ("crc7", "crc7"),
                ("sha1", "sha1"),
                ("sha256", "sha256"),
                ("sha512", "sha512"),
                ("sha3-224", "sha3-224"),
                ("sha3-256", "sha3-256"),
                ("sha3-384", "sha3-384"),
                ("sha3-512", "sha3-512"),
                ("xxhash", "xxhash"),
                ("meta", "meta"),
                ("pattern", "pattern"),
                ("pattern_hdr", "pattern_hdr"),
                ("null", "null"),
            ],
            set: |word, _, _| match word {
                "0" | "null" => Ok(()),
                word => Err(Problem::refused(format!(
                    "fiord does not have `verify={word}`: verification is not built yet"
                ))),
            },
        },
    )
    .default("0")
    .doc("Checksum by which written blocks are checked when they are read back. Only `0` and `null`, which check nothing, are built; the others are refused."),
    boolean("do_verify")
        .default("1")
        .doc("Check what was written at the end of the job.")
        .accepted(UNUSED),
    several("verify_policy", &Unbuilt(&["completed", "fsynced"]))
        .default("completed")
        .doc("Which writes count as written.")
        .accepted(UNUSED),
    text("verifysort")
        .doc("Withdrawn by fio.")
        .accepted("fio ignores it as well"),
    text("verifysort_nr")
        .doc("Withdrawn by fio.")
        .accepted("fio ignores it as well"),
    int("verify_interval")
        .range(80, I32)
        .doc("Bytes that one checksum covers.")
        .accepted(UNUSED),
    int("verify_offset")
        .range(40, I32)
        .doc("Where in the block the checksum lies.")
        .accepted(UNUSED),
    text("verify_pattern")
        .doc("Content to write and to expect.")
        .accepted(UNUSED),
    int("verify_pattern_interval")
        .default("0")
        .doc("Bytes after which the pattern begins again.")
        .accepted(UNUSED),
    boolean("verify_fatal")
        .default("0")
        .doc("Stop at the first block that is wrong.")
        .accepted(UNUSED),
    boolean("verify_dump")
        .default("0")
        .doc("Store blocks that are wrong, and what they should be.")
        .accepted(UNUSED),
    int("verify_async")
        .default("0")
        .doc("Threads that check.")
        .accepted(UNUSED),
    long("verify_backlog")
        .doc("Check after so many blocks rather than at the end.")
        .accepted(UNUSED),
    int("verify_backlog_batch")
        .doc("Blocks to check at a time.")
        .accepted(UNUSED),
    text("verify_async_cpus")
        .doc("Processors that check.")
        .accepted(UNUSED),
    boolean("experimental_verify")
        .doc("Check by repeating the job's own sequence.")
        .accepted(UNUSED),
    boolean("verify_state_load")
        .doc("Go on where an interrupted check stopped.")
        .accepted(UNUSED),
    boolean("verify_state_save")
        .default("1")
        .doc("Store where an interrupted check stopped.")
        .accepted(UNUSED),
    boolean("verify_write_sequence")
        .default("1")
        .doc("Check the order of writes.")
        .accepted(UNUSED),
    boolean("verify_header_seed")
        .default("1")
        .doc("Check the seed in each block's header.")
        .accepted(UNUSED),
    set("verify_only")
        .doc("Check what an earlier run wrote, and write nothing.")
        .refused("verification is not built yet"),
    percent("trim_percentage")
        .default("0")
        .doc("Percentage of verified blocks to trim.")
        .refused(TRIM),
    boolean("trim_verify_zero")
        .default("1")
        .doc("Expect trimmed blocks to read as zeros.")
        .accepted(TRIM),
    long("trim_backlog")
        .doc("Trim after so many written blocks.")
        .refused(TRIM),
    int("trim_backlog_batch")
        .doc("Blocks to trim at a time.")
        .refused(TRIM),
];
