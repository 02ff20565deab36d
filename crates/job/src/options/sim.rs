//! The simulated device behind `ioengine=sim`. These options are fiord's own.

use super::build::*;
use super::draft::Problem;
use super::spec::OptionSpec;
use super::value::Value;
use super::words::One;
use crate::plan::SimService;
use crate::units;

const SIM: &[&str] = &["sim"];

/// A factor or rate with decimals, alone in a list.
fn decimal(value: &Value) -> f64 {
    value.floats().first().copied().unwrap_or(0.0)
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    long("sim_size")
        .engines(SIM)
        .default("1t")
        .doc("Size of the device in bytes.")
        .sets(|value, draft| draft.plan.engine.sim.size_bytes = value.u64()),
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
        .doc("Throttle in I/Os per second; 0 is none.")
        .sets(|value, draft| draft.plan.engine.sim.iops_limit = value.u64()),
    long("sim_bytes_limit")
        .engines(SIM)
        .default("0")
        .doc("Throttle in bytes per second; 0 is none.")
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
        .doc("By what factor service times grow at the cliff.")
        .sets(|value, draft| draft.plan.engine.sim.cliff_factor = decimal(value)),
    long("sim_gc_every")
        .engines(SIM)
        .default("0")
        .doc("Bytes written between two pauses for garbage collection; 0 is none.")
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
                .ok_or_else(|| Problem::new(format!("`sim_drift={text}` is not a whole number")))?;
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
        .doc("Fail one in so many I/Os; 0 none.")
        .sets(|value, draft| draft.plan.engine.sim.error_every = value.u64()),
    long("sim_seed")
        .engines(SIM)
        .default("1")
        .doc("Seed of the device's own randomness.")
        .sets(|value, draft| draft.plan.engine.sim.seed = value.u64()),
];
