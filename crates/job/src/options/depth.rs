//! How many I/Os are in flight and in which batches.

use fiord_messages::job_options;

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use super::words::One;
use crate::plan::{EngineKind, Queueing};

pub(super) static OPTIONS: &[OptionSpec] = &[
    int("iodepth")
        .range(1, I32)
        .default("1")
        .doc("I/Os to keep in flight per job. Synchronous engines never hold more than one.")
        .sets(|value, draft| draft.plan.depth.iodepth = value.u32()),
    int("iodepth_batch")
        .alias("iodepth_batch_submit")
        .default("1")
        .doc("Most I/Os per submission; 0 submits all that fit.")
        .sets(|value, draft| draft.plan.depth.batch_submit = value.u32()),
    int("iodepth_batch_complete_min")
        .alias("iodepth_batch_complete")
        .default("1")
        .doc("Least completions to wait for in one call; 0 only checks.")
        .sets(|value, draft| draft.plan.depth.batch_complete_min = value.u32()),
    int("iodepth_batch_complete_max")
        .doc("Most completions of one call; default: the minimum.")
        .sets(|value, draft| draft.plan.depth.batch_complete_max = Some(value.u32())),
    int("iodepth_low")
        .doc(
            "Let the queue drain to this depth before it is filled again; `iodepth` if not given, \
             which never lets it drain.",
        )
        .sets(|value, draft| draft.plan.depth.low = Some(value.u32())),
    boolean("serialize_overlap")
        .default("0")
        .doc("Delay an I/O while another one in flight touches the same bytes.")
        .sets(|value, draft| draft.plan.depth.serialize_overlap = value.flag()),
    choice(
        "io_submit_mode",
        &One {
            words: &[("inline", false), ("offload", true)],
            set: |offload, draft| draft.plan.depth.offload = offload,
        },
    )
    .default("inline")
    .doc(
        "Whether the job's thread makes its calls itself or hands them to `iodepth` others, so that it keeps its \
         rate whatever a call takes. Engines: sync, psync, pvsync, pvsync2; those that wait for nothing do it anyway.",
    ),
];

/// `io_submit_mode=offload`
fn offload(draft: &mut Draft, kind: EngineKind) {
    match kind.queueing() {
        Queueing::Offloadable => draft.plan.depth.offload = true,
        Queueing::Queued | Queueing::QueuedIfDirect => {
            draft.note(|lang| job_options::OffloadNotNeeded { engine: &kind.name() }.text(lang))
        }
        Queueing::OneAtATime | Queueing::QueuedIfGeneric => draft.fail(Problem::refused(|lang| {
            job_options::OffloadImpossible { engine: &kind.name() }.text(lang)
        })),
    }
}

/// Cuts batches down to the depth, as fio does.
pub(super) fn finish(draft: &mut Draft) {
    let depth = &mut draft.plan.depth;
    depth.low = depth.low.filter(|low| (1..depth.iodepth).contains(low));
    depth.batch_submit = depth.batch_submit.min(depth.iodepth);
    depth.batch_complete_min = depth.batch_complete_min.min(depth.iodepth);
    depth.batch_complete_max = depth
        .batch_complete_max
        .filter(|max| *max > 0)
        .map(|max| max.max(depth.batch_complete_min));
    // A synchronous engine holds one I/O at a time, whatever `iodepth` says. fio prints such a note as well.
    let (iodepth, kind) = (depth.iodepth, draft.plan.engine.kind);
    if std::mem::take(&mut depth.offload) {
        offload(draft, kind);
    }
    if iodepth > 1 && kind.queueing() == Queueing::QueuedIfGeneric {
        draft.note(|lang| job_options::DepthGenericOnly { depth: &iodepth }.text(lang));
    }
    if iodepth > 1 && kind.is_synchronous() && !draft.plan.depth.offload {
        draft.note(|lang| {
            job_options::DepthNotReached {
                depth: &iodepth,
                engine: &kind.name(),
            }
            .text(lang)
        });
    }
}
