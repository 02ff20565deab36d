//! A cell held against the nearest claim of a data sheet.

use fiord_job::plan::{Ddir, JobPlan};
use fiord_judge::case::data_sheet::{
    Difference, asked_depth, describe_claim, differences, has_company, nearest_claim,
};
use fiord_messages::Lang;
use fiord_record::claims::{ClaimedRate, SpecSheet};
use fiord_stats::interval::Interval;

use crate::definition::StudyMetric;
use crate::findings::{Estimate, Response, SheetDifference, StudyClaim};
use crate::language::CheckedCell;

/// What was measured of one direction of a job.
pub(crate) struct SheetValue<'a> {
    /// What the cell is called.
    pub(crate) cell: String,
    pub(crate) response: &'a Response,
    pub(crate) metric: StudyMetric,
    pub(crate) median: f64,
    pub(crate) interval: Option<Interval>,
}

/// The cell as a share of the nearest claim. None: the sheet has none of the kind, or the metric is not a rate that it could be.
pub(crate) fn claim(
    sheet: &SpecSheet,
    checked: &CheckedCell,
    value: &SheetValue<'_>,
    lang: Lang,
) -> Option<StudyClaim> {
    let ddir = Ddir::ALL
        .into_iter()
        .find(|ddir| ddir.name() == value.response.ddir)?;
    let jobs = &checked.plan.jobs;
    let index = jobs.iter().position(|job| job.name == value.response.job)?;
    let job = jobs.get(index)?;
    let nearest = nearest_claim(sheet, job, ddir)?;
    let claimed = nearest.rate.value();
    let scale = scale(value.metric, nearest.rate, job, ddir)? / claimed;
    let mut differs_in: Vec<SheetDifference> = differences(job, ddir, nearest, asked_depth(job))
        .iter()
        .map(difference)
        .collect();
    if has_company(jobs, index) {
        differs_in.push(SheetDifference::OtherJobs);
    }
    Some(StudyClaim::DataSheet {
        cell: value.cell.clone(),
        device: sheet.device.clone(),
        claim: describe_claim(nearest, lang),
        claimed,
        ratio: value.median * scale,
        interval: value.interval.map(|interval| Estimate {
            value: value.median * scale,
            low: interval.low * scale,
            high: interval.high * scale,
            level: interval.level,
        }),
        differs_in,
    })
}

/// What turns the metric into the claim's kind of rate.
fn scale(metric: StudyMetric, rate: ClaimedRate, job: &JobPlan, ddir: Ddir) -> Option<f64> {
    let size = &job.access.block_size[ddir];
    let block = (size.min() == size.max() && size.min() > 0).then(|| size.min() as f64);
    match (metric, rate) {
        (StudyMetric::Bandwidth, ClaimedRate::Bandwidth(_)) | (StudyMetric::Iops, ClaimedRate::Iops(_)) => {
            Some(1.0)
        }
        (StudyMetric::Bandwidth, ClaimedRate::Iops(_)) => Some(1.0 / block?),
        (StudyMetric::Iops, ClaimedRate::Bandwidth(_)) => block,
        (
            StudyMetric::P50 | StudyMetric::P99 | StudyMetric::WriteAmplification | StudyMetric::Lifetime,
            _,
        ) => None,
    }
}

fn difference(one: &Difference) -> SheetDifference {
    match one {
        Difference::BlocksUnclaimed | Difference::Blocks { .. } => SheetDifference::BlockSize,
        Difference::DepthUnclaimed | Difference::Depth { .. } => SheetDifference::Depth,
        Difference::Buffered => SheetDifference::PageCache,
        Difference::NewDrive => SheetDifference::DriveState,
        Difference::Mixed => SheetDifference::MixedDirections,
        Difference::Synced => SheetDifference::Syncs,
        Difference::HeldBack => SheetDifference::Rate,
        Difference::Company => SheetDifference::OtherJobs,
    }
}
