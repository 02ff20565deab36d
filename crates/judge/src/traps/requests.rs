//! `requests`: the device's requests are not the job's I/Os.

use std::path::Path;

use crate::case::{Case, devices, shares};
use crate::terms::ddir_word;
use crate::topics;
use crate::trap::{Family, Judgement, Need, Symptom, Text, Trap};
use crate::words::phrases::device_names;
use crate::{Finding, Severity, Subject, When};
use fiord_host::disk_stats::DiskStats;
use fiord_job::plan::Ddir;
use fiord_messages::Lang;
use fiord_messages::traps::requests as messages;
use fiord_record::evidence::RunEvidence;
use fiord_record::number::{Bytes, Count, short};
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
    why: Observed::why,
    advice: Observed::advice,
    topics: &[&topics::BLOCK_SIZE],
    ..Trap::new(
        Family::Shape,
        "Documentation/admin-guide/iostats.rst (merges); Documentation/block/queue-sysfs (max_sectors_kb)",
        &[Symptom::OtherSetting, Symptom::IopsTooHigh],
        Observed::saw,
    )
};

/// I/Os of one direction, and the requests that they became.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub ddir: Ddir,
    pub issued_ios: u64,
    pub device_ios: u64,
    /// I/Os per request, or requests per I/O where they were split: at least 1.
    pub factor: f64,
    pub split: bool,
    /// Buffered reads: the kernel read ahead, and most of them found their data in memory.
    #[serde(default)]
    pub read_ahead: bool,
    /// Mean size of a request.
    pub request_bytes: u64,
    pub devices: Vec<String>,
    /// Pieces of the files, where they are what split the I/Os.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extents: Option<u64>,
}

/// Fewer I/Os say nothing.
const LEAST_IOS: u64 = 100;
/// How far the device's bytes may differ from the job's: else other traffic or a cache explains the requests.
const SAME_BYTES: f64 = 0.1;
/// I/Os per request, or requests per I/O, worth a note.
const FACTOR: f64 = 1.5;
/// Pieces of a file below this are smaller than the requests of a sequential job.
const SMALL_PIECE: u64 = 128 << 10;
/// Buffered reads per request from which most found their data in memory.
const AHEAD: f64 = 4.0;

fn run(case: &Case<'_>) -> Vec<Finding> {
    let found = [Ddir::Read, Ddir::Write].into_iter().filter_map(|ddir| {
        let observed = of(case, ddir)?;
        let severity = if observed.read_ahead {
            Severity::Care
        } else {
            Severity::Note
        };
        Some(Finding::new(When::Run, severity, shares::whole(case), observed))
    });
    found.collect()
}

fn of(case: &Case<'_>, ddir: Ddir) -> Option<Observed> {
    let evidence = case.witnessed()?;
    let devices = devices::uppermost(case, evidence);
    let sum = |of: fn(&DiskStats) -> u64| -> u64 { devices.iter().map(|device| of(&device.delta())).sum() };
    let (device_ios, device_bytes) = match ddir {
        Ddir::Read => (sum(|delta| delta.reads), sum(DiskStats::read_bytes)),
        _ => (sum(|delta| delta.writes), sum(DiskStats::write_bytes)),
    };
    let (issued_ios, issued_bytes) = (
        evidence.issued_ios[ddir as usize],
        evidence.issued_bytes[ddir as usize],
    );
    let buffered = ddir == Ddir::Read && case.jobs.iter().all(|job| !job.plan.durability.direct);
    // What is read ahead goes beyond what the job asks for; the kernel charges it to the process all the same.
    let expected = match evidence.own {
        Some(own) if buffered => own.read_bytes.max(issued_bytes),
        _ => issued_bytes,
    };
    let differs = (device_bytes as f64 / expected.max(1) as f64 - 1.0).abs() > SAME_BYTES;
    // A few large I/Os in many pieces say as much as many small ones.
    if issued_ios.max(device_ios) < LEAST_IOS || issued_ios == 0 || device_ios == 0 || differs {
        return None;
    }
    let merged = issued_ios as f64 / device_ios as f64;
    let split = merged < 1.0;
    let factor = if split { 1.0 / merged } else { merged };
    (factor >= FACTOR).then(|| Observed {
        ddir,
        issued_ios,
        device_ios,
        factor,
        split,
        read_ahead: buffered && !split && factor >= AHEAD,
        request_bytes: device_bytes / device_ios,
        devices: devices.iter().map(|device| device.name.clone()).collect(),
        extents: scattered(evidence).filter(|_| split),
    })
}

/// Pieces of the targets' files, where a piece is smaller than a large request.
fn scattered(evidence: &RunEvidence) -> Option<u64> {
    let mut paths: Vec<&Path> = Vec::new();
    let (mut extents, mut bytes) = (0, 0);
    for target in &evidence.targets {
        if let Some(at) = target
            .allocation
            .filter(|_| target.fs_type.is_some() && !paths.contains(&target.path.as_path()))
        {
            paths.push(&target.path);
            extents += at.extents;
            bytes += at.data_bytes;
        }
    }
    (extents > 0 && bytes / extents < SMALL_PIECE).then_some(extents)
}

/// The sentences of `requests`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let reached = messages::Reached {
            issued: &Count(self.issued_ios),
            ddir: ddir_word(self.ddir),
            devices: &device_names(&self.devices, lang),
            requests: &Count(self.device_ios),
            size: &Bytes(self.request_bytes),
        };
        let factor = &short(self.factor);
        let made = if self.read_ahead {
            messages::ReadAhead { factor }.text(lang)
        } else if self.split {
            messages::Split { factor }.text(lang)
        } else {
            messages::Merged { factor }.text(lang)
        };
        let mut sentences = vec![reached.text(lang), made];
        if let Some(extents) = self.extents {
            let extents = &Count(extents);
            sentences.push(messages::Scattered { extents }.text(lang));
        }
        lang.sentences(&sentences)
    }

    fn why(&self, lang: Lang) -> Option<String> {
        self.read_ahead.then(|| messages::why_read_ahead(lang).to_owned())
    }

    fn advice(&self, lang: Lang) -> Option<String> {
        if self.read_ahead {
            Some(messages::advice_read_ahead(lang).to_owned())
        } else {
            self.extents.map(|_| messages::advice_scattered(lang).to_owned())
        }
    }
}
