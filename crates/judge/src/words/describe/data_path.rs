//! The way of the I/Os of a job: queue depth, page cache, syncs.

use crate::case::job_view::{JobView, cache_options};
use crate::case::planned::{is_about_syncs, issues, only_trims, open_sync};
use crate::words::describe::does_operations;
use fiord_job::plan::{Backend, Ddir, OpenSync};
use fiord_messages::{Lang, job_description as messages};
use fiord_record::number::{Count, Nanos, short};

/// Queue depth and engine.
pub(super) fn depth(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let (job, real) = (view.job, view.planned.depth);
    if does_operations(job) {
        return Vec::new();
    }
    let workers = u64::from(job.numjobs.max(1));
    let depth = &Count(u64::from(real) * workers);
    let engine = &job.engine.kind.name();
    let target = &job.depth.target;
    if target.is_on() {
        let search = messages::DepthSearch {
            workers,
            depth: &real,
            percent: &short(target.percentile()),
            target: &Nanos(target.target_ns as f64),
            engine,
        };
        let goes_on = target.run.then(|| messages::depth_adjusted(lang).to_owned());
        return std::iter::once(search.text(lang)).chain(goes_on).collect();
    }
    let mut sentences = vec![if workers == 1 {
        messages::Depth { depth, engine }.text(lang)
    } else {
        let each = &real;
        messages::DepthOfWorkers { depth, each, engine }.text(lang)
    }];
    if real < job.depth.iodepth {
        let iodepth = &job.depth.iodepth;
        sentences.push(messages::DepthNotReached { iodepth }.text(lang));
    }
    sentences
}

/// Page cache or direct I/O, and syncs.
pub(super) fn path(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let engine = view.job.engine.kind;
    if engine.is_diskless() || does_operations(view.job) {
        return Vec::new();
    }
    let durability = &view.job.durability;
    if engine.backend() == Backend::Flash {
        return vec![messages::flash(lang).to_owned()];
    }
    if engine.copies_to_memory() {
        let is_device = engine.backend() == Backend::PersistentDevice;
        let copies = if !issues(view.job, Ddir::Write) {
            messages::copies(lang)
        } else if durability.direct || is_device {
            messages::copies_past_caches(lang)
        } else {
            messages::copies_through_caches(lang)
        };
        let needs = (!is_device).then(|| messages::copies_need_persistent_memory(lang));
        return std::iter::once(copies).chain(needs).map(str::to_owned).collect();
    }
    let cache = if only_trims(view.job) {
        return Vec::new();
    } else if engine.backend() == Backend::Mapping {
        if durability.direct && issues(view.job, Ddir::Write) {
            messages::mapped_and_synced(lang)
        } else {
            messages::mapped(lang)
        }
    } else if durability.direct {
        messages::direct(lang)
    } else {
        messages::buffered(lang)
    };
    let mut sentences = vec![cache.to_owned()];
    if issues(view.job, Ddir::Write) {
        match open_sync(view.job) {
            OpenSync::Sync => sentences.push(messages::synced_with_metadata(lang).to_owned()),
            OpenSync::Dsync => sentences.push(messages::synced(lang).to_owned()),
            OpenSync::None => {}
        }
        let ranges = durability.sync_file_range.map_or(0, |range| range.every_writes);
        for (call, every) in [
            ("fsync", durability.fsync_every),
            ("fdatasync", durability.fdatasync_every),
            ("sync_file_range", ranges),
        ] {
            let call = &call;
            match every {
                0 => {}
                1 => sentences.push(messages::SyncAfterEach { call }.text(lang)),
                writes => {
                    let writes = &writes;
                    sentences.push(messages::SyncAfterEvery { writes, call }.text(lang));
                }
            }
        }
        if durability.fsync_on_close {
            sentences.push(messages::sync_on_close(lang).to_owned());
        }
        if durability.end_syncfs {
            sentences.push(messages::sync_of_file_system(lang).to_owned());
        }
        if durability.end_fsync {
            sentences.push(messages::sync_at_end(lang).to_owned());
        } else if !durability.direct && sentences.len() == 1 {
            sentences.push(messages::never_synced(lang).to_owned());
        }
    } else if !durability.direct && view.job.files.invalidate {
        sentences.push(messages::invalidated(lang).to_owned());
    }
    sentences
}

/// The options by which a job asks for the page cache. Not of jobs about syncs: their syncs tell their purpose.
pub(super) fn purpose(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let asked = cache_options(view.job);
    if asked.is_empty() || view.job.engine.kind.is_diskless() || is_about_syncs(view.job) {
        return Vec::new();
    }
    let options: Vec<String> = asked.iter().map(|option| (*option).to_owned()).collect();
    let asks = messages::AsksForCache {
        options: &lang.list(&options),
        count: options.len() as u64,
    };
    vec![asks.text(lang)]
}
