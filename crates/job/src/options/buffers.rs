//! Content and memory of the I/O buffers.

use fiord_messages::{job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::pattern::{Offsets, pattern};
use super::spec::OptionSpec;
use super::words::{One, Suffixed};
use crate::plan::{DedupeMode, MemoryKind};

/// Makes a kind of memory of the file behind its word.
type ReadMemory = fn(Option<String>) -> Result<MemoryKind, Problem>;

const MEMORIES: &[(&str, ReadMemory)] = &[
    ("malloc", |_| Ok(MemoryKind::Malloc)),
    ("shm", |_| Ok(MemoryKind::Shm)),
    ("shmhuge", |_| Ok(MemoryKind::ShmHuge)),
    ("mmap", |file| Ok(MemoryKind::Mmap(file))),
    ("mmapshared", |file| Ok(MemoryKind::MmapShared(file))),
    ("mmaphuge", |file| Ok(MemoryKind::MmapHuge(file))),
    ("cudamalloc", |_| {
        Err(Problem::refused(job_options::no_gpu_memory))
    }),
];

pub(super) static OPTIONS: &[OptionSpec] = &[
    set("zero_buffers")
        .doc("Write zeros.")
        .sets(|value, draft| draft.plan.buffers.zero = value.flag()),
    set("refill_buffers")
        .doc("Fill the buffer with new random data for every write.")
        .sets(|value, draft| {
            draft.plan.buffers.refill = value.flag();
            draft.verify.refill_given = true;
        }),
    boolean("scramble_buffers")
        .default("1")
        .doc(
            "Change a little of every write, which is cheap and defeats deduplication, not \
             compression.",
        )
        .sets(|value, draft| draft.plan.buffers.scramble = value.flag()),
    text("buffer_pattern")
        .doc(
            "Content to repeat over the buffer: \"text\", 0xhex, decimal numbers, the beginning of a \'file\', or several of them \
             in a row.",
        )
        .checks(|value, draft| {
            draft.plan.buffers.pattern = Some(pattern(value.text(), Offsets::Refused, draft)?.bytes);
            Ok(())
        }),
    percent("buffer_compress_percentage")
        .doc("How far a compressor should be able to shrink the written data, in percent.")
        .sets(|value, draft| draft.plan.buffers.compress_percent = Some(value.u8())),
    int("buffer_compress_chunk")
        .default("512")
        .doc("Size in bytes of the pieces in which compressible and random data alternate.")
        .sets(|value, draft| draft.plan.buffers.compress_chunk_bytes = value.u32()),
    percent("dedupe_percentage")
        .doc("Percentage of written buffers that were written before.")
        .sets(|value, draft| draft.plan.buffers.dedupe_percent = Some(value.u8())),
    boolean("dedupe_global")
        .default("0")
        .doc("Let all jobs repeat from one common set of buffers.")
        .sets(|value, draft| draft.plan.buffers.dedupe_global = value.flag()),
    choice(
        "dedupe_mode",
        &One {
            words: &[
                ("repeat", DedupeMode::Repeat),
                ("working_set", DedupeMode::WorkingSet),
            ],
            set: |mode, draft| draft.plan.buffers.dedupe_mode = mode,
        },
    )
    .default("repeat")
    .doc("Whether duplicates repeat the buffer before, or any of a set of earlier buffers."),
    percent("dedupe_working_set_percentage")
        .default("5")
        .doc("Size of that set, in percent of the file or device.")
        .sets(|value, draft| draft.plan.buffers.dedupe_working_set_percent = value.u8()),
    choice(
        "mem",
        &Suffixed {
            words: MEMORIES,
            set: |read, file, draft| {
                draft.plan.buffers.memory = read(file.map(str::to_owned))?;
                Ok(())
            },
        },
    )
    .alias("iomem")
    .default("malloc")
    .doc("Kind of buffer memory; the mmap kinds accept a file after `:`."),
    int("iomem_align")
        .alias("mem_align")
        .range(0, I32)
        .default("0")
        .doc("Alignment of buffers in bytes; 0 is the page size for direct I/O.")
        .sets(|value, draft| draft.plan.buffers.align_bytes = value.u32()),
    int("hugepage-size")
        .doc("Size of a huge page in bytes, for the huge kinds of `mem`.")
        .accepted(job_support::default_huge_page),
    int("gpu_dev_id")
        .default("0")
        .doc("GPU with the memory of the buffers.")
        .refused(job_support::gpu_memory),
];

/// A working set is written first, and holds no duplicates.
pub(super) fn finish(draft: &mut Draft) {
    let buffers = &draft.plan.buffers;
    let (wanted, set) = (
        buffers.dedupe_percent.unwrap_or(0),
        buffers.dedupe_working_set_percent,
    );
    if buffers.dedupe_mode == DedupeMode::WorkingSet && u32::from(wanted) + u32::from(set) > 100 {
        draft.fail_because_of(
            "dedupe_working_set_percentage",
            Problem::new(|lang| {
                job_options::DedupeTooMuch {
                    wanted: &wanted,
                    set: &set,
                    most: &100_u8.saturating_sub(set),
                }
                .text(lang)
            }),
        );
    }
}
