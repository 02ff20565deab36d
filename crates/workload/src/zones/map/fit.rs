//! Whether a job can work on zones, and which of them its region is.

use fiord_job::plan::{BlockSize, Ddir, JobPlan, ZoneSkip};

use super::ZoneMap;

impl ZoneMap {
    /// The part of a region that whole zones make up: its first byte and its length. As in fio, reads in sequence keep theirs.
    ///
    /// # Errors
    /// Why the job cannot go there, in words.
    pub fn fit(&self, job: &JobPlan, start: u64, len: u64) -> Result<(u64, u64), String> {
        let plan = job.access.zbd().ok_or("zonemode is not zbd")?;
        let zone_bytes = self.zone_bytes;
        let too_small =
            || format!("zonemode=zbd: the job has less than one zone of {zone_bytes} bytes in it");
        if len < zone_bytes {
            return Err(too_small());
        }
        if let ZoneSkip::Bytes(bytes) = plan.skip
            && bytes % zone_bytes != 0
        {
            return Err(format!(
                "zoneskip={bytes}: expected a multiple of the {zone_bytes} bytes of a zone"
            ));
        }
        if job.access.mode.issues(Ddir::Trim) {
            let sizes = &job.access.block_size[Ddir::Trim];
            if sizes.min() != zone_bytes || sizes.max() != zone_bytes {
                return Err(format!(
                    "bs: trims reset whole zones, so their size is {zone_bytes} bytes, not {}",
                    sizes.min()
                ));
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
            return Err(format!(
                "bs: a write of {least} bytes does not fit into a zone of {most} bytes"
            ));
        }
        let limit = plan.max_open.max(self.device_limit);
        if plan.job_max_open > 0 && limit == 0 {
            return Err("job_max_open_zones needs a limit for all jobs: max_open_zones".to_owned());
        }
        if self.device_limit > 0 && plan.max_open > self.device_limit && !plan.ignore_limits {
            return Err(format!(
                "max_open_zones={}: the device allows {}; ignore_zone_limits=1 tries it all the same",
                plan.max_open, self.device_limit
            ));
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
fn odd_blocks(job: &JobPlan, zone_bytes: u64) -> Option<String> {
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
    Some(format!(
        "bs={bytes}: with `verify`, blocks divide the {zone_bytes} bytes of a zone"
    ))
}
