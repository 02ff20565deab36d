//! The rungs that use a disk: short jobs of fiord's own, each judged as any run.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use fiord_host::block::identity::Identity;
use fiord_job::plan::Ddir;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Measured, verdict};
use fiord_messages::Lang;
use fiord_record::ladder::{Ladder, MeasuredRung, Rung, RungDisturbance};
use fiord_record::run::RunRecord;
use fiord_session::{RunSettings, Signals};
use fiord_stats::Latency;

use crate::files::unnamed::{self, UnnamedFile};
use crate::files::write_once;
use crate::verbs::compare::wrong;

/// In the order of measuring: what fills the page cache comes last.
pub(super) const RUNGS: [Rung; 4] = [
    Rung::Read,
    Rung::SequentialRead,
    Rung::WriteFsync,
    Rung::PageCache,
];
/// Limits of the size of the file and of the time to write it.
const FILE_BYTES: u64 = 256 << 20;
const FILE_LIMIT_MS: u64 = 8000;
/// What is read from the page cache.
const CACHED: &str = "64m";
const RUNTIME: &str = "2s";

/// Where the disk is measured.
struct Place {
    path: PathBuf,
    bytes: u64,
    direct: bool,
    /// The file of our own: the only one that may be written.
    own: Option<Identity>,
}

/// Measures the rungs of the disk below a path, until `goes_on` says no after one of them.
///
/// # Errors
/// The path cannot be measured.
pub(super) fn measure(
    ladder: &mut Ladder,
    path: &Path,
    signals: &Signals,
    goes_on: &dyn Fn() -> bool,
) -> Result<()> {
    // Holds the file until all is measured.
    let file = if path.is_dir() {
        Some(UnnamedFile::create(path, None)?)
    } else {
        None
    };
    let place = match &file {
        Some(file) => made(path, file, signals)?,
        None => {
            let (bytes, direct) = unnamed::given(path)?;
            Some(Place {
                path: path.to_owned(),
                bytes: bytes.min(FILE_BYTES),
                direct,
                own: None,
            })
        }
    };
    // A signal ended the writing of the file.
    let Some(place) = place else { return Ok(()) };
    ladder.target_bytes = Some(place.bytes);
    ladder.buffered = !place.direct;
    for rung in RUNGS {
        let is_possible = rung != Rung::WriteFsync || place.own.is_some();
        if is_possible {
            match rung_of(rung, &place, signals) {
                Ok(measured) => ladder.rungs.extend(measured),
                Err(error) => ladder.failed.push((rung, format!("{error:#}"))),
            }
        }
        if !goes_on() {
            break;
        }
    }
    Ok(())
}

/// Writes the file; `None`: a signal ended it.
fn made(folder: &Path, file: &UnnamedFile, signals: &Signals) -> Result<Option<Place>> {
    let bytes = unnamed::size_for(unnamed::free_bytes(folder)?)?.min(FILE_BYTES);
    let write = |direct| {
        file.cut(bytes)?;
        write_once(
            &file.path,
            file.identity,
            (bytes, Some(FILE_LIMIT_MS)),
            direct,
            signals,
        )
    };
    let (written, direct) = match write(true)? {
        Some(written) => (written, true),
        // No direct I/O here (some network and memory file systems): go through the page cache.
        None => (write(false)?.unwrap_or(0), false),
    };
    let bytes = written >> 20 << 20;
    if signals.received().is_some() || bytes == 0 {
        return Ok(None);
    }
    file.cut(bytes)?;
    Ok(Some(Place {
        path: file.path.clone(),
        bytes,
        direct,
        own: Some(file.identity),
    }))
}

fn rung_of(rung: Rung, place: &Place, signals: &Signals) -> Result<Option<MeasuredRung>> {
    let (rw, bs, is_synced) = rung.job().unwrap_or(("randread", "4k", false));
    let is_cached = rung == Rung::PageCache;
    if is_cached {
        // Reads it once: what follows comes from memory.
        let once = [
            "--rw=read".into(),
            "--bs=1m".into(),
            "--invalidate=0".into(),
            size(place, true),
        ];
        job(place, &once, signals)?;
    }
    let is_direct = place.direct && !is_cached && !is_synced;
    let mut options = vec![
        format!("--rw={rw}"),
        format!("--bs={bs}"),
        format!("--direct={}", u8::from(is_direct)),
        size(place, is_cached),
        format!("--runtime={RUNTIME}"),
        "--time_based".to_owned(),
    ];
    options.extend(is_cached.then(|| "--invalidate=0".to_owned()));
    options.extend(is_synced.then(|| "--sync=sync".to_owned()));
    let record = job(place, &options, signals)?;
    let ddir = if is_synced { Ddir::Write } else { Ddir::Read };
    Ok(measured(rung, &record, ddir))
}

fn size(place: &Place, is_cached: bool) -> String {
    if is_cached && place.bytes > 64 << 20 {
        format!("--size={CACHED}")
    } else {
        format!("--size={}", place.bytes)
    }
}

fn job(place: &Place, options: &[String], signals: &Signals) -> Result<RunRecord> {
    let mut args = vec![
        "--name=ladder".to_owned(),
        "--ioengine=psync".to_owned(),
        format!(
            "--filename={}",
            place.path.display().to_string().replace(':', "\\:")
        ),
    ];
    args.extend_from_slice(options);
    let parsed = fiord_fio_cli::parse(&args);
    if let Some(problem) = parsed.diagnostics.iter().find(|_| parsed.failed()) {
        bail!("{}", problem.message.text(Lang::current()));
    }
    let settings = RunSettings {
        only: place.own.into_iter().collect(),
        readonly: place.own.is_none(),
        evidence: true,
        ..RunSettings::new(signals.stop.clone())
    };
    let record = fiord_session::measure(&parsed.plan, &settings, &|_| {})?;
    match record.workers.iter().find_map(|worker| worker.error.as_ref()) {
        Some(error) => bail!("{}", error.message),
        None => Ok(record),
    }
}

/// A run as a rung, with what its verdict says.
fn measured(rung: Rung, record: &RunRecord, ddir: Ddir) -> Option<MeasuredRung> {
    let mut latency = Latency::default();
    for worker in &record.workers {
        latency.merge(worker.stats.ddirs.get(ddir as usize)?.with_percentiles());
    }
    let at = |percent: f64| latency.percentile(percent).map(|ns| ns as f64);
    let mut measured = MeasuredRung {
        rung,
        lowest_ns: latency.moments.min as f64,
        low_ns: at(25.0)?,
        median_ns: at(50.0)?,
        mean_ns: latency.moments.sum as f64 / latency.moments.count.max(1) as f64,
        high_ns: at(75.0)?,
        samples: latency.moments.count,
        disturbed: Vec::new(),
        wrong: Vec::new(),
    };
    let judged = verdict(&Case::of(record));
    if rung != Rung::PageCache {
        measured.wrong = wrong(record, &judged, None);
    }
    if let Measured::Disk { disturbed, .. } = &judged.measured {
        let names = disturbed.iter().map(|by| by.trap.name().to_owned());
        measured.disturbed = names.map(|name| RungDisturbance::Trap { name }).collect();
    }
    Some(measured)
}
