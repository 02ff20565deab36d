//! Decides whether a run may start at all; nothing on the machine has been changed yet.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use fiord_job::plan::JobPlan;
use fiord_targets::files;
use fiord_targets::files::consent::{Consent, Guard};

use crate::logs;
use crate::settings::RunSettings;
use crate::setup_error::SetupError;
use crate::targets::RunTargets;

/// Asks for consent to all targets; the block devices that a job writes are held from here on.
///
/// # Errors
/// A job writes in a read-only run, names a directory that does not exist or is named like a device, or a target is refused.
pub(crate) fn admit<'g>(
    targets: &RunTargets<'_>,
    settings: &RunSettings,
    guard: &'g dyn Guard,
) -> Result<Consent<'g>, SetupError> {
    for job in &targets.plan.jobs {
        check(job, settings)?;
    }
    let consent = Consent::new(guard);
    let mut first_number = 0;
    for (job, targets) in targets.jobs() {
        let mut paths = targets.iter().map(|target| target.path.as_path());
        let recording = job.control.replay.write.iter().map(PathBuf::from);
        let mut outputs = recording.chain(logs::paths(job, first_number));
        first_number = first_number.saturating_add(job.numjobs);
        files::ask_consent(job, &mut paths, &consent)
            .and_then(|()| outputs.try_for_each(|path| files::ask_consent_of_output(&path, &consent)))
            .map_err(|refusal| SetupError::Refused {
                job: job.name.clone(),
                refusal,
            })?;
    }
    Ok(consent)
}

fn check(job: &JobPlan, settings: &RunSettings) -> Result<(), SetupError> {
    let name = || job.name.clone();
    if settings.readonly && files::changes_data(job) {
        return Err(SetupError::ReadOnly { job: name() });
    }
    // As in fio, `directory` is looked at whatever the engine does with it.
    let diskless = job.engine.kind.is_diskless();
    let opendir = job.files.opendir.iter().filter(|_| !diskless);
    for directory in job.files.directories.iter().chain(opendir) {
        if !directory.is_empty() && !Path::new(directory).is_dir() {
            return Err(SetupError::NotADirectory {
                job: name(),
                path: PathBuf::from(directory),
            });
        }
    }
    // FIO-DIFF(named-like-device): in fio a job without `filename` whose name is the path of a device works on that device.
    let is_named = !job.files.filenames.is_empty() || job.files.opendir.is_some();
    if !diskless && !is_named && is_device(&job.name) {
        return Err(SetupError::NamedLikeDevice { job: name() });
    }
    Ok(())
}

fn is_device(name: &str) -> bool {
    std::fs::metadata(name).is_ok_and(|meta| {
        let kind = meta.file_type();
        kind.is_block_device() || kind.is_char_device()
    })
}
