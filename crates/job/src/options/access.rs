//! Which bytes, in which order.

use fiord_messages::{Sentence, job_options, job_support};

use super::build::*;
use super::distribution;
use super::spec::OptionSpec;
use super::words::{One, Suffixed};
use super::{Draft, Problem, Value};
use crate::plan::{
    AccessMode, Amount, BlockSize, Ddir, Distribution, FileService, PerDdir, RandomGenerator, RwSequencer,
    Sequencer, SplitShare, StridedZones, ZoneMode, Zones,
};
use crate::units::{self, Unit};

/// fio's limit on the entries of a split.
const SPLIT_MAX: usize = 64;

pub(super) static OPTIONS: &[OptionSpec] = &[
    choice(
        "rw",
        &Suffixed {
            words: &[
                ("read", AccessMode::Read),
                ("write", AccessMode::Write),
                ("trim", AccessMode::Trim),
                ("randread", AccessMode::RandRead),
                ("randwrite", AccessMode::RandWrite),
                ("randtrim", AccessMode::RandTrim),
                ("rw", AccessMode::Rw),
                ("readwrite", AccessMode::Rw),
                ("randrw", AccessMode::RandRw),
                ("trimwrite", AccessMode::TrimWrite),
                ("randtrimwrite", AccessMode::RandTrimWrite),
            ],
            set: access_mode,
        },
    )
    .alias("readwrite")
    .default("read")
    .doc(
        "Direction and order of the I/O. A suffix `:N` skips N bytes after each sequential I/O \
         (negative: backwards), or issues N I/Os per random offset.",
    ),
    choice(
        "rw_sequencer",
        &One {
            words: &[
                ("sequential", RwSequencer::Sequential),
                ("identical", RwSequencer::Identical),
            ],
            set: |order, draft| draft.plan.access.rw_sequencer = order,
        },
    )
    .default("sequential")
    .doc(
        "Whether the I/Os that share one random offset (`rw=randread:N`) follow each other or \
         repeat.",
    ),
    amount("size")
        .doc(
            "The region each job works in, in bytes or percent of the file or device; for new files, \
             their total size.",
        )
        .checks(|value, draft| {
            let size = bytes_or_share(value, 100)?;
            // As in fio, 0 is the default: all there is.
            draft.plan.access.size = Some(size).filter(|size| *size != Amount::Bytes(0));
            Ok(())
        }),
    amount("io_size")
        .alias("io_limit")
        .doc(
            "How much to transfer, in bytes or percent, where that differs from `size`: a smaller value ends the job early, a larger one repeats the region.",
        )
        .checks(|value, draft| {
            let size = bytes_or_share(value, 100)?;
            draft.plan.access.io_size = Some(size);
            Ok(())
        }),
    boolean("fill_device")
        .alias("fill_fs")
        .default("0")
        .doc("Write until the device or file system is full, which then is not an error.")
        .sets(|value, draft| draft.plan.access.fill_device = value.flag()),
    amount("offset")
        .alias("fileoffset")
        .default("0")
        .doc("Where the region begins, in bytes or percent of the file or device.")
        .checks(|value, draft| {
            draft.plan.access.offset = bytes_or_share(value, 100)?;
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
            "Add this to `offset` for each clone: the third clone of `numjobs` begins at offset + 2 increments.",
        )
        .checks(|value, draft| {
            draft.plan.access.offset_increment = bytes_or_share(value, 100)?;
            Ok(())
        }),
    long("number_ios")
        .default("0")
        .doc("Stop after this many I/Os; 0 means no limit.")
        .sets(|value, draft| draft.plan.access.number_ios = value.u64()),
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
        .doc("Choose each random offset independently; blocks may repeat before all are used.")
        .sets(|value, draft| draft.plan.access.norandommap = value.flag()),
    boolean("softrandommap")
        .default("0")
        .doc("Continue without the map of visited blocks if it does not fit into memory.")
        .accepted(job_support::no_map),
    choice(
        "random_generator",
        &One {
            words: &[
                ("tausworthe", RandomGenerator::Tausworthe),
                ("lfsr", RandomGenerator::Lfsr),
                ("tausworthe64", RandomGenerator::Tausworthe64),
                ("fio", RandomGenerator::Fio),
            ],
            set: |generator, draft| {
                draft.plan.access.generator = generator;
                draft.sprandom.generator_given = true;
            },
        },
    )
    .default("tausworthe")
    .doc(
        "Where random offsets come from: a generator with memory of visited blocks, or a register \
         that visits each block once by itself. `fio` (fiord's own) draws what fio 3.33 draws with \
         `tausworthe`: the same offsets in the same order, for one block size.",
    ),
    choice(
        "random_distribution",
        &Suffixed {
            words: distribution::WORDS,
            set: |read, suffix, draft| {
                draft.plan.access.distribution = PerDdir::all(read(suffix, draft)?);
                Ok(())
            },
        },
    )
    .default("random")
    .doc(
        "How random offsets are spread: evenly, `zipf:theta`, `pareto:h`, `normal:deviation`, \
         each with an optional `:centre`, `zoned:access/size:…`, or by the numbers of blocks in the \
         order in which they come, again and again, in each file and direction: `sequence:2,0,1` \
         (numbers behind the end of the file are left out).",
    ),
    percent("percentage_random")
        .parts(3)
        .default("100,100,100")
        .doc(
            "Percentage of random I/Os that are really random; the rest continues after the previous I/O. Per direction.",
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
    choice(
        "zonemode",
        &Suffixed {
            words: &[
                ("none", ZoneMode::None),
                ("strided", ZoneMode::Strided),
                ("zbd", ZoneMode::Zbd),
            ],
            set: |mode, _, draft| {
                draft.zones.mode = mode;
                Ok(())
            },
        },
    )
    .default("none")
    .doc(
        "How `zonesize`, `zonerange` and `zoneskip` are meant: not at all, as strides over the \
         region, or as zones of a zoned device.",
    ),
    long("zonesize")
        .default("0")
        .doc(
            "Bytes of I/O in one zone before the next begins (strided). Size of a zone (zbd): must be given where the target \
             is not a zoned device, which has its own.",
        )
        .sets(|value, draft| draft.zones.size = value.u64()),
    long("zonerange")
        .default("0")
        .doc("Length of a zone in bytes (strided); `zonesize` if not given.")
        .sets(|value, draft| draft.zones.range = value.u64()),
    amount("zoneskip")
        .default("0")
        .doc(
            "Bytes left out between two zones (strided), or after a zone that was used sequentially (zbd); `2z` is twice the `zonesize`.",
        )
        .checks(|value, draft| {
            draft.zones.skip = bytes_or_share(value, 100)?;
            match draft.zones.skip {
                // FIO-DIFF(zoneskip-percent): fio reads a percentage as a length that is near 2^64.
                Amount::Percent(percent) => Err(Problem::new(|lang| job_options::ZoneskipPercent { percent: &percent }.text(lang))),
                Amount::Bytes(_) | Amount::Zones(_) => Ok(()),
            }
        }),
    text("percentage_sequential")
        .doc("Withdrawn by fio.")
        .refused(job_support::use_percentage_random),
    text("rwmixcycle")
        .doc("Withdrawn by fio.")
        .refused(job_support::withdrawn),
    boolean("sprandom")
        .default("0")
        .doc(
            "Precondition a flash device for random writes: one pass that writes as much as the device has in all, `spr_op` counted, \
             each block at least once, and some again, so that each of `spr_num_regions` regions holds as much data that still counts \
             as in the steady state. With `rw=randwrite` of one block size on one device (fio 3.41).",
        )
        .sets(|value, draft| draft.sprandom.is_on = value.flag()),
    int("spr_num_regions")
        .default("100")
        .range(2, 1 << 24)
        .doc("Regions of `sprandom`. More of them come closer to the steady state and take less memory: 16 bytes per block that a region writes again.")
        .sets(|value, draft| draft.sprandom.plan.regions = value.u32()),
    floats("spr_op")
        .default("0.15")
        .doc("Over-provisioning of the device for `sprandom`, above 0 and below 1: spare flash as a share of the visible size.")
        .checks(|value, draft| {
            let [op] = value.floats()[..] else {
                return Err(Problem::new(job_options::spr_op_one).help(job_options::spr_op_example));
            };
            if !(op > 0.0 && op < 1.0) {
                return Err(Problem::new(|lang| job_options::SprOpShare { share: &op }.text(lang))
                    .help(job_options::spr_op_meaning));
            }
            draft.sprandom.plan.over_provisioning = op;
            Ok(())
        }),
    long("spr_cs")
        .default("0")
        .doc(
            "Bytes of the device's cache for `sprandom`. Where it is not 0, second writes come at the end of a region rather than at its beginning, so that the cache does not merge both writes of a block.",
        )
        .sets(|value, draft| draft.sprandom.plan.cache_bytes = value.u64()),
    boolean("random_sequence_stride")
        .default("0")
        .doc(
            "With `random_distribution=sequence`: begin each turn as many blocks further on as the sequence is long, and wrap to the first block at the end of the file.",
        )
        .sets(|value, draft| draft.sequence_strides = value.flag()),
];

/// `rw=mode[:suffix]`.
fn access_mode(mode: AccessMode, suffix: Option<&str>, draft: &mut Draft) -> Result<(), Problem> {
    draft.plan.access.mode = mode;
    draft.plan.access.sequencer = Sequencer::None;
    let Some(suffix) = suffix.filter(|suffix| !suffix.is_empty()) else {
        return Ok(());
    };
    // FIO-DIFF(rw-suffix): fio reads a suffix that is not a number as 0 and runs the plain mode.
    let wrong = || {
        Problem::new(|lang| {
            job_options::RwSuffix {
                suffix: &suffix,
                mode: &mode.name(),
            }
            .text(lang)
        })
        .help(job_options::rw_suffix_meaning)
    };
    draft.plan.access.sequencer = if mode.is_random() {
        let quantity = units::small_int(suffix).map_err(|_| wrong())?;
        if quantity.surprise.is_some() {
            draft.warn(
                |lang| {
                    job_options::RwSuffixReadAs {
                        suffix: &suffix,
                        mode: &mode.name(),
                        number: &quantity.value,
                    }
                    .text(lang)
                },
                job_options::ios_no_unit,
            );
        }
        match u32::try_from(quantity.value).map_err(|_| wrong())? {
            0 | 1 => Sequencer::None,
            count => Sequencer::Repeat(count),
        }
    } else {
        match units::quantity(suffix, draft.kb_base())
            .map_err(|_| wrong())?
            .value
        {
            0 => Sequencer::None,
            bytes => Sequencer::Skip(bytes),
        }
    };
    Ok(())
}

/// `size`, `offset` and their like. `cap` is the largest percentage.
fn bytes_or_share(value: &Value, cap: u32) -> Result<Amount, Problem> {
    let Some(quantity) = value.number() else {
        return Ok(Amount::Bytes(0));
    };
    let number = value.u64();
    Ok(match quantity.unit {
        Unit::One => Amount::Bytes(number),
        Unit::Zones => Amount::Zones(number),
        Unit::Percent => match u32::try_from(number).ok().filter(|percent| *percent <= cap) {
            // FIO-DIFF(percent-then-bytes): the last value counts; fio keeps an earlier percentage.
            Some(percent) => Amount::Percent(percent),
            // FIO-DIFF(percent-above-100): fio takes `size=101%` and computes a size near 2^64 from it.
            None => {
                return Err(Problem::new(|lang| {
                    job_options::PercentAbove {
                        number: &number,
                        most: &cap,
                    }
                    .text(lang)
                }));
            }
        },
    })
}

/// `bssplit=size/percent:…[,…]` and what is written like it. Sizes are read as bytes.
pub(super) fn split_shares(
    text: &str,
    draft: &mut Draft,
) -> Result<PerDdir<Option<Vec<SplitShare>>>, Problem> {
    let mut parts: Vec<Option<Vec<SplitShare>>> = Vec::new();
    for part in text.trim().split(',') {
        parts.push(if part.is_empty() {
            None
        } else {
            Some(shares(part, draft)?)
        });
    }
    if parts.iter().all(Option::is_none) {
        return Err(Problem::new(job_options::no_block_size).help(job_options::bssplit_example));
    }
    let last = parts.last().cloned().flatten();
    let mut splits = PerDdir::all(None);
    for (ddir, place) in Ddir::ALL.into_iter().zip(&mut splits.0) {
        *place = parts.get(ddir as usize).cloned().unwrap_or_else(|| last.clone());
    }
    Ok(splits)
}

fn shares(text: &str, draft: &mut Draft) -> Result<Vec<SplitShare>, Problem> {
    let entries: Vec<&str> = text.split(':').filter(|entry| !entry.is_empty()).collect();
    if entries.len() > SPLIT_MAX {
        return Err(Problem::new(|lang| {
            job_options::TooManyEntries {
                entries: &entries.len(),
                most: &SPLIT_MAX,
            }
            .text(lang)
        }));
    }
    let mut sized = Vec::new();
    for entry in entries {
        let (size, percent) = entry.split_once('/').unwrap_or((entry, ""));
        let bytes = units::quantity(size, draft.kb_base())
            .ok()
            .and_then(|quantity| u64::try_from(quantity.value).ok())
            .ok_or_else(|| {
                Problem::new(|lang| job_options::NotABlockSize { size: &size }.text(lang))
                    .help(job_options::bssplit_example)
            })?;
        let bytes = if bytes == 0 {
            draft.sizes[Ddir::Read]
        } else {
            bytes
        };
        sized.push((bytes, share(percent, draft)?));
    }
    let given: u32 = sized
        .iter()
        .filter_map(|(_, percent)| *percent)
        .map(u32::from)
        .sum();
    // FIO-DIFF(split-above-100): fio 3.33 runs a split of more than 100 %, cutting the last entries.
    let left = 100u32
        .checked_sub(given)
        .ok_or_else(|| Problem::new(|lang| job_options::PercentagesAbove { sum: &given }.text(lang)))?;
    let blanks = sized.iter().filter(|(_, percent)| percent.is_none()).count() as u32;
    let each = left.checked_div(blanks).unwrap_or(0);
    let mut shares: Vec<SplitShare> = sized
        .iter()
        .map(|(bytes, percent)| SplitShare {
            bytes: *bytes,
            percent: percent.unwrap_or(each as u8),
        })
        .collect();
    let rest = left - each * blanks;
    if let Some(last) = shares.last_mut().filter(|_| rest > 0) {
        last.percent += rest as u8;
        if blanks == 0 {
            let (bytes, percent) = (last.bytes, last.percent);
            draft.warn(
                |lang| {
                    job_options::PercentagesBelow {
                        sum: &given,
                        bytes: &bytes,
                        percent: &percent,
                    }
                    .text(lang)
                },
                job_options::blank_gets_rest,
            );
        }
    }
    Ok(shares)
}

fn share(text: &str, draft: &mut Draft) -> Result<Option<u8>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || Problem::new(|lang| job_options::NotAPercentage { text: &text }.text(lang));
    match units::small_int(text) {
        Ok(quantity) => u8::try_from(quantity.value)
            .ok()
            .filter(|percent| *percent <= 100)
            .map(Some)
            .ok_or_else(wrong),
        Err(_) => {
            draft.warn(
                |lang| job_options::PercentageIsZero { text: &text }.text(lang),
                job_options::write_number,
            );
            Ok(Some(0))
        }
    }
}

/// Decides the sizes and the zones.
pub(super) fn finish(draft: &mut Draft) {
    block_sizes(draft);
    zones(draft);
    sequence(draft);
    smallest_size(draft);
    fios_numbers(draft);
}

/// What `random_generator=fio` does not go with: there the order of fio is not known.
fn fios_numbers(draft: &mut Draft) {
    let job = &draft.plan;
    let access = &job.access;
    if access.generator != RandomGenerator::Fio || !access.mode.is_random() {
        return;
    }
    let issued = || Ddir::ALL.into_iter().filter(|ddir| access.mode.issues(*ddir));
    let mut sizes = issued().map(|ddir| &access.block_size[ddir]);
    let first = sizes.next();
    let is_one_size = matches!(first, Some(BlockSize::Fixed(_))) && sizes.all(|size| Some(size) == first);
    let with = |option: &str| Problem::new(|lang| job_options::FiosOrder { option: &option }.text(lang));
    let problem = if !is_one_size {
        Problem::new(job_options::fios_order_sizes)
    } else if issued().any(|ddir| access.block_align_bytes[ddir] != 0) {
        with("`blockalign`")
    } else if issued().any(|ddir| access.distribution[ddir] != Distribution::Uniform) {
        with("`random_distribution`")
    } else if issued().any(|ddir| access.percentage_random[ddir] < 100) {
        with("`percentage_random`")
    } else if access.sequencer != Sequencer::None {
        with("`rw=MODE:N`")
    } else if draft.zones.mode != ZoneMode::None {
        with("`zonemode`")
    } else if access.mode == AccessMode::RandTrimWrite {
        with("`rw=randtrimwrite`")
    } else if !matches!(
        job.files.service,
        FileService::RoundRobin | FileService::Sequential
    ) {
        with("`file_service_type=random`")
    } else if job.verify.kind.is_on() {
        with("`verify`")
    } else {
        return;
    };
    draft.fail(problem.help(job_options::leave_generator_out));
}

/// The stride may stand before or behind the sequence.
fn sequence(draft: &mut Draft) {
    let mut is_given = false;
    for distribution in &mut draft.plan.access.distribution.0 {
        if let Distribution::Sequence { strides, .. } = distribution {
            *strides = draft.sequence_strides;
            is_given = true;
        }
    }
    if is_given && draft.plan.access.strided().is_some() {
        draft.fail(Problem::refused(job_options::sequence_strided));
    }
}

/// A region in bytes holds at least one of the smallest blocks of any direction.
fn smallest_size(draft: &mut Draft) {
    let Some(Amount::Bytes(size @ 1..)) = draft.plan.access.size else {
        return;
    };
    let sizes = draft.plan.access.block_size.0.iter();
    let least = sizes.map(BlockSize::min).min().unwrap_or(0);
    if size < least {
        draft.fail_as_because_of(
            "size",
            &format!("fio: size too small, must not be less than minimum block size: {size} < {least}"),
            Problem::new(|lang| {
                job_options::SizeTooSmall {
                    size: &size,
                    least: &least,
                }
                .text(lang)
            }),
        );
    }
}

/// A split goes before a range, and a range before a fixed size, in whatever order they stand.
fn block_sizes(draft: &mut Draft) {
    for ddir in Ddir::ALL {
        let fixed = draft.sizes[ddir];
        let size = if let Some(shares) = draft.size_splits[ddir].take() {
            BlockSize::Split(shares)
        } else {
            match draft.size_ranges[ddir] {
                // fio fills in the bound that is 0.
                Some((min, max)) => {
                    let min = if min == 0 { fixed } else { min };
                    let max = if max == 0 { fixed } else { max };
                    if min == max {
                        BlockSize::Fixed(min)
                    } else {
                        BlockSize::Range {
                            min: min.min(max),
                            max: max.max(min),
                        }
                    }
                }
                None => BlockSize::Fixed(fixed),
            }
        };
        draft.plan.access.block_size[ddir] = size;
    }
}

/// FIO-DIFF(refused-exit): fio exits with 0 where it refuses all of several jobs for their zones.
fn zones(draft: &mut Draft) {
    match draft.zones.mode {
        ZoneMode::None if draft.zones.size > 0 => {
            draft.fail_as_because_of(
                "zonesize",
                "fio: --zonemode=none and --zonesize are not compatible.",
                Problem::new(job_options::zonesize_alone).help(Sentence::verbatim("zonemode=strided")),
            );
            return;
        }
        ZoneMode::None => return,
        ZoneMode::Strided if draft.zones.size == 0 => {
            draft.fail_as_because_of(
                "zonemode",
                "fio: --zonesize must be specified when using --zonemode=strided.",
                Problem::new(job_options::strided_needs_size),
            );
            return;
        }
        ZoneMode::Strided => {}
        // Decided when the whole job is known.
        ZoneMode::Zbd => return,
    }
    draft.plan.access.zones = Some(Zones::Strided(StridedZones {
        size_bytes: draft.zones.size,
        range_bytes: if draft.zones.range == 0 {
            draft.zones.size
        } else {
            draft.zones.range
        },
        skip_bytes: match draft.zones.skip {
            Amount::Zones(zones) => draft.zones.size.saturating_mul(zones),
            Amount::Bytes(bytes) => bytes,
            Amount::Percent(_) => 0,
        },
    }));
}
