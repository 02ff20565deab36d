//! Which paths a clone of a job uses. Nothing is opened here, except directories that `opendir` names.

use std::io;
use std::path::{Path, PathBuf};

use fiord_job::plan::{FilePlan, JobPlan};
use fiord_messages::{Sentence, run_errors as messages};

/// The paths of clone number `clone` of `job`, in order.
///
/// # Errors
/// A directory under `opendir` that cannot be read.
pub fn of_clone(job: &JobPlan, clone: u32) -> io::Result<Vec<PathBuf>> {
    let files = &job.files;
    if let Some(root) = &files.opendir {
        let mut found = Vec::new();
        walk(Path::new(root), &mut found)?;
        return Ok(found);
    }
    if files.filenames.is_empty() {
        let count = files.nrfiles.max(1);
        let mut names = Vec::new();
        names
            .try_reserve_exact(room_for(count, &generated(job, clone, count))?)
            .map_err(|_| no_memory(count))?;
        names.extend((0..count).map(|number| generated(job, clone, number)));
        return Ok(names);
    }
    Ok(files.filenames.iter().map(PathBuf::from).collect())
}

/// Entries to reserve for `count` names like `example`. Their texts are asked for as well, and given back: they come one by one
/// afterwards, where a refusal would end the process.
fn room_for(count: u32, example: &Path) -> io::Result<usize> {
    let text = example.as_os_str().len() + 2 * size_of::<usize>();
    let mut texts: Vec<u8> = Vec::new();
    texts
        .try_reserve_exact(text.saturating_mul(count as usize))
        .map_err(|_| no_memory(count))?;
    Ok(count as usize)
}

fn no_memory(count: u32) -> io::Error {
    io::Error::new(
        io::ErrorKind::OutOfMemory,
        Sentence::new(|lang| messages::NamesNoMemory { count: &count }.text(lang)),
    )
}

/// How many files a clone of this job has, as far as that can be told without looking (`opendir` counts as one).
pub fn count(files: &FilePlan) -> u32 {
    match files.filenames.len() {
        0 => files.nrfiles.max(1),
        names => u32::try_from(names).unwrap_or(u32::MAX),
    }
}

fn generated(job: &JobPlan, clone: u32, number: u32) -> PathBuf {
    let directories = &job.files.directories;
    let directory = match directories.len() {
        0 => None,
        len => directories.get(clone as usize % len).map(String::as_str),
    };
    under(
        directory,
        &expand(&job.files.filename_format, &job.name, clone, number),
    )
}

/// Joined as text, as fio does.
fn under(directory: Option<&str>, name: &str) -> PathBuf {
    match directory {
        Some(directory) if !directory.is_empty() => PathBuf::from(format!("{directory}/{name}")),
        _ => PathBuf::from(name),
    }
}

/// FIO-DIFF(format-clones): where the format gives clones one name, fio lets the first work and the others do nothing.
///
/// `filename_format` with its variables replaced. `$clientuid` is empty outside fio's client mode, which does not exist
/// here; an unknown `$word` stays as it is.
fn expand(format: &str, job: &str, clone: u32, number: u32) -> String {
    let mut out = String::with_capacity(format.len() + job.len());
    let mut rest = format;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let taken = if tail.starts_with("$jobname") {
            out.push_str(job);
            "$jobname".len()
        } else if tail.starts_with("$jobnum") {
            out.push_str(&clone.to_string());
            "$jobnum".len()
        } else if tail.starts_with("$filenum") {
            out.push_str(&number.to_string());
            "$filenum".len()
        } else if tail.starts_with("$clientuid") {
            "$clientuid".len()
        } else {
            out.push('$');
            1
        };
        rest = &tail[taken..];
    }
    out.push_str(rest);
    out
}

/// Regular files and devices below `directory`, depth first, sorted: the order must not depend on the file system.
fn walk(directory: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = std::fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), found)?;
        } else if kind.is_file() {
            found.push(entry.path());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn names(change: impl FnOnce(&mut JobPlan), clone: u32) -> Vec<String> {
        let mut job = JobPlan::new("j");
        change(&mut job);
        of_clone(&job, clone)
            .unwrap()
            .iter()
            .map(|path| path.display().to_string())
            .collect()
    }

    #[test]
    fn generated_names_follow_the_format() {
        assert_eq!(names(|_| (), 0), ["j.0.0"]);
        assert_eq!(names(|job| job.files.nrfiles = 2, 3), ["j.3.0", "j.3.1"]);
        let format = "$jobname-$clientuid-$jobnum-$filenum-x$y$";
        assert_eq!(
            names(|job| job.files.filename_format = format.into(), 1),
            ["j--1-0-x$y$"]
        );
    }

    #[test]
    fn clones_take_turns_over_directories_only_with_generated_names() {
        let directories = vec!["d".to_owned(), "e".to_owned()];
        let spread = |clone| names(|job| job.files.directories = directories.clone(), clone);
        assert_eq!(
            [spread(0), spread(1), spread(2)],
            [["d/j.0.0"], ["e/j.1.0"], ["d/j.2.0"]]
        );
        let shared = names(
            |job| {
                job.files.directories = directories.clone();
                job.files.filenames = vec!["d/p".into(), "/q".into()];
            },
            1,
        );
        assert_eq!(shared, ["d/p", "/q"]);
    }

    #[test]
    fn opendir_finds_files_below_in_a_fixed_order() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("b")).unwrap();
        for name in ["z", "a", "b/c"] {
            std::fs::write(root.path().join(name), "x").unwrap();
        }
        let at = root.path().display().to_string();
        let found = names(|job| job.files.opendir = Some(at.clone()), 0);
        assert_eq!(found, [format!("{at}/a"), format!("{at}/b/c"), format!("{at}/z")]);
    }
}
