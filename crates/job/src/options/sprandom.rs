//! What `sprandom` goes with.

use super::draft::{Draft, Problem};
use crate::plan::{AccessMode, Amount, BlockSize, Ddir, Distribution, PerDdir, RandomGenerator, Sequencer};

/// Takes `sprandom` into the plan, or says what it does not go with.
pub(super) fn finish(draft: &mut Draft) {
    if !draft.sprandom.is_on {
        return;
    }
    if let Some((what, help)) = contradiction(draft) {
        draft.fail(Problem::new(format!("`sprandom` does not go with {what}")).help(help));
        return;
    }
    // As in fio.
    draft.plan.access.generator = RandomGenerator::Lfsr;
    draft.plan.access.distribution = PerDdir::all(Distribution::Sprandom(draft.sprandom.plan));
}

/// What would make another order of it, or more or less than one pass.
fn contradiction(draft: &Draft) -> Option<(&'static str, &'static str)> {
    const LEAVE_OUT: &str = "leave one of the two out";
    let job = &draft.plan;
    let access = &job.access;
    let BlockSize::Fixed(block) = access.block_size[Ddir::Write] else {
        return Some(("blocks of several sizes", "one size, such as bs=4k"));
    };
    let aligned = access.block_align_bytes[Ddir::Write];
    let shares_names = job.numjobs > 1 && !job.files.filenames.is_empty();
    Some(if access.mode != AccessMode::RandWrite {
        ("this `rw`: it is a pass of random writes", "rw=randwrite")
    } else if draft.sprandom.generator_given && access.generator != RandomGenerator::Lfsr {
        ("this `random_generator`", "random_generator=lfsr, or none")
    } else if aligned != 0 && aligned != block {
        ("a `blockalign` other than the block size", LEAVE_OUT)
    } else if access.distribution[Ddir::Write] != Distribution::Uniform {
        ("`random_distribution`", LEAVE_OUT)
    } else if access.percentage_random[Ddir::Write] < 100 {
        ("`percentage_random`", LEAVE_OUT)
    } else if access.sequencer != Sequencer::None {
        ("a number behind `rw`", LEAVE_OUT)
    } else if access.bs_is_seq_rand {
        ("`bs_is_seq_rand`", LEAVE_OUT)
    } else if access.zones.is_some() {
        ("`zonemode`", LEAVE_OUT)
    } else if access.io_size.is_some() {
        (
            "`io_size`: how much it writes follows from `size` and `spr_op`",
            "leave io_size out",
        )
    } else if access.number_ios > 0 {
        (
            "`number_ios`: the device is prepared only behind the whole pass",
            LEAVE_OUT,
        )
    } else if job.control.time_based {
        (
            "`time_based`: the device is prepared at the end of a pass, not at any time",
            LEAVE_OUT,
        )
    } else if access.fill_device {
        ("`fill_device`", LEAVE_OUT)
    } else if job.files.nrfiles > 1 || job.files.filenames.len() > 1 || job.files.opendir.is_some() {
        ("several files: their writes would be mixed", "a job for each")
    } else if shares_names && access.offset_increment == Amount::Bytes(0) {
        (
            "clones of one device: each would write all of it",
            "numjobs=1, or an offset_increment and a size that give each clone a part of its own",
        )
    } else if job.verify.kind.is_on() {
        ("`verify`", LEAVE_OUT)
    } else if !job.control.replay.read.is_empty() {
        ("`read_iolog`", LEAVE_OUT)
    } else if job.engine.kind.works_on_names() || job.engine.kind.has_no_bytes() {
        ("this `ioengine`", "one that writes data, such as io_uring")
    } else {
        return None;
    })
}
