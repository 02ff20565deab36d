//! `unaligned-direct`: blocks that direct I/O cannot take.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::case::planned::issues;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Need, Stage, Symptom, Text, Trap, per_disk_job};
use crate::{Finding, Severity, Subject, When};
use fiord_host::stack::{Layer, LayerKind};
use fiord_job::plan::{Amount, BlockSize, Ddir, JobPlan, PlanPart, Sequencer};
use fiord_messages::Lang;
use fiord_messages::traps::unaligned_direct as messages;
use fiord_record::TargetFacts;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[Need::Plan(PlanPart::Direct), Need::Plan(PlanPart::Target)],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Units,
        least: Severity::Care,
        apply: correct,
    }),
    advice: Observed::advice,
    topics: &[&topics::DIRECT_IO],
    ..Trap::new(
        Family::Options,
        "man 2 open (O_DIRECT); etcd",
        &[Symptom::JobEnds],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// The first of the job's block sizes that does not fit; of blocks that do, what their places are multiples of.
    pub block_bytes: u64,
    /// The places of the blocks do not fit.
    #[serde(default)]
    pub is_place: bool,
    /// The device's logical block.
    pub sector_bytes: u64,
    /// The device is not known: this is the least that any has.
    #[serde(default)]
    pub is_least: bool,
}

/// The least logical block of block devices.
const LEAST_SECTOR: u64 = 512;

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_disk_job(case, |view| {
        if !view.job.durability.direct {
            return Vec::new();
        }
        let known = view.targets.iter().filter_map(|target| sector(target)).max();
        // NFS and other file systems without a block device have rules of their own.
        let has_none = |target: &&TargetFacts| {
            let top = target.stack.as_ref().and_then(|stack| stack.top.as_ref());
            top.is_some_and(|top| !has_device(top))
        };
        if !view.targets.is_empty() && view.targets.iter().all(has_none) {
            return Vec::new();
        }
        let sector = known.unwrap_or(LEAST_SECTOR).max(1);
        let sizes = Ddir::ALL
            .into_iter()
            .filter(|ddir| issues(view.job, *ddir))
            .map(|ddir| &view.job.access.block_size[ddir]);
        let is_odd = |bytes: &u64| !bytes.is_multiple_of(sector);
        let odd = sizes.clone().flat_map(all_sizes).find(is_odd);
        let odd = odd.or_else(|| drawn_size(view.job, sizes));
        let misplaced = || places(view.job).into_iter().find(|bytes| bytes % sector != 0);
        let found = odd
            .map(|bytes| (bytes, false))
            .or_else(|| Some((misplaced()?, true)));
        let found = found.map(|(block_bytes, is_place)| Observed {
            block_bytes,
            is_place,
            sector_bytes: sector,
            is_least: known.is_none(),
        });
        found
            .map(|observed| Finding::new(When::Plan, Severity::Wrong, Subject::whole(), observed))
            .into_iter()
            .collect()
    })
}

/// The logical block of the uppermost device under a target: O_DIRECT needs multiples of it, with any device below.
fn sector(target: &TargetFacts) -> Option<u64> {
    fn of(layer: &Layer) -> Option<u64> {
        let own = layer.queue.as_ref().and_then(|queue| queue.logical_block_size);
        let is_device = !matches!(layer.kind, LayerKind::FileSystem(_) | LayerKind::Partition { .. });
        match own {
            Some(bytes) if is_device => Some(bytes),
            _ => layer.below.iter().filter_map(of).max(),
        }
    }
    of(target.stack.as_ref()?.top.as_ref()?)
}

/// Whether a block device is below a layer, or is it.
fn has_device(layer: &Layer) -> bool {
    !matches!(layer.kind, LayerKind::FileSystem(_)) || layer.below.iter().any(has_device)
}

/// What the job's places are multiples of, as far as its options say.
pub fn places(job: &JobPlan) -> Vec<u64> {
    let access = &job.access;
    let mut units: Vec<u64> = match access.offset {
        Amount::Bytes(bytes @ 1..) => vec![bytes],
        _ => Vec::new(),
    };
    if let Amount::Bytes(bytes @ 1..) = access.offset_increment
        && job.numjobs > 1
    {
        units.push(bytes);
    }
    if let Sequencer::Skip(gap) = access.sequencer
        && gap != 0
        && !access.mode.is_random()
    {
        units.push(gap.unsigned_abs());
    }
    if let Some(zones) = access.strided() {
        units.extend(
            [zones.range_bytes, zones.skip_bytes]
                .into_iter()
                .filter(|bytes| *bytes > 0),
        );
    }
    let aligned = |ddir: &Ddir| issues(job, *ddir) && access.mode.is_random();
    let drawn = Ddir::ALL.into_iter().filter(aligned);
    units.extend(
        drawn
            .map(|ddir| access.block_align_bytes[ddir])
            .filter(|bytes| *bytes > 0),
    );
    units
}

/// A size that is drawn of a range without regard to blocks (`bs_unaligned`).
fn drawn_size<'j>(job: &JobPlan, mut sizes: impl Iterator<Item = &'j BlockSize>) -> Option<u64> {
    let any = sizes.find_map(|size| match size {
        BlockSize::Range { min, max } if min < max => Some(min + 1),
        _ => None,
    });
    any.filter(|_| job.access.bs_unaligned)
}

pub fn all_sizes(size: &BlockSize) -> Vec<u64> {
    match size {
        BlockSize::Fixed(bytes) => vec![*bytes],
        BlockSize::Range { min, max } => vec![*min, *max],
        BlockSize::Split(shares) => shares.iter().map(|share| share.bytes).collect(),
    }
}

/// Moves the job's places to multiples of a unit: the offset to the next one.
pub fn align(edit: &mut Edit<'_>, view: &JobView<'_>, unit: u64) {
    let access = &view.job.access;
    match access.offset {
        Amount::Bytes(bytes) if bytes % unit != 0 => {
            edit.set("offset", &bytes.next_multiple_of(unit).to_string())
        }
        _ => {}
    }
    if let Amount::Bytes(bytes) = access.offset_increment
        && bytes % unit != 0
    {
        edit.set("offset_increment", &bytes.next_multiple_of(unit).to_string());
    }
    if Ddir::ALL
        .iter()
        .any(|ddir| !access.block_align_bytes[*ddir].is_multiple_of(unit))
    {
        edit.remove("ba");
    }
}

fn correct(edit: &mut Edit<'_>, view: &JobView<'_>, observed: &Observed) {
    if observed.is_place {
        align(edit, view, observed.sector_bytes);
        return;
    }
    edit.remove("bs_unaligned");
    let only = edit.value("bs").is_some_and(|bs| !bs.contains([',', '-', ':']));
    if only && edit.value("bsrange").is_none() && edit.value("bssplit").is_none() {
        let whole = observed
            .block_bytes
            .next_multiple_of(observed.sector_bytes.max(512));
        edit.set("bs", &whole.to_string());
    }
}

/// The sentences of `unaligned-direct`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let (bytes, sector) = (&self.block_bytes, &self.sector_bytes);
        match (self.is_place, self.is_least) {
            (true, false) => messages::Places { bytes, sector }.text(lang),
            (false, false) => messages::Blocks { bytes, sector }.text(lang),
            (true, true) => messages::PlacesOfAny { bytes, sector }.text(lang),
            (false, true) => messages::BlocksOfAny { bytes, sector }.text(lang),
        }
    }
    fn advice(&self, lang: Lang) -> Option<String> {
        let sector = &self.sector_bytes;
        self.is_place
            .then(|| messages::AdvicePlaces { sector }.text(lang))
    }
}
