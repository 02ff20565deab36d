//! Zoned devices.

use fiord_messages::{Sentence, job_options};

use super::build::*;
use super::spec::OptionSpec;
use super::{Draft, Problem, Value};
use crate::plan::{Amount, Ddir, ZbdPlan, ZoneMode, ZoneSkip, Zones};

/// fio's limit.
const ZONE_BYTES_LEAST: u64 = 512;

pub(super) static OPTIONS: &[OptionSpec] = &[
    long("zonecapacity")
        .default("0")
        .doc("Usable bytes of a zone where the target is not a zoned device, which has its own; all of it if not given.")
        .sets(|value, draft| draft.zones.zbd.capacity_bytes = value.u64()),
    boolean("read_beyond_wp")
        .default("0")
        .doc("Read wherever it would without zones: also behind a zone's write pointer, where no data is.")
        .sets(|value, draft| draft.zones.zbd.read_beyond_wp = value.flag()),
    int("max_open_zones")
        .range(0, 4096)
        .default("0")
        .doc("Most open zones of all jobs together; 0: the limit of the device.")
        .sets(|value, draft| draft.zones.zbd.max_open = value.u32()),
    int("job_max_open_zones")
        .range(0, 4096)
        .default("0")
        .doc("The same for each worker by itself; needs a limit for all.")
        .sets(|value, draft| draft.zones.zbd.job_max_open = value.u32()),
    boolean("ignore_zone_limits")
        .default("0")
        .doc("Let `max_open_zones` be above the limit of the device.")
        .sets(|value, draft| draft.zones.zbd.ignore_limits = value.flag()),
    floats("zone_reset_threshold")
        .range(0, 1)
        .doc("Share of the job's region that must hold data before `zone_reset_frequency` resets zones.")
        .sets(|value, draft| draft.zones.zbd.reset_threshold = first(value)),
    floats("zone_reset_frequency")
        .range(0, 1)
        .doc("Zone resets per write, of the zone that is written next: 0.1 is one before each tenth write.")
        .sets(|value, draft| draft.zones.zbd.reset_frequency = first(value)),
    boolean("recover_zbd_write_error")
        .default("0")
        .doc(
            "With `continue_on_error`: ask the device after a failed write where the write pointer is, and go on there \
             (fio 3.4x).",
        )
        .sets(|value, draft| draft.zones.zbd.recover_write_error = value.flag()),
    boolean("write_zone_remainder")
        .alias("write_zone_remainders")
        .default("0")
        .doc(
            "Write what is left of a zone with a block below the smallest size, where it would be given up otherwise; implies \
             `norandommap` (fio 3.4x).",
        )
        .sets(|value, draft| draft.zones.zbd.write_remainder = value.flag()),
];

fn first(value: &Value) -> f64 {
    value.floats().first().copied().unwrap_or(0.0)
}

/// Decides the zones of `zonemode=zbd`. What depends on the target is checked when it is open.
pub(super) fn finish(draft: &mut Draft) {
    if draft.zones.mode != ZoneMode::Zbd {
        return;
    }
    let given = draft.zones.clone();
    let plan = ZbdPlan {
        zone_bytes: given.size,
        skip: match given.skip {
            Amount::Zones(zones) => ZoneSkip::Zones(zones),
            Amount::Bytes(bytes) => ZoneSkip::Bytes(bytes),
            Amount::Percent(_) => ZoneSkip::default(),
        },
        ..given.zbd
    };
    if let Some(problem) = conflict(draft, &plan) {
        draft.fail(problem);
        return;
    }
    if !draft.plan.files.create_serialize {
        draft.fail_as(
            "fio: --zonemode=zbd and --create_serialize=0 are not compatible.",
            Problem::new(job_options::zbd_serialize).help(job_options::leave_one_out),
        );
    }
    if plan.write_remainder {
        draft.plan.access.norandommap = true;
    }
    // Where a write goes in a zone depends on what else went there: nobody could repeat it from a state.
    draft.plan.verify.state.save = false;
    draft.plan.access.zones = Some(Zones::Zbd(Box::new(plan)));
}

/// What a worker verifies is what it wrote itself, or what is found in front of the write pointers.
///
/// FIO-DIFF(zbd-verify-only): fio reads one block back for `verify_only`, and none for `verify_state_load`.
fn cannot_verify(draft: &Draft, plan: &ZbdPlan) -> Option<Problem> {
    let verify = &draft.plan.verify;
    let mode = draft.plan.access.mode;
    if verify.only && (mode.issues(Ddir::Write) || mode.issues(Ddir::Trim)) {
        return Some(Problem::refused(job_options::zbd_verify_only).help(Sentence::verbatim("rw=read")));
    }
    if verify.state.load || draft.verify.saves_state {
        let option = if verify.state.load {
            "verify_state_load"
        } else {
            "verify_state_save"
        };
        return Some(Problem::refused(|lang| {
            job_options::ZbdVerifyState { option: &option }.text(lang)
        }));
    }
    // FIO-DIFF(zbd-verify-rest): an assertion of fio fails where it trims blocks of zones.
    if verify.trim.percent > 0 && verify.trim.backlog.is_some() {
        return Some(Problem::refused(job_options::zbd_trim));
    }
    if plan.write_remainder {
        return Some(Problem::refused(job_options::zbd_remainder));
    }
    None
}

fn conflict(draft: &Draft, plan: &ZbdPlan) -> Option<Problem> {
    let job = &draft.plan;
    if (1..ZONE_BYTES_LEAST).contains(&plan.zone_bytes) {
        return Some(Problem::new(|lang| {
            job_options::ZonesizeLeast {
                bytes: &plan.zone_bytes,
                least: &ZONE_BYTES_LEAST,
            }
            .text(lang)
        }));
    }
    if plan.zone_bytes > 0 && plan.capacity_bytes > plan.zone_bytes {
        return Some(Problem::new(|lang| {
            job_options::ZonecapacityMost {
                bytes: &plan.capacity_bytes,
                most: &plan.zone_bytes,
            }
            .text(lang)
        }));
    }
    let in_zones = [
        job.access.size,
        job.access.io_size,
        Some(job.access.offset),
        Some(job.access.offset_increment),
    ];
    let counts_zones = in_zones
        .into_iter()
        .any(|amount| matches!(amount, Some(Amount::Zones(1..))));
    // FIO-DIFF(zbd-counted): fio takes the size of a zone from the device here too.
    if counts_zones && plan.zone_bytes == 0 {
        return Some(Problem::new(job_options::zones_need_size).help(job_options::give_zonesize));
    }
    if job.verify.kind.is_on()
        && let Some(problem) = cannot_verify(draft, plan)
    {
        return Some(problem);
    }
    // FIO-DIFF(zbd-replay): fio moves the I/Os of a recording to the write pointers.
    if !job.control.replay.read.is_empty() {
        return Some(Problem::refused(job_options::zbd_replay));
    }
    let kind = job.engine.kind;
    if kind.has_no_bytes() || !(kind.moves_data() || kind.is_diskless()) {
        return Some(Problem::new(|lang| {
            job_options::ZbdNoIo { engine: &kind.name() }.text(lang)
        }));
    }
    // FIO-DIFF(zbd-passthrough): fio asks the block device of a generic one for its zones, or fails.
    if kind.sends_commands() {
        return Some(Problem::refused(|lang| {
            job_options::ZbdCommands { engine: &kind.name() }.text(lang)
        }));
    }
    if plan.recover_write_error && !job.control.continue_on_error.write {
        return Some(
            Problem::new(job_options::zbd_recover).help(Sentence::verbatim("continue_on_error=write")),
        );
    }
    None
}
