//! Which bytes, in which order.

use super::OptionSpec;
use super::build::*;
use crate::lower::{Problem, access_mode, amount as read_amount, distribution, split_shares};
use crate::plan::{Amount, PerDdir, RandomGenerator, RwSequencer};

pub(super) static OPTIONS: &[OptionSpec] = &[
    choice(
        "rw",
        &[
            "read",
            "write",
            "trim",
            "randread",
            "randwrite",
            "randtrim",
            "rw",
            "readwrite",
            "randrw",
            "trimwrite",
            "randtrimwrite",
        ],
    )
    .alias("readwrite")
    .default("read")
    .doc(
        "Direction and order of the I/O. A suffix `:N` skips N bytes after each sequential I/O \
         (negative: backwards), or issues N I/Os per random offset.",
    )
    .checks(access_mode),
    choice("rw_sequencer", &["sequential", "identical"])
        .default("sequential")
        .doc(
            "Whether the I/Os that share one random offset (`rw=randread:N`) follow each other or \
             repeat.",
        )
        .sets(|value, draft| {
            draft.plan.access.rw_sequencer = match value.word() {
                "identical" => RwSequencer::Identical,
                _ => RwSequencer::Sequential,
            };
        }),
    amount("size")
        .doc(
            "The region each job works in, in bytes or percent of the file or device; for new files, \
             their total size.",
        )
        .checks(|value, draft| {
            let size = read_amount(value, 100)?;
            draft.plan.access.size = Some(size);
            Ok(())
        }),
    amount("io_size")
        .alias("io_limit")
        .doc(
            "How much to transfer, in bytes or percent, where that differs from `size`: less ends \
             early, more goes round again.",
        )
        .checks(|value, draft| {
            let size = read_amount(value, 100)?;
            draft.plan.access.io_size = Some(size);
            Ok(())
        }),
    boolean("fill_device")
        .alias("fill_fs")
        .default("0")
        .doc("Write until the device or file system is full, which then is no error.")
        .sets(|value, draft| draft.plan.access.fill_device = value.flag()),
    amount("offset")
        .alias("fileoffset")
        .default("0")
        .doc("Where the region begins, in bytes or percent of the file or device.")
        .checks(|value, draft| {
            draft.plan.access.offset = read_amount(value, 100)?;
            Ok(())
        }),
    int("offset_align")
        .range(0, I32)
        .default("0")
        .doc(
            "Boundary in bytes to which an offset in percent is moved up; 0 is the smallest block \
             size.",
        )
        .sets(|value, draft| draft.plan.access.offset_align_bytes = value.u64()),
    amount("offset_increment")
        .default("0")
        .doc(
            "Added to `offset` once per clone: the third clone of `numjobs` begins at offset + 2 \
             increments.",
        )
        .checks(|value, draft| {
            draft.plan.access.offset_increment = read_amount(value, 100)?;
            Ok(())
        }),
    long("number_ios")
        .default("0")
        .doc("Stop after this many I/Os; 0 is no limit.")
        .sets(|value, draft| draft.plan.access.number_ios = value.u64()),
    int("num_range")
        .default("1")
        .doc("Ranges per trim command.")
        .refused("trims of several ranges at once are newer than fio 3.33"),
    long("bs")
        .alias("blocksize")
        .range(1, i64::MAX)
        .parts(3)
        .default("4096")
        .doc(
            "Bytes per I/O, for reads, writes and trims: `bs=4k` for all, `bs=4k,64k` to tell them \
             apart.",
        )
        .sets(|value, draft| value.spread(&mut draft.sizes.0, |bytes| bytes)),
    long("ba")
        .alias("blockalign")
        .range(1, i64::MAX)
        .parts(3)
        .doc(
            "Boundary in bytes for random offsets, per direction; the smallest block size if not \
             given.",
        )
        .sets(|value, draft| value.spread(&mut draft.plan.access.block_align_bytes.0, |bytes| bytes)),
    range("bsrange")
        .alias("blocksize_range")
        .range(0, i64::MAX)
        .parts(3)
        .doc(
            "Smallest and largest I/O in bytes; sizes between them are drawn evenly in steps of the \
             smallest. Directions are separated by commas.",
        )
        .sets(|value, draft| {
            for (place, range) in draft.size_ranges.0.iter_mut().zip(value.ranges()) {
                if range.is_some() {
                    *place = *range;
                }
            }
        }),
    text("bssplit")
        .doc(
            "Weighted block sizes `size/percent:size/percent`, directions separated by commas; blank \
             percentages share what is left.",
        )
        .checks(|value, draft| {
            let splits = split_shares(value.text(), draft)?;
            for (place, split) in draft.size_splits.0.iter_mut().zip(splits.0) {
                *place = split.or_else(|| place.take());
            }
            Ok(())
        }),
    set("bs_unaligned")
        .alias("blocksize_unaligned")
        .doc("Let `bsrange` draw any size of whole bytes. Direct I/O rarely allows that.")
        .sets(|value, draft| draft.plan.access.bs_unaligned = value.flag()),
    boolean("bs_is_seq_rand")
        .default("0")
        .doc(
            "Take the first block size for sequential and the second for random I/O, whatever the \
             direction.",
        )
        .sets(|value, draft| draft.plan.access.bs_is_seq_rand = value.flag()),
    boolean("randrepeat")
        .alias("allrandrepeat")
        .default("1")
        .doc("Use the same random sequence in every run.")
        .sets(|value, draft| draft.plan.access.randrepeat = value.flag()),
    long("randseed")
        .default("0x89")
        .doc("Seed of the random sequences; another seed gives other offsets, repeatably.")
        .sets(|value, draft| draft.plan.access.randseed = value.u64()),
    set("norandommap")
        .doc("Draw each random offset afresh, so blocks can come twice before others come at all.")
        .sets(|value, draft| draft.plan.access.norandommap = value.flag()),
    boolean("softrandommap")
        .default("0")
        .doc("Go on without the map of visited blocks if it cannot be had.")
        .accepted("fiord needs no map"),
    choice("random_generator", &["tausworthe", "lfsr", "tausworthe64"])
        .default("tausworthe")
        .doc(
            "Where random offsets come from: a generator with memory of visited blocks, or a register \
             that visits each block once by itself.",
        )
        .sets(|value, draft| {
            draft.plan.access.generator = match value.word() {
                "lfsr" => RandomGenerator::Lfsr,
                "tausworthe64" => RandomGenerator::Tausworthe64,
                _ => RandomGenerator::Tausworthe,
            };
        }),
    choice(
        "random_distribution",
        &[
            "random",
            "zipf",
            "pareto",
            "normal",
            "zoned",
            "zoned_abs",
            "sequence",
        ],
    )
    .default("random")
    .doc(
        "How random offsets are spread: evenly, `zipf:theta`, `pareto:h`, `normal:deviation`, \
         each with an optional `:centre`, or `zoned:access/size:…`.",
    )
    .checks(|value, draft| {
        draft.plan.access.distribution = PerDdir::all(distribution(value, draft)?);
        Ok(())
    }),
    percent("percentage_random")
        .parts(3)
        .default("100,100,100")
        .doc(
            "Of random I/O, the percentage that really is random; the rest follows the I/O before it. \
             Per direction.",
        )
        .sets(|value, draft| {
            value.spread(&mut draft.plan.access.percentage_random.0, |percent| {
                percent as u8
            })
        }),
    percent("rwmixread")
        .default("50")
        .doc("Percentage of reads in mixed modes. The later of this and `rwmixwrite` decides.")
        .sets(|value, draft| draft.plan.access.rwmix_read_percent = value.u8()),
    percent("rwmixwrite")
        .default("50")
        .doc("Percentage of writes in mixed modes: 100 minus `rwmixread`.")
        .sets(|value, draft| draft.plan.access.rwmix_read_percent = 100 - value.u8().min(100)),
    choice("zonemode", &["none", "strided", "zbd"])
        .default("none")
        .doc(
            "How `zonesize`, `zonerange` and `zoneskip` are meant: not at all, as strides over the \
             region, or as zones of a zoned device.",
        )
        .checks(|value, draft| {
            if value.word() == "zbd" {
                return Err(Problem::refused(
                    "fiord does not have `zonemode=zbd`: zoned devices are not built yet",
                ));
            }
            draft.zonemode = Some(value.word());
            Ok(())
        }),
    long("zonesize")
        .default("0")
        .doc("Bytes of I/O in one zone before the next begins (strided).")
        .sets(|value, draft| draft.zone_size = value.u64()),
    long("zonerange")
        .default("0")
        .doc("Length of a zone in bytes (strided); `zonesize` if not given.")
        .sets(|value, draft| draft.zone_range = value.u64()),
    amount("zoneskip")
        .default("0")
        .doc("Bytes left out between two zones (strided).")
        .checks(|value, draft| {
            let Amount::Bytes(bytes) = read_amount(value, 100)? else {
                return Err(Problem::refused(
                    "fiord does not have `zoneskip` in percent or zones",
                ));
            };
            draft.zone_skip = bytes;
            Ok(())
        }),
    text("percentage_sequential")
        .doc("Withdrawn by fio.")
        .refused("fio withdrew it; use percentage_random"),
    text("rwmixcycle")
        .doc("Withdrawn by fio.")
        .refused("fio withdrew it"),
    boolean("sprandom")
        .default("0")
        .doc("Precondition a flash device to a steady state of random writes.")
        .refused("it is newer than fio 3.33"),
    int("spr_num_regions")
        .default("100")
        .doc("Regions for `sprandom`.")
        .refused("it is newer than fio 3.33"),
    floats("spr_op")
        .default("0.15")
        .doc("Over-provisioning for `sprandom`.")
        .refused("it is newer than fio 3.33"),
    long("spr_cs")
        .default("0")
        .doc("Cache size for `sprandom`, in bytes.")
        .refused("it is newer than fio 3.33"),
    boolean("random_sequence_stride")
        .default("0")
        .doc("Walk offsets by a stride that visits each once.")
        .refused("it is newer than fio 3.33"),
];
