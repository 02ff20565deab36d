//! The I/O of a job and its target: directions, block sizes, files and devices.

use std::fmt::Display;

use crate::case::job_view::JobView;
use crate::case::obstacle;
use crate::case::planned::{all_files_of, block_size, is_mixed_by_rate, issues, share};
use crate::terms::ddir_word;
use crate::words::describe::does_operations;
use fiord_job::plan::{Backend, BlockSize, Ddir, JobPlan};
use fiord_messages::words::Moves;
use fiord_messages::{Lang, job_description as messages};
use fiord_record::number::{Bytes, short};
use fiord_record::{FileKind, TargetFacts};

/// Directions, block sizes, engine and target.
pub(super) fn what(view: &JobView<'_>, lang: Lang) -> Vec<String> {
    let job = view.job;
    let replay = &job.control.replay;
    if let Some(recording) = replay.read.first().filter(|_| !replay.resolved) {
        return vec![messages::Replay { recording }.text(lang)];
    }
    if job.files.create_only {
        return vec![messages::only_creates(lang).to_owned()];
    }
    let engine = &job.engine.kind.name();
    if does_operations(job) {
        return std::iter::once(messages::Operations { engine }.text(lang))
            .chain(operations(job, lang))
            .collect();
    }
    let moves = moves(job);
    let blocks = &blocks(job, lang);
    let mut sentences = if job.engine.kind.is_diskless() {
        vec![
            messages::WithoutFile {
                moves,
                blocks,
                engine,
            }
            .text(lang),
        ]
    } else {
        places(view, moves, blocks, lang)
    };
    if moves == Moves::Mixed {
        sentences.insert(
            1,
            if is_mixed_by_rate(job) {
                messages::mixed_by_rate(lang).to_owned()
            } else {
                let percent = &short(share(job, Ddir::Read) * 100.0);
                messages::Mixed { percent }.text(lang)
            },
        );
    }
    if let ranges @ 2.. = job.engine.passthrough.trim_ranges {
        sentences.insert(1, messages::TrimRanges { ranges: &ranges }.text(lang));
    }
    sentences
}

/// What an engine without data works on.
fn operations(job: &JobPlan, lang: Lang) -> Option<String> {
    let count = all_files_of(job);
    match job.engine.kind.backend() {
        Backend::FileNames(_) => Some(messages::OnFiles { count }.text(lang)),
        Backend::DirectoryNames(_) => Some(messages::OnDirectories { count }.text(lang)),
        Backend::Cpu if job.engine.other.cpu_load_percent > 0 => {
            let percent = &job.engine.other.cpu_load_percent;
            Some(messages::CpuLoad { percent }.text(lang))
        }
        _ => None,
    }
}

fn moves(job: &JobPlan) -> Moves {
    match Ddir::ALL.map(|ddir| issues(job, ddir)) {
        [true, true, _] => Moves::Mixed,
        [_, true, true] => Moves::TrimThenWrite,
        [_, true, _] => Moves::Write,
        [_, _, true] => Moves::Trim,
        _ => Moves::Read,
    }
}

fn blocks(job: &JobPlan, lang: Lang) -> String {
    let show = |size: &BlockSize| match size {
        BlockSize::Fixed(bytes) => Bytes(*bytes).to_string(),
        BlockSize::Range { min, max } => messages::BlockRange {
            least: &Bytes(*min),
            most: &Bytes(*max),
        }
        .text(lang),
        BlockSize::Split(shares) => {
            let parts = shares.iter().map(|share| {
                messages::BlockPart {
                    block: &Bytes(share.bytes),
                    percent: &share.percent,
                }
                .text(lang)
            });
            lang.list(&parts.collect::<Vec<_>>())
        }
    };
    let issued: Vec<(Ddir, String)> = Ddir::ALL
        .into_iter()
        .filter(|ddir| issues(job, *ddir))
        .map(|ddir| (ddir, show(block_size(job, ddir))))
        .collect();
    match issued.first() {
        Some((_, first)) if issued.iter().all(|(_, text)| text == first) => first.clone(),
        _ => {
            let each = issued.iter().map(|(ddir, blocks)| {
                let ddir = ddir_word(*ddir);
                messages::BlockOfDdir { blocks, ddir }.text(lang)
            });
            lang.list(&each.collect::<Vec<_>>())
        }
    }
}

/// The target with its kind and size, and the file system below it.
fn places(view: &JobView<'_>, moves: Moves, blocks: &dyn Display, lang: Lang) -> Vec<String> {
    let on_target = |target: &String| {
        messages::OnTarget {
            moves,
            target,
            blocks,
        }
        .text(lang)
    };
    if obstacle::named_like_a_device(view.job) {
        return vec![on_target(&view.job.name)];
    }
    let Some(first) = view.targets.first() else {
        let names = &view.job.files.filenames;
        return vec![if names.is_empty() {
            messages::OnUnnamedFiles { moves, blocks }.text(lang)
        } else {
            on_target(&lang.list(names))
        }];
    };
    let name = first.path.display().to_string();
    // The first of many files were looked at.
    let seen = view.targets.len();
    let files = all_files_of(view.job).max(seen as u64);
    let missing = view.targets.iter().filter(|target| !target.exists()).count();
    let (place, state) = if files == 1 {
        (on_target(&name), kind(first, lang))
    } else {
        let more = messages::OnTargets {
            moves,
            target: &name,
            more: files - 1,
            blocks,
        };
        let state = match missing {
            0 => kind(first, lang),
            1 => messages::one_missing(lang).to_owned(),
            _ if missing == seen => messages::all_missing(lang).to_owned(),
            _ => messages::SeveralMissing { missing: &missing }.text(lang),
        };
        (more.text(lang), state)
    };
    [place, state].into_iter().chain(ground(first, lang)).collect()
}

fn kind(facts: &TargetFacts, lang: Lang) -> String {
    let target = &facts.path.display();
    match (facts.kind, facts.size_bytes) {
        (FileKind::Missing, _) => messages::Missing { target }.text(lang),
        (FileKind::Regular, Some(bytes)) => {
            let size = &Bytes(bytes);
            messages::FileOf { target, size }.text(lang)
        }
        (FileKind::Regular, None) => messages::File { target }.text(lang),
        (FileKind::Block, Some(bytes)) => {
            let size = &Bytes(bytes);
            messages::BlockDeviceOf { target, size }.text(lang)
        }
        (FileKind::Block, None) => messages::BlockDevice { target }.text(lang),
        (FileKind::Char, _) => messages::CharacterDevice { target }.text(lang),
        (FileKind::Directory, _) => messages::Directory { target }.text(lang),
        (FileKind::Other, _) => messages::PipeOrSocket { target }.text(lang),
    }
}

fn ground(target: &TargetFacts, lang: Lang) -> Option<String> {
    if target.kind == FileKind::Block {
        return None;
    }
    let file_system = &target.file_system()?.mount.fs_type;
    let leaves = target.leaves();
    let disks: Vec<String> = leaves.iter().map(|leaf| leaf.name.clone()).collect();
    Some(if disks.is_empty() || disks == [file_system.as_str()] {
        messages::FileSystem { file_system }.text(lang)
    } else {
        let disks = &lang.list(&disks);
        messages::FileSystemOn { file_system, disks }.text(lang)
    })
}
