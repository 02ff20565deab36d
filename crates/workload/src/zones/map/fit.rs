//! Whether a job can work on zones, and which of them its region is.

use fiord_job::plan::{BlockSize, Ddir, JobPlan, ZoneSkip};
use fiord_messages::{Sentence, run_errors as messages};

use super::ZoneMap;

impl ZoneMap {
    /// The part of a region that whole zones make up: its first byte and its length. As in fio, reads in sequence keep theirs.
    ///
    /// # Errors
    /// Why the job cannot go there.
    pub fn fit(&self, job: &JobPlan, start: u64, len: u64) -> Result<(u64, u64), Sentence> {
        let plan = job
            .access
            .zbd()
            .ok_or_else(|| Sentence::new(messages::zbd_only))?;
        let zone_bytes = self.zone_bytes;
        let zone = &zone_bytes;
        let too_small = || Sentence::new(|lang| messages::ZonesJobTooSmall { zone }.text(lang));
        if len < zone_bytes {
            return Err(too_small());
        }
        if let ZoneSkip::Bytes(bytes) = plan.skip
            && bytes % zone_bytes != 0
        {
            let given = &bytes;
            return Err(Sentence::new(|lang| {
                messages::ZonesSkip { given, zone }.text(lang)
            }));
        }
        if job.access.mode.issues(Ddir::Trim) {
            let sizes = &job.access.block_size[Ddir::Trim];
            if sizes.min() != zone_bytes || sizes.max() != zone_bytes {
                let given = &[sizes.min(), sizes.max()]
                    .into_iter()
                    .find(|size| *size != zone_bytes);
                let given = &given.unwrap_or(zone_bytes);
                return Err(Sentence::new(|lang| {
                    messages::ZonesTrimSize { zone, given }.text(lang)
                }));
            }
        }
        if let Some(words) = odd_blocks(job, zone_bytes) {
            return Err(words);
        }
        let most = self
            .zones
            .iter()
            .map(|zone| zone.end - zone.start)
            .max()
            .unwrap_or(0);
        // Larger ones of a range become as short as the room that is left.
        let least = job.access.block_size[Ddir::Write].min();
        // FIO-DIFF(zbd-small-zone): fio trims before it finds that out.
        if job.access.mode.issues(Ddir::Write) && least > most {
            let (bytes, most) = (&least, &most);
            return Err(Sentence::new(|lang| {
                messages::ZonesWriteSize { bytes, most }.text(lang)
            }));
        }
        let limit = plan.max_open.max(self.device_limit);
        if plan.job_max_open > 0 && limit == 0 {
            return Err(Sentence::new(messages::zones_need_limit));
        }
        if self.device_limit > 0 && plan.max_open > self.device_limit && !plan.ignore_limits {
            let (given, most) = (&plan.max_open, &self.device_limit);
            return Err(Sentence::new(|lang| {
                messages::ZonesDeviceLimit { given, most }.text(lang)
            }));
        }
        if !(job.access.mode.is_random()
            || job.access.mode.issues(Ddir::Write)
            || job.access.mode.issues(Ddir::Trim))
        {
            return Ok((start, len));
        }
        // FIO-DIFF(zbd-offset): fio does so too, and fails at an assertion once the region is gone over again.
        let first = start.next_multiple_of(zone_bytes);
        let end = (start + len) / zone_bytes * zone_bytes;
        if end <= first {
            return Err(too_small());
        }
        Ok((first, end - first))
    }
}

/// As in fio, blocks that are verified divide a zone: a reader of another process could not tell where those of other zones begin.
fn odd_blocks(job: &JobPlan, zone_bytes: u64) -> Option<Sentence> {
    let fixed = |ddir: &Ddir| match &job.access.block_size[*ddir] {
        BlockSize::Fixed(bytes) if job.access.mode.issues(*ddir) => Some(*bytes),
        _ => None,
    };
    let odd = |bytes: &u64| !zone_bytes.is_multiple_of((*bytes).max(1));
    let bytes = Ddir::ALL
        .iter()
        .filter_map(fixed)
        .find(odd)
        .filter(|_| job.verify.kind.is_on())?;
    let (bytes, zone) = (&bytes, &zone_bytes);
    Some(Sentence::new(|lang| {
        messages::ZonesVerifyBlocks { bytes, zone }.text(lang)
    }))
}
