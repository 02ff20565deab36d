//! `write-amplification`: the device wrote more than was asked for.

use crate::case::Case;
use crate::case::shares::{self, Part};
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::device_names;
use crate::{Finding, Severity, Subject, When};
use fiord_host::wear;
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::write_amplification as messages;
use fiord_record::evidence::DeviceUse;
use fiord_record::number::{Bytes, short};
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[Need::Counters],
        judge: run,
    }),
    topics: &[&topics::FSYNC, &topics::GARBAGE_COLLECTION],
    ..Trap::new(
        Family::Source,
        "Documentation/block/stat.rst; Documentation/filesystems/ext4/journal.rst",
        &[Symptom::IopsTooLow],
        Observed::saw,
    )
};

/// What the devices wrote against what the workers did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub factor: f64,
    pub issued_bytes: u64,
    /// Without those of others.
    pub device_bytes: u64,
    /// Bytes that the devices wrote and the run does not explain.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub foreign_bytes: u64,
    pub leaves: Vec<String>,
    /// What drives wrote to their flash, by their own counters; of those that tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flash: Vec<FlashWrites>,
}

/// The flash of one drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlashWrites {
    pub device: String,
    pub host_bytes: u64,
    pub media_bytes: u64,
    pub factor: f64,
}

/// Excess below which journal and metadata are not worth a word.
const EXCESS: f64 = 0.05;
/// How exactly the bytes of others are known, as a share: a smaller excess next to them says nothing.
const UNCERTAIN: f64 = 0.05;

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(bytes: &u64) -> bool {
    *bytes == 0
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let parts = shares::parts_by_device(case);
    let is_looped = case.evidence().is_some_and(shares::is_looped);
    parts.iter().filter_map(|part| of_part(part, is_looped)).collect()
}

fn of_part(part: &Part<'_>, is_looped: bool) -> Option<Finding> {
    let (issued_bytes, device_bytes) = (part.issued(Ddir::Write), part.device_written()?);
    let on_files = is_looped || part.targets.iter().all(|target| target.fs_type.is_some());
    let factor = device_bytes as f64 / issued_bytes.max(1) as f64;
    let foreign_bytes = part.foreign_written;
    let excess = device_bytes.saturating_sub(issued_bytes) as f64;
    let is_known = excess > UNCERTAIN * foreign_bytes as f64;
    let is_above = on_files && factor > 1.0 + EXCESS && is_known;
    let flash: Vec<FlashWrites> = part.leaves.iter().filter_map(|leaf| of_flash(leaf)).collect();
    let is_amplified = flash.iter().any(|flash| flash.factor > 1.0 + EXCESS);
    if issued_bytes == 0 || !(is_above || is_amplified) {
        return None;
    }
    let observed = Observed {
        factor,
        issued_bytes,
        device_bytes,
        foreign_bytes,
        leaves: part.leaf_names(),
        flash,
    };
    Some(Finding::new(
        When::Run,
        Severity::Note,
        part.subject.clone(),
        observed,
    ))
}

fn of_flash(leaf: &DeviceUse) -> Option<FlashWrites> {
    let (before, after) = leaf.wear.as_ref()?;
    Some(FlashWrites {
        device: leaf.name.clone(),
        factor: wear::amplification(before, after)?,
        host_bytes: wear::grown(before.host_written, after.host_written)?.value,
        media_bytes: wear::grown(before.media_written, after.media_written)?.value,
    })
}

/// The sentences of `write-amplification`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let wrote = messages::Wrote {
            devices: &device_names(&self.leaves, lang),
            written: &Bytes(self.device_bytes),
            issued: &Bytes(self.issued_bytes),
            factor: &short(self.factor),
        };
        let mut sentences = vec![wrote.text(lang)];
        if self.foreign_bytes > 0 {
            let foreign = &Bytes(self.foreign_bytes);
            sentences.push(messages::NotCounted { foreign }.text(lang));
        }
        sentences.extend(self.flash.iter().map(|flash| {
            messages::Flash {
                device: &flash.device,
                media: &Bytes(flash.media_bytes),
                host: &Bytes(flash.host_bytes),
                factor: &short(flash.factor),
            }
            .text(lang)
        }));
        lang.sentences(&sentences)
    }
}
