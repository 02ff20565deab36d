//! The simulated device behind `ioengine=sim`. These options are fiord's own.

use fiord_messages::{Sentence, job_options};

use super::build::*;
use super::draft::Draft;
use super::draft::Problem;
use super::spec::OptionSpec;
use super::value::Value;
use super::words::One;
use crate::plan::{
    CellType, CollectionPolicy, EngineKind, SimModel, SimService, SlcFull, SlcKind, WearLevelling,
};
use crate::units;

const SIM: &[&str] = &["sim"];

/// A factor or rate with decimals, alone in a list.
fn decimal(value: &Value) -> f64 {
    value.floats().first().copied().unwrap_or(0.0)
}

/// Size of a flash drive of which none was given.
const FLASH_BYTES: u64 = 1 << 30;

/// What only all options together tell.
pub(super) fn finish(draft: &mut Draft) {
    let sim = &mut draft.plan.engine.sim;
    if let Some(bytes) = draft.sim_bytes {
        sim.size_bytes = bytes;
    } else if sim.model == SimModel::Flash {
        sim.size_bytes = FLASH_BYTES;
    }
    if draft.plan.engine.kind != EngineKind::Sim {
        return;
    }
    let problem = match sim.model {
        SimModel::Servers => None,
        SimModel::Flash => sim.flash.problem(sim.size_bytes),
        SimModel::Disk => (sim.iops_limit > 0 || sim.bytes_limit > 0)
            .then(|| Sentence::new(job_options::sim_disk_limits).to_owned()),
    };
    if let Some(problem) = problem {
        draft.fail(Problem::new(problem));
    }
}

/// `sim_gc`
fn collection(text: &str) -> Option<CollectionPolicy> {
    Some(match text {
        "greedy" => CollectionPolicy::Greedy,
        "fifo" => CollectionPolicy::Fifo,
        "cost-benefit" => CollectionPolicy::CostBenefit,
        "random" => CollectionPolicy::Random,
        _ => {
            let choices = text.strip_prefix("d:")?.parse().ok()?;
            (choices > 0).then_some(CollectionPolicy::Choices(choices))?
        }
    })
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    choice(
        "sim_model",
        &One {
            words: &[
                ("servers", SimModel::Servers),
                ("ftl", SimModel::Flash),
                ("disk", SimModel::Disk),
            ],
            set: |model, draft| draft.plan.engine.sim.model = model,
        },
    )
    .engines(SIM)
    .default("servers")
    .doc(
        "What is simulated: servers with fixed service times, a flash drive with its translation layer (ftl), or \
         a disk with an arm.",
    ),
    long("sim_size")
        .engines(SIM)
        .default("1t")
        .doc("Size of the device in bytes; the default of sim_model=ftl is 1g.")
        .sets(|value, draft| draft.sim_bytes = Some(value.u64())),
    long("sim_read_ns")
        .engines(SIM)
        .default("80000")
        .doc("Service time of a read in nanoseconds, apart from its size.")
        .sets(|value, draft| draft.plan.engine.sim.read_ns = value.u64()),
    long("sim_write_ns")
        .engines(SIM)
        .default("20000")
        .doc("Service time of a write in nanoseconds, apart from its size.")
        .sets(|value, draft| draft.plan.engine.sim.write_ns = value.u64()),
    long("sim_per_kib_ns")
        .engines(SIM)
        .default("0")
        .doc("Further service time per 1024 bytes, in nanoseconds.")
        .sets(|value, draft| draft.plan.engine.sim.per_kib_ns = value.u64()),
    choice(
        "sim_service",
        &One {
            words: &[
                ("constant", SimService::Constant),
                ("exponential", SimService::Exponential),
                ("uniform", SimService::Uniform),
            ],
            set: |service, draft| draft.plan.engine.sim.service = service,
        },
    )
    .engines(SIM)
    .default("constant")
    .doc("How service times vary about their mean."),
    int("sim_parallelism")
        .engines(SIM)
        .range(1, U32)
        .default("1")
        .doc("I/Os the device serves at the same time.")
        .sets(|value, draft| draft.plan.engine.sim.parallelism = value.u32()),
    percent("sim_read_cache")
        .engines(SIM)
        .default("0")
        .doc("Percentage of reads that a cache answers.")
        .sets(|value, draft| draft.plan.engine.sim.read_cache_percent = value.u8()),
    long("sim_cache_ns")
        .engines(SIM)
        .default("1000")
        .doc("Service time of the read and write caches in nanoseconds.")
        .sets(|value, draft| draft.plan.engine.sim.cache_ns = value.u64()),
    long("sim_write_cache")
        .engines(SIM)
        .default("0")
        .doc("Bytes a write cache takes before writes cost their full time.")
        .sets(|value, draft| draft.plan.engine.sim.write_cache_bytes = value.u64()),
    long("sim_iops_limit")
        .engines(SIM)
        .default("0")
        .doc("Throttle in I/Os per second; 0: no throttle.")
        .sets(|value, draft| draft.plan.engine.sim.iops_limit = value.u64()),
    long("sim_bytes_limit")
        .engines(SIM)
        .default("0")
        .doc("Throttle in bytes per second; 0: no throttle.")
        .sets(|value, draft| draft.plan.engine.sim.bytes_limit = value.u64()),
    long("sim_burst_ios")
        .engines(SIM)
        .default("0")
        .doc("I/Os that pass before `sim_iops_limit` bites.")
        .sets(|value, draft| draft.plan.engine.sim.burst_ios = value.u64()),
    long("sim_cliff_after")
        .engines(SIM)
        .default("0")
        .doc("After this many bytes the device becomes slower by `sim_cliff_factor`; 0 is never.")
        .sets(|value, draft| draft.plan.engine.sim.cliff_after_bytes = value.u64()),
    floats("sim_cliff_factor")
        .engines(SIM)
        .range(0, 1_000_000)
        .default("1")
        .doc("Growth factor of service times at the cliff.")
        .sets(|value, draft| draft.plan.engine.sim.cliff_factor = decimal(value)),
    long("sim_gc_every")
        .engines(SIM)
        .default("0")
        .doc("Bytes written between two pauses for garbage collection; 0: no pauses.")
        .sets(|value, draft| draft.plan.engine.sim.gc_every_bytes = value.u64()),
    long("sim_gc_pause")
        .engines(SIM)
        .default("0")
        .doc("Length of such a pause in nanoseconds.")
        .sets(|value, draft| draft.plan.engine.sim.gc_pause_ns = value.u64()),
    text("sim_drift")
        .engines(SIM)
        .default("0")
        .doc(
            "Growth of service times in parts per million per second; negative makes the device \
             faster.",
        )
        .checks(|value, draft| {
            let text = value.text();
            draft.plan.engine.sim.drift_ppm_per_s = units::small_int(text)
                .ok()
                .filter(|quantity| quantity.surprise.is_none())
                .map(|quantity| quantity.value)
                .ok_or_else(|| Problem::new(|lang| job_options::SimDrift { text: &text }.text(lang)))?;
            Ok(())
        }),
    percent("sim_slow_percent")
        .engines(SIM)
        .default("0")
        .doc("Percentage of I/Os that are slow ones.")
        .sets(|value, draft| draft.plan.engine.sim.slow_percent = value.u8()),
    long("sim_slow_ns")
        .engines(SIM)
        .default("0")
        .doc("Service time of slow I/Os in nanoseconds.")
        .sets(|value, draft| draft.plan.engine.sim.slow_ns = value.u64()),
    long("sim_error_every")
        .engines(SIM)
        .default("0")
        .doc("Fail one of this many I/Os; 0: no failures.")
        .sets(|value, draft| draft.plan.engine.sim.error_every = value.u64()),
    long("sim_seed")
        .engines(SIM)
        .default("1")
        .doc("Seed of the device's own randomness.")
        .sets(|value, draft| draft.plan.engine.sim.seed = value.u64()),
    choice(
        "sim_cell",
        &One {
            words: &[
                ("slc", CellType::Slc),
                ("mlc", CellType::Mlc),
                ("tlc", CellType::Tlc),
                ("qlc", CellType::Qlc),
            ],
            set: |cell, draft| draft.plan.engine.sim.flash.cell = cell,
        },
    )
    .engines(SIM)
    .default("tlc")
    .doc(
        "Flash cells of sim_model=ftl: tR, tPROG and tBERS are 25 µs, 200 µs and 1.5 ms for SLC (Agrawal et al., USENIX ATC 2008), \
         75 µs, 750 µs and 3.8 ms for MLC (MQSim), 80 µs, 2.93 ms and 3 ms for TLC, 122 µs, 4.84 ms and 3 ms for QLC (FEMU).",
    ),
    long("sim_tr")
        .engines(SIM)
        .default("0")
        .doc("Time in nanoseconds to read a page from the cells (tR); 0 is that of `sim_cell`.")
        .sets(|value, draft| draft.plan.engine.sim.flash.read_ns = value.u64()),
    long("sim_tprog")
        .engines(SIM)
        .default("0")
        .doc("Time in nanoseconds to program a page (tPROG); 0 is that of `sim_cell`.")
        .sets(|value, draft| draft.plan.engine.sim.flash.program_ns = value.u64()),
    long("sim_tbers")
        .engines(SIM)
        .default("0")
        .doc("Time in nanoseconds to erase a block (tBERS); 0 is that of `sim_cell`.")
        .sets(|value, draft| draft.plan.engine.sim.flash.erase_ns = value.u64()),
    int("sim_channels")
        .engines(SIM)
        .range(1, 1024)
        .default("4")
        .doc("Channels of the flash drive.")
        .sets(|value, draft| draft.plan.engine.sim.flash.channels = value.u32()),
    int("sim_dies")
        .engines(SIM)
        .range(1, 1024)
        .default("2")
        .doc("Dies on each channel.")
        .sets(|value, draft| draft.plan.engine.sim.flash.dies = value.u32()),
    int("sim_planes")
        .engines(SIM)
        .range(1, 64)
        .default("2")
        .doc("Planes of each die; all of them work at the same time.")
        .sets(|value, draft| draft.plan.engine.sim.flash.planes = value.u32()),
    int("sim_page")
        .engines(SIM)
        .range(512, 1 << 20)
        .default("4k")
        .doc("Size of a flash page in bytes, which is also the unit of the mapping; a smaller write reads and programs a whole page.")
        .sets(|value, draft| draft.plan.engine.sim.flash.page_bytes = value.u32()),
    int("sim_block_pages")
        .engines(SIM)
        .range(1, 65_536)
        .default("32")
        .doc("Pages of an erase block of one plane; blocks of all planes are erased together as a superblock.")
        .sets(|value, draft| draft.plan.engine.sim.flash.block_pages = value.u32()),
    long("sim_bus_rate")
        .engines(SIM)
        .default("800000000")
        .doc("Rate of a channel in bytes per second; 0: transfers take no time.")
        .sets(|value, draft| draft.plan.engine.sim.flash.bus_bytes_per_s = value.u64()),
    floats("sim_op")
        .engines(SIM)
        .range(0, 1000)
        .default("7")
        .doc("Over-provisioning in percent of the size that the host sees, (T - U) / U.")
        .sets(|value, draft| draft.plan.engine.sim.flash.spare_ppm = (decimal(value) * 10_000.0).round() as u32),
    text("sim_gc")
        .engines(SIM)
        .default("greedy")
        .doc(
            "Which block garbage collection takes: greedy (fewest valid pages), fifo, cost-benefit, random, or d:N (fewest valid \
             pages among N random blocks).",
        )
        .checks(|value, draft| {
            let text = value.text();
            draft.plan.engine.sim.flash.collection = collection(text).ok_or_else(|| {
                Problem::new(|lang| job_options::SimGc { text: &text }.text(lang))
            })?;
            Ok(())
        }),
    int("sim_gc_low")
        .engines(SIM)
        .range(1, 1 << 20)
        .default("3")
        .doc("Garbage collection runs while fewer superblocks are free.")
        .sets(|value, draft| draft.plan.engine.sim.flash.low_blocks = value.u32()),
    int("sim_gc_idle")
        .engines(SIM)
        .default("0")
        .doc("Superblocks that garbage collection frees in idle time; 0: no collection in idle time.")
        .sets(|value, draft| draft.plan.engine.sim.flash.idle_blocks = value.u32()),
    long("sim_idle")
        .engines(SIM)
        .default("10000000")
        .doc("Nanoseconds without work after which the drive folds its pSLC cache and collects (`sim_gc_idle`).")
        .sets(|value, draft| draft.plan.engine.sim.flash.idle_ns = value.u64()),
    int("sim_streams")
        .engines(SIM)
        .range(1, 2)
        .default("1")
        .doc("Write streams: 1 mixes host writes and copies in a block, 2 separates them.")
        .sets(|value, draft| draft.plan.engine.sim.flash.streams = value.u32()),
    long("sim_map_cache")
        .engines(SIM)
        .default("0")
        .doc("Memory for the mapping in bytes; a miss reads a page of the map from flash. 0: the whole map is in memory.")
        .sets(|value, draft| draft.plan.engine.sim.flash.map_cache_bytes = value.u64()),
    boolean("sim_plp")
        .engines(SIM)
        .default("0")
        .doc("The write cache has power-loss protection: flushes and synchronous writes do not wait for the flash.")
        .sets(|value, draft| draft.plan.engine.sim.flash.power_loss_protection = value.flag()),
    long("sim_slc")
        .engines(SIM)
        .default("0")
        .doc("Bytes of host data that fit in the pSLC cache; 0: no cache.")
        .sets(|value, draft| draft.plan.engine.sim.flash.slc_bytes = value.u64()),
    choice(
        "sim_slc_kind",
        &One {
            words: &[("static", SlcKind::Static), ("dynamic", SlcKind::Dynamic)],
            set: |kind, draft| draft.plan.engine.sim.flash.slc_kind = kind,
        },
    )
    .engines(SIM)
    .default("static")
    .doc("Whether the pSLC cache has reserved blocks, or uses free blocks (dynamic)."),
    choice(
        "sim_slc_full",
        &One {
            words: &[("direct", SlcFull::Direct), ("fold", SlcFull::Fold)],
            set: |full, draft| draft.plan.engine.sim.flash.slc_full = full,
        },
    )
    .engines(SIM)
    .default("direct")
    .doc("What writes do when the pSLC cache is full: bypass it, or wait until its oldest block is folded."),
    choice(
        "sim_wear",
        &One {
            words: &[
                ("none", WearLevelling::None),
                ("dynamic", WearLevelling::Dynamic),
                ("static", WearLevelling::Static),
            ],
            set: |levelling, draft| draft.plan.engine.sim.flash.levelling = levelling,
        },
    )
    .engines(SIM)
    .default("dynamic")
    .doc("Wear levelling: off, the least worn free block first (dynamic), or also moving data of little worn blocks (static)."),
    int("sim_wear_gap")
        .engines(SIM)
        .range(1, U32)
        .default("16")
        .doc("Static wear levelling moves data of blocks with this many erases less than the most worn one.")
        .sets(|value, draft| draft.plan.engine.sim.flash.levelling_gap = value.u32()),
    int("sim_pe")
        .engines(SIM)
        .default("0")
        .doc("Program/erase cycles of a block, ± 10 % from block to block; 0: no limit. Without spare blocks the drive becomes read-only.")
        .sets(|value, draft| draft.plan.engine.sim.flash.endurance = value.u32()),
    percent("sim_fill")
        .engines(SIM)
        .default("0")
        .doc("Percentage of the flash drive that is written sequentially before the run.")
        .sets(|value, draft| draft.plan.engine.sim.flash.fill_percent = value.u8()),
    floats("sim_passes")
        .engines(SIM)
        .range(0, 1000)
        .default("0")
        .doc("Random page writes over the filled part before the run, in multiples of it.")
        .sets(|value, draft| {
            draft.plan.engine.sim.flash.passes_permille = (decimal(value) * 1000.0).round() as u32;
        }),
    text("sim_hot")
        .engines(SIM)
        .default("0")
        .doc("H/P: H percent of the writes of `sim_passes` go to the first P percent of the filled part; 0: uniform.")
        .checks(|value, draft| {
            let text = value.text();
            let share = |text: &str| text.parse().ok().filter(|share| (1..=99_u8).contains(share));
            draft.plan.engine.sim.flash.hot_percent = match text {
                "0" => (0, 0),
                _ => text
                    .split_once('/')
                    .and_then(|(writes, pages)| Some((share(writes)?, share(pages)?)))
                    .ok_or_else(|| Problem::new(|lang| job_options::SimHot { text: &text }.text(lang)))?,
            };
            Ok(())
        }),
    int("sim_rpm")
        .engines(SIM)
        .range(1, 1_000_000)
        .default("7200")
        .doc("Rotations per minute of sim_model=disk.")
        .sets(|value, draft| draft.plan.engine.sim.disk.rpm = value.u32()),
    long("sim_seek_track")
        .engines(SIM)
        .default("600000")
        .doc("Seek time in nanoseconds from a track to the next; the time for a distance is track + (full - track) × √distance.")
        .sets(|value, draft| draft.plan.engine.sim.disk.track_seek_ns = value.u64()),
    long("sim_seek_full")
        .engines(SIM)
        .default("15000000")
        .doc("Seek time in nanoseconds across all tracks.")
        .sets(|value, draft| draft.plan.engine.sim.disk.full_seek_ns = value.u64()),
    long("sim_rate_outer")
        .engines(SIM)
        .range(1, i64::MAX)
        .default("200000000")
        .doc("Rate of the outermost track, at the start of the disk, in bytes per second.")
        .sets(|value, draft| draft.plan.engine.sim.disk.outer_bytes_per_s = value.u64()),
    long("sim_rate_inner")
        .engines(SIM)
        .range(1, i64::MAX)
        .default("100000000")
        .doc("Rate of the innermost track, at the end of the disk, in bytes per second.")
        .sets(|value, draft| draft.plan.engine.sim.disk.inner_bytes_per_s = value.u64()),
    int("sim_ncq")
        .engines(SIM)
        .range(1, 1024)
        .default("32")
        .doc("Commands among which the disk chooses the one that it reaches first; 1: first come, first served.")
        .sets(|value, draft| draft.plan.engine.sim.disk.queue = value.u32()),
    long("sim_readahead")
        .engines(SIM)
        .default("256k")
        .doc("Bytes that the disk reads ahead of sequential reads.")
        .sets(|value, draft| draft.plan.engine.sim.disk.read_ahead_bytes = value.u64()),
];
