//! What `sprandom` goes with.

use fiord_messages::{Fixed, Sentence, job_options};

use super::draft::{Draft, Problem};
use crate::plan::{AccessMode, Amount, BlockSize, Ddir, Distribution, PerDdir, RandomGenerator, Sequencer};

/// Takes `sprandom` into the plan, or says what it does not go with.
pub(super) fn finish(draft: &mut Draft) {
    if !draft.sprandom.is_on {
        return;
    }
    if let Some(problem) = contradiction(draft) {
        draft.fail(problem);
        return;
    }
    // As in fio.
    draft.plan.access.generator = RandomGenerator::Lfsr;
    draft.plan.access.distribution = PerDdir::all(Distribution::Sprandom(draft.sprandom.plan));
}

/// What would make another order of it, or more or less than one pass.
fn contradiction(draft: &Draft) -> Option<Problem> {
    let with = |option: &str| {
        Problem::new(|lang| job_options::SprandomWith { option: &option }.text(lang))
            .help(job_options::leave_one_out)
    };
    let problem = |problem: Fixed, help: Fixed| Problem::new(problem).help(help);
    let job = &draft.plan;
    let access = &job.access;
    let BlockSize::Fixed(block) = access.block_size[Ddir::Write] else {
        return Some(problem(
            job_options::sprandom_sizes,
            job_options::sprandom_one_size,
        ));
    };
    let aligned = access.block_align_bytes[Ddir::Write];
    let shares_names = job.numjobs > 1 && !job.files.filenames.is_empty();
    Some(if access.mode != AccessMode::RandWrite {
        Problem::new(job_options::sprandom_rw).help(Sentence::verbatim("rw=randwrite"))
    } else if draft.sprandom.generator_given && access.generator != RandomGenerator::Lfsr {
        problem(job_options::sprandom_generator, job_options::sprandom_lfsr)
    } else if aligned != 0 && aligned != block {
        problem(job_options::sprandom_align, job_options::leave_one_out)
    } else if access.distribution[Ddir::Write] != Distribution::Uniform {
        with("`random_distribution`")
    } else if access.percentage_random[Ddir::Write] < 100 {
        with("`percentage_random`")
    } else if access.sequencer != Sequencer::None {
        with("`rw=randwrite:N`")
    } else if access.bs_is_seq_rand {
        with("`bs_is_seq_rand`")
    } else if access.zones.is_some() {
        with("`zonemode`")
    } else if access.io_size.is_some() {
        problem(job_options::sprandom_io_size, job_options::sprandom_no_io_size)
    } else if access.number_ios > 0 {
        problem(job_options::sprandom_ios, job_options::leave_one_out)
    } else if job.control.time_based {
        problem(job_options::sprandom_timed, job_options::leave_one_out)
    } else if access.fill_device {
        with("`fill_device`")
    } else if job.files.nrfiles > 1 || job.files.filenames.len() > 1 || job.files.opendir.is_some() {
        problem(job_options::sprandom_files, job_options::sprandom_job_each)
    } else if shares_names && access.offset_increment == Amount::Bytes(0) {
        problem(job_options::sprandom_clones, job_options::sprandom_one_clone)
    } else if job.verify.kind.is_on() {
        with("`verify`")
    } else if !job.control.replay.read.is_empty() {
        with("`read_iolog`")
    } else if job.engine.kind.works_on_names() || job.engine.kind.has_no_bytes() {
        problem(job_options::sprandom_engine, job_options::sprandom_data_engine)
    } else {
        return None;
    })
}
