//! The claims that a run was held against, as the document of a run has them.

use fiord_job::plan::Ddir;
use fiord_judge::case::Case;
use fiord_judge::case::data_sheet::{self, Difference, compared};
use fiord_messages::Lang;
use fiord_record::claims::{self, ClaimedRate, DriveState, Workload};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The sheet's claims that are nearest to what ran; the whole sheet is its owner's.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SpecSheet")]
pub struct SpecSheetJson {
    pub device: String,
    pub source: String,
    pub compared: Vec<ClaimComparisonJson>,
}

/// One direction of one job with the nearest claim.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClaimComparison")]
pub struct ClaimComparisonJson {
    pub job: Option<String>,
    #[schemars(extend("enum" = Ddir::ALL.map(Ddir::name)))]
    pub direction: String,
    pub claim: ClaimJson,
    /// In the claim's kind of rate.
    pub measured: f64,
    /// Measured ÷ claimed.
    pub ratio: f64,
    pub achieved_depth: Option<f64>,
    pub asked_depth: f64,
    pub block_bytes: f64,
    /// In what the job differs from the claim; empty: the comparison is fair.
    pub differences: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Claim")]
pub struct ClaimJson {
    #[schemars(extend("enum" = Workload::ALL.map(Workload::name)))]
    pub workload: String,
    pub block_bytes: Option<u64>,
    pub iodepth: Option<u32>,
    pub numjobs: u32,
    /// This or the other.
    pub iops: Option<f64>,
    pub bytes_per_s: Option<f64>,
    #[schemars(extend("enum" = [DriveState::New.name(), DriveState::Sustained.name()]))]
    pub state: String,
    pub note: Option<String>,
}

impl SpecSheetJson {
    pub(super) fn of(sheet: &claims::SpecSheet, case: &Case<'_>, lang: Lang) -> Self {
        let one = |compared: &data_sheet::ClaimComparison| {
            let job = case.record.plan.jobs.get(compared.job);
            ClaimComparisonJson {
                job: job.map(|job| job.name.clone()),
                direction: compared.ddir.name().to_owned(),
                claim: ClaimJson::of(compared.claim),
                measured: compared.measured.value(),
                ratio: compared.ratio,
                achieved_depth: compared.achieved_depth,
                asked_depth: compared.asked_depth,
                block_bytes: compared.block_bytes,
                differences: compared
                    .differences
                    .iter()
                    .map(|one| Difference::clause(one, lang))
                    .collect(),
            }
        };
        Self {
            device: sheet.device.clone(),
            source: sheet.source.clone(),
            compared: compared(sheet, case).iter().map(one).collect(),
        }
    }
}

impl ClaimJson {
    fn of(claim: &claims::Claim) -> Self {
        let (iops, bytes_per_s) = match claim.rate {
            ClaimedRate::Iops(value) => (Some(value), None),
            ClaimedRate::Bandwidth(value) => (None, Some(value)),
        };
        Self {
            workload: claim.workload.name().to_owned(),
            block_bytes: claim.block_bytes,
            iodepth: claim.iodepth,
            numjobs: claim.numjobs,
            iops,
            bytes_per_s,
            state: claim.state.name().to_owned(),
            note: claim.note.clone(),
        }
    }
}
