//! The amount of I/O of a job: region, bytes, I/Os, passes.

use crate::case::job_view::JobView;
use crate::case::planned::{
    has_drawn_size, issues, one_block, share_read_back, shares_file, stays_in_first_file, step_bytes,
};
use crate::case::touched::draws_with_replacement;
use crate::words::describe::{does_operations, time::other_ends};
use fiord_job::plan::{Amount, Backend, Ddir, JobPlan};
use fiord_messages::{Lang, job_description as messages};
use fiord_record::number::{Bytes, Share, short};

/// The region, the bytes, and how often the region is passed.
pub(super) fn amount(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, planned) = (view.job, &view.planned);
    if does_operations(job) && job.engine.kind.backend() != Backend::Allocation {
        return Vec::new();
    }
    if job.access.fill_device {
        return vec![messages::fill_device(lang).to_owned()];
    }
    let is_of_each = job.numjobs > 1 && !shares_file(job);
    let Some(region) = region(view, is_of_each, lang) else {
        return vec![messages::unknown_amount(lang).to_owned()];
    };
    let mut sentences = vec![region];
    sentences.extend(place(view, lang));
    let skewed = planned.touched_bytes.filter(|_| planned.is_skewed);
    let skewed = skewed.map(|touched| {
        let touched = &Bytes(touched);
        if planned.total_bytes.is_some() {
            messages::SkewedByBytes { touched }.text(lang)
        } else {
            messages::Skewed { touched }.text(lang)
        }
    });
    let backlog = job.verify.backlog.filter(|_| share_read_back(job) > 0.0);
    let backlog = backlog.map(|backlog| {
        let writes = backlog.blocks;
        messages::VerifiesBacklog { writes }.text(lang)
    });
    let Some(total) = planned.total_bytes else {
        if let Some(skewed) = skewed {
            sentences.push(skewed);
            return sentences;
        }
        sentences.push(if stays_in_first_file(job) {
            messages::first_file_only(lang).to_owned()
        } else if other_ends(view, lang).is_empty() {
            messages::until_time(lang).to_owned()
        } else {
            messages::until_end(lang).to_owned()
        });
        if let Some(backlog) = backlog {
            sentences.push(backlog);
        } else if share_read_back(job) > 0.0 {
            sentences.push(messages::verifies_each_pass(lang).to_owned());
        }
        return sentences;
    };
    if let Some((ios, bytes)) = rated(job).filter(|(_, bytes)| *bytes < total) {
        let bytes = &Bytes(bytes);
        sentences.push(messages::RatedAmount { bytes, ios }.text(lang));
        return sentences;
    }
    sentences.push(transfers(view, total, lang));
    let read_back = planned.read_back_bytes.filter(|bytes| *bytes > 0);
    sentences.extend(read_back.map(|bytes| {
        let ios = (bytes as f64 / planned.block_bytes) as u64;
        let bytes = &Bytes(bytes);
        // A block that was written twice is read back once.
        match draws_with_replacement(job) || job.access.io_size.is_some() {
            true => messages::ReadsBackAtMost { bytes, ios }.text(lang),
            false => messages::ReadsBack { bytes, ios }.text(lang),
        }
    }));
    sentences.extend(backlog);
    if let Some(skewed) = skewed {
        sentences.push(skewed);
        return sentences;
    }
    sentences.extend(passes(view, lang));
    sentences
}

/// Where the region begins, and those of further workers.
fn place(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let job = view.job;
    let offset = match job.access.offset {
        Amount::Bytes(0) | Amount::Percent(0) => None,
        Amount::Bytes(bytes) => Some(
            messages::StartsAt {
                offset: &Bytes(bytes),
            }
            .text(lang),
        ),
        Amount::Percent(percent) => Some(messages::StartsAtPercent { percent: &percent }.text(lang)),
        Amount::Zones(zone) => Some(messages::StartsAtZone { zone: &zone }.text(lang)),
    };
    let mut sentences: Vec<String> = offset.into_iter().collect();
    if job.files.append {
        sentences.push(messages::starts_at_end(lang).to_owned());
    }
    let step = step_bytes(job, &view.targets);
    if step > 0 && job.numjobs > 1 {
        let step = &Bytes(step);
        sentences.push(messages::WorkersApart { step }.text(lang));
    }
    sentences
}

/// How much of its region the job covers, unless that is once.
fn passes(view: &JobView<'_>, lang: Lang) -> Option<String> {
    let is_of_each = view.job.numjobs > 1;
    let passes = view.planned.passes.unwrap_or(1.0);
    match passes {
        ..0.95 => {
            let share = &Share(passes);
            Some(if is_of_each {
                messages::PartOfRegionEach { share }.text(lang)
            } else {
                messages::PartOfRegion { share }.text(lang)
            })
        }
        passes if passes > 1.05 => {
            let passes = &short(passes);
            Some(if is_of_each {
                messages::PassesEach { passes }.text(lang)
            } else {
                messages::Passes { passes }.text(lang)
            })
        }
        _ => None,
    }
}

/// I/Os and bytes that the rates of a job leave time for, all workers together; none where a direction has no rate.
fn rated(job: &JobPlan) -> Option<(u64, u64)> {
    let seconds = Some(job.control.runtime_us as f64 / 1e6).filter(|seconds| *seconds > 0.0)?;
    let block = one_block(job)? as f64;
    let mut ios = 0.0;
    for ddir in Ddir::ALL.into_iter().filter(|ddir| issues(job, *ddir)) {
        let per_s = match (job.pace.rate_iops[ddir], job.pace.rate_bytes[ddir]) {
            (0, 0) => return None,
            (0, bytes) => bytes as f64 / block,
            (iops, _) => f64::from(iops),
        };
        // The first I/O is at the start.
        ios += (per_s * seconds).ceil() * f64::from(job.numjobs);
    }
    Some((ios as u64, (ios * block) as u64))
}

/// The part of the target that the job works on; `None`: unknown.
fn region(view: &JobView<'_>, is_of_each: bool, lang: Lang) -> Option<String> {
    let workers = &view.job.numjobs;
    match (view.job.access.size, view.planned.region_bytes) {
        (_, Some(bytes)) => {
            let region = &Bytes(bytes);
            Some(match (is_of_each, has_drawn_size(view.job, &view.targets)) {
                (true, false) => messages::RegionEach { workers, region }.text(lang),
                (false, false) => messages::Region { region }.text(lang),
                (true, true) => messages::RegionAtMostEach { workers, region }.text(lang),
                (false, true) => messages::RegionAtMost { region }.text(lang),
            })
        }
        (Some(Amount::Percent(percent)), None) => {
            let percent = &percent;
            Some(if is_of_each {
                messages::RegionPercentEach { workers, percent }.text(lang)
            } else {
                messages::RegionPercent { percent }.text(lang)
            })
        }
        _ => None,
    }
}

/// All bytes, and the I/Os that move them.
fn transfers(view: &JobView<'_>, total: u64, lang: Lang) -> String {
    let job = view.job;
    if let Some(ios) = view.planned.ios.filter(|_| does_operations(job)) {
        return messages::DoesOperations { ios }.text(lang);
    }
    let total = &Bytes(total);
    // fio and fiord count what is read back as a part of `io_size`.
    let verifies_within = job.access.io_size.is_some() && share_read_back(job) > 0.0;
    let is_at_most = job.control.runtime_us > 0 || has_drawn_size(job, &view.targets) || verifies_within;
    let Some(ios) = view.planned.ios else {
        return if is_at_most {
            messages::TransfersAtMost { total }.text(lang)
        } else {
            messages::Transfers { total }.text(lang)
        };
    };
    // A large block that does not fit into a gap between finished blocks is cut into pieces. There are more I/Os then.
    match (one_block(job).is_some(), covers(job), is_at_most) {
        (true, _, true) => messages::TransfersAtMostIn { total, ios }.text(lang),
        (true, _, false) => messages::TransfersIn { total, ios }.text(lang),
        (false, true, true) => messages::TransfersAtMostInAtLeast { total, ios }.text(lang),
        (false, true, false) => messages::TransfersInAtLeast { total, ios }.text(lang),
        (false, false, true) => messages::TransfersAtMostInAbout { total, ios }.text(lang),
        (false, false, false) => messages::TransfersInAbout { total, ios }.text(lang),
    }
}

/// Whether random I/O uses every block, and none twice.
fn covers(job: &JobPlan) -> bool {
    job.access.mode.is_random() && !draws_with_replacement(job)
}
