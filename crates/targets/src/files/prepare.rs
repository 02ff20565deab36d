//! Finds, sizes and lays out the files of one worker.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fiord_job::plan::{Backend, Ddir, FileType, JobPlan};
use fiord_messages::{Fixed, run_errors as messages};

use super::by_name;
use super::commands;
use super::consent::Consent;
use super::dax;
use super::files_of::Files;
use super::prepared::Prepared;
use super::probe;
use super::{layout, names};
use crate::failure::Failure;
use crate::memory;
use crate::stop::StopFlag;
use fiord_workload::plan::{Target, TargetKind};
use fiord_workload::size::{self, Extent, PathProbe};

/// What [`prepare`] may do and whom it tells.
pub struct Preparation<'a> {
    pub readonly: bool,
    pub stop: &'a StopFlag,
    pub prepared: &'a Prepared,
    pub consent: &'a Consent<'a>,
    /// Told before files grow: how many, and how many bytes they will have in total.
    pub on_layout: &'a mut dyn FnMut(u32, u64),
}

/// Finds, sizes and lays out the files of clone number `clone` of `job`. `seed` feeds `filesize` ranges.
pub fn prepare(
    job: &Arc<JobPlan>,
    clone: u32,
    seed: u64,
    how: &mut Preparation<'_>,
) -> Result<Files, Failure> {
    let paths = paths_of(job, clone)?;
    if job.engine.kind.is_diskless() {
        return diskless(job, clone, seed, &paths);
    }
    if by_name::makes_its_own(job.engine.kind) {
        return by_name::prepare(job, paths, how.readonly);
    }
    let each = size_of::<PathProbe>() + size_of::<size::Region>() + size_of::<Target>();
    memory::ask(paths.len().saturating_mul(each)).map_err(|error| Failure::from_io("files", &error))?;
    let probes = look_at(job, &paths, how.consent)?;
    let extent = resolve(job, clone, seed, &probes)?;
    let mut targets = Vec::with_capacity(paths.len());
    for ((path, probe), region) in paths.into_iter().zip(&probes).zip(&extent.regions) {
        targets.push(Target {
            path,
            kind: probe.kind,
            fd: None,
            size_bytes: probe.size_bytes.unwrap_or(0).max(if region.must_grow {
                region.end_bytes()
            } else {
                0
            }),
            start_bytes: region.start_bytes,
            region_bytes: region.len_bytes,
            align_bytes: 1,
        });
    }
    if job.files.create_on_open && how.readonly {
        // Opening would make the file.
        for (probe, target) in probes.iter().zip(&targets).filter(|(probe, _)| !probe.exists) {
            may_grow(job, probe, target, true)?;
        }
    }
    if !job.files.create_on_open {
        grow(job, seed, &probes, &extent, &mut targets, how)?;
    }
    let mut io_limit_bytes = extent.io_limit_bytes;
    if job.access.fill_device && job.access.mode.issues(Ddir::Read) && !job.control.time_based {
        // The layout has filled the device; what is left is to read what it made, once.
        io_limit_bytes = targets.iter().map(|target| target.region_bytes).sum();
    }
    let mut files = Files {
        targets,
        io_limit_bytes,
    };
    if job.engine.kind.works_on_names() {
        by_name::one_io_each(job, &mut files);
    }
    Ok(files)
}

/// What lies at each path, and whether the job can do something with it.
fn look_at(job: &JobPlan, paths: &[PathBuf], consent: &Consent<'_>) -> Result<Vec<PathProbe>, Failure> {
    let probes = paths
        .iter()
        .map(|path| probe::look(path))
        .collect::<Result<Vec<_>, _>>()?;
    for (path, probe) in paths.iter().zip(&probes) {
        // FIO-DIFF(filename-dash): fio 3.33 fails to find the size of `-`, though its manual knows it as a pipe.
        if path.as_os_str() == "-" {
            return Err(Failure::new("open", libc::EINVAL)
                .on(path)
                .because(messages::dash));
        }
        check_filetype(job, path, probe)?;
    }
    let kind = job.engine.kind;
    let found = paths.iter().zip(probes);
    found
        .map(|(path, probe)| match kind.backend() {
            Backend::Scsi | Backend::Nvme => commands::look(kind, path, probe),
            Backend::PersistentFile | Backend::PersistentDevice => dax::look(kind, path, probe, consent),
            Backend::Flash => commands::look_at_flash(path, probe),
            _ => Ok(probe),
        })
        .collect()
}

/// `filetype` may not contradict what is there: a device taken for a file would be laid out, a file taken for a device trimmed
/// as one.
fn check_filetype(job: &JobPlan, path: &Path, probe: &PathProbe) -> Result<(), Failure> {
    let Some(said) = job.files.filetype else {
        return Ok(());
    };
    let said = match said {
        FileType::File => TargetKind::File,
        FileType::Block => TargetKind::Block,
        FileType::Char => TargetKind::Char,
    };
    if said == probe.kind {
        return Ok(());
    }
    let words: Fixed = match probe.kind {
        TargetKind::File if !probe.exists => messages::filetype_nothing,
        TargetKind::File => messages::filetype_file,
        TargetKind::Block => messages::filetype_block,
        TargetKind::Char => messages::filetype_char,
        TargetKind::None => return Ok(()),
    };
    Err(Failure::new("filetype", libc::EINVAL).on(path).because(words))
}

fn paths_of(job: &JobPlan, clone: u32) -> Result<Vec<PathBuf>, Failure> {
    let most = rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
    let count = names::count(&job.files);
    if !job.engine.kind.is_diskless() && most.is_some_and(|most| u64::from(count) > most) {
        let most = &most.unwrap_or(0);
        let words = |lang| messages::FilesLimit { count: &count, most }.text(lang);
        return Err(Failure::new("open", libc::EMFILE).because(words));
    }
    names::of_clone(job, clone).map_err(|error| {
        if error.kind() == std::io::ErrorKind::OutOfMemory {
            return Failure::new("names", libc::ENOMEM).because(&error);
        }
        let failure = Failure::from_io("opendir", &error);
        match &job.files.opendir {
            Some(root) => failure.on(Path::new(root)),
            None => failure,
        }
    })
}

fn resolve(job: &JobPlan, clone: u32, seed: u64, probes: &[PathProbe]) -> Result<Extent, Failure> {
    let mut state = seed ^ 0x6669_6c65_7369_7a65;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state ^ (state >> 29)) * u128::from(below)) >> 64) as u64
    };
    size::resolve(job, clone, probes, &mut draw)
        .map_err(|error| Failure::new("size", libc::EINVAL).because(|lang| error.text(lang)))
}

fn diskless(job: &JobPlan, clone: u32, seed: u64, paths: &[PathBuf]) -> Result<Files, Failure> {
    // `null` has no size of its own, so the job must give one; a simulated device has one.
    let is_simulated = job.engine.kind.backend() == Backend::Simulated;
    let size_bytes = is_simulated.then_some(job.engine.sim.size_bytes);
    if job.engine.kind.has_no_bytes() {
        return Ok(by_name::bursts(job, paths));
    }
    let probe = PathProbe {
        size_bytes,
        ..PathProbe::NONE
    };
    let extent = resolve(job, clone, seed, &vec![probe; paths.len()])?;
    let target = |(path, region): (&PathBuf, &size::Region)| Target {
        path: path.clone(),
        kind: TargetKind::None,
        fd: None,
        size_bytes: size_bytes.unwrap_or(0).max(region.end_bytes()),
        start_bytes: region.start_bytes,
        region_bytes: region.len_bytes,
        align_bytes: 1,
    };
    let targets = paths.iter().zip(&extent.regions).map(target).collect();
    Ok(Files {
        targets,
        io_limit_bytes: extent.io_limit_bytes,
    })
}

fn grow(
    job: &Arc<JobPlan>,
    seed: u64,
    probes: &[PathProbe],
    extent: &Extent,
    targets: &mut [Target],
    how: &mut Preparation<'_>,
) -> Result<(), Failure> {
    let growing = extent.regions.iter().filter(|region| region.must_grow);
    let (count, bytes) = growing.fold((0u32, 0u64), |(n, sum), r| {
        (n + 1, sum.saturating_add(r.end_bytes()))
    });
    if count == 0 {
        return Ok(());
    }
    for ((probe, region), target) in probes.iter().zip(&extent.regions).zip(targets.iter()) {
        if region.must_grow {
            may_grow(job, probe, target, how.readonly)?;
            if job.engine.kind.backend() == Backend::PersistentFile {
                dax::check_before_layout(job.engine.kind, &target.path)?;
            }
        }
    }
    (how.on_layout)(count, bytes);
    for (region, target) in extent.regions.iter().zip(targets.iter_mut()) {
        if !region.must_grow {
            continue;
        }
        let got = layout::lay_out(
            job,
            seed,
            &target.path,
            region.end_bytes(),
            how.prepared,
            how.consent,
            how.stop,
        )?;
        // Only reads need what is there; a job that fills the device goes on until it is full.
        if got < region.end_bytes() && job.access.mode.issues(Ddir::Read) {
            target.size_bytes = got;
            target.region_bytes = got.saturating_sub(target.start_bytes);
        }
    }
    Ok(())
}

/// Whether the folder of a path is on the file system of the nodes of devices, which is memory.
fn is_among_device_nodes(path: &Path) -> bool {
    let place = |path: &Path| std::fs::metadata(path).ok().map(|facts| facts.dev());
    let (nodes, root) = (place(Path::new("/dev")), place(Path::new("/")));
    nodes.is_some() && nodes != root && path.parent().and_then(place) == nodes
}

fn may_grow(job: &JobPlan, probe: &PathProbe, target: &Target, readonly: bool) -> Result<(), Failure> {
    let errno = if probe.exists { libc::EPERM } else { libc::ENOENT };
    let refuse = |words: Fixed| Err(Failure::new("layout", errno).on(&target.path).because(words));
    if readonly {
        return refuse(messages::layout_read_only);
    }
    // FIO-DIFF(no-device): fio fills a file in memory where the node of a device is missing.
    if !probe.exists && is_among_device_nodes(&target.path) {
        return Err(Failure::new("open", libc::ENXIO)
            .on(&target.path)
            .because(messages::no_such_device));
    }
    // FIO-DIFF(verify-only-missing): fio makes the files and finds them wrong; here nothing is made that was to be checked.
    if job.verify.only && job.access.mode.issues(Ddir::Write) {
        return refuse(messages::layout_verify_only);
    }
    // FIO-DIFF(setup-error): fio reports error 0, and deletes a file that is too short; here the job has its error, and the file stays.
    if !job.files.allow_create {
        return refuse(messages::layout_forbidden);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_among_device_nodes;
    use std::path::Path;

    #[test]
    fn only_the_folder_of_device_nodes_has_no_files() {
        let folder = std::env::temp_dir().join("fiord-no-device");
        assert!(!is_among_device_nodes(&folder));
        assert!(!is_among_device_nodes(Path::new("/dev/no-such-folder/file")));
        // Where no separate file system is mounted at `/dev`, it is a normal directory.
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let is_own = mounts
            .lines()
            .any(|mount| mount.split(' ').nth(1) == Some("/dev"));
        assert_eq!(is_among_device_nodes(Path::new("/dev/fiord-no-device")), is_own);
    }
}
