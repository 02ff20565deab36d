//! Proves that a file is fit to be read in a measurement.
//!
//! Every byte is on the device, the content does not compress further than was asked, nothing waits in memory. Looks; changes
//! nothing but what `fsync` does.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use fiord_host::stack::FsClass;
use fiord_host::{Root, Stack, cache, extents};
use fiord_messages::{Lang, prepare as messages};
use fiord_report::documents::prepare::{CheckResult, FileCheck};
use serde_json::json;

use crate::prepare::header::{HEADER_BYTES, PreparedHeader, Recipe};
use crate::prepare::target::{self, Aligned};
use fiord_record::number::{Bytes, Share};
use fiord_targets::files::path_of_descriptor;
use fiord_workload::compressibility;
use fiord_workload::rng::{below, mix64};

const SAMPLES: u64 = 64;
const SAMPLE_BYTES: u64 = 64 << 10;
/// A file of real data compresses to no less than this.
const LEAST_SHARE: f64 = 0.9;
/// How far an estimate may be below what was asked for.
const TOLERANCE: f64 = 0.05;

/// What the file is expected to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExpectedFile {
    /// What it is filled with, if that is known.
    pub recipe: Option<Recipe>,
    /// Its size, if that is known.
    pub size_bytes: Option<u64>,
}

/// Looks at the file that was opened at `path` in every way.
///
/// # Errors
/// The file cannot be opened again or read.
pub(crate) fn look(
    opened: &File,
    path: &Path,
    expected: ExpectedFile,
    lang: Lang,
) -> io::Result<Vec<FileCheck>> {
    let again = path_of_descriptor(opened);
    let file = File::open(&again)?;
    let reader = Reader::open(&again, &file);
    let header = reader.header(file.metadata()?.len());
    let recipe = expected.recipe.or(header.map(|header| header.recipe));
    let mut checks = vec![
        size(&file, header.as_ref(), expected.size_bytes, lang)?,
        durable(&file, path, lang),
        allocation(&file, lang)?,
        content(&reader, &file, recipe, lang)?,
        cached(&file, lang)?,
    ];
    checks.extend(place(path, lang));
    Ok(checks)
}

fn size(
    file: &File,
    header: Option<&PreparedHeader>,
    asked: Option<u64>,
    lang: Lang,
) -> io::Result<FileCheck> {
    let size_bytes = file.metadata()?.len();
    let found = &Bytes(size_bytes);
    let unfinished = header.filter(|header| !header.is_complete());
    let (verdict, saw) = match (unfinished, asked.or(header.map(|header| header.size_bytes))) {
        _ if size_bytes == 0 => (CheckResult::Failed, messages::empty(lang).to_owned()),
        (Some(header), _) => {
            let (done, size) = (&Bytes(header.done_bytes), &Bytes(header.size_bytes));
            let saw = messages::Unfinished { done, size }.text(lang);
            (CheckResult::Failed, saw)
        }
        (None, Some(asked)) if size_bytes < asked => {
            let expected = &Bytes(asked);
            let saw = messages::Smaller { found, expected }.text(lang);
            (CheckResult::Failed, saw)
        }
        _ => (CheckResult::Ok, messages::Size { found }.text(lang)),
    };
    let numbers = json!({ "size_bytes": size_bytes, "prepared_by_fiord": header.is_some() });
    Ok(FileCheck {
        name: "size".to_owned(),
        verdict,
        saw,
        numbers,
    })
}

/// Durable is what is synced, name and all.
fn durable(file: &File, path: &Path, lang: Lang) -> FileCheck {
    let folder = File::open(target::folder_of(path)).and_then(|folder| folder.sync_all());
    let synced = file.sync_all().map(|()| folder);
    let (verdict, saw) = match synced {
        Ok(Ok(())) => (CheckResult::Ok, messages::synced(lang).to_owned()),
        // A directory that may not be listed cannot be synced either; the file itself is.
        Ok(Err(error)) => (
            CheckResult::Note,
            messages::DirectoryNotSynced { error: &error }.text(lang),
        ),
        Err(error) => (CheckResult::Failed, target::about_write(&error, None, lang)),
    };
    FileCheck {
        name: "durable".to_owned(),
        verdict,
        saw,
        numbers: json!({ "synced": verdict != CheckResult::Failed }),
    }
}

/// Where the file system tells no extents, the blocks that it counts are all there is to go by.
fn blocks(meta: &Metadata, lang: Lang) -> FileCheck {
    let bytes = meta.blocks().saturating_mul(512);
    let (verdict, saw) = if bytes < meta.len() {
        let bytes = &Bytes(bytes);
        (
            CheckResult::Failed,
            messages::PartlyAllocated { bytes }.text(lang),
        )
    } else {
        (CheckResult::Ok, messages::fully_allocated(lang).to_owned())
    };
    FileCheck {
        name: "allocated".to_owned(),
        verdict,
        saw,
        numbers: json!({ "allocated_bytes": bytes }),
    }
}

fn allocation(file: &File, lang: Lang) -> io::Result<FileCheck> {
    let Some(found) = extents::of(file) else {
        return Ok(blocks(&file.metadata()?, lang));
    };
    let mut faults = Vec::new();
    if found.hole_bytes > 0 {
        let bytes = &Bytes(found.hole_bytes);
        faults.push(messages::Holes { bytes }.text(lang));
    }
    if found.unwritten_bytes > 0 {
        let bytes = &Bytes(found.unwritten_bytes);
        faults.push(messages::Unwritten { bytes }.text(lang));
    }
    if found.delayed_bytes > 0 {
        let bytes = &Bytes(found.delayed_bytes);
        faults.push(messages::Delayed { bytes }.text(lang));
    }
    // Random data that are encoded are encrypted; whether content compresses is judged by itself.
    let mut notes = Vec::new();
    if found.encoded_bytes > 0 {
        let bytes = &Bytes(found.encoded_bytes);
        notes.push(messages::Encoded { bytes }.text(lang));
    }
    if found.shared_bytes > 0 {
        let bytes = &Bytes(found.shared_bytes);
        notes.push(messages::Shared { bytes }.text(lang));
    }
    let (verdict, saw) = match (faults.is_empty(), notes.is_empty()) {
        (false, _) => (CheckResult::Failed, lang.sentences(&faults)),
        (true, false) => (CheckResult::Note, lang.sentences(&notes)),
        (true, true) => {
            let extents = found.extents;
            (CheckResult::Ok, messages::AllWritten { extents }.text(lang))
        }
    };
    let numbers = json!({
        "hole_bytes": found.hole_bytes,
        "unwritten_bytes": found.unwritten_bytes,
        "delayed_bytes": found.delayed_bytes,
        "encoded_bytes": found.encoded_bytes,
        "shared_bytes": found.shared_bytes,
        "extents": found.extents,
    });
    Ok(FileCheck {
        name: "allocated".to_owned(),
        verdict,
        saw,
        numbers,
    })
}

fn content(reader: &Reader<'_>, file: &File, recipe: Option<Recipe>, lang: Lang) -> io::Result<FileCheck> {
    let data = reader.samples(file.metadata()?.len())?;
    let compressed = compressibility::compressed_share(&data);
    let zeros = compressibility::zero_share(&data);
    let least = least_share(recipe);
    let is_repeated = recipe.is_some_and(|recipe| recipe.source.0 > 0);
    let (bytes, share) = (&Bytes(data.len() as u64), &Share(compressed));
    let mut sentences = vec![if is_repeated {
        messages::SampledRepeated { bytes, share }.text(lang)
    } else {
        messages::Sampled { bytes, share }.text(lang)
    }];
    if zeros > 0.0 {
        let share = &Share(zeros);
        sentences.push(messages::ZeroBlocks { share }.text(lang));
    }
    let verdict = if is_repeated && compressed < LEAST_SHARE {
        CheckResult::Note
    } else if !is_repeated && compressed < least {
        CheckResult::Failed
    } else {
        CheckResult::Ok
    };
    let numbers = json!({
        "sampled_bytes": data.len(),
        "compressed_percent": compressed * 100.0,
        "zero_percent": zeros * 100.0,
        "least_percent": least * 100.0,
    });
    Ok(FileCheck {
        name: "content".to_owned(),
        verdict,
        saw: lang.sentences(&sentences),
        numbers,
    })
}

/// What the samples must not compress below.
fn least_share(recipe: Option<Recipe>) -> f64 {
    match recipe {
        Some(recipe) => {
            let kept = |percent: u8| 1.0 - f64::from(percent.min(100)) / 100.0;
            // Duplicates show only where both are in the samples, as in a small file.
            (kept(recipe.compressible) * kept(recipe.dedupe) - TOLERANCE).min(LEAST_SHARE)
        }
        None => LEAST_SHARE,
    }
}

/// Reads past the page cache where that is possible, so that a look leaves nothing there.
struct Reader<'a> {
    direct: Option<File>,
    buffered: &'a File,
}

impl<'a> Reader<'a> {
    fn open(path: &Path, buffered: &'a File) -> Self {
        let direct = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_DIRECT)
            .open(path)
            .ok();
        Self { direct, buffered }
    }

    fn read(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        // The end of a file may be no whole block.
        let whole = buffer.len().is_multiple_of(HEADER_BYTES);
        match self
            .direct
            .as_ref()
            .filter(|_| whole)
            .map(|file| file.read_exact_at(buffer, at))
        {
            Some(Err(error)) if error.raw_os_error() != Some(libc::EINVAL) => Err(error),
            Some(Ok(())) => Ok(()),
            _ => self.buffered.read_exact_at(buffer, at),
        }
    }

    fn header(&self, size: u64) -> Option<PreparedHeader> {
        let mut room = Aligned::new(HEADER_BYTES);
        if size < HEADER_BYTES as u64 {
            return None;
        }
        self.read(room.bytes(), 0).ok()?;
        PreparedHeader::decode(room.bytes())
    }

    /// Samples from all over the file.
    fn samples(&self, size: u64) -> io::Result<Vec<u8>> {
        let mut room = Aligned::new(SAMPLE_BYTES as usize);
        let mut data = Vec::new();
        for at in places(size) {
            let length = SAMPLE_BYTES.min(size - at) as usize;
            let buffer = &mut room.bytes()[..length];
            self.read(buffer, at)?;
            data.extend_from_slice(buffer);
        }
        Ok(data)
    }
}

/// Where samples are taken: all of a small file; else one in each of 64 parts, in turn at a round place, where repeated buffers
/// meet, and at some place.
fn places(size: u64) -> Vec<u64> {
    // Below that size the parts would be shorter than two samples.
    if size <= 2 * SAMPLES * SAMPLE_BYTES {
        return (0..size.div_ceil(SAMPLE_BYTES))
            .map(|part| part * SAMPLE_BYTES)
            .collect();
    }
    let unit = HEADER_BYTES as u64;
    let last = (size - SAMPLE_BYTES) / unit * unit;
    let part = last / (SAMPLES - 1);
    let mut places = vec![0];
    for index in 1..SAMPLES - 1 {
        let begin = index * part;
        let at = if index % 2 == 0 {
            begin >> 20 << 20
        } else {
            begin + below(mix64(index), part - SAMPLE_BYTES)
        };
        // The same bytes twice would look like a repetition.
        let free = places.last().map_or(0, |before| before + SAMPLE_BYTES);
        places.push((at / unit * unit).max(free));
    }
    places.push(last);
    places
}

fn cached(file: &File, lang: Lang) -> io::Result<FileCheck> {
    let size = file.metadata()?.len();
    let state = cache::state(file, 0, size)?;
    let dirty = state.dirty_bytes.unwrap_or(0);
    let (verdict, saw) = match (dirty, state.cached_bytes) {
        (0, 0) => (CheckResult::Ok, messages::not_cached(lang).to_owned()),
        (0, cached) => {
            let bytes = &Bytes(cached);
            (CheckResult::Note, messages::Cached { bytes }.text(lang))
        }
        (dirty, _) => {
            let bytes = &Bytes(dirty);
            (CheckResult::Note, messages::Dirty { bytes }.text(lang))
        }
    };
    let numbers = json!({ "cached_bytes": state.cached_bytes, "dirty_bytes": state.dirty_bytes });
    Ok(FileCheck {
        name: "cache".to_owned(),
        verdict,
        saw,
        numbers,
    })
}

/// What the file system means for a test file, if anything.
fn place(path: &Path, lang: Lang) -> Option<FileCheck> {
    let stack = Stack::under(&Root::system(), path);
    let fs = stack.file_system()?;
    let saw = match (fs.class, &fs.compression) {
        (FsClass::Memory, _) => {
            let kind = &fs.mount.fs_type;
            messages::MemoryFileSystem { kind }.text(lang)
        }
        (_, Some(algorithm)) => messages::FileSystemCompresses { algorithm }.text(lang),
        _ => return None,
    };
    Some(FileCheck {
        name: "place".to_owned(),
        verdict: CheckResult::Note,
        saw,
        numbers: json!({ "file_system": fs.mount.fs_type }),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn samples_lie_in_the_file_and_reach_both_ends() {
        for size in [
            1,
            4096,
            SAMPLE_BYTES + 1,
            8 << 20,
            (8 << 20) + 4096,
            16 << 20,
            1 << 30,
            (24 << 30) + 512,
        ] {
            let places = places(size);
            assert_eq!(places[0], 0, "{size}");
            assert!(
                places.is_sorted_by(|a, b| a + SAMPLE_BYTES <= *b),
                "{size}: {places:?}"
            );
            assert!(
                places.iter().all(|at| at % 4096 == 0 && *at < size),
                "{size}: {places:?}"
            );
            let reached = places
                .iter()
                .map(|at| at + SAMPLE_BYTES.min(size - at))
                .max()
                .unwrap();
            assert!(size - reached < 4096, "{size}: {reached}");
        }
    }

    #[test]
    fn asked_compression_is_no_fault() {
        let recipe = |compressible, dedupe, source| {
            Some(Recipe {
                compressible,
                dedupe,
                source: (source, 0),
            })
        };
        assert_eq!(least_share(None), 0.9);
        assert_eq!(least_share(recipe(0, 0, 0)), 0.9);
        assert!((least_share(recipe(50, 20, 0)) - 0.35).abs() < 1e-9);
    }
}
